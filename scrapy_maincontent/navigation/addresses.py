"""Addresses of links: made absolute, taken apart, compared with the page's own.

How far an address is on from the page's own is a *step*, in pages: `page_step` by the numbers in which both differ,
`form_step` by parameters and segments that name a page's number, `offset_step` in entries.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ..page.addresses import WEB, bare_host, origin, site_of

if TYPE_CHECKING:
    from ..page import Page
    from .candidates import Candidates


_INDEX_PAGES = ("index.html", "index.htm", "index.php", "default.aspx", "default.asp", "index.jsp")
_PATH = re.compile(r"[^?#]*")
MAX_SEGMENTS = 20


class Addresses:
    """Compares the addresses of one page with its own."""

    def __init__(self, page: Page) -> None:
        self._join = page.join
        self._origin = origin(page.base)
        self.own = (page.url or "").partition("#")[0]
        """The page's own address without its fragment; "" where it is not known."""
        self.own_path = segments(self.own)
        """The segments of the page's own path."""
        self._bare = _bare(self.own)

    def absolute(self, href: str) -> str:
        """Return an address made absolute; a whole one stays as it is written."""
        if href.startswith(WEB) and not href.endswith(("#", "?")):
            return href
        href = href.strip()
        found = self._join(href)
        return href if found is None else found

    def fragment(self, href: str) -> str | None:
        """Return the fragment of an address that leads to a place on the page itself ("": to its top), else None."""
        before, mark, fragment = href.partition("#")
        if not mark:
            return None
        if not before or (self.own and self.absolute(before).rstrip("/") == self.own.rstrip("/")):
            return fragment
        return None

    def is_local(self, href: str) -> bool:
        """Return True if an address leads to the page's own site (or the site is not known)."""
        return not self._origin or origin(self.absolute(href)) == self._origin

    def is_own(self, url: str) -> bool:
        """Return True if an absolute address is the page's own, whatever its scheme and fragment."""
        return _bare(url) == self._bare

    def is_same_host(self, href: str) -> bool:
        """Return True if an address is local, whatever its scheme, and with or without "www."."""
        return not self._origin or bare_host(self.absolute(href)) == bare_host(self._origin)

    def is_same_site(self, href: str) -> bool:
        """Return True if an address leads to the page's own site, by any of its hosts, or the site is not known."""
        return not self._origin or site_of(self.absolute(href)) == site_of(self._join.base)


def _bare(url: str) -> str:
    return bare_host(url) + url.partition("#")[0].rstrip("/")[len(origin(url)) :]


def segments(url: str) -> tuple[str, ...]:
    """Return the path of an absolute address as segments, without an index page's name; () where it has none."""
    path = _PATH.match(url, len(origin(url)))
    parts = [part for part in path[0].split("/", MAX_SEGMENTS) if part] if path else []
    if parts and parts[-1].lower() in _INDEX_PAGES:
        parts.pop()
    return tuple(parts)


# Steps by the numbers in which two addresses differ.

_KEPT = 256
"""Addresses whose steps and forms are kept: a page's links are asked several times."""
MAX_ADDRESS = 500
MAX_IN_PATH = 999
"""A page's number in a path; higher ones are those of texts, which follow each other, too."""
_NUMBER = re.compile(r"\d{1,6}")
_ADDED = re.compile(r"[/?&_.-]{0,2}(?:[a-z]{1,12}[/=:_-]?)?(\d{1,5})\D{0,6}", re.IGNORECASE)
"""What a page's number adds to the address of the first page: "/page/2", "?p=2", "_2"."""
_NOTHING = re.compile(r"/?(?:index\.\w{3,4}|default\.\w{3,4})?/?|\.\w{3,4}", re.IGNORECASE)
"""What the first page's address may have in that place."""


@lru_cache(maxsize=_KEPT)
def page_step(own: str, other: str) -> int | None:
    """Return how many pages further on an absolute address without fragment is than the own; None where not alike."""
    here, there = origin(own), origin(other)
    if not here or own == other or (here != there and bare_host(own) != bare_host(other)):
        return None
    mine, theirs = _differing(own[len(here) : MAX_ADDRESS], other[len(there) : MAX_ADDRESS])
    if _NUMBER.fullmatch(mine) and _NUMBER.fullmatch(theirs):
        in_path = "?" not in own[: own.rfind(mine)]
        return None if in_path and min(int(mine), int(theirs)) > MAX_IN_PATH else int(theirs) - int(mine)
    if (added := _ADDED.fullmatch(theirs)) and _NOTHING.fullmatch(mine):
        return (int(added[1]) - 1 or 1) if int(added[1]) else None
    if (added := _ADDED.fullmatch(mine)) and _NOTHING.fullmatch(theirs):
        return min(1 - int(added[1]), -1)
    return None


