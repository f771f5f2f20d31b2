from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from edge_site import article, headline, lead
from edge_spiders import Pages
from scrapy.http import HtmlResponse

from scrapy_maincontent.responses import declared_encoding, extract_response
from scrapy_maincontent.result import Extraction

if TYPE_CHECKING:
    from collections.abc import Callable

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
