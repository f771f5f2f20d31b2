"""Articles in several pages, joined in crawls of the bundled site; later pages fail in every way they can."""

from __future__ import annotations

import sys
from socket import SHUT_RDWR
from typing import TYPE_CHECKING, Any

import pytest
from edge_join_site import (
    ARTICLES,
    MILL,
    ON,
    PAGES,
    SECOND,
    THIRD,
    Site,
    body_of,
    check,
    file_at,
    misplaced,
    parts_of,
    serve,
)
from edge_spiders import Pages
from edge_tools import disturbed, wait_until
from hypothesis import given
from hypothesis import strategies as st
from w3lib.url import canonicalize_url

from scrapy_maincontent.crawl.join import belongs, canonical, is_first_page, normalised, same_origin, same_site, text
from scrapy_maincontent.crawl.settings import MaincontentSettings
from scrapy_maincontent.page.limits import Deadline
from scrapy_maincontent.result import Extraction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from edge_tools import Crawl


OTHER = "/courier/local/night-ferry/"


@pytest.fixture
def site() -> Iterator[Site]:
    with serve() as running:
        yield running


@pytest.fixture
def join(site: Site, crawl_here: Callable[..., Crawl]) -> Callable[..., dict[str, Any]]:
    """A function that crawls the first page of an article and returns the one item."""

    def crawl(path: str = MILL, **settings: Any) -> dict[str, Any]:
        done = crawl_here(Pages, ON | settings, pages=[site.url(path)])
        (item,) = done.items
        assert item["url"] == site.url(path)
        note = item["mainContent"]["joinNote"]
        assert done.counts("join_notes") == ({note: 1} if note else {})
        assert done.count("joined_pages") == len(item["mainContent"]["joinedPages"]) - 1
        return dict(item)

    return crawl


@pytest.mark.parametrize("page", ARTICLES, ids=lambda page: page.path)
def test_an_article_has_the_text_of_all_its_pages(page: Any, join: Callable[..., Any], site: Site) -> None:
    item = join(page.path)
    assert item["mainContent"]["joinedPages"] == [site.url(path) for path in page.pages]
    assert item["mainContent"]["joinNote"] is None
    assert item["mainContent"]["nextPage"] is None
    assert item["headline"] == page.headline
    assert misplaced(body_of(page), item["articleBody"]) == []
    assert page.headline not in item["articleBody"]
    assert len(item["articleBody"]) < 1.05 * len("\n\n".join(body_of(page)))


def test_every_format_is_joined(join: Callable[..., Any]) -> None:
    item = join(MAINCONTENT_FORMATS=["markdown", "html"])
    for name in ("articleBody", "articleBodyMarkdown", "articleBodyHtml"):
        parts = [part.replace('"', "") for part in parts_of(MILL, SECOND, THIRD)]
        assert misplaced(parts, item[name].replace('"', "").replace("## ", "")) == [], name
    assert item["articleBodyMarkdown"].count("\n## ") == 4
    assert item["articleBodyHtml"].count("<h2>") == item["articleBodyHtml"].count("</h2>") == 4


def test_what_every_page_repeats_is_there_once(join: Callable[..., Any], site: Site) -> None:
    lead = "<p>The mill at Tarnholm has not turned since 1986, and hardly anybody thought that it would ever turn again.</p>"
    about = (
        "<p>Ilse Marrand has written about the harbour for eleven years and still can't tell a cog from a block.</p>"
    )
    paged = '<nav class="article-pages"'
    for path in (MILL, SECOND, THIRD):
        site.change(path, ("</ul></header>", f"</ul></header>{lead}"), (paged, about + paged))
    text = join(MAINCONTENT_SITE_MEMORY=False)["articleBody"]  # which would leave them out of later pages
    assert text.startswith("The mill at Tarnholm")
    assert text.endswith("a cog from a block.")
    assert text.count("has not turned") == text.count("a cog from a block.") == 1
    assert misplaced(parts_of(MILL, SECOND, THIRD), text) == []


