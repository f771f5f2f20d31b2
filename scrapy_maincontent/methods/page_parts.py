"""Declared parts of a page: text blocks that its markup or metadata make a standfirst, a caption, a control, ...

On an article's page what it declares as its description is the standfirst, which stands before the text like a teaser;
what repeats a picture's alternative text beside the picture is the caption, as is the text of a figcaption; when it was
written is said before it. On any page footers, dialogs and the like are beside its text, and say so; so are labels of
advertisements. On pages of shops, lists and the like, which are full of short texts, so are asides, offers of other
products than the declared one, what customers write, and what is there to be clicked: buttons, and choices of filters.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import Counter
from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from ..page import HEADINGS, make_of, microdata, roles, tagged, texts_of
from ..page.head import event_days, one_product
from ..page.stems import MAX_NAME, named
from ..page.unshown import FOR_READERS
from ..words.days import DAY, day_in, day_span, is_label_of_change, say_changed, with_years
from ..words.furniture import (
    advertisement_labels,
    credit_lines,
    furniture_lines,
    notice_lines,
    prompt_lines,
    signature_lines,
)
from ..words.lines import BYLINE, DATELINE, MAX_LENGTH, byline_with_day, bylines, is_age_line, line_kind, share_lines
from ..words.mails import mail_head
from ..words.normalise import letters
from ..words.other_days import is_beside_event, is_other_day
from .further import LEAST_BESIDE_FURTHER, cards, further_boxes, lines_to_further, teasers
from .newsroom import LIKELY, machine_summaries, notes, points
from .shops import other_offers, reviews

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..features.measures import Floats, Measures
    from ..page import Page


STANDFIRST, CAPTION, FIGCAPTION, STORY, BESIDE = "standfirst", "caption", "figcaption", "story", "beside"
NOTE, POINT, SUMMARY = "note", "point", "summary"
LABEL, PUBLISHED, CONTROL, OFFER, REVIEW = "label", "published", "control", "offer", "review"
WRITTEN_BY, CREDIT, TEASER = "written by", "credit", "teaser"
DECLARED = {
    STANDFIRST: 4.0,
    CAPTION: -3.0,
    FIGCAPTION: -3.0,
    STORY: 3.0,
    NOTE: 3.5,
    POINT: 2.0,
    BESIDE: -3.0,
    OFFER: -5.0,
    REVIEW: -5.0,
    LABEL: -6.0,
    SUMMARY: -6.0,
    PUBLISHED: -5.0,
    WRITTEN_BY: -5.0,
    CREDIT: -5.0,
    TEASER: -5.0,
    CONTROL: -3.0,
}
"""Log odds that such text gains."""
BESIDE_TAGS = ("footer", "dialog")
BESIDE_ROLES = frozenset(("dialog", "alertdialog", "navigation", "tooltip"))
"""Roles of ARIA. Others, and ``nav`` and ``header``, have main content in them as often."""
_ASIDE, _QUOTE, _NOTE_ROLES = "aside", "blockquote", "doc-"
"""What is an aside of a quotation, or by the roles of digital publishing a note, belongs to the text."""
LEAST_LEFT = 50.0
"""Expected words of main content outside a page's asides, offers and reviews at the least."""
LEAST_BESIDE_CAPTIONS = 30.0
"""The same outside captions: those of a picture story are its text."""
_AUTHOR = "author"
"""A property of microdata: who wrote an article, and what is said of them. A thread's posts have theirs, too."""
DESCRIPTIONS = ("description", "og:description", "twitter:description")
LEAST_LETTERS = 25
"""Characters of the shortest such text, and of the shortest alternative text."""
LEAST_PART = 30
"""Characters of the shortest part of a description that is known by where it stands in it."""
CUT_SIGNS = 4
"""Characters at the end of a description that its text may have otherwise: it is cut there."""
CAPTION_LEVELS = 2
"""How many elements above a caption's own its picture is at the most."""
MAY_BE_SELECTED = 0.1
"""Score from which on it is asked whether a text is a label, a control or the day of publication."""
MOST_LIKELY = 1000
"""Texts of which it is asked whether they are days of publication, or declared reviews."""
MAX_DATED = 60
"""Characters of the longest line with a day and a time that is one of publication."""
MOST_DAYS = 2
"""Days that one page may have before its text, of publication and of a change; and bylines."""
_PROBE = slice(4, 20)
"""The part of a text by which it is looked for, behind quotation marks: only where that is found is all compared."""


