"""Pagers that tell time: what they call the next page is newer, and the list goes on with what is older."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ._addresses import Addresses
from ._alike import LEADS
from ._link_evidence import OLD_AND_NEW, RELATIONS, WORDS
from ._page_forms import offset_step
from ._steps import number_of, sign_of

if TYPE_CHECKING:
    from ...page import Page
    from ._links import Link


class Candidate(NamedTuple):
    """An address that may be the next page's, or the previous one's."""

    url: str
    evidence: int
    link: Link | None = None
    """None for one of the head."""


def tells_time(found: Candidate | None, direction: int) -> bool:
    """Tell whether a link that leads on in a list leads back in time, or the other way round: "« Older posts".

    What is newer then is called the next page, what is older the previous one. A sign says more than words do:
    "older »" leads on; a rel says most. So do "Previous" to page 3 and "Next" to page 1, from page 2, tell time: the
    addresses say where the list goes on, the words what the page calls next.
    """
    if found is None or found.link is None:
        return False
    link, sign, rel = found.link, sign_of(found.link.text), found.link.rel.split()
    if link.says & WORDS[direction] or not set(RELATIONS[direction]).isdisjoint(rel):
        return False
    if sign or number_of(link) is not None:
        return sign == -direction
    contrary = OLD_AND_NEW[direction] | WORDS[-direction] | LEADS[-direction]
    return bool(link.says & contrary) or not set(RELATIONS[-direction]).isdisjoint(rel)


def goes_back_in_time(page: Page, onward: str | None, back: str | None) -> bool:
    """Tell whether only the page called the previous one counts further entries: "Previous 20" to "?skip=40"."""
    own = Addresses(page).own
    return back is not None and offset_step(own, back) > 0 and (onward is None or offset_step(own, onward) < 0)
