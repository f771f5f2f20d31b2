"""The tables, lists, code blocks, quotations and figures of a page: what is main content as a whole, or not at all.

Tables that only place things and lists of links that lead around the site are no structures (`link_boxes` finds those
that are navigation as a whole).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import chain, pairwise
from typing import TYPE_CHECKING, NamedTuple

from ..page import HEADINGS, block_sizes, cached, roles, tagged, visible
from ..page.stems import MAX_NAME, named
from ..words import Cache, read_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..page import Page


TABLE, LIST, CODE, QUOTE, FIGURE = "table", "list", "code", "quote", "figure"
"""The kinds of structures."""
KINDS = {
    **dict.fromkeys(("table",), TABLE),
    **dict.fromkeys(("ul", "ol", "dl", "menu", "dir"), LIST),
    **dict.fromkeys(("pre", "xmp", "listing"), CODE),
    "blockquote": QUOTE,
    "figure": FIGURE,
}
MAX_STRUCTURES = 20_000
"""Structures of one page; what follows is decided text block by text block."""
MOST_LOOKED_AT = 20
"""Times that each element of a page may be looked at on average, as a part of lists and tables in each other."""


class Structure(NamedTuple):
    """A table, list, code block, quotation or figure: its kind, its text blocks (``end`` exclusive), its element."""

    kind: str
    first: int
    end: int
    element: int


@cached
def structures(page: Page) -> list[Structure]:
    """Return the outermost structures that have text, in page order; none overlaps another."""
    return structures_near(page, 0, len(page.texts), 0)


def structures_near(page: Page, low: int, high: int, gap: int) -> list[Structure]:
    """Return those `structures` that touch a range of text blocks, or follow it or another one after a gap at most."""
    found: list[Structure] = []
    outer = 0  # the end of the last structure
    left = MOST_LOOKED_AT * len(page.tags)
    begin = page.text_starts[low] if low < high else 0
    for element in _candidates(page):
        if element < outer or page.piece_ends[element] <= begin:
            continue
        left -= page.ends[element] - element
        if left < 0:
            break
        first, end = page.blocks_in(element)
        if first - max(high, found[-1].end if found else 0) > gap:
            break
        if first == end or (found and first < found[-1].end):
            continue
        kind = _kind(page, element, first, end)
        if kind is not None:
            outer = page.ends[element]
            found.append(Structure(kind, first, end, element))
            if len(found) == MAX_STRUCTURES:
                break
    return found


def link_boxes(page: Page, low: int, high: int) -> list[Structure]:
    """Return the outermost tables and lists in a range of text blocks that are nothing but links around the site."""
    if low >= high:
        return []
    begin, stop = page.text_starts[low], page.text_ends[high - 1]
    found: list[Structure] = []
    outer = 0
    left = MOST_LOOKED_AT * len(page.tags)
    for element in _with_tags(page, _BOXES):
        if element < outer or page.piece_ends[element] <= begin:
            continue
        left -= page.ends[element] - element
        if left < 0 or page.piece_starts[element] >= stop:
            break
        if not _is_link_box(page, element):
            continue
        first, end = page.blocks_in(element)
        if first < end:
            outer = page.ends[element]
            found.append(Structure(KINDS[page.tags[element]], first, end, element))
            if len(found) == MAX_STRUCTURES:
                break
    return found


def _candidates(page: Page) -> list[int]:
    """Return the elements that are structures by their tag, and those that are code by their name, in order."""
    likely = _SURE | _LIKELY
    names = [name for name in named(page, "code") if _MEANINGS[name] & likely]
    found = _with_tags(page, KINDS)
    inside = (element for name in names for element in page.names[name] if page.tags[element] in _WRAPPERS)
    return sorted({*found, *inside}) if names else found


def _with_tags(page: Page, tags: Iterable[str]) -> list[int]:
    """Return the elements with one of some tags, which are among `NOTED_TAGS`, in document order."""
    return sorted(chain.from_iterable(tagged(page).get(tag, ()) for tag in tags))


def _kind(page: Page, element: int, first: int, end: int) -> str | None:
    """Return what an element is as a structure, ``None`` where it is none."""
    tag = page.tags[element]
    kind = KINDS.get(tag, CODE)
    if tag in _WRAPPERS and _holds_code_alone(page, element, first, end):
        return CODE
    if tag == "figure":
        return _kind_of_figure(page, element, first, end)
    if tag not in KINDS:
        return None
    is_one = _IS_ONE.get(kind)
    return kind if is_one is None or is_one(page, element) else None


# Code: preformatted text, and what wraps it with line numbers, as a table or by lines of their own.

_WRAPPERS = frozenset(("div", "figure", "table", "ol", "ul", "section", "p", "td", "code"))
_CODE_TAGS = frozenset(("pre", "code", "samp", "tt", "xmp", "listing"))
_LAID_OUT = _CODE_TAGS | frozenset(
    ("div", "span", "table", "tbody", "tr", "td", "ol", "li", "a", "i", "b", "em", "strong", "figure", "font")
)
"""What stands in a wrapper that holds code alone."""
_NAMES = read_words("structures.toml")["code"]
_GROUPS = tuple(frozenset(_NAMES[group]) for group in ("sure", "likely", "lines", "tools"))
_NAMED = frozenset().union(*_GROUPS)
_SURE, _LIKELY, _LINE, _TOOL = (1 << number for number in range(len(_GROUPS)))
_NAME = re.compile(r"[A-Za-z]+")
_NUMBERS = re.compile(r"[\d\s]+")


def _meanings(name: str) -> int:
    """Return bits of `_GROUPS`: of those that have one of a name's words, or two that stand together."""
    words = " ".join(_NAME.findall(name[:MAX_NAME])).lower().split()
    words += [one + other for one, other in pairwise(words)]
    if _NAMED.isdisjoint(words):
        return 0
    return sum(1 << number for number, group in enumerate(_GROUPS) if not group.isdisjoint(words))


