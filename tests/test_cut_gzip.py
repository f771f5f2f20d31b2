"""Gzipped files on the command line that are cut, broken, or larger than anybody needs."""

from __future__ import annotations

import gzip
import json
import random
from typing import TYPE_CHECKING

import pytest

from scrapy_maincontent.cli import main
from scrapy_maincontent.page.limits import Limits

if TYPE_CHECKING:
    from pathlib import Path

WORDS = ("mill", "river", "wheel", "spring", "pond", "village", "stone", "bridge")
PAGE = "<h1>Mill</h1>" + "".join(
    f"<p>The {' '.join(random.Random(number).choices(WORDS, k=30))} is number {number}.</p>" for number in range(200)
)


def extracted(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[dict[str, object], str]:
    assert main(["extract", str(path)]) == 0
    captured = capsys.readouterr()
    found: dict[str, object] = json.loads(captured.out)
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
