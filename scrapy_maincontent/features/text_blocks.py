"""Page -> feature columns of text blocks: their elements, their places on the page, and counts of the whole page."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..page import HEADINGS
from .measures import integers
from .structure import FAR

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..page import Page
    from .measures import Ints, Measures

    Columns = dict[str, NDArray[np.generic]]


_OWNER_CODES = {"p": 1, "li": 2, "td": 3, "th": 3, "div": 4, "dd": 5, "dt": 5, "pre": 6, "blockquote": 7, "a": 8}
_LAST_CODE = max(_OWNER_CODES.values())
_TAGS = _OWNER_CODES | {tag: _LAST_CODE + rank for tag, rank in HEADINGS.items()}


class OwnerTags(NamedTuple):
    """Each block's element (m each): ``headings``, ranks 1 to 6 or 0 for none, and ``codes``, a number for the tag."""

    headings: Ints
    codes: Ints


def owner_tags(page: Page) -> OwnerTags:
    """Return the tags of the text blocks' elements."""
    tags = page.tags
    found = integers([_TAGS.get(tags[owner], 0) for owner in page.owners])
    return OwnerTags(np.maximum(found - _LAST_CODE, 0), np.where(found > _LAST_CODE, 0, found))


def place(measures: Measures, headings: Ints) -> Columns:
    """Return where each block stands: in the page, after the first h1, after the last heading."""
    count, far = len(measures.words), FAR
    numbers = np.arange(count)
    is_h1 = headings == 1
    first_h1 = int(is_h1.argmax()) if is_h1.any() else -far
    last_heading = np.maximum.accumulate(np.where(headings, numbers, -far))
    return {
        "position": numbers / count,
        "words_before": measures.words_before[:-1] / max(float(measures.words_before[-1]), 1.0),
        "depth": measures.depths.take(measures.owners),
        "from_h1": np.minimum(np.maximum(numbers - first_h1, -far), far),
        "since_heading": np.minimum(numbers - last_heading, far),
    }


def whole_page(page: Page, measures: Measures, owners: Ints) -> dict[str, float]:
    """Return figures of the whole page; ``owners`` are the codes of `owner_tags`."""
    total = max(float(measures.words_before[-1]), 1.0)
    return {
        "page_blocks": len(page.texts),
        "page_words": total,
        "page_long": float(measures.long_before[-1]) / total,
        "page_linked": float(measures.linked_before[-1]) / total,
        "page_largest": float(measures.words.max()),
        "page_paragraphs": int(np.count_nonzero(owners == _OWNER_CODES["p"])),
        "page_articles": page.tags.count("article"),
        "page_objects": len(page.objects),
    }
