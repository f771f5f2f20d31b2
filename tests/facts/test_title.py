from __future__ import annotations

import pytest
from core_pages import page_of
from growth import FULL, check_linear

from scrapy_maincontent import extract
from scrapy_maincontent.facts.title import headline
from scrapy_maincontent.words.titles import MAX_LENGTH


def head(title: str, site_name: str = "", social: str = "") -> str:
    site = f'<meta property="og:site_name" content="{site_name}"><meta property="og:title" content="{social}">'
    return f"<head><title>{title}</title>{site}</head>"


@pytest.mark.parametrize(
    "title",
    [
        "Otters return to the river | The Valley Paper",
        "The Valley Paper - Otters return to the river",
        "Otters return to the river — The Valley Paper",
        "Otters return to the river » Nature » The Valley Paper",
        "Otters Return To The River",
    ],
)
def test_the_h1_that_the_title_names_is_the_headline(title):
    page = page_of(
        f"{head(title)}<h1>The Valley Paper</h1><h1>Otters return to the river</h1><h1>Also in the news</h1>"
    )
    assert headline(page) == "Otters return to the river"


def test_a_title_alone_loses_the_name_of_the_site():
    for title in (
        "Otters return | The Valley Paper",
        "Otters return - The Valley Paper",
        "Otters return【The Valley Paper】",
        "The Valley Paper : Otters return",
    ):
        assert headline(page_of(head(title, site_name="The Valley Paper") + "<p>text")) == "Otters return"


def test_the_name_of_the_host_is_a_name_of_the_site():
    page = page_of(
        head("Why we moved our office – Brookside Carpenters") + "<p>x", url="https://brookside.example/blog"
    )
    assert headline(page) == "Why we moved our office"


@pytest.mark.parametrize("separator", ["｜", "ㅣ", " | ", " － ", "－", "：", " - "])
def test_japanese_titles_are_taken_apart_at_full_width_separators(separator):
    markup = head(f"川にカワウソが戻ってきた{separator}谷の新聞", site_name="谷の新聞")
    assert headline(page_of(markup + "<p>本文")) == "川にカワウソが戻ってきた"


def test_japanese_brackets_are_part_of_a_headline_unless_they_hold_the_name_of_the_site():
    markup = head("【速報】川にカワウソが戻ってきた【谷の新聞】", site_name="谷の新聞")
    assert headline(page_of(markup + "<p>本文")) == "【速報】川にカワウソが戻ってきた"


def test_an_ideographic_space_stays_in_a_headline():
    page = page_of(f"{head('カワウソ　再び | 谷の新聞')}<h1>カワウソ　再び</h1>")
    assert headline(page) == "カワウソ　再び"


def test_dashes_inside_words_part_nothing():
    assert headline(page_of(head("State-of-the-art kilns and how to build them") + "<p>x")) == (
        "State-of-the-art kilns and how to build them"
    )


def test_an_h1_in_other_words_wins_where_most_words_are_shared():
    page = page_of(f"{head('Best tents for two: the complete test')}<h1>The best tents for two people</h1>")
    assert headline(page) == "The best tents for two people"


def test_a_slogan_loses_against_the_title():
    page = page_of(f"{head('Bookkeeping for craftsmen | Tallyhouse')}<h1>Numbers that smile back</h1>")
    assert headline(page) == "Bookkeeping for craftsmen"


def test_a_title_that_begins_with_the_name_of_the_site_loses_against_the_h1():
    page = page_of(f"{head('Tallyhouse - The home of numbers', site_name='Tallyhouse')}<h1>Where is my invoice?</h1>")
    assert headline(page) == "Where is my invoice?"


def article(headline: str) -> str:
    return f'<script type="application/ld+json">{{"@type": "NewsArticle", "headline": "{headline}"}}</script>'


def test_the_h1_that_json_ld_names_is_the_headline():
    page = page_of(
        f"{head('Rivers: all you need to know | Valley', social='You will not believe who is back')}"
        f"{article('Otters return to the river')}<h1>Otters return to the river</h1>"
    )
    assert headline(page) == "Otters return to the river"


def test_a_declared_headline_that_is_shown_right_behind_the_h1_counts():
    title = "Otter news: river, valley, weather"
    found = f"{head(title)}{article('Otters return to the river')}<h1>{title}</h1><p>Nature</p>"
    assert headline(page_of(f"{found}<h2>Otters <b>return</b> to the river</h2>")) == "Otters return to the river"
    assert headline(page_of(f"{found}<h2 hidden>Otters return to the river</h2>")) == title
    assert headline(page_of(f"{found}{'<p>text' * 9}<h2>Otters return to the river</h2>")) == title
    assert headline(page_of(f"{found}<h2>Otters stay in the river</h2>")) == title


