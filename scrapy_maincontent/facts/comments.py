"""Visitors' comments behind an article: found, split into author, date and text, and kept out of its body.

Evidence is the comments' heading, names in class, id and microdata, and dates. On forum pages the posts are the main
content; on shop and list pages what visitors write belongs to the goods or to other pages: all of that stays.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import accumulate, chain, islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

from ..page import HEADINGS, Label, block_sizes, headings, is_link
from ..page.stems import MAX_NAME, named
from ..words import class_names
from ..words.class_names import COMMENT_MEANINGS, comment_keys, comment_meanings, comment_number
from ..words.lines import begins_comments, comments_headings, is_action, is_date_line, is_empty, name_in, split_date
from ..words.sentences import ends_sentence
from .entries import passages
from .page_type import FORUM
from .posts import posts_alone

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..methods import Labels
    from ..page import Page


REASON = "comments"
"""Begins the reason of a comment's text block."""
_WITH_COMMENTS = frozenset(("article", "documentation", "service"))
MIN_TEXT = 200
"""Characters of main content before the comments that make a page an article with comments, not a thread."""
MIN_TIMES = 3
"""So many times as long as one of the comments that text must be; a thread's opening is like its answers."""
_OPEN_END = "…"
MAX_HEAD = 6
"""Text blocks of a comment in which its author and date are looked for."""
MAX_PART = 120
"""Characters of an element that is a comment's author or date."""
MAX_BEFORE = 3
"""Text blocks between the heading of comments and the first one, or between it and that of trackbacks."""
LONG = 120
"""Characters of a text block that is neither a heading nor a button."""


def without_comments(
    page: Page, labels: Labels, page_type: str | None
) -> tuple[Labels, tuple[dict[str, str | None], ...]]:
    """Return labels with visitors' comments as other content, and the comments in order.

    A comment is "author" and "date" as shown (``None`` where there is none) and "text".
    """
    if page_type == FORUM:
        return posts_alone(page, _with_posts(page, labels)), ()
    if page_type not in _WITH_COMMENTS:
        return labels, ()
    sizes = [
        0,
        *accumulate(len(text) * (label is Label.MAIN) for text, label in zip(page.texts, labels.labels, strict=True)),
    ]
    ways = (_named_items, _dated_items, partial(_alike_items, labels=labels))
    found = next(filter(None, (_comments(page, way(page), sizes) for way in ways)), [])
    if not found:
        return labels, ()
    blocks = _blocks_around(page, {block for item, _ in found for block in item.blocks})
    return labels.without(blocks, REASON), tuple(comment for _, comment in found)


def _comments(page: Page, items: Sequence[_Item], sizes: Sequence[int]) -> list[tuple[_Item, dict[str, str | None]]]:
    """Return the comments among the items, none where what is before them is no article.

    ``sizes``: the characters of main content before each text block, and of all.
    """
    before = sizes[items[0].blocks[0]] if items else 0
    if before < max(MIN_TEXT, MIN_TIMES * (sizes[-1] - before) / max(len(items), 1)):
        return []
    return _read_items(page, items)


def _with_posts(page: Page, labels: Labels) -> Labels:
    """Return a thread's labels with the texts of what is called comments as main content, if that is most of it."""
    items = _named_items(page)
    read = [(item, *_read(page, item)) for item in items] if len(items) >= FEWEST_POSTS else []
    signed = [body for item, author, date, body in read if (author or date) and not _leads_away(page, item)]
    lost = [
        block
        for block in chain.from_iterable(signed)
        if labels.labels[block] is not Label.MAIN and not page.hidden[block] and not is_link(page, block)
    ]
    main = (block for block, label in enumerate(labels.labels) if label is Label.MAIN)
    # Remarks below answers are less than these; answers are more than the question.
    if sum(len(page.texts[block]) for block in lost) <= sum(len(page.texts[block]) for block in main):
        return labels
    chosen, reasons = labels.labels[:], labels.reasons[:]
    for block in lost:
        chosen[block], reasons[block] = Label.MAIN, f"{POST}; {reasons[block]}"
    return replace(labels, labels=chosen, reasons=reasons, empty_reason=None)


