"""Text -> the same text in Markdown: a backslash where a reader of CommonMark would else see markup, and nowhere else.

Numbers are sections of https://spec.commonmark.org/0.31.2/.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


UNSETTLED = "\0"
"""Stands before a sign that is markup only if another one follows: known when the paragraph is (`settled`)."""
_SPECIAL = re.compile(
    r"\\(?=[!-/:-@\[-`{-~]|$)|`|\*|~|_(?:(?<![^\W_]_)|(?![^\W_]))|\](?=\()|\[(?=\^)|<(?=[A-Za-z/!?])|&(?=#?\w{1,32};)"
)
_BRACKET = re.compile(r"[\[\]]")
_LINE_START = re.compile(
    r"(\d{0,9})(?:[>|]|#(?=#{0,5}(?:\s|$))|[+-](?=\s|$)|[-:](?=[-:|][-:|\s]*$)|=(?==*\s*$)|(?<=\d)[.)](?=\s|$)"
    r"|\[(?=[ xX]\](?:\s|$)|[^\]\n]{1,500}\]:))"
)
"""A character that makes a block of the line, at its start or behind the digits there."""
_UNSETTLED = re.compile(r"\0([`*_~])")
_RULE = re.compile(r"^(?:\0?([*_])[ \t]*)(?:\0?\1[ \t]*){2,}$", re.MULTILINE)
_BULLET = re.compile(r"^\0\*(?=\s|$)", re.MULTILINE)
_FENCE = re.compile(r"^\0([~`])(?=\0?\1\0?\1)", re.MULTILINE)
_UNSAFE_IN_ADDRESS = re.compile(r"[\s\x00-\x1f\x7f<>()\\`]")
_ENTITY_IN_ADDRESS = re.compile(r"&(?=#?\w{1,32};)")
_LINE_BREAKS = re.compile(r"[\r\n]+")


def special_places(text: str) -> list[int]:
    """Return the places of a text that may need a backslash."""
    return [match.start() for match in _SPECIAL.finditer(text)]


def escaped(text: str, first: int, last: int, special: Sequence[int], *, in_link: bool = False) -> str:
    """Return a part of a paragraph's text; see `settled`."""
    if not special and not in_link and (last == len(text) or last == first or text[last - 1] not in "\\!"):
        return text[first:last]
    places = [*special[bisect_left(special, first) : bisect_left(special, last)]]
    if last < len(text) and last > first and text[last - 1] in "\\!" and places[-1:] != [last - 1]:
        places.append(last - 1)  # what follows is markup
    if in_link:
        places = sorted({*places, *(found.start() for found in _BRACKET.finditer(text, first, last))})
    if not places:
        return text[first:last]
    parts = [text[first : places[0]]]
    for place, following in zip(places, [*places[1:], last], strict=True):
        parts.append(UNSETTLED if text[place] in "`*_~" else "\\")
        parts.append(text[place:following])
    return "".join(parts)


def plain(text: str, *, in_link: bool = False) -> str:
    """Return a paragraph's text on one line; see `settled`."""
    special = special_places(text)
    return on_one_line(escaped(text, 0, len(text), special, in_link=in_link) if special or in_link else text)


def at_start(line: str) -> str:
    """Return a line that begins no other block than a paragraph."""
    found = _LINE_START.match(line)
    return line if found is None else f"{found[1]}\\{line[found.end(1) :]}"


def on_one_line(text: str) -> str:
    """Return a text without line breaks."""
    return " ".join(line.strip() for line in _LINE_BREAKS.split(text)) if "\n" in text or "\r" in text else text


def settled(paragraph: str) -> str:
    """Return a paragraph, with a backslash before each unsettled sign that is markup. Linear."""
    if UNSETTLED not in paragraph:
        return paragraph
    for start in (_RULE, _BULLET, _FENCE):
        paragraph = start.sub(_begun, paragraph)
    pairs = "".join(sign for sign in "`*_~" if f"{UNSETTLED}{sign}" in paragraph and _may_pair(paragraph, sign))
    return _UNSETTLED.sub(lambda found: f"\\{found[1]}" if found[1] in pairs else found[1], paragraph)


def _begun(found: re.Match[str]) -> str:
    """Return the beginning of a block as letters; of signs among those of emphasis ("**" about a star) theirs alone."""
    line = found[0]
    is_mixed = 0 < line.count(UNSETTLED) < line.count("*") + line.count("_")
    return line.replace(UNSETTLED, "\\") if is_mixed else f"\\{line.lstrip(UNSETTLED)}"


_RUNS = {sign: re.compile(rf"(?:\0?{re.escape(sign)})+") for sign in "`*_~"}


def _may_pair(paragraph: str, sign: str) -> bool:
    """Return True if a run of a sign may open what a later one closes (6.1, 6.2)."""
    is_open = False
    for run in _RUNS[sign].finditer(paragraph):
        if 0 < run[0].count(UNSETTLED) < run[0].count(sign):
            return True
        before = paragraph[run.start() - 1 : run.start()].strip()
        after = paragraph[run.end() : run.end() + 1].strip()
        if sign == "_" and before.isalnum() and after.isalnum():
            continue
        if is_open and (before or sign == "`"):
            return True
        is_open |= after != "" or sign == "`"
    return False


def destination(url: str) -> str:
    """Return an address as written in brackets."""
    quoted = _UNSAFE_IN_ADDRESS.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode()), url)
    return _ENTITY_IN_ADDRESS.sub(r"\\&", quoted)
