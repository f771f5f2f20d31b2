from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from core_pages import page_of
from growth import check_linear

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.navigation import detect
from scrapy_maincontent.navigation.next_page import is_beside_article, page_links, page_numbers, paging_type

if TYPE_CHECKING:
    from scrapy_maincontent.page import Page, Region
    from scrapy_maincontent.result import Extraction


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


def test_an_address_that_another_link_calls_the_next_article_is_not_the_next_page(read_page):
    body = (
        '<div class="pager"><a class="next" href="/story?id=8">›</a></div><p>The roses are out.</p>'
        '<p><a rel="next" href="/story?id=8">Next article: Roses in July</a></p>'
    )
    assert links(read_page, body, url="https://blog.example/news/roses") == (None, None)


def test_a_home_page_is_not_the_next_page_though_the_head_says_so(read_page):
    head = '<link rel="next" href="https://blog.example/">'
    assert links(read_page, '<p><a href="/x">x</a></p>', head, url="https://blog.example/news/roses") == (None, None)


def test_last_page_has_no_next(read_page):
    assert links(read_page, '<div class="pager"><a href="?page=1">1</a> <b>2</b></div>') == (None, AT + "1")


def test_addresses_follow_the_base(read_page):
    body = '<div class="pager"><a href="p3">Next</a></div>'
    assert links(read_page, body, '<base href="/list/">') == ("https://blog.example/list/p3", None)


MILL = "https://paper.example/local/mill/"
MENU = (
    '<header><ul><li><a href="/">News</a></li><li><a href="/local/page/2/">Older stories</a></li>'
    '<li><a href="/video/">Video</a></li></ul></header>'
)
PAGER = '<p><b>1</b> <a href="/local/mill/2/">2</a> <a href="/local/mill/3/">3</a> <a href="/local/mill/2/">{}</a></p>'


@pytest.mark.parametrize("word", ["Next page", "»", "<img src=a.png>"])
def test_the_storys_own_pager_goes_before_the_menu(read_page, word):
    assert links(read_page, MENU + PAGER.format(word), url=MILL) == (MILL + "2/", None)


def test_a_menu_alone_has_no_next_page(read_page):
    assert links(read_page, MENU + "<p>The mill turns.</p>", url=MILL) == (None, None)


def test_the_storys_last_page_has_only_a_page_before(read_page):
    body = '<p><a href="/local/mill/">1</a> <a href="/local/mill/2/">2</a> <b>3</b></p>'
    assert links(read_page, MENU + body, url=MILL + "3/") == (None, MILL + "2/")


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


@pytest.mark.parametrize("rel", ["", ' rel="parent"'])
def test_the_way_up_is_no_previous_page_though_a_class_says_so(read_page, rel):
    link = f'<a{rel} href="/index.php?/forum/5-garden/">Go to topic listing</a>'
    body = f'<ul class="pager"><li class="prev">{link}</li></ul>'
    assert links(read_page, body, url="https://forum.example/index.php?/topic/12-roses/") == (None, None)


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


def test_each_link_is_marked_and_nothing_around_them(read_page):
    body = (
        '<div><a class="page-numbers" href="?page=1">1</a><span class="page-numbers current">2</span>'
        '<a class="page-numbers" href="?page=3">3</a><a class="next page-numbers" href="?page=3">Seuraava</a></div>'
    )
    assert numbers(read_page, body) == {"current": 2, "last": 3, "links": {"1": AT + "1", "3": AT + "3"}}
    assert [region.text for region in detect(read_page(body, URL))] == ["1 2 3 Seuraava"]


# Pagers whose words and addresses say contrary things: words tell what is next, addresses where the list goes on.

BLOG = "https://blog.example"
ROSES = "<p>The roses at the mill were late this year, and nobody who had seen them before could say why.</p>" * 3
WORDS = [
    ("Previous", "Next"),
    ("Previous posts", "Next posts"),
    ("« Previous Entries", "Next Entries »"),
    ("Vorherige", "Nächste"),
    ("Précédent", "Suivant"),
    ("Anterior", "Siguiente"),
    ("Poprzednia", "Następna"),
    ("Назад", "Вперёд"),
    ("前へ", "次へ"),
    ("上一页", "下一页"),
    ("이전", "다음"),
]


