from __future__ import annotations

import json
from datetime import datetime

import pytest
from core_pages import page_of
from growth import check_linear
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent import extract
from scrapy_maincontent.facts.metadata import metadata

URL = "https://valley.example/otters"
TEXT = "<p>The old crane at the quay has been sold, and nobody knows where it will go.</p>"


def read(markup, url=URL, page_type=None):
    return metadata(page_of(markup, url=url), page_type)


def article(title, lines, lang="en", head="", text="The river is clean again, and the otters know it."):
    return f"""<html lang="{lang}"><head><title>{title}</title>{head}</head><body><nav><a href="/">Home</a></nav>
    <article><h1>{title}</h1>{lines}<p>{text}</p><p>{text}</p></article></body></html>"""


def names(found):
    return [author["name"] for author in found.authors]


@pytest.mark.parametrize(
    ("lang", "title", "lines"),
    [
        ("en", "Otters return to the river", "<p>By Ann Reed</p><p>May 3, 2024</p>"),
        ("de", "Die Otter kehren zurück", "<p>Von Ann Reed</p><p>3. Mai 2024, 14:05 Uhr</p>"),
        ("fr", "Les loutres sont de retour", "<p>Par Ann Reed</p><p>Publié le 3 mai 2024</p>"),
        ("es", "Las nutrias vuelven al río", "<p>Por Ann Reed</p><p>3 de mayo de 2024</p>"),
        ("it", "Le lontre tornano al fiume", "<p>di Ann Reed</p><p>3 maggio 2024</p>"),
        ("nl", "De otters keren terug", "<p>Door Ann Reed</p><p>3 mei 2024</p>"),
        ("ru", "Выдры возвращаются в реку", "<p>Автор: Ann Reed</p><p>3 мая 2024</p>"),
        ("ja", "川にカワウソが戻ってきた", "<p>文：Ann Reed</p><p>2024年5月3日</p>"),
        ("pl", "Wydry wracają nad rzekę", "<p class='author'>Ann Reed</p><p>3 maja 2024</p>"),
        ("tr", "Su samurları geri döndü", "<p class='yazar-author'>Ann Reed</p><p>3 Mayıs 2024</p>"),
    ],
)
def test_a_byline_and_a_day_below_the_headline(lang, title, lines):
    found = read(article(title, lines, lang, text=title))
    assert names(found) == ["Ann Reed"]
    assert found.date_published[:10] == "2024-05-03"
    assert found.language == lang
    assert found.sources == {"authors": "visible", "date_published": "visible", "language": "html"}


def test_a_page_that_says_nothing_has_nothing():
    found = read("<p>Otters.</p>", url=None)
    assert found == ({}, (), None, None, None, None, None, None, (), None, None)


def test_the_first_source_that_has_a_value_is_named():
    head = """<script type="application/ld+json">{"@type": "NewsArticle", "author": {"name": "Ann Reed", "url": "/ann"}}
    </script><meta name="author" content="Ben Holm"><meta property="article:published_time" content="2024-05-03">"""
    found = read(article("Otters", '<time datetime="2024-05-04">4 May</time>', head=head))
    assert found.authors == ({"name": "Ann Reed", "url": "https://valley.example/ann"},)
    assert found.date_published == "2024-05-03"
    assert found.sources == {"authors": "json-ld", "date_published": "meta", "language": "html"}


@pytest.mark.parametrize(
    ("lang", "title", "expected"),
    [
        ("en", "川にカワウソが戻ってきた朝のこと", "ja"),
        ("", "水獭回到了河里：一个早晨的故事", "zh"),
        ("en-US", "Οι βίδρες επιστρέφουν στο ποτάμι", "el"),
        ("en", "수달이 강으로 돌아왔다는 소식을 전합니다", "ko"),
        ("en", "Выдры возвращаются в реку", None),
        ("uk", "Видри повертаються до річки", "uk"),
        ("zh-TW", "水獭回到了河里：一个早晨的故事", "zh-TW"),
        ("en", "Otters: ein Ω and a 川", "en"),
    ],
)
def test_a_script_that_contradicts_the_declared_language(lang, title, expected):
    found = read(article(title, "", lang, text=title))
    assert found.language == expected


POLISH = "Wydry wróciły do rzeki, a ludzie z doliny mówią, że nigdy jej nie opuściły i że to nie jest nic nowego."


@pytest.mark.parametrize(("lang", "language"), [("en", "pl"), ("", "pl"), ("pl-PL", "pl-PL")])
def test_words_that_contradict_the_declared_language_or_stand_for_one(lang, language):
    found = read(article("Wydry wracają nad rzekę", "", lang, text=POLISH * 2))
    assert found.language == language
    assert found.sources["language"] == ("html" if lang == "pl-PL" else "visible")


def test_the_language_is_that_of_the_main_text_not_of_longer_notes_around_it():
    notes = "The publisher of this site and all of its partners use what you have read to show you what you may like. "
    page = page_of(article("Wydry wracają nad rzekę", "", "", text=POLISH) + f"<footer><p>{notes * 9}</p></footer>" * 6)
    assert metadata(page, text=POLISH * 5).language == "pl"
    assert metadata(page).language == "en"


@pytest.mark.parametrize(("rest", "language"), [("en", "pl"), ("pl", "en")])
def test_a_beginning_in_another_language_leaves_the_declared_one(rest, language):
    english = "The otters of the valley came back to the river, and the people who live there say they never left it. "
    texts = {"en": english, "pl": POLISH}
    text = texts[language] * 6 + texts[rest] * 8
    assert metadata(page_of(f"<html lang={rest}><p>{text}"), text=text).language == rest


def test_a_short_main_text_has_the_language_of_the_longest_text_blocks():
    page = f"<main><h1>23 x 17</h1><p>39 x 17</p></main><aside><p>{POLISH * 4}</p></aside>"
    assert metadata(page_of(page), text="23 x 17\n39 x 17").language == "pl"


@pytest.mark.parametrize(("above", "found"), [(0, True), (5, True), (6, False)])
def test_a_byline_stands_among_the_six_text_blocks_above_the_headline(above, found):
    title, text = "Otters return to the river", "<p>The river is clean again, and the otters know it.</p>"
    lines = "".join(f"<p>Weather {number}</p>" for number in range(above))
    page = f"<title>{title}</title><p>By Ann Reed</p>{lines}<h1>{title}</h1>{text * 30}"
    assert names(read(page)) == ["Ann Reed"] * found


@pytest.mark.parametrize(("between", "found"), [(19, True), (20, False)])
def test_a_byline_stands_among_the_twenty_text_blocks_below_the_headline(between, found):
    title, text = "Otters return to the river", "<p>The river is clean again, and the otters know it.</p>"
    lines = "".join(f"<p>Weather {number}</p>" for number in range(between))
    page = f"<title>{title}</title><h1>{title}</h1>{lines}<p>By Ann Reed</p>{text * 30}"
    assert names(read(page)) == ["Ann Reed"] * found


@pytest.mark.parametrize(("by", "names"), [("By", ("Ada Brandt", "Ben Cole")), ("Von", ("Ada Brandt", "Jan Vogt"))])
def test_the_author_of_a_further_article_below_is_none(by, names):
    def entry(name, story):
        body = "".join(
            f"<p>{story} {part}, as everybody in the valley who saw it says.</p>" for part in ("once", "again")
        )
        return (
            f'<article><h1>{story}</h1><p>{by} <a rel="author" href="/author/{name[0]}">{name}</a></p>{body}</article>'
        )

    stories = ("The mill by the weir has ground its flour", "The ferry at the bend has run its hull aground")
    entries = "".join(map(entry, names, stories))
    head = f'<title>{stories[0]}</title><meta property="og:type" content="article">'
    html = f"<html><head>{head}</head><body><main>{entries}</main></body></html>"
    assert [author["name"] for author in extract(html, "https://valley.example/mill").authors] == [names[0]]


def test_the_site_is_the_author_where_nobody_else_is_named():
    head = '<meta property="og:site_name" content="The Valley"><meta name="author" content="The Valley">'
    alone = read(article("Otters return to the river", "", head=head))
    assert (names(alone), alone.sources["authors"]) == (["The Valley"], "meta")
    shown = read(article("Otters return to the river", "<p>By Ann Reed</p>", head=head))
    assert (names(shown), shown.sources["authors"]) == (["Ann Reed"], "visible")
    initials = read(article("Otters return to the river", "<p class=author>ar</p>", head=head))
    assert names(initials) == ["The Valley"]


