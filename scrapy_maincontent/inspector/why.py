"""The evidence behind each text block's label, for methods that have more of it than a reason: ``crf`` and ``tree``."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..facts.page_type import page_type
from ..features.measures import measure
from ..methods import get, load_model
from ..methods.crf import CrfModel
from ..methods.crf_features import FEATURES
from ..methods.selection import COPY
from ..methods.trees import probability

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..features.measures import Floats, Ints
    from ..methods.crf import Expert
    from ..methods.trees import Boosted
    from ..page import Page
    from . import View


def why(page: Page, view: View) -> dict[str, Any]:
    """Return a method's evidence as plain data; {} where there is none beside its reasons.

    It is that of `_why_crf` or of the method's own `evidence`, whose features get their words here.
    """
    result = view.result
    if result.method is None or not page.texts:
        return {}
    model = load_model(result.method, view.model)
    if isinstance(model, CrfModel):
        return _why_crf(page, model.expert(page_type(page).article))
    evidence_of = getattr(get(result.method), "evidence", None)
    if evidence_of is None:
        return {}
    found: dict[str, Any] = evidence_of(page, model)
    return {**found, "features": [[name, feature_words(name)] for name in found["features"]]}


_STRONGEST = 6


def _why_crf(page: Page, expert: Expert) -> dict[str, Any]:
    """Return an expert's scores taken apart: by trees and chain (0 to 1), and by feature (log odds)."""
    scored = expert.scorer.score(page, measure(page))
    matrix = np.ascontiguousarray(scored.features)
    found = attribute(expert.parts.boosted, matrix)
    trees, share = probability(found.log_odds), expert.parts.chain_share
    chain = (scored.likely - (1 - share) * trees) / share if share else trees
    order = strongest(found.parts, _STRONGEST)
    rows = np.arange(len(order))[:, None]
    added, values = found.parts[rows, order], matrix[rows, order]
    return {
        "kind": "crf",
        "copy": COPY,
        "features": [[name, feature_words(name)] for name in FEATURES],
        "share": round(share, 3),
        "base": round(found.base, 3),
        "odds": np.round(found.log_odds, 3).tolist(),
        "trees": np.round(trees, 3).tolist(),
        "chain": np.round(np.clip(chain, 0, 1), 3).tolist(),
        "top": [
            [[feature, round(part, 2), float(f"{value:.3g}")] for feature, part, value in zip(*row, strict=True)]
            for row in zip(order.tolist(), added.tolist(), values.tolist(), strict=True)
        ],
    }


# Rules and features in words, which are data in ``words/``.

_WORDS = resources.files("scrapy_maincontent.inspector") / "words"
_LEVEL = re.compile(r"up(\d)_(\w+)")


def rule_words(name: str) -> str:
    """Return what a rule of navigation or of placement, or another cause, means; "" for an unknown one."""
    return next((table[name] for table in _table("rules").values() if name in table), "")


def feature_words(name: str) -> str:
    """Return what a feature measures; its name where it has no words."""
    table = _table("features")
    if isinstance(table.get(name), str):
        return str(table[name])
    level = _LEVEL.fullmatch(name)
    if level and level[2] in table["levels"]:
        return str(table["levels"][level[2]]).format(level[1])
    for prefix, phrase in table["families"].items():
        if name.startswith(prefix):
            return str(phrase).format(name.removeprefix(prefix).replace("_", " "))
    return name


@cache
def _table(name: str) -> dict[str, Any]:
    return tomllib.loads((_WORDS / f"{name}.toml").read_text("utf-8"))


# Attribution: what each feature adds to the log odds of boosted trees (A. Saabas, "Interpreting random forests", 2014).
# A node's expected answer is the mean of its leaves over the page's own blocks: a packed model keeps no counts.


class Attribution(NamedTuple):
    """``log_odds`` (m), ``base``: their mean over the page, ``parts`` (m x features): the shares of the difference."""

    log_odds: Floats
    base: float
    parts: Floats


class _Question(NamedTuple):
    """An inner node: leaves from ``low`` to ``middle`` are on its left, those up to ``high`` on its right."""

    feature: int
    low: int
    middle: int
    high: int


def attribute(boosted: Boosted, matrix: Floats) -> Attribution:
    """Attribute the log odds of each row of a feature matrix (m x features) to the features.

    Linear in the rows; some 200 small additions for each.
    """
    leaves = np.ascontiguousarray(boosted.leaf_numbers(matrix).T)
    rows, count = len(matrix), boosted.leaves.shape[1]
    parts = np.zeros((matrix.shape[1], rows))
    log_odds = np.zeros(rows)
    for tree, (answers, questions) in enumerate(zip(boosted.leaves, _trees(boosted), strict=True)):
        own = leaves[tree]
        log_odds += answers.take(own)
        reached = np.concatenate(([0.0], np.cumsum(np.bincount(own, minlength=count))))
        total = np.concatenate(([0.0], np.cumsum(np.bincount(own, minlength=count) * answers)))
        moves: dict[int, Floats] = {}
        for feature, low, middle, high in questions:
            here = _mean(reached, total, low, high)
            by_leaf = moves.setdefault(feature, np.zeros(count))
            by_leaf[low:middle] += _mean(reached, total, low, middle) - here
            by_leaf[middle:high] += _mean(reached, total, middle, high) - here
        for feature, by_leaf in moves.items():
            parts[feature] += by_leaf.take(own)
    return Attribution(log_odds, float(log_odds.mean()) if rows else 0.0, parts.T)


def strongest(parts: Floats, count: int) -> Ints:
    """Return the numbers of the features with the largest parts, either way, strongest first (m x count)."""
    order: Ints = np.argsort(-np.abs(parts), axis=1, kind="stable")[:, :count]
    return order


def _mean(reached: Floats, total: Floats, low: int, high: int) -> float:
    """Return the mean answer of leaves over the rows that end in them; 0 where none does."""
    rows = reached[high] - reached[low]
    return float((total[high] - total[low]) / rows) if rows else 0.0


def _trees(boosted: Boosted) -> Iterator[list[_Question]]:
    """Yield each tree's questions, read back from the masks: each clears the leaves on the left of a node."""
    marks: list[list[tuple[int, int, int]]] = [[] for _ in boosted.leaves]
    for tree, feature, mask in zip(*(column.tolist() for column in boosted.nodes), strict=True):
        cleared = ~mask & 0xFFFFFFFF
        low = (cleared & -cleared).bit_length() - 1
        marks[tree].append((low, cleared.bit_length(), feature))
    for own in marks:
        yield _questions_of(own)


def _questions_of(marks: list[tuple[int, int, int]]) -> list[_Question]:
    by_start: dict[int, list[tuple[int, int]]] = {}
    for low, middle, feature in sorted(marks):
        by_start.setdefault(low, []).append((middle, feature))
    questions: list[_Question] = []
    todo = [(0, len(marks) + 1)]
    while todo:
        low, high = todo.pop()
        if high - low > 1:
            middle, feature = by_start[low].pop()
            questions.append(_Question(feature, low, middle, high))
            todo += [(low, middle), (middle, high)]
    return questions
