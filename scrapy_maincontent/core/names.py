"""The class names and ids of a page's elements: read once, for all stages that ask about them."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from .name_meanings import MAX_NAME
from .name_reading import tell

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..page import Page


class Names(NamedTuple):
    """The class and id attributes of a page's elements, cut at `MAX_NAME`.

    ``tells`` is what a value says of those bits of `name_words` that are looked for on the whole page: `MARKS`,
    `COMMENTED` and `NUMBERED`. Values that say nothing of these are left out. ``elements`` are those that have one of
    the others, in document order; one whose class and id are the same comes twice. ``groups`` are the numbers of
    elements whose class or id has a word of each group of page types; one that has it in both counts twice.
    """

    elements: Mapping[str, Sequence[int]]
    tells: Mapping[str, int]
    groups: list[int]


def read_names(page: Page) -> Names:
    """Read the names of a page."""
    names = page.names
    left = [name for name in names if len(name) > MAX_NAME]
    tells, groups = tell({name: own for name, own in names.items() if len(name) <= MAX_NAME} if left else names)
    elements: dict[str, Sequence[int]] = {name: names[name] for name in tells}
    if left:
        cut: defaultdict[str, list[int]] = defaultdict(list)
        for name in left:
            cut[name[:MAX_NAME]] += names[name]
        more, others = tell(cut)
        for name in more:
            elements[name] = sorted([*elements.get(name, ()), *cut[name]])
        tells |= more
        groups = [count + other for count, other in zip(groups, others, strict=True)]
    return Names(elements, tells, groups)