def test_a_page_that_is_missing_ends_the_article(join: Callable[..., Any], site: Site) -> None:
    site.send(SECOND, b"<p>Nothing here.</p>", 404)
    item = join()
    check(item, site, "status", MILL)
    assert item["mainContent"]["nextPage"] == site.url(SECOND)
    assert THIRD not in site.visits


def test_what_came_before_a_missing_page_is_kept(
    join: Callable[..., Any], site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    site.send(THIRD, b"", 410)
    check(join(), site, "status", MILL, SECOND)
    assert f"<{site.url(MILL)}> is joined up to page 2; not joined (status): <{site.url(THIRD)}>" in caplog.text


def test_a_page_that_does_not_come_ends_the_article(join: Callable[..., Any], site: Site) -> None:
    site.faults[SECOND] = lambda handler: handler.connection.shutdown(SHUT_RDWR)
    check(join(), site, "download", MILL)


def test_a_page_that_comes_at_the_second_try_is_joined(join: Callable[..., Any], site: Site) -> None:
    page = file_at(SECOND)

    def answer(handler: Any) -> None:
        site.send(SECOND, *((b"busy", 503) if site.visits[SECOND] == 1 else (page, 200)))
        now, site.faults[SECOND] = site.faults[SECOND], answer
        now(handler)

    site.faults[SECOND] = answer
    check(join(RETRY_ENABLED=True), site, None, MILL, SECOND, THIRD)
    assert site.visits[SECOND] == 2


def lead_on(site: Site, target: str) -> None:
    """Have the last page lead to another one."""
    site.change(THIRD, ("</ol></nav>", f'</ol><a class="next" rel="next" href="{target}">Next page</a></nav>'))


@pytest.mark.parametrize("target", [MILL, f"{SECOND}#top"])
def test_a_cycle_ends_where_it_closes(target: str, join: Callable[..., Any], site: Site) -> None:
    lead_on(site, target)
    item = join()
    check(item, site, "cycle", MILL, SECOND, THIRD)
    assert item["mainContent"]["nextPage"] is None
    assert site.visits == {MILL: 1, SECOND: 1, THIRD: 1}


@pytest.mark.parametrize("page", [MILL, SECOND, THIRD])
def test_a_cycle_of_new_addresses_ends_where_nothing_new_comes(page: str, join: Callable[..., Any], site: Site) -> None:
    target = f"{page}?page=4"
    lead_on(site, target)
    site.send(target, file_at(page))
    item = join()
    check(item, site, "repeated", MILL, SECOND, THIRD)
    assert item["mainContent"]["nextPage"] is None
    assert site.visits[target] == 1


def test_a_page_that_is_sent_again_under_another_address_is_not_joined_again(
    join: Callable[..., Any], site: Site
) -> None:
    site.send(THIRD, file_at(SECOND))
    check(join(), site, "repeated", MILL, SECOND)


def test_redirects_within_the_site_are_followed(join: Callable[..., Any], site: Site) -> None:
    site.redirect(SECOND, f"{MILL}second.html")
    site.send(f"{MILL}second.html", file_at(SECOND))
    item = join()
    assert item["mainContent"]["joinedPages"] == [site.url(path) for path in (MILL, f"{MILL}second.html", THIRD)]
    assert misplaced(parts_of(MILL, SECOND, THIRD), item["articleBody"]) == []


def test_a_redirect_to_another_site_ends_the_article(join: Callable[..., Any], site: Site) -> None:
    with serve() as elsewhere:
        site.redirect(SECOND, elsewhere.url(SECOND))
        check(join(), site, "other_site", MILL)


def test_a_redirect_to_the_first_page_ends_the_article(join: Callable[..., Any], site: Site) -> None:
    site.redirect(SECOND, MILL)
    check(join(), site, "cycle", MILL)


def test_a_next_page_on_another_site_is_not_asked_for(join: Callable[..., Any], site: Site) -> None:
    with serve() as elsewhere:
        site.change(MILL, (f'href="{SECOND}"', f'href="{elsewhere.url(SECOND)}"'))
        item = join()
        assert elsewhere.visits == {}
    assert item["mainContent"]["joinNote"] == "other_site"


def test_the_page_limit_is_kept(join: Callable[..., Any], site: Site) -> None:
    item = join(MAINCONTENT_JOIN_MAX_PAGES=2)
    check(item, site, "limit", MILL, SECOND)
    assert item["mainContent"]["nextPage"] == site.url(THIRD)
    assert THIRD not in site.visits


def test_a_limit_that_is_as_large_as_the_article_says_nothing(join: Callable[..., Any], site: Site) -> None:
    check(join(MAINCONTENT_JOIN_MAX_PAGES=3), site, None, MILL, SECOND, THIRD)


LONG = "<pre>" + "a very long tale\n\n" * 150_000 + "</pre></article>"
"""Of more characters than an article may have."""


def test_a_page_that_makes_the_article_too_long_is_left_to_the_spider(
    site: Site, crawl_here: Callable[..., Crawl]
) -> None:
    site.change(THIRD, ("</article>", LONG))
    crawl = crawl_here(RequestsFirst, ON, pages=[site.url(MILL)])
    items = {item["url"]: item for item in crawl.items}
    check(items[site.url(MILL)], site, "too_long", MILL, SECOND)
    assert items[site.url(MILL)]["mainContent"]["nextPage"] == site.url(THIRD)
    assert "a very long tale" in items[site.url(THIRD)]["articleBody"]
    assert site.url(SECOND) not in items
    assert "too_long" in crawl.counts("join_notes")


def test_to_a_page_that_is_too_long_itself_nothing_is_joined(join: Callable[..., Any], site: Site) -> None:
    site.change(MILL, ("</article>", LONG))
    item = join()
    assert item["mainContent"]["joinNote"] == "too_long"
    assert site.visits == {MILL: 1}


def test_what_takes_too_long_to_join_stays_in_its_parts(
    site: Site, crawl_here: Callable[..., Crawl], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text, "Deadline", lambda _seconds: Deadline(0))
    crawl = crawl_here(RequestsFirst, ON, pages=[site.url(MILL)])
    items = {item["url"]: item for item in crawl.items}
    check(items[site.url(MILL)], site, "too_slow", MILL)
    assert {site.url(SECOND), site.url(THIRD)} <= set(items)
    assert "too_slow" in crawl.counts("join_notes")


def test_pages_are_put_together_in_a_worker(
    join: Callable[..., Any], site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text, "Deadline", lambda _seconds: Deadline(0))  # here, not in a worker
    check(join(MAINCONTENT_WORKERS=1), site, None, MILL, SECOND, THIRD)


def test_robots_txt_is_obeyed_on_later_pages(join: Callable[..., Any], site: Site) -> None:
    rules = f"User-agent: *\nDisallow: {SECOND}\n".encode()
    site.send("/robots.txt", rules, Content_Type="text/plain")
    check(join(ROBOTSTXT_OBEY=True), site, "refused", MILL)
    assert SECOND not in site.visits


DISGUISES = {
    "dots": f"SITE/a/../..{SECOND}",
    "encoded dots": f"SITE/a/%2e%2E/.%2e/%2e{SECOND}",
    "back slashes": f"SITE/courier\\local/{SECOND.removeprefix('/courier/local/')}",
    "dots between back slashes": f"SITE/a\\..\\b/..{SECOND}",
    "dots in a relative address": f"../../../../%2e%2e{SECOND}",
}


@pytest.mark.parametrize("address", DISGUISES.values(), ids=DISGUISES)
@pytest.mark.parametrize("obey", [True, False])
def test_an_address_with_detours_is_asked_for_without_them(
    address: str, obey: bool, join: Callable[..., Any], site: Site
) -> None:
    rules = f"User-agent: *\nDisallow: {SECOND}\n".encode()
    site.send("/robots.txt", rules, Content_Type="text/plain")
    site.change(MILL, (f'href="{SECOND}"', f'href="{address.replace("SITE", site.address)}"'))
    item = join(ROBOTSTXT_OBEY=obey)
    if obey:
        check(item, site, "refused", MILL)
        assert site.visits == {"/robots.txt": 1, MILL: 1}
    else:
        check(item, site, None, MILL, SECOND, THIRD)
        assert site.visits == {MILL: 1, SECOND: 1, THIRD: 1}


@pytest.mark.parametrize(
    ("body", "kind", "note"),
    [
        (b"{}", "application/json", "not_html"),
        (b"", "text/html", "empty"),
        (b"<!DOCTYPE html><title>Mill</title><div id=app></div><script src=app.js></script>", "text/html", "no_text"),
    ],
)
def test_a_page_without_a_text_ends_the_article(
    body: bytes, kind: str, note: str, join: Callable[..., Any], site: Site
) -> None:
    site.send(SECOND, body, Content_Type=kind)
    check(join(), site, note, MILL)


def test_a_page_that_says_it_is_not_there_is_not_joined(join: Callable[..., Any], site: Site) -> None:
    site.send(SECOND, file_at("/courier/about/"))
    check(join(), site, "other_article", MILL)


def test_another_article_is_not_joined(join: Callable[..., Any], site: Site) -> None:
    site.redirect(SECOND, OTHER)
    check(join(), site, "other_article", MILL)


def test_an_item_from_a_later_page_says_so_and_keeps_its_own_text(join: Callable[..., Any], site: Site) -> None:
    item = join(SECOND)
    check(item, site, "later_page", SECOND)
    assert item["mainContent"]["previousPage"] == site.url(MILL)
    assert item["mainContent"]["nextPage"] == site.url(THIRD)
    assert set(site.visits) == {SECOND}


# Joining beside what else goes on in a crawl: spiders that follow links, many articles at once, every reactor.


class ItemFirst(Pages):
    """Yields the page's item, then asks for everything it links to."""

    name = "item_first"

    def parse(self, response: Any) -> Any:
        yield {"url": response.url}
        yield from response.follow_all(css="a[href*='/tide-mill/']")


class RequestsFirst(ItemFirst):
    name = "requests_first"

    def parse(self, response: Any) -> Any:
        item, *requests = super().parse(response)
        yield from requests
        yield item


class SeveralItems(Pages):
    def parse(self, response: Any) -> Any:
        yield {"url": response.url, "number": 1}
        yield {"url": "https://elsewhere.example/"}
        yield {"url": response.url, "number": 2}


class NoItems(Pages):
    def parse(self, response: Any) -> Any:
        yield from ()


class Breaks(ItemFirst):
    """Fails after it has asked for another page of the article."""

    def parse(self, response: Any) -> Any:
        if response.url.endswith("/tide-mill/"):
            yield response.follow("2/")
            raise RuntimeError("the page is not what it was")
        yield {"url": response.url}


def test_nothing_is_joined_unasked(site: Site, crawl_here: Callable[..., Crawl]) -> None:
    crawl = crawl_here(Pages, pages=[site.url(MILL)])
    assert "joinedPages" not in crawl.items[0]["mainContent"]
    assert site.visits == {MILL: 1}
    assert crawl.count("joined_articles") == 0


def test_a_request_may_ask_for_it_or_not(site: Site, crawl_here: Callable[..., Crawl]) -> None:
    asked = (site.url(MILL), {"maincontent": {"join": True, "formats": ["markdown"]}})
    unasked = (site.url(ARTICLES[1].path), {"maincontent": True})
    crawl = crawl_here(Pages, pages=[asked, unasked])
    items = {item["url"]: item for item in crawl.items}
    assert len(items[site.url(MILL)]["mainContent"]["joinedPages"]) == 3
    assert misplaced(["Nine winters of mud"], items[site.url(MILL)]["articleBodyMarkdown"]) == []
    assert "joinedPages" not in items[unasked[0]]["mainContent"]


@pytest.mark.slow
def test_a_worker_that_dies_of_a_later_page_costs_that_page_alone(
    site: Site, crawl_apart: Callable[..., Crawl]
) -> None:
    site.change(SECOND, ("<article>", "<article><!-- POISON:die -->"))
    settings = ON | {"MAINCONTENT_WORKERS": 1}
    crawl = crawl_apart([site.url(MILL)], settings, task="edge_poison:extract_or_break")
    (item,) = crawl.items
    check(item, site, "worker_died", MILL)
    assert "not joined (worker_died)" in crawl.log


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_ctrl_c_while_pages_are_extracted_and_joined_costs_no_item(site: Site, tmp_path: Path) -> None:
    alone = [page.path for page in PAGES.values() if page.type == "article" and not page.pages]
    paths = [page.path for page in ARTICLES] + alone
    gate = tmp_path / "gate"
    site.hang(SECOND, until=gate.exists)
    site.change(OTHER, ("<article>", "<article><!-- POISON:dawdle -->"))
    settings = ON | {"MAINCONTENT_WORKERS": 1, "CONCURRENT_REQUESTS": 2, "JOBDIR": "job"}
    runs = []
    for second in (False, True):
        urls = [site.url(path) for path in paths]
        with disturbed(tmp_path, urls, settings, spider="once", task="edge_poison:extract_or_break") as running:
            if not second:
                wait_until(lambda: site.visits[SECOND] > 0, "a join under way")
                running.wait_for("dawdling")
                running.interrupt()
                running.open_gate()
            runs.append(running.finish())
    assert runs[1].stats["finish_reason"] == "finished", runs[1].log
    items = [item for run in runs for item in run.items]
    assert sorted(item["url"] for item in items) == sorted(site.url(path) for path in paths)
    assert all(item["articleBody"] for item in items)
    (mill,) = [item for item in items if item["url"] == site.url(MILL)]
    check(mill, site, None, MILL, SECOND, THIRD)


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["asyncio", "select", "no reactor"])
def test_every_reactor_joins(mode: str, site: Site, crawl_apart: Callable[..., Crawl]) -> None:
    crawl = crawl_apart([site.url(page.path) for page in ARTICLES], ON | {"MAINCONTENT_WORKERS": 1}, mode=mode)
    assert crawl.status == 0, crawl.log
    assert {item["url"]: len(item["mainContent"]["joinedPages"]) for item in crawl.items} == {
        site.url(page.path): len(page.pages or ()) for page in ARTICLES
    }
    assert crawl.count("joined_articles") == len(ARTICLES)


