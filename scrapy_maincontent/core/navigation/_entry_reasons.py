"""What makes links to an author, a tag or a date those of an entry: by their address alone they may be a menu's."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from ...words import phrases
from ._behind_text import UNLABELLED, is_behind_text
from ._entry_lines import is_beside_date, is_led
from ._entry_links import MAX_ADDRESS, is_author_address, is_tag_address
from ._line_extent import whole_line
from ._other_entries import is_near_headline

if TYPE_CHECKING:
    from ._addresses import Addresses
    from ._candidates import Candidates

MAX_LEVELS = 12
"""Elements above tags in which an article is looked for."""
MAX_PARTICLE = 3
"""Letters of a word such as "van", "del" or "y" in a name."""
MAX_WORDS = 8
HASH = "#"
_CELLS = frozenset(("td", "th", "tr"))
"""Rows of tables name the starter of each thread, beside a date."""


def is_told(candidates: Candidates, addresses: Addresses, position: int, region: int) -> bool:
    """Tell whether a line without words or a date of its own is about an entry, by what stands beside it.

    That is a label such as "tags:"; for tags, the text or a date right before them, or a sign of their own; for
    authors, a date or "by" in the link; for all, a name or a date in a larger line.
    """
    link = candidates.links[position]
    href = link.href[:MAX_ADDRESS]
    starts = candidates.page.piece_starts
    if is_led(candidates, region) or (starts[region] < starts[link.element] and is_led(candidates, link.element)):
        return True
    if is_tag_address(href):
        beside = is_behind_text(candidates, region, UNLABELLED) or is_beside_date(candidates, region)
        told = beside or is_hashed(candidates, region)
    else:
        told = is_author_address(href) and addresses.is_local(href) and _is_signed(candidates, position, region)
    return told or whole_line(candidates, region) != region


def _is_signed(candidates: Candidates, position: int, region: int) -> bool:
    """Tell whether a name says "by" itself, or a date stands beside it, not in a table: "More posts" is no name."""
    if candidates.links.says[position] & phrases.BY:
        return True
    name = candidates.links.texts[position]
    return is_name(name) and is_beside_date(candidates, region) and not _is_cell(candidates, region)


def is_name(text: str) -> bool:
    """Tell whether a text may be somebody's name: none of several words in small letters but one such as "van".

    The last word is never one such: "See all" is no name.
    """
    words = text.split()
    if len(words) > 1 and words[-1][0].islower():
        return False
    return all(not word[0].islower() or len(word) <= MAX_PARTICLE for word in words) and len(words) <= MAX_WORDS


def _is_cell(candidates: Candidates, region: int) -> bool:
    page = candidates.page
    return page.tags[region] in _CELLS or page.tags[page.parents[region]] in _CELLS


def is_hashed(candidates: Candidates, region: int) -> bool:
    """Tell whether all links of an element begin with a number sign, in an article or at the headline."""
    page, texts = candidates.page, candidates.links.texts
    return all(texts[position].startswith(HASH) for position in candidates.inside(region)) and (
        any(page.tags[above] == "article" for above in islice(page.ancestors(region), MAX_LEVELS))
        or is_near_headline(candidates, region, region)
    )


def is_own(addresses: Addresses, href: str) -> bool:
    """Tell whether an address is the page's own: what looks like a topic's is that of the thread itself."""
    return bool(addresses.own) and addresses.absolute(href).partition("#")[0] == addresses.own
