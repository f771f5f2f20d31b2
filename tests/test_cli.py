from __future__ import annotations

import gzip
import io
import json
import os
import re
import subprocess
import sys
import tomllib
from importlib import resources
from pathlib import Path

import pytest

from scrapy_maincontent import __version__, speedups
from scrapy_maincontent.cli import EXTRAS, main
from scrapy_maincontent.facts.advertisements import load_list
from scrapy_maincontent.papers.uda import Configuration

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


def test_one_page_as_tei(pages, capsys):
    assert main(["extract", pages[0], "--format", "tei", "--url", "https://mill.example/a"]) == 0
    assert '<ref target="https://mill.example/b">More</ref>' in capsys.readouterr().out


def test_standard_input(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PAGE.encode())))
    assert main(["extract", "-", "--format", "text"]) == 0
    assert capsys.readouterr().out.count("stood idle") == 6


def test_texts_of_several_pages_are_kept_apart(pages, capsys):
    assert main(["extract", *pages, "--format", "text", "--workers", "0"]) == 0
    captured = capsys.readouterr()
    parts = re.split(r"^==> (.*) <==\n", captured.out, flags=re.MULTILINE)
    assert parts[1::2] == pages
    assert parts[2].count("stood idle") == 6
    assert not parts[6].strip()
    counted = "3 pages: 2 with text, 1 without, 0 not read"
    assert captured.err == f"{pages[2]}: no text: empty\n{counted}\n"


def test_a_folder_is_no_page_to_inspect(capsys, tmp_path):
    assert main(["inspect", str(tmp_path), "-o", str(tmp_path / "x.html")]) == 1
    assert capsys.readouterr().err.endswith(f"{tmp_path} is a folder; name its pages: {tmp_path / '*.html'}\n")


def test_an_address_is_no_file(capsys):
    for command, hint in (
        (["extract", "https://mill.example/"], "--urls FILE fetches those in a list"),
        (["inspect", "https://mill.example/", "-o", "x.html"], "pages are read from files"),
    ):
        assert main(command) == 1
        (line,) = capsys.readouterr().err.splitlines()
        assert f"https://mill.example/ is an address; {hint}" in line


@pytest.mark.parametrize("command", ["extract", "inspect"])
def test_an_encoding_that_nobody_knows_is_refused(pages, capsys, command):
    with pytest.raises(SystemExit) as stop:
        main([command, pages[0], "--encoding", "utf-9"])
    assert stop.value.code == 2
    assert "no such encoding: utf-9" in capsys.readouterr().err


def test_a_reader_may_have_enough(tmp_path):
    page = tmp_path / "page.html"
    page.write_text(PAGE * 20, "utf-8")
    command = [sys.executable, "-m", "scrapy_maincontent", "extract", *[str(page)] * 20, "--workers", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        run.stdout.read(1)
        run.stdout.close()
        assert run.stderr.read() == b""
    assert run.returncode == 1


def test_what_is_missing_names_the_command_that_installs_it(pages, tmp_path, capsys, monkeypatch):
    for module in ("adblock", "fastwarc"):
        monkeypatch.setitem(sys.modules, module, None)
    archive = tmp_path / "mills.warc"
    archive.write_bytes(b"WARC/1.0\r\n\r\n")
    for arguments, extra in (([pages[0], "--ad-list", "default"], "ads"), ([str(archive)], "warc")):
        load_list.cache_clear()
        assert main(["extract", *arguments, "--workers", "0"]) == 1
        assert f'pip install ".[{extra}]" in a checkout' in capsys.readouterr().err


def test_the_modules_of_extras_are_those_of_the_package():
    extras = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"][
        "optional-dependencies"
    ]
    distributions = {"sklearn": "scikit-learn", "readability": "readability-lxml", "playwright": "scrapy-playwright"}
    for module, extra in EXTRAS.items():
        assert any(line.startswith(distributions.get(module, module)) for line in extras[extra]), module


