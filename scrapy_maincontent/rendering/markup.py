"""Outline -> HTML, a fragment: every tag is closed, every character that means something is escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from ..page.formulas import MATH
from .code import code_text, language
from .inline import BACK, DISPLAY, SOLID, Step
from .notes import NOTE
from .outline import PICTURES, What, box_of, cell_span, link_around

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..page import Page
    from ..page.head import Addresses
    from .frame import Style
    from .inline import Inline, Mark
    from .outline import Event


_LINE, _TEXT = What.LINE, Step.TEXT
"""The most frequent ones: an attribute of an enumeration takes its time."""
_START_LINES = frozenset(("ul", "ol", "dl", "table", "blockquote", "figure"))
_ONE_LINE = frozenset(("td", "th"))
_NUMBERS = {"ol": ("start", "reversed", "type"), "li": ("value",), "td": (), "th": ()}
_TYPES = frozenset("aAiI")
"""How items may be counted but in digits."""
_FORMULAS = {MATH: ("\\(", "\\)", "inline"), DISPLAY: ("\\[", "\\]", "display")}


class HtmlWriter:
    """Writes the selection as HTML; formulas as TeX between backslashed brackets, as scripts that draw them want it."""

    def __init__(self, page: Page, addresses: Addresses, lines: Mapping[int, Inline], style: Style) -> None:
        self._page = page
        self._addresses = addresses
        self._lines = lines
        self._style = style
        self._out: list[str] = []
        self._in_paragraph = False
        self._code: list[int] | None = None  # the text blocks of the code that is being read

    def add(self, event: Event) -> None:
        """Write the next event."""
        out = self._out
        what, tag, number, joined = event
        if what is _LINE:
            if self._code is not None:
                self._code.append(number)
                return
            if joined:
                out.append("<br>")
            else:
                self._end_paragraph()
                if tag:
                    out.append("<p>")
                    self._in_paragraph = True
            self._inline(self._lines[number])
            return
        self._end_paragraph()
        if what is What.IMAGE or what is What.RULE:
            shown = "<hr>" if what is What.RULE else self._object(number)
            out.append("" if not shown or (out and out[-1].endswith("\n")) else "\n")
            out.append(f"{shown}\n" if shown else "")
        elif what is What.OPEN:
            self._open(tag, number)
        else:
            self._close(tag, number)

    def finish(self, rest: Iterable[int] = ()) -> str:
        """Return all that was written, and the blocks behind it as plain paragraphs."""
        self._end_paragraph()
        self._out += [f"<p>{escape(self._page.texts[block], quote=False)}</p>\n" for block in rest]
        return "".join(self._out).rstrip("\n")

    def _open(self, tag: str, number: int) -> None:
        if tag == "pre":
            self._code = []
            return
        name = "div" if tag == NOTE else tag
        self._out.append(f"<{name}{self._attributes(tag, number)}>")
        if tag in _START_LINES:
            self._out.append("\n")
        box = box_of(self._page, number) if tag == "li" else None
        if box is not None:
            self._out.append(f'<input type="checkbox" disabled{" checked" if box else ""}> ')

    def _close(self, tag: str, number: int) -> None:
        if tag == "pre":
            named = language(self._page, number) if number >= 0 else ""
            code = code_text(self._page, number, self._code or ())
            opening = f'<pre><code class="language-{escape(named)}">' if named else "<pre><code>"
            self._out.append(f"{opening}{escape(code, quote=False)}</code></pre>\n")
            self._code = None
            return
        self._out.append(f"</{'div' if tag == NOTE else tag}>")
        if tag not in _ONE_LINE:
            self._out.append("\n")

    def _end_paragraph(self) -> None:
        if self._in_paragraph:
            self._out.append("</p>\n")
            self._in_paragraph = False

    def _inline(self, inline: Inline) -> None:
        out = self._out
        if not inline.marks and not inline.images:
            out.append(escape(inline.text, quote=False))
            return
        whole, end = len(inline.marks), 0  # the last mark that is written whole, and where it ends
        in_link = False
        for step, first, last in inline.steps:
            if step is _TEXT:
                if first >= end:
                    out.append(escape(inline.text[first:last], quote=False))
            elif step is Step.IMAGE:
                image = self._image(first, is_linked=in_link)
                out.append(f" {image}" if image and first in inline.gaps else image)
            elif first >= whole and inline.marks[first].start < end:
                continue
            elif (mark := inline.marks[first]).kind in SOLID and mark.kind != "code":
                out.append(_whole(mark))
                whole, end = first, mark.end
            elif mark.kind == "a" and not self._style.links:
                continue
            else:
                in_link = step is Step.OPEN if mark.kind == "a" else in_link
                out.append(_tag(mark, step))

    def _object(self, number: int) -> str:
        """Return a picture, or a link to what a player plays."""
        page = self._page
        if page.tags[page.objects[number]] in PICTURES:
            return self._image(number)
        url = self._addresses.link(page.object_urls[number])
        if url is None or not self._style.links:
            return ""
        return f'<p><a href="{escape(url)}">{escape(page.object_alts[number] or url, quote=False)}</a></p>'

    def _image(self, number: int, *, is_linked: bool = False) -> str:
        source = self._addresses.image(self._page.object_urls[number])
        if source is None or not self._style.images:
            return ""
        image = f'<img src="{escape(source)}" alt="{escape(self._page.object_alts[number])}">'
        around = link_around(self._page, number) if self._style.links and not is_linked else None
        address = self._addresses.link(around) if around else None
        return image if address is None else f'<a href="{escape(address)}">{image}</a>'

    def _attributes(self, tag: str, element: int) -> str:
        if element < 0 or tag not in _NUMBERS:
            return ""
        own = self._page.attrs[element]
        spans = ("colspan", "rowspan") if tag in _ONE_LINE else ()
        found = [f' {name}="{span}"' for name in spans if (span := cell_span(self._page, element, name)) > 1]
        for name in _NUMBERS[tag]:
            value = own.get(name)
            if value is None:
                continue
            if name == "reversed" or value.lstrip("-").isdecimal() or (name == "type" and value in _TYPES):
                found.append(" reversed" if name == "reversed" else f' {name}="{escape(value[:10])}"')
        return "".join(found)


def _whole(mark: Mark) -> str:
    if mark.kind == NOTE:
        return f"<sup>[{escape(mark.address)}]</sup>"
    if mark.kind == BACK:
        return ""
    opening, closing, name = _FORMULAS[mark.kind]
    return f'<span class="math {name}">{opening}{escape(mark.address, quote=False)}{closing}</span>'


def _tag(mark: Mark, step: Step) -> str:
    if step is Step.CLOSE:
        return f"</{mark.kind}>"
    return f'<a href="{escape(mark.address)}">' if mark.kind == "a" else f"<{mark.kind}>"
