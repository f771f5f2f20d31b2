"""The features of ``method="crf"``: figures of a text block's surroundings, and pooled scores of a lexicon.

The linear scores of the lexicon are pooled over the block's ancestors, over the blocks of the same path, look and
section, over its neighbours and the page: Fujita's vote of parents and children, as evidence and not as a rule. So are
the signs of prose, over ancestors and neighbours: how long texts are, and whether they end a sentence.

Chosen by their gain in boosted trees; what was tried besides: docs/explanation/method-crf.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..features import structure
from ..features.measures import sentences_ended, sums
from ..features.structure import LEVELS, owner_tags, place, whole_page
from ..page.stems import MAX_NAME
from ..words import Cache
from ..words.class_names import (
    SHORT_TEXT,
    comment_areas,
    element_tokens,
    name_parts,
    short_text_words,
    tokens_below,
    whole_names,
    word_token,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from ..features.measures import Floats, Ints, Measures
    from ..features.structure import Groups
    from ..page import Page

    Columns = dict[str, NDArray[np.generic]]
    Weights = Mapping[str, float]
    _Key = tuple[str, str | None, str | None, str | None, str | None]
    """An element's tag, class, id, role and item property."""
    _Entry = tuple[str, float, float, float, float]
    """A token, and what it weighs at each level but the last."""


_AROUND = (*(f"up{level}" for level in LEVELS), "window")
_OF_BLOCKS = (
    "linked", "owner",
    "up1_linked", "up2_linked", "up2_long", "up3_linked", "up3_long", "up4_linked", "up6_words", "up6_linked",
    "in_deep", "from_deep", "deep_share", "in_top", "below_top", "from_top", "top_share",
    "copies", "copy", "path_blocks", "path_words", "look_blocks", "look_words",
    "words_before", "depth", "from_h1", "since_heading", "commented",
    "sentence", *(f"{place}_sentence" for place in _AROUND), "length", *(f"{place}_length" for place in _AROUND),
)  # fmt: skip
"""Columns that need no trained weights."""
OF_PAGE = (
    "page_blocks", "page_words", "page_long", "page_linked", "page_largest", "page_paragraphs", "page_articles",
    "page_objects",
)  # fmt: skip
"""Columns that are the same for all blocks of a page."""
FIGURES = _OF_BLOCKS + OF_PAGE
POOLS = (
    "names_above", "names_near", "names_text", "score", "score_before", "score_behind", "score_window", "score_rank",
    *(f"pool_up{level}" for level in LEVELS), "pool_path", "pool_look", "pool_section", "pool_page", "pool_best",
)  # fmt: skip
"""Columns made of the lexicon's scores."""
FEATURES = FIGURES + POOLS
"""All columns; a model must have been trained on the same."""
LIMIT = 8.0
"""Log odds are cut off here before they are pooled."""
_FEWEST_WORDS, _MOST_WORDS = 0.5, 40.0
"""A block's weight in a pool is its words, within these bounds."""
_WINDOW = 3
LONGEST = 100.0
"""Words that a text's length is cut off at."""


