"""Bytes -> markup -> a filled `Page`, by the compiled reader and flatten where they are in use, else in Python.

Both ways give the same to the byte. What a compiled module refuses goes to Python, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import speedups
from . import parser
from .encoding import codec_of, decode
from .flatten import fill
from .formulas import HasFormulas
from .limits import guard

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

    from . import Page
    from .limits import Limits

_ASCII = 1
"""The kind of an ASCII body (`scan.utf_8_kind`); 0 is the kind of one whose encoding is to be found."""

reader, flatten, scan = map(speedups.load, ("reader", "flatten", "scan"))


def to_utf_8(body: bytes, declared: str | None) -> tuple[bytes, str]:
    """Return a body in UTF-8, and the codec that it was read with: what `decode` finds."""
    kind = 0 if scan is None else scan.utf_8_kind(body)
    codec = codec_of(body, declared, is_ascii=kind == _ASCII) if kind else None
    if codec is not None:
        return body, codec
    decoded = decode(body, declared)
    return decoded.utf_8(), decoded.encoding


def read_markup(markup: bytes, page: Page, limits: Limits) -> bool:
    """Fill an empty page from UTF-8 markup; return whether there is an element in it.

    What passes the limits is cut, and sets ``page.truncated``. The compiled reader looks out for that by itself.
    """
    try:
        found = _read_recording(markup, page, limits, limits) if len(markup) <= limits.max_bytes else None
        if found is not None:
            return found
        markup, cut = guard(markup, limits)
        page.truncated |= cut
        found = _read_recording(markup, page, limits, None)
        if found is not None:
            return found
        if flatten is not None and _read_through_tree(markup, page, limits):
            return True
    except HasFormulas:
        pass  # by way of events, in which they are found
    events = parser.read(markup)
    fill(page, events, limits)
    return bool(events)


def _read_recording(markup: bytes, page: Page, limits: Limits, unguarded: Limits | None) -> bool | None:
    """Fill a page by the compiled reader; return whether there is an element in it, ``None`` where it is not read."""
    if reader is None or flatten is None:
        return None
    try:
        recording = reader.read(markup, unguarded)
        flatten.fill(page, recording, limits)
    except HasFormulas:
        raise
    except ValueError:  # left to others
        return None
    return bool(recording)


def _read_through_tree(markup: bytes, page: Page, limits: Limits) -> bool:
    """Fill a page from libxml2's tree; return whether that was possible."""
    root = parser.whole_tree(markup)
    if (root is None or root.getnext() is not None) and parser.reads_tree(markup):
        root = parser.parse(markup)
    return root is not None and _fill_from_tree(root, page, limits, whole=True)


def read_tree(root: Element, page: Page, limits: Limits) -> None:
    """Fill an empty page from an element and what is below it. The tree is only read."""
    if flatten is None or not _fill_from_tree(root, page, limits, whole=False):
        fill(page, parser.walk(root), limits)


def _fill_from_tree(root: Element, page: Page, limits: Limits, *, whole: bool) -> bool:
    """Fill a page from a tree, or from a ``whole`` document with this root; return whether an HTML parser made it."""
    try:
        flatten.fill(page, flatten.walk(root, whole), limits)
    except ValueError:
        return False
    return True