def test_a_topic_line_that_the_page_declares_twice_stands_before_the_h1():
    social = "Otters: They return to the river"
    found = "<h1>They return to the river</h1>"
    assert headline(page_of(head("Valley", social=social) + article(social) + found)) == social
    assert headline(page_of(head("Valley", social=social) + found)) == "They return to the river"
    assert headline(page_of(head(social) + article("They return to the river") + found)) == "They return to the river"


def test_what_a_title_has_behind_the_declared_headline_is_cut_off():
    for rest in ("-Nature", " - Nature of the valley, today and tomorrow"):
        page = page_of(head(f"Otters return to the river{rest}") + article("Otters return to the river") + "<p>text")
        assert headline(page) == "Otters return to the river"
    page = page_of(head("Otters return to the river again") + article("Otters return") + "<p>text")
    assert headline(page) == "Otters return to the river again"


def test_words_of_an_h1_in_parts_without_a_space_are_spelled_as_declared():
    page = page_of(f"{head('x', social='Nature / Otters return')}<h1><b>Nature</b>Otters return</h1>")
    assert headline(page) == "Nature / Otters return"


SHOWN = "川にカワウソが戻ってきた"


@pytest.mark.parametrize(
    "title",
    [
        f"{SHOWN}_地域ニュース_谷の新聞",
        f"{SHOWN}--地域",
        f"谷の新聞/{SHOWN}",
        f"谷の新聞 - {SHOWN} - 地域のニュースと天気",
    ],
)
def test_the_part_of_a_title_that_the_page_shows_is_the_headline(title):
    page = page_of(f"{head(title)}<p><a href=/>谷の新聞</a><p>地域のニュースと天気の話<p><b>{SHOWN}</b><p>本文")
    assert headline(page) == SHOWN


@pytest.mark.parametrize(
    "shown",
    [
        "<a href=/>News for all who live between the hills</a>",
        "<p hidden>News for all who live between the hills",
        "<p>News for all",
        "<p>Otters",
        "<p>Otters return - News for all who live between the hills",
    ],
)
def test_a_part_that_is_a_link_or_hidden_or_does_not_stand_between_signs_is_none(shown):
    markup = head("Otters return - News for all who live between the hills")
    assert headline(page_of(f"{markup}{shown}<p>text")) == "Otters return - News for all who live between the hills"


@pytest.mark.parametrize(
    ("title", "site"),
    [
        ("The Valley Paper » Blog Archive » Otters return to the river", "The Valley Paper"),
        ("The Valley Paper › Nature › Otters return to the river", "The Valley Paper"),
        ("Talblatt » Archiv » Die Otter sind zurück", "Talblatt"),
    ],
)
@pytest.mark.parametrize("shown", ["<h2>{}</h2>", "<p>{}</p>", ""])
def test_a_trail_in_the_title_ends_with_the_headline(title, site, shown):
    name = title.replace("›", "»").rpartition("» ")[2]
    assert headline(page_of(f"{head(title, site_name=site)}{shown.format(name)}<p>text")) == name


def test_a_shown_name_of_the_site_is_no_headline():
    markup = head("Otters return » Nature and more » The Valley Paper", site_name="The Valley Paper")
    assert headline(page_of(f"{markup}<p>The Valley Paper<p>text")) == "Otters return"


def test_a_social_title_that_the_title_has_a_name_behind_is_the_headline():
    markup = head("How otters live | Trust for Rivers and Lakes", social="How otters live")
    assert headline(page_of(f"{markup}<p>Trust for Rivers and Lakes<p>text")) == "How otters live"


def test_hidden_h1s_are_no_headlines():
    page = page_of('<h1 style="display:none">Menu of the site</h1><h1>Otters return</h1>')
    assert headline(page) == "Otters return"


def test_an_h1_that_links_home_is_a_logo():
    page = page_of('<header><h1><a href="/">Thoughts of a heron</a></h1></header><h1>Otters return</h1>')
    assert headline(page) == "Otters return"


def test_what_stands_beside_the_headline_in_the_h1_is_left_out():
    page = page_of(
        f"{head('Otters return | Valley')}<h1><span>12 May</span> Otters return <a href=#c>3 comments</a></h1>"
    )
    assert headline(page) == "Otters return"