def page_links_of(body: str, url: str) -> tuple[str | None, str | None, str | None]:
    result = extract(f"<html><body><h1>Roses</h1>{ROSES}{body}</body></html>", url)
    return result.next_page, result.previous_page, result.more_page


@pytest.mark.parametrize(("previous", "following"), WORDS)
@pytest.mark.parametrize("names", [("", ""), (' class="previous"', ' class="next"')], ids=["bare", "classed"])
def test_both(previous: str, following: str, names: tuple[str, str]) -> None:
    older, newer = names
    body = f'<div><a{older} href="/page/3/">{previous}</a> <a{newer} href="/">{following}</a></div>'
    assert page_links_of(body, BLOG + "/page/2/") == (BLOG + "/", BLOG + "/page/3/", BLOG + "/page/3/")


def test_on_the_first_page() -> None:
    body = '<div><a class="prev" href="/page/2/">Previous</a></div>'
    assert page_links_of(body, BLOG + "/") == (None, BLOG + "/page/2/", BLOG + "/page/2/")


def test_pages_counted_down() -> None:
    body = '<div><a rel="next" href="/news?page=8">Next</a> <a rel="prev" href="/news?page=10">Previous</a></div>'
    assert page_links_of(body, BLOG + "/news?page=9")[:2] == (BLOG + "/news?page=8", BLOG + "/news?page=10")


def test_counts_of_time_are_no_offset() -> None:
    body = '<p><a rel="prev" href="/?page=1710000000">前のページ</a> <a rel="next" href="/?page=1690000000">次のページ</a></p>'
    on = BLOG + "/?page=1690000000"
    assert page_links_of(body, BLOG + "/?page=1700000000") == (on, BLOG + "/?page=1710000000", on)


def test_a_rel_says_most() -> None:
    body = '<p><a rel="prev" href="/notes?before=9">Newer</a> <a rel="next" href="/notes?before=3">Older</a></p>'
    assert page_links_of(body, BLOG + "/notes?before=6") == (
        BLOG + "/notes?before=3",
        BLOG + "/notes?before=9",
        BLOG + "/notes?before=3",
    )


def test_the_way_back_to_a_list_is_no_previous_page() -> None:
    back = '<p><a href="/spaten/">« Zurück{}</a></p>'
    assert page_links_of(back.format(" zur Übersicht"), BLOG + "/spaten/5") == (None, None, None)
    assert page_links_of(back.format(""), BLOG + "/spaten/2")[1] == BLOG + "/spaten/"


@pytest.mark.parametrize(
    ("older", "newer"), [("before=1200", "after=1300"), ("max_id=4", "max_id=9"), ("last=90", "last=70")]
)
def test_entries_that_name_pages_may_count_either_way(older: str, newer: str) -> None:
    body = f'<p><a href="/notes?{newer}">Newer posts</a> <a href="/notes?{older}">Older posts</a></p>'
    on, back = BLOG + f"/notes?{newer}", BLOG + f"/notes?{older}"
    assert page_links_of(body, BLOG + f"/notes?{older.partition('=')[0]}=7") == (on, back, back)


# Links that show more of a list below what is there: "Load more" in twelve languages, and what only says "more".

NEWS = "https://paper.example/news/"
MORE = {
    "de": ["Mehr laden", "Mehr anzeigen", "Weitere Beiträge anzeigen", "Weitere Artikel"],
    "en": ["Load more", "Load more articles ▼", "Show more", "View more posts", "More stories"],
    "es": ["Cargar más", "Ver más noticias", "Mostrar más resultados"],
    "fr": ["Voir plus", "Charger plus d'articles", "Afficher plus de résultats"],
    "it": ["Carica altri articoli", "Mostra altro", "Altre notizie"],
    "ja": ["もっと見る", "さらに表示する", "さらに読み込む"],
    "ko": ["더보기", "더 불러오기"],
    "nl": ["Meer laden", "Toon meer resultaten", "Meer berichten"],
    "pl": ["Pokaż więcej", "Załaduj więcej wpisów", "Zobacz więcej"],
    "pt": ["Carregar mais", "Veja mais", "Mostrar mais notícias"],
    "ru": ["Показать ещё", "Показать еще 20", "Загрузить ещё"],
    "zh": ["加载更多", "查看更多", "載入更多"],
}
ON = [
    "/news/?offset=20",
    "/news/2/",
    "/news/feed/page-2.html",
    "/news/?list-7f3a-page=2",
    "/news/?tx_news%5BcurrentPage%5D=2",
]


