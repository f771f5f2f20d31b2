from __future__ import annotations

import json
import pickle
from typing import NamedTuple

import pytest
from core_pages import parsed

from scrapy_maincontent import extract
from scrapy_maincontent.blocks import Findings
from scrapy_maincontent.blocks.page_blocks import page_blocks
from scrapy_maincontent.blocks.placement import RULES
from scrapy_maincontent.methods import METHODS, Labels
from scrapy_maincontent.page import Kind, Label


class Drawn(NamedTuple):
    kind: str
    first: int
    end: int


def made(drawing, main="", structures=(), kind=Kind.PAGING, evidence=False):
    """Return the page blocks of a drawing as (kind, texts, in or out, region, placement); ``main`` are its texts."""
    page, blocks, regions = parsed(drawing, kind)
    findings = Findings(page, regions)
    findings.segments = blocks
    labels = Labels.of([text in main for text in page.texts], [0.5] * len(page.texts), [""] * len(page.texts))
    if evidence:
        labels.evidence.update({item.block: item for item in findings.evidence})
    return [
        (block.kind, "".join(page.texts[block.first : block.end]), block.label, block.region, block.placement)
        for block in page_blocks(findings, labels, structures)
    ]


IN, OUT = Label.MAIN, Label.OTHER


def test_blocks_are_cut_at_regions_and_where_labels_change():
    assert made("X: a b [0 n m 0] c | Y: d e", main="bcd") == [
        ("text", "a", OUT, None, None),
        ("text", "b", IN, None, None),
        ("paging", "nm", OUT, 0, None),
        ("text", "c", IN, None, None),
        ("text", "d", IN, None, None),
        ("text", "e", OUT, None, None),
    ]


def test_a_block_names_the_rule_that_placed_it():
    assert made("X: a [0 n 0] b", main="a", evidence=True) == [
        ("text", "a", IN, None, "paging.II.before"),
        ("paging", "n", OUT, 0, "paging.region"),
        ("text", "b", OUT, None, "paging.II.after"),
    ]


def test_blocks_of_pictures_alone_have_no_text_blocks():
    assert made("X: a | Y: * * | Z: b", main="ab") == [("text", "a", IN, None, None), ("text", "b", IN, None, None)]


@pytest.mark.parametrize(
    ("structure", "blocks"),
    [
        (Drawn("table", 1, 3), ["text a", "table bc", "text d", "text e"]),
        (Drawn("list", 0, 2), ["list ab", "text cd", "text e"]),
        (Drawn("code", 3, 5), ["text abc", "code de"]),
        (Drawn("quote", 0, 5), ["quote abcde"]),
        (Drawn("figure", 4, 5), ["text abcd", "figure e"]),
    ],
)
def test_structures_are_laid_over_blocks(structure, blocks):
    found = made("X: a b c d | Y: e", main="abcde", structures=[structure])
    assert [f"{kind} {texts}" for kind, texts, *_ in found] == blocks


def test_several_structures_stand_side_by_side():
    structures = [Drawn("table", 0, 2), Drawn("list", 2, 3), Drawn("code", 4, 5)]
    found = made("X: a b c | Y: d e", main="abcde", structures=structures)
    assert [f"{kind} {texts}" for kind, texts, *_ in found] == ["table ab", "list c", "text d", "code e"]


def test_a_structure_inside_a_region_is_part_of_it_and_one_around_it_takes_it():
    assert made("X: a [0 n m 0] b", structures=[Drawn("list", 1, 2)])[1] == ("paging", "nm", OUT, 0, None)
    found = made("X: a [0 n m 0] b", structures=[Drawn("table", 0, 3)])
    assert [(kind, texts, region) for kind, texts, _, region, _ in found] == [
        ("table", "anm", None),
        ("text", "b", None),
    ]


@pytest.mark.parametrize(("main", "label"), [("abc", IN), ("ab", IN), ("a", OUT), ("", OUT)])
def test_a_structure_has_the_label_of_most_of_its_words(main, label):
    assert made("X: a b c", main=main, structures=[Drawn("table", 0, 3)]) == [("table", "abc", label, None, None)]


PAGE = """<html><head><title>Crossing resumes</title></head><body><header><ol class="breadcrumb"><li><a href="/">Home</a>
</li><li><a href="/news/">News</a></li><li>Crossing</li></ol></header><article><h1>Crossing resumes</h1>
<p>The engines of the ferry were replaced during nine weeks ashore, and the crew painted her hull in the meantime.</p>
<p>Captain Moor expects punctual sailings for the summer, four of them a day, and more on the days of the fair.</p>
<ul class="pager"><li><a rel="prev" href="/news/6">Previous</a></li><li><a rel="next" href="/news/8">Next</a></li></ul></article>
<footer><p><a href="/about">About us</a> <a href="/privacy">Privacy policy</a> <a href="/terms">Terms of use</a></p></footer></body></html>"""
URL = "https://ferry.example/news/7"


@pytest.mark.parametrize("method", [method for method in METHODS if method != "layout"])
def test_page_blocks_are_in_order_without_gaps_and_agree_with_the_text_blocks(method):
    result = extract(PAGE, URL, method=method)
    blocks = result.page_blocks
    assert [block.first for block in blocks] == [0, *(block.end for block in blocks[:-1])]
    assert blocks[-1].end == len(result.text_blocks)
    for block in blocks:
        inside = result.text_blocks[block.first : block.end]
        assert {text.label for text in inside} == {block.label}
        assert min(text.score for text in inside) - 1e-9 <= block.score <= max(text.score for text in inside) + 1e-9
        assert block.placement is None or block.placement in RULES
        assert block.region is None or block.kind == result.regions[block.region].kind


def test_page_blocks_say_what_is_navigation_and_which_rule_spoke():
    result = extract(PAGE, URL)
    kinds = {block.kind: block for block in result.page_blocks}
    assert {"breadcrumb", "text", "paging", "site_info"} == kinds.keys()
    assert (kinds["site_info"].label, kinds["site_info"].placement) == (Label.OTHER, "site_info.region")
    assert {block.label for block in result.page_blocks if block.kind == "text"} >= {Label.MAIN}


def test_page_blocks_travel():
    result = extract(PAGE, URL)
    assert pickle.loads(pickle.dumps(result)).page_blocks == result.page_blocks
    plain = result.as_dict()["page_blocks"]
    assert json.loads(json.dumps(plain)) == plain
    assert list(plain[0]) == ["kind", "first", "end", "label", "score", "region", "placement"]
    assert (plain[0]["kind"], plain[0]["first"], plain[0]["label"]) == ("breadcrumb", 0, "other")


@pytest.mark.parametrize("markup", ["", "<img src=a.png>", "<p></p>"])
def test_a_page_without_text_has_none(markup):
    assert extract(markup).page_blocks == ()
