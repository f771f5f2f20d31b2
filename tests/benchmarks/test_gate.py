from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from small_corpora import write_corpora, write_corpus

from benchmarks.gate import gate
from benchmarks.gate.gate import FIGURES, MISSED, PASSED, UNUSABLE
from scrapy_maincontent.lab.archive import write_archive
from scrapy_maincontent.lab.corpus import read_corpus
from scrapy_maincontent.lab.evaluation import our_extractor
from scrapy_maincontent.methods import load_model, read_archive
from scrapy_maincontent.methods.crf import FORMAT

REPOSITORY = Path(__file__).parents[2]
LARGEST = 9_000_000
"""Bytes that all models together may have."""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A gate that was made once: the folder of its corpora, and its own."""
    pytest.importorskip("lightgbm", reason="fold models are trained; that needs the extra train")
    pytest.importorskip("sklearn", reason="fold models are trained; that needs the extra train")
    folder = tmp_path_factory.mktemp("made")
    corpus = write_corpora(folder / "corpora")
    assert gate.main([str(corpus), "--folder", str(folder / "gate"), "--update"]) == PASSED
    return folder


@pytest.fixture
def call(made, tmp_path):
    """Run the gate on a copy, so that a test may spoil it."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)

    def run(*options):
        return gate.main([str(tmp_path / "corpora" / "wcxb-dev"), "--folder", str(tmp_path / "gate"), *options])

    load_model.cache_clear()
    return run


def kept(folder):
    return json.loads((folder / "gate" / gate.FLOORS).read_text("utf-8"))


def change_floor(folder, name, value):
    known = kept(folder)
    known["floors"][name] = value
    (folder / "gate" / gate.FLOORS).write_text(json.dumps(known), "utf-8")


def test_without_a_corpus_the_gate_is_skipped(monkeypatch, capsys):
    monkeypatch.delenv(gate.CORPUS_VARIABLE, raising=False)
    assert gate.main([]) == PASSED
    assert "gate skipped" in capsys.readouterr().out


def test_floors_stand_just_below_what_was_measured_and_hold(call, tmp_path, capsys):
    assert call() == PASSED
    assert capsys.readouterr().out.endswith("gate passed\n")
    floors = kept(tmp_path)["floors"]
    assert set(floors) == {figure.name for figure in FIGURES}
    assert floors["wcxb-dev folds all f1"] > 0.5
    assert floors["wcxb-dev folds all without"] < 0.5


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("wcxb-dev folds article f1", 1.1, "is below 1.1"),
        ("wcxb-dev folds all without", -0.1, "is above -0.1"),
        ("ja-dev left-out all f1", 1.1, "is below 1.1"),
        ("macro mean left-out all f1", 1.1, "is below 1.1"),
    ],
)
def test_a_drop_fails(call, tmp_path, capsys, name, value, message):
    change_floor(tmp_path, name, value)
    assert call() == MISSED
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith(f"{name}: ")
    assert last.endswith(message)


def test_a_page_is_scored_by_the_model_that_was_not_trained_on_its_domain(call, tmp_path, capsys):
    """A model whose trees take everything takes menus: the pages of its fold have them in their text, no others do."""
    header, arrays = read_archive(tmp_path / "gate" / "fold0.npz", "crf", FORMAT)
    taking = arrays | {"any_leaves": arrays["any_leaves"] * 0 + 3}
    write_archive(tmp_path / "gate" / "fold0.npz", header | {"chain_share": 0.0}, taking)
    folds = kept(tmp_path)["corpora"]["wcxb-dev"]["folds"][:: gate.EVERY["wcxb-dev"]]
    assert call() == MISSED
    printed = capsys.readouterr().out
    untouched = 1 - folds.count("0") / len(folds)
    assert 0 < untouched < f1_of("wcxb-dev, folds", printed) < 1
    assert f1_of("wcxb-dev, left-out", printed) == 1


def test_a_corpus_left_out_is_scored_by_the_model_that_has_not_seen_it(call, tmp_path, capsys):
    header, arrays = read_archive(tmp_path / "gate" / "without-daniel-dev.npz", "crf", FORMAT)
    taking = arrays | {"any_leaves": arrays["any_leaves"] * 0 + 3}
    write_archive(tmp_path / "gate" / "without-daniel-dev.npz", header | {"chain_share": 0.0}, taking)
    assert call() == MISSED
    printed = capsys.readouterr().out
    assert f1_of("daniel-dev, left-out", printed) < 1
    assert min(f1_of(table, printed) for table in ("daniel-dev, folds", "publishers-dev, left-out")) > 0.5
    below = [line.partition(":")[0] for line in printed.splitlines() if "is below" in line]
    assert below == ["daniel-dev left-out all f1", "macro mean left-out all f1"]


