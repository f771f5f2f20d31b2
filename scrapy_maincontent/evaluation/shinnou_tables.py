"""The tables of Shinnou and Sasaki in plain text, and what the lines are worth as texts."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING

import numpy as np

from ..core.extract import extract, read_page
from ..core.render import render as render_text
from ..core.title import headline
from ..methods import DEFAULT_METHOD
from ..methods.lines import Placed, main_blocks, title_text
from . import run
from .shinnou import SITE_PAGES, Judged, by_site, class_counts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..corpus import AnnotatedPage
    from ..progress import Progress
    from .run import PageResult
    from .shinnou_lines import Renderer

_COLUMNS = ("extracted", "correct", "total", "precision", "recall", "F")
_ARTICLE = "article"
_MILLISECONDS = 1000
_PERCENTILES = (50, 95)
_ROUNDS = 3
_TIMED = 400
"""Pages that are timed at most, evenly picked."""


def as_text(same: Sequence[Judged], own: Sequence[Judged], other: Sequence[Judged]) -> str:
    """Return tables 1 to 5: other pages of the same sites with the best and the worst site, other sites with the best.

    Beside them stand table 1 by models of single sites, and the articles of table 4, since the paper's pages are news.
    Tables without a page are left out.
    """
    parts = []
    known, unknown = list(by_site(same).items()), list(by_site(other).items())
    if known:
        (best, best_pages), (worst, worst_pages) = known[0], known[-1]
        parts += [
            f"Table 1: other pages of the same sites ({len(known)} sites of {SITE_PAGES} pages or more)",
            table(same),
            f"Table 2: best site, {best}",
            table(best_pages),
            f"Table 3: worst site, {worst}",
            table(worst_pages),
            "Table 1 with a model for each site, of its own pages",
            table(own),
        ]
    parts += [f"Table 4: other sites ({len({page.page.domain for page in other})} sites)", table(other)]
    if articles := [page for page in other if page.page.page_type == _ARTICLE]:
        parts += ["Table 4, articles", table(articles)]
    if unknown:
        best, best_pages = unknown[0]
        parts += [f"Table 5: best of other sites, {best}", table(best_pages)]
    return "\n\n".join(parts)


def table(judged: Sequence[Judged]) -> str:
    """Return a row for each class: lines extracted, right ones of them, lines there are, precision, recall and F."""
    rows = [f"{f'{len(judged)} pages':12}" + "".join(f"{name:>11}" for name in _COLUMNS)]
    for name, counts in class_counts(judged).items():
        extracted, total = counts.hits + counts.wrong, counts.hits + counts.missed
        cells = [
            *(f"{value:.0f}" for value in (extracted, counts.hits, total)),
            _share(counts.precision, extracted),
            _share(counts.recall, total),
            _share(counts.f1, extracted and total),
        ]
        rows.append(f"{name:12}" + "".join(f"{cell:>11}" for cell in cells))
    return "\n".join(rows)


def _share(value: float, of: float) -> str:
    return f"{value:.3f}" if of else ""


def texts(judged: Sequence[Judged], render: Renderer, progress: Progress) -> list[PageResult]:
    """Score what the classes of the lines make of each page: its text and its title."""
    return [run.score(page.page, _prediction(page, render)) for page in progress(judged, "texts")]


def _prediction(judged: Judged, render: Renderer) -> run.Prediction:
    annotated = judged.page
    page = read_page(annotated.html(), annotated.url, encoding=annotated.encoding)
    if page is None or judged.classes is None:
        return run.Prediction("", "" if page is None else headline(page) or "")
    lines = render(page, annotated) or []
    placed = Placed.of(lines, len(page.texts))
    title = title_text(lines, placed, judged.classes, page.texts) or headline(page)
    text = render_text(page, main_blocks(placed, judged.classes).tolist(), ("text",)).text
    return run.Prediction(text, title or "")


def times(pages: Sequence[AnnotatedPage], progress: Progress) -> str:
    """Return a table of the milliseconds of processor time that a page takes: lines and the default, packaged models.

    Of `_ROUNDS` rounds over both methods the best one counts for each page.
    """
    chosen = pages[:: max(1, -(-len(pages) // _TIMED))]
    methods = ("lines", DEFAULT_METHOD)
    seconds: dict[str, list[float]] = {method: [] for method in methods}
    for page in progress(chosen, "times"):
        html = page.html()
        rounds = [[_seconds(html, method) for method in methods] for _ in range(_ROUNDS)]
        for method, own in zip(methods, zip(*rounds, strict=True), strict=True):
            seconds[method].append(min(own))
    rows = [f"{f'{len(chosen)} pages':12}{'median ms':>11}{'95 % ms':>11}"]
    for method, taken in seconds.items():
        median, high = np.percentile(np.array(taken) * _MILLISECONDS, _PERCENTILES)
        rows.append(f"{method:12}{median:>11.1f}{high:>11.1f}")
    return "\n".join(rows)


def _seconds(html: bytes, method: str) -> float:
    start = process_time()
    extract(html, method=method)
    return process_time() - start