@pytest.mark.parametrize(
    "tight",
    [
        {"CONCURRENT_REQUESTS": 1},
        {"CONCURRENT_REQUESTS_PER_DOMAIN": 1, "DOWNLOAD_DELAY": 0.02},
        {"SCRAPER_SLOT_MAX_ACTIVE_SIZE": 1, "CONCURRENT_ITEMS": 1},
    ],
)
def test_articles_that_wait_do_not_block_each_other(
    tight: dict[str, Any], site: Site, crawl_here: Callable[..., Crawl]
) -> None:
    crawl = crawl_here(Pages, ON | tight, pages=[site.url(page.path) for page in ARTICLES * 3])
    assert len(crawl.items) == 3 * len(ARTICLES)
    assert all(len(item["mainContent"]["joinedPages"]) > 1 for item in crawl.items)
    assert crawl.stats["finish_reason"] == "finished"


def test_articles_that_wait_come_out_whole_when_the_spider_closes(site: Site, crawl_here: Callable[..., Crawl]) -> None:
    site.hang(THIRD, 1)
    pages = [site.url(page.path) for page in ARTICLES]
    crawl = crawl_here(Pages, ON | {"CLOSESPIDER_ITEMCOUNT": 1}, pages=pages)
    assert crawl.stats["finish_reason"] == "closespider_itemcount"
    assert {item["url"]: len(item["mainContent"]["joinedPages"]) for item in crawl.items} == {
        site.url(page.path): len(page.pages or ()) for page in ARTICLES
    }


