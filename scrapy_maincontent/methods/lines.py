"""``method="lines"``: the system of Shinnou and Sasaki, which reads a page as a text browser shows it, line by line.

No tag is looked at, so that what is learnt may hold for other sites, too. The steps, by the paper's sections:

* the page becomes lines of 80 columns (2.1): `_browser`;
* each line has 13 features (2.2.2): `_line_features`; `_lines_matrix` says what a model sees of them;
* a decision tree's leaf tells how likely the line is of each class N, H, K, S, M, E (2.2.1, 2.2.3);
* the most likely row of classes that the diagram allows is found by dynamic programming (2.3): `_lines_diagram`,
  `_lines_path`;
* the lines of classes H, K, S, M and E are title, subtitles and body: `_lines_blocks` gives them to the text blocks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..page import Label
from ..result import EmptyReason
from . import Labels, ModelError
from ._browser import browser_lines
from ._lines_blocks import Placed, kinds, main_blocks, title_text
from ._lines_diagram import BODY, CLASSES, Diagram, diagram
from ._lines_matrix import Sight, line_figures
from ._lines_path import best_path
from .model_files import read_json, refusing
from .trees import Tree

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.resources.abc import Traversable

    from ..features.measures import Floats, Ints
    from ..page import Page, Region
    from ._browser_line import Line

SUFFIX = ".json"
"""Ending of the method's model files."""
FORMAT = 1
"""Number of the model file's format; another one is refused."""


@dataclass(frozen=True)
class LinesModel:
    """A tree whose leaves tell how likely each of `CLASSES` is, what it sees of a line, and the diagram.

    ``weights`` (`CLASSES`) multiply the shares of a leaf before the best path is found; all 1 in the paper.
    """

    name: str
    tree: Tree
    sight: Sight
    diagram: Diagram
    weights: Floats


@dataclass(frozen=True, slots=True)
class Read:
    """What a model makes of lines: each one's leaf, the shares of its classes (lines x classes), and its class.

    ``classes`` (numbers of `CLASSES`) is ``None`` where the diagram has no path of so many lines.
    """

    leaves: Ints
    shares: Floats
    classes: Ints | None


def load(file: Traversable) -> LinesModel:
    """Read a model file.

    Raises:
        ModelError: the file is missing, damaged, of another format or for another method.
    """
    data = read_json(file, "lines", FORMAT)
    with refusing(file, "lines"):
        sight = Sight(**data["sight"])
        if tuple(data["features"]) != sight.names or tuple(data["classes"]) != CLASSES:
            raise ModelError(f"{file} was trained on other features or classes than this version has")
        tree = Tree.from_dict(data["tree"], sight.names)
        weights = np.array(data["weights"], np.float64)
        if tree.value.shape != (len(tree.feature), len(CLASSES)) or weights.shape != (len(CLASSES),):
            raise ValueError("a leaf and the weights must have a number for each class")
        return LinesModel(str(data["name"]), tree, sight, diagram(int(data["title_gap"])), weights)


def label(
    page: Page,
    regions: Sequence[Region],  # noqa: ARG001  the paper knows none
    model: LinesModel,
    balance: float = 1.0,  # noqa: ARG001  the best path knows none
) -> Labels:
    """Label every text block of a page that has at least one. Linear in the page."""
    lines = browser_lines(page)
    return label_blocks(page, lines, read_lines(line_figures([line.text for line in lines]), model), model)


def read_lines(figures: Floats, model: LinesModel) -> Read:
    """Classify the lines of a page by their figures (lines x `FIGURES`)."""
    leaves = model.tree.leaves(model.sight.matrix(figures))
    shares = model.tree.value[leaves]
    path = best_path(shares * model.weights, model.diagram)
    return Read(leaves, shares, None if path is None else model.diagram.classes[path])


def label_blocks(page: Page, lines: Sequence[Line], found: Read, model: LinesModel) -> Labels:
    """Give the text blocks what their lines are.

    A block's score is the mean over its lines of the shares of K, S, M and E; its reason names what it is, where, and
    what leads to its first line's leaf.
    """
    count = len(page.texts)
    placed = Placed.of(lines, count)
    scores = placed.means(found.shares[:, BODY].sum(axis=1)).clip(0, 1).tolist()
    if found.classes is None:
        reason = f"{model.name}: too few lines for a title and a body"
        return Labels([Label.OTHER] * count, scores, [reason] * count, EmptyReason.NO_MAIN_TEXT)
    main = main_blocks(placed, found.classes)
    return Labels(
        [Label.MAIN if chosen else Label.OTHER for chosen in main.tolist()],
        scores,
        _reasons(placed, found, model),
        None if main.any() else EmptyReason.NO_MAIN_TEXT,
        title_text(lines, placed, found.classes, page.texts),
    )


def _reasons(placed: Placed, found: Read, model: LinesModel) -> list[str]:
    assert found.classes is not None
    paths, leaves = model.tree.paths, found.leaves.tolist()
    told = []
    for kind, first, last in zip(
        kinds(placed, found.classes), placed.first.tolist(), placed.last.tolist(), strict=True
    ):
        if first < 0:
            told.append(f"{model.name}: {kind}")
        else:
            where = f"line {first + 1}" if first == last else f"lines {first + 1} to {last + 1}"
            told.append(f"{model.name}: {kind}, {where}: {paths[leaves[first]]}")
    return told
