"""Lists of tags below a word such as "Tags": some of their links lead to teams, places or searches."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from ...words import phrases
from ...words.lines import SHARE, line_kind
from ._behind_text import LABELLED, is_behind_text
from ._entry_links import MAX_NAME
from ._other_entries import is_near_headline

if TYPE_CHECKING:
    from ._candidates import Candidates

MAX_LINKS = 30
MAX_UNLINKED = 40
"""Characters outside links: the label and the signs between tags."""
_BOXES = frozenset(("html", "body", "main", "article", "form"))


def tag_lists(candidates: Candidates, taken: set[int]) -> list[int]:
    """Return the elements that are lists of short links, right behind a label of tags.

    They stand behind an entry's text, or, with the label on their line, near its headline.
    ``taken`` are the positions of links that need not be looked at.
    """
    before, found = candidates.before, []
    labelled = {position for position, says in before.items() if says & phrases.TAGS and position not in taken}
    if not labelled:
        return []
    for container, positions in candidates.groups.items():
        if (
            positions[0] in labelled
            and len(positions) <= MAX_LINKS
            and candidates.page.tags[container] not in _BOXES
            and len(candidates.inside(container)) == len(positions)
            and candidates.size(container)[1] <= MAX_UNLINKED
            and all(_is_name(candidates, position) for position in positions)
            and _is_at_entry(candidates, container, positions[0])
        ):
            found.append(container)
    return found


def _is_at_entry(candidates: Candidates, container: int, position: int) -> bool:
    if is_behind_text(candidates, container, LABELLED):
        return True
    return _is_inline(candidates, position) and is_near_headline(candidates, container, container)


def _is_inline(candidates: Candidates, position: int) -> bool:
    """Tell whether a link's label stands in its own text block; a heading does not."""
    page = candidates.page
    start = page.piece_starts[candidates.elements[position]]
    block = bisect_right(page.text_ends, start)
    if block >= len(page.text_starts):
        return False
    return candidates.characters[page.text_starts[block]] < candidates.characters[start]


def _is_name(candidates: Candidates, position: int) -> bool:
    text, href = candidates.links.texts[position], candidates.links.hrefs[position]
    return 0 < len(text) <= MAX_NAME and not href.startswith("#") and line_kind(text) != SHARE