FEWEST_POSTS = 2
POST = "post of a thread"
"""Begins the reason of a text that is called a comment, and is the main content of a thread."""


def _read_items(page: Page, items: Sequence[_Item]) -> list[tuple[_Item, dict[str, str | None]]]:
    """Return the comments among the items: those with a text, and an author or a date."""
    read = [_read(page, item) for item in items]
    texts = passages(page, [blocks for _, _, blocks in read])
    return [
        (item, {"author": author, "date": date, "text": text})
        for item, (author, date, _), text in zip(items, read, texts, strict=True)
        if text and (author or date)
    ]


def _read(page: Page, item: _Item) -> tuple[str | None, str | None, list[int]]:
    parts = [comment_meanings(own) if own else 0 for own in page.attrs[item.elements[0] + 1 : item.elements[1]]]
    author, author_blocks = _named(page, item, parts, class_names.AUTHOR)
    date, date_blocks = _named(page, item, parts, class_names.DATE)
    author = author and name_in((split_date(author) or (author, ""))[0])
    if date:
        split = split_date(date)
        if split is None:
            date, date_blocks = None, set()
        else:
            author, date = author or name_in(split[0]), split[1]
    for block in sorted(date_blocks):
        beside = split_date(page.texts[block])
        author = author or (name_in(beside[0]) if beside else None)
    if date is None:
        splits = (split_date(page.texts[block]) for block in sorted(author_blocks))
        date = next((split[1] for split in splits if split), None)
    head = author_blocks | date_blocks
    rest = [block for block in item.blocks if block not in head]
    author, date, rest = _unnamed(page, item, rest, author, date)
    return author, date, _body(page, item, parts, rest)


def _named(page: Page, item: _Item, parts: Sequence[int], part: int) -> tuple[str | None, set[int]]:
    """Return the first element's text that is a part by its name, or ``time``, and the short blocks it stands in."""
    own = {*item.blocks}
    for element, bits in enumerate(parts, item.elements[0] + 1):
        if not bits & part and not (part == class_names.DATE and page.tags[element] == "time"):
            continue
        low, high = page.blocks_in(element)
        length = sum(len(page.texts[block]) for block in range(low, min(high, low + MAX_HEAD)))
        if 0 < length <= MAX_PART * (high - low) and high - low <= MAX_HEAD and low in own:
            text = page.text_in(element)
            if 0 < len(text) <= MAX_PART:
                return text, {block for block in range(low, high) if len(page.texts[block]) <= MAX_PART}
    return None, set()


def _unnamed(
    page: Page, item: _Item, rest: list[int], author: str | None, date: str | None
) -> tuple[str | None, str | None, list[int]]:
    outer = {*item.blocks[:MAX_HEAD], *item.blocks[-2:]}
    if date is None:
        for block in [block for block in rest if block in outer]:
            split = split_date(page.texts[block])
            if split is not None:
                date = split[1]
                author = author or name_in(split[0])
                rest = [other for other in rest if other != block]
                break
    if author is None and date is not None and len(rest) > 1 and not _is_long(page, rest[0]):
        author = name_in(page.texts[rest[0]])
        if author and (ends_sentence(author) or author.endswith(_OPEN_END)):
            author = None
        if author:
            rest = rest[1:]
    return author, date, rest


def _body(page: Page, item: _Item, parts: Sequence[int], rest: list[int]) -> list[int]:
    chosen = {*rest}
    for element, bits in enumerate(parts, item.elements[0] + 1):
        if bits & class_names.TEXT:
            inside = [block for block in range(*page.blocks_in(element)) if block in chosen]
            if inside:
                rest = inside
                break
    texts = page.texts
    return [block for block in rest if not any(test(texts[block]) for test in (is_action, begins_comments, is_empty))]


def _is_long(page: Page, block: int) -> bool:
    return len(page.texts[block]) > LONG


