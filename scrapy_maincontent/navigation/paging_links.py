"""A link -> the step through pages that it stands for: its direction, its number, the entries that it names.

`alike_seeds` are links whose text alone is not enough (a sign, a number, a first word, a class, a picture): each such
hint is everywhere, but together with the page's own address but for a number further on it is a step.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, NamedTuple

from ..words import class_names, phrases
from ..words.class_names import MAX_NAME, MEANINGS, class_meanings
from .addresses import form_step, is_dated, is_page_fragment, more_step, page_step, segments

if TYPE_CHECKING:
    from ..page import Page
    from .addresses import Addresses
    from .candidates import Candidates, Link, Links


FORWARD, BACKWARD = 1, -1
NEXT_WORDS = phrases.NEXT | phrases.OLDER | phrases.NEXT_ARTICLE
PREVIOUS_WORDS = phrases.PREVIOUS | phrases.NEWER | phrases.PREVIOUS_ARTICLE
_WORDED = NEXT_WORDS | PREVIOUS_WORDS | phrases.PAGE
_STEP_SENSES = _WORDED | phrases.ODD
MAX_ALIKE = 2
"""Addresses of links with the same words that may be steps."""
MAX_NUMBER = 5
"""Digits of a page's number."""
MAX_DEEPER = 3
"""Segments by which a sibling page's path may be longer or shorter ("/page/2")."""

_NUMBER = re.compile(rf"[\[(]?\s*(\d{{1,{MAX_NUMBER}}})\s*[\])]?")
_DIGITS = re.compile(rf"\d{{1,{MAX_NUMBER}}}")
_NO_ADDRESS = ("javascript:", "mailto:", "tel:")
_FORWARD_SIGNS = frozenset(
    ("»", ">", ">>", "›", "→", "＞", "≫", "▶", "►", "⟩", "❯", "＞＞", "-->", "->", "⇒", ">|", "»»", "▸", "⟶")
)
_BACKWARD_SIGNS = frozenset(
    ("«", "<", "<<", "‹", "←", "＜", "≪", "◀", "◄", "⟨", "❮", "＜＜", "<--", "<-", "⇐", "|<", "««", "◂", "⟵")
)
_FIRST_SIGNS, _LAST_SIGNS = frozenset("".join(_BACKWARD_SIGNS) + "〈"), frozenset("".join(_FORWARD_SIGNS) + "〉")


class Steps(NamedTuple):
    """Which links of a page are steps, the numbers and signs of those that have one, and which name entries."""

    flags: list[bool]
    numbers: dict[int, int]
    signs: dict[int, int]
    ranges: list[int]


def read_steps(links: Links) -> Steps:
    """Return the steps among a page's links. Most links are plain words, and pass without a call."""
    flags = [False] * len(links)
    numbers: dict[int, int] = {}
    signs: dict[int, int] = {}
    ranges: list[int] = []
    texts, senses, hrefs = links.texts, links.senses, links.hrefs
    worded = links.with_senses(_STEP_SENSES)
    related = [position for position, rel in links.rels.items() if "next" in rel or "prev" in rel]
    for position in sorted({*worded, *related}) if related else worded:
        text, bits = texts[position], senses[position]
        if sign := sign_of(text):
            signs[position] = sign
        is_short = len(text) <= _MAX_TEXT
        number = _number_in(text, bits) if is_short or bits & phrases.PAGE else None
        if number is not None:
            numbers[position] = number
        elif not sign and is_short and _range_in(text):
            ranges.append(position)
        elif not sign and not bits & _WORDED:
            continue
        flags[position] = leads_away(hrefs[position])
    for position in related:
        flags[position] = leads_away(hrefs[position])
    return Steps(flags, numbers, signs, ranges)


def direction_of(link: Link) -> int:
    """Return `FORWARD` or `BACKWARD` by a link's rel, words or sign, 0 where it has none, or both."""
    for forward, backward in (
        ("next" in link.rel, "prev" in link.rel),
        (link.senses & NEXT_WORDS, link.senses & PREVIOUS_WORDS),
        (link.senses & phrases.NEXT_LEAD, link.senses & phrases.PREVIOUS_LEAD),
    ):
        if forward or backward:
            return bool(forward) - bool(backward)
    return sign_of(link.text)


