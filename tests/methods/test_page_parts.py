from __future__ import annotations

import json

import numpy as np
import pytest
from crf_pages import page_of
from growth import check_linear

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.features.measures import measure
from scrapy_maincontent.methods.page_parts import (
    BESIDE,
    CAPTION,
    CONTROL,
    CREDIT,
    FIGCAPTION,
    LABEL,
    PUBLISHED,
    STANDFIRST,
    WRITTEN_BY,
    declared_places,
    with_declared,
)

EVEN = 0.5


STANDS_FIRST = (
    "The village has bought its old mill, “stone by stone”, and will open it to visitors on the first of May."
)
BODY = [
    "The mill stood idle for forty years before the village bought it and cleared the yard of nettles and old carts.",
    "Its keeper says that the work took three summers and more paint than anybody had counted, and that the wheel turned at once.",
    "On the first Sunday of May its doors open to everybody who likes to look in, and there will be bread.",
]
ALTERNATIVE = "The keeper of the mill, Ada Brandt, oils the great wheel before the sluice is opened."


def news(description="", lead=STANDS_FIRST, picture="", head="", title="Village buys its mill - Courier"):
    meta = f'<meta property="og:description" content="{description}">' if description else ""
    return (
        f"<html><head><title>{title}</title>{meta}{head}</head><body><article><h1>Village buys its mill</h1><p>{lead}</p>"
        f"{picture}{''.join(f'<p>{text}</p>' for text in BODY)}</article><div><p>{lead}</p></div></body></html>"
    )


def places(markup, *, article=True):
    """Return the texts of the places that a page declares, its blocks being as likely as not."""
    page = page_of(markup)
    found = declared_places(page, np.full(len(page.texts), EVEN), measure(page), article=article)
    return {page.texts[number]: place for number, place in sorted(found.items())}


@pytest.mark.parametrize(
    "description",
    [
        STANDS_FIRST,
        STANDS_FIRST.upper()[:4] + STANDS_FIRST[4:].replace("“", "&quot;").replace("”", "'"),
        STANDS_FIRST[:60] + "...",
        f"{STANDS_FIRST} {BODY[0]}",
        STANDS_FIRST[20:80],
    ],
    ids=["the same", "other quotes", "cut", "with more", "a part"],
)
def test_what_the_head_calls_the_description_is_the_standfirst(description):
    found = places(news(description))
    assert found[STANDS_FIRST] == STANDFIRST
    assert set(found.values()) == {STANDFIRST}


@pytest.mark.parametrize("name", ["name='description'", "property='og:description'", "name='twitter:description'"])
def test_all_descriptions_count(name):
    assert places(news(head=f'<meta {name} content="{STANDS_FIRST}">')) == {STANDS_FIRST: STANDFIRST}


@pytest.mark.parametrize(
    ("description", "lead"),
    [
        ("", STANDS_FIRST),
        ("The Courier brings the news of the valley every day.", STANDS_FIRST),
        ("Buy now: the old mill", "Buy now: the old mill"),
        ("Village buys its mill - Courier", "Village buys its mill - Courier"),
        (f"The village has bought {BODY[2]}", STANDS_FIRST),
    ],
    ids=["none", "of the site", "short", "the title", "another one that begins so"],
)
def test_what_is_no_description_is_no_standfirst(description, lead):
    assert places(news(description, lead)) == {}


def test_a_description_behind_the_heaviest_text_is_no_standfirst():
    page = page_of(news(STANDS_FIRST))
    assert page.texts.count(STANDS_FIRST) == 2
    found = declared_places(page, np.full(len(page.texts), EVEN), measure(page), article=True)
    assert [*found] == [page.texts.index(STANDS_FIRST)]


@pytest.mark.parametrize(
    "picture",
    [
        "<figure><img src=/w.jpg alt='{alt}'><figcaption>{alt}</figcaption></figure>",
        "<div><div><img src=/w.jpg alt='{alt}'></div><p>{alt} Photo: Ole Lund</p></div>",
        "<div><p>{alt}</p><span><img src=/w.jpg alt='{alt} Second picture of nine'></span></div>",
    ],
    ids=["figure", "with a credit", "cut"],
)
def test_what_repeats_a_picture_beside_it_is_its_caption(picture):
    found = places(news(picture=picture.format(alt=ALTERNATIVE)))
    assert [(text[: len(ALTERNATIVE)], place) for text, place in found.items()] == [(ALTERNATIVE, CAPTION)]


@pytest.mark.parametrize(
    "picture",
    [
        "<img src=/w.jpg alt='The great wheel'><p>The great wheel</p>",
        "<img src=/w.jpg alt=''><p>{alt}</p>",
        "<img src=/w.jpg alt='{alt}'><h2>{alt}</h2>",
        "<img src=/w.jpg alt='{alt}'><p>The keeper of the mill has oiled the wheel before.</p>",
        "<div><div><div><div><img src=/w.jpg alt='{alt}'></div></div></div></div><div><div><div><div><p>{alt}</p></div></div></div></div>",
    ],
    ids=["short", "no alternative", "a heading", "another text", "far away"],
)
def test_other_text_beside_a_picture_is_no_caption(picture):
    assert places(news(picture=picture.format(alt=ALTERNATIVE))) == {}


