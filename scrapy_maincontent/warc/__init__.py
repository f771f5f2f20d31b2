"""WARC files: the pages in them, and writing responses to new ones. Knows no Scrapy.

Reading needs FastWARC, writing warcio; both come with the extra ``warc``.
"""

from __future__ import annotations

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
