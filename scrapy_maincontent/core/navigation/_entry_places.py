"""Places where lines about an entry do not stand: comments, menus, titles, lists of the site's categories."""

from __future__ import annotations

from bisect import bisect_right
from itertools import islice
from typing import TYPE_CHECKING

from ...words import class_vocabulary, phrases
from ...words.class_names import class_says
from ._behind_text import LABELLED, holds_only, is_behind_text
from ._entry_lines import MAX_PIECES, has_date, has_line_words, is_led, pieces_linked
from ._other_entries import is_near_headline

if TYPE_CHECKING:
    from ._candidates import Candidates
    from ._found import Found

MAX_LEVELS = 12
"""Elements above a line that may say that it is about something else."""
MIN_REPEATS = 4
"""Lines of one shape, without a heading between them, that are those of a list of posts, not of entries."""
MAX_BYLINE = 150
"""Characters of a name with a title; more are a biography."""
MIN_LISTED = 3
"""Links below a heading that make a list of the site's categories."""
MAX_TOLD = 10
"""Links of an entry's own menu."""
MAX_KICKER = 3
"""Categories above a title."""
SHAPE_LEVELS = 3
"""Elements above a line whose tags are part of its shape."""

_QUOTED = frozenset(("h1", "h2", "blockquote"))
_SUBTITLES = frozenset(("h2", "h3", "h4"))
_MENUS = frozenset(("nav", "aside"))
_POSTS = ("/Comment", "/UserComments", "/Answer", "/Review", "/UserReview")
"""Types of microdata whose author and date are not those of an entry."""
ELSEWHERE = (
    class_vocabulary.COMMENT_LIST | class_vocabulary.CLOUD | class_vocabulary.BIOGRAPHY | class_vocabulary.CALENDAR
)


def is_elsewhere(candidates: Candidates, element: int, others: int = ELSEWHERE) -> bool:
    """Tell whether an element stands where lines about an entry do not: comments, menus, tag clouds, biographies.

    Biographies have no date, and do not stand at the headline. A menu that holds nothing but a line with a date, or
    with words such as "tags", is no menu: themes write ``aside`` and ``nav`` around these. Nor is one around the whole
    article, which is one that was never closed.
    """
    if others & class_vocabulary.BIOGRAPHY and (
        has_date(candidates, element)
        or (candidates.size(element)[0] <= MAX_BYLINE and is_near_headline(candidates, element, element))
    ):
        others &= ~class_vocabulary.BIOGRAPHY
    page, in_article = candidates.page, False
    numbers = islice((element, *page.ancestors(element)), MAX_LEVELS)
    for number, (tag, says) in zip(numbers, candidates.meanings_above(element), strict=False):
        if says & others:
            return True
        if tag in _MENUS and not (holds_only(candidates, number, element) and _is_told(candidates, element)):
            return not (in_article and is_near_headline(candidates, element, element))
        in_article = in_article or tag == "article"
    return False


def _is_told(candidates: Candidates, element: int) -> bool:
    """Tell whether an element says by itself, or by a label before it, that it is about an entry.

    Tags stand behind its text: elsewhere, as where there are many of them, they are those of the site.
    """
    if len(candidates.inside(element)) > MAX_TOLD:
        return False
    if has_date(candidates, element, phrases.BY | phrases.DATE):
        return True
    return is_behind_text(candidates, element, LABELLED) and (
        has_line_words(candidates, element) or is_led(candidates, element)
    )


def is_of_post(candidates: Candidates, element: int) -> bool:
    """Tell whether microdata say that an element stands in a comment, an answer or a review."""
    page = candidates.page
    above = islice(page.ancestors(element), MAX_LEVELS)
    return any(page.attrs[number].get("itemtype", "").endswith(_POSTS) for number in above)


def is_site_list(candidates: Candidates, element: int) -> bool:
    """Tell whether links stand below a word like "categories", outside an article: all those of the site."""
    page = candidates.page
    if len(candidates.inside(element)) < MIN_LISTED or has_date(candidates, element, phrases.BY | phrases.DATE):
        return False
    first, end = page.blocks_in(element)
    headed = end - first > 1 and not any(pieces_linked(candidates, first))
    if not headed or any(page.tags[above] == "article" for above in page.ancestors(element)):
        return False
    return has_counts(candidates, element) or not is_behind_text(candidates, element, LABELLED)


def has_counts(candidates: Candidates, element: int) -> bool:
    """Tell whether numbers stand beside links: those of the site's entries in each category."""
    page = candidates.page
    first = page.piece_starts[element]
    pieces = range(first, min(page.piece_ends[element], first + MAX_PIECES))
    return any(not page.linked[piece] and any(map(str.isdigit, page.pieces[piece])) for piece in pieces)


def is_quoted(candidates: Candidates, element: int) -> bool:
    """Tell whether an element stands in a title or a quotation, or in a link: all of a teaser card is one."""
    page = candidates.page
    if page.tags[element] in _QUOTED:
        return True
    return any(
        page.tags[above] in _QUOTED or (page.tags[above] == "a" and "href" in page.attrs[above])
        for above in page.ancestors(element)
    )


def is_table(candidates: Candidates, element: int) -> bool:
    """Tell whether an element is or holds a table: a calendar, or figures."""
    page = candidates.page
    return "table" in page.tags[element : page.ends[element]]


def is_kicker(candidates: Candidates, region: Found) -> bool:
    """Tell whether a line is the category above a title: a few links and nothing else, the title right behind them.

    Other headings may follow a line, too ("More to read"), so the title must be the page's, or a link.
    """
    page = candidates.page
    inside = candidates.inside(region.first, region.last)
    _, end = page.blocks_in(region.first, region.last)
    if len(inside) > MAX_KICKER or end >= len(page.texts) or has_line_words(candidates, region.first):
        return False
    if any(candidates.links[position].says & phrases.COMMENTS for position in inside):
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
    return bool(class_says(candidates.page.attrs[element]) & class_vocabulary.SHARE)


def _shape(candidates: Candidates, element: int) -> tuple[str, ...]:
    page = candidates.page
    return (page.tags[element], *(page.tags[above] for above in islice(page.ancestors(element), SHAPE_LEVELS)))
