"""A page in, one harmless HTML file out that shows it and its extraction by one method or two."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from bisect import bisect_left
from hashlib import sha256
from html import escape
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

from ..blocks import Findings
from ..extraction import extract, read_page
from ..methods import DEFAULT_METHOD, PACKAGED_MODELS
from ..methods.crf import AFTERWARDS
from ..page import Label, Page
from ..page.flatten import KINDS
from ..page.limits import Limits
from ..rendering.outline import cell_span
from ..result import BlockTable
from .why import rule_words, why

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..page import Region
    from ..result import Extraction


LIMITS = Limits(max_bytes=2 * 1024 * 1024, max_elements=40_000)
"""Those of a page that is drawn: the document is several times as large, and a browser has to show it."""
_MOST_SIBLINGS = 200
_MOST_TEXT, _MOST_LINKS, _MOST_AUTHORS = 400, 30, 5
_SAID = {"authors": "by", "date_published": "published", "date_modified": "modified"}
_NO_SOURCE = "source unknown"
_SAME = """
    p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody tfoot tr td th pre blockquote address figure
    figcaption hr a b i em strong small sub sup code kbd samp s u q cite abbr time mark ins del
"""
SAME = frozenset(_SAME.split())
"""Elements that are drawn as what they are; others become ``div`` or ``span``."""
OBJECT = "object"
"""What a picture, video or player is drawn as: a box with its alternative text."""
_CELLS = frozenset(("td", "th"))
_EMPTY = frozenset(("td", "th", "hr"))
_BLOCK, _OBJECT = KINDS["div"], KINDS["img"]
_FOLDER = resources.files("scrapy_maincontent.inspector")
_ESCAPES = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,3}")
_STYLES = ("look.css", "inspector.css", "page.css")
_SCRIPTS = ("draw.js", "list.js", "detail.js", "inspector.js")
_POLICY = "default-src 'none'; script-src {script}; style-src {style}; base-uri 'none'; form-action 'none'"


def inspect_html(
    html: bytes | str,
    url: str | None = None,
    *,
    encoding: str | None = None,
    method: str = DEFAULT_METHOD,
    model: str | None = None,
    against: str | None = None,
    balance: float = 1.0,
    fallback: str = DEFAULT_METHOD,
    ad_list: str | None = None,
) -> str:
    """Return a self-contained HTML document that shows the page, its regions, and why each text block is in or out.

    The arguments are those of `scrapy_maincontent.extract`; ``against`` is a second method, or one of
    `methods.PACKAGED_MODELS`, to show beside the first. Nothing of the page is kept but its structure and its text: the
    document has no script or style of the page, asks for nothing from any network, and its only script is the
    inspector's own.

    A bad page never raises: the document then says what went wrong.

    Raises:
        TypeError: an argument is of another type.
        ValueError: there is no such method, or a model or a list of advertisements can't be used.
    """
    asked = [(method, model)]
    if against is not None:
        asked.append((PACKAGED_MODELS[against], against) if against in PACKAGED_MODELS else (against, None))
    views = []
    for name, own_model in asked:
        result = extract(
            html,
            url,
            encoding=encoding,
            method=name,
            model=own_model,
            balance=balance,
            fallback=fallback,
            ad_list=ad_list,
            limits=LIMITS,
        )
        views.append(View(name, own_model if result.method == name else None, result))
    page = _page(html, url, encoding)
    return _document(facts(page, views), page.language, views[0].result.title or url or "")


def _page(html: bytes | str, url: str | None, encoding: str | None) -> Page:
    try:
        return read_page(html, url, encoding=encoding, limits=LIMITS) or Page(url=url)
    except Exception:
        # Time or memory ran out, or a stage failed: the result says which, and the log how.
        return Page(url=url)


# The file: texts are JSON with ``<`` and ``&`` escaped; its Content-Security-Policy allows its own script and style.


def _document(data: dict[str, Any], language: str, title: str) -> str:
    body = _read("inspector.html").replace("LANGUAGE", language if _LANGUAGE.fullmatch(language) else "")
    return closed(f"{title} - inspected", _STYLES, body, data, _SCRIPTS)


def closed(title: str, styles: tuple[str, ...], body: str, data: dict[str, Any], scripts: tuple[str, ...] = ()) -> str:
    """Return an HTML file with nothing but what it is given; ``body`` is trusted markup, ``data`` anything JSON has."""
    style = "".join(_read(name) for name in styles)
    code = "".join(_read(name) for name in scripts)
    policy = _POLICY.format(script=_digest(code) if code else "'none'", style=_digest(style))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}\n"
        f'<script type="application/json" id="data">{_as_json(data)}</script>\n'
        + (f"<script>{code}</script>\n" if code else "")
        + "</body>\n</html>\n"
    )


def _as_json(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)


def _read(name: str) -> str:
    return (_FOLDER / name).read_text("utf-8")


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


_PLACEMENT, _CAUSE_ENDS = "placement: ", "; "


class View(NamedTuple):
    """A method's answer for a page.

    ``asked`` is the method asked for; ``result.method`` may be the one that answered in its place. ``model`` is the
    model's path or name, ``None`` for the packaged one.
    """

    asked: str
    model: str | None
    result: Extraction


def facts(page: Page, views: Sequence[View]) -> dict[str, Any]:
    """Return what is shown of a page and of one or two methods' answers."""
    first = views[0].result
    drawing = draw(page)
    findings = Findings(page, first.regions) if page.texts else None
    blocks = [] if findings is None else findings.blocks
    rules: dict[str, str] = {}
    evidence: list[list[list[str]]] = [[] for _ in blocks]
    for block, label, rule in [] if findings is None else findings.evidence:
        evidence[block].append([str(label), rule])
        rules[rule] = rule_words(rule)
    rules |= {region.rule: rule_words(region.rule) for region in first.regions}
    return {
        "url": first.url or "",
        "title": first.title or "",
        "encoding": first.encoding or "",
        "truncated": first.truncated,
        "type": first.page_type or "",
        "said": _said(first),
        "root": page.root_path,
        "rtl": bool(page.attrs) and page.attrs[0].get("dir", "").lower() == "rtl",
        "count": len(page.texts),
        "steps": drawing.steps,
        "names": drawing.names,
        "objects": _objects(page, drawing, first.media_table.rows),
        "hiding": _positions(drawing, sorted(page.hiding)),
        "hidden": [number for number, hidden in enumerate(page.hidden) if hidden],
        "before": [block.texts[0] for block in ([] if findings is None else findings.segments)],
        "after": [block.texts[0] for block in blocks],
        "evidence": evidence,
        "regions": [_region(page, drawing, region) for region in first.regions],
        "rules": rules,
        "views": [_view(page, view, rules) for view in views],
    }


