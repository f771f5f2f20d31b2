"""The location of every element as an xpath, spelled out only when somebody asks for it."""

from __future__ import annotations

import re
import string
from dataclasses import dataclass, field
from typing import ClassVar

from .packed import Packed

_PLAIN = re.compile("[A-Za-z_][A-Za-z0-9_.-]*")
"""A tag that can stand in an xpath as it is. Those of other alphabets are not told from what XPath has no name for."""
_UNSPEAKABLE = "\0"
_LETTERS = string.ascii_letters + string.digits + "_.-"


@dataclass(frozen=True, slots=True)
class Paths(Packed):
    """The location of every element, kept so that an xpath can be spelled out when somebody asks for it.

    ``tags[i]`` is element i's tag, ``parents[i]`` its parent (-1 for the root), ``ends[i]`` one past the last element
    below it, ``root`` the path above element 0 (not empty where a part of a larger tree was extracted).

    Siblings are numbered together, when the location of the first of them is asked for; most never are.
    """

    COLUMNS: ClassVar = ("tags", "parents", "ends", "_numbers")
    BESIDE: ClassVar = ("root",)

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
        name = tag if tag.isalnum() and tag.isascii() else _step(tag)
        return f"{name}[{number}]" if number else name

    def _number_children(self, parent: int) -> None:
        """Number an element's children among those of the same name, from 1; 0 is the only one. The root's for -1.

        Names that no xpath tells apart count as one (see `_shape`).
        """
        tags, ends, numbers = self.tags, self.ends, self._numbers
        child, end = parent + 1, ends[max(parent, 0)]
        firsts: dict[str, int] = {}
        counts: dict[str, int] = {}
        while child < end:
            tag = tags[child]
            if not tag.isprintable():
                tag = _shape(tag)
            if tag in counts:
                numbers[child] = counts[tag] = counts[tag] + 1
            else:
                counts[tag], firsts[tag], numbers[child] = 1, child, 1
            child = ends[child]
        for tag, first in firsts.items():
            if counts[tag] == 1:
                numbers[first] = 0


def _step(tag: str) -> str:
    """Return a node test for a tag that may be no name in XPath: HTML allows colons and nearly any sign."""
    if _PLAIN.fullmatch(tag):
        return tag
    if tag.isprintable():
        return f"*[name()={_literal(tag)}]"
    strange = sum(character not in _LETTERS for character in tag)
    conditions = [f"string-length(name())={len(tag)}", f'string-length(translate(name(),"{_LETTERS}",""))={strange}']
    place = 1
    for part in _shape(tag).split(_UNSPEAKABLE):
        if part:
            conditions.append(f"substring(name(),{place},{len(part)})={_literal(part)}")
        place += len(part) + 1
    return f"*[{' and '.join(conditions)}]"


def _shape(tag: str) -> str:
    """Return a tag with one sign for each of those that no xpath can hold, control characters and their like."""
    return "".join(character if character.isprintable() else _UNSPEAKABLE for character in tag)


def _literal(text: str) -> str:
    """Return an XPath expression for a text; XPath 1.0 has no escapes."""
    if '"' not in text:
        return f'"{text}"'
    if "'" not in text:
        return f"'{text}'"
    return "concat(" + ", '\"', ".join(f'"{part}"' for part in text.split('"')) + ")"
