"""Elements that tell by an attribute that they are navigation."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from . import _names, _words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..page import Page

MAX_ELEMENTS = 100_000
"""Elements whose attributes are read."""
MAX_MARKED = 2000
"""Elements of one sort that are kept."""

_TRAIL_TYPE = "BreadcrumbList"
_CRUMBS = _names.CRUMBS
_PAGES = _names.PAGES | _names.ARTICLES
_ENTRIES = _names.ENTRY | _names.TAG_LIST | _names.COMMENT_COUNT
_WANTED = _CRUMBS | _PAGES | _ENTRIES


@dataclass(slots=True)
class Marks:
    """Telling elements, each sort in document order, and the targets of fragments by their names.

    ``crumbs``, ``pages`` and ``entries`` come with the bits of `_names.meaning`. ``trails`` say by microdata, RDFa or
    an aria-label that they are a breadcrumb trail, ``page_lists`` by an aria-label that they lead to other pages.
    """

    crumbs: list[tuple[int, int]] = field(default_factory=list)
    pages: list[tuple[int, int]] = field(default_factory=list)
    entries: list[tuple[int, int]] = field(default_factory=list)
    trails: list[int] = field(default_factory=list)
    page_lists: list[int] = field(default_factory=list)
    ids: dict[str, int] = field(default_factory=dict)


def mark(page: Page) -> Marks:
    """Read what single elements tell; the only loop over all elements, so most of them pass without a call."""
    marks = Marks()
    meaning, ids, longest, wanted = _names.meaning, marks.ids, _names.MAX_NAME, _WANTED
    for element, own in enumerate(islice(page.attrs, MAX_ELEMENTS)):
        if not own:
            continue
        get = own.get
        says = read = 0
        if name := get("class"):
            says = meaning(name[:longest])
            read = 1
        if len(own) > read:
            if name := get("id"):
                ids.setdefault(name, element)
                says |= meaning(name[:longest])
            if "name" in own and page.tags[element] == "a":
                ids.setdefault(own["name"], element)
            if "aria-label" in own or "itemtype" in own or "typeof" in own:
                _read_labels(element, own, marks)
        if says & wanted:
            _keep(element, says, marks)
    for marked in (marks.crumbs, marks.pages, marks.entries, marks.trails, marks.page_lists):
        del marked[MAX_MARKED:]
    return marks


def _keep(element: int, says: int, marks: Marks) -> None:
    for bits, marked in ((_CRUMBS, marks.crumbs), (_PAGES, marks.pages), (_ENTRIES, marks.entries)):
        if says & bits:
            marked.append((element, says))


def _read_labels(element: int, own: Mapping[str, str], marks: Marks) -> None:
    says = _words.senses(own.get("aria-label", "")[: _words.MAX_TEXT])
    if says & _words.TRAIL_LABEL or _TRAIL_TYPE in (own.get("itemtype") or own.get("typeof") or ""):
        marks.trails.append(element)
    if says & _words.PAGES_LABEL:
        marks.page_lists.append(element)
