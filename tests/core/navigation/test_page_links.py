from __future__ import annotations

import pytest

from scrapy_maincontent.navigation import detect
from scrapy_maincontent.navigation.next_page import page_links

URL = "https://blog.example/news/?page=2"
AT = "https://blog.example/news/?page="


def links(read_page, body, head="", url=URL):
    page = read_page(body, url, head)
    return page_links(page, detect(page))[:2]


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
        '<div class="pager"><a class="prev" href="?page=1">Edellinen</a> <a class="next" href="?page=3">Seuraava</a></div>',
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


STORY = "https://paper.example/local/mill/"
MENU = (
    '<header><ul><li><a href="/">News</a></li><li><a href="/local/page/2/">Older stories</a></li>'
    '<li><a href="/video/">Video</a></li></ul></header>'
)
PAGER = '<p><b>1</b> <a href="/local/mill/2/">2</a> <a href="/local/mill/3/">3</a> <a href="/local/mill/2/">{}</a></p>'


@pytest.mark.parametrize("word", ["Next page", "»", "<img src=a.png>"])
def test_the_storys_own_pager_goes_before_the_menu(read_page, word):
    assert links(read_page, MENU + PAGER.format(word), url=STORY) == (STORY + "2/", None)


def test_a_menu_alone_has_no_next_page(read_page):
    assert links(read_page, MENU + "<p>The mill turns.</p>", url=STORY) == (None, None)


def test_the_storys_last_page_has_only_a_page_before(read_page):
    body = '<p><a href="/local/mill/">1</a> <a href="/local/mill/2/">2</a> <b>3</b></p>'
    assert links(read_page, MENU + body, url=STORY + "3/") == (None, STORY + "2/")


def test_a_list_goes_on_with_a_menus_older_stories(read_page):
    page = read_page(MENU, "https://paper.example/local/")
    assert page_links(page, detect(page)).more_page == "https://paper.example/local/page/2/"


@pytest.mark.parametrize(
    ("older", "newer", "is_time"),
    [
        ("Older posts", "Newer posts", True),
        ("← Older posts", "Newer posts →", True),
        ("Older posts →", "← Newer posts", False),
        ("Next posts", "Previous posts", False),
    ],
)
def test_the_pages_own_arrows_and_words_say_what_is_next_and_more_is_where_a_list_goes_on(
    read_page, older, newer, is_time
):
    body = (
        f'<nav class="posts-navigation"><div class="nav-previous"><a href="?page=3">{older}</a></div>'
        f'<div class="nav-next"><a href="?page=1">{newer}</a></div></nav>'
    )
    page = read_page(body, URL)
    found = page_links(page, detect(page))
    assert found.more_page == AT + "3"
    assert {found.next_page, found.previous_page} == {AT + "1", AT + "3"}
    assert (found.previous_page == AT + "3") == is_time


def test_the_address_and_the_head_decide_between_equal_words(read_page):
    body = '<div><a href="/slides?from=b">Next</a></div><p>Roses.</p><div><a href="{}">Next</a></div>'
    assert links(read_page, body.format("?page=3"))[0] == AT + "3"
    head = '<link rel="next" href="/roses?from=b">'
    assert links(read_page, body.format("/roses?from=b"), head)[0] == "https://blog.example/roses?from=b"


def test_numbers_without_the_current_one_go_by_the_address(read_page):
    body = '<div class="pager"><a href="?page=1">1</a> <a href="?page=2">2</a> <a href="?page=3">3</a></div>'
    assert links(read_page, body) == (AT + "3", AT + "1")
    assert links(read_page, body, url="https://blog.example/news/")[0] == AT + "2"


@pytest.mark.parametrize(
    "body",
    [
        '<table><tr><td><a href="/2024/06/02/">2</a></td><td>3</td><td><a href="/2024/06/04/">4</a></td></tr></table>',
        '<div class="pager"><a href="#p2">Next</a> <a href="/news/?page=2#p3">Next</a></div>',
        '<div class="pager"><a class="next" href="/roses">What roses need when the days grow short</a></div>',
        '<div class="pager"><a href="?page=3">Older comments</a></div>',
    ],
    ids=["calendar", "places on the page", "title", "comments"],
)
def test_what_is_no_next_page(read_page, body):
    assert links(read_page, body) == (None, None)


def test_one_address_is_not_both(read_page):
    body = '<div class="pager"><a href="?page=3">Next</a> <a class="prev" href="?page=3">3</a></div>'
    assert links(read_page, body) == (AT + "3", None)


def test_the_way_up_is_no_previous_page_though_a_class_says_so(read_page):
    body = '<ul class="pager"><li class="prev"><a href="/index.php?/forum/5-garden/">Go to topic listing</a></li></ul>'
    assert links(read_page, body, url="https://forum.example/index.php?/topic/12-roses/") == (None, None)
