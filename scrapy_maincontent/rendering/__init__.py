"""One selection of text blocks -> text, Markdown and HTML.

Every format is written from the same blocks: what is asked for never changes what is in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..page.head import Addresses
from .html import clean_html
from .inline import read_lines
from .markdown import to_markdown
from .outline import outline
from .plain_text import plain_text

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ..page import Page


FORMATS = ("text", "markdown", "html")


@dataclass(frozen=True, slots=True)
class Rendered:
    """The selection, written in each format.

    ``spans[b]`` is the (start, end) of text block b in ``text``, so that ``text[start:end]`` is that block's text;
    ``None`` where the block is not selected. ``markdown`` and ``html`` (a fragment) are ``None`` where they were not
    asked for.
    """

    text: str
    spans: list[tuple[int, int] | None]
    markdown: str | None
    html: str | None


def render(page: Page, main: Sequence[bool], formats: Collection[str] = ("text",)) -> Rendered:
    """Render the text blocks b for which ``main[b]`` holds; the text always, other formats where asked for.

    Linear in the page.

    Raises:
        ValueError: ``formats`` names a format that is not in `FORMATS`, or ``main`` has not one value for each block.
    """
    _check(formats)
    if len(main) != len(page.texts):
        raise ValueError(f"main has {len(main)} values for {len(page.texts)} text blocks")
    text, spans = plain_text(page, main)
    markdown = html = None
    if "markdown" in formats or "html" in formats:
        selection, addresses = outline(page, main), Addresses(page)
        lines = read_lines(page, selection, addresses)
        if "markdown" in formats:
            markdown = to_markdown(page, selection, addresses, lines)
        if "html" in formats:
            html = clean_html(page, selection, addresses, lines)
    return Rendered(text, spans, markdown, html)


def _check(formats: Collection[str]) -> None:
    names = (formats,) if isinstance(formats, str) else formats
    unknown = [name for name in names if name not in FORMATS]
    if unknown or isinstance(formats, str):
        wrong = f"unknown format {unknown[0]!r}" if unknown else f"formats is the string {formats!r}"
        raise ValueError(f"{wrong}; formats is a collection of {', '.join(FORMATS)}")
