"""``method="fujita"``: the system of Fujita et al., which re-judges a CRF's labels by the hierarchy of the page.

Main content is continuous, which a CRF along a sequence of blocks knows, and it is hierarchical: what is in a main
block is main. The steps are those of the paper's section 3.3:

(1) the page is brought into one form: `page.encoding`, `page.parser` and `page.flatten`, as for every method;
(2) its blocks are two sequences, those with text and those around them: `_fujita_blocks`;
(3) features: `_fujita_features`;
(4) a CRF is trained for each of the sequences: `training.fujita_rows`, `training.fit_fujita`;
(5) first evaluation: the best path of each CRF;
(6) second evaluation: a vote of each block and its children: `_second_evaluation`;
(7) extraction: every text block of the page has the label of the paper's block it is in.

The paper's baseline (after Marek, Pecina and Spousta) is the first evaluation of the text block sequence alone: a
model without thresholds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..core.labels import Labels
from ..page import Label
from ..result import EmptyReason
from . import ModelError
from ._archive import read_archive
from ._fujita_blocks import blocks
from ._fujita_features import EDGES, attributes
from ._model_file import refusing
from ._second_evaluation import Thresholds, second_evaluation
from ._tagger import Tagged, Tagger

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.resources.abc import Traversable

    from ..page import Page, Region
    from ._fujita_blocks import Blocks

SUFFIX = ".npz"
"""Ending of the method's model files."""
FORMAT = 1
"""Number of the model file's format; another one is refused."""
FEATURES = {name: list(values) for name, values in EDGES.items()}
"""What a model must have been trained on."""
_REASONS = {
    (True, True): "main in both evaluations",
    (False, False): "other in both evaluations",
    (True, False): "main in the first evaluation, other in the second",
    (False, True): "other in the first evaluation, main in the second",
}
_BASELINE_REASONS = {(True, True): "main in the first evaluation", (False, False): "other in the first evaluation"}


@dataclass(frozen=True)
class FujitaModel:
    """A CRF for each sequence. Without ``thresholds`` there is no second evaluation: the baseline."""

    name: str
    text: Tagger
    parent: Tagger
    thresholds: Thresholds | None


def load(file: Traversable) -> FujitaModel:
    """Read a model file.

    Raises:
        ModelError: the file is missing, damaged, of another format or for another method.
    """
    header, arrays = read_archive(file, "fujita", FORMAT)
    with refusing(file, "fujita"):
        if header["features"] != FEATURES:
            raise ModelError(f"{file} was trained on other features than this version has")
        return FujitaModel(
            str(header["name"]),
            Tagger(arrays["text"].tobytes()),
            Tagger(arrays["parent"].tobytes()),
            None if header["thresholds"] is None else Thresholds(**header["thresholds"]),
        )


def label(
    page: Page,
    regions: Sequence[Region],  # noqa: ARG001  the paper knows none
    model: FujitaModel,
    balance: float = 1.0,  # noqa: ARG001  its thresholds are the balance
) -> Labels:
    """Label every text block of a page that has at least one. Linear in the page.

    A score is the marginal probability of the first evaluation; a reason says what both evaluations say.
    """
    found = blocks(page)
    first = first_evaluation(page, found, model)
    second, reasons = first.main, _BASELINE_REASONS
    if model.thresholds is not None:
        second, reasons = second_evaluation(found.parents.tolist(), first.main, model.thresholds), _REASONS
    of = found.block_of.tolist()
    return Labels(
        [Label.MAIN if second[block] else Label.OTHER for block in of],
        [first.scores[block] for block in of],
        [f"{model.name}: {reasons[first.main[block], second[block]]}" for block in of],
        None if any(second[block] for block in of) else EmptyReason.NO_MAIN_TEXT,
    )


def first_evaluation(page: Page, found: Blocks, model: FujitaModel) -> Tagged:
    """Return the labels of a page's blocks that each sequence's CRF finds (3.3 (3) and (5))."""
    told = attributes(page, found)
    main, scores = [False] * len(told), [0.0] * len(told)
    for tagger, sequence in ((model.text, found.has_text), (model.parent, ~found.has_text)):
        places = np.flatnonzero(sequence).tolist()
        tagged = tagger.tag([told[place] for place in places])
        for place, is_main, score in zip(places, tagged.main, tagged.scores, strict=True):
            main[place], scores[place] = is_main, score
    return Tagged(main, scores)
