"""What may precede the main content in Markdown and HTML: its headline, and facts as a block of YAML."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from .escapes import plain, settled

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Style:
    """How Markdown and HTML are written.

    Without ``links`` and ``images`` their addresses are left out, texts of links stay. ``heading``: the headline comes
    first, as a heading of the first rank. ``front_matter``: Markdown begins with title, authors, date, language,
    address and description as YAML.
    """

    links: bool = True
    images: bool = True
    front_matter: bool = False
    heading: bool = False

    def __post_init__(self) -> None:
        """Raise TypeError if one is neither True nor False."""
        for name in self.__slots__:
            if not isinstance(getattr(self, name), bool):
                raise TypeError(f"{name} is {getattr(self, name)!r}; it must be True or False")


def framed(name: str, written: str, style: Style, title: str | None, facts: Mapping[str, Any]) -> str:
    """Return what was written in a format, with what the style puts before it."""
    if style.heading and title:
        first = f"# {settled(plain(title))}" if name == "markdown" else f"<h1>{escape(title, quote=False)}</h1>"
        is_there = written.partition("\n")[0] == first
        gap = "\n\n" if name == "markdown" else "\n"
        written = written if is_there else f"{first}{gap if written else ''}{written}"
    if style.front_matter and name == "markdown":
        written = f"{front_matter(facts)}{written}"
    return written


def front_matter(facts: Mapping[str, Any]) -> str:
    """Return facts as YAML between lines of hyphens, without those that the page does not give."""
    lines = [f"{name}: {_value(value)}" for name, value in facts.items() if value]
    return "".join(f"{line}\n" for line in ("---", *lines, "---", ""))


def without_front_matter(markdown: str) -> str:
    """Return Markdown without the facts before it."""
    return markdown.partition("\n---\n\n")[2] if _FRONT.match(markdown) else markdown


_FRONT = re.compile(r"---\n(?!\n)")
"""A rule, which has an empty line behind it, never begins what is written."""


def _value(value: Any) -> str:
    """Return a value as JSON, which is YAML too; its line breaks are escaped, as are YAML's own."""
    written = json.dumps(value, ensure_ascii=False)
    for sign in _YAML_BREAKS:
        written = written.replace(sign, f"\\u{ord(sign):04x}")
    return written


_YAML_BREAKS = "\x7f\x85\u2028\u2029\ufeff"
