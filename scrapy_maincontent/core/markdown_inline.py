"""Inside a line of Markdown: escapes, links, emphasis and code that CommonMark reads as they were meant.

The rules and their names are those of https://spec.commonmark.org/0.31.2/ (6.1 to 6.4).
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING

from .inline import Step, steps

if TYPE_CHECKING:
    from collections.abc import Callable

    from .inline import Inline

_DELIMITERS = {"strong": "**", "em": "*"}
_BLANKS_AND_SYMBOLS = frozenset("\t\n\f\r$+<=>^`|~")
"""White space and the symbols that count as punctuation everywhere (those of ASCII)."""
_ENCLOSING = frozenset(("a", "code"))
_PLAIN = frozenset(("sub", "sup"))
_SPECIAL = re.compile(r"[\\`*\[\]<]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w{1,32};)|~(?=~)|(?<=~)~")
_LINE_START = re.compile(r"[>|]|#(?=#{0,5}(?:\s|$))|[+-](?=\s|$)|[-:](?=[-:|])|=(?==*\s*$)|~(?=~~)|(?<=\d)[.)](?=\s|$)")
"""A character that makes a block of the line, at its start or behind the digits there."""
_DIGITS = re.compile(r"\d{0,9}")
_UNSAFE_IN_ADDRESS = re.compile(r"[\s\x00-\x1f\x7f<>()\\`]")
_ENTITY_IN_ADDRESS = re.compile(r"&(?=#?\w{1,32};)")
_BACKTICKS = re.compile(r"`+")
_LINE_BREAKS = re.compile(r"[\r\n]+")


def markdown_line(inline: Inline, image: Callable[[int], str]) -> str:
    """Return a block's text as one line of Markdown; ``image`` writes a picture by its object number."""
    text, marks = inline.text, inline.marks
    if not marks and not inline.images:
        return _escaped_start(markdown_text(text))
    bare = _without_delimiters(inline)
    special = [match.start() for match in _SPECIAL.finditer(text)]
    out: list[str] = []
    code, code_end = len(marks), 0  # the last code span, and where it ends: what is marked in it stays plain
    for step, first, last in steps(inline):
        if step is Step.TEXT:
            if first >= code_end:
                out.append(_escaped(text, first, last, special))
        elif step is Step.IMAGE:
            out.append(image(first))
        elif first >= code and marks[first].start < code_end:
            continue
        elif (mark := marks[first]).kind == "code":
            out.append(code_span(text[mark.start : mark.end]))
            code, code_end = first, mark.end
        elif mark.kind == "a":
            out.append("[" if step is Step.OPEN else f"]({address(mark.address)})")
        elif first not in bare:
            out.append(_DELIMITERS[mark.kind])
    return _escaped_start(_one_line("".join(out)))


def markdown_text(text: str) -> str:
    """Return plain text as one line of Markdown."""
    return _one_line(_escaped(text, 0, len(text), [match.start() for match in _SPECIAL.finditer(text)]))


def heading_text(line: str) -> str:
    """Return a line so that no ``#`` at its end is taken for the heading's own."""
    body = line.rstrip("#")
    return line if len(body) == len(line) or body[-1:].strip() else f"{body}\\{line[len(body) :]}"


def code_span(text: str) -> str:
    """Return text as a code span (6.1), in more backticks than stand in it."""
    ticks = "`" * (longest_run(text) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def longest_run(text: str) -> int:
    """Return the length of the longest run of backticks."""
    return max(map(len, _BACKTICKS.findall(text)), default=0)


def address(url: str) -> str:
    """Return an address that is a link destination as it stands (6.3)."""
    quoted = _UNSAFE_IN_ADDRESS.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode()), url)
    return _ENTITY_IN_ADDRESS.sub(r"\\&", quoted)


def _escaped(text: str, first: int, last: int, special: list[int]) -> str:
    """Return text[first:last] with a backslash before each special character and before a final ``!``."""
    parts = []
    start = first
    for position in special[bisect_left(special, first) : bisect_left(special, last)]:
        parts.append(text[start:position])
        start = position
    parts.append(text[start:last])
    escaped = "\\".join(parts)
    return escaped[:-1] + "\\!" if escaped.endswith("!") and last < len(text) else escaped


def _escaped_start(line: str) -> str:
    digits = _DIGITS.match(line)
    found = _LINE_START.match(line, digits.end() if digits else 0)
    return line if found is None else f"{line[: found.start()]}\\{line[found.start() :]}"


def _one_line(text: str) -> str:
    """Return the text without line breaks: preformatted text has them even where a line cannot."""
    return " ".join(line.strip() for line in _LINE_BREAKS.split(text)) if "\n" in text or "\r" in text else text


def _without_delimiters(inline: Inline) -> set[int]:
    """Return the marks that cannot have delimiters: no Markdown for them, or no flanking run there (6.2).

    Delimiters work next to a blank or punctuation, and inside a word where only letters touch them.
    """
    text, marks = inline.text, inline.marks
    if all(mark.kind in _ENCLOSING for mark in marks):
        return set()
    bare = {number for number, mark in enumerate(marks) if mark.kind in _PLAIN}
    starts = Counter(mark.start for mark in marks if mark.kind not in _PLAIN)
    ends = Counter(mark.end for mark in marks if mark.kind not in _PLAIN)
    for number, mark in enumerate(marks):
        if mark.kind not in _DELIMITERS:
            continue
        before = text[mark.start - 1] if mark.start else " "
        after = text[mark.end] if mark.end < len(text) else " "
        if (
            (_touches(before) and not (_is_letter(text[mark.start]) and starts[mark.start] == 1))
            or (_touches(after) and not (_is_letter(text[mark.end - 1]) and ends[mark.end] == 1))
            or ends[mark.start]
            or starts[mark.end]
        ):
            bare.add(number)
    return bare


def _touches(character: str) -> bool:
    """Tell whether a character may be neither white space nor punctuation: readers disagree about symbols."""
    category = unicodedata.category(character)
    return category[0] != "P" and category != "Zs" and character not in _BLANKS_AND_SYMBOLS


def _is_letter(character: str) -> bool:
    """Tell whether a character is neither white space, punctuation nor a symbol."""
    return _touches(character) and unicodedata.category(character)[0] != "S"