def test_a_line_about_the_entry_names_more_authors_than_a_meta_element_can():
    line = """<p class="byline">By <a href="/author/ann">Ann Reed</a> and <a href="/author/ben">Ben Holm</a>
    on May 3, 2024</p>"""
    found = read(article("Otters return to the river", line, head='<meta name="author" content="Ann Reed">'))
    assert found.authors == (
        {"name": "Ann Reed", "url": "https://valley.example/author/ann"},
        {"name": "Ben Holm", "url": "https://valley.example/author/ben"},
    )
    assert found.sources["authors"] == found.sources["date_published"] == "blog_utility"


def test_names_that_only_a_style_sheet_parts():
    line = "<div class=article-author><span>Ann Reed</span><span>Ben Holm</span></div>"
    assert names(read(article("Otters return to the river", line))) == ["Ann Reed", "Ben Holm"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Ann Reed, VALLEY SOUTH", ["Ann Reed"]),
        ("Ann Reed, THE VALLEY PAPER", ["Ann Reed"]),
        ("Ann Reed, Cora Lind", ["Ann Reed", "Cora Lind"]),
        ("ar, VALLEY SOUTH", ["ar", "VALLEY SOUTH"]),
    ],
)
def test_the_site_beside_a_person_is_no_author(line, expected):
    head = '<meta property="og:site_name" content="The Valley Paper">'
    assert names(read(article("Otters return to the river", f"<p class=author>{line}</p>", head=head))) == expected


@pytest.mark.parametrize(
    ("declared", "line", "author"),
    [
        ("<meta name=author content=Ann>", "<p>by <a href=/author/a rel=author>Ann Reed</a></p>", "Ann Reed"),
        ("<meta name=author content=ann>", "<p>Ann Reed, May 3, 2024</p>", "Ann Reed"),
        ("<meta name=author content=Eva>", "<p>Von <a href=/autor/e>Eva Stein</a></p>", "Eva Stein"),
        ("<meta name=author content=Ann>", "<p>by <a href=/author/a rel=author>Cora Lind</a></p>", "Cora Lind"),
        ("<meta name=author content=Ann>", "<p>May 3, 2024</p>", "Ann"),
        ("<meta name=author content='Mill &amp; Pike LLP'>", "<p><a href=/author/a>Ann Reed</a></p>", "Ann Reed"),
        ("<meta name=author content='Pike Ltd'>", "<p class=author-name>Ann Reed</p>", "Ann Reed"),
        ("<meta name=author content='Mill &amp; Pike LLP'>", "<p>May 3, 2024</p>", "Mill & Pike LLP"),
    ],
)
def test_a_full_name_that_is_shown_says_more_than_a_first_name_or_a_firm(declared, line, author):
    found = read(article("Otters return to the river", line, head=declared), page_type="article")
    assert names(found) == [author]


def test_words_of_other_names_in_the_host_are_not_the_site():
    line = "<p class=author>Ann de Reed, Cora Lind, News Lind</p>"
    found = read(article("Otters return to the river", line), url="https://news.paper.example.de/otters")
    assert names(found) == ["Ann de Reed", "Cora Lind", "News Lind"]


def test_a_job_in_an_element_of_its_own_is_no_author():
    lines = "<div class=byline-author>Ann Reed</div><div class=author-job>Senior Features Consultant</div>"
    assert names(read(article("Otters return to the river", lines))) == ["Ann Reed"]


@pytest.mark.parametrize("credit", ["<img src=a.jpg>{}", "<figure><img src=a.jpg><figcaption>{}</figcaption></figure>"])
def test_who_made_a_picture_is_an_author_only_where_no_other_is_named(credit):
    picture = f"<div>{credit.format('<span class=author>Cora Lind</span>')}</div>"
    assert names(read(article("Otters return", picture + "<p class=author>Ann Reed</p>"))) == ["Ann Reed"]
    assert names(read(article("Otters return", picture))) == ["Cora Lind"]
    assert names(read(article("Otters return", picture + "<p class=author></p>"))) == ["Cora Lind"]


def test_what_stands_behind_a_day_is_no_author():
    line = "<div><span class=author>Ann Reed 04-01-2024, ostatnia aktualizacja 05-01-2024</span></div>"
    assert names(read(article("Otters return", line, "pl"))) == ["Ann Reed"]


@pytest.mark.parametrize(
    ("name", "url", "expected"),
    [
        ("Ann Reed", "reed", None),
        ("Ann Reed", "/reed", "https://valley.example/reed"),
        ("Ann Reed", "people/reed", "https://valley.example/people/reed"),
        ("Ann Reed", "https://valley.example/", None),
        ("Ann Reed", "https://reed.example/", "https://reed.example/"),
        ("Valley Press", "https://valley.example/", "https://valley.example/"),
    ],
)
def test_a_bare_word_and_the_home_page_are_no_addresses_of_a_person(name, url, expected):
    author = json.dumps({"@type": "NewsArticle", "author": {"name": name, "url": url}})
    head = f'<script type="application/ld+json">{author}</script>'
    assert read(article("Otters return", "", head=head)).authors == ({"name": name, "url": expected},)


def test_links_to_the_author_have_an_address():
    line = '<p><a rel="author" href="/people/ann">Ann Reed</a></p>'
    assert read(article("Otters", line)).authors == ({"name": "Ann Reed", "url": "https://valley.example/people/ann"},)


def test_times_of_publication_and_change_are_told_by_their_labels():
    lines = """<p>Updated <time datetime="2024-05-05T08:00Z">5 May</time></p>
    <p>Published <time datetime="2024-05-03T10:00Z">3 May</time></p>"""
    found = read(article("Otters return to the river", lines))
    assert found.date_published == "2024-05-03T10:00:00+00:00"
    assert found.date_modified == "2024-05-05T08:00:00+00:00"
    assert found.sources["date_published"] == found.sources["date_modified"] == "time"


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("The concert on 3 May 2031 is sold out.", None),
        ("“The mill was opened on 3 May 2024 by the mayor of the town.”", None),
        ("3 May 2024", "2024-05-03"),
        ("Posted on 3 May 2024 in River", "2024-05-03"),
        ("Pátek 3. 5. 2024.", "2024-05-03"),
    ],
)
def test_a_sentence_names_no_day_of_publication(line, day):
    assert read(article("The otters are back", f"<p>{line}</p>")).date_published == day


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("de", "<p>Stand: 03.05.2024</p>"),
        ("en", "<p>Last updated: May 3, 2024</p>"),
        ("en", '<p>Updated <time datetime="2024-05-03">yesterday</time></p>'),
        ("fr", "<p>Mis à jour le 3 mai 2024</p>"),
        ("ja", "<p>（令和6年5月3日更新）</p>"),
    ],
)
def test_a_day_of_change_alone_is_none_of_publication(lang, lines):
    for line, end in ((lines, ""), ("", lines)):
        found = read(article("Otters return to the river", line, lang) + end)
        assert found.date_published is None
        if line:
            assert found.date_modified == "2024-05-03"


def test_a_change_before_the_publication_is_none():
    head = '<meta name="article:published_time" content="2024-05-03"><meta name="last-modified" content="2024-05-01">'
    found = read(article("Otters", "", head=head))
    assert (found.date_published, found.date_modified) == ("2024-05-03", None)
    assert "date_modified" not in found.sources


@pytest.mark.parametrize(("changed", "kept"), [("10:59:59+00:00", False), ("09:30:00-05:00", True)])
def test_a_change_before_the_moment_of_publication_is_none(changed, kept):
    head = '<meta name="article:published_time" content="2024-05-03T11:00:00+00:00">'
    head += f'<meta name="last-modified" content="2024-05-03T{changed}">'
    assert read(article("Otters", "", head=head)).date_modified == (f"2024-05-03T{changed}" if kept else None)


