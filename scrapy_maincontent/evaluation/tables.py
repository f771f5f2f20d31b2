"""Page results -> tables."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from .bootstrap import interval

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from .run import PageResult

ALL = "all"


def _page_type(result: PageResult) -> str:
    return result.page.page_type


def summary(
    results: Sequence[PageResult], group: Callable[[PageResult], str] = _page_type, *, intervals: bool = False
) -> dict[str, dict[str, float]]:
    """Return the mean measures of all pages and of each group; a measure that no page has is left out.

    ``intervals`` adds the bootstrap interval of the mean word F1 as "from" and "to".
    """
    groups: dict[str, list[PageResult]] = defaultdict(list)
    for result in results:
        groups[group(result)].append(result)
    rows = {ALL: results} | {name: groups[name] for name in sorted(groups)}
    return {name: _means(pages, intervals) for name, pages in rows.items()}


def _means(results: Sequence[PageResult], intervals: bool) -> dict[str, float]:
    f1 = [result.words.f1 for result in results]
    low, high = interval(f1) if intervals else (0.0, 0.0)
    columns = {
        "f1": f1,
        "from": [low] if intervals else [],
        "to": [high] if intervals else [],
        "precision": [result.words.precision for result in results],
        "recall": [result.words.recall for result in results],
        "char4_f1": [result.characters.f1 for result in results],
        "title": [float(result.title) for result in results if result.title is not None],
        "with": [result.wanted for result in results if result.wanted is not None],
        "without": [result.unwanted for result in results if result.unwanted is not None],
    }
    return {"pages": float(len(results))} | {name: float(np.mean(values)) for name, values in columns.items() if values}


def as_text(rows: dict[str, dict[str, float]]) -> str:
    """Return a table in plain text, a row a group."""
    names = list(dict.fromkeys(name for row in rows.values() for name in row))
    table = [["", *names]]
    table += [[group, *(_cell(name, row.get(name)) for name in names)] for group, row in rows.items()]
    widths = [max(len(row[column]) for row in table) for column in range(len(names) + 1)]
    return "\n".join(_line(row, widths) for row in table)


def as_markdown(rows: dict[str, dict[str, float]]) -> str:
    """Return a table in Markdown, a row a group."""
    names = list(dict.fromkeys(name for row in rows.values() for name in row))
    lines = [f"| | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|"]
    lines += [
        f"| {group} | {' | '.join(_cell(name, row.get(name)) for name in names)} |" for group, row in rows.items()
    ]
    return "\n".join(lines)


def _cell(name: str, value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.0f}" if name == "pages" else f"{value:.3f}"


def _line(cells: Iterable[str], widths: Sequence[int]) -> str:
    first, *rest = (
        cell.ljust(width) if number == 0 else cell.rjust(width)
        for number, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return "  ".join([first, *rest]).rstrip()
