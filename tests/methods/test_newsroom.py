from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from crf_pages import page_of
from growth import check_linear

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.features.measures import measure
from scrapy_maincontent.methods.further import cards, lines_to_further
from scrapy_maincontent.methods.newsroom import machine_summaries, notes, points, pull_quotes

if TYPE_CHECKING:
    from scrapy_maincontent.page import Page

BODY = [
    "The council bought the old mill on Monday, after three meetings that went on until the lamps were lit outside.",
    "Its keeper, Ada Brandt, says that the work took three summers and more paint than anybody had counted.",
    "On the first Sunday of May its doors open to everybody who likes to look in, and there will be bread.",
    "A third of the money came from the county, and the rest was collected at the doors of the village.",
]
QUOTED = "the work took three summers and more paint than anybody had counted"
PARAGRAPHS = [f"<p>{text}</p>" for text in BODY]


def article(before: str = "", amid: str = "", behind: str = "") -> Page:
    first, *others = PARAGRAPHS
    return page_of(
        f"<title>Council buys mill</title><main><article><h1>Council buys mill</h1>{before}"
        f"<div class=body>{first}{amid}{''.join(others)}</div>{behind}</article></main>"
    )


def scores_of(page: Page, other: float = 0.3) -> np.ndarray:
    return np.array([0.95 if text in BODY else other for text in page.texts])


def texts(page: Page, numbers: object) -> list[str]:
    return [page.texts[number] for number in sorted(numbers)]  # type: ignore[call-overload]


QUOTES = [
    "<figure class='wp-block-pullquote'><blockquote><p>{}</p><cite>{}</cite></blockquote></figure>",
    "<blockquote class='column quotebox'><div><h3 class=quote>{}</h3><div>{}</div></div></blockquote>",
    "<div class=Zitat><p>{}</p><p>{}</p></div>",
    "<aside class=pull-quote><span>{}</span><div>{}</div></aside>",
    "<div class='inline-citat'><p>„{}“</p><footer>{}</footer></div>",
]


@pytest.mark.parametrize("quote", QUOTES)
def test_a_quote_that_stands_in_the_text_is_out_with_its_source(quote: str) -> None:
    page = article(amid=quote.format(QUOTED, "Ada Brandt, keeper"))
    main = {number for number, text in enumerate(page.texts) if text != "Council buys mill"}
    assert texts(page, main - pull_quotes(page, measure(page).words, main)) == BODY


@pytest.mark.parametrize("quote", QUOTES)
def test_a_quote_that_stands_there_alone_stays(quote: str) -> None:
    page = article(amid=quote.format("Nobody had counted the paint, and nobody will", "Ada Brandt, keeper"))
    assert pull_quotes(page, measure(page).words, {*range(len(page.texts))}) == set()


def test_what_quotes_at_length_or_repeats_without_quoting_stays() -> None:
    words = " ".join(BODY)
    page = article(amid=f"<blockquote><p>{BODY[1]}</p><p>{words}</p></blockquote><h2>{QUOTED}</h2>")
    assert pull_quotes(page, measure(page).words, {*range(len(page.texts))}) == set()


def test_a_quote_that_only_other_quotes_repeat_stays() -> None:
    page = article(amid=2 * "<blockquote><p>Bread, and a lamp for every door of the mill</p></blockquote>")
    assert pull_quotes(page, measure(page).words, {*range(len(page.texts))}) == set()


LABELS = ["AI summary", "KI-Zusammenfassung", "Résumé généré par IA", "Пересказ от ИИ", "AIによる要約", "AI 요약"]
SUMMARY = "The village owns its mill and opens it in May."


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize(
    "box",
    [
        "<div class=x1><h2>{0}</h2><ul><li>{1}</li><li>Bread is baked.</li></ul></div>",
        "<section><p>{1}</p><small>{0}</small></section>",
        "<details open><summary>{0}</summary><p>{1}</p></details>",
    ],
)
@pytest.mark.parametrize("place", ["before", "amid"])
def test_a_summary_by_a_machine_is_beside_the_text(label: str, box: str, place: str) -> None:
    page = article(**{place: box.format(label, SUMMARY)})
    found = texts(page, machine_summaries(page, scores_of(page), measure(page).words))
    assert {label, SUMMARY} <= {*found}
    assert not {*found}.intersection(BODY)


