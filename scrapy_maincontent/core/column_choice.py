"""A page's columns and names: by the compiled module where there is one, otherwise in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import compiled
from . import columns, name_reading
from .name_reading import MARKING, MARKING_INSIDE
from .name_words import grouped as group_words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .phrases import Phrases

_module: Any = compiled.columns or columns

elements_with: Callable[[Sequence[Mapping[str, str]], tuple[str, str, str]], list[int]] = _module.elements_with
visible: Callable[[list[str], list[bool]], tuple[list[int], list[int], list[int]]] = _module.visible
read_links: Callable[[Sequence[Mapping[str, str]], Sequence[int]], tuple[list[str], dict[int, str], list[int]]] = (
    _module.read_links
)
before: Callable[[Sequence[int], list[int], list[str], list[bool], list[int], int], tuple[list[int], list[str]]] = (
    _module.before
)
grouped: Callable[[Sequence[int], list[int], list[int]], dict[int, list[int]]] = _module.grouped
Segments: Callable[[frozenset[str]], columns.Segments] = _module.Segments
"""See `core.columns`."""

_names: Any = compiled.columns and compiled.columns.Names(MARKING, MARKING_INSIDE, group_words())


def phrase_reader(phrases: Phrases) -> Phrases:
    """Return what reads texts by phrases: see `core.phrases`."""
    if compiled.columns is None:
        return phrases
    reader: Phrases = compiled.columns.Phrases(*phrases.tables())
    return reader


def tell(names: list[str]) -> dict[str, int]:
    """Return what those names tell that tell anything; see `name_reading.tell`."""
    if _names is None:
        return name_reading.tell(names)
    found: dict[str, int]
    found, left = _names.tell(names)
    return found | name_reading.tell(left) if left else found
