"""What stands in and around a line about an entry: dates, and words such as "by" and "tags"."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from ...words import phrases
from ._behind_text import LABELLED, is_behind_text
from ._candidates import SENTENCE_ENDS
from ._entry_links import MAX_NAME, is_date
from ._prose import in_sentence

if TYPE_CHECKING:
    from ._candidates import Candidates
    from ._widening import Widening

MAX_PIECES = 40
MAX_LABEL_PIECES = 4
"""Pieces of text before a link that may be its label."""
MAX_LABEL = 40
"""Characters of a label in a text block of its own."""
MAX_BESIDE = 60
"""Characters outside links in the same text block; more are a sentence."""
MAX_TITLES = 120
"""The same behind a word like "by": people have titles."""
MAX_BY_WORDS = 2
"""Words of a label before a name, such as "written by"."""
NEAR = 3
"""Text blocks around a name in which its entry's date stands."""

_LABELS = phrases.BY | phrases.TAGS


def has_line_words(candidates: Candidates, element: int) -> bool:
    """Tell whether a short text has a date, or has words like "by", "posted on" or "tags" outside its links."""
    return has_date(candidates, element, phrases.BY | phrases.DATE | phrases.TAGS)


def has_date(candidates: Candidates, element: int, wanted: int = phrases.DATE) -> bool:
    """Tell whether a short text has a date, or, outside its links, wanted words."""
    page = candidates.page
    start, end = page.piece_starts[element], page.piece_ends[element]
    lengths = candidates.lengths
    for number in range(start, min(end, start + MAX_PIECES)):
        text = page.pieces[number][: phrases.MAX_TEXT].strip() if lengths[number] else ""
        if text and (is_date(text) or (not page.linked[number] and phrases.SENSES[text] & wanted)):
            return True
    return False


def is_led(candidates: Candidates, element: int, wanted: int = _LABELS) -> bool:
    """Tell whether words like "by" or "tags:" stand right before a link.

    They stand in its own text block. In an article they may also be the whole of the one before, as a heading is; but
    elsewhere, headings such as "Tags" are those of the site's lists.
    """
    page = candidates.page
    end = page.piece_starts[element]
    block = bisect_right(page.text_ends, end)
    if block >= len(page.texts):
        return False
    for piece in reversed(page.pieces[max(end - MAX_LABEL_PIECES, page.text_starts[block]) : end]):
        if text := piece.strip():
            return says(text, wanted)
    if block == 0 or len(page.texts[block - 1]) > MAX_LABEL or any(pieces_linked(candidates, block - 1)):
        return False
    return says(page.texts[block - 1], wanted) and (
        any(page.tags[above] == "article" for above in page.ancestors(element))
        or is_behind_text(candidates, element, LABELLED)
    )


def is_bylined(candidates: Candidates, position: int) -> bool:
    """Tell whether a link is the name behind a word like "by" with which its text block begins, or the one before.

    Sentences begin like that, too ("By using this site ..."), so nothing else may stand before the name.
    """
    page, (element, href, text, *_) = candidates.page, candidates.links[position]
    start = page.piece_starts[element]
    block = bisect_right(page.text_ends, start)
    if not href or not 1 < len(text) <= MAX_NAME or any(map(str.isdigit, text)) or block >= len(page.texts):
        return False
    if start - page.text_starts[block] > MAX_LABEL_PIECES:
        return False
    before = " ".join("".join(page.pieces[page.text_starts[block] : start])[:MAX_BESIDE].split())
    if not before and block and not any(pieces_linked(candidates, block - 1)):
        before = page.texts[block - 1]
    if len(before) > MAX_LABEL or before.count(" ") >= MAX_BY_WORDS or not says(before, phrases.BY):
        return False
    return is_line(candidates, position)


def is_line(candidates: Candidates, position: int) -> bool:
    """Tell whether a link's text block is no sentence: little else is in it, or a title behind a name, after "by"."""
    page, element = candidates.page, candidates.elements[position]
    beside = candidates.beside(position)
    if beside <= MAX_BESIDE and not in_sentence(candidates, element):
        return True
    block = bisect_right(page.text_ends, page.piece_starts[element])
    text = page.texts[block] if block < len(page.texts) else ""
    return (
        beside <= MAX_TITLES
        and not text.endswith(SENTENCE_ENDS)
        and bool(phrases.SENSES[text[: phrases.MAX_TEXT]] & phrases.BY)
    )


def byline_element(candidates: Candidates, position: int, widening: Widening) -> int:
    """Return the element of the text block that a name stands in, where all its links are allowed, else the link."""
    page, element = candidates.page, candidates.elements[position]
    block = bisect_right(page.text_ends, page.piece_starts[element])
    owner = page.owners[block]
    inside = candidates.inside(owner)
    own = page.blocks_in(owner) == (block, block + 1)
    return owner if own and widening.allows(inside) else element


def is_dated(candidates: Candidates, element: int) -> bool:
    """Tell whether a line has a date, or one of the text blocks around it is one."""
    page = candidates.page
    low, high = page.blocks_in(element)
    around = page.texts[max(low - NEAR, 0) : high + NEAR]
    return has_date(candidates, element) or any(is_date(text) or says(text, phrases.DATE) for text in around)


def is_beside_date(candidates: Candidates, element: int) -> bool:
    """Tell whether the text block right before or behind a line is a date."""
    page = candidates.page
    low, high = page.blocks_in(element)
    return any(is_date(text) for text in (*page.texts[max(low - 1, 0) : low], *page.texts[high : high + 1]))


def says(text: str, wanted: int) -> bool:
    """Tell whether a text is short and has wanted words."""
    return len(text) <= phrases.MAX_TEXT and bool(phrases.SENSES[text] & wanted)


def pieces_linked(candidates: Candidates, block: int) -> list[bool]:
    """Tell which of a text block's first pieces are in links."""
    page = candidates.page
    start = page.text_starts[block]
    return page.linked[start : min(page.text_ends[block], start + MAX_PIECES)]
