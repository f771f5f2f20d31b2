"""Places right behind an entry's text: tags there are the entry's, those in a sidebar are the site's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...words import class_vocabulary
from ._candidates import SENTENCE_ENDS

if TYPE_CHECKING:
    from ._candidates import Candidates

LABELLED, UNLABELLED = 6, 3
"""Text blocks between an entry's text and its tags, below a word such as "Tags" and without one."""
MIN_TEXT = 80
"""Characters of a text block that is an entry's text."""
MAX_LEVELS = 12
_ASIDE = frozenset(("nav", "aside", "footer"))
_NAMED_ASIDE = class_vocabulary.SIDE | class_vocabulary.FOOTER
_CLOSING = "\"'”’»)）」』"


def is_behind_text(candidates: Candidates, element: int, near: int) -> bool:
    """Tell whether one of the ``near`` text blocks before an element is an entry's text.

    A footer in an article is that of the entry, and a box that holds nothing else says nothing of the place.
    """
    page = candidates.page
    block, _ = page.blocks_in(element)
    if not any(is_text(candidates, before) for before in range(max(block - near, 0), block)):
        return False
    above = (element, *page.ancestors(element))
    for number, (tag, says), _ in zip(above, candidates.meanings_above(element), range(MAX_LEVELS), strict=False):
        if tag == "article":
            return True
        if (tag in _ASIDE or says & _NAMED_ASIDE) and not holds_only(candidates, number, element):
            return False
    return True


def holds_only(candidates: Candidates, above: int, element: int) -> bool:
    """Tell whether an element holds one below it and nothing else: a box of its own, whatever its tag."""
    return candidates.size(above)[0] == candidates.size(element)[0] and len(candidates.inside(above)) == len(
        candidates.inside(element)
    )


def is_text(candidates: Candidates, block: int) -> bool:
    """Tell whether a text block is a sentence or more, and not mostly links."""
    page = candidates.page
    text = page.texts[block].rstrip(_CLOSING)
    if len(text) < MIN_TEXT or not text.endswith(SENTENCE_ENDS):
        return False
    low, high = page.text_starts[block], page.text_ends[block]
    linked = candidates.linked_characters[high] - candidates.linked_characters[low]
    return 2 * linked < len(text)