@pytest.mark.parametrize(
    "part",
    [
        "<footer>{}</footer>",
        "<dialog open>{}</dialog>",
        '<div role="dialog"><div>{}</div></div>',
        '<div role=" AlertDialog ">{}</div>',
        '<ul role="navigation"><li>{}</ul>',
        '<div role="tooltip">{}</div>',
        '<div itemprop="creator author">{}</div>',
        "<footer><footer>{}</footer></footer>",
        '<h2 class="c visually-hidden">{}</h2>',
        '<div class="sr-only"><p>{}</p></div>',
        '<p class="Screen-Reader-Text">{}</p>',
    ],
)
def test_what_is_marked_as_beside_the_text(part):
    assert places(news(picture=part.format(ALTERNATIVE))) == {ALTERNATIVE: BESIDE}
    is_author = "itemprop" in part  # posts of threads have theirs
    expected = {} if is_author else {ALTERNATIVE: BESIDE}
    assert places(news(picture=part.format(ALTERNATIVE)), article=False) == expected


@pytest.mark.parametrize(
    "part",
    [
        "<nav>{}</nav>",
        "<aside>{}</aside>",
        "<header>{}</header>",
        '<div role="group">{}</div>',
        '<div role="main">{}</div>',
        "<div data-nosnippet>{}</div>",
        '<div itemprop="authority">{}</div>',
        '<p><span class="sr-only">Read: </span>{}</p>',
        '<p><span class="sr-only"></span>{}</p>',
    ],
)
def test_elements_that_may_hold_the_text_say_nothing(part):
    assert places(news(picture=part.format(ALTERNATIVE))) == {}


@pytest.mark.parametrize(
    "day",
    [
        "3 May 2024",
        "Updated: May 3, 2024, 10:15",
        "28 ноября 2011, 18:30",
        "2011年12月09日 20:29:49",
        "London, 3 May 2024, 10:15 HKT",
        "水無瀬 透子 2026-03-03",
        "ليلى المنصوري 2026-03-03",
        "3 मार्च 2026 · मृणालिनी देवधर",
    ],
)
def test_the_day_of_publication_before_the_text_is_none_of_it(day):
    page = news(picture=f"<p>{day}</p>")
    assert places(page) == {day: PUBLISHED}
    assert places(page, article=False) == {}
    result = extract(page)
    assert day not in result.text
    assert [block.reason.endswith("the day of publication") for block in result.text_blocks if block.text == day] == [
        True
    ]


@pytest.mark.parametrize("line", ["沈青禾2026-03-03", "佐藤花子2026年3月3日"])
def test_a_name_to_which_a_day_is_glued_is_none_of_it(line):
    assert places(news(picture=f"<p>{line}</p>")).keys() == {line}
    assert line not in extract(news(picture=f"<p>{line}</p>")).text


@pytest.mark.parametrize(
    "text",
    [
        "In May 2024",
        "2024",
        "London, 3 May 2024",
        "Opening (3 May 2024)",
        "Last asked: 3 May 2024",
        "On 3 May 2024 the village bought it",
        "<p>3 May 2024</p>" * 3,
    ],
)
def test_a_text_with_a_day_and_a_table_of_days_are_no_day_of_publication(text):
    assert places(news(picture=f"<p>{text}</p>")) == {}


@pytest.mark.parametrize("article", [True, False])
@pytest.mark.parametrize(
    "line", ["By Ada Brandt", "By the Picture desk, 6 March 2027", "Von Ada Brandt", "Par Ada Brandt", "Di Ada Brandt"]
)
def test_who_wrote_a_text_is_none_of_it(line, article):
    assert places(news(lead=line), article=article)[line] == WRITTEN_BY


def test_bylines_of_a_list_and_behind_the_text_stay():
    three = "</p><p>".join(("By Ada Brandt", "By Ben Cole", "By Eva Dorn"))
    assert WRITTEN_BY not in places(news(lead=three)).values()
    behind = (
        "<html><body><article>" + "".join(f"<p>{text}</p>" for text in BODY) + "<p>By Ada Brandt</p></article></body>"
    )
    assert places(behind) == {}


@pytest.mark.parametrize("line", ["E-mail it to a friend", "Share this story", "Artikel teilen", "Compartir"])
def test_what_shares_a_page_is_no_text(line):
    assert places(news(lead=line))[line] == CONTROL


def test_a_day_behind_the_heaviest_text_is_part_of_it():
    page = news().replace("</article>", "<p>3 May 2024</p></article>")
    assert places(page) == {}


@pytest.mark.parametrize(
    "label",
    [
        *("Advertisement", "ADVERTISEMENT", "- Anzeige -", "[Publicité]", "Реклама", "広告:"),
        *("Article continues after advertisement", "La suite après cette publicité", "Juttu jatkuu mainoksen jälkeen"),
    ],
)
def test_the_label_of_an_advertisement_is_no_text(label):
    page = news(picture=f"<p>{label}</p>")
    assert places(page) == places(page, article=False) == {label: LABEL}
    result = extract(page)
    assert label not in result.text
    reasons = [block.reason for block in result.text_blocks if block.text == label]
    assert "it is the label of an advertisement" in reasons[0]


def test_a_heading_named_like_a_label_stays():
    page = news(picture="<h2>Advertisement</h2>")
    assert places(page) == {}
    assert "Advertisement" in extract(page).text


