"""Training as a user would: a folder of own pages, the command, a model that is used."""

from __future__ import annotations

import json

import pytest

from scrapy_maincontent.cli import main
from scrapy_maincontent.lab.corpus import digest, read_corpus

NEWS = "The {place} stood idle for forty years before the village bought it and cleared its {thing}. "
MORE = "Its keeper says that the work took three summers and more pots of paint than anybody had counted. "
PLACES = {"mill": "pond", "ferry": "quay", "kiln": "flue", "smithy": "yard", "signal box": "levers", "dairy": "cellar"}
PAGE = """
<html><head><title>{place}</title></head><body>
<ul class="menu"><li><a href="/">Home</a></li><li><a href="/news">News</a></li><li><a href="/about">About</a></li></ul>
<div class="story"><h1>The {place}</h1><p>{news}</p><p>{more}<a href="/share">Share this</a></p></div>
<div class="foot"><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></div>
</body></html>
"""
MAIN, SHARE = "/html/body/div[1]", "/html/body/div[1]/p[2]/a"


def page_of(place):
    return PAGE.format(place=place, news=NEWS.format(place=place, thing=PLACES[place]) * 3, more=MORE * 3)


@pytest.fixture
def own_pages(tmp_path):
    """Two pages each of six sites: one with its text beside it, one with marked elements."""
    pytest.importorskip("sklearn", reason="training needs the extra train")
    pytest.importorskip("lightgbm", reason="training needs the extra train")
    folder = tmp_path / "own"
    for place, thing in PLACES.items():
        site = folder / f"{place.replace(' ', '-')}.example"
        site.mkdir(parents=True)
        for name in ("text", "marked"):
            (site / f"{name}.html").write_text(page_of(place), "utf-8")
        text = f"The {place}\n{NEWS.format(place=place, thing=thing) * 3}\n{MORE * 3}"
        (site / "text.txt").write_text(text, "utf-8")
        (site / "marked.json").write_text(json.dumps({"main_xpaths": [MAIN], "other_xpaths": [SHARE]}), "utf-8")
    return folder


@pytest.mark.parametrize(("method", "file"), [("crf", "mine.npz"), ("tree", "mine.json")])
def test_a_model_of_own_pages(own_pages, tmp_path, capsys, method, file):
    first, second = tmp_path / "one" / file, tmp_path / "two" / file
    for model in (first, second):
        model.parent.mkdir()
        assert main(["train", str(own_pages), "-o", str(model), "--folds", "3", "--method", method]) == 0
    assert first.read_bytes() == second.read_bytes()
    assert first.with_suffix(".md").read_bytes() == second.with_suffix(".md").read_bytes()
    assert f"{own_pages.name}: {len(read_corpus(own_pages))} pages, digest" in first.with_suffix(".md").read_text(
        "utf-8"
    )
    page = tmp_path / "page.html"
    page.write_text(page_of("mill"), "utf-8")
    capsys.readouterr()
    assert main(["extract", str(page), "--method", method, "--model", str(first), "--format", "text"]) == 0
    text = capsys.readouterr().out
    assert "stood idle" in text
    assert "Imprint" not in text
    assert "About" not in text


def test_a_model_of_one_site(own_pages, tmp_path, capsys):
    model = tmp_path / "mill.json"
    assert main(["train", str(own_pages), "-o", str(model), "--method", "tree", "--site", "www.Mill.example"]) == 0
    assert "Cross-validated by page, 2 folds" in capsys.readouterr().out
    own = [page for page in read_corpus(own_pages) if page.id.startswith("mill.example/")]
    assert f": 2 pages, digest `{digest(own)}`" in model.with_suffix(".md").read_text("utf-8")


def test_a_site_needs_two_pages(own_pages, tmp_path, capsys):
    (own_pages / "mill.example" / "text.html").unlink()
    (own_pages / "mill.example" / "text.txt").unlink()
    for host in ("mill.example", "mainland.example"):
        assert main(["train", str(own_pages), "-o", str(tmp_path / "own.npz"), "--site", host]) == 1
        assert f"--site is '{host}'; there must be 2 pages or more" in capsys.readouterr().err


def test_a_wrong_page_is_one_line(own_pages, tmp_path, capsys):
    (own_pages / "mill.example" / "marked.json").write_text('{"main_xpaths": ["/html/body/div[7]"]}', "utf-8")
    assert main(["train", str(own_pages), "-o", str(tmp_path / "mine.npz")]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("scrapy-maincontent: ")
    assert line.endswith("marked.json: main_xpaths '/html/body/div[7]' leads nowhere: /html/body has no div[7]")
    assert not (tmp_path / "mine.npz").exists()
