from __future__ import annotations

import json

import numpy as np
import pytest

from benchmarks.papers.tsuruta import (
    Kept,
    as_text,
    body_gupta,
    cross_validate,
    documentation,
    judged,
    maps,
    weight_map,
)
from scrapy_maincontent.lab.corpus import read_corpus
from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage
from scrapy_maincontent.page import STAMP
from scrapy_maincontent.papers.tsuruta import COLUMNS, ROWS, LayoutModel, WeightMap
from scrapy_maincontent.progress import silent

MAIN = "The weir was mended in spring, and the eels climb again. "
HTML = f"""<html {STAMP}="0 0 960 700"><title>The weir</title><body {STAMP}="0 0 960 700"><ul {STAMP}="0 0 100 600"><li><a href="/">Rivers</a></li></ul>
<div {STAMP}="120 0 700 600"><p {STAMP}="120 0 700 300">{MAIN * 3}</p><img src="/weir.jpg" {STAMP}="120 280 90 20"><p {STAMP}="120 300 700 200">{MAIN * 2}</p></div>
<div {STAMP}="840 0 120 600"><img src="/boat.jpg" {STAMP}="840 100 90 20"><p {STAMP}="840 0 120 100">A boat.</p></div></body></html>"""


def kept_of(page, blocks, objects, nodes=None):
    chosen = range(len(page.page.tags)) if nodes is None else nodes
    main = np.isin(np.arange(len(page.page.tags)), list(chosen))
    return Kept(np.array(blocks), np.array(objects), main)


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "weir.html"
    path.write_text(HTML, "utf-8")
    return judged(AnnotatedPage("1", "https://weir.example/", path, None, "article", "weir.example", "", MAIN * 5))


def test_coverage_counts_characters_and_ten_for_an_object(page):
    texts = page.page.texts
    lengths = [len(text) for text in texts]
    assert [text[:6] for text in texts] == ["Rivers", "The we", "The we", "A boat"]
    first = page.coverage(kept_of(page, [True, True, False, False], [True, True]))
    main, noise = lengths[1] + lengths[2] + 10, lengths[0] + lengths[3] + 10
    assert first.main == pytest.approx((lengths[1] + 10) / main)
    assert first.noise == pytest.approx(lengths[3] / noise)
    assert first.text == f"{texts[0]}\n{texts[1]}"


def test_all_of_the_body_covers_everything_and_takes_out_nothing(page):
    everything = page.coverage(kept_of(page, [True] * 4, [True] * 2))
    assert (everything.main, everything.noise, everything.node_main, everything.node_noise) == (1, 0, 1, 0)


def test_a_node_weighs_by_the_texts_and_objects_directly_below_it(page):
    """Kept are the second paragraph of the story, and the whole box at the right with its picture."""
    tags = page.page.tags
    chosen = [number for number, tag in enumerate(tags) if tag in ("p", "div")][2:]
    kept = kept_of(page, [False, False, True, True], [False, True], chosen)
    story, boat, link = len((MAIN * 2).strip()), len("A boat."), len("Rivers")
    found = page.coverage(kept)
    assert found.node_main == pytest.approx(story / (len((MAIN * 5).strip()) - 1 + 10))
    assert found.node_noise == pytest.approx(link / (link + boat + 10))


def test_a_word_in_a_tag_of_its_own_is_a_node(tmp_path):
    path = tmp_path / "weir.html"
    path.write_text(HTML.replace("The weir was", "The <b>weir</b> was", 1), "utf-8")
    page = judged(AnnotatedPage("1", "https://weir.example/", path, None, "article", "weir.example", "", MAIN * 5))
    without_bold = [number for number, tag in enumerate(page.page.tags) if tag != "b"]
    found = page.coverage(kept_of(page, [True] * 4, [True] * 2, without_bold))
    assert (found.main, found.noise) == (1, 0)
    assert 0.97 < found.node_main < 1
    assert found.node_noise == 0


def test_objects_belong_to_the_text_they_stand_with(page):
    kept = page.with_objects(np.array([False, True, True, False]))
    assert kept.objects.tolist() == [True, False]
    shown = {tag: kept.nodes[number] for number, tag in enumerate(page.page.tags) if tag in ("a", "p", "div")}
    assert shown == {"a": False, "p": False, "div": False}
    assert [kept.nodes[number] for number, tag in enumerate(page.page.tags) if tag == "p"] == [True, True, False]


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


def test_documentation_is_annotated_by_the_element_that_it_declares(tmp_path):
    sentence = "The weir is mended in spring. " * 12
    for name, markup in {
        "book/a": f"<nav>Contents</nav><main><p>{sentence}</p></main>",
        "book/b": f'<nav>Contents</nav><div role="main"><p>{sentence}</p></div>',
        "api/c": f'<p>Weirs</p><div id="apicontent"><p>{sentence}</p></div>',
        "api/two": f"<main>{sentence}</main><main>{sentence}</main>",
        "api/short": "<main>The weir.</main>",
        "api/none": f"<p>{sentence}</p>",
    }.items():
        path = tmp_path / f"{name}.html"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"<body>{markup}</body>", "utf-8")
    pages = documentation(tmp_path)
    assert [page.url.rpartition("/")[2] for page in pages] == ["c.html", "a.html", "b.html"]
    assert {page.main_content for page in pages} == {sentence.strip()}
    assert len({page.domain for page in pages}) == 1


def test_documentation_is_taken_evenly_spaced(tmp_path):
    for number in range(60):
        path = tmp_path / f"{number % 2}" / f"{number:02}.html"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"<main>{'The weir. ' * 40}</main>", "utf-8")
    (tmp_path / "none").mkdir()
    assert documentation(tmp_path / "none") == []
    names = [page.path.stem for page in documentation(tmp_path)]
    assert len(names) == 24
    assert (names[0], names[11], names[12], names[-1]) == ("00", "58", "01", "59")


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
