"""How many columns or rows a table cell takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .page import Page

MAX_SPAN = 32
"""Columns or rows of the widest cell."""


def cell_span(page: Page, cell: int, name: str) -> int:
    """Return a cell's ``colspan`` or ``rowspan``, 1 to `MAX_SPAN`; 1 where it is no number or there is no cell (-1)."""
    value = page.attrs[cell].get(name, "") if cell >= 0 else ""
    if not (value.isascii() and value.isdigit()):
        return 1
    return max(int(value), 1) if len(value) < len(str(MAX_SPAN)) + 1 and int(value) <= MAX_SPAN else MAX_SPAN
