"""The command ``inspect``: which files it writes, and what it refuses."""

from __future__ import annotations

import gzip
import io
import sys
from typing import TYPE_CHECKING

import pytest
from inspector_pages import ARTICLE, URL, data_of

from scrapy_maincontent.cli import main

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "heron.html"
    path.write_text(ARTICLE, "utf-8")
    return path


def test_one_page_becomes_the_file_named(page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "shown.html"
    call = [
        "inspect",
        str(page),
        "-o",
        str(out),
        "--url",
        URL,
        "--method",
        "tree",
        "--model",
        "uda",
        "--against",
        "crf",
    ]
    assert main(call) == 0
    assert capsys.readouterr().out == f"{out}\n"
    data = data_of(out.read_text("utf-8"))
    assert data["url"] == URL
    assert [view["model"] for view in data["views"]] == ["uda-1", "crf-2"]


def test_several_pages_become_files_in_a_folder(page: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "heron.html").write_text(ARTICLE.replace("heron", "crane"), "utf-8")
    (other / "packed.html.gz").write_bytes(gzip.compress(ARTICLE.encode()))
    out = tmp_path / "out"
    assert main(["inspect", str(page), *map(str, sorted(other.iterdir())), "-o", str(out)]) == 0
    assert sorted(path.name for path in out.iterdir()) == ["heron-2.html", "heron.html", "packed.html"]
    assert "The crane count" in (out / "heron-2.html").read_text("utf-8")
    assert "The heron count" in (out / "packed.html").read_text("utf-8")


def test_one_page_goes_into_a_folder_that_is_there(page: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    assert main(["inspect", str(page), "-o", str(tmp_path / "out")]) == 0
    assert (tmp_path / "out" / "heron.html").is_file()


def test_standard_input_is_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(ARTICLE.encode())))
    assert main(["inspect", "-", "-o", str(tmp_path / "shown.html")]) == 0
    assert "The heron count" in (tmp_path / "shown.html").read_text("utf-8")


def test_a_page_is_not_overwritten(page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", str(page), "-o", str(page)]) == 1
    assert "would be overwritten" in capsys.readouterr().err
    assert main(["inspect", str(page), "-o", str(tmp_path)]) == 1
    assert page.read_text("utf-8") == ARTICLE


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(["--model", "missing.npz"], "missing.npz"), (["--method", "crf", "--model", "uda"], "uda")],
    ids=["no file", "another method"],
)
def test_what_can_not_be_used_is_refused(
    page: Path, tmp_path: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["inspect", str(page), "-o", str(tmp_path / "shown.html"), *arguments]) == 1
    assert message in capsys.readouterr().err
    assert not (tmp_path / "shown.html").exists()


def test_a_page_that_is_not_there_ends_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", str(tmp_path / "none.html"), "-o", str(tmp_path / "shown.html")]) == 1
    assert "none.html" in capsys.readouterr().err
