"""The authors that a page shows near its headline: links to them, bylines, names beside a day or alone."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property
from itertools import compress, takewhile
from typing import TYPE_CHECKING

from ..navigation import candidates, entry_lines
from ..navigation.entry_lines import is_author_address, is_person_address
from ..page import HEADINGS, stems
from ..page.addresses import host_of
from ..page.head import MAX_ADDRESS
from ..words.days import with_years
from ..words.lines import BYLINE, before_day, byline_with_day, bylines, is_byline_label, leads_to, line_kind
from ..words.mails import mail_head
from ..words.media import is_caption
from ..words.names import (
    has_joint,
    has_role,
    is_agency,
    is_control,
    is_full_name,
    is_job,
    is_label_of_helper,
    is_of_helper,
    is_office,
    is_particle,
    is_personal,
    is_small,
)
from ..words.normalise import key
from ..words.other_days import is_beside_event, is_other_day
from ..words.wide_names import titled_name
from .declared import LINE, VISIBLE, link_in, people
from .headline import MAX_LABEL, MAX_LEAD, MAX_LINE, SENTENCE, SIGNS, has_text
from .page_type import FORUM
from .signed import signers, thread_starter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..page import Page
    from .declared import Named
    from .headline import NearHeadline


_MAIL = "mailto:"
_OFFERS = frozenset(("product", "service"))
"""Types of pages that show a brand, a seller or who reviewed it where others show an author."""
MAX_LINKS = 400
"""Links near the headline that are looked at."""
MAX_NAMED = 8
"""Elements of one class of authors: more are those of a list."""
CREDIT_DEPTH = 3
"""Elements around a picture's credit that may be the figure."""
_FIGURES = frozenset(("figure", "figcaption"))
_NO_BYLINES = frozenset(("li", "td", "th", "button", "dt", "dd", *HEADINGS))
"""Elements whose text is no name of an author though it looks like one."""
MAX_DAYS = 3
"""Lines with a day in which a name is looked for."""
MAX_APART = 3
"""Text blocks between two authors."""
_BETWEEN, MAX_AND = " ,;/·|&、", 3
"""Signs between names, and characters of a word such as "and"."""
BYLINE_BELOW, STANDFIRSTS = 6, 3
"""Text blocks below the headline in which a byline contradicts a declaration; before a name above a day."""
_OF = " of "
_NO_NAME_CLASS = re.compile("desc|bio|position|role|avatar|job|comment")
_NAME_CLASS = re.compile("(?:author|autor|auteur|byline)[a-z_-]{0,20}name")
_BEHIND_SIGN = re.compile(r"\s?[|·•]\s?|\s[–—-]\s")
_APART = re.compile(r"[/、]|\s\|\s|,\s|\s(?:&|and|und|et|y)\s")
"""Signs and words between names that stand alone."""
_LABEL = re.compile(r"\s?[:：]")
"""What parts a label from the names behind it."""
_SAID = ("—", "―")
"""Before who said what stands above: "— Ann Reed (@reed) January 26, 2019" signs a message that a text quotes."""
MAX_FAR = 2000
"""Links of a page that are looked at for a relation."""


