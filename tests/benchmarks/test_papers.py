"""``python -m benchmarks.papers``: the tables of each paper, where they are written, and calls that are refused."""

from __future__ import annotations

import sys

import pytest
from small_corpora import write_corpora, write_corpus

from benchmarks import papers
from benchmarks.papers import ENGLISH, JAPANESE, LAID_OUT, PICTURES, Corpora, filled, markdown, percent, places, share
from benchmarks.papers import __main__ as command
from benchmarks.papers.__main__ import main
from scrapy_maincontent.lab.corpus.annotated import CorpusError

PAGE = (
    "Before.\n<!-- table: mills, made by python -m benchmarks.papers uda --data FOLDER -->\nold\n<!-- end -->\nAfter.\n"
)


@pytest.fixture
def corpus(tmp_path):
    """Ten pages of ten domains."""
    pytest.importorskip("sklearn", reason="training needs the extra train")
    pytest.importorskip("lightgbm", reason="training needs the extra train")
    return str(write_corpus(tmp_path / "corpus", 10))


@pytest.fixture
def mills(tmp_path, monkeypatch):
    """A file that a paper's only table stands in, both of the bundled pages and of a folder of corpora."""
    docs = tmp_path / "docs"
    docs.mkdir()
    file = docs / "uda.md"
    file.write_text(PAGE, "utf-8")
    notes = tmp_path / "NOTES.md"
    notes.write_text("No tables.\n", "utf-8")
    monkeypatch.setattr(command, "NOTES", notes)
    monkeypatch.setattr(papers, "REPOSITORY", tmp_path)
    monkeypatch.setattr(command, "REPOSITORY", tmp_path)
    monkeypatch.setattr(command, "EXPLANATION", docs)
    monkeypatch.setattr(command, "PAPERS", {"uda": lambda corpora, _: {"mills": f"{len(corpora[ENGLISH])} mills"}})
    return file


def test_the_bundled_pages_are_those_of_the_example_project():
    corpora = Corpora()
    english, japanese = corpora[ENGLISH], corpora[JAPANESE]
    assert len(english) + len(japanese) > 70
    assert {page.language for page in japanese} == {"ja"}
    assert "ja" not in {page.language for page in english}
    assert len(corpora[PICTURES]) == 10
    assert all(page.read() for page in [*english, *japanese])
    assert corpora["another"] == []


def test_a_folder_of_corpora_and_a_corpus_of_ones_own(tmp_path):
    first = write_corpora(tmp_path)
    assert (len(Corpora(tmp_path)[ENGLISH]), len(Corpora(tmp_path)[JAPANESE])) == (12, 4)
    own = Corpora(first)
    assert len(own[ENGLISH]) == len(own[LAID_OUT]) == 12
    assert own[JAPANESE] == own[PICTURES] == []
    with pytest.raises(CorpusError, match=ENGLISH):
        Corpora(tmp_path / "nothing")


def test_a_table_in_markdown():
    assert markdown(["", "a"], [["one", ".5"], ["two", ""]]) == "| | a |\n| --- | --- |\n| one | .5 |\n| two | |"
    assert [share(value) for value in (0.8684, 1, 0.9999, 0.0001, None)] == [".868", "1.00", "1.00", "0", ""]
    assert [percent(value) for value in (0.8684, 1, None)] == ["86.8", "100.0", ""]


def test_tables_are_put_between_their_marks_and_nothing_else_changes():
    assert places(PAGE) == ["mills"]
    assert filled(PAGE, {"mills": "new"}) == PAGE.replace("old", "new")
    assert filled(PAGE, {"weirs": "new"}) == PAGE


def test_tables_are_written_and_then_they_are_the_same(mills, tmp_path):
    data = str(write_corpora(tmp_path / "data").parent)
    assert main(["all", "--data", data, "--check"]) == 1
    assert mills.read_text("utf-8") == PAGE
    assert main(["uda", "--data", data]) == 0
    assert mills.read_text("utf-8") == PAGE.replace("old", "12 mills")
    assert main(["all", "--data", data, "--check"]) == 0


