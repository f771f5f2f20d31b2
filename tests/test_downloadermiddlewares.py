from __future__ import annotations

import dataclasses
import pickle
import tracemalloc
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from edge_site import article, headline, lead
from edge_spiders import Pages
from scrapy.http import HtmlResponse
from test_addon import PLAIN

from scrapy_maincontent.crawl.pages import RecentPages, address
from scrapy_maincontent.downloadermiddlewares import declared_encoding, extract_response
from scrapy_maincontent.extraction import extract
from scrapy_maincontent.result import Extraction

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from edge_tools import Crawl


class Results(Pages):
    """Yields what a callback finds in the response's meta."""

    def parse(self, response: Any) -> Any:
        yield {"result": response.meta["maincontent_result"], "body": response.body}


class InCallback(Pages):
    """Extracts in the callback."""

    options: ClassVar[dict[str, Any]] = {}

    def parse(self, response: Any) -> Any:
        result = extract_response(response, **self.options)
        yield {"result": result, "again": result is not response.meta["maincontent_result"]}


def reason(item: Any) -> str | None:
    return item["mainContent"]["emptyReason"]


def test_callbacks_find_the_result_and_the_response_unchanged(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    (item,) = crawl_here(Results, pages=[page_file(2)]).items
    assert isinstance(item["result"], Extraction)
    assert item["result"].title == headline(2)
    assert item["body"] == article(2).encode()


def test_a_request_can_opt_out(crawl_here: Callable[..., Crawl], page_file: Callable[..., str]) -> None:
    pages = [page_file(1), [page_file(2), {"maincontent": False}]]
    crawl = crawl_here(Pages, pages=pages)
    assert {item["url"]: reason(item) for item in crawl.items} == {page_file(1): None, page_file(2): "disabled"}
    assert crawl.counts("skipped") == {"disabled": 1}


def test_requests_can_opt_in(crawl_here: Callable[..., Crawl], page_file: Callable[..., str]) -> None:
    pages = [page_file(1), [page_file(2), {"maincontent": True}], [page_file(3), {"maincontent": {"method": "tree"}}]]
    crawl = crawl_here(Pages, {"MAINCONTENT_DEFAULT": False}, pages=pages)
    assert sorted(str(reason(item)) for item in crawl.items) == ["None", "None", "disabled"]
    assert crawl.count("pages") == 2


def test_a_request_can_ask_for_formats(crawl_here: Callable[..., Crawl], page_file: Callable[..., str]) -> None:
    (item,) = crawl_here(Pages, pages=[[page_file(4), {"maincontent": {"formats": ["markdown"]}}]]).items
    assert lead(4) in item["articleBodyMarkdown"]
    assert lead(4) in item["articleBody"]
    assert "articleBodyHtml" not in item


def test_formats_of_every_page(crawl_here: Callable[..., Crawl], page_file: Callable[..., str]) -> None:
    (item,) = crawl_here(Pages, {"MAINCONTENT_FORMATS": "html"}, pages=[page_file(4)]).items
    assert lead(4) in item["articleBodyHtml"]
    assert "<p" in item["articleBodyHtml"]


def test_a_page_that_runs_out_of_time(crawl_here: Callable[..., Crawl], page_file: Callable[..., str]) -> None:
    crawl = crawl_here(Pages, {"MAINCONTENT_TIMEOUT": 1e-6}, pages=[page_file(1)])
    assert [reason(item) for item in crawl.items] == ["timeout"]
    assert crawl.count("timeouts") == crawl.count("errors/OutOfTime") == crawl.count("errors") == 1


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ({"method": "guess"}, "'guess'; it must be one of crf, tree, fujita"),
        ({"format": "html"}, "'format'; it may have method, formats"),
        ({"formats": "pdf"}, "'pdf'; it must be a list out of text, markdown, html"),
        ("tree", "'tree'; it must be True, False or a dict"),
        (0, "0; it must be True, False or a dict"),
    ],
)
def test_a_wrong_request_is_an_error_of_its_page_alone(
    asked: Any,
    complaint: str,
    crawl_here: Callable[..., Crawl],
    page_file: Callable[..., str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    crawl = crawl_here(Pages, pages=[[page_file(1), {"maincontent": asked}], page_file(2)])
    assert {item["url"]: reason(item) for item in crawl.items} == {page_file(1): "error", page_file(2): None}
    assert crawl.counts("errors") == {"ValueError": 1}
    assert complaint in caplog.text


def test_extraction_in_a_callback_takes_the_result_that_is_there(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    (item,) = crawl_here(InCallback, pages=[page_file(1)]).items
    assert item["result"].title == headline(1)
    assert not item["again"]


@pytest.mark.parametrize("options", [{"formats": ("text", "html")}, {"encoding": "utf-8"}])
def test_extraction_in_a_callback_with_other_options(
    options: dict[str, Any], crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    (item,) = crawl_here(InCallback, pages=[page_file(1)], options=options).items
    assert item["again"]
    assert lead(1) in item["result"].text


def test_extraction_in_a_callback_of_a_page_that_was_left_out(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    (item,) = crawl_here(InCallback, pages=[[page_file(1), {"maincontent": False}]]).items
    assert lead(1) in item["result"].text
    assert item["result"].empty_reason is None


URL = "https://courier.example/"


def page(name: str, **values: Any) -> Extraction:
    return Extraction(url=URL + name, text=name, method="crf", **values)


def found(pages: RecentPages, *names: str) -> list[str | None]:
    results = [pages.find(URL + name) for name in names]
    return [result and result.text for result in results]


def claiming(pages: RecentPages, name: str) -> str | None:
    result = pages.claiming(URL + name)
    return result and result.text


def test_recent_pages_are_found_under_every_address_that_led_to_them() -> None:
    pages = RecentPages()
    pages.add(page("b", canonical_url=f"{URL}c"), f"{URL}b", f"{URL}b", f"{URL}a?y=1&x=2")
    assert found(pages, "b", "b#top", "a?x=2&y=1", "c", "d") == ["b", "b", "b", None, None]
    assert [claiming(pages, name) for name in "bcd"] == [None, "b", None]


@pytest.mark.parametrize("anchor", ["top", "", "s-1.2:a", ":~:text=the%20ferry", "%E3%81%82"])
def test_a_place_in_a_page_is_no_other_page(anchor: str) -> None:
    assert address(f"{URL}a#{anchor}") == f"{URL}a"


@pytest.mark.parametrize("route", ["!/x", "/x", "!x", "?page=2", "page=2"])
def test_a_route_names_a_page(route: str) -> None:
    assert address(f"{URL}a?y=1&x=2#{route}") == f"{URL}a?x=2&y=1#{route}"


def test_an_address_has_the_latest_answer_with_a_page() -> None:
    pages = RecentPages()
    pages.add(page("a"), f"{URL}a", f"{URL}before")
    pages.add(Extraction(url=f"{URL}a", empty_reason="empty"), f"{URL}a", f"{URL}new")
    assert found(pages, "a", "before", "new") == ["a", "a", ""]
    pages.add(page("b"), f"{URL}a")
    assert found(pages, "a", "before") == ["b", "a"]
    pages.add(Extraction(url=f"{URL}a", empty_reason="status"), f"{URL}a", f"{URL}before")
    assert found(pages, "a", "before") == ["", ""]


def test_an_address_that_two_pages_or_another_site_declare_is_not_theirs() -> None:
    pages = RecentPages()
    for name in ("a", "b"):
        pages.add(page(name, canonical_url=f"{URL}home"), URL + name)
    pages.add(page("c", canonical_url="https://other.example/c"), f"{URL}c")
    assert claiming(pages, "home") is None
    assert pages.claiming("https://other.example/c") is None


def test_a_page_that_comes_again_takes_the_place_of_the_first() -> None:
    pages = RecentPages()
    pages.add(page("a", canonical_url=f"{URL}x"), f"{URL}a")
    pages.add(page("a", title="new"), f"{URL}a")
    result = pages.find(f"{URL}a")
    assert result is not None
    assert result.title == "new"
    assert claiming(pages, "x") is None


def test_the_page_not_asked_for_the_longest_goes_first() -> None:
    pages = RecentPages(max_pages=2)
    pages.add(page("a"), f"{URL}a", f"{URL}before")
    pages.add(page("b"), f"{URL}b")
    assert found(pages, "a") == ["a"]
    pages.add(page("c", canonical_url=f"{URL}own"), f"{URL}c")
    assert found(pages, "a", "before", "b", "c") == ["a", "a", None, "c"]
    assert claiming(pages, "own") == "c"
    pages.add(page("d"), f"{URL}d")
    pages.add(page("e"), f"{URL}e")
    assert found(pages, "a", "before", "c", "d", "e") == [None, None, None, "d", "e"]
    assert claiming(pages, "own") is None


def test_texts_that_take_too_much_memory_push_others_out() -> None:
    pages = RecentPages(max_bytes=200_000)
    for name in "abc":
        pages.add(dataclasses.replace(page(name), text=name * 40_000), URL + name)
    assert [bool(text) for text in found(pages, "a", "b", "c")] == [False, True, True]
    pages.add(dataclasses.replace(page("d"), text="d" * 400_000), f"{URL}d")
    assert [bool(text) for text in found(pages, "b", "c", "d")] == [False, False, True]


def test_kept_pages_take_no_more_memory_than_is_counted() -> None:
    nest = "".join(f"<x{n}{chr(34) * 200}><ul><li><a href=/{n}>a</a><li><a href=/b>b</a></ul>" for n in range(100))
    markups = [article(1) + "<b></b>" * 3000, article(2) + nest, article(3) + "<p>渡し場。</p>" * 200]
    results = [pickle.dumps(extract(html, f"{URL}{number}").complete()) for number, html in enumerate(markups)]
    pages = RecentPages(max_bytes=1_000_000)
    tracemalloc.start()
    for number in range(400):
        result = pickle.loads(results[number % len(results)])
        pages.add(result, f"{URL}{number}")
        for region in result.regions:
            assert region.xpath
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < 1_300_000


def test_text_blocks_are_kept_where_items_have_them(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    plain = {key: value for key, value in PLAIN.items() if key != "SPIDER_MIDDLEWARES"}
    fields = {"blocks": "text_blocks", "pageBlocks": "page_blocks"}
    settings = {"ADDONS": {}, "MAINCONTENT_FIELDS": fields} | plain
    (item,) = crawl_here(Pages, settings, pages=[page_file(1)]).items
    assert any(lead(1) in block["text"] for block in item["blocks"])
    assert all(block["xpath"].startswith("/html/body") for block in item["blocks"])
    assert item["pageBlocks"][-1]["end"] == len(item["blocks"])
    assert "main" in [block["label"] for block in item["pageBlocks"]]


def test_page_blocks_are_kept_without_text_blocks(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    settings = {"MAINCONTENT_FIELDS": {"pageBlocks": "page_blocks"}}
    (item,) = crawl_here(Pages, settings, pages=[page_file(1)]).items
    assert item["pageBlocks"][0]["first"] == 0


@pytest.mark.parametrize("storage", ["FilesystemCacheStorage", "DbmCacheStorage"])
def test_a_page_from_the_cache_has_the_same_encoding(
    storage: str, crawl_here: Callable[..., Crawl], site: str, tmp_path: Path
) -> None:
    settings = {
        "HTTPCACHE_ENABLED": True,
        "HTTPCACHE_DIR": str(tmp_path),
        "HTTPCACHE_STORAGE": f"scrapy.extensions.httpcache.{storage}",
    }
    first, second = (
        crawl_here(Pages, settings, pages=[f"{site}/undeclared/{codec}" for codec in ("ascii", "cp932", "cp1252")])
        for _ in range(2)
    )
    assert second.stats["httpcache/hit"] == 3
    encodings = [{item["url"]: item["mainContent"]["encoding"] for item in crawl.items} for crawl in (first, second)]
    assert encodings[0] == encodings[1]
    assert set(encodings[0].values()) == {"utf-8", "cp932", "cp1252"}


JAPANESE = "港の町では、古い渡し場を夏までに建て直すことが決まりました。工事は三月に始まります。"


@pytest.mark.parametrize(
    ("header", "given", "expected"),
    [
        ("text/html; charset=euc-jp", None, "euc-jp"),
        ("text/html; charset=euc-jp", "cp932", "cp932"),
        ("text/html", "cp932", "cp932"),
        ('text/html; Charset="x-sjis"; x=y', None, "x-sjis"),
        ("text/html; charset=", None, None),
        ("text/html", None, None),
        ("", None, None),
    ],
)
def test_an_encoding_that_the_response_was_built_with_comes_first(
    header: str, given: str | None, expected: str | None
) -> None:
    response = HtmlResponse(URL, body=b"<p>x</p>", headers={"Content-Type": header} if header else {}, encoding=given)
    assert declared_encoding(response) == expected


class Aged(Pages):
    """Is answered, without a server, by a page that says how old it is."""

    custom_settings: ClassVar[dict[str, Any]] = {"DOWNLOADER_MIDDLEWARES": {"test_downloadermiddlewares.Answering": 1}}

    def parse(self, response: Any) -> Any:
        result = extract_response(response, method="crf", links=False)
        yield {"url": response.url, "again": result.date_published}


class Answering:
    """Answers all requests."""

    def process_request(self, request: Any) -> HtmlResponse:
        body = article(1).replace("</h1>", "</h1><p>vor 3 Tagen</p>").encode()
        return HtmlResponse(request.url, body=body, headers={"Date": "Mon, 06 May 2024 08:00:00 GMT"}, request=request)


def test_ages_are_counted_from_the_time_of_the_answer(crawl_here: Callable[..., Crawl]) -> None:
    (item,) = crawl_here(Aged, pages=[URL]).items
    assert item["datePublished"] == item["again"] == "2024-05-03"


def test_a_response_that_was_never_requested() -> None:
    result = extract_response(HtmlResponse(URL, body=article(5).encode()))
    assert lead(5) in result.text
    assert result.url == URL


def test_bytes_are_read_as_the_response_says() -> None:
    page = f"<html><body><h1>渡し場</h1><p>{JAPANESE}</p><p>{JAPANESE}</p></body></html>"
    response = HtmlResponse(URL, body=page.encode("cp932"), encoding="cp932")
    assert any(JAPANESE in block.text for block in extract_response(response).text_blocks)


def test_a_method_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="guess"):
        extract_response(HtmlResponse(URL, body=article().encode()), method="guess")