def test_the_mark_of_a_permalink_is_left_out():
    assert headline(page_of('<h1>Installation<a href="#installation">¶</a></h1>')) == "Installation"


def test_the_usual_spelling_wins():
    page = page_of(f"{head('Otters return', social='Otters return')}<h1>OTTERS RETURN</h1>")
    assert headline(page) == "Otters return"


@pytest.mark.parametrize(
    ("title", "before", "behind", "found"),
    [
        ("Wheels - The Book of Mills", "The Book of Mills", "<h2>Wheels</h2>", "Wheels"),
        ("Wheels - The Book of Mills", "The Book of Mills", "<h1><a href=#wheels>Wheels</a></h1>", "Wheels"),
        ("水車 | 水車の本", "水車の本", "<h2>水車</h2>", "水車"),
        ("Räder – Das Mühlenbuch", "Das Mühlenbuch", "<nav><a href=/1>Vorwort</a></nav><h2>Räder</h2>", "Räder"),
        ("E12 - List of errors", "List of errors", "<h1>Error code E12</h1>", "Error code E12"),
        # A section's name before the headline is that of a box beside the text.
        (
            "Local news - The mill turns again",
            "The mill turns again",
            "<p>{}</p><h2>Local news</h2>",
            "The mill turns again",
        ),
        ("Wheels - The Book of Mills", "The Book of Mills", "<h2>Contents</h2>", "The Book of Mills"),
    ],
)
def test_the_name_of_a_book_before_each_of_its_pages_is_no_headline(title, before, behind, found):
    prose = "The wheel stood idle for forty years before the council let it turn again."
    page = page_of(f"{head(title)}<h1 class=menu>{before}</h1>{behind.format(prose)}<p>{prose}</p>")
    assert headline(page) == found


@pytest.mark.parametrize(
    ("title", "first", "found"),
    [
        ("Bench Notes: On chisels", "<h1><a href=/weblog/>Bench Notes</a></h1><h2>May 22, 2003</h2>", "On chisels"),
        ("Il vaso rotto: Pane", "<h1><a href=/diario/>Il vaso rotto</a></h1><h2>Cose di casa</h2>", "Pane"),
        ("路地裏日記: 梅雨の晴れ間の話", "<h1>路地裏日記</h1>", "梅雨の晴れ間の話"),
        ("Dijkweg 12 » Tegen de wind", "<h1><a href=index.php>Dijkweg 12</a></h1>", "Tegen de wind"),
        ("La cocina: Membrillo en dos tardes", "<div><a href=/>La cocina</a></div>", "Membrillo en dos tardes"),
    ],
)
def test_the_name_of_a_blog_before_each_of_its_entries_is_no_headline(title, first, found):
    page = page_of(f"<title>{title}</title>{first}<h3>{found}</h3><p>We walked to the mill.", url="https://a.example/1")
    assert headline(page) == found


def test_a_headline_whose_second_part_is_the_section_below_it_stays_whole():
    page = page_of("<title>Otters return: the river</title><h1>Otters return</h1><p>Much.</p><h2>Comments</h2>")
    assert headline(page) == "Otters return"
    page = page_of("<title>Otters : Paper</title><div>Otters</div><h2>Paper</h2><p>Much.</p>")
    assert headline(page) == "Otters"


@pytest.mark.parametrize(
    ("title", "url"),
    [
        ("Two Wheels Club :: View topic - A squeak", "viewtopic.php?t=812"),
        ("Forum Majsterkowicza :: Zobacz temat - A squeak", "viewtopic.php?t=812&start=15"),
        ("Подоконник :: Просмотр темы - A squeak", "viewtopic.php?t=812"),
    ],
)
def test_the_topic_of_a_thread_is_the_text_that_links_to_the_page(title, url):
    site = f"<span>{title.partition(' :')[0]}</span><p><a href=viewforum.php?f=3>Workshop and more</a></p>"
    topic = '<td><a href="viewtopic.php?t=812">A squeak</a><br>&nbsp;</td>'
    page = page_of(f"<title>{title}</title>{site}<table><tr>{topic}</table>", url=f"https://forum.example/{url}")
    assert headline(page) == "A squeak"


PROSE = "<p>The ferry ran aground on the sandbank, and the crew of four had to spend the night on board."