def test_a_difference_is_shown(mills, tmp_path, capsys):
    data = str(write_corpora(tmp_path / "data").parent)
    assert main(["uda", "--data", data, "--check"]) == 1
    assert "\n-old\n+12 mills\n" in capsys.readouterr().out


def test_a_table_without_a_place_is_a_failure(mills, tmp_path, capsys):
    data = str(write_corpora(tmp_path / "data").parent)
    mills.write_text("Nothing.\n", "utf-8")
    assert main(["uda", "--data", data]) == 1
    assert "no place for the table mills:\n\n12 mills\n" in capsys.readouterr().out


def test_side_tables_are_written_into_the_notes(mills, tmp_path):
    data = str(write_corpora(tmp_path / "data").parent)
    mills.write_text("No tables.\n", "utf-8")
    command.NOTES.write_text(PAGE, "utf-8")
    assert main(["uda", "--data", data]) == 0
    assert command.NOTES.read_text("utf-8") == PAGE.replace("old", "12 mills")


def test_tables_of_a_corpus_of_ones_own_are_printed(mills, tmp_path, capsys):
    assert main(["uda", "--data", str(write_corpora(tmp_path / "data"))]) == 0
    assert capsys.readouterr().out == "mills\n\n12 mills\n\n"
    assert mills.read_text("utf-8") == PAGE


def test_the_tables_of_uda(corpus, capsys):
    assert main(["uda", "--data", corpus, "--folds", "2"]) == 0
    printed = capsys.readouterr().out
    assert "\n| all but `blog_utility` | " in printed


@pytest.mark.slow
def test_the_tables_of_fujita(corpus, tmp_path, capsys):
    pytest.importorskip("matplotlib", reason="pictures need the extra figures")
    assert main(["fujita", "--data", corpus, "--folds", "2"]) == 0
    assert "\n\n" in capsys.readouterr().out
    folder = tmp_path / "new" / "figures"
    assert main(["fujita", "--data", corpus, "--folds", "2", "--figures", str(folder)]) == 0
    (picture,) = folder.iterdir()
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_the_tables_of_shinnou(capsys):
    """Of the bundled pages: there are sites of four pages and more."""
    made = command.PAPERS["shinnou"](Corpora(), lambda items, _: items)
    for name in (*(f"table-{number}" for number in range(1, 6)), "same-sites", "other-sites", "text", "japanese"):
        assert made[name].count("\n") > 3
    assert made["table-1"].splitlines()[2].endswith("| 262 | 196 | 262 | .748 | .748 | .748 |")


def test_the_table_of_tsuruta_needs_pages_that_were_laid_out(corpus, capsys):
    assert main(["tsuruta", "--data", corpus, "--folds", "2"]) == 1
    assert "no page has boxes" in capsys.readouterr().err


@pytest.mark.parametrize("paper", ["fujita", "tsuruta", "all"])
def test_without_matplotlib_the_command_says_so_before_it_begins(tmp_path, monkeypatch, capsys, paper):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main([paper, "--figures", str(tmp_path)]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "matplotlib" in printed.err


def test_what_is_no_corpus_is_one_line(tmp_path, capsys):
    assert main(["pagerank", "--data", str(tmp_path)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "is no corpus" in line


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (["unheard-of"], "uda"),
        (["pagerank", "--figures", "pictures"], "--figures is for fujita, tsuruta and all"),
        (["pagerank", "--folds", "2"], "--folds is for a corpus of your own"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_wrong_call_is_refused(capsys, call, message):
    with pytest.raises(SystemExit) as stop:
        main(call)
    assert stop.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert message in printed.err


def test_there_is_nothing_to_check_of_a_corpus_of_ones_own(tmp_path, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["uda", "--data", str(write_corpora(tmp_path)), "--check"])
    assert stop.value.code == 2
    assert "--check" in capsys.readouterr().err
