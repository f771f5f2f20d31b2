"""The papers' figures, as PNG (the extra ``figures``). The same values give the same bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

_MAP_INCHES = (5.2, 4.4)
"""Width and height of one map of thresholds."""
_WEIGHT_INCHES = (4.6, 6.4)
"""Width and height of one weight map."""
_DOTS = 110
"""Pixels an inch."""
_DARK = 0.6
"""Share of the darkest colour from which on figures in a field are white."""


def heat_maps(
    maps: Mapping[str, NDArray[Any]], rows: Sequence[str], columns: Sequence[str], labels: tuple[str, str], path: Path
) -> None:
    """Draw maps side by side: fields red above 0, blue below, with their values in per cent.

    Each of ``maps``, by its title, is len(rows) x len(columns); the first row is drawn at the bottom. ``labels`` name
    the rows and the columns.

    Raises:
        ModuleNotFoundError: matplotlib is not installed (the extra ``figures``).
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(_MAP_INCHES[0] * len(maps), _MAP_INCHES[1]), dpi=_DOTS, layout="constrained")
    for place, (title, values) in enumerate(maps.items(), 1):
        axes = figure.add_subplot(1, len(maps), place)
        percent = values * 100
        limit = max(float(abs(percent).max()), 0.1)
        image = axes.imshow(percent, cmap="RdBu_r", vmin=-limit, vmax=limit, origin="lower")
        axes.set_title(title)
        axes.set_yticks(range(len(rows)), rows)
        axes.set_xticks(range(len(columns)), columns)
        axes.set_ylabel(labels[0])
        axes.set_xlabel(labels[1])
        for row, line in enumerate(percent.tolist()):
            for column, value in enumerate(line):
                colour = "white" if abs(value) > _DARK * limit else "black"
                axes.text(column, row, f"{value:+.1f}", ha="center", va="center", fontsize=8, color=colour)
        figure.colorbar(image, ax=axes, label="%", shrink=0.85)
    figure.savefig(path, metadata={"Software": None})


def weight_maps(maps: Mapping[str, NDArray[Any]], path: Path) -> None:
    """Draw weight maps side by side, each by its title: rows x columns of cells, the first row at the top.

    White is the highest weight of a map, black the lowest, as in figure 2 of Tsuruta et al.

    Raises:
        ModuleNotFoundError: matplotlib is not installed (the extra ``figures``).
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(_WEIGHT_INCHES[0] * len(maps), _WEIGHT_INCHES[1]), dpi=_DOTS, layout="constrained")
    for place, (title, values) in enumerate(maps.items(), 1):
        axes = figure.add_subplot(1, len(maps), place)
        axes.set_title(title)
        axes.set_xlabel("cells from the left")
        axes.set_ylabel("cells from the top")
        figure.colorbar(axes.imshow(values, cmap="gray"), ax=axes, label="weight", shrink=0.6)
    figure.savefig(path, metadata={"Software": None})
