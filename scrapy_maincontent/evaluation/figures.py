"""Pictures of measurements, as PNG (the extra ``figures``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

_MAP_INCHES = (4.6, 6.4)
"""Width and height of one weight map."""
_INCHES = (5.2, 4.4)
"""Width and height of one map."""
_CURVE_INCHES = (6.4, 3.8)
_BAR_SPACE = 0.8
"""Share of the axis that bars take."""
_DOTS = 110
"""Pixels an inch."""
_DARK = 0.6
"""Share of the darkest colour from which on figures in a field are white."""


def require() -> None:
    """Make sure that pictures can be drawn.

    Raises:
        ModuleNotFoundError: matplotlib is not installed (the extra ``figures``).
    """
    import matplotlib.figure  # noqa: F401


def heat_maps(
    maps: Mapping[str, NDArray[Any]], rows: Sequence[str], columns: Sequence[str], labels: tuple[str, str], path: Path
) -> None:
    """Draw maps side by side: fields red above 0, blue below, with their values in per cent.

    Each of ``maps``, by its title, is len(rows) x len(columns); the first row is drawn at the bottom. ``labels`` name
    the rows and the columns. The same maps give the same bytes.

    Raises:
        ModuleNotFoundError: matplotlib is not installed (the extra ``figures``).
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(_INCHES[0] * len(maps), _INCHES[1]), dpi=_DOTS, layout="constrained")
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

    White is the highest weight of a map, black the lowest, as in figure 2 of Tsuruta et al. The same maps give the same
    bytes.

    Raises:
        ModuleNotFoundError: matplotlib is not installed (the extra ``figures``).
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(_MAP_INCHES[0] * len(maps), _MAP_INCHES[1]), dpi=_DOTS, layout="constrained")
    for place, (title, values) in enumerate(maps.items(), 1):
        axes = figure.add_subplot(1, len(maps), place)
        axes.set_title(title)
        axes.set_xlabel("cells from the left")
        axes.set_ylabel("cells from the top")
        figure.colorbar(axes.imshow(values, cmap="gray"), ax=axes, label="weight", shrink=0.6)
    figure.savefig(path, metadata={"Software": None})


def bars(groups: Mapping[str, Mapping[str, Mapping[str, float]]], label: str, path: Path) -> None:
    """Draw bars side by side for each row of some tables, with intervals.

    ``groups`` are tables by the name of what they are of; a table's row has "f1", "from" and "to", 0 to 1. The same
    tables give the same bytes.

    Raises:
        ModuleNotFoundError: matplotlib is not installed (the extra ``figures``).
    """
    from matplotlib.figure import Figure

    names = list(dict.fromkeys(row for table in groups.values() for row in table))
    width = _BAR_SPACE / max(len(groups), 1)
    figure = Figure(
        figsize=(max(_CURVE_INCHES[0], len(names) * 0.9), _CURVE_INCHES[1]), dpi=_DOTS, layout="constrained"
    )
    axes = figure.add_subplot()
    for number, (title, table) in enumerate(groups.items()):
        own = [name for name in names if name in table]
        places = [names.index(name) + (number - (len(groups) - 1) / 2) * width for name in own]
        means = [table[name]["f1"] for name in own]
        below = [max(table[name]["f1"] - table[name]["from"], 0.0) for name in own]
        above = [max(table[name]["to"] - table[name]["f1"], 0.0) for name in own]
        axes.bar(places, means, width, label=title, yerr=[below, above], error_kw={"elinewidth": 0.8})
    axes.set_xticks(range(len(names)), [name or "none" for name in names], rotation=20)
    axes.set_ylim(0, 1)
    axes.set_ylabel(label)
    axes.legend(frameon=False, ncols=4, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    figure.savefig(path, metadata={"Software": None})


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

    figure = Figure(figsize=_CURVE_INCHES, dpi=_DOTS, layout="constrained")
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