def steps(body: str, url: str = NEWS) -> tuple[str | None, str | None, str | None]:
    result = extract(f"<html><body><h1>News</h1>{ROSES}{body}</body></html>", url)
    return result.next_page, result.previous_page, result.more_page


@pytest.mark.parametrize("language", MORE)
def test_words(language: str) -> None:
    for words in MORE[language]:
        found = steps(f'<div><a href="/news/?offset=20">{words}</a></div>')
        assert found == (f"{NEWS}?offset=20", None, f"{NEWS}?offset=20"), words


@pytest.mark.parametrize("target", ON)
def test_addresses_that_go_on(target: str) -> None:
    assert steps(f'<div><a href="{target}">Load more</a></div>')[0] == f"https://paper.example{target}"


@pytest.mark.parametrize(
    "target", ["/news/mill", "/news/4711", "/news/?id=123", "/sport/?page=2", "/news/?offset=", "#"]
)
def test_addresses_that_do_not(target: str) -> None:
    assert steps(f'<div><a href="{target}">Show more</a></div>') == (None, None, None)


def test_of_each_story_more_is_no_next_page() -> None:
    teasers = "".join(
        f'<h2>Story {number}</h2><p>It begins.</p><a href="/news/{number}/">More</a>' for number in (2, 3, 4)
    )
    assert steps(teasers) == (None, None, None)


def test_in_a_marked_pager_it_is_enough_to_have_parameters() -> None:
    older = "/search?updated-max=2024-03-18T10:00:00&max-results=7"
    body = f'<div class="blog-pager"><a class="blog-pager-older-link" href="{older}" title="More posts">More posts</a></div>'
    assert steps(body, "https://plot.example/")[2] == f"https://plot.example{older}"


# Whether next and previous page belong to one article or to a list.

SENTENCES = "The mill turned for the first time in forty years, and the whole town stood on the bridge to see it."
LONG_STORY = "".join(f"<p>{SENTENCES} {SENTENCES} ({number})</p>" for number in range(8))
CARDS = "".join(
    f'<article><h2><a href="/local/{name}">The {name} and the town</a></h2><p>{SENTENCES}</p></article>'
    for name in ("mill", "weir", "ferry", "harbour", "bridge")
)
ENTRIES = "<ul>{}</ul>".format(
    "".join(f'<li><a href="/local/{name}.html">The {name} and the town</a></li>' for name in ("mill", "weir", "ferry"))
)
MILL_PAGE = "https://paper.example/local/mill"


def read(url: str, content: str, pager: str, head: str = "") -> Extraction:
    return extract(
        f"<!DOCTYPE html><html><head><title>The mill - The Courier</title>{head}</head><body>"
        '<header><a href="/">The Courier</a></header>'
        f"<main><h1>The mill turns again</h1>{content}{pager}</main><footer><p>The Courier, Tarnholm</p></footer>"
        "</body></html>",
        url,
    )