def declared_places(page: Page, scores: Floats, measures: Measures, *, article: bool) -> dict[int, str]:
    """Return the text blocks that a page declares to be one of `DECLARED`.

    Of an ``article`` those are no `CONTROL`, `OFFER` and `REVIEW`, of another page `BESIDE`, `LABEL` and these three.

    A standfirst stands before the heaviest text block, by ``scores`` (0 to 1) and words, or is that one. Where all
    text is said to stand beside it, none is. Texts that are not selected anyway need no `LABEL`, `CONTROL` and
    `PUBLISHED`.
    """
    likely = np.flatnonzero(scores >= MAY_BE_SELECTED).tolist()
    expected = scores * measures.words
    beside = _beside(page, article=article)
    found = dict.fromkeys(
        _outside(page, beside, expected * (scores >= LIKELY)) if article else texts_of(page, beside), BESIDE
    )
    if len(found) == len(page.texts):
        found = {}
    if article:
        found |= _parts_of_article(page, expected, likely)
    else:
        found |= _parts_of_other(page, expected, likely, measures.words)
    found = dict.fromkeys(_prompts(page, expected, article=article), BESIDE) | found
    if article:
        found = dict.fromkeys(_asking(page, likely, measures.words), BESIDE) | found
        found = dict.fromkeys(cards(page, measures), LABEL) | found
        found = dict.fromkeys(machine_summaries(page, scores, measures.words), SUMMARY) | found
        found = dict.fromkeys(points(page, scores, measures), POINT) | found
        found |= dict.fromkeys(notes(page, scores), NOTE)
        found = dict.fromkeys(teasers(page, measures, expected), TEASER) | found
    found = dict.fromkeys(_mail_boxes(page, expected, MOST_OF_PROMPT if article else MOST_OF_MAIL_BOX), BESIDE) | found
    found = dict.fromkeys(further_boxes(page, expected), BESIDE) | found
    if article:
        found |= dict.fromkeys(lines_to_further(page, expected, likely, measures), LABEL)
    found |= _lines(page, likely[:MOST_LIKELY], int(expected.argmax()))
    if mail := mail_head(page.texts):
        found |= dict.fromkeys(mail.texts, WRITTEN_BY)
    found |= dict.fromkeys(_furniture(page, expected, likely, article=article), LABEL)
    found |= dict.fromkeys(_changes(page, likely[-LAST:]), PUBLISHED)
    return found | dict.fromkeys(_labels(page, likely), LABEL)


def _lines(page: Page, likely: Sequence[int], heaviest: int) -> dict[int, str]:
    """Return those of some texts that share the page, and those before the heaviest one that say who wrote it."""
    texts = [page.texts[number] for number in likely]
    found = {likely[place]: CONTROL for place in share_lines(texts)}
    begun, dated = {*bylines(texts)}, {*with_years([text for text in texts if len(text) <= MAX_DATED])}
    either = [likely[place] for place, text in enumerate(texts) if text in begun or text in dated]
    behind = bisect_left(either, heaviest)
    written = [block for block in either[:behind] if _is_byline(page.texts[block])]
    makes = {make_of(page, page.owners[block]) for block in written}
    # More of one make are of a list of texts, or of a thread's posts.
    alike = (block for block in either[behind:] if makes and make_of(page, page.owners[block]) in makes)
    same = [*written, *(block for block in alike if _is_byline(page.texts[block]))]
    return found | dict.fromkeys(written, WRITTEN_BY) if len(same) <= MOST_DAYS else found


def _is_byline(text: str) -> bool:
    return line_kind(text) == BYLINE or (len(text) <= MAX_DATED and byline_with_day(text) is not None)


def _parts_of_article(page: Page, expected: Floats, likely: Sequence[int]) -> dict[int, str]:
    """Return the parts that an article alone has; ``expected`` are the words of main content of each text block."""
    found = dict.fromkeys(texts_of(page, tagged(page).get(FIGCAPTION, ())), FIGCAPTION)
    found |= dict.fromkeys(_no_paragraphs(page, [*_captions(page)], expected, likely), CAPTION)
    if found and float(expected.sum() - expected[[*found]].sum()) < LEAST_BESIDE_CAPTIONS:
        found = dict.fromkeys(found, STORY)
    heaviest = int(expected.argmax())
    before = [number for number in likely[:MOST_LIKELY] if number < heaviest]
    found |= dict.fromkeys(_days(page, before), PUBLISHED)
    if STORY not in found.values():
        found = _signed_lines(page, expected, [number for number in likely if number != heaviest]) | found
    descriptions = {page.metas[name] for name in DESCRIPTIONS if len(page.metas.get(name, "")) >= LEAST_LETTERS}
    if descriptions:
        found |= dict.fromkeys(_standfirsts(page, descriptions, heaviest + 1), STANDFIRST)
    return found


