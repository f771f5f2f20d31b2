from __future__ import annotations

from pathlib import Path

import pytest

from scrapy_maincontent.core.extract import read_page
from scrapy_maincontent.evaluation import lynx
from scrapy_maincontent.evaluation.lynx import Agreement, LynxError, agreement, is_installed, lynx_lines
from scrapy_maincontent.methods.lines import LineFeatures

SITE = Path(__file__).resolve().parents[2] / "example_project" / "site"
FLOOR = 0.88
"""Share of the bundled pages' lines of which all thirteen features must agree."""
NEEDS_LYNX = "lynx, the reference of the text browser, is not installed (apt-get install lynx)"
needs_lynx = pytest.mark.skipif(not is_installed(), reason=NEEDS_LYNX)


@needs_lynx
def test_features_agree_on_the_bundled_pages():
    total = Agreement()
    for file in sorted(SITE.rglob("*.html")):
        markup = file.read_bytes()
        total += agreement(read_page(markup), markup)
    assert total.lines > 4000
    assert total.share >= FLOOR
    assert min(total.shares.values()) >= FLOOR


@needs_lynx
def test_lines_without_partner_count_as_different():
    page = read_page(b"<body><p>one</p><p>two</p>")
    found = agreement(page, b"<body><p>one</p><p>two</p><p>three</p>")
    assert found.lines == 5
    assert found.each[LineFeatures._fields.index("f12")] == 3
    assert found.same == 3


@needs_lynx
def test_a_list_of_references_in_the_page_is_kept():
    html = b"<body><p>References</p><p>1. <a href=x>A book</a></p>"
    assert lynx_lines(html) == ["   References", "", "   1. [1]A book"]


@needs_lynx
@pytest.mark.parametrize("encoding", ["shift_jis", "euc-jp", "utf-8"])
def test_japanese_pages_of_any_encoding_are_wrapped_at_80_columns(encoding):
    html = f"<meta charset={encoding}><body><p>{'かな' * 40}"
    assert lynx_lines(html.encode(encoding)) == [
        "   " + "かな" * 17 + "か",
        "   な" + "かな" * 17,
        "   かなかなかなかなかな",
    ]


@needs_lynx
def test_characters_that_the_encoding_lacks_keep_their_width():
    html = f"<body><p>{'かな' * 17}😀é①</p>"
    assert lynx_lines(html.encode()) == ["   " + "かな" * 17 + "〓e", "   〓"]


def test_no_lynx_is_told(monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert not is_installed()
    with pytest.raises(LynxError, match="apt-get install lynx"):
        lynx_lines(b"<p>x")


def test_a_lynx_that_hangs_is_ended(tmp_path, monkeypatch):
    slow = tmp_path / "lynx"
    slow.write_text("#!/bin/sh\nexec sleep 60\n")
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(lynx, "SECONDS", 0.2)
    with pytest.raises(LynxError, match="timed out"):
        lynx_lines(b"<p>x")


def test_shares_of_nothing_and_of_sums():
    assert Agreement().share == 1.0
    both = Agreement(2, 1, (1,) * 13) + Agreement(2, 2, (2,) * 13)
    assert both.share == 0.75
    assert both.shares["f13"] == 0.75
