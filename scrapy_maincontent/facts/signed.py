"""Authors far from the headline: who signs a text at its end, and who began a forum's thread."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import partial
from itertools import chain, islice, takewhile
from typing import TYPE_CHECKING

from ..page import HEADINGS
from ..page.head import MAX_ADDRESS
from ..page.stems import named
from ..words.days import day_in
from ..words.lines import begins_comments, is_byline_label, signature
from ..words.names import is_control, is_full_name, is_personal, writer_in
from ..words.threads import begins_with_edit, is_of_board

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..page import Page
    from .declared import Named


BEHIND = 16
"""Text blocks behind the main text in which it may be signed."""
MAX_LINE = 120
MAX_NAME = 40
"""Characters of a line that signs a text, and of a thread's author."""
IN_TEXT = 12
"""Last text blocks of the main text of which one may sign it: what is below it is a list of sources, or a call."""
LABELLED = 4
"""Text blocks behind a label such as "Author" in which the names stand."""
MAX_BOXES = 2
"""Elements of one class of authors behind the text: more are those of cards that lead to other texts."""
BEFORE_POST, IN_POST = 4, 12
"""Text blocks before the headline of a thread, and behind it, in which its author stands."""


def signers(page: Page, main: Sequence[bool]) -> Iterator[Named]:
    """Yield who signs a text right behind its last block: "Written by Ann Reed", "Author", an author's box."""
    if True not in main:
        return
    last = len(main) - list(main)[::-1].index(True)
    near = [*_shown(page, range(max(last - 1, 0), min(last + BEHIND, len(page.texts))))]
    for number, block in enumerate(near):
        text = page.texts[block]
        if name := signature(text):
            yield name, None
            return
        if is_byline_label(text):
            below = [page.texts[other] for other in near[number + 1 :]]
            first = next((place for place, name in enumerate(below[:LABELLED]) if is_personal(name)), len(below))
            writers = [name for name in map(writer_in, below[:LABELLED]) if name]
            yield from ((name, None) for name in [*takewhile(is_personal, below[first:])] or writers[:1])
            return
    inner = (signature(page.texts[block]) for block in _shown(page, range(max(last - IN_TEXT, 0), last)))
    boxed = _boxed(page, range(last, min(last + BEHIND, len(page.texts))))
    ends = filter(partial(_is_set_off, page), range(last - 1, min(last + 1, len(page.texts))))
    set_off = ((page.texts[block].lstrip(_DASHES), None) for block in ends)
    told = ((name, None) for name in _introduced(page, range(max(last - 1, 0), min(last + LABELLED, len(page.texts)))))
    signed = [*islice(chain(boxed, ((name, None) for name in inner if name), set_off, told), 1)]
    yield from signed or ((name, None) for name in _reporters(page, list(main).index(True), last))


def _reporters(page: Page, first: int, last: int) -> list[str]:
    """Return the reporters whom a text in Han, kana or Hangul names in its lead, at its end, or in a line alone."""
    ends = range(max(last - BESIDE, 0), last + BESIDE)
    near = {*range(max(first - BESIDE, 0), first + BESIDE), *ends}
    for block in sorted(near.intersection(range(len(page.texts)))):
        text = page.texts[block]
        for part in (text[:LEAD], text[-LEAD:]):
            if not part.isascii() and (found := _REPORTER.search(part)):
                named = takewhile(lambda name: name not in _HELPERS, _BETWEEN.split(found[1] or found[2]))
                names = [name for name in named if 1 < len(name) <= MOST_HAN]
                if names and not names[-1].endswith(_PICTURED):
                    return names
        if block in ends and not text.isascii() and (signed := _bracketed(text[-MAX_NAME:])):
            return signed
    return []


def _bracketed(end: str) -> list[str]:
    """Return the names in brackets at a text's end, or a Korean reporter's: "（文＝佐藤花子）", "【佐藤花子】"."""
    if found := _AT_END.search(end):
        names = [name.strip() for name in _BETWEEN_NAMES.split(found[2])]
        is_led = found[1] is not None and all(map(is_full_name, names))
        return names if is_led or all(map(is_personal, names)) else []
    return [found[1]] if (found := _KOREAN_AT_END.search(end)) else []


