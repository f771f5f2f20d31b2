"""What a page says about itself beside its text: authors, days, language, description, address, site, keywords.

Each field is asked of its sources in the order in which they are trusted: JSON-LD, microdata, meta elements
(`declared`), then ``time``, the line about the entry (`navigation.blog_utility`), the address, and the lines near the
headline. Nothing is guessed: where no source has a usable value, a field is empty.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property, partial
from itertools import chain, pairwise, takewhile
from typing import TYPE_CHECKING, NamedTuple

from ..navigation import candidates, detect, entry_lines
from ..navigation.entry_lines import is_author_address
from ..page import HEADINGS, Kind, block_sizes, h1s, headings, is_link, stems
from ..page.addresses import host_of
from ..page.head import MAX_ADDRESS
from ..words.days import DAY, day_in, day_lines, days_between, is_before, is_label_of_change, say_changed, with_years
from ..words.lines import (
    BYLINE,
    DATELINE,
    before_day,
    byline_with_day,
    bylines,
    comments_headings,
    is_byline_label,
    is_of_comment,
    is_other_day,
    line_kind,
    published_labels,
)
from ..words.names import has_role, is_account, is_control, is_full_name, is_job, is_of_helper, is_particle, is_personal
from ..words.normalise import key
from ..words.sentences import BEHIND_ENDS, SENTENCE_ENDS
from .declared import ADDRESS, JSON_LD, LINE, META, SCRIPT, TIME, VISIBLE, Declared, link_in, people
from .page_language import page_language
from .signed import signers, thread_starter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..page import Page, Region
    from .declared import Found, Named


_SHOWN = frozenset((LINE, VISIBLE))
_TEXTS = frozenset(("article", None))
_LISTS = frozenset(("listing", "collection"))
"""Types of pages that hold several things, each with an author and a day of its own."""
_FORUM = "forum"
_OFFERS = frozenset(("product", "service"))
"""Types of pages that show a brand, a seller or who reviewed it where others show an author."""
Authors = tuple[dict[str, str | None], ...]


class Metadata(NamedTuple):
    """What a page says about itself; ``sources`` names by field where each value is, and a script as the text's."""

    sources: dict[str, str]
    authors: Authors = ()
    date_published: str | None = None
    date_modified: str | None = None
    language: str | None = None
    description: str | None = None
    canonical_url: str | None = None
    site_name: str | None = None
    keywords: tuple[str, ...] = ()
    section: str | None = None
    is_accessible_for_free: bool | None = None


def metadata(
    page: Page,
    page_type: str | None = None,
    declared: Declared | None = None,
    text: str = "",
    title: str | None = None,
    main: Sequence[bool] = (),
) -> Metadata:
    """Return what the page says about itself. Linear in its declarations and in the blocks near its headline.

    Navigation regions are found only where declarations and ``time`` leave an author or a day open. The names and days
    that a list shows are those of its entries, so that what it declares alone counts. ``declared`` is what the page
    declares, where that is known already, ``text`` its main text, whose language is asked for first, ``title`` its
    headline, which may stand in no heading, and ``main`` tells of each text block whether it is in the main text.
    """
    declared = declared or Declared(page)
    near = _Near(declared, page_type, title, main)
    authors = _authors(declared, near)
    published = declared.day("date_published", "datePublished", "dateCreated", "uploadDate")
    modified = declared.day("date_modified", "dateModified") or near.modified(far=published is None)
    if published is None:
        published = near.published(modified)
    elif not (modified and is_before(published[1][:DAY], modified[1])):
        # Systems declare the day on which a text was moved or saved last.
        published = near.printed_before(published[1]) or published
    if published and modified and is_before(modified[1], published[1]):
        modified = None
    found: dict[str, Found] = {
        "authors": authors,
        "date_published": published,
        "date_modified": modified,
        "language": page_language(page, declared.language(), text, is_article=page_type in _TEXTS),
        "description": declared.description(),
        "canonical_url": declared.canonical_url(),
        "site_name": declared.site_name(),
        "keywords": declared.keywords(),
        "section": declared.section(),
        "is_accessible_for_free": declared.is_accessible_for_free(),
    }
    known = {name: value for name, value in found.items() if value is not None}
    sources = {name: source for name, (source, _) in known.items()}
    if page.is_embedded:
        sources["text"] = SCRIPT
    return Metadata(sources, **{name: value for name, (_, value) in known.items()})


