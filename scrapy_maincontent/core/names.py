"""The class names and ids of a page's elements: read once, for all stages that ask about them."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from .column_choice import tell
from .name_meanings import MAX_NAME

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .page import Page


class Names(NamedTuple):
    """The class and id attributes of a page's elements, cut at `MAX_NAME`.

    ``elements`` are those that have an attribute of some value, in document order; one whose class and id are the same
    comes twice. ``tells`` is what a value says of those bits of `name_words` that are looked for on the whole page:
    `MARKS`, and the groups of page types. Values that say nothing of these are left out.
    """

    elements: Mapping[str, list[int]]
    tells: Mapping[str, int]


def read_names(page: Page) -> Names:
    """Read the names of a page."""
    elements = _cut(page.names) if max(map(len, page.names), default=0) > MAX_NAME else page.names
    return Names(elements, tell(list(elements)))


def _cut(names: Mapping[str, list[int]]) -> dict[str, list[int]]:
    """Return names cut at `MAX_NAME`."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for name, elements in names.items():
        found[name[:MAX_NAME]] += elements
    return {name: sorted(elements) for name, elements in found.items()}
