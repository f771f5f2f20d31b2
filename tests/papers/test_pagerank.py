from __future__ import annotations

import json
import pickle
from pathlib import Path

import numpy as np
import pytest
from growth import check_linear
from parsel import Selector

from scrapy_maincontent.extraction import extract, read_page
from scrapy_maincontent.methods import ModelError, load_model
from scrapy_maincontent.page import Label
from scrapy_maincontent.papers.pagerank import PageRankModel, Parameters, Runs, Unit, label, load, rank

PROSE = (
    "The harbour board met on Tuesday to decide what becomes of the old crane. "
    "Members heard from the museum, which wants to keep it, and from the port, which needs the quay."
)
PAGE = f"""<html><title>The old crane</title><body>
<div><a href="/">Harbour News</a> <a href="/login">Log in</a><ul><li><a href="/a">Home</a><li><a href="/b">Boats</a></ul></div>
<div id="main"><p>{PROSE}</p><p>{PROSE} <b>Again.</b></p><p>{PROSE}</p></div>
<div><h3>Most read</h3><ul><li><a href="/x">Ferry timetable changes again</a><li><a href="/y">Storm lifted</a></ul></div></body></html>"""
PICTURES = """<html><title>Six boats</title><body><div id="menu"><p>Home</p><p>Boats</p><p>Tides</p><p>Weather</p><p>Post</p></div>
<div id="wall"><img src="/1.jpg"><img src="/2.jpg"><img src="/3.jpg"><img src="/4.jpg"><p>Six boats</p></div></body></html>"""
SITE = Path(__file__).parents[2] / "example_project" / "site"
CHARACTERS = Parameters(unit=Unit.CHARACTER)


def model(**parameters):
    return PageRankModel("mine", Parameters(**parameters))


def main_of(markup, **parameters):
    page = read_page(markup)
    return page.attrs[rank(page, Parameters(**parameters)).main].get("id")


def test_an_article_of_the_bundled_site_is_separated_from_its_surroundings():
    page = (SITE / "courier" / "local" / "tide-mill" / "index.html").read_bytes()
    result = extract(page, "https://courier.example/courier/local/tide-mill/", method="pagerank")
    assert "At seven minutes past six on Tuesday morning" in result.text
    assert "A tide mill is a patient machine." in result.text
    assert result.method == "pagerank"
    for text in (
        "Skip to main content",
        "Sign up for the Friday letter",
        "All rights reserved",
        "Pupils' weather station",
    ):
        assert text not in result.text


def test_all_blocks_of_the_main_element_are_main_with_score_and_reason():
    page = read_page(PAGE)
    labels = label(page, model(unit=Unit.CHARACTER))
    inside = [text.startswith(PROSE) for text in page.texts]
    assert [told is Label.MAIN for told in labels.labels] == inside
    assert labels.empty_reason is None
    for main, score, reason in zip(inside, labels.scores, labels.reasons, strict=True):
        assert (score == 1) == main
        assert 0 <= score <= 1
        assert reason.startswith("mine: in the main element /html/body/div[2], score 0." if main else "mine: outside")


def test_a_block_outside_has_the_score_of_the_best_element_around_it():
    page = read_page(PAGE)
    parameters = CHARACTERS
    ranking = rank(page, parameters)
    scores = dict(zip(ranking.elements.tolist(), ranking.scores.tolist(), strict=True))
    labels = label(page, PageRankModel("mine", parameters))
    ferry = page.texts.index("Ferry timetable changes again")
    around = [page.owners[ferry], *page.ancestors(page.owners[ferry])]
    best = max(scores[element] for element in around if page.tags[element] not in ("html", "body"))
    assert labels.scores[ferry] == pytest.approx(best / ranking.main_score)


def test_importance_of_a_walk_by_hand():
    """A body with two paragraphs: at lambda 0.5 the weights stay by half, the rest goes to the neighbours."""
    page = read_page("<html><body><p>One</p><p>Two</p></body></html>")
    ranking = rank(page, Parameters())
    assert [page.tags[element] for element in ranking.elements] == ["html", "body", "p", "p"]
    step = np.array([[0, 1 / 3, 0, 0], [1, 0, 1, 1], [0, 1 / 3, 0, 0], [0, 1 / 3, 0, 0]])
    expected = np.linalg.solve(np.eye(4) - step / 2, np.array([0, 0, 0.25, 0.25]))
    assert ranking.importance == pytest.approx(expected, abs=1e-3)
    assert ranking.importance.sum() == pytest.approx(1, abs=1e-3)
    assert ranking.scores == pytest.approx([expected[1], expected[2] + expected[3], 0, 0], abs=1e-3)
    assert page.tags[ranking.main] == "body"


