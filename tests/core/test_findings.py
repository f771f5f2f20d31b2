from __future__ import annotations

import pytest
from block_drawings import parsed

from scrapy_maincontent.blocks import Findings
from scrapy_maincontent.page import Label

PARTS = ("measures", "segments", "blocks", "evidence")


@pytest.fixture
def findings():
    page, _, regions = parsed("a b [0 1 0]")
    return Findings(page, regions)


@pytest.mark.parametrize(
    ("part", "made"),
    [
        ("measures", {"measures"}),
        ("segments", {"measures", "segments"}),
        ("blocks", {"measures", "segments", "blocks"}),
        ("evidence", set(PARTS)),
    ],
)
def test_only_what_is_asked_for_is_made(findings, part, made):
    assert not vars(findings).keys() & set(PARTS)
    getattr(findings, part)
    assert vars(findings).keys() & set(PARTS) == made


@pytest.mark.parametrize("part", PARTS)
def test_each_part_is_made_once(findings, part):
    assert getattr(findings, part) is getattr(findings, part)


def test_the_parts_go_together(findings):
    assert [block.texts for block in findings.segments] == [(0, 3)]
    assert [(block.texts, block.regions) for block in findings.blocks] == [((0, 2), ()), ((2, 3), (0,))]
    assert findings.evidence == [(1, Label.OTHER, "paging.region"), (0, Label.MAIN, "paging.II.before")]


def test_without_regions_the_blocks_are_the_segments(findings):
    alone = Findings(findings.page, [])
    assert alone.blocks == alone.segments == findings.segments
    assert alone.evidence == []
