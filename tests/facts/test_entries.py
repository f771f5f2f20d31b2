"""Entries of blog home pages, lists of news and archives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from core_pages import page_of

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.facts.entries import entries, passages
from scrapy_maincontent.navigation import detect

SITE = Path(__file__).parents[2] / "example_project" / "site"
URL = "https://mill.example/blog/"
TEASERS = {
    "en": ("The wheel turns", "After forty years the wheel of the upper mill turns again.", "8 March 2027"),
    "de": ("Das Rad dreht sich", "Nach vierzig Jahren dreht sich das Rad der oberen Mühle wieder.", "8. März 2027"),
    "fr": ("La roue tourne", "Après quarante ans, la roue du moulin d'en haut tourne à nouveau.", "8 mars 2027"),
    "pl": ("Koło się kręci", "Po czterdziestu latach koło górnego młyna znów się kręci.", "8 marca 2027"),
    "ja": (
        "水車がまわる",
        "四十年ぶりに上の水車がまわり始め、村の人たちが粉を受け取りに集まったそうです。",
        "2027年3月8日",
    ),
}


def find(body, page_type="listing", main=True, url=URL):
    page = page_of(f"<body>{body}</body>", url)
    return entries(page, detect(page), [main] * len(page.texts), page_type)


def cards(language, line="<p>{}</p>", more=""):
    title, text, date = TEASERS[language]
    return "".join(
        f'<article><h2><a href="/blog/{number}/">{title} {name}</a></h2>{line.format(date)}<p>{text}</p>{more}</article>'
        for number, name in enumerate(("A", "B", "C"), 1)
    )


@pytest.mark.parametrize("language", TEASERS)
def test_cards(language):
    title, text, _ = TEASERS[language]
    assert find(cards(language), "article") == tuple(
        {"title": f"{title} {name}", "url": f"https://mill.example/blog/{number}/", "text": text}
        for number, name in enumerate("ABC", 1)
    )


def test_utility_lines_and_buttons_are_no_text():
    line = '<p class="entry-meta">By <a href="/author/ann/">Ann Reed</a>, {}</p>'
    found = find(cards("en", line, '<p><a href="/blog/1/">Read more</a></p>'))
    assert {entry["text"] for entry in found} == {TEASERS["en"][1]}


def test_entries_without_an_element_of_their_own():
    body = "".join(
        f'<h3><a href="/blog/{n}/">The wheel turns {n}</a></h3><p>8 March 2027</p><p>It turns all day, day {n}.</p><p>And squeaks.</p>'
        for n in (1, 2)
    )
    found = find(f"<div>{body}</div><h3>Older news</h3><p>None.</p>")
    assert [entry["text"] for entry in found] == [
        "It turns all day, day 1.\n\nAnd squeaks.",
        "It turns all day, day 2.\n\nAnd squeaks.",
    ]


def test_whole_entries_whose_titles_are_no_links():
    line = '<p class="posted">by <a href="/author/ann/">Ann</a> | <a href="/{0}#comments">Comments ({0})</a></p>'
    body = "".join(
        f"<div><h3>The wheel turns {n}</h3><div>It turned on day {n}, and all came to see.</div>{line.format(n)}</div>"
        for n in (1, 2)
    )
    assert find(body, "article") == tuple(
        {"title": f"The wheel turns {n}", "url": None, "text": f"It turned on day {n}, and all came to see."}
        for n in (1, 2)
    )


@pytest.mark.parametrize("page_type", ["forum", "product", "collection", "documentation"])
def test_posts_goods_and_manuals_have_none(page_type):
    assert find(cards("en"), page_type) == ()


def test_goods_on_a_list_are_none():
    assert find(cards("en", '<p class="price">12.00 crowns</p>')) == ()
    assert find(cards("en", "<p>$12.00</p>")) == ()


def test_titles_alone_are_none():
    body = "".join(f'<li><h3><a href="/blog/{n}/">The wheel turns {n}</a></h3></li>' for n in range(5))
    assert find(f"<ul>{body}</ul>") == ()


def test_dates_are_needed_but_on_lists():
    undated = cards("en", "").replace("article>", "section>")
    assert find(undated, "article") == ()
    assert len(find(undated, "listing")) == 3


def test_an_article_each_is_as_good_as_a_date():
    assert len(find(cards("en", ""), "article")) == 3
    assert find(cards("en", ""), "service") == ()


def test_chapters_with_one_byline_between_them_are_none():
    line = '<p class="byline">by <a href="/author/ann/">Ann</a>, 8 March 2027</p>'
    tags = '<footer class="post-tags">Tags: <a rel="tag" href="/tag/mill/">mill</a></footer>'
    chapter = "<h2>Chapter {}</h2><p>The mill stood idle for forty years before the village bought it.</p>"
    assert find(f"<article>{chapter.format(1)}{line}{chapter.format(2)}{tags}</article>", "article") == ()


def test_a_list_of_other_sites_in_an_article_is_none():
    assert find(cards("en").replace('href="/blog/', 'href="https://wheel.example/'), "article") == ()


def test_cards_below_an_article_are_none():
    text = "<p>The mill stood idle for forty years before the village bought it and cleared its pond of reeds.</p>"
    page = f"<title>The wheel turns</title><body><h1>The wheel turns</h1><p>by Ann, 8 March 2027</p>{text * 12}<h2>Related</h2>{cards('en')}</body>"
    assert extract(page, "https://mill.example/blog/7/").entries == ()


def test_chapters_of_an_article_are_none():
    body = "".join(
        f'<h2 id="c{n}"><a href="#c{n}">Chapter {n}</a></h2><p>8 March 2027</p><p>It turned again.</p>'
        for n in range(4)
    )
    assert find(body, "article") == ()


def test_the_result_is_plain():
    page = f"<title>The mill's blog</title><body><h1>The mill's blog</h1>{cards('en')}</body>"
    result = extract(page, URL)
    assert len(json.loads(json.dumps(result.as_dict()))["entries"]) == 3


def test_relative_links_without_an_address():
    assert find(cards("en"), url=None)[0]["url"] == "/blog/1/"


@pytest.mark.parametrize(
    ("page", "titles"),
    [
        (
            "blog/index.html",
            ["Hedge vinegar, or what to do with four kilos of crab apples", "A week with a borrowed oven"],
        ),
        (
            "stadtblatt/index.html",
            [
                "Altes Stellwerk wird zum Nachbarschaftshaus",
                "Das Glockenspiel am Rathaus spielt wieder die falsche Melodie",
            ],
        ),
        ("nikki/entry-231.html", []),
        ("blog/2027/03/hedge-vinegar/index.html", []),
        ("shop/index.html", []),
        ("forum/index.html", []),
    ],
)
def test_pages_of_the_bundled_site(page, titles):
    file = SITE / page
    result = extract(file.read_bytes(), f"https://site.example/{page.removesuffix('index.html')}")
    assert [entry["title"] for entry in result.entries] == titles
    assert all(entry["text"] for entry in result.entries)


PAGE = "<body><p>One</p><p>two</p><ul><li>three</li><li>four</li></ul><p>five</p></body>"


def test_groups_are_written_as_in_the_text():
    page = page_of(PAGE)
    assert passages(page, [[0, 1], [2, 3]]) == ["One\n\ntwo", "- three\n- four"]


def test_a_group_with_a_gap():
    assert passages(page_of(PAGE), [[0, 4], [1]]) == ["One\n\nfive", "two"]


def test_a_group_within_an_item_has_no_mark_of_its_own():
    page = page_of("<ul><li><b>one</b><p>of them</p><ul><li>a<li>b</ul></li><li>two</li><li>three</li></ul><p>four</p>")
    assert passages(page, [[0, 1, 2, 3], [4]]) == ["one\n\nof them\n\n- a\n- b", "two"]
    assert passages(page, [[0], [4, 5]]) == ["one", "- two\n- three"]
    assert passages(page, [[0, 5]]) == ["- one\n\n- three"]


def test_an_empty_group():
    assert passages(page_of(PAGE), [[], [1]]) == ["", "two"]


def posts(count=3, title="The wheel turns", text=TEASERS["en"][1], line="<p>8 March 2027</p>"):
    return "".join(
        f'<article><h2><a href="/blog/{n}/">{title}</a></h2>{line}<p>{text}</p></article>' for n in range(count)
    )


@pytest.mark.parametrize(("count", "found"), [(500, 500), (501, 0)])
def test_a_page_has_500_entries_at_most(count, found):
    assert len(find(posts(count))) == found


@pytest.mark.parametrize(("length", "found"), [(300, 3), (301, 0)])
def test_a_title_has_300_characters_at_most(length, found):
    assert len(find(posts(title="wheel " * (length // 6) + "w" * (length % 6)))) == found


@pytest.mark.parametrize(("length", "found"), [(40, 3), (39, 0)])
def test_entries_without_a_date_have_teasers_of_40_characters(length, found):
    assert len(find(posts(text=("It turns. " * 9)[: length - 1] + "s", line=""))) == found
