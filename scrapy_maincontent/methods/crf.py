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
from ._boosted import Boosted, probability
from ._chain import Chain, attributes
from ._crf_features import FEATURES, Seen
from ._declared import with_doubt
from ._lexicon import LEVELS, Lexicon
from ._reasons import NOTHING, reasons
from ._select import EMPTY_WORDS, best_expected_f, expected_words, without_copies
from ._vetoes import vetoes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from importlib.resources.abc import Traversable

    from numpy.typing import NDArray

    from ..core.measures import Floats
    from ..core.page import Page, Region

FORMAT = 1
"""Number of the model file's format; another one is refused."""
SUFFIX = ".npz"


@dataclass(frozen=True)
class CrfModel:
    """A trained model and its name.

    ``chain_share`` (0 to 1) is the CRF's share in a block's score, the rest is the boosted trees'. ``beta`` is how
    many times recall counts for precision where neither is asked for.
    """

    name: str
    lexicon: Lexicon
    boosted: Boosted
    chain: Chain
    chain_share: float
    beta: float

    def scores(self, seen: Seen, features: Floats) -> Floats:
        """Return each text block's score (0 to 1) from the feature matrix."""
        log_odds = self.boosted.log_odds(features)
        marginals = self.chain.marginals(attributes(seen, log_odds))
        return self.chain_share * marginals + (1 - self.chain_share) * probability(log_odds)


def load(file: Traversable) -> CrfModel:
    """Read a model file.

    Raises:
        ModelError: the file is missing, damaged, of another format or for another method.
    """
    header, arrays = read_archive(file, "crf", FORMAT)
    try:
        if tuple(header["features"]) != FEATURES:
            raise ModelError(f"{file} was trained on other features than this version has")
        return CrfModel(
            str(header["name"]),
            _lexicon(header, arrays),
            Boosted(arrays, len(FEATURES)),
            Chain(arrays["chain"], arrays["transitions"]),
            float(header["chain_share"]),
            float(header["beta"]),
        )
    except (KeyError, TypeError, ValueError, IndexError) as error:
        if isinstance(error, ModelError):
            raise
        raise ModelError(f"{file} is no model of method crf: {error!r}") from error


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
    seen = Seen.of(page, findings.measures)
    features, words = seen.features(model.lexicon.read(page, seen.measures.around())), seen.measures.words
    likely, doubted = with_doubt(page, model.scores(seen, features), words)
    scores = without_copies(seen.measures.copies, likely, words)
    if expected_words(scores, words) < EMPTY_WORDS:
        told = [f"{model.name}: {NOTHING}"] * len(scores)
        return Labels([Label.OTHER] * len(scores), scores.tolist(), told, EmptyReason.NO_MAIN_TEXT)
    main = best_expected_f(scores, words, model.beta * balance)
    told = reasons(model.name, features, main, scores < likely, doubted)
    for number, veto in enumerate(vetoes(findings, seen.headings, main)):
        if veto is not None:
            main[number], told[number] = False, f"veto: {veto}; {told[number]}"
    labels = [Label.MAIN if chosen else Label.OTHER for chosen in main.tolist()]
    return Labels(labels, scores.tolist(), told, None if main.any() else EmptyReason.NO_MAIN_TEXT)
