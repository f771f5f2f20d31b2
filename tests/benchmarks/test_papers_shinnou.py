"""The measures of Shinnou and Sasaki on lines and pages small enough to be counted by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.papers import shinnou
from benchmarks.papers.shinnou import (
    IN_THE_PAPER,
    SITE_PAGES,
    Agreement,
    Judged,
    LynxError,
    Shown,
    agreement,
    by_site,
    class_counts,
    is_installed,
    lynx_lines,
    numbered,
    other_sites,
    own_sites,
    renderer,
    same_sites,
    show,
    table,
    texts,
)
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage, CorpusError
from scrapy_maincontent.lab.training.lines import PACKAGED, PAPER, LinesRows
from scrapy_maincontent.papers.shinnou.lines import CLASSES, FIGURES, LineFeatures, Read
from scrapy_maincontent.papers.shinnou.text_browser import browser_lines
from scrapy_maincontent.progress import silent

pytest.importorskip("sklearn", reason="training needs the extra train")

STORY = (
    "Engines of ferry {n} were replaced during nine weeks ashore, and the captain expects punctual departures from "
    "Friday on. Passengers with a ticket for the old timetable {n} may use it until the end of the month. "
)
BUILTIN = renderer("builtin")


def annotated(folder, number, domain, *, html=None):
    title, story = f"Ferry {number} sails again from the northern quay", STORY.format(n=number)
    path = folder / f"{number}.html"
    menu = "".join(f'<li><a href="/{name}">{name}</a>' for name in ("Home", "Boats", "Weather"))
    page = f"<ul>{menu}</ul><h1>{title}</h1><p>{story}</p><p>{story * 2}</p><ul>{menu}</ul>"
    path.write_text(page if html is None else html, "utf-8")
    return AnnotatedPage(str(number), f"https://{domain}/", path, "utf-8", "article", domain, title, story * 3)


@pytest.fixture
def pages(tmp_path):
    """Five pages of one site, five of another, and one of a third."""
    sites = ["a.example"] * 5 + ["b.example"] * 5 + ["c.example"]
    return [annotated(tmp_path, number, site) for number, site in enumerate(sites)]


def numbers(classes):
    return np.array([CLASSES.index(name) for name in classes])


def judged(truth, found, domain="a.example"):
    page = AnnotatedPage("1", "", None, None, "", domain, "", "")
    return Judged(page, numbers(truth), Read(None, None, None if found is None else numbers(found)))


def test_lines_are_counted_by_class():
    counts = class_counts([judged("NHSMMENN", "HNSMEENN"), judged("HSE", "HSE")])
    assert {name: (own.hits, own.wrong, own.missed) for name, own in counts.items()} == {
        "H": (1, 1, 1),
        "K": (0, 0, 0),
        "S": (2, 0, 0),
        "M": (1, 0, 1),
        "E": (2, 1, 0),
    }


def test_a_page_without_a_path_has_no_line_right():
    counts = class_counts([judged("HS", None), Judged(judged("H", "H").page)])
    assert [own.missed for own in counts.values()] == [1, 0, 1, 0, 0]
    assert not any(own.hits + own.wrong for own in counts.values())


def test_a_table_reads_as_the_papers():
    """Table 2 of the paper, its row for S."""
    pages = [judged("S", "S")] * 49 + [judged("N", "S")] * 9 + [judged("S", "N")]
    head, _, *rows = [
        line.strip("| ").split(" | ") for line in table("a site", pages, IN_THE_PAPER["table-2"]).splitlines()
    ]
    assert head[:4] == ["a site", "extracted", "correct", "total"]
    classes = {row[0]: row[1:] for row in rows}
    assert classes["S"] == ["58", "49", "50", ".845", ".980", ".907"] * 2
    assert classes["K"] == ["0", "0", "0", "–", "–", "–"] * 2


def test_sites_stand_by_their_mean_f_and_small_ones_not_at_all():
    good, bad, few = (
        [judged("HSE", "HSE", "good")] * SITE_PAGES,
        [judged("HSE", "NNN", "bad")] * SITE_PAGES,
        [judged("HSE", "HSE", "few")] * (SITE_PAGES - 1),
    )
    assert list(by_site([*bad, *few, *good])) == ["good", "bad"]


def test_same_sites_are_trained_on_other_pages_and_small_sites_are_left_out(pages):
    shown = show([pages], BUILTIN, silent)
    for judge in (same_sites, own_sites):
        found = judge(shown, PAPER, silent)
        assert [one.page for one in found] == pages[:10]
        counts = class_counts(found)
        assert (counts["H"].f1, counts["S"].f1, counts["E"].f1) == (1, 1, 1)
    assert own_sites(shown[10:], PAPER, silent) == same_sites(shown[10:], PAPER, silent) == []


def test_a_site_of_another_layout_spoils_nothing_where_each_has_its_own_model():
    """On one site the title is the longer line, on the other one the shorter."""
    figures = np.zeros((4, len(FIGURES)), np.float32)
    figures[:, FIGURES.index("f12")] = (10, 20, 60, 70)
    sites = {"a.example": LinesRows(figures, numbers("HNSE")), "b.example": LinesRows(figures, numbers("NHSE"))}
    shown = [
        Shown(AnnotatedPage(f"{site}{number}", "", None, None, "", site, "", ""), rows)
        for site, rows in sites.items()
        for number in range(12)
    ]
    assert class_counts(own_sites(shown, PAPER, silent))["H"].f1 == 1
    assert class_counts(same_sites(shown, PAPER, silent))["H"].f1 < 1


def test_a_page_is_judged_by_a_model_that_has_not_seen_it():
    """A title that no other page has is not found, and what all other pages have is found in its place."""
    figures = np.zeros((4, len(FIGURES)), np.float32)
    figures[:, FIGURES.index("f12")] = (0, 10, 20, 30)
    usual, odd = LinesRows(figures, numbers("NHSE")), LinesRows(figures, numbers("HNSE"))
    pages = [AnnotatedPage(str(n), "", None, None, "", f"{n}.example", "", "") for n in range(20)]
    shown = [Shown(page, odd if number == 7 else usual) for number, page in enumerate(pages)]
    found = other_sites(shown, 20, PAPER, silent)
    assert found[7].classes.tolist() == numbers("NHSE").tolist()


def test_more_folds_than_domains_are_refused(pages):
    with pytest.raises(CorpusError, match="folds"):
        other_sites(show([pages], BUILTIN, silent), 4, PAPER, silent)


def test_texts_and_titles_of_the_lines_are_scored(pages, tmp_path):
    pages += [annotated(tmp_path, 20, "d.example", html=""), annotated(tmp_path, 21, "d.example", html="<p>x</p>")]
    found = texts(other_sites(show([pages], BUILTIN, silent), 3, PACKAGED, silent), BUILTIN, silent)
    assert [result.page for result in found] == pages
    assert {result.words.f1 for result in found[:11]} == {1.0}
    assert all(result.title for result in found[:11])
    assert {result.words.f1 for result in found[11:]} == {0.0}


def test_lines_of_another_browser_get_the_numbers_of_their_blocks(pages):
    page = read_page(pages[0].html())
    own = browser_lines(page)
    found = numbered([line.text for line in own], page)
    assert [line.text for line in found] == [line.text for line in own]
    prose = [(line.blocks, other.blocks) for line, other in zip(own, found, strict=True) if len(line.text) > 60]
    assert len(prose) > 5
    assert all(one == other for one, other in prose)


@pytest.mark.slow
@pytest.mark.skipif(not is_installed(), reason="lynx is not installed")
def test_lynx_may_take_the_place_of_the_built_in_browser(pages):
    lynx = renderer("lynx")
    found = other_sites(show([pages], lynx, silent), 3, PAPER, silent)
    assert class_counts(found)["H"].f1 == 1
    assert {result.words.f1 for result in texts(found, lynx, silent)} == {1.0}


def test_without_lynx_there_is_an_error(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ValueError, match="lynx"):
        renderer("lynx")


SITE = Path(__file__).resolve().parents[2] / "example_project" / "site"
FLOOR = 0.95
"""Share of the bundled pages' lines of which all thirteen features must agree."""
NEEDS_LYNX = "lynx, the reference of the text browser, is not installed (apt-get install lynx)"
needs_lynx = pytest.mark.skipif(not is_installed(), reason=NEEDS_LYNX)
slow = pytest.mark.slow


