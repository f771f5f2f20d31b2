"""Second evaluation: what the blocks around and below a block say about it (Fujita et al. 3.2 (2), figure 3).

The first evaluation labels each block along a sequence. Main content is hierarchical, too: what is in a main block is
main. So each block votes together with its children, and the outcome may change it and them.

The paper tells the step three times, and not the same way:

* the text: all main where the share is at or above the upper threshold, the parent not main where it is below the
  lower one, no change between them;
* figure 2: a share of 0.6 makes all main "if the upper threshold is 0.6 or lower", as in the text; but a share of 0.4
  makes the parent not main "if the lower threshold is 0.4 or higher", where the text has no change at 0.4;
* the listing of figure 3: ``ratio > upper_threshold``, where text and figure have "at or above"; ``ratio <
  lower_threshold``, as in the text.

The text is what runs here. `Thresholds.as_printed` runs the listing. The listing also asks ``exists(R2(b))``, whether
the block itself has been judged, before it judges a child: it is read as the child, ``R2(c)``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_WHOLE = 100


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Shares of main blocks in whole per cent, 0 to 100.

    From ``upper`` on a parent and its children are all main; ``as_printed`` takes more than ``upper``. Below ``lower``
    the parent is not.

    Raises:
        ValueError: a threshold is no whole number from 0 to 100.
    """

    upper: int
    lower: int
    as_printed: bool = False

    def __post_init__(self) -> None:
        for value in (self.upper, self.lower):
            if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _WHOLE:
                raise ValueError(f"a threshold is {value!r}; it must be a whole number from 0 to {_WHOLE}")


def second_evaluation(parents: Sequence[int], first: Sequence[bool], thresholds: Thresholds) -> list[bool]:
    """Return each block's result, R2, from its first one, R1 (figure 3).

    Blocks are numbered in document order; ``parents[b]`` is the block around b, negative where there is none. Children
    are judged before their parents, without recursion: they have higher numbers. Linear in the blocks.
    """
    second = list(first)
    children = [0] * len(second)
    main_children = [0] * len(second)
    takes_all = [False] * len(second)
    upper, lower = thresholds.upper, thresholds.lower
    least = 1 if thresholds.as_printed else 0
    for block in range(len(second) - 1, -1, -1):
        share = _WHOLE * (first[block] + main_children[block])
        group = children[block] + 1
        if share - upper * group >= least:
            second[block] = takes_all[block] = True
        elif share < lower * group:
            second[block] = False
        parent = parents[block]
        if parent >= 0:
            children[parent] += 1
            main_children[parent] += second[block]
    # What a parent does to its children changes no vote: theirs have been counted.
    return [result or (parent >= 0 and takes_all[parent]) for result, parent in zip(second, parents, strict=True)]
