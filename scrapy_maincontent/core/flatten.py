"""Tree -> Page: one pass, no recursion."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from lxml import etree

from .whitespace import collapse

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

    from .limits import Limits
    from .page import Page

# What an element does to the text around it. Kinds up to _BREAK are not recorded as elements.
_SKIP, _HEAD, _BREAK, _INLINE, _LINK, _OBJECT, _BLOCK = range(7)

_BLOCKS = """
    address article aside blockquote body button caption center dd details dialog dir div dl dt fieldset figcaption
    figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav noscript ol p pre
    search section summary table tbody td tfoot th thead tr ul
"""
_SKIPPED = """
    annotation annotation-xml applet canvas datalist frame noembed noframes optgroup option param rp rt rtc script
    select source style svg template textarea track xmp
"""
_OBJECTS = "img picture video audio iframe embed object"
_KINDS = {
    **dict.fromkeys(_BLOCKS.split(), _BLOCK),
    **dict.fromkeys(_SKIPPED.split(), _SKIP),
    **dict.fromkeys(_OBJECTS.split(), _OBJECT),
    **dict.fromkeys(("a", "area"), _LINK),
    **dict.fromkeys(("title", "meta", "base", "link"), _HEAD),
    "br": _BREAK,
}

_NO_ATTRIBUTES: dict[str, str] = {}
_NOWHERE = -1
_BETWEEN_LINKS = " "
"""Neighbouring links are parted by style sheets as a rule, prose by characters."""
_HIDING_TAGS = frozenset(("dialog", "noscript"))
_HIDING_STYLE = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_STYLE_PREFIX = 500
_SOURCE_ATTRIBUTES = ("src", "data-src", "data-original", "data-lazy-src", "data", "srcset", "data-srcset")
_SOURCES = 20
"""Inner elements of a picture or player that are looked at."""
_ALT_ATTRIBUTES = ("alt", "title", "aria-label")


def flatten(  # noqa: C901, PLR0912, PLR0915  one loop, see below
    root: Element, page: Page, limits: Limits
) -> Page:
    """Fill ``page`` from the tree and return it.

    Elements beyond ``limits.max_depth`` are left out and their text goes to the deepest element above; the walk ends
    at ``limits.max_elements``. Both set ``page.truncated``.

    The walk is one loop, without calls for most elements, since it takes a good part of an extraction's time.
    ``hidden``, ``linked`` and ``preformatted`` are the depths of the outermost open elements that hide, link or
    preformat what is below them, `_NOWHERE` where there is none; ``marked`` is the deepest of the three. White space
    between blocks is not kept.
    """
    tags, attrs, parents, ends = page.tags, page.attrs, page.parents, page.ends
    piece_starts, piece_ends, pieces, in_link = page.piece_starts, page.piece_ends, page.pieces, page.linked
    page.language = (root.get("lang") or "").strip().lower()
    run = _Run(page)
    kinds, max_depth, max_elements = _KINDS, limits.max_depth, limits.max_elements
    stack: list[tuple[int, int]] = []  # the open elements: kind, and number where it is recorded
    hidden = linked = preformatted = marked = _NOWHERE
    walker = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    for event, element in walker:
        if event == "start":
            tag = element.tag
            kind = kinds.get(tag, _INLINE)
            if kind <= _BREAK:
                walker.skip_subtree()
                stack.append((kind, -1))
                if kind == _BREAK:
                    run.end(hidden != _NOWHERE, preformatted != _NOWHERE, split=True)
                elif kind == _HEAD:
                    _read_head(tag, element, page)
                continue
            if kind == _BLOCK and run.start != len(pieces):
                run.end(hidden != _NOWHERE, preformatted != _NOWHERE)
            depth = len(stack)
            if depth >= max_depth:
                page.truncated = True
                stack.append((kind, -1))
            else:
                index = len(tags)
                own = dict(element.items()) or _NO_ATTRIBUTES
                tags.append(tag)
                attrs.append(own)
                parents.append(stack[-1][1] if stack else -1)
                ends.append(0)
                piece_starts.append(len(pieces))
                piece_ends.append(0)
                stack.append((kind, index))
                if kind == _BLOCK:
                    run.owners.append(index)
                    if tag == "pre" and preformatted == _NOWHERE:
                        preformatted = marked = depth
                elif kind == _LINK and "href" in own:
                    page.links.append(index)
                    if in_link and in_link[-1] and not pieces[-1].isspace():
                        pieces.append(_BETWEEN_LINKS)
                        in_link.append(False)
                    if linked == _NOWHERE:
                        linked = marked = depth
                elif kind == _OBJECT:
                    _read_object(element, index, page)
                    walker.skip_subtree()
                    continue
                if hidden == _NOWHERE and (own or tag in _HIDING_TAGS) and _hides(tag, own):
                    hidden = marked = depth
                    page.hiding.add(index)
                if index >= max_elements:
                    page.truncated = True
                    break
            if (text := element.text) and (run.start != len(pieces) or preformatted != _NOWHERE or not text.isspace()):
                pieces.append(text)
                in_link.append(linked != _NOWHERE)
            continue
        if event == "end":
            kind, index = stack.pop()
            if kind == _BLOCK and run.start != len(pieces):
                run.end(hidden != _NOWHERE, preformatted != _NOWHERE)
            if index >= 0:
                ends[index] = len(tags)
                piece_ends[index] = len(pieces)
                if kind == _BLOCK:
                    run.owners.pop()
                depth = len(stack)
                if depth <= marked:
                    hidden = _NOWHERE if depth == hidden else hidden
                    linked = _NOWHERE if depth == linked else linked
                    preformatted = _NOWHERE if depth == preformatted else preformatted
                    marked = max(hidden, linked, preformatted)
        if (
            stack
            and (tail := element.tail)
            and (run.start != len(pieces) or preformatted != _NOWHERE or not tail.isspace())
        ):
            pieces.append(tail)
            in_link.append(linked != _NOWHERE)
    run.end(hidden != _NOWHERE, preformatted != _NOWHERE)
    for _, index in stack:
        if index >= 0:
            ends[index], piece_ends[index] = len(tags), len(pieces)
    return page


class _Run:
    """The pieces since the last border of a text block."""

    __slots__ = ("_page", "_split", "owners", "start")

    def __init__(self, page: Page) -> None:
        self.start = 0
        self.owners = [0]
        self._page = page
        self._split = _NOWHERE

    def end(self, hidden: bool, preformatted: bool, *, split: bool = False) -> None:
        """Make the run a text block, if it has text; ``split`` tells that a line break ends it."""
        page = self._page
        pieces = page.pieces
        start, end = self.start, len(pieces)
        owner = self.owners[-1]
        if start != end:
            self.start = end
            raw = pieces[start] if end == start + 1 else "".join(pieces[start:end])
            text = raw.strip("\r\n").rstrip() if preformatted else collapse(raw)
            if text:
                page.texts.append(text)
                page.owners.append(owner)
                page.text_starts.append(start)
                page.text_ends.append(end)
                page.hidden.append(hidden)
                page.breaks.append(self._split == owner)
                self._split = _NOWHERE
        if split:
            self._split = owner


def _hides(name: str, attrs: dict[str, str]) -> bool:
    return (
        "hidden" in attrs
        or ("style" in attrs and _HIDING_STYLE.search(attrs["style"][:_STYLE_PREFIX]) is not None)
        or (name in _HIDING_TAGS and "open" not in attrs)
    )


def _read_head(name: str, element: Element, page: Page) -> None:
    """Take what a document says about itself; the first of each kind counts."""
    if name == "title":
        page.head_title = page.head_title or collapse(element.text or "")
    elif name == "meta":
        key = element.get("name") or element.get("property") or element.get("itemprop")
        if key:
            page.metas.setdefault(key.strip().lower(), element.get("content", "").strip())
    elif name == "base":
        page.base_href = page.base_href or element.get("href", "").strip()
    elif element.get("href"):
        for relation in element.get("rel", "").lower().split():
            page.head_links.setdefault(relation, element.get("href", ""))


def _read_object(element: Element, index: int, page: Page) -> None:
    """Take a picture, video or player; the address may stand on an inner ``source`` or ``img``."""
    candidates = [element, *islice(element.iterdescendants("img", "source", "embed"), _SOURCES)]
    page.objects.append(index)
    page.object_urls.append(_first_attribute(candidates, _SOURCE_ATTRIBUTES))
    page.object_alts.append(collapse(_first_attribute(candidates, _ALT_ATTRIBUTES)))


def _first_attribute(elements: list[Element], names: tuple[str, ...]) -> str:
    for name in names:
        for element in elements:
            value = (element.get(name) or "").strip()
            if value and not value.startswith("data:"):
                return value.split()[0] if name.endswith("srcset") else value
    return ""