class ShownAuthors:
    """The authors near a page's headline."""

    def __init__(self, near: NearHeadline) -> None:
        self._near = near

    def named(self) -> Iterator[tuple[str, list[Named]]]:
        """Yield sources and the people that they name, as `Declared.authors` does."""
        if (mail := mail_head(self._near.page.texts)) and (found := people([(mail.author, None)], shown=True)):
            yield VISIBLE, found
        if self._near.page_type in _OFFERS or not self._near.is_shown:
            return
        is_forum = self._near.page_type == FORUM
        for source, named in (
            (LINE, self._linked()),
            (VISIBLE, self._related()),
            (VISIBLE, self._bylines()),
            (VISIBLE, thread_starter(self._near.page, self._near.headline) if is_forum else ()),
            (VISIBLE, self._mailed()),
            (VISIBLE, self._classed()),
            (VISIBLE, self._beside_day()),
            (VISIBLE, self._labelled()),
            (VISIBLE, self._alone()),
            (VISIBLE, self._above_day()),
            (VISIBLE, signers(self._near.page, self._near.main) if self._near.is_text else ()),
            (VISIBLE, self._only_one() if self._near.is_text else ()),
        ):
            alone = dict[str, str | None]()
            for name, url in people(named, shown=True):
                alone.setdefault(self._as_alone(name), url)
            shown = [each for each in alone.items() if _may_be_shown(each[0], is_forum)]
            if found := [each for each in shown if key(each[0]) not in self._helpers]:
                yield source, [each for each in found if not _holds_another(each[0], found)]

    def _as_alone(self, name: str) -> str:
        """Return the name that stands alone near the headline and with which a longer one begins, else the name."""
        begun = (alone for alone in self._near_names if name.startswith(f"{alone} "))
        return next((each for each in begun if not any(map(is_particle, name[len(each) :].casefold().split()))), name)

    @cached_property
    def _near_names(self) -> list[str]:
        """The text blocks near the headline that are names: a link around one and a role reads "Ann Reed Health"."""
        texts = self._near.page.texts
        return [texts[block] for block in self._near.short_blocks if is_personal(texts[block])]

    @cached_property
    def _helpers(self) -> frozenset[str]:
        """The names behind a text such as "Fact-checked by" that stands alone, and behind none such as "Written by"."""
        page = self._near.page
        labels = [block for block in self._near.short_blocks if len(page.texts[block]) <= MAX_LABEL]
        helpers = {block + 1 for block in labels if is_of_helper(page.texts[block])}
        authors = {block + 1 for block in labels if is_byline_label(page.texts[block])} if helpers else ()
        named = frozenset(key(page.texts[block]) for block in authors)
        return frozenset(key(page.texts[block]) for block in helpers if block < len(page.texts)) - named

    def _linked(self) -> Iterator[Named]:
        """Yield the links to authors in the lines about the entry."""
        for region in self._near.lines:
            line, place, helps, linked = region.text, 0, False, set[str]()
            for text, url in region.links:
                before, place = line[place : line.find(text, place)], max(line.find(text, place) + len(text), place)
                # "Edited by A, B and C".
                helps = is_of_helper(before) or (helps and len(before.strip(_BETWEEN)) <= MAX_AND)
                if text and _is_of_author(url) and not helps:
                    linked.add(key(text))
                    yield text, url
            if linked:
                yield from _not_linked(before_day(line), linked)
            else:  # "News | 5 hours ago | Written by Ann Reed"
                parts = map(before_day, bylines(SIGNS.split(line)[1:]))
                yield from ((part, None) for part in parts if line_kind(part) == BYLINE)

    def _related(self) -> Iterator[Named]:
        """Yield the links that say they lead to the author."""
        page, near = self._near.page, self._near.elements
        low, high = bisect_left(page.links, near.start), bisect_left(page.links, near.stop)
        elements = page.links[low : min(high, low + MAX_LINKS)]
        hrefs, relations, *_, signed = candidates.addresses(page.attrs, elements)
        named = {place for place, relation in relations.items() if "author" in relation}
        signed = entry_lines.with_signs(hrefs) if signed is None else signed
        named.update(place for place in signed if _is_of_author(hrefs[place]))
        named.update(place for place, element in enumerate(elements) if _is_labelled(page, element))
        named.update(
            place for place, href in enumerate(hrefs) if is_person_address(href) and self._is_name(elements[place])
        )
        found = [*map(elements.__getitem__, sorted(named))]
        for element in self._near.own(found, [page.blocks_in(element)[0] for element in found]):
            first, behind = page.blocks_in(element)
            # A link around a name and a role.
            names = _alone_in(page.texts[first:behind]) if behind > first + 1 else []
            text = names[0] if len(names) == 1 else page.text_in(element)
            if 1 < len(text) <= MAX_LINE:
                yield text, page.attrs[element]["href"]

    def _is_name(self, link: int) -> bool:
        """Return True if a link's text is a name in a line right below the headline, where others stand in the text."""
        page, block = self._near.page, self._near.page.blocks_in(link)[0]
        below = range(self._near.headline + 1, min(self._near.headline + BYLINE_BELOW, self._near.blocks.stop))
        return block in below and len(page.texts[block]) <= MAX_LINE and is_personal(page.text_in(link))

    def _mailed(self) -> Iterator[Named]:
        """Yield the name that stands with a link to write a mail to it between the headline and a day."""
        page, block = self._near.page, self._near.headline + 1
        if not with_years(page.texts[block + 1 : self._near.blocks.stop][:1]) or len(page.texts[block]) > MAX_LINE:
            return
        start, end = page.text_starts[block], page.text_ends[block]
        number = bisect_left(page.links, start, key=page.piece_starts.__getitem__)
        link = page.links[number] if number < len(page.links) else 0
        if page.piece_starts[link] < end and page.attrs[link].get("href", "").startswith(_MAIL):
            yield "".join(page.pieces[start : page.piece_starts[link]]) or page.text_in(link), None

    def _classed(self) -> Iterator[Named]:
        """Yield the texts of elements near the headline whose class or id is of authors."""
        page, near, end, last = self._near.page, self._near.elements, -1, 0
        names = [name for name in stems.named(page, "author") if not _NO_NAME_CLASS.search(name)] if near else ()
        few = (each for name in names if len(each := page.names[name]) <= MAX_NAMED)
        classed = sorted({element for elements in few for element in elements if element in near})
        classed = [element for element in classed if has_text(page, element)]
        own = [element for element in classed if not _is_credit(page, element)]
        # Whom a picture's credit names is an author where nobody else is named.
        is_named = bool(classed) and not own and next(self._near.declared.authors(), None) is not None
        for element in own if own or is_named else classed:
            block, behind = page.blocks_in(element)
            if last and block > last:
                return
            if element < end or behind > self._near.blocks.stop:
                continue
            text = page.text_in(element)
            last = block + MAX_APART
            if 1 < len(text) <= MAX_LINE:
                end = page.ends[element]
                if is_label_of_helper(_LABEL.split(text, maxsplit=1)[0]):
                    continue
                parts = self._parts(element, range(block, behind))
                # Names that only style sheets part.
                people_in = [part for part in parts if not has_role(part.partition(",")[0])]
                people_in = people_in[:1] + [part for part in people_in[1:] if not _is_place(part)]
                is_parted = len(parts) > 1 or parts == [page.texts[block]] != [text]
                if is_parted and people_in and all(map(is_full_name, people_in)):
                    url = link_in(page, element) if len(people_in) == 1 else None
                    yield from ((name, url) for name in people_in)
                elif behind > block + 1 and (alone := _alone_in(page.texts[block:behind])):
                    yield from ((name, link_in(page, element) if len(alone) == 1 else None) for name in alone)
                else:
                    yield before_day(text) or byline_with_day(text) or "", link_in(page, element)

    def _parts(self, element: int, blocks: range) -> list[str]:
        """Return the pieces of an element's text, or its first text block where that is the only one that is a link.

        In scripts without capitals, what is said of somebody looks like a name, too.
        """
        page = self._near.page
        if len(blocks) > 1 and [block for block in blocks if self._near.is_linked(block)] == [blocks.start]:
            return [page.texts[blocks.start]]
        pieces = map(str.strip, page.pieces[page.piece_starts[element] : page.piece_ends[element]])
        return list(filter(None, pieces))

    def _bylines(self) -> Iterator[Named]:
        """Yield the first line that begins with a word like "by", or has one behind a sign, without its date."""
        for text, block in zip(self._near.short, self._near.short_blocks, strict=True):
            first, *others = _BEHIND_SIGN.split(text)
            label, _, name = text.partition(",")
            if name and is_byline_label(label) and " " in name.strip() and is_full_name(name):
                yield name.strip(), None  # "Autor, Ann Reed", in a list of what is said of her
                return
            for part in bylines([text, *([first] if others else ()), *others]):
                line = before_day(part)
                if line_kind(line) == BYLINE:
                    yield self._without_role(block) or line, None
                    return

    def _without_role(self, block: int) -> str | None:
        """Return a byline's first piece, if that is one and the next a role: "By Ann Reed", "Science editor"."""
        page = self._near.page
        pieces = page.pieces[page.text_starts[block] : page.text_ends[block]][:MAX_NAMED]
        name, role, *_ = *filter(None, map(str.strip, pieces)), "", ""
        is_byline = has_role(role) and line_kind(name) == BYLINE
        return name if is_byline and any(is_full_name(each) for each, _ in people([(name, None)], shown=True)) else None

    def _beside_day(self) -> Iterator[Named]:
        """Yield the name in the first line that has a name and a day, or the one in the block beside such a line."""
        title = key(self._near.title or self._near.page.head_title)
        dated = [block for block in self._near.short_blocks if with_years([self._near.page.texts[block]])]
        # Above the headline may stand what day it is.
        for block in self._near.own(dated, dated)[:MAX_DAYS]:
            text = self._near.page.texts[block]
            if (
                SENTENCE.search(text)
                or text.startswith(_SAID)
                or _is_credit(self._near.page, self._near.page.owners[block])
            ):
                continue
            name = byline_with_day(text, linked=self._sections_in(block))
            if name and key(name) not in title:
                yield name, None
                return

    def _alone(self) -> Iterator[Named]:
        """Yield names that stand alone in text blocks between the headline and the text, where a day stands, too."""
        page, found, last = self._near.page, list[str](), 0
        first, is_dated, title = self._near.headline + 1, False, key(self._near.title or self._near.page.head_title)
        for block in range(first, min(first + MAX_LEAD, self._near.blocks.stop)):
            text = page.texts[block]
            is_dated = is_dated or self._has_day(block)
            is_other = page.tags[page.owners[block]] in _NO_BYLINES
            if len(text) > MAX_LINE or (is_other and not self._is_above_day(block)):
                break
            is_none = page.hidden[block] or self._near.is_linked(block) or _is_in_figure(page, page.owners[block])
            names = [] if is_none else self._persons(text)
            is_behind = found and block > last + 1
            if names and not is_behind and not any(key(name) in title for name in names):
                found += names
                last = block
        if is_dated or any(map(self._has_day, self._before())):
            yield from ((name, None) for name in found)

    def _is_above_day(self, block: int) -> bool:
        """Return True if the next text block is a short line with a day."""
        texts = self._near.page.texts
        return block + 1 < len(texts) and len(texts[block + 1]) <= MAX_LABEL and self._has_day(block + 1)

    def _has_day(self, block: int) -> bool:
        """Return True if a text block has what looks like a year, and not of the day of an event."""
        texts = self._near.page.texts
        is_dated = bool(with_years([texts[block]]))
        return is_dated and not (is_other_day(texts[block]) or is_beside_event(texts, block))

    def _persons(self, text: str) -> list[str]:
        """Return the persons in a line of names alone, but for roles, agencies and the site: "Ann Reed, Columnist"."""
        if titled := titled_name(text):
            return [titled]
        first, *others = map(str.strip, _APART.split(text))
        label, _, rest = first.partition(" ")
        first = rest if is_byline_label(label) else first  # "Author", "Ann Reed" in one box
        is_site = self._near.declared.is_site
        names = [first, *(each for each in others if not (is_office(each) or is_agency(each) or is_site(each)))]
        return names if all(map(is_personal, names)) else []

    def _above_day(self) -> Iterator[Named]:
        """Yield the name that stands alone above a day, where a standfirst parts it from the headline."""
        page, first = self._near.page, self._near.headline + 1
        for block in range(first, min(first + 1 + STANDFIRSTS, self._near.blocks.stop)):
            names, owner = self._persons(page.texts[block]), page.owners[block]
            is_other = page.hidden[block] or page.tags[owner] in _NO_BYLINES or _is_in_figure(page, owner)
            if names and not is_other:
                below = range(block + 1, min(block + 1 + MAX_DAYS, len(page.texts)))
                days = [each for each in below if len(page.texts[each]) <= MAX_LABEL and self._has_day(each)]
                if days and not self._near.is_linked(block):
                    yield from ((name, None) for name in names)
                return

    def _only_one(self) -> Iterator[Named]:
        """Yield the name that all of a page's links to authors have, else all elements of a class of authors' names."""
        page = self._near.page
        related = [link for link in page.links[:MAX_FAR] if "author" in page.attrs[link].get("rel", "").split()]
        names = [name for name in stems.named(page, "author") if _NAME_CLASS.search(name) and "comment" not in name]
        classed = {element for name in names for element in page.names[name][:MAX_NAMED]}
        for elements in (related, sorted(classed)):
            texts = {key(text): text for each in elements if 1 < len(text := page.text_in(each)) <= MAX_LABEL}
            if len(texts) == 1:
                yield from ((text, link_in(page, elements[0])) for text in texts.values())
                return

    def byline(self) -> list[Named]:
        """Return who is named in a line such as "By Ann Reed" right below the headline, if that are full names."""
        for line in map(before_day, bylines(self._below())):
            if line_kind(line) == BYLINE:
                found = self._bare(line)
                plain = [name.replace(_OF, " ") for name, _ in found]  # "University of Westhaven"
                return found if all(is_full_name(name) and _may_be_shown(name, False) for name in plain) else []
        return []

    def beside(self, declared: str) -> list[Named]:
        """Return the others in a line of full names right below the headline that begins with somebody, or nobody."""
        begin = key(declared)
        for line in self._below():
            # Behind a role stands for whom somebody works, as often behind a comma.
            if begin in key(line) and not any(map(has_role, line.split(","))):
                found = self._near.declared.without_site(self._bare(before_day(line)))
                first, *others = found or [("", None)]
                is_list = others and (others[1:] or has_joint(line))
                if is_list and key(first[0]).endswith(begin) and all(is_full_name(name) for name, _ in found):
                    return [each for each in others if not is_office(each[0])]
        return []

    def _bare(self, line: str) -> list[Named]:
        """Return who is named in a line, without offices behind the names."""
        return [(self._near.declared.without_office(name), url) for name, url in people([(line, None)], shown=True)]

    def _below(self) -> list[str]:
        """Return the short texts that are shown right below the headline."""
        page, first = self._near.page, self._near.headline + 1
        below = range(first, min(first + BYLINE_BELOW, self._near.blocks.stop))
        return [page.texts[block] for block in below if len(page.texts[block]) <= MAX_LINE and not page.hidden[block]]

    def _before(self) -> range:
        return range(max(self._near.headline - MAX_DAYS, 0), self._near.headline)

    def _sections_in(self, block: int) -> str:
        """Return the letters of a text block's links to sections of the site."""
        page, owner, host = self._near.page, self._near.page.owners[block], host_of(self._near.page.url or "")
        low, high = bisect_left(page.links, owner), bisect_left(page.links, max(page.ends[owner], owner))
        inner = page.links[low : min(high, low + MAX_NAMED)] if page.link_in(owner) is not None else ()
        urls = [page.attrs[link]["href"][:MAX_ADDRESS] for link in inner]
        is_own = [host_of(page.absolute(url)) in ("", host) and not _is_of_author(url) for url in urls]
        own = compress(inner, is_own)
        if self._near.is_linked(block) and page.link_in(owner) is None:
            return key(page.texts[block])
        return " ".join(key(page.text_in(link)[:MAX_LINE]) for link in own)

    def _labelled(self) -> Iterator[Named]:
        """Yield the names, else the text, behind the first text that is a word such as "Written by" and no more."""
        page = self._near.page
        for block in self._near.short_blocks:
            if is_byline_label(page.texts[block]):
                behind = range(block + 1, min(block + 1 + MAX_NAMED, len(page.texts)))
                texts = [page.texts[each] for each in behind if not page.hidden[each]]
                yield from ((text, None) for text in [*takewhile(is_personal, texts)] or texts[:1])
                return