@pytest.mark.parametrize("title", ["New Page 1", "The Daily Example Online: Local News", "範例電子報", "Druckversion"])
@pytest.mark.parametrize(
    "shown",
    [
        "<font size=1>Local</font><p><font size=5><b>Ferry runs aground</b></font><br>By A. Reed</p>",
        '<p align=center><b><font face=Arial size="+2">Ferry runs aground</font></b></p><font size=2>Monday</font>',
        "<font size=6><a href=/>The Daily</a></font><td><a href=/1>News</a></td><h2>Ferry runs aground</h2>",
        "<p class=MsoNormal><b><span style='font-size:20.0pt'>Ferry runs aground</span></b></p>",
        "<span class=rubrik>Local</span><span class=titulo1>Ferry runs aground</span><br>",
        "<h3>Valley College</h3><h1>Ferry runs aground</h1>",
    ],
)
def test_what_is_printed_largest_before_the_text_is_the_headline_where_the_title_is_nowhere_shown(title, shown):
    page = page_of(f"<title>{title}</title><center>{shown}</center>{PROSE}<font size=7>Win!</font>")
    assert headline(page) == "Ferry runs aground"


@pytest.mark.parametrize(
    "shown",
    [
        "<font size=2>Ferry</font>",
        "<h2>Introduction</h2>",
        "<center><h3>Menu</h3><a href=/1>News</a></center>",
        "<h1>Ferry <button>Copy</button></h1>",
        "<font size=5>Valley</font>",
    ],
)
def test_what_is_set_no_larger_or_heads_a_menu_is_no_headline(shown):
    page = page_of(f"<title>Aground on a sandbank</title>{shown}{PROSE}", url="https://valley.example/1")
    assert headline(page) == "Aground on a sandbank"
    assert headline(page_of(f"{head('x', social='Aground on a sandbank')}<font size=6>Ferry</font>{PROSE}")) == (
        "Aground on a sandbank"
    )


@pytest.mark.parametrize("home", ["Home", "Startseite", "Accueil"])
def test_the_name_of_any_first_page_is_no_headline_where_something_says_more(home):
    title = head(f"{home} - The Valley Paper", site_name="The Valley Paper")
    assert headline(page_of(f"{title}<h1>{home}</h1><h1>News for the valley</h1>")) == "News for the valley"
    assert headline(page_of(head(f"{home} - The Valley Paper", social=home))) == f"{home} - The Valley Paper"
    assert headline(page_of(head(home) + "<p>x")) == home
    assert headline(page_of(f"<h1>{home} des otters</h1>")) == f"{home} des otters"
    assert headline(page_of("<h1>川のカワウソの数が世界トップ</h1><h2>カワウソ</h2>")) == "川のカワウソの数が世界トップ"


def test_without_h1_and_title_the_first_visible_h2_is_the_headline():
    page = page_of("<div hidden><h2>Menu</h2></div><h2>Otters return</h2><h2>Comments</h2>")
    assert headline(page) == "Otters return"


def test_a_page_without_any_has_none():
    assert headline(page_of("<p>text")) is None
    assert headline(page_of("<title> | </title><h1></h1><h1>!</h1>")) is None


def test_the_address_may_be_nonsense():
    for url in (None, "", "http://[", "not an address"):
        assert headline(page_of('<h1><a href="http://[">Otters return</a></h1>', url=url)) == "Otters return"


FLOODS = {
    "headings": lambda n: "<title>a b - c</title>" + "<h1>x y</h1>" * (100 * n),
    "parts": lambda n: "<title>" + "a | b - c " * (500 * n) + "</title><h1>b - c</h1>",
    "dashes": lambda n: "<title>" + "- " * (2500 * n) + "</title>",
    "brackets": lambda n: '<meta property="og:title" content="' + "【" * (1000 * n) + '"><h1>x</h1>',
    "words": lambda n: "<title>t</title><h1>" + "w " * (1000 * n) + "</h1>",
    "lines": lambda n: "<title>t</title><h1>" + "<b>w</b><br>" * (50 * n) + "</h1>",
    "headings behind": lambda n: "<title>x</title>" + article("b " * n) + "<h1>x</h1>" + "<h2>b</h2>" * (50 * n),
    "letters": lambda n: "<title>x y</title>" + "<font size=5>a b " * (50 * n) + "</font>" * (50 * n) + PROSE,
    "linked headings": lambda n: "<h1><a href=/>x</a></h1>" * (50 * n),
}


@pytest.mark.parametrize("name", FLOODS)
def test_the_work_grows_no_faster_than_the_page(name):
    check_linear(lambda n: page_of(FLOODS[name](n)), headline)


