"""Elements that tell by an attribute that they are navigation."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import compress, count
from typing import TYPE_CHECKING

from . import _names, _words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..page import Page

MAX_MARKED = 2000
"""Elements of one sort that are kept."""

_TRAIL_TYPE = "BreadcrumbList"
_CRUMBS = _names.CRUMBS
_PAGES = _names.PAGES | _names.ARTICLES
_ENTRIES = _names.ENTRY | _names.TAG_LIST | _names.COMMENT_COUNT


@dataclass(slots=True)
class Marks:
    """Telling elements, each sort in document order.

    ``crumbs``, ``pages`` and ``entries`` come with the bits of `_names.MEANINGS`. ``trails`` say by microdata, RDFa or
    an aria-label that they are a breadcrumb trail, ``page_lists`` by an aria-label that they lead to other pages.
    """

    crumbs: list[tuple[int, int]] = field(default_factory=list)
    pages: list[tuple[int, int]] = field(default_factory=list)
    entries: list[tuple[int, int]] = field(default_factory=list)
    trails: list[int] = field(default_factory=list)
    page_lists: list[int] = field(default_factory=list)


def mark(page: Page, holders: list[int]) -> Marks:
    """Read what the ``holders`` tell, which are the elements that are or hold a link, in document order.

    The loops of this function are long, so they call nothing for most elements.
    """
    marks = Marks()
    longest = _names.MAX_NAME
    page_attrs = page.attrs
    holders = [element for element in holders if page_attrs[element]]
    attrs = [page_attrs[element] for element in holders]
    classes = [own["class"][:longest] if "class" in own else "" for own in attrs]
    ids = [own["id"][:longest] if "id" in own else "" for own in attrs]
    marking = _names.marking({*classes, *ids})
    if marking:
        marked = marking.__contains__
        for number in sorted({*compress(count(), map(marked, classes)), *compress(count(), map(marked, ids))}):
            _keep(holders[number], _names.MEANINGS[classes[number]] | _names.MEANINGS[ids[number]], marks)
    for element, own in zip(holders, attrs, strict=True):
        if "aria-label" in own or "itemtype" in own or "typeof" in own:
            _read_labels(element, own, marks)
    for kept in (marks.crumbs, marks.pages, marks.entries, marks.trails, marks.page_lists):
        del kept[MAX_MARKED:]
    return marks


def _keep(element: int, says: int, marks: Marks) -> None:
    for bits, marked in ((_CRUMBS, marks.crumbs), (_PAGES, marks.pages), (_ENTRIES, marks.entries)):
        if says & bits:
            marked.append((element, says))


def _read_labels(element: int, own: Mapping[str, str], marks: Marks) -> None:
    says = _words.SENSES[own.get("aria-label", "")[: _words.MAX_TEXT]]
    if says & _words.TRAIL_LABEL or _TRAIL_TYPE in (own.get("itemtype") or own.get("typeof") or ""):
        marks.trails.append(element)
    if says & _words.PAGES_LABEL:
        marks.page_lists.append(element)