def _is_place(part: str) -> bool:
    """Return True if a piece behind a name is one word: a place or an agency."""
    return " " not in part and bool(part) and is_full_name(f"{part} {part}")


def _holds_another(name: str, named: Sequence[Named]) -> bool:
    """Return True if a name has another full one at an end: "Portrait of Ann Reed" of a picture, "Ann Reed Sales"."""
    return any(" " in other and (name.endswith(f" {other}") or name.startswith(f"{other} ")) for other, _ in named)


def _not_linked(line: str, linked: set[str]) -> Iterator[Named]:
    """Yield the persons of a byline in which others have a link: Ben Holm of "By Ann Reed and Ben Holm"."""
    named = people([(line, None)], shown=True) if line_kind(line) == BYLINE else []
    if linked <= {key(name) for name, _ in named}:
        yield from (each for each in named if key(each[0]) not in linked and is_full_name(each[0]))


def _alone_in(texts: Iterable[str]) -> list[str]:
    """Return the text blocks of an element that are names, up to the label of somebody who helped."""
    return [*filter(is_personal, takewhile(lambda text: not is_of_helper(text), texts))]


def _may_be_shown(name: str, is_forum: bool) -> bool:
    """Return True if a name has no number, as counts and days have, is no degree, and no sentence's middle."""
    is_account = bool(_NUMBERED.fullmatch(name)) or (is_forum and " " not in name and name[:1].isalpha())
    if (any(map(str.isdigit, name)) and not is_account) or is_job(name) or is_control(name):
        return False
    return not any(is_small(word[0]) and not is_particle(word) for word in name.split()) or " " not in name


