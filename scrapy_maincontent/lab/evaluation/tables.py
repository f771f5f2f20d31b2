"""Page results -> tables: means by group with bootstrap intervals, differences, and the folder of an evaluation.

`write_results` writes into that folder:

* ``predictions/NAME.jsonl``: the texts of each extractor, a page a line: ``id``, ``url``, ``text``, ``title``;
* ``results.json``: every measure, of all pages, by page type and by language, with intervals and differences;
* ``tables.md``: the same for reading; ``f1.png``: word F1 by page type;
* ``worst.html``, ``worst/``: the pages that the first method is worst at, each with its inspection.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import __version__
from ...inspector import inspect_html
from ...progress import bar
from ..corpus import digest
from ..corpus.annotated import CorpusError
from . import Prediction, language_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from . import PageResult

    Doubles = NDArray[np.float64]


ALL = "all"
"""The row of all pages."""
SAMPLES = 2000
"""Of the bootstrap."""
COVERED = (2.5, 97.5)
"""Percentiles of the samples between which an interval lies."""


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


def summary_by_language(results: Sequence[PageResult]) -> dict[str, dict[str, float]]:
    """Return a `summary` by language, with intervals."""
    return summary(results, lambda result: language_of(result.page), intervals=True)


def _means(results: Sequence[PageResult], intervals: bool) -> dict[str, float]:
    f1 = [result.words.f1 for result in results]
    low, high = interval(f1) if intervals else (0.0, 0.0)
    columns = {
        "f1": f1,
        "from": [low] if intervals else [],
        "to": [high] if intervals else [],
        "precision": [result.words.precision for result in results],
        "recall": [result.words.recall for result in results],
        "body_f1": [result.body.f1 for result in results],
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


# Bootstrap over pages.


@dataclass(frozen=True, slots=True)
class Difference:
    """Ours minus theirs: the mean over pages, its interval (95 %), and the share of samples in which ours is ahead."""

    mean: float
    low: float
    high: float
    ahead: float

    @classmethod
    def of(cls, mean: float, samples: Doubles) -> Difference:
        """Return a difference of this mean, whose samples have these means."""
        return cls(mean, *covered(samples), float((samples > 0).mean()))

    def as_dict(self) -> dict[str, float]:
        """Return it as plain JSON types, under the names of the table's columns."""
        return {"difference": self.mean, "from": self.low, "to": self.high, "ahead": self.ahead}


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the interval (95 %) of a mean."""
    return covered(sampled_means(np.asarray(values, np.float64)))


def difference(ours: Sequence[float], theirs: Sequence[float]) -> Difference:
    """Compare two extractors by their scores of the same pages in the same order.

    The paired bootstrap (Koehn 2004, "Statistical significance tests for machine translation evaluation") draws pages
    with replacement and compares both on the same draw, so that hard pages don't blur the difference.

    Raises:
        ValueError: they have not the same number of pages, or none.
    """
    if len(ours) != len(theirs) or not ours:
        raise ValueError(f"{len(ours)} pages can't be paired with {len(theirs)}")
    values = np.asarray(ours, np.float64) - np.asarray(theirs, np.float64)
    return Difference.of(float(values.mean()), sampled_means(values))


def differences_as_text(ours: Sequence[PageResult], peers: Mapping[str, Sequence[PageResult]]) -> str:
    """Return a table in plain text: for each peer the difference of word F1, and of the F1 of character 4-grams."""
    lines = [f"{'':26}{'difference':>12}{'from':>9}{'to':>9}{'ahead':>9}"]
    for name, theirs in peers.items():
        for measure, found in differences(ours, theirs).items():
            row = f"{found.mean:+12.3f}{found.low:+9.3f}{found.high:+9.3f}{found.ahead:9.1%}"
            lines.append(f"{name:16}{measure:10}{row}")
    return "\n".join(lines)


def differences(ours: Sequence[PageResult], theirs: Sequence[PageResult]) -> dict[str, Difference]:
    """Return how two extractors differ in word F1 and in the F1 of character 4-grams, on the same pages."""
    return {
        "f1": difference([one.words.f1 for one in ours], [one.words.f1 for one in theirs]),
        "char4_f1": difference([one.characters.f1 for one in ours], [one.characters.f1 for one in theirs]),
    }


def sampled_means(values: Doubles, seed: int = 0) -> Doubles:
    """Return the means of `SAMPLES` draws, the same ones for the same number of values and seed."""
    picks = np.random.default_rng(seed).integers(0, len(values), (SAMPLES, len(values)))
    means: Doubles = values[picks].mean(axis=1)
    return means


def covered(samples: Doubles) -> tuple[float, float]:
    """Return the interval in which 95 % of samples lie."""
    low, high = np.percentile(samples, COVERED)
    return float(low), float(high)


# The folder of an evaluation.

PREDICTIONS, RESULTS, TABLES, PICTURE = "predictions", "results.json", "tables.md", "f1.png"
FORMAT = 1
"""Number of the form of ``results.json``."""


def write_results(
    folder: Path,
    corpus: str,
    results: Mapping[str, Sequence[PageResult]],
    *,
    worst: int,
    inspect: bool,
    model: str | None,
) -> None:
    """Write the files for one corpus; ``results`` by extractor, the first one compared with the others.

    The ``worst`` pages of the first are listed, and with ``inspect`` inspected by its packaged model or ``model``.
    """
    (folder / PREDICTIONS).mkdir(parents=True, exist_ok=True)
    for name, scored in results.items():
        _write_predictions(folder / PREDICTIONS / f"{name}.jsonl", scored)
    first, *others = results
    pages = [result.page for result in results[first]]
    groups = {name: _groups(scored) for name, scored in results.items()}
    kept = {
        "format": FORMAT,
        "version": __version__,
        "corpus": corpus,
        "pages": len(pages),
        "digest": digest(pages),
        "extractors": groups,
        "differences": {
            name: {measure: found.as_dict() for measure, found in differences(results[first], results[name]).items()}
            for name in others
        },
    }
    text = json.dumps(kept, ensure_ascii=False, indent=1, sort_keys=True)
    (folder / RESULTS).write_text(f"{text}\n", "utf-8")
    (folder / TABLES).write_text(_tables(corpus, groups), "utf-8")
    by_type = {name: found["by_page_type"] | {ALL: found[ALL]} for name, found in groups.items()}
    _draw_bars(by_type, folder / PICTURE)
    _write_worst_pages(folder, results, count=worst, inspect=inspect, model=model)


def read_predictions(file: Path) -> dict[str, Prediction]:
    """Return the predictions of a file by the pages' ids.

    Raises:
        CorpusError: the file can't be read, or a line is no object with ``id`` and ``text``.
    """
    found: dict[str, Prediction] = {}
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CorpusError(f"{file} can't be read: {error}") from error
    for number, line in enumerate(lines, 1):
        try:
            fields = json.loads(line)
            found[fields["id"]] = Prediction(fields["text"] or "", fields.get("title"))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise CorpusError(f"{file}, line {number}: no object with id and text") from error
    return found


def _write_predictions(file: Path, scored: Sequence[PageResult]) -> None:
    with file.open("w", encoding="utf-8") as lines:
        for result in scored:
            own = result.prediction
            kept = {"id": result.page.id, "url": result.page.url, "text": own.text, "title": own.title}
            lines.write(json.dumps(kept, ensure_ascii=False) + "\n")


def _groups(scored: Sequence[PageResult]) -> dict[str, Any]:
    by_type = summary(scored, intervals=True)
    by_language = summary_by_language(scored)
    del by_language[ALL]
    return {ALL: by_type.pop(ALL), "by_page_type": by_type, "by_language": by_language}


def _tables(corpus: str, groups: Mapping[str, Any]) -> str:
    parts = [f"# {corpus}", as_markdown({name: found[ALL] for name, found in groups.items()})]
    for title, key in (("page type", "by_page_type"), ("language", "by_language")):
        names = dict.fromkeys(name for found in groups.values() for name in found[key])
        rows = {
            name or "none": {extractor: found[key][name]["f1"] for extractor, found in groups.items()} for name in names
        }
        parts += [f"## Word F1 by {title}", as_markdown(rows)]
    return "\n\n".join(parts) + "\n"


# The pages that an extractor is worst at, as a list that links to the inspection of each.

LIST, FOLDER = "worst.html", "worst"
_HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }}
body {{ margin: 2rem auto; max-width: 70rem; padding: 0 1rem }}
table {{ border-collapse: collapse; width: 100% }}
th, td {{ text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #8884 }}
td.number, th.number {{ text-align: right; font-variant-numeric: tabular-nums }}
</style>
</head>
<body>
<h1>{title}</h1>
"""


