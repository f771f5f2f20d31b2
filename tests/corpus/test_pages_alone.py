"""The third layout: pages with their truth beside them."""

from __future__ import annotations

import gzip
import json

import pytest

from scrapy_maincontent.corpus import read_corpus
from scrapy_maincontent.corpus.annotated import CorpusError, Marks

HTML = "<html><body><nav>Home</nav><div><p>The mill stood idle.</p><p>Share</p></div></body></html>"


@pytest.fixture
def folder(tmp_path):
    """One page of a site with its text, one with fields, one with both; a note that is no annotation."""
    site = tmp_path / "mill.example" / "news"
    site.mkdir(parents=True)
    (site / "a.html").write_text(HTML, "utf-8")
    (site / "a.txt").write_text("The mill stood idle.", "utf-8-sig")
    (tmp_path / "b.html.gz").write_bytes(gzip.compress(HTML.encode()))
    fields = {"url": "https://b.example/1", "main_xpaths": ["/html/body/div"], "other_xpaths": ["/html/body/div/p[2]"]}
    (tmp_path / "b.json").write_text(json.dumps(fields), "utf-8")
    (tmp_path / "c.HTM").write_text(HTML, "utf-8")
    (tmp_path / "c.txt").write_text("", "utf-8")
    (tmp_path / "c.json").write_text('{"domain": "c", "type": "article", "title": "Mill"}', "utf-8")
    (tmp_path / "README.md").write_text("Pages about a mill.", "utf-8")
    return tmp_path


def test_pages_and_their_truth(folder):
    b, c, a = read_corpus(folder)
    assert (a.id, a.url, a.domain, a.main_content) == (
        "mill.example/news/a",
        "",
        "mill.example",
        "The mill stood idle.",
    )
    assert (b.id, b.domain, b.main_content) == ("b", "b.example", "The mill stood idle.")
    assert b.marks == Marks(("/html/body/div",), ("/html/body/div/p[2]",))
    assert (c.id, c.domain, c.page_type, c.title, c.main_content) == ("c", "c", "article", "Mill", "")
    assert {page.html().decode() for page in (a, b, c)} == {HTML}


def test_a_page_without_a_truth_beside_it(folder):
    (folder / "b.json").unlink()
    with pytest.raises(CorpusError, match=r"b\.html\.gz has neither \.txt nor \.json"):
        read_corpus(folder)


def test_a_truth_without_its_page(folder):
    (folder / "b.html.gz").unlink()
    with pytest.raises(CorpusError, match=r"b\.json has no page beside it: b\.html"):
        read_corpus(folder)


def test_a_truth_that_is_told_twice(folder):
    (folder / "b.txt").write_text("The mill stood idle.", "utf-8")
    with pytest.raises(CorpusError, match=r"b\.txt and .*b\.json both say"):
        read_corpus(folder)


def test_a_text_that_is_no_utf_8(folder):
    (folder / "c.txt").write_bytes("Grüße".encode("latin-1"))
    with pytest.raises(CorpusError, match=r"c\.txt can't be read"):
        read_corpus(folder)


def test_fields_that_are_no_json(folder):
    (folder / "c.json").write_text("title: Mill", "utf-8")
    with pytest.raises(CorpusError, match=r"c\.json is no JSON"):
        read_corpus(folder)
