"""``method="layout"``: the system of Tsuruta et al., which looks at where a browser has laid out a page's elements.

Main content lies in the middle of the window, menus at its edges. A weight map holds how likely each place is
(`_weight_map`); the block-level element that gathers the most weight is the main node (`_layout_nodes`, 2.1). What is
left of noise in it, Gupta's steps remove (2.2): lists of links here (`_link_lists`), advertisements for every method
(`facts.advertisements`). Nodes that this empties show nothing, so that the third step has nothing left to do.

A page must have been laid out: `page.boxes`. For one that has not, `core.extract` asks another method.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..core.labels import Labels
from ..page import Label
from ..page.boxes import NO_BOX, boxes_of
from ..result import EmptyReason
from . import ModelError
from ._layout_nodes import main_nodes
from ._link_lists import elements_below, link_lists
from ._model_file import read_json, refusing
from ._weight_map import CELL, COLUMNS, WeightMap

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.resources.abc import Traversable

    from numpy.typing import NDArray

    from ..page import Page, Region
    from ..page.boxes import Boxes

SUFFIX = ".json"
"""Ending of the method's model files."""
FORMAT = 1
"""Number of the model file's format; another one is refused."""
NO_NODE, MAIN_NODE, FURTHER_NODE, LINK_LIST, NOT_SHOWN = range(5)
"""What becomes of an element."""
REASONS = (
    "in no main node",
    "in the main node",
    "in a further main node",
    "in a main node, but in a list of links",
    "in a main node, but not shown",
)


@dataclass(frozen=True)
class LayoutModel:
    """The weight map, and what is done with it.

    ``several`` tells that further nodes may be main besides the best one. ``linked_share`` is the threshold of the
    lists of links, ``None`` where they stay. ``shown`` tells that text which the browser does not show is not main.
    """

    name: str
    weights: WeightMap
    several: bool
    linked_share: float | None
    shown: bool


def load(file: Traversable) -> LayoutModel:
    """Read a model file.

    Raises:
        ModelError: the file is missing, damaged, of another format or for another method.
    """
    data = read_json(file, "layout", FORMAT)
    with refusing(file, "layout"):
        weights = np.array(data["weights"], np.float64)
        if data["cell"] != CELL or weights.ndim != 2 or weights.shape[1] != COLUMNS or not np.isfinite(weights).all():
            raise ModelError(f"{file} is for other cells than this version has")
        linked_share = None if data["linked_share"] is None else float(data["linked_share"])
        several, shown = bool(data["several"]), bool(data["shown"])
        return LayoutModel(str(data["name"]), WeightMap(weights), several, linked_share, shown)


def label(
    page: Page,
    regions: Sequence[Region],  # noqa: ARG001  the paper knows none
    model: LayoutModel,
    balance: float = 1.0,  # noqa: ARG001  a node is main or it is not
) -> Labels:
    """Label every text block of a page that has at least one. Linear in the page.

    A page without boxes has no main node. Scores are 0 or 1: the method says nothing of how sure it is.
    """
    boxes = boxes_of(page)
    nodes = main_nodes(page, boxes, model.weights, several=model.several)
    fates = fates_of(page, boxes, nodes, model.linked_share, shown=model.shown)[page.owners].tolist()
    main = [fate in (MAIN_NODE, FURTHER_NODE) for fate in fates]
    return Labels(
        [Label.MAIN if chosen else Label.OTHER for chosen in main],
        [float(chosen) for chosen in main],
        [f"{model.name}: {REASONS[fate]}" for fate in fates],
        None if any(main) else EmptyReason.NO_MAIN_TEXT,
    )


def fates_of(
    page: Page, boxes: Boxes, nodes: Sequence[int], linked_share: float | None, *, shown: bool
) -> NDArray[np.int8]:
    """Return what becomes of each element, given the main nodes, the best one first (2.2)."""
    fates = np.full(len(page.tags), NO_NODE, np.int8)
    for number, node in enumerate(nodes):
        fates[node : page.ends[node]] = FURTHER_NODE if number else MAIN_NODE
    main = fates != NO_NODE
    if linked_share is not None:
        fates[main & elements_below(page, link_lists(page, linked_share))] = LINK_LIST
    if shown:
        fates[main & (boxes[:, 2] == NO_BOX)] = NOT_SHOWN
    return fates
