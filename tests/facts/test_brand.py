from __future__ import annotations

import pytest
from core_pages import page_of

from scrapy_maincontent import extract
from scrapy_maincontent.facts.brand import is_brand

TEXTS = {
    "es": "Unas ochenta personas limpiaron el sábado el cauce del arroyo, que desde la riada estaba lleno de ramas.",
    "ja": "村の人たちが三年かけて古い水車小屋を直し、六十年ぶりに粉をひいた。秋には堤も直すという。",
    "uk": "У суботу громада відкрила оновлену бібліотеку, на ремонт якої мешканці збирали гроші понад два роки.",
}
FRAMES = {
    "link home": '<div class="hd"><a href="/">{site}</a></div><h1>{headline}</h1>{text}',
    "picture": '<a href="https://club.example/"><img src="/l.gif" alt="{site}"></a><h1>{headline}</h1>{text}',
    "first line": '<div>{site}<br>Tel. 0123</div><a href="/n">N</a><h1>{headline}</h1>{text}',
    "h2": '<a href="/">{site}</a><h3>Menu</h3><a href="/m">M</a><h2>{headline}</h2><p>12/05/2026</p>{text}',
    "h3": '<a href="/">{site}</a><div class="post"><h3>{headline}</h3>{text}</div><h3>Archiv</h3>',
    "day": '<a href="/">{site}</a><h2>12/05/2026</h2><h3>{headline}</h3>{text}',
    "logo": '<h1><a href="/">{site}</a></h1><h2>{headline}</h2>{text}<h2>Links</h2><a href="/l">L</a>',
    "rights": '<a href="/n">N</a><h2>{headline}</h2>{text}<div>© 2012-2026 {site}</div>',
}


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize(
    ("language", "site", "headline"),
    [
        ("es", "Ayuntamiento de Villarejo", "Los vecinos limpian el arroyo"),
        ("ja", "河口村ホームページ", "古い水車がまた回る"),
        ("uk", "Вербівська громада", "Бібліотека відкрилася після ремонту"),
    ],
)
def test_a_title_that_is_the_same_on_every_page_is_no_headline(frame, language, site, headline):
    text = f"<p>{TEXTS[language]}</p>" * 3
    body = FRAMES[frame].format(site=site, headline=headline, text=text)
    for social in ("", f'<meta property="og:title" content="{site}">'):
        html = f"<html><head><title>{site}</title>{social}</head><body>{body}</body></html>"
        assert extract(html, "https://club.example/news/17").title == headline


@pytest.mark.parametrize(
    ("host", "site"),
    [("valley-paper.example", "Valley Paper"), ("talblatt.example", "Talblatt"), ("kawaguchi.example", "KAWAGUCHI")],
)
def test_an_h1_and_a_title_that_are_the_hosts_name_are_no_headline(host, site):
    body = f"<h1>{site}</h1><a href=/n>N</a><h2>Otters return to the river</h2><p>{TEXTS['es']}</p>"
    html = f"<html><head><title>{site}</title></head><body>{body}</body></html>"
    assert extract(html, f"https://{host}/news/17").title == "Otters return to the river"


def test_a_title_that_says_home_on_a_page_of_its_own_is_the_sites_name():
    html = "<title>The Mill Band - Home</title><h1>Music in the square</h1><p>It was the first time in three years.</p>"
    assert extract(html, "https://club.example/plays.html").title == "Music in the square"
    assert extract(html, "https://club.example/").title != "Music in the square"


@pytest.mark.parametrize(
    ("markup", "url"),
    [
        ("<a href=/>The tides</a><h1>Archive</h1>", "https://sea.example/"),  # the first page itself
        ("<a href=/>The tides</a><h2>The tides</h2>", "https://sea.example/a"),  # a heading says it
        ("<a href=/>Home</a><a href=/a>The tides</a><h1>Archive</h1>", "https://sea.example/a"),  # a menu, a trail
        ("<a href=https://moon.example/>The tides</a><h1>Archive</h1>", "https://sea.example/a"),  # another site's name
        ("<a href=/>Sea</a><h1>Archive</h1><p>© 2020 Sea</p>", "https://sea.example/a"),
        ("<a href=/>The</a><h1>Archive</h1>", "https://sea.example/a"),  # a word of it
    ],
)
def test_a_name_is_the_sites_only_where_the_page_shows_it_so(markup, url):
    assert not is_brand(page_of(f"<title>The tides</title>{markup}<p>text", url=url), "The tides")
