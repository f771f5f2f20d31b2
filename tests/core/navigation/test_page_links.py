from __future__ import annotations

import pytest

from scrapy_maincontent.core.navigation import detect, page_links

URL = "https://blog.example/news/?page=2"
AT = "https://blog.example/news/?page="


def links(read_page, body, head="", url=URL):
    page = read_page(body, url, head)
    return page_links(page, detect(page))


@pytest.mark.parametrize(
    "body",
    [
        '<div class="pager"><a href="?page=1">Previous</a> <a href="?page=3">Next</a></div>',
        '<div class="pager"><a href="?page=1">1</a> <b>2</b> <a href="?page=3">3</a> <a href="?page=4">4</a></div>',
        (
            '<div class="pager"><a href="?page=1">1</a> <a aria-current="page" href="?page=2">2</a>'
            ' <a href="?page=3">3</a></div>'
        ),
        (
            '<div class="pager"><a href="?page=0">«</a> <a href="?page=1">‹</a> 2 <a href="?page=3">›</a>'
            ' <a href="?page=9">»</a></div>'
        ),
        '<div class="pager"><a class="prev" href="?page=1">Wstecz</a> <a class="next" href="?page=3">Dalej</a></div>',
        (
            '<div class="pager"><a aria-label="Previous page" href="?page=1"><i></i></a>'
            ' <a aria-label="Next page" href="?page=3"><i></i></a></div>'
        ),
        '<div class="pager"><a rel="prev" href="?page=1">zur 1</a> <a rel="next" href="?page=3">zur 3</a></div>',
    ],
    ids=["words", "numbers", "aria-current", "signs", "classes", "labels", "rel"],
)
def test_next_and_previous_page(read_page, body):
    assert links(read_page, body) == (AT + "3", AT + "1")


def test_head_links(read_page):
    head = '<link rel="next" href="?page=3"><link rel="prev" href="?page=1">'
    assert links(read_page, '<p><a href="/x">x</a></p>', head) == (AT + "3", AT + "1")


def test_next_article_is_not_the_next_page(read_page):
    body = '<div class="post-navigation"><a rel="next" href="/roses">Next article: Roses in July</a></div>'
    assert links(read_page, body) == (None, None)


def test_next_article_is_not_the_next_page_though_the_head_says_so(read_page):
    body = '<div class="post-navigation"><a rel="next" href="/roses">Next article: Roses in July</a></div>'
    assert links(read_page, body, '<link rel="next" href="/roses">') == (None, None)


def test_last_page_has_no_next(read_page):
    assert links(read_page, '<div class="pager"><a href="?page=1">1</a> <b>2</b></div>') == (None, AT + "1")


def test_addresses_follow_the_base(read_page):
    body = '<div class="pager"><a href="p3">Next</a></div>'
    assert links(read_page, body, '<base href="/list/">') == ("https://blog.example/list/p3", None)
