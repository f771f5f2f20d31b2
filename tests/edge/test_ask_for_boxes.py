"""What a request has the browser do, and what the spider sees of it; no browser is needed."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("scrapy_playwright", reason="boxes need the extra playwright")

from scrapy import Request
from scrapy.http import HtmlResponse, Response
from scrapy_playwright.page import PageMethod

from scrapy_maincontent.engines.playwright import METHODS_KEY, ask_for_boxes, without_boxes
from scrapy_maincontent.page.columns import STAMP

pytestmark = pytest.mark.slow

STAMPED = f'<p {STAMP}="0 0 9 9">Mill</p>'.encode()


def asked(method: str = "layout", **meta: Any) -> list[str]:
    request = Request("https://mill.example/", meta={"playwright": True, **meta})
    ask_for_boxes(request, method)
    return [call.method for call in request.meta.get(METHODS_KEY, [])]


def test_the_window_is_set_and_the_page_stamped_after_all_else() -> None:
    assert asked() == ["set_viewport_size", "evaluate"]
    click = PageMethod("click", "#more")
    assert asked(playwright_page_methods=[click]) == ["click", "set_viewport_size", "evaluate"]
    assert asked(playwright_page_methods={"first": click}) == ["click", "set_viewport_size", "evaluate"]


def test_other_methods_and_other_downloads_are_left_alone() -> None:
    assert asked("crf") == []
    assert asked(playwright=False) == []


def test_a_request_that_is_tried_again_asks_once() -> None:
    given = [PageMethod("evaluate", "() => 1")]
    request = Request("https://mill.example/", meta={"playwright": True, METHODS_KEY: given})
    for _ in range(3):
        ask_for_boxes(request, "layout")
    assert [call.method for call in request.meta[METHODS_KEY]] == ["evaluate", "set_viewport_size", "evaluate"]
    assert len(given) == 1


def test_the_spider_gets_the_page_without_stamps() -> None:
    request = Request("https://mill.example/", meta={"playwright": True})
    ask_for_boxes(request, "layout")
    response = HtmlResponse("https://mill.example/", body=STAMPED, encoding="utf-8")
    assert without_boxes(request, response).body == b"<p>Mill</p>"
    plain = HtmlResponse("https://mill.example/", body=b"<p>Mill</p>")
    assert without_boxes(request, plain) is plain
    other = Response("https://mill.example/mill.bin", body=STAMPED)
    assert without_boxes(request, other) is other


def test_a_page_that_nobody_asked_to_stamp_is_not_looked_at() -> None:
    response = HtmlResponse("https://mill.example/", body=STAMPED, encoding="utf-8")
    assert without_boxes(Request("https://mill.example/"), response) is response
