"""Elements that tell by an attribute that they are navigation."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import compress, count
from typing import TYPE_CHECKING

from . import _names, _words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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


def mark(page: Page, links: Sequence[int]) -> Marks:
    """Read what the elements tell that are or hold one of the ``links``.

    Pages have hundreds of them, so nothing is called for most. Links that have nothing but an address are left out.
    """
    marks = Marks()
    attrs = page.attrs
    elements = _holders(page, links)
    owns = [attrs[element] for element in elements]
    classes, ids = [own.get("class", "") for own in owns], [own.get("id", "") for own in owns]
    names = {*classes, *ids}
    if max(map(len, names), default=0) > _names.MAX_NAME:
        classes, ids = _names.cut(classes), _names.cut(ids)
        names = {*classes, *ids}
    marking = _names.marking(names)
    if marking:
        marked = marking.__contains__
        numbers = {*compress(count(), map(marked, classes)), *compress(count(), map(marked, ids))}
        for number in sorted(numbers, key=elements.__getitem__):
            _keep(elements[number], _names.MEANINGS[classes[number]] | _names.MEANINGS[ids[number]], marks)
    labelled = [
        element
        for element, own in zip(elements, owns, strict=True)
        if "aria-label" in own or "itemtype" in own or "typeof" in own
    ]
    _words.learn([attrs[element].get("aria-label", "")[: _words.MAX_TEXT] for element in labelled])
    for element in sorted(labelled):
        _read_labels(element, attrs[element], marks)
    for kept in (marks.crumbs, marks.pages, marks.entries, marks.trails, marks.page_lists):
        del kept[MAX_MARKED:]
    return marks


def _holders(page: Page, links: Sequence[int]) -> list[int]:
    """Return the elements that hold a link, and the links that have more than an address, in no order."""
    parents, attrs = page.parents, page.attrs
    seen = bytearray(len(parents) + 1)
    seen[-1] = True  # the root's parent
    found = []
    for link in links:
        element = parents[link]
        while not seen[element]:
            seen[element] = True
            found.append(element)
            element = parents[element]
    found += [link for link in links if len(attrs[link]) > 1 and not seen[link]]
    return found


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
