"""How far a line about an entry reaches: the date beside a name belongs to it (Uda 3.3 ④ Step-4)."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from ...page import HEADINGS
from ...words import phrases
from ...words.lines import SHARE, line_kind
from ._entry_lines import MAX_PIECES, has_date, has_line_words, says

if TYPE_CHECKING:
    from ._candidates import Candidates

MAX_LEVELS = 4
"""Elements above a line that may be all of it."""
MAX_BOXES = 8
"""Elements around a line that hold nothing else."""
MAX_LINE = 160
"""Characters of a whole line."""
MAX_ADDED = 60
"""Characters outside links that a step upwards may add, and those of a linked name."""
MAX_WORDS = 3
"""Words of a linked name."""
MAX_ADDED_LINKS = 3
TITLE_RANKS = 3
"""Ranks of headings that may be a title; a linked one of lower rank is a name."""
_LISTS = frozenset(("ul", "ol", "dl"))
_BOXES = frozenset(("html", "body", "main", "article", "form", "nav", "aside", "tr", "tbody", "table"))


def whole_line(candidates: Candidates, element: int) -> int:
    """Return the element that holds a line and the date or the name beside it, the line's own where there is none."""
    if element not in candidates.whole_lines:
        candidates.whole_lines[element] = _whole_line(candidates, element)
    return candidates.whole_lines[element]


def _whole_line(candidates: Candidates, element: int) -> int:
    size, unlinked = candidates.size(element)
    own = candidates.inside(element)
    whole = element
    for above in islice(candidates.page.ancestors(_boxed(candidates, element)), MAX_LEVELS):
        if has_date(candidates, whole):
            break
        everything, outside = candidates.size(above)
        inside = candidates.inside(above)
        if (
            candidates.page.tags[above] in _BOXES
            or everything > max(MAX_LINE, size)
            or outside - unlinked > MAX_ADDED
            or len(inside) - len(own) > MAX_ADDED_LINKS
            or _has_title(candidates, above)
            or candidates.has_sentence(above)
            or not all(_is_name(candidates, position) for position in inside if position not in own)
            or _joins_tags(candidates, above, element)
        ):
            break
        if has_line_words(candidates, above):
            whole = above
    return whole


def with_date(candidates: Candidates, element: int) -> tuple[int, int]:
    """Return a whole line, or the run of siblings that it and the date right behind it are.

    That is where the box of both has more in it, such as share buttons. A line with a name of its own is another one.
    """
    page, whole = candidates.page, whole_line(candidates, element)
    first = last = _boxed(candidates, whole)
    if has_date(candidates, whole) or page.tags[page.parents[first]] in _BOXES - {"article"}:
        return whole, whole
    end = page.ends[page.parents[last]]
    for _ in range(MAX_LEVELS):
        last = page.ends[last]
        if last >= end or len(candidates.inside(last)):
            break
        if size := candidates.size(last)[0]:
            return (first, last) if size <= MAX_ADDED and _is_date(candidates, last) else (whole, whole)
    return whole, whole


def _boxed(candidates: Candidates, element: int) -> int:
    """Return the outermost element that holds one and nothing else, no more than `MAX_BOXES` above it."""
    page, size, links = candidates.page, candidates.size(element), len(candidates.inside(element))
    for above in islice(page.ancestors(element), MAX_BOXES):
        same = candidates.size(above) == size and len(candidates.inside(above)) == links
        if not same or page.tags[above] in _BOXES:
            break
        element = above
    return element


def _is_date(candidates: Candidates, element: int) -> bool:
    """Tell whether a text is a date, and no title, sentence or name."""
    page = candidates.page
    if page.tags[element] in HEADINGS or candidates.headings.within(element) or candidates.has_sentence(element):
        return False
    pieces = page.pieces[
        page.piece_starts[element] : min(page.piece_ends[element], page.piece_starts[element] + MAX_PIECES)
    ]
    return has_date(candidates, element) and not any(says(piece.strip(), phrases.BY) for piece in pieces)


def _has_title(candidates: Candidates, above: int) -> bool:
    """Tell whether an element has a heading that is no name."""
    tags = candidates.page.tags
    return any(
        HEADINGS[tags[heading]] <= TITLE_RANKS or not candidates.inside(heading)
        for heading in candidates.headings.inside(above)
    )


def _joins_tags(candidates: Candidates, above: int, element: int) -> bool:
    """Tell whether a line would be joined with tags that have a label of their own; in a list, it may be."""
    page = candidates.page
    if page.tags[above] in _LISTS:
        return False
    pieces = range(page.piece_starts[element], min(page.piece_ends[above], page.piece_starts[element] + MAX_PIECES))
    return any(not page.linked[piece] and says(page.pieces[piece].strip(), phrases.TAGS) for piece in pieces)


def _is_name(candidates: Candidates, position: int) -> bool:
    text = candidates.links.texts[position]
    return 0 < len(text) <= MAX_ADDED and text.count(" ") < MAX_WORDS and line_kind(text) != SHARE
