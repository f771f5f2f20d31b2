"""Where the elements of a page are, as xpaths; and tables of columns, which are pickled as one."""

from __future__ import annotations

import pickle
import re
import string
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


MAX_XPATH = 600
"""Characters of an xpath that is spelled step by step; an element with a longer one is named by its number."""
PER_ELEMENT = 64
"""Characters, for each element of the page, that the steps of all xpaths of one list may take."""

_PLAIN = re.compile("[A-Za-z_][A-Za-z0-9_.-]*")
"""A tag that can stand in an xpath as it is, as far as ASCII goes."""
_UNPRINTABLE = "\0"
_LETTERS = string.ascii_letters + string.digits + "_.-"


class Packed:
    """Base of a table of columns: `COLUMNS` are pickled as one bytes object, the attributes `BESIDE` as they are.

    A worker's result holds every block of its page, and most crawls ask for none: they never pay for making thousands
    of objects anew. The first column that is asked for unpickles all of them.
    """

    __slots__ = ("_packed",)
    COLUMNS: ClassVar[tuple[str, ...]]
    BESIDE: ClassVar[tuple[str, ...]]

    _packed: bytes | None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the columns; columns that were never asked for are handed on as they came."""
        packed = getattr(self, "_packed", None)
        if packed is None:
            packed = pickle.dumps([getattr(self, name) for name in self.COLUMNS], pickle.HIGHEST_PROTOCOL)
        return _restored, (type(self), packed, *(getattr(self, name) for name in self.BESIDE))

    if not TYPE_CHECKING:  # a type checker is to know the columns as the subclass declares them

        def __getattr__(self, name: str) -> Any:
            """Unpickle the columns; called for attributes that are not set."""
            if name not in self.COLUMNS:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            packed = self._packed
            if packed is not None:
                # Two threads may come here; both set the same, and the bytes go last.
                for column, value in zip(self.COLUMNS, pickle.loads(packed), strict=True):  # noqa: S301 - own bytes
                    object.__setattr__(self, column, value)
                object.__setattr__(self, "_packed", None)
            return object.__getattribute__(self, name)


def _restored(kind: type[Packed], packed: bytes, *beside: Any) -> Packed:
    table = kind.__new__(kind)
    for name, value in zip(("_packed", *kind.BESIDE), (packed, *beside), strict=True):
        object.__setattr__(table, name, value)
    return table


@dataclass(frozen=True, slots=True)
class Paths(Packed):
    """The location of every element, spelled out as an xpath when it is asked for.

    ``tags[i]`` is element i's tag, ``parents[i]`` its parent (-1 for the root), ``ends[i]`` one past the last element
    below it, ``root`` the path above element 0 (not empty where a part of a larger tree was extracted).

    Siblings are numbered together, when the location of one of them is first asked for; most never are.
    """

    COLUMNS: ClassVar = ("tags", "parents", "ends", "_numbers")
    BESIDE: ClassVar = ("root",)

    tags: list[str]
    parents: list[int]
    ends: list[int]
    root: str = ""
    _numbers: dict[int, int] = field(default_factory=dict, repr=False, compare=False)

    def xpath(self, element: int) -> str:
        """Return the absolute xpath of ``element``, as lxml's ``getpath`` spells it if it is not too long."""
        steps, length, node = [], len(self.root), element
        while node >= 0:
            if (step := self.step(node)) is None or (length := length + len(step) + 1) > MAX_XPATH:
                return self._numbered(element)
            steps.append(step)
            node = self.parents[node]
        steps.append(self.root)
        return "/".join(reversed(steps))

    def xpaths(self, elements: Iterable[int]) -> Iterator[str]:
        """Yield the xpaths of elements; what an element shares with the one before is not spelled again."""
        ends, parents, left = self.ends, self.parents, PER_ELEMENT * len(self.tags) + MAX_XPATH
        above: list[tuple[int, str | None]] = [(-1, self.root)]
        for element in elements:
            while (outer := above[-1][0]) >= 0 and not outer <= element < ends[outer]:
                above.pop()
            below = []
            node = element
            while node != outer:
                below.append(node)
                node = parents[node]
            path = above[-1][1]
            for node in reversed(below):
                step = None if path is None else self.step(node)
                path = None if step is None or len(path or "") + len(step) >= MAX_XPATH else f"{path}/{step}"
                above.append((node, path))
            left -= len(path or "")
            yield self._numbered(element) if path is None or left < 0 else path

    def _numbered(self, element: int) -> str:
        """Return an xpath that counts the elements before this one, whatever their names."""
        step = self.step(0)
        whole = f"{self.root}/{step}" if step is not None and len(self.root) + len(step) < MAX_XPATH else "/*"
        return f"({whole}/descendant-or-self::*)[{element + 1}]"

    def step(self, element: int) -> str | None:
        """Return the last step of an element's xpath, as in ``li[3]``; ``None`` if its tag is too long for one."""
        if len(self.tags[element]) > MAX_XPATH:
            return None
        numbers = self._numbers
        if element not in numbers:
            self._number_children(self.parents[element])
        tag, number = self.tags[element], numbers[element]
        name = tag if tag.isalnum() and tag.isascii() else _step(tag)
        return f"{name}[{number}]" if number else name

    def _number_children(self, parent: int) -> None:
        """Number the children of an element (-1: the root) of one name to an xpath from 1; 0 is the only one."""
        tags, ends, numbers = self.tags, self.ends, self._numbers
        child, end = parent + 1, ends[max(parent, 0)]
        counts: dict[str, int] = {}
        firsts: dict[str, int] = {}
        while child < end:
            tag = tags[child]
            if tag not in counts and not tag.isprintable():
                tag = _shape(tag)
            if tag in counts:
                numbers[firsts[tag]] = 1
                numbers[child] = counts[tag] = counts[tag] + 1
            else:
                counts[tag], firsts[tag], numbers[child] = 1, child, 0
            child = ends[child]


def _step(tag: str) -> str:
    """Return a node test for a tag that may be no name in XPath: HTML allows colons and nearly any sign."""
    if _PLAIN.fullmatch(tag):
        return tag
    if tag.isprintable():
        return f"*[name()={_literal(tag)}]"
    strange = sum(character not in _LETTERS for character in tag)
    conditions = [f"string-length(name())={len(tag)}", f'string-length(translate(name(),"{_LETTERS}",""))={strange}']
    place = 1
    for part in _shape(tag).split(_UNPRINTABLE):
        if part:
            conditions.append(f"substring(name(),{place},{len(part)})={_literal(part)}")
        place += len(part) + 1
    return f"*[{' and '.join(conditions)}]"


def _shape(tag: str) -> str:
    """Return a tag with one sign for each of those that no xpath can hold, control characters and their like."""
    return "".join(character if character.isprintable() else _UNPRINTABLE for character in tag)


def _literal(text: str) -> str:
    """Return an XPath expression for a text; XPath 1.0 has no escapes."""
    if '"' not in text:
        return f'"{text}"'
    if "'" not in text:
        return f"'{text}'"
    return "concat(" + ", '\"', ".join(f'"{part}"' for part in text.split('"')) + ")"
