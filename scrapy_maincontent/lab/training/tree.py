"""Rows -> a model for ``method="tree"``: an entropy decision tree over text blocks, or over the blocks of Uda et al."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import navigation
from ...features.measures import measure
from ...papers.tree_features import BLOCK_FEATURES, added_up, block_features, feature_names, features
from ...papers.uda import FORMAT
from .align import block_weights, targets
from .c45 import fit_c45

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from ...blocks.placement import Evidence
    from ...features.measures import Floats
    from ...papers.uda import Configuration
    from ..corpus.annotated import AnnotatedPage


LEAVES = 192
"""Flat from 128 to 400."""
MIN_LEAF_SHARE = 0.0005
"""Least share of the training weight in a leaf."""
SHRINKAGE = 0.01
"""Share of the training weight at which a node's own answer counts as much as what is known above it."""
BLOCK_LEAVES = 32
MIN_BLOCKS = 20
"""Fewest blocks in a leaf of CART's tree over blocks."""
_LEAF = -1
_DIGITS = 4


def fit_tree(pages: Iterable[Rows | None], name: str, seed: int = 0) -> dict[str, Any]:
    """Return a tree model over text blocks as plain data. The same rows and seed give the same model.

    A leaf's answer is drawn to those of the nodes above it, the more so the less weight it has (hierarchical
    shrinkage; Agarwal, Tan, Ronen, Singh, Yu 2022).

    Raises:
        ModuleNotFoundError: scikit-learn is not installed (the extra ``train``).
        ValueError: there is nothing to train on.
    """
    from sklearn.tree import DecisionTreeClassifier

    matrix, classes, weights = stack(pages)
    classifier = DecisionTreeClassifier(
        criterion="entropy", max_leaf_nodes=LEAVES, min_weight_fraction_leaf=MIN_LEAF_SHARE, random_state=seed
    )
    classifier.fit(matrix, classes, sample_weight=weights)
    shares = _main_shares(classifier)
    answers = shrunk(classifier.tree_, shares, SHRINKAGE * float(weights.sum()))
    return _model(name, feature_names(), plain(classifier.tree_, answers)) | {"blocks": None}


def fit_block_tree(
    pages: Iterable[BlockRows | None], name: str, seed: int = 0, *, configuration: Configuration, cart: bool = False
) -> dict[str, Any]:
    """Return a model of the paper's system as plain data: a tree over blocks, and how placement decides.

    The tree is C4.5's, as in the paper, or with ``cart`` scikit-learn's. It learns from all blocks that have a truth,
    also from those that placement will decide.

    Raises:
        ModuleNotFoundError: scikit-learn is asked for, and is not installed (the extra ``train``).
        ValueError: there is nothing to train on.
    """
    known = [rows for rows in pages if rows is not None and rows.scored.any()]
    if not known:
        raise ValueError("no block to train on")
    matrix = np.concatenate([rows.features[rows.scored] for rows in known])
    classes = np.concatenate([rows.main[rows.scored] for rows in known])
    tree = _cart_over_blocks(matrix, classes, seed) if cart else fit_c45(matrix, classes)
    return _model(name, BLOCK_FEATURES, tree) | {"blocks": configuration.as_dict()}


def _cart_over_blocks(matrix: Floats, classes: NDArray[np.bool_], seed: int) -> dict[str, Any]:
    from sklearn.tree import DecisionTreeClassifier

    classifier = DecisionTreeClassifier(
        criterion="entropy", max_leaf_nodes=BLOCK_LEAVES, min_samples_leaf=MIN_BLOCKS, random_state=seed
    )
    classifier.fit(matrix, classes.astype(np.int8))
    return plain(classifier.tree_, _main_shares(classifier))


def _model(name: str, features: Sequence[str], tree: dict[str, Any]) -> dict[str, Any]:
    return {"format": FORMAT, "method": "tree", "name": name, "features": list(features), "tree": tree}


def plain(tree: Any, answers: Floats) -> dict[str, Any]:
    """Return scikit-learn's tree as lists; ``answers`` has an entry, or a row, for each node."""
    inner = tree.children_left >= 0
    return {
        "feature": np.where(inner, tree.feature, _LEAF).tolist(),
        "threshold": [float(value) for value in np.where(inner, at_most(tree.threshold), 0)],
        "left": np.where(inner, tree.children_left, 0).tolist(),
        "right": np.where(inner, tree.children_right, 0).tolist(),
        "value": [_rounded(answer) for answer in answers.tolist()],
    }


def _rounded(answer: float | list[float]) -> float | list[float]:
    return [round(share, _DIGITS) for share in answer] if isinstance(answer, list) else round(answer, _DIGITS)


def _main_shares(classifier: Any) -> Floats:
    """Return each node's share of main content (class 1)."""
    shares = class_shares(classifier.tree_)
    classes = list(classifier.classes_)
    own: Floats = shares[:, classes.index(1)] if 1 in classes else np.zeros(len(shares))
    return own


