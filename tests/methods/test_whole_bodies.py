"""Bodies that would be lost, and text that would be too much: short pages, hidden copies, further articles."""

from __future__ import annotations

import pytest

from scrapy_maincontent import extract

P = [
    "The ferry at the old landing has been out of service since the ice of January, and nobody knows when it will run again.",
    "Two men from the yard have looked at the hull and found a crack as long as an arm below the water line, just behind the engine.",
    "Until it has been welded, whoever wants to cross has to drive to the bridge at the quarry, which takes fifty minutes each way.",
    "The town has asked the province for a second boat, as it has done every winter for the last eleven years, without an answer so far.",
]
BODY = "".join(f"<p>{text}</p>" for text in P)
HEADER = "<header><nav><ul><li><a href=/>Home</a><li><a href=/news>News</a><li><a href=/about>About us</a></ul></nav></header>"
FOOTER = "<footer><p>© 2025 The Landing. <a href=/privacy>Privacy</a></footer>"


DOCS = "<title>Clamp - Manual</title><meta name=generator content='Docusaurus'>"


def text_of(body: str, head: str = "", url: str = "https://landing.example/news/ferry") -> str:
    return extract(f"<html lang=en><head><meta charset=utf-8>{head}</head><body>{body}</body></html>", url).text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>Hello, world.</p>", "Hello, world."),
        ("<title>Hello</title><h1>Hello</h1><p>Hello, world.</p>", "Hello, world."),
        ("<div>こんにちは、世界。</div>", "こんにちは、世界。"),
        ("<p>Привет, мир!</p><footer>© 2024</footer>", "Привет, мир!"),
        ("<nav><a href=/>Home</a> <a href=/b>Blog</a></nav><p>مرحبا بالعالم.</p>", "مرحبا بالعالم."),
        ("just text", "just text"),
        ("<p>One</p><p>Two</p>", "One\n\nTwo"),
        ("<ul><li>one</li><li>two</li></ul>", "- one\n- two"),
        ("<pre>x = 1\ny = 2</pre>", "x = 1\ny = 2"),
    ],
)
def test_a_page_of_hardly_anything_but_its_text_has_that_text(markup: str, text: str) -> None:
    result = extract(markup)
    assert (result.text, result.empty_reason) == (text, None)


@pytest.mark.parametrize(
    "markup",
    [
        "<h1>Only a headline</h1>",
        "<p><a href=/x>A link</a></p>",
        "<footer>© 2024</footer>",
        "<p hidden>Not shown.</p>",
        "<button>Go</button>",
        "".join(f"<p>{word}</p>" for word in ("Home", "News", "About", "Contact", "Login", "Help", "Cart")),
    ],
)
def test_a_short_page_without_a_text_has_none(markup: str) -> None:
    assert extract(markup).text == ""


def test_sentences_in_one_element_are_a_body_where_nothing_else_is() -> None:
    menus = "".join(
        f"<div class='sidebar-widget ad-banner footer-links'><a href=/{n}>Offer {n}</a></div>" for n in range(30)
    )
    assert all(text in text_of(f"{menus}<div class='footer sidebar ads'>{BODY}</div>{menus}") for text in P)


@pytest.mark.parametrize(
    "attributes", ["style='display:none'", "hidden", "class=for-script"], ids=["style", "attribute", "style sheet"]
)
def test_a_second_copy_that_is_not_shown_is_no_text(attributes: str) -> None:
    other = "".join(f"<p>{text}</p>" for text in reversed(P))
    long = "".join(f"<p>{text} It was the same the year before.</p>" for text in P)
    style = "<style>.for-script{display:none}</style>"
    text = text_of(
        f"{HEADER}<main><h1>Ferry</h1>{BODY}{long}</main><div><div {attributes}>{other}</div></div>{FOOTER}", style
    )
    assert text.count(P[1]) == 2


MANUAL = "".join(f"<h2>{n}. Setting the clamp</h2><pre>clamp --set {n}</pre><p>{text}</p>" for n, text in enumerate(P))


@pytest.mark.parametrize("attributes", ["hidden", "style='display:none'", "class='toast hidden' hidden"])
@pytest.mark.parametrize(
    "note",
    [
        "Sorry to hear that. Please tell us how we can make this page of the manual better for you.",
        "Das tut uns leid. Bitte schreiben Sie uns, was auf dieser Seite des Handbuchs fehlt.",
        "Nous sommes désolés. Dites-nous ce qui manque à cette page du manuel.",
    ],
)
def test_what_a_manual_hides_behind_its_text_is_none(attributes: str, note: str) -> None:
    text = text_of(f"{HEADER}<main><h1>Clamp</h1>{MANUAL}<div {attributes}><p>{note}</p></div></main>{FOOTER}", DOCS)
    assert note not in text
    assert all(part in text for part in P)


