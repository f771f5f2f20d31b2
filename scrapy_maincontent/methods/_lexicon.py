"""A linear model over tokens: what the names of the elements around a text block and its own words say.

The tokens are those of all elements above the block (each once), of its own element, of the two above that, and the
words of a short text. What a string of class names or a text weighs is looked up once and remembered across pages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..core.tokens import MAX_NAMES, SHORT_TEXT, element_tokens, text_tokens, tokens_below, tokens_of_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..core.measures import Floats
    from ..core.page import Page

    Weights = Mapping[str, float]
    _Known = dict[str, tuple[float, ...]]

LEVELS = ("above", "own", "parent", "grandparent", "text")
"""Where a token stands; the model has weights for each."""
PARTS = ("above", "near", "text")
"""Columns of what `Lexicon.read` returns; ``near`` adds own, parent and grandparent up."""
_OTHER_NAMES = ("role", "itemprop")
_REMEMBERED = 20_000
_LONGEST_KEY = 1000
"""Characters of names that are remembered; longer ones come once, to cost memory."""


class _Names(NamedTuple):
    """What an element's tokens weigh for what stands below it, and what it weighs as owner, parent and grandparent."""

    below: tuple[tuple[str, float], ...]
    own: float
    parent: float
    grandparent: float


class Lexicon:
    """Weights of tokens by level (`LEVELS`), and a bias."""

    def __init__(self, weights: Mapping[str, Weights], bias: float) -> None:
        """``weights`` has a mapping for each of `LEVELS`, from a token to its weight."""
        levels = [weights[level] for level in LEVELS[:-1]]
        # What a token of an element weighs at each level but the last.
        self._elements: _Known = {
            token: tuple(level.get(token, 0.0) for level in levels) for token in set().union(*levels)
        }
        self._text = weights["text"]
        self._bias = bias
        self._names: dict[tuple[str | None, ...], _Names] = {}
        self._classes: dict[str, _Known] = {}
        self._ids: dict[str, _Known] = {}
        self._texts: dict[str, float] = {}

    def read(self, page: Page) -> Floats:
        """Return what speaks for main content (text blocks x `PARTS`), in log odds; the bias is part of ``above``."""
        tags, attrs, parents, ends = page.tags, page.attrs, page.parents, page.ends
        names: dict[int, _Names] = {}
        sums = {-1: self._bias}
        near: dict[int, float] = {-1: 0.0}
        open_until: dict[str, int] = {}  # a token's outermost open element ends there
        for owner in page.owners:
            if owner in near:
                continue
            path, element = [], owner
            while element not in sums:
                path.append(element)
                element = parents[element]
            # Elements come in document order, so that what is open is above.
            for element in reversed(path):
                names[element] = own = self._of_element(tags[element], attrs[element])
                total = sums[parents[element]]
                for token, weight in own.below:
                    if open_until.get(token, 0) <= element:
                        open_until[token] = ends[element]
                        total += weight
                sums[element] = total
            near[owner] = names[owner].own
            if (parent := parents[owner]) >= 0:
                near[owner] += names[parent].parent
                if (grandparent := parents[parent]) >= 0:
                    near[owner] += names[grandparent].grandparent
        texts = [self._of_text(text) for text in page.texts]
        return np.array([[sums[owner] for owner in page.owners], [near[owner] for owner in page.owners], texts]).T

    def _of_element(self, tag: str, attrs: Mapping[str, str]) -> _Names:
        get = attrs.get
        key = (tag, get("class"), get("id"), get("role"), get("itemprop")) if attrs else (tag,)
        found = self._names.get(key)
        if found is None:
            found = self._weigh(tag, attrs)
            if sum(map(len, filter(None, key))) <= _LONGEST_KEY:
                _remember(self._names, key, found)
        return found

    def _weigh(self, tag: str, attrs: Mapping[str, str]) -> _Names:
        """Add up an element's tokens, those of `core.tokens.element_tokens`, each once."""
        known: _Known = {}
        for name in attrs.get("class", "")[:MAX_NAMES].split():
            known |= self._of_name(self._classes, name, "")
        for name in attrs.get("id", "")[:MAX_NAMES].split():
            known |= self._of_name(self._ids, name, "i")
        rest = element_tokens(tag, {name: attrs[name] for name in _OTHER_NAMES if name in attrs})
        known |= {token: self._elements[token] for token in rest if token in self._elements}
        below = tuple((token, weight) for token in tokens_below(tag, known) if (weight := known[token][0]))
        own = parent = grandparent = 0.0
        for _, as_own, as_parent, as_grandparent in known.values():
            own += as_own
            parent += as_parent
            grandparent += as_grandparent
        return _Names(below, own, parent, grandparent)

    def _of_name(self, memory: dict[str, _Known], name: str, prefix: str) -> _Known:
        found = memory.get(name)
        if found is None:
            tokens = [prefix + token for token in tokens_of_name(name)]
            found = {token: self._elements[token] for token in tokens if token in self._elements}
            _remember(memory, name, found)
        return found

    def _of_text(self, text: str) -> float:
        if len(text) > SHORT_TEXT:
            return 0.0
        found = self._texts.get(text)
        if found is None:
            weights = self._text
            found = sum(weights[token] for token in text_tokens(text) if token in weights)
            _remember(self._texts, text, found)
        return found


def _remember(memory: dict[Any, Any], key: object, value: object) -> None:
    """Keep a value; a memory that is full is emptied, which costs less than knowing what was used last."""
    if len(memory) >= _REMEMBERED:
        memory.clear()
    memory[key] = value