@pytest.mark.parametrize(
    "part",
    [
        "<div><h2>Summaries by AI are what the keeper of the mill reads</h2><p>{}</p></div>",
        "<ul><li>AI summary</li><li>{}</li></ul>",
        "<p>AI summary</p><p>{}</p>",
    ],
)
def test_parts_of_a_text_about_machines_stay(part: str) -> None:
    page = article(amid=part.format(SUMMARY))
    assert machine_summaries(page, scores_of(page), measure(page).words) == []


def test_a_summary_behind_much_of_the_text_stays() -> None:
    page = article(behind=f"<div><h2>AI summary</h2><p>{SUMMARY}</p></div>")
    assert machine_summaries(page, scores_of(page), measure(page).words) == []


@pytest.mark.parametrize("heading", ["Key points", "In Kürze", "L'essentiel", "Lo más importante", "要点", "Главное"])
@pytest.mark.parametrize(
    "box",
    [
        "<div class=x1><h2>{}</h2><ul><li>{}</li><li>{}</li></ul></div>",
        "<section><div><strong>{}</strong></div><p>{}</p><p>{}</p></section>",
        "<details><summary>{}</summary><div>{}</div><div>{}</div></details>",
    ],
)
def test_main_points_before_the_text_are_part_of_it(heading: str, box: str) -> None:
    both = "The mill is sold.", "Bread will be baked."
    page = article(before=box.format(heading, *both))
    assert texts(page, points(page, scores_of(page), measure(page))) == [*both]
    assert points(page, scores_of(page, 0.01), measure(page)) == []


def test_a_table_of_contents_and_other_lists_are_no_main_points() -> None:
    contents = "<div><h2>Key points</h2><ul><li><a href=#a>The mill</a></li><li><a href=#b>Bread</a></li></ul></div>"
    others = "<div><h2>The mill</h2><ul><li>The mill is sold.</li></ul></div>"
    behind = "<div><h2>Key points</h2><ul><li>The mill is sold.</li></ul></div>"
    for page in (article(before=contents), article(before=others), article(behind=behind)):
        assert points(page, scores_of(page), measure(page)) == []


@pytest.mark.parametrize(
    "card",
    [
        "<article class=teaser><a href=/r><h3>{}</h3></a><p>{}</p></article>",
        "<article class='card summary'><div><h4><a href=/r>{}</a></h4></div><div><p>{}</p></div></article>",
        "<article><h2><a href=/r>{}</a></h2><p>{}</p><time>3 May</time></article>",
    ],
)
def test_a_small_article_in_an_article_is_a_card(card: str) -> None:
    both = "Ferry runs again", "It takes ten minutes now."
    page = article(amid=card.format(*both))
    assert {*both} <= {*texts(page, cards(page, measure(page)))}
    many = article(amid="".join(card.format(f"Ferry {number} runs", "It takes ten minutes.") for number in range(4)))
    assert cards(many, measure(many)) == set()
    report = article(amid=card.replace("href", "name").format(*both))
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
def test_words_that_lead_to_other_texts_take_their_small_box_along(label: str, box: str) -> None:
    both = "Ferry runs again", "It takes ten minutes now."
    page = article(amid=box.format(label, *both))
    likely, scores = [*range(len(page.texts))], scores_of(page)
    measures = measure(page)
    expected = scores * measures.words
    assert texts(page, lines_to_further(page, expected, likely, measures)) == [label, *both]
    unlinked = article(amid=box.replace("href", "name").format(label, *both))
    assert lines_to_further(unlinked, expected, likely, measure(unlinked)) == []


