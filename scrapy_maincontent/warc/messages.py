"""The HTTP response inside a record: its status, its type, its charset, and its body without codings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

PAGE_TYPES = frozenset(("text/html", "application/xhtml+xml"))
"""Media types of pages."""
OK_STATUSES = range(200, 300)
"""Status codes of responses whose body is the page that was asked for."""
_CODINGS: Final[tuple[Literal["all"], Literal["none"]]] = ("all", "none")
"""What FastWARC takes off a body: transfer and content codings, or nothing where these are not what the body has."""


@dataclass(frozen=True, slots=True)
class Message:
    """An HTTP response. ``body`` has at most one byte more than was asked for; ``None`` where a header is missing."""

    status: int | None
    media_type: str | None
    charset: str | None
    body: bytes

    @property
    def is_page(self) -> bool:
        """Whether this is a page by status and type; one without a type may be one."""
        return self.status in OK_STATUSES and (self.media_type is None or self.media_type in PAGE_TYPES)


def read_message(block: bytes, max_bytes: int) -> Message:
    """Return the response that a record's block holds, its body cut one byte past ``max_bytes``.

    Crawlers differ in what they keep: bodies as they were sent, or taken out of their codings under headers that still
    name them. A body that does not have the codings named is taken as it is.

    Raises:
        OSError: the block is no HTTP response.
    """
    from fastwarc.warc import WarcRecord, WarcRecordType

    for coding in _CODINGS:
        record = WarcRecord()
        record.init_headers(WarcRecordType.response)
        record.is_http = True
        record.set_bytes_content(block)
        try:
            # Old servers end header lines with a line feed alone, which only this mode understands.
            record.parse_http(auto_decode=coding, quirks_mode=True)
            body = record.reader.read(max_bytes + 1)
        except OSError:
            if coding == _CODINGS[-1]:
                raise
            continue
        kind, charset = record.http_content_type, record.http_charset
        return Message(
            record.http_headers.status_code,
            kind.strip().lower() if kind else None,
            charset.strip("\"' ") or None if charset else None,
            body,
        )
    raise AssertionError("the last coding returns or raises")
