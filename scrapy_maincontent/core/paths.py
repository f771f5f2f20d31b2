"""The location of every element as an xpath, spelled out only when somebody asks for it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paths:
    """The location of every element, kept so that an xpath can be spelled out when somebody asks for it.

    ``steps[i]`` is element i's own step (``div[2]``), ``parents[i]`` its parent (-1 for the root), ``root`` the path
    above element 0 (not empty where a part of a larger tree was extracted).
    """

    parents: list[int]
    steps: list[str]
    root: str = ""

    def xpath(self, element: int) -> str:
        """Return the absolute xpath of ``element``, as lxml's ``getpath`` spells it."""
        steps = []
        while element >= 0:
            steps.append(self.steps[element])
            element = self.parents[element]
        steps.append(self.root)
        return "/".join(reversed(steps))


def spell_steps(tags: list[str], parents: list[int]) -> list[str]:
    """Return each element's own xpath step, numbered where a sibling has the same name."""
    seen: dict[tuple[int, str], int] = {}
    numbers = []
    for key in zip(parents, tags, strict=True):
        seen[key] = number = seen.get(key, 0) + 1
        numbers.append(number)
    return [
        _step(tag) if seen[parent, tag] == 1 else f"{_step(tag)}[{number}]"
        for parent, tag, number in zip(parents, tags, numbers, strict=True)
    ]


def _step(tag: str) -> str:
    """Return a node test for a tag; names with a colon need a predicate, since HTML knows no namespaces."""
    return f'*[name()="{tag}"]' if ":" in tag else tag
