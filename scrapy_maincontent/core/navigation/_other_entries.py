"""Lines that stand on cards of other entries: below "related posts", beside the text."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from ...page import HEADINGS
from ...words import phrases
from ._behind_text import is_text

if TYPE_CHECKING:
    from ._addresses import Addresses
    from ._candidates import Candidates
    from ._found import Found

MAX_LEVELS = 8
"""Elements above a line in which its entry's title is looked for."""
MAX_CARD = 1500
"""Characters of a card: title, teaser and lines."""
MAX_TITLES = 3
"""Headings of a card; an element with more holds several."""
MAX_SPREAD = 2
"""Elements above a title and a line in which a link that is spread over a card is looked for."""
MAX_CARD_LINKS = 12
NEAR = 6
"""Text blocks between the page's headline and a line about the page's own entry."""
MAX_BEFORE = 60
"""Text blocks before a card in which the page's own text is looked for."""
MIN_PARAGRAPHS = 4
_ARTICLE = "article"
_ROOTS = frozenset(("html", "body", "main"))


def without_other_entries(candidates: Candidates, addresses: Addresses, found: list[Found]) -> list[Found]:
    """Return lines without those on cards, where the page is about one entry: it has lines or a text of its own.

    Pages with several entries keep all of their lines.
    """
    titles = [_card_title(candidates, addresses, region) for region in found]
    own = [region for region, title in zip(found, titles, strict=True) if title is None]
    cards = [title for title in titles if title is not None]
    if not cards:
        return found
    declared = bool(own) and candidates.page.metas.get("og:type", "").strip().lower() == _ARTICLE
    if (
        declared
        or any(is_near_headline(candidates, region.first, region.last) for region in own)
        or _is_behind_article(candidates, addresses, cards[0])
    ):
        return own
    return found


def _card_title(candidates: Candidates, addresses: Addresses, region: Found) -> int | None:
    """Return the title of the card that a line stands on, ``None`` where it stands on none.

    The smallest element around the line that has a title has one that leads to another page, or a link that is spread
    over the whole card does, and says the same.
    """
    page = candidates.page
    for above in islice(page.ancestors(region.first), MAX_LEVELS):
        if page.tags[above] in _ROOTS or candidates.size(above)[0] > MAX_CARD:
            return None
        titles = candidates.headings.inside(above)
        if titles:
            is_card = len(titles) <= MAX_TITLES and (
                _leads_away(candidates, addresses, titles[0]) or _is_spread(candidates, addresses, above, titles)
            )
            return titles[0] if is_card else None
    return None


def _is_behind_article(candidates: Candidates, addresses: Addresses, title: int) -> bool:
    """Tell whether a text of several paragraphs, and no other card, stands before a card."""
    page = candidates.page
    end, _ = page.blocks_in(title)
    blocks = range(max(end - MAX_BEFORE, 0), end)
    if sum(is_text(candidates, block) for block in blocks) < MIN_PARAGRAPHS:
        return False
    holders = {holder for block in blocks for holder in (page.owners[block], page.parents[page.owners[block]])}
    return not any(page.tags[holder] in HEADINGS and _leads_away(candidates, addresses, holder) for holder in holders)


def _leads_away(candidates: Candidates, addresses: Addresses, title: int) -> bool:
    """Tell whether a title is in or has a link to another page; the page's headline is no such title."""
    page = candidates.page
    if page.tags[title] == "h1":
        return False
    inside = candidates.inside(title)
    if len(inside):
        href = candidates.links.hrefs[inside.start]
    else:
        link = next((above for above in islice(page.ancestors(title), MAX_LEVELS) if page.tags[above] == "a"), None)
        if link is None:
            return False
        href = page.attrs[link].get("href", "").strip()
    return _is_away(candidates, addresses, href)


def _is_spread(candidates: Candidates, addresses: Addresses, element: int, titles: list[int]) -> bool:
    """Tell whether a link of the same card says what its title says, and leads to another page."""
    page, links = candidates.page, candidates.links
    if page.tags[titles[0]] == "h1":
        return False
    title = page.text_in(titles[0])[: phrases.MAX_TEXT].casefold().strip()
    for above in (element, *islice(page.ancestors(element), MAX_SPREAD)):
        if candidates.headings.inside(above) != titles:
            break
        if any(
            links.texts[position].casefold() == title and _is_away(candidates, addresses, links.hrefs[position])
            for position in candidates.inside(above)[:MAX_CARD_LINKS]
        ):
            return True
    return False


def _is_away(candidates: Candidates, addresses: Addresses, href: str) -> bool:
    if not href or href.startswith("#"):
        return False
    return addresses.absolute(href).partition("#")[0].rstrip("/") not in _own(candidates, addresses)


def _own(candidates: Candidates, addresses: Addresses) -> frozenset[str]:
    """Return the page's own addresses."""
    canonical = addresses.absolute(candidates.page.head_links.get("canonical", ""))
    return frozenset(address.rstrip("/") for address in (addresses.own, canonical))


def is_near_headline(candidates: Candidates, first: int, last: int) -> bool:
    """Tell whether a run of elements stands a few text blocks before or after an ``h1``."""
    page = candidates.page
    start, end = page.blocks_in(first, last)
    owners = page.owners[max(start - NEAR, 0) : end + NEAR]
    return any("h1" in (page.tags[owner], page.tags[page.parents[owner]]) for owner in owners)