NUMBERS = '<p>Pages: 1 <a href="{0}/2/">2</a> <a href="{0}/3/">3</a></p>'
ARTICLES = {
    "numbers behind the name": (f"{MILL_PAGE}/", NUMBERS.format("/local/mill")),
    "the second page": (
        f"{MILL_PAGE}/2/",
        '<p>Pages: <a href="/local/mill/">1</a> 2 <a href="/local/mill/3/">3</a></p>',
    ),
    "the last page": (f"{MILL_PAGE}/3/", '<p><a href="/local/mill/">1</a> <a href="/local/mill/2/">2</a> 3</p>'),
    "numbered documents": (f"{MILL_PAGE}.html", '<p>Page 1 of 3 <a href="/local/mill-2.html">Next page</a></p>'),
    "a parameter": (
        MILL_PAGE,
        '<div class="pager">Seite 1 von 3 <a href="?page=2">Weiter</a> <a href="?view=all">Auf einer Seite</a></div>',
    ),
    "次ページ": (
        f"{MILL_PAGE}.html",
        '<p><a href="/local/mill_2.html">次ページ</a> <a href="/local/mill_all.html">全文表示</a></p>',
    ),
}
LISTS = {
    "cards": (MILL_PAGE, CARDS, '<p>1 <a href="?page=2">2</a> <a href="?page=3">3</a></p>'),
    "a list of links": ("https://paper.example/local/", ENTRIES, '<p>1 <a href="2.html">2</a></p>'),
    "older entries": ("https://paper.example/notes/", LONG_STORY, '<p><a href="/notes/page/2/">Older posts</a></p>'),
    "the site's first page": ("https://paper.example/", LONG_STORY, '<p>1 <a href="/2/">2</a> <a href="/3/">3</a></p>'),
    "a tag": (
        "https://paper.example/tag/mill",
        LONG_STORY,
        '<p>1 <a href="/tag/mill/2">2</a> <a href="/tag/mill/3">3</a></p>',
    ),
    "a thread": ("https://paper.example/viewtopic.php?t=4", LONG_STORY, '<p>1 <a href="?t=4&amp;start=15">2</a></p>'),
    "hundreds of pages": (
        MILL_PAGE,
        LONG_STORY,
        '<div class="pager">1 <a href="/local/mill?p=2">2</a> … <a href="/local/mill?p=83">83</a></div>',
    ),
    "more articles below the article": (
        MILL_PAGE,
        f"{LONG_STORY}<aside><h2>More articles</h2>{CARDS}</aside>",
        '<div class="pager"><a href="?90c7c550_page=2">Next</a> 1 / 9</div>',
    ),
}


@pytest.mark.parametrize("name", ARTICLES)
def test_pages_of_an_article(name: str) -> None:
    url, pager = ARTICLES[name]
    result = read(url, LONG_STORY, pager, '<meta property="og:type" content="article">')
    assert result.next_page or result.previous_page
    assert result.paging_type == "article"
    assert {region.subtype for region in result.regions if region.kind == "paging"} == {"article_pages"}


@pytest.mark.parametrize("name", LISTS)
def test_pages_of_a_list(name: str) -> None:
    url, content, pager = LISTS[name]
    result = read(url, content, pager)
    assert result.more_page
    assert result.paging_type == "list"
    assert "list_pages" in {region.subtype for region in result.regions if region.kind == "paging"}


DECLARED = """<meta property="og:type" content="article"><meta name="author" content="Ada Quill">
<meta property="article:published_time" content="2024-03-03">"""


@pytest.mark.parametrize("query", ["page=2", "comments_p=2", "90c7c550_page=2"])
def test_a_list_below_an_article_has_no_next_page(query: str) -> None:
    below = f'<section><h2>More articles</h2>{CARDS}<div class="pager">1 <a href="?{query}">Next</a></div></section>'
    byline = '<p class="byline">By <a rel="author" href="/authors/ada-quill">Ada Quill</a>, 3 March 2024</p>'
    result = read(MILL_PAGE, byline + LONG_STORY * 12, below, DECLARED)
    assert result.page_type == "article"
    assert (result.next_page, result.more_page, result.page_numbers, result.paging_type) == (None, None, None, None)


def test_a_neighbouring_article_is_of_neither_type() -> None:
    pager = '<p><a rel="prev" href="/local/weir">Previous article: The weir</a> <a rel="next" href="/local/ferry">Next article: The ferry</a></p>'
    result = read(MILL_PAGE, LONG_STORY, pager)
    assert (result.next_page, result.previous_page, result.paging_type) == (None, None, None)
    assert [region.subtype for region in result.regions if region.kind == "paging"] == ["articles"]


def test_months_are_an_archive() -> None:
    pager = (
        '<p><a rel="prev" href="/local/2024/02/">« February</a> <a rel="next" href="/local/2024/04/">April »</a></p>'
    )
    result = read("https://paper.example/local/2024/03/", CARDS, pager)
    assert (result.next_page, result.previous_page, result.paging_type) == (None, None, None)
    assert [region.subtype for region in result.regions if region.kind == "paging"] == ["archive"]


def test_a_months_own_pages_are_no_archive() -> None:
    result = read(
        "https://paper.example/2024/03/",
        CARDS,
        '<p>1 <a href="/2024/03/page/2/">2</a> <a href="/2024/03/page/3/">3</a></p>',
    )
    assert result.next_page == "https://paper.example/2024/03/page/2/"
    assert result.paging_type == "list"


