"""The initial weights of DOM PageRank: uniform text, likeness to title and description, pictures and players.

Each of the four is a distribution over the vertices, and the weights are their mixture. What a page lacks gives its
share away: a missing description to the title and the other way round, both to the text, and media to the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..facts.media import kind_of
from ..features.measures import integers
from ._pagerank_parameters import Unit
from ._similarity import Runs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..features.measures import Ints
    from ..page import Page
    from ._pagerank_graph import Doubles, Graph
    from ._pagerank_parameters import Parameters

TEXT, TITLE, DESCRIPTION, MEDIA = range(4)
"""The distributions."""
_TITLES = ("og:title", "twitter:title")
_DESCRIPTIONS = ("description", "og:description", "twitter:description")


def media_elements(page: Page) -> Ints:
    """Return the elements of the page's visible pictures and players, without icons, trackers and the like; risen."""
    shown = np.array([kind_of(page, number) is not None for number in range(len(page.objects))], np.bool_)
    objects = integers(page.objects)[shown] if len(shown) else np.zeros(0, np.intp)
    hiding = np.array(sorted(page.hiding), np.intp)
    if not len(hiding):
        return objects
    outer = hiding[np.maximum(np.searchsorted(hiding, objects, side="right") - 1, 0)]
    return objects[(objects < outer) | (objects >= integers(page.ends)[outer])]


def likeness(page: Page) -> Doubles:
    """Return how similar each text block is to the page's title and to its description (2 x text blocks)."""
    runs = Runs(page.texts)
    title = page.head_title or _first(page, _TITLES)
    return np.array([runs.similarities(title), runs.similarities(_first(page, _DESCRIPTIONS))])


def distributions(page: Page, tree: Graph, unit: Unit, like: Doubles | None) -> Doubles:
    """Return the four distributions over the vertices (4 x vertices); one that the page lacks is all zero.

    ``like`` is what `likeness` returns; without it title and description are all zero.
    """
    measure = _unlinked_characters(page) if unit is Unit.CHARACTER else np.ones(len(page.texts))
    found = np.zeros((4, len(tree.parents) + 1))
    found[TEXT] = np.bincount(tree.texts, measure, found.shape[1])
    if like is not None:
        for row in range(2):
            found[TITLE + row] = np.bincount(tree.texts, measure * like[row], found.shape[1])
    found[MEDIA] = np.bincount(tree.objects, minlength=found.shape[1])
    scaled: Doubles = found / np.maximum(found.sum(axis=1, keepdims=True), np.finfo(np.float64).tiny)
    return scaled


def shares(parameters: Parameters, present: Sequence[bool]) -> Doubles:
    """Return the share of each distribution (4) for a page that has those that are ``present`` (4)."""
    told = np.array([1 - parameters.title, parameters.title * parameters.trade_off, 0.0, 0.0])
    told[DESCRIPTION] = parameters.title - told[TITLE]
    for row, other in ((TITLE, DESCRIPTION), (DESCRIPTION, TITLE)):
        if not present[row]:
            heir = other if present[other] else TEXT
            told[heir], told[row] = told[heir] + told[row], 0.0
    if present[MEDIA] and any(present[:MEDIA]):
        told *= 1 - parameters.media
        told[MEDIA] = parameters.media
    elif present[MEDIA]:
        told = np.array([0.0, 0.0, 0.0, 1.0])
    return told


def weights(page: Page, tree: Graph, parameters: Parameters) -> Doubles:
    """Return the initial weights of a page's vertices; their sum is 1."""
    found = distributions(page, tree, parameters.unit, likeness(page) if parameters.title else None)
    mixed: Doubles = shares(parameters, (found.sum(axis=1) > 0).tolist()) @ found
    return mixed


def _unlinked_characters(page: Page) -> Doubles:
    """Return how many characters of each text block are in no link; of all where every text is linked."""
    lengths = np.array([len(piece) for piece in page.pieces], np.float64)
    for counted in (np.where(page.linked, 0.0, lengths), lengths):
        before = np.concatenate(([0.0], np.cumsum(counted)))
        found: Doubles = before[integers(page.text_ends)] - before[integers(page.text_starts)]
        if found.any():
            break
    return found


def _first(page: Page, names: Sequence[str]) -> str:
    return next((page.metas[name] for name in names if page.metas.get(name)), "")
