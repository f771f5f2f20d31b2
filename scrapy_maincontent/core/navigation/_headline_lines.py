"""Lines right below the headline that only their place and a date tell: a name or a section without more."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from ...words import phrases
from ...words.lines import SHARE, line_kind
from ._entry_lines import MAX_PIECES, has_date
from ._entry_links import MAX_NAME, is_date
from ._entry_reasons import is_name
from ._line_extent import with_date
from ._prose import in_sentence

if TYPE_CHECKING:
    from ...page import Page
    from ._addresses import Addresses
    from ._candidates import Candidates

NEAR = 6
"""Text blocks behind the headline."""
MAX_HEADLINES = 3
MAX_LINKS = 8
"""Links behind a headline that are looked at."""
MAX_WORDS = 3
"""Words of a name or a section; more are a title."""


def headline_lines(candidates: Candidates, addresses: Addresses) -> list[tuple[int, int]]:
    """Return the first line below each ``h1`` that is a date and a short link to the own site.

    An ``h1`` with a link is the site's name.
    """
    page, found = candidates.page, []
    for headline in candidates.headings.headlines[:MAX_HEADLINES]:
        if len(candidates.inside(headline)):
            continue
        _, end = page.blocks_in(headline)
        if not _has_date(page, end):
            continue
        start = bisect_left(candidates.elements, page.ends[headline])
        for position in range(start, min(start + MAX_LINKS, len(candidates.links))):
            if page.blocks_in(candidates.elements[position])[0] >= end + NEAR:
                break
            if _may_name(candidates, addresses, position):
                first, last = with_date(candidates, candidates.elements[position])
                if (first != last or has_date(candidates, first)) and not candidates.headings.within(first):
                    found.append((first, last))
                    break
    return found


def _has_date(page: Page, block: int) -> bool:
    """Tell whether a date stands in one of the text blocks behind a headline: most have none. A year is a film's."""
    last = min(block + NEAR, len(page.texts)) - 1
    if last < block:
        return False
    first = page.text_starts[block]
    pieces = [piece.strip() for piece in page.pieces[first : min(page.text_ends[last], first + MAX_PIECES)]]
    texts = [piece for piece in pieces if piece and not piece.isdigit()]
    if any(map(is_date, texts)):
        return True
    return any(
        bits & phrases.DATE for bits in phrases.senses([text for text in texts if len(text) <= phrases.MAX_TEXT])
    )


def _may_name(candidates: Candidates, addresses: Addresses, position: int) -> bool:
    """Tell whether a link may name an author or a section: short, with capitals, to a page of the own site."""
    link = candidates.links[position]
    return (
        1 < len(link.text) <= MAX_NAME
        and "#" not in link.href
        and is_name(link.text)
        and _words_of(link.text) <= MAX_WORDS
        and not any(map(str.isdigit, link.text))
        and line_kind(link.text) != SHARE
        and addresses.is_local(link.href)
        and not in_sentence(candidates, link.element)
    )


def _words_of(text: str) -> int:
    """Return the number of words before a comma, without initials and capitals: "Ann B. Reed MD, PhD" has two."""
    return sum(len(word.strip(".")) > 1 and not word.isupper() for word in text.partition(",")[0].split())
