"""What a page's next and previous page belong to: one article in parts, or a list."""

from __future__ import annotations

from enum import StrEnum

_ARTICLES = frozenset(("article", "documentation", "service", "product"))
"""Types of page that have one text."""


class PagingType(StrEnum):
    """What next and previous page belong to."""

    ARTICLE = "article"
    """They go on with the same text."""
    LIST = "list"
    """They go on with a list: entries, results, products, a thread's posts."""


def paging_type(next_page: str | None, previous_page: str | None, page_type: str | None) -> PagingType | None:
    """Return what the next and the previous page belong to, None where there is neither."""
    if next_page is None and previous_page is None:
        return None
    return PagingType.ARTICLE if page_type in _ARTICLES else PagingType.LIST
