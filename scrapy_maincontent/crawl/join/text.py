"""An article's pages in, one `JoinedExtraction` out: texts in order, without what pages repeat at their top and end."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from html import unescape
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from ...page.limits import Deadline
from ...rendering.frame import without_front_matter
from ...rendering.tei import joined_documents
from ...result import Extraction, MediaTable
from ...words.normalise import key

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ...result import BlockTable


TOP_CHUNKS = 12
"""Chunks at the top of a page among which its headline, by-line and lead stand."""
LONG_KEY = 40
"""Letters and digits from which a chunk is no accident when it comes again, wherever it stood before."""
MAX_CHARACTERS = 2_000_000
"""Characters of an article's pages, in all formats together: what would pass them is not joined."""
MAX_ROWS = 10_000
"""Comments and media of an article's pages; likewise."""
MAX_MARK = 12
"""Letters and digits that a headline may add on a later page: "part 2", "page 2 of 3"."""

_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*+)[^<>]*+>")
_VOID = frozenset(("br", "hr", "img", "input"))
_LINK_TARGET = re.compile(r"\]\([^()\s]{1,2000}\)")
_FENCE = re.compile(r"^[\s>*+\-\d.]*(`{3,})[^`]*$")


class Chunk(NamedTuple):
    """A paragraph, heading, list or table as it is written, and a key that those with the same words share.

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
        return [Chunk(source, key(self.plain(source))) for source in self.cut(text)]

    def join(self, pages: Sequence[Sequence[Chunk]]) -> str:
        """Return the chunks of several pages as one text."""
        return self.glue.join(chunk.source for page in pages for chunk in page)


def _is_headline(words: str, headline: str, number: int) -> bool:
    """Return True if a chunk's key is that of the headline, with or without a mark for page ``number`` behind it."""
    if not headline or not words.startswith(headline):
        return False
    mark = words[len(headline) :]
    return not mark or (len(mark) <= MAX_MARK and str(number) in mark)


def adds_nothing(text: str, earlier: Sequence[str], seconds: float) -> bool:
    """Return True if every paragraph of a page's text is on earlier pages.

    Raises:
        OutOfTime: that took longer than ``seconds``.
    """
    deadline = Deadline(seconds)
    known: set[str] = set()
    for other in earlier:
        known.update(chunk.key for chunk in FORMS["text"].chunks(other))
        deadline.check()
    return all(chunk.key in known for chunk in FORMS["text"].chunks(text) if chunk.key)


def joined_texts(texts: Mapping[str, Sequence[str]], title: str, seconds: float) -> dict[str, str]:
    """Return the texts of an article's pages as one, for each format; linear in their length.

    Raises:
        OutOfTime: that took longer than ``seconds``.
    """
    deadline, headline = Deadline(seconds), key(title)
    joined: dict[str, str] = {}
    for name, pages in texts.items():
        if name == TEI:
            joined[name] = joined_documents(pages)
            continue
        form = FORMS[name]
        cut: list[Sequence[Chunk]] = []
        for number, page in enumerate(pages):
            cut.append(form.chunks(without_front_matter(page) if number and name == "markdown" else page))
            deadline.check()
        joined[name] = form.join([page for page in without_repeats(cut, headline) if page])
    return joined


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
        if place < TOP_CHUNKS and _is_headline(chunk.key, headline, number):
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


def _cut_markdown(text: str) -> list[str]:
    """Cut at blank lines, but not inside of fenced code."""
    chunks: list[list[str]] = []
    fence = ""
    for piece in text.split("\n\n"):
        if fence:
            chunks[-1].append(piece)
        else:
            chunks.append([piece])
        for line in piece.split("\n"):
            fence = _fence_after(line, fence)
    return ["\n\n".join(pieces) for pieces in chunks]


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


FORMS = {
    "text": Form("\n\n", lambda text: text.split("\n\n"), str),
    "markdown": Form("\n\n", _cut_markdown, lambda chunk: _LINK_TARGET.sub("]", chunk)),
    "html": Form("\n", _cut_html, lambda chunk: unescape(_TAG.sub("", chunk))),
}
"""Format -> how it is cut and put together."""
TEI = "tei"
"""The format whose documents are joined whole: each page is a division."""
_NAMES = (*FORMS, TEI)


class JoinNote(StrEnum):
    """Why the pages of an article were not, or not all, joined; beside these, a `Skip`, `Failure` or `EmptyReason`."""

    LIMIT = "limit"
    """`MAINCONTENT_JOIN_MAX_PAGES` are joined, and there are more."""
    REFUSED = "refused"
    """A downloader middleware refused the next page: robots.txt, too many redirects, ..."""
    DOWNLOAD = "download"
    """The next page could not be downloaded."""
    OTHER_SITE = "other_site"
    """The next page is on another host, or was redirected there."""
    OTHER_ARTICLE = "other_article"
    """What was taken for the next page has another headline and an address of its own."""
    CYCLE = "cycle"
    """The next page is one that is joined already."""
    REPEATED = "repeated"
    """The next page has no text that is not joined already."""
    TOO_LONG = "too_long"
    """With the next page the article would have more than `MAX_CHARACTERS` or `MAX_ROWS`."""
    TOO_SLOW = "too_slow"
    """Joining took longer than a page may take: nothing was joined."""
    LATER_PAGE = "later_page"
    """The item's own page is not the article's first: nothing was joined to it."""