def _said(result: Extraction) -> list[str]:
    """Return the authors and days, a line each, and where each of them comes from."""
    authors = ", ".join(author["name"] or "" for author in result.authors[:_MOST_AUTHORS])
    values = {"authors": authors, "date_published": result.date_published, "date_modified": result.date_modified}
    return [
        f"{_SAID[name]} {value} ({result.sources.get(name, _NO_SOURCE)})" for name, value in values.items() if value
    ]


def _view(page: Page, view: View, rules: dict[str, str]) -> dict[str, Any]:
    """Return a method's answer by text block; scores and ``cut`` in thousandths.

    ``cut`` is the lowest score taken, before regions' places put out what was taken, and lines were taken with others.
    """
    result, table = view.result, view.result.blocks
    if len(table.labels) != len(page.texts):
        table = _no_answer(len(page.texts), f"no answer: {result.empty_reason}")
    out = [reason.startswith(_PLACEMENT) and _CAUSE_ENDS in reason for reason in table.reasons]
    taken = [
        was_taken or _by_score(label, reason)
        for was_taken, label, reason in zip(out, table.labels, table.reasons, strict=True)
    ]
    named = {reason.removeprefix(_PLACEMENT).partition(_CAUSE_ENDS)[0] for reason in table.reasons}
    rules.update((name, words) for name in sorted(named) if (words := rule_words(name)))
    wordings: dict[str, int] = {}
    reasons = [wordings.setdefault(reason, len(wordings)) for reason in table.reasons]
    return {
        "asked": view.asked,
        "method": result.method or "",
        "model": result.model or "",
        "empty": str(result.empty_reason or ""),
        "quality": result.quality,
        "characters": len(result.text),
        "labels": "".join("1" if label is Label.MAIN else "0" for label in table.labels),
        "scores": [round(1000 * score) for score in table.scores],
        "starts": [-1 if span is None else span[0] for span in table.spans],
        "cut": _cut(table.scores, taken),
        "page_blocks": [
            [block.kind, block.first, str(block.label), round(1000 * block.score), block.region, block.placement]
            for block in result.page_blocks
        ],
        "wordings": list(wordings),
        "reasons": reasons,
        "why": why(page, view) if result.blocks.labels else {},
    }


def _by_score(label: Label, reason: str) -> bool:
    """Return True if a text was main content by its score, before `AFTERWARDS`, each of which turns a label."""
    *causes, _ = reason.split("; ")
    return (label is Label.MAIN) != len(AFTERWARDS.intersection(causes)) % 2


def _no_answer(count: int, reason: str) -> BlockTable:
    return BlockTable(
        spans=[None] * count, labels=[Label.OTHER] * count, scores=[0.0] * count, reasons=[reason] * count
    )


def _cut(scores: Sequence[float], taken: Sequence[bool]) -> int | None:
    inside = [score for score, was in zip(scores, taken, strict=True) if was]
    outside = [score for score, was in zip(scores, taken, strict=True) if not was]
    if not inside or (outside and max(outside) > min(inside)):
        return None
    return round(1000 * min(inside))


