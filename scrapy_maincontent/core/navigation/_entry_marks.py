"""Elements whose class or id says that they are about an entry: which of them are (Uda 3.3 ④ B-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...words import class_vocabulary
from ._entry_lines import has_line_words
from ._entry_links import SCRIPTED, is_entry_link, is_post_link, is_script

if TYPE_CHECKING:
    from ._candidates import Candidates

MAX_LINKS = 30
MAX_CHARACTERS = 1200
"""A byline may hold a pop-up biography."""
MAX_LINE = 150
"""Characters of a link, or of an element whose name speaks of comments alone: biographies and forms are longer."""
TITLE_RANKS = 3
"""Ranks of headings that may be an entry's title; a line about it goes no further."""
MIN_CLOUD = 3
"""Tags with a number each that are all those of the site."""
_OF_COMMENTS = class_vocabulary.COMMENT_COUNT | class_vocabulary.ENTRY | class_vocabulary.TAG_LIST
_BRACKETS = "()[]   "
_NO_ENTRY_TAGS = frozenset(("html", "body", "main", "article", "form"))


def is_marked_line(candidates: Candidates, element: int, says: int) -> bool:
    """Tell whether an element with such a name has a link or a text of the kind, and is no more than a line.

    ``says`` are the bits of its names. Dates of posts in a thread lead to places on the page, and a button that runs a
    script, such as "Report this", leads nowhere.
    """
    positions = candidates.inside(element)
    everything = candidates.size(element)[0]
    if (
        candidates.page.tags[element] in _NO_ENTRY_TAGS
        or not 1 <= len(positions) <= MAX_LINKS
        or not 0 < everything <= MAX_CHARACTERS
        or candidates.headings.within(element, TITLE_RANKS)
        or is_biography(candidates, element, positions)
    ):
        return False
    if says & _OF_COMMENTS == class_vocabulary.COMMENT_COUNT and everything > MAX_LINE:
        return False
    links = [link for position in positions if not is_script(link := candidates.links[position])]
    if any(is_entry_link(link) for link in links):
        return not (says & class_vocabulary.TAG_LIST and is_cloud(candidates, positions))
    if says & class_vocabulary.TAG_LIST and any(link.href != SCRIPTED for link in links):
        return not is_cloud(candidates, positions)
    if says & class_vocabulary.COMMENT_COUNT and any(
        link.href != SCRIPTED and any(map(str.isdigit, link.text)) for link in links
    ):
        return True
    return has_line_words(candidates, element) and not all(map(is_post_link, links))


def is_biography(candidates: Candidates, element: int, positions: range) -> bool:
    """Tell whether one of some links is as long as a biography, and no words such as "by" are among them."""
    sizes = (candidates.size(candidates.elements[position])[0] for position in positions)
    return any(size > MAX_LINE for size in sizes) and not has_line_words(candidates, element)


def is_cloud(candidates: Candidates, positions: range) -> bool:
    """Tell whether the number of its entries stands at the end of each of several tags, or behind it."""
    if len(positions) < MIN_CLOUD:
        return False
    texts = [candidates.links.texts[position].rstrip(")]") for position in positions]
    return all(text[-1:].isdigit() for text in texts) or all(
        _text_behind(candidates, position).strip(_BRACKETS).isdigit() for position in positions
    )


def _text_behind(candidates: Candidates, position: int) -> str:
    """Return the text between a link and the next one, its first piece."""
    page = candidates.page
    piece = page.piece_ends[candidates.elements[position]]
    return "" if piece >= len(page.pieces) or page.linked[piece] else page.pieces[piece].strip()
