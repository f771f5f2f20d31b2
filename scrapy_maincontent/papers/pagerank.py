"""``method="pagerank"``: DOM PageRank, importance spread along the tree of elements from weights that are given.

Elements that hold text are the vertices of an undirected graph, the DOM's edges its edges. Initial weights mark what is
important: texts, those like the title, pictures. Semi-supervised PageRank spreads them, DensitySum adds up each
element's children, and the main element is the one with the highest sum. All its text blocks are main content. The
weights are a bias that can be chosen, which makes the method one for pages whose content is not text.

The paper's formula of importance is lost; it is read as personalised PageRank, the best of those that were measured.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..features.measures import integers
from ..methods import ALONE, Labels, read_json, refusing
from ..page import Label
from ..result import EmptyReason
from ..words.media import kind_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from importlib.resources.abc import Traversable
    from typing import Any, Self

    from numpy.typing import NDArray

    from ..features.measures import Ints
    from ..methods import Context
    from ..page import Page

    Doubles = NDArray[np.float64]


SUFFIX = ".json"
FORMAT = 1


@dataclass(frozen=True, slots=True)
class PageRankModel:
    """Parameters under a name."""

    name: str
    parameters: Parameters


@dataclass(frozen=True, slots=True)
class Ranking:
    """The importance and the scores of a page's elements.

    ``elements`` (e) are the elements that hold text or, where they have a weight, pictures, and those above them, in
    document order; ``importance`` (e) and ``scores`` (e, their DensitySums) are theirs. ``main`` is the main element.
    """

    elements: Ints
    importance: Doubles
    scores: Doubles
    main: int
    main_score: float


def load(file: Traversable) -> PageRankModel:
    """Read a model file, see `Method.load`."""
    data = read_json(file, "pagerank", FORMAT)
    with refusing(file, "pagerank"):
        return PageRankModel(str(data["name"]), Parameters.from_dict(data["parameters"]))


def label(page: Page, model: PageRankModel, _context: Context = ALONE) -> Labels:
    """Label every text block of a page that has at least one, or pictures. Linear in the page.

    The blocks in the main element have score 1. A block outside has the highest score of an element around it, but not
    around the main one, as a share of the main element's.
    """
    ranking = rank(page, model.parameters)
    start, end = page.blocks_in(ranking.main)
    best = _best_around(page, ranking)
    outside = [best[owner] for owner in page.owners]
    scores = [1.0 if start <= block < end else score for block, score in enumerate(outside)]
    inside = f"{model.name}: in the main element {page.xpath(ranking.main)}, score {ranking.main_score:.3f}"
    reasons = [
        inside if start <= block < end else f"{model.name}: outside the main element, {score:.0%} of its score"
        for block, score in enumerate(outside)
    ]
    labels = [Label.MAIN if start <= block < end else Label.OTHER for block in range(len(page.texts))]
    empty = EmptyReason.NO_MAIN_TEXT if page.texts else EmptyReason.NO_TEXT
    scored = dict(zip(ranking.elements.tolist(), ranking.scores.tolist(), strict=True))
    main = ranking.main if scored else None
    return Labels(labels, scores, reasons, None if start < end else empty, None, main, scored)


def rank(page: Page, parameters: Parameters) -> Ranking:
    """Return the importance and the score of every element of a page that has elements.

    The main element is the one with the highest score; of several, the first and outermost.
    """
    objects = media_elements(page) if parameters.media else np.zeros(0, np.intp)
    tree = graph(page, objects)
    if not len(tree.elements):
        nothing = np.zeros(0)
        return Ranking(np.zeros(0, np.intp), nothing, nothing, 0, 0.0)
    found = importance(tree, weights(page, tree, parameters), parameters.damping)
    scores = density_sums(tree, found)
    best = int(np.argmax(scores))
    return Ranking(tree.elements, found, scores, int(tree.elements[best]), float(scores[best]))


def _best_around(page: Page, ranking: Ranking) -> dict[int, float]:
    """Return each element's highest score at or above it, but for elements around the main one, as a share of that."""
    around = {ranking.main, *page.ancestors(ranking.main)}
    whole = max(ranking.main_score, np.finfo(np.float64).tiny)
    best: dict[int, float] = {-1: 0.0}
    for element, score in zip(ranking.elements.tolist(), ranking.scores.tolist(), strict=True):
        own = 0.0 if element in around else min(score / whole, 1.0)
        best[element] = max(own, best[page.parents[element]])
    return best