def _differing(left: str, right: str) -> tuple[str, str]:
    """Return what two texts have between their common beginning and their common end; numbers are not taken apart."""
    low = _shared(left, right)
    left, right = left[low:], right[low:]
    high = _shared(left[::-1], right[::-1])
    return left[: len(left) - high], right[: len(right) - high]


def _shared(left: str, right: str) -> int:
    """Return the length of the common beginning, up to a number that only one of the texts goes on with."""
    length, most = 0, min(len(left), len(right))
    while length < most:  # by halves: addresses of one site have much in common
        middle = (length + most + 1) // 2
        if left[length:middle] == right[length:middle]:
            length = middle
        else:
            most = middle - 1
    if left[length : length + 1].isdigit() or right[length : length + 1].isdigit():
        while length and left[length - 1].isdigit():
            length -= 1
    return length


# Addresses that name a page's number ("/page/2", "?p=2"), a time ("/2024/03/") or another text.

_NAMES = (
    *("page", "pages", "paged", "pg", "p", "pn", "pag", "pageno", "page_no", "pagenum", "page_num", "pagenumber"),
    *("page_number", "currentpage", "curpage", "current_page", r"pagen_\d", "seite", "pagina", "strona", "str", "sivu"),
    *("side", "sida", "oldal", "stranka", "sayfa", "strana"),
)
_NAME = "|".join(sorted(_NAMES, key=len, reverse=True))
_LONG_NAME = "page|pages|paged|pgn|pageno|pagenum|pageindex|currentpage|pagina|seite"
_IN_QUERY = re.compile(
    rf"(?:(?:{_NAME})|(?:[^=]{{0,60}}(?:[_\[-]|%5B))?(?:{_LONG_NAME})(?:\]|%5D)?|page(?:\[|%5B)number(?:\]|%5D))=(\d{{1,5}})",
    re.IGNORECASE,
)
"""A parameter that is a page's number; builders of lists put the list's name before it: "tx_news[currentPage]"."""
_IN_PATH = re.compile(rf"[/_,.-](?:{_NAME})[/_,=-]?(\d{{1,5}})(?:\.[a-z]{{3,5}})?/?\Z", re.IGNORECASE)
_LONGEST_IN_PATH = 40
_IN_FRAGMENT = re.compile(rf"#[!/]{{0,3}}(?:{_NAME})[/_=-]?\d{{1,5}}", re.IGNORECASE)
_ENDING = re.compile(r"(?:/(?:index|default))?(?:\.(?:s?html?|php\d?|aspx?|jsp|cgi))?/?\Z", re.IGNORECASE)
"""What a list's first page has at the end of its path, and its other pages may not have."""
_SESSION = re.compile(r";jsessionid=[^/?;]{1,100}", re.IGNORECASE)
_FIRST = 1
_ONE_CHANGED = 2
"""One parameter that changes with the number, before and after."""

_OFFSET = re.compile(
    r"[?&;](?:start|offset|from|skip|first|begin|limitstart|startat|startindex|start_index)=(\d{1,5})(?=[&;#]|\Z)",
    re.IGNORECASE,
)
_STEPS = re.compile(
    r"=\d{1,5}(?=[&;]|\Z)|(?:^|[&;])[^=&;]{0,40}(?:page|start|offset|skip|from|first|after|before|cursor|token|until|since|max|next)[^=&;]{0,20}=",
    re.IGNORECASE,
)
"""Parameters that may name a place in a list: small numbers, and names such as "after"."""

_DATE = r"(?:19|20)\d\d(?:[/_.-]?(?:0?[1-9]|1[0-2])(?:[/_.-]?[0-3]?\d)?)?"
_DATED_PATH = re.compile(rf"/{_DATE}(?:\.[a-z]{{3,5}})?/?\Z", re.IGNORECASE)
_DATED_QUERY = re.compile(
    rf"(?:^|[&;])(?:year|month|day|date|ym|yyyymm|archive)=(?:\d{{1,2}}(?=[&;]|\Z)|{_DATE})", re.IGNORECASE
)
_TEXT_NUMBER = re.compile(r"\d{4,}")
_OF_LISTS = frozenset(("index", "list", "page", "p", "archive"))
"""Words before the number of a list's page, however long that is."""
_NUMBERED_END = re.compile(r"\d{1,5}(?:\.[a-z]{3,5})?\Z", re.IGNORECASE)
_LONGEST_DATE = 24
_COMMENTS = re.compile(r"#comment|[/-]comment-page-\d|[?&;]cpage=|[?&;]comments?[_-]?page=", re.IGNORECASE)
_EVERYTHING = re.compile(r"=(?:all|alle|todos|-1)(?=[&;#]|\Z)|[/_-](?:view-?)?all(?:\.[a-z]{3,5})?/?(?=[?#]|\Z)", re.I)


