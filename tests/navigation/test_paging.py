from __future__ import annotations

from urllib.parse import urljoin

import pytest
from paging_markups import NO_PAGERS, PAGERS, WORDS, Markup

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.navigation import PRINTED, paging, paging_links
from scrapy_maincontent.navigation.addresses import Addresses
from scrapy_maincontent.navigation.candidates import Candidates, Link
from scrapy_maincontent.page import Page
from scrapy_maincontent.words import phrases

URL = "https://blog.example/news/"
NUMBERS = '<a href="?page=2">2</a> <a href="?page=3">3</a>'


@pytest.mark.parametrize("name", ["pagination", "c-pager", "wp-pagenavi", "pageNav", "paging_bottom", "page-num"])
def test_step1_class_name(find, name):
    assert find("paging", f'<ul class="{name}"><li>1</li> {NUMBERS}</ul>', URL) == [("paging.step1", "pages", "1 2 3")]


def test_step1_titles_of_neighbouring_articles(find):
    body = '<div class="post-navigation"><a href="/a">Spring in the garden</a> <a href="/b">Ten bulbs</a></div>'
    assert [rule for rule, _, _ in find("paging", body, URL)] == ["paging.step1"]


@pytest.mark.parametrize("name", ["navigation", "main-navigation", "nav-links", "page"])
def test_step1_main_menu_is_none(find, name):
    body = f'<nav class="{name}"><a href="/news">News</a> <a href="/sport">Sport</a> <a href="/more">More »</a></nav>'
    assert find("paging", body, URL) == []


def test_step1_slider_without_addresses_is_none(find):
    body = '<div class="slider-pagination"><a href="#">Previous</a> <a href="#">Next</a></div>'
    assert find("paging", body, URL) == []


@pytest.mark.parametrize(
    ("previous", "following"),
    [
        ("Previous", "Next"),
        ("前へ", "次へ"),
        ("前の20件", "次の20件"),
        ("Zurück", "Nächste Seite"),
        ("Précédent", "Suivant"),
        ("Anterior", "Siguiente"),
    ],
)
def test_step2_words(find, previous, following):
    body = f'<p>Twenty items.</p><div><a href="?p=1">{previous}</a> <a href="?p=3">{following}</a></div>'
    assert find("paging", body, URL) == [("paging.step2", "pages", f"{previous} {following}")]


def test_step2_alternative_text_of_a_picture(find):
    body = '<div>Page 1 <a href="list2.html"><img src="r.gif" alt="Next page"></a></div>'
    assert find("paging", body, URL) == [("paging.step2", "pages", "Page 1")]


@pytest.mark.parametrize("word", ["Next post: Ten bulbs", "次の記事：球根十選", "Nächster Beitrag: Zehn Zwiebeln"])
def test_step2_next_article_is_the_other_subtype(find, word):
    assert [subtype for _, subtype, _ in find("paging", f'<div><a href="/b">{word}</a></div>', URL)] == ["articles"]


def test_step2_titles_led_by_previous_and_next_are_neighbouring_articles(find):
    body = '<div><a href="/news/mill">Previous The mill</a> <a href="/news/weir">Next The weir</a></div>'
    assert find("paging", body, URL + "ferry") == [("paging.step2", "articles", "Previous The mill Next The weir")]


def test_step2_title_that_begins_with_next_is_none(find):
    assert find("paging", '<p><a href="/b">Next steps for the garden</a></p>', URL) == []


def test_step3_signs_in_a_pair(find):
    body = '<p><a href="may.html">« Bulbs in May</a> <a href="july.html">Roses in July »</a></p>'
    assert [rule for rule, _, _ in find("paging", body, URL)] == ["paging.step3"]


@pytest.mark.parametrize(
    "body",
    [
        '<p><a href="/sport/">More sport »</a></p>',
        '<p><a href="a.html">» Bulbs «</a> <a href="b.html">» Roses «</a></p>',
        '<p><a href="https://a.example/">« Bulbs</a> <a href="https://b.example/">Roses »</a></p>',
        '<p id="wp-calendar"><a href="2024-05">« May</a> <a href="2024-07">Jul »</a></p>',
    ],
    ids=["more", "decoration", "other sites", "calendar"],
)
def test_step3_signs_that_are_no_paging(find, body):
    assert find("paging", body, URL) == []


def test_step4_numbers_in_order(find):
    body = '<p>Items 1-20 of 60</p><div><b>1</b> <a href="list2.html">2</a> <a href="list3.html">3</a></div>'
    assert [rule for rule, _, _ in find("paging", body, URL)] == ["paging.step4"]