BESIDE, LEAD, MOST_HAN = 4, 120, 4
"""Text blocks at both ends of a text, and before and behind it; characters of each end of one; and of such a name."""
_NAMES = r"[\u4e00-\u9fff]{2,4}(?:[、\s　]{1,2}[\u4e00-\u9fff]{2,4}){0,3}"
_REPORTER = re.compile(
    rf"[（(〔【](?:[^（()）]{{0,12}})?(?:记者|記者)[/：:\s　]?({_NAMES})"
    r"(?=[)）〕】]|[／/∕][^）)〕】]{1,12}[報报][導导]|[，,、\s　]{0,2}(?:通讯员|通訊員|实习生))"
    rf"|\A(?:本报|本報|本刊)(?:记者|記者)[：:\s　]?({_NAMES})\Z"
)
_AT_END = re.compile(
    r"[（(【〔［]((?:取材・文|構成・文|文・構成|文・写真|写真・文|取材・構成|文責|文|筆者|執筆|聞き手|記者)\s?[＝=：:・／/]\s?)?"
    r"([\u3005-\u30ff\u3400-\u9fff][\u3005-\u30ff\u3400-\u9fff 　、，・]{1,24})(?:記者|特派員)?[）)】〕］]\s{0,2}\Z"
)
_BETWEEN_NAMES = re.compile(r"[、，]")
_KOREAN_AT_END = re.compile(
    r"(?:^|[\s/=.])([\uac00-\ud7a3]{2,4})\s?(?:선임기자|기자|특파원)(?:\s?[(<=]?\s?[\w.-]{2,24}@[\w.-]{4,24}[)>]?)?\s{0,2}\Z"
)
_BETWEEN = re.compile(r"[、\s　]+")
_PICTURED = ("摄", "攝", "图", "圖")
_HELPERS = frozenset(("通讯员", "通訊員", "实习生", "實習生", "编辑", "編輯"))


def _shown(page: Page, blocks: range) -> Iterator[int]:
    """Yield the short text blocks that are shown, up to the comments and to the heading of further texts."""
    for block in blocks:
        text = page.texts[block]
        if begins_comments(text):
            return
        if len(text) <= MAX_LINE and not page.hidden[block]:
            yield block


def _introduced(page: Page, blocks: range) -> Iterator[str]:
    """Yield whom a text at the end introduces as a writer and nothing names before it: "Ann Reed is a reporter."."""
    for block in blocks:
        name = "" if page.hidden[block] else writer_in(page.texts[block])
        if name and not any(name in text for text in page.texts[: blocks.start]):
            yield name


def _is_set_off(page: Page, block: int) -> bool:
    """Return True if a text block is a name at the right, behind a dash, or wholly in bold or italics."""
    text = page.texts[block]
    if not is_personal(text.lstrip(_DASHES)) or page.hidden[block]:
        return False
    if text[0] in _DASHES:
        return True
    owner, start = page.owners[block], page.text_starts[block]
    own = page.attrs[owner]
    first = bisect_left(page.piece_starts, start)
    for element in range(first, bisect_right(page.piece_starts, start)):
        # Old pages part their paragraphs by line breaks alone.
        if element > owner and page.tags[element] in _SET_OFF and page.text_in(element) == page.texts[block]:
            return page.blocks_in(element) == (block, block + 1)
    if own.get("align") == "right" or _AT_RIGHT.search(own.get("style", "")[:MAX_STYLE]):
        return page.tags[owner] not in HEADINGS
    tags = {page.tags[owner], *page.tags[owner + 1 : page.ends[owner]]}
    return not tags.isdisjoint(_SET_OFF) and tags <= _SET_OFF | _PLAIN


_DASHES = "—–―- "
_SET_OFF, _PLAIN = frozenset(("strong", "b", "em", "i")), frozenset(("p", "div", "span"))
_AT_RIGHT, MAX_STYLE = re.compile(r"text-align:\s?(?:right|end)"), 200
"""What sets a text at the right, and characters of a style that are read."""


