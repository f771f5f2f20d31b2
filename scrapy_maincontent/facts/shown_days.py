"""The days that a page shows: elements ``time``, the line about the entry, the address, lines near the headline."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from functools import cached_property
from itertools import compress, count
from typing import TYPE_CHECKING

from ..page import make_of
from ..page.head import MAX_ADDRESS, event_days
from ..words.days import (
    DAY,
    day_in,
    day_lines,
    day_of_age,
    day_of_month,
    day_span,
    days_between,
    days_in_address,
    is_before,
    is_label_of_change,
    moment,
    month_in_address,
    say_changed,
    with_years,
)
from ..words.lines import DATELINE, bylines, is_age, line_kind, published_labels
from ..words.mails import mail_head
from ..words.other_days import is_beside_event, is_other_day
from ..words.threads import begins_with_edit, is_of_comment, says_edited, says_member
from .declared import ADDRESS, ATTRIBUTE, LINE, META, RELATIVE, TIME, VISIBLE
from .headline import BEFORE, MAX_LABEL, MAX_LEAD, MAX_LINE, SENTENCE, SIGNS
from .page_type import FORUM

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..page import Page
    from .declared import Found
    from .headline import NearHeadline


_TIME = "time"
_PUBLISHED = "published"
"""A class of the microformat of blogs' entries."""
MAX_TIMES = 200
"""Elements ``time`` that are looked at."""
_DAY_ATTRIBUTES = frozenset(("datetime", "title", "ts"))
"""Attributes in which scripts look for a day."""
_DATED_DATA = re.compile("data-.*(?:time|date|publish|stamp|epoch)")
"""The names of those that sites make up."""
MAX_AGED = 400
"""Elements near the headline whose attributes are looked at."""
MAX_CLASS = 200
"""Characters of a class that are read."""
_WRITTEN = re.compile(r"\d{4}-\d\d-\d\dT\d\d:")
"""The begin of a time as machines write it."""
MAX_DATELINE, AFTER_TEXT = 60, 8
"""Characters of a line that is a day alone, and text blocks behind the text for one."""
MAX_LEAF = 12
"""Characters of a text block with a day, or a month, on the leaf of a calendar."""
MAX_LEAVES, _LEAF_SIGNS, _YEAR = 4, " .,/|", 4
"""Parts of such a leaf, signs around them, and digits of its year."""
_STOPS, MAX_DAY_WORDS = (".", "!", "?"), 8
"""The ends of sentences, which have more words than a line that says a day: "The march is on 28 November 2013."."""
MAX_POST, BEFORE_POST = 80, 12
"""Text blocks behind a thread's headline, and before it, among which its first post's day is."""
MAX_POSTED = 200
"""Characters of a line with a post's day."""
MAX_OPENING = 100
"""Characters of a text in which the day stands with which it opens."""
_PLACE = re.compile(r"\W{0,3}[^\W\d_][^.!?:;–—0-9]{1,40}[,(:/–—-]?\s{0,2}(?:[^\W\d_]{1,4}\s)?")
"""Before such a day: a place, or two, and a word such as "am"."""
_BEHIND_OPENING = re.compile(r"\)?\s{0,2}(?:\.?\s?(?:[-–—]{1,2}|/{1,2})\s|(?:\([^()]{2,40}\)|/[^/]{2,40}/)\s?[-–—])")
LABEL_PIECES = 2
"""Pieces before a ``time`` that may be its label."""
MAX_LIST = 40
"""Text blocks before and behind those near the headline in which further entries of a list are counted."""
_ENTRIES = frozenset(("li", "td", "dd", "dt"))
"""Elements that lists are made of."""
MIN_ENTRIES = 3
"""Text blocks with a day and a link that are a list."""


