"""Signs by which entries are told from goods and from lists of other sites, and their lines from their text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..navigation.entry_lines import is_date
from ..words.lines import DATELINE, line_kind
from ..words.phrases import DATE, SENSES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..page import Page

MAX_LINE = 80
"""Characters of a date's or a button's text block."""
PRICE = re.compile(r"[$€£¥]\s?\d|\d\s?[€£]")
PRICES = ("price", "preis", "prix", "precio", "prezzo")
"""In names of elements that show a price."""
_HOST = re.compile(r"https?://([^/?#:]{1,255})")


def is_dated(page: Page, block: int) -> bool:
    """Tell whether a text block is a date."""
    text = page.texts[block]
    return len(text) <= MAX_LINE and (is_date(text) or line_kind(text) == DATELINE)


def is_line(page: Page, block: int) -> bool:
    """Tell whether a text block is a date, a byline, a number or a button, such as "read more"."""
    text = page.texts[block]
    if len(text) > MAX_LINE:
        return False
    if not any(map(str.isalpha, text)) or is_date(text) or line_kind(text) is not None:
        return True
    if any(map(str.isdigit, text)) and SENSES[text] & DATE:
        return True
    pieces = range(page.text_starts[block], page.text_ends[block])
    linked = sum(len(page.pieces[piece].strip()) for piece in pieces if page.linked[piece])
    return 2 * linked > len(text)


def are_priced(page: Page, found: Sequence[tuple[str, tuple[int, int]]], share: float) -> bool:
    """Tell whether a share of entries has a price: goods are none.

    Each is a title and the range of its text blocks.
    """
    least = share * len(found)
    if sum(_shows_price(page, title, extent) for title, extent in found) >= least:
        return True
    names = [name for name in page.names if any(word in name.lower() for word in PRICES)]
    if not names:
        return False
    blocks = {block for name in names for element in page.names[name] for block in range(*page.blocks_in(element))}
    return sum(not blocks.isdisjoint(range(*extent)) for _, extent in found) >= least


def are_local(page: Page, addresses: Sequence[str], share: float) -> bool:
    """Tell whether a share of addresses leads to the page's own site: those of a list of other sites do not."""
    own = _site(page.url or "")
    return not own or sum(_site(url) == own for url in addresses) >= share * len(addresses)


def _shows_price(page: Page, title: str, extent: tuple[int, int]) -> bool:
    """Tell whether a title or a short text block has a sum of money in it."""
    short = (text for text in page.texts[slice(*extent)] if len(text) <= MAX_LINE)
    return any(PRICE.search(text) for text in (title, *short))


def _site(url: str) -> str:
    """Return the end of an address's host, by which a site's hosts are told from others, roughly."""
    host = _HOST.match(url)
    return ".".join(host[1].lower().split(".")[-2:]) if host else ""
