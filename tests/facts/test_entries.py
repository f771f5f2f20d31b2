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


def test_dated_titles_alone_are_entries_on_lists():
    body = cards("en").replace(TEASERS["en"][1], "")
    assert [(entry["url"], entry["text"]) for entry in find(body)] == [
        (f"https://mill.example/blog/{number}/", "") for number in (1, 2, 3)
    ]
    assert find(body, "article") == ()


def test_of_two_titles_for_an_entry_the_longer_one_is_it():
    title = '<div><a href="/blog/{0}/"><h4>mill.example</h4></a><a href="/blog/{0}/"><h3>The wheel turns {0}</h3></a>'
    body = "".join(f"{title.format(n)}<p>{TEASERS['en'][1]}</p></div>" for n in range(3))
    assert [entry["title"] for entry in find(body)] == [f"The wheel turns {n}" for n in range(3)]


def test_a_class_of_the_whole_page_is_no_price():
    page = page_of(f'<body class="show-product-price">{cards("en")}</body>', URL)
    assert len(entries(page, detect(page), [True] * len(page.texts), "listing")) == 3


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


PARAGRAPH = f"<p>{'The mill stood idle for forty years before the village bought it. ' * 4}</p>"
STORY = f"<p>8 March 2027</p>{PARAGRAPH * 2}"


def test_on_an_article_two_entries_hold_main_text():
    teasers = [f'<h3><a href="/blog/{n}/">More news {n}</a></h3>' for n in (1, 2)]
    page = page_of(
        f"{PARAGRAPH}<div>{teasers[0]}{STORY}</div><div>{teasers[1]}<p>9 March</p><p>{TEASER}</p></div>", URL
    )
    main = ["mill stood" in text for text in page.texts]
    assert entries(page, detect(page), main, "article") == ()
    assert len(entries(page, detect(page), main, "listing")) == 2


@pytest.mark.parametrize(("length", "found"), [(8 * 55, 2), (9 * 55, 0)])
def test_an_entry_is_less_than_nine_tenths_of_an_article(length, found):
    page = page_of(posts(1, text="x" * length) + posts(1, text="x" * 55).replace("/0/", "/1/"), URL)
    main = [text.startswith("x") for text in page.texts]
    assert len(entries(page, detect(page), main, "article")) == found


@pytest.mark.parametrize(("tag", "found"), [("h1", 0), ("h4", 2)])
def test_teasers_around_the_headline_are_none(tag, found):
    parts = [
        f'<div><h2><a href="/blog/{n}/">Also read {n}</a></h2><{tag}>The mill</{tag}>{STORY}</div>' for n in (1, 2)
    ]
    assert len(find("".join(parts), "article")) == found


def test_titles_may_be_headlines_each():
    assert len(find(cards("en").replace("h2>", "h1>"), "article")) == 3


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
    assert len(find(posts(title=("wheel " * 60)[: length - 1] + "s"))) == found


@pytest.mark.parametrize(("length", "found"), [(40, 3), (39, 0)])
def test_entries_without_a_date_have_teasers_of_40_characters(length, found):
    assert len(find(posts(text=("It turns. " * 9)[: length - 1] + "s", line=""))) == found


TEASER = "After forty years it turns again, and squeaks."


@pytest.mark.parametrize(("length", "found"), [(20, 3), (19, 0)])
def test_entries_with_a_date_have_texts_of_20_characters(length, found):
    assert len(find(posts(text=("It turns. " * 9)[: length - 1] + "s"), "blog")) == found


@pytest.mark.parametrize(("count", "found"), [(1, 0), (2, 2)])
def test_a_page_has_two_entries_at_least(count, found):
    assert len(find(posts(count))) == found


@pytest.mark.parametrize(("bare", "found"), [(2, 4), (3, 0)])
@pytest.mark.parametrize("missing", ["text", "line"])
def test_half_of_the_entries_have_a_text_and_a_date(bare, found, missing):
    wheels = posts(4 - bare, text=TEASER).replace("article>", "div>")
    bares = posts(bare, **({"text": "It turns."} if missing == "text" else {"text": TEASER, "line": ""}))
    body = wheels + bares.replace("/blog/", "/blog/x").replace("article>", "div>")
    assert len(find(body, "blog")) == found


