"""Elements that tell by an attribute that they are navigation."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ...page.columns import labelled
from ...words import class_vocabulary, phrases

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ...page import Page
    from ...words.class_names import Names

MAX_MARKED = 2000
"""Elements of one sort that are kept."""

_TRAIL_TYPE, _ITEM_TYPE = "BreadcrumbList", "Breadcrumb"
"""The second is that of each item: https://data-vocabulary.org, retired, but sites keep it."""
_CRUMBS = class_vocabulary.CRUMBS
_PAGES = class_vocabulary.PAGES | class_vocabulary.ARTICLES
_ENTRIES = class_vocabulary.ENTRY | class_vocabulary.TAG_LIST | class_vocabulary.COMMENT_COUNT


@dataclass(slots=True)
class Marks:
    """Telling elements that are or hold a link, each sort in document order.

    ``crumbs``, ``pages`` and ``entries`` come with the bits of `name_words`. ``trails`` say by microdata, RDFa or
    an aria-label that they are a breadcrumb trail, ``trail_items`` that they are one of its items, ``page_lists`` by
    an aria-label that they lead to other pages.
    """

    crumbs: list[tuple[int, int]] = field(default_factory=list)
    pages: list[tuple[int, int]] = field(default_factory=list)
    entries: list[tuple[int, int]] = field(default_factory=list)
    trails: list[int] = field(default_factory=list)
    trail_items: list[int] = field(default_factory=list)
    page_lists: list[int] = field(default_factory=list)


def mark(page: Page, links: Sequence[int], names: Names) -> Marks:
    """Read what the elements tell that are or hold one of the ``links``; ``names`` are the page's."""
    marks = Marks()
    says: dict[int, int] = {}
    for name, bits in names.tells.items():
        if bits & class_vocabulary.MARKS:
            for element in names.elements[name]:
                says[element] = says.get(element, 0) | bits
    for element in _holders(page, links, sorted(says)):
        _keep(element, says[element], marks)
    for element in _holders(page, links, labelled(page)):
        _read_labels(element, page.attrs[element], marks)
    for kept in (marks.crumbs, marks.pages, marks.entries, marks.trails, marks.trail_items, marks.page_lists):
        del kept[MAX_MARKED:]
    return marks


def _holders(page: Page, links: Sequence[int], elements: Iterable[int]) -> list[int]:
    """Return those elements that are or hold a link."""
    count, ends = len(links), page.ends
    return [
        element
        for element in elements
        if (number := bisect_left(links, element)) < count and links[number] < ends[element]
    ]


def _keep(element: int, says: int, marks: Marks) -> None:
    for bits, marked in ((_CRUMBS, marks.crumbs), (_PAGES, marks.pages), (_ENTRIES, marks.entries)):
        if says & bits:
            marked.append((element, says))


def _read_labels(element: int, own: Mapping[str, str], marks: Marks) -> None:
    says = phrases.SENSES[own.get("aria-label", "")[: phrases.MAX_TEXT]]
    typed = own.get("itemtype") or own.get("typeof") or ""
    if says & phrases.TRAIL_LABEL or _TRAIL_TYPE in typed:
        marks.trails.append(element)
    elif _ITEM_TYPE in typed:
        marks.trail_items.append(element)
    if says & phrases.PAGES_LABEL:
        marks.page_lists.append(element)