class PageForm(NamedTuple):
    """An address without its page's number: host and path, parameters, and the number, None where there is none."""

    path: str
    parameters: frozenset[str]
    number: int | None


@lru_cache(maxsize=_KEPT)
def page_form(url: str) -> PageForm:
    """Return an absolute address without its page's number."""
    address, kept, number = _without_number(url)
    path = address[len(origin(address)) :]
    return PageForm(bare_host(address) + _ENDING.sub("", _SESSION.sub("", path)), frozenset(kept), number)


def _is_numbered(url: str) -> bool:
    """Return True if an absolute address names its page's number; most have no digit."""
    return any(map(str.isdigit, url)) and _without_number(url)[2] is not None


def _without_number(url: str) -> tuple[str, set[str], int | None]:
    """Return an address up to its parameters and the parameters, both without the page's number, and that."""
    address, _, query = url[:MAX_ADDRESS].partition("#")[0].partition("?")
    number, kept = None, set()
    for parameter in re.split("[&;]", query) if query else ():
        match = _IN_QUERY.fullmatch(parameter) if number is None else None
        if match:
            number = int(match[1])
        elif parameter:
            kept.add(parameter)
    start = max(len(address) - _LONGEST_IN_PATH, len(origin(address)))
    match = _IN_PATH.search(address, start) if number is None else None
    return (address[: match.start()], kept, int(match[1])) if match else (address, kept, number)


def form_step(own: str, other: str) -> int | None:
    """Return by how many pages another address is further on than the page's own, by the numbers that they name.

    None where they are not of one list, or neither names a number. The first page may have none; the second one is
    then 1 or 2, as sites count from 0 or from 1. Of the parameters one may change with the number.
    """
    here, there = page_form(own), page_form(other)
    if here.path != there.path or (here.number is None and there.number is None):
        return None
    if here.number is not None and there.number is not None:
        apart = len(here.parameters ^ there.parameters)
        return there.number - here.number if apart <= _ONE_CHANGED else None
    if here.number is None and there.number is not None:
        return _from_first(there.number) if here.parameters <= there.parameters else None
    back = _from_first(here.number or 0)
    return -back if back is not None and there.parameters <= here.parameters else None


def _from_first(number: int) -> int | None:
    """Return by how many pages a number is further on than the first page, None for 0, the first one on some sites."""
    return (number - _FIRST or _FIRST) if number else None


def names_page(own: str, other: str) -> bool:
    """Return True if an address names its page, or is that of a first page: the own one with other parameters."""
    there = page_form(other)
    return there.number is not None or there.path == page_form(own).path


def more_step(own: str, other: str) -> bool:
    """Return True if an address is a page, or some entries, further on than the page's own, as that of "load more"."""
    named = form_step(own, other)
    if named is not None:
        return named == 1
    if page_step(own, other) == 1 or offset_step(own, other) > 0:
        return True
    form = page_form(other)
    return form.number == _FIRST + 1 and not form.parameters and form.path.startswith(page_form(own).path + "/")


def offset_step(own: str, other: str) -> int:
    """Return by how many entries an address is further on than the page's own ("?start=40"); 0 without a count."""
    here, there = _OFFSET.search(own[:MAX_ADDRESS]), _OFFSET.search(other[:MAX_ADDRESS])
    if page_form(own).path != page_form(other).path or not (here or there):
        return 0
    return int(there[1] if there else 0) - int(here[1] if here else 0)


def is_dated(url: str) -> bool:
    """Return True if an address is that of a year, a month or a day: a calendar's or an archive's."""
    path, _, query = url[:MAX_ADDRESS].partition("#")[0].partition("?")
    return bool(_DATED_PATH.search(path[-_LONGEST_DATE:]) or (query and _DATED_QUERY.search(query)))


def are_dated_texts(own: str, other: str) -> bool:
    """Return True if two addresses with a date at their end have different words before it: they are texts."""
    before = [_DATED_PATH.subn("", url[:MAX_ADDRESS].partition("#")[0].partition("?")[0]) for url in (own, other)]
    return all(dates for _, dates in before) and before[0] != before[1]


def is_page_fragment(href: str) -> bool:
    """Return True if a fragment names a page's number, as those of scripted pagers do."""
    return bool(_IN_FRAGMENT.fullmatch(href))


