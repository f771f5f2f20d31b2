"""Which text blocks each visitor's comment has: by the names of elements, else by the dates behind a heading."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from ..page import HEADINGS
from ..words import class_vocabulary, lines
from ..words.lines import comments_headings, is_date_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..page import Page
    from ..words.class_names import Names

MAX_ITEMS = 2000
"""Comments of one page."""
MAX_HEADING = 60
"""Characters of a heading of comments."""
LONG = 30
"""Characters of a text block that is more than a name."""
MAX_LEVELS = 30
MAX_NAME_WORDS = 4
"""Words of a name that is a link; more are a title."""
LAST_RANK = 3
"""Rank of the last heading that may be a title; such a one ends comments whose own heading is none."""
_MAY_BE_ITEMS = class_vocabulary.COMMENTED | class_vocabulary.NUMBERED
_PAGES = frozenset(("html", "body", "main"))


class Item(NamedTuple):
    """One comment: its text blocks, in order, and the range of elements that may be its parts."""

    blocks: list[int]
    elements: tuple[int, int]


def find_items(page: Page, names: Names) -> list[Item]:
    """Return the comments of a page in order; those of replies follow the comment that they stand in.

    ``names`` are the page's `read_names`.
    """
    return _named_items(page, names) or _dated_items(page)


def _named_items(page: Page, names: Names) -> list[Item]:
    """Return comments that class, id or microdata call so."""
    outer = _tree(page, _item_elements(page, names))
    if not outer:
        return []
    holders = [-1] * len(page.texts)
    ends = {element: page.ends[element] for element in outer}
    for element, parent in outer.items():
        low, high = page.blocks_in(element)
        holders[low:high] = [element] * (high - low)
        if parent >= 0:
            ends[parent] = min(ends[parent], element)
    blocks: dict[int, list[int]] = {element: [] for element in outer}
    for block, element in enumerate(holders):
        if element >= 0:
            blocks[element].append(block)
    return [Item(own, (element, ends[element])) for element, own in blocks.items() if own]


def _item_elements(page: Page, names: Names) -> list[int]:
    """Return the elements that are comments by their names; a number alone counts where other names are of comments."""
    told = names.tells
    if not any(bits & class_vocabulary.COMMENTED for bits in told.values()):
        return []
    found: set[int] = set()
    for name, bits in told.items():
        if bits & _MAY_BE_ITEMS and lines.MEANINGS[name] & lines.ITEM:
            found.update(names.elements[name])
    forms: dict[int, bool] = {}
    kept = [element for element in found if page.tags[element] not in _PAGES and not _is_form(page, element, forms)]
    return sorted(kept)[:MAX_ITEMS]


def _is_form(page: Page, element: int, forms: dict[int, bool]) -> bool:
    """Tell whether an element is, or stands in, a form to write a comment; ``forms`` keeps what is known of each."""
    for number in islice((element, *page.ancestors(element)), MAX_LEVELS):
        if number not in forms:
            named = lines.says(page.attrs[number]) & lines.FORM
            forms[number] = page.tags[number] == "form" or bool(named)
        if forms[number]:
            return True
    return False


def _tree(page: Page, elements: list[int]) -> dict[int, int]:
    """Return those elements that are one comment each, with the comment they are a reply in, -1 for none."""
    outer: dict[int, int] = {}
    stack: list[int] = []
    keys = {element: lines.key(page.attrs[element]) for element in elements}
    for element in elements:
        while stack and page.ends[stack[-1]] <= element:
            stack.pop()
        parent = stack[-1] if stack else -1
        if parent >= 0 and (keys[element].isdisjoint(keys[parent]) or not _is_reply(page, element, parent)):
            continue
        outer[element] = parent
        stack.append(element)
    return outer


def _is_reply(page: Page, element: int, parent: int) -> bool:
    """Tell whether an element in a comment, with one of its names, is another one: by its number, and text before."""
    own, other = page.attrs[element], page.attrs[parent]
    number, outer = lines.number(own), lines.number(other)
    if (outer and not number) or (number and number == outer):
        return False
    return page.blocks_in(element)[0] > page.blocks_in(parent)[0]


def _dated_items(page: Page) -> list[Item]:
    """Return the comments behind their heading: each has one date, and an element or a run of blocks of its own."""
    heading = _heading(page)
    if heading is None:
        return []
    end = _area_end(page, heading)
    dates = [block for block in range(heading + 1, end) if is_date_line(page.texts[block])]
    del dates[MAX_ITEMS:]
    if not dates:
        return []
    units = [_unit(page, date, dates, heading) for date in dates]
    if all(_has_text(page, range(*page.blocks_in(unit))) for unit in units) and len({*units}) == len(units):
        items = [Item([*range(*page.blocks_in(unit))], (unit, page.ends[unit])) for unit in units]
    else:
        items = [Item([*blocks], _elements(page, blocks)) for blocks in _cut(page, dates, heading + 1, end)]
    return [item for item in items if not _leads_away(page, item)]


def _leads_away(page: Page, item: Item) -> bool:
    """Tell whether a title or mostly links stand in what seems to be a comment: it is another entry."""
    everything = linked = 0
    for block in item.blocks:
        pieces = range(page.text_starts[block], page.text_ends[block])
        own = sum(len(page.pieces[piece].strip()) for piece in pieces)
        here = sum(len(page.pieces[piece].strip()) for piece in pieces if page.linked[piece])
        is_title = here == own and page.texts[block].count(" ") >= MAX_NAME_WORDS
        if is_title or 0 < _rank(page, block) <= LAST_RANK:
            return True
        linked += here
        everything += own
    return 2 * linked > everything


def _heading(page: Page) -> int | None:
    """Return the text block that is the heading of comments, and no link to them."""
    headings = comments_headings(page.texts, MAX_HEADING)
    return next(
        (number for number in headings if True not in page.linked[page.text_starts[number] : page.text_ends[number]]),
        None,
    )


def _area_end(page: Page, heading: int) -> int:
    """Return the block behind the last one of the smallest element with more than the heading, up to the next heading.

    Comments may have headings of a lower rank.
    """
    end = heading + 1
    for above in (page.owners[heading], *page.ancestors(page.owners[heading])):
        _, end = page.blocks_in(above)
        if end > heading + 1:
            break
    rank = _rank(page, heading) or LAST_RANK
    ranks = ((block, _rank(page, block)) for block in range(heading + 1, end))
    return next((block for block, other in ranks if other and other <= rank), end)


def _rank(page: Page, block: int) -> int:
    """Return the rank of the heading that a text block is or stands in, 0 for none."""
    owner = page.owners[block]
    return HEADINGS.get(page.tags[owner], 0) or HEADINGS.get(page.tags[page.parents[owner]], 0)


def _unit(page: Page, date: int, dates: list[int], heading: int) -> int:
    """Return the largest element around a date that holds no other date and not the heading."""
    unit = page.owners[date]
    for above in page.ancestors(unit):
        low, high = page.blocks_in(above)
        if low <= heading or bisect_left(dates, high) - bisect_left(dates, low) > 1:
            break
        unit = above
    return unit


def _cut(page: Page, dates: list[int], start: int, end: int) -> Iterator[range]:
    """Cut a run of blocks at its dates: they stand above the comments, or below, as a rule the same way for all."""
    if _has_text(page, range(start, dates[0])):
        for first, date in zip([start, *(date + 1 for date in dates)], dates, strict=False):
            yield range(first, date + 1)
        return
    # The name stands in the block before the date, unless that is a text or another date.
    taken = {start - 1, *dates}
    firsts = [date - 1 if date - 1 not in taken and len(page.texts[date - 1]) <= LONG else date for date in dates]
    for first, behind in zip(firsts, [*firsts[1:], end], strict=True):
        yield range(first, behind)


def _has_text(page: Page, blocks: range) -> bool:
    return any(len(page.texts[block]) > LONG and not is_date_line(page.texts[block]) for block in blocks)


def _elements(page: Page, blocks: range) -> tuple[int, int]:
    """Return the range of elements whose text starts in a run of blocks."""
    low = bisect_left(page.piece_starts, page.text_starts[blocks.start])
    return low, bisect_right(page.piece_starts, page.text_ends[blocks.stop - 1] - 1)
