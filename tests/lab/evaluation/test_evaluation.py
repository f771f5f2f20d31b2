from __future__ import annotations

from dataclasses import replace

import pytest

from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage
from scrapy_maincontent.lab.evaluation import PEERS, Prediction, body_reference, by_characters, peer_extractor, score

HEADLINE = "Ferry returns to the island"
TEXT = "It was in the yard for nine weeks."
JAPANESE = "水車小屋は四十年のあいだ止まっていた。"


@pytest.fixture
def page(tmp_path):
    file = tmp_path / "1.html"
    file.write_text(f"<html><title>{HEADLINE} - Ferry Courier</title><p>{TEXT}</p>", "utf-8")
    return AnnotatedPage("1", "", file, None, "article", "ferry.example", "", f"{HEADLINE}\n{TEXT}")


@pytest.mark.parametrize(
    ("language", "root", "reference", "expected"),
    [
        ("ja", "", TEXT, True),
        ("zh-TW", "", TEXT, True),
        ("en", "", JAPANESE, False),
        ("ko", "", "수문은 닫혔다.", False),
        ("", ' lang="th"', TEXT, True),
        ("", ' lang="en"', JAPANESE, True),
        ("", "", JAPANESE, True),
        ("", "", TEXT, False),
    ],
)
def test_texts_without_word_spaces_are_compared_by_characters(page, language, root, reference, expected):
    page.path.write_text(f"<html{root}><p>x</p>", "utf-8")
    found = replace(page, language=language, main_content=reference)
    assert by_characters(found) is expected
    part = score(found, Prediction(reference[: len(reference) // 2]))
    assert (part.words == part.characters) is expected


def test_a_headline_of_the_reference_is_left_out_for_the_second_figure(page):
    assert body_reference(page) == TEXT
    found = score(page, Prediction(TEXT))
    assert found.body.f1 == 1
    assert found.words.f1 < 1
    assert score(page, Prediction(page.main_content)).body.f1 < 1


@pytest.mark.parametrize(
    ("title", "reference", "body"),
    [
        ("Another, with other words!", f"Another with other words\n{TEXT}", TEXT),
        ("", f"Ferry\n{TEXT}", f"Ferry\n{TEXT}"),
        ("", f"{TEXT}\n{HEADLINE}", f"{TEXT}\n{HEADLINE}"),
        ("", HEADLINE, HEADLINE),
        ("", "", ""),
    ],
    ids=["annotated", "too short", "not first", "nothing else", "empty"],
)
def test_which_first_line_is_the_headline(page, title, reference, body):
    assert body_reference(replace(page, title=title, main_content=reference)) == body


def test_a_peer_that_fails_on_a_page_has_no_text_of_it(page, monkeypatch, caplog):
    def fails(html):
        raise ValueError("no page for me")

    monkeypatch.setitem(PEERS, "fussy", lambda: fails)
    assert peer_extractor("fussy")(page) == Prediction("")
    assert "fussy failed on page" in caplog.text
