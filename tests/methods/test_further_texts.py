"""Cards, lines and teasers of other pages in and beside an article, as news sites of several languages write them."""

from __future__ import annotations

import numpy as np
import pytest
from crf_pages import page_of
from growth import check_linear
from mill_page import BODY as MILL
from mill_page import mill_article, scores_of, texts

from scrapy_maincontent.features.measures import measure
from scrapy_maincontent.methods.further import cards, lines_to_further, teasers

URL = "https://courier.example/2027/mill.html"
BODY = "".join(
    f"<p>The mill on the {name} bank stood idle for forty years before the village bought it and cleared its pond.</p>"
    for name in ("left", "right", "upper", "lower")
)
TITLES = ("New bridge for the valley", "Baker wins a prize", "School closes for a week", "Snow blocks the pass road")
TEXT = "The council decided on Monday evening what many had asked for all the winter ({})."

RUSSIAN = "<dl class=lenta>{}</dl>", "<dt>10:1{0} <a href='/n/{0}'>{1}</a></dt><dd>{2}</dd>"
ENGLISH = "<div>{}</div>", "<div class=item><h2><a href='/n/{0}'>{1}</a></h2><p>{2}</p><a href='/n/{0}'>more</a></div>"
POLISH = (
    "<div class=box><ul>{}</ul></div>",
    "<li class='i{0}'><p>Jan Nowak</p><h2><a href='/n/{0}'>{1}</a></h2><p>3 maja</p><p class=lead>{2}</p></li>",
)
TABLE = (
    "<table class=news>{}</table>",
    "<tr><td class=cell><a href='https://www.courier.example/n/{0}'>{1}</a> 05/04<div>{2}</div></td></tr>",
)
FRAMES = pytest.mark.parametrize(
    ("box", "entry"), [RUSSIAN, ENGLISH, POLISH, TABLE], ids=["dl", "items", "list", "table"]
)


def entries(entry, titles=TITLES, text=TEXT):
    return "".join(entry.format(number, title, text.format(number)) for number, title in enumerate(titles))


def found(beside, body=BODY, *, url=URL, score=0.8):
    page = page_of(f"<div id=text><h1>The mill</h1>{body}</div>{beside}", url)
    scores = np.full(len(page.texts), score)
    measures = measure(page)
    return [page.texts[number] for number in sorted(teasers(page, measures, scores * measures.words))]


@FRAMES
def test_texts_of_one_make_behind_linked_titles_are_teasers(box, entry):
    texts = found(box.format(entries(entry)))
    assert {TEXT.format(number) for number in range(4)} < {*texts}
    assert all(any(title in text for text in texts) for title in TITLES)
    assert not any("mill" in text for text in texts)


@FRAMES
def test_two_are_none_and_three_are_some(box, entry):
    assert not found(box.format(entries(entry, TITLES[:2])))
    assert found(box.format(entries(entry, TITLES[:3])))


@FRAMES
def test_what_stands_in_the_articles_own_element_is_part_of_it(box, entry):
    assert not found("", BODY + entries(entry))


@pytest.mark.parametrize(
    "titles",
    [
        [f"{number}. {title}" for number, title in enumerate(TITLES, 1)],
        [f"{title}, from $ {number}.95" for number, title in enumerate(TITLES, 1)],
        ["Read the whole story"] * 4,
        ["Two words"] * 4,
    ],
    ids=["ranks", "prices", "one title", "two words"],
)
@pytest.mark.parametrize(("box", "entry"), [ENGLISH, POLISH])
def test_rankings_goods_and_buttons_are_no_titles(box, entry, titles):
    assert not found(box.format(entries(entry, titles)))


@pytest.mark.parametrize(
    "href",
    ["https://other.example.org/{0}", "#{0}", "{url}#{0}", "javascript:show({0})", "mailto:a{0}@courier.example"],
)
def test_titles_lead_to_other_pages_of_the_site(href):
    box, entry = ENGLISH
    assert not found(box.format(entries(entry.replace("/n/{0}", href.replace("{url}", URL)))))


def test_steps_of_an_ordered_list_are_none():
    box, entry = "<ol>{}</ol>", "<li><a href='/n/{0}'>{1}</a><p>{2}</p></li>"
    assert not found(box.format(entries(entry)))
    assert found(box.replace("ol", "ul").format(entries(entry)))


def test_items_of_one_list_are_no_titles_of_each_other():
    lines = "".join(
        f"<li><a href='/p/{title}'>{title} of the year</a></li><li>{title}, the best of all</li>" for title in TITLES
    )
    assert not found(f"<div class=picks><ul>{lines}</ul></div>")


