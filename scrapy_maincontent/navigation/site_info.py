"""Links -> site information regions: contact, privacy, about us, help and the like (Uda 3.3 ③).

A region's subtype is its place, `HEADER`, `SIDE` or `FOOTER` (Uda 4.2 ③ I).
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from itertools import compress, count, islice
from typing import TYPE_CHECKING

from ..page import Kind
from ..page.addresses import origin
from ..words import class_names, phrases, read_words
from ..words.class_names import class_meanings
from ..words.phrases import FIRST_UNSPACED
from .candidates import ROOTS, Found, Widening, has_rights, in_sentence, outermost

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..page import Page, Region
    from .candidates import Candidates


HEADER, SIDE, FOOTER = "header", "side", "footer"

SITE_SENSES = phrases.LEGAL | phrases.ABOUT
MIN_SHARE = 0.5
"""Share of such links in a list outside a footer; below it, the list is a menu."""
MIN_ADDRESSED = 0.3
"""The same in a footer where only addresses show it."""
MIN_LINKS = 2
RUN_SHARE = 0.15
"""Below this share of a footer's list, only the links' own run counts, if they stand together."""
MAX_GAP = 2
"""Other links that may stand in that run for each one of the kind."""
MAX_LINKS = 60
MAX_MENU = 3
"""Links of a list for each one of a list in its items; with more, outside a footer, it is a menu, and opens that."""
MAX_NESTED = 2
"""Links of a list for each one that is not in a list nested in it."""
MAX_UNLINKED = 300
MAX_NAME, MAX_NAME_UNSPACED = 70, 21
"""Characters of such a link's text, and in scripts without blanks; what is longer is a headline."""
MAX_SIGNS = 20
"""Characters between links of the kind, where each is enough by itself."""
MAX_BOX = 200
"""Characters around a single such link."""
MAX_CREDITS = 4
"""Other links of a copyright notice: to the theme, the system, the site's top."""
MAX_NOTICE, SHORT_NOTICE = 100, 30
"""Characters of a copyright notice beside a list, and of one that may be longer than the list."""
MAX_LEVELS = 4
"""Elements above links in which a notice or a label is looked for."""
MAX_LABEL = 40
"""Characters of a label or heading above a list."""
_SUFFIXES = ("", ".html", ".htm", ".php", ".asp", ".aspx", ".shtml", ".jsp")
_SECTIONS, _LEGAL, _PAGES = (
    frozenset(word + suffix for word in words.split() for suffix in _SUFFIXES)
    for words in read_words("site_pages.toml").values()
)
_SEGMENTS = _SECTIONS | _LEGAL | _PAGES
_HOST = 2
"""Which part of an address is the host."""
_FRONT: tuple[list[str], ...] = ([], [""])
"""Parts of an address behind the host that is its front page."""
_NUMBERED = "0123456789-"
"""What a shop's system writes before a page's name: "3-delivery"."""
_OFFERED = frozenset(
    (
        *("rss", "rss feed", "rss feeds", "newsletter", "newsletters", "twitter", "facebook"),
        *("subscribe", "subscriptions", "e-paper", "epaper", "shop", "store", "archive", "archives", "donate"),
        *("abo", "abos", "abo-angebote", "abo-service", "abo-shop", "digital-abo", "abonnieren", "archiv", "spenden"),
        *("s'abonner", "abonnez-vous", "abonnement", "abonnements", "boutique", "faire un don", "abonneren"),
        *("suscríbete", "suscripción", "suscripciones", "tienda", "abbonati", "abbonamenti", "assine", "loja"),
        *("подписка", "архив", "магазин", "prenumerata", "archiwum", "sklep", "購読", "定期購読", "订阅", "구독"),
    )
)
"""Texts of links that many lists of other kinds have, too."""
MAX_FOOTER_LINKS = 80
"""Links at the page's end, where footers are, whose addresses are looked at."""
MAX_SECTION = 2
"""Segments of a path one of which is the section about the site: the first may be a language."""
_NO_BOXES = frozenset(("a", "li", "dd", "td", "span", "b", "strong", "em"))


