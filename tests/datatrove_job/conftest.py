"""WARC files of the bundled site for pipelines of datatrove."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("datatrove", reason="pipelines need the extra datatrove")

from scrapy_maincontent.warc import Response, WarcWriter

if TYPE_CHECKING:
    from collections.abc import Callable

REPOSITORY = Path(__file__).parents[2]
PAGES = [path.read_bytes() for path in sorted((REPOSITORY / "example_project" / "site").rglob("*.html"))]


@pytest.fixture
def write_warcs(tmp_path: Path) -> Callable[..., Path]:
    """A function that writes a folder of WARC files, each with so many of the site's pages; numbers go on."""

    def write(*counts: int) -> Path:
        folder = tmp_path / "warcs"
        folder.mkdir()
        number = 0
        for count in counts:
            writer = WarcWriter(folder, f"{len(list(folder.iterdir())):02d}")
            for _ in range(count):
                page = PAGES[number % len(PAGES)]
                writer.write(Response(f"https://ring.example/{number}", 200, (("Content-Type", "text/html"),), page))
                number += 1
            writer.close()
        return folder

    return write