@pytest.mark.parametrize(
    "lines",
    [
        "<ul><li><time datetime=2025-01-01>x</time> Herons</ul><time datetime=2024-05-03>x</time>{}",
        "<ul><li>Herons <time datetime=2025-01-01>x</time></ul>{}<time datetime=2024-05-03>x</time>",
    ],
)
def test_a_time_in_a_list_before_the_headline_is_that_of_another_page(lines):
    page = f"<title>Otters return</title>{lines.format('<h1>Otters return</h1>')}<p>The river is clean again.</p>"
    assert read(page).date_published == "2024-05-03"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://valley.example/2024/05/03/otters", "2024-05-03"),
        ("https://valley.example/2024/5/3/", "2024-05-03"),
        ("https://valley.example/otters-2024-05-03.html", "2024-05-03"),
        ("https://valley.example/articles/20240503-001.html", "2024-05-03"),
        ("https://valley.example/2024/05/otters", None),
        ("https://valley.example/item-2024050312", None),
        ("https://valley.example/?d=/2024/05/03/", None),
        ("https://valley.example/2024/02/31/", None),
    ],
)
def test_a_day_in_the_address(url, expected):
    found = read(article("Otters", ""), url=url)
    assert found.date_published == expected
    assert found.sources.get("date_published") == (expected and "address")


def test_days_and_names_far_from_the_headline_are_of_something_else():
    far = "".join(f"<p>Paragraph {n} about otters.</p>" for n in range(30))
    far += '<p>By Cora Lind</p><time datetime="2020-01-01">1 January</time><time datetime="2020-02-02">2 February</time><p class=author>Cora Lind</p>'
    found = read(article("Otters return to the river", far))
    assert (found.authors, found.date_published) == ((), None)


FETCHED = "Mon, 06 May 2024 08:00:00 GMT"


@pytest.mark.parametrize(
    ("line", "published", "modified"),
    [
        ("By Ann Reed · 3 days ago", "2024-05-03", None),
        ("Posted 3 days ago", "2024-05-03", None),
        ("Ann Reed, vor 3 Tagen", "2024-05-03", None),
        ("Publié il y a 3 jours", "2024-05-03", None),
        ("há 3 dias", "2024-05-03", None),
        ("3 дня назад", "2024-05-03", None),
        ("3日前", "2024-05-03", None),
        ("منذ 3 أيام", "2024-05-03", None),
        ("3 gün önce", "2024-05-03", None),
        ("70 hours ago", "2024-05-03", None),
        ("Updated an hour ago", None, "2024-05-06"),
        ("2 days, 5 hours ago", None, None),
        ("3 weeks ago", None, None),
        ("3 comments, the last one a day ago", None, None),
    ],
)
def test_an_age_is_a_day_where_it_is_known_when_the_page_was_fetched(line, published, modified):
    page = article("Otters return to the river", f"<p>{line}</p>")
    found = extract(page, URL, fetched=FETCHED)
    assert (found.date_published, found.date_modified) == (published, modified)
    if published or modified:
        assert "relative" in found.sources.values()
    assert extract(page, URL, fetched="2024-05-06T08:00:00Z").date_published == published
    far = "Mon, 06 May 99999999999999999999 08:00:00 GMT", f"Mon, 06 May 2024 08:00:00 +{'9' * 30}"
    for unknown in (None, "", "yesterday", "Mon, 99 May 2024", "0001-01-01", *far):
        assert extract(page, URL, fetched=unknown).date_published is None


@pytest.mark.parametrize(
    "line", ["3 days ago", "vor 2 Wochen", "il y a 3 jours", "5時間前", "2 недели назад", "منذ 3 أيام"]
)
def test_an_age_alone_is_no_text(line):
    found = extract(article("Otters return to the river", f"<p>{line}</p>"), URL)
    assert found.text.startswith("The river is clean again")


def test_ages_of_other_texts_say_nothing():
    far = "".join(f"<p>Paragraph {n} about otters.</p>" for n in range(30)) + "<p>3 days ago</p>"
    assert extract(article("Otters return to the river", far), URL, fetched=FETCHED).date_published is None
    teaser = "<p><a href='/beavers'>The beavers, 3 days ago</a></p>"
    assert extract(article("Otters return to the river", teaser), URL, fetched=FETCHED).date_published is None


@pytest.mark.parametrize(
    "element",
    [
        '<abbr class="timeago" title="2024-05-03T10:00:00Z">2 months ago</abbr>',
        '<relative-time datetime="2024-05-03T10:00:00Z">3d</relative-time>',
        '<span data-timestamp="1714730400">vor 3 Tagen</span>',
        '<span class="moment" data-published-at="2024-05-03T10:00:00+00:00"></span>',
        '<time title="3 May 2024 10:00 UTC">hace 3 días</time>',
    ],
)
def test_scripts_write_an_age_and_leave_its_day_in_an_attribute(element):
    found = read(article("Otters return to the river", f"<p>By Ann Reed {element}</p>"))
    assert (found.date_published, found.sources["date_published"]) == ("2024-05-03T10:00:00+00:00", "attribute")


def test_an_attribute_with_a_number_or_another_day_is_none():
    others = (
        '<span data-id="1714730400">3d</span><span data-updated-at="2024-05-03"></span><b title="3 May 2024">Tour</b>'
    )
    assert read(article("Otters return to the river", f"<p>{others}</p>")).date_published is None
    shown = '<i data-date="2024-05-03"></i>'
    assert read(article("Otters return to the river", f"<p>{shown}</p>"), page_type="product").date_published is None


def test_a_text_whose_times_are_all_of_one_day_is_of_that_day():
    far = "".join(f"<p>Paragraph {n} about otters.</p>" for n in range(30))
    far += "<time datetime='2024-05-03 10:00'>then</time> <time datetime='2024-05-03T12:00'>later</time>"
    assert read(article("Otters", far)).date_published == "2024-05-03T10:00:00"
    assert read(article("Otters", far), page_type="product").date_published is None


def test_the_headline_is_the_one_that_the_title_names():
    menu = "<h1>The Valley</h1>" + "<h3>Weather</h3><p>10 May 2024</p>" * 30
    page = article("Otters return to the river", "<p>By Ann Reed</p><p>3 May 2024</p>").replace("<article>", menu)
    found = read(page)
    assert (names(found), found.date_published) == (["Ann Reed"], "2024-05-03")
    found = read(page.replace("<h1>", "<h2>").replace("</h1>", "</h2>"))
    assert (names(found), found.date_published) == (["Ann Reed"], "2024-05-03")


PLAIN = """<title>Otters return to the river - The Valley Paper</title><h1>The Valley Paper</h1><p>Friday, 10 May 2024</p>
{menu}{shown}<p>By Ann Reed</p><p>3 May 2024</p>{text}"""


@pytest.mark.parametrize(
    ("shown", "found"),
    [
        ("<div>{}</div>", True),
        ("<table><tr><td><b>{}</b></table>", True),
        ("<h3>{}</h3>", True),
        ("<h3><a href=/otters>{}</a></h3>", True),
        ("<p><a href=/otters>{}</a>", False),
        ("<p hidden>{}</p>", False),
        ("<p>{} to stay", False),
    ],
)
def test_a_headline_may_stand_in_no_heading(shown, found):
    title, text = "Otters return to the river", "<p>The river is clean again, and the otters know it.</p>"
    page = page_of(PLAIN.format(menu="<p>Weather</p>" * 30, shown=shown.format(title), text=text * 5))
    facts = metadata(page, "article", title=title)
    assert (names(facts), facts.date_published) == ((["Ann Reed"], "2024-05-03") if found else ([], "2024-05-10"))


def test_of_two_such_texts_the_heading_is_the_headline_and_lists_are_not_read():
    title, text = "Otters return to the river", "<p>The river is clean again, and the otters know it.</p>"
    page = page_of(
        PLAIN.format(menu=f"<p>{title}</p>" + "<p>Weather</p>" * 30, shown=f"<h2>{title}</h2>", text=text * 5)
    )
    assert metadata(page, "article", title=title).date_published == "2024-05-03"
    assert metadata(page, "forum", title=title).date_published == "2024-05-03"
    assert metadata(page, "listing", title=title).date_published is None


def test_a_headline_without_a_text_is_none():
    page = f"<title>News</title><h1></h1>{'<p>Weather</p>' * 30}<h1>Otters return</h1><p>By Ann Reed</p>"
    assert names(read(page)) == ["Ann Reed"]


@pytest.mark.parametrize("page_type", ["product", "service"])
def test_who_is_shown_beside_an_offer_is_not_its_author(page_type):
    markup = article("Otter plush", '<p class="author"><a href="/store/otters">Visit the Otter Store</a></p>')
    assert names(read(markup, page_type=page_type)) == []
    assert names(read(f'<meta name="author" content="Ann Reed">{markup}', page_type=page_type)) == ["Ann Reed"]