def find(candidates: Candidates) -> list[Found]:
    """Return the lists and lines with links about the site (Uda 3.3 ③ (C), without its widening: see `compound`).

    The paper's (C) reads "detect the breadcrumb region" at this place; the site information region must be meant.
    """
    links = candidates.links
    if candidates.rules.lone:
        return outermost(_each(candidates, links.with_senses(SITE_SENSES)), candidates.page)
    hits, worded = Hits(candidates), links.with_senses(SITE_SENSES)
    seeds = {*worded, *hits.addressed, *hits.headed}
    if not seeds:
        return []
    found, places = [], Places(candidates)
    for container, positions in candidates.groups_with(seeds):
        if _is_list(candidates, container, positions):
            found += _listed(candidates, places, container, positions, hits)
        else:
            for run in _runs(positions):
                found += _listed(candidates, places, None, run, hits)
    return outermost(found, candidates.page)


class Hits:
    """The links about the site: by their words, and, in a footer, by their addresses and by a heading above the list.

    ``worded``, ``addressed`` and ``headed`` are positions; a list of one ``headed`` begins with it.
    """

    def __init__(self, candidates: Candidates) -> None:
        self._candidates = candidates
        self.worded = frozenset(filter(self._may_be, candidates.links.with_senses(SITE_SENSES)))
        self.addressed = frozenset(filter(self._may_be, self._addressed()))
        self.headed = frozenset(position for position, senses in candidates.before.items() if senses & SITE_SENSES)

    def _may_be(self, position: int) -> bool:
        links = self._candidates.links
        return not _is_headline(links.texts[position]) and not in_sentence(self._candidates, links.elements[position])

    def _addressed(self) -> Iterator[int]:
        """Yield links at the page's end to pages, and to hosts beside the own one, whose name says what they are."""
        site, hrefs = origin(self._candidates.page.base), self._candidates.links.hrefs
        own = "." + site.partition("//")[2].removeprefix("www.")
        start = max(len(hrefs) - MAX_FOOTER_LINKS, 0)
        parts = [href.split("/") for href in hrefs[start:]]
        signed = [
            not _SEGMENTS.isdisjoint(segments)
            or segments[-1][:1].isdigit()
            or (len(segments) <= _HOST + 2 and segments[0][-1:] == ":" and segments[_HOST + 1 :] in _FRONT)
            for segments in parts
        ]
        for position in compress(count(start), signed):
            href, segments = hrefs[position], parts[position - start]
            path = segments[not segments[0] :]
            if "//" in href:
                path = segments[_HOST + 1 :]
                name, _, domain = segments[_HOST].partition(".")
                if name in _SEGMENTS and not any(path) and "." in domain and own.endswith("." + domain):
                    yield position
                if site and not href.startswith(site):
                    continue
            last = (path[-1] or path[-2]) if len(path) > 1 else "".join(path)
            if not _SECTIONS.isdisjoint(path[:MAX_SECTION]) or last.lstrip(_NUMBERED) in _SEGMENTS:
                yield position


def _each(candidates: Candidates, positions: list[int]) -> list[Found]:
    """Uda 3.3 ③ B-1 as printed: one such link is enough. The element that governs it holds links of the kind alone."""
    flags, places = [False] * len(candidates.links), Places(candidates)
    for position in positions:
        flags[position] = True
    widening = Widening(candidates, flags, MAX_SIGNS)
    elements = [candidates.elements[position] for position in positions]
    boxes = [(widening.around(element), places.place_of(element)) for element in elements]
    return [Found(Kind.SITE_INFO, place, box, box, "site_info.keyword") for box, place in boxes]


