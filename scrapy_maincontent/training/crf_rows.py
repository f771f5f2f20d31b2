"""Annotated pages -> rows for ``method="crf"``: figures, tokens, soft targets and weights of every text block."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ..extraction import read_page
from ..features.measures import measure
from ..methods.crf_features import TOKEN_LEVELS, Seen
from ..words.class_names import element_tokens, text_tokens, tokens_below
from .align import targets
from .rows import block_weights

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ..corpus.annotated import AnnotatedPage
    from ..features.measures import Floats
    from ..page import Page

ABOVE, OWN, PARENT, GRANDPARENT, TEXT = range(len(TOKEN_LEVELS))
Token = tuple[int, str]
"""A token and its level's number in `LEVELS`."""


@dataclass(frozen=True, slots=True)
class CrfRows:
    """The m text blocks of one page.

    ``tokens`` are the page's distinct ones; those of block b are ``token_ids[token_starts[b]:token_starts[b + 1]]``.
    ``targets`` (m): the share of each block in the reference. ``weights`` (m). ``times``: how often the page counts
    where a stage knows no weights.
    """

    domain: str
    seen: Seen
    tokens: list[Token]
    token_starts: NDArray[np.int32]
    token_ids: NDArray[np.int32]
    targets: Floats
    weights: Floats
    times: int = 1


def crf_rows(annotated: AnnotatedPage) -> CrfRows | None:
    """Return a page's rows, ``None`` where it has no text block."""
    page = read_page(annotated.html(), annotated.url, encoding=annotated.encoding)
    if page is None or not page.texts:
        return None
    numbers: dict[Token, int] = {}
    starts, ids = [0], list[int]()
    for tokens in block_tokens(page):
        ids.extend(numbers.setdefault(token, len(numbers)) for token in tokens)
        starts.append(len(ids))
    return CrfRows(
        annotated.domain,
        Seen.of(page, measure(page)),
        list(numbers),
        np.array(starts, np.int32),
        np.array(ids, np.int32),
        np.array(targets(page, annotated), np.float32),
        block_weights(page, annotated.main_content),
    )


def weighed(rows: CrfRows | None, weight: float) -> CrfRows | None:
    """Return rows that weigh so many times as much."""
    return rows and replace(rows, weights=rows.weights * np.float32(weight), times=max(round(weight), 1))


def block_tokens(page: Page) -> Iterator[list[Token]]:
    """Yield the distinct tokens of each text block, as `methods.crf_features.Lexicon` reads them."""
    tokens: dict[int, tuple[str, ...]] = {}
    below: dict[int, frozenset[str]] = {-1: frozenset()}
    for owner, text in zip(page.owners, page.texts, strict=True):
        path, element = [], owner
        while element not in below:
            path.append(element)
            element = page.parents[element]
        for element in reversed(path):
            tag = page.tags[element]
            tokens[element] = element_tokens(tag, page.attrs[element])
            below[element] = below[page.parents[element]].union(tokens_below(tag, tokens[element]))
        found = [(ABOVE, token) for token in sorted(below[owner])]
        element = owner
        for level in (OWN, PARENT, GRANDPARENT):
            if element >= 0:
                found += [(level, token) for token in dict.fromkeys(tokens[element])]
                element = page.parents[element]
        yield found + [(TEXT, token) for token in text_tokens(text)]
