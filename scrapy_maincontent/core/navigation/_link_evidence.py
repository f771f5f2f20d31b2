"""What tells that a link leads to the next page, or the previous one, and how much."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...words import phrases
from ._alike import named_direction
from ._paging_types import TITLE
from ._steps import BACKWARD, FORWARD, number_of

if TYPE_CHECKING:
    from ...page import Page
    from ._links import Link

RELATED = WORDED = NUMBERED = 3
CLASSED = SIGNED = 2
OLDER_OR_NEWER = LED = PICTURED = MORE = 1
"""What tells a link's direction, and how much. One of them is needed."""
NAMED = 5
"""The address is the page's own with the number one on, or back, where it names its pages."""
IN_HEAD = 3
"""The document's head names the same address."""
ALIKE, ONE_ON, BACK_TO_FRONT = 2, 1, -2
"""The address is the page's own with another number; the number one on; a number in the wrong direction."""
IN_NUMBERS = IN_PAGER = 1
"""The region has numbers; a class or label says that it leads to other pages."""
IN_MENU = -2
"""The region stands in the site's header or is an item of a menu."""
MIN_EVIDENCE = 1

RELATIONS = {FORWARD: ("next",), BACKWARD: ("prev", "previous")}
WORDS = {FORWARD: phrases.NEXT, BACKWARD: phrases.PREVIOUS}
OLD_AND_NEW = {FORWARD: phrases.OLDER, BACKWARD: phrases.NEWER}


def told(page: Page, link: Link, direction: int) -> int:
    """Return how much a link's rel, words and class say for a direction, and not for the other one.

    Blogs class their older entries as previous ones, though they stand on the next page: there, the words count. A
    class on a title is that of an article.
    """
    evidence = 0
    classed = number_of(link) is None and len(link.text) < TITLE and not link.says & (phrases.OLDER | phrases.NEWER)
    for sign, towards in ((1, direction), (-1, -direction)):
        if link.rel and not set(RELATIONS[towards]).isdisjoint(link.rel.split()):
            evidence += sign * RELATED
        if link.says & WORDS[towards]:
            evidence += sign * WORDED
        if link.says & OLD_AND_NEW[towards]:
            evidence += sign * OLDER_OR_NEWER
    if classed:
        evidence += CLASSED * direction * named_direction(page, link.element)
    return evidence


def is_next_number(numbers: tuple[int, int | None, int], step: int | None, direction: int) -> bool:
    """Tell whether a link's number is one on from the current page's; calendars' days have unlike addresses.

    ``numbers`` are the link's, the current page's, and by how much the list's go on. Where the list does not show the
    current number, the address must be one on from the page's own.
    """
    number, current, apart = numbers
    if current is None:
        return step == direction and (number > 1 or direction == BACKWARD)
    return number == current + direction * apart


def likeness(step: int | None, direction: int) -> int:
    """Return what the address says: ``step`` is that of `page_step`."""
    if step is None:
        return 0
    if step * direction < 0:
        return BACK_TO_FRONT
    return ALIKE + ONE_ON * (step == direction)
