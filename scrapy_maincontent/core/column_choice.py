"""A page's columns and names: by the compiled module where there is one, otherwise in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import compiled
from . import columns, name_reading, paths
from .name_meanings import MAX_NAME
from .name_reading import GROUPS, MARKING, TELLING_INSIDE, TOLD
from .name_words import FIRST_GROUP, NUMBERED
from .name_words import grouped as group_words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .phrases import Phrases

_module: Any = compiled.columns or columns

elements_with: Callable[[Sequence[Mapping[str, str]], tuple[str, str, str]], list[int]] = _module.elements_with
tagged: Callable[[Sequence[str], Mapping[str, int]], list[int]] = _module.tagged
anchors: Callable[[Sequence[Mapping[str, str]], Sequence[str], int], dict[str, int]] = _module.anchors
visible: Callable[[list[str], list[bool]], tuple[list[int], list[int], list[int]]] = _module.visible
read_links: Callable[[Sequence[Mapping[str, str]], Sequence[int], int], tuple[list[str], dict[int, str], list[int]]] = (
    _module.read_links
)
before: Callable[[Sequence[int], list[int], list[str], list[bool], list[int], int], tuple[list[int], list[str]]] = (
    _module.before
)
grouped: Callable[[Sequence[int], list[int], list[int]], dict[int, list[int]]] = _module.grouped
with_sign: Callable[[list[str], str], list[int]] = _module.with_sign
with_end: Callable[[list[str], tuple[str, ...]], list[int]] = _module.with_end
among: Callable[[list[str], frozenset[str]], list[int]] = _module.among
linked_size: Callable[[list[str], list[bool]], int] = _module.linked_size
Lines: Callable[[dict[str, int], int], columns.Lines] = _module.Lines
Stems: Callable[[dict[str, int]], columns.Stems] = _module.Stems
Segments: Callable[[frozenset[str]], columns.Segments] = _module.Segments
"""See `core.columns`."""

paths.spell_path = compiled.columns and compiled.columns.spell_path

_names: Any = compiled.columns and compiled.columns.Names(
    MARKING, TELLING_INSIDE, group_words(), (TOLD, NUMBERED, FIRST_GROUP, GROUPS)
)


def phrase_reader(phrases: Phrases) -> Phrases:
    """Return what reads texts by phrases: see `core.phrases`."""
    if compiled.columns is None:
        return phrases
    reader: Phrases = compiled.columns.Phrases(*phrases.tables())
    return reader


def tell(names: Mapping[str, Sequence[int]]) -> tuple[dict[str, int], list[int], list[str]]:
    """Return what `name_reading.tell` does of most names, and those that are left: all longer than `MAX_NAME`, too."""
    if _names is None:
        left = [name for name in names if len(name) > MAX_NAME]
        short = {name: elements for name, elements in names.items() if len(name) <= MAX_NAME} if left else names
        return *name_reading.tell(short), left
    told: tuple[dict[str, int], list[int], list[str]] = _names.tell(names)
    return told