def test_the_days_that_a_list_shows_are_those_of_its_entries():
    markup = article("Otters", '<p>By Ann Reed</p><time datetime="2024-05-03">3 May</time>')
    assert read(markup, page_type="listing").authors == ()
    assert read(markup, page_type="listing").date_published is None
    assert read(markup, page_type="article").date_published == "2024-05-03"


@pytest.mark.parametrize(("linked", "found"), [(24, True), (26, False)])
@pytest.mark.parametrize(("page_type", "always"), [("forum", False), ("service", False), ("article", True)])
def test_the_days_of_a_main_text_of_links_are_those_of_its_entries(page_type, always, linked, found):
    row = f"<p><a href=/t>{'l' * linked}</a>{'t' * (100 - linked)}</p>"
    page = page_of(article("Boats", '<time datetime="2024-05-03">3 May</time>') + row * 9)
    day = metadata(page, page_type, main=[text.startswith("l") for text in page.texts]).date_published
    assert day == ("2024-05-03" if found or always else None)
    declared = page_of('<meta name="article:published_time" content="2024-05-04">' + row)
    assert metadata(declared, page_type, main=[True]).date_published == "2024-05-04"


def test_an_extraction_has_it_all_in_plain_types():
    head = '<meta name="keywords" content="otter, river"><link rel="canonical" href="/otters">'
    prose = "<p>The river is clean again, and the otters know it: there are nine of them, and four are young.</p>" * 4
    found = extract(article("Otters return to the river", f"<p>By Ann Reed</p>{prose}", head=head), URL)
    plain = found.as_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert plain["authors"] == [{"name": "Ann Reed", "url": None}]
    assert plain["keywords"] == ["otter", "river"]
    assert plain["canonical_url"] == found.canonical_url == URL
    assert plain["sources"]["canonical_url"] == "link"


PARTS = st.sampled_from(
    [
        *("<h1>", "</h1>", "<p>", "</p>", "<time>", "<time datetime=2024-05-03>", "</time>", "<div class=author>"),
        *("</div>", "<a rel=author href=/a>", "</a>", "<article>", "<b itemprop=author>", "<div itemtype=Article>"),
        *("By", "von", "Ann Reed", "and", ",", "3 May 2024", "2024年5月3日", "Updated", "1714730000"),
    ]
)


@given(st.lists(PARTS, max_size=40).map(" ".join))
def test_any_page_gives_days_of_the_calendar_and_short_names(markup):
    found = read(f"<body>{markup}")
    for day in (found.date_published, found.date_modified):
        assert day is None or datetime.fromisoformat(day)
    assert all(author["name"].strip() for author in found.authors)
    assert found.sources.keys() == {name for name, value in found._asdict().items() if value and name != "sources"}


FLOODS = {
    "times": lambda n: "<h1>Otters</h1>" + "<time>x</time>" * n,
    "authors": lambda n: "<h1>Otters</h1>" + "".join(f"<p class='author-{k}'>Ann Reed</p>" for k in range(n)),
    "one line": lambda n: "<h1>Otters</h1><p>" + "<b class=author>Ann Reed</b>" * n,
    "links": lambda n: "<h1>Otters</h1><p>" + "<a rel=author href=/a>Ann</a>" * n,
    "headings": lambda n: "<h1>Otters</h1>" * n,
    "nested": lambda n: "<h1>Otters</h1>" + "<div class=author>" * n + "Ann",
    "properties": lambda n: "<div itemtype=https://schema.org/Article>" + "<b itemprop=author>Ann</b>" * n,
}


@pytest.mark.parametrize(
    ("lines", "asks"),
    [("", True), ('<p><time datetime="2024-05-03">May 3</time></p>', False), ("<p>3 May 2024</p>", True)],
)
def test_navigation_is_looked_for_only_where_an_author_or_a_day_is_open(lines, asks):
    script = '<script type="application/ld+json">{"@type": "NewsArticle", "author": "Ann Reed"}</script>'
    page = page_of(article("Otters are back in the river", lines, head=script), url=URL)
    assert names(metadata(page)) == ["Ann Reed"]
    assert ("regions" in page.made) == asks


@pytest.mark.parametrize("name", FLOODS)
def test_the_work_grows_no_faster_than_the_page(name):
    check_linear(lambda n: page_of(FLOODS[name](n * 10)), metadata)


# Both sides of each bound.

HEADLINE = "Otters return to the river"


def authors(lines, before="", title=HEADLINE):
    return names(read(f"<title>{HEADLINE}</title>{before}<h1>{title}</h1>{lines}{'<p>The river is clean.</p>' * 30}"))


@pytest.mark.parametrize(("length", "found"), [(120, True), (121, False)])
def test_a_line_about_authors_has_120_characters(length, found):
    line = "Ann Reed and Bo "
    line += "x" * (length - len(line))
    assert ("Ann Reed" in authors(f'<p><a rel="author" href="/ann">{line}</a></p>')) == found
    assert ("Ann Reed" in authors(f"<p class=author>{line}</p>")) == found


@pytest.mark.parametrize(("count", "found"), [(8, True), (9, False)])
def test_a_class_of_authors_has_eight_elements(count, found):
    assert (authors("<p class=author>Ann Reed</p>" * count) == ["Ann Reed"]) == found


@pytest.mark.parametrize(("before", "found"), [(194, True), (195, False)])
def test_200_characters_of_a_class_are_read(before, found):
    assert authors(f"<p class='{'x' * before}author'>Ann Reed</p>") == ["Ann Reed"] * found


@pytest.mark.parametrize(("apart", "both"), [(2, True), (3, False)])
def test_authors_stand_within_three_text_blocks(apart, both):
    lines = f"<p class=author>Ann Reed</p>{'<p>x</p>' * apart}<p id=author>Ben Holm</p>"
    assert authors(lines) == ["Ann Reed", "Ben Holm"][: 1 + both]


@pytest.mark.parametrize(("links", "found"), [(399, True), (400, False)])
def test_400_links_near_the_headline_are_looked_at(links, found):
    lines = f"<p>{'<a href=/x>x</a>' * links}<a rel=author href=/ann>Ann Reed</a></p>"
    other = "<a rel=author href=/ben>Ben Holm</a>"
    assert authors(lines + "<p>x</p>" * 30 + other) == ["Ann Reed"] * found


@pytest.mark.parametrize(("name", "found"), [("A", False), ("Al", True)])
def test_a_name_has_two_letters(name, found):
    assert authors(f"<p><a rel=author href=/a>{name}</a></p>") == [name] * found


@pytest.mark.parametrize(("title", "found"), [("Otters an", True), ("Otters a", False)])
def test_a_headline_that_the_title_names_has_eight_letters(title, found):
    # Where none is named the first one counts, to which this byline is not near.
    menu = f"<h1>Valley</h1>{'<p>x</p>' * 30}"
    page = f"<title>Otters and more</title>{menu}<h1>{title}</h1><p>By Ann Reed</p>"
    assert names(read(page)) == ["Ann Reed"] * found


@pytest.mark.parametrize(("before", "found"), [(23, True), (24, False)])
def test_24_headlines_are_looked_at(before, found):
    menu = f"<h1>Valley</h1>{'<p>x</p>' * 30}{'<h1>Weather</h1>' * (before - 1)}"
    assert authors("<p>By Ann Reed</p>", menu) == ["Ann Reed"] * found


@pytest.mark.parametrize(("before", "found"), [(99, True), (100, False)])
def test_100_other_headings_are_looked_at(before, found):
    menu = f"<h2>Valley</h2>{'<p>x</p>' * 30}{'<h3>Weather</h3>' * (before - 1)}"
    page = f"<title>{HEADLINE}</title>{menu}<h2>{HEADLINE}</h2><p>By Ann Reed</p>"
    assert names(read(page)) == ["Ann Reed"] * found


@pytest.mark.parametrize(("before", "found"), [(199, True), (200, False)])
def test_200_times_are_looked_at(before, found):
    times = f"{'<i><time>x</time></i>' * before}<time datetime=2024-05-03>x</time>"
    page = read(f"<title>{HEADLINE}</title><h1>{HEADLINE}</h1><p>{times}</p>{'<p>The river is clean.</p>' * 30}")
    assert page.date_published == ("2024-05-03" if found else None)


