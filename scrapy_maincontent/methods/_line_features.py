"""What is looked at in a line of the text browser: f1 to f13 (Shinnou and Sasaki 2.2.2).

Lines are those of `browser_lines`: 80 columns, the links' numbers in brackets, full-width characters two columns wide.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ._browser_widths import columns, columns_of, is_east_asian

if TYPE_CHECKING:
    from collections.abc import Sequence

_WIDTH = 80
_LEFT_MARGIN = 3
_RIGHT_MARGIN = 6
_LIMIT = _WIDTH - _RIGHT_MARGIN
"""The column at which running text is wrapped."""
_CENTERED = (0, 1, 3, 4)
"""By how many columns the blank right of a centred line is wider than the one left of it: the margins of headings are
equal, those of paragraphs differ by three, and an odd column goes to the right."""
_RIGHT_INDENT = 20
"""Blank columns left of a line from which it stands at the right margin, where it reaches that."""
_FULL_SLACK = 1
"""Blank columns up to the margin that a full line of full-width characters may leave."""
_BLANKS = " \u3000"
_ENDINGS = tuple('。．.!?！？」』）)”"】]')
_LINK = re.compile(r"\[\d{1,5}\]")
_ITEM = re.compile(r"(?:[*+o#@=-]|\d{1,4}\.|[・●○■□◆◇▲△▼▽★☆※])(?:\s|\[\d|(?<=[^*+o#@=.-])\S)")
_RULE = re.compile(r"[-_=*~─━―＿＝－ー・…]{3,}")
_PHOTO = re.compile(r"\.(?:jpe?g|webp|avif)\b", re.IGNORECASE)


class LineFeatures(NamedTuple):
    """The features of one line; all but f12 and f13 are 1 or 0.

    The paper's text lost the signs of f4 and f6. Its figure 4 shows the links' numbers, ``[24]``, in the lines, so
    ``[??]`` in f4 is read as one, ``?`` standing for any character as ``*`` does in f3 and f8. f6, "begins with", is
    read as the mark of a list's item. A *separator* (f7, f11) is an empty line or a rule: the paper's 2.1 names "the
    next line is empty" as a feature, and no other of the thirteen could be it.
    """

    f1: int
    """The line is centred; an item or a full line is not."""
    f2: int
    """The line stands at the right margin, with a quarter of the screen blank before it."""
    f3: int
    """It ends with the end of a sentence, a closing bracket or a picture's name in brackets (``[*]``)."""
    f4: int
    """It holds a link's number in brackets."""
    f5: int
    """It is indented by more than the margin of running text; a full-width blank counts."""
    f6: int
    """It begins with the mark or number of an item."""
    f7: int
    """The line before is a separator."""
    f8: int
    """The line before names a photograph (``*.jpg`` or a newer format)."""
    f9: int
    """The line before is full."""
    f10: int
    """The line is full: it reaches the right margin, or the first word of the next one had no place on it."""
    f11: int
    """The next line is a separator."""
    f12: int
    """Length in columns with the blanks before it, 0 to 80."""
    f13: int
    """Full-width characters, 0 to 40."""


def line_features(lines: Sequence[str]) -> list[LineFeatures]:
    """Return the features of each line of a page, in order."""
    east_asian = is_east_asian(lines)
    widths = [min(columns(line, east_asian), _WIDTH) for line in lines]
    separators = [True, *map(_is_separator, lines), True]
    following = [*lines[1:], ""]
    full = [False, *(_is_full(*line, east_asian) for line in zip(widths, following, strict=False))]
    photos = [False, *(bool(_PHOTO.search(line)) for line in lines)]
    return [
        LineFeatures(
            int(_is_centered(line, width) and not full[number + 1]),
            int(_is_right(line, width)),
            *_marked(line),
            int(separators[number]),
            int(photos[number]),
            int(full[number]),
            int(full[number + 1]),
            int(separators[number + 2]),
            width,
            _wide_characters(line, east_asian),
        )
        for number, (line, width) in enumerate(zip(lines, widths, strict=True))
    ]


def _is_centered(line: str, width: int) -> bool:
    left = _left_blanks(line)
    return left > _LEFT_MARGIN and _WIDTH - width - left in _CENTERED and _ITEM.match(line, left) is None


def _is_right(line: str, width: int) -> bool:
    return _left_blanks(line) >= _RIGHT_INDENT and width >= _LIMIT


def _left_blanks(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _marked(line: str) -> tuple[int, int, int, int]:
    """Return f3 to f6."""
    text = line.lstrip(_BLANKS)
    indented = bool(text) and len(line) - len(text) > _LEFT_MARGIN
    return int(text.endswith(_ENDINGS)), int(bool(_LINK.search(text))), int(indented), int(bool(_ITEM.match(text)))


def _is_separator(line: str) -> bool:
    text = line.strip(_BLANKS)
    return not text or _RULE.fullmatch(text) is not None


def _is_full(width: int, following: str, east_asian: bool) -> bool:
    if not width:
        return False
    if width >= _LIMIT - _FULL_SLACK:
        return True
    word = following.split(maxsplit=1)
    if not word:
        return False
    if columns_of(word[0][0], east_asian) == 2:
        return width + 2 > _LIMIT
    return width + 1 + columns(word[0], east_asian) > _LIMIT


def _wide_characters(line: str, east_asian: bool) -> int:
    if line.isascii():
        return 0
    return min(sum(columns_of(char, east_asian) == 2 for char in line), _WIDTH // 2)
