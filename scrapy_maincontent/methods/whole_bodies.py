"""Bodies that would be lost: short pages, text of which next to nothing is likely, paragraphs beside the declared one.

And the other way round: articles that a page shows below its own, for endless scrolling, are no part of it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ..features.measures import LONG_TEXT, sentences_ended
from ..page import HEADINGS, headings, link_count, tagged, texts_of
from ..page.stems import MAX_NAME
from ..words.days import with_years
from ..words.normalise import letters
from .page_parts import MAX_DATED, STANDFIRST

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from ..features.measures import Floats, Measures
    from ..page import Page


ALONE = "next to nothing else is on the page"
LINK_ROW = "a row of links"
SENTENCES = "sentences of which the page has no others"
DECLARED_BESIDE = "a paragraph beside the one that the page declares as its description"
FURTHER = "an article below the page's own"
HIDDEN = "not shown"
MENDED = (ALONE, LINK_ROW, SENTENCES, DECLARED_BESIDE, FURTHER, HIDDEN)
"""What a reason begins with where a selection was mended."""
LINKED = 0.5
"""Share of linked text from which on it leads elsewhere."""
LEAST_SHARE = 0.3
"""Share of a short page's words that are text where it has hardly anything but that."""
FEW_KEPT, FEWEST = 60.0, 40.0
"""Words of main content below which it is next to nothing; words of sentences in one element that are a body."""
TIMES_KEPT = 2.0
"""Times as many words that must have as is kept."""
MOST_LINES = 6
"""Text blocks without a sentence of such a page; more are labels."""
MAX_ALONE = 60.0
"""Words of the longest page that is short."""


def mended(
    page: Page,
    measures: Measures,
    scores: Floats,
    selected: Sequence[int],
    why: list[str],
    declared: Mapping[int, str],
    *,
    article: bool,
    entries: bool,
) -> list[int]:
    """Return the selection (in order) with lost bodies added and surplus text removed; ``why`` gets the reasons.

    ``article``: whether the page is rather one than not; ``entries``: whether it is rather full of entries of one make.
    """
    hidden = hidden_beside(page, scores, measures.words, selected)
    if not article:  # there as much is opened by a click within the text
        last = max((block for block in selected if not page.hidden[block]), default=-1)
        hidden = [block for block in hidden if block > last]
    out: dict[int, str] = dict.fromkeys(hidden, HIDDEN)
    if article:
        out |= dict.fromkeys(further_articles(page, measures).intersection(selected), FURTHER)
    if not entries:
        out |= dict.fromkeys(_link_rows(page, measures, scores, selected), LINK_ROW)
    kept = [block for block in selected if block not in out]
    added = dict.fromkeys(lost_body(page, measures, kept, declared), SENTENCES)
    if article:
        added |= dict.fromkeys(beside_declared(page, measures, kept, declared), DECLARED_BESIDE)
    if not kept and not added:
        added = dict.fromkeys(short_body(page, measures, declared), ALONE)
    for block, reason in (out | added).items():
        why[block] = f"{reason}; {why[block]}"
    return sorted({*kept, *added})


# What a page does not show is a second copy of its text, for a script, as often as it is text that a click opens.

LEAST_SHOWN, SHOWN_SCORE = 50.0, 0.6
"""Words of main content that are shown, and their mean score, from which on what is not shown is none."""
MOST_HIDDEN = 1.0
"""Times as many words may be hidden; more are the text itself."""


def hidden_beside(page: Page, scores: Floats, words: Floats, selected: Sequence[int]) -> list[int]:
    """Return the selected text blocks that are not shown, where enough is that is surely main content; else none."""
    hidden = [number for number in selected if page.hidden[number]]
    if not hidden:
        return []
    opened = {*texts_of(page, [element for element in sorted(page.hiding) if _is_opened(page, words, element)])}
    hidden = [number for number in hidden if number not in opened]
    shown = [number for number in selected if not page.hidden[number]]
    size = float(words[shown].sum()) if shown else 0.0
    if size < LEAST_SHOWN or float((scores[shown] * words[shown]).sum()) <= SHOWN_SCORE * size:
        return []
    return hidden if float(words[hidden].sum()) <= MOST_HIDDEN * size else []