def _write_worst_pages(
    folder: Path, results: Mapping[str, Sequence[PageResult]], *, count: int, inspect: bool, model: str | None
) -> None:
    """Write the list of the ``count`` pages with the first method's lowest word F1, the worst at the top."""
    first = next(iter(results))
    order = sorted(range(len(results[first])), key=lambda place: (results[first][place].words.f1, place))[:count]
    rows = []
    if inspect and order:
        (folder / FOLDER).mkdir(exist_ok=True)
    for number, place in enumerate(bar(order, "worst pages"), 1):
        page = results[first][place].page
        name = escape(page.id)
        if inspect:
            file = f"{FOLDER}/{number}.html"
            html = inspect_html(page.html(), page.url, encoding=page.encoding, method=first, model=model)
            (folder / file).write_text(html, "utf-8")
            name = f'<a href="{file}">{name}</a>'
        scores = "".join(f'<td class="number">{scored[place].words.f1:.2f}</td>' for scored in results.values())
        rows.append(f"<tr><td>{name}</td><td>{escape(page.page_type)}</td>{scores}<td>{escape(page.url)}</td></tr>\n")
    heads = "".join(f'<th class="number">{escape(name)}</th>' for name in results)
    title = f"Where {escape(first)} is worst, by word F1"
    table = f"<table>\n<tr><th>page</th><th>type</th>{heads}<th>address</th></tr>\n{''.join(rows)}</table>\n"
    (folder / LIST).write_text(f"{_HEAD.format(title=title)}{table}</body>\n</html>\n", "utf-8")


# The picture, as PNG (the extra ``figures``).

_INCHES = (6.4, 3.8)
"""Width, at least, and height of the picture."""
_DOTS = 110
"""Pixels an inch."""


def require_figures() -> None:
    """Raise `ModuleNotFoundError` where matplotlib (the extra ``figures``) is not installed."""
    import matplotlib.figure  # noqa: F401


def _draw_bars(groups: Mapping[str, Mapping[str, Mapping[str, float]]], path: Path) -> None:
    """Draw bars of word F1 with intervals, side by side for each row of the extractors' tables."""
    from matplotlib.figure import Figure

    names = list(dict.fromkeys(row for table in groups.values() for row in table))
    width = 0.8 / max(len(groups), 1)  # bars take so much of the axis
    figure = Figure(figsize=(max(_INCHES[0], len(names) * 0.9), _INCHES[1]), dpi=_DOTS, layout="constrained")
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
    axes.set_ylabel("word F1")
    axes.legend(frameon=False, ncols=4, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    figure.savefig(path, metadata={"Software": None})
