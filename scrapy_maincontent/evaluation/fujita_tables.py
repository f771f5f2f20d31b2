"""The tables of Fujita et al. in plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .fujita import MEASURES, PAIRS, STEPS, above_baseline, best, change, changes, heat_maps
from .fujita_structure import MOVED, Structure, moved

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from .fujita import Change, PageOutcomes

_HEAD = f"{'upper, lower':14}" + "".join(
    f"{f'{measure} proposed':>20}{'baseline':>16}{'change':>9}" for measure in MEASURES
)
THRESHOLDS = tuple(f"{step / 100:.1f}" for step in STEPS)
"""How the thresholds are written."""


def as_text(found: Sequence[PageOutcomes]) -> str:
    """Return table 1, the maps of figure 4, the variant as printed, and table 2."""
    made = changes(found)
    rows = best(made.values())
    printed = [change(found, row.pair, as_printed=True) for row in rows]
    count = len(above_baseline(made.values()))
    parts = [
        f"Table 1: {len(found)} pages with a reference text; means of the pages that differ (of all pages)",
        _table_1(rows),
        f"{count} of {len(PAIRS)} pairs of thresholds are above the baseline in both measures.",
        f"Figure 3 as printed (above the upper threshold instead of at or above): {_ties(found)}",
        _table_1(printed),
        *(f"Figure 4, {name}: change in % of the baseline\n{_map(values)}" for name, values in heat_maps(made).items()),
        f"Table 2: pages whose ROUGE moves by {MOVED} or more, with {_pair(rows[0].pair)}",
        _table_2(found, rows[0].pair),
    ]
    return "\n\n".join(parts)


def best_pair(found: Sequence[PageOutcomes]) -> tuple[int, int]:
    """Return the first pair of thresholds of table 1."""
    return best(changes(found).values())[0].pair


def _table_1(rows: Iterable[Change]) -> str:
    lines = [f"{_HEAD}{'pages':>8}"]
    for row in rows:
        line = f"{_pair(row.pair):14}"
        for number in range(len(MEASURES)):
            line += f"{_cell(row.proposed[number], row.proposed_all[number]):>20}"
            line += f"{_cell(row.baseline[number], row.baseline_all[number]):>16}{row.relative[number]:>+9.1%}"
        lines.append(f"{line}{row.pages:>8}")
    return "\n".join(lines)


def _cell(differ: float, every: float) -> str:
    return f"{differ:.3f} ({every:.3f})"


def _pair(pair: tuple[int, int]) -> str:
    return ", ".join(f"{threshold / 100:.1f}" for threshold in pair)


def _map(values: NDArray[Any]) -> str:
    """Return a map as lines, the highest upper threshold first, as the picture has it."""
    lines = [f"upper {upper} {''.join(f'{value * 100:+7.1f}' for value in row)}" for upper, row in _falling(values)]
    return "\n".join([*lines, f"   lower  {''.join(f'{lower:>7}' for lower in THRESHOLDS)}"])


def _falling(values: NDArray[Any]) -> list[tuple[str, list[float]]]:
    return list(zip(THRESHOLDS, values.tolist(), strict=True))[::-1]


def _ties(found: Sequence[PageOutcomes]) -> str:
    other = sum(page.proposed[pair].text != page.printed[pair].text for page in found for pair in PAIRS)
    return f"another text in {other} of {len(found) * len(PAIRS)} cases"


def _table_2(found: Sequence[PageOutcomes], pair: tuple[int, int]) -> str:
    counts = moved(found, pair)
    width = max(map(len, Structure))
    lines = [f"{'':{width}}{'up':>6}{'down':>6}"]
    lines += [f"{kind:{width}}{counts[kind, 'up']:>6}{counts[kind, 'down']:>6}" for kind in Structure]
    return "\n".join(lines)
