"""Boosted scores -> the weights of the CRF, trained by python-crfsuite."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pycrfsuite

from ..methods.boosted import ATTRIBUTES, VALUES, attributes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..features.measures import Floats, Ints
    from .crf_rows import CrfRows

MAIN_SHARE = 0.5
"""A block is main content from this share of it in the reference on: a CRF knows no soft targets."""
_PARAMETERS = {"c1": 0.0, "c2": 1.0, "max_iterations": 80, "feature.possible_transitions": True}
_LABELS = ("0", "1")


def fit_chain(pages: Sequence[CrfRows], log_odds: Sequence[Floats]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the weights and the transitions that `methods.boosted.Chain` reads; ``log_odds`` are held-out ones."""
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", params=_PARAMETERS, verbose=False)
    for rows, scores in zip(pages, log_odds, strict=True):
        labels = [_LABELS[int(share >= MAIN_SHARE)] for share in rows.targets]
        items = pycrfsuite.ItemSequence(spelled_out(attributes(rows.seen, scores)))
        for _ in range(rows.times):
            trainer.append(items, labels)
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "chain")
        trainer.train(path)
        return read_weights(path)


def spelled_out(values: Ints) -> list[list[str]]:
    """Return attribute values as python-crfsuite wants them."""
    return [[f"{name}={value}" for name, value in zip(ATTRIBUTES, row, strict=True)] for row in values.tolist()]


def read_weights(path: str) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the weights of a CRFsuite model file, other counted against main."""
    tagger = pycrfsuite.Tagger()
    tagger.open(path)
    info = tagger.info()
    tagger.close()
    weights = np.zeros((len(ATTRIBUTES), VALUES))
    for (attribute, label), weight in info.state_features.items():
        name, _, value = attribute.partition("=")
        weights[ATTRIBUTES.index(name), int(value)] += weight if label == _LABELS[1] else -weight
    transitions = [[info.transitions.get((before, after), 0.0) for after in _LABELS] for before in _LABELS]
    return weights.astype(np.float32), np.array(transitions, np.float32)