def test_the_box_of_such_words_is_a_small_one() -> None:
    long = f"{BODY[0]} {BODY[1]} {BODY[2]} {BODY[3]}"
    page = article(amid=f"<div><p>Read also</p><p><a href=/r>Ferry</a></p><p>{long}</p></div>")
    measures = measure(page)
    expected = scores_of(page) * measures.words
    found = lines_to_further(page, expected, [*range(len(page.texts))], measures)
    assert texts(page, found) == ["Read also", "Ferry"]


@pytest.mark.parametrize(
    "note",
    [
        "This article was amended on 3 May: the mill has two wheels.",
        "In einer früheren Version hatte die Mühle drei Räder.",
        "В первой версии текста у мельницы было три колеса.",
        "【訂正】水車は二つでした。",
    ],
)
@pytest.mark.parametrize(
    "frame", ["<div class=notes><p>{}</p></div>", "<p><em>{}</em></p>", "<aside><div>{}</div></aside>"]
)
def test_a_correction_around_the_text_is_a_part_of_it(note: str, frame: str) -> None:
    for place in ("before", "behind"):
        page = article(**{place: frame.format(note)})
        assert texts(page, notes(page, scores_of(page))) == [note]
    far = article(behind=f"{'<p>Another</p>' * 8}{frame.format(note)}")
    assert notes(far, scores_of(far)) == []


def test_without_a_text_there_are_no_notes_and_no_summaries() -> None:
    page = page_of("<p>Correction: none.</p><div><p>AI summary</p><p>None.</p></div>")
    assert notes(page, np.zeros(len(page.texts))) == []
    assert machine_summaries(page, np.zeros(len(page.texts)), measure(page).words) == []


def test_a_reader_gets_the_points_and_the_correction_without_quote_card_and_summary() -> None:
    points = (
        "<div class=x1><h2>Key points</h2><ul><li>The council bought the mill.</li><li>It opens in May.</li></ul></div>"
    )
    summary = f"<div class=x2><h2>AI summary</h2><p>{SUMMARY}</p></div>"
    quote = f"<blockquote><p>{QUOTED}</p><cite>Ada Brandt</cite></blockquote>"
    card = "<article><a href=/r><h3>Ferry runs again</h3></a><p>It takes ten minutes now.</p></article>"
    note = "An earlier version of this article gave the wrong month."
    text = extract(
        f"<title>Council buys mill</title><meta property=og:type content=article><nav><a href=/>Home</a> <a href=/n>News</a></nav><main><article><h1>Council buys mill</h1>{points}{summary}"
        f"{PARAGRAPHS[0]}{card}{PARAGRAPHS[1]}{quote}{PARAGRAPHS[2]}{PARAGRAPHS[3]}<div class=meta><p>{note}</p></div></article></main>"
    ).text
    assert all(part in text for part in (*BODY, "It opens in May.", note))
    assert not any(part in text for part in (SUMMARY, "It takes ten minutes now."))
    assert text.count(QUOTED) == 1


def test_what_newsrooms_add_is_found_in_linear_time() -> None:
    def many(count: int) -> Page:
        quotes = f"<blockquote><p>{QUOTED}</p></blockquote><article><h3><a href=/r>Ferry</a></h3></article>" * count
        boxes = "<div><p>Key points</p><p>Bread</p></div><div><p>AI summary</p><p>Bread</p></div>" * count
        return page_of(f"<article>{boxes}{quotes}{''.join(PARAGRAPHS)}{'<p>Correction: no.</p>' * count}</article>")

    def run(page: Page) -> object:
        measures, scores = measure(page), scores_of(page)
        main = {*range(len(page.texts))}
        return (
            pull_quotes(page, measures.words, main),
            machine_summaries(page, scores, measures.words),
            points(page, scores, measures),
            cards(page, measures),
            notes(page, scores),
        )

    check_linear(many, run)