@pytest.mark.parametrize("pages", [0, 1, 2.5, "many", True])
def test_a_page_limit_that_makes_no_sense_is_refused(pages: Any) -> None:
    with pytest.raises(ValueError, match=r"MAINCONTENT_JOIN_MAX_PAGES is .*; it must be a whole number of pages, 2"):
        MaincontentSettings.from_crawler_settings({"MAINCONTENT_JOIN_MAX_PAGES": pages})


def test_all_items_of_a_page_get_the_article_that_is_fetched_once(site: Site, crawl_here: Callable[..., Crawl]) -> None:
    crawl = crawl_here(SeveralItems, ON, pages=[site.url(MILL)])
    first, row, second = crawl.items
    assert first["articleBody"] == second["articleBody"]
    assert misplaced(parts_of(MILL, SECOND, THIRD), first["articleBody"]) == []
    assert row["mainContent"] == {"emptyReason": "unknown_page"}
    assert site.visits == {MILL: 1, SECOND: 1, THIRD: 1}
    assert crawl.count("joined_articles") == 1


def test_without_an_item_no_page_is_fetched(site: Site, crawl_here: Callable[..., Crawl]) -> None:
    crawl_here(NoItems, ON, pages=[site.url(MILL)])
    assert site.visits == {MILL: 1}


