"""A page's columns and names: by the compiled module where there is one, otherwise in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import compiled
from . import columns, name_reading
from .name_reading import MARKING, MARKING_INSIDE
from .name_words import grouped

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_module: Any = compiled.columns or columns

elements_with: Callable[[Sequence[Mapping[str, str]], tuple[str, str, str]], list[int]] = _module.elements_with
visible: Callable[[list[str], list[bool]], tuple[list[int], list[int], list[int]]] = _module.visible
read_links: Callable[[Sequence[Mapping[str, str]], Sequence[int]], tuple[list[str], dict[int, str], list[int]]] = (
    _module.read_links
)
own_texts: Callable[[Sequence[int], list[str], list[int], list[int], int], list[str]] = _module.own_texts
Known: Callable[[frozenset[str]], columns.Known] = _module.Known
"""See `core.columns`."""

_names: Any = compiled.columns and compiled.columns.Names(MARKING, MARKING_INSIDE, grouped())


def tell(names: list[str]) -> dict[str, int]:
    """Return what those names tell that tell anything; see `name_reading.tell`."""
    if _names is None:
        return name_reading.tell(names)
    found: dict[str, int]
    found, left = _names.tell(names)
    return found | name_reading.tell(left) if left else found
