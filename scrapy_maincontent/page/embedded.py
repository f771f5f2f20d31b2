"""Markup whose scripts hold the article -> the same markup with the article in it.

A page of today's frameworks may come as a shell that shows nothing: the article lies in a script, as HTML in a string
of the page's data, and the browser puts it in. Names of frameworks and fields don't matter: what counts is a string of
several paragraphs. What a page *declares* (JSON-LD) is left alone: no text of it need ever be shown.
"""

from __future__ import annotations

import json
import re
from html import unescape
from typing import TYPE_CHECKING

from .head import JSON_LD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from . import Page


LINE = 40
"""Bytes from which on a text block counts as text that is read."""
SHOWN = 250
"""Bytes of such text from which on a page is no shell."""
FEWEST_PARAGRAPHS = 2
FEWEST_CHARACTERS = 200
"""Of the shortest article, without its markup."""
MAX_STRING = 2_000_000
"""Characters of the longest string that is read."""
MAX_SCRIPTS = 1000
MAX_NESTED = 3
"""Strings in one another, as JSON in a string of JSON."""

_PARAGRAPH = re.compile(r"<p[\s>]", re.IGNORECASE)
_SIGN = re.compile(r"(?:<|&lt;|\\u003c|\\x3c)p(?![a-z])", re.IGNORECASE)
"""How a paragraph may begin in a string of a script."""
_ESCAPED_PARAGRAPH = re.compile(r"&lt;p(?:\s|&gt;)", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]{0,2000}>")


def is_shell(page: Page) -> bool:
    """Return True if a page shows hardly any text that is longer than a menu's."""
    if max(map(len, page.texts), default=0) >= SHOWN:
        return False
    shown = 0
    for text in page.texts:
        if len(text) >= LINE // 4 and (size := len(text.encode("utf-8", "replace"))) >= LINE:
            shown += size
            if shown >= SHOWN:
                return False
    return True


def with_article(markup: bytes) -> bytes | None:
    """Return UTF-8 markup with the longest article that its scripts hold as its main element, ``None`` without one.

    Linear in the markup.
    """
    best, longest = "", FEWEST_CHARACTERS - 1
    for script in _scripts(markup):
        for html in _articles(script):
            length = len(_TAG.sub("", html))
            if length > longest:
                best, longest = html, length
    if not best:
        return None
    shown = b"".join(_shown_with_scripts(markup))
    return b"%b<main><article>%b</article></main>" % (shown, best.encode("utf-8", "replace"))


def _shown_with_scripts(markup: bytes) -> Iterator[bytes]:
    """Yield the parts of a page that stand outside ``noscript``: it asks for what the browser of this page has."""
    lowered, end = markup.lower(), 0
    while (start := lowered.find(b"<noscript", end)) >= 0 and (stop := lowered.find(b"</noscript", start)) >= 0:
        yield markup[end:start]
        end = stop
    yield markup[end:]


def _articles(code: str, depth: int = 1) -> Iterator[str]:
    """Yield the strings of several paragraphs in a script, decoded; of one that holds others as JSON only these."""
    for literal in _literals(code):
        text = _decoded(literal)
        if text is None:
            continue
        is_code = depth < MAX_NESTED and '"' in text and not text.lstrip().startswith("<")
        if is_code and (inner := [*_articles(text, depth + 1)]):
            yield from inner
        else:
            html = unescape(text) if _ESCAPED_PARAGRAPH.search(text) and not _PARAGRAPH.search(text) else text
            if len(_PARAGRAPH.findall(html)) >= FEWEST_PARAGRAPHS:
                yield html


def _scripts(markup: bytes) -> Iterator[str]:
    """Yield the code of a page's scripts that may hold paragraphs, but for JSON-LD."""
    lowered = markup.lower()
    end = 0
    for _ in range(MAX_SCRIPTS):
        start = lowered.find(b"<script", end)
        inside = lowered.find(b">", start) + 1
        end = lowered.find(b"</script", inside)
        if start < 0 or not inside or end < 0:
            return
        if JSON_LD.encode() not in lowered[start:inside]:
            code = markup[inside:end].decode("utf-8", "replace")
            if _SIGN.search(code):
                yield code


def _literals(code: str) -> Iterator[str]:
    """Yield the insides of the double-quoted strings of a script in which paragraphs begin, as written."""
    behind = 0
    while (sign := _SIGN.search(code, behind)) is not None:
        start = _quote_before(code, behind, sign.start())
        behind = _quote_behind(code, sign.end())
        if behind < 0:
            return
        if start >= 0 and behind - start <= MAX_STRING:
            yield code[start + 1 : behind]
        behind += 1


def _quote_before(code: str, first: int, place: int) -> int:
    """Return where the last quote before a place stands that is not escaped, -1 where none does."""
    while (place := code.rfind('"', first, place)) >= 0:
        before = place
        while before > first and code[before - 1] == "\\":
            before -= 1
        if (place - before) % 2 == 0:
            return place
    return -1


def _quote_behind(code: str, place: int) -> int:
    """Return where the first quote behind a place stands that is not escaped, -1 where none does."""
    found = _STRING_REST.match(code, place)
    return -1 if found is None else found.end() - 1


_STRING_REST = re.compile(r'[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)


def _decoded(literal: str) -> str | None:
    """Return what a string's inside says, ``None`` where it is no string of JSON or JavaScript."""
    text = _json_string(literal)
    return _json_string(_JS_ESCAPE.sub(_as_json, literal)) if text is None else text


def _json_string(inside: str) -> str | None:
    try:
        text: str = json.loads(f'"{inside}"', strict=False)
    except ValueError:
        return None
    return text


_JS_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|(.))", re.DOTALL)
"""An escape; JSON knows none of two digits, and none of an apostrophe."""


def _as_json(escape: re.Match[str]) -> str:
    if escape[1]:
        return f"\\u00{escape[1]}"
    return escape[2] if escape[2] == "'" else escape[0]