@pytest.mark.parametrize("spider", [ItemFirst, RequestsFirst])
def test_a_spider_that_follows_every_link_gets_the_article_once(
    spider: type[Pages], site: Site, crawl_here: Callable[..., Crawl]
) -> None:
    crawl = crawl_here(spider, ON, pages=[site.url(MILL)])
    (item,) = (item for item in crawl.items if item["url"] == site.url(MILL))
    check(dict(item), site, None, MILL, SECOND, THIRD)
    assert {SECOND, THIRD}.isdisjoint(url.removeprefix(site.address) for url in (item["url"] for item in crawl.items))
    assert site.visits[SECOND] == site.visits[THIRD] == 1


def test_pages_that_could_not_be_joined_are_left_to_the_spider(site: Site, crawl_here: Callable[..., Crawl]) -> None:
    site.send(SECOND, b"<p>Nothing here.</p>", 404)
    crawl = crawl_here(RequestsFirst, ON | {"HTTPERROR_ALLOW_ALL": False}, pages=[site.url(MILL)])
    items = {item["url"]: item for item in crawl.items}
    assert set(items) >= {site.url(MILL), site.url(THIRD)}
    assert items[site.url(THIRD)]["mainContent"]["joinNote"] == "later_page"


def test_requests_of_a_callback_that_fails_go_on(site: Site, crawl_here: Callable[..., Crawl]) -> None:
    crawl = crawl_here(Breaks, ON, pages=[site.url(MILL)])
    assert [item["url"] for item in crawl.items] == [site.url(SECOND)]
    assert crawl.stats["spider_exceptions/RuntimeError"] == 1


