"""Rows -> a model for ``method="crf"``: lexicon, boosted trees and CRF, each trained on what the one before says.

A stage must not learn from scores of pages that the stage before has learned by heart. So each is trained once for
every inner fold, and scores the pages of the fold it has not seen; those scores are what the next stage learns from.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np

from ..methods.crf import FORMAT
from ..methods.crf_features import FEATURES, TOKEN_LEVELS
from ..methods.model_files import write_archive
from .fit_boosted import fit_boosted
from .fit_chain import fit_chain
from .fit_lexicon import TokenTable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from ..features.measures import Floats
    from .crf_rows import CrfRows

INNER_FOLDS = 5
CHAIN_SHARE = 0.5
"""Share of the CRF in a block's score: the mean of both does best."""
BETA = 1.2
"""Word F1 is the same from 1 to 1.2, and more of the wanted snippets are found."""


def fit_crf(
    pages: Iterable[CrfRows | None], name: str, seed: int = 0, *, chain_share: float = CHAIN_SHARE, beta: float = BETA
) -> dict[str, Any]:
    """Return a model as plain data. The same rows and seed give the same model.

    ``chain_share`` (0 to 1) and ``beta`` are the model's, see `methods.crf.CrfModel`.

    Raises:
        ModuleNotFoundError: LightGBM or scikit-learn is not installed (the extra ``train``).
        ValueError: there is no page with text to train on, or only one.
    """
    known = [rows for rows in pages if rows is not None]
    folds = inner_folds([rows.domain for rows in known])
    table = TokenTable(known)
    scores = held_out_scores(table, folds, seed)
    matrices = [rows.seen.features(linear) for rows, linear in zip(known, scores, strict=True)]
    chain, transitions = fit_chain(known, held_out_log_odds(matrices, known, folds, seed))
    lexicon = table.fit(range(len(known)), seed)
    return {
        "format": FORMAT,
        "method": "crf",
        "name": name,
        "features": FEATURES,
        "chain_share": chain_share,
        "beta": beta,
        "bias": lexicon.bias,
        "lexicon": table.tokens_by_level(lexicon),
        "arrays": fit_boosted(matrices, known, seed).arrays | {"chain": chain, "transitions": transitions},
    }


def write_crf(model: dict[str, Any], path: Path) -> None:
    """Write a model file; the same model gives the same bytes."""
    arrays = dict(model["arrays"])
    for level in TOKEN_LEVELS:
        tokens, weights = model["lexicon"][level]
        arrays[f"{level}_tokens"] = np.frombuffer("\n".join(tokens).encode(), np.uint8)
        arrays[f"{level}_weights"] = weights
    write_archive(path, {key: value for key, value in model.items() if key not in ("arrays", "lexicon")}, arrays)


def held_out_scores(table: TokenTable, folds: Sequence[int], seed: int) -> list[Floats]:
    """Return what a lexicon says of each page's text blocks that has seen no page of its fold."""
    scores: list[Floats] = [np.empty(0)] * len(folds)
    for inside, outside in _splits(folds):
        lexicon = table.fit(outside, seed)
        for place in inside:
            scores[place] = table.scores(lexicon, place)
    return scores


def held_out_log_odds(
    matrices: Sequence[Floats], pages: Sequence[CrfRows], folds: Sequence[int], seed: int
) -> list[Floats]:
    """Return the log odds of each page's text blocks by trees that have seen no page of its fold."""
    log_odds: list[Floats] = [np.empty(0)] * len(folds)
    for inside, outside in _splits(folds):
        trees = fit_boosted([matrices[place] for place in outside], [pages[place] for place in outside], seed)
        for place in inside:
            log_odds[place] = trees.log_odds(matrices[place])
    return log_odds


def inner_folds(domains: Sequence[str]) -> list[int]:
    """Return each page's inner fold: one for all pages of a domain, or by page where all are of the same one."""
    names = list(domains) if len(set(domains)) > 1 else [str(number) for number in range(len(domains))]
    distinct = sorted(set(names), key=lambda name: hashlib.sha256(name.encode()).digest())
    if len(distinct) < 2:
        raise ValueError("there must be two pages with text to train on, better a few hundred")
    fold_of = {name: number % INNER_FOLDS for number, name in enumerate(distinct)}
    return [fold_of[name] for name in names]


def _splits(folds: Sequence[int]) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Yield for each fold the numbers of the pages in it, and of those outside."""
    for fold in range(max(folds) + 1):
        inside = np.array(folds) == fold
        yield np.flatnonzero(inside), np.flatnonzero(~inside)
