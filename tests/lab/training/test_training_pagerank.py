from __future__ import annotations

import numpy as np
import pytest

from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage
from scrapy_maincontent.lab.training.learner import PAGERANK
from scrapy_maincontent.lab.training.pagerank import (
    PageRankRows,
    element_scores,
    fit_pagerank,
    grid,
    main_elements,
    pagerank_rows,
    weighed,
)
from scrapy_maincontent.lab.training.tree import write_model
from scrapy_maincontent.papers.pagerank import Parameters, load, rank

PROSE = "Engines were replaced during nine weeks ashore, and the ferry sails again from Monday."
HTML = f"""<html><title>The ferry sails</title><meta name="description" content="Engines were replaced."><body>
<ul id="menu"><li><a href="/a">Home</a></li><li><a href="/b">Boats</a></li><li><a href="/c">Tides</a></li></ul>
<div id="text"><p>{PROSE}</p><img src="/1.jpg"><img src="/2.jpg"><img src="/3.jpg"><p>{PROSE}</p></div><p>Imprint</p></body></html>"""


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(HTML, "utf-8")
    return AnnotatedPage("1", "https://ferry.example/", path, None, "article", "ferry.example", "", f"{PROSE}\n{PROSE}")


def test_rows_are_what_the_method_itself_would_find(page):
    flat = read_page(HTML)
    configurations = [*grid()[::50], Parameters(media=0.3)]
    expected = [rank(flat, parameters).main for parameters in configurations]
    assert main_elements(flat, configurations) == expected
    assert len(set(expected)) > 1


def test_an_element_is_as_good_as_the_words_in_it(page):
    flat = read_page(HTML)
    precision, recall, f1 = element_scores(flat, page)
    text = next(element for element, own in enumerate(flat.attrs) if own.get("id") == "text")
    assert (precision[text], recall[text], f1[text]) == (1, 1, 1)
    assert (precision[text + 1], recall[text + 1]) == (1, 0.5)
    assert recall[0] == 1
    assert precision[0] < 1
    menu = next(element for element, own in enumerate(flat.attrs) if own.get("id") == "menu")
    assert (precision[menu], recall[menu], f1[menu]) == (0, 0, 0)


def test_pages_of_pictures_have_few_words_and_some_pictures(page, tmp_path):
    assert pagerank_rows(page).pictures
    bare = tmp_path / "bare.html"
    bare.write_text(HTML.replace("<img", "<b"), "utf-8")
    fields = ("", None, "", "", "")
    assert not pagerank_rows(AnnotatedPage("2", "", bare, *fields[1:], PROSE)).pictures
    assert not pagerank_rows(AnnotatedPage("3", "", page.path, *fields[1:], PROSE * 20)).pictures
    empty = tmp_path / "empty.html"
    empty.write_text("<html></html>", "utf-8")
    assert pagerank_rows(AnnotatedPage("4", "", empty, *fields[1:], PROSE)) is None


def rows(best: int, *, pictures: bool = False, weight: float = 1.0) -> PageRankRows:
    return PageRankRows(np.arange(len(grid())) == best, pictures, weight)


def test_the_best_parameters_win_and_the_first_on_a_tie():
    model = fit_pagerank([rows(5), rows(5), rows(9), None], "mine")
    assert model["parameters"] == grid()[5].as_dict()
    assert fit_pagerank([rows(9), rows(5)], "mine")["parameters"] == grid()[5].as_dict()
    assert fit_pagerank([rows(5), weighed(rows(9), 3.0)], "mine")["parameters"] == grid()[9].as_dict()


def test_pages_of_pictures_weigh_as_much_as_all():
    many = [rows(5)] * 10
    assert fit_pagerank([*many, rows(9, pictures=True)], "mine")["parameters"] == grid()[9].as_dict()


def test_nothing_to_learn_from():
    with pytest.raises(ValueError, match="no page"):
        fit_pagerank([None], "mine")


def test_the_learner_makes_a_model_that_the_method_reads(page, tmp_path):
    model = PAGERANK.fit([PAGERANK.rows(page)], "learnt", 0)
    path = tmp_path / "learnt.json"
    write_model(model, path)
    assert load(path).name == "learnt"
    assert load(path).parameters in grid()
    assert "lambda" in PAGERANK.about(model)
