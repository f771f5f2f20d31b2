"""``sites learn``, ``sites merge`` and ``extract --sites``: two passes over WARC files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from warc_files import record

from scrapy_maincontent.cli import main
from scrapy_maincontent.cli.sites import write_sites
from scrapy_maincontent.extraction import extract
from scrapy_maincontent.site_memory import SiteMemory

APPEAL = (
    "The Island Post is read by everybody on the island and paid for by hardly any of them, so if you can spare "
    "a little each month, we shall be able to go on telling you who has come across on the evening boat."
)
SUBJECTS = ("mill", "ferry", "kiln", "smithy", "dairy", "chapel", "quarry")


def sentences(subject: str) -> list[str]:
    return [
        f"On day {number} the {subject} stood open again, and the {subject} keeper showed some forty people how the "
        f"{subject} had been mended over three long summers, by her and {number} of her nieces."
        for number in range(4)
    ]


def page(subject: str, date: str = "") -> bytes:
    told = "".join(f"<p>{sentence}</p>" for sentence in (*sentences(subject), APPEAL))
    around = f"<aside><p>Tide tables for the whole of March</p><p>Letters of readers to the editor</p></aside><p>{date}"
    return f"<title>The {subject}</title><body><div><h1>The {subject}</h1>{told}</div>{around}</body>".encode()


@pytest.fixture
def archive(tmp_path: Path) -> list[str]:
    """Return two WARC files of one site; the mill stands at three addresses, the date beside it another each time."""
    bodies = [*map(page, SUBJECTS), page("mill", "It is noon."), page("mill", "It is four o'clock.")]
    records = [record(number, body) for number, body in enumerate(bodies)]
    # What is no page, and one without text.
    records.insert(1, record(98, b"\0\1\2" * 99))
    records.insert(2, record(99, b""))
    paths = tmp_path / "one.warc.gz", tmp_path / "two.warc.gz"
    for path, half in zip(paths, (records[:5], records[5:]), strict=True):
        path.write_bytes(b"".join(half))
    return list(map(str, paths))


def texts(out: Path) -> dict[str, str]:
    lines = map(json.loads, out.read_text("utf-8").splitlines())
    return {line["url"]: line["text"] for line in lines if line["text"]}


@pytest.mark.parametrize("workers", ["0", "2"])
def test_what_a_site_repeats_goes(archive: list[str], tmp_path: Path, workers: str) -> None:
    sites, alone, known = (str(tmp_path / name) for name in ("sites.bin", "alone.jsonl", "known.jsonl"))
    assert main(["sites", "learn", *archive, "-o", sites, "--workers", workers]) == 0
    assert main(["extract", *archive, "-o", alone, "--workers", "0"]) == 0
    assert main(["extract", *archive, "-o", known, "--workers", workers, "--sites", sites]) == 0
    before, after = texts(tmp_path / "alone.jsonl"), texts(tmp_path / "known.jsonl")
    assert before.keys() == after.keys()
    assert all(APPEAL in text for text in before.values())
    assert not any(APPEAL in text for text in after.values())
    numbers = {f"https://ring.example/{number}": subject for number, subject in enumerate((*SUBJECTS, "mill", "mill"))}
    assert after.keys() == numbers.keys()
    for url, subject in numbers.items():
        assert all(sentence in after[url] for sentence in sentences(subject))


def test_shards_give_the_same_file(archive: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two, merged, whole, turned = (
        str(tmp_path / f"{name}.bin") for name in ("1", "2", "merged", "whole", "turned")
    )
    for files, out in (([archive[0]], one), ([archive[1]], two), (archive, whole), (archive[::-1], turned)):
        assert main(["sites", "learn", *files, "-o", out, "--workers", "0"]) == 0
    assert main(["sites", "merge", two, one, "-o", merged]) == 0
    written = (tmp_path / "whole.bin").read_bytes()
    assert (tmp_path / "merged.bin").read_bytes() == (tmp_path / "turned.bin").read_bytes() == written
    assert SiteMemory.from_bytes(written).pages("ring.example") == len(SUBJECTS) + 2
    assert capsys.readouterr().err.endswith(f"1 hosts, {SiteMemory.from_bytes(written).size} bytes\n")


def test_one_page_is_extracted_with_what_is_known(archive: list[str], tmp_path: Path) -> None:
    sites, out, file = tmp_path / "sites.bin", tmp_path / "out.txt", tmp_path / "new.html"
    file.write_bytes(page("new"))
    assert main(["sites", "learn", *archive, "-o", str(sites), "--workers", "0"]) == 0
    url = "https://ring.example/new"
    call = ["extract", str(file), "--url", url, "--format", "text", "--sites", str(sites), "-o", str(out)]
    assert main(call) == 0
    assert out.read_text("utf-8") == extract(page("new"), url, site=str(sites)).text + "\n"
    assert APPEAL not in out.read_text("utf-8")


def test_a_warc_file_is_not_overwritten(archive: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    before = Path(archive[1]).read_bytes()
    assert main(["sites", "learn", *archive, "-o", archive[1], "--workers", "0"]) == 1
    assert f"{archive[1]} is one of the files that are read; it would be overwritten" in capsys.readouterr().err
    assert Path(archive[1]).read_bytes() == before


def test_what_is_known_of_sites_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sites, file = tmp_path / "sites.bin", tmp_path / "new.html"
    write_sites(SiteMemory(), sites)
    before = sites.read_bytes()
    file.write_bytes(page("new"))
    assert main(["extract", str(file), "--sites", str(sites), "-o", str(sites)]) == 1
    assert f"{sites} is one of the files that are read" in capsys.readouterr().err
    assert sites.read_bytes() == before


@pytest.mark.parametrize("step", ["learn", "merge"])
@pytest.mark.parametrize(
    ("output", "message"),
    [("folder", "--output is folder; it is a folder"), ("no/sites.bin", "--output is no/sites.bin; no is no folder")],
)
def test_what_can_not_be_written_is_said_first(
    step: str,
    output: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Learning takes its time: nothing is read yet."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    assert main(["sites", step, "missing.warc.gz", "-o", output]) == 1
    assert message in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_file_that_can_not_be_replaced_leaves_no_part(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        write_sites(SiteMemory(), tmp_path / "folder")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_hosts_that_are_forgotten_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    known, stored, out = SiteMemory(), tmp_path / "hosts.bin", tmp_path / "sites.bin"
    for number in range(40):
        extract(page("mill"), f"https://h{number}.example/", site=known)
    stored.write_bytes(known.to_bytes())
    assert main(["sites", "merge", str(stored), "-o", str(out), "--total-bytes", str(1 << 15)]) == 0
    left = len(SiteMemory.from_bytes(out.read_bytes()))
    assert 0 < left < 40
    assert f"{40 - left} hosts were forgotten" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (["--workers", "-1"], "argument --workers: it is -1; it must be 0 or more"),
        (["--encoding", "utf-9"], "no such encoding: utf-9"),
    ],
)
def test_an_argument_that_can_not_be_used(wrong: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["sites", "learn", "one.warc.gz", "-o", "x.bin", *wrong])
    assert stop.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (["sites", "learn", "page.html", "-o", "x.bin"], "page.html is no WARC file"),
        (["sites", "learn", "folder.warc", "-o", "x.bin"], "folder.warc"),
        (["sites", "merge", "page.html", "-o", "x.bin"], "page.html can't be used as a site memory: this is no site"),
        (["sites", "merge", "missing.bin", "-o", "x.bin"], "missing.bin"),
        (["sites", "learn", "missing.warc.gz", "-o", "x.bin"], "missing.warc.gz"),
        (["extract", "page.html", "--sites", "page.html", "-o", "x.bin"], "page.html can't be used as a site memory"),
        (["extract", "page.html", "--sites", "page.html", "--method", "tree", "-o", "x.bin"], "--sites is for crf"),
    ],
)
def test_wrong_calls_are_refused(
    call: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "page.html").write_bytes(page("mill"))
    (tmp_path / "folder.warc").mkdir()
    assert main(call) == 1
    assert message in capsys.readouterr().err
    assert not (tmp_path / "x.bin").exists()
