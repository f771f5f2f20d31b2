"""How far lines about an entry reach."""

from __future__ import annotations

import pytest

from scrapy_maincontent.navigation import entry_lines
from scrapy_maincontent.navigation.candidates import Candidates

URL = "https://blog.example/roses"
TEXT = f"<p>{'They bloom and ask for little. ' * 12}</p>"


def texts(find, body):
    return [text for _, _, text in find("blog_utility", f"<h1>Roses in June</h1>{body}", URL)]


@pytest.mark.parametrize(
    "line",
    [
        '<div><span class="byline">By <a href="/author/ann">Ann Reed</a></span> <span>3 June 2024</span></div>',
        '<div><div>By <a href="/who/ann">Ann Reed</a></div> <div>3 June 2024</div></div>',
        '<div><div><a href="/author/ann">Ann Reed</a></div> <div>3 June 2024</div></div>',
    ],
    ids=["a class", "a word", "an address"],
)
def test_the_date_beside_the_name(find, line):
    ((text),) = texts(find, line + TEXT)
    assert text.endswith("Ann Reed 3 June 2024")


def test_a_thread_starters_line_is_whole_with_its_tags(find):
    line = (
        '<ul><li>Thread starter <a href="/members/7">ann</a></li> <li>Start date <time>3 June 2024</time></li>'
        ' <li><dl class="tagList"><dt>Tags</dt><dd><a href="/tags/roses">roses</a></dd></dl></li></ul>'
    )
    assert texts(find, line + TEXT) == ["Thread starter ann Start date 3 June 2024 Tags roses"]


def test_labelled_tags_stay_a_line_of_their_own(find):
    lines = (
        '<div><p class="byline">By <a href="/author/ann">Ann Reed</a></p>'
        '<p class="post-tags">Tags: <a href="/tag/roses">roses</a></p></div>'
    )
    assert texts(find, TEXT + lines) == ["By Ann Reed", "Tags: roses"]


@pytest.mark.parametrize("beside", ["<h2>Why 3 June 2024</h2>", "<p>On 3 June 2024 they had bloomed for a week.</p>"])
def test_headings_and_sentences_stay_outside(find, beside):
    line = f'<div><p class="byline">By <a href="/author/ann">Ann Reed</a></p>{beside}</div>'
    assert texts(find, line + TEXT) == ["By Ann Reed"]


def test_tags_behind_the_text_need_no_label(find):
    tags = '<ul><li><a href="/tag/roses">roses</a></li> <li><a href="/tag/june">june</a></li></ul>'
    assert texts(find, TEXT + tags) == ["roses june"]
    assert texts(find, f"{TEXT}<aside>{tags}</aside>") == []


def test_tags_below_a_heading_behind_the_text(find):
    tags = (
        '<h2>Article tags</h2><ul><li><a href="/tags/roses">roses</a></li> <li><a href="/tags/june">june</a></li></ul>'
    )
    assert texts(find, f"<div>{TEXT}</div><div>{tags}</div>") == ["roses june"]


def test_tags_in_a_row_beside_their_heading_are_one_line(find):
    names = ("roses", "june", "hedges", "gardens", "water")
    tags = ", ".join(f'<a href="/tag/{name}">{name}</a>' for name in names)
    assert texts(find, f"{TEXT}<div><h2>Tags</h2>{tags}</div>") == ["roses , june , hedges , gardens , water"]


def test_share_links_stay_outside(find):
    line = '<div><div>By <a href="/who/ann">Ann Reed</a></div> <div><a href="/s/1">Facebook</a> <a href="/s/2">Tweet</a></div> <p>3 June 2024</p></div>'
    assert texts(find, line + TEXT) == ["By Ann Reed"]


def test_a_tag_beside_the_date_needs_no_label(find):
    assert texts(find, f'<div>3 June 2024</div><div><a href="/tag/roses">#roses</a></div>{TEXT}') == ["#roses"]


def test_a_byline_at_the_headline_is_no_biography(find):
    line = '<div class="author-info">By <a href="/author/ann">Ann Reed</a></div>'
    assert texts(find, line + TEXT) == ["By Ann Reed"]
    assert texts(find, TEXT * 9 + line) == []


SHARE = '<ul><li><a href="https://a.example/share">Mail it</a></li> <li><a href="https://b.example/pin">Pin it</a></li></ul>'


def test_the_name_beside_the_date_without_date_and_share_buttons(find):
    line = f'<div><p><a href="/authors/ann">Ann Reed</a></p><p>3 June 2024 · 9 minutes</p>{SHARE}</div>'
    assert texts(find, line + TEXT) == ["Ann Reed"]


