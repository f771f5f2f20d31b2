"""``method="pagerank"``: DOM PageRank, importance spread along the tree of elements from weights that are given.

Elements that hold text are the vertices of an undirected graph, the DOM's edges its edges. Initial weights say what is
important: texts, those like the title, pictures. Semi-supervised PageRank spreads them, DensitySum adds up each
element's children, and the main element is the one with the highest sum. All its text blocks are main content. The
weights are a bias that can be chosen, which makes the method one for pages whose content is not text.

Where formulas are lost in the paper, `_pagerank_parameters.Reading` has what they may have been.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..core.labels import Labels
from ..page import Label
from ..result import EmptyReason
from ._model_file import read_json, refusing
from ._pagerank_graph import density_sums, graph, importance
from ._pagerank_parameters import Parameters
from ._pagerank_weights import media_elements, weights

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.resources.abc import Traversable

    from ..features.measures import Ints
    from ..page import Page, Region
    from ._pagerank_graph import Doubles

SUFFIX = ".json"
"""Ending of the method's model files."""
FORMAT = 1
"""Number of the model file's format; another one is refused."""


@dataclass(frozen=True, slots=True)
class PageRankModel:
    """Parameters under a name."""

    name: str
    parameters: Parameters


@dataclass(frozen=True, slots=True)
class Ranking:
    """What DOM PageRank says of a page.

    ``elements`` (e) are the elements that hold text or, where they have a weight, pictures, and those above them, in
    document order; ``importance`` (e) and ``scores`` (e, their DensitySums) are theirs. ``main`` is the main element.
    """

    elements: Ints
    importance: Doubles
    scores: Doubles
    main: int
    main_score: float


def load(file: Traversable) -> PageRankModel:
    """Read a model file.

    Raises:
        ModelError: the file is missing, damaged, of another format or for another method.
    """
    data = read_json(file, "pagerank", FORMAT)
    with refusing(file, "pagerank"):
        return PageRankModel(str(data["name"]), Parameters.from_dict(data["parameters"]))


def label(
    page: Page,
    regions: Sequence[Region],  # noqa: ARG001  the paper knows none
    model: PageRankModel,
    balance: float = 1.0,  # noqa: ARG001  there is one main element
) -> Labels:
    """Label every text block of a page that has at least one. Linear in the page.

    The blocks in the main element have score 1. A block outside has the highest score of an element around it, but not
    around the main one, as a share of the main element's.
    """
    ranking = rank(page, model.parameters)
    start, end = page.blocks_in(ranking.main)
    best = _best_around(page, ranking)
    outside = [best[owner] for owner in page.owners]
    scores = [1.0 if start <= block < end else score for block, score in enumerate(outside)]
    inside = f"{model.name}: in the main element {page.xpath(ranking.main)}, score {ranking.main_score:.3f}"
    reasons = [
        inside if start <= block < end else f"{model.name}: outside the main element, {score:.0%} of its score"
        for block, score in enumerate(outside)
    ]
    labels = [Label.MAIN if start <= block < end else Label.OTHER for block in range(len(page.texts))]
    return Labels(labels, scores, reasons, None if start < end else EmptyReason.NO_MAIN_TEXT)


def rank(page: Page, parameters: Parameters) -> Ranking:
    """Return the importance and the score of every element of a page that has elements.

    The main element is the one with the highest score; of several, the first and outermost.
    """
    objects = media_elements(page) if parameters.media else np.zeros(0, np.intp)
    tree = graph(page, objects, text_vertices=parameters.text_vertices)
    if not len(tree.elements):
        nothing = np.zeros(1)
        return Ranking(np.zeros(1, np.intp), nothing, nothing, 0, 0.0)
    found = importance(tree, weights(page, tree, parameters), parameters.damping, parameters.reading)
    scores = density_sums(tree, found)
    best = int(np.argmax(scores))
    return Ranking(tree.elements, found[: len(scores)], scores, int(tree.elements[best]), float(scores[best]))


def _best_around(page: Page, ranking: Ranking) -> dict[int, float]:
    """Return for each element the highest score of itself and those above, as a share of the main element's.

    Elements around the main one don't count: they are around everything.
    """
    around = {ranking.main, *page.ancestors(ranking.main)}
    whole = max(ranking.main_score, np.finfo(np.float64).tiny)
    best: dict[int, float] = {-1: 0.0}
    for element, score in zip(ranking.elements.tolist(), ranking.scores.tolist(), strict=True):
        own = 0.0 if element in around else min(score / whole, 1.0)
        best[element] = max(own, best[page.parents[element]])
    return best
