from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from growth import check_linear

from scrapy_maincontent.extraction import extract, read_page
from scrapy_maincontent.facts.media import media
from scrapy_maincontent.words.media import kind_of

URL = "https://quay.example/crane/"
PROSE = (
    "The harbour board met on Tuesday to decide what becomes of the old crane, which has stood on the quay for ninety "
    "years. Members heard from the museum, which wants to keep it, and from the port, which needs the room."
)
MENU = """<header><a href="/"><img src="/quay-paper.png" alt="The Quay"></a><nav><a href="/boats">Boats
<img src="/boats.png"></a> <a href="/tides">Tides</a></nav></header>"""


def found(markup: str, main: str = PROSE, page_type: str | None = "article", url: str | None = URL):
    """Return kind and file of each medium where the blocks that hold a text are main."""
    page = read_page(f"<html><body>{markup}</body></html>", url)
    rows = media(page, [main in text for text in page.texts], page_type)
    return [(row.kind, row.url.removeprefix("https://quay.example")) for row in rows]


def head(*, url: str = "https://quay.example/crane/hero.jpg", **metas: str) -> str:
    told = {"og:image": url} | metas
    return "".join(f'<meta property="{name}" content="{value}">' for name, value in told.items())


def test_pictures_in_and_between_the_main_text_in_document_order():
    page = f"""{MENU}<main><h1>The crane</h1><p><a href="/staff/ida">By Ida</a> <img src="/ida.jpg"></p><img src="/a.jpg">
    <p>{PROSE} <img src="/b.jpg"></p><div class="wide"><img src="/c.jpg"></div><p>{PROSE}</p>
    <video src="/d.mp4"></video></main>"""
    assert found(page) == [("image", "/a.jpg"), ("image", "/b.jpg"), ("image", "/c.jpg"), ("video", "/d.mp4")]


def test_result_has_address_texts_and_place_in_plain_types():
    page = f"""<html><body>{MENU}<article><h1>The crane stays where it is</h1><p>{PROSE}</p>
    <figure><img src="../crane.jpg" alt=" The crane  at dawn"><figcaption>Built in <b>1934</b>.</figcaption></figure>
    <p>{PROSE}</p></article></body></html>"""
    for method in ("crf", "tree"):
        result = extract(page, URL, method=method)
        assert result.media == (
            {
                "kind": "image",
                "url": "https://quay.example/crane.jpg",
                "alt": "The crane at dawn",
                "caption": "Built in 1934.",
                "xpath": "/html/body/article/figure/img",
            },
        )
        assert result.as_dict()["media"] == list(result.media)
        assert result.images == ({"url": "https://quay.example/crane.jpg"},)
        assert result.main_image == result.images[0]
        assert result.videos == result.audios == ()
        assert pickle.loads(pickle.dumps(result)).media == result.media


def test_pictures_of_cards_menus_and_by_lines_are_left_out():
    page = f"""{MENU}<article><h1>The crane</h1><div><img src="/ida.jpg"><a href="/ida">By Ida Moll</a></div><p>{PROSE}</p>
    <ul><li><a href="/ferry"><img src="/ferry.jpg">The ferry is late</a></li></ul><p>{PROSE}</p></article>
    <section><h2>Read on</h2><a href="/storm"><img src="/storm.jpg"><h3>A storm is coming</h3></a></section>
    <footer><img src="/crest.png"> Harbour town</footer>"""
    assert found(page) == []


@pytest.mark.parametrize(
    "decoration",
    [
        '<img src="/x.png" width="16" height="16">',
        '<img src="/x.gif" width="1" height="1">',
        '<img src="/x.png" height="20px">',
        '<img src="/icons/phone.svg">',
        '<img src="/img/site-logo.png?v=3">',
        '<img src="/x.png" class="post-avatar">',
        '<span class="share"><img src="/x.png"></span>',
        '<div id="ad-1"><iframe src="https://ads.example/player"></iframe></div>',
        '<aside><img src="/x.png"></aside>',
        '<a href="/"><img src="/x.png"></a>',
        '<a href="https://quay.example"><img src="/x.png"></a>',
        '<img src="/x.png" style="width: 1px; height: 1px">',
        '<img src="/x.png" style="display: none">',
        '<img src="/x.png" style="visibility:hidden" width="640">',
        '<img src="/x.png" hidden>',
        '<img src="/img/printButton.png">',
        '<img src="/img/IconComment.svg">',
        '<img src="/img/twitter.png">',
        '<img src="/img/pdf_16.gif">',
        '<img src="/img/copyright.png">',
        '<a href="#"><img src="/larger-letters.gif"></a>',
        '<img src="data:image/png;base64,AAAA">',
        '<img alt="no address">',
        '<div hidden><img src="/x.png"></div>',
        '<div style="display: none"><p><img src="/x.png"></p></div>',
        '<iframe src="https://maps.example/maps/embed?pb=1" allowfullscreen></iframe>',
        '<iframe src="https://forms.example/form/12"></iframe>',
        '<iframe src="https://tag.example/ns.html?id=1"></iframe>',
    ],
)
def test_decoration_is_left_out(decoration):
    assert found(f"<article><p>{PROSE}</p>{decoration}<p>{PROSE}</p></article>") == []