def _authors(declared: Declared, near: _Near) -> Found:
    """Return the first authors that are not the site itself; the site where nobody else is named.

    What is shown contradicts a declared site, or an account's name, with a full name only. One name in a meta element
    may be the first of several. The site beside persons is none, unless JSON-LD says that it is.
    """
    first: tuple[str, list[Named]] | None = None
    chosen: tuple[str, list[Named]] | None = None
    for source, named in chain(declared.authors(), near.authors()):
        names = {key(name) for name, _ in named}
        if chosen is not None:
            if source == LINE and names > {key(name) for name, _ in chosen[1]}:
                chosen = source, named
            if source != META:
                break
            continue
        if first is None:
            first = source, named
        elif source in _SHOWN and not any(is_full_name(name) for name, _ in named):
            continue
        if not (names <= declared.site_keys or (near.is_text and all(is_account(name) for name, _ in named))):
            chosen = source, named
            if source != META or len(named) > 1:
                break
    found = chosen or first
    if found is None:
        return None
    source, named = found
    if source != JSON_LD and len(named) > 1:
        persons = [person for person in named if not declared.is_site(person[0])]
        named = persons if any(is_full_name(name) for name, _ in persons) else named
    addressed = ((name, declared.author_address(source, name, url) if url else None) for name, url in named)
    return source, tuple({"name": name, "url": url} for name, url in addressed)


# What the page shows near its headline.

BEFORE, BEHIND = 6, 20
"""Text blocks before and behind the headline that are read."""
MAX_HEADINGS, MAX_OTHERS = 24, 100
"""Headings of the first level, and of the others, that are looked at."""
MIN_TITLE, MAX_TITLE = 8, 400
"""Letters of a heading that is found in the title, and characters that are read."""
_TIME = "time"
MAX_TIMES = 200
"""Elements ``time`` that are looked at."""
MAX_LINKS = 400
"""Links near the headline that are looked at."""
MAX_NAMED = 8
"""Elements of one class of authors: more are those of a list."""
MAX_CLASS = 200
"""Characters of a class that are read."""
MAX_LINE, MAX_DATELINE, AFTER_TEXT = 120, 60, 8
"""Characters of a line about authors or days, of one that is a day alone, and text blocks behind the text for one."""
LABEL_PIECES, MAX_LABEL = 2, 40
"""Pieces before a ``time`` that may be its label, and their characters."""
CREDIT_DEPTH = 3
"""Elements around a picture's credit that may be the figure."""
_FIGURES = frozenset(("figure", "figcaption"))
LINKED = 0.25
"""Share of a main text that is links, from which on it is a list's, unless it is an article's."""
MAX_LEAD = 6
"""Text blocks behind the headline in which a name may stand alone."""
_NO_BYLINES = frozenset(("li", "td", "th", "button", "dt", "dd", *HEADINGS))
"""Elements whose text is no name of an author though it looks like one."""
MAX_DAYS = 3
"""Lines with a day in which a name is looked for."""
MIN_ENTRIES = 3
"""Text blocks with a day and a link that are a list."""
MAX_APART = 3
"""Text blocks between two authors."""
_SENTENCE = re.compile(rf"[^\W\d_]{{2}}(?<!\b[Mm]in)[{re.escape(SENTENCE_ENDS)}][{re.escape(BEHIND_ENDS)}]*\Z")
"""The end of a sentence, which says when something was or will be; a line about a text ends with its day."""
_ADDRESS_DAY = re.compile(
    r"[/-](?P<year>(?:19|20)\d\d)(?:[/-](?P<month>0?[1-9]|1[0-2])[/-](?P<day>0?[1-9]|[12]\d|3[01])(?![\d])"
    r"|(?P<month2>0[1-9]|1[0-2])(?P<day2>0[1-9]|[12]\d|3[01])(?=[/_.-]|\Z))"
)
_ADDRESS_MONTH = re.compile(r"/((?:19|20)\d\d)/([a-z]{3,10})/(\d\d?)(?=/|\Z)")