_MEANINGS = Cache(_meanings, length=len)


def _holds_code_alone(page: Page, element: int, first: int, end: int) -> bool:
    """Return True if there is nothing but code, and the numbers of its lines, in an element that is called so."""
    own = page.attrs[element]
    bits = (_MEANINGS[own["class"]] if "class" in own else 0) | (_MEANINGS[own["id"]] if "id" in own else 0)
    if not bits & (_SURE | _LIKELY):
        return False
    is_sure = bool(bits & _SURE)
    tags = {page.tags[element], *page.tags[element + 1 : page.ends[element]]}
    inner = range(element + 1, page.ends[element])
    if not tags <= _LAID_OUT | {page.tags[element]} or any(_is_called(page, each, _TOOL) for each in inner):
        return False
    blocks = [block for block in range(first, end) if not _NUMBERS.fullmatch(page.texts[block])]
    return bool(blocks) and all(is_sure or _in_code(page, block, element) for block in blocks)


def _is_called(page: Page, element: int, bits: int) -> bool:
    own = page.attrs[element]
    return bool("class" in own and _MEANINGS[own["class"]] & bits)


def _in_code(page: Page, block: int, top: int) -> bool:
    """Return True if a text block of ``top`` stands below a code element, begins with one, or is a line by name."""
    owner, start = page.owners[block], page.text_starts[block]
    around = owner
    while around > top and page.tags[around] not in _CODE_TAGS:
        around = page.parents[around]
    if page.tags[around] in _CODE_TAGS or _is_called(page, owner, _LINE):
        return True
    child = bisect_left(page.piece_starts, start, owner + 1, page.ends[owner])
    while child < page.ends[owner] and page.piece_starts[child] == start and page.tags[child] not in _CODE_TAGS:
        child += 1
    return child < page.ends[owner] and page.piece_starts[child] == start


def line_numbers(page: Page, structure: Structure) -> Iterator[int]:
    """Yield the text blocks of a code block that are the numbers of its lines: such a column counts up by one."""
    if structure.end - structure.first < _FEWEST_PARTS:
        return
    numbers = [block for block in range(structure.first, structure.end) if _NUMBERS.fullmatch(page.texts[block])]
    counted = [int(word[:_MAX_DIGITS]) for block in numbers for word in page.texts[block].split()]
    if len(numbers) < structure.end - structure.first and all(b - a == 1 for a, b in pairwise(counted)):
        yield from numbers


_FEWEST_PARTS = 2
_MAX_DIGITS = 9


# Figures: what is pictured decides. One with a table or code in it is that, with its caption.


def _kind_of_figure(page: Page, element: int, first: int, end: int) -> str | None:
    inner = page.tags[element + 1 : page.ends[element]]
    for tag in inner:
        kind = KINDS.get(tag)
        if kind == TABLE:
            table = page.tags.index(tag, element + 1)
            return TABLE if _is_table(page, table) else None
        if kind is not None:
            return kind if kind in (CODE, QUOTE) else None
    return FIGURE if end - first <= MAX_CAPTION and HEADINGS.keys().isdisjoint(inner) else None


MAX_CAPTION = 6
"""Text blocks of a figure that is a picture with its caption; one with more is a part of the page."""


# Tables: rows of cells that are looked up, none in another, with no parts of a page in them.

_CELLS = frozenset(("td", "th"))
_TITLED = frozenset(("caption", "thead", "th"))
_PARTS = frozenset(("h1", "form", "input", "article", "section", "nav", "aside", "header", "footer", "main", "iframe"))
"""What is in no table of data and no list of a text, but in those that place a page's parts."""
_LAYOUT_ROLES = frozenset(("presentation", "none", "navigation", "menu", "menubar", "tablist", "toolbar", "listbox"))
MAX_CELL = 600
"""Characters of the longest cell of a table without headings of its own."""
MOST_OF_PAGE = 0.7
"""Share of a page's text that such a table has at the most."""
FEWEST_CELLS = 3


