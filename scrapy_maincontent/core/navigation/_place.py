"""Where on the page a site information region stands (Uda 4.2 ③ I)."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING

from ...words import class_vocabulary
from ._prose import has_rights

if TYPE_CHECKING:
    from ._candidates import Candidates

HEADER, SIDE, FOOTER = "header", "side", "footer"

MAX_NOTICE = 300
"""Characters of a copyright notice's text block."""
MAX_NOTICE_BLOCKS = 60
"""Text blocks at the end of the page in which the site's copyright notice is looked for."""
NEAR_NOTICE = 20
"""Text blocks before the notice in which a footer's links stand: three of four footers, one header of fifty."""
LATE, EARLY = 0.85, 0.15
"""Shares of the page's text behind which, or before which, a region without another sign is footer or header."""


class Places:
    """Tells where elements of one page stand."""

    def __init__(self, candidates: Candidates) -> None:
        self._candidates = candidates

    def place_of(self, element: int) -> str:
        """Return where an element stands: by the names of what it stands in, the copyright notice, its position.

        These are the signs of Uda 4.2 ③ I ("from copyright notices, header or footer in id and class, and so on").
        Names come first, since a notice also stands below a sidebar.
        """
        return self.named(element) or (FOOTER if self.is_near_notice(element) else self.by_position(element))

    def named(self, element: int) -> str | None:
        """Return what the tag, class or id of an element or of one above it says; the nearest one counts.

        But a side is that of the footer where it stands in one: many systems write widgets there with the same names.
        """
        side = None
        for tag, says in self._candidates.meanings_above(element):
            if tag == "footer" or (not side and says & class_vocabulary.FOOTER):
                return FOOTER
            if tag == "aside" or says & class_vocabulary.SIDE:
                side = SIDE
            elif not side and (tag == "header" or says & class_vocabulary.HEADER):
                return HEADER
        return side

    def is_near_notice(self, element: int) -> bool:
        """Tell whether the page's copyright notice stands in the same text block, before, or not far behind."""
        notice, page = self._notice, self._candidates.page
        return notice is not None and notice - bisect_right(page.text_ends, page.piece_starts[element]) <= NEAR_NOTICE

    def by_position(self, element: int) -> str:
        """Return the place by the share of the page's text that stands before an element."""
        candidates = self._candidates
        share = candidates.characters[candidates.page.piece_starts[element]] / (candidates.characters[-1] or 1)
        return FOOTER if share >= LATE else HEADER if share <= EARLY else SIDE

    @cached_property
    def _notice(self) -> int | None:
        """The text block of the last copyright notice near the page's end."""
        page = self._candidates.page
        last = len(page.texts)
        blocks = range(last - 1, max(last - MAX_NOTICE_BLOCKS, 0) - 1, -1)
        return next((block for block in blocks if self._is_notice(block)), None)

    def _is_notice(self, block: int) -> bool:
        page = self._candidates.page
        return len(page.texts[block]) <= MAX_NOTICE and has_rights(
            self._candidates, page.text_starts[block], page.text_ends[block]
        )
