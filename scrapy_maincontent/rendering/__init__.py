"""One selection of text blocks -> text, Markdown, HTML and TEI.

Every format is written from the same blocks: what is asked for never changes what is in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..page.head import Addresses
from ..page.limits import UNTIMED
from .frame import Style
from .inline import read_lines
from .markdown import MarkdownWriter
from .markup import HtmlWriter
from .outline import outline
from .plain_text import plain_text
from .tei import TeiWriter

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from ..page import Page
    from ..page.limits import Deadline


FORMATS = ("text", "markdown", "html", "tei")
PLAIN = Style()


@dataclass(frozen=True, slots=True)
class Rendered:
    """The selection, written in each format.

    ``spans[b]`` is the (start, end) of text block b in ``text``, so that ``text[start:end]`` is that block's text, as
    `raised.written_texts` writes it; ``None`` where the block is not selected. ``markdown`` and ``html`` (a fragment)
    are ``None`` where they were not asked for.
    """

    text: str
    spans: list[tuple[int, int] | None]
    markdown: str | None
    html: str | None


def render(page: Page, main: Sequence[bool], formats: Collection[str] = ("text",), style: Style = PLAIN) -> Rendered:
    """Render the text blocks b for which ``main[b]`` holds; the text always, other formats where asked for.

    Linear in the page.

    Raises:
        ValueError: ``formats`` names a format that is not in `FORMATS`, or ``main`` has not one value for each block.
    """
    _check(formats)
    if len(main) != len(page.texts):
        raise ValueError(f"main has {len(main)} values for {len(page.texts)} text blocks")
    text, spans = plain_text(page, main)
    marked = dict(marked_up(page, main, formats, style=style))
    return Rendered(text, spans, marked.get("markdown"), marked.get("html"))


def marked_up(
    page: Page,
    main: Sequence[bool],
    formats: Collection[str],
    deadline: Deadline = UNTIMED,
    style: Style = PLAIN,
) -> Iterator[tuple[str, str]]:
    """Yield the formats but text that are in ``formats``, each with the text blocks b for which ``main[b]``.

    Of the style, links and images count here; `framed` puts the rest before what is written. Of TEI it is the
    body, for `tei.document`.

    Raises:
        OutOfTime: the deadline has passed.
    """
    if not {*FORMATS[1:]}.intersection(formats):
        return
    deadline.check()
    selection, addresses = outline(page, main), Addresses(page)
    deadline.check()
    lines = read_lines(page, selection, addresses, deadline)
    for name in FORMATS[1:]:
        if name in formats:
            deadline.check()
            writer: MarkdownWriter | HtmlWriter | TeiWriter
            if name == "markdown":
                writer = MarkdownWriter(page, addresses, lines, selection.notes.labels, style)
            elif name == "tei":
                writer = TeiWriter(page, addresses, lines, selection.notes.labels, style)
            else:
                writer = HtmlWriter(page, addresses, lines, style)
            for event in deadline.watch(selection.events):
                writer.add(event)
            yield name, writer.finish(deadline.watch(selection.rest))


def _check(formats: Collection[str]) -> None:
    names = (formats,) if isinstance(formats, str) else formats
    unknown = [name for name in names if name not in FORMATS]
    if unknown or isinstance(formats, str):
        wrong = f"unknown format {unknown[0]!r}" if unknown else f"formats is the string {formats!r}"
        raise ValueError(f"{wrong}; formats is a collection of {', '.join(FORMATS)}")