@pytest.mark.parametrize(
    ("label", "is_changed"),
    [
        ("Updated <i>·</i>", True),
        ("Updated <i>·</i><b>·</b>", False),
        ("Updated" + "." * 33, True),
        ("Updated" + "." * 34, False),
    ],
)
def test_the_label_of_a_time_stands_in_two_pieces_of_40_characters(label, is_changed):
    line = f"<p>{label}<time datetime=2024-05-03>x</time></p><p>Published <time datetime=2024-05-01>x</time></p>"
    found = read(article(HEADLINE, line))
    assert (found.date_modified is not None) == is_changed


def test_one_name_in_a_meta_element_may_be_the_first_of_several():
    line = '<p class="byline">By <a href="/author/ann">Ann Reed</a> and <a href="/author/ben">Ben Holm</a>, May 3, 2024</p>'
    head = '<meta name="author" content="Ann Reed, Cora Lind">'
    assert names(read(article(HEADLINE, line, head=head))) == ["Ann Reed", "Cora Lind"]


@pytest.mark.parametrize(("lines", "found"), [(1, "blog_utility"), (2, None)])
def test_a_line_far_from_the_headline_counts_where_it_is_the_only_one(lines, found):
    line = "<div class='entry-meta'>by <a href='/author/ann'>Ann Reed</a>, 3 May 2024</div>"
    far = f"{'<p>The river is clean.</p>' * 30}{(line + '<h2>The mill</h2>') * lines}"
    assert read(f"<title>{HEADLINE}</title><h1>{HEADLINE}</h1>{far}").sources.get("authors") == found


@pytest.mark.parametrize(("length", "day"), [(120, "2024-05-03"), (121, None)])
def test_a_line_with_a_day_has_120_characters(length, day):
    assert read(article(HEADLINE, f"<p>{'3 May 2024'.ljust(length, '.')}</p>")).date_published == day


@pytest.mark.parametrize(
    ("lang", "lines", "wanted"),
    [
        ("en", "<p>Published May 3, 2024 by Ann Reed</p>", ["Ann Reed"]),
        ("en", "<p>by: Ann Reed, May 3, 2024</p>", ["Ann Reed"]),
        ("en", "<p>Dec. 3, 2024 · Ann Reed</p>", ["Ann Reed"]),
        ("de", "<p>3. Dezember 2024 | Ann Reed</p>", ["Ann Reed"]),
        ("es", "<p>3 de diciembre de 2024 por Ann Reed</p>", ["Ann Reed"]),
        ("fr", "<p>Rédigé par</p><p>Anne Roux</p><p>3 décembre 2024</p>", ["Anne Roux"]),
        ("en", "<p>Written by</p><p>Ann Reed</p>", ["Ann Reed"]),
        ("ru", "<p>Автор</p><p>Иван Петров</p>", ["Иван Петров"]),
        ("ja", "<p>著者</p><p>佐藤花子</p>", ["佐藤花子"]),
        ("zh", "<p>作者：林晓 编辑：王芳</p><p>2024年5月3日</p>", ["林晓"]),
        ("en", "<p>Ann Reed</p><p>3 December 2024</p>", ["Ann Reed"]),
        ("en", "<p>3 December 2024</p><p>Ann Reed/Ben Holm</p>", ["Ann Reed", "Ben Holm"]),
        ("en", "<p>Ann Reed</p>", []),
        ("en", "<p>3 December 2024</p><h2>Ann Reed</h2>", []),
        ("en", "<p>3 December 2024</p><p>Share Article</p>", []),
        ("en", '<p>3 December 2024</p><p><a href="/section/river-life">River Life</a></p>', []),
        ("en", "<p>3 December 2024</p><p>Otters Again</p>", []),
    ],
)
def test_a_name_beside_a_day_or_behind_a_label(lang, lines, wanted):
    assert names(read(article("Otters Again in the river", lines, lang))) == wanted


def test_who_edited_or_reviewed_a_text_is_not_its_author():
    line = """<p class="meta">By <a href="/author/ann">Ann Reed</a> | Reviewed by <a href="/author/ben">Ben Holm</a>
    | May 3, 2024</p>"""
    assert names(read(article("Otters return to the river", line))) == ["Ann Reed"]


@pytest.mark.parametrize(
    "helped",
    ["Contributions from:", "Researched by", "Mitarbeit:", "Avec la collaboration de", "При участии", "協力："],
)
def test_who_helped_is_no_author_nor_are_those_named_with_them(helped):
    others = [f'<a href="/author/{name[:3].lower()}">{name}</a>' for name in ("Ben Holm", "Cora Lind", "Dan Moss")]
    line = f'<p class="meta">By <a href="/author/ann">Ann Reed</a> | {helped} {others[0]}, {others[1]} and {others[2]} | May 3, 2024</p>'
    assert names(read(article("Otters return to the river", line))) == ["Ann Reed"]


@pytest.mark.parametrize("declared", ["", "<meta name=author content='Ann Reed and Ben Holm Globe Staff'>"])
@pytest.mark.parametrize(
    "line",
    [
        "<p class=byline>By Ann Reed and Ben Holm Globe Staff May 3, 2024</p>",
        "<p>By <b>Ann Reed and Ben Holm</b> <i>Globe Staff</i> <span>May 3, 2024</span></p>",
    ],
)
def test_the_last_of_several_is_named_though_the_site_stands_behind_the_name(declared, line):
    head = f"<meta property=og:site_name content='Valley Globe'>{declared}"
    found = read(
        article("Otters return to the river", line, head=head), "https://valleyglobe.example/otters", "article"
    )
    assert [name.title() for name in names(found)] == ["Ann Reed", "Ben Holm"]


@pytest.mark.parametrize(
    ("printed", "wanted"),
    [
        ("<p>By Ben Holm</p>", ["Ben Holm"]),
        ("<div><p>Von Ben Holm und Cora Lind</p></div>", ["Ben Holm", "Cora Lind"]),
        ("<p>By Ann Reed and Ben Holm</p>", ["Ann Reed", "Ben Holm"]),
        ("<p>Von Dr. Ann Reed, Ben Holm und Cora Lind | 3. Mai 2024</p>", ["Ann Reed", "Ben Holm", "Cora Lind"]),
        ("<p>Ann Reed, Ben Holm & Cora Lind</p>", ["Ann Reed", "Ben Holm", "Cora Lind"]),
        ("<p>By Ann Reed, Photos by Ben Holm</p>", ["Ann Reed"]),
        ("<p>By Ann Reed, Valley</p>", ["Ann Reed"]),
        ("<p>What Ann Reed and Ben Holm found at the mill</p>", ["Ann Reed"]),
        ("<p>by University of Westhaven</p>", ["University of Westhaven"]),
        ("<p>By Reed</p>", ["Ann Reed"]),
        ("<p>By Valley</p>", ["Ann Reed"]),
        ("<p>x</p>" * 6 + "<p>By Ben Holm</p>", ["Ann Reed"]),
    ],
)
@pytest.mark.parametrize(
    "head",
    [
        '<meta name="author" content="Ann Reed">',
        """<script type="application/ld+json">{"@type": "Article", "author": {"name": "Ann Reed"}}</script>""",
    ],
)
def test_a_printed_byline_of_others_contradicts_who_is_declared(printed, wanted, head):
    assert names(read(article("Otters return to the river", printed, head=head))) == wanted


@pytest.mark.parametrize(
    ("printed", "wanted"),
    [
        ("<p>By Ann Reed and Ben Holm</p>", ["Ann Reed", "Ben Holm"]),
        ("<p>Von Ann Reed, Ben Holm und Cora van der Lind</p>", ["Ann Reed", "Ben Holm", "Cora van der Lind"]),
        (
            "<div><a href=/a>Ann Reed</a>, <a href=/b>Ben Holm</a> &amp; Cora Lind</div>",
            ["Ann Reed", "Ben Holm", "Cora Lind"],
        ),
        ("<p>Par Ann Reed et Ben Holm, le 3 mai 2024</p>", ["Ann Reed", "Ben Holm"]),
        ("<p>By Ann Reed, Senior Editor, Holm Van Lines</p>", ["Ann Reed"]),
        ("<p>By Ann Reed, Valley News</p>", ["Ann Reed"]),
        ("<p>By Ann Reed and Ben Holm, Valley News</p>", ["Ann Reed", "Ben Holm"]),
        ("<p>By Ann Reed, Valley Sun with files from agencies</p>", ["Ann Reed"]),
        ("<p>By Ann Reed | Reviewed by Ben Holm</p>", ["Ann Reed"]),
        ("<p>By Ann Reed, photos by Ben Holm</p>", ["Ann Reed"]),
        ("<p>Ann Reed and the otters of the river</p>", ["Ann Reed"]),
        ("<p>By Ann Reed for Holm</p>", ["Ann Reed"]),
    ],
)
@pytest.mark.parametrize(
    "head",
    [
        '<meta name="author" content="Ann Reed">',
        """<script type="application/ld+json">{"@type": "Article", "author": {"name": "Ann Reed"}}</script>""",
    ],
)
def test_a_line_goes_on_where_only_its_first_author_is_declared(printed, wanted, head):
    head += '<meta property="og:site_name" content="Valley Sun">'
    assert names(read(article("Otters return to the river", printed, head=head))) == wanted