@pytest.mark.parametrize(
    "body",
    [
        '<p><a href="a.html">7</a> <a href="b.html">3</a> <a href="c.html">12</a></p>',
        '<p><a href="https://a.example/1">1</a> <a href="https://a.example/2">2</a></p>',
        '<p>See notes <a href="#n">1</a> and <a href="#m">2</a>.</p>',
    ],
    ids=["no order", "another site", "notes"],
)
def test_step4_numbers_that_are_no_paging(find, body):
    assert find("paging", body, URL) == []


def test_rel(find):
    body = '<div><a rel="prev" href="/may">Bulbs in May</a> <a rel="next" href="/july">Lilies</a></div>'
    assert [rule for rule, _, _ in find("paging", body, URL)] == ["paging.rel"]


def test_labelled(find):
    body = f'<nav aria-label="Pagination"><span>1</span> {NUMBERS}</nav>'
    assert find("paging", body, URL) == [("paging.labelled", "pages", "1 2 3")]


def test_two_halves_of_a_pair_are_one_region(find):
    body = '<p><span><a href="/a">前の日記</a></span> <b><a href="/now">最新</a></b> <a href="/b">次の日記</a></p>'
    assert [text for _, _, text in find("paging", body, URL)] == ["前の日記 最新 次の日記"]


def test_a_program_that_leads_to_the_next_item_leads_to_neighbours(find):
    body = (
        '<p><a href="/step?id=25.16&amp;function=prev">&lt; prev</a> |'
        ' <a href="/step?id=25.16&amp;function=next">next &gt;</a></p>'
    )
    assert [kind for _, kind, _ in find("paging", body, "https://papers.example/abs/25.16")] == ["articles"]
    more = body.replace("function", "from")
    assert [kind for _, kind, _ in find("paging", more, "https://papers.example/abs/25.16")] == ["pages"]


def test_texts_with_a_date_at_the_end_of_their_addresses_are_no_archive(find):
    body = (
        '<div class="pager"><a href="/notes/ash/2024/09/12">Previous</a> <a href="/notes/oak/2024/09/19">Next</a></div>'
    )
    assert [kind for _, kind, _ in find("paging", body, "https://blog.example/notes/elm/2024/09/18")] == ["articles"]
    months = '<div class="pager"><a href="/notes/2024/08">Previous</a> <a href="/notes/2024/10">Next</a></div>'
    assert [kind for _, kind, _ in find("paging", months, "https://blog.example/notes/2024/09")] == ["archive"]


def test_marked_lists_of_other_pages_are_no_pagers(find):
    one = '<div class="prevnext"><a class="is-next" href="/plans/{}">Next {}</a></div><p>On we go.</p>'
    few, many = ("".join(one.format(number, f"plan {number}") for number in range(100, 100 + size)) for size in (2, 40))
    assert len(find("paging", few, URL)) == 2
    assert find("paging", many, URL) == []


def test_places_on_the_page_are_no_neighbours(find):
    body = '<div class="post-navigation"><ul><li><a href="#H1">The mill</a></li><li><a href="#H2">The weir</a></li></ul></div>'
    assert find("paging", body, URL) == []


def test_step4_years_are_no_pages(find):
    body = "<p>See {}, {} and {}.</p>"
    links = [
        f'<a href="/notes/{number}/">{{}}</a>'.format(year)
        for number, year in zip((33, 74, 95), (2023, 2024, 2025), strict=True)
    ]
    assert find("paging", body.format(*links), "https://blog.example/") == []


# Next and previous page in the usual markups, with and without classes and ids, in twelve languages.

STORY = "<p>The roses at the mill were late this year, and nobody who had seen them before could say why.</p>" * 3
PAGE = "<!DOCTYPE html><html><head><title>Roses</title>{head}</head><body><h1>Roses</h1>{story}{body}<p>The end.</p></body></html>"
BOTH = {
    "plain": '<div><a href="/page/1/">{newer}</a> <a href="/page/3/">{older}</a></div>',
    "between signs": '<div><a href="/page/1/">&laquo; {newer}</a> 2 / 9 <a href="/page/3/">{older} &raquo;</a></div>',
}
OLDER = (
    '<div class="nav-links"><div class="nav-previous"><a href="/page/3/">« {older}</a></div>'
    '<div class="nav-next"><a href="/page/1/">{newer} »</a></div></div>'
)


