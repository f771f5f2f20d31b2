"""The page's headline: from its h1s, from what its head calls it, and from their agreement.

Texts are compared by letters and digits only, and a title is taken apart at its separators.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from ..words.titles import MAX_LENGTH, Core, Site, core, fold, has_parts, key, runs, shared_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..page import Page


MAX_HEADINGS = 24
"""Headings of one level looked at; a page with more has its headline among the first."""
MAX_PARTS = 8
"""Text blocks and pieces of one heading that are looked at one by one; what has more blocks is no heading."""
MIN_SHARED = 0.7
"""Share of the words of the shorter of h1 and title that are in the other one too, where the h1 is the headline."""

_SOCIAL_TITLES = ("og:title", "twitter:title")
_SITE_NAMES = ("og:site_name", "application-name", "apple-mobile-web-app-title")


class _Heading(NamedTuple):
    text: str
    key: str
    element: int


def headline(page: Page) -> str | None:
    """Return the page's headline on one line, ``None`` where it has none; at most `MAX_LENGTH` characters.

    An h1 that the title names wins, then the h1 that shares most words with the title, then the title without the
    site's name. A title that begins with the site's name may be the same on every page: the first h1 is preferred to
    it. A page without any of these has its first h2.
    """
    titles = _titles(page)
    site = _site(page, titles)
    cores = [found for title in titles if (found := core(title, site)).key not in site.keys]
    headings = [heading for heading in _headings(page, "h1") if not _is_logo(page, heading, site)]
    if agreed := _named(page, headings, titles, cores) or _closest(headings, cores):
        return agreed
    ranked = [
        *(found.text for found in cores if not found.led),
        *(heading.text for heading in headings),
        *(found.text for found in cores),
        *titles,
    ]
    return ranked[0] if ranked else next((heading.text for heading in _headings(page, "h2")), None)


def _titles(page: Page) -> list[str]:
    social = next((page.metas[name] for name in _SOCIAL_TITLES if page.metas.get(name)), "")
    return [title for title in (fold(social), fold(page.head_title)) if key(title)]


def _site(page: Page, titles: list[str]) -> Site:
    """Return the site's names; a "site's name" that is the page's whole title is none."""
    try:
        host = urlsplit(page.url or "").hostname or ""
    except ValueError:
        host = ""
    labels = [key(label) for label in host.removeprefix("www.").split(".")]
    names = [key(page.metas.get(name, "")[:MAX_LENGTH]) for name in _SITE_NAMES]
    whole = [key(title) for title in titles if has_parts(title)]
    keys = frozenset({"".join(labels), *labels[:-1], *names} - {"", *whole})
    return Site(keys, max(labels[:-1], key=len, default=""))


def _headings(page: Page, tag: str) -> Iterator[_Heading]:
    tags, element = page.tags, -1
    for _ in range(MAX_HEADINGS):
        try:
            element = tags.index(tag, element + 1)
        except ValueError:
            return
        start, end = page.blocks_in(element)
        if not start < end <= start + MAX_PARTS or page.hidden[start]:
            continue
        text = " ".join(block[: MAX_LENGTH + 1] for block in page.texts[start:end])
        if len(text) <= MAX_LENGTH and (letters := key(text)):
            yield _Heading(fold(text), letters, element)


def _is_logo(page: Page, heading: _Heading, site: Site) -> bool:
    if heading.key in site.keys:
        return True
    link = bisect_left(page.links, heading.element)
    if link == len(page.links) or page.links[link] >= page.ends[heading.element]:
        return False
    try:
        address = urlsplit(page.absolute(page.attrs[page.links[link]]["href"][:MAX_LENGTH]))
    except ValueError:
        return False
    return address.path in ("", "/") and not address.query and not address.fragment


def _named(page: Page, headings: list[_Heading], titles: list[str], cores: list[Core]) -> str | None:
    """Return the first h1, or part of an h1, that is a title with or without the site's name; else one within it."""
    keys = {found.key for found in cores}.union(map(key, titles))
    for heading in headings:
        if heading.key in keys:
            return _spelled(heading.text, cores)
    for heading in headings:
        for part in _parts(page, heading.element):
            if key(part) in keys:
                return _spelled(part, cores)
    within = {key(run) for title in titles for run in runs(title)}
    return next((heading.text for heading in headings if heading.key in within), None)


def _parts(page: Page, element: int) -> Iterator[str]:
    start, end = page.piece_starts[element], page.piece_ends[element]
    if end - start > 1:
        yield from map(fold, page.pieces[start : min(end, start + MAX_PARTS)])
        yield from map(fold, page.texts[slice(*page.blocks_in(element))])


def _spelled(text: str, cores: list[Core]) -> str:
    letters = key(text)
    spellings = [text, *(found.text for found in cores if found.key == letters)]
    return max(spellings, key=spellings.count)


def _closest(headings: list[_Heading], cores: list[Core]) -> str | None:
    best, most = None, 0.0
    for heading in headings:
        for found in cores:
            if (shared := shared_words(heading.text, found.text)) > most:
                best, most = heading.text, shared
    return best if most >= MIN_SHARED else None