@pytest.mark.parametrize(
    "facts",
    ["<p>{}</p><p>10 am to 4 pm</p>", "<dl><dt>Datum<dd>{}<dt>Ort<dd>Netzboden</dl>", "<p>{}</p><p>Lieu : quai</p>"],
)
def test_the_day_of_an_event_before_the_text_is_a_part_of_it(facts):
    page = news(picture="").replace("<h1>Village buys its mill</h1>", f"<h1>Mill day</h1>{facts.format('12 May 2027')}")
    assert "12 May 2027" not in places(page)


MAIL_BOX = "<section><h2>{}</h2><form><input type=email><button>OK</button></form></section>"


@pytest.mark.parametrize("article", [True, False])
@pytest.mark.parametrize("prompt", ["News by post", "Post vom Müller", "Des nouvelles du moulin", "水車だより"])
def test_a_small_box_around_a_field_for_a_mail_address_is_beside_the_text(prompt, article):
    page = news(picture="").replace("</body>", f"{MAIL_BOX.format(prompt)}</body>")
    assert places(page, article=article)[prompt] == BESIDE
    assert prompt not in places(page.replace("email", "text"), article=article)


def test_what_else_stands_in_an_element_with_such_a_box_and_most_of_a_page_are_not():
    page = news(picture="").replace("</article>", f"{MAIL_BOX.format('News by post')}</article>")
    assert {BODY[0], BODY[2]}.isdisjoint(places(page))
    assert "Write to us" not in places(f"<main>{MAIL_BOX.format('Write to us')}</main>")


@pytest.mark.parametrize(
    ("contact", "is_text"),
    [
        ("<h3>Press contact</h3><p>Ada Brandt<br>{}</p>", True),
        ("<p>Ada Brandt<br>+1 555 0100<br>{}</p>", True),
        ("<p>Ada Brandt<br>{}</p>", False),
        ("<p>{}</p>", False),
    ],
)
def test_a_mail_address_of_a_contact_is_a_part_of_the_text(contact, is_text):
    page = news(picture="").replace("</article>", f"{contact.format('ada@mill.example')}</article>")
    assert ("ada@mill.example" not in places(page)) is is_text


def test_the_day_of_a_declared_event_is_a_part_of_the_text():
    event = '<script type="application/ld+json">{"@type": "Event", "startDate": "2027-05-12"}</script>'
    page = news(head=event).replace("<h1>Village buys its mill</h1>", "<h1>Mill day</h1><p>12 May 2027</p>")
    assert "12 May 2027" not in places(page)
    assert places(page.replace(event, ""))["12 May 2027"] == PUBLISHED


@pytest.mark.parametrize(
    "text", ["Advertisement of 1912", "The article continues after it", "Advertising", "Ad hoc", "Anzeige erstattet"]
)
def test_a_text_about_advertisements_is_no_label(text):
    assert places(news(picture=f"<p>{text}</p>")) == {}


def test_where_all_text_is_marked_as_beside_it_no_text_is():
    assert places(f"<footer><h1>Village buys its mill</h1><p>{BODY[0]}</p></footer>") == {}
    assert places(f"<footer><h1>Village buys its mill</h1></footer><p>{BODY[0]}</p>") == {
        "Village buys its mill": BESIDE
    }


def test_the_text_of_a_figcaption_is_a_caption_on_the_page_of_an_article_alone():
    markup = news(picture=f"<figure><img src=/w.jpg><figcaption><p>{ALTERNATIVE}</p></figcaption></figure>")
    assert places(markup) == {ALTERNATIVE: FIGCAPTION}
    assert places(markup, article=False) == {}


def test_the_footer_of_a_quotation_is_not_beside_the_text():
    assert places(f"<p>{BODY[0]}</p><blockquote><p>{BODY[0]}</p><footer>Ann Lee</footer></blockquote>") == {}


def test_a_reader_of_a_shop_gets_no_footer_and_learns_why():
    goods = "".join(
        f"<div class='card'><h3>Kettle {n}</h3><p>Holds {n} litres, whistles, and fits every hob.</p></div>"
        for n in range(1, 9)
    )
    page = f"<h1>Kettles</h1><div class='grid'>{goods}</div><footer><p>{' '.join(BODY)}</p></footer>"
    result = extract(page, "https://shop.example/kettles")
    assert "every hob" in result.text
    assert BODY[0] not in result.text
    assert result.text_blocks[-1].reason.endswith("beside the text: a footer, a dialog, an aside, an author")


SHOP = """<h1>Kettles</h1><p>{}</p><div>{}</div>"""
KETTLES = " ".join(BODY * 3)
WHISTLING = "Kettles that whistle"


@pytest.mark.parametrize(
    ("part", "place"),
    [
        ("<aside><p>{}</p></aside>", BESIDE),
        ("<button>{}</button>", CONTROL),
        ("<h2>Kettles <button>{}</button></h2>", CONTROL),
        ("<li><input type=checkbox id=a><label for=a>{}</label></li>", CONTROL),
        ("<tr><td><input type=CheckBox></td><td>{}</td></tr>", CONTROL),
    ],
)
def test_what_is_beside_the_text_of_a_shop_and_not_of_an_article(part, place):
    markup = SHOP.format(KETTLES, f"<table>{part}</table>" if "<tr>" in part else part).format(WHISTLING)
    assert places(markup, article=False) == {WHISTLING: place}
    assert places(markup) == {}


