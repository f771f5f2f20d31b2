"""Lists of tags below a word such as "Tags": some of their links lead to teams, places or searches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..lines import SHARE, line_kind
from . import _words
from ._behind_text import LABELLED, is_behind_text
from ._entry_lines import is_led
from ._entry_links import MAX_NAME

if TYPE_CHECKING:
    from ._candidates import Candidates

MAX_LINKS = 30
MAX_UNLINKED = 40
"""Characters outside links: the label and the signs between tags."""
_BOXES = frozenset(("html", "body", "main", "article", "form"))


def tag_lists(candidates: Candidates, taken: set[int]) -> list[int]:
    """Return the elements that are lists of short links, right behind a label of tags, and behind an entry's text.

    ``taken`` are the positions of links that need not be looked at.
    """
    before, found = candidates.before, []
    labelled = {position for position, says in before.items() if says & _words.TAGS and position not in taken}
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
            and is_led(candidates, candidates.elements[positions[0]], _words.TAGS)
            and is_behind_text(candidates, container, LABELLED)
        ):
            found.append(container)
    return found


def _is_name(candidates: Candidates, position: int) -> bool:
    text, href = candidates.links.texts[position], candidates.links.hrefs[position]
    return 0 < len(text) <= MAX_NAME and not href.startswith("#") and line_kind(text) != SHARE