def _signed_lines(page: Page, expected: Floats, likely: Sequence[int]) -> dict[int, str]:
    """Return those of some texts that say who made a picture or a text, behind it or alone; more are an article's."""
    texts, tags, owners = [page.texts[number] for number in likely], page.tags, page.owners
    credited = [likely[place] for place in credit_lines(texts)]
    signed = [likely[place] for place in signature_lines(texts)]
    signed = [number for number in signed if tags[owners[number]] not in _NO_SIGNATURES]
    found = dict.fromkeys([number for number in signed if not _is_of_contact(page, number)], WRITTEN_BY)
    # In a list a picture may be what a page is about.
    long = [number for number in credited if len(page.texts[number]) > MAX_LENGTH or tags[owners[number]] != "li"]
    found |= dict.fromkeys(long, CREDIT)
    return found if float(expected[[*found]].sum()) <= FURNITURE_SHARE * float(expected.sum()) else {}


def _is_of_contact(page: Page, number: int) -> bool:
    """Return True if a mail address is a line of several in its element, or stands below a heading: whom to ask."""
    first, end = page.blocks_in(page.owners[number])
    is_headed = first > 0 and page.tags[page.owners[first - 1]] in HEADINGS
    return "@" in page.texts[number] and (end - first > SIGNED_LINES or is_headed)


SIGNED_LINES = 2
"""Lines of the longest signature: a name and an address."""
_NO_SIGNATURES = frozenset(("li", *HEADINGS))


def _no_paragraphs(page: Page, captions: list[int], expected: Floats, likely: Sequence[int]) -> list[int]:
    """Return the captions that are no paragraphs among others of one make: a picture's text may repeat a sentence."""
    if not any(page.tags[page.owners[block]] in _PARAGRAPHS for block in captions):
        return captions
    long = [block for block in likely if expected[block] >= PARAGRAPH_WORDS]
    makes = Counter(
        (page.parents[page.owners[block]], *make_of(page, page.owners[block])) for block in {*long}.difference(captions)
    )
    return [
        block
        for block in captions
        if page.tags[page.owners[block]] not in _PARAGRAPHS
        or makes[page.parents[page.owners[block]], *make_of(page, page.owners[block])] < FEWEST_ALIKE
    ]


_PARAGRAPHS = frozenset(("p", "li"))
PARAGRAPH_WORDS, FEWEST_ALIKE = 8.0, 3
"""Expected words of a paragraph, and how many others make one of a caption."""


def _parts_of_other(page: Page, expected: Floats, likely: Sequence[int], words: Floats) -> dict[int, str]:
    """Return the parts of a page that is no article; what leaves next to nothing is beside nothing."""
    found = dict.fromkeys(chain(_buttons(page, likely), _choices(page, {*likely}, words)), CONTROL)
    product = one_product(page.json_ld)
    beside = {
        BESIDE: [*texts_of(page, _asides(page))],
        OFFER: other_offers(page, product, words),
        REVIEW: reviews(page, product, likely[:MOST_LIKELY]),
    }
    left = float(expected.sum())
    for place, blocks in beside.items():
        inside = float(expected[blocks].sum()) if blocks else 0.0
        if left - inside >= LEAST_LEFT:
            found |= dict.fromkeys(blocks, place)
            left -= inside
    return found


def _outside(page: Page, elements: Sequence[int], expected: Floats) -> Iterator[int]:
    """Yield the text blocks of elements beside the text; one with most of it was never closed, or is none."""
    total, end = float(expected.sum()), -1
    for element in elements:
        if element < end:
            continue
        first, last = page.blocks_in(element)
        inside = 0.0 if page.tags[element] in _ALWAYS else float(expected[first:last].sum())
        if inside < LEAST_LEFT or inside <= MOST_BESIDE * total:
            end = page.ends[element]
            yield from range(first, last)


