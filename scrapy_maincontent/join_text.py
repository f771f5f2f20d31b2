"""Pages' texts -> one text: in order, without what every page repeats at its top and its end."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TOP_CHUNKS = 12
"""Chunks at the top of a page among which its headline, by-line and lead stand."""
LONG_KEY = 40
"""Letters and digits from which a chunk is no accident when it comes again, wherever it stood before."""
MAX_MARK = 12
"""Letters and digits that a headline may add on a later page: "part 2", "page 2 of 3"."""

_NO_LETTERS = re.compile(r"[\W_]+")
_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)[^<>]*>")
_VOID = frozenset(("br", "hr", "img"))
_LINK_TARGET = re.compile(r"\]\([^()\s]{1,2000}\)")
_FENCE = re.compile(r"^[\s>*+\-\d.]*(`{3,})[^`]*$")


class Chunk(NamedTuple):
    """A paragraph, heading, list or table as it is written, and what two of them have in common when they say the same.

    ``key`` has the letters and digits alone, without case; it is "" for a rule, a picture or a row of asterisks.
    """

    source: str
    key: str


class Form(NamedTuple):
    """How one format is cut into chunks; ``glue`` puts chunks together as they were."""

    glue: str
    cut: Callable[[str], list[str]]
    plain: Callable[[str], str]

    def chunks(self, text: str) -> list[Chunk]:
        """Return a text's chunks; joined with ``glue`` they are the text again."""
        return [Chunk(source, key_of(self.plain(source))) for source in self.cut(text)]

    def join(self, pages: Sequence[Sequence[Chunk]]) -> str:
        """Return the chunks of several pages as one text."""
        return self.glue.join(chunk.source for page in pages for chunk in page)


def key_of(text: str) -> str:
    """Return a text's letters and digits without case."""
    return _NO_LETTERS.sub("", text).casefold()


def is_headline(key: str, headline: str, number: int) -> bool:
    """Tell whether a key is that of the headline, with or without a mark for page ``number`` behind it."""
    if not headline or not key.startswith(headline):
        return False
    mark = key[len(headline) :]
    return not mark or (len(mark) <= MAX_MARK and str(number) in mark)


def adds_nothing(page: Sequence[Chunk], earlier: Sequence[Sequence[Chunk]]) -> bool:
    """Tell whether every chunk of a page stood on earlier pages."""
    known = {chunk.key for other in earlier for chunk in other}
    return all(chunk.key in known for chunk in page if chunk.key)


def without_repeats(pages: Sequence[Sequence[Chunk]], headline: str) -> list[Sequence[Chunk]]:
    """Return the pages without what they repeat; linear in their chunks.

    Left out are, at the top of later pages, the headline and what stood at the top of the first page or, where it is
    long, anywhere before; and at the end of all but the last page what ends the page after it as well. The first page
    keeps its top, and every page at least one chunk where nothing but its end is repeated.
    """
    tops = {chunk.key for chunk in pages[0][:TOP_CHUNKS] if chunk.key}
    kept: list[Sequence[Chunk]] = []
    for number, page in enumerate(pages, start=1):
        kept.append(page if number == 1 else _without_top(page, tops, headline, number))
        tops.update(chunk.key for chunk in page if len(chunk.key) >= LONG_KEY)
    return [_without_end(page, after) for page, after in pairwise(kept)] + kept[-1:]


def _without_top(page: Sequence[Chunk], known: set[str], headline: str, number: int) -> list[Chunk]:
    kept: list[Chunk] = []
    at_top = True
    for place, chunk in enumerate(page):
        if place < TOP_CHUNKS and is_headline(chunk.key, headline, number):
            at_top = True
        elif not at_top or chunk.key not in known:
            kept.append(chunk)
            at_top = False
    return kept


def _without_end(page: Sequence[Chunk], after: Sequence[Chunk]) -> Sequence[Chunk]:
    same = 0
    for one, other in zip(reversed(page), reversed(after), strict=False):
        if not one.key or one.key != other.key or same == len(page) - 1:
            break
        same += 1
    return page[: len(page) - same]


def _cut_text(text: str) -> list[str]:
    return text.split("\n\n")


def _cut_markdown(text: str) -> list[str]:
    """Cut at blank lines, but not inside of fenced code."""
    chunks: list[str] = []
    fence = ""
    for piece in text.split("\n\n"):
        if fence:
            chunks[-1] += f"\n\n{piece}"
        else:
            chunks.append(piece)
        for line in piece.split("\n"):
            fence = _fence_after(line, fence)
    return chunks


def _fence_after(line: str, fence: str) -> str:
    """Return the fence that is open after a line, "" for none."""
    if fence:
        return "" if line.lstrip(" >") == fence else fence
    opening = _FENCE.match(line)
    return opening[1] if opening else ""


def _cut_html(text: str) -> list[str]:
    """Cut between outermost elements; what is cut is our own HTML, whose every tag is closed."""
    chunks: list[str] = []
    start = depth = 0
    for tag in _TAG.finditer(text):
        if tag[2] not in _VOID:
            depth += -1 if tag[1] else 1
        if depth == 0 and text[tag.end() : tag.end() + 1] in ("\n", ""):
            chunks.append(text[start : tag.end()])
            start = tag.end() + 1
    if start < len(text):
        chunks.append(text[start:])
    return chunks


def _plain_markdown(chunk: str) -> str:
    return _LINK_TARGET.sub("]", chunk)


def _plain_html(chunk: str) -> str:
    return unescape(_TAG.sub("", chunk))


FORMS = {
    "text": Form("\n\n", _cut_text, str),
    "markdown": Form("\n\n", _cut_markdown, _plain_markdown),
    "html": Form("\n", _cut_html, _plain_html),
}
"""Format -> how it is cut and put together."""
