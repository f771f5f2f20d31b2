"""Scoring detected regions against regions marked by hand."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from .. import navigation
from ..corpus.metrics import Counts
from ..extraction import read_page
from ..page import HEADINGS
from ..words.titles import key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ..navigation.trails import Crumb
    from ..page import Page


OVERLAP = 0.5
"""Jaccard overlap of two regions' words from which on they are the same region."""

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\u3040-\u30ff\u3400-\u9fff]+")


@dataclass(frozen=True, slots=True)
class Expected:
    """A region marked by hand; a neutral one is neither missed nor wrong."""

    kind: str
    text: str
    neutral: bool = False


def words(text: str) -> Counter[str]:
    """Return a text's lower-cased words with their numbers; a single kana or Chinese character is a word."""
    return Counter(_WORD.findall(text.lower()))


def overlap(left: Counter[str], right: Counter[str]) -> float:
    """Return the Jaccard overlap of two bags of words, 0 to 1."""
    union = (left | right).total()
    return (left & right).total() / union if union else 0.0


def score_regions(detected: Iterable[tuple[str, str]], expected: Iterable[Expected], counts: dict[str, Counts]) -> None:
    """Match one page's detected (kind, text) pairs with the expected regions and add the outcome to ``counts``.

    Two regions match when they are of one kind and overlap by at least `OVERLAP`; matches are one to one, the
    greatest overlap first. Regions without a word (icons, pictures) cannot be compared and are left out.
    """
    mine = [(kind, bag) for kind, text in detected if (bag := words(text))]
    theirs = [(region, words(region.text)) for region in expected]
    pairs = sorted(_pairs(mine, theirs), reverse=True)
    matched: dict[int, int] = {}
    used: set[int] = set()
    for _, detected_number, expected_number in pairs:
        left, right = -detected_number, -expected_number
        if left not in matched and right not in used:
            matched[left] = right
            used.add(right)
    for number, (kind, _) in enumerate(mine):
        count = counts.setdefault(kind, Counts())
        if number not in matched:
            count.wrong += 1
        elif not theirs[matched[number]][0].neutral:
            count.hits += 1
    for number, (region, _) in enumerate(theirs):
        if number not in used and not region.neutral:
            counts.setdefault(region.kind, Counts()).missed += 1


def _pairs(
    mine: Sequence[tuple[str, Counter[str]]], theirs: Sequence[tuple[Expected, Counter[str]]]
) -> Iterable[tuple[float, int, int]]:
    """Yield overlap and (negated, so that the first come first) numbers of every pair that matches."""
    for left, (kind, own) in enumerate(mine):
        for right, (region, other) in enumerate(theirs):
            if region.kind == kind and (shared := overlap(own, other)) >= OVERLAP:
                yield shared, -left, -right


# Do the trails that are found on pages have the names that the pages declare in JSON-LD or microdata?
#
# The visible trail is found without what is declared: microdata is taken out of the page first. Names are compared by
# their letters and digits, without case. Two names may be missing on either side: the site's home page (an item that
# leads to the top of a site) at the start, and the page itself (an item without an address, or with the page's own) at
# the end. All others must be the same, in the same order.

MAX_BETWEEN = 4
"""Pieces of text between two names of a visible trail: signs, and words for screen readers."""
MAX_OTHER_LINKS = 1
"""Links beside a visible trail's own in the smallest element around it: what has more is a menu."""
MIN_NAMES = 2
"""Names of a trail that can be told from a menu item."""

_MICRODATA = ("itemscope", "itemtype", "itemprop", "typeof", "property", "vocab", "rel")

_Keys = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TrailScore:
    """One page: ``declared`` trails, how many of them are ``visible``, and whether the found names agree.

    ``exact`` tells that a visible declared trail and the found one have all the same names, ``agrees`` that they have
    but for home and the page itself.
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
    page.attrs = [without_microdata(own) for own in page.attrs]
    visible = [trail for trail in declared if is_visible(page, trail)]
    found = next(iter(navigation.visible_trails(page, navigation.detect(page))), ())
    return TrailScore(
        len(declared),
        len(visible),
        any(_keys(trail) == _keys(found) for trail in visible),
        any(agree(page, trail, found) for trail in visible),
    )


def without_microdata(own: Mapping[str, str]) -> Mapping[str, str]:
    """Return an element's attributes without those that declare a trail."""
    return {name: value for name, value in own.items() if name not in _MICRODATA}


def is_visible(page: Page, trail: Sequence[Crumb]) -> bool:
    """Tell whether a declared trail's names stand near each other, in order, in an element with hardly another link.

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


def agree(page: Page, declared: Sequence[Crumb], found: Sequence[Crumb]) -> bool:
    """Tell whether two trails have the same names, but for home and the page itself."""
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
    """Tell whether the smallest element around some pieces has few links beside those of the names."""
    element = bisect_right(page.piece_starts, first) - 1
    while element > 0 and not page.piece_starts[element] <= first <= last < page.piece_ends[element]:
        element = page.parents[element]
    return sum(element <= link < page.ends[element] for link in page.links) <= names + MAX_OTHER_LINKS