def _is_opened(page: Page, words: Floats, element: int) -> bool:
    """Return True if a short text stands right before a hidden element, a question that opens it, or it is a tab's."""
    own = page.attrs[element]
    if own.get("role", "").strip() == _TAB_PANEL or _PANEL.search(own.get("class", "")[:MAX_NAME]):
        return True
    before = page.blocks_in(element)[0] - 1
    around = page.parents[element]
    around = page.parents[around] if around > 0 else around
    return before >= 0 and page.owners[before] >= around and not page.hidden[before] and words[before] <= LONGEST_LABEL


_TAB_PANEL = "tabpanel"
_PANEL = re.compile(r"(?:^|[\s_-])tabs?[_-]{0,2}(?:content|pane|panel|body|item)(?=$|[\s_-])", re.IGNORECASE)
LONGEST_LABEL = 20.0
"""Words of the longest such text."""


def _link_rows(page: Page, measures: Measures, scores: Floats, selected: Sequence[int]) -> Iterator[int]:
    """Yield the selected text blocks that are a menu on one line: little else than several links of a word or two."""
    for block in selected:
        if scores[block] < UNSURE and measures.linked[block] >= ROW_LINKED:
            links = link_count(page, block)
            if links >= ROW_LINKS and measures.words[block] <= ROW_WORDS * links:
                yield block


UNSURE = 0.5
"""Score below which such a line is none of the text."""
ROW_LINKED, ROW_LINKS, ROW_WORDS = 0.6, 4, 2.5
"""Share of linked text, links, and words for each link of such a line."""


def short_body(page: Page, measures: Measures, beside: Collection[int]) -> list[int]:
    """Return the text blocks of a short page that has hardly anything but text; none where it has more.

    Links, what stands ``beside`` the text by its own account, what is not shown and the headline are none.
    """
    words = measures.words
    if words.sum() > MAX_ALONE:
        return []
    found = [
        block
        for block, text in enumerate(page.texts)
        if block not in beside
        and measures.linked[block] <= LINKED
        and not page.hidden[block]
        and _NO_BODY.isdisjoint(page.tags[each] for each in (page.owners[block], *page.ancestors(page.owners[block])))
        and text != page.head_title
    ]
    if len(found) > MOST_LINES and not sentences_ended([page.texts[block] for block in found]).any():
        return []
    every = [block for block in range(len(page.texts)) if block not in beside]
    return found if words[found].sum() >= LEAST_SHARE * words[every].sum() else []


_NO_BODY = frozenset((*HEADINGS, "button", "label", "legend", "nav", "address", "footer", "dialog", "figcaption"))


def lost_body(page: Page, measures: Measures, selected: Sequence[int], beside: Collection[int]) -> list[int]:
    """Return the text blocks of the element that holds most sentences, where next to nothing is selected; else none."""
    kept = float(measures.words[[*selected]].sum()) if selected else 0.0
    if kept >= FEW_KEPT:
        return []
    whole = sentences_ended(page.texts)
    groups: dict[int, list[int]] = {}
    for block in (measures.words >= LONG_TEXT).nonzero()[0].tolist():
        if whole[block] and measures.linked[block] <= LINKED and not page.hidden[block] and block not in beside:
            owner = page.owners[block]
            groups.setdefault(owner if page.tags[owner] in _HOLDERS else page.parents[owner], []).append(block)
    if not groups:
        return []
    best = max(groups.values(), key=lambda blocks: float(measures.words[blocks].sum()))
    return best if float(measures.words[best].sum()) >= max(FEWEST, TIMES_KEPT * kept) else []


_HOLDERS = frozenset(("div", "td", "body", "article", "section", "main", "center", "font"))