def _is_table(page: Page, table: int) -> bool:
    """Return True if a table holds data: it has a header or even rows of short cells, and places no parts of a page."""
    if _is_link_box(page, table):
        return False
    inner = page.tags[table + 1 : page.ends[table]]
    tags = {*inner}
    if _role(page, table) in _LAYOUT_ROLES or "table" in tags or not tags.isdisjoint(_PARTS):
        return False
    rows = _rows(page, table, inner)
    widths = [len(row) for row in rows if row]
    widest = max(widths, default=0)
    if sum(widths) < FEWEST_CELLS or widest < 2 or len(widths) < 2:
        return False
    titled = not tags.isdisjoint(_TITLED)
    before = visible(page)[1]
    sizes = [before[page.piece_ends[cell]] - before[page.piece_starts[cell]] for row in rows for cell in row]
    total = sum(sizes)
    if titled:
        return max(sizes) <= max(MAX_CELL * 3, total // 4)
    even = widths.count(widest)
    headings = not tags.isdisjoint(HEADINGS)
    return (
        2 * even > len(widths)
        and max(sizes) <= MAX_CELL
        and total <= MOST_OF_PAGE * max(before[-1], 1)
        and not headings
    )


def _rows(page: Page, table: int, inner: list[str]) -> list[list[int]]:
    """Return the cells of each row of a table that has no other in it."""
    rows: dict[int, list[int]] = {}
    for cell, tag in enumerate(inner, table + 1):
        if tag in _CELLS:
            rows.setdefault(page.parents[cell], []).append(cell)
    return [*rows.values()]


def _role(page: Page, element: int) -> str:
    return roles(page).get(element, "")


# Lists: items of words, not cards of other pages, menus, or what visitors wrote.


def _is_list(page: Page, element: int) -> bool:
    """Return True if a list's items are lines or paragraphs of a text."""
    if _is_link_box(page, element):
        return False
    tags = {*page.tags[element + 1 : page.ends[element]]}
    if _role(page, element) in _LAYOUT_ROLES or not tags.isdisjoint(_NO_LIST_PARTS):
        return False
    return not tags.isdisjoint(ITEMS) and not _are_cards(page, element)


ITEMS = frozenset(("li", "dt", "dd"))
_NO_LIST_PARTS = _PARTS.union(HEADINGS, ("figure", "button"))


def _are_cards(page: Page, element: int) -> bool:
    """Return True if most items begin with a line that is a link: with a title of another page."""
    items = [child for child in page.children(element) if page.tags[child] in _HEADS]
    linked = 0
    for item in items:
        first, end = page.blocks_in(item)
        own, in_links = block_sizes(page, first) if first < end else (0, 0)
        linked += 2 * in_links > own
    return 2 * linked > len(items)


_HEADS = frozenset(("li", "dt"))


def _is_quote(page: Page, element: int) -> bool:
    """Return True if a quotation is part of the page, not all of it: old pages indent by it."""
    tags = {*page.tags[element + 1 : page.ends[element]]}
    before = visible(page)[1]
    size = before[page.piece_ends[element]] - before[page.piece_starts[element]]
    return tags.isdisjoint(_QUOTED_NEVER) and 2 * size <= before[-1]


_QUOTED_NEVER = _PARTS.difference(("footer", "header", "iframe")) | {"table", "h2", "h3"}


_IS_ONE = {TABLE: _is_table, LIST: _is_list, QUOTE: _is_quote}


# Boxes of links: navigation boxes of an encyclopedia, parts of a series, tags.

_BOXES = frozenset(tag for tag, kind in KINDS.items() if kind in (TABLE, LIST))
BOX_LINKED = 0.5
"""Share of linked characters above which a table or list leads elsewhere."""
BOX_LINKS = 3
"""Links in the fullest cell of such a table; rows of data have one or two in a cell."""


def _is_link_box(page: Page, element: int) -> bool:
    """Return True if most of an element is links, and more than one or two in each cell of a table."""
    if _role(page, element) == "navigation":
        return True
    if linked_share(page, element) <= BOX_LINKED:
        return False
    if page.tags[element] != "table":
        return True
    inner = page.tags[element + 1 : page.ends[element]]
    if "table" in inner:
        return False  # its own tables are asked
    return any(
        page.tags[cell : page.ends[cell]].count("a") >= BOX_LINKS for row in _rows(page, element, inner) for cell in row
    )


def linked_share(page: Page, element: int) -> float:
    """Return the share of an element's visible characters that are in links, 0 to 1."""
    _, before, in_links = visible(page)
    start, end = page.piece_starts[element], page.piece_ends[element]
    return (in_links[end] - in_links[start]) / max(before[end] - before[start], 1)