ENDLESS = frozenset((JoinNote.CYCLE, JoinNote.REPEATED))
"""The last page leads back to what is joined already: it is no next page."""
WHOLE = ENDLESS | {JoinNote.OTHER_ARTICLE}
"""Notes with which nothing of the article is missing."""
QUALITY_DIGITS = 3
"""As the quality of one page has."""


@dataclass(frozen=True, kw_only=True, repr=False)
class JoinedExtraction(Extraction):
    """The extraction of an article's first page with the texts of its later pages.

    ``joined_pages`` are the addresses whose texts are in it, in their order; ``join_note`` says why there are no more,
    ``None`` where the article ended. Text, Markdown, HTML, media and comments are those of all pages, ``quality`` is
    their mean by length, ``next_page`` is what the last page leads to; everything else is the first page's.
    """

    joined_pages: tuple[str, ...] = ()
    join_note: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON types."""
        return super().as_dict() | {"joined_pages": list(self.joined_pages), "join_note": self.join_note}


def is_too_long(pages: Sequence[Extraction]) -> bool:
    """Return True if pages have more than may be joined."""
    rows = sum(len(page.comments) + len(page.media_table.rows) for page in pages)
    return rows > MAX_ROWS or sum(len(getattr(page, name) or "") for page in pages for name in _NAMES) > MAX_CHARACTERS


def texts_of(pages: Sequence[Extraction]) -> dict[str, list[str]]:
    """Return the texts of pages in each format that all of them have."""
    texts = {name: [getattr(page, name) for page in pages] for name in _NAMES}
    return {name: found for name, found in texts.items() if None not in found}


def merged(
    pages: Sequence[Extraction], urls: Sequence[str], note: str | None, texts: Mapping[str, str]
) -> JoinedExtraction:
    """Return one extraction of an article's pages, which are given in their order, with their addresses.

    ``texts`` are theirs, joined (`joined_texts`); those of a single page stay as they are.
    """
    first = pages[0]
    whole: dict[str, Any] = {part.name: getattr(first, part.name) for part in fields(Extraction)}
    whole |= {"joined_pages": tuple(urls), "join_note": None if note is None else str(note)}
    whole["next_page"] = whole["more_page"] = None if note in ENDLESS else pages[-1].next_page
    if len(pages) > 1:
        whole |= dict.fromkeys(_NAMES) | dict(texts) | _together(pages)
        whole["blocks"] = _blocks_within(first.blocks, first.text, whole["text"])
    return JoinedExtraction(**whole)


def _together(pages: Sequence[Extraction]) -> dict[str, Any]:
    return {
        "comments": _comments(pages),
        "media_table": _media(pages),
        "quality": _quality(pages),
        "truncated": any(page.truncated for page in pages),
        "elapsed": sum(page.elapsed for page in pages),
    }


def _comments(pages: Sequence[Extraction]) -> tuple[dict[str, Any], ...]:
    """Return the comments of all pages, each once: many sites show the same below every page."""
    found: list[dict[str, Any]] = []
    keys: set[str] = set()
    for page in pages:
        for comment in page.comments:
            written = repr(sorted((name, value) for name, value in comment.items() if name != "xpath"))
            if written not in keys:
                keys.add(written)
                found.append(comment)
    return tuple(found)


def _media(pages: Sequence[Extraction]) -> MediaTable:
    """Return the media of all pages, each address once; those of later pages have no place on the first one."""
    rows = list(pages[0].media_table.rows)
    urls = {row.url for row in rows}
    for page in pages[1:]:
        for row in page.media_table.rows:
            if row.url not in urls:
                urls.add(row.url)
                rows.append(row._replace(element=None))
    return MediaTable(rows, pages[0].media_table.paths)


def _quality(pages: Sequence[Extraction]) -> float | None:
    weights = [len(page.text) for page in pages]
    known = [page.quality for page in pages if page.quality is not None]
    if len(known) < len(pages) or not any(weights):
        return None
    mean = sum(quality * weight for quality, weight in zip(known, weights, strict=True)) / sum(weights)
    return round(mean, QUALITY_DIGITS)


def _blocks_within(blocks: BlockTable, text: str, joined: str) -> BlockTable:
    """Return the first page's blocks without the places of those that its joined text has not."""
    end = len(text) if joined.startswith(text) else _common_length(text, joined)
    if end == len(text):
        return blocks
    return replace(blocks, spans=[span if span is not None and span[1] <= end else None for span in blocks.spans])


def _common_length(one: str, other: str) -> int:
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one.startswith(other[:middle]) else (low, middle - 1)
    return low