def test_another_names_line_stays_outside(find):
    lines = (
        '<header><h2>Why they bloom</h2><div class="post-categories"><a href="/category/roses">Roses</a></div>'
        "<div><span>By</span><span>Ann Reed</span> Updated on 3 June 2024</div></header>"
    )
    assert texts(find, lines + TEXT) == ["Roses"]


@pytest.mark.parametrize(("length", "count"), [(60, 1), (61, 0)])
def test_a_tag_of_60_characters_is_one_and_a_longer_text_is_none(find, length, count):
    name = ("roses and june " * 5)[: length - 1] + "s"
    assert len(texts(find, f'{TEXT}<ul><li><a href="/tag/{length}x">{name}</a></li></ul>')) == count


@pytest.mark.parametrize(
    ("address", "count"), [("/2024/06/", 1), ("/2024/06/03/", 1), ("/2024/13/", 0), ("/2024/roses/", 0)]
)
def test_an_address_of_a_day_or_a_month_is_that_of_its_entries(find, address, count):
    line = f'<div><div><a href="{address}">In summer</a></div> <div>3 June 2024</div></div>'
    assert len(texts(find, line + TEXT)) == count


def element(page, name):
    return next(number for number, own in enumerate(page.attrs) if own.get("id") == name)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("3 June 1970", True),
        ("3 June 1969", False),
        ("31 December 2099", True),
        ("3 June 2100", False),
        ("2024", True),
        ("June", False),
        ("3/6/24", True),
        ("33.6.1", False),
        ("2024 " + "a" * 12, True),
        ("2024 " + "a" * 13, False),
        ("3 2024 " + "a" * 24, True),
        ("3 2024 " + "a" * 25, False),
    ],
)
def test_a_date_has_a_year_and_little_else(text, is_one):
    assert entry_lines.is_date(text) == is_one
    assert entry_lines.is_permalink(text) == is_one
    assert entry_lines.is_related("bookmark", text) == is_one


@pytest.mark.parametrize(("before", "is_found"), [(39, True), (40, False)])
def test_a_date_is_looked_for_in_40_pieces_of_text(read_page, before, is_found):
    page = read_page(f"<p id=here>{'<b>x</b>' * before}<i>3 June 2024</i></p>")
    assert entry_lines.has_date(Candidates(page), element(page, "here")) == is_found
    assert entry_lines.has_line_words(Candidates(page), element(page, "here")) == is_found


def test_words_of_a_line_stand_outside_links(read_page):
    page = read_page("<p id=a>Posted by Ann</p><p id=b><a href=/x>By</a> mill</p><p id=c><b>By</b> mill</p>")
    candidates = Candidates(page)
    assert [entry_lines.has_line_words(candidates, element(page, name)) for name in "abc"] == [True, False, True]
    assert not entry_lines.has_date(candidates, element(page, "c"))


@pytest.mark.parametrize(
    ("markup", "led"),
    [
        ("<p><b>By</b><i></i> <a href=/a>Ann</a>", True),
        ("<p><b>x</b> <a href=/a>Ann</a>", False),
        ("<p><a href=/a>Ann</a>", False),
        ("<p>By</p><p><a href=/a>Ann</a>", False),
        ("<article><p>By</p><p><a href=/a>Ann</a></article>", True),
        ("<article><p>By</p><p>x</p><p><a href=/a>Ann</a></article>", False),
        ("<article><p><a href=/b>By</a></p><p><a href=/a>Ann</a></article>", False),
        (f"{TEXT}<p>By</p><p><a href=/a>Ann</a>", True),
        ("<p>By</p><a href=/a></a>", False),
        (f"<article><p>By {'x' * 37}</p><p><a href=/a>Ann</a></article>", True),
        (f"<article><p>By {'x' * 38}</p><p><a href=/a>Ann</a></article>", False),
    ],
)
def test_a_word_right_before_a_name_leads_it(read_page, markup, led):
    page = read_page(markup)
    assert entry_lines.is_led(Candidates(page), page.links[-1]) == led