_ALWAYS = frozenset(("footer", "nav"))
MOST_BESIDE = 0.5
"""Share of the words of likely main content that is beside the text at the most."""


def _beside(page: Page, *, article: bool) -> list[int]:
    """Return the elements that say that they are beside a page's text, in document order."""
    quoted = tagged(page).get(_QUOTE, [])
    found = [
        element
        for tag in BESIDE_TAGS
        for element in tagged(page).get(tag, ())
        if not (quoted and page.tags[page.parents[element]] == _QUOTE)  # a quotation's footer says whose it is
    ]
    found += _asking_for_consent(page)
    found += [element for element, role in roles(page).items() if role in BESIDE_ROLES]
    for name in named(page, "unshown"):
        if not FOR_READERS.isdisjoint(name[:MAX_NAME].lower().split()):
            found += [element for element in page.names[name] if _has_texts(page, element)]
    if article:
        found += [each for each in microdata(page) if _AUTHOR in page.attrs[each].get("itemprop", "").split()]
    return sorted(found)


def _has_texts(page: Page, element: int) -> bool:
    """Return True if whole text blocks stand in an element, which is no part of one."""
    first, end = page.blocks_in(element)
    return first < end and page.owners[first] >= element


def _asking_for_consent(page: Page) -> list[int]:
    """Return the elements whose class or id says that they ask for consent to cookies."""
    names = [name for name in named(page, "consent") if not CONSENT.isdisjoint(_words(name[:MAX_NAME]))]
    return [element for name in names for element in page.names[name] if page.tags[element] in _BOXES]


CONSENT = frozenset(
    (
        *("cookie", "cookies", "consent", "gdpr", "dsgvo", "onetrust", "cookiebot", "usercentrics", "didomi", "cybot"),
        *("borlabs", "iubenda", "klaro", "cky", "cmplz", "complianz", "axeptio", "tarteaucitron", "truste", "osano"),
        "termly",
    )
)
"""Words of such names."""
_WORD = re.compile(r"[a-z]+")
_BOXES = frozenset(("div", "section", "aside", "form"))


def _prompts(page: Page, expected: Floats, *, article: bool) -> list[int]:
    """Return the texts of small boxes whose names say that they ask to sign up, or, on articles, who pays for what.

    On pages of services such a text is the fine print of an offer.
    """
    total = float(expected.sum())
    wanted = PROMPTS | DISCLOSURES if article else PROMPTS
    names = [name for name in named(page, "prompt") if not wanted.isdisjoint(_words(name[:MAX_NAME]))]
    found: set[int] = set()
    for element in {element for name in names for element in page.names[name]}:
        first, last = page.blocks_in(element)
        is_small = last - first <= MOST_OF_PROMPT and float(expected[first:last].sum()) <= PROMPT_SHARE * total
        if is_small and page.tags[element] not in _NO_PROMPTS:
            found.update(range(first, last))
    return sorted(found) if total - float(expected[[*found]].sum()) >= LEAST_LEFT else []


def _mail_boxes(page: Page, expected: Floats, most: int) -> list[int]:
    """Return the texts of small boxes around a field for a mail address, which ask to sign up."""
    fields = tagged(page).get(_INPUT, ())
    fields = [each for each in fields if page.attrs[each].get("type", "").strip().lower() == _MAIL_FIELD]
    if not fields:
        return []
    sums = [0.0, *np.cumsum(expected).tolist()]
    found = {block for field in fields for block in _box(page, field, sums, PROMPT_SHARE * sums[-1], most)[1]}
    return sorted(found) if float(expected[[*found]].sum()) <= MAIL_SHARE * sums[-1] else []


_MAIL_FIELD = "email"
MOST_OF_MAIL_BOX, MAIL_SHARE = 5, 0.3
"""Text blocks of such a box, and share of all of them in the expected words at the most."""


@lru_cache(maxsize=1 << 16)
def _words(name: str) -> frozenset[str]:
    parted = _CAMEL.sub(r"\1 \2", name).lower().replace("sign-up", "signup").replace("sign_up", "signup")
    return frozenset(_WORD.findall(parted))


PROMPTS = frozenset(("newsletter", "signup"))
DISCLOSURES = frozenset(("disclaimer", "disclosure", "disclosures", "affiliate", "subscription", "subscribe"))
"""Words of such names."""
MOST_OF_PROMPT, PROMPT_SHARE = 12, 0.15
"""Text blocks of such a box, and its share of the expected words at the most."""
_CAMEL = re.compile("([a-z])([A-Z])")
_NO_PROMPTS = frozenset(("body", "html", "main", "article", "form"))


