from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from block_drawings import parsed
from core_pages import page_of

from scrapy_maincontent.blocks import Findings
from scrapy_maincontent.features.text_blocks import BLOCK_FEATURES, block_features
from scrapy_maincontent.page import Kind

TWO_BLOCKS = """<div><p>One ends. Two ends.</p><p>Three ends. <a href=/x>own</a></p><p>船。</p></div>
<div><p>Contact us</p><p><a href=/c>Form</a></p><p><a href=https://map.example/>Map</a></p></div>"""


def drawn(drawing, *kinds):
    """Return the findings of a drawn page; region n is of the n-th kind."""
    page, _, regions = parsed(drawing)
    return Findings(page, [replace(region, kind=Kind(kind)) for region, kind in zip(regions, kinds, strict=True)])


def column(findings, name):
    return block_features(findings)[:, BLOCK_FEATURES.index(name)].tolist()


@pytest.fixture(scope="module")
def two_blocks():
    findings = Findings(page_of(TWO_BLOCKS, "https://ferry.example/"), [])
    assert [block.texts for block in findings.blocks] == [(0, 3), (3, 6)]
    return findings


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("bytes", [len("One ends. Two ends.Three ends. own船。".encode()), len("Contact usFormMap")]),
        ("sentences", [4, 0]),
        ("words", [4 + 3 + 1, 4]),
        ("links", [1, 2]),
        ("own_links", [1, 1]),
    ],
)
def test_a_block_has_the_sum_of_its_texts(two_blocks, name, expected):
    assert column(two_blocks, name) == expected


def test_words_per_sentence_take_a_label_for_one_sentence(two_blocks):
    assert column(two_blocks, "words_per_sentence") == [8 / 4, 4]


def test_one_row_a_block_one_column_a_name(two_blocks):
    matrix = block_features(two_blocks)
    assert matrix.shape == (2, len(BLOCK_FEATURES))
    assert matrix.dtype == np.float32


def test_every_kind_has_its_two_columns():
    assert len(set(BLOCK_FEATURES)) == len(BLOCK_FEATURES)
    assert [name for name in BLOCK_FEATURES if name.startswith(("before_", "behind_"))] == [
        f"{place}_{kind}" for kind in Kind for place in ("before", "behind")
    ]


def test_navigation_before_and_behind_a_block():
    findings = drawn("a [0 1 0] b [1 2 1] c", "paging", "paging")
    assert [bool(block.regions) for block in findings.blocks] == [False, True, False, True, False]
    assert column(findings, "before_paging") == [0, 0, 1, 1, 2]
    assert column(findings, "behind_paging") == [2, 1, 1, 0, 0]


def test_each_kind_is_counted_by_itself():
    findings = drawn("a [0 1 0] b [1 2 1] c", "breadcrumb", "in_page")
    assert column(findings, "before_breadcrumb") == [0, 0, 1, 1, 1]
    assert column(findings, "behind_breadcrumb") == [1, 0, 0, 0, 0]
    assert column(findings, "behind_in_page") == [1, 1, 1, 0, 0]
    assert column(findings, "before_paging") == column(findings, "behind_site_info") == [0] * 5


def test_a_block_of_pictures_has_a_place_and_no_text():
    findings = drawn("a [0 1 0] *", "paging")
    assert findings.blocks[-1].objects == (0, 1)
    *figures, before, behind = (
        column(findings, name)[-1]
        for name in (*BLOCK_FEATURES[: BLOCK_FEATURES.index("own_links") + 1], "before_paging", "behind_paging")
    )
    assert figures == [0] * 6
    assert (before, behind) == (1, 0)


def test_a_page_of_one_block():
    assert block_features(Findings(page_of("<p>It sails.</p>"), [])).tolist() == [[9, 1, 2, 2, 0, 0, *[0] * 10]]
