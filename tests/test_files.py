"""Files that somebody else may have put there: links, devices, archives that grow; and what goes into logs."""

from __future__ import annotations

import io
import logging
import os
import time
import zipfile
from pathlib import Path

import pytest
from edge_tools import small_disk

from scrapy_maincontent.cli import main
from scrapy_maincontent.extraction import extract
from scrapy_maincontent.facts.advertisements import AdListError, load_list
from scrapy_maincontent.files import printable, read_regular, replace_file
from scrapy_maincontent.methods import MAX_UNPACKED, ModelError, read_archive
from scrapy_maincontent.site_memory import SiteFile

posix = pytest.mark.skipif(os.name != "posix", reason="devices, FIFOs and links of POSIX")


@posix
def test_a_link_in_the_way_is_not_followed(tmp_path: Path) -> None:
    target, file = tmp_path / "target", tmp_path / "kept"
    target.write_bytes(b"precious")
    (tmp_path / "kept.part").symlink_to(target)
    replace_file(file, b"new")
    assert (target.read_bytes(), file.read_bytes()) == (b"precious", b"new")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept", "target"]


def test_a_file_that_cannot_be_written_is_left_as_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    with pytest.raises(OSError, match="kept"):
        replace_file(folder, b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


@posix
def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    file.write_bytes(b"old")
    with small_disk(1000), pytest.raises(OSError, match="too large"):
        replace_file(file, b"new" * 1000)
    assert file.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


@posix
def test_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with pytest.raises(OSError, match="no regular file"):
        replace_file(fifo, b"new")
    assert fifo.is_fifo()
    assert [path.name for path in tmp_path.iterdir()] == ["fifo"]


def test_a_folder_that_is_read_only_gets_nothing(read_only: Path) -> None:
    with pytest.raises(PermissionError):
        replace_file(read_only / "kept", b"new")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device that is always full")
@pytest.mark.parametrize("command", ["extract", "inspect"])
def test_a_full_disk_ends_a_command_with_one_line(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>The mill stands by the river, and its wheel has turned since the spring of that year.")
    assert main([command, str(page), "-o", "/dev/full"]) == 1
    (line,) = capsys.readouterr().err.splitlines()[-1:]
    assert "No space left" in line


@pytest.mark.parametrize("command", ["extract", "inspect"])
def test_a_read_only_folder_ends_a_command_with_one_line(
    command: str, tmp_path: Path, read_only: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>The mill stands by the river, and its wheel has turned since the spring of that year.")
    assert main([command, str(page), "-o", str(read_only / "out")]) == 1
    (line,) = capsys.readouterr().err.splitlines()[-1:]
    assert "ermission denied" in line or "ead-only" in line
    assert str(read_only) in line


@pytest.fixture
def read_only(tmp_path: Path) -> Path:
    """Return a folder that nobody writes to, root neither."""
    if os.name != "posix":
        pytest.skip("folders of POSIX")
    if os.geteuid() != 0:
        folder = tmp_path / "read_only"
        folder.mkdir()
        folder.chmod(0o500)
        return folder
    folder = Path("/sys/kernel")
    if not folder.is_dir():
        pytest.skip("a folder that root can't write to")
    return folder


@pytest.fixture(params=["zero", "fifo"])
def endless(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "endless"
    if request.param == "zero":
        path.symlink_to("/dev/zero")
    else:
        os.mkfifo(path)
    return path


@posix
def test_what_has_no_end_is_refused(endless: Path) -> None:
    begin = time.process_time()
    with pytest.raises(OSError, match="no regular file"):
        read_regular(endless, 100)
    with pytest.raises(AdListError, match="no regular file"):
        load_list(str(endless))
    with pytest.raises(ModelError, match="no regular file"):
        read_archive(endless, "crf", 1)
    with pytest.raises(OSError, match="no regular file"):
        SiteFile(str(endless))
    assert time.process_time() - begin < 5


def test_a_file_may_be_too_long(tmp_path: Path) -> None:
    (tmp_path / "long").write_bytes(b"x" * 101)
    assert read_regular(tmp_path / "long", 101) == b"x" * 101
    with pytest.raises(OSError, match="more than 100 bytes"):
        read_regular(tmp_path / "long", 100)


def test_an_archive_that_grows_is_not_unpacked(tmp_path: Path) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("a.npy", "w") as entry:
        for _ in range(MAX_UNPACKED // 2**20 + 1):
            entry.write(bytes(2**20))
    (tmp_path / "model.npz").write_bytes(content.getvalue())
    begin = time.process_time()
    with pytest.raises(ModelError, match="unpacks to more"):
        read_archive(tmp_path / "model.npz", "crf", 1)
    assert time.process_time() - begin < 0.5


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("http://quay.example/港?a=1", "http://quay.example/港?a=1"),
        ("a\n2027-01-01 [scrapy] INFO: forged", "a\\n2027-01-01 [scrapy] INFO: forged"),
        ("\x1b[2J\x9b\u202e\r", "\\x1b[2J\\x9b\\u202e\\r"),
        ("x" * 3000, "x" * 2000 + "…"),
        ("\ud800", "\\ud800"),
        (None, "None"),
    ],
)
def test_a_value_in_a_log_is_one_harmless_line(value: object, shown: str) -> None:
    assert printable(value) == shown


def test_addresses_forge_no_line_of_the_log(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrapy_maincontent.extraction.read_page", None, raising=False)
    monkeypatch.setattr("scrapy_maincontent.methods.label", None, raising=False)
    caplog.set_level(logging.DEBUG)
    extract("<p>The ferry is late again today, says the harbour master.</p>", "http://quay.example/\n\x1b[2Jforged")
    assert all("\x1b" not in record.getMessage() and "\n" not in record.getMessage() for record in caplog.records)
