from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.cli import main
from scrapy_maincontent.extraction import extract, read_page
from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage, Marks
from scrapy_maincontent.lab.training.learner import METHODS, shinnou
from scrapy_maincontent.lab.training.lines import (
    PACKAGED,
    PAPER,
    Known,
    Setup,
    fit_lines,
    known,
    line_classes,
    lines_rows,
    weighed,
)
from scrapy_maincontent.lab.training.tree import write_model
from scrapy_maincontent.page import Label
from scrapy_maincontent.papers.shinnou.lines import CLASSES, FIGURES, Sight, diagram, load
from scrapy_maincontent.papers.shinnou.text_browser import browser_lines

STORIES = """\
Engines were replaced during nine weeks ashore, and the captain expects punctual departures from Friday on. Passengers with a ticket for the old timetable may use it until the end of the month.
Volunteers used eighty litres of red enamel; scaffolding disappears on Friday, so the lamp can be lit again. Two evenings of every week the keeper shows visitors how it was done in the days of oil.
Two barges carried silt past both breakwaters, hence larger trawlers can moor again at the northern quay. The harbour board met on Tuesday to decide who is to pay for the dredger and its crew.
Its first hall shows knots, charts and lanterns, and children enter without paying until the end of May. Members of the society have lent a model of the old crane, which took nineteen years to build.
""".splitlines()
PLACES = ("north", "south", "east", "west", "old", "new", "upper", "lower")


def story(number, subtitle=False):
    """Return a page's markup, its title and its text; every page's own, so that none is a copy of another."""
    place = PLACES[number % len(PLACES)]
    title = f"The ferry of the {place} quay sails again after {number + 3} weeks"
    parts = [f"{text} So it is said at the {place} quay." for text in STORIES]
    heading = f"What it costs at pier {number}"
    middle = f"<h2>{heading}</h2>" if subtitle else ""
    html = f"""<html><head><title>{title} - Ferry Courier</title></head><body>
<ul><li><a href="/">Home</a><li><a href="/boats">Boats</a><li><a href="/weather">Weather</a><li><a href="/l">Log in</a></ul>
<h1>{title}</h1><p>{parts[0]}</p><p>{parts[1]}</p>{middle}<p>{parts[2]}</p><p>{parts[3]}</p>
<ul><li><a href="/a">Storm warning lifted</a><li><a href="/b">Timetable changes</a><li><a href="/c">Harbour fair</a></ul>
<p><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></p></body></html>"""
    text = "\n".join([*parts[:2], *([heading] if subtitle else []), *parts[2:]])
    return html, title, text


def annotated(folder, number, *, domain="", subtitle=True, title=None):
    html, own_title, text = story(number, subtitle)
    path = folder / f"{number}.html"
    path.write_text(html, "utf-8")
    host = domain or f"ferry{number}.example"
    wanted = own_title if title is None else title
    return AnnotatedPage(str(number), f"https://{host}/{number}", path, "utf-8", "article", host, wanted, text)


pytest.importorskip("sklearn", reason="training needs the extra train")


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    return [lines_rows(annotated(folder, number, subtitle=bool(number % 2))) for number in range(30)]


def written(model, tmp_path, name="learnt.json"):
    write_model(model, tmp_path / name)
    return tmp_path / name


@pytest.mark.parametrize("setup", [PAPER, PACKAGED], ids=["paper", "packaged"])
def test_a_model_finds_title_subtitle_and_body_on_a_page_it_has_not_seen(rows, tmp_path, setup):
    path = written(fit_lines([*rows, None], "learnt", setup=setup), tmp_path)
    page = annotated(tmp_path, 99)
    result = extract(page.html(), page.url, method="lines", model=str(path))
    assert result.title == page.title
    assert result.text.split() == page.main_content.split()
    subtitles = [block.text for block in result.text_blocks if ": subtitle, line" in block.reason]
    assert subtitles == ["What it costs at pier 99"]
    assert {block.label for block in result.text_blocks if "Home" in block.text} == {Label.OTHER}


def test_two_trainings_give_the_same_bytes(rows, tmp_path):
    first, second = (written(fit_lines(rows, "a", 3, setup=PACKAGED), tmp_path, name) for name in ("a.json", "b.json"))
    assert first.read_bytes() == second.read_bytes()