def test_cells_of_a_row_are_no_titles_of_each_other():
    box, entry = "<div><table>{}</table></div>", "<tr><td><a href='/n/{0}'>{1}</a></td><td>{2}</td></tr>"
    assert not found(box.format(entries(entry)))


def test_seven_in_ten_texts_of_their_make_are_teasers():
    box, entry = "<div class=box>{}</div>", "<h2><a href='/n/{0}'>{1}</a></h2><p>{2}</p>"
    more = "<p>Another line of some more words behind it.</p>"
    assert found(box.format(entries(entry) + more))
    assert not found(box.format(entries(entry) + 2 * more))


def test_there_are_three_texts_at_the_most_from_a_title_to_its_teaser():
    box, entry = "<div class=box>{}</div>", "<div class=item><h2><a href='/n/{0}'>{1}</a></h2>{more}<p>{2}</p></div>"
    assert found(box.format(entries(entry.replace("{more}", "<b>Ann</b><br>3 May<br>"))))
    assert not found(box.format(entries(entry.replace("{more}", "<i>Ann</i><hr><i>3 May</i><hr><i>9:00</i><hr>"))))
    between = found(box.format(entries(entry.replace("{more}", "<p class=other>Five words that are another.</p>"))))
    assert TEXT.format(0) not in between


def test_a_page_of_nothing_but_teasers_keeps_them():
    box, entry = ENGLISH
    assert not found(box.format(entries(entry)), "<p>Welcome.</p>")
    long = TEXT.format("{}") + " It took them all the evening, and most of the night." * 5
    assert not found(box.format(entries(entry, text=long)))


@pytest.mark.parametrize(
    "card",
    [
        "<article class=teaser><a href=/r><h3>{}</h3></a><p>{}</p></article>",
        "<article class='card summary'><div><h4><a href=/r>{}</a></h4></div><div><p>{}</p></div></article>",
        "<article><h2><a href=/r>{}</a></h2><p>{}</p><time>3 May</time></article>",
    ],
)
def test_a_small_article_in_an_article_is_a_card(card):
    both = "Ferry runs again", "It takes ten minutes now."
    page = mill_article(amid=card.format(*both))
    assert {*both} <= {*texts(page, cards(page, measure(page)))}
    many = mill_article(
        amid="".join(card.format(f"Ferry {number} runs", "It takes ten minutes.") for number in range(4))
    )
    assert cards(many, measure(many)) == set()
    report = mill_article(amid=card.replace("href", "name").format(*both))
    assert cards(report, measure(report)) == set()


@pytest.mark.parametrize("label", ["Read also", "Lesen Sie auch:", "関連記事", "Читайте также", "관련 기사"])
@pytest.mark.parametrize(
    "box",
    [
        "<div class=x1><div>{}</div><div><a href=/r>{}</a></div><div>{}</div></div>",
        "<section><p>{}</p><h4><a href=/r>{}</a></h4><p>{}</p></section>",
        "<aside><a href=/r><span>{}</span><p>{}</p><p>{}</p></a></aside>",
    ],
)
def test_words_that_lead_to_other_texts_take_their_small_box_along(label, box):
    both = "Ferry runs again", "It takes ten minutes now."
    page = mill_article(amid=box.format(label, *both))
    likely, scores = [*range(len(page.texts))], scores_of(page)
    measures = measure(page)
    expected = scores * measures.words
    assert texts(page, lines_to_further(page, expected, likely, measures)) == [label, *both]
    unlinked = mill_article(amid=box.replace("href", "name").format(label, *both))
    assert lines_to_further(unlinked, expected, likely, measure(unlinked)) == []


def test_the_box_of_such_words_is_a_small_one():
    long = f"{MILL[0]} {MILL[1]} {MILL[2]} {MILL[3]}"
    page = mill_article(amid=f"<div><p>Read also</p><p><a href=/r>Ferry</a></p><p>{long}</p></div>")
    measures = measure(page)
    expected = scores_of(page) * measures.words
    found = lines_to_further(page, expected, [*range(len(page.texts))], measures)
    assert texts(page, found) == ["Read also", "Ferry"]


def test_many_are_found_in_linear_time():
    box, entry = "<div>{}</div>", "<div class='box k{0}k'>" + 3 * ENGLISH[1].replace("{1}", "{1} {{}}") + "</div>"

    def make(size):
        titles = [f"A title of some words {number}" for number in range(20 * size)]
        page = page_of(f"<div>{BODY * size}</div>{box.format(entries(entry, titles))}", URL)
        measures = measure(page)
        return page, measures, measures.words * 0.8

    check_linear(make, lambda made: teasers(*made))


def test_cards_are_found_in_linear_time():
    def make(count):
        page = mill_article(amid="<article><h3><a href=/r>Ferry</a></h3></article>" * count)
        return page, measure(page)

    check_linear(make, lambda made: cards(*made))