@pytest.mark.slow
@pytest.mark.parametrize("name", FLOODS)
def test_hostile_pages_have_a_headline_of_bounded_length_or_none(name):
    found = headline(page_of(FLOODS[name](FULL)))
    assert found is None or len(found) <= MAX_LENGTH


@pytest.mark.parametrize(("others", "found"), [(23, "otters return home"), (24, "Otters return home")])
def test_only_the_first_24_h1s_are_looked_at(others, found):
    page = page_of(f"{head('Otters return home')}{'<h1>News</h1>' * others}<h1>otters return home</h1>")
    assert headline(page) == found


@pytest.mark.parametrize(("shared", "all_words", "wins"), [(7, 10, True), (2, 3, False), (13, 20, False), (3, 4, True)])
def test_an_h1_that_shares_seven_of_ten_words_with_the_title_is_the_headline(shared, all_words, wins):
    title = " ".join(f"word{number}" for number in range(all_words))
    h1 = " ".join(f"word{number}" if number < shared else f"other{number}" for number in reversed(range(all_words)))
    assert headline(page_of(f"{head(title)}<h1>{h1}</h1>")) == (h1 if wins else title)


@pytest.mark.parametrize(("blocks", "found"), [(8, "w w w w w w w w"), (9, "Otters return")])
def test_a_heading_of_more_than_eight_blocks_is_none(blocks, found):
    assert headline(page_of(f"<h1>{'<div>w</div>' * blocks}</h1><h1>Otters return</h1>")) == found


@pytest.mark.parametrize(("before", "found"), [(2, "Otters return"), (3, "Otter news")])
@pytest.mark.parametrize("between", ["<p>Nature</p>", "<h3>Nature</h3>"])
def test_a_second_headline_is_one_of_three_blocks_behind_the_h1(between, before, found):
    markup = (
        f"{head('Otter news')}{article('Otters return')}<h1>Otter news</h1>{between * before}<h2>Otters return</h2>"
    )
    assert headline(page_of(markup)) == found


@pytest.mark.parametrize("length", [400, 401])
def test_a_heading_of_400_characters_is_a_headline(length):
    assert headline(page_of(f"<h1>{'x' * length}</h1>")) == ("x" * 400 if length == 400 else None)


def test_the_name_of_the_host_is_found_in_long_names_and_in_headings():
    title = head("Why we moved our office – Brookside Carpenters of the Valley")
    assert headline(page_of(title + "<p>x", url="https://brookside.example/blog")) == "Why we moved our office"
    page = page_of("<h1>Brookside</h1><h1>Otters return</h1>", url="https://www.brookside.example/blog")
    assert headline(page) == "Otters return"


def test_a_link_home_behind_the_h1_is_no_part_of_it():
    assert headline(page_of('<h1>Otters return</h1><a href="/">Home</a>')) == "Otters return"


def test_a_title_that_goes_on_with_a_short_word_is_not_cut():
    page = page_of(head("Otters return a second time") + article("Otters return") + "<p>text")
    assert headline(page) == "Otters return a second time"


def test_a_link_beside_the_headline_in_the_h1_is_left_out():
    page = page_of(f"{head('Otters return | Valley')}<h1>Otters return <a href=#c>3 comments</a></h1>")
    assert headline(page) == "Otters return"


def test_of_two_h1s_that_share_as_many_words_the_first_counts():
    page = page_of(f"{head('Best tents for two')}<h1>The best tents for two people</h1><h1>For two: best tents</h1>")
    assert headline(page) == "The best tents for two people"


def test_a_short_title_with_the_hosts_name_says_less_than_the_headline():
    def page(h1: str) -> str:
        return f"<html><head><title>Spiral toys</title></head><body><h1>{h1}</h1><p>Put the small wheel on the peg.</p>"

    assert (
        headline(page_of(page("Drawing with two wheels"), url="https://spiral.example/two.html"))
        == "Drawing with two wheels"
    )
    assert headline(page_of(page("Drawing with two wheels"), url="https://other.example/two.html")) == "Spiral toys"


def test_the_sites_name_may_stand_beside_the_headline_without_a_sign():
    page = "<html><head><title>valley.example Mending nets</title></head><h1>valley.example</h1><h3>Mending nets</h3><p>Text."
    assert headline(page_of(page, url="https://valley.example/2025/nets.html")) == "Mending nets"