def test_failures_are_one_line(pages, tmp_path, capsys):
    assert main(["extract", str(tmp_path / "missing.html")]) == 1
    assert main(["extract", pages[0], "--model", str(tmp_path / "missing.json")]) == 1
    assert main(["evaluate", str(tmp_path)]) == 1
    assert main(["train", str(tmp_path), "-o", str(tmp_path / "m.npz")]) == 1
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 4
    assert errors[0] == f"{tmp_path / 'missing.html'}: not read: no such file or folder"
    assert all(line.startswith("scrapy-maincontent: ") for line in errors[1:])


@pytest.mark.parametrize("link", ["itself", "symbolic", "hard"])
def test_a_page_is_not_overwritten(pages, tmp_path, capsys, link):
    target = Path(pages[0]) if link == "itself" else tmp_path / "link.html"
    if link == "symbolic":
        target.symlink_to(pages[0])
    elif link == "hard":
        target.hardlink_to(pages[0])
    assert main(["extract", *pages, "-o", str(target), "--workers", "0"]) == 1
    assert f"{target} is one of the files that are read; it would be overwritten" in capsys.readouterr().err
    assert Path(pages[0]).read_text("utf-8") == PAGE


@pytest.mark.parametrize("command", ["extract", "inspect"])
def test_what_standard_input_reads_is_not_overwritten(pages, tmp_path, capsys, monkeypatch, command):
    page, other = Path(pages[0]), tmp_path / "other.html"
    other.write_text("kept", "utf-8")
    for output, status in ((page, 1), (other, 0)):
        with page.open(encoding="utf-8") as stdin:
            monkeypatch.setattr(sys, "stdin", stdin)
            assert main([command, "-", "-o", str(output)]) == status
    assert f"{page} is one of the files that are read; it would be overwritten" in capsys.readouterr().err
    assert page.read_text("utf-8") == PAGE
    assert "stood idle" in other.read_text("utf-8")


@pytest.mark.parametrize("command", ["extract", "inspect"])
@pytest.mark.parametrize("option", ["--model", "--ad-list"])
def test_what_a_page_is_extracted_with_is_not_overwritten(pages, tmp_path, capsys, command, option):
    read = tmp_path / "read.npz"
    model = resources.files("scrapy_maincontent.models").joinpath("crf.npz").read_bytes()
    content = model if option == "--model" else b"##.banner\n"
    read.write_bytes(content)
    assert main([command, pages[0], option, str(read), "-o", str(read)]) == 1
    assert f"{read} is one of the files that are read; it would be overwritten" in capsys.readouterr().err
    assert read.read_bytes() == content


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (["--balance", "100"], "argument --balance: it is 100.0; it must be from 0.1 to 10"),
        (["--balance", "nan"], "argument --balance: it is nan; it must be from 0.1 to 10"),
        (["--workers", "-1"], "argument --workers: it is -1; it must be 0 or more"),
        (["https://mill.example/"], "https://mill.example/ is an address"),
    ],
)
def test_a_wrong_call_leaves_the_output_as_it_was(pages, tmp_path, capsys, monkeypatch, wrong, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    output = tmp_path / "out.jsonl"
    output.write_text("kept\n", "utf-8")
    try:
        status = main(["extract", pages[0], *wrong, "-o", str(output)])
    except SystemExit as stop:
        status = stop.code
    assert status == (2 if wrong[0].startswith("--") else 1)
    assert message in capsys.readouterr().err
    assert output.read_text("utf-8") == "kept\n"


def test_pages_are_not_restarted(pages, tmp_path, capsys):
    assert main(["extract", pages[0], "--restart", "-o", str(tmp_path / "out.jsonl")]) == 1
    assert "--restart is for WARC files" in capsys.readouterr().err
    assert not (tmp_path / "out.jsonl").exists()


def test_a_pipe_is_a_page(tmp_path, capsys):
    pipe = tmp_path / "page.html"
    os.mkfifo(pipe)
    with subprocess.Popen([sys.executable, "-c", f"open({str(pipe)!r}, 'w').write({PAGE!r})"]):
        assert main(["extract", str(pipe), "--format", "text"]) == 0
    assert "stood idle" in capsys.readouterr().out


def test_a_wrong_call_is_refused(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["extract", "--method", "magic", "x"])
    assert stop.value.code == 2
    assert "tree" in capsys.readouterr().err


def test_the_module_is_the_command(tmp_path):
    # Elsewhere than in a checkout, whose package would be found first, without its compiled modules.
    command = [sys.executable, "-m", "scrapy_maincontent", "--version"]
    run = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert run.stdout.strip() == f"scrapy-maincontent {__version__}, {speedups.state()}"


def test_the_command_line_needs_no_scrapy(pages):
    script = "import sys; from scrapy_maincontent.cli import main; main(sys.argv[1:]); print('scrapy' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", script, "extract", pages[0]], capture_output=True, text=True, check=True
    )
    assert run.stdout.splitlines()[-1] == "False"


