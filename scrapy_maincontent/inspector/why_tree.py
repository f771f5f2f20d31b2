"""The questions that a decision tree asked of each text block, and its answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..features.text_blocks import block_features, features
from .wording import feature_words

if TYPE_CHECKING:
    from ..blocks import Findings
    from ..features.measures import Floats
    from ..methods.tree import Tree

_LEAF = -1


def why_tree(findings: Findings, tree: Tree) -> dict[str, Any]:
    """Return the questions of a tree over text blocks; see `_told`."""
    return _told(tree, features(findings.page, findings.regions, findings.measures))


def why_blocks(findings: Findings, tree: Tree) -> dict[str, Any]:
    """Return the questions of a tree over the paper's blocks, for each text block those of the block it is in."""
    told = _told(tree, block_features(findings))
    sizes = [block.texts[1] - block.texts[0] for block in findings.blocks]
    for name in ("leaf", "values"):
        told[name] = [value for value, size in zip(told[name], sizes, strict=True) for _ in range(size)]
    return told


def _told(tree: Tree, matrix: Floats) -> dict[str, Any]:
    """Return the questions on the way to each leaf, and each row's leaf and values.

    ``features``: name and meaning. ``paths``: for each leaf the questions from the root, as [feature, threshold, 1 if
    the value is above it else 0]. ``leaf``: each row's leaf. ``values``: each row's value for each question.
    """
    paths = _paths(tree)
    leaves = tree.leaves(matrix).tolist()
    asked = sorted({feature for leaf in set(leaves) for feature, _, _ in paths[leaf]})
    number = {feature: index for index, feature in enumerate(asked)}
    return {
        "kind": "tree",
        "features": [[tree.feature_names[feature], feature_words(tree.feature_names[feature])] for feature in asked],
        "paths": {
            str(leaf): [[number[feature], _short(threshold), above] for feature, threshold, above in paths[leaf]]
            for leaf in set(leaves)
        },
        "leaf": leaves,
        "values": [[_short(matrix[row, feature]) for feature, _, _ in paths[leaf]] for row, leaf in enumerate(leaves)],
    }


def _paths(tree: Tree) -> dict[int, list[tuple[int, float, int]]]:
    """Return the questions from the root to each leaf."""
    found: dict[int, list[tuple[int, float, int]]] = {}
    todo: list[tuple[int, list[tuple[int, float, int]]]] = [(0, [])]
    while todo:
        node, path = todo.pop()
        feature = int(tree.feature[node])
        if feature == _LEAF:
            found[node] = path
            continue
        threshold = float(tree.threshold[node])
        todo.append((int(tree.left[node]), [*path, (feature, threshold, 0)]))
        todo.append((int(tree.right[node]), [*path, (feature, threshold, 1)]))
    return found


def _short(number: float) -> float:
    return float(f"{float(number):.4g}")