class _Near:
    """What a page shows near its headline, by field, as `Declared` gives it."""

    def __init__(
        self, declared: Declared, page_type: str | None = None, title: str | None = None, main: Sequence[bool] = ()
    ) -> None:
        self._declared, self._page, self._main = declared, declared.page, main
        self._page_type = page_type
        self.is_text = page_type in _TEXTS
        self._title = title if page_type not in _LISTS and title and len(title) >= MIN_TITLE else None
        self._headline = 0

    @cached_property
    def _shown(self) -> bool:
        """Whether what is shown may be the page's own: of a list it is an entry's. A forum's list is one of links."""
        if self.is_text or self._page_type in _LISTS:
            return self.is_text or self._has_dated_byline()
        counts = [block_sizes(self._page, block) for block, is_main in enumerate(self._main) if is_main]
        return sum(linked for _, linked in counts) <= LINKED * sum(size for size, _ in counts)

    def _has_dated_byline(self) -> bool:
        """Return True if a byline with a day stands right below the headline, where none of an entry can stand."""
        page, behind = self._page, self._blocks.stop and self._headline + 1
        text = page.texts[behind] if 0 < behind < len(page.texts) and page.texts[behind - 1] else ""
        return len(text) <= MAX_LINE and next(bylines([text]), None) is not None and bool(with_years([text]))

    @cached_property
    def _blocks(self) -> range:
        """The text blocks around the headline, else the first blocks of the page.

        The headline is the heading or other text that says the same, the first h1 that the title names, the first h1,
        or the first other heading that it names.
        """
        page, shown = self._page, headings(self._page)
        equal = [block for block, text in enumerate(page.texts) if text == self._title]
        if said := list(filter(self._may_be_headline, equal)):
            self._headline = next((block for block in said if self._is_heading(block)), said[0])
            return self._around(self._headline + 1)
        firsts = [element for element in h1s(page) if _has_text(page, element)]
        several = firsts[:MAX_HEADINGS] if firsts else filter(partial(_has_text, page), shown[:MAX_OTHERS])
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
            return range(min(BEHIND, len(page.texts)))
        self._headline, end = page.blocks_in(firsts[0])
        return self._around(end)

    def _may_be_headline(self, block: int) -> bool:
        page = self._page
        return not page.hidden[block] and (not is_link(page, block) or self._is_heading(block))

    def _is_heading(self, block: int) -> bool:
        return self._page.tags[self._page.owners[block]] in HEADINGS

    def _around(self, end: int) -> range:
        page, stop = self._page, min(end + BEHIND, len(self._page.texts))
        # Behind a further h1 is another article, as below one that goes on as the reader scrolls.
        further = (page.blocks_in(element)[0] for element in h1s(page))
        stop = min((block for block in further if end <= block < stop and self._main_before(block)), default=stop)
        # Who comments is no author.
        comments = (end + number for number in comments_headings(page.texts[end:stop], MAX_LABEL))
        stop = next((block for block in comments if self._main_before(block)), stop)
        return range(max(self._headline - BEFORE, 0), stop)

    def _main_before(self, block: int) -> bool:
        """Return True if main content stands between the headline and a text block."""
        return True in self._main[self._headline + 1 : block]

    @cached_property
    def _short(self) -> list[str]:
        return [self._page.texts[block] for block in self._short_blocks]

    @cached_property
    def _short_blocks(self) -> list[int]:
        """Those that are shown and short, in the order of their trust: what is before the headline (a menu) last."""
        blocks, texts, hidden = self._blocks, self._page.texts, self._page.hidden
        order = (*range(self._headline, blocks.stop), *range(blocks.start, self._headline))
        return [block for block in order if len(texts[block]) <= MAX_LINE and not hidden[block]]

    @cached_property
    def _elements(self) -> range:
        """The elements that begin in these blocks."""
        page, blocks = self._page, self._blocks
        if not blocks:
            return blocks
        first, behind = page.text_ends[blocks.start - 1] if blocks.start else 0, page.text_ends[blocks.stop - 1]
        return range(bisect_left(page.piece_starts, first), bisect_left(page.piece_starts, behind))

    @cached_property
    def _lines(self) -> list[Region]:
        """The lines about the entry, those at the headline first."""
        blocks = self._blocks
        kind = Kind.BLOG_UTILITY
        lines = [region for region in detect(self._page) if region.kind is kind]
        return [region for region in lines if region.blocks[0] in blocks] or (lines if len(lines) == 1 else [])

    def authors(self) -> Iterator[tuple[str, list[Named]]]:
        """Yield sources and the people that they name, as `Declared.authors` does."""
        if self._page_type in _OFFERS or not self._shown:
            return
        is_forum = self._page_type == _FORUM
        for source, named in (
            (LINE, self._linked()),
            (VISIBLE, self._related()),
            (VISIBLE, self._bylines()),
            (VISIBLE, thread_starter(self._page, self._headline) if is_forum else ()),
            (VISIBLE, self._classed()),
            (VISIBLE, self._beside_day()),
            (VISIBLE, self._labelled()),
            (VISIBLE, self._alone()),
            (VISIBLE, signers(self._page, self._main) if self.is_text else ()),
        ):
            if found := [each for each in people(named, shown=True) if _may_be_shown(each[0], is_forum)]:
                yield source, found

    def _linked(self) -> Iterator[Named]:
        """Yield the links to authors in the lines about the entry."""
        for region in self._lines:
            line, place = region.text, 0
            for text, url in region.links:
                before, place = line[place : line.find(text, place)], max(line.find(text, place) + len(text), place)
                if text and _is_of_author(url) and not is_of_helper(before):
                    yield text, url

    def _related(self) -> Iterator[Named]:
        """Yield the links that say they lead to the author."""
        page, near = self._page, self._elements
        low, high = bisect_left(page.links, near.start), bisect_left(page.links, near.stop)
        elements = page.links[low : min(high, low + MAX_LINKS)]
        hrefs, relations, *_, signed = candidates.addresses(page.attrs, elements)
        named = {place for place, relation in relations.items() if "author" in relation}
        signed = entry_lines.with_signs(hrefs) if signed is None else signed
        named.update(place for place in signed if _is_of_author(hrefs[place]))
        for element in map(elements.__getitem__, sorted(named)):
            text = page.text_in(element)
            if 1 < len(text) <= MAX_LINE:
                yield text, page.attrs[element]["href"]

    def _classed(self) -> Iterator[Named]:
        """Yield the texts of elements near the headline whose class or id is of authors."""
        page, near, end, last = self._page, self._elements, -1, 0
        names = stems.named(page, "author") if near else ()
        few = (each for name in names if len(each := page.names[name]) <= MAX_NAMED)
        classed = sorted({element for elements in few for element in elements if element in near})
        classed = [element for element in classed if _has_text(page, element)]
        for element in [element for element in classed if not _is_credit(page, element)] or classed:
            block, behind = page.blocks_in(element)
            if last and block > last:
                return
            if element < end or behind > self._blocks.stop:
                continue
            text = page.text_in(element)
            last = block + MAX_APART
            if 1 < len(text) <= MAX_LINE:
                end = page.ends[element]
                pieces = map(str.strip, page.pieces[page.piece_starts[element] : page.piece_ends[element]])
                parts = list(filter(None, pieces))
                # Names that only style sheets part.
                if len(parts) > 1 and all(map(is_full_name, parts)) and not any(map(has_role, parts)):
                    yield from ((name, None) for name in parts)
                elif behind > block + 1 and (alone := _alone_in(page.texts[block:behind])):
                    yield from ((name, link_in(page, element) if len(alone) == 1 else None) for name in alone)
                else:
                    yield before_day(text), link_in(page, element)

    def _bylines(self) -> Iterator[Named]:
        """Yield the first line that begins with a word like "by", without its date."""
        for text in bylines(self._short):
            line = before_day(text)
            if line_kind(line) == BYLINE:
                yield line, None
                return

    def _beside_day(self) -> Iterator[Named]:
        """Yield the name in the first line that has a name and a day, or the one in the block beside such a line."""
        title = key(self._title or self._page.head_title)
        dated = [block for block in self._short_blocks if with_years([self._page.texts[block]])]
        for block in dated[:MAX_DAYS]:
            text = self._page.texts[block]
            name = None if _SENTENCE.search(text) else byline_with_day(text, linked=self._sections_in(block))
            if name and key(name) not in title:
                yield name, None
                return

    def _alone(self) -> Iterator[Named]:
        """Yield names that stand alone in text blocks between the headline and the text, where a day stands, too."""
        page, found, last = self._page, list[str](), 0
        first, is_dated, title = self._headline + 1, False, key(self._title or self._page.head_title)
        for block in range(first, min(first + MAX_LEAD, self._blocks.stop)):
            text = page.texts[block]
            if len(text) > MAX_LINE or page.tags[page.owners[block]] in _NO_BYLINES:
                break
            is_dated = is_dated or bool(with_years([text]))
            names = [] if page.hidden[block] or self._is_linked(block) else text.split("/")
            is_behind = found and block > last + 1
            if names and not is_behind and all(is_personal(name) and key(name) not in title for name in names):
                found += names
                last = block
        if is_dated or any(map(with_years, ([page.texts[block]] for block in self._before()))):
            yield from ((name, None) for name in found)

    def _before(self) -> range:
        return range(max(self._headline - MAX_DAYS, 0), self._headline)

    def _sections_in(self, block: int) -> str:
        """Return the letters of a text block's links of the site: to sections, since those to authors are known."""
        page, owner, host = self._page, self._page.owners[block], host_of(self._page.url or "")
        low, high = bisect_left(page.links, owner), bisect_left(page.links, max(page.ends[owner], owner))
        inner = page.links[low : min(high, low + MAX_NAMED)] if page.link_in(owner) is not None else ()
        own = [link for link in inner if host_of(page.absolute(page.attrs[link]["href"][:MAX_ADDRESS])) in ("", host)]
        if self._is_linked(block) and not inner:
            return key(page.texts[block])
        return " ".join(key(page.text_in(link)[:MAX_LINE]) for link in own)

    def _is_linked(self, block: int) -> bool:
        """Return True if a text block has a link: to a section, since those to authors are known by their address."""
        page = self._page
        return True in page.linked[page.text_starts[block] : page.text_ends[block]]

    def _labelled(self) -> Iterator[Named]:
        """Yield the text behind the first one that is a word such as "Written by" and nothing else."""
        for label, text in pairwise(self._short):
            if is_byline_label(label):
                yield text, None
                return

    def published(self, modified: Found = None) -> Found:
        """Return the first day that is not said to be a change's; one far from the headline is not after a change."""
        found = self._first_day(self._published())
        if (
            found is None
            and (far := self._first_day(self._far()))
            and not (modified and is_before(modified[1], far[1]))
        ):
            found = far
        if found is None or found[0] != ADDRESS:
            return found
        # The day that the address has is printed with its time as a rule.
        days = (day_in(text, self._declared.days_language) for text, changed in self._dated if not changed)
        timed = (day for day in days if day and len(day) > DAY and day[:DAY] == found[1])
        return next(((VISIBLE, day) for day in timed), found)

    def printed_before(self, declared: str) -> Found:
        """Return the day that a text shows right below its headline, if it is well before the declared one."""
        texts, title = self._page.texts, self._title
        if not self.is_text or title is None or title not in texts:
            return None
        first = texts.index(title) + 1
        again = texts[first : first + MAX_LEAD]  # a trail or a menu may have the headline before
        first += again.index(title) + 1 if title in again else 0
        below = range(first, min(first + MAX_LEAD, len(texts)))
        shown = [texts[block] for block in below if len(texts[block]) <= MAX_DATELINE and not self._page.hidden[block]]
        for text in with_years(shown):
            if line_kind(text) == DATELINE and not say_changed([text])[0]:
                day = day_in(text, self._declared.days_language)
                is_earlier = day is not None and days_between(day, declared) > 1
                return (VISIBLE, day) if day and is_earlier else None
        return None

    def modified(self, *, far: bool) -> Found:
        """Return the first day that is said to be that of a change, with ``far`` also one at the end of the text."""
        return self._first_day(self._modified(far=far))

    def _first_day(self, sources: Iterator[tuple[str, Iterable[str]]]) -> Found:
        for source, texts in sources if self._shown else ():
            for text in texts:
                if found := day_in(text, self._declared.days_language):
                    return source, found
        return None

    def _published(self) -> Iterator[tuple[str, Iterable[str]]]:
        """Yield sources and their texts; each is looked for when those before have no day."""
        yield TIME, [value for value, changed in self._times if not changed]
        yield LINE, [text for text, changed in self._entry_days if not changed]
        yield ADDRESS, self._address_days()
        yield VISIBLE, [text for text, changed in self._dated if not changed]

    def _far(self) -> Iterator[tuple[str, Iterable[str]]]:
        """Yield further sources, in which the days of other texts may stand."""
        yield TIME, self._only_day()
        yield META, self._declared.other_days()
        yield VISIBLE, self._labelled_days()
        yield VISIBLE, self._days_at_text(changed=False)

    def _modified(self, *, far: bool) -> Iterator[tuple[str, Iterable[str]]]:
        yield TIME, [value for value, changed in self._times if changed]
        if "_lines" in vars(self):  # regions are not looked for only to see whether a day of change stands in one
            yield LINE, [text for text, changed in self._entry_days if changed and with_years([text])]
        yield VISIBLE, [text for text, changed in self._dated if changed]
        if far:
            yield VISIBLE, self._days_at_text(changed=True)

    @cached_property
    def _entry_days(self) -> list[tuple[str, bool]]:
        """The days in the lines about the entry, and whether they are of a change."""
        return _parted([region.text for region in self._lines], self._declared.days_language)

    def _only_day(self) -> Iterator[str]:
        """Yield the first ``time`` of a page that is one text, where all are of one day, or of a forum's posts."""
        page, is_forum = self._page, self._page_type == _FORUM
        if not (self.is_text or is_forum):
            return
        first = self._elements.start if is_forum else 0
        changed = ["", *(value for value, is_changed in self._times if is_changed)]
        values = [page.attrs[time].get("datetime", "") for time in _times(page, first, len(page.tags))]
        values = [value for value in values if value not in changed]
        if values and (is_forum or len({value.strip()[:DAY] for value in values}) == 1):
            yield values[0]

    @cached_property
    def _times(self) -> list[tuple[str, bool]]:
        """Return the values of elements ``time`` near the headline, and whether they are of a change."""
        page, values, labels, near = self._page, list[str](), list[str](), self._elements
        times = _times(page, near.start, near.stop)
        for element in sorted(times, key=lambda element: self._distance(page.blocks_in(element)[0])):
            first, behind = page.blocks_in(element)
            if behind <= self._blocks.stop:
                own, start = page.attrs[element], page.piece_starts[element]
                value = own.get("datetime", "").strip() or page.text_in(element)[:MAX_LINE]
                label = "".join(page.pieces[max(start - LABEL_PIECES, page.text_starts[first]) : start])[-MAX_LABEL:]
                values.append(value)
                labels.append(f"{label} {own.get('class', '')[:MAX_CLASS]}")
        return [*zip(values, say_changed(labels), strict=True)]

    def _labelled_days(self) -> Iterator[str]:
        """Yield the day behind a label such as "Published" that stands alone, wherever it is, if there is one."""
        page = self._page
        labels = published_labels(page.texts[:-1]) if self.is_text else ()
        shown = [page.texts[block + 1] for block in labels if not page.hidden[block + 1]]
        days = {text for text in with_years(shown) if line_kind(text) == DATELINE}
        yield from days if len(days) == 1 else ()

    def _days_at_text(self, *, changed: bool) -> Iterator[str]:
        """Yield the first text block at or in the main text that is a day and nothing else, or a day with its label."""
        page = self._page
        if not self.is_text or True not in self._main:
            return
        first, last = self._main.index(True), len(self._main) - self._main[::-1].index(True)
        near = range(max(first - BEFORE, 0), min(last + AFTER_TEXT, len(page.texts)))
        blocks = [block for block in near if len(page.texts[block]) <= MAX_DATELINE and not page.hidden[block]]
        for text in with_years([page.texts[block] for block in blocks if not self._is_linked(block)]):
            if line_kind(text) == DATELINE and say_changed([text])[0] is changed:
                yield text

    def _far_from_headline(self, block: int) -> int:
        """Return the rank of a text block as a day's place: right below the headline, above it, further below."""
        apart = block - self._headline
        return apart if 0 <= apart <= MAX_LEAD else MAX_LEAD + abs(apart) + (BEFORE if apart > 0 else 0)

    def _distance(self, block: int) -> int:
        """Return how far a text block is from the headline; what is before it may be of other pages."""
        apart = block - self._headline
        return 2 * apart if apart >= 0 else 1 - 2 * apart

    def _address_days(self) -> Iterator[str]:
        """Yield the day in the page's address: /2024/05/03/ or /20240503-."""
        url = self._page.url or self._page.head_links.get("canonical", "")
        path = url.partition("?")[0][:MAX_ADDRESS]
        if named := _ADDRESS_MONTH.search(path):
            yield f"{named[3]} {named[2]} {named[1]}"
        match = _ADDRESS_DAY.search(path)
        if match:
            month, day = match["month"] or match["month2"], match["day"] or match["day2"]
            yield f"{match['year']}-{month:0>2}-{day:0>2}"

    @cached_property
    def _dated(self) -> list[tuple[str, bool]]:
        """Short text blocks that may have a day, the nearest first, and whether they are of a change.

        Those with a link are a list of entries where there are several.
        """
        page, found, linked = self._page, list[tuple[str, bool]](), list[tuple[str, bool]]()
        for block in sorted(self._short_blocks, key=self._far_from_headline):
            text = page.texts[block]
            if not with_years([text]) or _SENTENCE.search(text):
                continue
            days = _parted([text], self._declared.days_language)
            before = page.texts[block - 1] if block and len(days) == 1 and line_kind(text) == DATELINE else ""
            if 0 < len(before) <= MAX_LABEL and not any(map(str.isdigit, before)) and is_label_of_change(before):
                days = [(text, True)]
            found += days
            linked += days if self._is_linked(block) else ()
        return found if len(linked) < MIN_ENTRIES or not self.is_text else [day for day in found if day not in linked]


