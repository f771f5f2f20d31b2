"""Annotated pages -> a model of DOM PageRank: of a grid of parameters those whose main elements are best.

The method is there for pages of pictures and videos, which are few in any corpus: they weigh as much as all pages.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from ...papers.pagerank import (
    FORMAT,
    Parameters,
    Unit,
    density_sums,
    distributions,
    graph,
    importance,
    likeness,
    media_elements,
    shares,
)
from .align import inside, targets, tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from ...page import Page
    from ...papers.pagerank import Doubles, Graph
    from ..corpus.annotated import AnnotatedPage


def fit_pagerank(
    pages: Iterable[PageRankRows | None],
    name: str,
    seed: int = 0,  # noqa: ARG001  a search over a grid draws no numbers
) -> dict[str, Any]:
    """Return a model as plain data: the parameters with the best F1, on a tie the first of the grid.

    It is the mean of the mean over all pages and the one over pages of pictures or videos, where there are any.

    Raises:
        ValueError: there is no page with text to learn from.
    """
    known = [rows for rows in pages if rows is not None]
    if not known:
        raise ValueError("no page with text to train on")
    means = [_mean(chosen) for chosen in (known, [rows for rows in known if rows.pictures]) if chosen]
    best = grid()[int(np.argmax(np.mean(means, axis=0)))]
    return {"format": FORMAT, "method": "pagerank", "name": name, "parameters": best.as_dict()}


def printed(
    pages: Iterable[None],  # noqa: ARG001  nothing is learnt
    name: str,
    seed: int = 0,  # noqa: ARG001
) -> dict[str, Any]:
    """Return the model of the paper's own tables: uniform weights of text, lambda .5."""
    return {"format": FORMAT, "method": "pagerank", "name": name, "parameters": Parameters().as_dict()}


def _mean(pages: Sequence[PageRankRows]) -> Doubles:
    """Return the mean F1 of each of the parameters."""
    found: Doubles = np.average([rows.scores for rows in pages], axis=0, weights=[rows.weight for rows in pages])
    return found


# Annotated pages -> the F1 of the main element that each of the parameters finds.

FEW_WORDS = 100
"""Words of a reference text below which a page's main content may be its pictures."""
MIN_MEDIA = 3
"""Pictures, videos and players on such a page, icons and the like aside."""
_DAMPINGS = (0.3, 0.5, 0.7, 0.8, 0.85, 0.9, 0.95)
_TITLES = (0.0, 0.15, 0.3, 0.45, 0.6, 0.8, 1.0)
_TRADE_OFFS = (0.0, 0.5, 1.0)
_MEDIA = (0.0, 0.1, 0.2)
_ANY_TRADE_OFF = 0.5
"""The one that is tried where title and description have no weight."""


@dataclass(frozen=True, slots=True)
class PageRankRows:
    """One page: the F1 (0 to 1) of the main element by each of the parameters of `grid`, and how many times it counts.

    ``pictures`` is true for a page of pictures or videos.
    """

    scores: Doubles
    pictures: bool
    weight: float = 1.0


def element_scores(page: Page, annotated: AnnotatedPage) -> Doubles:
    """Return precision, recall and F1 of each element, were it the main one (3 x elements); words are counted."""
    words = np.array([len(tokens(text)) for text in page.texts], np.float64)
    ranges = np.array([page.blocks_in(element) for element in range(len(page.tags))])
    wanted = len(tokens(annotated.main_content))
    found = inside(words, ranges)
    hits = np.minimum(inside(words * np.array(targets(page, annotated, body=False)), ranges), wanted)
    f1 = 2 * hits / np.maximum(found + wanted, 1.0)
    return np.array([hits / np.maximum(found, 1.0), hits / max(wanted, 1), f1])


def grid() -> list[Parameters]:
    """Return the parameters that are tried, the simplest first."""
    return [
        Parameters(damping=damping, unit=unit, title=title, trade_off=trade_off, media=media)
        for unit, media, title, trade_off, damping in product(Unit, _MEDIA, _TITLES, _TRADE_OFFS, _DAMPINGS)
        if title or trade_off == _ANY_TRADE_OFF
    ]


def pagerank_rows(annotated: AnnotatedPage) -> PageRankRows | None:
    """Return a page's rows, ``None`` where it has no text block."""
    page = annotated.read_with_text()
    if page is None:
        return None
    *_, f1 = element_scores(page, annotated)
    return PageRankRows(f1[main_elements(page, grid())], is_of_pictures(page, annotated))


def is_of_pictures(page: Page, annotated: AnnotatedPage) -> bool:
    """Return True if a page's main content may be its pictures or videos: it has few words, and some of those."""
    return len(tokens(annotated.main_content)) < FEW_WORDS and len(media_elements(page)) >= MIN_MEDIA


def weighed(rows: PageRankRows | None, weight: float) -> PageRankRows | None:
    """Return rows that count so many times."""
    return rows and replace(rows, weight=rows.weight * weight)


def main_elements(page: Page, configurations: Sequence[Parameters]) -> list[int]:
    """Return the main element of a page with text by each of several parameters, as `papers.pagerank.rank` does.

    Importance is linear in the initial weights: each of the four distributions is spread once, and mixed by adding up.
    """
    groups: dict[Parameters, list[int]] = defaultdict(list)
    for number, parameters in enumerate(configurations):
        group = replace(parameters, title=0.0, trade_off=_ANY_TRADE_OFF, media=float(parameters.media > 0))
        groups[group].append(number)
    like, objects = likeness(page), media_elements(page)
    found = [0] * len(configurations)
    for group, numbers in groups.items():
        tree = graph(page, objects if group.media else objects[:0])
        weights = distributions(page, tree, group.unit, like)
        sums = np.array([_spread(tree, row, group) for row in weights])
        present = (weights.sum(axis=1) > 0).tolist()
        mixed: NDArray[np.float64] = np.array([shares(configurations[number], present) for number in numbers]) @ sums
        for number, place in zip(numbers, mixed.argmax(axis=1).tolist(), strict=True):
            found[number] = int(tree.elements[place])
    return found


def _spread(tree: Graph, row: Doubles, group: Parameters) -> Doubles:
    if not row.any():
        return np.zeros(len(tree.elements))
    return density_sums(tree, importance(tree, row, group.damping))
