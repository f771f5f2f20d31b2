"""Containers: the elements whose structure the output keeps, each only where HTML allows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..page import HEADINGS

if TYPE_CHECKING:
    from ..page import Page

INLINE_ONLY = HEADINGS.keys() | {"pre", "caption", "figcaption"}
"""Containers that hold lines and no other container."""
DIRECT = frozenset(("li", "dt", "dd", "td", "th"))
"""Containers that may hold a line of their own without a paragraph around it."""
ITEM_OF = {
    "ul": ("li",),
    "ol": ("li",),
    "dl": ("dd", "dt"),
    "table": ("tr", "caption"),
    "tr": ("td", "th"),
}
"""What may stand directly in a list, table or row; the first is made up around anything else."""

_INSIDE: dict[str, frozenset[str]] = {
    "li": frozenset(("ul", "ol")),
    "dt": frozenset(("dl",)),
    "dd": frozenset(("dl",)),
    "tr": frozenset(("table",)),
    "td": frozenset(("tr",)),
    "th": frozenset(("tr",)),
    "caption": frozenset(("table",)),
    "figcaption": frozenset(("figure",)),
}
_KEPT = INLINE_ONLY | DIRECT | set(ITEM_OF) | {"blockquote", "figure"}
_CELLS = frozenset(("td", "th"))
_TALL = HEADINGS.keys() | {"ul", "ol", "dl", "pre", "blockquote", "figure"}
_LAYOUT_ROLES = frozenset(("presentation", "none"))
_NOWHERE = -1


class Containers:
    """Finds the containers around elements; every element is looked at once."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._nearest: dict[int, int] = {_NOWHERE: _NOWHERE}
        self._above: dict[int, int] = {}

    def nearest(self, element: int) -> int:
        """Return the innermost container at or above an element, -1 where there is none."""
        nearest, page = self._nearest, self._page
        path = []
        while element not in nearest:
            path.append(element)
            element = page.parents[element]
        found = nearest[element]
        for passed in reversed(path):
            if page.tags[passed] in _KEPT and self._is_container(passed, found):
                self._above[passed] = found
                found = passed
            nearest[passed] = found
        return found

    def around(self, element: int) -> int:
        """Return the innermost container above an element, -1 where there is none."""
        return self.nearest(self._page.parents[element])

    def above(self, container: int) -> int:
        """Return the container around a container, -1 where there is none."""
        return self._above[container]

    def _is_container(self, element: int, above: int) -> bool:
        tag = self._page.tags[element]
        outer = self._page.tags[above] if above != _NOWHERE else ""
        if outer in INLINE_ONLY:
            return False
        if tag in _INSIDE:
            return outer in _INSIDE[tag]
        return tag != "table" or not is_layout(self._page, element)


def is_layout(page: Page, table: int) -> bool:
    """Tell whether a table only places things: it holds another table, or no row has two cells."""
    end = page.ends[table]
    if page.attrs[table].get("role", "").strip().lower() in _LAYOUT_ROLES:
        return True
    if _has(page, "table", table):
        return True
    rows: set[int] = set()
    for element in range(table + 1, end):
        if page.tags[element] in _CELLS:
            row = page.parents[element]
            if row in rows:
                return False
            rows.add(row)
    return True


def is_simple(page: Page, table: int) -> bool:
    """Tell whether each cell of a table fits on a line: no lists, headings, quotes or code in it."""
    return _TALL.isdisjoint(page.tags[table + 1 : page.ends[table]])


def _has(page: Page, tag: str, element: int) -> bool:
    """Tell whether an element of this tag stands below an element."""
    try:
        page.tags.index(tag, element + 1, page.ends[element])
    except ValueError:
        return False
    return True