@pytest.mark.parametrize(
    "logo",
    [
        "<h1><a href=index.php>The Craft Forum</a></h1>",
        "<h1><a href=/home.html>The Craft Forum</a></h1>",
        "<h1 class=logo><a href='/doku.php?id=start'>The Craft Forum</a></h1>",
        "<h1 id=site-title>The Craft Forum</h1>",
    ],
)
@pytest.mark.parametrize("title", ["Der Generator läuft nicht / Maschinen / The Craft Forum", "The Craft Forum"])
def test_a_logo_is_no_headline_though_the_title_ends_with_it(logo, title):
    page = page_of(f"{head(title)}{logo}<h1>Der Generator läuft nicht</h1><p>text")
    assert headline(page) == "Der Generator läuft nicht"


def test_a_logo_that_is_no_h1_of_another_page_stays_a_part_of_the_title():
    assert headline(page_of(f"{head('Our brand')}<h1 class=brand>Our brand</h1><p>text")) == "Our brand"


@pytest.mark.parametrize(
    ("section", "title", "found"),
    [
        ("sourdough", "Why does my loaf tear? : sourdough", "Why does my loaf tear?"),
        ("Sauerteig", "Warum reißt mein Brot? - Sauerteig", "Warum reißt mein Brot?"),
        ("levain", "Pourquoi mon pain se déchire | levain", "Pourquoi mon pain se déchire"),
    ],
)
def test_an_h1_of_one_word_that_ends_the_title_is_a_section(section, title, found):
    assert headline(page_of(f"{head(title)}<h1><a href=/r/x>{section}</a></h1><p>text")) == found


@pytest.mark.parametrize(
    ("title", "h1s"),
    [
        ("How the spring, the mill and the ferry came to the valley", ("Contents", "Spring", "Ferry")),
        ("Ihre Checkliste: Zeitplan für Gäste, Räume und Musik", ("Ablauf", "Gäste", "Musik")),
        ("Guide complet : moulin, levain et farine au village", ("Étapes", "Levain", "Farine")),
    ],
)
def test_a_later_h1_of_one_word_heads_a_part_of_the_text(title, h1s):
    body = "".join(f"<h1>{h1}</h1><p>text</p>" for h1 in h1s)
    assert headline(page_of(f"{head(title)}{body}")) == title


@pytest.mark.parametrize("address", ["/walks/kayak", "https://valley.example/walks/kayak?x=1", "kayak"])
def test_an_h1_that_is_a_link_to_another_page_is_no_headline_beside_one_that_is_none(address):
    title = head("Where to bike in the valley | The Valley Paper", social="Our favourite ways by bike")
    card = f"<div><h1><a href={address}>Where to paddle in the valley</a></h1></div>"
    own = "<h1>The best trails for bikes</h1><p>text</p>"
    url = "https://valley.example/walks/bike"
    assert headline(page_of(f"{title}{own}{card}", url)) == "Our favourite ways by bike"
    assert headline(page_of(f"{title}{card}", url)) == "Where to paddle in the valley"
    itself = "<h1><a href=/walks/bike#top>Where to bike in a wide valley</a></h1><p>text</p>"
    assert headline(page_of(f"{title}{itself}{card}", url)) == "Where to bike in a wide valley"


def test_a_link_beside_the_headline_in_its_h1_makes_it_no_other_pages():
    own = "<h1>Where to bike in a wide valley <a href=/edit/7>Edit</a></h1><p>text</p><h1>Where else to bike</h1>"
    page = page_of(f"{head('Where to bike in a wide valley - Paper')}{own}", "https://valley.example/walks/bike")
    assert (headline(page) or "").startswith("Where to bike in a wide valley")


def test_without_a_title_what_is_printed_largest_is_the_headline():
    text = "<p>The mill at the brook is built anew, and nobody in the village knows what it will cost.</p>"
    assert headline(page_of(f"<font size=6>The mill turns again</font>{text}")) == "The mill turns again"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("High tide |", "High tide"),
        ("High tide ⋆", "High tide"),
        ("Hochwasser –", "Hochwasser"),
        ("Salt &amp;amp; bread", "Salt & bread"),
        ("Ada&amp;#8217;s mill", "Ada’s mill"),
        ("Half-price C++", "Half-price C++"),
        ("What &amp;lt;b&amp;gt; means", "What &lt;b&gt; means"),
    ],
)
def test_what_is_left_of_signs_and_entities_is_no_part_of_a_headline(written, shown):
    assert headline(page_of(f"<h1>{written}</h1><p>text</p>")) == shown
    assert headline(page_of(f"{head(written)}<p>text</p>")) == shown


def test_what_two_titles_have_in_common_is_the_headline():
    titles = head("High tide in the old mill? : mills", social="r/mills - High tide in the old mill?")
    assert headline(page_of(f"{titles}<p>text")) == "High tide in the old mill?"