@dataclass(frozen=True, slots=True)
class PageFeatures:
    """A page's measures, groups of text blocks (m), their ranks as headings, codes of their tags, and figures.

    ``starts`` and ``stops`` (runs x m): the runs of text blocks around each one over which scores are pooled, those
    below the elements at each of `LEVELS` above it, and its window. ``weights`` (m): what each block weighs in a pool.
    ``figures`` (m x `FIGURES`, float32, one column after the other in memory).
    """

    measures: Measures
    groups: Groups
    headings: Ints
    owners: Ints
    starts: Ints
    stops: Ints
    weights: Floats
    figures: Floats

    @classmethod
    def of(cls, page: Page, measures: Measures) -> PageFeatures:
        """Return the features of a page that has at least one text block. Linear in the size of the page."""
        headings, owners = owner_tags(page)
        groups = structure.Groups.of(page, measures, headings)
        above = structure.levels_above(measures)
        numbers = np.arange(len(owners))
        starts = np.vstack((measures.starts.take(above), np.maximum(numbers - _WINDOW, 0)))
        stops = np.vstack((measures.stops.take(above), np.minimum(numbers + _WINDOW + 1, len(numbers))))
        weights = np.minimum(np.maximum(measures.words, _FEWEST_WORDS), _MOST_WORDS)
        columns: Columns = {
            "linked": measures.linked,
            "owner": owners,
            **structure.surroundings(measures, above),
            **structure.central_nodes(measures),
            **structure.lookalikes(measures, groups),
            "copy": measures.copies.before,
            **place(measures, headings),
            "commented": in_comments(page),
        }
        signs = {"sentence": sentences_ended(page.texts), "length": np.minimum(measures.words, LONGEST)}
        for name, values in signs.items():
            means = pooled(weighed_sums(values.astype(np.float64), weights), starts, stops)
            columns[name] = values
            columns |= {f"{place}_{name}": mean for place, mean in zip(_AROUND, means, strict=True)}
        of_page = np.array(list(whole_page(page, measures, owners).values()), np.float32)
        return cls(
            measures,
            groups,
            headings,
            owners,
            starts,
            stops,
            weights,
            _matrix([columns[name] for name in _OF_BLOCKS], of_page),
        )

    def features(self, linear: Floats) -> Floats:
        """Return the feature matrix (m x `FEATURES`); ``linear`` (m x `PARTS`) are the lexicon's scores."""
        scores = np.minimum(np.maximum(linear.sum(axis=1), -LIMIT), LIMIT)
        before = weighed_sums(scores, self.weights)
        *above, window = pooled(before, self.starts, self.stops)
        around = np.concatenate(([-LIMIT], scores, [-LIMIT]))
        ranks = np.empty(len(scores))
        ranks[np.argsort(scores, kind="stable")] = np.arange(len(scores))
        ranks /= len(scores)
        by_block = (*linear.T, scores, around[:-2], around[2:], window, ranks, *above, *self.pooled(scores))
        of_page = np.array((before[0, -1] / before[1, -1], scores.max()), np.float32)
        return np.concatenate((self.figures, _matrix(by_block, of_page)), axis=1)

    def pooled(self, scores: Floats) -> list[Floats]:
        """Return for `Groups` the weighted mean of the scores in each text block's group (m each)."""
        weighted = scores * self.weights
        return [
            (np.bincount(group, weighted) / np.maximum(np.bincount(group, self.weights), _FEWEST_WORDS)).take(group)
            for group in self.groups
        ]


def weighed_sums(values: Floats, weights: Floats) -> Floats:
    """Return the running sums of weighted values, and of the weights (2 x m + 1)."""
    return sums(np.array((values * weights, weights)))


def pooled(before: Floats, starts: Ints, stops: Ints) -> Floats:
    """Return weighted means over runs of text blocks (runs x m) from `weighed_sums`."""
    pools, shares = before.take(stops, axis=1) - before.take(starts, axis=1)
    means: Floats = pools / np.where(shares > 0, shares, 1)
    return means


def in_comments(page: Page) -> NDArray[np.bool_]:
    """Return which text blocks (m) are in elements named for visitors' comments."""
    inside = np.zeros(len(page.texts), np.bool_)
    for start, stop in comment_runs(page):
        inside[start:stop] = True
    return inside


def comment_runs(page: Page) -> list[tuple[int, int]]:
    """Return the runs of text blocks in elements named for visitors' comments, in order; the whole page is none.

    A text block that such an element is only a part of, a comment in a program's code, say, stands around it.
    """
    runs, end, owners = [], 0, page.owners
    for element in sorted(comment_areas(page)):
        if element >= end and page.tags[element] not in _WHOLE_PAGE:
            (start, stop), end = page.blocks_in(element), page.ends[element]
            if start < stop and owners[start] < element:
                start += 1
            if start < stop and not element <= owners[stop - 1] < end:
                stop -= 1
            runs.append((start, stop))
    return runs


_WHOLE_PAGE = frozenset(("html", "body", "main", "article"))


def _matrix(by_block: Sequence[NDArray[np.generic]], of_page: Floats) -> Floats:
    count = len(by_block[0])
    matrix = np.empty((len(by_block) + len(of_page), count), np.float32)
    np.concatenate(by_block, out=matrix[: len(by_block)].reshape(-1), casting="unsafe")
    matrix[len(by_block) :] = of_page[:, None]
    return matrix.T


REMEMBERED = 20_000
"""Elements' names, and short texts, whose weights are kept across pages."""
TOKEN_LEVELS = ("above", "own", "parent", "grandparent", "text")
"""Where a token stands; the model has weights for each."""
PARTS = ("above", "near", "text")
"""Columns of what `Lexicon.read` returns; ``near`` adds own, parent and grandparent up."""
_NOWHERE = -1


class _Names(NamedTuple):
    """The tokens that count below an element, and its weights as owner, parent and grandparent of a text block."""

    below: frozenset[str]
    own: float
    parent: float
    grandparent: float


_NOTHING = _Names(frozenset(), 0.0, 0.0, 0.0)


