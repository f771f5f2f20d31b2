"""Boxes: where a browser has laid out each element, as the page's own markup carries them.

A script in the browser (``engines/layout.js``) writes an element's box into an attribute of the element, its *stamp*.
So boxes travel with the page, through caches, files and workers, and belong to the right element however it is parsed.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from . import Page

    Boxes = NDArray[np.int64]
    """Elements x 4: left, top, width and height in CSS pixels from the document's top left corner; `NO_BOX` in each
    column where an element is not shown, or has no stamp."""


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
    """Return the boxes of all elements of a page.

    An element that the parser has added, and the browser has not, has none.
    """
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
