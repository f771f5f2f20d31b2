from __future__ import annotations

import json
from itertools import combinations

import pytest
from core_pages import page_of, parsed

from scrapy_maincontent import navigation
from scrapy_maincontent.blocks import Findings
from scrapy_maincontent.blocks.placement import RULES, Evidence
from scrapy_maincontent.page import Kind, Label
from scrapy_maincontent.papers.uda import Configuration, Order

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


PAGE = page_of("""<div><p>Ferry Courier</p><p>The harbour paper</p></div>
<div><ol class="breadcrumb"><li><a href="/">Home</a></li><li><a href="/news/">News</a></li><li>Crossing</li></ol>
<h1>Crossing resumes</h1><p>Engines were replaced during nine weeks ashore.</p><p>Captain Moor expects punctual sailings.</p>
<div class="pager"><a href="/news/7?page=1">1</a> <a href="/news/7?page=2">2</a> <a href="/news/7?page=3">3</a></div></div>""")
REGIONS = navigation.detect(PAGE)

HEADING = Evidence(2, Label.MAIN, "breadcrumb.II.heading")
AFTER = Evidence(2, Label.OTHER, "paging.II.after")
TARGET = Evidence(2, Label.MAIN, "in_page.III.target")
EVIDENCE = [HEADING, AFTER, TARGET]


def test_the_page_has_two_kinds_of_regions():
    assert {region.kind for region in REGIONS} == {Kind.BREADCRUMB, Kind.PAGING}


@pytest.mark.parametrize("kind", [Kind.BREADCRUMB, Kind.PAGING])
def test_only_the_kinds_asked_for_are_heard(kind):
    findings = Configuration(frozenset({kind})).findings(PAGE)
    assert {region.kind for region in findings.regions} == {kind}
    assert {item.rule.partition(".")[0] for item in findings.evidence} == {str(kind)}
    assert len(findings.blocks) > len(findings.segments)


def test_the_prior_method_leaves_the_segments_as_they_are():
    findings = Configuration(frozenset()).findings(PAGE)
    assert findings.blocks == findings.segments
    assert findings.evidence == []
    assert Configuration(frozenset()).decided(findings.evidence) == {}


def test_the_paper_hears_all_kinds_and_all_rules():
    whole = Configuration()
    assert (whole.kinds, whole.without) == (frozenset(Kind), frozenset())
    assert whole.findings(PAGE).regions == list(REGIONS)


@pytest.mark.parametrize(
    ("order", "winner"),
    [(Order.FIRST, HEADING), (Order.LAST, TARGET), (Order.MAIN, HEADING), (Order.OTHER, AFTER)],
)
def test_the_order_decides_which_rule_wins(order, winner):
    assert Configuration(order=order).decided(EVIDENCE) == {2: winner}


def test_a_rule_that_is_left_out_decides_nothing():
    assert Configuration(without=frozenset({TARGET.rule})).decided(EVIDENCE) == {2: AFTER}
    assert Configuration(without=frozenset({TARGET.rule, AFTER.rule})).decided(EVIDENCE) == {2: HEADING}
    assert Configuration(without=frozenset(RULES)).decided(EVIDENCE) == {}


def test_what_is_left_out_does_not_vote():
    assert Configuration(order=Order.MAJORITY).decided(EVIDENCE) == {2: HEADING}
    assert Configuration(without=frozenset({TARGET.rule}), order=Order.MAJORITY).decided(EVIDENCE) == {2: AFTER}


def test_fewer_deviations_cut_finer():
    blocks = [len(Configuration(deviations=deviations).findings(PAGE).blocks) for deviations in (9, 1, -9)]
    assert blocks == sorted(blocks)
    assert blocks[0] < blocks[-1]


def test_rules_left_out_still_cut_blocks():
    mute = Configuration(without=frozenset(RULES)).findings(PAGE)
    assert mute.blocks == Configuration().findings(PAGE).blocks


CONFIGURATIONS = [
    Configuration(),
    Configuration(frozenset()),
    *(Configuration(frozenset(kinds)) for kinds in combinations(Kind, 2)),
    *(Configuration(order=order) for order in Order),
    Configuration(frozenset({Kind.PAGING}), frozenset(RULES), Order.MAJORITY, 0.5, printed=True),
]


@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_a_configuration_comes_back_from_json(configuration):
    assert Configuration.from_dict(json.loads(json.dumps(configuration.as_dict()))) == configuration


def test_the_same_configuration_is_the_same_data():
    data = Configuration(frozenset({Kind.IN_PAGE, Kind.PAGING}), frozenset({RULES[5], RULES[2]})).as_dict()
    assert data == {
        "kinds": ["paging", "in_page"],
        "without": [RULES[2], RULES[5]],
        "order": "last",
        "deviations": 1.0,
        "printed": False,
    }


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"without": ["paging.V.elsewhere"]}, r"there is no rule 'paging\.V\.elsewhere'"),
        ({"kinds": ["paging", "category"]}, "category"),
        ({"order": "loudest"}, "loudest"),
    ],
)
def test_unknown_names_are_refused(change, message):
    with pytest.raises(ValueError, match=message):
        Configuration.from_dict(Configuration().as_dict() | change)


@pytest.mark.parametrize("name", ["kinds", "without", "order", "deviations"])
def test_nothing_may_be_missing(name):
    data = Configuration().as_dict()
    del data[name]
    with pytest.raises(KeyError, match=name):
        Configuration.from_dict(data)


@pytest.mark.parametrize("data", [[], None, {"kinds": [], "without": None, "order": "last"}])
def test_other_data_is_refused(data):
    with pytest.raises(TypeError):
        Configuration.from_dict(data)