def _region(page: Page, drawing: Drawing, region: Region) -> dict[str, Any]:
    siblings: list[int] = []
    element, last = region.elements
    while element <= last and len(siblings) < _MOST_SIBLINGS:
        siblings.append(element)
        element = page.ends[element]
    return {
        "kind": str(region.kind),
        "subtype": region.subtype,
        "rule": region.rule,
        "xpath": region.xpath,
        "text": region.text[:_MOST_TEXT],
        "links": [list(link) for link in region.links[:_MOST_LINKS]],
        "more": max(0, len(region.links) - _MOST_LINKS),
        "blocks": list(region.blocks),
        "elements": _positions(drawing, siblings),
    }


def _objects(page: Page, drawing: Drawing, media: Sequence[Any]) -> list[list[Any]]:
    chosen = {medium.element for medium in media}
    number_of = {element: number for number, element in enumerate(page.objects)}
    return [
        [page.tags[element], page.object_alts[number_of[element]], int(element in chosen)]
        for element in drawing.places
        if element in number_of
    ]


def _positions(drawing: Drawing, elements: Sequence[int]) -> list[int]:
    places = drawing.places
    found = ((bisect_left(places, element), element) for element in elements)
    return [position for position, element in found if position < len(places) and places[position] == element]


# The drawing: elements by names from a fixed list, so that nothing of the page can become active.

CLOSE, BEGIN, END, BREAK, SPANS = -1, -2, -3, -4, -5
"""Steps of a drawing that are no element: end of the element, begin and end of a text block, a line break, and a cell's
columns and rows, which are the two numbers that follow."""


class Drawing(NamedTuple):
    """A page to be drawn.

    ``steps`` are texts, numbers of ``names`` (begin an element), and the negative numbers above. ``names`` are an
    element as a step of its xpath, what it is drawn as, and 1 if it is block-level. ``places`` are the numbers of the
    page's elements that are drawn, in order.
    """

    steps: list[int | str]
    names: list[tuple[str, str, int]]
    places: list[int]


def draw(page: Page) -> Drawing:
    """Return how to draw a page. Linear in the page; elements without text and pictures are left out."""
    drawer = _Drawer(page)
    for element in _shown(page):
        drawer.open(element)
    drawer.finish()
    return Drawing(drawer.steps, list(drawer.names), drawer.places)


def _shown(page: Page) -> Iterator[int]:
    element, count = 0, len(page.tags)
    while element < count:
        if page.piece_starts[element] == page.piece_ends[element] and page.tags[element] not in _EMPTY:
            first = bisect_left(page.objects, element)
            if first == len(page.objects) or page.objects[first] >= page.ends[element]:
                element = page.ends[element]
                continue
        yield element
        element += 1


class _Drawer:
    def __init__(self, page: Page) -> None:
        self._page = page
        self.steps: list[int | str] = []
        self.names: dict[tuple[str, str, int], int] = {}
        self.places: list[int] = []
        self._open: list[int] = []
        self._piece = self._block = 0

    def open(self, element: int) -> None:
        page = self._page
        self._close(element)
        self._write(page.piece_starts[element])
        tag = page.tags[element]
        name = (page.paths.step(element) or "*", _drawn_as(tag), int(KINDS.get(tag) == _BLOCK))
        self.steps.append(self.names.setdefault(name, len(self.names)))
        self.places.append(element)
        self._open.append(element)
        if tag in _CELLS and page.attrs[element]:
            spans = [cell_span(page, element, which) for which in ("colspan", "rowspan")]
            if max(spans) > 1:
                self.steps += [SPANS, *spans]

    def finish(self) -> None:
        self._close(len(self._page.tags))
        self._write(len(self._page.pieces))

    def _close(self, before: int) -> None:
        while self._open and self._page.ends[self._open[-1]] <= before:
            self._write(self._page.piece_ends[self._open.pop()])
            self.steps.append(CLOSE)

    def _write(self, stop: int) -> None:
        """Write the pieces before ``stop``, with the borders of the text blocks among them."""
        page, steps = self._page, self.steps
        while self._piece < stop:
            piece, block = self._piece, self._block
            inside = block < len(page.texts)
            if inside and piece == page.text_starts[block]:
                if page.breaks[block]:
                    steps.append(BREAK)
                steps.append(BEGIN)
            steps.append(page.pieces[piece])
            self._piece += 1
            if inside and self._piece == page.text_ends[block]:
                steps.append(END)
                self._block += 1


def _drawn_as(tag: str) -> str:
    if tag in SAME:
        return tag
    kind = KINDS.get(tag)
    if kind == _OBJECT:
        return OBJECT
    return "div" if kind == _BLOCK else "span"