def is_led_pair(links: Links, position: int) -> bool:
    """Return True if "Previous" and a title stand right before "Next" and a title; one alone begins any title."""
    senses = links.senses
    return bool(
        senses[position] & phrases.PREVIOUS_LEAD
        and position + 1 < len(senses)
        and senses[position + 1] & phrases.NEXT_LEAD
    )


def without_teasers(links: Links, positions: list[int]) -> list[int]:
    """Return the positions without those whose words lead to several addresses: teasers' ("weiter", "далее")."""
    if len(positions) <= MAX_ALIKE:
        return positions
    targets: dict[str, set[str]] = {}
    for position in positions:
        targets.setdefault(links.texts[position].lower(), set()).add(links.hrefs[position])
    return [position for position in positions if len(targets[links.texts[position].lower()]) <= MAX_ALIKE]


def leads_away(href: str) -> bool:
    """Return True if a link's address is its own; scripted pagers name pages in fragments that hold a number."""
    if not href or href.lower().startswith(_NO_ADDRESS):
        return False
    return not href.startswith("#") or any(character.isdigit() for character in href)


def number_of(link: Link) -> int | None:
    """Return the page number that a link's text is, or names ("Page 2"), else None."""
    return _number_in(link.text, link.senses)


def _number_in(text: str, senses: int) -> int | None:
    """Return the page number in a text with some senses, else None."""
    if not text or not (text[-1].isdecimal() or text[-1] in "]) " or senses & phrases.PAGE):
        return None
    match = _NUMBER.fullmatch(text)
    if match is None and senses & phrases.PAGE:
        match = _DIGITS.search(text)
    return int(_DIGITS.findall(match[0])[0]) if match else None


def sign_of(text: str) -> int:
    """Return `FORWARD` or `BACKWARD` where a text is, ends or starts with such a sign, 0 where it has both or none."""
    forward = text[-1:] in _LAST_SIGNS and (len(text) > 1 or text in _FORWARD_SIGNS)
    backward = text[:1] in _FIRST_SIGNS and (len(text) > 1 or text in _BACKWARD_SIGNS)
    return forward - backward


def is_sibling(addresses: Addresses, link: Link) -> bool:
    """Uda 3.3 ② B-5: the address is one of the page's own site, at its level or one beside it."""
    if not leads_away(link.href) or not addresses.is_same_host(link.href):
        return False
    if not addresses.own:
        return True
    own, other = addresses.own_path, segments(addresses.absolute(link.href))
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(own, other, strict=False)))
    return shared >= min(len(own), len(other)) - 1 and abs(len(own) - len(other)) <= MAX_DEEPER


MIN_NUMBERS = 2
MAX_DAY = 31
YEARS = range(1900, 2100)
MIN_ENTRIES = 5
"""Entries of a page, in lists that show the first entry's number in place of the page's."""
_CURRENT = re.compile(r"(?:\b|_|[a-z](?=[A-Z]))(?:is)?(?:active|current|selected|Active|Current|Selected)(?![a-z])")
_MAX_PIECE = 20
_MAX_PIECES = 12
"""Pieces of text before and behind the links in which the current number is looked for."""


def current_number(page: Page, links: list[Link]) -> int | None:
    """Return the current page's number: marked as such, or an unlinked number beside a linked neighbour."""
    numbers = {number for link in links if (number := number_of(link)) is not None}
    if not numbers:
        return None
    for link in links:
        if "aria-current" in page.attrs[link.element]:
            return number_of(link)
    start, end = page.piece_starts[links[0].element], page.piece_ends[links[-1].element]
    for piece in range(max(start - _MAX_PIECES, 0), min(end + _MAX_PIECES, len(page.pieces))):
        text = page.pieces[piece][:_MAX_PIECE].strip("[]() \t\n\r\xa0")
        if page.linked[piece] or not text.isdecimal() or len(text) > MAX_NUMBER:
            continue
        number = int(text)
        apart = distance({*numbers, number})
        if apart == 1 and number == 0:
            continue
        if number not in numbers and (number + apart in numbers or number - apart in numbers):
            return number
    return next((number_of(link) for link in links if _is_marked_current(page, link)), None)


def distance(numbers: set[int]) -> int:
    """Return by how much the numbers of a list go on: 1, or more where it counts entries from 0 on ("0 10 20")."""
    least = min((number for number in numbers if number), default=1)
    counts = 0 in numbers and least >= MIN_ENTRIES and len(numbers) > 2
    return least if counts and not any(number % least for number in numbers) else 1


