"""What a method gives back: one label for every text block."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..page import Label
    from ..result import EmptyReason


@dataclass(frozen=True, slots=True)
class Labels:
    """A page's text blocks, labelled.

    ``labels``, ``scores`` (0 to 1: how likely the block is main content) and ``reasons`` have one entry a block.
    ``empty_reason`` says why no block is main content, ``None`` where there is one. ``title`` is the page's title, on
    one line, where the method finds titles of its own and has found one.
    """

    labels: list[Label]
    scores: list[float]
    reasons: list[str]
    empty_reason: EmptyReason | None = None
    title: str | None = None
