"""The pictures of `memory.py` and `size.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

_INCHES = (6.4, 3.8)
_DOTS = 110
"""Pixels an inch."""


def curves(
    lines: Mapping[str, tuple[Sequence[float], Sequence[float]]],
    labels: tuple[str, str],
    path: Path,
    *,
    log: bool = False,
) -> None:
    """Draw lines over one another, each by its name: x and y of its points. ``labels`` name x and y.

    Both scales start at 0; with ``log`` both are logarithmic. The same lines give the same bytes.

    Raises:
        ModuleNotFoundError: matplotlib is not installed (the extra ``figures``).
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=_INCHES, dpi=_DOTS, layout="constrained")
    axes = figure.add_subplot()
    for name, (xs, ys) in lines.items():
        axes.plot(xs, ys, label=name, marker="o" if log else None, markersize=3, linewidth=1.2)
    if log:
        axes.set_xscale("log")
        axes.set_yscale("log")
    else:
        axes.set_xlim(left=0)
        axes.set_ylim(bottom=0)
    axes.set_xlabel(labels[0])
    axes.set_ylabel(labels[1])
    axes.grid(visible=True, alpha=0.3)
    axes.legend(frameon=False)
    figure.savefig(path, metadata={"Software": None})
