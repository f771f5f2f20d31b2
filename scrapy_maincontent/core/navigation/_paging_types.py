"""The two types of paging regions: pages of one text or list, and neighbouring articles (Uda 3.3 ② (A))."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _words
from ._likeness import page_step
from ._steps import number_of

if TYPE_CHECKING:
    from ._addresses import Addresses
    from ._candidates import Candidates
    from ._found import Found
    from ._links import Link

PAGES, ARTICLES = "pages", "articles"

TITLE = 30
"""Characters from which on the text of a link to the next one is that one's title."""
SIGNED_RULE = "paging.step3"

_ARTICLE = _words.NEXT_ARTICLE | _words.PREVIOUS_ARTICLE
_PAGED = _words.NEXT | _words.PREVIOUS | _words.OLDER | _words.NEWER | _words.PAGE


def subtype_of(candidates: Candidates, addresses: Addresses, region: Found) -> str:
    """Return whether a region leads to neighbouring articles (A-2) or to pages (A-1): Uda 3.3 ② Step-5.

    The paper says that what Step-4 finds is of type A-2, all else of A-1. Step-4 finds numbers, and A-2 are signs
    around titles ("<< title, title >>"), so Step-3 must be meant, and is here: its words are titles unless the address
    is the page's own with another number ("Seuraava >>" in a language without a word list). Beyond the paper, words
    such as "next post" and long titles tell neighbouring articles whichever step finds them. Page numbers always tell
    pages.
    """
    links = [candidates.links[position] for position in candidates.inside(region.first, region.last)]
    if any(number_of(link) is not None for link in links):
        return PAGES
    signed = region.rule == SIGNED_RULE
    articles = any(
        link.says & _ARTICLE
        or (not link.says & _PAGED and (len(link.text) >= TITLE or (signed and is_title(addresses, link))))
        for link in links
    )
    return ARTICLES if articles else PAGES


def is_title(addresses: Addresses, link: Link) -> bool:
    """Tell whether the words beside a sign are another text's title; a sign alone has none."""
    if not any(map(str.isalpha, link.text)):
        return False
    return not addresses.own or page_step(addresses.own, addresses.absolute(link.href)) is None
