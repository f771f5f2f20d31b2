"""The page's main pictures, videos and players: those that stand in or between its main text.

A picture belongs to the text that it stands with. So from each one the page is climbed to the first element that holds
text: where main text is in it, the picture is the page's; where it is a card, a by-line or a menu, it is not. A caption
is passed over, whether a method calls it main or not.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from ..result import Medium
from .media_kinds import IMAGE, VIDEO, has_word, kind_of
from .media_places import Places

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..page import Page

_IN_HEAD = (
    (IMAGE, ("og:image:secure_url", "og:image", "og:image:url", "twitter:image"), "og:image:alt"),
    (VIDEO, ("og:video:secure_url", "og:video", "og:video:url"), "og:title"),
)
"""What a head tells of the page's own picture and video: kind, names of the address, name of the alternative text."""
_OF_ONE_THING = (None, "article", "product")
"""Page types whose head names a picture of the page; that of a list or a home page is the site's."""


def media(page: Page, main: Sequence[bool], page_type: str | None = None) -> list[Medium]:
    """Return the page's main media in document order, each address once. Linear in the objects near the main text.

    ``main`` tells which text blocks are main. Where a page shows no picture (or no video) and its head names one of
    its own, that comes first: it is put in by a script or stands in the background. The picture in the head of a list
    is the site's.
    """
    found: dict[str, Medium] = {}
    places, absolute = Places(page, main), _Addresses(page)
    for number in _visible(page, places.near()):
        element = page.objects[number]
        place = places.place(element)
        if place is None or (kind := kind_of(page, number)) is None:
            continue
        url = absolute(page.object_urls[number])
        if url not in found:
            found[url] = Medium(kind, url, page.object_alts[number], places.caption(element, place), element)
    return [*_from_head(page, {medium.kind for medium in found.values()}, page_type), *found.values()]


def _visible(page: Page, numbers: Sequence[int]) -> Iterator[int]:
    """Yield those numbers whose objects are not hidden.

    A picture in a ``noscript`` is shown to those without scripts: it counts where the one before it has no address.
    """
    if not page.hiding:
        yield from numbers
        return
    hiding, objects, ends = sorted(page.hiding), page.objects, page.ends
    for number in numbers:
        element = objects[number]
        outer = hiding[max(bisect_right(hiding, element) - 1, 0)]
        hidden = outer <= element < ends[outer]
        if not hidden or (number and page.tags[outer] == "noscript" and not page.object_urls[number - 1]):
            yield number


class _Addresses:
    """Makes addresses absolute; the usual ones without taking them apart."""

    def __init__(self, page: Page) -> None:
        self._page = page

    @cached_property
    def _base(self) -> str:
        return self._page.absolute("")

    def __call__(self, url: str) -> str:
        if url.startswith(("https://", "http://")):
            return url
        try:
            return urljoin(self._base, url)
        except ValueError:
            return url


def _from_head(page: Page, kinds: set[str], page_type: str | None) -> Iterator[Medium]:
    """Yield what the head names of the kinds that were not found on the page."""
    if page_type not in _OF_ONE_THING:
        return
    for kind, names, alt in _IN_HEAD:
        url = next((page.metas[name] for name in names if page.metas.get(name)), "")
        if kind in kinds or not url or has_word(url, "furniture_files") or has_word(url, "site_files"):
            continue
        yield Medium(kind, page.absolute(url), page.metas.get(alt, ""), "", None)