def test_reviews_that_are_all_there_is_are_beside_nothing():
    product = json.dumps({"@type": "Product", "name": "Kettle", "offers": {"@type": "Offer"}})
    head, area = f"<script type=application/ld+json>{product}</script>", f"<div class=reviews><p>{KETTLES}</p></div>"
    assert places(f"{head}<h1>Kettle</h1>{area}", article=False) == {}
    assert [*places(f"{head}<h1>Kettle</h1><p>It holds two litres. {KETTLES}</p>{area}", article=False)] == [KETTLES]


def test_asides_and_reviews_together_leave_something():
    product = json.dumps({"@type": "Product", "name": "Kettle", "offers": {"@type": "Offer"}})
    head, area = f"<script type=application/ld+json>{product}</script>", f"<div class=reviews><p>{KETTLES}</p></div>"
    found = places(f"{head}<h1>Kettle</h1><aside><p>It boils. {KETTLES}</p></aside>{area}", article=False)
    assert [*found.values()] == [BESIDE]


def test_what_leaves_next_to_nothing_is_beside_nothing():
    cards = "".join(f"<aside class=card><h3>Kettle {n}</h3><p>{BODY[n]}</p></aside>" for n in range(len(BODY)))
    assert places(SHOP.format("Three kettles.", cards), article=False) == {}
    assert {*places(SHOP.format(KETTLES, cards), article=False).values()} == {BESIDE}


@pytest.mark.parametrize(
    "part",
    [
        "<aside><blockquote>{}</blockquote></aside>",
        "<aside role=doc-footnote>{}</aside>",
        "<button aria-expanded=false>{}</button>",
        "<button aria-controls=b>{}</button>",
        "<h2><button>{}</button></h2>",
        "<button>{}?</button>",
        "<button>{}？</button>",
        "<li><input type=checkbox disabled>{}</li>",
        "<li><input type=radio>{}</li>",
        "<li><input>{}</li>",
        "<li><input type=checkbox><p>{} and hold two litres of water or tea at once</p></li>",
        "<div><input type=checkbox><p>{}</p><p>Holds two litres.</p><p>It whistles.</p></div>",
        "<section>" * 6 + "<input type=checkbox>" + "</section>" * 6 + "<p>{}</p>",
    ],
)
def test_what_belongs_to_the_text_of_a_shop(part):
    found = places(SHOP.format(KETTLES, part).format(WHISTLING), article=False)
    assert found == {}


def test_a_reader_of_a_shop_gets_no_filters_and_learns_why():
    makers = "".join(f"<li><label><input type=checkbox> Kettles of maker {n} ({n})</label></li>" for n in range(20))
    goods = "".join(
        f"<div class='card'><h3>Kettle {n}</h3><p>Holds {n} litres, whistles, and fits every hob.</p>"
        "<button>Add the kettle to my list of wishes</button></div>"
        for n in range(1, 9)
    )
    page = f"<h1>Kettles</h1><ul>{makers}</ul><div class='grid'>{goods}</div>"
    result = extract(page, "https://shop.example/kettles")
    assert "every hob" in result.text
    assert "of maker" not in result.text
    assert "wishes" not in result.text
    assert result.text_blocks[-1].reason.endswith("a control: a button, a choice, what shares the page")


@pytest.mark.parametrize(
    "part",
    [
        *("<aside>a", "<aside>a</aside>", "<aside><blockquote>a", "<button>a</button>", "<p><input type=checkbox>"),
        *(
            "<div><h3>Read also</h3><p>a</p>",
            "<div><h3>Read also</h3></div>",
            "<section><h3>Related posts</h3>a</section>",
        ),
    ],
)
def test_what_is_beside_the_text_of_a_shop_is_found_in_linear_time(part):
    def page_with(n):
        page = page_of(part * n + "<p>b</p>")
        return page, np.full(len(page.texts), EVEN), measure(page)

    check_linear(page_with, lambda made: declared_places(*made, article=False), 200)


def test_marked_parts_are_found_in_linear_time():
    def page_with(n):
        page = page_of("<footer><p>a</p><dialog open>b</dialog></footer>" * n + "<div><footer>c</footer>" * n)
        return page, np.full(len(page.texts), EVEN), measure(page)

    check_linear(page_with, lambda made: declared_places(*made, article=True), 200)


def test_a_description_that_repeats_a_picture_is_the_standfirst():
    picture = f"<figure><img src=/w.jpg alt='{STANDS_FIRST}'></figure>"
    assert places(news(STANDS_FIRST, picture=picture)) == {STANDS_FIRST: STANDFIRST}


def test_declared_places_change_what_is_likely_and_no_more():
    scores = np.array([0.0, 0.5, 0.5, 0.5, 1.0])
    changed = with_declared(scores, {0: STANDFIRST, 1: STANDFIRST, 3: CAPTION, 4: CAPTION})
    assert changed.tolist() == pytest.approx([0, 1 / (1 + np.exp(-4)), 0.5, 1 / (1 + np.exp(3)), 1])
    assert scores.tolist() == [0, 0.5, 0.5, 0.5, 1]


