"""The location of every element as an xpath, spelled out only when somebody asks for it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Paths:
    """The location of every element, kept so that an xpath can be spelled out when somebody asks for it.

    ``tags[i]`` is element i's tag, ``parents[i]`` its parent (-1 for the root), ``ends[i]`` one past the last element
    below it, ``root`` the path above element 0 (not empty where a part of a larger tree was extracted).

    Siblings are numbered together, when the location of the first of them is asked for; most never are.
    """

    tags: list[str]
    parents: list[int]
    ends: list[int]
    root: str = ""
    _numbers: dict[int, int] = field(default_factory=dict, repr=False, compare=False)

    def xpath(self, element: int) -> str:
        """Return the absolute xpath of ``element``, as lxml's ``getpath`` spells it."""
        steps = []
        while element >= 0:
            steps.append(self.step(element))
            element = self.parents[element]
        steps.append(self.root)
        return "/".join(reversed(steps))

    def step(self, element: int) -> str:
        """Return the last step of an element's xpath, as in ``li[3]``."""
        numbers = self._numbers
        if element not in numbers:
            self._number_children(self.parents[element])
        tag, number = self.tags[element], numbers[element]
        name = _step(tag) if ":" in tag else tag
        return f"{name}[{number}]" if number else name

    def _number_children(self, parent: int) -> None:
        """Number an element's children among those of the same name, from 1; 0 is the only one. The root's for -1."""
        tags, ends, numbers = self.tags, self.ends, self._numbers
        child, end = parent + 1, ends[max(parent, 0)]
        firsts: dict[str, int] = {}
        counts: dict[str, int] = {}
        while child < end:
            tag = tags[child]
            if tag in counts:
                numbers[child] = counts[tag] = counts[tag] + 1
            else:
                counts[tag], firsts[tag], numbers[child] = 1, child, 1
            child = ends[child]
        for tag, first in firsts.items():
            if counts[tag] == 1:
                numbers[first] = 0


def _step(tag: str) -> str:
    """Return a node test for a tag with a colon: it needs a predicate, since HTML knows no namespaces."""
    return f'*[name()="{tag}"]'