def test_the_site_goes_from_a_line_that_names_persons_too():
    head = """<meta property="og:site_name" content="The Valley Paper"><script type="application/ld+json">
    {"@type": "Article", "author": %s}</script>"""
    line, several = '"Ann Reed and Ben Holm, The Valley Paper"', '["Ann Reed", "The Valley Paper"]'
    assert names(read(article("Otters", "", head=head % line))) == ["Ann Reed", "Ben Holm"]
    assert names(read(article("Otters", "", head=head % several))) == ["Ann Reed", "The Valley Paper"]


@pytest.mark.parametrize(
    "lines",
    [
        "<p>A long standfirst about otters, and who has seen them.</p><p>Ann Reed</p><p>23.07.2025 · 6 min read</p>",
        "<p>川の話</p><p>Ann Reed</p><p>2025年7月23日</p>",
        "<p>Autorin</p><p>Ann Reed</p>",
        "<h6>Author(s)</h6><ul><li>Ann Reed</li></ul>",
        '<div class="author-bio">Licensed Otter Counter</div><div class="author">Ann Reed</div>',
    ],
)
def test_a_name_stands_alone_above_a_day_behind_a_standfirst_or_a_label(lines):
    assert names(read(article("Otters return to the river", lines))) == ["Ann Reed"]


def test_a_label_is_of_the_text_behind_it_in_the_page():
    menu = "<p>Leadership</p>"
    page = f"<title>{HEADLINE}</title>{menu}<h1>{HEADLINE}</h1>" + "<p>Otters.</p>" * 18
    assert names(read(page + "<h3>Author</h3><p>Ann Reed</p>")) == ["Ann Reed"]


@pytest.mark.parametrize(
    "element",
    [
        '<a rel="author" href="/ann">{}</a>',
        '<div class="wp-block-post-author-name">{}</div>',
        '<span class="autor__name">{}</span>',
    ],
)
def test_the_only_name_that_a_page_gives_an_author_counts_wherever_it_stands(element):
    far = article("Otters return to the river", "") + "<p>Paragraph about otters.</p>" * 40
    twice = element.format("Ann Reed") * 2
    assert names(read(far + twice)) == ["Ann Reed"]
    assert names(read(far + twice + element.format("Ben Holm"))) == []
    assert names(read(far + twice, page_type="product")) == []
    assert names(read(far + twice.replace('class="', 'class="comment-'))) == (["Ann Reed"] if "rel" in element else [])


@pytest.mark.parametrize(
    ("lang", "line", "published", "modified"),
    [
        (
            "en",
            "Published: 13 Nov 2019, 9:05 AM | Updated: 14 Nov 2019, 8:00 AM",
            "2019-11-13T09:05:00",
            "2019-11-14T08:00:00",
        ),
        ("de", "Erstellt am 13.11.2019, aktualisiert am 14.11.2019", "2019-11-13", "2019-11-14"),
        ("fr", "Publié le 13 décembre 2019, mis à jour le 14 décembre 2019", "2019-12-13", "2019-12-14"),
        ("ru", "Размещен: 07/11/2011, изменен: 17/02/2012", "2011-11-07", "2012-02-17"),
        ("ja", "2019年11月13日公開 2019年11月14日更新", "2019-11-13", "2019-11-14"),
        ("fa", "۳ فروردین ۱۴۰۰", "2021-03-23", None),
    ],
)
def test_two_days_in_one_line_are_told_by_their_labels(lang, line, published, modified):
    found = read(article("Otters return to the river", f"<p>{line}</p>", lang))
    assert (found.date_published, found.date_modified) == (published, modified)


def test_the_day_of_the_last_comment_is_not_that_of_the_page():
    lines = "<p>Комментарии: 2, последний от 07.06.2012</p><p>7 ноября 2011</p>"
    assert read(article("Зимняя переправа", lines, "ru")).date_published == "2011-11-07"
    assert read(article("Otters", "<p>May 3, 2024 | 3 comments</p>")).date_published == "2024-05-03"


def test_a_label_of_change_may_stand_in_a_block_of_its_own():
    found = read(article("Otters return to the river", "<p>Last updated</p><p>May 4, 2024</p><p>May 3, 2024</p>"))
    assert (found.date_published, found.date_modified) == ("2024-05-03", "2024-05-04")


def test_a_day_stands_at_the_main_text_where_it_is_nowhere_else():
    text = "The river is clean again, and the otters know it, say those who count them every spring. " * 3
    lines = "".join(f"<li>Bank {number}</li>" for number in range(30))
    page = f"<html lang=en><h1>Otters return</h1><ul>{lines}</ul><p>{text}</p><p>{text}</p><p>Posted on May 3, 2024</p>"
    assert extract(page, URL).date_published == "2024-05-03"


def test_an_address_may_name_the_month():
    assert (
        read(article("Otters", ""), url="https://valley.example/2023/october/03/otters").date_published == "2023-10-03"
    )


def test_a_text_that_is_foreign_to_the_declared_language_has_none():
    text = "Kwaelapha imilambo icocekile kwakhona, nezilwanyana ziyayazi loo nto, batsho abazibalayo minyaka le. " * 20
    page = f"<html lang=en><head><title>Imilambo</title><body><h1>Imilambo</h1><p>{text}</p><p>{text}</p>"
    assert extract(page, URL).language in ("xh", None)
    assert read("<html lang=en><p>" + "তিনি বলেন, নদীটি আবার পরিষ্কার হয়েছে এবং ভোঁদড়েরা তা জানে। " * 9).language == "bn"


def test_the_day_of_the_address_is_printed_with_its_time():
    page = article("市電が海岸線へ延伸", "<p>2027年3月15日 6時00分</p>", "ja")
    found = read(page, url="https://valley.example/articles/20270315-001.html")
    assert (found.date_published, found.sources["date_published"]) == ("2027-03-15T06:00:00", "visible")
    other = read(page, url="https://valley.example/articles/20270314-001.html")
    assert (other.date_published, other.sources["date_published"]) == ("2027-03-14", "address")


def test_a_point_parts_a_name_from_what_follows():
    assert names(read(article("Otters return", "<p>By Corin Vey·Spring 2027·Share</p>"))) == ["Corin Vey"]
    assert names(read(article("Les llúdrigues", "<p>By Marcel·lí Puig</p>", "ca"))) == ["Marcel·lí Puig"]


@pytest.mark.parametrize(
    ("lang", "line", "published", "modified"),
    [
        ("en", "August 16, 2019 - Updated July 9, 2025", "2019-08-16", "2025-07-09"),
        ("pl", "05.01.2012, aktualizacja: 06.01.2012", "2012-01-05", "2012-01-06"),
        ("de", "16.08.2019 – aktualisiert 09.07.2025", "2019-08-16", "2025-07-09"),
    ],
)
def test_the_label_of_the_second_day_may_stand_between_two(lang, line, published, modified):
    found = read(article("Otters return to the river", f"<p>{line}</p>", lang))
    assert (found.date_published, found.date_modified) == (published, modified)


