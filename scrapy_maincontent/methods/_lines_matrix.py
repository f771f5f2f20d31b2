"""The lines of a page as rows of numbers (Shinnou and Sasaki 2.2.2, 4).

The paper's tree sees the 13 features of a line. A model may see more: how wide the line's margin is, which tells
headings from paragraphs and items from items within, and the lines before and behind, one of the two remedies that the
paper names for what a line alone does not tell.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ._line_features import LineFeatures, line_features

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..features.measures import Floats

MARGIN = "margin"
"""Blank columns before a line, 0 to 80; 0 for an empty one."""
FIGURES = (*LineFeatures._fields, MARGIN)
"""What is measured of a line: f1 to f13, and the margin."""
_BLANKS = " \u3000"
_OUTSIDE = -1.0
"""Every figure of a line before the first or behind the last one."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a model sees of a line: how many lines ``around`` it on each side, and whether the ``margin``.

    The paper's sees neither.
    """

    around: int = 0
    margin: bool = False

    def __post_init__(self) -> None:
        if self.around < 0:
            raise ValueError(f"around is {self.around}; it must be 0 or more")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns: ``f1``, ``f2``, ..., then ``f1@-1`` for the line before, and so on."""
        own = FIGURES[: self._width]
        return (*own, *(f"{name}@{offset:+d}" for offset in self._offsets for name in own))

    def matrix(self, figures: Floats) -> Floats:
        """Return what is seen of each line (lines x `names`) from the figures of all (lines x `FIGURES`)."""
        own = figures[:, : self._width]
        padded = np.pad(own, ((self.around, self.around), (0, 0)), constant_values=_OUTSIDE)
        beside = (padded[self.around + offset : self.around + offset + len(own)] for offset in self._offsets)
        matrix: Floats = np.concatenate([own, *beside], axis=1)
        return matrix

    @property
    def _width(self) -> int:
        return len(FIGURES) if self.margin else len(LineFeatures._fields)

    @property
    def _offsets(self) -> list[int]:
        return [offset for offset in range(-self.around, self.around + 1) if offset]


def line_figures(lines: Sequence[str]) -> Floats:
    """Return the figures of each line of a page (lines x `FIGURES`)."""
    rows = [(*features, _margin(line)) for features, line in zip(line_features(lines), lines, strict=True)]
    return np.array(rows, np.float32).reshape(len(lines), len(FIGURES))


def _margin(line: str) -> int:
    text = line.lstrip(_BLANKS)
    return len(line) - len(text) if text else 0