MASTHEAD = "<div><p>Ferry Courier</p><p>Founded beside quay seven</p></div>"
TRAIL = '<ol class="breadcrumb"><li><a href="/">Home</a></li><li><a href="/n/">News</a></li><li>Mill</li></ol>'
MILL_PAGE = PAGE.replace("<nav>", f"{MASTHEAD}{TRAIL}<nav>")


@pytest.fixture
def corpus(tmp_path):
    """Ten pages of ten domains."""
    pytest.importorskip("sklearn", reason="training needs the extra train")
    pytest.importorskip("lightgbm", reason="training needs the extra train")
    folder = tmp_path / "corpus"
    (folder / "pages").mkdir(parents=True)
    entries = []
    for number in range(10):
        (folder / "pages" / f"{number}.html.gz").write_bytes(
            gzip.compress(MILL_PAGE.replace("Mill", f"Mill {number}").encode())
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
    return folder


def extracted(page, model, method, tmp_path):
    output = tmp_path / "one.jsonl"
    assert main(["extract", page, "--method", method, "--model", str(model), "-o", str(output), "--full"]) == 0
    return json.loads(output.read_text("utf-8"))


@pytest.mark.parametrize(
    ("chosen", "method", "file"),
    [([], "crf", "mine.npz"), (["--method", "tree"], "tree", "mine.json")],
    ids=["the default", "tree"],
)
def test_train_and_evaluate(corpus, pages, tmp_path, capsys, chosen, method, file):
    model = tmp_path / file
    call = ["train", str(corpus), "-o", str(model), "--folds", "2", "--attribution", "By the village."]
    assert main([*call, *chosen]) == 0
    card = model.with_suffix(".md").read_text("utf-8")
    assert f"Method `{method}`" in card
    assert "10 pages, digest" in card
    assert "By the village." in card
    capsys.readouterr()
    assert main(["evaluate", str(corpus), "--model", str(model), *chosen]) == 0
    table = capsys.readouterr().out
    assert table.startswith(f"{corpus.name}, {model}\n\n{method}\n")
    assert "article" in table
    answer = extracted(pages[0], model, method, tmp_path)
    assert (answer["method"], answer["model"]) == (method, "mine")
    assert "stood idle" in answer["text"]


@pytest.mark.parametrize(
    ("chosen", "file"),
    [([], "mine.json"), ([], "mine"), (["--method", "tree"], "mine.npz"), (["--paper", "uda"], "mine.npz")],
)
def test_a_model_file_has_the_ending_of_its_method(tmp_path, capsys, chosen, file):
    """Said before anything is read: a training takes its time."""
    assert main(["train", str(tmp_path / "nowhere"), "-o", str(tmp_path / file), *chosen]) == 1
    ending = ".json" if chosen else ".npz"
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"scrapy-maincontent: --output is {tmp_path / file}; ")
    assert line.endswith(f"is a {ending} file")