def test_a_model_keeps_its_setup(rows, tmp_path):
    setup = Setup(Sight(around=2), title_gap=3, rarity=0.5)
    model = load(written(fit_lines(rows, "learnt", setup=setup), tmp_path))
    assert model.sight == setup.sight
    assert sum(state[0] == "N" for state in model.diagram.states) == 3
    assert model.weights[CLASSES.index("H")] > model.weights[CLASSES.index("M")] > 0
    assert model.weights[CLASSES.index("N")] == 1


def test_the_papers_classes_weigh_the_same(rows):
    assert fit_lines(rows, "learnt", setup=PAPER)["weights"] == [1] * len(CLASSES)


def test_leaves_tell_shares(rows, tmp_path):
    tree = load(written(fit_lines(rows, "learnt", setup=PAPER), tmp_path)).tree
    assert np.allclose(tree.value.sum(axis=1), 1, atol=0.001)
    assert ((tree.value >= 0) & (tree.value <= 1)).all()


def test_pages_without_titles_and_subtitles_can_be_learnt_from(tmp_path):
    rows = [lines_rows(annotated(tmp_path, number, subtitle=False, title="")) for number in range(6)]
    model = fit_lines(rows, "learnt", setup=PACKAGED)
    assert model["weights"][CLASSES.index("H")] == 1
    page = annotated(tmp_path, 9, subtitle=False)
    result = extract(page.html(), method="lines", model=str(written(model, tmp_path)))
    assert "Engines were replaced" in result.text


def test_a_page_that_weighs_twice_is_two_pages(rows):
    twice = fit_lines([weighed(rows[0], 2), *rows[1:]], "learnt", setup=PAPER)["tree"]
    assert twice["feature"] == fit_lines([rows[0], *rows], "learnt", setup=PAPER)["tree"]["feature"]


@pytest.mark.parametrize("rows", [[], [None]])
def test_nothing_to_train_on(rows):
    with pytest.raises(ValueError, match="no line"):
        fit_lines(rows, "learnt", setup=PAPER)


def test_the_learners_of_paper_and_packaged_model(rows, tmp_path):
    for learner, features in ((shinnou(), 13), (METHODS["lines"], 42)):
        model = learner.fit(rows, "learnt", 0)
        learner.write(model, tmp_path / "model.json")
        assert len(json.loads((tmp_path / "model.json").read_text())["features"]) == features
        assert f"{features} features of a line" in learner.about(model)


@pytest.mark.parametrize("chosen", [["--paper", "shinnou"], ["--method", "lines"]], ids=" ".join)
def test_a_model_of_one_site_is_trained_from_a_folder_of_its_pages(tmp_path, capsys, chosen):
    corpus = tmp_path / "ferry-courier"
    for number in range(24):
        html, title, text = story(number, subtitle=True)
        folder = corpus / str(2024 + number % 2)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number}.html").write_text(html, "utf-8")
        fields = {"title": title, "main_content": text}
        (folder / f"{number}.json").write_text(json.dumps(fields), "utf-8")
    model = tmp_path / "site.json"
    assert main(["train", str(corpus), *chosen, "--folds", "2", "-o", str(model)]) == 0
    assert "The tree is over lines (Shinnou and Sasaki)" in model.with_suffix(".md").read_text("utf-8")
    assert "word F1 1.000" in capsys.readouterr().out
    html, title, text = story(77, subtitle=True)
    result = extract(html, method="lines", model=str(model))
    assert (result.title, result.text.split()) == (title, text.split())
    assert result.model == "site"


# Pages to rows.


def classified(page):
    """Return the lines of a page with their classes."""
    lines = browser_lines(read_page(page.html()))
    return [(CLASSES[number], line.text) for number, line in zip(lines_rows(page).classes, lines, strict=True)]


def test_a_page_gets_the_classes_a_person_would_give(tmp_path):
    found = classified(annotated(tmp_path, 1))
    letters = "".join(name for name, _ in found)
    assert letters.strip("N").replace("M", "")[0] == "H"
    assert letters.replace("M", "").replace("N", "") == "HSEKSE"
    text = {name: line.strip() for name, line in found if name in "HK"}
    assert text["H"].startswith("The ferry of the south quay")
    assert text["K"] == "What it costs at pier 1"
    assert [line.strip()[:7] for name, line in found if name == "S"] == ["Engines", "Two bar"]
    assert not any("Home" in line or "Imprint" in line for name, line in found if name != "N")