def _is_marked_current(page: Page, link: Link) -> bool:
    """Return True if the class of a number's link, or of the item around it, marks it as the current page's."""
    if number_of(link) is None:
        return False
    around = (link.element, page.parents[link.element])
    return any(_CURRENT.search(page.attrs[element].get("class", "")[:MAX_NAME]) for element in around)


def is_run(values: list[int]) -> bool:
    """Return True if numbers, none of years, ascend as pages do: from the first one on, or by one at the beginning."""
    if not all(low < high for low, high in pairwise(values)) or (values[0] in YEARS and values[-1] in YEARS):
        return False
    return values[0] <= MIN_NUMBERS or values[1] == values[0] + 1


def are_siblings(addresses: Addresses, links: list[Link]) -> bool:
    """Return True if links lead to sibling pages; the current one's may lead to "#", others to no place (notes)."""
    others = [link for link in links if link.href != "#"]
    return len(links) - len(others) <= 1 <= len(others) and all(
        is_page_fragment(link.href) if link.href.startswith("#") else is_sibling(addresses, link) for link in others
    )


def are_days(addresses: Addresses, links: list[Link]) -> bool:
    """Return True if numbers are those of a month's days, by their addresses: a calendar's."""
    return all((number_of(link) or 0) <= MAX_DAY and is_dated(addresses.absolute(link.href)) for link in links)


# Lists that show each page's entries in place of its number: "1-50", "51-100", "101-150".

_RANGE = re.compile(r"[\[(]?(\d{1,6})\s?[-–—~～]\s?(\d{1,6})[\])]?")
_MAX_TEXT = 17
"""Characters of a text that is a range, or a number."""
_MAX_RANGE_PIECES = 6
"""Pieces of text before and behind a link in which the current page's entries are looked for."""


def _range_in(text: str) -> tuple[int, int] | None:
    """Return the first and the last entry that a text names, None where it is something else."""
    if not text[-1:].isdecimal() and text[-1:] not in ("]", ")"):
        return None
    match = _RANGE.fullmatch(text) if len(text) <= _MAX_TEXT else None
    if match is None or int(match[1]) >= int(match[2]):
        return None
    return int(match[1]), int(match[2])


def range_step(page: Page, element: int, text: str) -> int:
    """Return 1 where a link's entries follow those of the current page beside it, -1 where they go before, else 0."""
    entries = _range_in(text)
    if entries is None:
        return 0
    start, end = page.piece_starts[element], page.piece_ends[element]
    for piece in range(max(start - _MAX_RANGE_PIECES, 0), min(end + _MAX_RANGE_PIECES, len(page.pieces))):
        current = None if page.linked[piece] else _range_in(page.pieces[piece].strip()[: _MAX_TEXT + 1])
        if current is None:
            continue
        if current[1] + 1 == entries[0] and current[1] - current[0] >= entries[1] - entries[0]:
            return 1
        if current[0] - 1 == entries[1]:
            return -1
    return 0


# Links that only hint at a step, to an address like the page's.

LEADS = {FORWARD: phrases.NEXT_LEAD, BACKWARD: phrases.PREVIOUS_LEAD}
_ANY_LEAD = phrases.NEXT_LEAD | phrases.PREVIOUS_LEAD
_NAMES = {FORWARD: class_names.NEXT_NAME, BACKWARD: class_names.PREVIOUS_NAME}
_PICTURES = {
    FORWARD: re.compile(r"(?:^|[^a-z])(?:next|nxt|fwd|forward|right)(?:[^a-z]|$)"),
    BACKWARD: re.compile(r"(?:^|[^a-z])(?:prev|previous|back|left)(?:[^a-z]|$)"),
}
"""The file names of pictures of arrows."""
_ARROWS = "(?:chevron|angle|arrow|caret|triangle)"
_ICONS = {
    FORWARD: re.compile(rf"{_ARROWS}[a-z_-]{{0,10}}(?:right|next|forward)|right-?{_ARROWS}"),
    BACKWARD: re.compile(rf"{_ARROWS}[a-z_-]{{0,10}}(?:left|prev|back)|left-?{_ARROWS}"),
}
"""The classes of arrows that a style sheet draws."""
_MAX_INNER = 3
_KEPT = 512
_MAX_FILE_NAME = 60
_MAX_HINTS = 300
"""Hints of one page whose addresses are compared."""
_MAX_NUMBERS = 12
"""Numbers outside of lists of numbers; where there are more, they are notes or figures."""