class Known(Pages):
    """Says who it is where it starts."""

    async def start(self) -> Any:
        async for request in super().start():
            yield request.replace(headers={"Authorization": "Basic bWlsbA=="})


def test_later_pages_are_asked_for_as_the_first_one_was(site: Site, crawl_here: Callable[..., Crawl]) -> None:
    seen = {}

    def answer(handler: Any) -> None:
        seen.update(handler.headers)
        site.send(THIRD, file_at(SECOND))
        site.faults[THIRD](handler)

    site.faults[SECOND] = answer
    crawl_here(Known, ON | {"USER_AGENT": "Reader of mills"}, pages=[(site.url(MILL), {"download_timeout": 20})])
    assert seen["User-Agent"] == "Reader of mills"
    assert seen["Authorization"] == "Basic bWlsbA=="
    assert seen["Referer"] == site.url(MILL)


FIRST = "https://paper.example/local/tide-mill/"
TITLE = "The tide mill grinds again"


def does_belong(
    url: str, title: str | None = "Another headline", first: str = FIRST, paging: str | None = "article"
) -> bool:
    page = Extraction(title=title, paging_type=paging)
    return belongs(page, url, Extraction(title=TITLE, paging_type="article"), first, 2)


@pytest.mark.parametrize(
    "title", [TITLE, TITLE.upper(), f"{TITLE} - page 2", f"Page 2: {TITLE}", "The tide mill grinds again…"]
)
def test_the_same_headline_is_the_same_article(title: str) -> None:
    assert does_belong("https://paper.example/archive?id=77", title)


