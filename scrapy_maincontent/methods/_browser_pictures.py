"""What a text browser writes for pictures, frames and form fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_FIELD_SIZE = 20
"""Columns of a text field that gives no size."""
_LARGEST_FIELD = 60
_BUTTONS = {"submit": "Submit", "reset": "Reset"}
_MARKED = {"checkbox": ("[ ]", "[X]"), "radio": ("( )", "(*)")}
_SHOWN_NOWHERE = ("hidden", "range")
_NO_BREAK = "\xa0"


def picture_text(attrs: Mapping[str, str]) -> str:
    """Return a picture's text: its alternative text, be it empty, else its title, else its file's name in brackets."""
    if "alt" in attrs:
        return attrs["alt"]
    return attrs.get("title", "").strip() or file_name(attrs.get("src", ""))


def file_name(address: str) -> str:
    """Return the last part of an address in brackets."""
    return f"[{address.rsplit('/', 1)[-1]}]" if address else ""


def field_text(attrs: Mapping[str, str]) -> str:
    """Return what an ``input`` shows; a text field is a row of underscores."""
    kind = attrs.get("type", "text").lower()
    value = " ".join(attrs.get("value", "").split())
    if kind in _SHOWN_NOWHERE:
        return ""
    if kind in _MARKED:
        return _MARKED[kind]["checked" in attrs] + " "
    if kind in _BUTTONS:
        return (value or _BUTTONS[kind]).replace(" ", _NO_BREAK)
    if kind == "image":
        return value or attrs.get("alt", "") or f"{file_name(attrs.get('src', ''))}-Submit"
    if kind == "button":
        return "[BUTTON Input] (not implemented)" + "_" * len(value)
    return value.ljust(_field_size(attrs), "_").replace(" ", _NO_BREAK)


def button_text(attrs: Mapping[str, str]) -> str:
    """Return what stands before the text of a ``button``."""
    value = " ".join(attrs.get("value", "").split())
    if not value and attrs.get("type", "").lower() == "button":
        value = attrs.get("name", "")
    return f"({value or 'BUTTON'})".replace(" ", _NO_BREAK)


def frame_name(attrs: Mapping[str, str]) -> str:
    """Return what an ``iframe`` that has an address is called by."""
    return attrs.get("name", "").strip() or attrs["src"].strip()


def _field_size(attrs: Mapping[str, str]) -> int:
    size = attrs.get("size", "")
    return min(int(size), _LARGEST_FIELD) if size.isdecimal() and size.isascii() and len(size) < 4 else _FIELD_SIZE