def test_a_model_is_not_trained_for_a_folder_that_is_not_there(tmp_path, capsys):
    model = tmp_path / "nowhere" / "mine.npz"
    assert main(["train", str(tmp_path / "no-corpus"), "-o", str(model)]) == 1
    message = f"scrapy-maincontent: --output is {model}; {model.parent} is no folder"
    assert capsys.readouterr().err.splitlines() == [message]


@pytest.mark.parametrize(
    ("command", "option", "number", "least"), [("train", "--folds", 1, 2), ("render", "--every", 0, 1)]
)
def test_a_number_that_is_too_small_is_refused(tmp_path, capsys, command, option, number, least):
    with pytest.raises(SystemExit) as stop:
        main([command, str(tmp_path), "-o", str(tmp_path / "mine.npz"), option, str(number)])
    assert stop.value.code == 2
    assert f"argument {option}: it is {number}; it must be {least} or more" in capsys.readouterr().err


def test_a_paper_has_its_own_method(tmp_path, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["train", str(tmp_path), "-o", "mine.json", "--method", "tree", "--paper", "uda"])
    assert stop.value.code == 2
    assert "not allowed with" in capsys.readouterr().err


def test_a_packaged_model_goes_with_its_method_alone(pages, capsys):
    assert main(["extract", pages[0], "--method", "tree", "--model", "uda", "--format", "text"]) == 0
    assert "stood idle" in capsys.readouterr().out
    assert main(["extract", pages[0], "--model", "uda"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "scrapy-maincontent: model 'uda' is for method 'tree', not 'crf'\n"


@pytest.mark.parametrize(
    ("chosen", "method"), [([], "crf"), (["--method", "tree"], "tree"), (["--method", "fujita"], "fujita")]
)
def test_folds_train_the_method_that_is_asked_for(corpus, capsys, chosen, method):
    assert main(["evaluate", str(corpus), *chosen, "--folds", "2"]) == 0
    assert capsys.readouterr().out.startswith(f"{corpus.name}, 2 folds by domain\n\n{method}\n")


@pytest.mark.parametrize(("paper", "printed"), [("uda", False), ("uda-printed", True)])
def test_a_papers_own_system_is_trained_and_used(corpus, tmp_path, paper, printed):
    model = tmp_path / "paper.json"
    assert main(["train", str(corpus), "--paper", paper, "--folds", "2", "-o", str(model)]) == 0
    assert json.loads(model.read_text("utf-8"))["blocks"] == Configuration(printed=printed).as_dict()
    assert "# Model paper" in model.with_suffix(".md").read_text("utf-8")
    page = tmp_path / "page.html"
    page.write_text(MILL_PAGE, "utf-8")
    answer = extracted(str(page), model, "tree", tmp_path)
    assert answer["model"] == "paper"
    reasons = {block["text"]: block["reason"] for block in answer["text_blocks"]}
    assert reasons["Ferry Courier"] == "placement: breadcrumb.II.before"
    assert "stood idle" in answer["text"]
    assert "Ferry Courier" not in answer["text"]


def test_the_system_of_fujita_is_trained_and_used(corpus, pages, tmp_path):
    model = tmp_path / "paper.npz"
    assert main(["train", str(corpus), "--paper", "fujita", "--folds", "2", "-o", str(model)]) == 0
    assert "all main from 70 % on, the parent not main below 40 %" in model.with_suffix(".md").read_text("utf-8")
    answer = extracted(pages[0], model, "fujita", tmp_path)
    assert (answer["method"], answer["model"]) == ("fujita", "paper")
    assert all(block["reason"].startswith("paper: ") for block in answer["text_blocks"])
    assert "stood idle" in answer["text"]


def test_another_paper_is_a_wrong_call(tmp_path, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["train", str(tmp_path), "-o", "2", "--paper", "unheard-of"])
    assert stop.value.code == 2
    assert "uda" in capsys.readouterr().err