MAX_DAMPING = 0.98
"""The iteration needs about 1 / (1 - damping) steps for each digit."""


_READING = "walk"
"""What model files call the formula of `importance`. None has texts that are vertices of their own, either."""


class Unit(StrEnum):
    """The unit of uniform weights of text."""

    BLOCK = "block"
    CHARACTER = "character"
    """Every character that is not in a link."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """What a model file holds; the defaults are the configuration of the paper's tables: uniform, lambda 0.5.

    ``damping`` is lambda, from 0 to `MAX_DAMPING`. ``title`` (0 to 1) is the share of the weight that goes by the
    similarity to title and description, ``trade_off`` (0 to 1) how much of that by the title; ``media`` (0 to 1) is the
    share of the weight that pictures and players have.
    """

    damping: float = 0.5
    unit: Unit = Unit.BLOCK
    title: float = 0.0
    trade_off: float = 0.5
    media: float = 0.0

    def __post_init__(self) -> None:
        for name, high in (("damping", MAX_DAMPING), ("title", 1.0), ("trade_off", 1.0), ("media", 1.0)):
            if not 0 <= getattr(self, name) <= high:
                raise ValueError(f"{name} is {getattr(self, name)!r}; it must be from 0 to {high}")

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return the parameters of a model file.

        Raises:
            KeyError, TypeError, ValueError: one is missing, unknown, of another type or out of bounds.
        """
        own = dict(data)
        if (own.pop("reading"), own.pop("text_vertices")) != (_READING, False):
            raise ValueError(f"reading must be {_READING!r}, and text_vertices false")
        return cls(**own | {"unit": Unit(own["unit"])})

    def as_dict(self) -> dict[str, Any]:
        """Return the parameters as plain JSON types, and how the paper is read."""
        read = {"damping": self.damping, "reading": _READING}
        return read | asdict(self) | {"unit": str(self.unit), "text_vertices": False}


# The graph is a tree, kept as one array of parents: a step costs as much as it has vertices.

TOLERANCE = 1e-4
"""Sum of the changes of all importances, whose sum is 1, below which the iteration ends."""
MAX_STEPS = 500


class Graph(NamedTuple):
    """An undirected tree of v vertices, the root being vertex 0.

    ``elements`` (e): the page's elements that are vertices, in document order; they are vertices 0 to e - 1.
    ``parents`` (v - 1): the parent of each vertex but the root. ``texts``: the vertex of each text block, its
    element's. ``objects``: those of the pictures and players that were asked for.
    """

    elements: Ints
    parents: Ints
    texts: Ints
    objects: Ints


def graph(page: Page, objects: Ints) -> Graph:
    """Return the graph of a page with text or objects: the elements that hold them, and all elements above.

    An element holds a text block when it is the innermost block-level element around it: inline elements are no
    vertices, so that a bold word does not part a text. ``objects`` are the elements of pictures and players, risen.
    """
    owners, ends = integers(page.owners), integers(page.ends)
    held = np.bincount(owners, minlength=len(ends)) + np.bincount(objects, minlength=len(ends))
    before = np.concatenate(([0], np.cumsum(held)))
    is_vertex = before[ends] > before[:-1]
    number = np.cumsum(is_vertex) - 1
    elements = np.flatnonzero(is_vertex)
    parents = number[integers(page.parents)[elements[1:]]]
    return Graph(elements, parents, number[owners], number[objects])


def importance(tree: Graph, weights: Doubles, damping: float) -> Doubles:
    """Return each vertex's importance (v) from its initial weight (v), whose sum is 1: personalised PageRank.

    x = l A D^-1 x + (1 - l) w, where A is the adjacency matrix, D the degrees, w the initial weights, l the damping.
    """
    return spread(tree, (1 - damping) * weights, weights, damping, 1 / degrees(tree))