@pytest.mark.parametrize(
    ("shown", "day"),
    [
        ("<p>May 3, 2019</p>", "2019-05-03"),
        ("<p>Published May 3, 2019</p>", "2019-05-03"),
        ("<p>May 3, 2019 • 6 min read</p>", "2019-05-03"),
        ("<p>The otters in May 3, 2019 of a sort</p>", "2024-05-03"),
        ("<p>Updated May 3, 2019</p>", "2024-05-03"),
        ("<p>May 2, 2024</p>", "2024-05-03"),
        ("<p>May 9, 2024</p>", "2024-05-03"),
        ("<p>x</p>" * 6 + "<p>May 3, 2019</p>", "2024-05-03"),
    ],
)
def test_a_day_printed_well_before_the_declared_one_is_that_of_publication(shown, day):
    title = "Otters return to the river"
    head = '<meta property="article:published_time" content="2024-05-03">'
    found = metadata(page_of(article(title, shown, "en-US", head), url=URL), "article", title=title)
    assert found.date_published == day


def test_a_day_declared_before_its_change_is_not_contradicted():
    head = """<meta property="article:published_time" content="2024-05-03">
    <meta property="article:modified_time" content="2024-06-01">"""
    page = page_of(article("Otters return", "<p>3 May 2019</p>", "en", head), url=URL)
    assert metadata(page, "article", title="Otters return").date_published == "2024-05-03"


@pytest.mark.parametrize(
    "label", ["Published", "Veröffentlicht am", "Date de publication", "公開日", "Дата публикации:"]
)
def test_a_day_behind_a_label_stands_anywhere(label):
    page = article("Otters return to the river", "") + "<p>x</p>" * 50 + f"<p>{label}</p><p>2024/05/03</p>"
    assert read(page).date_published == "2024-05-03"
    assert read(page + f"<p>{label}</p><p>2024/06/03</p>").date_published is None


@pytest.mark.parametrize(
    ("label", "day"),
    [("When", "May 12, 2027"), ("Termin", "12. Mai 2027"), ("Date limite", "12 mai 2027"), ("Когда", "12 мая 2027")],
)
@pytest.mark.parametrize(
    "frame", ["<dl><dt>{}</dt><dd>{}</dd></dl>", "<table><tr><th>{}:</th><td>{}</td></tr></table>"]
)
def test_a_day_behind_the_label_of_another_kind_is_not_the_pages(label, day, frame):
    assert read(article(HEADLINE, frame.format(label, day))).date_published is None
    assert read(article(HEADLINE, frame.format("Otters", day))).date_published == "2027-05-12"
    assert read(article(label, f"<p>{day}</p>")).date_published == "2027-05-12"


@pytest.mark.parametrize(
    "frame",
    [
        "<dl><dt>Date</dt><dd>{}</dd><dt>Venue</dt><dd>Net Loft</dd></dl>",
        "<p>{}</p><p>Net Loft, Fish Quay</p><p>10 am to 4 pm</p>",
        "<ul><li>{}<li>Tarif : 12 €</ul>",
        "<div><time datetime=2027-05-12>{}</time></div><div>Ort: Netzboden</div>",
    ],
)
def test_the_day_of_an_event_is_not_the_pages_and_who_stands_beside_it_no_author(frame):
    found = read(article(HEADLINE, frame.format("12 May 2027")))
    assert (found.date_published, found.authors) == (None, ())


def opened(opening):
    """Return the day of a text that opens so."""
    page = page_of(article(HEADLINE, opening), url=URL)
    return metadata(page, "article", title=HEADLINE, main=[len(text) > 30 for text in page.texts]).date_published


@pytest.mark.parametrize(
    "opening",
    [
        "<p>LINDLE, May 12, 2027 – {}</p>",
        "<p><strong>Osterbucht, 12. Mai 2027</strong> – {}</p>",
        "<p>Ostera, 12 de mayo de 2027.- {}</p>",
        "<p>Lindelle, le 12 mai 2027 — {}</p>",
        "<p>NEW LINDLE, Oster, May 12, 2027 /PressWire/ -- {}</p>",
        "<p>Lindle, 12 May 2027 (ON) - {}</p>",
    ],
)
def test_the_day_with_which_a_text_opens_is_the_pages(opening):
    text = "The otters are back in the river, and the village has built them a holt of willow and stone."
    assert opened(opening.format(text)) == "2027-05-12"


@pytest.mark.parametrize(
    "opening",
    [
        "On May 12, 2027 the otters will be back in the river, and the village will build them a holt of stone.",
        "Otters left the river. May 12, 2027 – that is when they will be back, says the warden of the holt.",
    ],
)
def test_a_day_in_the_first_sentence_is_not_the_pages(opening):
    assert opened(f"<p>{opening}</p>") is None


@pytest.mark.parametrize("name", ["startDate", "endDate"])
def test_the_day_of_an_event_that_a_page_declares_is_not_the_pages(name):
    event = f'<script type=application/ld+json>{{"@type": "Event", "{name}": "2027-05-12T10:00"}}</script>'
    assert read(event + article(HEADLINE, "<p>12 May 2027</p>")).date_published is None
    assert read(event + article(HEADLINE, "<p>13 May 2027</p>")).date_published == "2027-05-13"
    marked = f"<span itemscope itemtype=https://schema.org/Event><b itemprop={name} content=2027-05-12>12 May 2027</b></span>"
    assert read(article(HEADLINE, marked)).date_published is None


def test_the_day_on_which_a_job_was_posted_is_the_pages():
    job = '{"@type": "JobPosting", "datePosted": "2027-03-30", "validThrough": "2027-04-30"}'
    page = article(HEADLINE, "<p>Closes 30 April 2027</p>") + f"<script type=application/ld+json>{job}</script>"
    assert read(page).date_published == "2027-03-30"


def test_days_beside_links_are_those_of_entries():
    entry = '<p>2024/05/{:02} <a href="/{}">Otters are back</a></p>'
    two, three = ("".join(entry.format(day, day) for day in range(1, count + 1)) for count in (2, 3))
    assert read(article("News of the river", two, "ja")).date_published == "2024-05-01"
    assert read(article("News of the river", three, "ja")).date_published is None


@pytest.mark.parametrize("entry", ["<li class=more>{}</li>", "<div class=row><footer class=meta>{}</footer></div>"])
def test_times_of_entries_behind_a_text_are_none_of_it(entry):
    day = "<time datetime=2024-01-{0:02}>{0}. 1.</time>"
    entries = [entry.format(day.format(number)) for number in (2, 3, 4)]
    text = article(HEADLINE, "<span>May 3, 2024</span>") + TEXT

    def day_of(behind):
        page = page_of(text + behind, url=URL)
        return metadata(page, "article", main=[own in TEXT for own in page.texts], title=HEADLINE).date_published

    assert day_of("".join(entries)) == "2024-05-03"
    assert day_of("".join(entries[:1])) == "2024-01-02"


@pytest.mark.parametrize(
    "end",
    [
        "<p>Written by Ann Reed</p>",
        "<p>This post was written by Ann Reed, who counts otters.</p>",
        "<p>Ein Beitrag von Ann Reed</p>",
        "<p>Escrito por Ann Reed</p>",
        "<p>Author</p><p>AR</p><p>Ann Reed</p><p>Chief of the otters</p>",
        "<p>Über die Autorin</p><p>Ann Reed</p>",
        "<p>著者</p><p>Ann Reed</p>",
        '<div class="author-box"><h4>Ann Reed</h4><p>She counts otters.</p></div>',
    ],
)
def test_who_signs_a_text_at_its_end_is_its_author(end):
    def signers_of(behind):
        page = page_of(article("Otters return to the river", "") + "<p>Otters</p>" * 30 + TEXT + behind, url=URL)
        return names(metadata(page, "article", main=[text in TEXT for text in page.texts]))

    assert signers_of(end) == ["Ann Reed"]
    assert signers_of(f"<h3>Comments</h3>{end}") == ([] if "class" not in end else ["Ann Reed"])
    assert signers_of("<p>Otters</p>" * 20 + end) == []


@pytest.mark.parametrize(("behind", "found"), [(11, True), (12, False)])
def test_a_text_may_be_signed_in_its_last_twelve_blocks(behind, found):
    end = f"<h3>Geschrieben von Ann Reed</h3>{TEXT * behind}"
    page = page_of(article("Otters return to the river", "") + "<p>Otters</p>" * 30 + TEXT + end, url=URL)
    first = page.texts.index(TEXT[3:-4])
    main = [block >= first for block in range(len(page.texts))]
    assert names(metadata(page, "article", main=main)) == ["Ann Reed"] * found


