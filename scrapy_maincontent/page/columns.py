"""What several stages ask for of all elements and texts of a page: each read in one loop.

The four columns of a `Page` are made when they are first asked for; flatten, which has seen all elements, made some.
Boxes, too: a script in the browser (``engines/layout.js``) writes where an element is laid out into an attribute, its
*stamp*, so boxes travel with the markup and belong to the right element however it is parsed.
"""

from __future__ import annotations

import re
from itertools import accumulate, islice
from operator import mul
from typing import TYPE_CHECKING

from . import HEADINGS, LABELS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from . import Page

    Boxes = NDArray[np.int64]
    """Elements x 4: left, top, width and height in CSS pixels from the document's top left corner; `NO_BOX` in each
    column where an element is not shown, or has no stamp."""


MAX_ANCHORS = 100_000
"""Elements in which anchors are looked for."""


def visible(page: Page) -> tuple[list[int], list[int], list[int]]:
    """Return visible characters of each piece of text, their sums before each piece and at the end, and in links."""
    if page.visible_column is None:
        lengths = list(map(len, map(str.strip, page.pieces)))
        in_links = map(mul, lengths, page.linked)
        page.visible_column = lengths, [0, *accumulate(lengths)], [0, *accumulate(in_links)]
    return page.visible_column


def headings(page: Page) -> list[int]:
    """Return the elements that are headings, in document order."""
    if page.heading_column is None:
        page.heading_column = [element for element, tag in enumerate(page.tags) if tag in HEADINGS]
    return page.heading_column


def labelled(page: Page) -> list[int]:
    """Return the elements that have an aria-label or a type of microdata or RDFa, in document order."""
    if page.labelled_column is None:
        first, second, third = LABELS
        page.labelled_column = [
            element for element, own in enumerate(page.attrs) if own and (first in own or second in own or third in own)
        ]
    return page.labelled_column


def anchors(page: Page) -> dict[str, int]:
    """Return the elements that fragments lead to, by id or, for an ``a``, by name; the first of a name counts."""
    if page.anchor_column is None:
        found: dict[str, int] = {}
        page.anchor_column = found
        for element, own in enumerate(islice(page.attrs, MAX_ANCHORS)):
            if "id" in own:
                found.setdefault(own["id"], element)
            if "name" in own and page.tags[element] == "a":
                found.setdefault(own["name"], element)
    return page.anchor_column


STAMP = "data-maincontent-box"
_STAMPS = re.compile(rb' data-maincontent-box="[0-9 none-]{0,40}"')
NO_BOX = -1
"""Width and height of an element that is not shown."""
_VALUE = re.compile(r"(-?[0-9]{1,7}) (-?[0-9]{1,7}) ([0-9]{1,7}) ([0-9]{1,7})")
_FIRST_ELEMENTS = 20
"""One of so many elements has a stamp where a page has any: the script stamps all that it finds."""


def has_boxes(page: Page) -> bool:
    """Return True if a browser has laid out the page."""
    return any(STAMP in attrs for attrs in islice(page.attrs, _FIRST_ELEMENTS))


def boxes_of(page: Page) -> Boxes:
    """Return the boxes of all elements; one that the parser, not the browser, has added has `NO_BOX`."""
    import numpy as np  # here: a crawl's own process takes stamps off, and has no other use for it

    found = np.full((len(page.attrs), 4), NO_BOX, np.int64)
    for element, attrs in enumerate(page.attrs):
        stamp = attrs.get(STAMP)
        match = None if stamp is None else _VALUE.fullmatch(stamp)
        if match is not None:
            found[element] = [int(number) for number in match.groups()]
    return found


def without_stamps(markup: bytes) -> bytes:
    """Return markup as it was before it was stamped. Linear, and quick where there is no stamp."""
    return _STAMPS.sub(b"", markup) if STAMP.encode() in markup else markup
