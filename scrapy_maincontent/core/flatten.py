"""Tree -> Page: one pass, no recursion."""

from __future__ import annotations

import re
from functools import lru_cache
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
_INLINES = "abbr b bdi cite code em font i input ins label mark q s small span strong sub sup time u wbr"
_KINDS = {
    **dict.fromkeys(_BLOCKS.split(), _BLOCK),
    **dict.fromkeys(_SKIPPED.split(), _SKIP),
    **dict.fromkeys(_OBJECTS.split(), _OBJECT),
    **dict.fromkeys(("a", "area"), _LINK),
    **dict.fromkeys(("title", "meta", "base", "link"), _HEAD),
    "br": _BREAK,
    **dict.fromkeys(_INLINES.split(), _INLINE),
}
_KNOWN = {tag: (tag, kind) for tag, kind in _KINDS.items()}
"""Kinds, and the tags once more: all elements of a tag share one string, which later stages then look up faster."""

_Run = tuple[int, int, int, int, int, bool]
"""A run of pieces between two borders: its range, the elements that own, hide and preformat it, and whether a line
break ends it."""
_NO_ATTRIBUTES: dict[str, str] = {}
_NOWHERE = -1
_BETWEEN_LINKS = " "
"""Neighbouring links are parted by style sheets as a rule, prose by characters."""
_HIDING_TAGS = frozenset(("dialog", "noscript"))
_HIDING_STYLE = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_STYLE_PREFIX = 500
_REMEMBERED_STYLES = 1024
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
    ``here`` is the innermost open element, ``owner`` the innermost of the block-level ones. ``hidden``, ``linked`` and
    ``preformatted`` are the outermost open elements that hide, link or preformat what is below them, `_NOWHERE` where
    there is none; ``marked`` is the innermost of the three. White space between blocks is not kept.
    """
    tags, attrs, parents, ends = page.tags, page.attrs, page.parents, page.ends
    piece_starts, piece_ends, pieces, in_link = page.piece_starts, page.piece_ends, page.pieces, page.linked
    page.language = (root.get("lang") or "").strip().lower()
    known, max_depth, max_elements = _KNOWN, limits.max_depth, limits.max_elements
    here = owner = hidden = linked = preformatted = marked = _NOWHERE
    outer_owners: list[int] = []
    too_deep: list[int] = []  # kinds of the open elements that are left out
    depth = start = 0  # start: the first piece since the last border of a text block
    runs: list[_Run] = []
    walker = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    for event, element in walker:
        if event == "start":
            tag = element.tag
            tag, kind = known.get(tag) or (tag, _INLINE)
            if kind <= _BREAK:
                walker.skip_subtree()
                next(walker)  # the element's end
                if kind == _BREAK:
                    runs.append((start, len(pieces), owner, hidden, preformatted, True))
                    start = len(pieces)
                elif kind == _HEAD:
                    _read_head(tag, element, page)
                text = element.tail if depth else None
            else:
                if kind == _BLOCK and start != len(pieces):
                    runs.append((start, len(pieces), owner, hidden, preformatted, False))
                    start = len(pieces)
                depth += 1
                if depth > max_depth:
                    page.truncated = True
                    too_deep.append(kind)
                else:
                    own = dict(element.items()) or _NO_ATTRIBUTES
                    parents.append(here)
                    here = len(tags)
                    tags.append(tag)
                    attrs.append(own)
                    ends.append(0)
                    piece_starts.append(len(pieces))
                    piece_ends.append(0)
                    if kind == _BLOCK:
                        outer_owners.append(owner)
                        owner = here
                        if tag == "pre" and preformatted == _NOWHERE:
                            preformatted = marked = here
                    elif kind == _OBJECT:
                        _read_object(element, own, here, page)
                        walker.skip_subtree()
                        continue
                    elif kind == _LINK and "href" in own:
                        page.links.append(here)
                        if in_link and in_link[-1] and not pieces[-1].isspace():
                            pieces.append(_BETWEEN_LINKS)
                            in_link.append(False)
                        if linked == _NOWHERE:
                            linked = marked = here
                    if hidden == _NOWHERE and (own or tag in _HIDING_TAGS) and _hides(tag, own):
                        hidden = marked = here
                        page.hiding.add(here)
                    if here >= max_elements:
                        page.truncated = True
                        break
                text = element.text
        else:
            if event != "end":
                pass  # a comment or an instruction: only the text behind it counts
            elif too_deep:
                depth -= 1
                if too_deep.pop() == _BLOCK and start != len(pieces):
                    runs.append((start, len(pieces), owner, hidden, preformatted, False))
                    start = len(pieces)
            else:
                depth -= 1
                if here == owner:
                    if start != len(pieces):
                        runs.append((start, len(pieces), owner, hidden, preformatted, False))
                        start = len(pieces)
                    owner = outer_owners.pop()
                ends[here] = len(tags)
                piece_ends[here] = len(pieces)
                if here == marked:
                    hidden = _NOWHERE if here == hidden else hidden
                    linked = _NOWHERE if here == linked else linked
                    preformatted = _NOWHERE if here == preformatted else preformatted
                    marked = max(hidden, linked, preformatted)
                here = parents[here]
            text = element.tail if depth else None
        if text and (start != len(pieces) or preformatted != _NOWHERE or not text.isspace()):
            pieces.append(text)
            in_link.append(linked != _NOWHERE)
    runs.append((start, len(pieces), owner, hidden, preformatted, False))
    while here != _NOWHERE:
        ends[here], piece_ends[here] = len(tags), len(pieces)
        here = parents[here]
    _add_blocks(page, runs)
    return page


def _add_blocks(page: Page, runs: list[_Run]) -> None:
    """Make a text block of each run that has text."""
    pieces, texts, owners, breaks = page.pieces, page.texts, page.owners, page.breaks
    text_starts, text_ends, hides = page.text_starts, page.text_ends, page.hidden
    broken = _NOWHERE  # the element in which a line break ended the run before
    for start, end, innermost, hidden, preformatted, by_break in runs:
        owner = max(innermost, 0)
        if start != end:
            raw = pieces[start] if end == start + 1 else "".join(pieces[start:end])
            text = collapse(raw) if preformatted == _NOWHERE else raw.strip("\r\n").rstrip()
            if text:
                texts.append(text)
                owners.append(owner)
                text_starts.append(start)
                text_ends.append(end)
                hides.append(hidden != _NOWHERE)
                breaks.append(broken == owner)
                broken = _NOWHERE
        if by_break:
            broken = owner


def _hides(name: str, attrs: dict[str, str]) -> bool:
    return (
        "hidden" in attrs
        or ("style" in attrs and _style_hides(attrs["style"][:_STYLE_PREFIX]))
        or (name in _HIDING_TAGS and "open" not in attrs)
    )


@lru_cache(maxsize=_REMEMBERED_STYLES)
def _style_hides(style: str) -> bool:
    return _HIDING_STYLE.search(style) is not None


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


def _read_object(element: Element, own: dict[str, str], index: int, page: Page) -> None:
    """Take a picture, video or player; the address may stand on an inner ``source`` or ``img``."""
    candidates: list[Element | dict[str, str]] = [own]
    if len(element):
        candidates += islice(element.iterdescendants("img", "source", "embed"), _SOURCES)
    page.objects.append(index)
    page.object_urls.append(_first_attribute(candidates, _SOURCE_ATTRIBUTES))
    page.object_alts.append(collapse(_first_attribute(candidates, _ALT_ATTRIBUTES)))


def _first_attribute(elements: list[Element | dict[str, str]], names: tuple[str, ...]) -> str:
    for name in names:
        for element in elements:
            value = element.get(name)
            if value and (value := value.strip()) and not value.startswith("data:"):
                return value.split()[0] if name.endswith("srcset") else value
    return ""