def test_a_reader_gets_the_standfirst_without_the_caption_and_learns_why():
    picture = f"<div class='pic'><img src=/w.jpg alt='{ALTERNATIVE}'><p>{ALTERNATIVE}</p></div>"
    result = extract(news(STANDS_FIRST, picture=picture, head='<meta property="og:type" content="article">'))
    assert result.text.split("\n\n") == [STANDS_FIRST, *BODY]
    reasons_of = {block.text: block.reason for block in reversed(result.text_blocks)}
    assert reasons_of[STANDS_FIRST].endswith("what the page declares as its description")
    assert reasons_of[ALTERNATIVE].endswith("the alternative text of the picture beside it")


def test_declared_places_are_found_in_linear_time():
    def page_with(n):
        pictures = "".join(
            f"<div><img src=/{i}.jpg alt='{ALTERNATIVE}'><p>{ALTERNATIVE} {i}</p></div>" for i in range(n)
        )
        page = page_of(news(STANDS_FIRST * n, picture=pictures))
        return page, np.full(len(page.texts), EVEN), measure(page)

    check_linear(page_with, lambda made: declared_places(*made, article=True), 200)


@pytest.mark.parametrize("more", ["", "<p>The crew waved.</p>"])
def test_captions_are_the_text_of_a_page_that_has_little_else(more):
    captions = [
        "The herring boat slides into the harbour, stern first.",
        "Her master holds the wheel that his father carved.",
        "At high water the band of the lifeboat men begins to play.",
    ]
    figures = "".join(
        f"<figure><img src=/{n}.jpg><figcaption>{text}</figcaption></figure>" for n, text in enumerate(captions)
    )
    nav = "<nav><a href=/>Home</a> <a href=/news>News</a></nav>"
    story = f"<html><title>Launch day</title>{nav}<article><h1>Launch day</h1><p>6 March 2027</p>{figures}{more}</article></html>"
    assert all(text in extract(story).text for text in captions)
    long = story.replace("</article>", f"<p>{KETTLES}</p></article>")
    assert not any(text in extract(long).text for text in captions)


@pytest.mark.parametrize(
    "line",
    [
        "Copyright © 2027 The Mill Press. Distributed by the valley's news service.",
        "© 2027 Mühlenbote",
        "The Mill Press. All rights reserved.",
        "Alle Rechte vorbehalten.",
        "版权所有",
        "(c) 2027 Le Moulin",
        "（責任編輯：林小明）",
        "(王小明 编辑)",
        "Your browser does not support JavaScript. As a result, your viewing experience will be diminished.",
        "Bitte aktivieren Sie JavaScript, um fortzufahren.",
        "Recently viewed",
        "Was this page helpful?",
        "Hat Ihnen dieser Artikel geholfen? Ja Nein",
        "Merci pour votre réponse !",
        "この記事は役に立ちましたか？",
        "Была ли эта статья полезна?",
        "You are receiving this email because you asked the mill for news.",
        "Sie erhalten diesen Newsletter, weil Sie ihn bestellt haben.",
        "Toate drepturile rezervate.",
        "© Η Λέμβος – Με επιφύλαξη παντός δικαιώματος",
        "สงวนลิขสิทธิ์",
        "저작권자 © 나루터신문",
        "【免责声明】本文仅代表作者本人观点，与本站无关。",
    ],
)
@pytest.mark.parametrize("article", [True, False])
def test_lines_about_rights_editors_and_scripts_are_none_of_the_text(line, article):
    markup = news(picture=f"<p>{line}</p>")
    assert places(markup, article=article)[line] == LABEL


@pytest.mark.parametrize(
    "line",
    [
        "The mill's rights to the water were sold in 1920.",
        "编辑部设在磨坊里，记者们每天早上在那里见面。",
        "JavaScript is a language.",
        "She asked every visitor on the way out of the mill: was this page helpful, and what would you like to read?",
        "Im Browser öffnen Sie das Mühlenbuch.",
        "免责声明写得很长，却没有人读。",
    ],
)
def test_other_lines_about_rights_and_editors_stay(line):
    assert places(news(picture=f"<p>{line}</p><h2>© 2027</h2>")) == {}


def test_a_page_about_rights_keeps_them():
    lines = "".join(
        f"<p>Copyright {year} by the mill, and what became of it later on, by the books.</p>"
        for year in range(1990, 2000)
    )
    assert places(news(picture=lines)) == {}


BOX = "Enter your address here, and the valley will write to you on every second Friday."


@pytest.mark.parametrize(
    ("name", "of_article", "of_other"),
    [
        ("newsletter-box", True, True),
        ("replaySignup", True, True),
        ("sidebar sign-up", True, True),
        ("contentAdvertiserDisclosure", True, False),
        ("affiliate_note", True, False),
        ("cmp--disclaimer", True, False),
        ("subscription-box", True, False),
        ("subscribeWidget", True, False),
        ("subscribers2", False, False),
        ("newsletters2", False, False),
        ("undisclosed", False, False),
    ],
)
def test_small_boxes_whose_names_say_that_they_ask_or_disclose_are_beside_the_text(name, of_article, of_other):
    for markup in (
        news(picture=f'<div class="{name}"><p>{BOX}</p></div>'),
        news(picture=f'<section id="{name}"><p>{BOX}</p></section>'),
    ):
        assert (places(markup).get(BOX) == BESIDE, places(markup, article=False).get(BOX) == BESIDE) == (
            of_article,
            of_other,
        )