def _listed(
    candidates: Candidates, places: Places, container: int | None, positions: list[int], hits: Hits
) -> list[Found]:
    """Uda 3.3 ③ B-1, by word pairs: at least two such links in one list, or one in a line with a copyright notice.

    ``positions`` are the list's links; ``container`` is the list itself, None where they share it with others. The
    paper's B-1 counts 33 keywords and prints 23: the word lists have those, and more of the kind.
    """
    own = [position for position in positions if position in hits.worded]
    headed = False
    if len(own) < len(positions):
        in_footer = places.place_of(candidates.elements[positions[0]]) == FOOTER
        headed = in_footer and positions[0] in hits.headed
        if in_footer or len(own) >= MIN_LINKS:
            own = [position for position in positions if position in hits.addressed or position in hits.worded]
    texts = {candidates.links.texts[position].casefold() for position in own}
    if len(texts) + headed < MIN_LINKS or len(positions) < MIN_LINKS:
        return _alone(candidates, places, own[0]) if own else []
    share = len(own) / len(positions)
    # One may be an item of a list of other things below a heading of the kind.
    if all(map(_is_offered, texts)) or (share < RUN_SHARE and len(own) < MIN_LINKS):
        return []
    if share < RUN_SHARE and own[-1] - own[0] < MAX_GAP * len(own):
        first, last = candidates.covering(own)
    elif container is not None:
        first = last = container
    else:
        first, last = candidates.covering(positions)
    if len(positions) > MAX_LINKS or candidates.size(first, last)[1] > MAX_UNLINKED:
        return []
    place = places.place_of(candidates.elements[own[0]])
    if place != FOOTER and (share < MIN_SHARE or _is_submenu(candidates, first, last)):
        return []
    if share < MIN_ADDRESSED and hits.worded.isdisjoint(own):
        return []
    if first == last:
        first = last = _with_label(candidates, first)
    return [Found(Kind.SITE_INFO, place, first, last, "site_info.pair")]


def _is_offered(text: str) -> bool:
    return text in _OFFERED or "rss" in text or "feed" in text.split()


def _is_list(candidates: Candidates, container: int, positions: list[int]) -> bool:
    """Return True if an element as a whole may be a region: most of its links are its own, and there is little else."""
    inside = candidates.inside(container)
    return (
        candidates.page.tags[container] not in ROOTS
        and len(inside) <= min(MAX_LINKS, MAX_NESTED * len(positions))
        and candidates.size(container)[1] <= MAX_UNLINKED
    )


def _is_submenu(candidates: Candidates, first: int, last: int) -> bool:
    """Return True if a list stands in an item of a much larger one: a menu opens it."""
    page, most = candidates.page, MAX_MENU * len(candidates.inside(first, last))
    return any(
        page.tags[above] == "li" and len(candidates.inside(page.parents[above])) > most
        for above in page.ancestors(first)
    )


def _is_headline(text: str) -> bool:
    """Return True if a link's text is too long to name a page about the site: an article on privacy, say."""
    if len(text) <= MAX_NAME_UNSPACED:
        return False
    return len(text) > MAX_NAME or max(text) >= FIRST_UNSPACED


def _alone(candidates: Candidates, places: Places, position: int) -> list[Found]:
    """Return the box of a single such link: a copyright notice with a legal page, and perhaps the site's makers."""
    href = candidates.links.hrefs[position]
    if not candidates.links.senses[position] & phrases.LEGAL and _LEGAL.isdisjoint(href.rstrip("/").split("/")[-1:]):
        return []
    page, link = candidates.page, candidates.elements[position]
    flags = [False] * len(candidates.links)
    flags[position] = True
    box = Widening(candidates, flags, MAX_BOX).around(link)
    for above in (box, *islice(page.ancestors(box), MAX_LEVELS)):
        if candidates.size(above)[0] > MAX_BOX or len(candidates.inside(above)) > MAX_CREDITS + 1:
            break
        if has_rights(candidates, page.piece_starts[above], page.piece_ends[above]):
            return [Found(Kind.SITE_INFO, places.place_of(link), above, above, "site_info.copyright")]
    return _boxed(candidates, places, box)


