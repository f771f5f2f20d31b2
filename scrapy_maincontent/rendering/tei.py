"""Outline -> TEI P5, for corpora of linguists: https://tei-c.org/release/doc/tei-p5-doc/en/html/REF-ELEMENTS.html"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Any

from ..page import HEADINGS
from ..page.formulas import MATH
from .code import code_text, language
from .inline import BACK, DISPLAY, SOLID, Step
from .notes import NOTE
from .outline import PICTURES, What, cell_span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..page import Page
    from ..page.head import Addresses
    from .frame import Style
    from .inline import Inline, Mark
    from .outline import Event


_CONTAINERS = {
    "ul": ('<list rend="bulleted">\n', "</list>\n"),
    "ol": ('<list rend="numbered">\n', "</list>\n"),
    "dl": ('<list rend="definitions">\n', "</list>\n"),
    "li": ("<item>", "</item>\n"),
    "dt": ('<item rend="term">', "</item>\n"),
    "dd": ("<item>", "</item>\n"),
    "table": ("<table>\n", "</table>\n"),
    "tr": ("<row>\n", "</row>\n"),
    "blockquote": ("<quote>\n", "</quote>\n"),
    "figure": ("<p><figure>\n", "</figure></p>\n"),
    "figcaption": ("<head>", "</head>\n"),
}
_PHRASES = frozenset(("</head>\n", "</p>\n"))
"""Ends of what holds no paragraphs."""
_RENDITIONS = {"strong": "bold", "em": "italic", "sub": "subscript", "sup": "superscript", "mark": "marked"}
_ROLES = {"th": "label", "td": "data"}
_SPANS = {"cols": "colspan", "rows": "rowspan"}
_NO_CHARACTERS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What no XML document may hold. https://www.w3.org/TR/xml/#charsets"""
_BODY, _END = "<text>\n<body>\n", "</body>\n</text>\n</TEI>"


class TeiWriter:
    """Writes the selection as the content of a TEI ``body``: a heading begins a ``div``, which ends at one as high."""

    def __init__(
        self, page: Page, addresses: Addresses, lines: Mapping[int, Inline], labels: Mapping[int, str], style: Style
    ) -> None:
        self._page = page
        self._addresses = addresses
        self._lines = lines
        self._notes = labels
        self._style = style
        self._out: list[str] = []
        self._ends: list[str] = []  # of the open containers
        self._divisions: list[int] = []  # ranks of the headings of the open ones
        self._in_paragraph = False
        self._has_row = False
        self._code: list[int] | None = None  # the text blocks of the code that is being read

    def add(self, event: Event) -> None:
        """Write the next event."""
        what, tag, number, joined = event
        if self._code is not None and what is What.LINE:
            self._code.append(number)
            return
        if what is What.LINE and joined:
            self._out.append("<lb/>")
            self._inline(self._lines[number])
            return
        self._end_paragraph()
        if what is What.LINE:
            if tag or not self._ends:
                self._out.append("<p>")
                self._in_paragraph = True
            self._inline(self._lines[number])
        elif what is What.IMAGE:
            self._object(number)
        elif what is What.RULE:
            self._out.append('<milestone unit="section" rend="rule"/>\n')
        elif what is What.OPEN:
            self._open(tag, number)
        else:
            self._close(tag, number)

    def finish(self, rest: Iterable[int]) -> str:
        """Return all that was written, and the blocks behind it as plain paragraphs."""
        self._end_paragraph()
        self._out += [f"<p>{_escaped(self._page.texts[block])}</p>\n" for block in rest]
        self._out += ["</div>\n" for _ in self._divisions]
        return "".join(self._out) or "<p/>\n"

    def _open(self, tag: str, number: int) -> None:
        start, end = _CONTAINERS.get(tag, ("", ""))
        if tag == "pre":
            self._code = []
        elif tag in HEADINGS:
            start, end = f'<p rend="{tag}">', "</p>\n"
            if not self._ends:
                self._divide(int(tag[1]))
                start, end = "<div>\n<head>", "</head>\n"
        elif tag == NOTE:
            label = self._notes[number]
            start, end = f'<p><note xml:id="note-{label}" n="{label}">', "</note></p>\n"
        elif tag == "caption":
            start, end = ("<row><cell>", "</cell></row>\n") if self._has_row else ("<head>", "</head>\n")
        elif tag in _ROLES:
            spans = {name: cell_span(self._page, number, own) for name, own in _SPANS.items()}
            given = "".join(f' {name}="{span}"' for name, span in spans.items() if span > 1)
            start, end = f'<cell role="{_ROLES[tag]}"{given}>', "</cell>\n"
        self._has_row = tag == "tr" or (self._has_row and tag != "table")
        self._out.append(start)
        self._ends.append(end)

    def _divide(self, rank: int) -> None:
        while self._divisions and self._divisions[-1] >= rank:
            self._divisions.pop()
            self._out.append("</div>\n")
        self._divisions.append(rank)

    def _close(self, tag: str, number: int) -> None:
        end = self._ends.pop()
        if tag == "pre":
            named = language(self._page, number) if number >= 0 else ""
            opening = f'<p><code lang="{_quoted(named)}">' if named else "<p><code>"
            end = f"{opening}{_escaped(code_text(self._page, number, self._code or ()))}</code></p>\n"
            self._code = None
        elif tag == "table" and not self._has_row:
            end = f"<row><cell/></row>\n{end}"
        self._out.append(end)

    def _end_paragraph(self) -> None:
        if self._in_paragraph:
            self._out.append("</p>\n")
            self._in_paragraph = False

    def _object(self, number: int) -> None:
        """Write a picture, or a reference to what a player plays."""
        page = self._page
        if page.tags[page.objects[number]] in PICTURES:
            shown = self._image(number)
        else:
            url = self._addresses.link(page.object_urls[number]) if self._style.links else None
            named = _escaped(page.object_alts[number] or url or "")
            shown = f'<ref target="{_quoted(url)}">{named}</ref>' if url else ""
        end = self._ends[-1] if self._ends else ""
        if end == _CONTAINERS["figure"][1]:
            shown = shown.removeprefix("<figure>").removesuffix("</figure>")
        elif shown and end not in _PHRASES:
            shown = f"<p>{shown}</p>\n"
        self._out.append(shown)

    def _image(self, number: int) -> str:
        source = self._addresses.image(self._page.object_urls[number])
        if source is None or not self._style.images:
            return ""
        alt = self._page.object_alts[number]
        described = f"<figDesc>{_escaped(alt)}</figDesc>" if alt else ""
        return f'<figure><graphic url="{_quoted(source)}"/>{described}</figure>'

    def _inline(self, inline: Inline) -> None:
        out, text, marks = self._out, inline.text, inline.marks
        if not inline.steps:
            out.append(_escaped(text))
            return
        whole, end = len(marks), 0  # the last mark that is written whole, and where it ends
        for step, first, last in inline.steps:
            if step is Step.IMAGE:
                out.append(f" {self._image(first)}" if first in inline.gaps else self._image(first))
            elif step is Step.TEXT:
                out.append(_escaped(text[first:last]) if first >= end else "")
            elif first >= whole and marks[first].start < end:
                continue
            elif (mark := marks[first]).kind in SOLID:
                out.append(_whole(mark, text))
                whole, end = first, mark.end
            elif mark.kind != "a" or self._style.links:
                out.append(_tag(mark, step))