def _asking(page: Page, likely: Sequence[int], words: Floats) -> set[int]:
    """Return the texts of small boxes that have few words beside a button.

    Names of classes may say nothing of what a box asks for: to open an app, to react.
    """
    found, boxes = set[int](), set[tuple[int, range]]()
    buttons = [each for each in tagged(page).get(_BUTTON, ()) if _is_near(page, each, likely)]
    if buttons:
        sums = [0.0, *np.cumsum(words).tolist()]
        boxes.update(_box(page, button, sums, LONGEST_ASKING, MOST_ASKING) for button in buttons)
    makes = Counter(make_of(page, box) for box, _ in boxes)
    for box, blocks in boxes:
        tags = {page.tags[page.owners[block]] for block in blocks}
        # More of one make are entries of a list.
        if tags.isdisjoint(HEADINGS) and tags.difference((_BUTTON,)) and makes[make_of(page, box)] <= MOST_BOXES:
            found.update(blocks)
    return found


def _is_near(page: Page, button: int, likely: Sequence[int]) -> bool:
    """Return True if a button that opens nothing may be in a box with a text that may be selected."""
    own = page.first_block(button)
    place = bisect_left(likely, own - MOST_ASKING)
    return place < len(likely) and likely[place] <= own + MOST_ASKING and OPENING.isdisjoint(page.attrs[button])


def _box(page: Page, element: int, sums: Sequence[float], most: float, count: int) -> tuple[int, range]:
    """Return the largest element around one that has few text blocks and words, and these; itself where none has.

    ``sums``: the words of all blocks before each.
    """
    found = element, range(0)
    for _ in range(CHOICE_LEVELS):
        element = page.parents[element]
        if element < 0 or page.tags[element] not in _BOXES:
            break
        first, last = page.blocks_in(element)
        if last - first > count or sums[last] - sums[first] > most:
            break
        found = element, range(first, last)
    return found


MOST_ASKING, LONGEST_ASKING = 6, 12.0
"""Text blocks and words of a box with a button at the most, the button's own among them."""
MOST_BOXES = 3
"""Boxes of one make at the most."""


def _asides(page: Page) -> Iterator[int]:
    """Yield the asides of a page that hold no quotation and are no note."""
    quotes = tagged(page).get(_QUOTE, [])
    for aside in tagged(page).get(_ASIDE, ()):
        holds_quote = bisect_left(quotes, page.ends[aside]) > bisect_left(quotes, aside)
        if not holds_quote and not page.attrs[aside].get("role", "").strip().startswith(_NOTE_ROLES):
            yield aside


def _buttons(page: Page, likely: Sequence[int]) -> Iterator[int]:
    """Yield those of some texts that are a button's, but for those that open a part of it: questions, headings."""
    for number in likely:
        owner = page.owners[number]
        if page.tags[owner] != _BUTTON or not OPENING.isdisjoint(page.attrs[owner]):
            continue
        above = page.parents[owner]
        is_heading = page.tags[above] in HEADINGS and page.blocks_in(above) == page.blocks_in(owner)
        if not is_heading and not page.texts[number].endswith(QUESTION_MARKS):
            yield number


_BUTTON = "button"
OPENING = frozenset(("aria-expanded", "aria-controls", "data-toggle", "data-bs-toggle"))
"""Attributes of what shows and hides other text."""
QUESTION_MARKS = ("?", "？", "؟")


def _choices(page: Page, likely: set[int], words: Floats) -> Iterator[int]:
    """Yield those of some texts that say what is chosen by the page's check boxes, as by those of filters."""
    for element in tagged(page).get(_INPUT, ()):
        blocks = _nearest(page, element)
        if likely.isdisjoint(blocks) or len(blocks) > MOST_OF_CHOICE:
            continue
        if words[blocks.start : blocks.stop].sum() <= LONGEST_CHOICE:
            own = page.attrs[element]
            if own.get("type", "").strip().lower() == CHOICE and "disabled" not in own:
                yield from likely.intersection(blocks)