def alike_seeds(candidates: Candidates, addresses: Addresses, steps: Steps, taken: set[int]) -> list[int]:
    """Return links, not ``taken``, that hint at a step, and whose address goes the same way (beyond the paper)."""
    if not addresses.own:
        return []
    links, found = candidates.links, []
    for position, direction in _hints(candidates, steps, taken)[:_MAX_HINTS]:
        if _step_to(addresses, links.hrefs[position]) * direction > 0:
            found.append(position)
    found += _more_seeds(candidates, addresses, taken)
    for position in steps.ranges[:_MAX_HINTS]:
        element = candidates.elements[position]
        if position not in taken and range_step(candidates.page, element, links.texts[position]):
            found.append(position)
    numbers = [position for position in steps.numbers if position not in taken]
    for position in numbers if len(numbers) <= _MAX_NUMBERS else ():
        step = _step_to(addresses, links.hrefs[position])
        current = current_number(candidates.page, [links[position]]) if step else None
        if current is not None and (steps.numbers[position] - current) * step > 0:
            found.append(position)
    return found


def _more_seeds(candidates: Candidates, addresses: Addresses, taken: set[int]) -> list[int]:
    """Return the positions of links such as "load more" whose address goes on from the page's own."""
    links = candidates.links
    more = without_teasers(links, [position for position in links.with_senses(phrases.MORE) if position not in taken])
    return [position for position in more if more_step(addresses.own, addresses.absolute(links.hrefs[position]))]


def _hints(candidates: Candidates, steps: Steps, taken: set[int]) -> list[tuple[int, int]]:
    """Return the links that hint at a direction by a sign alone, a lead word, a name or a picture, and at which."""
    page, links = candidates.page, candidates.links
    texts, senses = links.texts, links.senses
    found = [
        (position, sign)
        for position, sign in steps.signs.items()
        if position not in taken and not any(map(str.isalnum, texts[position]))
    ]
    for position in links.with_senses(_ANY_LEAD):
        bits = senses[position] & _ANY_LEAD
        if position not in taken and bits != _ANY_LEAD:
            found.append((position, FORWARD if bits == LEADS[FORWARD] else BACKWARD))
    for position in links.nameless:
        if position not in taken:
            element = candidates.elements[position]
            if direction := named_direction(page, element) or pictured_direction(page, element):
                found.append((position, direction))
    return found


def named_direction(page: Page, element: int) -> int:
    """Return the direction that class or id of a link, or the class of its parent or of its first child, name."""
    inner = element + 1 if element + 1 < page.ends[element] else element
    meaning = MEANINGS[page.attrs[element].get("id", "")[:MAX_NAME]]
    for other in (element, page.parents[element], inner):
        meaning |= class_meanings(page.attrs[other])
    return bool(meaning & _NAMES[FORWARD]) - bool(meaning & _NAMES[BACKWARD])


def pictured_direction(page: Page, element: int) -> int:
    """Return the direction that the file name of a link's first picture names, or the class of what is in the link."""
    number = bisect_left(page.objects, element)
    if number < len(page.objects) and page.objects[number] < page.ends[element]:
        name = page.object_urls[number].partition("?")[0].rpartition("/")[2][-_MAX_FILE_NAME:].lower()
        return bool(_PICTURES[FORWARD].search(name)) - bool(_PICTURES[BACKWARD].search(name))
    for inner in range(element + 1, min(page.ends[element], element + 1 + _MAX_INNER)):
        direction = _icon_direction(page.attrs[inner].get("class", "")[:MAX_NAME])
        if direction:
            return direction
    return 0


@lru_cache(maxsize=_KEPT)
def _icon_direction(name: str) -> int:
    """Return the direction of the arrow that a class names: "fa-chevron-right"."""
    lowered = name.lower()
    return bool(_ICONS[FORWARD].search(lowered)) - bool(_ICONS[BACKWARD].search(lowered))


def _step_to(addresses: Addresses, href: str) -> int:
    """Return by how many pages, or entries, an address is further on than the page's own; 0 where it is not."""
    url = addresses.absolute(href).partition("#")[0]
    if url == addresses.own:
        return 0
    return page_step(addresses.own, url) or form_step(addresses.own, url) or 0
