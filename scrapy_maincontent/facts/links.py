"""Where a page leads to: the links of its main text, and its versions in other languages."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Any

from ..navigation.addresses import Addresses as LinkAddresses
from ..page.head import Addresses, followable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..page import Page


MAX_LINKS = 2000
"""Links of a main text that are kept."""
MAX_LINK_TEXT = 500
"""Characters of a link's text."""
_ALTERNATE = "alternate"


def links(page: Page, main: Sequence[bool]) -> tuple[dict[str, Any], ...]:
    """Return the links in the main text in document order: ``text``, absolute ``url``, and whether it is ``external``.

    Links within the page are left out, and what no spider may follow.
    """
    found: list[dict[str, Any]] = []
    site = LinkAddresses(page)
    for element, url in _addresses(page, main):
        text = page.text_in(element)[:MAX_LINK_TEXT]
        found.append({"text": text, "url": url, "external": not site.is_same_site(url)})
        if len(found) == MAX_LINKS:
            break
    return tuple(found)


def alternates(page: Page) -> tuple[dict[str, str], ...]:
    """Return the page's versions in other languages, as its head declares them: ``language`` and absolute ``url``."""
    image = Addresses(page).image
    found: dict[str, dict[str, str]] = {}
    for relation, language, href in page.alternates:
        url = followable(image(href), page.url) if _ALTERNATE in relation.split() else None
        if url and (code := language.strip()).replace("-", "").replace("_", "").isalnum():
            found.setdefault(code, {"language": code, "url": url})
    return tuple(found.values())


def _addresses(page: Page, main: Sequence[bool]) -> Iterator[tuple[int, str]]:
    """Yield the links that stand in main text blocks, and their addresses."""
    image = Addresses(page).image
    for element in page.links:
        block = bisect_right(page.text_ends, page.piece_starts[element])
        if block >= len(main) or not main[block] or page.piece_starts[element] < page.text_starts[block] - 1:
            continue
        href = page.attrs[element]["href"].strip()
        url = followable(image(href), page.url) if href and not href.startswith("#") else None
        if url:
            yield element, url
