"""Which elements may be pagers, and where links that say "next" are none: calendars, sliders, tabs, sentences."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from ...words import class_vocabulary, phrases
from ._prose import in_sentence

if TYPE_CHECKING:
    from ._addresses import Addresses
    from ._candidates import Candidates

MAX_LINKS = 60
MAX_CHARACTERS = 1000
"""Those of a region."""
MAX_LEVELS = 4
"""Elements above a link that may be a slider or tabs."""
MAX_CALENDAR_LEVELS = 7
"""The same for calendars, which are tables."""

_NO_PAGING_TAGS = frozenset(("html", "body", "main"))
_OTHER_TEXTS = phrases.OLDER | phrases.NEWER | phrases.NEXT_ARTICLE | phrases.PREVIOUS_ARTICLE


def is_short(candidates: Candidates, element: int) -> bool:
    """Tell whether an element has the size of a paging region, with a link in it."""
    if candidates.page.tags[element] in _NO_PAGING_TAGS:
        return False
    return 1 <= len(candidates.inside(element)) <= MAX_LINKS and candidates.size(element)[0] <= MAX_CHARACTERS


def is_elsewhere(candidates: Candidates, element: int) -> bool:
    """Tell whether an element stands in a calendar, a slider or tabs."""
    return any(
        says & class_vocabulary.CALENDAR
        or (level < MAX_LEVELS and says & (class_vocabulary.TABS | class_vocabulary.SLIDER))
        for level, (_, says) in enumerate(islice(candidates.meanings_above(element), MAX_CALENDAR_LEVELS))
    )


def is_mention(candidates: Candidates, addresses: Addresses, position: int) -> bool:
    """Tell whether a sentence speaks of a text ("a previous article"), or a link of another site's."""
    if not candidates.links.says[position] & _OTHER_TEXTS:
        return False
    if in_sentence(candidates, candidates.elements[position]):
        return True
    return not addresses.is_same_site(candidates.links.hrefs[position]) and not candidates.links.rels.get(position)
