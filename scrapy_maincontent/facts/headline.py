"""Where a page has its headline, and what stands around it: the lines in which it shows its authors and its days."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeVar

from ..navigation import detect
from ..page import HEADINGS, Kind, block_sizes, h1s, headings, is_link
from ..words.days import with_years
from ..words.lines import bylines, comments_headings
from ..words.normalise import key
from ..words.sentences import BEHIND_ENDS, SENTENCE_ENDS
from ..words.titles import word_count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..page import Page, Region
    from .declared import Declared


_Thing = TypeVar("_Thing")
TEXTS = frozenset(("article", None))
LISTS = frozenset(("listing", "collection"))
"""Types of pages that hold several things, each with an author and a day of its own."""
BEFORE, BEHIND = 6, 20
"""Text blocks before and behind the headline that are read."""
MAX_HEADINGS, MAX_OTHERS = 24, 100
"""Headings of the first level, and of the others, that are looked at."""
MIN_TITLE, MIN_WORDS, MAX_TITLE = 8, 4, 400
"""Letters, or words, of a heading that is found in the title, and characters that are read."""
MAX_LINE, MAX_LABEL = 120, 40
"""Characters of a line about authors or days, and of the label before one."""
MAX_LEAD = 6
"""Text blocks behind the headline in which a name or a day may stand alone."""
_ABBREVIATIONS = r"(?<!\b[Mm]in)(?<!\b[Hh]rs)(?<!\bgodz)(?<!\bвремя)"
SIGNS = re.compile(r"\s?[|·•]\s?")
"""Between the parts of a line about authors and days."""
SENTENCE = re.compile(rf"[^\W\d_]{{2}}{_ABBREVIATIONS}[{re.escape(SENTENCE_ENDS)}][{re.escape(BEHIND_ENDS)}]*\Z")
"""The end of a sentence, which says when something was or will be; a line about a text ends with its day."""
MIN_TEASERS = 3
"""Authors above the headline and none below, from which on they are those of other texts."""
LINKED = 0.25
"""Share of a main text that is links, from which on it is a list's, unless it is an article's."""


class NearHeadline:
    """The place where a page shows its authors and days; what is read of it is made when it is asked for."""

    def __init__(
        self, declared: Declared, page_type: str | None = None, title: str | None = None, main: Sequence[bool] = ()
    ) -> None:
        self.declared, self.page, self.main = declared, declared.page, main
        self.page_type = page_type
        self.is_text = page_type in TEXTS
        self.title = title if page_type not in LISTS and title and _says_enough(title) else None

    @cached_property
    def is_shown(self) -> bool:
        """Whether what is shown may be the page's own: of a list it is an entry's. A forum's list is one of links."""
        if self.is_text or self.page_type in LISTS:
            return self.is_text or self._has_dated_byline()
        counts = [block_sizes(self.page, block) for block, is_main in enumerate(self.main) if is_main]
        return sum(linked for _, linked in counts) <= LINKED * sum(size for size, _ in counts)

    def _has_dated_byline(self) -> bool:
        """Return True if a byline with a day stands right below the headline, where none of an entry can stand."""
        page, behind = self.page, self.blocks.stop and self.headline + 1
        text = page.texts[behind] if 0 < behind < len(page.texts) and page.texts[behind - 1] else ""
        return len(text) <= MAX_LINE and next(bylines([text]), None) is not None and bool(with_years([text]))

    @property
    def headline(self) -> int:
        """The headline's text block, the first one of the page where it has none."""
        return self._place[0]

    @property
    def blocks(self) -> range:
        """The text blocks around the headline, else the first blocks of the page."""
        return self._place[1]

    @property
    def has_headline(self) -> bool:
        """Whether the page shows a headline."""
        return self.blocks.stop > 0 and self.is_heading(self.headline)

    @cached_property
    def _place(self) -> tuple[int, range]:
        """The headline's text block, and those around it.

        The headline is the heading or other text that says the same, the first h1 that the title names, the first h1,
        or the first other heading that it names.
        """
        page, shown = self.page, headings(self.page)
        equal = [block for block, text in enumerate(page.texts) if text == self.title]
        if said := list(filter(self._may_be_headline, equal)):
            headline = next((block for block in said if self.is_heading(block)), said[0])
            return headline, self._around(headline, headline + 1)
        firsts = [element for element in h1s(page) if _has_block(page, element)]
        several = firsts[:MAX_HEADINGS] if firsts else filter(partial(_has_block, page), shown[:MAX_OTHERS])
        named = (page.head_title, page.metas.get("og:title", "")) if len(firsts) != 1 else ()
        titles = [key(title[:MAX_TITLE]) for title in named]
        for element in several if titles else ():
            letters = key(page.text_in(element)[:MAX_TITLE])
            if len(letters) >= MIN_TITLE and any(
                letters in title or (len(title) >= MIN_TITLE and title in letters) for title in titles
            ):
                firsts = [element]
                break
        if not firsts:
            return 0, range(min(BEHIND, len(page.texts)))
        headline, end = page.blocks_in(firsts[0])
        return headline, self._around(headline, end)

    def _may_be_headline(self, block: int) -> bool:
        page = self.page
        return not page.hidden[block] and (not is_link(page, block) or self.is_heading(block))

    def is_heading(self, block: int) -> bool:
        """Return True if a text block is a heading."""
        return self.page.tags[self.page.owners[block]] in HEADINGS

    def _around(self, headline: int, end: int) -> range:
        page, stop = self.page, min(end + BEHIND, len(self.page.texts))
        # Behind a further h1 is another article, as below one that goes on as the reader scrolls.
        further = (page.blocks_in(element)[0] for element in h1s(page))
        stop = min(
            (block for block in further if end <= block < stop and self._main_between(headline, block)), default=stop
        )
        # Who comments is no author.
        comments = (end + number for number in comments_headings(page.texts[end:stop], MAX_LABEL))
        stop = next((block for block in comments if self._main_ends(headline, block)), stop)
        # Below a heading behind a short text are other texts, with authors and days of their own.
        stop = next(filter(self.is_heading, range(max(self._main_end(headline, stop), end), stop)), stop)
        return range(max(headline - BEFORE, 0), stop)

    def _main_end(self, headline: int, stop: int) -> int:
        """Return the text block behind the main text's last one, ``stop`` where none is behind the headline."""
        inner = list(self.main[stop - 1 : headline : -1])
        if True not in self.main[stop:] and True in inner:
            return stop - inner.index(True)
        return stop

    def _main_between(self, headline: int, block: int) -> bool:
        return True in self.main[headline + 1 : block]

    def _main_ends(self, headline: int, block: int) -> bool:
        """Return True if more of the main text is before a text block than behind it; a button may be called so."""
        return self.main[headline + 1 : block].count(True) > self.main[block:].count(True)

    @cached_property
    def short(self) -> list[str]:
        """The texts of `short_blocks`."""
        return [self.page.texts[block] for block in self.short_blocks]

    @cached_property
    def short_blocks(self) -> list[int]:
        """Those that are shown and short, in the order of their trust: what is before the headline (a menu) last."""
        blocks, texts, hidden = self.blocks, self.page.texts, self.page.hidden
        order = (*range(self.headline, blocks.stop), *range(blocks.start, self.headline))
        return [block for block in order if len(texts[block]) <= MAX_LINE and not hidden[block]]

    @cached_property
    def elements(self) -> range:
        """The elements that begin in these blocks."""
        page, blocks = self.page, self.blocks
        if not blocks:
            return blocks
        first, behind = page.text_ends[blocks.start - 1] if blocks.start else 0, page.text_ends[blocks.stop - 1]
        return range(bisect_left(page.piece_starts, first), bisect_left(page.piece_starts, behind))

    @cached_property
    def lines(self) -> list[Region]:
        """The lines about the entry, those at the headline first."""
        blocks = self.blocks
        kind = Kind.BLOG_UTILITY
        lines = [region for region in detect(self.page) if region.kind is kind]
        near = [region for region in lines if region.blocks[0] in blocks]
        return self.own(near, [region.blocks[0] for region in near]) if near else lines if len(lines) == 1 else []

    def own(self, things: Sequence[_Thing], blocks: Sequence[int]) -> list[_Thing]:
        """Return those of some things whose blocks are not above the headline, else all, unless they are a list's."""
        behind = [thing for thing, block in zip(things, blocks, strict=True) if block >= self.headline]
        return behind or (list(things) if len(things) < MIN_TEASERS else [])

    def is_linked(self, block: int) -> bool:
        """Return True if a text block has a link: to a section, since those to authors are known by their address."""
        page = self.page
        return True in page.linked[page.text_starts[block] : page.text_ends[block]]


def _has_block(page: Page, element: int) -> bool:
    first, behind = page.blocks_in(element)
    return first < behind


def has_text(page: Page, element: int) -> bool:
    """Return True if an element has a piece of text."""
    return page.piece_starts[element] < page.piece_ends[element]


def _says_enough(title: str) -> bool:
    """Return True if a title is none that any text may have; in Chinese and Japanese a few signs say a lot."""
    return len(title) >= MIN_TITLE or word_count(title) >= MIN_WORDS