TEASER = "A ferry of 1911 sails again from the upper lock"


@pytest.mark.parametrize(
    "heading",
    ["You may also like", "Das könnte Sie auch interessieren", "Sur le même sujet :", "Похожие статьи", "関連記事"],
)
@pytest.mark.parametrize("article", [True, False])
def test_a_box_behind_the_text_that_is_headed_as_further_texts_is_beside_it(heading, article):
    box = f"<section><div><h3>{heading}</h3></div><ul><li><a href=/ferry>{TEASER}</a></li></ul></section>"
    behind = news().replace("</article>", f"{box}</article>")
    assert places(behind, article=article) == dict.fromkeys((heading, TEASER), BESIDE)
    no_heading = behind.replace("<h3>", "<p>").replace("</h3>", "</p>")
    assert BESIDE not in places(no_heading, article=article).values()
    another = behind.replace(heading, f"{heading} or see before")
    assert places(another, article=article) == {}


def test_a_page_of_further_texts_and_a_box_before_the_text_stay():
    box = f"<div><h2>Related articles</h2>{''.join(f'<p>{text}</p>' for text in BODY)}</div>"
    assert places(f"<title>News</title><div><p>{TEASER}</p></div>{box}") == {}
    before = news(picture="<div><h3>Read also</h3><p>Mills of the valley</p></div>")
    assert places(before) == {}


@pytest.mark.parametrize(
    "line",
    [
        "Last updated on March 12, 2023",
        "Zuletzt aktualisiert: 12. März 2023",
        "Página actualizada el 12 de marzo de 2023",
        "Ultimo aggiornamento: 12/03/2023",
        "Laatst bijgewerkt op 12 maart 2023",
        "Обновлено: 12 марта 2023",
        "最終更新日 2023年3月12日",
    ],
)
@pytest.mark.parametrize("frame", ["<p>{}</p>", "<footer class=meta><i>{}</i></footer>", "<div><span>{}</span></div>"])
@pytest.mark.parametrize("article", [True, False])
def test_a_last_line_that_says_when_the_page_was_changed_is_no_text(line, frame, article):
    paragraphs = "".join(f"<p>{text}</p>" for text in BODY)
    found = places(f"<title>Tides</title><main>{paragraphs}{frame.format(line)}</main>", article=article)
    assert found.get(line) in (PUBLISHED, BESIDE)
    above = places(f"<title>Tides</title><main><p>{line}</p>{paragraphs}</main>", article=False)
    assert line not in above


@pytest.mark.parametrize(
    "line", ["The lock was updated for the last time in the May of 2023.", "In May we updated 3 of 2024 gates."]
)
def test_a_last_sentence_about_a_change_stays(line):
    assert line not in places(
        f"<title>Tides</title>{''.join(f'<p>{text}</p>' for text in [*BODY, line])}", article=False
    )


def test_a_box_with_much_of_the_text_is_not_beside_it():
    assert (
        places(
            f'<title>News</title><div class="newsletter">{"".join(f"<p>{text}</p>" for text in BODY)}</div><p>{BOX}</p>'
        )
        == {}
    )
    assert places(f'<title>News</title><div class="newsletter"><p>{BOX}</p></div><p>Welcome.</p>') == {}


def test_a_paragraph_among_others_is_no_caption_though_a_picture_says_the_same():
    paragraphs = "".join(f"<p>{text}</p>" for text in [ALTERNATIVE, *BODY])
    assert places(f"<title>Mill</title><article><img src=/w.jpg alt='{ALTERNATIVE}'>{paragraphs}</article>") == {}
    two = "".join(f"<p>{text}</p>" for text in [ALTERNATIVE, *BODY[:2]])
    assert places(
        f"<title>Mill</title><article><div><img src=/w.jpg alt='{ALTERNATIVE}'>{two}</div><p>{BODY[2]}</p></article>"
    ) == {ALTERNATIVE: CAPTION}


@pytest.mark.parametrize(
    "line",
    [
        "Photo: Ole Lund",
        "Fot. Jan Nowak / Kurier",
        "Bild: Ole Lund",
        "Фото: Иван Петров",
        "The keeper oils the wheel of the mill in May. | Photo by Ole Lund",
        "Die Mühle im Frühjahr. (Foto: Ole Lund)",
        "磨坊在春天重新开放。（王小明 摄）",
        "Young's mill, seen from the upper bank – Image: Valley Archive",
    ],
)
def test_the_credit_of_a_picture_and_a_caption_with_one_are_none_of_an_articles_text(line):
    assert places(news(picture=f"<p>{line}</p>")) == {line: CREDIT}
    assert places(news(picture=f"<p>{line}</p>"), article=False) == {}


@pytest.mark.parametrize(
    "line",
    [
        "With files from Ada Brandt",
        "Associated Press writer Ole Lund contributed to this report.",
        "Quelle: dpa",
        "(ada.brandt@courier.example)",
        "E-Mail: ada.brandt@courier.example",
        "作者：林小明",
        "（本文来源：磨坊日报）",
    ],
)
def test_a_line_that_says_whose_a_text_is_is_none_of_it(line):
    assert places(news(picture=f"<p>{line}</p>")) == {line: WRITTEN_BY}
    if line.isascii():
        assert places(news(picture=f"<ul><li>{line}</li></ul>")) == {}