@pytest.mark.parametrize("panel", ["role=tabpanel", "class=tab-pane", "class='mod tabs__content'"])
def test_a_manuals_last_tab_is_text_though_it_is_hidden(panel: str) -> None:
    note = "On the other system the clamp is set by hand, with the key that hangs behind the door of the shed."
    tabs = f"<div><div {panel}><p>{P[0]} {P[1]}</p></div><div {panel} hidden><p>{note}</p></div></div>"
    text = text_of(f"{HEADER}<main><h1>Clamp</h1>{MANUAL}{tabs}</main>{FOOTER}", DOCS)
    assert note in text


@pytest.mark.parametrize(
    "label", ["<h3>What is the matter?</h3>", "<button aria-expanded=false>Mehr</button>", "<a href='#x'>詳しく</a>"]
)
def test_what_a_click_opens_is_text(label: str) -> None:
    parts = "".join(f"<section>{label}<div style='display:none'><p>{text}</p></div></section>" for text in P)
    text = text_of(f"{HEADER}<main><h1>Ferry</h1><p>{P[0]} {P[1]}</p>{BODY}{parts}</main>{FOOTER}")
    assert all(text.count(part) >= 1 for part in P)


def further(name: str, number: int) -> str:
    others = f"<p>{P[number % 4]} That was said of {name} as well.</p><p>{P[(number + 1) % 4]} So it was with {name}, too.</p><p>{P[(number + 2) % 4]}</p>"
    return f"<article class=post><h1><a href=/news/{name}>All about {name}</a></h1><div>{others}</div></article>"


@pytest.mark.parametrize("frame", ["{}", "<div class=article-wrap>{}</div>", "<section data-url=/a>{}</section>"])
def test_articles_below_the_one_of_the_address_are_no_part_of_it(frame: str) -> None:
    url = "https://landing.example/news/ferry"
    units = "".join(frame.format(further(*each)) for each in (("ferry", 0), ("bridge", 1), ("yard", 2)))
    page = f"{HEADER}<main>{units}</main>{FOOTER}"
    text = text_of(page, "<title>The Landing</title>", url)
    assert "said of ferry" in text
    assert "said of bridge" not in text
    assert "said of yard" not in text


def test_of_articles_none_of_which_is_the_page_s_own_all_stay() -> None:
    page = f"{HEADER}<main>{further('ferry', 0)}{further('bridge', 1)}</main>{FOOTER}"
    text = text_of(page, "<title>The Landing</title>", "https://landing.example/")
    assert "said of ferry" in text
    assert "said of bridge" in text


def unit(tag: str, name: str, day: str, number: int) -> str:
    text = f"<p>{P[number]} That was said of {name}.</p><p>{P[number + 1]} So it was with {name}, too.</p>"
    return f"<{tag} class=css-1x><h1>All about {name}</h1><span>{day}</span><div>{text}</div></{tag}>"


@pytest.mark.parametrize("tag", ["div", "section", "news-story"])
@pytest.mark.parametrize("day", ["3 May 2024", "3 мая 2024", "2024年5月3日"])
def test_dated_parts_with_a_headline_each_are_articles_by_any_name(tag: str, day: str) -> None:
    page = f"{HEADER}<main>{unit(tag, 'ferry', day, 0)}<p>Next</p>{unit(tag, 'bridge', day, 2)}</main>{FOOTER}"
    text = text_of(page, "<title>All about ferry - The Landing</title>")
    assert "said of ferry" in text
    assert "said of bridge" not in text


@pytest.mark.parametrize(("first", "second"), [("3 May 2024", ""), ("", "")])
def test_parts_of_one_article_with_a_headline_each_all_stay(first: str, second: str) -> None:
    page = f"{HEADER}<main>{unit('div', 'ferry', first, 0)}{unit('div', 'bridge', second, 2)}</main>{FOOTER}"
    text = text_of(page, "<title>All about ferry - The Landing</title>")
    assert "said of ferry" in text
    assert "said of bridge" in text


@pytest.mark.parametrize("name", ["cookie-consent", "gdprBox consent", "onetrust-banner", "cookies_notice"])
def test_a_box_that_asks_for_consent_is_no_text(name: str) -> None:
    ask = "<p>We and our 214 partners store information on your device, such as cookies, to measure what you read and to show advertising. You may object at any time.</p>"
    text = text_of(
        f"<div class='{name}'>{ask}{ask}<button>Accept</button></div>{HEADER}<main><h1>Ferry</h1>{BODY}</main>{FOOTER}"
    )
    assert "partners" not in text
    assert P[0] in text


def test_a_box_that_was_never_closed_takes_no_body() -> None:
    text = text_of(
        f"{HEADER}<div role=dialog class=alert>Our shop is closed today.<main><h1>Ferry</h1>{BODY * 1}</main>{FOOTER}</div>"
    )
    assert all(part in text for part in P)


def test_a_menu_on_one_line_is_no_text() -> None:
    row = "<div>The Landing: [<a href=/r>Register</a>] [<a href=/f>Find</a>] [<a href=/t>Ratings</a>] [<a href=/d>Talks</a>] [<a href=/n>New</a>]</div>"
    assert "[Find]" not in text_of(f"{row}<h2>Ferry</h2>{BODY}")