class ShownDays:
    """The days of publication and change near a page's headline."""

    def __init__(self, near: NearHeadline) -> None:
        self._near = near

    def published(self, modified: Found = None) -> Found:
        """Return the first day that is not said to be a change's; one far from the headline is not after a change."""
        mail = mail_head(self._near.page.texts)
        if mail and (sent := day_in(mail.day, self._near.declared.days_language)):
            return VISIBLE, sent
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
        days = (day_in(text, self._near.declared.days_language) for text, changed in self._dated if not changed)
        timed = (day for day in days if day and len(day) > DAY and day[:DAY] == found[1])
        return next(((VISIBLE, day) for day in timed), found)

    def printed_before(self, declared: str) -> Found:
        """Return the day that a text shows right below its headline, if it is well before the declared one."""
        page, first = self._near.page, self._near.headline + 1
        texts = page.texts
        if not self._near.is_text or not self._near.has_headline:
            return None
        below = range(first, min(first + MAX_LEAD, len(texts)))
        shown = [texts[block] for block in below if len(texts[block]) <= MAX_DATELINE and not page.hidden[block]]
        for text in with_years(shown):
            if any(line_kind(part) == DATELINE for part in SIGNS.split(text)) and not say_changed([text])[0]:
                day = day_in(text, self._near.declared.days_language)
                is_earlier = day is not None and days_between(day, declared) > 1
                return (VISIBLE, day) if day and is_earlier else None
        return None

    def modified(self, *, far: bool) -> Found:
        """Return the first day that is said to be that of a change, with ``far`` also one at the end of the text."""
        return self._first_day(self._modified(far=far))

    def _first_day(self, sources: Iterator[tuple[str, Iterable[str]]]) -> Found:
        for source, texts in sources if self._near.is_shown else ():
            for text in texts:
                found = day_in(text, self._near.declared.days_language)
                if found and found[:DAY] not in self._events:
                    return source, found
        return None

    @cached_property
    def _events(self) -> set[str]:
        """The days of an event that the page declares."""
        return event_days(self._near.page)

    def _published(self) -> Iterator[tuple[str, Iterable[str]]]:
        """Yield sources and their texts; each is looked for when those before have no day."""
        yield TIME, [value for value, changed in self._times if not changed]
        yield LINE, [text for text, changed in self._entry_days if not changed]
        yield ATTRIBUTE, self._attributed()
        yield ADDRESS, self._address_days()
        yield VISIBLE, self._first_post()
        yield VISIBLE, [text for text, changed in self._dated if not changed]
        yield VISIBLE, self._leaves()
        yield VISIBLE, self._days_of_month()
        yield RELATIVE, self._ages(changed=False)

    def _far(self) -> Iterator[tuple[str, Iterable[str]]]:
        """Yield further sources, in which the days of other texts may stand."""
        yield TIME, self._only_day()
        yield ATTRIBUTE, self._only_published()
        yield META, self._near.declared.other_days()
        yield VISIBLE, self._labelled_days()
        yield VISIBLE, self._days_at_text(changed=False)
        yield VISIBLE, self._opening_days()

    def _modified(self, *, far: bool) -> Iterator[tuple[str, Iterable[str]]]:
        yield TIME, [value for value, changed in self._times if changed]
        if "lines" in vars(self._near):  # regions are not looked for only to see whether a day of change stands in one
            yield LINE, [text for text, changed in self._entry_days if changed and with_years([text])]
        yield VISIBLE, [text for text, changed in self._dated if changed]
        yield RELATIVE, self._ages(changed=True)
        if far:
            yield VISIBLE, self._days_at_text(changed=True)

    @cached_property
    def _entry_days(self) -> list[tuple[str, bool]]:
        """The days in the lines about the entry, and whether they are of a change."""
        return _parted([region.text for region in self._near.lines], self._near.declared.days_language)

    def _only_day(self) -> Iterator[str]:
        """Yield the first ``time`` of a page that is one text, where all are of one day, or of a forum's posts."""
        page, is_forum = self._near.page, self._near.page_type == FORUM
        if not (self._near.is_text or is_forum):
            return
        first = self._near.elements.start if is_forum else 0
        changed = ["", *(value for value, is_changed in self._times if is_changed)]
        times = _times(page, first, len(page.tags))
        own = (time for time in times if is_forum or not self._is_of_event(page.blocks_in(time)[0]))
        values = [page.attrs[time].get("datetime", "") for time in own]
        values = [value for value in values if value not in changed]
        if values and (is_forum or len({value.strip()[:DAY] for value in values}) == 1):
            yield values[0]

    def _first_post(self) -> Iterator[str]:
        """Yield the first two days at a thread's headline that are none of a member or an edit, the earlier one first.

        Boards may show above them what time it is, and some posts have their day above their own headline.
        """
        page, near = self._near.page, self._near
        if near.page_type != FORUM:
            return
        around = range(max(near.headline - BEFORE_POST, 0), min(near.headline + 1 + MAX_POST, len(page.texts)))
        # Behind the day may stand in brackets when the post was edited, and by whom.
        heads = {block: page.texts[block][:MAX_POSTED].partition(" (")[0] for block in around}
        dated = {block for block, head in heads.items() if len(head) <= MAX_DATELINE and with_years([head])}
        lines = {block: heads[block] if block in dated else page.texts[block] for block in around}
        short = [block for block in around if len(lines[block]) <= MAX_DATELINE and not page.hidden[block]]
        # "Joined" may stand in a box of its own.
        own = [lines[block] for block in short if not (block and says_member(page.texts[block - 1]))]
        posted = [text for text in with_years(own) if not (says_member(text) or says_edited(text))]
        language = near.declared.days_language
        read = ((day_in(text, language), text) for text, changed in _parted(posted, language) if not changed)
        days = [(day, text) for day, text in read if day]
        yield from (text for _, text in sorted(days[:2]))

    def _only_published(self) -> Iterator[str]:
        """Yield the day in the title of elements of class "published", where all are of one day: at a post's end."""
        page = self._near.page
        names = [name for name in page.names if _PUBLISHED in name.split()] if self._near.is_text else ()
        values = [page.attrs[element].get("title", "") for name in names for element in page.names[name][:MAX_TIMES]]
        if len({value.strip()[:DAY] for value in values}) == 1:
            yield from filter(None, [moment(values[0][:MAX_LABEL])])

    @cached_property
    def _times(self) -> list[tuple[str, bool]]:
        """Return the values of elements ``time`` near the headline, and whether they are of a change."""
        page, values, labels, near = self._near.page, list[str](), list[str](), self._near.elements
        classes, texts = list[str](), list[str]()
        times = self._without_entries([*_times(page, near.start, near.stop)])
        for element in sorted(times, key=lambda element: self._distance(page.blocks_in(element)[0])):
            first, behind = page.blocks_in(element)
            if behind <= self._near.blocks.stop and not self._is_of_event(first):
                own, start = page.attrs[element], page.piece_starts[element]
                shown = page.text_in(element)[:MAX_LINE]
                value = self._value_of(own.get("datetime", "").strip(), shown)
                label = "".join(page.pieces[max(start - LABEL_PIECES, page.text_starts[first]) : start])[-MAX_LABEL:]
                values.append(value)
                labels.append(label)
                texts.append(shown)
                classes.append(own.get("class", "")[:MAX_CLASS])
        said, called = say_changed(labels), say_changed(classes)
        called = [is_change and _PUBLISHED not in name for is_change, name in zip(called, classes, strict=True)]
        # Many themes call the only day that they show "updated", as microformats want it.
        is_other = not all(called) or True in (*said, *say_changed(texts))
        return [(value, one or (other and is_other)) for value, one, other in zip(values, said, called, strict=True)]

    def _value_of(self, declared: str, shown: str) -> str:
        """Return what a ``time`` declares, or what it shows if both differ by a zone or by their numbers' order."""
        own, language = declared and moment(declared), self._near.declared.days_language
        day = day_in(shown, language) if own and "/" not in shown else None
        if not (own and day):
            return declared or shown
        is_swapped = (own[:4], own[5:7], own[8:DAY]) == (day[:4], day[8:DAY], day[5:7])
        return shown if is_swapped or abs(days_between(own, day)) == 1 else declared

    def _is_of_event(self, block: int) -> bool:
        """Return True if a text block is a short line with the day of an event."""
        texts = self._near.page.texts
        is_line = block < len(texts) and len(texts[block]) <= MAX_LINE
        return is_line and (is_other_day(texts[block]) or is_beside_event(texts, block))

    def _without_entries(self, times: list[int]) -> list[int]:
        """Return the elements that are not of entries above the headline or behind the main text."""
        page, main, near = self._near.page, self._near.main, self._near
        if not times:
            return times
        end = max(compress(count(), main)) + 1 if True in main else len(page.texts)
        start = near.headline
        blocks = {time: page.blocks_in(time)[0] for time in _times(page, 0, len(page.tags))}
        apart = {time: block < start for time, block in blocks.items() if not start <= block < end}
        makes = Counter((is_above, make_of(page, page.parents[time])) for time, is_above in apart.items())
        return [
            time
            for time in times
            if time not in apart or makes[apart[time], make_of(page, page.parents[time])] < MIN_ENTRIES
        ]

    def _labelled_days(self) -> Iterator[str]:
        """Yield the day behind a label such as "Published" that stands alone, wherever it is, if there is one."""
        page = self._near.page
        labels = published_labels(page.texts[:-1]) if self._near.is_text else ()
        shown = [page.texts[block + 1] for block in labels if not page.hidden[block + 1]]
        days = {text for text in with_years(shown) if line_kind(text) == DATELINE}
        yield from days if len(days) == 1 else ()

    def _days_at_text(self, *, changed: bool) -> Iterator[str]:
        """Yield the first text block at or in the main text that is a day and nothing else, or a day with its label."""
        page = self._near.page
        if not self._near.is_text or True not in self._near.main:
            return
        first, last = self._near.main.index(True), len(self._near.main) - self._near.main[::-1].index(True)
        stop = min(last + AFTER_TEXT, len(page.texts))
        near = range(max(first - BEFORE, 0), next(filter(self._near.is_heading, range(last, stop)), stop))
        shown = [block for block in near if not page.hidden[block] and block not in self._listed]
        short = [block for block in shown if len(page.texts[block]) <= MAX_DATELINE]
        dated = {*with_years([page.texts[block] for block in short])}
        blocks = [block for block in short if page.texts[block] in dated and line_kind(page.texts[block]) == DATELINE]
        own = [block for block in blocks if not (self._near.is_linked(block) or self._is_of_another_kind(block))]
        lines = [page.texts[block] for block in own]
        yield from (day for day, is_change in _parted(lines, self._near.declared.days_language) if is_change is changed)

    def _opening_days(self) -> Iterator[str]:
        """Yield the day with which the main text opens as letters to the press do: "LINDLE, March 3, 2026 – ..."."""
        near = self._near
        text = near.page.texts[near.main.index(True)][:MAX_OPENING] if near.is_text and True in near.main else ""
        span = day_span(text, near.declared.days_language)
        if span and _PLACE.fullmatch(text, 0, span[0]) and _BEHIND_OPENING.match(text, span[1]):
            yield text[: span[1]]

    def _far_from_headline(self, block: int) -> int:
        """Return the rank of a text block as a day's place: right below the headline, above it, further below."""
        apart = block - self._near.headline
        return apart if 0 <= apart <= MAX_LEAD else MAX_LEAD + abs(apart) + (BEFORE if apart > 0 else 0)

    def _distance(self, block: int) -> int:
        """Return how far a text block is from the headline; what is before it may be of other pages."""
        apart = block - self._near.headline
        return 2 * apart if apart >= 0 else 1 - 2 * apart

    def _address_days(self) -> Iterator[str]:
        """Yield the day in the page's address."""
        url = self._near.page.url or self._near.page.head_links.get("canonical", "")
        path, _, query = url.partition("?")
        # "index.php?post/2010/01/28/" is a path, too.
        return days_in_address((path if "=" in query else f"{path}/{query}")[:MAX_ADDRESS])

    def _leaves(self) -> Iterator[str]:
        """Yield the days near the headline whose parts have elements of their own, as on the leaf of a calendar."""
        near, page = self._near, self._near.page
        short = [block for block in near.short_blocks if len(page.texts[block]) <= MAX_LEAF] if near.is_text else ()
        whole = {block for block in short if day_span(page.texts[block], near.declared.days_language)}
        for block in sorted(short, key=self._far_from_headline):
            if self._is_of_another_kind(block):
                continue
            parts = list[str]()
            for place in range(block, min(block + MAX_LEAVES, len(page.texts))):
                if place not in short or place in whole or place == near.headline:
                    break
                pieces = page.pieces[page.text_starts[place] : page.text_ends[place]][: 2 * MAX_LEAVES]
                parts += filter(None, (piece.strip(_LEAF_SIGNS) for piece in pieces))
                has_year = any(len(part) >= _YEAR and part[-_YEAR:].isdecimal() for part in parts)
                if 1 < len(parts) <= MAX_LEAVES and has_year:
                    yield (" " if any(part.isalpha() for part in parts) else ".").join(parts)

    def _days_of_month(self) -> Iterator[str]:
        """Yield the days without a year near the headline, in text blocks as on the leaf of a calendar, too.

        The address has their year and month.
        """
        near, texts = self._near, self._near.page.texts
        known = month_in_address(near.page.url or "") if near.is_text else None
        short = sorted(near.short_blocks, key=self._far_from_headline) if known else ()
        for block in short:
            text, before = texts[block], texts[block - 1] if block else ""
            is_leaf = max(len(before), len(text)) <= MAX_LEAF
            line = f"{before} {text}" if is_leaf else text
            is_own = len(line) <= MAX_DATELINE and block != near.headline and not SENTENCE.search(line)
            if known and is_own and not (is_of_comment(line) or self._is_of_event(block)):
                yield day_of_month(line, *known) or ""

    def _attributed(self) -> Iterator[str]:
        """Yield the days that attributes of elements near the headline have whose text is an age, or which are empty.

        Scripts keep them there: "3 days ago" has its day as ``title``, ``datetime`` or ``data-time``. "12.3." may have
        its day as ``title``, too.
        """
        page, near = self._near.page, self._near.elements if self._near.is_text else range(0)
        first = bisect_left(page.piece_starts, page.text_starts[self._near.headline], near.start) if near else 0
        behind, before = range(first, min(near.stop, first + MAX_AGED)), range(max(near.start, first - MAX_AGED), first)
        for element in (*behind, *before):
            if own := page.attrs[element]:
                start, stop = page.piece_starts[element], page.piece_ends[element]
                text = "".join(page.pieces[start : min(stop, start + LABEL_PIECES)]).strip()
                if say_changed([text])[0]:
                    continue
                if not text or is_age(text):
                    yield from filter(None, map(_day_of_attribute, own.items()))
                elif len(text) <= MAX_LEAF and own.get("title") and ":" not in text and any(map(str.isdigit, text)):
                    yield moment(own["title"][:MAX_LABEL]) or ""

    def _ages(self, *, changed: bool) -> Iterator[str]:
        """Yield the days of lines such as "3 days ago" right at the headline, where the page's own time is known."""
        near, page = self._near, self._near.page
        if page.fetched is None or not near.is_text:
            return
        first = max(near.headline - 1, 0)
        for block in range(first, min(first + MAX_LEAD, near.blocks.stop)):
            text = page.texts[block]
            is_line = len(text) <= MAX_DATELINE and not page.hidden[block] and not near.is_linked(block)
            if is_line and not is_of_comment(text) and say_changed([text])[0] is changed:
                yield day_of_age(text, page.fetched) or ""

    @cached_property
    def _dated(self) -> list[tuple[str, bool]]:
        """Short text blocks that may have a day, the nearest first, and whether they are of a change.

        Those with a link are a list of entries where there are several.
        """
        page, found, linked = self._near.page, list[tuple[str, bool]](), list[tuple[str, bool]]()
        for block in sorted(self._near.short_blocks, key=self._far_from_headline):
            text = page.texts[block]
            if block in self._listed:
                continue
            is_prose = (SENTENCE.search(text) or self._says_much(block)) and not any(bylines([text]))
            if is_prose or not with_years([text]) or self._is_of_another_kind(block):
                continue
            days = _parted([text], self._near.declared.days_language)
            before = page.texts[block - 1] if block and len(days) == 1 and line_kind(text) == DATELINE else ""
            if 0 < len(before) <= MAX_LABEL and not any(map(str.isdigit, before)):
                days = [(text, True)] if is_label_of_change(before) else days
            found += days
            linked += days if self._near.is_linked(block) else ()
        if len(linked) < MIN_ENTRIES or not self._near.is_text:
            return found
        own = self._below_headline()
        return [day for day in found if day not in linked or day in own]

    @cached_property
    def _listed(self) -> set[int]:
        """The text blocks with days far from the headline that are made as others: those of a list's entries."""
        page, near = self._near.page, self._near
        short = [block for block in near.short_blocks if with_years([page.texts[block]])]
        far = [block for block in short if not 0 <= block - near.headline <= MAX_LEAD]
        if not far:
            return set()
        around = range(max(near.blocks.start - MAX_LIST, 0), min(near.blocks.stop + MAX_LIST, len(page.texts)))
        dated = (each for each in around if len(page.texts[each]) <= MAX_LINE and with_years([page.texts[each]]))
        counts = Counter(make_of(page, page.owners[block]) for block in dated)
        makes = ((block, make_of(page, page.owners[block])) for block in far)
        return {block for block, make in makes if counts[make] >= MIN_ENTRIES and (make[0] in _ENTRIES or make[1])}

    def _says_much(self, block: int) -> bool:
        """Return True if a text block in the main text, or made as the one before it, is a sentence with a day."""
        page, main = self._near.page, self._near.main
        if not (page.texts[block].endswith(_STOPS) and page.texts[block].count(" ") >= MAX_DAY_WORDS):
            return False
        is_alike = make_of(page, page.owners[block]) == make_of(page, page.owners[block - 1])
        return any(main[block : block + 1]) or (is_alike and any(main[block - 1 : block]))

    def _is_of_another_kind(self, block: int) -> bool:
        """Return True if the text block before one is the label of another day, such as "When", or it is an event's."""
        texts = self._near.page.texts
        before = texts[block - 1] if 0 <= self._near.headline != block - 1 >= 0 else ""
        is_label = 0 < len(before) <= MAX_LABEL and not any(map(str.isdigit, before))
        return (is_label and is_other_day(f"{before.rstrip(' :：')}:")) or is_beside_event(texts, block)

    def _below_headline(self) -> list[tuple[str, bool]]:
        """Return the days of the line right below the headline, unless it is made as others with links: of a list.

        Its links may print or share the page.
        """
        page, below = self._near.page, self._near.headline + 1
        others = {
            make_of(page, page.owners[block])
            for block in self._near.short_blocks
            if block > below and self._near.is_linked(block)
        }
        if below >= self._near.blocks.stop or make_of(page, page.owners[below]) in others:
            return []
        return _parted([page.texts[below]], self._near.declared.days_language)


