"""What the boosted trees of ``method="crf"`` see of a text block: figures of its surroundings, and pooled scores.

The linear scores of the lexicon are pooled over the block's ancestors, over the blocks of the same path, look and
section, over its neighbours and the page: Fujita's vote of parents and children, as evidence and not as a rule.

Chosen from all columns of `core.features` and of the pools by their gain in boosted trees. Tried and rejected (word F1
of cross-validated trees; differences below .003 are noise):

* the share of the words that stand in the title, the description or the address, digits, capitals, punctuation, stop
  words, prices, the address's depth, ``og:type``: .8786 against .8785 without any of the 36;
* all 103 columns of `core.features`: .8785 against .8775;
* pools of the text's part alone: no difference;
* words of the last heading, the first word, pairs of words and whole texts as tokens: .8523 to .8527 each against
  .8525 of the linear model;
* tokens counted as often as they stand above a block, not once: .8712 against .8765.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..core import structure
from ..core.features import heading_ranks, owner_codes, place, whole_page
from ..core.measures import sums
from ._lexicon import PARTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..core.measures import Floats, Ints, Measures
    from ..core.page import Page
    from ..core.structure import Groups

    Columns = dict[str, NDArray[np.generic]]

FIGURES = (
    "linked", "owner",
    "up1_linked", "up2_linked", "up2_long", "up3_linked", "up3_long", "up4_linked", "up6_words", "up6_linked",
    "in_deep", "from_deep", "deep_share", "in_top", "below_top", "from_top", "top_share",
    "copies", "copy", "path_blocks", "path_words", "look_blocks", "look_words",
    "words_before", "depth", "from_h1", "since_heading",
    "page_blocks", "page_words", "page_long", "page_linked", "page_largest", "page_paragraphs", "page_articles",
    "page_objects",
)  # fmt: skip
"""Columns that need no trained weights."""
POOLS = (
    "names_above", "names_near", "names_text", "score", "score_before", "score_behind", "score_window", "score_rank",
    "pool_up1", "pool_up2", "pool_up3", "pool_up4", "pool_up6", "pool_path", "pool_look", "pool_section", "pool_page",
    "pool_best",
)  # fmt: skip
"""Columns made of the lexicon's scores."""
FEATURES = FIGURES + POOLS
"""All columns; a model must have been trained on the same."""
_LEVELS = (1, 2, 3, 4, 6)
"""How far above a block's owner scores are pooled."""
LIMIT = 8.0
"""Log odds are cut off here before they are pooled."""
_FEWEST_WORDS, _MOST_WORDS = 0.5, 40.0
"""A block's weight in a pool is its words, within these bounds."""
_WINDOW = 3
"""Blocks before and behind that make up a block's window."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A page as the method sees it: measures, groups of text blocks (m), their ranks as headings, codes of their tags.

    ``figures`` (m x `FIGURES`, float32, one column after the other in memory).
    """

    measures: Measures
    groups: Groups
    headings: Ints
    owners: Ints
    figures: Floats

    @classmethod
    def of(cls, page: Page, measures: Measures) -> Seen:
        """Look at a page that has at least one text block. Linear in the size of the page."""
        headings, owners = heading_ranks(page), owner_codes(page)
        groups = structure.Groups.of(page, measures, headings)
        columns: Columns = {
            "linked": measures.linked,
            "owner": owners,
            **structure.surroundings(measures),
            **structure.central_nodes(page, measures),
            **structure.lookalikes(page, measures, groups),
            "copy": np.array(_copies_before(page.texts)),
            **place(measures, headings),
            **whole_page(page, measures),
        }
        return cls(measures, groups, headings, owners, _matrix(columns, FIGURES))

    def features(self, linear: Floats) -> Floats:
        """Return the feature matrix (m x `FEATURES`); ``linear`` (m x `PARTS`) is what the lexicon says."""
        return np.concatenate((self.figures, self._pools(linear)), axis=1)

    def _pools(self, linear: Floats) -> Floats:
        measures = self.measures
        scores, weights = np.clip(linear.sum(axis=1), -LIMIT, LIMIT), pool_weights(measures)
        before, weights_before = sums(scores * weights), sums(weights)
        count = len(scores)
        numbers = np.arange(count)
        first, last = np.maximum(numbers - _WINDOW, 0), np.minimum(numbers + _WINDOW + 1, count)
        columns: Columns = {
            **{f"names_{part}": linear[:, number] for number, part in enumerate(PARTS)},
            "score": scores,
            "score_before": np.concatenate(([-LIMIT], scores[:-1])),
            "score_behind": np.concatenate((scores[1:], [-LIMIT])),
            "score_window": (before[last] - before[first]) / (weights_before[last] - weights_before[first]),
            "score_rank": np.argsort(np.argsort(scores, kind="stable")) / count,
            **{f"pool_{name}": pooled(group, scores, weights) for name, group in self.groups._asdict().items()},
            "pool_page": np.full(count, before[-1] / weights_before[-1]),
            "pool_best": np.full(count, scores.max()),
        }
        inside = measures.inside(weights_before)
        means = measures.inside(before) / np.where(inside > 0, inside, 1)
        above = measures.owners
        for level in range(1, max(_LEVELS) + 1):
            above = measures.parents[above]
            if level in _LEVELS:
                columns[f"pool_up{level}"] = means[above]
        return _matrix(columns, POOLS)


def _matrix(columns: Columns, names: tuple[str, ...]) -> Floats:
    matrix = np.empty((len(columns[names[0]]), len(names)), np.float32, order="F")
    for number, name in enumerate(names):
        matrix[:, number] = columns[name]
    return matrix


def pool_weights(measures: Measures) -> Floats:
    """Return what each text block weighs in a pool."""
    return np.clip(measures.words, _FEWEST_WORDS, _MOST_WORDS)


def pooled(group: Ints, scores: Floats, weights: Floats) -> Floats:
    """Return for each text block the weighted mean of the scores of its group."""
    means: Floats = np.bincount(group, scores * weights)[group] / np.bincount(group, weights)[group]
    return means


def _copies_before(texts: list[str]) -> list[int]:
    """Return how many text blocks before each have the same text."""
    seen: dict[str, int] = {}
    copies = []
    for text in texts:
        number = seen.get(text, 0)
        copies.append(number)
        seen[text] = number + 1
    return copies
