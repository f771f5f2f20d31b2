"""Telling the site's menus from what belongs to the page: by a header around them, or by a list of other links."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from ...words import class_vocabulary
from ...words.class_names import class_says

if TYPE_CHECKING:
    from ...page import Page

MIN_OTHERS = 2
"""Links beside a region that make it an item of a menu."""
_MENUS = frozenset(("ul", "ol", "nav", "menu"))
_CONTENT = frozenset(("article", "main"))


def is_in_header(page: Page, element: int) -> bool:
    """Tell whether an element stands in the site's header, not in that of an article."""
    header = False
    for above in page.ancestors(element):
        if page.tags[above] in _CONTENT:
            return False
        header = header or page.tags[above] == "header" or bool(class_says(page.attrs[above]) & class_vocabulary.HEADER)
    return header


def is_menu_item(page: Page, element: int, links: int) -> bool:
    """Tell whether an element with a number of links stands in a list with others."""
    for above in page.ancestors(element):
        low = bisect_left(page.links, above)
        others = bisect_left(page.links, page.ends[above], low) - low - links
        if others > 0:
            return others >= MIN_OTHERS and page.tags[above] in _MENUS
    return False
