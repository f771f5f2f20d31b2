"""Where a blank goes between neighbouring inline elements: style sheets part them, prose does so with characters."""

from __future__ import annotations

BETWEEN = " "
"""What goes between neighbouring links, and between other inline elements whose texts meet as words do."""
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
_COLON, _OPENING, _CLOSING = ":", "(", ")"
"""What words begin and end with besides letters and digits."""


def are_parted(before: str, text: str) -> bool:
    """Tell whether a blank goes between the texts of neighbouring elements.

    The one before ends, and the one behind begins, with a letter or digit. A bracket opens or closes a word, but for
    the empty ones of a function's call (``grind()``), and a colon stands at its end
    (``<span>Weight:</span><span>2 kg</span>``), but for one between digits, as of a time.
    """
    last, first = before[-1], text[0]
    return (
        last < _FIRST_UNSPACED > first
        and (first.isalnum() or (first == _OPENING and text[1:2].isalnum()))
        and (
            last.isalnum() or last == _CLOSING or (last == _COLON and not (first.isdigit() and before[-2:-1].isdigit()))
        )
        and len(before.strip()) >= _MIN_PARTED <= len(text.strip())
    )
