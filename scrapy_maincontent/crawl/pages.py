"""Which text belongs to which item: what was extracted of each response, and the last pages by their addresses.

A result belongs to the response that it was extracted of. An address has the latest answer with a page to that very
request; what a page claims to be its address is kept apart, and what meta carries along counts for nothing.
"""

from __future__ import annotations

import pickle
import re
from collections import OrderedDict
from contextvars import ContextVar
from itertools import count
from sys import getsizeof
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urldefrag
from weakref import ReferenceType, WeakKeyDictionary

from .join import canonical, same_site
from .settings import REDIRECTS_KEY
from .stats import Skip

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.http import Response

    from ..result import Extraction


class Answer(NamedTuple):
    """The result of a response, and the addresses that the response answers."""

    result: Extraction
    addresses: tuple[str, ...]


ANSWERS: WeakKeyDictionary[Response, Answer] = WeakKeyDictionary()
"""Those of this process's crawls. Meta would be copied along to other requests, and to responses with other bodies."""
IN_CALLBACK: ContextVar[ReferenceType[Response] | None] = ContextVar("maincontent_in_callback", default=None)
"""The response whose callback is running; a download that the callback awaits has it, too."""


def answer_to(response: Response) -> Answer | None:
    """Return what was extracted of this very response, ``None`` where nothing was or the response is a copy."""
    return ANSWERS.get(response)


MAX_PAGES = 500
"""Pages that a crawl remembers for items that are still to come."""
MAX_BYTES = 32 * 1024 * 1024
"""Memory that these may take."""
NOT_A_PAGE = frozenset({Skip.EMPTY, Skip.NOT_HTML})
"""Reasons of answers that are no page: they leave an address to an earlier answer, one to another ``Accept``, say."""
_ANCHOR = re.compile(r":~:|[^/!?=&]*+$")
"""A fragment that names a place in a page, not a page that a script shows."""
_BYTES_PER_PAGE = 4096
"""What a page takes beside that."""


class RecentPages:
    """The results of a crawl's last pages, by their addresses; the one not asked for the longest goes first.

    An address has the latest answer to it that has a page. What a page only claims to be its own address is kept apart,
    where it is on the page's site; one that two pages claim is neither's.
    """

    def __init__(self, *, with_blocks: bool = False, max_pages: int = MAX_PAGES, max_bytes: int = MAX_BYTES) -> None:
        """Text blocks, the largest part of a result, are left out unless asked for."""
        self._with_blocks = with_blocks
        self._max_pages = max_pages
        self._max_bytes = max_bytes
        self._pages: OrderedDict[int, _Page] = OrderedDict()
        self._numbers = count()
        self._answers: dict[str, int] = {}
        self._claims: dict[str, list[int]] = {}
        self._bytes = 0

    def add(self, result: Extraction, *urls: str) -> None:
        """Store a result under the addresses that it answers; a result without a page replaces no other."""
        addresses = dict.fromkeys(map(address, urls))
        if result.empty_reason in NOT_A_PAGE:
            addresses = dict.fromkeys(known for known in addresses if known not in self._answers)
        if not addresses:
            return
        if not self._with_blocks:
            result = result.without_blocks()
        for known in addresses:
            self._leave(known)
        number, claimed = next(self._numbers), result.canonical_url
        claim = address(claimed) if claimed and any(same_site(claimed, url) for url in urls) else None
        page = self._pages[number] = _Page(result, _memory(result), set(addresses), claim)
        self._bytes += page.memory
        self._answers.update(dict.fromkeys(addresses, number))
        if claim is not None:
            self._claims.setdefault(claim, []).append(number)
        while len(self._pages) > 1 and (len(self._pages) > self._max_pages or self._bytes > self._max_bytes):
            self._drop(next(iter(self._pages)))

    def find(self, url: str) -> Extraction | None:
        """Return the result of the latest answer to an address, ``None`` where it is not, or no longer, here."""
        return self._result(self._answers.get(address(url)))

    def claiming(self, url: str) -> Extraction | None:
        """Return the result of the one page that calls an address its own, ``None`` without one, or with several."""
        claiming = self._claims.get(address(url), ())
        return self._result(claiming[0]) if len(claiming) == 1 else None

    def _result(self, number: int | None) -> Extraction | None:
        if number is None:
            return None
        self._pages.move_to_end(number)
        return self._pages[number].result

    def _leave(self, known: str) -> None:
        """Take an address from the page that has it, and forget a page that has none left."""
        number = self._answers.get(known)
        if number is not None:
            page = self._pages[number]
            page.addresses.discard(known)
            if not page.addresses:
                self._drop(number)

    def _drop(self, number: int) -> None:
        page = self._pages.pop(number)
        self._bytes -= page.memory
        for known in page.addresses:
            del self._answers[known]
        if page.claim is not None:
            self._claims[page.claim].remove(number)
            if not self._claims[page.claim]:
                del self._claims[page.claim]