@pytest.mark.parametrize(
    ("player", "kind"),
    [
        ('<iframe src="https://tube.example/embed/12" allowfullscreen></iframe>', "video"),
        ('<iframe src="https://player.tube.example/12"></iframe>', "video"),
        ('<iframe data-src="https://tube.example/embed/12" allow="autoplay; picture-in-picture"></iframe>', "video"),
        ('<embed src="https://tube.example/video/12.swf">', "video"),
        ('<object data="https://tube.example/player.swf"></object>', "video"),
        ('<video poster="/p.jpg"><source src="https://tube.example/12.mp4"></video>', "video"),
        ('<audio controls src="https://tube.example/12.mp3"></audio>', "audio"),
        ('<iframe src="https://cast.example/embed/episode/12"></iframe>', "audio"),
        ('<picture><source srcset="https://tube.example/12.webp"><img></picture>', "image"),
    ],
)
def test_players_differ_from_other_frames(player, kind):
    (row,) = found(f"<article><p>{PROSE}</p>{player}<p>{PROSE}</p></article>")
    assert row[0] == kind


def test_captions_that_the_method_calls_other_do_not_part_a_picture_from_its_text():
    page = read_page(
        f"""<body><p>{PROSE}</p><figure><img src="a.jpg"><figcaption>The crane.</figcaption></figure>
        <div class="wp-caption"><img src="b.jpg"><p>The quay.</p></div>
        <div><img src="c.jpg"><p>The port, as it was</p></div>
        <div><img src="e.jpg"><p>Back</p><p>Forth</p></div>
        <img src="d.jpg"><p class="image-credit">Photo: I. Moll</p><p>{PROSE}</p></body>"""
    )
    rows = media(page, [PROSE in text for text in page.texts])
    assert [(row.url, row.caption) for row in rows] == [
        ("a.jpg", "The crane."),
        ("b.jpg", "The quay."),
        ("c.jpg", "The port, as it was"),
        ("e.jpg", ""),
        ("d.jpg", "Photo: I. Moll"),
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('The crane at dawn. (Photo via <a href="//pictures.example/9">the harbour\'s album</a>)', ["/a.jpg"]),
        ('Foto: <a href="/foto/moeller">Ida Möller</a>', ["/a.jpg"]),
        ('Fotografía: <a href="/autor">Ana Ruiz</a>', ["/a.jpg"]),
        ('<a href="/boats">Boats for sale this week</a>', []),
    ],
)
def test_a_linked_credit_does_not_part_a_picture_from_its_text(line, expected):
    markup = f'<main><p><img src="/a.jpg"><br><span>{line}</span></p><p>{PROSE}</p></main>'
    assert [file for _, file in found(markup)] == expected


def test_a_long_linked_or_distant_line_is_no_caption():
    card = '<div><img src="/x.jpg"><a href="/next">Another story of the quay</a></div>'
    story = f'<div><img src="/y.jpg"><p>{"A story of another place. " * 20}</p></div>'
    assert found(f"<p>{PROSE}</p>{card}{story}<p>{PROSE}</p>") == []


def test_a_picture_before_the_headline_or_behind_the_text_belongs_to_an_element_that_is_mostly_main():
    article = f'<article><img src="/a.jpg"><h1>The crane</h1><p>{PROSE}</p><p>{PROSE}</p><img src="/b.jpg"></article>'
    rest = "<p>Nothing of this is about cranes. " * 40
    assert found(article) == [("image", "/a.jpg"), ("image", "/b.jpg")]
    assert found(f'<img src="/far.jpg"><p>Weather: fair</p>{article}{rest}<img src="/behind.jpg">') == [
        ("image", "/a.jpg"),
        ("image", "/b.jpg"),
    ]


def test_each_address_once():
    page = f'<p>{PROSE}</p><img src="/a.jpg"><p>{PROSE}</p><img src="https://quay.example/a.jpg"><p>{PROSE}</p>'
    assert found(page) == [("image", "/a.jpg")]


def test_a_late_picture_is_taken_from_where_it_waits():
    waiting = '<img class="lazy loading"><noscript><img src="/a.jpg"></noscript>'
    twice = '<img src="/b.jpg"><noscript><img src="/b-large.jpg"></noscript>'
    assert found(f"<p>{PROSE}</p>{waiting}<p>{PROSE}</p>{twice}<p>{PROSE}</p>") == [
        ("image", "/a.jpg"),
        ("image", "/b.jpg"),
    ]