def steps(url: str, body: str, head: str = "") -> tuple[str | None, str | None]:
    result = extract(PAGE.format(head=head, story=STORY, body=body), url)
    return result.next_page, result.previous_page


def expected(markup: Markup) -> tuple[str | None, ...]:
    return tuple(url and urljoin(markup.url, url) for url in (markup.following, markup.previous))


@pytest.mark.parametrize("markup", PAGERS, ids=[markup.name for markup in PAGERS])
def test_usual_markups(markup: Markup) -> None:
    assert steps(markup.url, markup.body, markup.head) == expected(markup)


@pytest.mark.parametrize(
    "markup", [markup for markup in PAGERS if not markup.named], ids=[m.name for m in PAGERS if not m.named]
)
def test_usual_markups_without_class_and_id(markup: Markup) -> None:
    assert steps(markup.url, markup.without_names(), markup.head) == expected(markup)


@pytest.mark.parametrize("form", BOTH)
@pytest.mark.parametrize("language", WORDS)
def test_words(language: str, form: str) -> None:
    following, previous, older, newer, following_alone, previous_alone = WORDS[language]
    on, back = "https://blog.example/page/3/", "https://blog.example/page/1/"
    for forth, behind in ((following, previous), (following_alone, previous_alone)):
        assert steps("https://blog.example/page/2/", BOTH[form].format(older=forth, newer=behind)) == (on, back)
    # Without arrows, or with arrows that say the same as the words do not.
    told = (on, back) if form == "between signs" else (back, on)
    assert steps("https://blog.example/page/2/", BOTH[form].format(older=older, newer=newer)) == told


@pytest.mark.parametrize("language", WORDS)
def test_a_list_goes_on_with_older_entries_though_class_and_sign_say_previous(language: str) -> None:
    _, _, older, newer, _, _ = WORDS[language]
    body = OLDER.format(older=older, newer=newer)
    result = extract(PAGE.format(head="", story=STORY, body=body), "https://blog.example/page/2/")
    assert result.more_page == result.previous_page == "https://blog.example/page/3/"
    assert result.next_page == "https://blog.example/page/1/"


@pytest.mark.parametrize("language", WORDS)
def test_words_alone_where_addresses_do_not_name_their_page(language: str) -> None:
    following, previous, older, newer, _, _ = WORDS[language]
    for on, back in ((following, previous), (newer, older)):
        body = f'<p><a href="/list?before=xk">{back}</a> | <a href="/list?after=rt">{on}</a></p>'
        assert steps("https://blog.example/list?after=mm", body) == (
            "https://blog.example/list?after=rt",
            "https://blog.example/list?before=xk",
        )


@pytest.mark.parametrize("url", ["https://blog.example/roses", "https://blog.example/"])
@pytest.mark.parametrize("name", NO_PAGERS)
def test_what_is_no_next_page(name: str, url: str) -> None:
    assert steps(url, NO_PAGERS[name]) == (None, None)


@pytest.mark.parametrize(
    "words",
    [
        *(
            "Older comments",
            "Ältere Kommentare",
            "Commentaires plus anciens",
            "Comentarios antiguos",
            "Oudere reacties",
        ),
        *("Commenti meno recenti", "Comentários antigos", "Starsze komentarze", "Старые комментарии"),
        *("以前のコメント", "较早评论", "이전 댓글"),
    ],
)
def test_more_comments_are_no_next_page(words: str) -> None:
    assert steps("https://blog.example/roses", f'<p><a href="/roses?page=2">{words}</a></p>') == (None, None)


# Both sides of each bound.

STEP = '<a href="?p=3">Next</a>'


def rules(find, body):
    return [rule for rule, _, _ in find("paging", body, URL)]


@pytest.mark.parametrize(("links", "rule"), [(60, "paging.step1"), (61, "paging.step2")])
def test_a_pager_has_at_most_60_links(find, links, rule):
    body = f'<div class="pager">{"<a href=/x>x</a> " * (links - 1)}{STEP}</div>'
    assert rules(find, body) == [rule]
    assert rules(find, f"<p>1 {NUMBERS}</p><p>{'<a href=/x>x</a> ' * 4}</p>") == ["paging.step4"]


@pytest.mark.parametrize(("characters", "rule"), [(996, "paging.step1"), (997, "paging.step2")])
def test_a_pager_has_at_most_1000_characters(find, characters, rule):
    assert rules(find, f'<div class="pager">{STEP}<b>{"x" * characters}</b></div>') == [rule]