def beside_declared(page: Page, measures: Measures, kept: Sequence[int], declared: Mapping[int, str]) -> list[int]:
    """Return the paragraphs beside the declared description where that is the longest text that is kept; else none."""
    longest = max(kept, key=lambda block: float(measures.words[block]), default=-1)
    if declared.get(longest) != STANDFIRST:
        return []
    owner = page.owners[longest]
    first, end = page.blocks_in(page.parents[owner]) if page.parents[owner] >= 0 else (0, 0)
    beside = [
        block
        for block in range(first, end)
        if block not in declared
        and measures.words[block] >= LONG_TEXT
        and measures.linked[block] <= LINKED
        and not page.hidden[block]
        and page.tags[page.owners[block]] == page.tags[owner]
        and page.parents[page.owners[block]] == page.parents[owner]
    ]
    taken = {*kept}
    ended = sentences_ended([page.texts[block] for block in beside]) if beside else ()
    return [block for block, whole in zip(beside, ended, strict=True) if whole and block not in taken]


# Articles below the page's own: the address, or the document's title, says which one is.

_LEAST_ARTICLE = 60.0
"""Words of a further article."""
MAX_ARTICLES = 50


def further_articles(page: Page, measures: Measures) -> set[int]:
    """Return the text blocks of articles that are not the page's own, where one of several is by address or title."""
    found = [*_articles(page, measures)]
    own = [element for element in found if _is_own(page, element)] if len(found) > 1 else []
    if len(own) != 1:
        return set()
    return {block for element in found if element != own[0] for block in range(*page.blocks_in(element))}


def _articles(page: Page, measures: Measures) -> Iterator[int]:
    """Yield the outermost ``article`` elements with a headline and much text, if they are of one make.

    Without any they are the elements of one parent that have a headline each.
    """
    end = count = 0
    make: tuple[str, str] | None = None
    tops = headings(page)
    for element in tagged(page).get("article") or _headed(page, [top for top in tops if page.tags[top] == _HEADLINE]):
        if element < end:
            continue
        end = page.ends[element]
        if measures.words_inside[element] < _LEAST_ARTICLE or bisect_left(tops, end) == bisect_left(tops, element):
            continue
        # Each may stand in an element of its own.
        own = page.tags[page.parents[element]], page.tags[tops[bisect_left(tops, element)]]
        make = make or own
        if own == make and count < MAX_ARTICLES:
            count += 1
            yield element


def _headed(page: Page, headlines: Sequence[int]) -> list[int]:
    """Return the elements of one parent that each hold one of several headlines and a day near its beginning, in order.

    None where not all do: parts of one article may be headed so, too.
    """
    if not 1 < len(headlines) <= MAX_ARTICLES:
        return []
    around = headlines[0]
    while page.ends[around] <= headlines[-1]:
        around = page.parents[around]
    found = []
    for headline in headlines:
        element = headline
        while page.parents[element] > around:
            element = page.parents[element]
        found.append(element)
    are_alike = len({*found}) == len(found) and len({page.tags[element] for element in found}) == 1
    return found if are_alike and all(_is_dated(page, element) for element in found) else []


def _is_dated(page: Page, element: int) -> bool:
    """Return True if one of the first short texts of an element has a day."""
    first, last = page.blocks_in(element)
    beginning = page.texts[first : min(last, first + BEGINNING)]
    return bool(with_years([text for text in beginning if len(text) <= MAX_DATED]))


_HEADLINE = "h1"
BEGINNING = 6
"""Text blocks of an article among which its day is."""


def _is_own(page: Page, element: int) -> bool:
    """Return True if an article is the page's own: its headline is the title, or links to the page's address."""
    tops = headings(page)
    heading = tops[bisect_left(tops, element)]
    title, whole = letters(page.text_in(heading)), letters(page.metas.get("og:title", "") or page.head_title)
    if title and title in whole:
        return True
    here = {_place(url) for url in (page.url or "", page.head_links.get("canonical", "")) if url}
    start = bisect_left(page.links, heading)
    links = [each for each in page.links[start : start + 2] if each < page.ends[heading]]
    return any(_place(page.absolute(page.attrs[link]["href"])) in here for link in links)


def _place(url: str) -> str:
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return url
    return f"{parts.netloc.removeprefix('www.')}{parts.path.rstrip('/')}"
