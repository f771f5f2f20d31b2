"""Lines with their classes -> a model for ``method="lines"`` (Shinnou and Sasaki 2.2.3)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..methods._lines_diagram import CLASSES, NONE, TITLE_GAP
from ..methods._lines_matrix import Sight
from ..methods.lines import FORMAT
from .tree import class_shares, plain, shrunk

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..features.measures import Floats, Ints
    from .lines_rows import LinesRows

LEAVES = 600
"""Word F1 rises by .01 from 150 to 600 leaves."""
MIN_LINES = 10
"""Fewest lines in a leaf."""
_FEWEST_LINES = 2
_PAGES_PER_LINE = 5
"""A leaf of a tree of few pages may have a line for so many pages, but no fewer than `_FEWEST_LINES`: a page has a
single title."""
SHRINKAGE = 10.0
"""Lines at which a node's own shares count as much as what is known above it."""
_MIN_PAGE = 30
"""A shorter page weighs as if it had this many lines, where all pages weigh the same."""
_USUAL_PAGE = 300
"""Lines of a page whose lines weigh 1, where all pages weigh the same."""
_DIGITS = 4


PAPER_SIGHT = Sight()


@dataclass(frozen=True, slots=True)
class Setup:
    """How a model is trained and what it decides by; as it stands, that of the paper.

    ``sight``: what the tree sees of a line. ``title_gap``: lines that may stand between the title and the body.
    ``rarity``: a class's share of a leaf is divided by the class's share of all lines to this power. ``same_weight``:
    pages weigh the same, not their lines.
    """

    sight: Sight = PAPER_SIGHT
    title_gap: int = TITLE_GAP
    rarity: float = 0.0
    same_weight: bool = False


PAPER = Setup()
PACKAGED = Setup(Sight(around=1, margin=True), title_gap=20, rarity=0.2, same_weight=True)
"""Of the packaged model."""


def fit_lines(pages: Iterable[LinesRows | None], name: str, seed: int = 0, *, setup: Setup) -> dict[str, Any]:
    """Return a model as plain data. The same rows and seed give the same model.

    The tree is an entropy tree as those of method tree are; its leaves keep the shares of all classes.

    Raises:
        ModuleNotFoundError: scikit-learn is not installed (the extra ``train``).
        ValueError: there is no line to train on.
    """
    from sklearn.tree import DecisionTreeClassifier

    known = [rows for rows in pages if rows is not None and len(rows.classes)]
    if not known:
        raise ValueError("no line to train on")
    matrix = np.concatenate([setup.sight.matrix(rows.figures) for rows in known])
    classes = np.concatenate([rows.classes for rows in known])
    weights = np.concatenate([np.full(len(rows.classes), _weight(rows, setup)) for rows in known])
    smallest = max(_FEWEST_LINES, min(MIN_LINES, len(known) // _PAGES_PER_LINE))
    classifier = DecisionTreeClassifier(
        criterion="entropy", max_leaf_nodes=LEAVES, min_samples_leaf=smallest, random_state=seed
    )
    classifier.fit(matrix, classes, sample_weight=weights)
    shares = np.zeros((classifier.tree_.node_count, len(CLASSES)))
    shares[:, classifier.classes_] = class_shares(classifier.tree_)
    return {
        "format": FORMAT,
        "method": "lines",
        "name": name,
        "features": list(setup.sight.names),
        "classes": list(CLASSES),
        "sight": asdict(setup.sight),
        "title_gap": setup.title_gap,
        "weights": _class_weights(classes, weights, setup.rarity),
        "tree": plain(classifier.tree_, shrunk(classifier.tree_, shares, SHRINKAGE)),
    }


def _weight(rows: LinesRows, setup: Setup) -> float:
    """Return what each line of a page weighs."""
    return rows.weight * (_USUAL_PAGE / max(len(rows.classes), _MIN_PAGE) if setup.same_weight else 1.0)


def _class_weights(classes: Ints, weights: Floats, rarity: float) -> list[float]:
    """Return what the share of each class is multiplied by, 1 for N; a class that no line has weighs 1, too."""
    totals = np.bincount(classes, weights, minlength=len(CLASSES))
    usual = totals[NONE] or totals.max()
    return [round(float(value), _DIGITS) for value in (usual / np.where(totals > 0, totals, usual)) ** rarity]
