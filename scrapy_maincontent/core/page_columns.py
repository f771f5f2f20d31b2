"""Columns of a page that several stages ask for, each made when it is first asked for.

The compiled flatten has made most of them by then: it has seen all elements and texts anyway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import columns
from .page import HEADINGS, LABELS

if TYPE_CHECKING:
    from .page import Page

MAX_ANCHORS = 100_000
"""Elements whose ids are read."""


def visible(page: Page) -> tuple[list[int], list[int], list[int]]:
    """Return what `core.columns.visible` does: visible characters by piece of text."""
    if page.visible_column is None:
        page.visible_column = columns.visible(page.pieces, page.linked)
    return page.visible_column


def headings(page: Page) -> list[int]:
    """Return the elements that are headings, in document order."""
    if page.heading_column is None:
        page.heading_column = columns.tagged(page.tags, HEADINGS)
    return page.heading_column


def labelled(page: Page) -> list[int]:
    """Return the elements that have an aria-label or a type of microdata or RDFa, in document order."""
    if page.labelled_column is None:
        page.labelled_column = columns.elements_with(page.attrs, LABELS)
    return page.labelled_column


def anchors(page: Page) -> dict[str, int]:
    """Return the elements that fragments lead to, by id or, for an ``a``, by name; the first of a name counts."""
    if page.anchor_column is None:
        page.anchor_column = columns.anchors(page.attrs, page.tags, MAX_ANCHORS)
    return page.anchor_column