@pytest.mark.parametrize(
    ("markup", "is_bylined"),
    [
        ("<p>By <a href=/a>Ann</a>", True),
        ("<p>x <a href=/a>Ann</a>", False),
        ("<p>Written by <a href=/a>Ann</a>", True),
        ("<p>By Bo and <a href=/a>Ann</a>", False),
        ("<p>By</p><p><a href=/a>Ann</a>", True),
        ("<p><a href=/b>By</a></p><p><a href=/a>Ann</a>", False),
        ("<p>By <a href=/a>A</a>", False),
        ("<p>By <a href=/a>Al</a>", True),
        (f"<p>By <a href=/a>{'x' * 60}</a>", True),
        (f"<p>By <a href=/a>{'x' * 61}</a>", False),
        ("<p>By <a href=/a>Ann 2</a>", False),
        ("<p>By <a href=''>Ann</a>", False),
        ("<p>By<b> </b><i> </i><u> </u><a href=/a>Ann</a>", True),
        (f"<p>By <a href=/a>Ann</a> {'x' * 118}", True),
        (f"<p>By <a href=/a>Ann</a> {'x' * 119}", False),
    ],
)
def test_a_name_behind_by(read_page, markup, is_bylined):
    page = read_page(markup)
    assert entry_lines.is_bylined(Candidates(page), len(page.links) - 1) == is_bylined


@pytest.mark.parametrize(
    ("beside", "is_one"),
    [("x" * 40, True), ("x" * 41, False), ("See: ", True), ("By " + "x" * 38, True)],
)
def test_a_line_has_little_beside_its_link(read_page, beside, is_one):
    page = read_page(f"<p>{beside} <a href=/a>Ann</a></p>")
    assert entry_lines.is_line(Candidates(page), 0) == is_one


@pytest.mark.parametrize(("apart", "dated", "beside"), [(0, True, True), (2, True, False), (3, False, False)])
@pytest.mark.parametrize("is_before", [True, False])
def test_a_date_stands_within_three_text_blocks_of_a_name(read_page, apart, dated, beside, is_before):
    parts = ["<p>3 June 2024</p>", *["<p>x</p>"] * apart, "<p id=here><a href=/a>Ann</a></p>"]
    around = ["<p>x</p>"] * 4
    page = read_page("".join([*around, *(parts if is_before else parts[::-1]), *around]))
    candidates, here = Candidates(page), element(page, "here")
    assert entry_lines.is_dated(candidates, here) == dated
    assert entry_lines.is_beside_date(candidates, here) == beside


NAME = "<p id=here><a href=/author/ann>Ann</a></p>"


@pytest.mark.parametrize(
    ("line", "whole"),
    [
        (f"<div>{NAME}<p>3 June 2024</p></div>", "div"),
        (f"<div>{NAME}<p>3 June</p></div>", "p"),
        (f"<tr>{NAME}<td>3 June 2024</table>", "td"),
        (f"<div>{NAME}<p>3 June 2024 {'·' * 48}</p></div>", "div"),
        (f"<div>{NAME}<p>3 June 2024 {'·' * 49}</p></div>", "p"),
        (f"<div>{NAME}<p>3 June 2024</p>{'<a href=/b>Bo</a> ' * 3}</div>", "div"),
        (f"<div>{NAME}<p>3 June 2024</p>{'<a href=/b>Bo</a> ' * 4}</div>", "p"),
        (f"<div>{NAME}<p>3 June 2024</p><a href=/b>Bo of the mill</a></div>", "p"),
        (f"<div>{NAME}<p>3 June 2024</p><a href=/b>Bo of mill</a></div>", "div"),
        (f"<div>{NAME}<p>3 June 2024</p><a href=/b></a></div>", "p"),
        (f"<div>{NAME}<p>3 June 2024</p><h3>Mills</h3></div>", "p"),
        (f"<div>{NAME}<p>3 June 2024</p><h4>Mills</h4></div>", "p"),
        (f"<div>{NAME}<p>3 June 2024</p><h4><a href=/b>Bo</a></h4></div>", "div"),
        (f"<div>{NAME}<p>3 June 2024</p><h3><a href=/b>Bo</a></h3></div>", "p"),
        (f"<div>{NAME}<p>3 June 2024</p><b>Tags:</b></div>", "p"),
        (f"<ul>{NAME}<li>3 June 2024<li><b>Tags:</b></ul>", "ul"),
        ("<div><p id=here>3 June 2024</p><p>By Ann</p></div>", "p"),
        (f"<div>{NAME}<b>x</b><section><p>3 June 2024</p></section></div>", "div"),
        (f"<div><i><b><u>{NAME}</u></b></i><p>3 June 2024</p></div>", "div"),
    ],
)
def test_how_far_a_line_reaches(read_page, line, whole):
    page = read_page(f"<table>{line.replace('p id', 'td id')}" if line.startswith("<tr") else line)
    found = entry_lines.whole_line(Candidates(page), element(page, "here"))
    assert page.tags[found] == whole


