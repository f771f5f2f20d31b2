"""Old path of `engines.warc`, kept for one release."""

from __future__ import annotations

import warnings

from .engines.warc import (
    Message,
    OneStreamError,
    Record,
    Response,
    WarcWriter,
    Written,
    is_warc,
    read_message,
    read_pages,
    read_records,
)

__all__ = [
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

warnings.warn("scrapy_maincontent.warc is scrapy_maincontent.engines.warc", DeprecationWarning, stacklevel=2)