def test_a_hidden_picture_gives_way_to_the_one_in_the_noscript_behind():
    shown = '<img style="display:none" src="/wait.gif"><noscript><img src="/a.jpg"></noscript>'
    counted = '<img hidden src="/hit.gif"><noscript><img src="/hit.php" style="display:none"></noscript>'
    assert found(f"<p>{PROSE}</p>{shown}<p>{PROSE}</p>{counted}<p>{PROSE}</p>") == [("image", "/a.jpg")]


@pytest.mark.parametrize(
    "picture",
    [
        '<img src="/a.jpg" class="img-share" width="634">',
        '<a href="/full.html" class="icon-zoom-in"><img src="/a.jpg" width="200"></a>',
        '<a href="#"><img src="/a.jpg" width="400px"></a>',
        '<img src="/a.jpg" style="position:absolute;width:0;height:0;min-width:100%;min-height:100%">',
        '<img src="/a.jpg" style="max-width: 40px; width: 100%">',
    ],
)
def test_a_large_picture_is_no_icon(picture):
    assert found(f"<article><p>{PROSE}</p>{picture}<p>{PROSE}</p></article>") == [("image", "/a.jpg")]


@pytest.mark.parametrize(
    "decoration",
    [
        '<img src="/a.jpg" class="icon" width="199">',
        '<img src="/a.jpg" class="logo" width="640">',
        '<a href="/" class="icon"><img src="/a.jpg" width="640"></a>',
    ],
)
def test_a_logo_is_none_however_large_and_an_icon_where_it_is_not(decoration):
    assert found(f"<article><p>{PROSE}</p>{decoration}<p>{PROSE}</p></article>") == []


@pytest.mark.parametrize(
    ("times", "pictures"), [(7, [("image", "/a.jpg"), ("image", "/b.jpg")]), (8, [("image", "/b.jpg")])]
)
def test_a_picture_that_a_page_shows_eight_times_is_an_icon(times, pictures):
    row = f'<p>{PROSE} <img src="/a.jpg"></p>'
    assert found(f'<h1>The crane</h1>{row * times}<p>{PROSE} <img src="/b.jpg"></p>') == pictures


def test_a_file_name_with_more_words_than_an_icons_shows_something():
    pictures = '<img src="/quay-copyright-moll.jpg"><img src="/twitter-office.jpg">'
    assert found(f"<p>{PROSE}</p>{pictures}<p>{PROSE}</p>") == [
        ("image", "/quay-copyright-moll.jpg"),
        ("image", "/twitter-office.jpg"),
    ]


def article(body: str, title: str = "The crane stays", **metas: str):
    told = "".join(f'<meta property="{name}" content="{value}">' for name, value in metas.items())
    lines = "".join(f"<p>{number}. {PROSE}</p>" for number in range(5))
    return extract(
        f"""<html><head><title>{title}</title><meta name="author" content="Ida Moll">{told}</head><body>{MENU}<article>
        <h1>The crane stays where it is</h1>{body}{lines}</article></body></html>""",
        URL,
    )


def test_the_portrait_of_an_author_is_no_picture_of_the_page():
    pictures = '<img src="/ida.jpg" alt="Ida Moll"><figure><img src="/crane.jpg" alt="Otto Moll"></figure>'
    assert article(pictures).images == ({"url": "https://quay.example/crane.jpg"},)
    # A page about the author is another thing.
    assert article(pictures, "Ida Moll and her cranes").main_image == {"url": "https://quay.example/ida.jpg"}


def test_the_main_image_is_the_one_that_the_head_names_as_it_is_declared():
    pictures = '<figure><img src="/map.png"></figure><figure><img src="/crane-1934-800x600.jpg"></figure>'
    named = {"og:image": "https://cdn.quay.example/up/crane-1934-1200x630.jpg?v=2"}
    result, again = article(pictures, **named), article(pictures, **named)
    assert result.main_image == {"url": named["og:image"]}
    assert [each["url"].rpartition("/")[2] for each in again.images] == ["map.png", "crane-1934-800x600.jpg"]
    assert again.main_image == result.main_image
    assert article(pictures).main_image == {"url": "https://quay.example/map.png"}


@pytest.mark.parametrize(
    ("picture", "named", "found"),
    [
        ('<img src="/lamp.gif">', "", "map.png"),
        ('<img src="/quay.gif" width="640">', "", "quay.gif"),
        ('<img src="/quay-1934.gif">', "/quay-1934.gif", "quay-1934.gif"),
    ],
)
def test_a_gif_is_the_main_image_if_it_is_large_or_the_head_names_it(picture, named, found):
    metas = {"og:image": f"https://quay.example{named}"} if named else {}
    result = article(f'{picture}<figure><img src="/map.png"></figure>', **metas)
    assert result.main_image == {"url": f"https://quay.example/{found}"}
    assert len(result.images) == 2


def test_a_page_that_shows_but_ornaments_has_the_main_image_that_its_head_names():
    ornament = '<img src="/lamp.gif">'
    assert article(ornament).main_image is None
    named = {"og:image": "https://quay.example/hero.jpg"}
    assert article(ornament, **named).main_image == {"url": "https://quay.example/hero.jpg"}


