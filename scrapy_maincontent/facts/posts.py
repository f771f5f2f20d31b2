"""The posts of a thread: what stands around them, and is none of their text, ceases to be main content.

That is signatures, what is said of a member and of a post's changes, what readers click on, and what is not printed.
"""

from __future__ import annotations

import re
from itertools import chain, islice, takewhile
from typing import TYPE_CHECKING

from ..page import Label, block_sizes, link_count, roles, texts_of
from ..page.stems import MAX_NAME, named
from ..words.lines import is_date_line
from ..words.threads import is_labelled, is_of_board, says_edited, says_member

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..methods import Labels
    from ..page import Page


SIGNATURE, CONTROL, FURNITURE = "signature", "control of a thread", "about a post"
"""What begins the reason of such a text block."""
MOST, MOST_SIGNED = 0.5, 0.8
"""Shares of a thread's characters from which on none of a kind, or no signature, is left out: that is the text itself.

Signatures may be longer than a short answer.
"""


def posts_alone(page: Page, labels: Labels) -> Labels:
    """Return a thread's labels without signatures, controls, and what is said of members and posts."""
    kinds = (_signatures, SIGNATURE, MOST_SIGNED), (_controls, CONTROL, MOST), (_furniture, FURNITURE, MOST)
    for found, reason, most in kinds:
        main = {block: len(page.texts[block]) for block, label in enumerate(labels.labels) if label is Label.MAIN}
        blocks = sorted(main.keys() & {*found(page, main)})
        if sum(map(main.__getitem__, blocks)) < most * sum(main.values()):
            labels = labels.without(blocks, reason)
    return labels


def _signatures(page: Page, main: Iterable[int]) -> Iterator[int]:
    """Yield the text blocks that sign posts: by the names of their elements, or below a line of underscores."""
    signed = [name for name in page.names if _SIG in name.lower() and _SIGNATURE.search(name[:MAX_NAME])]
    elements = {each for name in signed for each in page.names[name]}
    having = [each for each, own in enumerate(page.attrs) if _ROLE in own]
    elements.update(each for each in having if page.attrs[each][_ROLE] in _SIGNATURE_ROLES)
    yield from texts_of(page, sorted(elements))
    for rule in main:
        if page.texts[rule].startswith(_RULE):
            end = page.blocks_in(page.owners[rule])[1]
            if end - rule <= MAX_LINES and sum(map(len, page.texts[rule:end])) <= MAX_SIGNATURE:
                yield from range(rule, end)


_SIGNATURE = re.compile(
    r"(?:^|[\s_-])(?:signature|sig[_-]?text|sig\d+|user-?sig|post-?sig(?:nature)?)(?=$|[\s_-]|\d)", re.IGNORECASE
)
_SIG = "sig"
"""What all such names have."""
_ROLE, _SIGNATURE_ROLES = "data-role", ("memberSignature", "signature")
_RULE = "_____"
MAX_LINES, MAX_SIGNATURE = 12, 300
"""Text blocks and characters of a signature below such a line."""


def _controls(page: Page, main: dict[int, int]) -> Iterator[int]:
    """Yield the text blocks that are buttons by their role, or that a page does not print, if all of them are short."""
    unprinted = [name for name in page.names if _PRINT in name and _UNPRINTED.search(name[:MAX_NAME])]
    buttons = [each for each, role in roles(page).items() if role in CONTROL_ROLES]
    for elements in (sorted({each for name in unprinted for each in page.names[name]}), buttons):
        blocks = [block for block in texts_of(page, elements) if block in main]
        # Where a whole post may be clicked on, or is not printed, its short lines are text.
        if all(main[block] <= MAX_CONTROL for block in blocks):
            yield from blocks


CONTROL_ROLES = frozenset(("button", "menuitem"))
_UNPRINTED = re.compile(r"(?:^|\s)(?:no-?print|d-print-none|hidden-print|print[-:]hidden|hide-on-print)(?=$|\s)")
_PRINT = "print"
MAX_CONTROL = 60
"""Characters of such a text block."""


