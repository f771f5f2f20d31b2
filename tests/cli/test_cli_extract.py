"""Gzipped files on the command line that are cut, broken, or larger than anybody needs."""

from __future__ import annotations

import csv
import gzip
import json
import random
import signal
import socketserver
import subprocess
import sys
import threading
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from edge_site import serve
from package_root import ROOT
from warc_files import HTML, PAGES, record

from scrapy_maincontent import pool
from scrapy_maincontent.cli import extract as cli_extract
from scrapy_maincontent.cli import main
from scrapy_maincontent.cli.outputs import READ_FIRST
from scrapy_maincontent.extraction import extract
from scrapy_maincontent.page.limits import Limits

if TYPE_CHECKING:
    from pathlib import Path


WORDS = ("mill", "river", "wheel", "spring", "pond", "village", "stone", "bridge")
PAGE = "<h1>Mill</h1>" + "".join(
    f"<p>The {' '.join(random.Random(number).choices(WORDS, k=30))} is number {number}.</p>" for number in range(200)
)


def extracted(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[dict[str, object], str]:
    status = main(["extract", str(path), "--format", "json", "--full"])
    captured = capsys.readouterr()
    found: dict[str, object] = json.loads(captured.out)
    assert status == int(not found["text"])
    return found, captured.err


@pytest.mark.parametrize("share", [0.9, 0.5])
def test_a_cut_file_is_read_as_far_as_it_goes(share: float, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, packed = tmp_path / "page.html.gz", gzip.compress(PAGE.encode())
    path.write_bytes(packed[: int(len(packed) * share)])
    found, errors = extracted(path, capsys)
    assert "is number 40." in str(found["text"])
    assert "is number 199." not in str(found["text"])
    assert f"{path}: broken gzip" in errors


def test_a_file_that_only_begins_like_gzip_is_empty(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "page.html.gz"
    path.write_bytes(b"\x1f\x8bmill")
    found, errors = extracted(path, capsys)
    assert found["empty_reason"] == "empty"
    assert "broken gzip" in errors


def test_no_more_is_unpacked_than_is_extracted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "page.html.gz"
    packed = gzip.compress(PAGE.encode() + b" " * (4 * Limits().max_bytes), 1)
    path.write_bytes(packed[: len(packed) * 3 // 4])  # whoever reads on comes to the cut, and says so
    found, errors = extracted(path, capsys)
    assert found["truncated"] is True
    assert "is number 199." in str(found["text"])
    assert errors == ""


# ``extract`` over WARC files: a line for each page, and jobs that go on where they were ended.

MANY = 1_000
"""Records of a job that is ended half way."""
TRIES = 5
"""Jobs that may be through by the time that this process looks: the machine may be busy."""
SECONDS = 600
"""A guard against hanging."""


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Four pages, a picture, a record that is damaged, and another page."""
    damaged = bytearray(record(5))
    damaged[-200:-100] = bytes(100)
    picture = record(4, b"\x89PNG", headers=[("Content-Type", "image/png")])
    path = tmp_path / "ring.warc.gz"
    path.write_bytes(b"".join(map(record, range(4))) + picture + bytes(damaged) + record(6))
    return path


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def numbers(path: Path) -> list[int]:
    """Return the numbers of the pages in an output, without records that can't be read."""
    return [int(line["url"].rpartition("/")[2]) for line in lines(path) if line["url"]]


def untimed(path: Path) -> list[dict[str, Any]]:
    return [line | {"elapsed": 0} for line in lines(path)]


@pytest.mark.parametrize("workers", ["0", "2"])
def test_every_page_and_every_bad_record_has_a_line(archive: Path, tmp_path: Path, workers: str) -> None:
    out = tmp_path / "out.jsonl"
    assert main(["extract", str(archive), "-o", str(out), "--workers", workers]) == 0
    found = lines(out)
    assert [line["empty_reason"] for line in found] == [None] * 4 + ["bad_record", None]
    for number, line in zip((0, 1, 2, 3, 6), found[:4] + found[5:], strict=True):
        alone = extract(PAGES[number % 4], f"https://ring.example/{number}", encoding="utf-8")
        assert (line["text"], line["title"], line["url"]) == (alone.text, alone.title, alone.url)
        assert line["file"] == str(archive)
        assert line["record_id"].startswith("<urn:uuid:")
    content = archive.read_bytes()
    assert [content[line["offset"] :][:2] for line in found] == [b"\x1f\x8b"] * len(found)


@pytest.mark.parametrize("fields", ["text,quality", " text, quality"])
def test_lines_may_have_chosen_fields_alone(archive: Path, tmp_path: Path, fields: str) -> None:
    out = tmp_path / "out.jsonl"
    assert main(["extract", str(archive), "-o", str(out), "--fields", fields, "--workers", "0"]) == 0
    assert {tuple(line) for line in lines(out)} == {
        ("file", "offset", "length", "record_id", "date", "text", "quality")
    }


def test_the_charset_of_the_header_is_used(tmp_path: Path) -> None:
    body = "<html><body><p>" + "水車小屋は四十年のあいだ使われていなかった。" * 8 + "</p></body></html>"
    path = tmp_path / "sjis.warc.gz"
    path.write_bytes(record(0, body.encode("cp932"), headers=[("Content-Type", "text/html; charset=Shift_JIS")]))
    out = tmp_path / "out.jsonl"
    assert main(["extract", str(path), "-o", str(out), "--workers", "0"]) == 0
    assert "水車小屋" in lines(out)[0]["text"]


@pytest.mark.parametrize("cut", [1, 400, 40_000, 80_000])
def test_a_cut_output_is_continued(archive: Path, tmp_path: Path, cut: int) -> None:
    whole, out = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    second = tmp_path / "second.warc"
    second.write_bytes(record(7, packed=False) + record(8, packed=False))
    files = [str(archive), str(second)]
    assert main(["extract", *files, "-o", str(whole), "--workers", "0"]) == 0
    out.write_bytes(whole.read_bytes()[:-cut])
    assert main(["extract", *files, "-o", str(out), "--workers", "0"]) == 0
    assert untimed(out) == untimed(whole)
    assert numbers(out)[-2:] == [7, 8]


def test_a_finished_job_has_nothing_left_to_do(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    for _ in range(2):
        assert main(["extract", str(archive), "-o", str(out), "--workers", "0"]) == 0
    assert len(lines(out)) == 6


def test_a_job_whose_workers_do_not_start_ends_and_can_go_on(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.jsonl"
    with monkeypatch.context() as broken:
        broken.setattr(pool, "WARM", "no_such_module:warm")
        broken.setattr(cli_extract, "extract_in_order", partial(pool.extract_in_order, patience=0.1))
        assert main(["extract", str(archive), "-o", str(out), "--workers", "1"]) == 1
    assert "could start: ModuleNotFoundError" in capsys.readouterr().err
    assert lines(out) == []
    assert main(["extract", str(archive), "-o", str(out), "--workers", "1"]) == 0
    assert len(lines(out)) == 6


def test_restart_writes_anew(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("something else\n", "utf-8")
    assert main(["extract", str(archive), "-o", str(out), "--workers", "0", "--restart"]) == 0
    assert len(lines(out)) == 6


@pytest.mark.parametrize("restart", [[], ["--restart"]])
def test_a_warc_file_is_not_overwritten(
    archive: Path, restart: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = archive.read_bytes()
    monkeypatch.chdir(archive.parent)
    assert main(["extract", archive.name, "-o", str(archive), "--workers", "0", *restart]) == 1
    assert "would be overwritten" in capsys.readouterr().err
    assert archive.read_bytes() == before


@pytest.mark.parametrize(
    "content", ["a list of things\n", '{"file": "other.warc.gz", "offset": 0, "length": 9}\n', "7\n"]
)
def test_what_is_no_output_of_the_job_is_left_alone(
    archive: Path, tmp_path: Path, content: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text(content, "utf-8")
    assert main(["extract", str(archive), "-o", str(out), "--workers", "0"]) == 1
    assert "--restart" in capsys.readouterr().err
    assert out.read_text("utf-8") == content


def test_another_model_does_not_continue(archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.jsonl"
    assert main(["extract", str(archive), "-o", str(out), "--workers", "0"]) == 0
    assert main(["extract", str(archive), "-o", str(out), "--workers", "0", "--method", "tree"]) == 1
    assert "made with model crf" in capsys.readouterr().err
    assert len(lines(out)) == 6


@pytest.mark.parametrize(
    "wrong",
    [["page.html"], ["--format", "text", "--fields", "url"], ["--url", "https://ring.example/"], ["ring.warc.gz"]],
)
def test_wrong_calls_are_refused(archive: Path, wrong: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(archive.parent)
    (archive.parent / "page.html").write_text(PAGE, "utf-8")
    assert main(["extract", "ring.warc.gz", *wrong, "-o", "out.jsonl"]) == 1
    assert not (archive.parent / "out.jsonl").exists()


def test_a_folder_named_like_a_warc_file_leaves_the_output_as_it_was(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("kept\n", "utf-8")
    (tmp_path / "folder.warc").mkdir()
    (tmp_path / "folder.warc" / "page.html").write_text(PAGE, "utf-8")
    assert main(["extract", str(archive), str(tmp_path / "folder.warc"), "-o", str(out), "--restart"]) == 1
    assert out.read_text("utf-8") == "kept\n"


def test_an_unknown_field_is_refused(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["extract", str(archive), "--fields", "text,colour"])
    assert "no such field: colour" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["extract", str(archive), "--fields", " ,"])
    assert "no field is named; there are " in capsys.readouterr().err


def test_a_comma_too_many_names_no_field(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    assert main(["extract", str(archive), "--fields", "url, ,title,", "-o", str(out), "--workers", "0"]) == 0
    places = {"file", "offset", "length", "record_id", "date"}
    assert {frozenset(json.loads(line)) - places for line in out.read_text("utf-8").splitlines()} == {
        frozenset({"url", "title"})
    }


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_job_that_is_ended_goes_on_where_it_was(tmp_path: Path, how: signal.Signals) -> None:
    path, out = tmp_path / "many.warc.gz", tmp_path / "out.jsonl"
    path.write_bytes(b"".join(map(record, range(MANY))))
    command = [sys.executable, "-m", "scrapy_maincontent", "extract", str(path), "-o", str(out), "--workers", "1"]

    # A shell that runs the tests in its background has them ignore Ctrl-C, which would be inherited.
    def before() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    def written() -> int:
        return out.read_bytes().count(b"\n") if out.exists() else 0

    for _ in range(TRIES):  # until it is ended before it is through
        out.unlink(missing_ok=True)
        process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, preexec_fn=before)  # noqa: PLW1509
        deadline = time.monotonic() + SECONDS
        while written() < 5 and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(how)
        _, errors = process.communicate(timeout=SECONDS)
        if written() < MANY:
            break
    assert 5 <= written() < MANY
    if how == signal.SIGINT:
        assert (process.returncode, errors) == (1, "stopped; the same command goes on from here\n")
    subprocess.run(command, cwd=ROOT, check=True, timeout=SECONDS)
    assert numbers(out) == list(range(MANY))


def test_the_content_type_decides_alone(tmp_path: Path) -> None:
    path, out = tmp_path / "types.warc.gz", tmp_path / "out.jsonl"
    other = [("Content-Type", "text/plain")]
    path.write_bytes(record(0, headers=other) + record(1, headers=[HTML]) + record(2, headers=other))
    assert main(["extract", str(path), "-o", str(out), "--workers", "0"]) == 0
    assert numbers(out) == [1]


# Folders, patterns, formats, and what becomes of what can't be read.

MILL = "<html><head><title>{0}</title><meta name=author content='Mara Okafor'></head><body><h1>{0}</h1>" + "".join(
    f"<p>The mill of {{0}} stood idle for {number} years before the village bought it and cleared its pond.</p>"
    for number in range(6)
)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder with three pages, two of one name, and a picture."""
    folder = tmp_path / "site"
    (folder / "de").mkdir(parents=True)
    (folder / "weir.html").write_text(MILL.format("Weir"), "utf-8")
    (folder / "de" / "weir.htm").write_text(MILL.format("Wehr"), "utf-8")
    (folder / "de" / "pond.html.gz").write_bytes(gzip.compress(MILL.format("Pond").encode()))
    (folder / "mill.png").write_bytes(b"\x89PNG")
    return folder


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_folder_stands_for_the_pages_in_it_and_below(site: Path, tmp_path: Path, workers: str) -> None:
    out = tmp_path / "out.jsonl"
    assert main(["extract", str(site), "-o", str(out), "--workers", workers]) == 0
    assert [line["file"] for line in lines(out)] == [
        str(site / name) for name in ("weir.html", "de/pond.html.gz", "de/weir.htm")
    ]
    assert [line["title"] for line in lines(out)] == ["Weir", "Pond", "Wehr"]
    assert list(lines(out)[0]) == ["file", *READ_FIRST]


def test_a_pattern_stands_for_what_it_matches(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", str(site / "**" / "weir.*"), "--format", "jsonl", "--workers", "0"]) == 0
    captured = capsys.readouterr()
    assert [json.loads(line)["title"] for line in captured.out.splitlines()] == ["Wehr", "Weir"]
    assert captured.err == "2 pages: 2 with text, 0 without, 0 not read\n"
    assert main(["extract", str(site / "*.xhtml")]) == 1
    assert "not read: no file is called so" in capsys.readouterr().err


def test_text_is_what_one_page_gives(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", str(site / "weir.html")]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("The mill of Weir stood idle")
    assert captured.err == ""


def test_what_can_not_be_read_costs_itself_alone(
    site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, empty = tmp_path / "out.jsonl", tmp_path / "empty"
    empty.mkdir()
    named = [str(site / "weir.html"), str(tmp_path / "missing.html"), str(empty)]
    assert main(["extract", *named, "-o", str(out), "--workers", "0"]) == 0
    assert len(lines(out)) == 1
    assert capsys.readouterr().err.splitlines() == [
        f"{tmp_path / 'missing.html'}: not read: no such file or folder",
        f"{empty}: not read: a folder without pages",
        "3 pages: 1 with text, 0 without, 2 not read",
    ]


@pytest.mark.parametrize(
    ("name", "begin", "said"),
    [
        ("CC-MAIN.warc.wet.gz", gzip.compress(b"WARC/1.0\r\n", mtime=0), "ends with .warc or .warc.gz"),
        ("old.arc", b"filedesc://old.arc 0.0.0.0 20100101000000 text/plain 76\n", "`warcio recompress` makes a WARC"),
        ("pages.zip", b"PK\x03\x04\x14\x00", "unpack it and name its folder"),
        ("crawl.warc.zst", b"\x28\xb5\x2f\xfd\x04\x00", "compressed with zstd"),
    ],
)
def test_an_archive_of_pages_is_no_page(
    site: Path, name: str, begin: bytes, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = site / name
    path.write_bytes(begin + MILL.format("Mill").encode() if name == "old.arc" else begin)
    for command in (["extract", str(path)], ["inspect", str(path), "-o", str(site / "why.html")]):
        assert main(command) == 1
        out, err = capsys.readouterr()
        assert said in err
        assert name in err
        assert out == ""
    assert not (site / "why.html").exists()


def test_nothing_extracted_is_a_failure_and_leaves_the_output(tmp_path: Path) -> None:
    out, blank = tmp_path / "out.txt", tmp_path / "blank.html"
    blank.write_bytes(b"")
    out.write_text("kept", "utf-8")
    assert main(["extract", str(tmp_path / "missing.html"), "-o", str(out)]) == 1
    assert out.read_text("utf-8") == "kept"
    assert main(["extract", str(blank), "-o", str(tmp_path / "blank.txt")]) == 1
    assert main(["extract"]) == 1


@pytest.mark.parametrize(
    ("format_", "ending", "begins"),
    [
        ("text", ".txt", "The mill of Pond"),
        ("markdown", ".md", "---\ntitle: "),
        ("html", ".html", "<p>The mill"),
        ("tei", ".xml", "<?xml"),
        ("json", ".json", '{"file": '),
    ],
)
def test_a_folder_gets_a_file_for_each_page(site: Path, tmp_path: Path, format_: str, ending: str, begins: str) -> None:
    out = tmp_path / "out"
    front = ["--front-matter"] if format_ == "markdown" else []
    assert main(["extract", str(site), "-d", str(out), "--format", format_, "--workers", "0", *front]) == 0
    files = {str(path.relative_to(out)): path.read_text("utf-8") for path in out.rglob("*") if path.is_file()}
    assert set(files) == {f"weir{ending}", f"de/weir{ending}", f"de/pond{ending}"}
    assert files[f"de/pond{ending}"].startswith(begins)


def test_files_of_one_name_are_numbered_and_none_is_overwritten(
    site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = [str(site / "weir.html"), str(site / "de" / "weir.htm")]
    assert main(["extract", *pages, "-d", str(tmp_path / "out"), "--workers", "0"]) == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["weir-2.txt", "weir.txt"]
    assert main(["extract", *pages, "-d", str(site), "--format", "html", "--workers", "0"]) == 1
    assert "its outputs need a folder of their own" in capsys.readouterr().err
    assert (site / "weir.html").read_text("utf-8") == MILL.format("Weir")


def test_a_table_has_a_row_for_each_page(site: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    assert main(["extract", str(site), "-o", str(out), "--workers", "0", "--fields", "title,authors,text,regions"]) == 0
    with out.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["title"] for row in rows] == ["Weir", "Pond", "Wehr"]
    assert {row["authors"] for row in rows} == {"Mara Okafor"}
    assert rows[0]["text"].count("stood idle") == 6
    assert rows[0]["regions"] == ""


def test_full_has_all_fields(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", str(site / "weir.html"), "--full"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert set(line) == {"file", "main_image", *extract("").as_dict()}
    assert len(line["text_blocks"]) == 7


@pytest.mark.parametrize("format_", ["text", "csv", "markdown"])
def test_warc_files_go_into_every_format(archive: Path, tmp_path: Path, format_: str) -> None:
    out = tmp_path / "out"
    assert main(["extract", str(archive), "-o", str(out), "--format", format_, "--workers", "0"]) == 0
    content = out.read_text("utf-8")
    if format_ == "csv":
        assert len(list(csv.reader(content.splitlines(keepends=True)))) == 7
    else:
        assert content.count(f"==> {archive} at ") == 6
    folder = tmp_path / "folder"
    given = ["--format", "markdown"] if format_ == "csv" else ["--format", format_]
    assert main(["extract", str(archive), "-d", str(folder), *given, "--workers", "0"]) == 0
    assert len(list(folder.iterdir())) == 5


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (["-o", "x.txt", "-d", "out"], "not both"),
        (["-d", "out", "--format", "csv"], "one table"),
        (["-o", "out/x.parquet"], "extract writes no Parquet"),
        (["--format", "text", "--full"], "--fields and --full are for json and csv"),
        (["--urls", "list.txt"], "name files, folders or patterns"),
    ],
)
def test_options_that_do_not_go_together(
    site: Path, wrong: list[str], message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(site.parent)
    assert main(["extract", str(site), *wrong]) == 1
    assert message in capsys.readouterr().err
    assert not (site.parent / "out").exists()


def test_an_unknown_format_is_refused(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["extract", str(site), "--format", "pdf"])
    assert stop.value.code == 2
    assert "no such format: pdf; there are json, csv, text" in capsys.readouterr().err


@pytest.mark.parametrize("content", ["ftp://mill.example/\n", "# none\n\nmill.example\n"])
def test_a_list_holds_addresses_alone(tmp_path: Path, content: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "list.txt").write_text(content, "utf-8")
    assert main(["extract", "--urls", str(tmp_path / "list.txt")]) == 1
    assert "an address begins with http:// or https://" in capsys.readouterr().err


@pytest.mark.slow
def test_a_server_that_hangs_up_is_named_in_plain_words(tmp_path: Path) -> None:
    class HangsUp(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.recv(9999)

    run = partial(subprocess.run, check=False, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS)
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), HangsUp) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        command = [sys.executable, "-m", "scrapy_maincontent", "extract", "--urls", "-", "--workers", "0"]
        done = run(command, input=address)
        server.shutdown()
    assert done.returncode == 1
    assert done.stderr == f"{address}: not read: Connection was closed cleanly\n"


@pytest.mark.slow
def test_addresses_of_a_list_are_fetched(tmp_path: Path) -> None:
    with serve() as base:
        names = ("article/1", "article/2", "missing/1", "article/1")
        addresses = [f"{base}/{name}" for name in names]
        (tmp_path / "list.txt").write_text("# stories\n" + "\n".join(addresses) + "\n", "utf-8")
        command = [sys.executable, "-W", "error", "-m", "scrapy_maincontent", "extract"]
        run = partial(subprocess.run, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS)
        done = run([*command, "--urls", str(tmp_path / "list.txt"), "--workers", "0", "--format", "json"])
        found = [json.loads(line) for line in done.stdout.splitlines()]
        one = run([*command, "--urls", "-", "--workers", "0"], input=addresses[0])
        none = run([*command, "--urls", "-", "--workers", "0"], input=addresses[2])
    assert done.returncode == 0, done.stderr
    assert {line["asked"] for line in found} == set(addresses[:2])
    assert all("ferry landing" in line["text"] for line in found)
    assert f"{addresses[2]}: not read: status 404\n" in done.stderr
    assert done.stderr.endswith("3 pages: 2 with text, 0 without, 1 not read\n")
    assert "report number" in one.stdout
    assert (none.returncode, none.stderr) == (1, f"{addresses[2]}: not read: status 404\n")