def _blocks_around(page: Page, inside: set[int]) -> set[int]:
    first, last = min(inside), max(inside)
    above, heading = first, first
    while above >= 0:
        heading = above
        before = reversed(range(max(above - MAX_BEFORE, 0), above))
        above = next((block for block in before if begins_comments(page.texts[block])), -1)
    short = (block for block in range(first, last) if not _is_long(page, block))
    return {*inside, *range(heading, first), *short}


# Each comment's text blocks: by the names of elements, else by the dates behind a heading.

MAX_ITEMS = 2000
"""Comments of one page."""
MAX_HEADING = 60
"""Characters of a heading of comments."""
_LONG_NAME = 30
MAX_LEVELS = 30
"""Elements around one that are looked at for a form."""
MAX_NAME_WORDS = 4
"""Words of a name that is a link; more are a title."""
_LAST_RANK = 3
"""Rank of the last heading that may be a title; such a one ends comments whose own heading is none."""
_PAGES = frozenset(("html", "body", "main"))


class _Item(NamedTuple):
    blocks: list[int]
    elements: tuple[int, int]


def _named_items(page: Page) -> list[_Item]:
    outer = _tree(page, _item_elements(page))
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
    return [_Item(own, (element, ends[element])) for element, own in blocks.items() if own]


def _item_elements(page: Page) -> list[int]:
    names = named(page, "comment")
    if not names:
        return []
    found: set[int] = set()
    for name in [*names, *(name for name in page.names if name[1:2].isdigit())]:
        if COMMENT_MEANINGS[name[:MAX_NAME]] & class_names.ITEM:
            found.update(page.names[name])
    forms: dict[int, bool] = {}
    kept = [element for element in found if page.tags[element] not in _PAGES and not _is_form(page, element, forms)]
    return sorted(kept)[:MAX_ITEMS]


def _is_form(page: Page, element: int, forms: dict[int, bool]) -> bool:
    for number in islice((element, *page.ancestors(element)), MAX_LEVELS):
        if number not in forms:
            named = comment_meanings(page.attrs[number]) & class_names.FORM
            forms[number] = page.tags[number] == "form" or bool(named)
        if forms[number]:
            return True
    return False


def _tree(page: Page, elements: list[int]) -> dict[int, int]:
    """Return those elements that are one comment each, with the comment they are a reply in, -1 for none."""
    outer: dict[int, int] = {}
    stack: list[int] = []
    keys = {element: comment_keys(page.attrs[element]) for element in elements}
    lists = _lists(page, keys)
    for element in [element for element in elements if element not in lists]:
        while stack and page.ends[stack[-1]] <= element:
            stack.pop()
        parent = stack[-1] if stack else -1
        if parent >= 0 and (keys[element].isdisjoint(keys[parent]) or not _is_reply(page, element, parent)):
            continue
        outer[element] = parent
        stack.append(element)
    return outer


def _lists(page: Page, keys: Mapping[int, frozenset[str]]) -> set[int]:
    """Return the elements, of those in ``keys``, that begin with several siblings of the same names, or with a list."""
    inner: dict[tuple[int, int, frozenset[str]], list[int]] = {}
    around: dict[int, int] = {}
    stack: list[int] = []
    for element, own in keys.items():
        while stack and page.ends[stack[-1]] <= element:
            stack.pop()
        if stack:
            around[element] = stack[-1]
            inner.setdefault((stack[-1], page.parents[element], own), []).append(element)
        stack.append(element)
    found = set[int]()
    for element in [several[0] for several in inner.values() if len(several) > 1]:
        outer = around.get(element)
        while outer is not None and outer not in found and page.first_block(outer) == page.first_block(element):
            found.add(outer)
            outer = around.get(outer)
    return found


def _is_reply(page: Page, element: int, parent: int) -> bool:
    """Return True if an element in a comment, with one of its names, is another one: by its number, and text before."""
    own, other = page.attrs[element], page.attrs[parent]
    number, outer = comment_number(own), comment_number(other)
    if (outer and not number) or (number and number == outer):
        return False
    return page.blocks_in(element)[0] > page.blocks_in(parent)[0]


