"""Annotated pages -> the sequences of Fujita et al. -> a model: a CRF for each of the two sequences (3.3 (4))."""

from __future__ import annotations

import tempfile
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pycrfsuite

from ...features.measures import word_count
from ...papers.fujita import FEATURES, FORMAT, MAIN, OTHER, attributes, blocks
from ..archive import write_archive
from .align import targets

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from ...page import Page
    from ...papers.fujita import Blocks, Thresholds
    from ..corpus.annotated import AnnotatedPage


_PARAMETERS = {"c1": 0.0, "c2": 1.0, "max_iterations": 100}
"""Of L-BFGS. More iterations, or c1 = 1, change little."""
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
        "thresholds": thresholds and asdict(thresholds),
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


# Annotated pages -> sequences with their truth.

MAIN_SHARE = 0.5
"""Share of a block's words that are main content from which on the block is."""


@dataclass(frozen=True, slots=True)
class Sequence:
    """n blocks: their attributes, and their labels, `MAIN` or `OTHER`."""

    attributes: list[list[str]]
    labels: list[str]


@dataclass(frozen=True, slots=True)
class FujitaRows:
    """One page's sequences, and how many times they count."""

    text: Sequence
    parent: Sequence
    times: int = 1


def fujita_rows(annotated: AnnotatedPage) -> FujitaRows | None:
    """Return a page's sequences, ``None`` where it has no text block."""
    page = annotated.read_with_text()
    if page is None:
        return None
    found = blocks(page)
    lines, main = attributes(page, found), _truth(page, found, annotated)
    return FujitaRows(_sequence(lines, main, found.has_text), _sequence(lines, main, ~found.has_text))


def _truth(page: Page, found: Blocks, annotated: AnnotatedPage) -> NDArray[np.bool_]:
    """Return which blocks have half of their words in the truth: their own, or all below where they have no text."""
    words = np.array([word_count(text) for text in page.texts], np.float32)
    own, own_main = found.own(words), found.own(words * np.array(targets(page, annotated, body=False), np.float32))
    total = np.where(found.has_text, own, found.whole(own))
    main: NDArray[np.bool_] = np.where(found.has_text, own_main, found.whole(own_main)) >= MAIN_SHARE * total
    return main


def _sequence(lines: list[list[str]], main: NDArray[np.bool_], chosen: NDArray[np.bool_]) -> Sequence:
    places = np.flatnonzero(chosen).tolist()
    return Sequence([lines[place] for place in places], [MAIN if main[place] else OTHER for place in places])


def weighed(rows: FujitaRows | None, weight: float) -> FujitaRows | None:
    """Return rows that count so many times, in whole numbers: a CRF has no weights of items."""
    return rows and replace(rows, times=max(round(weight), 1))