@pytest.mark.parametrize(("characters", "is_whole"), [(200, True), (201, False)])
def test_a_pager_has_at_most_200_characters_outside_links(find, characters, is_whole):
    ((_, _, text),) = find("paging", f"<div>{STEP}<b>{'x' * characters}</b></div>", URL)
    assert (text == f"Next {'x' * characters}") == is_whole
    body = "<div>" + NUMBERS.replace("</a> ", f"</a><b>{'x' * characters}</b>", 1) + "</div>"
    assert ("paging.step4" in rules(find, body)) == is_whole


@pytest.mark.parametrize(("characters", "is_one"), [(998, True), (999, False)])
def test_a_list_of_numbers_has_at_most_1000_characters(find, characters, is_one):
    body = NUMBERS.replace("</a> ", f"</a> {'<a href=/x>' + 'x' * characters}</a> ", 1)
    assert ("paging.step4" in rules(find, f"<p>{body}</p>")) == is_one


@pytest.mark.parametrize(("characters", "regions"), [(988, 1), (989, 2)])
def test_a_pair_has_at_most_1000_characters(find, characters, regions):
    other = f"<p><a href=/x>{'x' * characters}</a></p>"
    body = f'<div><p><a href="?p=1">Previous</a></p>{other}<p>{STEP}</p></div><p>x'
    assert rules(find, body) == ["paging.step2"] * regions


@pytest.mark.parametrize(("others", "is_one"), [(4, True), (5, False)])
def test_a_list_of_numbers_has_two_other_links_for_each(find, others, is_one):
    body = f"<p>{NUMBERS} {'<a href=/x>x</a> ' * others}</p>"
    assert ("paging.step4" in rules(find, body)) == is_one
    assert "paging.step4" not in rules(find, body.replace(">3<", ">2<"))


@pytest.mark.parametrize(("between", "regions"), [(2, 1), (3, 2)])
def test_the_next_link_belongs_to_a_previous_one_within_three_links(find, between, regions):
    others = "".join(f"<p><a href=/{number}>Mill</a></p>" for number in range(between))
    body = f'<div><p><a href="?p=1">Previous</a></p>{others}<p>{STEP}</p></div><p>x'
    assert rules(find, body) == ["paging.step2"] * regions


@pytest.mark.parametrize(("elements", "regions"), [(12, 12), (13, 0)])
def test_more_than_twelve_marked_titles_are_a_list(find, elements, regions):
    body = "".join(f'<p>x</p><div class="post-navigation"><a href="/{n}">Mill</a></div>' for n in range(elements))
    assert len(rules(find, body)) == regions


@pytest.mark.parametrize(("name", "levels"), [("slider", 2), ("tabs", 2), ("calendar", 5)])
def test_sliders_and_calendars_are_looked_for_around_a_link(find, name, levels):
    for around, count in ((levels, 0), (levels + 1, 1)):
        body = f'<div class="{name}">x{"<div>" * around}{STEP}{"</div>" * around}</div>'
        assert len(rules(find, body)) == count


@pytest.mark.parametrize(("length", "subtype"), [(30, "articles"), (29, "pages")])
def test_a_title_has_30_characters(find, length, subtype):
    title = ("Mill " * 9)[: length - 1] + "s"
    body = f'<div class="post-navigation"><a href="/news/?page=7">{title}</a></div>'
    ((_, found, text),) = find("paging", body, URL + "?page=2")
    assert (found, len(text)) == (subtype, length)


@pytest.mark.parametrize("number", [1, 3])
def test_addresses_that_name_the_page_before_or_behind_are_pages_whatever_the_words(find, number):
    body = f'<div><a href="?page={number}">Next post</a></div>'
    assert [subtype for _, subtype, _ in find("paging", body, URL + "?page=2")] == ["pages"]


def test_numbers_are_words_where_the_rules_are_those_in_print(read_page):
    page = read_page(f'<p>{NUMBERS} {STEP} <a href="#">Next</a></p>', URL)
    candidates = Candidates(page, rules=PRINTED)
    assert paging.worded_seeds(candidates, Addresses(page), (0, 1)) == [0, 1, 2]


@pytest.mark.parametrize(("addresses", "regions"), [(2, 2), (3, 0)])
def test_the_same_words_lead_to_two_addresses_at_most(find, addresses, regions):
    body = "".join(f'<p>x</p><div><a href="/mill-{number}/more">Next</a></div>' for number in range(addresses))
    assert rules(find, body) == ["paging.step2"] * regions