class _Page(NamedTuple):
    result: Extraction
    memory: int
    addresses: set[str]
    claim: str | None


def address(url: str) -> str:
    """Return an address in a form that all its spellings share, with the fragment if that names a page.

    Parameters that say where a reader came from are no part of it.
    """
    known, _, query = canonical(url).partition("?")
    if query and (kept := [each for each in query.split("&") if not _TRACKING.match(each)]):
        known = f"{known}?{'&'.join(kept)}"
    _, mark, fragment = url.partition("#")
    return known if not mark or _ANCHOR.match(fragment) else f"{known}#{fragment}"


_TRACKING = re.compile(
    r"(?:utm_\w{1,40}|[dg]clid|gclsrc|[gw]braid|fbclid|msclkid|yclid|twclid|ttclid|igshid|mc_[ce]id|_ga|_gl|_hs(?:enc|mi))="
)


def note_redirects(request: Request) -> None:
    """Note in a request's meta which of its ``redirect_urls`` other requests' meta has brought along.

    Kept are their number, that of those up to the last form, the number of all, and the address that was asked for: one
    that leads on to a new address is the last of one more. What is no redirect of the request that meta comes from, or
    that request again, begins anew.
    """
    led = request.meta.get("redirect_urls") or []
    brought, forms, number, url = request.meta.get(REDIRECTS_KEY) or (len(led), len(led), len(led), request.url)
    is_redirected = len(led) == number + 1 and led[-1] == url
    if not is_redirected and (len(led) != number or request.url != url):
        brought = forms = len(led)
    if request.method != "GET" or request.body:
        forms = len(led) + 1
    request.meta[REDIRECTS_KEY] = [brought, forms, len(led), request.url]


def addresses_of(request: Request, response: Response, *, of_pages: bool = False) -> tuple[str, ...]:
    """Return the addresses that a response answers: its own, that of its request, and those that redirected there.

    ``of_pages``: without those of forms. Whose answer it is may call it by them, but they are no page's.
    """
    led = request.meta.get("redirect_urls") or []
    brought, forms, *_ = request.meta.get(REDIRECTS_KEY) or (len(led), len(led))
    own = led[max(brought, forms) if of_pages else brought :]
    return tuple(dict.fromkeys(map(address, (response.url, request.url, *own))))


def is_without_route(known: str, asked: str) -> bool:
    """Return True if an address is the requested one without its fragment, which names a page (``#!/x``)."""
    whole = address(asked)
    return known != whole and known == urldefrag(whole).url


def _memory(result: Extraction) -> int:
    """Return about how many bytes a result takes: what it is pickled as, and its texts, whose letters may be wide."""
    texts = filter(None, (result.text, result.markdown, result.html, result.tei))
    return _BYTES_PER_PAGE + len(pickle.dumps(result, pickle.HIGHEST_PROTOCOL)) + sum(map(getsizeof, texts))
