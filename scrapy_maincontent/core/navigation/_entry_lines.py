"""What stands around links about an entry: dates, words such as "by", and places where such lines do not stand."""

from __future__ import annotations

from bisect import bisect_right
from itertools import islice
from typing import TYPE_CHECKING

from .. import name_words
from ..name_meanings import class_says
from . import _words
from ._candidates import SENTENCE_ENDS
from ._entry_links import MAX_NAME, is_date
from ._prose import in_sentence

if TYPE_CHECKING:
    from ._candidates import Candidates
    from ._found import Found

MAX_LEVELS = 12
"""Elements above a line that may say that it is about something else."""
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
MIN_REPEATS = 4
"""Lines of one shape, without a heading between them, that are those of a list of posts, not of entries."""
MIN_LISTED = 3
"""Links below a heading that make a list of the site's categories."""
MAX_KICKER = 3
"""Categories above a title."""
SHAPE_LEVELS = 3
"""Elements above a line whose tags are part of its shape."""

_LABELS = _words.BY | _words.TAGS
_TITLES = frozenset(("h1", "h2"))
_SUBTITLES = frozenset(("h2", "h3", "h4"))
_MENUS = frozenset(("nav", "aside"))
ELSEWHERE = name_words.COMMENT_LIST | name_words.CLOUD | name_words.BIOGRAPHY


def has_line_words(candidates: Candidates, element: int) -> bool:
    """Tell whether a short text has a date, or has words like "by", "posted on" or "tags" outside its links."""
    return has_date(candidates, element, _words.BY | _words.DATE | _words.TAGS)


def has_date(candidates: Candidates, element: int, wanted: int = _words.DATE) -> bool:
    """Tell whether a short text has a date, or, outside its links, wanted words."""
    page = candidates.page
    start, end = page.piece_starts[element], page.piece_ends[element]
    for number in range(start, min(end, start + MAX_PIECES)):
        text = page.pieces[number][: _words.MAX_TEXT].strip()
        if text and (is_date(text) or (not page.linked[number] and _words.SENSES[text] & wanted)):
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
    if block == 0 or len(page.texts[block - 1]) > MAX_LABEL or any(_pieces_linked(candidates, block - 1)):
        return False
    return says(page.texts[block - 1], wanted) and any(
        page.tags[above] == "article" for above in page.ancestors(element)
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
    if not before and block and not any(_pieces_linked(candidates, block - 1)):
        before = page.texts[block - 1]
    if len(before) > MAX_LABEL or before.count(" ") >= MAX_BY_WORDS or not says(before, _words.BY):
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
        and bool(_words.SENSES[text[: _words.MAX_TEXT]] & _words.BY)
    )


def byline_element(candidates: Candidates, position: int, allowed: list[int]) -> int:
    """Return the element of the text block that a name stands in, where all its links are allowed, else the link."""
    page, element = candidates.page, candidates.elements[position]
    block = bisect_right(page.text_ends, page.piece_starts[element])
    owner = page.owners[block]
    inside = candidates.inside(owner)
    own = page.blocks_in(owner) == (block, block + 1)
    return owner if own and allowed[inside.stop] - allowed[inside.start] == len(inside) else element


def is_dated(candidates: Candidates, element: int) -> bool:
    """Tell whether a line has a date, or one of the text blocks around it is one."""
    page = candidates.page
    low, high = page.blocks_in(element)
    around = page.texts[max(low - NEAR, 0) : high + NEAR]
    return has_date(candidates, element) or any(is_date(text) or says(text, _words.DATE) for text in around)


def says(text: str, wanted: int) -> bool:
    """Tell whether a text is short and has wanted words."""
    return len(text) <= _words.MAX_TEXT and bool(_words.SENSES[text] & wanted)


def is_elsewhere(candidates: Candidates, element: int, others: int = ELSEWHERE) -> bool:
    """Tell whether an element stands where lines about an entry do not: comments, menus, tag clouds, biographies.

    Biographies have no date.
    """
    if others & name_words.BIOGRAPHY and has_date(candidates, element):
        others &= ~name_words.BIOGRAPHY
    above = zip(candidates.meanings_above(element), range(MAX_LEVELS), strict=False)
    return any(tag in _MENUS or says & others for (tag, says), _ in above)


