"""Links that only hint at a step, by a sign, a number, a lead word, a name or a picture, to an address like the page's.

Each hint alone is everywhere; together with the page's own address but for a number further on it is a step.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from typing import TYPE_CHECKING

from ...words import class_vocabulary, phrases
from ...words.class_names import MAX_NAME, MEANINGS, class_says
from ._likeness import page_step
from ._numbers import current_number
from ._page_forms import form_step, more_step
from ._ranges import range_step
from ._steps import BACKWARD, FORWARD, without_teasers

if TYPE_CHECKING:
    from ...page import Page
    from ._addresses import Addresses
    from ._candidates import Candidates
    from ._steps import Steps

LEADS = {FORWARD: phrases.NEXT_LEAD, BACKWARD: phrases.PREVIOUS_LEAD}
_ANY_LEAD = phrases.NEXT_LEAD | phrases.PREVIOUS_LEAD
_NAMES = {FORWARD: class_vocabulary.NEXT_NAME, BACKWARD: class_vocabulary.PREVIOUS_NAME}
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
    """Beyond the paper: the positions of links that hint at a step, and whose address goes the same way.

    ``taken`` are the positions of those that are known.
    """
    if not addresses.own:
        return []
    links, found = candidates.links, []
    for position, direction in hints(candidates, steps, taken)[:_MAX_HINTS]:
        if step_to(addresses, links.hrefs[position]) * direction > 0:
            found.append(position)
    found += more_seeds(candidates, addresses, taken)
    for position in steps.ranges[:_MAX_HINTS]:
        element = candidates.elements[position]
        if position not in taken and range_step(candidates.page, element, links.texts[position]):
            found.append(position)
    numbers = [position for position in steps.numbers if position not in taken]
    for position in numbers if len(numbers) <= _MAX_NUMBERS else ():
        step = step_to(addresses, links.hrefs[position])
        current = current_number(candidates.page, [links[position]]) if step else None
        if current is not None and (steps.numbers[position] - current) * step > 0:
            found.append(position)
    return found


def more_seeds(candidates: Candidates, addresses: Addresses, taken: set[int]) -> list[int]:
    """Return the positions of links that say "load more" or the like and whose address goes on from the page's own."""
    links = candidates.links
    said = without_teasers(links, [position for position in links.telling(phrases.MORE) if position not in taken])
    return [position for position in said if more_step(addresses.own, addresses.absolute(links.hrefs[position]))]


def hints(candidates: Candidates, steps: Steps, taken: set[int]) -> list[tuple[int, int]]:
    """Return the links that hint at a direction by a sign alone, a lead word, a name or a picture, and at which."""
    page, links = candidates.page, candidates.links
    texts, says = links.texts, links.says
    found = [
        (position, sign)
        for position, sign in steps.signs.items()
        if position not in taken and not any(map(str.isalnum, texts[position]))
    ]
    for position in links.telling(_ANY_LEAD):
        bits = says[position] & _ANY_LEAD
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
    says = MEANINGS[page.attrs[element].get("id", "")[:MAX_NAME]]
    for other in (element, page.parents[element], inner):
        says |= class_says(page.attrs[other])
    return bool(says & _NAMES[FORWARD]) - bool(says & _NAMES[BACKWARD])


def pictured_direction(page: Page, element: int) -> int:
    """Return the direction that the file name of a link's first picture names, or the class of what is in the link."""
    number = bisect_left(page.objects, element)
    if number < len(page.objects) and page.objects[number] < page.ends[element]:
        name = page.object_urls[number].partition("?")[0].rpartition("/")[2][-_MAX_FILE_NAME:].lower()
        return bool(_PICTURES[FORWARD].search(name)) - bool(_PICTURES[BACKWARD].search(name))
    for inner in range(element + 1, min(page.ends[element], element + 1 + _MAX_INNER)):
        direction = icon_direction(page.attrs[inner].get("class", "")[:MAX_NAME])
        if direction:
            return direction
    return 0


@lru_cache(maxsize=_KEPT)
def icon_direction(name: str) -> int:
    """Return the direction of the arrow that a class names: "fa-chevron-right"."""
    lowered = name.lower()
    return bool(_ICONS[FORWARD].search(lowered)) - bool(_ICONS[BACKWARD].search(lowered))


def step_to(addresses: Addresses, href: str) -> int:
    """Return by how many pages, or entries, an address is further on than the page's own; 0 where it is not."""
    url = addresses.absolute(href).partition("#")[0]
    if url == addresses.own:
        return 0
    return page_step(addresses.own, url) or form_step(addresses.own, url) or 0
