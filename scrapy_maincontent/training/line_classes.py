"""The classes N, H, K, S, M, E of a page's lines, from what a person says of the page (Shinnou and Sasaki 2.2.1, 3.1).

The paper's authors gave each line its class by hand. Here a title and a text are known, and which lines they are; the
classes follow from the paper's assumptions: the title and a subtitle are one line each, the rest of a longer one is N;
the body stands behind the title; a run of the body has two lines or more. Empty lines within a run are part of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..methods._lines_diagram import END, MIDDLE, NONE, START, SUBTITLE, TITLE

if TYPE_CHECKING:
    from collections.abc import Sequence

LOST = 0.1
"""Share of the body's lines that may stand above the title; where there are more, the title stands elsewhere."""
_SHORTEST = 2
"""Lines of the shortest run of the body."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of one line.

    ``empty``: there is nothing on it. ``body``: the reference text has it. ``title``: it is the first line of a text
    that is the page's title. ``heading``: it is the first line of a heading. ``continued``: it is another line of
    a heading, or of the page's title.
    """

    empty: bool = False
    body: bool = False
    title: bool = False
    heading: bool = False
    continued: bool = False


def line_classes(lines: Sequence[Known]) -> list[int]:
    """Return the number of each line's class in `CLASSES`."""
    classes = [NONE] * len(lines)
    title = title_line(lines)
    start = 0
    if title is not None:
        classes[title] = TITLE
        start = title + 1
        while start < len(lines) and lines[start].continued:  # the rest of the title
            start += 1
    for first, end in _runs(lines, start):
        for part_first, part_end, subtitle in _parts(lines, first, end):
            if subtitle is not None:
                classes[subtitle] = SUBTITLE
            if part_end - part_first >= _SHORTEST:
                classes[part_first:part_end] = [START, *[MIDDLE] * (part_end - part_first - 2), END]
    return classes


def title_line(lines: Sequence[Known]) -> int | None:
    """Return the title's line: of those with next to no body above them a heading, and the last one."""
    total = sum(line.body and not line.title for line in lines)
    found: list[tuple[bool, int]] = []
    above = 0
    for number, line in enumerate(lines):
        if line.title and above <= LOST * total:
            found.append((line.heading, number))
        above += line.body and not line.title
    return max(found)[1] if found else None


def _runs(lines: Sequence[Known], start: int) -> list[tuple[int, int]]:
    """Return the ranges of lines of the body from a line on; empty lines do not end one."""
    runs: list[tuple[int, int]] = []
    first = end = start
    for number in range(start, len(lines)):
        if lines[number].body:
            if first == end:
                first = number
            end = number + 1
        elif not lines[number].empty and first < end:
            runs.append((first, end))
            first = end
    return [*runs, (first, end)] if first < end else runs


def _parts(lines: Sequence[Known], first: int, end: int) -> list[tuple[int, int, int | None]]:
    """Return a run's parts at its subtitles: each one's range, and the line of the subtitle above it.

    A heading is a subtitle where the parts above and below it have two lines or more; else it is a line of the body.
    """
    headings = [number for number in range(first, end) if lines[number].heading]
    parts: list[tuple[int, int, int | None]] = []
    begin, subtitle = first, None
    for heading, next_one in zip(headings, [*headings, end][1:], strict=True):
        below = _trimmed(lines, _behind(lines, heading, end), next_one)
        above = _trimmed(lines, begin, heading)
        if below[1] - below[0] >= _SHORTEST and not 0 < above[1] - above[0] < _SHORTEST:
            parts.append((*above, subtitle))
            begin, subtitle = below[0], heading
    parts.append((*_trimmed(lines, begin, end), subtitle))
    return parts


def _behind(lines: Sequence[Known], heading: int, end: int) -> int:
    number = heading + 1
    while number < end and lines[number].continued:
        number += 1
    return number


def _trimmed(lines: Sequence[Known], first: int, end: int) -> tuple[int, int]:
    """Return a range without the empty lines around it."""
    while first < end and lines[first].empty:
        first += 1
    while end > first and lines[end - 1].empty:
        end -= 1
    return first, end