def test_the_still_of_a_video_is_the_main_image_where_no_picture_is():
    video = '<video poster="/still.jpg" controls><source src="/crane.mp4" type="video/mp4"></video>'
    assert article(video).main_image == {"url": "https://quay.example/still.jpg"}
    assert article(video.replace("/still.jpg", "data:,")).main_image is None
    late = '<picture><img src="/blank.gif" data-lazy-src="/crane.jpg" width="900" height="600"></picture>'
    assert article(video + late).main_image == {"url": "https://quay.example/crane.jpg"}


@pytest.mark.parametrize(
    "hero",
    [
        "<div class=hero style=\"background-image: url('{}')\"><div><p>Harbour</p>{}</div></div>",
        "<section style='background:#222 url({}) center / cover'>{}</section>",
        "<div class='thumb lazy' data-bg='{}'></div>{}",
        "{1}<figure style='background-image:url(&quot;{0}&quot;);height:60vh'></figure>",
    ],
)
def test_a_picture_behind_the_headline_or_beside_it_is_the_main_image_where_no_other_is(hero):
    headline, text = "<h1>Grue du port : elle reste</h1>", f"<p>{PROSE}</p><p>Its ninety years are over. {PROSE}</p>"

    def main_image(markup, more=""):
        page = extract(f"<title>Grue</title>{MENU}<main>{markup}<div>{text}{more}</div></main>", URL)
        return page.main_image and page.main_image["url"]

    assert main_image(hero.format("/crane.jpg", headline)) == "https://quay.example/crane.jpg"
    assert main_image(hero.format("/logo.png", headline)) is None
    assert main_image(hero.format("/crane.jpg", headline), "<img src=/own.jpg>") == "https://quay.example/own.jpg"
    assert main_image(f"<aside>{hero.format('/crane.jpg', '')}</aside>{headline}") is None
    assert main_image(headline, hero.format("/crane.jpg", "<p>Another story of the quay</p>")) is None


def test_the_picture_that_the_head_names_counts_wherever_the_page_shows_it_but_in_a_menu():
    first = '<div class="top"><img src="/crane-1934.jpg"><p><a href="/x">Another story of the quay</a></p></div>'
    shown = f"{head(url='https://quay.example/crane-1934.jpg')}{first}<p>{PROSE}</p><img src='/own.jpg'><p>{PROSE}</p>"
    assert found(shown) == [("image", "/crane-1934.jpg"), ("image", "/own.jpg")]
    assert found(shown.replace('"top"', '"related"')) == [("image", "/own.jpg")]
    assert found(shown.replace("<div", "<nav").replace("</div", "</nav")) == [("image", "/own.jpg")]
    assert found(shown, page_type="listing") == [("image", "/own.jpg")]


def test_a_small_copy_of_what_the_head_names_gives_way_to_it():
    shown = head(url="https://quay.example/crane-1934.jpg") + (
        f'<p>{PROSE}</p><img src="/map.png"><img src="/crane-1934-150x150.jpg"><p>{PROSE}</p>'
    )
    assert found(shown) == [("image", "/map.png"), ("image", "/crane-1934.jpg")]


@pytest.mark.parametrize(
    ("named", "shown", "is_same"),
    [
        ("/a/crane-1934.jpg", "/b/crane-1934.jpg?w=800", True),
        ("/a/crane-1934-scaled.jpg", "/a/crane-1934.webp", True),
        ("/a/1.jpg?w=1200", "/a/1.jpg?w=600", True),
        ("/a/1.jpg", "/b/1.jpg", False),
        ("/a/crane-1934.jpg", "/a/crane-1935.jpg", False),
        ("/picture.php?id=1", "/picture.php?id=2", False),
        ("/picture.php?id=1", "https://quay.example/picture.php?id=1", True),
    ],
)
def test_addresses_of_the_same_picture(named, shown, is_same):
    first = f'<div class="top"><img src="{shown}"><p><a href="/x">Another story of the quay</a></p></div>'
    markup = f"{head(url=f'https://quay.example{named}')}{first}<p>{PROSE}</p><img src='/map.png'><p>{PROSE}</p>"
    assert len(found(markup)) == 1 + is_same


def test_a_page_of_pictures_without_main_text():
    page = f"""{MENU}<div class="wall"><img src="/1.jpg"><a href="/2.html"><img src="/2.jpg"></a>
    <figure><img src="/3.jpg"><figcaption>Gulls</figcaption></figure></div>
    <form><img src="/check.png"></form><footer><img src="/foot.png"></footer>"""
    assert found(page) == [("image", "/1.jpg"), ("image", "/2.jpg"), ("image", "/3.jpg")]
    assert found('<img src="/1.jpg"><video src="/2.mp4"></video>') == [("image", "/1.jpg"), ("video", "/2.mp4")]