@pytest.mark.parametrize(("main", "found"), [(2, 4), (1, 0)])
def test_half_of_the_entries_are_main_text(main, found):
    page = page_of(posts(4), URL)
    selected = [block // 3 < main for block in range(len(page.texts))]
    assert len(entries(page, detect(page), selected, "listing")) == found


@pytest.mark.parametrize(("beside", "found"), [(3 * 55 - 1, 3), (3 * 55, 0)])
def test_entries_are_half_of_the_main_text(beside, found):
    assert len(find(f"{posts(text='It turns all day, every day.')}<div><p>{'x' * beside}</p></div>")) == found


@pytest.mark.parametrize(("same", "found"), [(2, 4), (3, 4), (4, 0)])
def test_half_of_the_entries_have_an_address_of_their_own(same, found):
    body = "".join(
        f'<div><h2><a href="/blog/{min(n, 4 - same)}/">The wheel</a></h2><p>{TEASER}</p></div>' for n in range(4)
    )
    assert len(find(body)) == found


@pytest.mark.parametrize(("away", "found"), [(2, 4), (3, 0)])
def test_half_of_the_entries_of_a_blog_are_the_sites_own(away, found):
    body = posts(away).replace('href="/', 'href="https://wheel.example/') + posts(4 - away)
    assert len(find(body, "article")) == found
    own = body.replace("https://wheel.example", "http://www.MILL.example:80/other")
    assert len(find(own, "article")) == 4


@pytest.mark.parametrize("price", ["$12", "€ 12", "12 £", "£1", "¥900", "9€"])
@pytest.mark.parametrize(("priced", "found"), [(1, 4), (2, 0)])
def test_half_of_the_entries_with_a_price_are_goods(price, priced, found):
    goods = posts(priced, line=f"<p>{price}</p>") + posts(4 - priced)
    assert len(find(goods)) == found
    named = posts(priced, line='<p class="Item-Preis">twelve</p>') + posts(4 - priced)
    assert len(find(named)) == found
    assert len(find(posts(priced, title=f"Wheel, {price}") + posts(4 - priced))) == found


@pytest.mark.parametrize(("length", "found"), [(80, 0), (81, 3)])
def test_a_price_in_a_text_of_more_than_80_characters_is_none(length, found):
    assert len(find(posts(text="The wheel costs $12 now, " + "x" * (length - 25), line=""))) == found


@pytest.mark.parametrize(
    ("line", "is_text"),
    [
        ("x" * 40 + "<a href=/x>" + "y" * 40 + "</a>", True),
        ("x" * 39 + "<a href=/x>" + "y" * 41 + "</a>", False),
        ("x" * 40 + "<a href=/x>" + "y" * 41 + "</a>", True),
        ("* * *", False),
        ("8 March 2027", False),
        ("Posted on day 7", False),
    ],
)
def test_dates_buttons_and_signs_are_no_text_of_an_entry(line, is_text):
    found = find(posts(text=f"{TEASER}</p><p>{line}"))
    assert len(found) == 3
    assert (found[0]["text"] != TEASER) == is_text


@pytest.mark.parametrize(("levels", "url"), [(5, "https://mill.example/x"), (6, None)])
def test_a_link_around_a_title_is_its_entrys(levels, url):
    card = f"<div><a href=/x>{'<i>' * levels}<h2>The wheel</h2>{'</i>' * levels}</a><p>8 March 2027</p><p>{TEASER}</p></div>"
    line = '<p class="posted">by <a href="/author/ann/">Ann</a></p>'
    found = find(card.replace("</p></div>", f"</p>{line}</div>") * 2)
    assert {entry["url"] for entry in found} == {url}


@pytest.mark.parametrize(("levels", "is_whole"), [(10, True), (11, False)])
def test_an_entry_reaches_twelve_elements_above_its_title(levels, is_whole):
    card = f"<section>{'<i>' * levels}<b><h2><a href=/{{0}}>The wheel</a></h2></b>{'</i>' * levels}<p>{TEASER}</p></section>"
    found = find("".join(card.format(number) + "<p>Between the two of them.</p>" for number in range(2)))
    texts = {TEASER} if is_whole else {f"{TEASER}\n\nBetween the two of them."}
    assert {entry["text"] for entry in found[:1]} == texts


@pytest.mark.parametrize(("others", "found"), [(998, 2), (999, 0)])
def test_a_thousand_headings_are_looked_at(others, found):
    assert len(find(f"{'<h4></h4>' * others}{posts(2)}")) == found


def test_headings_without_a_text_are_no_entries():
    assert len(find(posts(3) + posts(1, title="<img src=/wheel.png>"))) == 3
    assert find(f"<h2>The wheel</h2><p>{TEASER}</p>" * 2) == ()


def test_an_entry_without_an_element_of_its_own_ends_before_the_next_title():
    line = '<p class="posted">by <a href="/author/ann/">Ann</a> | <a href="/{0}#comments">Comments ({0})</a></p>'
    body = "".join(f"<h3>The wheel turns {n}</h3><p>{TEASER}</p>{line.format(n)}" for n in (1, 2))
    assert [(entry["title"], entry["text"]) for entry in find(f"<div>{body}</div>", "article")] == [
        ("The wheel turns 1", TEASER),
        ("The wheel turns 2", TEASER),
    ]


def test_the_last_entry_ends_before_the_next_heading():
    body = "".join(f'<h3><a href="/{n}">The wheel {n}</a></h3><p>8 March 2027</p><p>{TEASER}</p>' for n in (1, 2))
    found = find(f"<div>{body}<h4>Of older news there is none to be told</h4><p>{TEASER}</p></div>")
    assert [entry["text"] for entry in found] == [TEASER, TEASER]


def test_a_link_right_behind_a_title_is_not_its_own():
    line = '<p class="posted">by <a href="/author/ann/">Ann</a> | <a href="/{0}#comments">Comments ({0})</a></p>'
    body = "".join(
        f"<div><h3>The wheel {n}</h3><a href=/more>More</a><p>{TEASER}</p>{line.format(n)}</div>" for n in (1, 2)
    )
    assert [entry["url"] for entry in find(body, "article")] == [None, None]