@pytest.mark.parametrize(
    ("title", "found"), [("tides", "Fitting tides by hand"), ("Tides", "Tides"), ("tokio::runtime", "tokio::runtime")]
)
def test_a_title_that_is_the_name_of_a_file_says_less_than_the_only_h1(title, found):
    assert headline(page_of(f"{head(title)}<h1>Fitting tides by hand</h1><p>text")) == found


@pytest.mark.parametrize("frame", ["<h2>{}</h2>", "<div class=navigation><b>{}</b></div>"])
def test_a_headline_with_a_colon_is_whole_where_the_page_shows_it_so(frame):
    title = "Semis de tomates : feuilles qui jaunissent"
    assert headline(page_of(f"{head(title)}{frame.format(title)}<p>text")) == title
    named = "Le potager : semis de tomates au printemps"
    page = page_of(f"{head(named, site_name='Le potager')}{frame.format(named)}<p>text")
    assert headline(page) == "semis de tomates au printemps"


def test_signs_of_emphasis_that_only_the_declarations_have_are_none_of_the_headline():
    titles = head("*A Treatise on Mills* (1792) — Valley Review", social="*A Treatise on Mills* (1792)")
    assert (
        headline(page_of(f"{titles}<h1><em>A Treatise on Mills</em> (1792)</h1><p>text"))
        == "A Treatise on Mills (1792)"
    )
    starred = head("Mills rated ** by guests", social="Mills rated ** by guests")
    assert headline(page_of(f"{starred}<h1>Mills rated ** by guests</h1><p>text")) == "Mills rated ** by guests"


@pytest.mark.parametrize(
    ("title", "h1"),
    [
        ("Gear Guide 2026: Top Lamps Reviewed | Quay Paper", "I slept under nine reading lamps"),
        ("Nachrichten - Norddeutschland", "Der Kran am Kai bleibt stehen"),
        ("Новости - Северный округ", "Кран на причале решили не сносить"),
        ("谷のニュース", "岸壁のクレーンは残ることに"),
        ("Delaying the crane has risks", "Why the crane on the quay should go now"),
    ],
)
def test_an_articles_only_h1_is_its_headline_whatever_its_title_says(title, h1):
    page = page_of(f"<head><title>{title}</title></head><h1><a href='/'>Quay Paper</a></h1><h1>{h1}</h1><p>text")
    assert headline(page, is_article=True) == h1
    assert headline(page) != h1


@pytest.mark.parametrize(
    ("head_of", "h1s"),
    [
        pytest.param(
            head("Cranes stay", social="Cranes stay on"), ["We asked about the quay"], id="a declared headline"
        ),
        pytest.param(head("Cranes stay on"), ["We asked about the quay", "Also on the quay today"], id="several h1s"),
        pytest.param(head("Cranes stay on"), ["Harbour news"], id="a section"),
        pytest.param(head("Cranes stay on"), ["Brookside - the paper of the quay"], id="the site"),
    ],
)
def test_other_h1s_of_articles_yield_to_the_title(head_of, h1s):
    page = page_of(head_of + "".join(f"<h1>{h1}</h1>" for h1 in h1s), url="https://brookside.example/cranes")
    assert headline(page, is_article=True) == "Cranes stay on"


@pytest.mark.parametrize(
    ("head_title", "body", "url"),
    [
        # A blog's name in an h1 that leads above the page.
        (
            "川べりの水車 @ 慢慢走 :: 部落 ::",
            "<h1><a href=/blog>慢慢走</a></h1><h2><a href=/blog/post/7>川べりの水車</a></h2>",
            "https://m.example/blog/post/7",
        ),
        # One whose signs are all in the title.
        (
            "川べりの水車_茶烟_新浪博客",
            "<h1><a href=http://x.example/chayan>茶烟的博客</a></h1><h2>川べりの水車</h2>",
            "https://x.example/s/7.html",
        ),
        # Behind a wide space, behind brackets, before a board's name.
        (
            "各駅ノート\u3000 川べりの水車",
            "<h1><a href=/>各駅ノート</a></h1><h2>川べりの水車</h2>",
            "https://k.example/entry-7.html",
        ),
        ("【茶厂】川べりの水車_茶乡吧_百度", "<h3>川べりの水車</h3>", "https://t.example/p/7"),
        (
            "川べりの水車 > 자유게시판 | 우리동네",
            "<h1>川べりの水車 > 자유게시판</h1><h2>자유게시판</h2><h2>川べりの水車</h2>",
            "https://d.example/bbs/board.php?wr_id=7",
        ),
        # Quoted where it is declared.
        ("『川べりの水車』", "<h1><a href=/umi/7.html>川べりの水車</a></h1>", "https://a.example/umi/7.html"),
    ],
)
def test_titles_of_blog_hosts_and_boards_of_east_asia(head_title, body, url):
    page = page_of(
        f"<head><title>{head_title}</title></head><body>{body}<p>水車は四十年のあいだ止まっていた。</p></body>", url=url
    )
    assert headline(page) == "川べりの水車"


