"""What addresses, words and numbers say about the pages that a pager leads to: those of one article, or of a list."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ...page import Kind
from ...words import phrases
from ._page_forms import leads_to_all
from ._paging_types import PAGES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...page import Region

MANY = 3
"""Evidence that outweighs everything but its like."""
SOME = 1

MAX_ARTICLE_PAGES = 30
"""Numbers in the pager from which on it is a list's."""

_LIST_PATH = re.compile(
    r"/(?:tags?|categor(?:y|ies|ie|ia|ias)|kategori[ae]n?|topics?|search|archives?|author|forums?|threads?|"
    r"viewtopic|viewforum|showthread|boards?|collections?|shop|produkte|products?|rubri[ck]\w*|label|tema|thema)(?:[/.?]|\Z)",
    re.IGNORECASE,
)
_LIST_QUERY = re.compile(
    r"(?:^|&)(?:q|s|query|search|k|keyword|cat|category|sort|order|orderby|filter|start|offset|from|skip|limitstart|"
    r"startat|startindex|board|forum|f|t)=",
    re.IGNORECASE,
)
_LIST_STEP = re.compile(r"/page[/-]\d", re.IGNORECASE)
"""How blog systems name a list's pages; an article's have the number alone."""
_HASHED = re.compile(r"(?:^|&)[0-9a-f-]{6,}_page=")
"""A list that a page builder has put on a page, by its parameter."""
_ARTICLE_STEP = re.compile(r"[/_.-]\d{1,2}(?:\.[a-z]{3,5})?/?\Z", re.IGNORECASE)


def address_says(own: str, target: str) -> int:
    """Return what the page's own address and its next (or previous) page's say: above 0 for an article, below a list.

    An article's pages have its name, and then the number: "/tide-mill/2/", "mill-2.html". A list's are named as such.
    """
    try:
        here, there = urlsplit(own), urlsplit(target)
    except ValueError:
        return 0
    if here.path in ("", "/") or _HASHED.search(there.query):
        return -MANY
    said = 0
    if _LIST_PATH.search(here.path) or _LIST_PATH.search(there.path):
        said -= SOME + SOME
    if _LIST_QUERY.search(there.query) or _LIST_QUERY.search(here.query):
        said -= SOME + SOME
    if _LIST_STEP.search(there.path):
        said -= SOME
    if not there.query and _ARTICLE_STEP.search(there.path) and not _LIST_STEP.search(there.path):
        said += SOME
    return said


def words_say(regions: Sequence[Region], target: str) -> int:
    """Return what the words of the pagers say that hold the next (or previous) page: a list has older entries."""
    found = pagers(regions, target)
    if any(leads_to_entries(region) for region in found):
        return -MANY
    return SOME * any(leads_to_all(url) for region in found for _, url in region.links)


def leads_to_entries(region: Region) -> bool:
    """Tell whether a link of a region leads to older or newer entries."""
    return any(phrases.SENSES[text[: phrases.MAX_TEXT]] & (phrases.OLDER | phrases.NEWER) for text, _ in region.links)


def numbers_say(last: int | None) -> int:
    """Return what the number of the last page says."""
    return -MANY if last is not None and last > MAX_ARTICLE_PAGES else 0


def pagers(regions: Sequence[Region], target: str) -> list[Region]:
    """Return the regions that lead to pages and have a link to one of them."""
    return [
        region
        for region in regions
        if region.kind == Kind.PAGING and region.subtype == PAGES and any(url == target for _, url in region.links)
    ]
