"""What one link says about a step through pages: its direction, its number."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ...words import phrases
from ._addresses import segments
from ._ranges import range_in

if TYPE_CHECKING:
    from ._addresses import Addresses
    from ._links import Link, Links

FORWARD, BACKWARD = 1, -1
NEXT_WORDS = phrases.NEXT | phrases.OLDER | phrases.NEXT_ARTICLE
PREVIOUS_WORDS = phrases.PREVIOUS | phrases.NEWER | phrases.PREVIOUS_ARTICLE
_WORDED = NEXT_WORDS | PREVIOUS_WORDS | phrases.PAGE
_TELLING = _WORDED | phrases.ODD
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
    """Read a page's links. Most are plain words, so those pass without a call."""
    flags = [False] * len(links)
    numbers: dict[int, int] = {}
    signs: dict[int, int] = {}
    ranges: list[int] = []
    texts, says, hrefs = links.texts, links.says, links.hrefs
    telling = links.telling(_TELLING)
    related = [position for position, rel in links.rels.items() if "next" in rel or "prev" in rel]
    for position in sorted({*telling, *related}) if related else telling:
        number, sign = number_in(texts[position], says[position]), sign_of(texts[position])
        if number is not None:
            numbers[position] = number
        if sign:
            signs[position] = sign
        if number is None and not sign and range_in(texts[position]):
            ranges.append(position)
        elif number is None and not sign and not says[position] & _WORDED:
            continue
        flags[position] = is_away(hrefs[position])
    for position in related:
        flags[position] = is_away(hrefs[position])
    return Steps(flags, numbers, signs, ranges)


def direction_of(link: Link) -> int:
    """Return `FORWARD` or `BACKWARD` by a link's rel, words or sign, 0 where it tells none, or both."""
    for forward, backward in (
        ("next" in link.rel, "prev" in link.rel),
        (link.says & NEXT_WORDS, link.says & PREVIOUS_WORDS),
        (link.says & phrases.NEXT_LEAD, link.says & phrases.PREVIOUS_LEAD),
    ):
        if forward or backward:
            return bool(forward) - bool(backward)
    return sign_of(link.text)


def is_led_pair(links: Links, position: int) -> bool:
    """Tell whether "Previous" and a title stand right before "Next" and a title; one alone begins any title."""
    says = links.says
    return bool(
        says[position] & phrases.PREVIOUS_LEAD and position + 1 < len(says) and says[position + 1] & phrases.NEXT_LEAD
    )


def without_teasers(links: Links, positions: list[int]) -> list[int]:
    """Return the positions without those whose words lead to several addresses: teasers' ("weiter", "далее")."""
    if len(positions) <= MAX_ALIKE:
        return positions
    targets: dict[str, set[str]] = {}
    for position in positions:
        targets.setdefault(links.texts[position].lower(), set()).add(links.hrefs[position])
    return [position for position in positions if len(targets[links.texts[position].lower()]) <= MAX_ALIKE]


def leads_away(link: Link) -> bool:
    """Tell whether a link has an address of its own; scripted pagers name pages in fragments that hold a number."""
    return is_away(link.href)


def is_away(href: str) -> bool:
    """Tell the same by a link's address."""
    if not href or href.lower().startswith(_NO_ADDRESS):
        return False
    return not href.startswith("#") or any(character.isdigit() for character in href)


def number_of(link: Link) -> int | None:
    """Return the page number that a link's text is, or names ("Page 2"), else None."""
    return number_in(link.text, link.says)


def number_in(text: str, says: int) -> int | None:
    """Return the same by a link's text and what it says."""
    if not text or not (text[-1].isdecimal() or text[-1] in "]) " or says & phrases.PAGE):
        return None
    match = _NUMBER.fullmatch(text)
    if match is None and says & phrases.PAGE:
        match = _DIGITS.search(text)
    return int(_DIGITS.findall(match[0])[0]) if match else None


def sign_of(text: str) -> int:
    """Return `FORWARD` or `BACKWARD` where a text is, ends or starts with such a sign, 0 where it has both or none."""
    if not text or (text[0].isalnum() and text[-1].isalnum()):
        return 0
    forward = text in _FORWARD_SIGNS or (text[-1] in _LAST_SIGNS and len(text) > 1)
    backward = text in _BACKWARD_SIGNS or (text[0] in _FIRST_SIGNS and len(text) > 1)
    return forward - backward


def is_sibling(addresses: Addresses, link: Link) -> bool:
    """Uda 3.3 ② B-5: the address is one of the page's own site, at its level or one beside it."""
    if not leads_away(link) or not addresses.is_same_host(link.href):
        return False
    if not addresses.own:
        return True
    own, other = addresses.own_path, segments(addresses.absolute(link.href))
    shared = len(_shared(own, other))
    return shared >= min(len(own), len(other)) - 1 and abs(len(own) - len(other)) <= MAX_DEEPER


def _shared(left: tuple[str, ...], right: tuple[str, ...]) -> list[str]:
    shared = []
    for mine, theirs in zip(left, right, strict=False):
        if mine != theirs:
            break
        shared.append(mine)
    return shared