@slow
@needs_lynx
def test_features_agree_on_the_bundled_pages():
    total = Agreement()
    for file in sorted(SITE.rglob("*.html")):
        markup = file.read_bytes()
        total += agreement(read_page(markup), markup)
    assert total.lines > 4000
    assert total.share >= FLOOR
    assert min(total.shares.values()) >= FLOOR


@slow
@needs_lynx
def test_lines_without_partner_count_as_different():
    page = read_page(b"<body><p>one</p><p>two</p>")
    found = agreement(page, b"<body><p>one</p><p>two</p><p>three</p>")
    assert found.lines == 5
    assert found.each[LineFeatures._fields.index("f12")] == 3
    assert found.same == 3


@slow
@needs_lynx
def test_a_list_of_references_in_the_page_is_kept():
    html = b"<body><p>References</p><p>1. <a href=x>A book</a></p>"
    assert lynx_lines(html) == ["   References", "", "   1. [1]A book"]


@slow
@needs_lynx
@pytest.mark.parametrize("encoding", ["shift_jis", "euc-jp", "utf-8"])
def test_japanese_pages_of_any_encoding_are_wrapped_at_80_columns(encoding):
    html = f"<meta charset={encoding}><body><p>{'かな' * 40}"
    assert lynx_lines(html.encode(encoding)) == [
        "   " + "かな" * 17 + "か",
        "   な" + "かな" * 17,
        "   かなかなかなかなかな",
    ]


@slow
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
    monkeypatch.setattr(shinnou, "SECONDS", 0.2)
    with pytest.raises(LynxError, match="timed out"):
        lynx_lines(b"<p>x")


def test_shares_of_nothing_and_of_sums():
    assert Agreement().share == 1.0
    both = Agreement(2, 1, (1,) * 13) + Agreement(2, 2, (2,) * 13)
    assert both.share == 0.75
    assert both.shares["f13"] == 0.75
