from __future__ import annotations

import json

import pytest
from small_corpora import BUN, write_corpus

from scrapy_maincontent.cli import main
from scrapy_maincontent.lab.corpus import read_corpus
from scrapy_maincontent.lab.evaluation import Prediction, score
from scrapy_maincontent.lab.evaluation.leave_out import (
    FOLDS,
    LEFT_OUT,
    MACRO,
    Comparison,
    leave_corpora_out,
    macro_difference,
    splits_of,
)
from scrapy_maincontent.lab.training.learner import METHODS
from scrapy_maincontent.progress import silent


@pytest.fixture
def corpora(tmp_path):
    folders = [write_corpus(tmp_path / name, count) for name, count in (("mills", 6), ("weirs", 4), ("lists", 3))]
    return {folder.name: read_corpus(folder) for folder in folders}


def results(pages, share):
    """The beginning of each text."""
    return [score(page, Prediction(page.main_content[: int(len(page.main_content) * share)])) for page in pages]


def test_both_ways_score_every_page_once_but_those_trained_on(corpora):
    ways = splits_of(corpora, ["lists"], 3)
    assert [split.name for split in ways[LEFT_OUT]] == ["without-mills", "without-weirs"]
    assert ways[LEFT_OUT][0].trained == tuple(range(6, 13))
    for splits in ways.values():
        assert sorted(number for split in splits for number in split.scored) == list(range(10))
        assert all(not set(split.scored) & set(split.trained) for split in splits)
    assert {number for split in ways[FOLDS] for number in split.trained} == set(range(13))


def test_corpora_count_the_same(corpora):
    ours = {"mills": results(corpora["mills"], 1), "weirs": results(corpora["weirs"], 0)}
    theirs = {name: results(corpora[name], 0) for name in ours}
    found = Comparison({LEFT_OUT: ours}, {"nothing": theirs})
    rows, languages, types = found.tables().values()
    assert list(rows) == ["mills", "weirs", MACRO]
    assert [rows[name]["left-out.f1"] for name in rows] == [1, 0, 0.5]
    assert rows[MACRO]["pages"] == 10
    assert rows[MACRO]["nothing.f1"] == 0
    assert types["article"]["left-out.f1"] == languages["unknown"]["left-out.f1"] == 0.6
    assert found.differences()["left-out - nothing"]["difference"] == 0.5
    assert found.macro_means()[LEFT_OUT] == {"f1": 0.5, "from": 0.5, "to": 0.5}


def test_the_interval_is_of_the_macro_mean(corpora):
    """A page in two of the small corpus that is lost moves the mean by an eighth, whatever the large one holds."""
    half = results(corpora["weirs"], 1)[:2] + results(corpora["weirs"], 0)[2:]
    ours = {"mills": results(corpora["mills"], 1), "weirs": half}
    found = macro_difference(ours, {name: results(corpora[name], 0) for name in ours})
    assert found.mean == 0.75
    assert found.low == 0.5
    assert found.high == 1
    assert found.ahead == 1


@pytest.fixture
def trained():
    pytest.importorskip("sklearn", reason="models are trained; that needs the extra train")
    pytest.importorskip("lightgbm", reason="models are trained; that needs the extra train")


def test_models_have_not_seen_what_they_score(corpora, trained, monkeypatch):
    learner = METHODS["tree"]
    seen = []

    def fit(rows, name, seed):
        seen.append((name, len(rows)))
        return learner.fit(rows, name, seed)

    counting = type(learner)(learner.rows, fit, learner.weighed)
    found = leave_corpora_out(corpora, counting, silent, count=2, train_only=["lists"])
    assert seen[:2] == [("without-mills", 7), ("without-weirs", 9)]
    assert [name for name, _ in seen[2:]] == ["fold0", "fold1"]
    assert sum(count for _, count in seen[2:]) == 13
    for way in (LEFT_OUT, FOLDS):
        assert {name: [result.page.id for result in own] for name, own in found.ours[way].items()} == {
            name: [page.id for page in corpora[name]] for name in ("mills", "weirs")
        }


@pytest.mark.slow
def test_the_command(tmp_path, capsys, trained):
    pytest.importorskip("matplotlib", reason="pictures need the extra figures")
    folders = [str(write_corpus(tmp_path / "mills", 4)), str(write_corpus(tmp_path / "bun", 4, BUN))]
    lists, output = str(write_corpus(tmp_path / "lists", 3)), tmp_path / "kept"
    kept = tmp_path / "nothing.jsonl"
    kept.write_text("\n".join(json.dumps({"id": str(number), "text": ""}) for number in range(4)), "utf-8")
    call = ["evaluate", "--leave-corpus-out", *folders, "--train-only", lists, "--folds", "2", "--method", "tree"]
    assert main([*call, "--predictions", str(kept), "-o", str(output), "--worst", "1"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(
        "tree, each corpus by a model without it, and by 2 folds by domain over all\n\nBy corpus\n"
    )
    for line in ("mills ", "bun ", "macro mean ", "article ", "left-out - nothing ", "folds - nothing "):
        assert f"\n{line}" in printed
    assert "\nlists " not in printed
    assert set(json.loads((output / "leave-corpus-out.json").read_text("utf-8"))["corpora"]) == {
        "mills",
        "bun",
        "lists",
    }
    assert "| macro mean | 8 |" in (output / "leave-corpus-out.md").read_text("utf-8")
    own = json.loads((output / "bun" / "results.json").read_text("utf-8"))
    assert list(own["extractors"]) == ["nothing", "tree-folds", "tree-left-out"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--leave-corpus-out", "--model", "mine.npz"], "--leave-corpus-out trains models anew; it does not go with"),
        (["--leave-corpus-out", "--method", "crf", "--method", "tree"], "--leave-corpus-out takes one method"),
        (["--train-only", "more"], "--train-only goes with --leave-corpus-out"),
        (["--leave-corpus-out"], "without mills and the pages of its sites there is nothing to train on"),
    ],
)
def test_calls_that_are_refused(tmp_path, capsys, options, message):
    assert main(["evaluate", str(write_corpus(tmp_path / "mills", 5)), *options]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line
