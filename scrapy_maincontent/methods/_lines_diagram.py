"""The classes of lines and the diagram of what may follow what (Shinnou and Sasaki 2.2.1, 2.3).

A page is read as ``J* H N* (K N*) S M* E ... LN*``: any lines, the title, lines between, the body in one or several
runs, any lines. Every state stands for one class and weighs what the class weighs; states of one class (J, N1, N2, ...,
B and LN are all N) part what comes before the title from what comes behind it, so that there is one title, above all
of the body. Between the title and what follows it there are no more lines than states N1, N2, ...

The paper's final diagram (figure 8) is lost in its text. What it says of it is kept: the title comes first and once,
at least one run of the body follows, within `TITLE_GAP` lines; a run is no single line; subtitles are single lines
around runs. That lines between two runs may be any number is a choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ..features.measures import Ints

CLASSES = ("N", "H", "K", "S", "M", "E")
"""Classes of a line: none, title, subtitle, start of a run of the body, its middle, its end (2.2.1)."""
NONE, TITLE, SUBTITLE, START, MIDDLE, END = range(len(CLASSES))
BODY = (SUBTITLE, START, MIDDLE, END)
"""Classes that are part of the body."""
TITLE_GAP = 10
"""Lines that may stand between the title and the first line of the body or its subtitle (4)."""

BEFORE, TITLE_STATE, BETWEEN, LAST = "J", "H", "B", "LN"
_CLASS_OF = {BEFORE: "N", TITLE_STATE: "H", "S": "S", "M": "M", "E": "E", "K": "K", BETWEEN: "N", LAST: "N"}
"""The class of each state but N1, N2, ..."""
_FOLLOWERS = {
    BEFORE: (BEFORE, TITLE_STATE),
    "S": ("M", "E"),
    "M": ("M", "E"),
    "E": (BETWEEN, "K", LAST),
    BETWEEN: (BETWEEN, "K", "S"),
    "K": (BETWEEN, "S"),
    LAST: (LAST,),
}
"""The states that may follow each state but H, N1, N2, ..."""
_AFTER_TITLE = ("K", "S")
"""What may follow H and each of N1, N2, ..., beside the next of them."""
_FIRST = (BEFORE, TITLE_STATE)
_FINAL = ("E", LAST)


@dataclass(frozen=True, slots=True)
class Diagram:
    """States and arcs; s states.

    ``states`` (s) are the states' names, ``classes`` (s) the number of each one's class in `CLASSES`. ``before``
    (s x p): the states that each state may follow, s where there are fewer than p. ``first`` and ``final`` are the
    numbers of the states that a page may begin and end with.
    """

    states: tuple[str, ...]
    classes: Ints
    before: Ints
    first: tuple[int, ...]
    final: tuple[int, ...]


def diagram(title_gap: int = TITLE_GAP) -> Diagram:
    """Return the diagram with ``title_gap`` states N1, N2, ... between the title and what follows it.

    Raises:
        ValueError: the gap is negative.
    """
    if title_gap < 0:
        raise ValueError(f"title_gap is {title_gap}; it must be 0 or more")
    gap = [f"N{number}" for number in range(1, title_gap + 1)]
    class_of = _CLASS_OF | dict.fromkeys(gap, "N")
    followers = dict(_FOLLOWERS)
    for state, after in zip([TITLE_STATE, *gap], [*gap, None], strict=True):
        followers[state] = _AFTER_TITLE if after is None else (after, *_AFTER_TITLE)
    states = tuple(class_of)
    number = {state: place for place, state in enumerate(states)}
    before: list[list[int]] = [[] for _ in states]
    for state, after_it in followers.items():
        for follower in after_it:
            before[number[follower]].append(number[state])
    width = max(map(len, before))
    return Diagram(
        states,
        np.array([CLASSES.index(class_of[state]) for state in states], np.intp),
        np.array([own + [len(states)] * (width - len(own)) for own in before], np.intp),
        tuple(number[state] for state in _FIRST),
        tuple(number[state] for state in _FINAL),
    )