def _parted(lines: Iterable[str], language: str) -> list[tuple[str, bool]]:
    """Return the days of some lines, each with what stands behind it, and whether their labels are of a change."""
    found = [
        pair
        for line in lines
        if not is_of_comment(line) and not is_other_day(line)
        for pair in day_lines(line, language)
    ]
    return [*zip((value for _, value in found), say_changed([label for label, _ in found]), strict=True)]


def _times(page: Page, start: int, stop: int) -> Iterator[int]:
    """Yield the elements ``time`` in a range, the first `MAX_TIMES`."""
    element = start - 1
    for _ in range(MAX_TIMES):
        try:
            element = page.tags.index(_TIME, element + 1, stop)
        except ValueError:
            return
        yield element


def _alone_in(texts: Iterable[str]) -> list[str]:
    """Return the text blocks of an element that are names, up to the label of somebody who helped."""
    return [*filter(is_personal, takewhile(lambda text: not is_of_helper(text), texts))]


def _may_be_shown(name: str, is_forum: bool) -> bool:
    """Return True if a name has no number, as counts and days have, is no degree, and no sentence's middle."""
    is_account = is_forum and " " not in name and name[:1].isalpha()
    if (any(map(str.isdigit, name)) and not is_account) or is_job(name) or is_control(name):
        return False
    return not any(word[0].islower() and not is_particle(word) for word in name.split()) or " " not in name


def _is_credit(page: Page, element: int) -> bool:
    """Return True if an element stands right behind a picture or in a figure: whom it names made the picture."""
    if element and page.tags[element - 1] == "img":
        return True
    for _ in range(CREDIT_DEPTH):
        element = page.parents[element]
        if element < 0 or page.tags[element] in _FIGURES:
            return element >= 0
    return False


def _has_text(page: Page, element: int) -> bool:
    return page.piece_starts[element] < page.piece_ends[element]


def _is_of_author(url: str) -> bool:
    """Return True if an address is of an author's entries, whatever its host is called."""
    # Most are none with their host, either.
    return is_author_address(url) and ("//" not in url or is_author_address(url.partition("//")[2].partition("/")[2]))