def _furniture(page: Page, main: dict[int, int]) -> Iterator[int]:
    """Yield lines about posts' changes and authors, of the board and its menus, and those that others have, too."""
    yield from _menus(page, main)
    for block, size in main.items():
        if size <= MAX_EDITED and says_edited(page.texts[block]):
            yield block
        elif size <= MAX_FACT and says_member(page.texts[block]):
            yield block
            yield from _facts_beside(page, main, block)
        elif size <= MAX_FACT and is_of_board(page.texts[block]):
            yield block
    yield from _repeated(page, main)


def _menus(page: Page, main: dict[int, int]) -> Iterator[int]:
    """Yield the lines of several links, and little else, above the first post; with commas they are of its author."""
    for block in takewhile(lambda block: main[block] < LEAST_POST, sorted(main)):
        size, linked = block_sizes(page, block)
        if linked >= LINKED * size and "," not in page.texts[block] and link_count(page, block) > 1:
            yield block


LEAST_POST, LINKED = 100, 0.6
"""Characters of a text above which only menus and the board's name stand, and a menu's share of links."""
MAX_EDITED, MAX_FACT = 160, 60
"""Characters of a line that says who changed a post, and of one about its author."""


def _facts_beside(page: Page, main: dict[int, int], member: int) -> Iterator[int]:
    """Yield the lines with a label next to the one that says since when an author is a member, in their element."""
    first, end = member, member + 1
    owner = page.owners[member]
    for element in islice((owner, *page.ancestors(owner)), MEMBER_LEVELS):
        around = page.blocks_in(element)
        if around[1] - around[0] > MOST_FACTS:
            break
        first, end = around
    for run in (range(member + 1, end), range(member - 1, first - 1, -1)):
        for block in run:
            if main.get(block, MAX_FACT + 1) > MAX_FACT or not is_labelled(page.texts[block]):
                break
            yield block


MEMBER_LEVELS, MOST_FACTS = 6, 14
"""Elements above such a line, and text blocks in them, among which an author's lines are looked for."""


def _repeated(page: Page, main: dict[int, int]) -> Iterator[int]:
    """Yield the short lines that elements of one make repeat, numbers aside, unless such elements hold posts.

    Who wrote a post or a quoted one, and when, belongs to a thread.
    """
    makes = {block: _make(page, block) for block in main}
    posts, posters = {make for block, make in makes.items() if main[block] > MAX_REPEATED}, {*named(page, "poster")}
    lines: dict[tuple[str, ...], list[int]] = {}
    for block, make in makes.items():
        tag, _, *classes = make
        text = page.texts[block]
        is_text = tag in _TEXT_TAGS or make in posts or not any(classes) or not posters.isdisjoint(classes)
        # In tables it is said of each author, and above each answer.
        is_said = bool(_REPLY.match(text)) or (tag in _CELLS and is_labelled(text))
        if not text.endswith(_QUOTED) and (is_said or not is_text):
            lines.setdefault((*make, _NUMBER.sub("", text)), []).append(block)
    alike = chain.from_iterable(blocks for blocks in lines.values() if len(blocks) >= FEWEST)
    yield from (block for block in alike if not is_date_line(page.texts[block]))


def _make(page: Page, block: int) -> tuple[str, ...]:
    """Return the tags and the classes of a text block's element and of the one around it."""
    own = page.owners[block]
    both = (own, max(page.parents[own], 0))
    return (*(page.tags[each] for each in both), *(page.attrs[each].get("class", "")[:MAX_NAME] for each in both))


FEWEST, MAX_REPEATED = 3, 40
"""Times that such a line stands on the page, and its characters."""
_TEXT_TAGS = frozenset(("p", "pre", "code", "blockquote", "td", "th"))
"""What a post is written in: three may say "Thanks"."""
_CELLS = frozenset(("td", "th"))
_REPLY = re.compile(r"(?:re|aw|antw|sv|vs|odp|rif|ynt|отв)\s?(?:\[\d+\])?:\s?\S", re.IGNORECASE)
"""What a line is written in that is a label and its value; and the subject of an answer."""
_NUMBER, _QUOTED = re.compile(r"\d+"), (":", "：")