@pytest.mark.parametrize(("boxes", "whole"), [(11, "div"), (12, "a")])
def test_a_line_reaches_four_elements_above_eight_boxes(read_page, boxes, whole):
    link = "<a id=here href=/author/ann>Ann</a>"
    page = read_page(f"<div>{'<i>' * boxes}{link}{'</i>' * boxes}<b>3 June 2024</b></div>")
    assert page.tags[entry_lines.whole_line(Candidates(page), element(page, "here"))] == whole


SENTENCE = "x" * 79 + "."


@pytest.mark.parametrize(
    ("before", "near", "is_behind"),
    [
        (f"<p>{SENTENCE}</p>", 3, True),
        (f"<p>{SENTENCE[1:]}</p>", 3, False),
        (f"<p>{SENTENCE}”</p>", 3, True),
        (f"<p>{SENTENCE[:-1]}x</p>", 3, False),
        (f"<p><a href=/b>{SENTENCE[:39]}</a>{SENTENCE[39:]}</p>", 3, True),
        (f"<p><a href=/b>{SENTENCE[:40]}</a>{SENTENCE[40:]}</p>", 3, False),
        (f"<p>{SENTENCE}</p><p>x</p><p>x</p>", 3, True),
        (f"<p>{SENTENCE}</p><p>x</p><p>x</p><p>x</p>", 3, False),
        (f"<p>{SENTENCE}</p><aside>x", 3, False),
        (f"<p>{SENTENCE}</p><aside>", 3, True),
        (f"<p>{SENTENCE}</p><div class=sidebar>x", 3, False),
        (f"<aside>x<article><p>{SENTENCE}</p>", 3, True),
        (f"<p>{SENTENCE}</p><aside>x" + "<div>" * 11, 4, True),
        (f"<p>{SENTENCE}</p><aside>x" + "<div>" * 10, 4, False),
    ],
)
def test_tags_stand_right_behind_an_entrys_text(read_page, before, near, is_behind):
    page = read_page(f"{before}<a id=here href=/tag/mill>mills</a>")
    assert entry_lines.is_behind_text(Candidates(page), element(page, "here"), near) == is_behind


@pytest.mark.parametrize(
    ("markup", "is_one"),
    [
        ("<a href=/tag/mill>mills</a>", True),
        ("<a href=/tag/>mills</a>", False),
        ("<a href='/tag/?x'>mills</a>", False),
        ("<a href=/topic/mills>mills</a>", True),
        ("<a href=/topic/7>mills</a>", False),
        ("<a href=/blog-author/ann>Ann</a>", True),
        (f"<a href=/tag/mill>{'x' * 60}</a>", True),
        (f"<a href=/tag/mill>{'x' * 61}</a>", False),
        (f"<a href=/{'x' * 191}/tag/mill>mills</a>", True),
        (f"<a href=/{'x' * 196}/tag/mill>mills</a>", False),
        ("<a href='/?tag=mill'>mills</a>", True),
        ("<a href='/shop?tag=mill'>mills</a>", False),
        ("<a href='/shop?author=ann'>Ann</a>", True),
        ("<a href=/1900/12/31>x</a>", True),
        ("<a href=/2099/1>x</a>", True),
        ("<a href=/2100/1>x</a>", False),
        ("<a href=/x rel='tag nofollow'>x</a>", True),
        ("<a href=/x rel=author>x</a>", True),
        ("<a href=/x rel=nofollow>x</a>", False),
        ("<a href=/x rel=bookmark>3 June 2024</a>", True),
        ("<a href=/x rel=bookmark>x</a>", False),
        ("<a href=/x>3 comments</a>", True),
        ("<a href=#>3 comments</a>", False),
        ("<a href=/x#comments>x</a>", True),
        ("<a href=/x#content>x</a>", False),
        (f"<a href=/{'x' * 300}#comments>x</a>", True),
    ],
)
def test_links_to_what_an_entry_belongs_to(read_page, markup, is_one):
    candidates = Candidates(read_page(markup))
    assert entry_lines.entry_links(candidates) == [is_one]


@pytest.mark.parametrize(
    ("href", "is_author", "is_tag"),
    [
        ("/author/ann", True, False),
        ("/author/", False, False),
        ("/author/?x", False, False),
        ("/author", False, False),
        ("/tags/mill/", False, True),
        ("/category/mill", False, False),
    ],
)
def test_addresses_of_authors_and_tags(href, is_author, is_tag):
    assert (entry_lines.is_author_address(href), entry_lines.is_tag_address(href)) == (is_author, is_tag)
