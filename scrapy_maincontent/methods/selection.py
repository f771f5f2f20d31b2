"""Scores of text blocks in, a selection and its reasons out: the blocks with the best expected F.

Sections: the selection, doubt about text outside a shop's declared description, what is alike in entries, doubt about
text that stands on other pages of the site, and the reasons of ``method="crf"``.
"""

from __future__ import annotations

import math
import re
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from ..blocks.structures import ITEMS
from ..page import HEADINGS, make_of
from ..page.head import product_description
from ..site_memory import Evidence
from ..words.furniture import asks_to_pay
from ..words.further import is_further_heading
from ..words.lines import line_kind
from .crf_features import FEATURES
from .page_parts import OPENING, QUESTION_MARKS
from .trees import probability

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from numpy.typing import NDArray

    from ..features.measures import Copies, Floats, Ints, Measures
    from ..page import Page
    from ..site_memory import Recalled

    Marks = NDArray[np.bool_]


EMPTY_WORDS = 10.0
"""A page on which fewer words of main content are expected has none."""
COPY_WORDS = 6
"""Words of the shortest text that may be a copy."""
COPY_DISTANCE = 2
"""Text blocks from one copy to the other; a text that is repeated at once is repeated on purpose."""
_TINY = float(np.finfo(np.float64).tiny)


def expected_words(scores: Floats, words: Floats) -> float:
    """Return how many words of main content the page is expected to have."""
    return float((scores * words).cumsum(dtype=np.float64)[-1])


def best_expected_f(scores: Floats, words: Floats, beta: float = 1.0) -> NDArray[np.bool_]:
    """Return which blocks to select (booleans) so that the expected word F is highest.

    ``beta`` is how many times as much recall counts as precision (above 0; 1 is F1). Blocks are taken by falling
    score; of all prefixes the one with the highest
    (1 + beta²) * sum(score * words over selected) / (sum(words over selected) + beta² * sum(score * words over all))
    wins.
    """
    order = (-scores).argsort(kind="stable")
    sizes = words.astype(scores.dtype)  # arrays of one type take NumPy half the time
    gained = (scores * sizes).take(order).cumsum(dtype=np.float64)
    taken = sizes.take(order).cumsum(dtype=np.float64)
    best = int((gained / np.maximum(taken + beta * beta * gained[-1], _TINY)).argmax())
    selected = np.zeros(len(scores), bool)
    selected[order[: best + 1]] = True
    return selected


def without_copies(copies: Copies, scores: Floats, words: Floats, spared: Collection[int] = ()) -> Floats:
    """Return scores in which of texts that occur twice, as in menus for small screens, only the likelier counts.

    The text before or behind a copy is a copy of the one before or behind the other, too. Single sentences that are
    repeated are left alone: references repeat them. So are the ``spared`` ones.
    """
    far = _far_copies(copies, words)
    if not far:
        return scores
    kept = scores.copy()
    survivors: dict[int, int] = {}  # of each text and its copies so far
    for number in far:
        if number in spared:
            continue
        other = int(copies.earlier[number])
        survivor = survivors.get(other, other)
        out, survivors[number] = (number, survivor) if kept[number] <= kept[survivor] else (survivor, number)
        kept[out] = 0
    return kept


def _far_copies(copies: Copies, words: Floats) -> list[int]:
    """Return the long texts that follow, or are followed by, a copy as theirs are, and not at once."""
    earlier = copies.earlier
    long = ((earlier >= 0) & (words >= COPY_WORDS)).nonzero()[0]
    if not len(long):
        return []
    follows = np.zeros(len(earlier) + 1, bool)  # the block before it is a copy of the one before its own copy
    follows[1:-1] = (earlier[1:] == earlier[:-1] + 1) & (earlier[1:] > 0)
    far: list[int] = long[(long - earlier[long] >= COPY_DISTANCE) & (follows[long] | follows[long + 1])].tolist()
    return far


def said_by_entries(page: Page, copies: Copies, words: Floats) -> set[int]:
    """Return the copies of texts that the entry before theirs says as well: the terms of each offer, say.

    Entries are elements of one make, side by side, that have texts of their own.
    """
    far = _far_copies(copies, words)
    single = [0, *np.cumsum(copies.times == 1).tolist()] if far else []
    return {number for number in far if _in_entries(page, single, int(copies.earlier[number]), number)}