def f1_of(table, printed):
    row = printed.partition(f"{table}\n")[2].splitlines()[1].split()
    assert row[0] == "all"
    return float(row[2])


def test_a_corpus_that_is_not_there_is_skipped_with_its_floors(call, tmp_path, capsys):
    shutil.rmtree(tmp_path / "corpora" / "ja-dev")
    shutil.rmtree(tmp_path / "corpora" / "lists-dev")
    assert call() == PASSED
    printed = capsys.readouterr().out
    assert "ja-dev skipped" in printed
    assert "macro mean" not in printed


def test_floors_are_for_one_corpus(call, tmp_path, capsys):
    shutil.rmtree(tmp_path / "corpora" / "wcxb-dev")
    write_corpus(tmp_path / "corpora" / "wcxb-dev", 11)
    assert call() == UNUSABLE
    assert "another wcxb-dev" in capsys.readouterr().out


def test_models_for_other_features_ask_for_an_update(call, tmp_path, capsys):
    header, arrays = read_archive(tmp_path / "gate" / "fold3.npz", "crf", FORMAT)
    write_archive(tmp_path / "gate" / "fold3.npz", header | {"features": ["another"]}, arrays)
    assert call() == UNUSABLE
    message = capsys.readouterr().out
    assert "fold3.npz" in message
    assert "--update" in message


def test_without_floors_there_is_no_gate(call, tmp_path, capsys):
    (tmp_path / "gate" / gate.FLOORS).unlink()
    assert call() == UNUSABLE
    assert "--update" in capsys.readouterr().out


def test_models_are_not_trained_on_half_of_the_corpora(call, tmp_path, capsys):
    shutil.rmtree(tmp_path / "corpora" / "lists-dev")
    before = (tmp_path / "gate" / gate.FLOORS).read_bytes()
    assert call("--update") == UNUSABLE
    assert "lists-dev" in capsys.readouterr().out
    assert (tmp_path / "gate" / gate.FLOORS).read_bytes() == before


@pytest.mark.slow
def test_an_update_of_the_same_code_makes_the_same_files(call, made, tmp_path):
    assert call("--update") == PASSED
    for file in (made / "gate").iterdir():
        assert (tmp_path / "gate" / file.name).read_bytes() == file.read_bytes()


@pytest.mark.slow
def test_a_floor_falls_only_with_the_option(call, tmp_path):
    measured = kept(tmp_path)["floors"]
    change_floor(tmp_path, "wcxb-dev folds all f1", 1.1)
    change_floor(tmp_path, "wcxb-dev folds all without", -0.1)
    change_floor(tmp_path, "wcxb-dev folds all title", 0.1)
    assert call("--update") == MISSED
    raised = measured | {"wcxb-dev folds all f1": 1.1, "wcxb-dev folds all without": -0.1}
    assert kept(tmp_path)["floors"] == raised
    assert call("--update", "--lower") == PASSED
    assert kept(tmp_path)["floors"] == measured
    assert call("--lower") == UNUSABLE


def test_floors_are_made_anew_for_the_kept_models(call, tmp_path, capsys):
    measured = kept(tmp_path)
    change_floor(tmp_path, "wcxb-dev folds all without", -0.1)
    change_floor(tmp_path, "wcxb-dev folds all title", 0.1)
    assert call("--floors") == MISSED
    assert kept(tmp_path)["floors"] == measured["floors"] | {"wcxb-dev folds all without": -0.1}
    (tmp_path / "corpora" / "ja-dev").rename(tmp_path / "elsewhere")
    assert call("--floors", "--lower") == PASSED
    assert kept(tmp_path) == measured


def test_the_gate_of_the_repository_is_small_and_whole():
    folder = REPOSITORY / gate.FOLDER
    known = json.loads((folder / gate.FLOORS).read_text("utf-8"))
    assert {figure.name for figure in FIGURES} == set(known["floors"])
    assert sum(file.stat().st_size for file in folder.iterdir()) < LARGEST
    assert REPOSITORY / "scrapy_maincontent" not in folder.parents


def test_pages_of_the_gate_can_be_read_by_models_that_were_not_trained_on_their_domain(made, tmp_path):
    pages = read_corpus(made / "corpora" / "wcxb-dev")
    fold_of = kept(made)["corpora"]["wcxb-dev"]["folds"]
    extractor = gate.held_out(pages, made / "gate")
    for page, fold in zip(pages[:3], fold_of, strict=False):
        alone = our_extractor("crf", str(made / "gate" / f"fold{fold}.npz"))
        assert extractor(page) == alone(page)
    assert gate.held_out(pages[1:], made / "gate") is None
    assert gate.held_out(pages, tmp_path) is None