def test_characters_of_links_have_no_weight():
    menu = "".join(f'<li><a href="/{number}">A long name of section number {number}</a>' for number in range(9))
    page = f'<body><ul id="menu">{menu}</ul><div id="text"><p>{PROSE}</p><p>Short.</p></div></body>'
    assert main_of(page) == "menu"
    assert main_of(page, unit=Unit.CHARACTER) == "text"
    assert main_of(f'<body><ul id="menu">{menu}</ul></body>', unit=Unit.CHARACTER) == "menu"


@pytest.mark.parametrize(
    ("title", "heading"),
    [
        ("Crane of the north quay | Harbour", "The crane of the north quay"),
        ("北の岸壁のクレーン - 港新聞", "北の岸壁のクレーン"),
    ],
)
def test_likeness_to_the_title_makes_an_element_the_main_one(title, heading):
    page = f"""<html><title>{title}</title><body><div id="a"><p>{PROSE}</p><p>{PROSE}</p><p>{PROSE}</p></div>
    <div id="b"><h1>{heading}</h1><p>{heading}</p></div></body></html>"""
    assert main_of(page, unit=Unit.CHARACTER) == "a"
    assert main_of(page, title=1.0) == "b"


def test_the_trade_off_is_between_title_and_description():
    page = """<html><title>Crane of the north quay</title><meta name="description" content="Nine knots for sailors">
    <body><div id="t"><p>Crane of the north quay</p></div><div id="d"><p>Nine knots for sailors</p></div></body></html>"""
    assert main_of(page, title=1.0, trade_off=0.9) == "t"
    assert main_of(page, title=1.0, trade_off=0.1) == "d"


def test_pictures_with_weight_make_their_wall_the_main_element():
    assert main_of(PICTURES) == "menu"
    assert main_of(PICTURES, media=0.8) == "wall"
    hidden = PICTURES.replace('<div id="wall">', '<div id="wall" hidden>')
    icons = PICTURES.replace("<img ", '<img width="16" ')
    assert main_of(hidden, media=0.8) == main_of(icons, media=0.8) == "menu"


def test_a_page_that_lacks_what_has_weight():
    bare = f'<body><div id="a"><p>{PROSE}</p><p>{PROSE}</p></div><p>x</p></body>'
    assert main_of(bare, unit=Unit.CHARACTER) == "a"
    assert main_of(bare, unit=Unit.CHARACTER, title=1.0, media=1.0) == "a"


@pytest.mark.parametrize(
    "markup", ["<p>One", "One", "<html>One</html>", "<title>One</title><b>One</b>", "<pre>\n\n1</pre>"]
)
@pytest.mark.parametrize("parameters", [{}, {"title": 1.0}, {"media": 1.0}, {"damping": 0.0}])
def test_the_smallest_pages_are_main_content(markup, parameters):
    page = read_page(markup)
    labels = label(page, model(**parameters))
    assert labels.labels == [Label.MAIN] * len(page.texts)


def test_an_element_alone():
    alone = Selector("<div><p>One</p></div>").css("p")[0]
    assert extract(alone, method="pagerank").text == "One"


def test_a_main_element_without_text():
    page = read_page('<body><div><img src="/1.jpg"><img src="/2.jpg"></div><p>Post</p></body>')
    labels = label(page, model(media=1.0))
    assert labels.labels == [Label.OTHER]
    assert labels.empty_reason == "no_main_text"
    pictures = read_page('<div><img src="/1.jpg"></div>')
    assert pictures.tags[rank(pictures, Parameters(media=0.5)).main] == "div"
    assert rank(read_page("<div></div>"), Parameters()).main == 0


def test_a_page_of_pictures_without_text_has_a_main_element():
    markup = """<body><header><img src="/logo.png"></header><div id="wall"><p><img src="/1.jpg"></p><p><img src="/2.jpg">
    </p><p><img src="/3.jpg"></p></div><div><img src="/4.jpg"></div></body>"""
    result = extract(markup, "https://quay.example/", method="pagerank")
    assert result.main_element == "/html/body/div[1]"
    assert (result.text, result.text_blocks, result.empty_reason) == ("", (), "no_text")
    assert [picture["url"][-6:] for picture in result.images] == ["/1.jpg", "/2.jpg", "/3.jpg"]
    assert result.element_scores["/html/body/div[1]"] == max(result.element_scores.values())
    assert "/html/body/div[1]/p[3]/img" in result.element_scores


