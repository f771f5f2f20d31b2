"""What several stages ask for of all elements, links and texts of a page: each read in one loop.

The four columns of a `Page` are made when they are first asked for; flatten, which has seen all elements, made some.
Boxes, too: a script in the browser (``engines/layout.js``) writes where an element is laid out into an attribute, its
*stamp*, so boxes travel with the markup and belong to the right element however it is parsed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import accumulate, compress, islice, pairwise
from operator import itemgetter, mul
from typing import TYPE_CHECKING

from . import HEADINGS, LABELS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from . import Page

    Boxes = NDArray[np.int64]
    """Elements x 4: left, top, width and height in CSS pixels from the document's top left corner; `NO_BOX` in each
    column where an element is not shown, or has no stamp."""


def elements_with(attrs: Sequence[Mapping[str, str]], names: tuple[str, str, str]) -> list[int]:
    """Return the elements that have one of three attributes."""
    first, second, third = names
    return [element for element, own in enumerate(attrs) if own and (first in own or second in own or third in own)]


def tagged(tags: Sequence[str], wanted: Mapping[str, int]) -> list[int]:
    """Return the elements that have one of the wanted tags."""
    return [element for element, tag in enumerate(tags) if tag in wanted]


def first_anchors(attrs: Sequence[Mapping[str, str]], tags: Sequence[str], most: int) -> dict[str, int]:
    """Return the first element of each id, or of each name of an ``a``, among the first ``most`` elements."""
    found: dict[str, int] = {}
    for element, own in enumerate(islice(attrs, most)):
        if "id" in own:
            found.setdefault(own["id"], element)
        if "name" in own and tags[element] == "a":
            found.setdefault(own["name"], element)
    return found


def visible_lengths(pieces: list[str], linked: list[bool]) -> tuple[list[int], list[int], list[int]]:
    """Return visible characters of each piece, their sums before each piece and at the end, and the same in links."""
    lengths = list(map(len, map(str.strip, pieces)))
    return lengths, [0, *accumulate(lengths)], [0, *accumulate(map(mul, lengths, linked))]


def read_links(
    attrs: Sequence[Mapping[str, str]], elements: Sequence[int], longest: int
) -> tuple[list[str], dict[int, str], list[int]]:
    """Return links' addresses cut at ``longest``, relations by position, and which have an aria-label or a title."""
    own_attrs = list(map(attrs.__getitem__, elements))
    rels = [own.get("rel", "") for own in own_attrs]
    return (
        [href[:longest] for href in map(str.strip, map(itemgetter("href"), own_attrs))],
        dict(compress(enumerate(rels), rels)),
        [position for position, own in enumerate(own_attrs) if "aria-label" in own or "title" in own],
    )


def before(
    elements: Sequence[int], starts: list[int], pieces: list[str], linked: list[bool], lengths: list[int], longest: int
) -> tuple[list[int], list[str]]:
    """Return elements right behind an unlinked text (of ``longest`` visible characters at most), and these texts."""
    positions, texts = [], []
    for position, element in enumerate(elements):
        piece = starts[element] - 1
        if piece > 0 and not lengths[piece] and not linked[piece]:
            piece -= 1
        if piece >= 0 and not linked[piece] and 0 < lengths[piece] <= longest:
            positions.append(position)
            texts.append(pieces[piece].strip())
    return positions, texts


def grouped(elements: Sequence[int], parents: list[int], ends: list[int]) -> dict[int, list[int]]:
    """Return the positions of elements by the lowest element that holds another one, too; climbs each element once."""
    groups: defaultdict[int, list[int]] = defaultdict(list)
    before = -1
    for position, (element, after) in enumerate(pairwise([*elements, len(parents)])):
        container = parents[element]
        while container > before and ends[container] <= after and (parent := parents[container]) >= 0:
            container = parent
        groups[container].append(position)
        before = element
    return dict(groups)


MAX_ANCHORS = 100_000


def visible(page: Page) -> tuple[list[int], list[int], list[int]]:
    """Return what `visible_lengths` does: visible characters by piece of text."""
    if page.visible_column is None:
        page.visible_column = visible_lengths(page.pieces, page.linked)
    return page.visible_column


def headings(page: Page) -> list[int]:
    """Return the elements that are headings, in document order."""
    if page.heading_column is None:
        page.heading_column = tagged(page.tags, HEADINGS)
    return page.heading_column


def labelled(page: Page) -> list[int]:
    """Return the elements that have an aria-label or a type of microdata or RDFa, in document order."""
    if page.labelled_column is None:
        page.labelled_column = elements_with(page.attrs, LABELS)
    return page.labelled_column


def anchors(page: Page) -> dict[str, int]:
    """Return the elements that fragments lead to, by id or, for an ``a``, by name; the first of a name counts."""
    if page.anchor_column is None:
        page.anchor_column = first_anchors(page.attrs, page.tags, MAX_ANCHORS)
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