_NUMBERED = re.compile(r"[a-zà-ÿ]{4,20}[_-]?\d{1,4}")
"""An account such as "loulou29"."""


def _is_credit(page: Page, element: int) -> bool:
    """Return True if an element stands right behind a picture or in a figure: whom it names made the picture."""
    return (element > 0 and page.tags[element - 1] == "img") or _is_in_figure(page, page.parents[element])


def _is_in_figure(page: Page, element: int) -> bool:
    """Return True if an element is a figure's, or a caption by its class."""
    for _ in range(CREDIT_DEPTH):
        if element < 0:
            return False
        if page.tags[element] in _FIGURES or is_caption(page.attrs[element]):
            return True
        element = page.parents[element]
    return False


def _is_labelled(page: Page, link: int) -> bool:
    """Return True if a link's own label says that it leads to what somebody has written."""
    own = page.attrs[link]
    labels = [own[name][:MAX_LINE].strip() for name in _LABELS if name in own]
    return bool(labels) and any(leads_to(label, page.text_in(link)[:MAX_LINE]) for label in labels)


_LABELS = ("title", "aria-label")


def _is_of_author(url: str) -> bool:
    """Return True if an address is of an author's entries, whatever its host is called."""
    # Most are none with their host, either.
    return is_author_address(url) and ("//" not in url or is_author_address(url.partition("//")[2].partition("/")[2]))