def _nearest(page: Page, element: int) -> range:
    """Return the text blocks of the next element above one that has any."""
    for _ in range(CHOICE_LEVELS):
        element = page.parents[element]
        if element < 0 or page.tags[element] == "body":
            break
        if blocks := range(*page.blocks_in(element)):
            return blocks
    return range(0)


_INPUT = "input"
CHOICE = "checkbox"
"""A disabled one is a mark: of what is done in a list. Radio buttons choose among a product's kinds as often."""
CHOICE_LEVELS = 5
"""How many elements above it the text of a choice is at the most."""
MOST_OF_CHOICE = 2
"""Text blocks that one choice has at the most."""
LONGEST_CHOICE = 10.0
"""Words of these at the most; what a box opens or ticks off is longer."""


def _standfirsts(page: Page, descriptions: set[str], stop: int) -> Iterator[int]:
    texts, every = page.texts[:stop], "\n".join(descriptions)
    long = [number for number, text in enumerate(texts) if len(text) >= LEAST_LETTERS]
    likely = {number for number in long if texts[number][_PROBE] in every}
    for description in descriptions:
        probe = description[_PROBE]
        likely.update([number for number in long if probe in texts[number]])
    declared = [letters(description) for description in descriptions] if likely else []
    for number in sorted(likely):
        own = letters(texts[number])
        is_declared = len(own) >= LEAST_LETTERS and any(_agree(own, other) for other in declared)
        if is_declared and own not in letters(page.head_title):
            yield number


def _agree(text: str, description: str) -> bool:
    """Return True if a text is a description, a part of it or all of it and more, but for a cut end."""
    if text == description or (len(text) >= LEAST_PART and text in description):
        return True
    return len(description) >= LEAST_LETTERS and description[:-CUT_SIGNS] in text


def _labels(page: Page, likely: Sequence[int]) -> list[int]:
    """Return those of some texts that are labels of advertisements; a heading of that name is about advertising."""
    labels = [likely[label] for label in advertisement_labels([page.texts[number] for number in likely])]
    return [label for label in labels if page.tags[page.owners[label]] not in HEADINGS]


def _furniture(page: Page, expected: Floats, likely: Sequence[int], *, article: bool) -> list[int]:
    """Return those of some texts that say whose the text is, or that a script is missing; or ask for subscribers."""
    texts = [page.texts[number] for number in likely]
    total, places = float(expected.sum()), {*furniture_lines(texts)}
    # What another page asks for may be what it is about: a page to subscribe to news.
    if article:
        behind = max(bisect_left(likely, int(expected.argmax())), len(likely) - LAST_NOTICES)
        places.update(prompt_lines(texts))
        places.update(behind + place for place in notice_lines(texts[behind:]))
    found = (likely[place] for place in sorted(places))
    own = [number for number in found if page.tags[page.owners[number]] not in HEADINGS]
    inside = float(expected[own].sum())
    are_few = article and len(own) <= FEW_LINES and total - inside >= LEAST_BESIDE_FURTHER
    return own if are_few or inside <= FURNITURE_SHARE * total else []


LAST_NOTICES = 30
"""Texts at the end among which notices are."""
FURNITURE_SHARE, FEW_LINES = 0.3, 5
"""Share of such lines in the expected words at the most, a page may be about its rights; so few may be longer than a
short article."""


def _days(page: Page, likely: Sequence[int]) -> list[int]:
    """Return those of some texts before the heaviest one that are the day of publication; more are of a table."""
    short = [text for number in likely if len(text := page.texts[number]) <= MAX_LENGTH]
    days = {text for text in with_years(short) if _is_day(text)}
    days.update(text for text in short if is_age_line(text.casefold()))
    dated = [number for number in likely if page.texts[number] in days] if days else []
    events = event_days(page) if dated else ()
    found = [
        number
        for number in dated
        if not is_beside_event(page.texts, number) and (day_in(page.texts[number]) or "")[:DAY] not in events
    ]
    return found if len(found) <= MOST_DAYS else []


def _is_day(text: str) -> bool:
    """Return True for a line that is a day, and for a short one that has a day with a time, or beside a name."""
    day = None if is_other_day(text) else day_in(text)
    if day is None or line_kind(text) == DATELINE:
        return day is not None
    return len(text) <= MAX_DATED and (len(day) > DAY or _is_beside_name(text))


