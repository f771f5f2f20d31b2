from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from crf_pages import page_of
from growth import check_linear
from mill_page import BODY, PARAGRAPHS, QUOTED, mill_article, scores_of, texts

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.features.measures import measure
from scrapy_maincontent.methods.newsroom import machine_summaries, notes, points, pull_quotes

if TYPE_CHECKING:
    from scrapy_maincontent.page import Page

QUOTES = [
    "<figure class='wp-block-pullquote'><blockquote><p>{}</p><cite>{}</cite></blockquote></figure>",
    "<blockquote class='column quotebox'><div><h3 class=quote>{}</h3><div>{}</div></div></blockquote>",
    "<div class=Zitat><p>{}</p><p>{}</p></div>",
    "<aside class=pull-quote><span>{}</span><div>{}</div></aside>",
    "<div class='inline-citat'><p>„{}“</p><footer>{}</footer></div>",
]


@pytest.mark.parametrize("quote", QUOTES)
def test_a_quote_that_stands_in_the_text_is_out_with_its_source(quote: str) -> None:
    page = mill_article(amid=quote.format(QUOTED, "Ada Brandt, keeper"))
    main = {number for number, text in enumerate(page.texts) if text != "Council buys mill"}
    assert texts(page, main - pull_quotes(page, measure(page).words, main)) == BODY


@pytest.mark.parametrize("quote", QUOTES)
def test_a_quote_that_stands_there_alone_stays(quote: str) -> None:
    page = mill_article(amid=quote.format("Nobody had counted the paint, and nobody will", "Ada Brandt, keeper"))
    assert pull_quotes(page, measure(page).words, {*range(len(page.texts))}) == set()


def test_what_quotes_at_length_or_repeats_without_quoting_stays() -> None:
    words = " ".join(BODY)
    page = mill_article(amid=f"<blockquote><p>{BODY[1]}</p><p>{words}</p></blockquote><h2>{QUOTED}</h2>")
    assert pull_quotes(page, measure(page).words, {*range(len(page.texts))}) == set()


def test_a_quote_that_only_other_quotes_repeat_stays() -> None:
    page = mill_article(amid=2 * "<blockquote><p>Bread, and a lamp for every door of the mill</p></blockquote>")
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
    page = mill_article(**{place: box.format(label, SUMMARY)})
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
    page = mill_article(amid=part.format(SUMMARY))
    assert machine_summaries(page, scores_of(page), measure(page).words) == []


def test_a_summary_behind_much_of_the_text_stays() -> None:
    page = mill_article(behind=f"<div><h2>AI summary</h2><p>{SUMMARY}</p></div>")
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
    page = mill_article(before=box.format(heading, *both))
    assert texts(page, points(page, scores_of(page), measure(page))) == [*both]
    assert points(page, scores_of(page, 0.01), measure(page)) == []


def test_a_table_of_contents_and_other_lists_are_no_main_points() -> None:
    contents = "<div><h2>Key points</h2><ul><li><a href=#a>The mill</a></li><li><a href=#b>Bread</a></li></ul></div>"
    others = "<div><h2>The mill</h2><ul><li>The mill is sold.</li></ul></div>"
    behind = "<div><h2>Key points</h2><ul><li>The mill is sold.</li></ul></div>"
    for page in (mill_article(before=contents), mill_article(before=others), mill_article(behind=behind)):
        assert points(page, scores_of(page), measure(page)) == []


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
        page = mill_article(**{place: frame.format(note)})
        assert texts(page, notes(page, scores_of(page))) == [note]
    far = mill_article(behind=f"{'<p>Another</p>' * 8}{frame.format(note)}")
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
        quotes = f"<blockquote><p>{QUOTED}</p></blockquote>" * count
        boxes = "<div><p>Key points</p><p>Bread</p></div><div><p>AI summary</p><p>Bread</p></div>" * count
        return page_of(f"<article>{boxes}{quotes}{''.join(PARAGRAPHS)}{'<p>Correction: no.</p>' * count}</article>")

    def run(page: Page) -> object:
        measures, scores = measure(page), scores_of(page)
        main = {*range(len(page.texts))}
        return (
            pull_quotes(page, measures.words, main),
            machine_summaries(page, scores, measures.words),
            points(page, scores, measures),
            notes(page, scores),
        )

    check_linear(many, run)
