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
    _steps: dict[int, str] = field(default_factory=dict, repr=False, compare=False)

    def xpath(self, element: int) -> str:
        """Return the absolute xpath of ``element``, as lxml's ``getpath`` spells it."""
        steps = []
        while element >= 0:
            if element not in self._steps:
                self._spell_children(self.parents[element])
            steps.append(self._steps[element])
            element = self.parents[element]
        steps.append(self.root)
        return "/".join(reversed(steps))

    def _spell_children(self, parent: int) -> None:
        """Spell the steps of an element's children, numbered where siblings have the same name; the root's for -1."""
        child, end = parent + 1, self.ends[max(parent, 0)]
        by_tag: dict[str, list[int]] = {}
        while child < end:
            by_tag.setdefault(self.tags[child], []).append(child)
            child = self.ends[child]
        for tag, children in by_tag.items():
            step = _step(tag)
            if len(children) == 1:
                self._steps[children[0]] = step
            else:
                self._steps.update((child, f"{step}[{number}]") for number, child in enumerate(children, 1))


def _step(tag: str) -> str:
    """Return a node test for a tag; names with a colon need a predicate, since HTML knows no namespaces."""
    return f'*[name()="{tag}"]' if ":" in tag else tag