def test_the_head_names_the_picture_of_a_page_that_shows_none():
    text = f"<p>{PROSE}</p>"
    assert found(head() + text) == [("image", "/crane/hero.jpg")]
    assert found(head(url="/crane/hero.jpg") + text, page_type=None) == [("image", "/crane/hero.jpg")]
    assert found(head() + f'<p>{PROSE} <img src="/own.jpg"></p>') == [("image", "/own.jpg")]
    assert found(head() + text, page_type="listing") == []
    assert found(head(url="https://quay.example/logo.png") + text) == []
    assert found(head(url="https://quay.example/social/default.jpg") + text) == []


def test_what_the_head_names_stands_nowhere_on_the_page():
    page = f"<html><head>{head(**{'og:image:alt': 'The crane'})}</head><body><script>show()</script></body></html>"
    assert extract(page, URL).media == (
        {
            "kind": "image",
            "url": "https://quay.example/crane/hero.jpg",
            "alt": "The crane",
            "caption": "",
            "xpath": None,
        },
    )


def test_the_head_names_the_video_beside_the_pictures_of_the_page():
    markup = head(**{"og:video": "https://tube.example/12.mp4"}) + f'<p>{PROSE} <img src="/own.jpg"></p>'
    assert found(markup) == [("video", "https://tube.example/12.mp4"), ("image", "/own.jpg")]


def test_addresses_stay_as_they_are_where_nothing_makes_them_absolute_and_go_where_none_can_read_them():
    page = f'<p>{PROSE}</p><img src="a.jpg"><img src="http://[broken/b.jpg"><p>{PROSE}</p>'
    assert found(page, url=None) == [("image", "a.jpg")]
    assert found(f'<p>{PROSE}</p><img src="//[x/c.jpg"><p>{PROSE}</p>') == []


def test_no_page_no_media():
    for markup in (b"", b"<html></html>", b"%PDF-1.4\x00\x01", "<p>Short."):
        assert extract(markup, URL).media == ()


def test_kinds_do_not_depend_on_the_text():
    page = read_page('<p><img src="/a.jpg"><img src="/icon.png"><iframe src="/watch/1"></iframe>')
    assert [kind_of(page, number) for number in range(3)] == ["image", None, "video"]


def many(markup: str, count: int) -> str:
    return "".join(markup.replace("#", str(number)) for number in range(count))


FLOODS = {
    "pictures": lambda n: f"<p>{PROSE}</p>" + many('<img src="/#.jpg">', 60 * n) + f"<p>{PROSE}</p>",
    "cards": lambda n: f"<p>{PROSE}</p>" + many('<div><img src="/#.jpg"><p>card</p></div>', 20 * n) + f"<p>{PROSE}</p>",
    "lines": lambda n: f"<p>{PROSE}</p>" + many('<div><img src="/#.jpg"></div><p>line</p>', 20 * n) + f"<p>{PROSE}</p>",
    "a figure": lambda n: (
        f"<p>{PROSE}</p><figure>" + many('<b><img src="/#.jpg"></b>', 20 * n) + f"<p>x</p></figure><p>{PROSE}</p>"
    ),
    "captions": lambda n: (
        f'<p>{PROSE}</p><div class="caption">' + many('<img src="/#.jpg"><p>x</p>', 20 * n) + f"</div><p>{PROSE}</p>"
    ),
    "nested": lambda n: (
        f"<p>{PROSE}</p>"
        + "<div>" * 200
        + many('<i><img src="/#.jpg"></i>', 20 * n)
        + "</div>" * 200
        + f"<p>{PROSE}</p>"
    ),
    "nested alone": lambda n: "<div>" * 200 + many('<i><img src="/#.jpg"></i>', 20 * n),
    "nested with text": lambda n: "<div>" * 200 + many('<i><img src="/#.jpg">#</i>', 20 * n),
    "copies": lambda n: (
        f'<meta property="og:image" content="/{"-10x10" * 20 * n}1.jpg"><p>{PROSE}</p>'
        + many(f'<img src="/#/{"-10x10" * 20}1.jpg">', 20 * n)
    ),
    "nested links": lambda n: (
        "<div>" * 250 + f"<p>{PROSE}</p>" + many('<a href="/#"><img src="/#.jpg">more</a>', 20 * n) + f"<p>{PROSE}</p>"
    ),
}


@pytest.mark.parametrize("name", FLOODS)
def test_the_work_grows_no_faster_than_the_page(name):
    def page_and_main(n):
        page = read_page(FLOODS[name](n))
        return page, [PROSE in text for text in page.texts]

    check_linear(page_and_main, lambda made: media(*made))


# The pages of pictures and videos that were written for this project: their main text given, and found.

PAGES = Path(__file__).parents[1] / "pages" / "pictures"
NAMES = sorted(path.stem for path in PAGES.glob("*.html"))


def told(name: str):
    return json.loads((PAGES / f"{name}.json").read_text("utf-8"))


