"""Labelled lines -> labelled text blocks.

Lines and text blocks cut a page differently: a paragraph is several lines, a row of a menu is several blocks on one
line. A block is main content where at least half of its lines are part of the body. A block on no line has no say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ._lines_diagram import BODY, SUBTITLE, TITLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..features.measures import Floats, Ints
    from ._browser_line import Line

NO_LINE = -1
_MAIN_SHARE = 0.5
"""Share of a block's lines that must be of the body."""
_MOST_TITLE_LINES = 4
"""A title may be wrapped; a block of more lines is a paragraph, of which only the title's line is the title."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Where the m text blocks stand.

    ``line_of`` and ``block_of`` are pairs, in the lines' order: the line and the block that stands on it. ``first``
    and ``last`` (m) are the first and the last line of each block, `NO_LINE` where it stands on none; ``counts`` (m)
    is how many lines it stands on.
    """

    line_of: Ints
    block_of: Ints
    first: Ints
    last: Ints
    counts: Ints

    @classmethod
    def of(cls, lines: Sequence[Line], blocks: int) -> Placed:
        """Return where so many blocks stand."""
        pairs = [(number, block) for number, line in enumerate(lines) for block in line.blocks]
        line_of, block_of = np.array(pairs, np.intp).reshape(-1, 2).T
        first, last = np.full(blocks, NO_LINE), np.full(blocks, NO_LINE)
        last[block_of] = line_of
        first[block_of[::-1]] = line_of[::-1]
        return cls(line_of, block_of, first, last, np.bincount(block_of, minlength=blocks))

    def means(self, values: Floats) -> Floats:
        """Return for each block the mean over its lines (m) of what each line has, 0 where it stands on none."""
        sums = np.bincount(self.block_of, values[self.line_of], minlength=len(self.counts))
        means: Floats = sums / np.maximum(self.counts, 1)
        return means

    def with_any(self, chosen: Sequence[int] | Ints) -> frozenset[int]:
        """Return the blocks that stand on one of the lines chosen."""
        return frozenset(self.block_of[np.isin(self.line_of, chosen)].tolist())


def main_blocks(placed: Placed, classes: Ints) -> NDArray[np.bool_]:
    """Tell for each block (m) whether at least half of its lines are of the body; never where it stands on none.

    ``classes`` (lines) are numbers of `CLASSES`.
    """
    shares = placed.means(np.isin(classes, BODY).astype(np.float64))
    main: NDArray[np.bool_] = (shares >= _MAIN_SHARE) & (placed.counts > 0)
    return main


def kinds(placed: Placed, classes: Ints) -> list[str]:
    """Return what each block is: title, subtitle, body, none of them, or on no line."""
    titles, subtitles = (placed.with_any(np.flatnonzero(classes == name)) for name in (TITLE, SUBTITLE))
    main = main_blocks(placed, classes).tolist()
    found = []
    for block, count in enumerate(placed.counts.tolist()):
        if not count:
            found.append("on no line")
        elif block in titles:
            found.append("title")
        elif block in subtitles:
            found.append("subtitle")
        else:
            found.append("body" if main[block] else "neither title nor body")
    return found


def title_text(lines: Sequence[Line], placed: Placed, classes: Ints, texts: Sequence[str]) -> str | None:
    """Return the title on one line, ``None`` where no line is the title or no text block stands on it.

    Its line is the first one of a title that may be wrapped: the rest of its blocks is taken with it (2.2.1).
    """
    found = np.flatnonzero(classes == TITLE)
    if not len(found):
        return None
    line = int(found[0])
    blocks = lines[line].blocks
    whole = [block for block in blocks if placed.last[block] - placed.first[block] < _MOST_TITLE_LINES]
    if len(whole) < len(blocks):
        return " ".join(lines[line].text.split()) or None
    return " ".join(" ".join(texts[block].split()) for block in blocks) or None
