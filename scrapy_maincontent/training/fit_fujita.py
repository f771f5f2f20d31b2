"""Rows -> a model of Fujita et al.: a CRF for each of the two sequences (3.3 (4))."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pycrfsuite

from ..methods.fujita import FEATURES, FORMAT
from ..methods.model_files import write_archive

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..methods.fujita import Thresholds
    from .fujita_rows import FujitaRows

_PARAMETERS = {"c1": 0.0, "c2": 1.0, "max_iterations": 100}
"""Of L-BFGS. From 60 to 200 iterations, or with c1 = 1 the baseline's cross-validated F1 moves by less than .01."""
_CRFS = ("text", "parent")


def fit_fujita(
    pages: Iterable[FujitaRows | None],
    name: str,
    seed: int = 0,  # noqa: ARG001  L-BFGS draws no numbers
    *,
    thresholds: Thresholds | None,
) -> dict[str, Any]:
    """Return a model as plain data, its CRFs as bytes. The same rows give the same model.

    Raises:
        ValueError: there is no block with text, or none without, to train on.
    """
    known = [rows for rows in pages if rows is not None]
    return {
        "format": FORMAT,
        "method": "fujita",
        "name": name,
        "features": FEATURES,
        "thresholds": thresholds
        and {"upper": thresholds.upper, "lower": thresholds.lower, "as_printed": thresholds.as_printed},
        **{crf: _fit(known, crf) for crf in _CRFS},
    }


def write_fujita(model: dict[str, Any], path: Path) -> None:
    """Write a model file; the same model gives the same bytes."""
    header = {name: value for name, value in model.items() if name not in _CRFS}
    write_archive(path, header, {crf: np.frombuffer(model[crf], np.uint8) for crf in _CRFS})


def _fit(pages: list[FujitaRows], crf: str) -> bytes:
    """Train the CRF of one sequence; return the content of its file."""
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", params=_PARAMETERS, verbose=False)
    items = 0
    for rows in pages:
        sequence = getattr(rows, crf)
        if sequence.labels:
            packed = pycrfsuite.ItemSequence(sequence.attributes)
            for _ in range(rows.times):
                trainer.append(packed, sequence.labels)
            items += len(sequence.labels)
    if not items:
        raise ValueError(f"no {crf} block to train on")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / crf
        trainer.train(str(path))
        return path.read_bytes()