def test_a_title_that_the_page_words_otherwise_is_the_heading_most_like_it(tmp_path):
    page = annotated(tmp_path, 1, title="Ferry of the south quay sails again after weeks")
    assert [line.strip()[:9] for name, line in classified(page) if name == "H"] == ["The ferry"]


@pytest.mark.parametrize("title", ["", "Something else entirely"])
def test_a_title_that_is_not_there_leaves_the_body(tmp_path, title):
    letters = "".join(name for name, _ in classified(annotated(tmp_path, 1, title=title)))
    assert "H" not in letters
    assert letters.count("S") == letters.count("E") == 2


def test_marked_elements_tell_the_body_too(tmp_path):
    page = replace(annotated(tmp_path, 1), marks=Marks(("/html/body/p[1]",), ()))
    letters = "".join(name for name, _ in classified(page))
    assert letters.replace("M", "").replace("N", "") == "HSE"


def test_what_is_known_of_a_wrapped_title(tmp_path):
    path = tmp_path / "long.html"
    title = "A title that is so long that a browser of eighty columns has to break it after some words"
    path.write_text(f"<h1>{title}</h1><p>Text.</p>", "utf-8")
    page = AnnotatedPage("1", "", path, "utf-8", "", "x", title, "Text.")
    read = read_page(page.html())
    first, second, *_ = [one for one in known(read, browser_lines(read), page) if not one.empty]
    assert (first.title, first.heading, first.continued) == (True, True, False)
    assert (second.title, second.heading, second.continued) == (False, False, True)


def test_rows_of_a_page(tmp_path):
    rows = lines_rows(annotated(tmp_path, 1))
    assert rows.figures.shape == (len(rows.classes), len(FIGURES))
    assert weighed(rows, 3).weight == 3
    assert weighed(None, 3) is None


# What is known of lines to classes.

KNOWN = {
    " ": Known(empty=True),
    ".": Known(),
    "b": Known(body=True),
    "h": Known(body=True, heading=True),
    "+": Known(body=True, continued=True),
    "t": Known(title=True, heading=True),
    "T": Known(title=True, heading=True, body=True),
    "u": Known(title=True),
}


def classes(lines):
    return "".join(CLASSES[number] for number in line_classes([KNOWN[line] for line in lines]))


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("..t .bbb..", "NNHNNSMENN"),
        ("t bb bb ", "HNSMMMEN"),  # empty lines within the body are part of it
        ("tbb.bbb", "HSENSME"),  # a caption between two runs
        ("tb.bb", "HNNSE"),  # a run of one line is none
        ("tbb h bb", "HSENKNSE"),  # a subtitle
        ("th+ bb", "HKNNSE"),  # of two lines, the first one counts
        ("tbb h b", "HSMMMME"),  # nothing below it but one line: no subtitle
        ("tb h bb", "HSMMMME"),
        ("t h bb h bb", "HNKNSENKNSE"),
        ("tbb hh bb", "HSMMEKNSE"),  # of two in a row the second one
        ("T+ bb", "HNNSE"),  # a title that stands in the reference
        ("bb", "SE"),  # no title
        ("...", "NNN"),
        ("", ""),
    ],
)
def test_classes_follow_from_title_and_text(lines, expected):
    assert classes(lines) == expected


def test_the_title_is_a_heading_and_the_last_one_above_the_body():
    assert classes("u.t.u.bb") == "NNHNNNSE"
    assert classes("u.u.bb") == "NNHNSE"
    assert classes("t.bbbb.t") == "HNSMMENN"


def test_body_above_the_title_is_lost_where_it_is_little():
    assert classes("b.t" + "b" * 20) == "NNHS" + "M" * 18 + "E"
    assert classes("bbbb.t" + "b" * 4) == "SMMENNSMME"


@given(st.lists(st.sampled_from(sorted(KNOWN)), max_size=60))
def test_what_has_a_title_and_a_body_the_diagram_can_read(lines):
    """Whatever is known of the lines, the diagram has a path from the title on."""
    found = classes(lines)
    if "H" not in found or "S" not in found:
        return
    read = diagram(60)
    here = {state for state in read.first if CLASSES[read.classes[state]] == found[0]}
    for name in found[1:]:
        here = {
            state
            for state, before in enumerate(read.before.tolist())
            if CLASSES[read.classes[state]] == name and here.intersection(before)
        }
    assert here.intersection(read.final)
