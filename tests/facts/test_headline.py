"""Where a page shows its own authors and days: not among the teasers of other texts."""

from __future__ import annotations

import pytest

from scrapy_maincontent import extract

TEXTS = {
    "en": "The harbour board voted after five hours to rebuild the old pier, which has been closed since the spring.",
    "de": "Der Rat hat am Abend nach langer Debatte für den Neubau der Brücke gestimmt, die seit Jahren gesperrt ist.",
    "es": "El ayuntamiento aprobó el martes la reconstrucción del puente, que lleva varios años cerrado al tráfico.",
    "el": "Το δημοτικό συμβούλιο αποφάσισε την Τρίτη να ξαναχτίσει τη γέφυρα, που είναι κλειστή εδώ και χρόνια.",
    "ja": "市議会は火曜日の夜、長い議論の末に、数年前から閉鎖されている古い橋を架け直すことを決めた。",
}
LONG = f"<p>{TEXTS['en']}</p>" * 4
TEASERS = (
    ("Ferry fares rise", "Dora Flint"),
    ("Mill turns again", "Tom Ashgrove"),
    ("Storm hits coast", "Priya Landry"),
)
CARDS = (
    "<div class=card><a href=/{n}>{title}</a><p class=author>{name}</p></div>",
    "<div><a href=/{n}>{title}</a><p>By {name}</p><p>1{n} May 2020</p></div>",
    "<article><a href=/{n}>{title}</a> <a rel=author href=/author/{n}>{name}</a> <time>2020-05-1{n}</time></article>",
)


def cards(form):
    return "".join(form.format(n=n, title=title, name=name) for n, (title, name) in enumerate(TEASERS, 1))


def read(lang, body):
    menu = "<nav><a href=/>Home</a> <a href=/news>News</a> <a href=/sport>Sport</a></nav>"
    page = f"<html lang={lang}><title>The old pier</title>{menu}{body}<footer>© Valley Post</footer></html>"
    return extract(page, "https://post.example/the-old-pier")


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("heading", ["h2", "h3"])
@pytest.mark.parametrize("lang", TEXTS)
def test_teasers_below_a_short_text_are_none_of_its_authors_and_days(lang, heading, card):
    text = f"<p>{TEXTS[lang]}</p>" * 3
    found = read(
        lang, f"<main><h1>The old pier</h1>{text}</main><aside><{heading}>More</{heading}>{cards(card)}</aside>"
    )
    assert (found.authors, found.date_published) == ((), None)


@pytest.mark.parametrize("lang", TEXTS)
def test_a_short_text_keeps_its_own_author_below_its_subheading(lang):
    text = f"<p>{TEXTS[lang]}</p>" * 2
    found = read(lang, f"<main><h1>The old pier</h1><h2>A vote</h2><p class=author>Ann Reed</p>{text}</main>")
    assert [author["name"] for author in found.authors] == ["Ann Reed"]


@pytest.mark.parametrize(("own", "authors"), [("", []), ("<p>By Ann Reed</p>", ["Ann Reed"])])
@pytest.mark.parametrize(
    "card",
    [
        "<h3><a href=/{n}>{title}</a></h3><p><a rel=author href=/author/{n}>{name}</a> · March {n}1, 2020</p>",
        "<h4><a href=/{n}>{title}</a></h4><p>March {n}1, 2020 by <a href=/author/{n}>{name}</a></p>",
    ],
)
def test_three_teasers_above_the_headline_are_none_of_its_authors(own, authors, card):
    found = read("en", f"<div>{cards(card)}</div><main><h1>The old pier</h1>{own}{LONG}</main>")
    assert [author["name"] for author in found.authors] == authors


def test_an_author_may_be_linked_above_the_headline():
    link = "<a rel=author href=/author/reed>Ann Reed</a>"
    found = read("en", f"<main>{link}<h1>The old pier</h1>{LONG}</main>")
    assert [author["name"] for author in found.authors] == ["Ann Reed"]
