"""Counts -> small charts in SVG: sizes are attributes, since the report's policy allows no inline styles."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

WIDTH, HEIGHT = 400, 130
_LINE, _NAMES, _NUMBERS = 22, 130, 60
"""Height of a row, and the room that names and numbers take beside bars."""
_FOOT, _ROOM = 16, 14
"""Room below columns for their names, and above them for their numbers."""


def bars(counts: Mapping[str, int]) -> str:
    """Return one horizontal bar for each count; "" where there is none."""
    if not counts:
        return ""
    largest = max(*counts.values(), 1)
    rows = []
    for number, (name, count) in enumerate(counts.items()):
        top, length = number * _LINE, (WIDTH - _NAMES - _NUMBERS) * count / largest
        rows.append(
            f'<text x="0" y="{top + 15}">{escape(name.replace("_", " "))}</text>'
            f'<rect x="{_NAMES}" y="{top + 5}" width="{max(length, 1):.1f}" height="12" rx="2"/>'
            f'<text x="{_NAMES + length + 6:.1f}" y="{top + 15}" class="count">{count:,}</text>'
        )
    return _svg(len(counts) * _LINE, ", ".join(f"{name}: {count}" for name, count in counts.items()), rows)


def columns(counts: Sequence[tuple[str, int]]) -> str:
    """Return one upright bar for each pair of a name and a count."""
    largest = max(*(count for _, count in counts), 1)
    step = WIDTH / len(counts)
    room = HEIGHT - _FOOT - _ROOM
    drawn = []
    for number, (name, count) in enumerate(counts):
        height, left = room * count / largest, number * step
        top = HEIGHT - _FOOT - height
        drawn.append(f'<rect x="{left + 2:.1f}" y="{top:.1f}" width="{step - 4:.1f}" height="{height:.1f}" rx="2"/>')
        middle = left + step / 2
        drawn.append(f'<text x="{middle:.1f}" y="{HEIGHT - 4}" class="foot">{escape(name)}</text>')
        if count:
            drawn.append(f'<text x="{middle:.1f}" y="{top - 3:.1f}" class="foot count">{count:,}</text>')
    return _svg(HEIGHT, ", ".join(f"{name}: {count}" for name, count in counts), drawn)


def _svg(height: int, words: str, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(words)}" '
        f'preserveAspectRatio="xMinYMin meet">{"".join(parts)}</svg>'
    )