@pytest.mark.parametrize(
    ("own", "href", "is_one"),
    [
        ("/a/b/c", "/a/b/d", True),
        ("/a/b/c", "/a/x/c", False),
        ("/a/b/c", "/a/b/c/d/e/f", True),
        ("/a/b/c", "/a/b/c/d/e/f/g", False),
        ("/a/b/c", "/a/b", True),
        ("/a/b/c", "http://other.example/a/b/d", False),
        ("/a/b/c", "#x", False),
        (None, "/x/y/z", True),
    ],
)
def test_siblings_stand_at_the_level_of_the_page(own, href, is_one):
    page = Page(url=own and f"https://blog.example{own}")
    link = Link(0, href, "x", 0, "")
    assert paging_links.is_sibling(Addresses(page), link) == is_one


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("2", 2),
        ("[2]", 2),
        ("( 12 )", 12),
        ("99999", 99999),
        ("100000", None),
        ("Page 3", 3),
        ("3 mills", None),
        ("", None),
    ],
)
def test_page_numbers_have_five_digits(text, number):
    assert paging_links.number_of(Link(0, "/x", text, phrases.SENSES[text], "")) == number


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("»", 1),
        ("«", -1),
        ("Mill »", 1),
        ("« Mill", -1),
        ("« Mill »", 0),
        (">", 1),
        ("›", 1),
        ("⟩", 1),
        ("〉", 0),
        ("", 0),
    ],
)
def test_signs_point_forward_or_backward(text, sign):
    assert paging_links.sign_of(text) == sign


@pytest.mark.parametrize(
    ("values", "is_one"),
    [
        ([1, 2, 3], True),
        ([2, 9], True),
        ([3, 4, 9], True),
        ([3, 5], False),
        ([2, 1], False),
        ([2, 2], False),
        ([1900, 1901], False),
        ([2099, 2100], True),
        ([1899, 1900], True),
    ],
)
def test_numbers_of_pages_ascend(values, is_one):
    assert paging_links.is_run(values) == is_one


@pytest.mark.parametrize(("day", "are_days"), [(31, True), (32, False)])
def test_days_of_a_month_are_no_pages(read_page, day, are_days):
    page = read_page("", URL)
    links = [Link(0, f"/2024/06/{number}", str(number), 0, "") for number in (7, day)]
    assert paging_links.are_days(Addresses(page), links) == are_days


def current(read_page, body):
    page = read_page(body, URL)
    return paging_links.current_number(page, list(Candidates(page).links))


@pytest.mark.parametrize(
    ("body", "number"),
    [
        (f"<b>1</b> {NUMBERS}", 1),
        (f"{NUMBERS} [4]", 4),
        (f"{NUMBERS} 5", None),
        (f"0 {NUMBERS.replace('>2<', '>1<').replace('>3<', '>2<')}", None),
        (f"{NUMBERS.replace('<a', '<a aria-current=page', 1)} 4", 2),
        (f"<i>x</i>{'<i>x</i>' * 10}<b>1</b>{NUMBERS}", 1),
        (f"<b>1</b>{'<i>x</i>' * 11}{NUMBERS}", 1),
        (f"<b>1</b>{'<i>x</i>' * 12}{NUMBERS}", None),
        (f"{NUMBERS}{'<i>x</i>' * 11}<b>4</b>", 4),
        (f"{NUMBERS}{'<i>x</i>' * 12}<b>4</b>", None),
        (NUMBERS.replace("<a", "<a class=is-current", 1), 2),
        (f"<ul><li>{NUMBERS.replace('> <a', '><li class=active><a')}</ul>", 3),
        ("<a href=/x>Mill</a> 1", None),
    ],
)
def test_the_number_of_the_page_itself(read_page, body, number):
    assert current(read_page, body) == number


@pytest.mark.parametrize(
    ("markup", "direction"),
    [
        ("<a class=next href=/x></a>", 1),
        ("<a id=prev href=/x></a>", -1),
        ("<b class=next><a href=/x></a></b>", 1),
        ("<a href=/x><i class=next></i></a>", 1),
        ("<a href=/x><i></i><i class=next></i></a>", 0),
        ("<a class='next prev' href=/x></a>", 0),
        ("<a href=/x></a><i class=next></i>", 0),
    ],
)
def test_the_direction_that_names_give(read_page, markup, direction):
    page = read_page(f"<p>{markup}", URL)
    assert paging_links.named_direction(page, page.links[0]) == direction
