"""Visitors' comments behind an article: found, told apart into author, date and text, and kept out of its body.

The comments' heading, names in class, id and microdata, and dates tell of them. On forum pages the posts are the main
content; on shop and list pages what visitors write belongs to the goods or to other pages: all of that stays.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING

from ..page import Label
from ..result import EmptyReason
from ..words import lines
from ..words.class_names import read_names
from ..words.lines import begins_comments, is_action, is_empty, name_in, split_date
from .comment_items import Item, find_items
from .passages import passages

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..page import Page
    from ..words.class_names import Names
    from .labels import Labels

REASON = "comments"
"""What is said of a text block of a comment, as by the veto for a few comments behind the text."""
WITH_COMMENTS = frozenset(("article", "documentation", "service"))
"""Types of pages whose comments are told apart."""
MIN_TEXT = 200
"""Characters of main content before the comments that make a page an article with comments, not a thread; it must also
have at least as much before them as in and behind them."""
MAX_HEAD = 6
"""Text blocks of a comment in which its author and date are looked for."""
MAX_PART = 120
"""Characters of an element that is a comment's author or date."""
MAX_BEFORE = 3
"""Text blocks between the heading of comments and the first one."""
SENTENCE_ENDS = (".", "!", "?", "。", "！", "？", "…")
LONG = 120
"""Characters of a text block that is neither a heading nor a button."""


def without_comments(
    page: Page, labels: Labels, page_type: str | None, names: Names | None = None
) -> tuple[Labels, tuple[dict[str, str | None], ...]]:
    """Return labels by which no visitor's comment is main, and the comments in order.

    A comment is "author" and "date" as shown (``None`` where there is none) and "text". ``names`` are the page's
    `read_names`, where another stage needs them, too.
    """
    if page_type not in WITH_COMMENTS:
        return labels, ()
    items = find_items(page, read_names(page) if names is None else names)
    if not items:
        return labels, ()
    sizes = [
        0,
        *accumulate(len(text) * (label is Label.MAIN) for text, label in zip(page.texts, labels.labels, strict=True)),
    ]
    before = sizes[items[0].blocks[0]]
    if before < max(MIN_TEXT, sizes[-1] - before):
        return labels, ()
    found = read_items(page, items)
    if not found:
        return labels, ()
    return _without(page, labels, [item for item, _ in found]), tuple(comment for _, comment in found)


def read_items(page: Page, items: Sequence[Item]) -> list[tuple[Item, dict[str, str | None]]]:
    """Return those items that are comments, each with author, date and text.

    What has no text of its own, or neither author nor date, is none.
    """
    read = [_read(page, item) for item in items]
    texts = passages(page, [blocks for _, _, blocks in read])
    return [
        (item, {"author": author, "date": date, "text": text})
        for item, (author, date, _), text in zip(items, read, texts, strict=True)
        if text and (author or date)
    ]


def _read(page: Page, item: Item) -> tuple[str | None, str | None, list[int]]:
    """Return a comment's author and date, and the text blocks of its text."""
    said = [lines.says(own) if own else 0 for own in page.attrs[item.elements[0] + 1 : item.elements[1]]]
    author, author_blocks = _named(page, item, said, lines.AUTHOR)
    date, date_blocks = _named(page, item, said, lines.DATE)
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
    return author, date, _body(page, item, said, rest)


def _named(page: Page, item: Item, said: Sequence[int], part: int) -> tuple[str | None, set[int]]:
    """Return the text of the first element that is called so, or is a ``time``, and the short blocks it stands in.

    ``said`` is what the names of the elements in the comment say, one by one.
    """
    own = {*item.blocks}
    for element, bits in enumerate(said, item.elements[0] + 1):
        if not bits & part and not (part == lines.DATE and page.tags[element] == "time"):
            continue
        low, high = page.blocks_in(element)
        length = sum(len(page.texts[block]) for block in range(low, min(high, low + MAX_HEAD)))
        if 0 < length <= MAX_PART * (high - low) and high - low <= MAX_HEAD and low in own:
            text = page.text_in(element)
            if 0 < len(text) <= MAX_PART:
                return text, {block for block in range(low, high) if len(page.texts[block]) <= MAX_PART}
    return None, set()


def _unnamed(
    page: Page, item: Item, rest: list[int], author: str | None, date: str | None
) -> tuple[str | None, str | None, list[int]]:
    """Find author and date in the first and last lines of a comment, where no name of an element tells them."""
    lines = {*item.blocks[:MAX_HEAD], *item.blocks[-2:]}
    if date is None:
        for block in [block for block in rest if block in lines]:
            split = split_date(page.texts[block])
            if split is not None:
                date = split[1]
                author = author or name_in(split[0])
                rest = [other for other in rest if other != block]
                break
    if author is None and date is not None and len(rest) > 1 and not _is_long(page, rest[0]):
        author = name_in(page.texts[rest[0]])
        if author and author.endswith(SENTENCE_ENDS):
            author = None
        if author:
            rest = rest[1:]
    return author, date, rest


def _body(page: Page, item: Item, said: Sequence[int], rest: list[int]) -> list[int]:
    """Return the text blocks of a comment's text: those of an element called so, else all but lines to click on."""
    chosen = {*rest}
    for element, bits in enumerate(said, item.elements[0] + 1):
        if bits & lines.TEXT:
            inside = [block for block in range(*page.blocks_in(element)) if block in chosen]
            if inside:
                rest = inside
                break
    return [block for block in rest if not _is_button(page, block)]


def _is_button(page: Page, block: int) -> bool:
    text = page.texts[block]
    return is_action(text) or begins_comments(text) or is_empty(text)


def _is_long(page: Page, block: int) -> bool:
    return len(page.texts[block]) > LONG


def _without(page: Page, labels: Labels, items: Sequence[Item]) -> Labels:
    """Label the comments as not main, with their heading and the short lines between them."""
    inside = {block for item in items for block in item.blocks}
    first, end = min(inside), max(inside) + 1
    heading = next(
        (
            block
            for block in range(first - 1, max(first - 1 - MAX_BEFORE, -1), -1)
            if begins_comments(page.texts[block])
        ),
        first,
    )
    inside.update(range(heading, first))
    inside.update(block for block in range(first, end) if not _is_long(page, block))
    chosen, reasons = labels.labels[:], labels.reasons[:]
    for block in inside:
        chosen[block] = Label.OTHER
        reasons[block] = f"{REASON}; {reasons[block]}"
    empty = labels.empty_reason or (None if Label.MAIN in chosen else EmptyReason.NO_MAIN_TEXT)
    return replace(labels, labels=chosen, reasons=reasons, empty_reason=empty)