def is_site_list(candidates: Candidates, element: int) -> bool:
    """Tell whether links stand below a word like "categories", outside an article: all those of the site."""
    page = candidates.page
    if len(candidates.inside(element)) < MIN_LISTED or has_date(candidates, element, _words.BY | _words.DATE):
        return False
    first, end = page.blocks_in(element)
    headed = end - first > 1 and not any(_pieces_linked(candidates, first))
    return headed and all(page.tags[above] != "article" for above in page.ancestors(element))


def is_in_title(candidates: Candidates, element: int) -> bool:
    """Tell whether an element stands in a title, or in a link: all of a teaser card is one."""
    page = candidates.page
    return any(
        page.tags[above] in _TITLES or (page.tags[above] == "a" and "href" in page.attrs[above])
        for above in page.ancestors(element)
    )


def is_kicker(candidates: Candidates, region: Found) -> bool:
    """Tell whether a line is the category above a title: a few links and nothing else, the title right behind them.

    Other headings may follow a line, too ("More to read"), so the title must be the page's, or a link.
    """
    page = candidates.page
    inside = candidates.inside(region.first, region.last)
    _, end = page.blocks_in(region.first, region.last)
    if len(inside) > MAX_KICKER or end >= len(page.texts) or has_line_words(candidates, region.first):
        return False
    if any(candidates.links[position].says & _words.COMMENTS for position in inside):
        return False
    owner = page.owners[end]
    tags = page.tags[owner], page.tags[page.parents[owner]]
    if "h1" in tags or _SUBTITLES.isdisjoint(tags):
        return "h1" in tags
    first = page.text_starts[end]
    pieces = page.pieces[first : min(page.text_ends[end], first + MAX_PIECES)]
    return all(
        linked or not piece.strip()
        for piece, linked in zip(pieces, page.linked[first : first + MAX_PIECES], strict=False)
    )


def without_lists(candidates: Candidates, found: list[Found]) -> list[Found]:
    """Return lines, in document order, without those of posts in a thread, reviews and the like.

    An entry has a title; lines of one shape without a new heading between them are not about entries, if they are many.
    The title of a thread may stand above each of its posts.
    """
    if len(found) < MIN_REPEATS:
        return found
    titles = candidates.headings.new
    shapes: dict[tuple[str, ...], list[list[Found]]] = {}
    for region in found:
        runs = shapes.setdefault(_shape(candidates, region.first), [])
        if runs and bisect_right(titles, runs[-1][-1].first) == bisect_right(titles, region.first):
            runs[-1].append(region)
        else:
            runs.append([region])
    listed = {region.first for runs in shapes.values() for run in runs if len(run) >= MIN_REPEATS for region in run}
    return [region for region in found if region.first not in listed] if listed else found


def before_sharing(candidates: Candidates, element: int) -> tuple[int, int]:
    """Return an element, or the run of its children before the one that holds share buttons, if links stand before."""
    page = candidates.page
    positions = candidates.inside(element)
    for position in positions:
        child = candidates.elements[position]
        shares = False
        while page.parents[child] != element and child > element:
            shares = shares or _is_sharing(candidates, child)
            child = page.parents[child]
        if child > element and (shares or _is_sharing(candidates, child)):
            if candidates.inside(child).start == positions.start:
                break
            return element + 1, max(other for other in page.children(element) if other < child)
    return element, element


def _is_sharing(candidates: Candidates, element: int) -> bool:
    return bool(class_says(candidates.page.attrs[element]) & name_words.SHARE)


def _shape(candidates: Candidates, element: int) -> tuple[str, ...]:
    page = candidates.page
    return (page.tags[element], *(page.tags[above] for above in islice(page.ancestors(element), SHAPE_LEVELS)))


def _pieces_linked(candidates: Candidates, block: int) -> list[bool]:
    page = candidates.page
    start = page.text_starts[block]
    return page.linked[start : min(page.text_ends[block], start + MAX_PIECES)]
