"""Which links of a translated article are taken for the one to its original."""

from __future__ import annotations

import importlib.util
from typing import Any

import pytest
from example_site import PROJECT
from scrapy.http import HtmlResponse


def load() -> Any:
    spec = importlib.util.spec_from_file_location("originals", PROJECT / "example_project" / "originals.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ORIGINALS = load()
HERE = "https://news.example/ja/1.html"


def found(body: str, selector: str | None = None) -> str | None:
    response = HtmlResponse(HERE, body=f"<html><body>{body}</body></html>".encode(), encoding="utf-8")
    original: str | None = ORIGINALS.original_of(response, selector)
    return original


@pytest.mark.parametrize(
    "body",
    [
        "<p>原文：<a href=/en/1.html>A title</a></p>",
        "<p>（<a href=/en/1.html>英語版へ</a>）</p>",
        "<p>[<a href=/en/1.html>原文を読む</a>]</p>",
        "<p>Original article: <a href=/en/1.html>A title</a></p>",
        "<p>Translated from the <a href=/en/1.html>original story</a>.</p>",
        "<p><a href=/en/1.html title='Read in English'><img src=en.png></a></p>",
        "<p>Zum <a href='/en/1.html#top'>Originalartikel</a></p>",
    ],
)
def test_links_that_say_so(body: str) -> None:
    assert found(body) == "https://news.example/en/1.html"


@pytest.mark.parametrize(
    "body",
    [
        "<p>原文を忠実に訳した。</p><p><a href=/en/1.html>関連記事</a></p>",
        "<p>The original article was long. See also <a href=/en/1.html>this</a>.</p>",
        "<p><a href=/about.html>About us</a></p>",
        "<p>原文：<a href=#top>先頭へ</a></p>",
        "<p>原文：<a>リンクなし</a></p>",
    ],
)
def test_links_that_do_not(body: str) -> None:
    assert found(body) is None


def test_a_selector_comes_instead_of_words() -> None:
    body = "<p>原文：<a href=/a>x</a> <a class=src href=/b>y</a></p>"
    assert found(body) == "https://news.example/a"
    assert found(body, "a.src") == "https://news.example/b"