def test_without_a_next_or_previous_page_there_is_no_type() -> None:
    assert read(MILL_PAGE, LONG_STORY, "").paging_type is None


def test_older_stories_in_the_menu_are_a_lists_also_on_an_articles_page() -> None:
    menu = '<ul><li><a href="/">News</a></li><li><a href="/local/page/2/">Older stories</a></li><li><a href="/a">About</a></li></ul>'
    result = read(f"{MILL_PAGE}/", menu + LONG_STORY, NUMBERS.format("/local/mill"), DECLARED)
    assert (result.next_page, result.paging_type) == (f"{MILL_PAGE}/2/", "article")
    assert [region.subtype for region in result.regions if region.kind == "paging"] == ["list_pages", "article_pages"]


def test_what_stands_before_pagers_is_read_once_for_all_of_them() -> None:
    def many(count: int) -> tuple[Page, tuple[Region, ...]]:
        heading = '<h2><a href="/mill">Mill</a></h2><p>The mill stands by the river.</p>'
        pager = '<div class="pagination"><a href="?page=2">Next</a></div><p>x</p>'
        page = page_of(heading * (20 * count) + pager * count, "https://mill.example/wheel")
        return page, detect(page)

    def find_type(given: tuple[Page, tuple[Region, ...]]) -> None:
        page, regions = given
        found = {"next_page": "https://mill.example/wheel?page=2", "previous_page": None, "page_type": "listing"}
        paging_type(page, regions, [True] * len(page.texts), found | {"page_numbers": None})

    assert len(many(5)[1]) >= 5
    check_linear(many, find_type)


# Both sides of each bound.

TEXT_200 = f"<p>{'x' * 200}</p>"


def kind(read_page, before, page_type="article", last=2):
    url = "https://press.example/stories/mill"
    page = read_page(f"{before}<div class=pager><b>1</b> <a href={url}/2>2</a></div><p>y", url)
    regions, main = detect(page), [text.startswith("x") for text in page.texts]
    found = {"next_page": url + "/2", "previous_page": None, "page_numbers": {"last": last}, "page_type": page_type}
    return paging_type(page, regions, main, found)


@pytest.mark.parametrize(
    ("before", "page_type", "is_article"),
    [
        (TEXT_200, "article", True),
        (TEXT_200, "documentation", True),
        (TEXT_200, "forum", False),
        (TEXT_200, None, False),
        (f"<p>{'x' * 199}</p>", "article", False),
        (f"<p>{'x' * 100}</p><p>{'x' * 100}</p>", "article", True),
        (TEXT_200 + "<p>y" * 4, "documentation", True),
        (TEXT_200 + "<p>y" * 5, "documentation", False),
        (TEXT_200 + "<p>y" * 11, "article", True),
        (TEXT_200 + "<p>y" * 12, "article", False),
        (TEXT_200 + "<h2><a href=/a>a</a></h2>", "documentation", False),
        (TEXT_200 + "<h1><a href=/a>a</a></h1>", "documentation", True),
        (TEXT_200 + "<h2>a</h2>", "documentation", True),
        (TEXT_200 + "<a href=/a><h2>a</h2></a>", "documentation", False),
        (TEXT_200 + "<h2><a href=/a>a</a></h2>" * 2, "article", True),
        (TEXT_200 + "<h2><a href=/a>a</a></h2>" * 3, "article", False),
        ("<h2><a href=/a>a</a></h2>" * 3 + TEXT_200, "documentation", True),
        (TEXT_200 + f"<p>xx<a href=/a>{'z' * 1}</a>", "documentation", True),
        (TEXT_200 + f"<p>xx<a href=/a>{'z' * 2}</a>", "documentation", False),
        (TEXT_200 + f"<p>x{'<b>y</b>' * 38}<a href=/a>{'z' * 40}</a>", "documentation", False),
        (TEXT_200 + f"<p>x{'<b>y</b>' * 39}<a href=/a>{'z' * 40}</a>", "documentation", True),
    ],
)
def test_what_stands_before_the_pager_of_an_article(read_page, before, page_type, is_article):
    assert kind(read_page, before, page_type) == ("article" if is_article else "list")