def _boxed(candidates: Candidates, places: Places, box: int) -> list[Found]:
    """Return a box of a footer that holds one legal link and nothing else, if the boxes beside it are not alike."""
    page = candidates.page
    if page.tags[box] in _NO_BOXES or candidates.size(box)[1] or places.named(box) != FOOTER:
        return []
    others = [other for other in islice(page.children(page.parents[box]), MAX_LINKS) if other != box]
    if any(len(candidates.inside(other)) == 1 and not candidates.size(other)[1] for other in others):
        return []
    return [Found(Kind.SITE_INFO, FOOTER, box, box, "site_info.copyright")]


def _with_label(candidates: Candidates, element: int) -> int:
    """Return the element that holds a list with its label or a copyright notice as short as it, and nothing else."""
    page, links, known = candidates.page, len(candidates.inside(element)), candidates.size(element)[0]
    most, whole = known + min(max(known, SHORT_NOTICE), MAX_NOTICE), element
    for above in islice(page.ancestors(element), MAX_LEVELS):
        size = candidates.size(above)[0]
        if size > most or page.tags[above] in ROOTS or len(candidates.inside(above)) > links:
            break
        if size > known:
            if not _labels(candidates, page.piece_starts[above], page.piece_starts[whole], MAX_LABEL) or not _labels(
                candidates, page.piece_ends[whole], page.piece_ends[above], 0
            ):
                break
            whole = above
        known = size
    return whole


def _labels(candidates: Candidates, first_piece: int, last_piece: int, most: int) -> bool:
    """Return True if pieces of text beside a list are a copyright notice, or no more than a label without a number."""
    size = candidates.characters[last_piece] - candidates.characters[first_piece]
    if not size or has_rights(candidates, first_piece, last_piece):
        return True
    return size <= most and not any(map(str.isdigit, "".join(candidates.page.pieces[first_piece:last_piece])))


def _runs(positions: list[int]) -> list[list[int]]:
    """Split positions where other groups' links stand between them."""
    runs = [[positions[0]]]
    for position in positions[1:]:
        if position == runs[-1][-1] + 1:
            runs[-1].append(position)
        else:
            runs.append([position])
    return runs


# Regions that are part of a larger list of links (Uda 3.3 ③ (C)).

STOPS = frozenset("、，､,。．｡.")
"""Commas and full stops: a text block that has one is prose."""
MIN_LINKED = 0.9
"""Share of a text block's characters that are linked, from which on it consists of links."""
MAX_CHARACTERS = 5000
"""Characters of a text block that is looked at: a longer one is no list."""
MAX_BLOCKS = 50
"""Text blocks that are taken in on each side: a bound for hostile pages, few lists are longer."""


def compound(page: Page, region: Region) -> tuple[int, int]:
    """Return the range of text blocks that a site information region widens to, its own blocks among them.

    Uda 3.3 ③ (C): site information often stands in one list with links to categories, so what is right before and
    after a region belongs to a compound navigation area while it has no comma or full stop and consists of links.
    This is for re-blocking and placement only; the region itself stays small. Regions of other kinds keep their range.

    Nothing else stops it: it takes next to no main text, and stopping at the borders of ``main`` and ``article`` would
    not save what it takes.
    """
    first, end = region.blocks
    if region.kind != Kind.SITE_INFO or first >= end:
        return first, end
    low, high = max(first - MAX_BLOCKS, 0), min(end + MAX_BLOCKS, len(page.texts))
    while first > low and _is_link_list(page, first - 1):
        first -= 1
    while end < high and _is_link_list(page, end):
        end += 1
    return first, end


