"""What the detectors look at: the page's links, what they say and how they are grouped, and telling elements.

Collected once per page, in one loop over the elements and one over the links.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from ...page import HEADINGS, columns
from ...page.columns import anchors, visible
from ...words import phrases
from ...words.class_names import MAX_NAME, MEANINGS, read_names
from ...words.phrases import HOME
from ...words.titles import key
from ._addresses import origin
from ._headings import Headings
from ._links import read_links
from ._marks import mark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...page import Page
    from ...words.class_names import Names

MAX_LINKS = 6000
"""Links that are looked at: half of them from the start of the page, half from its end."""
MAX_BEFORE = 60
"""Characters of a label before a link."""
MIN_SENTENCE = 12
"""Characters of a text block that ends like a sentence."""
SENTENCE_ENDS = (".", "。", "!", "?", "！", "？", "．")
MAX_BLOCKS = 40
"""Text blocks of an element in which sentences are looked for."""
MAX_PIECES = 40
"""Pieces of text of a block in which links are looked for."""
_HALF = MAX_LINKS // 2
_TITLE_RANKS = 2


class Candidates:
    """The links and the telling elements of one page.

    ``links`` are in document order; a *position* is an index into them. ``groups`` are the positions of links that
    share a container: the lowest element with more than one link in it, by container, in document order.
    ``lengths`` are the visible characters of each piece of text, ``characters`` those before each piece, and
    ``linked_characters`` those of them in links. ``whole_lines`` keeps what `_line_extent` finds.
    """

    def __init__(self, page: Page, names: Names | None = None) -> None:
        self.page = page
        elements = page.links
        if len(elements) > MAX_LINKS:
            elements = elements[:_HALF] + elements[-_HALF:]
        self.elements = elements
        self.links = read_links(page, elements)
        self.lengths, self.characters, self.linked_characters = visible(page)
        self.groups = columns.grouped(elements, page.parents, page.ends)
        self.whole_lines: dict[int, int] = {}
        self.marks = mark(page, elements, read_names(page) if names is None else names)

    @cached_property
    def before(self) -> dict[int, int]:
        """What the text right before a link says, where it says anything; two pieces at most, not linked, not long."""
        page = self.page
        positions, texts = columns.before(
            self.elements, page.piece_starts, page.pieces, page.linked, self.lengths, MAX_BEFORE
        )
        return {position: bits for position, bits in zip(positions, phrases.senses(texts), strict=True) if bits}

    @cached_property
    def homes(self) -> frozenset[int]:
        """The positions of links that lead to the site's top, by their words."""
        return frozenset(self.links.telling(HOME))

    @cached_property
    def tops(self) -> frozenset[int]:
        """The positions of links that lead to the site's top, by their words or by their address."""
        site = origin(self.page.base).lower()
        bare = "//" + site.partition("//")[2]
        roots = frozenset(("/", bare, bare + "/", site, site + "/") if site else ("/",))
        return self.homes.union(columns.among(self.links.hrefs, roots))

    @cached_property
    def fragments(self) -> list[int]:
        """The positions of links whose address has a fragment."""
        return columns.with_sign(self.links.hrefs, "#")

    @cached_property
    def targets(self) -> dict[str, int]:
        """The elements that fragments lead to."""
        return anchors(self.page)

    def size(self, first: int, last: int | None = None) -> tuple[int, int]:
        """Return the visible characters of an element or run of siblings: all of them, and those outside links."""
        low, high = self.page.piece_starts[first], self.page.piece_ends[first if last is None else last]
        everything = self.characters[high] - self.characters[low]
        return everything, everything - (self.linked_characters[high] - self.linked_characters[low])

    def inside(self, first: int, last: int | None = None) -> range:
        """Return the positions of the links in an element or a run of siblings."""
        end = self.page.ends[first if last is None else last]
        low = bisect_left(self.elements, first)
        return range(low, bisect_left(self.elements, end, low))

    def covering(self, positions: list[int] | range) -> tuple[int, int]:
        """Return the smallest element, or run of siblings, that covers the links from the first to the last one.

        A run that is all of its parent's text and links is given as the parent.
        """
        page = self.page
        first, last = self.elements[positions[0]], self.elements[positions[-1]]
        parent, low = first, first
        while page.ends[parent] <= last:
            low, parent = parent, page.parents[parent]
        if parent == first:
            return first, first
        high = last
        while page.parents[high] != parent:
            high = page.parents[high]
        if self.size(parent)[0] == self.size(low, high)[0] and len(self.inside(parent)) == len(self.inside(low, high)):
            return parent, parent
        return low, high

    def has_sentence(self, element: int) -> bool:
        """Tell whether a text block of an element is a sentence or ends with one, and has no link."""
        page = self.page
        return any(
            text.endswith(SENTENCE_ENDS)
            and len(text) >= MIN_SENTENCE
            and not any(page.linked[start : min(end, start + MAX_PIECES)])
            for text, start, end in (
                (page.texts[block], page.text_starts[block], page.text_ends[block])
                for block in islice(range(*page.blocks_in(element)), MAX_BLOCKS)
            )
        )

    def beside(self, position: int) -> int:
        """Return the number of characters outside links in the text block in which a link starts."""
        page = self.page
        block = bisect_right(page.text_ends, page.piece_starts[self.elements[position]])
        if block >= len(page.text_ends):
            return 0
        low, high = page.text_starts[block], page.text_ends[block]
        return self.characters[high] - self.characters[low] - self.linked_characters[high] + self.linked_characters[low]

    @cached_property
    def headings(self) -> Headings:
        """The page's headings."""
        return Headings(self.page)

    @cached_property
    def own_names(self) -> frozenset[str]:
        """What headings of ranks 1 and 2 say, by their letters and digits: one of them is the page's own name."""
        tags = self.page.tags
        return frozenset(
            key(text) for text, element in self.headings.texts.items() if HEADINGS[tags[element]] <= _TITLE_RANKS
        )

    def meanings_above(self, element: int) -> Iterator[tuple[str, int]]:
        """Yield tag and meaning of class and id, of an element and its ancestors, up to the body."""
        page = self.page
        while element >= 0 and page.tags[element] not in ("body", "html"):
            own = page.attrs[element]
            says = 0
            if "class" in own:
                says = MEANINGS[own["class"][:MAX_NAME]]
            if "id" in own:
                says |= MEANINGS[own["id"][:MAX_NAME]]
            yield page.tags[element], says
            element = page.parents[element]
