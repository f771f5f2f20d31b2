"""Drawings: every text block once, in order, with its own text, whatever the markup."""

from __future__ import annotations

import sys
from pathlib import Path

from hypothesis import given
from inspector_pages import ARTICLE, HOSTILE

from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.inspector.facts import BEGIN, CLOSE, END, OBJECT, SAME, SPANS, Drawing, draw

sys.path.append(str(Path(__file__).parents[1] / "speedups"))

from hostile import MARKUP


def texts_of(drawing: Drawing) -> list[str]:
    """Return the text of each block that is drawn."""
    texts: list[str] = []
    inside = False
    for step in drawing.steps:
        if step == BEGIN:
            assert not inside
            inside = True
            texts.append("")
        elif step == END:
            assert inside
            inside = False
        elif isinstance(step, str) and inside:
            texts[-1] += step
    assert not inside
    return ["".join(text.split()) for text in texts]


@given(MARKUP)
def test_every_text_block_is_drawn_once(markup: str) -> None:
    page = read_page(markup)
    if page is None:
        return
    drawing = draw(page)
    assert texts_of(drawing) == ["".join(text.split()) for text in page.texts]
    assert len(drawing.places) == drawing.steps.count(CLOSE)
    assert {drawn for _, drawn, _ in drawing.names} <= SAME | {OBJECT, "div", "span"}


def test_nothing_is_drawn_by_a_name_that_the_page_chose() -> None:
    page = read_page(HOSTILE)
    assert page is not None
    assert "x-evil" in page.tags
    assert {"script", "iframe", "style"}.isdisjoint(SAME)
    assert {drawn for _, drawn, _ in draw(page).names} <= SAME | {OBJECT, "div", "span"}


def test_cells_keep_their_spans_alone() -> None:
    page = read_page(ARTICLE)
    assert page is not None
    steps = draw(page).steps
    at = steps.index(SPANS)
    assert steps[at : at + 3] == [SPANS, 2, 1]


def test_what_shows_nothing_is_left_out() -> None:
    page = read_page("<div><p></p><div><span></span></div><p>Text</p><div><img alt='A heron'></div></div>")
    assert page is not None
    drawn = draw(page)
    assert [page.tags[element] for element in drawn.places] == ["html", "body", "div", "p", "div", "img"]