def _is_link_list(page: Page, block: int) -> bool:
    """Return True if a text block consists of links, without a comma or full stop."""
    if len(page.texts[block]) > MAX_CHARACTERS or not STOPS.isdisjoint(page.texts[block]):
        return False
    everything = linked = 0
    for piece in range(page.text_starts[block], page.text_ends[block]):
        length = len(page.pieces[piece].strip())
        everything += length
        linked += length * page.linked[piece]
    return linked > 0 and linked >= MIN_LINKED * everything


# The places of site information regions (Uda 4.2 ③ I).

MAX_NOTICE_BLOCK = 300
"""Characters of a copyright notice's text block."""
MAX_NOTICE_BLOCKS = 60
"""Text blocks at the end of the page in which the site's copyright notice is looked for."""
NEAR_NOTICE = 20
"""Text blocks before the notice in which a footer's links stand: three of four footers, one header of fifty."""
LATE, EARLY = 0.85, 0.15
"""Shares of the page's text behind which, or before which, a region without another sign is footer or header."""


class Places:
    """The places of one page's elements: header, side or footer."""

    def __init__(self, candidates: Candidates) -> None:
        self._candidates = candidates

    def place_of(self, element: int) -> str:
        """Return an element's place: by names around it, the copyright notice, its position (Uda 4.2 ③ I)."""
        return self.named(element) or (FOOTER if self._is_near_notice(element) else self._by_position(element))

    def named(self, element: int) -> str | None:
        """Return the place by the nearest name of an element or of one above it; a side in a footer is the footer."""
        side = None
        for tag, meaning in self._candidates.meanings_above(element):
            if tag == "footer" or (not side and meaning & class_names.FOOTER):
                return FOOTER
            if tag == "aside" or meaning & class_names.SIDE:
                side = SIDE
            elif not side and (tag == "header" or meaning & class_names.HEADER):
                return HEADER
        return side

    def _is_near_notice(self, element: int) -> bool:
        """Return True if the page's copyright notice stands in an element's text block, before, or not far behind."""
        notice, page = self._notice, self._candidates.page
        return notice is not None and notice - page.first_block(element) <= NEAR_NOTICE

    def _by_position(self, element: int) -> str:
        """Return the place by the share of the page's text that stands before an element."""
        candidates = self._candidates
        share = candidates.characters[candidates.page.piece_starts[element]] / (candidates.characters[-1] or 1)
        return FOOTER if share >= LATE else HEADER if share <= EARLY else SIDE

    @cached_property
    def _notice(self) -> int | None:
        """The text block of the last copyright notice near the page's end."""
        page = self._candidates.page
        last = len(page.texts)
        blocks = reversed(range(max(last - MAX_NOTICE_BLOCKS, 0), last))
        return next((block for block in blocks if self._is_notice(block)), None)

    def _is_notice(self, block: int) -> bool:
        page = self._candidates.page
        return len(page.texts[block]) <= MAX_NOTICE_BLOCK and has_rights(
            self._candidates, page.text_starts[block], page.text_ends[block]
        )


# The site's menus: by a header around them, or by a list of other links.

MIN_OTHERS = 2
"""Links beside a region that make it an item of a menu."""
_MENUS = frozenset(("ul", "ol", "nav", "menu"))
_CONTENT = frozenset(("article", "main"))


def is_in_header(page: Page, element: int) -> bool:
    """Return True if an element is in the site's header, not in that of an article."""
    header = False
    for above in page.ancestors(element):
        if page.tags[above] in _CONTENT:
            return False
        header = header or page.tags[above] == "header" or bool(class_meanings(page.attrs[above]) & class_names.HEADER)
    return header


def is_menu_item(page: Page, element: int, links: int) -> bool:
    """Return True if an element with a number of links is in a list with others."""
    for above in page.ancestors(element):
        low = bisect_left(page.links, above)
        others = bisect_left(page.links, page.ends[above], low) - low - links
        if others > 0:
            return others >= MIN_OTHERS and page.tags[above] in _MENUS
    return False
