"""Footnotes: the links to them, the notes, and the links back.

A note is an element that a short link leads to, further below, and that leads back to it or is called a note.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from ..page import anchored

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..page import Page


NOTE = "note"
"""What a footnote is among the containers of an outline."""
MAX_NOTES = 2000
_MAX_SIGN = 6
_SIGN = re.compile(r"[\[(]?\s*(\d{1,4}|[a-z]{1,3}|[ivx]{1,5}|[*†‡§¶]{1,3}|[*†注]?\d{1,3})\s*[\])]?")
"""The text of a link to a note."""
_REFERENCE = re.compile(r"noteref|footnote|cite_ref|(?:^|[\s_-])(?:fn|note|reference)", re.IGNORECASE)
_NOTES = re.compile(
    r"footnote|endnote|(?:^|[\s_-])(?:fn|notes?|cite|citation|references?|reflist|mw-references)(?=[\s_:-]|\d|$)",
    re.IGNORECASE,
)
_BLOCKS = frozenset(("li", "p", "div", "dd", "aside"))
_NO_PLACES = frozenset(("td", "th", "pre"))
"""Elements in which no note can be written as one."""
_LISTS = frozenset(("ol", "ul"))
_HEIGHT = 3
"""Elements around a link or a note that may be called so."""


class Notes(NamedTuple):
    """Footnotes of a page: labels by note and by the link to it, the links back, and the lists that notes stand in."""

    labels: dict[int, str]
    links: dict[int, str]
    back: set[int]
    lists: set[int]


def find_notes(page: Page, main: Sequence[bool]) -> Notes:
    """Return the footnotes among the selected blocks."""
    found = Notes({}, {}, set(), set())
    inner = [link for link in page.links if page.attrs[link]["href"].startswith("#")]
    for link in islice(inner, MAX_NOTES):
        note = _note(page, main, link, found)
        if note is not None:
            if note not in found.labels:
                found.labels[note] = str(len(found.labels) + 1)
            found.links[link] = found.labels[note]
    if found.labels:
        _add_back_links(page, inner, found)
        above = {page.parents[note] for note in found.labels}
        found.lists.update(each for each in above if each >= 0 and page.tags[each] in _LISTS)
    return found


def _note(page: Page, main: Sequence[bool], link: int, found: Notes) -> int | None:  # noqa: PLR0911
    """Return the note that a link leads to, ``None`` where it is none."""
    pieces = page.pieces[page.piece_starts[link] : min(page.piece_ends[link], page.piece_starts[link] + _MAX_SIGN)]
    if sum(map(len, pieces)) > 3 * _MAX_SIGN or not _SIGN.fullmatch("".join(pieces).strip()):
        return None
    target = anchored(page, page.attrs[link]["href"][1:])
    if target is None or target <= link:
        return None
    around = (target, *islice(page.ancestors(target), _HEIGHT))
    note = next((each for each in around if page.tags[each] in _BLOCKS), None)
    if note is None or note <= link < page.ends[note]:
        return None
    start, end = page.blocks_in(note)
    if not any(main[start:end]) or end - start > 20:
        return None
    # Its number may stand before it, and need not be selected.
    if not all(main[block] or _SIGN.fullmatch(page.texts[block]) for block in range(start, end)):
        return None
    if note in found.labels:
        return note
    if any(page.tags[above] in _NO_PLACES for above in page.ancestors(note)):
        return None
    owns = [page.attrs[each] for each in (link, *islice(page.ancestors(link), _HEIGHT))]
    names = {own[name] for own in owns for name in ("id", "name") if name in own}
    back = [address[1:] for address in _addresses(page, note) if address.startswith("#")]
    leads_back = not names.isdisjoint(back) or any(_is_beside(page, anchored(page, name), link) for name in back)
    is_called = _is_called(page, link, _REFERENCE) and _is_called(page, note, _NOTES)
    is_raised = any(
        page.tags[each] == "sup" for each in (link + 1, *islice(page.ancestors(link), _HEIGHT)) if each < len(page.tags)
    )
    return note if leads_back or (is_called and is_raised) else None


def _is_beside(page: Page, anchor: int | None, link: int) -> bool:
    """Return True if an anchor stands in the text block of a link, right before it or behind."""
    return anchor is not None and abs(anchor - link) <= _HEIGHT and page.first_block(anchor) == page.first_block(link)


def _addresses(page: Page, element: int) -> set[str]:
    own = (page.attrs[each] for each in range(element, min(page.ends[element], element + 60)) if page.tags[each] == "a")
    return {each["href"] for each in own if "href" in each}


def _is_called(page: Page, element: int, names: re.Pattern[str]) -> bool:
    for each in (element, *islice(page.ancestors(element), _HEIGHT)):
        own = page.attrs[each]
        if any(names.search(own[name][:200]) for name in ("class", "role", "id") if name in own):
            return True
    return False


def _add_back_links(page: Page, inner: list[int], found: Notes) -> None:
    notes = sorted(found.labels)
    place = 0
    for link in inner:
        while place < len(notes) and page.ends[notes[place]] <= link:
            place += 1
        if place < len(notes) and notes[place] < link and link not in found.links:
            target = anchored(page, page.attrs[link]["href"][1:])
            if target is not None and target < notes[place] and len(page.text_in(link)) <= _MAX_SIGN:
                found.back.add(link)


LABEL = re.compile(r"(?:\\?\[\s{0,4}\d{0,4}\s{0,4}\\?\]|\d{1,4}[.)](?=\s|$)|[\^↑:：])\s*+")
"""What stands before a note where it begins with its own number."""