class _Elements:
    """The weights of elements, from those of their tokens (`words.class_names.element_tokens`)."""

    def __init__(self, levels: Mapping[str, Weights]) -> None:
        tokens = set().union(*levels.values())
        above, own, parent, grandparent = (
            {token: level.get(token, 0.0) for token in tokens} for level in levels.values()
        )
        self._entries: dict[str, _Entry] = {
            token: (token, weight, own[token], parent[token], grandparent[token]) for token, weight in above.items()
        }
        # By what stands behind the prefix.
        tables = {prefix: self._behind(prefix) for prefix in ("t:", "c:", "w:", "ic:", "iw:")}
        self._of_tag = tables["t:"]
        self._of_class, self._of_id = (tables["c:"], tables["w:"]), (tables["ic:"], tables["iw:"])

    def _behind(self, prefix: str) -> dict[str, _Entry]:
        return {token[len(prefix) :]: entry for token, entry in self._entries.items() if token.startswith(prefix)}

    def weigh(self, names: _Key) -> _Names:
        tag, own_class, own_id, role, item = names
        found = [self._of_tag[tag]] if tag in self._of_tag else []
        if role is not None or item is not None:
            others = {name: value for name, value in (("role", role), ("itemprop", item)) if value is not None}
            found += filter(None, map(self._entries.get, element_tokens(tag, others)[1:]))  # behind the tag's
        for value, (wholes, parts) in ((own_class, self._of_class), (own_id, self._of_id)):
            if value:
                read = value[:MAX_NAME]
                found += filter(None, map(wholes.get, {*whole_names(read)}))
                found += filter(None, map(parts.get, {*name_parts(read)}))
        if not found:
            return _NOTHING
        tokens, above, own, parent, grandparent = zip(*found, strict=True)
        below = frozenset(tokens_below(tag, compress(tokens, above)))
        return _Names(below, sum(own), sum(parent), sum(grandparent))


class Lexicon:
    """A linear model over tokens: weights by level (`TOKEN_LEVELS`), and a bias.

    Tokens are those of all elements above a text block (each once), of its own element, of the two above that, and the
    words of a short text. The weights of a string of class names or of a text are looked up once and cached across
    pages. They are numbers of 16 bits, so that their sums are exact, in whatever order they are added up.
    """

    def __init__(self, weights: Mapping[str, Weights], bias: float) -> None:
        self.weights = weights
        self._above, self._text = weights["above"], weights["text"]
        self.bias = bias
        self._texts = Cache(self.weigh_text, REMEMBERED, len)

    @cached_property
    def _names(self) -> Cache[_Key, _Names]:
        elements = _Elements({level: self.weights[level] for level in TOKEN_LEVELS[:-1]})
        return Cache(elements.weigh, REMEMBERED, _key_length)

    def read(self, page: Page, around: Sequence[int]) -> Floats:
        """Return the log odds of main content (text blocks x `PARTS`); the bias is part of ``above``.

        ``around`` are the elements that text blocks stand in, see `features.measures.Measures.around`.
        """
        tags, attrs, parents, ends = page.tags, page.attrs, page.parents, page.ends
        memory, weights = self._names, self._above
        names: dict[int, _Names] = {_NOWHERE: _NOTHING}
        above = {_NOWHERE: 0.0}
        counted: set[str] = set()  # tokens of the open elements
        ending: list[tuple[int, frozenset[str]]] = []  # where open elements end, and the tokens that end with them
        for element in around:
            while ending and ending[-1][0] <= element:
                counted -= ending.pop()[1]
            get = attrs[element].get
            found = memory[tags[element], get("class"), get("id"), get("role"), get("itemprop")]
            names[element] = found
            total = above[parents[element]]
            if new := found.below - counted:
                counted |= new
                ending.append((ends[element], new))
                for token in new:
                    total += weights[token]
            above[element] = total
        near = []
        for owner in page.owners:
            parent = parents[owner]
            grandparent = parents[parent] if parent >= 0 else _NOWHERE
            near.append(names[owner].own + names[parent].parent + names[grandparent].grandparent)
        known = self._texts
        of_texts = [known[text] if len(text) <= SHORT_TEXT else 0.0 for text in page.texts]
        found_above = [above[owner] for owner in page.owners]
        return np.array((np.array(found_above) + self.bias, near, of_texts)).T

    def weigh_text(self, text: str) -> float:
        """Return the sum of the weights of a short text's words, each once."""
        weights = self._text
        found = set()
        for word in short_text_words(text):
            if word in weights:  # a token stands for itself, which spares most words a closer look
                found.add(word)
            elif not word.isalpha() and (token := word_token(word)) in weights:
                found.add(token)
        return sum(weights[token] for token in found)


def _key_length(names: _Key) -> int:
    return sum(map(len, filter(None, names)))
