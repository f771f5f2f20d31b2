"""What one run of a crawl has done on one site: numbers and addresses that bound it, none of them kept."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from .links import shape

TRIAL = 50
"""Pages of one shape of address that links lead to, and none of which is an article, after which there are enough."""
MAX_COPIES = 6
"""Pages that are copies of one article, at most: AMP, print, mobile, other spellings."""
MAX_CLAIMED = 100_000
"""Addresses of a site that other pages call theirs and that are counted."""
MAX_SHAPES = 5000
"""Shapes of addresses of a site that are counted."""


@dataclass(slots=True)
class SiteRun:
    """Counts of one run on one site: ``open`` lists, ``pages`` and ``lists`` requested, pages ``asked`` for and not
    done.

    ``items`` are those that were written. ``changed`` is when an index says that a list changed. ``led`` is to how many
    addresses a page of links has led, ``outside`` how many of these are not in the window.
    """

    open: int = 0
    pages: int = 0
    items: int = 0
    lists: set[str] = field(default_factory=set)
    changed: dict[str, str | None] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    led: Counter[str] = field(default_factory=Counter)
    outside: Counter[str] = field(default_factory=Counter)
    _claimed: Counter[str] = field(default_factory=Counter)
    _shapes: dict[str, tuple[int, int]] = field(default_factory=dict)

    def leads_outside(self, key: str | None) -> bool:
        """Return True if all that a page of links has led to is outside the window."""
        return key is not None and self.outside[key] == self.led[key] > 0

    def is_claimed(self, address: str, key: str) -> bool:
        """Return True if so many pages name an address as canonical that it is none's."""
        if address == key or len(self._claimed) >= MAX_CLAIMED:
            return False
        self._claimed[address] += 1
        return self._claimed[address] > MAX_COPIES

    def is_promising(self, url: str) -> bool:
        """Return False if many pages of addresses like this one were asked for, and none was an article."""
        asked, articles = self._count(url, asked=1)
        return asked <= TRIAL or articles > 0

    def note_article(self, url: str) -> None:
        """Note that an address is an article's."""
        self._count(url, articles=1)

    def _count(self, url: str, asked: int = 0, articles: int = 0) -> tuple[int, int]:
        of = shape(url)
        before = self._shapes.get(of, (0, 0))
        counts = before[0] + asked, before[1] + articles
        if of in self._shapes or len(self._shapes) < MAX_SHAPES:
            self._shapes[of] = counts
        return counts
