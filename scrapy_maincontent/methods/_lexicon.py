"""A linear model over tokens: what the names of the elements around a text block and its own words say.

The tokens are those of all elements above the block (each once), of its own element, of the two above that, and the
words of a short text. What a string of class names or a text weighs is looked up once and remembered across pages.
"""

from __future__ import annotations

from functools import cached_property
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..words.class_names import (
    MAX_NAMES,
    SHORT_TEXT,
    Memory,
    element_tokens,
    name_parts,
    short_text_words,
    tokens_below,
    whole_names,
    word_token,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..features.measures import Floats
    from ..page import Page

    Weights = Mapping[str, float]
    _Key = tuple[str, str | None, str | None, str | None, str | None]
    """An element's tag, class, id, role and item property."""
    _Entry = tuple[str, float, float, float, float]
    """A token, and what it weighs at each level but the last."""

LEVELS = ("above", "own", "parent", "grandparent", "text")
"""Where a token stands; the model has weights for each."""
PARTS = ("above", "near", "text")
"""Columns of what `Lexicon.read` returns; ``near`` adds own, parent and grandparent up."""
_NOWHERE = -1


class _Names(NamedTuple):
    """What an element's tokens weigh for what stands below it, and what it weighs as owner, parent and grandparent."""

    below: frozenset[str]
    own: float
    parent: float
    grandparent: float


_NOTHING = _Names(frozenset(), 0.0, 0.0, 0.0)


class _Elements:
    """What the tokens of elements weigh, those of `words.class_names.element_tokens`."""

    def __init__(self, levels: Mapping[str, Weights]) -> None:
        """``levels`` are all of `LEVELS` but the last."""
        tokens = set().union(*levels.values())
        above, own, parent, grandparent = (
            {token: level.get(token, 0.0) for token in tokens} for level in levels.values()
        )
        self._entries: dict[str, _Entry] = {
            token: (token, weight, own[token], parent[token], grandparent[token]) for token, weight in above.items()
        }
        # By what stands behind the prefix.
        tables = {prefix: self._behind(prefix) for prefix in ("c:", "w:", "ic:", "iw:")}
        self._of_class, self._of_id = (tables["c:"], tables["w:"]), (tables["ic:"], tables["iw:"])

    def _behind(self, prefix: str) -> dict[str, _Entry]:
        return {token[len(prefix) :]: entry for token, entry in self._entries.items() if token.startswith(prefix)}

    def weigh(self, names: _Key) -> _Names:
        """Add up what the tokens of an element weigh, each once."""
        tag, own_class, own_id, role, item = names
        others = {name: value for name, value in (("role", role), ("itemprop", item)) if value is not None}
        found = [entry for token in element_tokens(tag, others) if (entry := self._entries.get(token))]
        for value, (wholes, parts) in ((own_class, self._of_class), (own_id, self._of_id)):
            if value:
                read = value[:MAX_NAMES]
                found += filter(None, map(wholes.get, {*whole_names(read)}))
                found += filter(None, map(parts.get, {*name_parts(read)}))
        if not found:
            return _NOTHING
        tokens, above, own, parent, grandparent = zip(*found, strict=True)
        below = frozenset(tokens_below(tag, compress(tokens, above)))
        return _Names(below, sum(own), sum(parent), sum(grandparent))


class Lexicon:
    """Weights of tokens by level (`LEVELS`), and a bias.

    Weights are numbers of 16 bits, so that their sums are exact, in whatever order they are added up.
    """

    def __init__(self, weights: Mapping[str, Weights], bias: float) -> None:
        """``weights`` has a mapping for each of `LEVELS`, from a token to its weight."""
        self.weights = weights
        self._above, self._text = weights["above"], weights["text"]
        self.bias = bias
        self._texts = Memory(self.weigh_text, len)

    @cached_property
    def _names(self) -> Memory[_Key, _Names]:
        """What elements weigh, by tag and names."""
        elements = _Elements({level: self.weights[level] for level in LEVELS[:-1]})
        return Memory(elements.weigh, _key_length)

    def read(self, page: Page, around: Sequence[int]) -> Floats:
        """Return what speaks for main content (text blocks x `PARTS`), in log odds; the bias is part of ``above``.

        ``around`` are the elements that text blocks stand in, see `features.measures.Measures.around`.
        """
        tags, attrs, parents, ends = page.tags, page.attrs, page.parents, page.ends
        memory, weights = self._names, self._above
        names: dict[int, _Names] = {_NOWHERE: _NOTHING}
        above = {_NOWHERE: 0.0}
        heard: set[str] = set()  # tokens of the open elements
        ending: list[tuple[int, frozenset[str]]] = []  # where open elements end, and the tokens that end with them
        for element in around:
            while ending and ending[-1][0] <= element:
                heard -= ending.pop()[1]
            get = attrs[element].get
            found = memory[tags[element], get("class"), get("id"), get("role"), get("itemprop")]
            names[element] = found
            total = above[parents[element]]
            if new := found.below - heard:
                heard |= new
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
        said = [known[text] if len(text) <= SHORT_TEXT else 0.0 for text in page.texts]
        found_above = [above[owner] for owner in page.owners]
        return np.array((np.array(found_above) + self.bias, near, said)).T

    def weigh_text(self, text: str) -> float:
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
