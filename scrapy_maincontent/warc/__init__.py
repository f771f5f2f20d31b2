"""WARC files: the pages in them, and writing responses to new ones. Knows no Scrapy.

Reading needs FastWARC, writing warcio; both come with the extra ``warc``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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


def __getattr__(name: str) -> Any:
    """Import what somebody asks for: most crawls keep no pages."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    return value