def document(body: str, facts: Mapping[str, Any]) -> str:
    """Return a TEI document: a header of facts, by their names in the front matter, and the content of a body."""
    names = "".join(f"<author>{_escaped(author)}</author>\n" for author in facts["authors"])
    title = f"<title>{_escaped(facts['title'] or '')}</title>\n"
    site = f"<publisher>{_escaped(facts['site'])}</publisher>\n" if facts["site"] else ""
    days = {"published": facts["date"], "modified": facts["modified"]}
    dates = "".join(f'<date type="{kind}" when="{_quoted(day)}"/>\n' for kind, day in days.items() if day)
    source = f'<ptr target="{_quoted(facts["url"])}"/>\n' if facts["url"] else ""
    code, about = facts["language"], facts["description"]
    spoken = f'<langUsage><language ident="{_quoted(code)}"/></langUsage>\n' if code else ""
    abstract = f"<abstract><p>{_escaped(about)}</p></abstract>\n" if about else ""
    profile = f"<profileDesc>\n{abstract}{spoken}</profileDesc>\n" if spoken or abstract else ""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<TEI xmlns="http://www.tei-c.org/ns/1.0">\n<teiHeader>\n<fileDesc>\n'
        f"<titleStmt>\n{title}{names}</titleStmt>\n<publicationStmt>\n{site or '<p/>'}</publicationStmt>\n"
        f"<sourceDesc>\n<bibl>\n{title}{names}{site}{dates}{source}</bibl>\n</sourceDesc>\n</fileDesc>\n{profile}"
        f"</teiHeader>\n{_BODY}{body}{_END}"
    )


def joined_documents(documents: Sequence[str]) -> str:
    """Return the documents of an article's pages as one, with the first one's header and a division for each."""
    header = documents[0].partition(_BODY)[0]
    bodies = (each.partition(_BODY)[2].removesuffix(_END) for each in documents)
    return f"{header}{_BODY}{''.join(f'<div>{chr(10)}{body}</div>{chr(10)}' for body in bodies)}{_END}"


def _escaped(text: str) -> str:
    return escape(_NO_CHARACTERS.sub("", text), quote=False)


def _quoted(text: str) -> str:
    return escape(_NO_CHARACTERS.sub("", text))


def _whole(mark: Mark, text: str) -> str:
    if mark.kind == NOTE:
        return f'<ref target="#note-{_quoted(mark.address)}">{_escaped(mark.address)}</ref>'
    if mark.kind in (MATH, DISPLAY):
        shown = ' rend="display"' if mark.kind == DISPLAY else ""
        return f'<formula notation="TeX"{shown}>{_escaped(mark.address)}</formula>'
    return "" if mark.kind == BACK else f"<code>{_escaped(text[mark.start : mark.end])}</code>"


def _tag(mark: Mark, step: Step) -> str:
    name = {"a": "ref", "del": "del", "q": "q"}.get(mark.kind, "hi")
    if step is Step.CLOSE:
        return f"</{name}>"
    if mark.kind == "a":
        return f'<ref target="{_quoted(mark.address)}">'
    return f'<hi rend="{_RENDITIONS[mark.kind]}">' if name == "hi" else f"<{name}>"
