"""Whether a page's text is but the beginning of one: the rest is sold, or for those who have signed in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..words.furniture import asks_to_pay

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..page import Page


BEHIND = 8
"""Text blocks behind the main text among which a prompt to pay is looked for, and at its own end."""
LONG_TEXT = 3000
"""Characters of a text from which on a prompt alone does not make it a teaser: it may stand below a whole article."""
SHORT_TEXT = 1200
"""Characters of a text up to which one that is declared to be sold is a teaser, whatever else the page shows."""


def is_teaser(page: Page, main: Sequence[bool], text: str, is_free: bool | None) -> bool | None:
    """Return True if a text ends at a paywall, ``None`` for a page without text.

    It does where the page declares that it is sold and the text is short or a prompt to pay stands at its end, and
    where nothing is declared, but such a prompt ends a text that is not long.
    """
    if not text or True not in main:
        return None
    if is_free is False and len(text) <= SHORT_TEXT:
        return True
    if is_free or (is_free is None and len(text) > LONG_TEXT):
        return False
    last = len(main) - list(main)[::-1].index(True)
    near = range(max(last - 2, 0), min(last + BEHIND, len(page.texts)))
    return any(asks_to_pay(page.texts[block]) for block in near if not page.hidden[block])
