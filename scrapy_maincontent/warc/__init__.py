"""WARC files: the pages in them, and writing responses to new ones. Knows no Scrapy.

Reading needs FastWARC, writing warcio; both come with the extra ``warc``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..on_demand import importer

if TYPE_CHECKING:
    from .messages import Message, read_message
    from .records import BAD_RECORD, OneStreamError, Record, is_warc, read_pages, read_records
    from .writer import Response, WarcWriter, Written

__all__ = [
    "BAD_RECORD",
    "Message",
    "OneStreamError",
    "Record",
    "Response",
    "WarcWriter",
    "Written",
    "is_warc",
    "read_message",
    "read_pages",
    "read_records",
]

_HOMES = {
    "BAD_RECORD": "records",
    "Message": "messages",
    "OneStreamError": "records",
    "Record": "records",
    "Response": "writer",
    "WarcWriter": "writer",
    "Written": "writer",
    "is_warc": "records",
    "read_message": "messages",
    "read_pages": "records",
    "read_records": "records",
}
"""Name -> the module it stands in."""

__getattr__ = importer(__name__, _HOMES)
"""Most crawls keep no pages."""
