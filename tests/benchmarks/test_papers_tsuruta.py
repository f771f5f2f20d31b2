from __future__ import annotations

import json

import numpy as np
import pytest

from benchmarks.papers.tsuruta import Kept, as_text, body_gupta, cross_validate, judged, maps, weight_map
from scrapy_maincontent.corpus import read_corpus
from scrapy_maincontent.corpus.annotated import AnnotatedPage
from scrapy_maincontent.methods.layout import COLUMNS, ROWS, LayoutModel, WeightMap
from scrapy_maincontent.page import STAMP
from scrapy_maincontent.progress import silent

MAIN = "The weir was mended in spring, and the eels climb again. "
HTML = f"""<html {STAMP}="0 0 960 700"><title>The weir</title><body {STAMP}="0 0 960 700"><ul {STAMP}="0 0 100 600"><li><a href="/">Rivers</a></li></ul>
<div {STAMP}="120 0 700 600"><p {STAMP}="120 0 700 300">{MAIN * 3}</p><img src="/weir.jpg" {STAMP}="120 280 90 20"><p {STAMP}="120 300 700 200">{MAIN * 2}</p></div>
<div {STAMP}="840 0 120 600"><img src="/boat.jpg" {STAMP}="840 100 90 20"><p {STAMP}="840 0 120 100">A boat.</p></div></body></html>"""


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "weir.html"
    path.write_text(HTML, "utf-8")
    return judged(AnnotatedPage("1", "https://weir.example/", path, None, "article", "weir.example", "", MAIN * 5))


def test_coverage_counts_characters_and_ten_for_an_object(page):
    texts = page.page.texts
    lengths = [len(text) for text in texts]
    assert [text[:6] for text in texts] == ["Rivers", "The we", "The we", "A boat"]
    first = page.coverage(Kept(np.array([True, True, False, False]), np.array([True, True])))
    main, noise = lengths[1] + lengths[2] + 10, lengths[0] + lengths[3] + 10
    assert first.main == pytest.approx((lengths[1] + 10) / main)
    assert first.noise == pytest.approx(lengths[3] / noise)
    assert first.text == f"{texts[0]}\n{texts[1]}"


def test_all_of_the_body_covers_everything_and_takes_out_nothing(page):
    everything = page.coverage(Kept(np.ones(4, bool), np.ones(2, bool)))
    assert (everything.main, everything.noise) == (1, 0)


def test_objects_belong_to_the_text_they_stand_with(page):
    kept = page.with_objects(np.array([False, True, True, False]))
    assert kept.objects.tolist() == [True, False]


def test_guptas_steps_leave_the_body_without_lists_of_links(page):
    kept = body_gupta(page, None)
    assert kept.blocks.tolist() == [False, True, True, True]
    assert kept.objects.tolist() == [True, True]


def test_a_map_finds_the_middle(page):
    weights = np.full((ROWS, COLUMNS), -1.0)
    weights[:, 6:41] = 0.6
    model = LayoutModel("middle", WeightMap(weights), several=False, linked_share=None, shown=False)
    kept = weight_map(page, model, several=False, gupta=False, ads=None)
    assert kept.blocks.tolist() == [False, True, True, False]
    assert page.coverage(kept).noise == 1


def test_a_page_without_main_content_is_not_judged(tmp_path):
    path = tmp_path / "weir.html"
    path.write_text(HTML, "utf-8")
    assert judged(AnnotatedPage("1", "https://weir.example/", path, None, "", "weir.example", "", " ")) is None


def test_the_table_has_every_system(tmp_path):
    pytest.importorskip("sklearn", reason="training needs the extra train")
    pytest.importorskip("lightgbm", reason="training needs the extra train")
    for number in range(6):
        (tmp_path / f"{number}.html").write_text(HTML.replace("A boat.", f"Boat {number}."), "utf-8")
        fields = {"url": f"https://weir{number}.example/", "main_content": MAIN * 5}
        (tmp_path / f"{number}.json").write_text(json.dumps(fields), "utf-8")
    pages = read_corpus(tmp_path)
    scored, found = cross_validate(pages, 2, silent)
    assert len(scored) == 6
    assert {"BODY+Gupta", "WM", "WM + Gupta", "WM, tuned map, several nodes + Gupta", "crf"} <= set(found)
    assert all(len(each) == 6 for each in found.values())
    printed = as_text(scored, found)
    assert printed.startswith("Table 1: 6 laid-out pages")
    assert all(name in printed for name in found)
    assert [values.shape[1] for values in maps(pages, silent).values()] == [48, 48]
