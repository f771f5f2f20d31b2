"""The page numbers that a pager shows."""

from __future__ import annotations

import pytest

from scrapy_maincontent.navigation import detect
from scrapy_maincontent.navigation.next_page import page_links, page_numbers

URL = "https://blog.example/news/?page=2"
AT = "https://blog.example/news/?page="


def numbers(read_page, body, url=URL):
    page = read_page(body, url)
    regions = detect(page)
    return page_numbers(page, regions, *page_links(page, regions)[:2])


@pytest.mark.parametrize(
    "current",
    [
        "<b>2</b>",
        "<span aria-current=page>2</span>",
        '<a aria-current="page" href="?page=2">2</a>',
        '<a href="#">2</a>',
        "[2]",
    ],
)
def test_the_current_number_the_highest_one_and_where_each_leads(read_page, current):
    body = (
        f'<div class="pager"><a href="?page=1">1</a> {current} <a href="?page=3">3</a> … <a href="?page=9">9</a></div>'
    )
    found = numbers(read_page, body)
    assert (found["current"], found["last"]) == (2, 9)
    assert {number: url for number, url in found["links"].items() if number != "2"} == {
        "1": AT + "1",
        "3": AT + "3",
        "9": AT + "9",
    }


@pytest.mark.parametrize(
    "words",
    [
        "Page 2 of 9",
        "Seite 2 von 9",
        "Page 2 sur 9",
        "Página 2 de 9",
        "Pagina 2 di 9",
        "Strona 2 z 9",
        "2 / 9",
        "2 of 9",
    ],
)
def test_words_between_the_links(read_page, words):
    body = f'<div class="pager"><a href="?page=1">Previous</a> <span>{words}</span> <a href="?page=3">Next</a></div>'
    assert numbers(read_page, body) == {"current": 2, "last": 9, "links": {}}


def test_the_number_of_all_pages(read_page):
    body = '<div class="pager">共9页 <a href="?page=1">上一页</a> <a href="?page=1">1</a> <b>2</b> <a href="?page=3">下一页</a></div>'
    assert numbers(read_page, body) == {"current": 2, "last": 9, "links": {"1": AT + "1"}}


def test_the_address_tells_the_current_number_where_the_pager_does_not(read_page):
    body = '<div class="pager"><a href="?page=1">1</a> <a href="?page=2">2</a> <a href="?page=3">3</a></div>'
    assert numbers(read_page, body)["current"] == 2


def test_sites_that_count_from_0(read_page):
    body = '<div class="pager"><a href="?page=0">1</a> <a href="?page=1">2</a> <a href="?page=2">3</a></div>'
    assert numbers(read_page, body, AT + "1")["current"] == 2


def test_counts_of_results_are_no_pages(read_page):
    body = '<div class="pager">26-50 of 312 <a href="?page=1">Previous</a> <a href="?page=3">Next</a></div>'
    assert numbers(read_page, body) is None


@pytest.mark.parametrize(
    "body",
    [
        '<div class="pager"><a href="?page=1">Previous</a> <a href="?page=3">Next</a></div>',
        '<div class="post-navigation"><a href="/mill">Previous article</a> <a href="/weir">Next article</a></div>',
        "<p>One, 2, 3.</p>",
    ],
    ids=["words", "articles", "no pager"],
)
def test_a_page_that_shows_no_numbers(read_page, body):
    assert numbers(read_page, body) is None


def test_the_pager_with_the_next_page_goes_before_other_numbers(read_page):
    threads = '<div class="pager">1 <a href="/thread/7?page=2">2</a> <a href="/thread/7?page=30">30</a></div>'
    own = '<p>Roses.</p><div class="pager"><a href="?page=1">1</a> <b>2</b> <a href="?page=3">3</a></div>'
    assert numbers(read_page, threads + own)["last"] == 3


def test_addresses_of_scripts_are_left_out(read_page):
    body = (
        '<div class="pager"><a href="?page=1">1</a> <b>2</b> <a href="?page=3">3</a>'
        ' <a href="javascript:go(4)">4</a> <a href="javascript:go(9)">9</a></div>'
    )
    assert numbers(read_page, body) == {"current": 2, "last": 9, "links": {"1": AT + "1", "3": AT + "3"}}


@pytest.mark.parametrize("name", ["active", "is-current", "page_selected", "linkActive", "pageNav-page--current"])
def test_the_current_number_is_marked_by_a_class(read_page, name):
    body = (
        f'<div class="pager"><a class="p {name}" href="/find?n=1">1</a> <a class="p" href="/find?n=2">2</a>'
        ' <a class="p" href="/find?n=3">3</a></div>'
    )
    assert numbers(read_page, body, "https://blog.example/category/news")["current"] == 1


def test_numbers_of_entries_are_read_as_pages(read_page):
    body = (
        '<div class="pagination"><a href="?from=0">0</a> <b>10</b> <a href="?from=20#list">20</a>'
        ' <a href="?from=30#list">30</a></div>'
    )
    at = "https://blog.example/news/?from="
    found = numbers(read_page, body, at + "10")
    assert (found["current"], found["last"]) == (2, 4)
    assert found["links"] == {"1": at + "0", "3": at + "20#list", "4": at + "30#list"}


def test_results_on_a_page_are_no_entries(read_page):
    body = '<p class="pager">Per page: <a href="?rows=10">10</a> <b>20</b> <a href="?rows=30">30</a></p>'
    page = read_page(body, "https://blog.example/news/")
    assert page_links(page, detect(page))[:2] == (None, None)


@pytest.mark.parametrize(
    "current", ["Seite 2", "Page 2", "第2页", '<a href="https://www.blog.example/news/?page=2#top">2</a>']
)
def test_the_current_number_in_words_or_on_a_link_to_the_page_itself(read_page, current):
    body = f'<div class="pager"><a href="/one">1</a> <span>{current}</span> <a href="/three">3</a></div>'
    assert numbers(read_page, body)["current"] == 2


def test_the_only_number_that_leads_nowhere_is_the_current_one(read_page):
    body = '<ul class="pagelist"><li><a href="#">1</a></li><li><a href="55_2.html">2</a></li><li><a href="55_3.html">3</a></li></ul>'
    assert numbers(read_page, body, "https://news.example/a/55.html")["current"] == 1


def test_sizes_of_pages_are_no_page_numbers(read_page):
    body = (
        '<p>(<a rel="prev" href="?offset=0&amp;limit=20">previous 20</a> | <a rel="next" href="?offset=40&amp;limit=20">next 20</a>)'
        ' (<a href="?limit=50&amp;offset=0">50</a> | <a href="?limit=100&amp;offset=0">100</a>)</p>'
    )
    assert numbers(read_page, body, "https://blog.example/find?offset=20&limit=20") is None


def test_each_link_is_marked_and_nothing_around_them(read_page):
    body = (
        '<div><a class="page-numbers" href="?page=1">1</a><span class="page-numbers current">2</span>'
        '<a class="page-numbers" href="?page=3">3</a><a class="next page-numbers" href="?page=3">Seuraava</a></div>'
    )
    assert numbers(read_page, body) == {"current": 2, "last": 3, "links": {"1": AT + "1", "3": AT + "3"}}
    assert [region.text for region in detect(read_page(body, URL))] == ["1 2 3 Seuraava"]