def test_the_result_has_the_main_element_and_the_scores_of_all():
    result = extract(PAGE, method="pagerank")
    page = read_page(PAGE)
    ranking = rank(page, load_model("pagerank").parameters)
    assert result.main_element == page.xpath(ranking.main)
    scores = {page.xpath(element): score for element, score in zip(ranking.elements, ranking.scores, strict=True)}
    assert result.element_scores == scores
    again = pickle.loads(pickle.dumps(result))
    assert (again.main_element, again.element_scores) == (result.main_element, scores)
    plain = json.loads(json.dumps(result.as_dict()))
    assert (plain["main_element"], plain["element_scores"]) == (result.main_element, scores)


def test_other_methods_and_pages_of_nothing_have_no_main_element():
    for result in (extract(PAGE), extract("<div></div>", method="pagerank"), extract(b"", method="pagerank")):
        assert (result.main_element, result.element_scores) == (None, {})


def test_parameters_go_into_a_model_file_and_back(tmp_path):
    parameters = Parameters(0.7, Unit.CHARACTER, 0.3, 0.4, 0.1)
    told = {"format": 1, "method": "pagerank", "name": "mine", "parameters": parameters.as_dict()}
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(told), "utf-8")
    assert load(path) == PageRankModel("mine", parameters)
    assert extract(PAGE, method="pagerank", model=str(path)).model == "mine"


@pytest.mark.parametrize(
    "changes",
    [
        {"format": 2},
        {"method": "tree"},
        {"name": None, "parameters": None},
        {"parameters": {}},
        {"parameters": Parameters().as_dict() | {"damping": 1.0}},
        {"parameters": Parameters().as_dict() | {"title": -0.1}},
        {"parameters": Parameters().as_dict() | {"media": "much"}},
        {"parameters": Parameters().as_dict() | {"reading": "average"}},
        {"parameters": Parameters().as_dict() | {"text_vertices": True}},
        {"parameters": Parameters().as_dict() | {"depth": 3}},
    ],
)
def test_another_models_file_is_refused(tmp_path, changes):
    path = tmp_path / "mine.json"
    told = {"format": 1, "method": "pagerank", "name": "mine", "parameters": Parameters().as_dict()} | changes
    path.write_text(json.dumps(told), "utf-8")
    with pytest.raises(ModelError):
        load(path)
    path.write_text("{", "utf-8")
    with pytest.raises(ModelError):
        load(path)


def test_the_packaged_model_is_there():
    packaged = load_model("pagerank")
    assert packaged.name == "pagerank-1"
    assert packaged.parameters.damping == 0.95


FLOODS = {
    "deep": lambda n: "<div>" * 250 + "<p>text</p>" * (50 * n),
    "nested": lambda n: "<div><p>text</p>" * (20 * n),
    "inline": lambda n: "<p>" + "<b>text " * (50 * n),
    "list": lambda n: "<ul>" + "<li>text</li>" * (60 * n) + "</ul>",
    "title": lambda n: f"<title>{'title ' * (20 * n)}</title>" + "<p>title text</p>" * (30 * n),
}


@pytest.mark.parametrize("name", FLOODS)
def test_the_work_grows_no_faster_than_the_page(name):
    chosen = model(damping=0.95, title=0.5, media=0.2)
    check_linear(lambda n: read_page(FLOODS[name](n)), lambda page: label(page, chosen))


def test_texts_are_alike_by_their_runs_of_characters():
    same, like, other, short, empty = Runs(["The old crane", "An old crane!", "Ferry", "a", ""]).similarities(
        "the OLD crane"
    )
    assert same == pytest.approx(1)
    assert 0.5 < like < 1
    assert (other, short, empty) == (0, 0, 0)


def test_languages_without_blanks():
    like, other = Runs(["岬の町で、海びらき。", "電車が庭を一周する"]).similarities("岬の町の海びらき")
    assert like > 0.3
    assert other == 0


def test_a_run_that_comes_often_counts_once():
    once, often = Runs(["crane and a long rest", "crane crane crane crane"]).similarities("crane")
    assert once > often > 0


def test_a_run_does_not_reach_over_the_end_of_a_text():
    assert Runs(["cra", "ne"]).similarities("aneaane").tolist() == [0, 0]


@pytest.mark.parametrize("told", ["", " ", "a", "\0\0\0"])
def test_nothing_is_like_a_text_without_runs(told):
    assert Runs(["The crane", "\0", ""]).similarities(told).tolist() == [0, 0, 0]


def test_odd_characters():
    assert Runs(["crane\0crane", "\ud800\ud800\ud800", "🚢🚢🚢"]).similarities("🚢🚢🚢").tolist() == [0, 0, 1]
