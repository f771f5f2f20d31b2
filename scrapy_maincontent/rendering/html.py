"""Outline -> a fragment of clean HTML: structure, links, emphasis, pictures; no class, style, id or script."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from ..page import cell_span
from .inline import Step, steps
from .outline import What

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..page import Page
    from ..page.head import Addresses
    from ..page.limits import Deadline
    from .inline import Inline
    from .outline import Event, Outline


_START_LINES = frozenset(("ul", "ol", "dl", "table", "blockquote", "figure"))
_ONE_LINE = frozenset(("td", "th"))
_OPENING = {"pre": "<pre><code>"}
_CLOSING = {"pre": "</code></pre>\n"}


def clean_html(
    page: Page, outline: Outline, addresses: Addresses, lines: Mapping[int, Inline], deadline: Deadline
) -> str:
    """Return the selection as HTML; every tag is closed, every character that means something is escaped."""
    writer = _Writer(page, addresses, lines)
    for event in deadline.watch(outline.events):
        writer.add(event)
    return writer.finish()


class _Writer:
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

    def finish(self) -> str:
        self._end_paragraph()
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
