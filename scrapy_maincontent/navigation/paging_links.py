"""A link -> its step through pages: direction and number."""

from __future__ import annotations

import re
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, NamedTuple

from ..page.stems import MAX_NAME
from ..words import class_names, phrases
from ..words.class_names import MEANINGS, class_meanings
from .addresses import is_dated, is_page_fragment, segments

if TYPE_CHECKING:
    from ..page import Page
    from .addresses import Addresses
    from .candidates import Link, Links


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
_BEHIND_NUMBERS = "]) "
_ENDS = _LAST_SIGNS.union(_BEHIND_NUMBERS)
"""Last letters of signs and, beside digits, of numbers."""


class Steps(NamedTuple):
    """Which links of a page are steps, and the numbers and signs of those that have one."""

    flags: list[bool]
    numbers: dict[int, int]
    signs: dict[int, int]


def read_steps(links: Links) -> Steps:
    """Return the steps among a page's links. Most links are plain words, and pass without a call."""
    flags = [False] * len(links)
    numbers: dict[int, int] = {}
    signs: dict[int, int] = {}
    texts, senses, hrefs = links.texts, links.senses, links.hrefs
    worded = links.with_senses(_STEP_SENSES)
    related = [position for position, rel in links.rels.items() if "next" in rel or "prev" in rel]
    for position in sorted({*worded, *related}) if related else worded:
        text, bits = texts[position], senses[position]
        if not (bits & _WORDED or text[-1:] in _ENDS or text[:1] in _FIRST_SIGNS or text[-1:].isdecimal()):
            continue
        if sign := sign_of(text):
            signs[position] = sign
        number = _number_in(text, bits)
        if number is not None:
            numbers[position] = number
        elif not sign and not bits & _WORDED:
            continue
        flags[position] = leads_away(hrefs[position])
    for position in related:
        flags[position] = leads_away(hrefs[position])
    return Steps(flags, numbers, signs)


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
    """Return True if "Previous" and a title come right before "Next" and a title; one alone begins any title."""
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
    if not text or not (text[-1].isdecimal() or text[-1] in _BEHIND_NUMBERS or senses & phrases.PAGE):
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
        if number and number not in numbers and not numbers.isdisjoint((number - 1, number + 1)):
            return number
    return next((number_of(link) for link in links if _is_marked_current(page, link)), None)


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


# What a link's words or names hint at.

LEADS = {FORWARD: phrases.NEXT_LEAD, BACKWARD: phrases.PREVIOUS_LEAD}
_NAMES = {FORWARD: class_names.NEXT_NAME, BACKWARD: class_names.PREVIOUS_NAME}


def named_direction(page: Page, element: int) -> int:
    """Return the direction that class or id of a link, or the class of its parent or of its first child, name."""
    inner = element + 1 if element + 1 < page.ends[element] else element
    meaning = MEANINGS[page.attrs[element].get("id", "")[:MAX_NAME]]
    for other in (element, page.parents[element], inner):
        meaning |= class_meanings(page.attrs[other])
    return bool(meaning & _NAMES[FORWARD]) - bool(meaning & _NAMES[BACKWARD])
