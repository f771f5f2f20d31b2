"""Links that only hint at a step, by a sign, a number, a lead word, a name or a picture, to an address like the page's.

Each hint alone is everywhere; together with the page's own address but for a number further on it is a step.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from .. import name_words
from ..name_meanings import MAX_NAME, MEANINGS, class_says
from . import _words
from ._likeness import page_step
from ._numbers import current_number
from ._page_forms import form_step
from ._steps import BACKWARD, FORWARD, number_of, sign_of

if TYPE_CHECKING:
    from ..page import Page
    from ._addresses import Addresses
    from ._candidates import Candidates
    from ._links import Link

LEADS = {FORWARD: _words.NEXT_LEAD, BACKWARD: _words.PREVIOUS_LEAD}
_ANY_LEAD = _words.NEXT_LEAD | _words.PREVIOUS_LEAD
_NAMES = {FORWARD: name_words.NEXT_NAME, BACKWARD: name_words.PREVIOUS_NAME}
_PICTURES = {
    FORWARD: re.compile(r"(?:^|[^a-z])(?:next|nxt|fwd|forward|right)(?:[^a-z]|$)"),
    BACKWARD: re.compile(r"(?:^|[^a-z])(?:prev|previous|back|left)(?:[^a-z]|$)"),
}
"""The file names of pictures of arrows."""
_MAX_FILE_NAME = 60
_MAX_HINTS = 300
"""Hints of one page whose addresses are compared."""


def alike_seeds(candidates: Candidates, addresses: Addresses) -> list[int]:
    """Beyond the paper: the positions of links that hint at a step, and whose address goes the same way."""
    if not addresses.own:
        return []
    links = candidates.links
    hints = [position for position in links.saying if links.says[position] & (_ANY_LEAD | _words.ODD)]
    hints += [position for position, text in enumerate(links.texts) if not text]
    found = []
    for position in sorted(hints)[:_MAX_HINTS]:
        link = links[position]
        direction = hint(candidates.page, link)
        if direction and step_to(addresses, link) * direction > 0:
            found.append(position)
    return found


def hint(page: Page, link: Link) -> int:
    """Return the direction that a link hints at, 0 where it does not, or both ways."""
    if link.says & _ANY_LEAD:
        return bool(link.says & LEADS[FORWARD]) - bool(link.says & LEADS[BACKWARD])
    if not link.text:
        return named_direction(page, link.element) or pictured_direction(page, link.element)
    number = number_of(link)
    if number is not None:
        current = current_number(page, [link])
        return 0 if current is None else (number > current) - (number < current)
    return 0 if any(map(str.isalnum, link.text)) else sign_of(link.text)


def named_direction(page: Page, element: int) -> int:
    """Return the direction that class or id of a link, or the class of its parent or of its first child, name."""
    inner = element + 1 if element + 1 < page.ends[element] else element
    says = MEANINGS[page.attrs[element].get("id", "")[:MAX_NAME]]
    for other in (element, page.parents[element], inner):
        says |= class_says(page.attrs[other])
    return bool(says & _NAMES[FORWARD]) - bool(says & _NAMES[BACKWARD])


def pictured_direction(page: Page, element: int) -> int:
    """Return the direction that the file name of a link's first picture names."""
    number = bisect_left(page.objects, element)
    if number == len(page.objects) or page.objects[number] >= page.ends[element]:
        return 0
    name = page.object_urls[number].partition("?")[0].rpartition("/")[2][-_MAX_FILE_NAME:].lower()
    return bool(_PICTURES[FORWARD].search(name)) - bool(_PICTURES[BACKWARD].search(name))


def step_to(addresses: Addresses, link: Link) -> int:
    """Return by how many pages, or entries, a link's address is further on than the page's own; 0 where it is not."""
    url = addresses.absolute(link.href).partition("#")[0]
    return page_step(addresses.own, url) or form_step(addresses.own, url) or 0
