"""``method="crf"``, the default: boosted trees score each text block, a linear-chain CRF smooths the scores.

Lexicon (a linear model over the names of elements and the words of short texts) -> features (its scores pooled over
what stands around a block, and figures) -> boosted trees -> CRF over their scores -> the mean of both -> the selection
with the best expected F.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..blocks import Findings
from ..core.labels import Labels
from ..page import Label
from ..result import EmptyReason
from . import ModelError
from ._archive import read_archive
from ._boosted import Boosted
from ._chain import Chain
from ._crf_features import FEATURES
from ._declared import with_doubt
from ._lexicon import LEVELS, Lexicon
from ._model_file import refusing
from ._parts import Parts
from ._reasons import phrases
from ._scorer import scorer
from ._selection import Selection
from ._vetoes import vetoes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from importlib.resources.abc import Traversable

    from numpy.typing import NDArray

    from ..page import Page, Region
    from ._scorer import Scorer

FORMAT = 1
"""Number of the model file's format; another one is refused."""
SUFFIX = ".npz"


@dataclass(frozen=True)
class CrfModel:
    """A trained model.

    ``beta`` is how many times recall counts for precision where neither is asked for; ``phrases`` are its reasons.
    """

    name: str
    parts: Parts
    scorer: Scorer
    beta: float
    phrases: list[str]


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
        name = str(header["name"])
        return CrfModel(name, parts, scorer(parts), float(header["beta"]), phrases(name))


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
    measures = findings.measures
    scored = model.scorer.score(page, measures)
    likely, doubted = with_doubt(page, scored.likely, measures)
    if doubted is not None:
        scored = scored._replace(likely=likely)
    scores, selected, told = model.scorer.choose(measures, scored, doubted, model.beta * balance, model.phrases)
    out = vetoes(findings, Selection.of(findings, scored.headings, selected)) if selected else {}
    for number, veto in out.items():
        told[number] = f"veto: {veto}; {told[number]}"
    labels = [Label.OTHER] * len(scores)
    for number in selected:
        if number not in out:
            labels[number] = Label.MAIN
    return Labels(labels, scores, told, EmptyReason.NO_MAIN_TEXT if len(out) == len(selected) else None)