@pytest.mark.parametrize(
    "line",
    [
        "A photo of the mill by an unknown hand was found in the attic of the old house.",
        "The picture that the keeper had hung above the door showed the wheel as it was.",
        "Write to ada.brandt@courier.example and say when you would like to come.",
        "Sources say that nobody was asked.",
    ],
)
def test_sentences_about_pictures_and_addresses_stay(line):
    assert places(news(picture=f"<p>{line}</p>")) == {}


def test_a_page_of_captions_keeps_them():
    lines = "".join(
        f"<p>The mill in {year}, as it was drawn and printed. | Photo by Ole Lund</p>" for year in range(1990, 1999)
    )
    assert places(f"<title>Mill</title><article>{lines}</article>") == {}


@pytest.mark.parametrize(
    "line",
    [
        'Also read: <a href="/b">Bakery opens at the ferry</a>',
        '<strong>Lesen Sie auch</strong> <a href="/b">Bäckerei am Fähranleger öffnet</a>',
        '<a href="/b">Читайте также: У переправы открылась пекарня</a>',
        '<a href="/b">関連記事：渡し場にパン屋が開店</a>',
    ],
)
def test_a_line_that_leads_to_another_article_is_none_of_an_articles_text(line):
    assert [*places(news(picture=f"<p>{line}</p>")).values()] == [LABEL]
    assert places(news(picture=f"<p>{line}</p>"), article=False) == {}
    assert places(news(picture=f"<h2>{line}</h2>")) == {}


def test_words_that_lead_to_other_articles_take_the_links_behind_them_along():
    links = "".join(f'<li><a href="/{number}">Ferry news, part {number}</a></li>' for number in range(3))
    found = places(news(picture=f"<p>Lees ook:</p><ul>{links}</ul>"))
    assert found == dict.fromkeys(("Lees ook:", *(f"Ferry news, part {number}" for number in range(3))), LABEL)
    assert places(news(picture="<p>Lees ook:</p>")) == {}


@pytest.mark.parametrize(
    "line",
    [
        "Sign up for our newsletter and read the ferry's log before breakfast.",
        "Abonnieren Sie unseren Newsletter und erhalten Sie jeden Morgen das Wichtigste.",
        "Ακολουθήστε μας στο Google News",
        "Подписывайтесь на наш канал о переправе",
        "สมัครรับข่าวสารจากท่าเรือ",
        "সর্বশেষ খবর পেতে আমাদের নিউজলেটার সাবস্ক্রাইব করুন।",
        "渡し場のニュースレターに登録",
    ],
)
def test_what_asks_an_articles_reader_to_follow_the_site_is_none_of_its_text(line):
    assert places(news(picture=f"<div><p>{line}</p></div>")) == {line: LABEL}
    assert places(news(picture=f"<div><p>{line}</p></div>"), article=False) == {}


@pytest.mark.parametrize(
    "line", ["Our newsletter had nine readers in its first year.", "Der Newsletter kostet nichts."]
)
def test_what_is_said_of_a_newsletter_stays(line):
    assert places(news(picture=f"<div><p>{line}</p></div>")) == {}


ASKING = [
    (
        "<div class=mt-8><p>{}</p><form><input type=email><button>OK</button></form></div>",
        "Get the best stories every morning",
    ),
    ("<div class=css-x1><div><h3>{}</h3></div><div><input type=email name=m></div></div>", "Der Brief am Morgen"),
    ("<div class=sc-a1><p>{}</p><button>OK</button></div>", "アプリで読む"),
    (
        "<div class=my-6><p>{}</p><button>👍 12</button><button>😮 3</button></div>",
        "¿Qué te ha parecido este artículo?",
    ),
    ("<section><div><span>{}</span></div><div><button>3</button></div></section>", "Присоединяйтесь к обсуждению"),
]


@pytest.mark.parametrize(("box", "line"), ASKING, ids=[line for _, line in ASKING])
def test_a_small_box_that_asks_for_an_address_or_a_click_is_beside_an_articles_text(box, line):
    inside = f"<div>{''.join(f'<p>{text}</p>' for text in BODY[:2])}{box.format(line)}<p>{BODY[2]}</p></div>"
    assert places(inside).get(line) == BESIDE
    assert set(BODY).isdisjoint(places(inside))
    assert (line in places(inside, article=False)) is ("email" in box)  # buttons say so on articles alone


@pytest.mark.parametrize(
    "part",
    [
        "<div><h2>{}</h2><button>#</button></div>",
        "<div><button aria-expanded=false>{}</button><p>Ten to four.</p></div>",
        "<div><input type=search></div><p>{}</p>",
        "<ul><li>{}<button>Copy</button></li></ul>",
        "<div class=row><p>{}</p><button>+</button></div>" + "<div class=row><p>Rye</p><button>+</button></div>" * 3,
        "<div><p>{} and much else, such as how the flour is kept dry in a wet summer</p><button>Save</button></div>",
    ],
)
def test_headings_panels_lists_and_sentences_with_a_button_stay(part):
    line = "Opening hours of the mill"
    inside = f"<div>{''.join(f'<p>{text}</p>' for text in BODY)}{part.format(line)}</div>"
    assert not [text for text in places(inside) if text.startswith(line)]