@pytest.mark.parametrize(
    ("first", "url"),
    [
        (FIRST, f"{FIRST}2/"),
        (FIRST, f"{FIRST}page/2"),
        (FIRST, f"{FIRST}?page=2"),
        (FIRST.rstrip("/"), f"{FIRST}p2"),
        ("https://paper.example/a/mill.html", "https://paper.example/a/mill-2.html"),
        ("https://paper.example/a/mill.html", "https://paper.example/a/mill_p2.html"),
        ("https://paper.example/a/mill-1.html", "https://paper.example/a/mill-2.html"),
        ("https://paper.example/a/mill", "https://paper.example/a/mill,seite-2"),
        (FIRST, f"{FIRST}1"),
        ("https://paper.example/a/mill/1", "https://paper.example/a/mill/2"),
        ("https://paper.example/a/mill/index.html", "https://paper.example/a/mill/index2.html"),
        ("https://paper.example/show.php?id=7", "https://paper.example/show.php?id=7&page=2"),
        ("https://paper.example/show.php?id=7&page=1", "https://paper.example/show.php?id=7&page=2"),
        ("https://paper.example/show.php?id=7", "https://paper.example/show.php?start=10&id=7"),
    ],
)
def test_an_address_with_a_page_number_is_the_same_article(first: str, url: str) -> None:
    assert does_belong(url, first=first)


@pytest.mark.parametrize(
    ("first", "url"),
    [
        (FIRST, "https://paper.example/local/night-ferry/"),
        (FIRST, "https://paper.example/local/night-ferry-2/"),
        (FIRST, f"{FIRST}comments/"),
        ("https://paper.example/show.php?id=7", "https://paper.example/show.php?id=8"),
        ("https://paper.example/docs/index.html", "https://paper.example/docs/install.html"),
        ("https://paper.example/local/", "https://paper.example/local/story-12"),
        ("https://paper.example/", "https://paper.example/2027/05/flood"),
    ],
)
def test_another_headline_at_another_address_is_another_article(first: str, url: str) -> None:
    assert not does_belong(url, first=first)
    assert not does_belong(url, None, first=first)


def test_a_page_of_a_list_belongs_to_no_article() -> None:
    assert not does_belong(f"{FIRST}2/", TITLE, paging="list")


def test_a_page_without_paging_and_headline_is_none_of_the_article() -> None:
    assert not does_belong(f"{FIRST}2/", "Not found", paging=None)
    assert does_belong(f"{FIRST}2/", TITLE, paging=None)


def test_short_headlines_have_to_be_the_same() -> None:
    page, first = Extraction(title="Menu"), Extraction(title="Menu of the week")
    assert not belongs(page, "https://paper.example/x", first, FIRST, 2)


@pytest.mark.parametrize(
    ("previous", "first"), [(None, True), (FIRST, True), (f"{FIRST}#top", True), (f"{FIRST}2/", False)]
)
def test_the_first_page_has_none_before_it(previous: str | None, first: bool) -> None:
    assert is_first_page(Extraction(previous_page=previous), FIRST) is first


@pytest.mark.parametrize(("shown", "first"), [(1, True), (2, False), (None, False)])
def test_the_number_that_a_page_shows_counts_for_more(shown: int | None, first: bool) -> None:
    numbers = {"current": shown, "last": 3, "links": {}}
    assert is_first_page(Extraction(previous_page=f"{FIRST}about", page_numbers=numbers), FIRST) is first


@pytest.mark.parametrize(("shown", "belonging"), [(2, True), (3, False), (None, False)])
def test_a_page_that_shows_the_number_is_that_page(shown: int | None, belonging: bool) -> None:
    numbers = {"current": shown, "last": 3, "links": {}}
    page = Extraction(title="The battery", paging_type="article", page_numbers=numbers)
    assert belongs(page, "https://paper.example/local/battery", Extraction(title=TITLE), FIRST, 2) is belonging


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ("http://PAPER.example/x", True),
        ("https://paper.example:8080/", False),
        ("https://www.paper.example/", False),
        ("https://paper.example.org/", False),
        ("https://[broken", False),
        ("", False),
    ],
)
def test_a_site_is_a_host_and_a_port(other: str, same: bool) -> None:
    assert same_site(FIRST, other) is same


