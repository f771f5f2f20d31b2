from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys

import pytest

from scrapy_maincontent import __version__
from scrapy_maincontent.cli import main

SENTENCE = "The mill stood idle for forty years before the village bought it and cleared its pond. "
PAGE = f"<html><title>Mill</title><body><nav><a href='/'>Home</a></nav><h1>Mill</h1><p>{SENTENCE * 6}<a href='/b'>More</a></p></body></html>"


@pytest.fixture
def pages(tmp_path):
    plain, packed, empty = tmp_path / "a.html", tmp_path / "b.html.gz", tmp_path / "c.html"
    plain.write_text(PAGE, "utf-8")
    packed.write_bytes(gzip.compress(PAGE.encode()))
    empty.write_bytes(b"")
    return [str(plain), str(packed), str(empty)]


@pytest.mark.parametrize("workers", ["0", "2"])
def test_pages_become_json_lines_in_their_order(pages, tmp_path, workers):
    output = tmp_path / "out.jsonl"
    assert main(["extract", *pages, "-o", str(output), "--workers", workers, "--url", "https://mill.example/a"]) == 0
    lines = [json.loads(line) for line in output.read_text("utf-8").splitlines()]
    assert [line["file"] for line in lines] == pages
    assert lines[0]["text"] == lines[1]["text"]
    assert "stood idle" in lines[0]["text"]
    assert lines[0]["title"] == "Mill"
    assert (lines[2]["text"], lines[2]["empty_reason"]) == ("", "empty")


def test_one_page_as_markdown(pages, capsys):
    assert main(["extract", pages[0], "--format", "markdown", "--url", "https://mill.example/a"]) == 0
    assert "[More](https://mill.example/b)" in capsys.readouterr().out


def test_standard_input(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PAGE.encode())))
    assert main(["extract", "-", "--format", "text"]) == 0
    assert capsys.readouterr().out.count("stood idle") == 6


def test_failures_are_one_line(pages, tmp_path, capsys):
    assert main(["extract", str(tmp_path / "missing.html")]) == 1
    assert main(["extract", pages[0], "--model", str(tmp_path / "missing.json")]) == 1
    assert main(["evaluate", str(tmp_path)]) == 1
    assert main(["train", str(tmp_path), "-o", str(tmp_path / "m.json")]) == 1
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 4
    assert all(line.startswith("scrapy-maincontent: ") for line in errors)


def test_a_wrong_call_is_refused(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["extract", "--method", "magic", "x"])
    assert stop.value.code == 2
    assert "tree" in capsys.readouterr().err


def test_the_module_is_the_command():
    run = subprocess.run(
        [sys.executable, "-m", "scrapy_maincontent", "--version"], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == f"scrapy-maincontent {__version__}"


def test_the_command_line_needs_no_scrapy(pages):
    script = "import sys; from scrapy_maincontent.cli import main; main(sys.argv[1:]); print('scrapy' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", script, "extract", pages[0]], capture_output=True, text=True, check=True
    )
    assert run.stdout.splitlines()[-1] == "False"


def test_train_and_evaluate(tmp_path, capsys):
    pytest.importorskip("sklearn", reason="training needs the extra train")
    folder = tmp_path / "corpus"
    (folder / "pages").mkdir(parents=True)
    entries = []
    for number in range(10):
        (folder / "pages" / f"{number}.html.gz").write_bytes(
            gzip.compress(PAGE.replace("Mill", f"Mill {number}").encode())
        )
        entries.append(
            {
                "id": str(number),
                "url": f"https://m{number}.example/",
                "title": f"Mill {number}",
                "type": "article",
                "main_content": SENTENCE * 6,
            }
        )
    (folder / "pages.json").write_text(json.dumps(entries), "utf-8")
    model = tmp_path / "mine.json"
    assert main(["train", str(folder), "-o", str(model), "--attribution", "By the village."]) == 0
    card = model.with_suffix(".md").read_text("utf-8")
    assert "0 1 2 3 4 5 6 7 8 9" in card
    assert "By the village." in card
    capsys.readouterr()
    assert main(["evaluate", str(folder), "--model", str(model)]) == 0
    table = capsys.readouterr().out
    assert "article" in table
    assert main(["evaluate", str(folder), "--folds", "3"]) == 0
    first = tmp_path / "first.jsonl"
    page = tmp_path / "page.html"
    page.write_text(PAGE, "utf-8")
    assert main(["extract", str(page), "--model", str(model), "-o", str(first)]) == 0
    assert json.loads(first.read_text("utf-8"))["model"] == "mine"
