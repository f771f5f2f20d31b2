"""One selection of text blocks -> text, Markdown and HTML.

Every format is written from the same blocks: what is asked for never changes what is in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from ..page.head import Addresses
from ..page.limits import UNTIMED
from .inline import Step, read_lines, steps
from .markdown import MarkdownWriter
from .outline import What, cell_span, outline
from .plain_text import plain_text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from ..page import Page
    from ..page.limits import Deadline
    from .inline import Inline
    from .outline import Event


FORMATS = ("text", "markdown", "html")
_START_LINES = frozenset(("ul", "ol", "dl", "table", "blockquote", "figure"))
_ONE_LINE = frozenset(("td", "th"))
_OPENING = {"pre": "<pre><code>"}
_CLOSING = {"pre": "</code></pre>\n"}


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
    marked = dict(marked_up(page, main, formats))
    return Rendered(text, spans, marked.get("markdown"), marked.get("html"))


def marked_up(
    page: Page, main: Sequence[bool], formats: Collection[str], deadline: Deadline = UNTIMED
) -> Iterator[tuple[str, str]]:
    """Yield those of "markdown" and "html" that are in ``formats``, each with the text blocks b for which ``main[b]``.

    Raises:
        OutOfTime: the deadline has passed.
    """
    if "markdown" not in formats and "html" not in formats:
        return
    deadline.check()
    selection, addresses = outline(page, main), Addresses(page)
    deadline.check()
    lines = read_lines(page, selection, addresses, deadline)
    for name, kind in (("markdown", MarkdownWriter), ("html", _HtmlWriter)):
        if name in formats:
            deadline.check()
            writer = kind(page, addresses, lines)
            for event in deadline.watch(selection.events):
                writer.add(event)
            yield name, writer.finish(deadline.watch(selection.rest))


def _check(formats: Collection[str]) -> None:
    names = (formats,) if isinstance(formats, str) else formats
    unknown = [name for name in names if name not in FORMATS]
    if unknown or isinstance(formats, str):
        wrong = f"unknown format {unknown[0]!r}" if unknown else f"formats is the string {formats!r}"
        raise ValueError(f"{wrong}; formats is a collection of {', '.join(FORMATS)}")


class _HtmlWriter:
    """Writes the selection as HTML; every tag is closed, every character that means something is escaped."""

    def __init__(self, page: Page, addresses: Addresses, lines: Mapping[int, Inline]) -> None:
        self._page = page
        self._addresses = addresses
        self._lines = lines
        self._out: list[str] = []
        self._in_paragraph = self._in_pre = False

    def add(self, event: Event) -> None:
        out = self._out
        what, tag, number, joined = event
        if what is What.LINE and joined:
            out.append("\n" if self._in_pre else "<br>")
            self._line(number)
            return
        self._end_paragraph()
        if what is What.LINE:
            if tag:
                out.append("<p>")
                self._in_paragraph = True
            self._line(number)
        elif what is What.IMAGE:
            out.append("" if out and out[-1].endswith("\n") else "\n")
            out.append(f"{self._image(number)}\n")
        elif what is What.OPEN:
            self._in_pre = tag == "pre"
            out.append(_OPENING.get(tag) or f"<{tag}{self._spans(tag, number)}>")
            if tag in _START_LINES:
                out.append("\n")
        else:
            self._in_pre = False
            out.append(_CLOSING.get(tag) or f"</{tag}>")
            if tag not in _ONE_LINE and tag != "pre":
                out.append("\n")

    def finish(self, rest: Iterable[int]) -> str:
        self._end_paragraph()
        self._out += [f"<p>{escape(self._page.texts[block], quote=False)}</p>\n" for block in rest]
        return "".join(self._out).rstrip("\n")

    def _end_paragraph(self) -> None:
        if self._in_paragraph:
            self._out.append("</p>\n")
            self._in_paragraph = False

    def _line(self, block: int) -> None:
        if self._in_pre:
            self._out.append(escape(self._page.texts[block], quote=False))
        else:
            self._inline(self._lines[block])

    def _inline(self, inline: Inline) -> None:
        out = self._out
        if not inline.marks and not inline.images:
            out.append(escape(inline.text, quote=False))
            return
        for step, first, last in steps(inline):
            if step is Step.TEXT:
                out.append(escape(inline.text[first:last], quote=False))
            elif step is Step.IMAGE:
                out.append(self._image(first))
            else:
                mark = inline.marks[first]
                if step is Step.CLOSE:
                    out.append(f"</{mark.kind}>")
                elif mark.kind == "a":
                    out.append(f'<a href="{escape(mark.address)}">')
                else:
                    out.append(f"<{mark.kind}>")

    def _image(self, number: int) -> str:
        source = self._addresses.image(self._page.object_urls[number])
        return "" if source is None else f'<img src="{escape(source)}" alt="{escape(self._page.object_alts[number])}">'

    def _spans(self, tag: str, element: int) -> str:
        if tag not in _ONE_LINE:
            return ""
        return "".join(
            f' {name}="{span}"' for name in ("colspan", "rowspan") if (span := cell_span(self._page, element, name)) > 1
        )