def test_files_are_one_site() -> None:
    assert same_site("file:///pages/mill.html", "file:///pages/mill-2.html")
    assert not same_site("file:///pages/mill.html", FIRST)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("https://mill.example/1", "https://MILL.example:443/2", True),
        ("http://mill.example:80/1", "http://mill.example/2", True),
        ("https://mill.example/1", "http://mill.example/2", False),
        ("https://mill.example/1", "https://mill.example:8443/2", False),
        ("https://mill.example/1", "https://www.mill.example/2", False),
        ("https://mill.example/1", "https://[mill/2", False),
        ("https://[mill/1", "https://[mill/1", False),
    ],
)
def test_credentials_stay_with_scheme_host_and_port(one, other, same):
    assert same_origin(one, other) is same


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        ("http://paper.example/a/../../private/2", "http://paper.example/private/2"),
        ("http://paper.example/a/./b/..", "http://paper.example/a/"),
        ("http://paper.example/a/.", "http://paper.example/a/"),
        ("http://paper.example/..", "http://paper.example/"),
        ("http://paper.example", "http://paper.example/"),
        ("http://paper.example/a/%2e%2E/.%2e/%2e./%2E/b", "http://paper.example/b"),
        ("http://paper.example/a/...", "http://paper.example/a/..."),
        ("http://paper.example/a/..b/.c", "http://paper.example/a/..b/.c"),
        ("http://paper.example//a//../b", "http://paper.example//a/b"),
        ("http:\\\\paper.example\\a\\..\\b", "http://paper.example/b"),
        ("http://other.example\\@paper.example/a", "http://other.example/@paper.example/a"),
        ("HTTP://Paper.EXAMPLE/A", "http://paper.example/A"),
        ("http://paper.example:80/a", "http://paper.example/a"),
        ("http://paper.example:/a", "http://paper.example/a"),
        ("https://paper.example:0443/a", "https://paper.example/a"),
        ("https://paper.example:80/a", "https://paper.example:80/a"),
        ("http://reader:word@Paper.example:80/a", "http://reader:word@paper.example/a"),
        (" http://paper.example/a?b=../c\\d/../e#f/../g ", "http://paper.example/a?b=../c%5Cd/../e#f/../g"),
        ("file:///home/reader/../page.html", "file:///home/page.html"),
        ("data:text/html,a/../b", "data:text/html,a/../b"),
        ("http://[paper.example/a/../b", "http://[paper.example/a/../b"),
        ("http://paper.example:port/a/../b", "http://paper.example:port/a/../b"),
    ],
)
def test_an_address_is_asked_for_in_its_plain_form(given: str, asked: str) -> None:
    assert normalised(given) == asked
    assert normalised(asked) == asked
    assert canonical(given) == canonical(asked)


PIECES = (
    "a",
    "b.example",
    "127.0.0.1",
    "/",
    "//",
    "/.",
    "/..",
    ".",
    "-",
    "_",
    "~",
    "A",
    "%2e",
    "index.html",
    ":80",
    ":443",
)
"""What addresses are made of, those that browsers write in another way among them."""


@given(
    scheme=st.sampled_from(["http", "https", "HTTP"]),
    pieces=st.lists(st.sampled_from(PIECES), min_size=1, max_size=6),
    query=st.sampled_from(["", "?", "?a=1", "?b=1&a=2", "?a=%41", "?A=1", "#top", ":8080/x"]),
)
def test_addresses_in_their_plain_form_are_taken_as_they_are(scheme: str, pieces: list[str], query: str) -> None:
    url = f"{scheme}://{''.join(pieces)}{query}"
    try:
        expected = canonicalize_url(normalised(url))
    except ValueError:
        expected = url
    assert canonical(url) == expected