def test_an_h1_that_leads_to_the_first_page_of_its_text_is_the_headline():
    body = "<h1><a href=/news/mill-turns>The mill turns again</a></h1><p>The second page begins here.</p>"
    page = page_of(
        f"{head('The mill turns again | Valley')}<body>{body}</body>", url="https://v.example/news/mill-turns/2"
    )
    assert headline(page) == "The mill turns again"


@pytest.mark.parametrize(
    ("title", "above"),
    [
        ("Gemeinde Unterau - Detail", "<h3>Der Bau beginnt im Herbst</h3>"),
        ("Aktuelles | Kanzlei am Tor", "<h1>Aktuelles</h1><h2>Der Bau beginnt im Herbst</h2>"),
        ("Actualités", "<h1>Actualités</h1><p>12.03.2010</p><h2>Les travaux du pont commencent</h2>"),
        ("Nieuws - Dorpsraad", "<h4>De bouw begint in de herfst</h4>"),
    ],
)
def test_an_article_is_called_by_the_heading_above_its_text_where_the_title_names_a_section(title, above):
    text = "<p>The mill at the brook is built anew, and nobody knows what it will cost.</p>"
    page = page_of(f"{head(title)}<body>{above}{text}{text}</body>", url="https://town.example/x")
    main = [block.startswith("The mill") for block in page.texts]
    named = above.rpartition("</h")[0].rpartition(">")[2]
    assert headline(page, main=main, is_article=True) == named
    assert headline(page, main=main) != named
    page = page_of(f"{head(title)}<body>{text}</body>", url="https://town.example/x")
    assert headline(page, main=[True], is_article=True) in title


def test_the_very_name_of_the_site_leads_an_articles_title():
    shown = "<h3>The shoe mender &middot; 3 September 2007</h3><p>text</p>"
    page = page_of(f"{head('Pinecone: The shoe mender')}{shown}", url="https://pinecone.example/x")
    assert headline(page, is_article=True) == "The shoe mender"
    assert headline(page) == "Pinecone: The shoe mender"
    page = page_of(
        f"{head('Pinecone: The shoe mender')}<h1>Pinecone: The shoe mender</h1>", url="https://pinecone.example/x"
    )
    assert headline(page, is_article=True) == "Pinecone: The shoe mender"


@pytest.mark.parametrize("sign", ["::", "»"])
def test_a_trail_in_a_title_ends_with_what_the_page_shows(sign):
    title = f"Friends of the Old Town {sign} Texts {sign} Evening in the lanes"
    shown = "<div>Evening in the lanes</div><p>text</p>"
    assert headline(page_of(head(title) + shown, url="https://oldtown.example/x")) == "Evening in the lanes"


@pytest.mark.parametrize(
    ("title", "section", "address", "headline"),
    [
        ("Einzelansicht - Institut für Raum", "Aktuelles", "/aktuelles", "Kartensammlung erschlossen"),
        ("Aktuelles | Institut für Raum", "Aktuelles", "/aktuelles/", "Kartensammlung erschlossen"),
        ("Actualités - Ville de Quai", "Actualités", "/actualites", "Les cartes en ligne"),
        ("Noticias", "Noticias", "/noticias", "La biblioteca abre sus mapas"),
    ],
)
def test_a_heading_of_the_section_above_the_page_is_no_headline(title, section, address, headline):
    text = "<p>The mill stood idle for forty years before the council voted to let the wheel turn again.</p>" * 5
    page = (
        f"<html><head><title>{title}</title></head><body><ul><li><a href=/>Start</a></li>"
        f"<li><a href={address}>{section}</a></li></ul><div id=main><h1>{section}</h1><div class=news-single>"
        f"<span>05.10.2016</span><h2>{headline}</h2>{text}</div></div></body></html>"
    )
    own = extract(page, f"https://institut.example{address.rstrip('/')}/detail/karten")
    assert own.title == headline
