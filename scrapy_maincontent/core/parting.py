"""Where a blank goes between neighbouring inline elements: style sheets part them, prose does so with characters."""

from __future__ import annotations

BETWEEN = " "
"""What goes between neighbouring links, and between other inline elements whose texts meet in a letter or digit."""
_STYLES = """
    abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark q rb ruby s samp strike strong sub sup tt u var
    wbr
"""
UNPARTED_TAGS = frozenset(_STYLES.split())
"""What may begin or end within a word."""
_MIN_PARTED = 2
"""Characters of a text that is more than a letter drawn by itself."""
_FIRST_UNSPACED = "\u0e00"
"""From Thai on, scripts write no blanks between words, as a rule."""


def are_parted(before: str, text: str) -> bool:
    """Tell whether a blank goes between the texts of neighbouring elements: both meet in a letter or digit."""
    last, first = before[-1], text[0]
    return (
        last < _FIRST_UNSPACED > first
        and last.isalnum()
        and first.isalnum()
        and len(before.strip()) >= _MIN_PARTED <= len(text.strip())
    )