def _in_entries(page: Page, single: Sequence[int], first: int, second: int) -> bool:
    """Return True if two texts are in two entries; ``single``: how many texts before each stand but once."""
    parents, before, element = page.parents, page.owners[first], page.owners[second]
    while parents[element] > before:
        element = parents[element]
    around = parents[element]
    while before > around and parents[before] != around:
        before = parents[before]
    if before <= around or before == element or make_of(page, before) != make_of(page, element):
        return False
    return all(single[stop] > single[start] for start, stop in map(page.blocks_in, (before, element)))


def returned_copies(
    page: Page, likely: Floats, scores: Sequence[float], words: Floats, main: Collection[int]
) -> set[int]:
    """Return the copies amid main content, few in a row, that are surely a part of it: texts repeat themselves.

    ``likely`` are the scores before `without_copies`, ``scores`` those behind it.
    """
    copies = [number for number in np.flatnonzero(likely >= LEAST_RETURNED).tolist() if not scores[number]]
    found: set[int] = set()
    for _, group in groupby(enumerate(copies), lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        amid = len(run) <= MOST_RETURNED and run[0] - 1 in main and run[-1] + 1 in main
        if amid and not any(page.hidden[number] > page.hidden[run[0] - 1] for number in run):
            size = float(words[run].sum())
            found.update(run if float((likely[run] * words[run]).sum()) >= SURELY * size else ())
    return found.difference(main)


RETURNED = "amid main content"
"""Begins the reason of a copy that is main content all the same."""
MOST_RETURNED, LEAST_RETURNED, SURELY = 3, 0.3, 0.7
"""Copies in a row, the least score of each, and their mean score by words at the least."""
LEADS = "leads a text"
"""Begins the reason of a line that is taken with the text below it."""
BEHIND = 3
"""Text blocks before the text that it leads, among which another selected one stands; a caption may be between."""
LEAST_LEADING, LEAST_FIRST = 0.1, 0.2
"""Score from which on such a line is taken, soon behind another selected text and elsewhere."""
LONGEST_LEADING, LONGEST_BEFORE_LIST = 15.0, 8.0
"""Words of the longest one, and of the longest one before a list."""
LINKED = 0.5
"""Share of linked text from which on it leads elsewhere."""


def leading_lines(
    page: Page,
    measures: Measures,
    scores: Sequence[float],
    selected: Sequence[int],
    declared: Collection[int],
    *,
    article: bool = False,
) -> list[int]:
    """Return the short lines, not selected, before a selected text or list of the same element, or opening the next.

    They are sub-headings, and what is above a list: the expected F is hardly higher with so few words. Headings by
    their tag need main content before them or, on an ``article``'s page, selected ones of their make. The page's
    headline, a byline, a date, what is ``declared`` are none.
    """
    taken = {*selected}
    before = [number - 1 for number in selected if number and number - 1 not in taken and number - 1 not in declared]
    lines = [
        line
        for line in before
        if scores[line] >= (LEAST_FIRST if taken.isdisjoint(range(line + 1 - BEHIND, line)) else LEAST_LEADING)
    ]
    amid = {line for line in lines if line - 1 in taken and scores[line] >= LEAST_FIRST}
    leading = {line for line in lines if _leads(page, measures, line + 1, amid=line in amid)}
    if article:
        likely = [line for line in before if scores[line] >= LEAST_LEADING]
        leading.update(_headings_alike(page, measures, likely, taken))
    return sorted(leading.union(_openers(page, measures, lines)))


def _headings_alike(page: Page, measures: Measures, lines: Sequence[int], taken: Collection[int]) -> Iterator[int]:
    """Yield those of some lines that are headings of entries of one make, of which others are ``taken``.

    Entries have an element each: such are the reports of a live blog.
    """
    tags, owners, parents = page.tags, page.owners, page.parents
    own = [line for line in lines if HEADINGS.get(tags[owners[line]], 1) > 1]
    headings = [owners[block] for block in taken if tags[owners[block]] in HEADINGS] if own else []
    around = {parents[heading] for heading in headings}
    makes = {(make_of(page, heading), make_of(page, parents[heading])) for heading in headings}
    for line in own:
        heading, is_short = owners[line], measures.words[line] <= LONGEST_LEADING and measures.linked[line] < LINKED
        is_alike = parents[heading] not in around and (make_of(page, heading), make_of(page, parents[heading])) in makes
        if is_short and is_alike and _may_lead(page, page.texts[line]):
            yield line


def _leads(page: Page, measures: Measures, number: int, *, amid: bool) -> bool:
    """Return True if the line before a text block may be its heading; ``amid`` main content one by its tag may, too."""
    line, text, parents, led = page.owners[number - 1], page.texts[number - 1], page.parents, page.owners[number]
    around, longest = parents[line], LONGEST_LEADING
    if page.tags[led] in ITEMS and page.blocks_in(parents[led])[0] == number:
        led, longest = parents[led], LONGEST_BEFORE_LIST
    rank = HEADINGS.get(page.tags[line])
    return (
        parents[led] == around
        and (rank is None or (amid and rank > 1 and parents[page.owners[number - 2]] == around))
        and measures.words[number - 1] <= longest
        and measures.linked[number - 1] < LINKED
        and _may_lead(page, text)
    )


def _may_lead(page: Page, text: str) -> bool:
    return (
        text not in page.head_title
        and line_kind(text) is None
        and not asks_to_pay(text)
        and not is_further_heading(text)
    )


def _openers(page: Page, measures: Measures, lines: Sequence[int]) -> list[int]:
    """Return those of some lines that open the text behind them: each is alone in the element before that text's.

    They are questions of answers, or say that they open something; there are two different ones at the least.
    """
    found = [
        line
        for line in lines
        if 1 < measures.words[line] <= LONGEST_LEADING
        if _says_that_it_opens(page, line)
        or (page.texts[line].endswith(QUESTION_MARKS) and measures.linked[line] < LINKED)
        if _is_alone_before(page, line + 1)
    ]
    return found if len({page.texts[line] for line in found}) > 1 else []


def _says_that_it_opens(page: Page, line: int) -> bool:
    owner = page.owners[line]
    near = (page.parents[owner], *range(owner, min(page.ends[owner], owner + OPENER_ELEMENTS)))
    return not all(map(OPENING.isdisjoint, map(page.attrs.__getitem__, near)))


OPENER_ELEMENTS = 3
"""Elements of a line, its own and those in it, that may say so."""
PANEL_LEVELS = 3
"""Elements from a text up to the one beside the line that opens it."""


def _is_alone_before(page: Page, number: int) -> bool:
    """Return True if the line before a text is alone in an element, and the text begins the next one."""
    panel, own = page.owners[number], page.owners[number - 1]
    for _ in range(PANEL_LEVELS):
        parent = page.parents[panel]
        if parent < 0 or page.blocks_in(panel)[0] != number or page.tags[panel] in HEADINGS:
            return False
        while page.parents[own] > parent:
            own = page.parents[own]
        if page.parents[own] == parent:
            return page.blocks_in(own) == (number - 1, number) and page.tags[own] not in HEADINGS
        panel = parent
    return False


SIBLINGS = "as most of the same texts beside it"
"""Begins the reason of a text whose label they turned."""


def turned_by_siblings(page: Page, measures: Measures, main: Collection[int]) -> set[int]:
    """Return the short texts whose copies in the same element, with the same tag, mostly have another label.

    Such are names of parts ("Pros:", "Price") and prompts between paragraphs: all of them are ``main`` content, or none
    is. Of as many the first one decides. Where nothing would be main content any more, none is turned.
    """
    repeated = np.flatnonzero((measures.copies.times > 1) & (measures.words < COPY_WORDS)).tolist()
    texts, owners = page.texts, page.owners
    taken = {texts[number] for number in repeated if number in main}
    groups: dict[tuple[str, str, int], list[int]] = {}
    for number in repeated if taken else ():
        if texts[number] in taken:
            owner = owners[number]
            groups.setdefault((texts[number], page.tags[owner], page.parents[owner]), []).append(number)
    turned: set[int] = set()
    for group in groups.values():
        own = [number for number in group if number in main]
        ahead = 2 * len(own) - len(group)
        turned.update({*group}.difference(own) if ahead > 0 or (not ahead and group[0] in own[:1]) else own)
    return turned if turned.difference(main) or len(turned) < len(main) else set()


# Doubt: product pages are full of prose that is no part of the description: reviews, questions, other products. Where
# JSON-LD has the description and the page shows it, all other text needs more evidence.

FEWEST_WORDS = 50
"""Words of the shortest description that counts; a teaser is no body."""
MOST_WORDS = 20_000
SHOWN = 0.6
"""Share of the description that the page must show; share of a text block's words that must stand in it."""
DOUBT = 2.0
"""Log odds that other text loses."""
_RUN = 4
_SAMPLES = 8
"""Runs of a long text block that are looked for, spread evenly; fewer than twice as many."""
_WORD = re.compile(r"\w+")


def with_doubt(page: Page, scores: Floats, measures: Measures) -> tuple[Floats, NDArray[np.bool_] | None]:
    """Lower the scores (0 to 1) of text blocks outside the declared product description; also return which.

    The scores are as they were, and ``None`` is doubted, where no product is declared, or the page does not show its
    description. Linear in the page.
    """
    description = product_description(page.json_ld) if page.json_ld else None
    if description is None:
        return scores, None
    declared = _WORD.findall(description.lower())[:MOST_WORDS]
    if len(declared) < FEWEST_WORDS:
        return scores, None
    runs = {" ".join(declared[at : at + size]) for size in range(1, _RUN + 1) for at in range(len(declared) - size + 1)}
    inside = np.array([_share(text, runs) >= SHOWN for text in page.texts])
    if measures.words[inside].sum() < SHOWN * len(declared):
        return scores, None
    doubted = scores / (scores + (1 - scores) * np.exp(DOUBT))
    return np.where(inside, scores, doubted), ~inside


def _share(text: str, runs: set[str]) -> float:
    """Return the share of a text's runs of words that are among these, 0 to 1; estimated for long texts."""
    found = [run in runs for run in _sample(_WORD.findall(text.lower()))]
    return sum(found) / len(found) if found else 0.0


def _sample(words: list[str]) -> Iterator[str]:
    size = min(_RUN, len(words))
    count = len(words) - size + 1 if words else 0
    for at in range(0, count, max(1, count // _SAMPLES)):
        yield " ".join(words[at : at + size])


# Pages that are no articles are full of entries of one make: cards, rows, posts. Scores of each alone waver around the
# cut; what has the same place in all entries is main content in all of them, or in none.

FEWEST_LIKES = 4
"""Text blocks of the smallest group of likes."""
LIKES_SHARE = 0.6
"""Share of its likes in the log odds of a text block."""
_LEAST_LIKELY = 1e-4
"""What scores are compared as at the least, and 1 less it at the most."""


def with_likes(scores: Floats, words: Floats, groups: Ints) -> Floats:
    """Return the scores (m, 0 to 1), each nearer to the mean log odds, by words, of the text blocks like it.

    ``groups`` (2 x m): the numbers of what has the same tags above, and of what has the same tag and class; likes have
    both.
    """
    paths, looks = groups
    likes, counts = np.unique(paths * (looks.max() + 1) + looks, return_inverse=True, return_counts=True)[1:]
    likely = np.minimum(np.maximum(scores, _LEAST_LIKELY, dtype=np.float64), 1 - _LEAST_LIKELY)
    odds = np.log(likely / (1 - likely))
    sizes = np.bincount(likes, words)
    means = np.bincount(likes, odds * words) / np.maximum(sizes, _TINY)
    alike = ((counts >= FEWEST_LIKES) & (sizes > 0))[likes]
    return np.where(alike, probability((1 - LIKES_SHARE) * odds + LIKES_SHARE * means[likes]), scores)


# What a site's other pages say: text that comes back is furniture. How much less likely it is main content was fitted
# by logistic regression to the blocks of 63 hosts, each page with 1, 2, 4, 8 and all other pages of its host known.
# Terms for text that is new, for its length and for the blocks around gained nothing.

REPEATED = 3.1
"""Log odds that a text loses that stands on another page of its site."""
REPEATED_TWICE = 0.15
"""Those it loses each time that the pages it stands on are twice as many."""
REPEATED_EVERYWHERE = 0.8
"""Those it loses where it stands on all known pages; a share of them where it stands on a share."""

COMMON = 0.5
"""Share of the known pages on which a text must stand to lose any where the page is no article: lists, shops and
overviews have entries in common. On 148 pages of WCXB F1 gains .006 over none, and nothing where any text counts."""


def repeated(recalled: Recalled, scores: Floats, *, article: bool) -> Evidence | None:
    """Return the evidence of the site's other pages against text blocks, ``None`` where there is none.

    ``scores`` (0 to 1) are the blocks' without it.
    """
    evidence = recalled.evidence(scores)
    if evidence is None:
        return None
    if article:
        return evidence
    fewest = COMMON * evidence.pages
    counts = {block: count for block, count in evidence.counts.items() if count >= fewest}
    return Evidence(evidence.pages, counts) if counts else None


def with_site(scores: Floats, evidence: Evidence) -> Floats:
    """Return the scores (0 to 1), lower for text blocks that are on other pages of the site."""
    odds = {
        count: math.exp(REPEATED + REPEATED_TWICE * math.log2(count) + REPEATED_EVERYWHERE * count / evidence.pages)
        for count in {*evidence.counts.values()}
    }
    lowered = scores.copy()
    for block, count in evidence.counts.items():
        before = scores.item(block)
        lowered[block] = before / (before + (1 - before) * odds[count])
    return lowered


def name_pages(reasons: list[str], evidence: Evidence, selected: Sequence[int], name: str) -> None:
    """Add the site's other pages to the reasons of unselected text blocks that are on them."""
    taken = {*selected}
    for number, count in evidence.counts.items():
        if number not in taken:
            reasons[number] = f"{name}: stands on {count} of {evidence.pages} other pages"


EVIDENCE = {
    "names_above": "what the elements around it are called",
    "names_near": "what its own element is called",
    "names_text": "its words",
    "pool_up1": "the other text of the element around it",
    "pool_path": "the text below the same tags",
    "pool_section": "the text below the same heading",
}
"""Features in log odds, and what they measure."""
SURROUNDINGS = "its place, length and links"
"""The evidence where none of `EVIDENCE` is for the label: the figures."""
COPY = "it stands twice on the page"
UNDECLARED = "it is no part of the description that the shop declares"
NOTHING = "too little main content is expected on the page"
COLUMNS = np.array([FEATURES.index(name) for name in EVIDENCE], np.intp)
"""Those features' numbers."""
_PHRASES = (SURROUNDINGS, *EVIDENCE.values(), UNDECLARED, COPY, NOTHING)
_UNDECLARED, _COPY, _NOTHING = map(_PHRASES.index, (UNDECLARED, COPY, NOTHING))
_FOR, _AGAINST = np.float32(1), np.float32(-1)


def phrases(name: str) -> list[str]:
    """Return all reasons there are, each after the model's name."""
    return [f"{name}: {phrase}" for phrase in _PHRASES]


def nothing(wordings: Sequence[str], count: int) -> list[str]:
    """Return the reason of text blocks on a page without a selection; ``wordings`` are `phrases`."""
    return [wordings[_NOTHING]] * count


def reasons(
    wordings: Sequence[str],
    features: Floats,
    main: NDArray[np.bool_],
    copies: NDArray[np.bool_] | None,
    doubted: NDArray[np.bool_] | None,
) -> list[str]:
    """Return each text block's reason; ``wordings`` are `phrases`.

    ``features`` (m x `FEATURES`), ``main`` (m): which blocks are selected, ``copies`` (m, or ``None``): which are out
    as copies, ``doubted`` (m, or ``None``): which are no part of a declared description.
    """
    # The surroundings come first, with nothing: they win where nothing is for the label.
    evidence = np.zeros((len(COLUMNS) + 1, len(main)), np.float32)
    np.multiply(features.T[COLUMNS], np.where(main, _FOR, _AGAINST), out=evidence[1:])
    strongest = evidence.argmax(axis=0)
    if doubted is not None:
        strongest[doubted & ~main] = _UNDECLARED
    if copies is not None:
        strongest[copies] = _COPY
    return [wordings[number] for number in strongest.tolist()]