def _parted(lines: Iterable[str], language: str) -> list[tuple[str, bool]]:
    """Return the days of some lines, each with what stands behind it, and whether their labels are of a change."""
    found = [
        pair
        for line in lines
        if not is_of_comment(line) and not is_other_day(line)
        for pair in day_lines(line, language)
    ]
    changes = say_changed([label for label, _ in found])
    # Themes hide the time of the last change beside the day that they show.
    written = [_WRITTEN.match(value) is not None for _, value in found]
    hidden = written if False in written else [False] * len(found)
    return [
        (value, is_change or is_hidden or begins_with_edit(label.strip()))
        for (label, value), is_change, is_hidden in zip(found, changes, hidden, strict=True)
    ]


def _day_of_attribute(attribute: tuple[str, str]) -> str | None:
    name, value = attribute
    if name in _DAY_ATTRIBUTES or (_DATED_DATA.match(name) and not say_changed([name])[0]):
        return moment(value[:MAX_LABEL]) or day_in(value[:MAX_LABEL])
    return None


def _times(page: Page, start: int, stop: int) -> Iterator[int]:
    """Yield the elements ``time`` in a range, the first `MAX_TIMES`."""
    element = start - 1
    for _ in range(MAX_TIMES):
        try:
            element = page.tags.index(_TIME, element + 1, stop)
        except ValueError:
            return
        yield element