def test_every_page_has_media():
    assert len(NAMES) >= 10
    assert all(told(name)["media"] for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_where_the_main_text_is_known_the_media_are_right(name):
    fields = told(name)
    page = read_page((PAGES / f"{name}.html").read_bytes(), fields["url"])
    lines = fields["main_content"].split("\n")
    main = [text in lines or "".join(text.split()) in "".join(fields["main_content"].split()) for text in page.texts]
    assert [row.url for row in media(page, main, fields["type"])] == fields["media"]


# The bell's card has a line of prose, less than its footer; umi's entry has less than the profile of who wrote it.
@pytest.mark.parametrize("name", [name for name in NAMES if name not in {"bell", "umi"}])
def test_where_the_main_text_is_found_none_is_missing(name):
    fields = told(name)
    found = extract((PAGES / f"{name}.html").read_bytes(), fields["url"]).media
    assert {medium["url"] for medium in found} >= set(fields["media"])


@pytest.mark.parametrize("name", ["width", "height"])
def test_a_picture_of_50_pixels_is_one_and_a_smaller_one_is_an_icon(name):
    def pictures(pixels):
        return found(f'<p>{PROSE}</p><img src="/crane.jpg" {name}="{pixels}"><p>{PROSE}</p>')

    assert pictures("50") == pictures("50px") == [("image", "/crane.jpg")]
    assert pictures("49") == pictures("49.9px") == []


@pytest.mark.parametrize("length", [300, 301])
def test_a_caption_has_300_characters_at_most(length):
    figure = f'<figure><img src="/a.jpg"><figcaption>{"x" * length}</figcaption></figure>'
    page = read_page(f"<p>{PROSE}</p>{figure}<p>{PROSE}</p>", URL)
    rows = media(page, [PROSE in text for text in page.texts], "article")
    assert [row.caption for row in rows] == ["x" * 300]


P = f"<p>{PROSE}</p>"


@pytest.mark.parametrize(("apart", "is_found"), [(12, True), (13, False)])
def test_pictures_stand_within_twelve_blocks_of_the_main_text(apart, is_found):
    # In an element that is mostly main.
    far, more = "<p>x</p>" * apart, "<p>x</p>"
    assert found(f"<article>{more}<img src=/a.jpg>{far}{P}</article>") == [("image", "/a.jpg")] * is_found
    assert found(f"<article>{P}{far}<img src=/a.jpg>{more}</article>") == [("image", "/a.jpg")] * is_found


@pytest.mark.parametrize(("apart", "is_found"), [(11, True), (12, False)])
def test_the_headline_stands_within_twelve_blocks_of_the_main_text(apart, is_found):
    markup = f"<h1>Crane</h1><img src=/a.jpg>{'<p>x</p>' * apart}{P}<section>{'<p>other text</p>' * 90}</section>"
    assert found(markup) == [("image", "/a.jpg")] * is_found


@pytest.mark.parametrize(("other", "is_found"), [(0, True), (1, False)])
def test_half_of_the_text_around_a_picture_is_main(other, is_found):
    rest = f"<p>{'x' * (len(PROSE) + other)}</p>"
    assert found(f"<article><img src=/a.jpg>{rest}{P}</article>") == [("image", "/a.jpg")] * is_found
    assert found(f"<article>{rest}{P}<img src=/a.jpg></article>") == [("image", "/a.jpg")] * is_found


def captions(markup, main=PROSE):
    page = read_page(f"<html><body>{markup}</body></html>", URL)
    return [row.caption for row in media(page, [main in text for text in page.texts], "article")]


@pytest.mark.parametrize(("levels", "caption"), [(7, "Gulls"), (8, "")])
def test_a_figure_is_looked_for_in_eight_elements_above_a_picture(levels, caption):
    inner = f"{'<i>' * levels}<img src=/a.jpg>{'</i>' * levels}"
    assert captions(f"{P}<figure>{inner}<figcaption>Gulls</figcaption></figure>{P}") == [caption]


@pytest.mark.parametrize(
    ("box", "shown"),
    [
        ("<div><img src=/a.jpg><p>Gulls</p></div>", ["Gulls"]),
        ("<div><img src=/a.jpg><p>Gulls</p><p>Terns</p></div>", [""]),
        ("<div><img src=/a.jpg><p>Gulls</p><p>Terns</p><p>Ducks</p></div>", []),
        (f"<div><img src=/a.jpg><p>{'x' * 300}</p></div>", ["x" * 300]),
        (f"<div><img src=/a.jpg><p>{'x' * 301}</p></div>", []),
        ("<div><img src=/a.jpg><p><a href=/x>Gulls</a></p></div>", []),
        ("<section><div><img src=/a.jpg><p>Gulls</p></div></section>", ["Gulls"]),
        ("<section><div><img src=/a.jpg><p>Gulls</p></div><p>Terns</p></section>", []),
        ("<div class=caption><img src=/a.jpg><p>Gulls</p><p>Terns</p><p>Ducks</p></div>", ["Gulls Terns Ducks"]),
        ("<img src=/a.jpg><p>Gulls</p>", [""]),
        (f"<img src=/a.jpg><p class=caption>{'x' * 301}</p>", ["x" * 300]),
    ],
)
def test_a_caption_is_one_short_line_without_links(box, shown):
    assert captions(f"{P}{box}{P}") == shown


def test_pictures_of_a_part_of_a_page_without_main_text():
    markup = "<img src=/a.jpg><div><img src=/b.jpg><p>Gulls</p></div><img src=/c.jpg>"
    page = read_page(f"<html><body>{markup}</body></html>", URL)
    rows = media(page, [False], "article", page.tags.index("div"))
    assert [(row.url, row.caption) for row in rows] == [("https://quay.example/b.jpg", "Gulls")]
    assert len(media(page, [False], "article")) == 3


@pytest.mark.parametrize(
    ("href", "is_home"),
    [
        ("/", True),
        ("#", True),
        ("../", True),
        ("https://quay.example/", True),
        ("//quay.example", True),
        ("/a", False),
        ("https://quay.example/a", False),
    ],
)
def test_what_leads_home_is_a_logo(href, is_home):
    assert found(f"{P}<a href='{href}'><img src=/a.jpg></a>{P}") == [("image", "/a.jpg")] * (not is_home)


ARTICLE_LD = '<script type="application/ld+json">{"@type": "Article", "image": [{"url": "/ld.jpg"}, "/b.jpg"]}</script>'


@pytest.mark.parametrize(
    ("declared", "url"),
    [
        (head(), "/crane/hero.jpg"),
        (head(url="/up/my crane.jpg"), "/up/my%20crane.jpg"),
        ('<meta name="twitter:image" content="/t.jpg">', "/t.jpg"),
        (ARTICLE_LD, "/ld.jpg"),
        ('<link rel="image_src" href="/src.jpg">', "/src.jpg"),
        (head(url="/img/logo-quay.png") + ARTICLE_LD, "/ld.jpg"),
        (head(url="/logos/quay.png"), "/own.jpg"),
        (head(url="/img/default-share.png"), "/own.jpg"),
        (head(url="/img/default-share.png?id=12"), "/img/default-share.png?id=12"),
        (head(url="/img/social-club.jpg"), "/img/social-club.jpg"),
        (head(url="/quay.svg"), "/own.jpg"),
        (head(url="/img/trans.gif"), "/own.jpg"),
        (head(**{"og:image:width": "60", "og:image:height": "60"}), "/own.jpg"),
        (head(url="/a.jpg 400w, /b.jpg 800w"), "/own.jpg"),
        (head(url="javascript:show()"), "/own.jpg"),
        (head(url="/images/icon512x512_QY.jpg"), "/own.jpg"),
        ("", "/own.jpg"),
    ],
)
def test_the_main_image_is_the_declared_one_but_for_logos_and_what_is_no_address(declared, url):
    lines = "".join(f"<p>{number}. {PROSE}</p>" for number in range(5))
    shown = "<figure><img src=/own.jpg></figure>"
    page = f"<html><head>{declared}</head><body>{MENU}<article><h1>The crane stays</h1>{shown}{lines}</article>"
    result = extract(page, URL)
    assert result.main_image == {"url": f"https://quay.example{url}"}
    assert result.image_urls == tuple(dict.fromkeys((f"https://quay.example{url}", "https://quay.example/own.jpg")))


def test_a_declared_thumbnail_yields_to_a_picture_that_is_shown():
    def main_image(shown, size="87x84"):
        page = f"<head>{head(url=f'/pix/crane_{size}.jpg')}</head><article><h1>The crane stays</h1>{shown}<p>{PROSE}</p><p>{PROSE}</p></article>"
        return extract(page, URL).main_image["url"].removeprefix("https://quay.example")

    figure = "<figure><img src=/pix/quay_468x367.jpg></figure>"
    assert main_image(figure) == "/pix/quay_468x367.jpg"
    assert main_image("") == "/pix/crane_87x84.jpg"
    assert main_image(figure, "640x90") == "/pix/crane_640x90.jpg"


def test_a_script_is_no_picture_s_address():
    assert found(f"<p>{PROSE}</p><img src=\"if(this.src!='/crane.jpg')this.src='/x.jpg'\"><p>{PROSE}</p>") == []


def test_pictures_that_scripts_load_late():
    assert found(
        f"<p>{PROSE}</p><figure><noscript><img src=/winter.jpg></noscript><div></div></figure><p>{PROSE}</p>"
    ) == [("image", "/winter.jpg")]
    small = "<div><img src=/max/30/ice.jpeg?q=20><img data-src=/max/800/ice.jpeg></div>"
    assert found(f"<p>{PROSE}</p>{small}<p>{PROSE}</p>") == [("image", "/max/800/ice.jpeg")]


def declared_picture(head, shown=""):
    page = (
        f"<html><head><title>The crane</title>{head}</head><h1>The crane</h1>{shown}<p>{PROSE}</p><p>{PROSE}</p></html>"
    )
    found = extract(page, "https://www.valleyherald.example/news/crane").main_image
    return found and found["url"].removeprefix("https://www.valleyherald.example")


@pytest.mark.parametrize(
    "card",
    [
        "/static/valleyherald-1200x630.png",
        "/static/ValleyHerald.jpg",
        "/static/the_valley_post.png",
        "/img/vh-social-default.jpg",
        "/img/VH_og_generic.jpg",
        "/assets/opengraph.png",
        "/wp-content/themes/vh/img/vh-front.png",
        "/sites/default/themes/vh/img/vh-front.png",
        "/themes/custom/vh/images/seal.png",
        "/img/valleyherald-fb.png",
        "/img/the_valley_post_social_share_600x315.jpg",
        "/img/masthead.png",
    ],
)
def test_the_card_of_a_site_is_no_texts_picture(card):
    head = f"<meta property=og:image content='{card}'><meta property=og:site_name content='The Valley Post'>"
    figure = "<figure><img src=/crane.jpg width=900 height=600><figcaption>The crane</figcaption></figure>"
    assert declared_picture(head) is None
    assert declared_picture(head, figure) == "/crane.jpg"


@pytest.mark.parametrize(
    "nothing",
    ["https://www.valleyherald.example/", "https://www.valleyherald.example", "undefined", "/null", "[object Object]"],
)
def test_what_scripts_declare_for_no_picture_is_none(nothing):
    head = f"<meta property=og:image content='{nothing}'>"
    assert declared_picture(head) is None
    assert declared_picture(head, "<img src=/crane.jpg width=900 height=600>") == "/crane.jpg"


@pytest.mark.parametrize("first", ["", "/static/logo.png", "/img/default-share.jpg"])
def test_the_first_of_several_declared_pictures_that_is_one_counts(first):
    several = "".join(f"<meta property=og:image content='{url}'>" for url in (first, "/crane.jpg", "/quay.jpg"))
    assert declared_picture(several) == "/crane.jpg"


@pytest.mark.parametrize("home", ["index.php", "/index.html", "./default.asp", "/"])
def test_a_banner_that_leads_to_the_first_page_is_no_texts_picture(home):
    banner = f"<a href={home}><img src=/top.gif width=760 height=80></a>"
    assert declared_picture("", f"{banner}<img src=/crane.jpg width=400 height=280>") == "/crane.jpg"


def test_the_still_of_a_player_before_the_text_is_its_picture():
    assert declared_picture("", "<div class=player><video poster=/crane.jpg></video></div>") == "/crane.jpg"


@pytest.mark.parametrize("name", ["url", "contentUrl"])
def test_microdata_names_a_picture_within_its_object(name):
    inner = f"<div itemprop=image itemscope itemtype=http://schema.org/ImageObject><meta itemprop={name} content=/crane.jpg></div>"
    shown = f"<div itemscope itemtype=http://schema.org/NewsArticle>{inner}<p>{PROSE}</p></div>"
    assert declared_picture("", shown) == "/crane.jpg"


@pytest.mark.parametrize(
    "photo",
    [
        "/valleyherald-fire.jpg",
        "/facebook-share-price.jpg",
        "/crane-og-default-81234.jpg",
        "/valleyherald-news-81234.jpg",
        "/themes/oaks/crane.jpg",
    ],
)
def test_a_picture_is_a_texts_though_it_has_words_of_cards(photo):
    assert declared_picture(f"<meta property=og:image content='{photo}'>") == photo


@pytest.mark.parametrize(
    "things",
    [
        [
            {"@type": "NewsArticle", "image": {"@id": "#lead"}},
            {"@type": "ImageObject", "@id": "#lead", "url": "/crane.jpg"},
        ],
        [
            {"@type": "WebPage", "primaryImageOfPage": {"@id": "/news/crane/#primaryimage"}},
            {"@type": "ImageObject", "@id": "/news/crane/#primaryimage", "contentUrl": "/crane.jpg"},
        ],
        [{"@type": "NewsArticle", "thumbnailUrl": "/crane.jpg"}],
        [{"@type": "Article", "image": [{"@type": "ImageObject", "@id": "/crane.jpg"}], "thumbnailUrl": "/small.jpg"}],
    ],
    ids=["reference", "primary", "thumbnail", "id"],
)
def test_json_ld_names_a_picture_in_place_elsewhere_or_as_a_thumbnail(things):
    script = json.dumps({"@context": "https://schema.org", "@graph": things})
    assert declared_picture(f"<script type=application/ld+json>{script}</script>") == "/crane.jpg"


def test_a_meta_element_of_microdata_names_a_picture():
    assert declared_picture("<meta itemprop=image content=/crane.jpg>") == "/crane.jpg"
