from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scrapy_maincontent.cli.inspect import MIN_STYLES, RenderedCorpus, keeps_looks, own_styles, render_corpus
from scrapy_maincontent.engines.chromium import BrowserError
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.lab.corpus import read_corpus
from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage
from scrapy_maincontent.page import STAMP
from scrapy_maincontent.progress import silent

if TYPE_CHECKING:
    from pathlib import Path

STYLES = f"<style>{' ' * MIN_STYLES}</style>"


def page(item: int = 0, body: int = 0, items: int = 3) -> str:
    """Return a page whose list items stand ``item`` px in from their list, its body ``body`` px in from the window."""
    inner = "".join(f'<li {STAMP}="{body + item} 10 200 20">Boat {number}</li>' for number in range(items))
    listed = f'<ul {STAMP}="{body} 10 300 90">{inner}</ul>' if items else ""
    return f'<html {STAMP}="0 0 960 800"><body {STAMP}="{body} 8 900 700">{listed}<p {STAMP}="8 90 900 20">Text</p></body></html>'


@pytest.mark.parametrize(
    ("html", "keeps"),
    [
        (page(item=0, body=8), True),
        (page(item=40), False),
        (page(items=0, body=0), True),
        (page(items=0, body=8), False),
        ("<p>Never laid out</p>", False),
    ],
    ids=["own list", "the browser's list", "own margin", "the browser's margin", "no boxes"],
)
def test_a_page_keeps_its_looks_where_its_lists_do(html, keeps):
    assert keeps_looks(read_page(html)) is keeps


def test_half_of_the_items_decide():
    two = page(item=40, items=2).replace("<p ", f'<ol {STAMP}="0 0 9 9"><li {STAMP}="7 0 9 9">1</li></ol><p ', 1)
    assert not keeps_looks(read_page(two))
    one = page(item=40, items=1).replace(
        "<p ", f'<ol {STAMP}="0 0 9 9"><li {STAMP}="7 0 9 9">1</li><li {STAMP}="7 0 9 9">2</li></ol><p ', 1
    )
    assert keeps_looks(read_page(one))


@pytest.mark.parametrize(
    ("markup", "size"),
    [
        (b"<style>abc</style><p>x</p><STYLE>de</STYLE>", 3 + 2 + 2),
        (b"<p>x</p>", 0),
        (b"<style>never closed", 0),
        (b"<style>" * 50_000, 0),
    ],
)
def test_styles_are_counted(markup, size):
    assert own_styles(markup) == size


class Stamper:
    """Stands for a browser: what it would give back is known beforehand."""

    sheets = (0, 0)

    def render(self, markup: str, url: str, files: Path | None = None) -> str:
        self.sheets = (markup.count("found.css"), markup.count("lost.css")) if files else (0, 0)
        if "broken" in url:
            raise BrowserError("it took too long")
        return page(item=40 if "lost" in url else 0)


def test_a_rendered_corpus_is_a_corpus(tmp_path):
    pages = []
    for name in ("good", "lost", "broken", "bare"):
        path = tmp_path / f"{name}.html"
        path.write_text(f"{'' if name == 'bare' else STYLES}<p>Text</p>", "utf-8")
        pages.append(
            AnnotatedPage(
                name, f"https://{name}.example/", path, None, "article", f"{name}.example", "Boats", "Text", ("Text",)
            )
        )
    folder = tmp_path / "rendered"
    assert render_corpus(pages, folder, Stamper(), silent) == RenderedCorpus(pages=4, styled=3, failed=1, kept=1)
    (read,) = read_corpus(folder)
    assert (read.id, read.url, read.domain, read.title, read.main_content, read.wanted) == (
        "good",
        "https://good.example/",
        "good.example",
        "Boats",
        "Text",
        ("Text",),
    )
    assert STAMP.encode() in read.html()


def test_with_files_pages_are_kept_that_lack_no_style_sheet(tmp_path):
    pages = []
    for name, sheets in (("all", "found.css"), ("some", "found.css lost.css"), ("none", "lost.css"), ("lost", "")):
        path = tmp_path / f"{name}.html"
        path.write_text(f"<p>Text {sheets}</p>", "utf-8")
        url = f"https://{name}.example/"
        pages.append(AnnotatedPage(name, url, path, None, "article", f"{name}.example", "Boats", "Text"))
    folder = tmp_path / "rendered"
    done = render_corpus(pages, folder, Stamper(), silent, tmp_path)
    assert (done.styled, done.kept) == (4, 2)
    assert [page.id for page in read_corpus(folder)] == ["all", "none"]
