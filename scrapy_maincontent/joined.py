"""What joining an article's pages gives back."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from .join_text import FORMS, Chunk, key_of, without_repeats
from .result import Extraction, MediaTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .result import BlockTable


class JoinNote(StrEnum):
    """Why the pages of an article were not, or not all, joined; the reasons of `reasons` and `EmptyReason` aside."""

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
    LATER_PAGE = "later_page"
    """The item's own page is not the article's first: nothing was joined to it."""


ENDLESS = frozenset((JoinNote.CYCLE, JoinNote.REPEATED))
"""The last page leads back to what is joined already: it is no next page."""
WHOLE = ENDLESS | {JoinNote.OTHER_ARTICLE}
"""Notes with which nothing of the article is missing."""
QUALITY_DIGITS = 3
"""As the quality of one page has."""


@dataclass(frozen=True, kw_only=True)
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


def merged(pages: Sequence[Extraction], urls: Sequence[str], note: str | None) -> JoinedExtraction:
    """Return one extraction of an article's pages, which are given in their order, with their addresses."""
    first = pages[0]
    whole: dict[str, Any] = {part.name: getattr(first, part.name) for part in fields(Extraction)}
    whole |= {"joined_pages": tuple(urls), "join_note": None if note is None else str(note)}
    whole["next_page"] = whole["more_page"] = None if note in ENDLESS else pages[-1].next_page
    if len(pages) > 1:
        whole |= _together(pages)
        whole["blocks"] = _blocks_within(first.blocks, first.text, whole["text"])
    return JoinedExtraction(**whole)


def _together(pages: Sequence[Extraction]) -> dict[str, Any]:
    headline = key_of(pages[0].title or "")
    formats = [name for name in FORMS if all(getattr(page, name) is not None for page in pages)]
    return {
        **dict.fromkeys(FORMS),
        **{name: _text(name, [getattr(page, name) for page in pages], headline) for name in formats},
        "comments": _comments(pages),
        "media_table": _media(pages),
        "quality": _quality(pages),
        "truncated": any(page.truncated for page in pages),
        "elapsed": sum(page.elapsed for page in pages),
    }


def _text(name: str, texts: Sequence[str], headline: str) -> str:
    form = FORMS[name]
    chunks: list[Sequence[Chunk]] = [form.chunks(text) for text in texts]
    return form.join([page for page in without_repeats(chunks, headline) if page])


def _comments(pages: Sequence[Extraction]) -> tuple[dict[str, Any], ...]:
    """Return the comments of all pages, each once: many sites show the same below every page."""
    found: list[dict[str, Any]] = []
    seen: set[str] = set()
    for page in pages:
        for comment in page.comments:
            said = repr(sorted((name, value) for name, value in comment.items() if name != "xpath"))
            if said not in seen:
                seen.add(said)
                found.append(comment)
    return tuple(found)


def _media(pages: Sequence[Extraction]) -> MediaTable:
    """Return the media of all pages, each address once; those of later pages have no place on the first one."""
    rows = list(pages[0].media_table.rows)
    seen = {row.url for row in rows}
    for page in pages[1:]:
        for row in page.media_table.rows:
            if row.url not in seen:
                seen.add(row.url)
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
