"""Events with formulas as sites draw them -> events in which each is one ``math`` element that holds its TeX, once.

KaTeX and MathJax put the same formula into a page two or three times: as MathML, as spans or a picture that draw it,
and as its source in a script. Encyclopedias and blog hosts send pictures. What is written between dollar signs or
backslashed brackets is text, and stays so (`rendering.tex`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote_plus

from .mathml import tex_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Events = list[Any]


MATH = "math"
SOURCE = "alttext"
"""The attribute of a ``math`` element that holds its TeX."""
TAGS = frozenset((MATH, "mjx-container"))
"""Elements that are formulas."""
TEX_ATTRIBUTES = ("data-tex", "data-latex", "data-formula")
"""Attributes that hold the TeX of what their element draws."""
SCRIPT_TYPE = "math/"
"""How the type of a script begins that holds a formula."""
_TEX_SCRIPT = "math/tex"
_CLASSES_NAMES = """
    katex katex-display mwe-math-element MathJax MathJax_Display MathJax_SVG MathJax_SVG_Display MathJax_CHTML
    MathJax_CommonHTML MathJax_MathML MathJax_Preview mjx-chtml
"""
_CLASSES = frozenset(_CLASSES_NAMES.split())
"""Classes of elements that draw one formula."""
_DISPLAY = re.compile(r"katex-display|MathJax_\w{0,40}?Display|math\S{0,40}?-display")
_PICTURES = frozenset(("img", "picture", "object"))
_BLOCKS = frozenset(("div", "p", "center"))
"""Elements that draw a formula on a line of its own."""
_TEX_ENCODINGS = frozenset(("application/x-tex", "application/x-latex", "latex", "tex", "text/x-tex"))
_MATHML = "data-mathml"

MAX_TEX = 10_000
"""Characters of the longest formula; a longer one is left as it is drawn."""
_MAX_EVENTS = 50_000
"""Events of the largest drawing of one formula."""
_SCANS = 6
"""How often the page is gone through in search of the ends of formulas, at most."""


class HasFormulas(ValueError):
    """The page has formulas, which compiled code leaves to this module."""


class _Drawn(NamedTuple):
    """The end of an element among the events, and the formula in it: "" where it has none, or several."""

    end: int
    tex: str
    is_display: bool


def with_formulas(events: Events) -> Events:
    """Return the events with formulas as ``math`` elements; the same list where there are none.

    Linear in the events.
    """
    reader = _Reader(events)
    return reader.read() if any(map(reader.is_start, _starts(events, 0, len(events)))) else events


class _Reader:
    def __init__(self, events: Events) -> None:
        self._events = events
        self._left = _SCANS * len(events)

    def is_start(self, at: int) -> bool:
        """Return True if a formula may start here."""
        own, tag = self._events[at], self._events[at + 1]
        if tag in TAGS or (tag == "script" and own.get("type", "").strip().lower().startswith(SCRIPT_TYPE)):
            return True
        if not own:
            return False
        return (tag == "img" and _tex_of_img(own) != "") or any(name in own for name in TEX_ATTRIBUTES)

    def read(self) -> Events:
        """Return the events with formulas as ``math`` elements."""
        events = self._events
        out: Events = []
        at, drawn = 0, -1  # where in `out` a formula was drawn whose script may follow
        while at < len(events):
            event = events[at]
            if event is None or type(event) is str:
                if event is None or not event.isspace():
                    drawn = -1
                out.append(event)
                at += 1
                continue
            tag = events[at + 1]
            found = self._drawn(at) if self._draws(event, tag) else None
            if found is None:
                drawn = -1
                out += (event, tag)
                at += 2
                continue
            is_script = tag == "script"
            if is_script and found.tex and drawn >= 0:
                del out[drawn:]
            drawn = -1 if is_script else len(out) if drawn < 0 else drawn
            out += _element(found, tag) if found.tex else events[at : found.end]
            at = found.end
        return out

    def _draws(self, own: Mapping[str, str], tag: str) -> bool:
        if tag in TAGS or tag == "script" or tag in _PICTURES:
            return True
        return bool(own) and (
            any(name in own for name in TEX_ATTRIBUTES) or not _CLASSES.isdisjoint(own.get("class", "").split())
        )

    def _drawn(self, at: int) -> _Drawn | None:  # noqa: PLR0911
        """Return the formula that an element draws, ``None`` where it is no such element."""
        events = self._events
        own, tag = events[at], events[at + 1]
        if tag == "script":
            kind = own.get("type", "").strip().lower()
            if not kind.startswith(SCRIPT_TYPE):
                return None
        end = self._end(at)
        if end is None:
            return None
        if tag == "script":
            return self._of_script(kind, at, end)
        tex = next((_bare(own[name]) for name in TEX_ATTRIBUTES if own.get(name)), "")
        if tex.startswith("="):  # of a spreadsheet
            return None
        inside = [(events[place], events[place + 1], place) for place in _starts(events, at, end)]
        sources = [each for each in inside if each[1] == MATH]
        if len(sources) > 1:
            return None
        is_display = any(_is_display(each) for each, _, _ in inside)
        if not tex and sources:
            tex = _tex_of_math(events, *sources[0])
        if not tex:
            tex = next((drawn for each, name, _ in inside if name == "img" and (drawn := _tex_of_img(each))), "")
        if not tex and _MATHML in own:
            tex = _tex_of_markup(own[_MATHML])
        if not tex and tag in _PICTURES:
            return None
        return _Drawn(end, tex if len(tex) <= MAX_TEX else "", is_display)

    def _of_script(self, kind: str, at: int, end: int) -> _Drawn:
        source = "".join(event for event in self._events[at + 2 : end] if type(event) is str)
        tex = _bare(source) if kind.startswith(_TEX_SCRIPT) else _tex_of_markup(source) if "mml" in kind else ""
        return _Drawn(end, tex if len(tex) <= MAX_TEX else "", "display" in kind)

    def _end(self, at: int) -> int | None:
        """Return where what follows an element begins; ``None`` if that takes too long."""
        depth, events, first = 0, self._events, at
        last = min(len(events), at + min(_MAX_EVENTS, self._left))
        while at < last:
            event = events[at]
            if event is None:
                depth -= 1
                if not depth:
                    self._left -= at - first
                    return at + 1
            elif type(event) is not str:
                depth += 1
                at += 1
            at += 1
        self._left -= last - first
        return None


def _starts(events: Events, at: int, end: int) -> Iterator[int]:
    """Yield where elements start, the first one included."""
    while at < end:
        event = events[at]
        if event is not None and type(event) is not str:
            yield at
            at += 1
        at += 1


def _element(found: _Drawn, tag: str) -> Events:
    own = {SOURCE: found.tex, "display": "block"} if found.is_display else {SOURCE: found.tex}
    made = [own, MATH, found.tex, None]
    return [{}, tag, *made, None] if tag in _BLOCKS else made


def _tex_of_img(own: Mapping[str, str]) -> str:
    return tex_of_picture(own.get("src", ""), own.get("alt", ""), own.get("class", ""))


def _is_display(own: Mapping[str, str]) -> bool:
    if own.get("display") in ("block", "true") or own.get("alt", "").startswith(_DISPLAYED):
        return True
    return "class" in own and _DISPLAY.search(own["class"]) is not None


_DISPLAYED = ("$$", "\\[", "$\\displaystyle", "\\begin{displaymath", "\\begin{eq", "\\begin{align", "\\begin{gather")
"""How the alternative text of a picture begins that stands on a line of its own."""


def _tex_of_math(events: Events, own: Mapping[str, str], _: str, at: int) -> str:
    """Return the TeX of a ``math`` element: what it says is its source, else what its markup comes to."""
    for name in (SOURCE, *TEX_ATTRIBUTES):
        if own.get(name):
            return _bare(own[name])
    depth, place = 0, at
    while place < len(events):
        event = events[place]
        if event is None:
            depth -= 1
            if not depth:
                break
        elif type(event) is not str:
            depth += 1
            place += 1
            if events[place] == "annotation" and event.get("encoding", "").strip().lower() in _TEX_ENCODINGS:
                source = ""
                while type(events[place + 1]) is str:
                    source += events[place + 1]
                    place += 1
                if source.strip():
                    return _bare(source)
        place += 1
    return tex_of(events[at : place + 1])


def _tex_of_markup(markup: str) -> str:
    """Return the TeX of MathML that stands in an attribute or a script."""
    from .parser import read  # here: it is hardly ever needed

    events = read(markup.encode("utf-8", "replace")) if 0 < len(markup) <= _MAX_EVENTS and "<" in markup else []
    place = next((place for place in _starts(events, 0, len(events)) if events[place + 1] == MATH), None)
    return "" if place is None else _tex_of_math(events, events[place], MATH, place)


_WRAPPED = re.compile(r"\s*+\{\s*+\\(?:display|text)style(?![A-Za-z])\s*+(.*)\}\s*+", re.DOTALL)
_STYLED = re.compile(r"\s*\\(?:display|text)style(?![A-Za-z])")
_COMMENT = re.compile(r"(?<!\\)%[^\n]*+\n?")
_DELIMITED = (
    *(("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]")),
    *((f"\\begin{{{name}}}", f"\\end{{{name}}}") for name in ("displaymath", "equation", "equation*", "math")),
)


def _bare(tex: str) -> str:
    """Return TeX on one line without delimiters and comments, and the style that an encyclopedia puts before it."""
    if len(tex) > 2 * MAX_TEX:
        return ""
    if "%" in tex:
        lines, end, last = tex.rpartition("\n")  # a sign in the last line may be one of percent
        tex = _COMMENT.sub("", lines + end) + last
    tex = tex.strip()
    for opening, closing in _DELIMITED:
        if tex.startswith(opening) and tex.endswith(closing) and len(tex) > len(opening) + len(closing):
            tex = tex[len(opening) : -len(closing)]
            break
    wrapped = _WRAPPED.fullmatch(tex)
    if wrapped is not None and _is_balanced(wrapped[1]):
        tex = wrapped[1]
    styled = _STYLED.match(tex)
    tex = tex if styled is None else tex[styled.end() :]
    return " ".join(tex.split())


def _is_balanced(tex: str) -> bool:
    depth = 0
    for brace in re.findall(r"\\.|[{}]", tex):
        depth += (brace == "{") - (brace == "}")
        if depth < 0:
            return False
    return not depth


# Pictures of formulas: what their address or class says is one, or whose alternative text is delimited as TeX is.

_ADDRESS = re.compile(
    r"latex\.php|latex\.codecogs|(?:gif|png|svg)\.latex\?|mimetex|mathtex|equation\?tex=|cht=tx|/math/render/"
    r"|/latex/|/images/math/|[?&](?:latex|tex)="
)
_CLASS = re.compile(r"(?:^|\s)(?:mwe-math-\S+|(?:ql_|wp-)?(?:la)?tex|tex-?image|math-?formula)(?=\s|$)")
_IN_ADDRESS = re.compile(r"(?:[?&](?:latex|tex|chl)=|\.latex\?|(?:mime|math)tex\.cgi\?)([^&]{1,2000})", re.IGNORECASE)
_DELIMITERS = ("$", "\\(", "\\[", "{\\displaystyle", "\\displaystyle", "\\begin{")
_HASH = re.compile(r"[0-9a-fA-F]{32,}")
_PROSE = re.compile(r"(?<![\\A-Za-z{])[A-Za-z]{3,}+ ++[A-Za-z]{2,}+ ++[A-Za-z]{2}")
_MAX_ALT = 4000
_MAX_PREFIX = 200


def tex_of_picture(address: str, alt: str, names: str) -> str:
    """Return the TeX of a picture by its address, alternative text and class; "" for one that is no formula."""
    is_delimited = alt.startswith(_DELIMITERS) and alt[-1] in "$)]}"
    if not is_delimited and not _is_named(names, _CLASS) and not _is_named(address[:_MAX_PREFIX], _ADDRESS):
        return ""
    if alt and not alt.isspace():
        tex = _bare(alt) if len(alt) <= _MAX_ALT else ""
        if tex and not (_PROSE.search(tex) and not is_delimited and "\\" not in tex):
            return tex
    written = _IN_ADDRESS.search(address[:_MAX_ALT])
    tex = "" if written is None else _bare(unquote_plus(written[1]))
    return "" if _HASH.fullmatch(tex) else tex


def _is_named(value: str, names: re.Pattern[str]) -> bool:
    # One of these stands in every such value: most pictures are told by them alone.
    return ("tex" in value or "math" in value or "cht=tx" in value) and names.search(value) is not None