def class_shares(tree: Any) -> Floats:
    """Return the share of each class in each node (nodes x classes)."""
    counts = tree.value[:, 0, :]
    shares: Floats = counts / counts.sum(axis=1, keepdims=True)
    return shares


def shrunk(tree: Any, own: Floats, shrinkage: float) -> Floats:
    """Return each node's answer: ``own``, its step away from its parent's lessened by the parent's weight."""
    answers = own.copy()
    for node, (left, right) in enumerate(zip(tree.children_left, tree.children_right, strict=True)):
        if left >= 0:
            for child in (left, right):
                kept = 1 / (1 + shrinkage / tree.weighted_n_node_samples[node])
                answers[child] = answers[node] + kept * (own[child] - own[node])
    return answers


def at_most(thresholds: Any) -> Any:
    """Return the largest float32 at or below each threshold: float32 features compare with it as with the original."""
    rounded = thresholds.astype(np.float32)
    return np.where(rounded > thresholds, np.nextafter(rounded, np.float32(-np.inf)), rounded)


def write_model(model: dict[str, Any], path: Path) -> None:
    """Write a model file; the same model gives the same bytes."""
    path.write_text(json.dumps(model, separators=(",", ":"), ensure_ascii=False) + "\n", "utf-8")


# Annotated pages -> text blocks to train on.


@dataclass(frozen=True, slots=True)
class Rows:
    """The text blocks of one page: features (blocks x features), the share of each in the reference, its weight."""

    features: Floats
    targets: Floats
    weights: Floats


def rows_of(annotated: AnnotatedPage) -> Rows | None:
    """Return a page's rows, ``None`` where it has no text block.

    A block weighs the square root of its share of the reference's words.
    """
    page = annotated.read_with_text()
    if page is None:
        return None
    return Rows(
        features(page, navigation.detect(page), measure(page)),
        np.array(targets(page, annotated, body=False), np.float32),
        block_weights(page, annotated.main_content),
    )


def weighed(rows: Rows | None, weight: float) -> Rows | None:
    """Return rows that weigh so many times as much."""
    return rows and replace(rows, weights=rows.weights * np.float32(weight))


def stack(pages: Iterable[Rows | None]) -> tuple[Floats, NDArray[np.int8], Floats]:
    """Return features, classes (1 main, 0 other) and weights of all rows.

    A soft target becomes two rows that share the block's weight.
    """
    known = [rows for rows in pages if rows is not None]
    if not known:
        raise ValueError("no page with text to train on")
    matrix = np.concatenate([rows.features for rows in known])
    targets = np.concatenate([rows.targets for rows in known])
    weights = np.concatenate([rows.weights for rows in known])
    classes = np.concatenate([np.ones(len(targets), np.int8), np.zeros(len(targets), np.int8)])
    shares = np.concatenate([weights * targets, weights * (1 - targets)])
    used = shares > 0
    return np.concatenate([matrix, matrix])[used], classes[used], shares[used]


# Annotated pages -> re-blocked blocks to train on and to score.

MAIN_SHARE = 0.5
"""Share of a block's words found in the reference from which on the block is main content."""


@dataclass(frozen=True, slots=True)
class BlockRows:
    """The n blocks of one page, re-blocked.

    ``features`` (n x `BLOCK_FEATURES`). ``words`` (n), ``main_words`` (n): how many of them stand in the reference.
    ``texts`` (n): each block's range of text blocks. ``evidence`` is that of placement.
    """

    features: Floats
    words: Floats
    main_words: Floats
    texts: list[tuple[int, int]]
    evidence: list[Evidence]

    @property
    def scored(self) -> NDArray[np.bool_]:
        """Which blocks have a truth: those with a word. Pictures alone are not annotated."""
        known: NDArray[np.bool_] = self.words > 0
        return known

    @property
    def main(self) -> NDArray[np.bool_]:
        """Which blocks are main content: at least half of their words are in the reference."""
        main: NDArray[np.bool_] = self.main_words >= MAIN_SHARE * self.words
        return main & self.scored


def block_rows(annotated: AnnotatedPage, configurations: Iterable[Configuration]) -> Iterator[BlockRows | None]:
    """Yield a page's blocks under each configuration, ``None`` where the page has no text block."""
    page = annotated.read_with_text()
    if page is None:
        yield from (None for _ in configurations)
        return
    shares = np.array(targets(page, annotated, body=False), np.float64)
    for configuration in configurations:
        findings = configuration.findings(page)
        blocks = findings.blocks
        words = findings.measures.words.astype(np.float64)
        yield BlockRows(
            block_features(findings),
            added_up(words, blocks).astype(np.float32),
            added_up(words * shares, blocks).astype(np.float32),
            [block.texts for block in blocks],
            findings.evidence,
        )
