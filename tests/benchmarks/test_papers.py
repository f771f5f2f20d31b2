"""``python -m benchmarks.papers``: the tables of each paper, and calls that are refused before anything is read."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from small_corpora import write_corpus

from benchmarks.papers.__main__ import main
from benchmarks.papers.fujita import PAPER_PAIR
from benchmarks.papers.uda import MAIN_CONFIGURATIONS, configurations

PICTURES = Path(__file__).parents[1] / "pages" / "pictures"


@pytest.fixture
def corpus(tmp_path):
    """Ten pages of ten domains."""
    pytest.importorskip("sklearn", reason="training needs the extra train")
    pytest.importorskip("lightgbm", reason="training needs the extra train")
    return str(write_corpus(tmp_path / "corpus", 10))


def test_the_tables_of_uda(corpus, capsys):
    assert main(["uda", corpus, "--folds", "2"]) == 0
    blocks, *texts = capsys.readouterr().out.split("\n\n")
    assert blocks.split()[:6] == ["Hit", "FA", "Miss", "P", "R", "F"]
    for name in configurations():
        assert f"\n{name} " in blocks
    assert [text.splitlines()[0] for text in texts] == [f"{name}, text" for name in MAIN_CONFIGURATIONS]
    assert all("article" in text for text in texts)


@pytest.mark.slow
def test_the_tables_of_fujita(corpus, tmp_path, capsys):
    pytest.importorskip("matplotlib", reason="pictures need the extra figures")
    folder = tmp_path / "new" / "figures"
    assert main(["fujita", corpus, "--folds", "2", "--figures", str(folder)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Table 1: 10 pages")
    assert "\nbaseline, text\n" in printed
    assert f"\nupper {PAPER_PAIR[0]} %, lower {PAPER_PAIR[1]} %, text\n" in printed
    (picture,) = folder.iterdir()
    assert str(picture) in printed
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_the_tables_of_shinnou(corpus, capsys):
    """Two sites of five pages each, so that there are tables of the same sites."""
    file = Path(corpus) / "pages.json"
    entries = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps([entry | {"domain": "ab"[int(entry["id"]) % 2]} for entry in entries]), "utf-8")
    assert main(["shinnou", corpus, "--folds", "2"]) == 0
    printed = capsys.readouterr().out
    for part in (
        "As the paper, builtin renderer\n",
        "As the paper, but by CART, builtin renderer\n",
        "As the packaged model, builtin renderer\n",
        "\ncorpus, text\n",
        "crf ",
    ):
        assert part in printed
    for table in ("Table 1: ", "Table 3: ", "Table 4: other sites (2 sites)\n", "Table 5: "):
        assert printed.count(table) == 3


def test_the_tables_of_pagerank(capsys):
    assert main(["pagerank", str(PICTURES)]) == 0
    printed = capsys.readouterr().out
    for line in ("pictures", "Main element, 10 pages", "best element there is", "crf (default)", "Text, all 10 pages"):
        assert line in printed
    assert printed.count("text (paper)") == 4


def test_the_table_of_tsuruta_needs_pages_that_were_laid_out(corpus, capsys):
    assert main(["tsuruta", corpus, "--folds", "2"]) == 1
    assert "no page has boxes" in capsys.readouterr().err


@pytest.mark.parametrize("paper", ["fujita", "tsuruta"])
def test_without_matplotlib_the_command_says_so_before_it_begins(tmp_path, monkeypatch, capsys, paper):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main([paper, str(tmp_path), "--figures", str(tmp_path)]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "matplotlib" in printed.err


def test_what_is_no_corpus_is_one_line(tmp_path, capsys):
    assert main(["pagerank", str(tmp_path)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "is no corpus" in line


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (["unheard-of"], "uda"),
        (["uda", "--figures", "pictures"], "--figures is for fujita and tsuruta"),
        (["uda", "another-corpus"], "on one corpus"),
        (["fujita", "--renderer", "lynx"], "--renderer is for shinnou"),
        (["pagerank", "--folds", "2"], "--folds"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_wrong_call_is_refused(tmp_path, capsys, call, message):
    paper, *options = call
    with pytest.raises(SystemExit) as stop:
        main([paper, str(tmp_path), *options])
    assert stop.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert message in printed.err