def test_several_names_stand_behind_a_label():
    text = article("Otters return", "") + "<p>Otters</p>" * 30 + TEXT
    page = page_of(text + "<p>Authors</p><p>Ann Reed</p><p>Ben Holm</p><p>Share</p>")
    assert names(metadata(page, "article", main=[text in TEXT for text in page.texts])) == ["Ann Reed", "Ben Holm"]


@pytest.mark.parametrize(
    "post",
    [
        "<p>Thread starter otter42</p>",
        "<p>by otter42 » Fri May 03, 2024 10:00 am</p>",
        '<div class="postprofile"><a class="username" href="/u/7">otter42</a></div><p>Posts: 7</p>',
        '<h4 class="message-name">otter42</h4>'.replace("h4", "div"),
        "<p>Автор темы: otter42</p>",
        '<div class="username">otter42</div>',
    ],
)
@pytest.mark.parametrize("menu", ["", "<p>Forum</p>" * 30])
def test_the_author_of_a_thread_wrote_its_first_post(post, menu):
    markup = f"<html><title>Otters in the mill pond</title>{menu}<h1>Otters in the mill pond</h1>{post}{TEXT * 2}"
    markup += '<div class="postprofile"><a class="username">heron_7</a></div>' + TEXT
    page = page_of(markup)
    main = [text in TEXT for text in page.texts]
    assert names(metadata(page, "forum", title="Otters in the mill pond", main=main)) == ["otter42"]


def test_who_comments_and_when_somebody_joined_say_nothing_of_the_page():
    lines = "<h3>Comments</h3><p>Posted by Heron Smith at 2024/05/03 10:00</p>"
    page = page_of(article("Otters return to the river", "") + TEXT + lines)
    found = metadata(page, "article", main=[text in TEXT for text in page.texts])
    assert (found.authors, found.date_published) == ((), None)
    for label in ("Joined:", "Member since", "Registriert:", "登録日："):
        assert read(article("Otters return", f"<p>{label} 3. Mai 2021</p>", "de")).date_published is None


@pytest.mark.parametrize("account", ["ann.reed", "annreed", "AnnR", "reed42"])
def test_a_printed_name_is_preferred_to_an_account(account):
    head = f'<meta name="author" content="{account}">'
    assert names(read(article("Otters return", "<p>By Ann Reed</p>", head=head))) == ["Ann Reed"]
    assert names(read(article("Otters return", "", head=head))) == [account]
    named = head.replace(account, "Reed")
    assert names(read(article("Otters return", "<p>By Ann Reed</p>", head=named))) == ["Reed"]


def test_a_linked_name_beside_a_day_is_one_unless_the_link_is_a_section():
    def line(url):
        return names(read(article("Otters return", f'<p>3 May 2024 · <a href="{url}">Ann Reed</a></p>')))

    assert line("https://annreed.example/") == ["Ann Reed"]
    assert line("/ann-reed/") == []
    plain = '<p>3 May 2024 · Ann Reed in <a href="/otters/">Otters</a></p>'
    assert names(read(article("Otters return", plain))) == ["Ann Reed"]


@pytest.mark.parametrize(
    ("lead", "wanted"),
    [
        ("磨坊新闻网1月17日电（记者王小明、李红）河边的磨坊重新开放。", ["王小明", "李红"]),
        ("河边的磨坊昨天重新开放，村民很高兴。(见习记者 胡小丽)", ["胡小丽"]),
        ("磨坊讯 （記者林小明 通訊員王大同）磨坊昨天重新開放。", ["林小明"]),
        ("本报记者 邓小阳", ["邓小阳"]),
        ("河边的磨坊（记者王小明摄）昨天重新开放。", []),
        ("记者在磨坊看到，水车又转起来了。", []),
    ],
)
def test_reporters_are_named_in_brackets_in_a_chinese_text(lead, wanted):
    text = "水车又转起来了，村民们从早上就在河边等候，孩子们也来了。"
    page = page_of(f"<title>磨坊重新开放</title><h1>磨坊重新开放</h1><p>{lead}</p><p>{text}</p><p>{text}</p>", url=URL)
    main = [number > 0 for number in range(len(page.texts))]
    assert names(metadata(page, "article", title="磨坊重新开放", main=main)) == wanted


def test_a_day_above_the_headline_is_that_of_the_readers_visit_where_another_stands_below():
    page = article("Otters return to the river", "<p>3 May 2024</p>").replace(
        "<article>", "<p>Friday 10 May 2024, Saint Job</p><article>"
    )
    assert names(read(page)) == []


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("Today, 13:12", "2024-05-06"),
        ("Вчера, 10:13", "2024-05-05"),
        ("gestern um 16:18 Uhr", "2024-05-05"),
        ("昨天 16:18", "2024-05-05"),
        ("Yesterday", None),
    ],
)
def test_a_day_may_be_named_beside_a_time(line, day):
    assert extract(article("Otters return to the river", f"<p>{line}</p>"), URL, fetched=FETCHED).date_published == day


def keywords(content, title="Otters return to the river", page_type="article"):
    page = page_of(article(title, "", head=f'<meta name="keywords" content="{content}">'), url=URL)
    return metadata(page, page_type, title=title).keywords


def test_the_headline_is_no_keyword():
    assert keywords("otters, Otters return to the river") == ("otters",)
    assert keywords("Otters return to the river") == ()
    assert keywords("Otters return to the river", page_type="product") == ("Otters return to the river",)


def test_a_blank_parts_keywords_in_scripts_without_blanks():
    assert keywords("水獭 河流 环境") == ("水獭", "河流", "环境")
    assert keywords("水獭回到河里 数量增加 环境", title="水獭回到河里 数量增加") == ("环境",)
    assert keywords("수달 강 환경") == ("수달 강 환경",)
    assert keywords("river otter") == ("river otter",)


ENTRIES = [("/a", "Ferry stops for the flood", "12.05.2024"), ("/b", "Bakery opens at the pier", "11.05.2024"),
           ("/c", "Mill sold to the village", "10.05.2024")]  # fmt: skip


@pytest.mark.parametrize(("own", "day"), [("info", "2024-05-14"), ("entry", None)])
def test_a_line_below_the_headline_has_the_pages_day_though_it_and_a_list_below_have_links(own, day):
    text = "".join(f"<p>The ferry crosses the river {number} times a day, and nobody has ever counted the bicycles "
                   f"that its deck takes on a Sunday in summer.</p>" for number in range(4))  # fmt: skip
    listed = "".join(f'<p class="entry"><a href="{link}">{title}</a> {when}</p>' for link, title, when in ENTRIES)
    page = (
        f'<html lang="de"><head><title>Die Fähre - Bote</title></head><body><article><h1>Die Fähre</h1>'
        f'<p class="{own}">14.05.2024 <a href="/print">Drucken</a></p>{listed}{text}</article></body></html>'
    )
    assert extract(page, url="https://bote.example/faehre").date_published == day


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        *[("Dernière mise à jour : 6 mars 2026", True), ("Pagina aggiornata il 06/03/2026", True)],
        *[("Letzte Aktualisierung: 6.3.2026", True), ("Ostatnia aktualizacja: 6 marca 2026", True)],
        *[("Последнее обновление: 6 марта 2026", True), ("Utolsó frissítés: 2026.03.06.", True)],
        *[("Sidan uppdaterades 6 mars 2026", True), ("Última modificación: 06/03/2026", True)],
        ("Agenda : 6 mars 2026, loto", False),
    ],
)
def test_a_day_of_change_behind_the_text_is_known_in_many_languages(line, changed):
    text = "<p>The mill grinds again, after forty years in which nobody had lifted its gate or oiled its wheel.</p>" * 4
    result = extract(f"<h1>The mill grinds again</h1><p>4.3.2026</p>{text}<p>{line}</p>")
    assert (result.date_published, result.date_modified) == ("2026-03-04", "2026-03-06" if changed else None)


def test_the_day_at_the_end_of_a_blogs_entry_may_be_in_a_title():
    text = "<p>The mill grinds again, after forty years in which nobody had lifted its gate or oiled its wheel.</p>" * 9
    foot = '<div>Posted at <abbr class="published" title="2025-04-06T11:20:00+03:00">11:20</abbr></div>'
    html = f"<h2 class=date-header>April 6</h2><h3>The mill grinds again</h3>{text}{foot}"
    assert extract(html).date_published == "2025-04-06T11:20:00+03:00"
    assert extract(f"{html}{foot.replace('2025', '2024')}").date_published is None
