"""Compare the breadcrumb trails found on pages with those the pages declare in JSON-LD or microdata.

    python benchmarks/trails.py CORPUS [--list]

CORPUS is a folder of annotated pages, of which only the pages are used. Prints the pages that declare a trail, those of
them that also show it, and how many of the trails found there have the declared names: all of them, and all but home
and the page itself. ``--list`` names the pages whose trail is visible and not found.

A trail is found without what its page declares: microdata is taken out of the page first. Names are compared by their
letters and digits, without case. Two names may be missing on either side: the site's home page (an item that leads to
the top of a site) at the start, and the page itself (an item without an address, or with the page's own) at the end.
All others must be the same, in the same order.
"""

from __future__ import annotations

import argparse
from bisect import bisect_right
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scrapy_maincontent import navigation
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.lab.corpus import read_corpus
from scrapy_maincontent.page import HEADINGS
from scrapy_maincontent.words.normalise import key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scrapy_maincontent.navigation.trails import Crumb
    from scrapy_maincontent.page import Page

MAX_BETWEEN = 4
"""Pieces of text between two names of a visible trail: signs, and words for screen readers."""
MAX_OTHER_LINKS = 1
"""Links beside a visible trail's own in the smallest element around it: what has more is a menu."""
MIN_NAMES = 2
"""Names of a trail; one alone may be a menu item."""

_MICRODATA = ("itemscope", "itemtype", "itemprop", "typeof", "property", "vocab", "rel")

_Keys = tuple[str, ...]


def main() -> None:
    """Print the four counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    scores = []
    for page in read_corpus(options.corpus):
        score = score_trails(page.html(), page.url)
        if score is not None:
            scores.append(score)
            if options.list and score.visible and not score.agrees:
                print(page.id, page.url)
    visible = [score for score in scores if score.visible]
    agreeing, exact = sum(score.agrees for score in visible), sum(score.exact for score in visible)
    print(f"declared {len(scores)}, visible {len(visible)}")
    for title, count in (("but for home and the page itself", agreeing), ("all names", exact)):
        print(f"the declared names, {title}: {count} ({count / (len(visible) or 1):.1%})")


@dataclass(frozen=True, slots=True)
class TrailScore:
    """One page: ``declared`` trails, how many of them are ``visible``, and whether the found names agree.

    ``exact``: a visible declared trail and the found one have all the same names; ``agrees``: they have, but for home
    and the page itself.
    """

    declared: int
    visible: int
    exact: bool
    agrees: bool


def score_trails(html: bytes, url: str) -> TrailScore | None:
    """Compare the trail found on a page with those declared on it; ``None`` for a page that declares none."""
    page = read_page(html, url)
    declared = [trail.crumbs for trail in navigation.declared_trails(page)] if page else []
    if page is None or not declared:
        return None
    page.attrs = [_without_microdata(own) for own in page.attrs]
    visible = [trail for trail in declared if _is_visible(page, trail)]
    found = next(iter(navigation.visible_trails(page, navigation.detect(page))), ())
    return TrailScore(
        len(declared),
        len(visible),
        any(_keys(trail) == _keys(found) for trail in visible),
        any(_agree(page, trail, found) for trail in visible),
    )


def _without_microdata(own: Mapping[str, str]) -> Mapping[str, str]:
    """Return an element's attributes without those that declare a trail."""
    return {name: value for name, value in own.items() if name not in _MICRODATA}


def _is_visible(page: Page, trail: Sequence[Crumb]) -> bool:
    """Return True if a declared trail's names stand near each other, in order, in an element with hardly another link.

    Home and the page itself may be missing, but two names must be there. A heading is no item of a trail.
    """
    headings = {
        piece
        for element, tag in enumerate(page.tags)
        if tag in HEADINGS
        for piece in range(page.piece_starts[element], page.piece_ends[element])
    }
    shown = [
        (number, text) for number, piece in enumerate(page.pieces) if number not in headings and (text := key(piece))
    ]
    return any(
        _is_small(page, first, last, len(names))
        for names in _variants(page, trail)
        if len(names) >= MIN_NAMES
        for first, last in _places(shown, names)
    )


def _agree(page: Page, declared: Sequence[Crumb], found: Sequence[Crumb]) -> bool:
    """Return True if two trails have the same names, but for home and the page itself."""
    return any(mine == theirs for mine, theirs in product(_variants(page, declared), _variants(page, found)))


def _variants(page: Page, trail: Sequence[Crumb]) -> list[_Keys]:
    """Return a trail's names: all, without home, without the page itself, without both; never none at all."""
    names = _keys(trail)
    starts = [0, 1] if trail and _is_home(trail[0].url) else [0]
    ends = [len(names), len(names) - 1] if trail and _is_own(page, trail[-1].url) else [len(names)]
    return [names[start:end] for start in starts for end in ends if start < end]


def _keys(trail: Sequence[Crumb]) -> _Keys:
    return tuple(key(crumb.name) for crumb in trail)


def _is_home(url: str | None) -> bool:
    return url is not None and urlsplit(url).path in ("", "/")


def _is_own(page: Page, url: str | None) -> bool:
    return url is None or url.partition("#")[0].rstrip("/") == (page.url or "").partition("#")[0].rstrip("/")


def _places(shown: Sequence[tuple[int, str]], names: _Keys) -> Iterator[tuple[int, int]]:
    """Yield the first and the last piece of each place where the names stand in order, near each other."""
    for start, (first, text) in enumerate(shown):
        if text != names[0]:
            continue
        place = start
        for name in names[1:]:
            window = range(place + 1, min(place + 2 + MAX_BETWEEN, len(shown)))
            place = next((number for number in window if shown[number][1] == name), -1)
            if place < 0:
                break
        else:
            yield first, shown[place][0]


def _is_small(page: Page, first: int, last: int, names: int) -> bool:
    """Return True if the smallest element around some pieces has few links beside those of the names."""
    element = bisect_right(page.piece_starts, first) - 1
    while element > 0 and not page.piece_starts[element] <= first <= last < page.piece_ends[element]:
        element = page.parents[element]
    return sum(element <= link < page.ends[element] for link in page.links) <= names + MAX_OTHER_LINKS


if __name__ == "__main__":
    main()
