"""White space as a page shows it."""

from __future__ import annotations

import re

IDEOGRAPHIC_SPACE = "\u3000"
_COLLAPSIBLE = re.compile(r"[ \t\n\r\f\xa0]+")


def collapse(raw: str, wide: bool | None = None) -> str:
    """Return a text with its white space collapsed.

    An ideographic space inside it is a character, not a gap; ``wide`` says that one is to be reckoned with (default:
    where there is one).
    """
    if IDEOGRAPHIC_SPACE in raw if wide is None else wide:
        return _COLLAPSIBLE.sub(" ", raw).strip()
    return " ".join(raw.split())
