"""WARC files of the bundled site for pipelines of datatrove."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("datatrove", reason="pipelines need the extra datatrove")
pytest.importorskip("py3langid", reason="pipelines need the extra datatrove")

from scrapy_maincontent.engines.warc import Response, WarcWriter

REPOSITORY = Path(__file__).parents[2]
PAGES = [path.read_bytes() for path in sorted((REPOSITORY / "example_project" / "site").rglob("*.html"))]


def write_warcs(folder: Path, *counts: int) -> Path:
    """Write a folder of WARC files, each with so many of the site's pages; numbers go on from file to file."""
    folder.mkdir()
    number = 0
    for place, count in enumerate(counts):
        writer = WarcWriter(folder, f"{place:02d}")
        for _ in range(count):
            page = PAGES[number % len(PAGES)]
            writer.write(Response(f"https://ring.example/{number}", 200, (("Content-Type", "text/html"),), page))
            number += 1
        writer.close()
    return folder
