from __future__ import annotations

import json

import numpy as np
import pytest
from lines_pages import annotated, story

from scrapy_maincontent.cli import main
from scrapy_maincontent.extraction import extract
from scrapy_maincontent.methods._lines_diagram import CLASSES
from scrapy_maincontent.methods._lines_matrix import Sight
from scrapy_maincontent.methods.lines import load
from scrapy_maincontent.page import Label
from scrapy_maincontent.training.fit_lines import PACKAGED, PAPER, Setup, fit_lines
from scrapy_maincontent.training.learner import METHODS, shinnou
from scrapy_maincontent.training.lines_rows import lines_rows, weighed
from scrapy_maincontent.training.tree import write_model

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