def _is_beside_name(text: str) -> bool:
    """Return True if what stands before or behind a line's day may be a name: a few words without digits and signs."""
    first, last = day_span(text) or (0, 0)
    before, behind = text[:first].strip(_BETWEEN), text[last:].strip(_BETWEEN)
    return not (before and behind) and _MAY_BE_NAME.fullmatch(before or behind) is not None


_BETWEEN = " |·•-–—/"
_MAY_BE_NAME = re.compile(r"(?=.{2,30}\Z)[^\W\d_][^\d()（）:：;,،!?。、]*+", re.DOTALL)


def _changes(page: Page, last: Sequence[int]) -> Iterator[int]:
    """Yield those of the last texts that say when the page was changed: "Last updated on 3 May 2024"."""
    short = [number for number in last if len(page.texts[number]) <= MAX_CHANGE]
    for number, is_change in zip(short, say_changed([page.texts[number] for number in short]), strict=True):
        span = day_span(page.texts[number]) if is_change else None
        before = page.texts[number][: span[0]] if span else ""
        is_short = len(page.texts[number]) <= MAX_DATED or is_label_of_change(before)
        if span and is_short and before.count(" ") <= CHANGE_WORDS:
            yield number


LAST, CHANGE_WORDS, MAX_CHANGE = 3, 6, 100
"""Texts at the end of the main content among which such a line is, its words before the day, and its characters."""


def _captions(page: Page) -> Iterator[int]:
    pictures: dict[str, list[tuple[int, str]]] = {}
    for element, alternative in zip(page.objects, page.object_alts, strict=True):
        if len(alternative) >= LEAST_LETTERS:
            pictures.setdefault(alternative[_PROBE], []).append((element, alternative))
    if not pictures:
        return
    read = cache(letters)  # an alternative text may be compared with all texts of the page
    for number in [
        number for number, text in enumerate(page.texts) if len(text) >= LEAST_LETTERS and text[_PROBE] in pictures
    ]:
        text, around = page.texts[number], page.owners[number]
        if page.tags[around] in HEADINGS:
            continue
        for _ in range(CAPTION_LEVELS):
            if (above := page.parents[around]) < 0 or page.tags[above] == "body":
                break
            around = above
        own = letters(text)
        for element, alternative in pictures[text[_PROBE]][:MOST_PICTURES]:
            if around <= element < page.ends[around]:
                other = read(alternative)
                if own.startswith(other) or other.startswith(own):
                    yield number
                    break


MOST_PICTURES = 20
"""Pictures with alternative texts alike that are compared with a text."""


def with_declared(scores: Floats, declared: Mapping[int, str]) -> Floats:
    """Return the scores (0 to 1) after the evidence of `declared_places`."""
    if not declared:
        return scores
    changed, blocks = scores.copy(), [*declared]
    odds = np.array([_DECLARED_ODDS[place] for place in declared.values()])
    own = scores[blocks].astype(np.float64)
    changed[blocks] = own / (own + (1 - own) * odds)
    return changed


_DECLARED_ODDS = {place: math.exp(-gain) for place, gain in DECLARED.items()}


def name_declared(reasons: list[str], declared: Mapping[int, str], selected: Sequence[int], name: str) -> None:
    """Add what the page declares to the reasons of `declared_places` where it agrees with the label."""
    taken = {*selected}
    for number, place in declared.items():
        if (number in taken) == (DECLARED[place] > 0):
            reasons[number] = f"{name}: {_DECLARED_WORDS[place]}"


_DECLARED_WORDS = {
    STANDFIRST: "it is what the page declares as its description",
    CAPTION: "it repeats the alternative text of the picture beside it",
    FIGCAPTION: "it is the caption of a figure",
    STORY: "it is a caption, and captions are all that the page has",
    NOTE: "it is a correction of the text",
    POINT: "it is one of the main points of the text",
    LABEL: "it is the label of an advertisement, or a line of rights, of who edited a text, of a missing script, "
    "or leads to other texts or to news",
    SUMMARY: "a machine has made it",
    PUBLISHED: "it is the day of publication",
    WRITTEN_BY: "it says who wrote the text",
    CREDIT: "it is the credit of a picture, or ends with one",
    TEASER: "it is a teaser of another page",
    BESIDE: "its element says that it is beside the text: a footer, a dialog, an aside, an author",
    CONTROL: "it is the label of a control: a button, a choice, what shares the page",
    OFFER: "it is an offer of another product than the one that the page declares",
    REVIEW: "it is what customers write of the product",
}
