"""A page's headings: which elements have one, and what they say."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING

from ...page import HEADINGS
from ...page.columns import headings

if TYPE_CHECKING:
    from ...page import Page

MAX_HEADINGS = 10
"""Headings of one element that are looked at."""
MAX_HEADING = 200
"""Characters of a heading that are compared."""
ANSWER = "re:"


class Headings:
    """The headings of one page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._elements = headings(page)

    def within(self, element: int, ranks: int = 6) -> bool:
        """Tell whether a heading of one of the first ranks stands in an element."""
        number = bisect_left(self._elements, element)
        end = self._page.ends[element]
        for heading in self._elements[number : number + MAX_HEADINGS]:
            if heading >= end:
                return False
            if HEADINGS[self._page.tags[heading]] <= ranks:
                return True
        return False

    def inside(self, element: int) -> list[int]:
        """Return the first headings in an element, `MAX_HEADINGS` at most."""
        number = bisect_left(self._elements, element)
        end = self._page.ends[element]
        return [heading for heading in self._elements[number : number + MAX_HEADINGS] if heading < end]

    @cached_property
    def texts(self) -> dict[str, int]:
        """The headings' texts without case, each with its first heading; an answer ("Re: ...") says the same."""
        known: dict[str, int] = {}
        for heading in self._elements:
            text = self._page.text_in(heading)[:MAX_HEADING].casefold()
            known.setdefault(text.removeprefix(ANSWER).strip(), heading)
        return known

    @cached_property
    def headlines(self) -> list[int]:
        """The headings of the first rank."""
        return [heading for heading in self._elements if self._page.tags[heading] == "h1"]

    @cached_property
    def new(self) -> list[int]:
        """The headings that say what none before them says."""
        return sorted(self.texts.values())
