"""The how-to about pictures for Scrapy's own pipeline, as a crawl: each item's pictures are downloaded and kept."""

from __future__ import annotations

import ast
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from edge_site import Handler, serving
from edge_tools import crawl_apart

Image = pytest.importorskip("PIL.Image", reason="needs Pillow")
pytestmark = pytest.mark.slow

TEXT = "<p>The ferry came in at nine with every lamp lit, and half the town stood on the quay to see it tie up.</p>"
PAGE = """<html lang="en"><head><title>The ferry is back</title><meta property="og:image" content="/picture/1.png">
</head><body><nav><a href="/"><img src="/picture/9.png" alt="Home"></a></nav><article><h1>The ferry is back</h1>{text}
<figure><img src="/blank.gif" data-src="/picture/2.png" width="640" height="480" alt="Lamps"></figure>{text}
<figure><img srcset="/picture/4.png 320w, /picture/3.png 1200w" alt="The quay"></figure>{text}
</article></body></html>"""


class Pictures(Handler):
    """A page with pictures, and the pictures."""

    def answer_page(self) -> None:
        self.reply(PAGE.format(text=TEXT * 8).encode())

    def answer_picture(self, name: str) -> None:
        body = BytesIO()
        Image.new("RGB", (64, 48), (int(name.partition(".")[0]) * 20, 0, 0)).save(body, "PNG")
        self.reply(body.getvalue(), Content_Type="image/png")


def how_to() -> dict[str, Any]:
    """Return the settings that the how-to shows."""
    page = (Path(__file__).parents[2] / "docs" / "howto" / "metadata.md").read_text("utf-8")
    code = page.partition("## Pictures for Scrapy's pipeline")[2].partition("```python\n")[2].partition("```")[0]
    return {line.targets[0].id: ast.literal_eval(line.value) for line in ast.parse(code).body}


def test_the_pictures_of_each_item_are_downloaded(tmp_path: Path) -> None:
    settings = how_to() | {"IMAGES_STORE": str(tmp_path / "pictures")}
    with serving(Pictures) as address:
        done = crawl_apart(tmp_path, [f"{address}/page"], settings)
    (item,) = done.items
    wanted = [f"{address}/picture/{number}.png" for number in (1, 2, 3)]
    assert item["imageUrls"] == wanted
    kept = {picture["url"]: tmp_path / "pictures" / picture["path"] for picture in item["downloadedImages"]}
    assert set(kept) == set(wanted)
    assert all(Image.open(BytesIO(file.read_bytes())).size == (64, 48) for file in kept.values())
    assert item["headline"] == "The ferry is back"