@pytest.mark.parametrize(
    ("own", "links", "last", "page_type", "found"),
    [
        ("/2027/12987294.html", ("", "/2027/12987294_2.html"), 4, "article", "article"),
        ("/mill-7", ("", "/mill-7-2"), 2, "article", "article"),
        ("/x", ("/12987294.html", "/12987294_2.html"), 4, "article", "article"),
        ("/12987294_3.html", ("/12987294.html", "/12987294_4.html"), 4, "article", "article"),
        ("/12987294.html", ("", "/12987294_2.html"), 10, "article", "article"),
        ("/12987294.html", ("", "/12987294_2.html"), 11, "article", "list"),
        ("/12987294.html", ("", "/12987294_2.html"), 4, "listing", "list"),
        ("/12987294.html", ("", "/12987295_2.html"), 4, "article", "list"),
        ("/12987294.html", ("", "/12987294_1.html"), 4, "article", "list"),
        ("/mills.html", ("", "/mills_2.html"), 4, "article", "list"),
    ],
)
def test_addresses_tell_the_parts_of_one_text(read_page, own, links, last, page_type, found):
    site = "https://press.example"
    first, second = (site + link if link else None for link in links)
    body = f"<p>xxx</p><div class=pager><a href={first}>1</a> <a href={second}>2</a> <a href={second}>Next</a></div>"
    page = read_page(body, site + own)
    numbers = {"last": last, "links": {"1": first, "2": second} if first else {"2": second}}
    known = {"next_page": second, "previous_page": None, "page_numbers": numbers, "page_type": page_type}
    assert paging_type(page, detect(page), [text == "xxx" for text in page.texts], known) == found


def test_a_list_stays_a_list_though_its_addresses_are_such(read_page):
    entries = "".join(f"<h2><a href=/a{n}>a</a></h2>" for n in range(3))
    page = read_page(
        f"{TEXT_200}{entries}<div class=pager><b>1</b> <a href=/c7_2.html>2</a></div>", "https://press.example/c7.html"
    )
    known = {"next_page": "https://press.example/c7_2.html", "previous_page": None, "page_numbers": None}
    main = [text.startswith("x") for text in page.texts]
    assert paging_type(page, detect(page), main, known | {"page_type": "article"}) == "list"


@pytest.mark.parametrize(("last", "is_article"), [(30, True), (31, False)])
def test_an_article_has_30_pages_at_most(read_page, last, is_article):
    assert kind(read_page, TEXT_200, last=last) == ("article" if is_article else "list")


@pytest.mark.parametrize(
    ("head", "confidence", "is_beside"),
    [
        ("", 0.97, True),
        ("", 0.96, False),
        ("<meta property=og:type content=article>", 0.8, True),
        ("<meta property=og:type content=article>", 0.79, False),
        ('<script type="application/ld+json">{"@type": "NewsArticle"}</script>', 0.8, True),
        (
            '<meta property=og:type content=article><script type="application/ld+json">{"@type": "Blog"}</script>',
            0.96,
            False,
        ),
    ],
)
def test_how_sure_an_article_must_be_to_have_a_list_beside_it(read_page, head, confidence, is_beside):
    page = read_page("<p>x", URL, head)
    found = {"paging_type": "list", "page_type": "article", "page_type_confidence": confidence}
    assert is_beside_article(page, found) == is_beside
    assert not is_beside_article(page, found | {"page_type": "forum"})
    assert not is_beside_article(page, found | {"paging_type": "article"})


@pytest.mark.parametrize(
    ("words", "current", "last"),
    [
        ("Page 2 of 9", 2, 9),
        ("2 / 9", 2, 9),
        ("9 / 2", None, 3),
        ("(2 von 9)", 2, 9),
        ("共9页", None, 9),
        ("Page 4", 4, 4),
        ("Page 2 of 9 " + "." * 48, 2, 9),
        ("Page 2 of 9 " + "." * 49, None, 3),
        ("<i>x</i>" * 196 + "Page 2 of 9", 2, 9),
        ("<i>x</i>" * 200 + "Page 2 of 9", None, 3),
    ],
)
def test_counts_in_words(read_page, words, current, last):
    links = '<a href="?page=2">2</a> <a href="?page=3">3</a>'
    page = read_page(f'<div class="pager">{words}<b></b> {links}</div>', "https://press.example/x")
    numbers = page_numbers(page, detect(page), "https://press.example/x?page=2", None)
    assert (numbers["current"], numbers["last"]) == (current, last)
