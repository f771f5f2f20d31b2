"""``method="crf"``, the default: boosted trees score each text block, a linear-chain CRF smooths the scores.

Lexicon (a linear model over the names of elements and the words of short texts) -> features (its scores pooled over
what stands around a block, and figures) -> boosted trees -> CRF over their scores -> the mean of both -> the selection
with the best expected F.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.findings import Findings
from ..core.labels import Labels
from ..core.page import Label
from ..core.result import EmptyReason
from . import ModelError
from ._archive import read_archive
from ._boosted import Boosted
from ._chain import Chain
from ._crf_features import FEATURES
from ._declared import with_doubt
from ._lexicon import LEVELS, Lexicon
from ._model_file import refusing
from ._parts import Parts
from ._reasons import NOTHING, reasons
from ._scorer import scorer
from ._select import EMPTY_WORDS, best_expected_f, expected_words, without_copies
from ._selection import Selection
from ._vetoes import vetoes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from importlib.resources.abc import Traversable

    from numpy.typing import NDArray

    from ..core.page import Page, Region
    from ._scorer import Scorer

FORMAT = 1
"""Number of the model file's format; another one is refused."""
SUFFIX = ".npz"


@dataclass(frozen=True)
class CrfModel:
    """A trained model; ``beta`` is how many times recall counts for precision where neither is asked for."""

    name: str
    parts: Parts
    scorer: Scorer
    beta: float


def load(file: Traversable) -> CrfModel:
    """Read a model file.

    Raises:
        ModelError: the file is missing, damaged, of another format or for another method.
    """
    header, arrays = read_archive(file, "crf", FORMAT)
    with refusing(file, "crf"):
        if tuple(header["features"]) != FEATURES:
            raise ModelError(f"{file} was trained on other features than this version has")
        parts = Parts(
            _lexicon(header, arrays),
            Boosted(arrays, len(FEATURES)),
            Chain(arrays["chain"], arrays["transitions"]),
            float(header["chain_share"]),
        )
        return CrfModel(str(header["name"]), parts, scorer(parts), float(header["beta"]))


def _lexicon(header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Lexicon:
    """Read the tokens of each level, one a line, and their weights."""
    weights = {}
    for level in LEVELS:
        numbers = arrays[f"{level}_weights"].astype(np.float64).tolist()
        tokens = arrays[f"{level}_tokens"].tobytes().decode().split("\n") if numbers else []
        weights[level] = dict(zip(tokens, numbers, strict=True))
    return Lexicon(weights, float(header["bias"]))


def label(page: Page, regions: Sequence[Region], model: CrfModel, balance: float = 1.0) -> Labels:
    """Label every text block of a page that has at least one."""
    findings = Findings(page, regions)
    words, copies = findings.measures.words, findings.measures.copies
    features, likely, headings = model.scorer.score(page, findings.measures)
    likely, doubted = with_doubt(page, likely, words)
    scores = without_copies(copies, likely, words)
    if expected_words(scores, words) < EMPTY_WORDS:
        told = [f"{model.name}: {NOTHING}"] * len(scores)
        return Labels([Label.OTHER] * len(scores), scores.tolist(), told, EmptyReason.NO_MAIN_TEXT)
    main = best_expected_f(scores, words, model.beta * balance)
    told = reasons(model.name, features, main, None if scores is likely else scores < likely, doubted)
    for number, veto in vetoes(findings, Selection.of(findings, headings, main)).items():
        main[number], told[number] = False, f"veto: {veto}; {told[number]}"
    is_main, is_other = Label.MAIN, Label.OTHER
    labels = [is_main if chosen else is_other for chosen in main.tolist()]
    return Labels(labels, scores.tolist(), told, None if main.any() else EmptyReason.NO_MAIN_TEXT)