def _dated_items(page: Page) -> list[_Item]:
    """Return the comments behind their heading: each has one date, and an element or a run of blocks of its own."""
    for heading in islice(_comments_headings(page), MOST_HEADINGS):
        if items := _below(page, heading):
            return items
    return []


MOST_HEADINGS = 4
"""Headings of comments below which comments are looked for: "Trackbacks" may be above them."""


def _below(page: Page, heading: int) -> list[_Item]:
    end = _area_end(page, heading)
    dates = [block for block in range(heading + 1, end) if is_date_line(page.texts[block])]
    del dates[MAX_ITEMS:]
    if not dates:
        return []
    units = [_unit(page, date, dates, heading) for date in dates]
    own = [range(*page.blocks_in(unit)) for unit in units]
    if len({*units}) == len(units) and (all(_has_text(page, blocks) for blocks in own) or _are_whole(page, own)):
        items = [_Item([*blocks], (unit, page.ends[unit])) for unit, blocks in zip(units, own, strict=True)]
    else:
        items = [_Item([*blocks], _elements(page, blocks)) for blocks in _cut(page, dates, heading + 1, end)]
    return [item for item in items if not _leads_away(page, item)]


def _alike_items(page: Page, labels: Labels) -> list[_Item]:
    """Return the entries of one make with author, date and text, whatever they are called: of one tag and class.

    They are looked for where main content is. Teasers have such dates, too: their titles are links (`_leads_away`).
    """
    texts, chosen = page.texts, Label.MAIN
    main = [block for block, label in enumerate(labels.labels) if label is chosen]
    among = range(main[0], min(main[-1] + NEAR, len(texts))) if main else ()
    short = [block for block in among if len(texts[block]) <= MAX_DATE and _DIGIT.search(texts[block])]
    # Dates of one make stand in elements of one make: those of fewer are not read.
    makes = Counter(page.tags[page.owners[block]] for block in short)
    likely = [block for block in short if makes[page.tags[page.owners[block]]] >= FEWEST_ALIKE]
    dates = [block for block in likely[:MAX_ITEMS] if is_date_line(texts[block])]
    groups: dict[tuple[int, str, str], list[int]] = {}
    for unit in {_unit(page, date, dates, -1) for date in dates} if len(dates) >= FEWEST_ALIKE else ():
        make = page.parents[unit], page.tags[unit], page.attrs[unit].get("class", "")
        groups.setdefault(make, []).append(unit)
    best = max(groups.values(), key=len, default=[])
    if not best or page.tags[best[0]] in _LISTS:
        return []
    below = headings(page)
    if bisect_left(below, max(best)) > bisect_left(below, min(best)):
        return []  # they are parts of a text
    items = [_Item([*range(*page.blocks_in(unit))], (unit, page.ends[unit])) for unit in sorted(best)]
    if not any(_is_comment(page, item) for item in items[:FEWEST_ALIKE]):
        return []
    whole = [item for item in items if len(item.blocks) <= MOST_BLOCKS and _is_comment(page, item)]
    if len(whole) < max(FEWEST_ALIKE, MOST_ALIKE * len(items)):
        return []
    # Reviews and steps of a guide that the method is sure of are the page's text.
    sizes = {block: len(texts[block]) for item in whole for block in item.blocks}
    sure = sum(labels.scores[block] * size for block, size in sizes.items())
    return whole if sure < SURE * sum(sizes.values()) else []


NEAR = 200
"""Text blocks behind main content in which such entries are looked for."""
MAX_DATE = 60
"""Characters of a line with its date."""
_DIGIT = re.compile(r"\d")
_LISTS = frozenset(("ul", "ol", "dl"))
FEWEST_ALIKE = 3
"""Entries of one make that are comments though nothing says so."""
MOST_ALIKE = 0.8
"""Share of the siblings of that make that must be such entries."""
MOST_BLOCKS = 40
"""Text blocks of such an entry."""
SURE = 0.8
"""Mean score, by characters, from which on such entries are the page's text."""


