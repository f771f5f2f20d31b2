"""``evaluate`` with several extractors, and the folder it leaves behind."""

from __future__ import annotations

import json

import pytest
from small_corpora import write_corpus

from scrapy_maincontent.cli import main
from scrapy_maincontent.lab.corpus import read_corpus
from scrapy_maincontent.lab.evaluation import UNKNOWN, language_of


@pytest.fixture
def corpus(tmp_path):
    """Six pages: two in German by their annotation, two in French by their markup, two with neither."""
    folder = write_corpus(tmp_path / "corpus", 6)
    entries = json.loads((folder / "pages.json").read_text("utf-8"))
    for number, entry in enumerate(entries):
        if number < 2:
            entry["language"] = "de-AT"
        elif number < 4:
            file = f"{number}.html"
            page = f'<!DOCTYPE html><html class="no-js" lang="fr-FR"><h1>Moulin</h1><p>{entry["main_content"]}</p>'
            (folder / file).write_text(page, "utf-8")
            entry["html"] = file
            entry["type"] = "documentation"
    (folder / "pages.json").write_text(json.dumps(entries), "utf-8")
    return folder


def test_a_pages_language_is_the_annotations_or_else_its_own(corpus):
    assert [language_of(page) for page in read_corpus(corpus)] == ["de", "de", "fr", "fr", UNKNOWN, UNKNOWN]


def test_methods_stand_side_by_side_by_type_and_language(corpus, capsys):
    assert main(["evaluate", str(corpus), "--method", "crf", "tree", "--method", "crf"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("corpus, packaged model\n\ncrf\n")
    assert printed.count("\ncrf\n") == printed.count("\ntree\n") == 1
    for group in ("all", "article", "documentation", "de", "fr", UNKNOWN):
        assert printed.count(f"\n{group} ") >= 2, group
    assert "crf minus the others" in printed


@pytest.mark.slow
def test_a_folder_keeps_everything(corpus, tmp_path, capsys):
    pytest.importorskip("matplotlib", reason="pictures need the extra figures")
    output = tmp_path / "kept"
    call = ["evaluate", str(corpus), "--method", "crf", "--method", "tree", "-o", str(output), "--worst", "2"]
    assert main(call) == 0
    folder = output / "corpus"
    assert str(folder) in capsys.readouterr().out
    results = json.loads((folder / "results.json").read_text("utf-8"))
    assert results["pages"] == 6
    assert list(results["extractors"]) == ["crf", "tree"]
    crf = results["extractors"]["crf"]
    assert crf["all"]["from"] <= crf["all"]["f1"] <= crf["all"]["to"]
    assert set(crf["by_page_type"]) == {"article", "documentation"}
    assert {name: row["pages"] for name, row in crf["by_language"].items()} == {"de": 2, "fr": 2, UNKNOWN: 2}
    assert set(results["differences"]["tree"]) == {"f1", "char4_f1"}
    lines = [json.loads(line) for line in (folder / "predictions" / "crf.jsonl").read_text("utf-8").splitlines()]
    assert [line["id"] for line in lines] == ["0", "1", "2", "3", "4", "5"]
    assert "village bought it" in lines[0]["text"]
    tables = (folder / "tables.md").read_text("utf-8")
    assert "| documentation |" in tables
    assert "| fr |" in tables
    assert (folder / "f1.png").read_bytes().startswith(b"\x89PNG")
    listed = (folder / "worst.html").read_text("utf-8")
    assert listed.count('<a href="worst/') == 2
    assert "village bought it" in (folder / "worst" / "1.html").read_text("utf-8")


@pytest.mark.slow
def test_the_same_call_writes_the_same_measures(corpus, tmp_path):
    pytest.importorskip("matplotlib", reason="pictures need the extra figures")
    for name in ("one", "two"):
        assert main(["evaluate", str(corpus), "-o", str(tmp_path / name), "--worst", "0"]) == 0
    for file in ("results.json", "tables.md", "f1.png", "predictions/crf.jsonl"):
        first, second = ((tmp_path / name / "corpus" / file).read_bytes() for name in ("one", "two"))
        assert first == second, file


def test_kept_predictions_are_one_more_extractor(corpus, tmp_path, capsys):
    file = tmp_path / "perfect.jsonl"
    lines = [json.dumps({"id": page.id, "text": page.main_content}) for page in read_corpus(corpus)]
    file.write_text("\n".join(lines), "utf-8")
    assert main(["evaluate", str(corpus), "--predictions", str(file)]) == 0
    table = capsys.readouterr().out.partition("\nperfect\n")[2].splitlines()
    values = dict(zip(table[0].split(), table[1].split()[1:], strict=True))
    assert values["f1"] == values["with"] == "1.000"
    assert values["without"] == "0.000"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"id": "0", "text": "One."}\n', "has no prediction for page 1"),
        ('{"id": "0"}\n', "line 1: no object with id and text"),
        ("[]\n", "line 1: no object with id and text"),
        ("not JSON\n", "line 1: no object with id and text"),
        (None, "can't be read"),
    ],
)
def test_predictions_that_can_not_be_used(corpus, tmp_path, capsys, content, message):
    file = tmp_path / "other.jsonl"
    if content is not None:
        file.write_text(content, "utf-8")
    assert main(["evaluate", str(corpus), "--predictions", str(file)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"scrapy-maincontent: {file}")
    assert message in line


def test_a_model_is_of_one_method(corpus, capsys):
    assert main(["evaluate", str(corpus), "--method", "crf", "--method", "tree", "--model", "mine.npz"]) == 1
    assert "--model is a model of one method" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (["--folds", "0"], "argument --folds: it is 0; it must be 2 or more"),
        (["--folds", "1"], "argument --folds: it is 1; it must be 2 or more"),
        (["--worst", "-1"], "argument --worst: it is -1; it must be 0 or more"),
    ],
)
def test_numbers_that_are_too_small_are_refused(corpus, capsys, wrong, message):
    with pytest.raises(SystemExit) as stop:
        main(["evaluate", str(corpus), *wrong])
    assert stop.value.code == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert printed.out == ""


def test_two_folders_of_one_name_are_refused(corpus, tmp_path, capsys):
    other = write_corpus(tmp_path / "other" / "corpus", 2)
    assert main(["evaluate", str(corpus), str(other)]) == 1
    assert "two corpus folders have the same name" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("folds", [(), ("--folds", "2", "--method", "tree")])
def test_evaluate_compares_with_peers(tmp_path, capsys, folds):
    if folds:
        pytest.importorskip("sklearn", reason="folds are trained; that needs the extra train")
    pytest.importorskip("trafilatura", reason="needs the extra peers")
    pytest.importorskip("resiliparse", reason="needs the extra peers")
    corpus = write_corpus(tmp_path / "corpus", 6)
    assert main(["evaluate", str(corpus), "--peer", "trafilatura", "--peer", "resiliparse", *folds]) == 0
    _, found, below = capsys.readouterr().out.partition(" minus the others, 2,000 paired bootstrap samples")
    assert found
    rows = [line.split() for line in below.splitlines()[2:]]
    assert [row[:2] for row in rows] == [
        ["trafilatura", "f1"],
        ["trafilatura", "char4_f1"],
        ["resiliparse", "f1"],
        ["resiliparse", "char4_f1"],
    ]
    for _, _, mean, low, high, _ in rows:
        assert float(low) <= float(mean) <= float(high)


def test_without_a_peer_there_is_nothing_to_compare(tmp_path, capsys):
    assert main(["evaluate", str(write_corpus(tmp_path / "corpus", 2))]) == 0
    assert "minus" not in capsys.readouterr().out