def degrees(tree: Graph) -> Doubles:
    """Return how many neighbours each vertex has (v), 1 for a vertex alone."""
    found = np.bincount(tree.parents, minlength=len(tree.parents) + 1).astype(np.float64)
    found[1:] += 1
    return np.maximum(found, 1)


def spread(tree: Graph, start: Doubles, found: Doubles, left: Doubles | float, right: Doubles | float) -> Doubles:
    """Return x after steps x <- ``left`` * A (``right`` * x) + ``start`` from ``found`` on (v each).

    There are `MAX_STEPS` steps, or fewer: until all changes are less than `TOLERANCE` together.
    """
    parents = tree.parents
    for _ in range(MAX_STEPS):
        sent = right * found
        step = _gathered(parents, sent)
        step[1:] += sent[parents]
        step = left * step + start
        change = float(np.abs(step - found).sum())
        found = step
        if change < TOLERANCE:
            break
    return found


def density_sums(tree: Graph, found: Doubles) -> Doubles:
    """Return the DensitySum of each element (e): the sum of its children's importances (Sun, Song, Liao 2011)."""
    return _gathered(tree.parents, found)[: len(tree.elements)]


def _gathered(parents: Ints, values: Doubles) -> Doubles:
    return np.bincount(parents, values[1:], len(values)).astype(np.float64, copy=False)


# The initial weights: a mixture of four distributions; what a page lacks gives its share to the others.

TEXT, TITLE, DESCRIPTION, MEDIA = range(4)
"""The distributions: uniform text, likeness to title and to description, pictures and players."""
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
    found = np.array([1 - parameters.title, parameters.title * parameters.trade_off, 0.0, 0.0])
    found[DESCRIPTION] = parameters.title - found[TITLE]
    for row, other in ((TITLE, DESCRIPTION), (DESCRIPTION, TITLE)):
        if not present[row]:
            heir = other if present[other] else TEXT
            found[heir], found[row] = found[heir] + found[row], 0.0
    if present[MEDIA] and any(present[:MEDIA]):
        found *= 1 - parameters.media
        found[MEDIA] = parameters.media
    elif present[MEDIA]:
        found = np.array([0.0, 0.0, 0.0, 1.0])
    return found


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


# Likeness of texts by runs of characters, for languages with and without blanks between words.

GRAM = 3
"""Characters of a run."""
MAX_COMPARED = 500
"""Characters of a title or a description that are compared."""
_BETWEEN = "\0"
_BITS = 21


class Runs:
    """The runs of characters of several texts, white space and case aside."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._count = len(texts)
        codes = _codes(_BETWEEN.join(text.replace(_BETWEEN, "") for text in texts))
        of = np.cumsum(codes == 0)
        self._runs, self._of = _runs(codes), of[: max(len(of) - GRAM + 1, 0)]
        lengths = np.bincount(of, codes != 0, self._count)
        self._sizes = np.maximum(lengths - GRAM + 1, 1)

    def similarities(self, other: str) -> NDArray[np.float64]:
        """Return how similar each of the n texts is to another one (n): their cosine, 0 to 1.

        A run that both have counts once, however often it comes; a text's length is the number of its runs.
        """
        wanted = np.unique(_runs(_codes(other[:MAX_COMPARED].replace(_BETWEEN, ""))))
        if not len(wanted) or not len(self._runs):
            return np.zeros(self._count)
        places = np.minimum(np.searchsorted(wanted, self._runs), len(wanted) - 1)
        shared = np.flatnonzero(wanted[places] == self._runs)
        pairs = np.unique(self._of[shared] * len(wanted) + places[shared])
        found: NDArray[np.float64] = np.bincount(pairs // len(wanted), minlength=self._count) / np.sqrt(
            self._sizes * len(wanted)
        )
        return found


def _codes(text: str) -> NDArray[np.int64]:
    packed = "".join(text.lower().split())
    return np.frombuffer(packed.encode("utf-32-le", "surrogatepass"), np.uint32).astype(np.int64)


def _runs(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    return codes[:-2] << 2 * _BITS | codes[1:-1] << _BITS | codes[2:]
