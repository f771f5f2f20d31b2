"""Markup or a tree -> Page: by the compiled module where there is one, otherwise in Python."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from .. import compiled
from ..page import parser
from ..page.encoding import codec_of, decode
from ..page.flatten import fill
from ..page.limits import guard, is_harmless

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

    from ..page import Page
    from ..page.limits import Limits

_ASCII = 1
"""The kind of a body that `compiled.utf_8_kind` tells."""


def to_utf_8(body: bytes, declared: str | None) -> tuple[bytes, str]:
    """Return a body in UTF-8, and the codec that it was read with: what `decode` finds."""
    kind = 0 if compiled.utf_8_kind is None else compiled.utf_8_kind(body)
    codec = codec_of(body, declared, is_ascii=kind == _ASCII) if kind else None
    if codec is not None:
        return body, codec
    decoded = decode(body, declared)
    return decoded.utf_8(), decoded.encoding


def admit(markup: bytes, limits: Limits) -> tuple[bytes, bool]:
    """Return markup that the parser can take, and whether anything was cut."""
    return guard(markup, limits, compiled.is_harmless or is_harmless)


def read_markup(markup: bytes, page: Page, limits: Limits) -> bool:
    """Fill an empty page from UTF-8 markup that has passed `guard`; return whether there is an element in it."""
    if compiled.fill_markup is not None:
        with suppress(ValueError):
            return compiled.fill_markup(page, markup, limits)
    if compiled.fill_tree is not None and _from_tree(markup, page, limits):
        return True
    events = parser.read(markup)
    fill(page, events, limits)
    return bool(events)


def read_tree(root: Element, page: Page, limits: Limits) -> None:
    """Fill an empty page from an element and what is below it. The tree is only read."""
    if compiled.fill_tree is not None:
        try:
            compiled.fill_tree(page, root, limits, False)
        except ValueError:  # no HTML parser made it
            pass
        else:
            return
    fill(page, parser.walk(root), limits)


def _from_tree(markup: bytes, page: Page, limits: Limits) -> bool:
    """Fill a page with the compiled module; return whether that was done."""
    assert compiled.fill_tree is not None
    root = parser.whole_tree(markup)
    if (root is None or root.getnext() is not None) and parser.reads_tree(markup):
        root = parser.parse(markup)
    if root is None:
        return False
    try:
        compiled.fill_tree(page, root, limits, True)
    except ValueError:
        return False
    return True
