"""What the parts of method crf say of each text block: the trees' score, the chain's, and the strongest features."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..methods.boosted import probability
from ..methods.crf_features import FEATURES
from ..methods.selection import COPY
from .attribution import attribute, strongest
from .wording import feature_words

if TYPE_CHECKING:
    from ..blocks import Findings
    from ..methods.crf import CrfModel

STRONGEST = 6
"""Features that are shown of each block."""


def why_crf(findings: Findings, model: CrfModel) -> dict[str, Any]:
    """Return the scores of a page's text blocks taken apart.

    ``copy``: what a reason ends with where the block is out as a copy. ``share``: the chain's share in a score.
    ``base``: the log odds that the trees give the page's mean block. ``trees`` and ``chain``: what either part says of
    each block, 0 to 1, and ``odds``: the trees' in log odds. ``top``: the strongest features of each block as
    [feature, what it adds to the log odds, its value] (see `attribution`).
    """
    scored = model.scorer.score(findings.page, findings.measures)
    matrix = np.ascontiguousarray(scored.features)
    found = attribute(model.parts.boosted, matrix)
    trees, share = probability(found.log_odds), model.parts.chain_share
    chain = (scored.likely - (1 - share) * trees) / share if share else trees
    order = strongest(found.parts, STRONGEST)
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
