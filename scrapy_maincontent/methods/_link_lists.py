"""Nodes whose text is links: lists of links, menus, teasers (Gupta's second step, as Tsuruta 2.2 tells it).

"Of the text in a DOM node, where the share of the characters in links is at or above a threshold, the node is removed."
Taken are block-level nodes: a link by itself is a DOM node, too, and all of its text is linked. The text says that the
share "is 5". No share is: it is read as five linked characters for each one that is not, 5/6 of all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ._layout_nodes import is_block_level

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..page import Page

    Ints = NDArray[np.int64]

LINKED_SHARE = 5 / 6
"""Share of a node's characters in links from which on it is removed."""


def link_lists(page: Page, share: float = LINKED_SHARE) -> Ints:
    """Return the block-level elements with text of which this share, or more, is linked. White space counts nothing."""
    lengths = np.fromiter((sum(map(len, piece.split())) for piece in page.pieces), np.int64, len(page.pieces))
    linked = np.where(np.fromiter(page.linked, np.bool_, len(page.linked)), lengths, 0)
    total, in_links = _below(page, lengths), _below(page, linked)
    return np.flatnonzero(is_block_level(page) & (total > 0) & (in_links >= share * total))


def elements_below(page: Page, elements: Ints) -> NDArray[np.bool_]:
    """Tell for each element of the page whether it is one of those given, or below one."""
    edges = np.zeros(len(page.tags) + 1, np.int64)
    np.add.at(edges, elements, 1)
    np.add.at(edges, np.asarray(page.ends, np.int64)[elements], -1)
    below: NDArray[np.bool_] = edges.cumsum()[:-1] > 0
    return below


def _below(page: Page, amounts: Ints) -> Ints:
    """Return for each element the sum of its pieces' amounts."""
    before = np.zeros(len(amounts) + 1, np.int64)
    np.cumsum(amounts, out=before[1:])
    sums: Ints = before[page.piece_ends] - before[page.piece_starts]
    return sums