def test_boxes_that_ask_are_found_in_linear_time():
    def page_with(n):
        box = "<div><div><div><p>Open</p><button>OK</button><input type=email></div></div></div>"
        page = page_of(f"<p>{BODY[0]}</p>{box * n}")
        return page, np.full(len(page.texts), EVEN), measure(page)

    check_linear(page_with, lambda made: declared_places(*made, article=True), 200)


@pytest.mark.parametrize(
    "name",
    [
        *("class='cookie-modal cm-klaro'", "id=BorlabsCookieBox", "id=CybotCookiebotDialog", "class=cmplz-message"),
        *("id=axeptio_overlay", "id=tarteaucitronAlertBig", "id=iubenda-cs-banner", "class=cky-modal", "id=onetrust-x"),
    ],
)
@pytest.mark.parametrize("article", [True, False])
def test_a_dialog_for_consent_is_beside_the_text_by_its_name(name, article):
    asks = "Wir setzen Techniken ein, um diese Seite zu betreiben und ihre Nutzung zu messen."
    assert places(f"{news()}<div {name}><p>{asks}</p></div>", article=article).get(asks) == BESIDE
    assert asks not in places(f"{news()}<div class=cmp-text><p>{asks}</p></div>", article=article)


@pytest.mark.parametrize(
    "line",
    [
        "This page was last updated on 12 August 2001.",
        "Last updated Oct 4, 1999 by the course staff. Please report broken links.",
        "Ostatnia zmiana: 7 maja 2001",
        "Poslední aktualizace: 14. 9. 2003",
        "Dernière mise à jour : 4 mars 2001",
        "Letzte Änderung: 12.3.2001",
        "最終変更日：2001年3月4日",
        "Best viewed in 800 x 600",
        "Best viewed with Netscape 4",
        "You are visitor number 1024",
        "Diese Seite ist optimiert für 800 x 600",
        "Jesteś gościem nr 1024",
    ],
)
def test_lines_at_the_foot_of_old_pages_are_no_text(line: str) -> None:
    prose = "<p>The mill stood idle for forty years before the council voted to let its wheel turn again in May.</p>"
    page = f"<title>The mill</title><center><h1>The mill</h1></center>{prose * 4}<p>{line}</p>"
    text = extract(page).text
    assert line not in text
    assert text.startswith("The mill stood idle")


@pytest.mark.parametrize(
    "line", ["Best viewed in autumn, the maples stand above the weir.", "Optimized for speed, it mills a ton."]
)
def test_sentences_that_begin_like_such_lines_stay(line: str) -> None:
    prose = "<p>The mill stood idle for forty years before the council voted to let its wheel turn again in May.</p>"
    assert line in extract(f"<title>The mill</title><h1>The mill</h1>{prose * 4}<p>{line}</p>{prose}").text


NOTICES = (
    "No part of this article may be copied, and the views of its readers are not necessarily those of the publisher.",
    "При полном или частичном использовании материалов ссылка на «Мельницу» обязательна.",
    "Żadna część jak i całość utworów zawartych w dzienniku nie może być powielana w jakikolwiek sposób.",
    "Απαγορεύεται η αναδημοσίευση των κειμένων της εφημερίδας.",
    "• 凡注明为其他媒体来源的信息，均为转载自其他媒体，转载并不代表本网赞同其观点。",
    "本サイトの記事の無断転載を禁じます。ご連絡は編集部まで。",
    "Чтобы оставить комментарий, войдите на сайт.",
    "If you submit a comment, your name appears beside it.",
)


@pytest.mark.parametrize("notice", NOTICES)
@pytest.mark.parametrize("frame", ["<p>{}</p></article>", "</article><table><tr><td>{}</td></tr></table>"])
def test_notices_behind_an_article_are_no_text(notice, frame):
    page = news().replace("</article>", frame.format(notice))
    assert places(page)[notice] == LABEL
    assert notice not in places(page, article=False)


def test_what_is_said_before_the_heaviest_text_or_in_a_heading_is_no_notice():
    notice = NOTICES[0]
    assert notice not in places(news(picture=f"<p>{notice}</p>"))
    assert notice not in places(news().replace("</article>", f"<h3>{notice}</h3></article>"))


@pytest.mark.parametrize(
    "notice", ["She may not stay without permission.", "凡是人都会做梦。", "Он оставил комментарий."]
)
def test_words_of_notices_that_other_texts_have_are_none(notice):
    assert notice not in places(news().replace("</article>", f"<p>{notice}</p></article>"))


def test_a_notice_may_be_longer_than_a_short_article():
    """A third of a text may be about its rights, more than that where 25 expected words are left beside it."""
    notice, short = NOTICES[2], "The village has bought its old mill, and nobody was asked to pay for any of it."
    page = "<article><h1>The mill</h1>{}<p>{}</p></article>"
    assert notice in places(page.format(3 * f"<p>{short}</p>", notice))
    assert notice not in places(page.format(f"<p>{short}</p>", notice))


@pytest.mark.parametrize(("length", "is_notice"), [(900, True), (901, False)])
def test_a_notice_has_900_characters(length, is_notice):
    notice = NOTICES[0].ljust(length, "x")
    page = news().replace("</article>", f"<p>{notice}</p></article>")
    assert (notice in places(page)) is is_notice