def _is_comment(page: Page, item: _Item) -> bool:
    """Return True if an entry says who wrote it and when, has a text of its own, and leads nowhere else."""
    author, date, rest = _read(page, item)
    return bool(author and date and rest) and not _leads_away(page, item)


def _are_whole(page: Page, units: Sequence[range]) -> bool:
    """Return True if short comments stand end to end, each with more than its date."""
    end_to_end = len(units) > 1 and all(one.stop == other.start for one, other in pairwise(units))
    return end_to_end and all(any(not is_date_line(page.texts[block]) for block in unit) for unit in units)


def _leads_away(page: Page, item: _Item) -> bool:
    everything = linked = 0
    for block in item.blocks:
        own, here = block_sizes(page, block)
        is_title = here == own and page.texts[block].count(" ") >= MAX_NAME_WORDS
        if (is_title and not is_date_line(page.texts[block])) or 0 < _rank(page, block) <= _LAST_RANK:
            return True
        linked += here
        everything += own
    return 2 * linked > everything


def _comments_headings(page: Page) -> Iterator[int]:
    """Yield the headings of comments that have no link."""
    for number in comments_headings(page.texts, MAX_HEADING):
        if True not in page.linked[page.text_starts[number] : page.text_ends[number]]:
            yield number


def _area_end(page: Page, heading: int) -> int:
    """Return the block behind the smallest element with more than the heading, at most the next heading."""
    owner = page.owners[heading]
    ends = (page.blocks_in(above)[1] for above in (owner, *page.ancestors(owner)))
    end = next((end for end in ends if end > heading + 1), len(page.texts))
    rank = _rank(page, heading) or _LAST_RANK
    ranks = ((block, _rank(page, block)) for block in range(heading + 1, end))
    return next((block for block, other in ranks if other and other <= rank), end)


def _rank(page: Page, block: int) -> int:
    owner = page.owners[block]
    return HEADINGS.get(page.tags[owner], 0) or HEADINGS.get(page.tags[page.parents[owner]], 0)


def _unit(page: Page, date: int, dates: list[int], heading: int) -> int:
    unit = page.owners[date]
    for above in page.ancestors(unit):
        low, high = page.blocks_in(above)
        if low <= heading or bisect_left(dates, high) - bisect_left(dates, low) > 1:
            break
        unit = above
    return unit


def _cut(page: Page, dates: list[int], start: int, end: int) -> Iterator[range]:
    """Cut a run of blocks at its dates: they stand above the comments, or below, as a rule the same way for all."""
    # There is a text before the first date, and none behind the last one.
    are_below = start < dates[0] and dates[-1] + 1 == end
    if are_below or _has_text(page, range(start, dates[0])):
        for first, date in zip([start, *(date + 1 for date in dates)], dates, strict=False):
            yield range(first, date + 1)
        return
    taken = {start - 1, *dates}
    firsts = [date - 1 if date - 1 not in taken and _is_name_of(page, date - 1, date) else date for date in dates]
    for first, behind in zip(firsts, [*firsts[1:], end], strict=True):
        yield range(first, behind)


def _is_name_of(page: Page, block: int, date: int) -> bool:
    """Return True if a short block before a date is its own: the name of who wrote then, or the link of an entry."""
    beside, pieces = split_date(page.texts[date]), slice(page.text_starts[block], page.text_ends[block])
    has_name = beside is not None and name_in(beside[0]) is not None
    return len(page.texts[block]) <= _LONG_NAME and (not has_name or True in page.linked[pieces])


def _has_text(page: Page, blocks: range) -> bool:
    return any(len(page.texts[block]) > _LONG_NAME and not is_date_line(page.texts[block]) for block in blocks)


def _elements(page: Page, blocks: range) -> tuple[int, int]:
    low = bisect_left(page.piece_starts, page.text_starts[blocks.start])
    return low, bisect_right(page.piece_starts, page.text_ends[blocks.stop - 1] - 1)
