"""`NewsSpider`: addresses of sites in, an item for each of their articles out, new ones first and each once.

``robots.txt`` names sitemaps, pages name feeds; what these list, and what links of front and section pages may be,
waits in the crawl's state (`crawl.state`) until the site's lists are read. Then it is asked for, newest first, a few
pages of each site at a time: neither memory nor the scheduler holds a site's whole archive.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, date, datetime
from hashlib import blake2b
from heapq import nlargest
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from scrapy import Request, Spider, signals
from scrapy.exceptions import DontCloseSpider, IgnoreRequest
from scrapy.http import HtmlResponse
from scrapy.spidermiddlewares.httperror import HttpError
from scrapy.utils.sitemap import sitemap_urls_from_robots

from ..addon import Addon
from ..crawl import stats
from ..crawl.join import normalised
from ..crawl.listed import LISTED_KEY, listed, merged
from ..crawl.robots import obey_robots
from ..crawl.settings import PREFIX, REQUEST_KEY, STATE, parse_setting
from ..crawl.state import Row, State, Status, cut, flush, store_of
from ..downloadermiddlewares import extract_response
from ..navigation.addresses import is_top
from ..page import Kind, PagingType
from ..page.addresses import WEB, origin
from ..pool.messages import Failure
from .arguments import check_names, read_flag, read_languages, read_number, read_sites
from .links import belongs, day_in_path, guesses, is_same_page, is_trap, links, page_address, site_key
from .listings import MAX_BYTES, begins_as_list, read_list
from .site_run import SiteRun
from .window import WINDOW, Window, day_argument, primary

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
    from typing import Self

    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.settings import BaseSettings
    from twisted.python import failure as twisted

    from ..result import Extraction
    from .listings import Facts

MAX_PAGES = 100_000
"""Pages of a site that are asked for in one run, unless another number is given."""
MAX_DEPTH = 3
"""Lists that lead from a front page to an article, at most."""
MAX_PAGING = 100
"""Pages of one list that are followed."""
MAX_LISTS = 2000
"""Sitemaps and feeds of a site that are read in one run."""
BARREN = 2
"""Lists without a new article, one leading to the next, after which their links to lists are not followed."""
AT_A_TIME = 32
"""Pages of a site that are asked for and not through."""
BATCH = 500
"""Entries of a list that are looked up at a time."""
FIRST, NEWEST, OLDEST = 3000, 1000, 1
"""Priorities of requests: of lists, of pages of today or without a day, and of the oldest ones."""
RECENT = 60
"""Days whose pages have priorities of their own; before that, months have."""
USER_AGENT = "scrapy-maincontent (+https://pypi.org/project/scrapy-maincontent/)"
POLITE: dict[str, Any] = {
    "ROBOTSTXT_OBEY": True,
    "DOWNLOAD_DELAY": 1.0,
    "USER_AGENT": USER_AGENT,
    "MAINCONTENT_JOIN_PAGES": True,
}
"""Settings that the spider has unless a project, a class of its own or the command line has others."""
_NOT_MODIFIED = 304
_GONE = frozenset(range(400, 500)) - {408, 425, 429}
"""Statuses that another try would not change."""
_PAGE, _LIST, _FRONT, _ROBOTS = "page", "list", "front", "robots"
ARTICLES = frozenset(("article",))
ANNOUNCED = ARTICLES | {"listing", "service", "documentation"}
"""Types of pages that are articles, and of those that a list names with their day: the shortest look like others."""
EXAMPLES = 5
"""Pages that are named for each reason why such are left out: those with the longest texts."""
_FAILED, _TYPE = "failed", "type"
"""Why what is not there, and what is no article, is left out."""


class NewsSpider(Spider):
    """Finds the articles of news sites and yields an item for each: ``url`` and ``changed``, filled as all items are.

    Arguments, of Python or of ``-a``: ``sites``, addresses with commas between them, or a list; ``since`` and
    ``until``, the first and last day of publication; ``languages``, codes with commas; ``max_pages`` a site;
    ``max_depth``; ``all_pages``, items of other pages as well. To be overridden: `site_requests`, `is_article`,
    `is_wanted`, `article_item`. ``unreached`` is why front pages could not be read, by address; ``examples`` are
    lengths of texts and addresses of pages that were left out, by reason.
    """

    name = "news"

    def __init__(
        self,
        sites: str | Iterable[str] = "",
        since: str | None = None,
        until: str | None = None,
        languages: str | Iterable[str] = "",
        max_pages: int | str = MAX_PAGES,
        max_depth: int | str = MAX_DEPTH,
        all_pages: bool | str = False,
        **kwargs: Any,
    ) -> None:
        """Read the arguments.

        Raises:
            ValueError: one of them is missing, not allowed or not known.
        """
        check_names(kwargs, type(self))
        super().__init__(**kwargs)
        self.sites = read_sites(sites)
        days = day_argument("since", since), day_argument("until", until)
        self.window = Window(*days, read_languages("languages", languages))
        self.max_pages, self.max_depth = read_number("max_pages", max_pages, 1), read_number("max_depth", max_depth, 0)
        self.all_pages = read_flag("all_pages", all_pages)
        self.unreached: dict[str, BaseException | None] = {}
        self.examples: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
        self._today = datetime.now(UTC).date()
        self._sites: defaultdict[str, SiteRun] = defaultdict(SiteRun)
        self._goes_back = False
        self._made: WeakKeyDictionary[Response, Row] = WeakKeyDictionary()

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        """Set what the spider needs, below a project's own settings."""
        for name, value in POLITE.items():
            settings.set(name, value, "addon")
        super().update_settings(settings)
        settings.setdefault_in_component_priority_dict("ADDONS", Addon, 500)
        # At its default's priority it would be replaced when a process starts the crawl.
        settings.set("ADDONS", settings.getdict("ADDONS"), "addon")
        obey_robots(settings)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        """Return the spider of a crawl."""
        spider = super().from_crawler(crawler, *args, **kwargs)
        for handler, signal in (
            (spider._idle, signals.spider_idle),
            (spider._settle, signals.item_scraped),
            (spider._settle, signals.item_dropped),
        ):
            crawler.signals.connect(handler, signal=signal)
        return spider

    async def start(self) -> AsyncIterator[Request]:
        """Ask for each site's ``robots.txt`` and front page."""
        for url in self.sites:
            for request in self.site_requests(url):
                yield request

    def site_requests(self, url: str) -> Iterator[Request]:
        """Yield the first requests of a site."""
        site = site_key(url)
        yield from self._list_request(f"{origin(url)}/robots.txt", site, _ROBOTS)
        yield from self._list_request(url, site, _FRONT, priority=FIRST - 1)

    def is_article(self, response: Response, result: Extraction) -> bool:
        """Return True if a page is an article; called for every page with a text that is no site's front page."""
        types = ANNOUNCED if listed(response.request).get("date_published") else ARTICLES  # type: ignore[arg-type]
        if result.page_type not in types or result.paging_type == PagingType.LIST or result.entries:
            return False
        # What a page's own site information links to is an imprint, a notice on privacy.
        about = (url for region in result.regions if region.kind == Kind.SITE_INFO for _, url in region.links)
        return not is_top(response.url) and not any(is_same_page(url, response.url) for url in about)

    def is_wanted(self, result: Extraction) -> str | None:
        """Return why an article is left out, a word for the stats; ``None`` for one that is wanted."""
        return self.window.why_not(result)

    def article_item(self, response: Response, result: Extraction, url: str, *, changed: bool) -> Any:  # noqa: ARG002
        """Return the item of an article: its address, and whether it was known and has another text now."""
        return {"url": url, "changed": changed}

    def parse_robots(self, response: Response) -> Iterator[Request]:
        """Ask for the sitemaps that ``robots.txt`` names, or where they may be."""
        site = self._moved(response, self._passed(response.request))
        named = list(dict.fromkeys(sitemap_urls_from_robots(response.body, response.url)))
        yield from self._sitemaps(site, named or self._guessed("sitemaps", response.url))
        yield from self._next(site)

    def parse_list(self, response: Response) -> Iterator[Request]:
        """Ask for what a sitemap or a feed lists; note how to ask whether it has changed."""
        request: Any = response.request
        site, address = self._passed(request), listed(request).get("url", response.url)
        known = self._known(address)
        lists: list[str] = []
        if response.status == _NOT_MODIFIED:
            self._count(stats.NEWS_NOT_MODIFIED)
            if known is not None:
                yield from self._sitemaps(site, (known.listed or {}).get("lists", ()))
        elif not isinstance(response, HtmlResponse) or begins_as_list(response.body):
            self._count(stats.NEWS_LISTS)
            pages: list[Facts] = []
            for is_list, facts in read_list(response.body, response.url):
                if not is_list:
                    pages.append(facts)
                elif self.window.may_list(facts):
                    lists.append(facts["url"])
                    yield from self._sitemaps(site, [facts["url"]], facts.get("date_modified"))
                if len(pages) == BATCH:
                    yield from self._offered(pages, site)
                    pages.clear()
            yield from self._offered(pages, site)
            self._keep_list(response, address, site, lists)
        yield from self._next(site)

    def parse(self, response: Response, **_: Any) -> Iterator[Any]:
        """Make an item of an article, and follow the links of other pages."""
        request: Any = response.request
        facts, site = listed(request), self._passed(request)
        kind = facts.get("kind", _PAGE)
        if kind == _FRONT:
            site = self._moved(response, site)
        if response.status == _NOT_MODIFIED:
            self._count(stats.NEWS_NOT_MODIFIED)
            known = self._known(facts.get("url", ""))
            if known is not None:
                self._store.put(known._replace(status=Status.ARTICLE, modified=facts.get("date_modified")))
        elif isinstance(response, HtmlResponse):
            result = extract_response(response)
            if kind != _FRONT and result.text and self.is_article(response, result):
                self._sites[site].note_article(response.url)
                yield from self._article(response, result, facts, site)
            else:
                yield from self._other(response, result, facts, site)
        elif kind != _FRONT and facts:
            self._leave_out(facts["url"], site, "not_html")
        yield from self._next(site)

    def failed(self, failure: twisted.Failure) -> Iterator[Request]:
        """Note what could not be asked for: it is tried again in the next run, unless it is gone."""
        request: Any = failure.request  # type: ignore[attr-defined] # as Scrapy sets it
        facts, site = listed(request), self._passed(request)
        if facts.get("kind") == _FRONT:
            self.unreached[facts["url"]] = failure.value
        if facts.get("kind") == _ROBOTS:
            yield from self._sitemaps(site, self._guessed("sitemaps", request.url))
        elif "row" in facts and _is_gone(failure.value):
            yield from self._revived(facts, site)
            self._leave_out(facts["url"], site, _FAILED)
        yield from self._next(site)

    @property
    def silent(self) -> list[str]:
        """The names of sites that have given no item, although their front page was read."""
        read = [site_key(url) for url in self.sites if url not in self.unreached]
        return [site for site in dict.fromkeys(read) if not self._sites[site].items]

    def closed(self, reason: str) -> None:
        """Close the state."""
        if (store := self.__dict__.get("_opened")) is not None:
            store.close(finished=reason == "finished")

    @property
    def _store(self) -> Any:
        if "_opened" not in self.__dict__:
            name = f"{PREFIX}STATE"
            path = self.settings.get(name)
            store = store_of(self.crawler, parse_setting(name, STATE, path) if path else None)
            if isinstance(store, State):
                cut(store)
                self._goes_back = self.window.reopen(store, list(map(site_key, self.sites)))
                store.before_commit = lambda: flush(self.crawler, store)
                store.commit()
            self._opened = store
        return self._opened

    # Lists: robots.txt, sitemaps, feeds, front pages.

    def _list_request(self, url: str, site: str, kind: str, priority: int = FIRST) -> Iterator[Request]:
        """Yield the request for a list that this run has not asked for."""
        of = self._sites[site]
        if url in of.lists or len(of.lists) >= MAX_LISTS or not url.startswith(WEB):  # none of a file
            return
        of.lists.add(url)
        of.open += 1
        row = self._known(url) if kind == _LIST else None
        meta: dict[str, Any] = {LISTED_KEY: {"url": url, "site": site, "kind": kind, "depth": 0}}
        if kind != _FRONT:
            meta |= {REQUEST_KEY: False, "handle_httpstatus_list": [_NOT_MODIFIED], "download_maxsize": MAX_BYTES}
        if kind == _ROBOTS:
            meta["dont_obey_robotstxt"] = True
        callback = {_ROBOTS: self.parse_robots, _FRONT: self.parse}.get(kind, self.parse_list)
        yield Request(
            url,
            callback,
            errback=self.failed,
            headers=_conditions(row) if row is not None and self._was_read(row) else None,
            priority=priority,
            meta=meta,
            dont_filter=not self._store.shared,
        )

    def _sitemaps(self, site: str, urls: Iterable[str], changed: str | None = None) -> Iterator[Request]:
        """Yield the requests for sitemaps and feeds, but for those that have not changed since they were read."""
        for url in map(_as_asked, urls):
            known = self._known(url)
            if known is None or not self._was_read(known) or not changed or known.modified != changed:
                of = self._sites[site]
                of.changed[url] = changed
                yield from self._list_request(url, site, _LIST, FIRST - RECENT + self._freshness(changed))

    def _guessed(self, name: str, url: str) -> list[str]:
        return [origin(url) + path for path in guesses(name)]

    def _was_read(self, row: Row) -> bool:
        """Return True if a list was read for a window that holds this one."""
        return row.status == Status.LIST and (row.day or "") <= (self.window.since or "")

    def _keep_list(self, response: Response, address: str, site: str, lists: list[str]) -> None:
        if self.window.until:
            return  # the next run may want what is behind it
        etag, stamp = _validators(response)
        self._store.put(
            Row(
                address,
                site,
                Status.LIST,
                listed={"lists": lists} if lists else None,
                day=self.window.since or "",
                modified=self._sites[site].changed.get(address),
                etag=etag,
                stamp=stamp,
                run=self._store.run,
            )
        )

    # Pages: what lists and links lead to.

    def _offered(self, found: Iterable[Facts], site: str) -> Iterator[Request]:
        """Let those pages wait that are new, changed or wanted by now; in a shared crawl yield their requests."""
        pages: dict[str, Facts] = {}
        for facts in found:
            url = page_address(facts["url"])
            if belongs(url, site) and not is_trap(url):
                pages[url] = merged(pages.get(url, {}), {**facts, "url": url})
        known = self._store.get(pages)
        for url, facts in pages.items():
            row = known.get(url)
            if row is not None and row.status == Status.COPY and row.of:
                url, row = row.of, self._known(row.of)  # noqa: PLW2901
            if self.window.may_want(facts) if row is None else self.window.wants_again(row, facts):
                yield from self._put_waiting(url, site, {**facts, "url": url}, row)
            elif row is not None and row.status == Status.WAITING and url not in self._sites[site].asked:
                both = merged(row.listed or {}, facts)
                if both != row.listed:
                    self._store.put(row._replace(listed=both, priority=self._priority(both)))

    def _put_waiting(self, url: str, site: str, facts: Facts, row: Row | None) -> Iterator[Request]:
        facts = {"depth": self.max_depth, **facts, **_facts(url, site, facts.get("kind", _PAGE))}
        waiting = Row(url, site, Status.WAITING, listed=facts, priority=self._priority(facts))
        if row is not None:
            waiting = row._replace(status=Status.WAITING, listed=facts, priority=waiting.priority, run=0)
        if self._store.shared:
            yield from self._page_requests([waiting], site)
        else:
            self._store.put(waiting)

    def _next(self, site: str) -> Iterator[Request]:
        """Yield the requests for a site's next pages, the newest first, once its lists are read."""
        of = self._sites[site]
        room = min(AT_A_TIME - len(of.asked), self.max_pages - of.pages)
        if of.open <= 0 and room > 0 and not self._store.shared:
            for row in (waiting := self._store.waiting(site, room)):
                self._store.put(row._replace(run=self._store.run))  # once in a run, whatever comes of it
            yield from self._page_requests(waiting, site)

    def _page_requests(self, rows: Iterable[Row], site: str) -> Iterator[Request]:
        of = self._sites[site]
        for row in rows:
            if of.pages >= self.max_pages:
                return
            if not self._store.shared:  # whose filter of duplicates takes what others ask for
                of.pages += 1
                of.asked.add(row.address)
            yield Request(
                row.address,
                self.parse,
                errback=self.failed,
                headers=_conditions(row),
                priority=row.priority,
                meta={LISTED_KEY: row.listed or _facts(row.address, site), "handle_httpstatus_list": [_NOT_MODIFIED]},
                dont_filter=not self._store.shared,
            )

    def _passed(self, request: Any) -> str:
        """Note that a request is through, and return its site."""
        self._store.settle()
        facts = listed(request)
        site = facts.get("site") or site_key(request.url)
        of = self._sites[site]
        if "row" in facts:
            of.asked.discard(facts["url"])
            of.pages += self._store.shared
        elif facts:
            of.open -= 1
        return site

    def _moved(self, response: Response, site: str) -> str:
        """Return the site that a site's address led to."""
        if belongs(response.url, site):
            return site
        moved = site_key(response.url)
        self._sites[moved] = self._sites[site]
        return moved

    def _article(self, response: Response, result: Extraction, facts: Mapping[str, Any], site: str) -> Iterator[Any]:
        """Yield an article's item, or the request for the page that it is a copy or a part of."""
        key = facts.get("url", response.url)
        address = self._address(response, result, site)
        whole = _first_page(result)
        if whole is not None and belongs(whole, site) and not facts.get("alone"):
            address = page_address(whole)
        elif is_same_page(address, response.url) or facts.get("alone"):
            whole = None
        else:
            whole = address
        known = self._known(address)
        # An AMP or print page whose article is not there is the article.
        if self._is_no_article(known) or self._sites[site].is_claimed(address, key):
            address, whole = page_address(response.url), None
            known = self._known(address)
        if whole is not None:
            if known is None:
                carried = {name: value for name, value in facts.items() if name not in ("kind", "row")}
                yield from self._put_waiting(address, site, {**carried, "from": key}, None)
            elif known.status == Status.WAITING:
                self._store.put(known._replace(listed={**(known.listed or {}), "from": key}))
            self._note_copy(key, address, site)
            return
        text = _fingerprint(result)
        if known is not None and known.status == Status.ARTICLE and (key != address or known.text == text):
            self._note_copy(key, address, site)
            return
        is_changed = known is not None and known.text is not None
        modified = facts.get("date_modified") or result.date_modified or datetime.now(UTC).isoformat(timespec="seconds")
        etag, stamp = _validators(response)
        row = Row(
            address,
            site,
            Status.ARTICLE,
            text=text,
            day=result.date_published,
            modified=modified,
            language=result.language,
            etag=etag,
            stamp=stamp,
            run=self._store.run,
        )
        if is_changed and known is not None and known.text == text:
            self._store.put(row)
            return
        if (reason := None if is_changed else self.is_wanted(result)) is not None:
            self._leave_out(key, site, reason, result)
            if reason == WINDOW and facts.get("via"):
                self._sites[site].outside[facts["via"]] += 1
            return
        double = None if is_changed else self._store.same_text(site, text)
        if (double is not None and double != address) or not self._store.claim(address, key):
            self._note_copy(key, double or address, site)
            return
        self._made[response] = row
        self._count(stats.NEWS_CHANGED if is_changed else stats.NEWS_ARTICLES)
        yield self.article_item(response, result, address, changed=is_changed)

    def _is_no_article(self, row: Row | None) -> bool:
        """Return True for a list, and what is gone or no article: none of them is an article's address."""
        if row is None:
            return False
        is_list = row.status == Status.LIST or (row.status == Status.WAITING and row.listed is not None)
        return row.of in (_TYPE, _FAILED) or (is_list and (row.listed or {}).get("kind", _LIST) == _LIST)

    def _address(self, response: Response, result: Extraction, site: str) -> str:
        """Return an article's own address: what the page calls so, where that is on its site and no list's."""
        own = page_address(response.url)
        claimed = result.canonical_url and page_address(result.canonical_url)
        if not claimed or not belongs(claimed, site) or is_top(claimed) or is_trap(claimed):
            return own
        # Some sites call a section the address of all its pages.
        rest = own.removeprefix(claimed.rstrip("/") + "/")
        return own if rest != own and not rest.strip("/").isdigit() else claimed

    def _other(self, response: HtmlResponse, result: Extraction, facts: Mapping[str, Any], site: str) -> Iterator[Any]:
        """Leave a page that is no article out, and follow its links where that may lead to some."""
        key, kind = facts.get("url", response.url), facts.get("kind", _PAGE)
        if result.empty_reason == Failure.NO_WORKERS:
            return  # the crawl is being closed, and goes on later
        if kind == _PAGE:
            yield from self._revived(facts, site)
            self._leave_out(key, site, str(result.empty_reason or _TYPE), result)
        if self.all_pages:
            self._made[response] = Row(key, site, Status.LIST if kind != _PAGE else Status.ARTICLE, run=self._store.run)
            yield self.article_item(response, result, page_address(response.url), changed=False)
        if facts.get("depth", 0) < self.max_depth and not self._sites[site].leads_outside(facts.get("before")):
            yield from self._followed(response, result, facts, site)
        if kind == _LIST:
            self._store.put(Row(key, site, Status.LIST, run=self._store.run))

    def _followed(
        self, response: HtmlResponse, result: Extraction, facts: Mapping[str, Any], site: str
    ) -> Iterator[Request]:
        """Yield the requests for feeds that a page links to; let articles, sections and further pages wait."""
        key, depth, of = facts.get("url", response.url), facts.get("depth", 0), self._sites[site]
        found: dict[str, list[str]] = {"article": [], "list": [], "feed": []}
        for url, of_kind in links(response, site):
            found[of_kind].append(url)
        if facts.get("kind") == _FRONT and not found["feed"]:
            found["feed"] = self._guessed("feeds", response.url)
        yield from self._sitemaps(site, found["feed"])
        known = self._store.get(found["article"])
        fresh = [url for url in found["article"] if url not in known and of.is_promising(url)]
        old = [row for row in known.values() if row.of == WINDOW and not self.window.wants_again(row, {})]
        of.led[key] = len(fresh) + len(old)
        of.outside[key] += len(old)
        yield from self._offered(({"url": url, "depth": depth + 1, "via": key} for url in fresh), site)
        goes_on = bool(fresh or (self._goes_back and found["article"]))
        barren = 0 if goes_on else facts.get("barren", 0) + 1
        if barren < BARREN:
            for url in found["list"]:
                yield from self._section(url, site, depth + 1, barren)
        more, paging = result.more_page or result.next_page, facts.get("paging", 0)
        if goes_on and more and belongs(more, site) and paging < MAX_PAGING:
            yield from self._section(page_address(more), site, depth, barren, paging + 1, key)

    def _section(
        self, url: str, site: str, depth: int, barren: int, paging: int = 0, before: str | None = None
    ) -> Iterator[Request]:
        """Let a list wait that this run has not read."""
        row = self._known(url)
        if depth > self.max_depth - 1 or url in self._sites[site].lists or is_top(url) or is_trap(url):
            return
        if row is None or (row.status == Status.LIST and (row.run != self._store.run or self._store.shared)):
            facts = {"kind": _LIST, "depth": depth, "barren": barren, "paging": paging, "before": before}
            yield from self._put_waiting(url, site, facts, None)

    def _revived(self, facts: Mapping[str, Any], site: str) -> Iterator[Request]:
        """Let the copy wait that has named a page as its article which is none, or is not there."""
        row = self._known(facts["url"]) if "url" in facts else None
        if copy := ((row and row.listed) or facts).get("from"):
            again = {**facts, "kind": _PAGE, "from": None, "alone": True}
            yield from self._put_waiting(copy, site, again, self._known(copy))

    def _note_copy(self, key: str, address: str, site: str) -> None:
        if key != address:
            self._count(stats.NEWS_COPIES)
            self._store.put(Row(key, site, Status.COPY, of=address, run=self._store.run))

    def _leave_out(self, key: str, site: str, reason: str, result: Extraction | None = None) -> None:
        self._count(stats.NEWS_LEFT_OUT.format(reason=reason))
        if result is not None and result.text and not self.all_pages:
            self.examples[reason] = nlargest(EXAMPLES, [*self.examples[reason], (len(result.text), key)])
        day, language = (None, None) if result is None else (result.date_published, primary(result.language))
        self._store.put(Row(key, site, Status.LEFT_OUT, of=reason, day=day, language=language, run=self._store.run))

    def _settle(self, response: Response | None = None) -> None:
        """Note that an article's item is written, or was dropped by the project."""
        row = self._made.pop(response, None) if response is not None else None
        if response is not None and row is not None:
            self._sites[row.site].items += 1
            self._store.put(row)
            key = listed(response.request).get("url", row.address)  # type: ignore[arg-type]
            if key != row.address:
                self._store.put(Row(key, row.site, Status.COPY, of=row.address, run=self._store.run))

    def _idle(self) -> None:
        """Go on with what waits, such as what an earlier run has left."""
        asked = False
        for site, of in list(self._sites.items()):
            of.open = 0
            of.asked.clear()
            for request in self._next(site):
                asked = True
                engine: Any = self.crawler.engine
                engine.crawl(request)
        if asked:
            raise DontCloseSpider

    def _known(self, url: str) -> Row | None:
        row: Row | None = self._store.get([url]).get(url)
        return row

    def _priority(self, facts: Mapping[str, Any]) -> int:
        if facts.get("kind") == _LIST:
            # Further pages of a list come after the articles that the page before has led to.
            paging = int(facts.get("paging", 0))
            return NEWEST - paging if paging else FIRST - RECENT - int(facts.get("depth", 0))
        day = facts.get("date_published") or facts.get("date_modified") or day_in_path(facts["url"])
        return NEWEST - RECENT + self._freshness(day)

    def _freshness(self, day: str | None) -> int:
        """Return `RECENT` for today or no day, less for each day of the last ones and for each month before."""
        try:
            age = (self._today - date.fromisoformat((day or "")[:10])).days
        except ValueError:
            return RECENT
        return RECENT - max(age, 0) if age <= RECENT else max(-((age - RECENT) // 30), OLDEST - NEWEST + RECENT)

    def _count(self, stat: str) -> None:
        self.crawler.stats.inc_value(stat)


def _is_gone(error: BaseException | None) -> bool:
    """Return True where a page is not there, or may not be asked for."""
    if isinstance(error, HttpError):
        return error.response.status in _GONE
    return isinstance(error, IgnoreRequest)


def _facts(url: str, site: str, kind: str = _PAGE) -> dict[str, Any]:
    """Return what a page's request has to say of it; that it has a row in the state is one of these things."""
    return {"url": url, "site": site, "kind": kind, "row": True}


def _as_asked(url: str) -> str:
    return normalised(url).partition("#")[0]


def _conditions(row: Row) -> dict[str, str] | None:
    """Return the headers that ask for what has changed since it was read."""
    headers = {"If-None-Match": row.etag, "If-Modified-Since": row.stamp}
    return {name: value for name, value in headers.items() if value} or None


def _validators(response: Response) -> list[str | None]:
    """Return an answer's ``ETag`` and ``Last-Modified``."""
    held = (response.headers.get(name) for name in ("ETag", "Last-Modified"))
    return [None if value is None else value.decode("latin-1") for value in held]


def _first_page(result: Extraction) -> str | None:
    """Return the page before that of an article's later page."""
    current = (result.page_numbers or {}).get("current") or 1
    return result.previous_page if result.paging_type == PagingType.ARTICLE and current > 1 else None


def _fingerprint(result: Extraction) -> str:
    words = " ".join(f"{result.title or ''} {result.text}".casefold().split())
    return blake2b(words.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