def leads_to_comments(url: str) -> bool:
    """Return True if an address is that of a page of comments, or of their place."""
    return bool(_COMMENTS.search(url))


def leads_to_all(url: str) -> bool:
    """Return True if an address is that of all pages in one."""
    return bool(_EVERYTHING.search(url))


def are_other_texts(own: str, other: str) -> bool:
    """Return True if two addresses name two texts: they end in different words, or long numbers, without parameters.

    Pages of one text or list differ by a number, by parameters, or by what one of them adds: below a list's address
    its pages end in a number ("/news/list_4_2.html"); so do those of long lists ("/board/index4711.html").
    """
    mine, theirs = segments(own[:MAX_ADDRESS]), segments(other[:MAX_ADDRESS])
    if not theirs or "?" in other:
        return False
    if not mine:
        return _words_of(theirs[-1]) != "" and not _NUMBERED_END.search(theirs[-1][-_LONGEST_IN_PATH:])
    if theirs[: len(mine)] == mine and _NUMBERED_END.search(theirs[-1][-_LONGEST_IN_PATH:]):
        return False
    if _words_of(mine[-1]) == _words_of(theirs[-1]):
        if _words_of(mine[-1]).lower() in _OF_LISTS:
            return False
        return _TEXT_NUMBER.findall(mine[-1]) != _TEXT_NUMBER.findall(theirs[-1])
    return _words_of(theirs[-1]) != ""


def has_list_parameter(url: str) -> bool:
    """Return True if an address has parameters that may name a place in a list."""
    return bool(_STEPS.search(url[:MAX_ADDRESS].partition("#")[0].partition("?")[2]))


def are_other_programs(own: str, other: str) -> bool:
    """Return True if an address has another path than the own, and parameters, none of which is a place in a list."""
    address, mark, _ = other[:MAX_ADDRESS].partition("#")[0].partition("?")
    if not mark or has_list_parameter(other):
        return False
    pairs = zip(segments(own[:MAX_ADDRESS]), segments(address), strict=False)
    return any(not theirs.startswith(_ENDING.sub("", mine)) for mine, theirs in pairs)


def is_top(url: str) -> bool:
    """Return True if an address is that of a site's home page."""
    return bool(origin(url)) and "?" not in url and not segments(url)


def _words_of(segment: str) -> str:
    """Return a segment without ending, numbers and signs."""
    return "".join(filter(str.isalpha, _ENDING.sub("", segment)))


_PATHS = ("page/2", "page-2", "seite/2", "seite-2", "pagina/2", "pagina-2", "strona/2")
_PARAMETERS = ("page=2", "p=2", "paged=2", "pg=2", "seite=2", "pagina=2", "strona=2")
"""What the first page's address has behind it where it leads to the second one."""
_SECOND = ("2", "2/")
"""What all of these end with."""
_ENDS = (*(path + end for path in _PATHS for end in ("", "/")), *_PARAMETERS)


def guessed_seeds(candidates: Candidates, addresses: Addresses) -> list[int]:
    """Return the positions of links to a guess at the next page's URL, whatever their words (beyond the paper)."""
    if not addresses.own:
        return []
    own, hrefs = addresses.own, candidates.links.hrefs
    _, asks, query = own.partition("?")
    behind = asks + query
    ends = (*_SECOND, *(f"{second}{behind}" for second in _SECOND)) if asks else _SECOND
    seconds = [href for href in hrefs if href.endswith(ends)]
    if not any(href.removesuffix(behind).endswith(_ENDS) for href in seconds) and not _is_numbered(own):
        return []  # most pages end here, before any guess is made
    guesses = _next_urls(own)
    return [position for position, href in enumerate(hrefs) if href in guesses]


def _next_urls(own: str) -> set[str]:
    """Return the next page's likely addresses, absolute and as a page may write them: this page's number one on."""
    own = own.partition("#")[0]
    path, _, query = own.partition("?")
    number = page_form(own).number
    if number is None:
        base = path.rstrip("/") + "/"
        found = {f"{base}{added}{end}{query and '?' + query}" for added in _PATHS for end in ("/", "")}
        found |= {f"{path}?{query and query + '&'}{added}" for added in _PARAMETERS}
    else:
        plain = re.compile(rf"(?<!\d){number}(?!\d)")
        spans = [match.span() for match in plain.finditer(own, len(origin(own)))]
        found = {f"{own[:start]}{number + 1}{own[end:]}" for start, end in spans}
        found = {url for url in found if page_form(url).number == number + 1}
    host = len(origin(own))
    return found | {url[host:] for url in found} | {url[len(path) :] for url in found if url.startswith(path + "?")}