def _boxed(page: Page, blocks: range) -> Iterator[Named]:
    """Yield the name with which an author's box begins."""
    few = (each for name in named(page, "author") if len(each := page.names[name]) <= MAX_BOXES)
    for element in sorted({element for elements in few for element in elements}):
        block, behind = page.blocks_in(element)
        if block in blocks and block < behind and is_personal(page.texts[block]):
            yield page.texts[block], None
            return


def thread_starter(page: Page, headline: int) -> Iterator[Named]:
    """Yield who wrote the first post of a forum's thread: by the classes of posts' authors, links to members, a column.

    A post may have its author before its own headline: then the answers' authors stand in elements of the same make.
    """
    yield from islice(chain(_posters(page, headline), _members(page, headline), _below_head(page, headline)), 1)


def _posters(page: Page, headline: int) -> Iterator[Named]:
    """Yield the texts of the first elements of each class of posts' authors near the headline, in the page's order."""
    of_class = {elements[0]: len(elements) for elements in map(page.names.__getitem__, named(page, "poster"))}
    for element, number in sorted(of_class.items()):
        block, behind = page.blocks_in(element)
        before = BEFORE_POST if number == 1 else IN_POST
        if not headline - before <= block < min(headline + IN_POST, behind):
            continue
        text = page.text_in(element) if behind == block + 1 else page.texts[block].strip()
        if _may_be_member(text) and page.tags[page.owners[block]] not in HEADINGS:
            yield text, page.attrs[link]["href"] if (link := page.link_in(element)) is not None else None


def _members(page: Page, headline: int) -> Iterator[Named]:
    """Yield the first link to a member behind the headline, or that of the same make that stands right before it."""
    first = max(headline - IN_POST, 0)
    start = bisect_left(page.links, page.owners[first])
    before: dict[tuple[str, ...], int] = {}
    for link in page.links[start : start + MAX_LINKS]:
        own = page.attrs[link]
        text = page.text_in(link) if _MEMBER.search(own["href"][:MAX_ADDRESS]) else ""
        block = page.blocks_in(link)[0] if text else 0
        if not _may_be_member(text) or _is_of_editor(page, block):
            continue
        around = page.attrs[max(page.parents[link], 0)]
        make = page.tags[page.parents[link]], around.get("class", ""), own.get("class", "")
        if block < headline:
            before.setdefault(make, link)
        else:
            found = before.get(make, link)
            yield page.text_in(found), page.attrs[found]["href"]
            return


def _below_head(page: Page, headline: int) -> Iterator[Named]:
    """Yield the first text below a row that heads the column of authors: "Author | Message"."""
    for block in range(max(headline - IN_POST, 0), min(headline + IN_POST, len(page.texts))):
        if not is_byline_label(page.texts[block]) or page.texts[block].endswith(_COLONS):
            continue  # "Author: | Ann Reed" is a row of its own
        up = (page.owners[block], *islice(page.ancestors(page.owners[block]), CELL_LEVELS))
        row = next((each for each in up if page.tags[each] == "tr"), None)
        behind = 0 if row is None else page.blocks_in(row)[1]
        if 0 < behind < len(page.texts) and _may_be_member(page.texts[behind]):
            yield page.texts[behind], None


_COLONS = (":", "：")
CELL_LEVELS = 4
"""Elements around the head of a column, up to its row."""


def _may_be_member(text: str) -> bool:
    return 1 < len(text) <= MAX_NAME and not (is_control(text) or is_of_board(text) or day_in(text))


def _is_of_editor(page: Page, block: int) -> bool:
    """Return True if a name stands with or right behind a line such as "edited May 3, 2024 at 10:30"."""
    return any(map(begins_with_edit, page.texts[max(block - 1, 0) : block + 1]))


MAX_LINKS = 100
"""Links behind a thread's headline among which its author's is."""
_MEMBER = re.compile(
    r"(?:^|[/=?&;])(?:u|users?|members?|profiles?|people|usuarios?|benutzer|mitglied(?:er)?|utilisateurs?|membres?)[/.=-]"
    r"|(?:member|profile|memberlist|userinfo|user|space)\.(?:php|aspx?|html?)\?|action=(?:view)?profile|show_?user=|space-uid",
    re.IGNORECASE,
)
"""Addresses of members of a forum."""
