from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scrapy_maincontent import navigation
from scrapy_maincontent.blocks import Findings
from scrapy_maincontent.extraction import extract, read_page
from scrapy_maincontent.methods.selection import APPLIED_RULES, placed
from scrapy_maincontent.page import Label

URL = "https://ferry.example/news/the-ferry-sails-again"
SENTENCE = "The ferry lay on the slip for two winters before the islanders paid for a new engine and a coat of paint. "
ARTICLE = (
    "<article><h1>The ferry sails again</h1>"
    + "".join(f"<p>{SENTENCE * 3} Part {number}.</p>" for number in range(5))
    + "</article>"
)
TRAIL = '<div class="breadcrumb"><a href="/">Home</a> &gt; <a href="/news/">News</a> &gt; Ferry</div>'
OTHER_TRAIL = '<div class="breadcrumb"><a href="/">Home</a> &gt; <a href="/boats/">Boats</a> &gt; Ferry</div>'
HEADER = '<header><a href="/about">About us</a> <a href="/contact">Contact</a> <a href="/help">Help</a></header>'
FOOTER = '<footer><a href="/privacy">Privacy policy</a> <a href="/contact">Contact</a></footer>'
PAGER = (
    '<div class="pager"><a href="?page=1">1</a> <b>2</b> <a href="?page=3">3</a> <a href="?page=3">Next page</a></div>'
)
ENTRY_FOOT = '<p class="postinfo"><a href="#comments">3 comments</a></p>'
BACK = '<div><a href="#">Back to top</a></div>'
TALE = "<p>Fair weather is what the harbour office expects for the whole of the week, and a calm sea with it.</p>"
SPEECH = "<p>Everybody on the quay was asked what the boat had meant to them, and nobody had to think for long.</p>"


def markup(body):
    return f"<html><head><title>Boats of the sound</title></head><body>{body}</body></html>"


def findings(body):
    page = read_page(markup(body).encode(), URL)
    return Findings(page, navigation.detect(page))


def block_of(result, line):
    (block,) = (block for block in result.text_blocks if block.text in line)
    return block


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        (TALE + TRAIL + ARTICLE + SPEECH + TRAIL, "breadcrumb.III.outside"),
        (TRAIL + ARTICLE + SPEECH + TRAIL + TALE, "breadcrumb.III.outside"),
        (TALE + HEADER + ARTICLE + SPEECH, "site_info.II.above"),
        (ARTICLE + SPEECH + FOOTER + TALE, "site_info.IV.below"),
        (ARTICLE + SPEECH + BACK + TALE, "in_page.II.after"),
        (ARTICLE + BACK + SPEECH + BACK + TALE, "in_page.II.last"),
    ],
)
def test_text_beyond_a_region_is_put_out(body, rule, everything):
    result = extract(markup(body), URL, method="tree", model=everything)
    beyond, within = block_of(result, TALE), block_of(result, SPEECH)
    assert (beyond.label, within.label) == (Label.OTHER, Label.MAIN)
    assert beyond.reason.startswith(f"veto: {rule};")
    assert result.text.count("Part") == 5


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        (TALE + TRAIL + ARTICLE, "breadcrumb.II.before"),
        (ARTICLE + PAGER + TALE, "paging.II.after"),
        (TALE + PAGER + ARTICLE + PAGER, "paging.III.outside"),
        (ARTICLE + ENTRY_FOOT + TALE, "blog_utility.II.after"),
        (TALE + OTHER_TRAIL + TRAIL + ARTICLE + TRAIL, "breadcrumb.IV.outside"),
    ],
)
def test_other_rules_speak_but_are_not_heard(body, rule, everything):
    assert rule in {evidence.rule for evidence in findings(body).evidence}
    result = extract(markup(body), URL, method="tree", model=everything)
    assert block_of(result, TALE).label is Label.MAIN


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        (TRAIL + SPEECH + TRAIL + ARTICLE, "breadcrumb.III.outside"),
        (ARTICLE + HEADER + SPEECH, "site_info.II.above"),
        (SPEECH + FOOTER + ARTICLE, "site_info.IV.below"),
        (SPEECH + BACK + ARTICLE, "in_page.II.after"),
    ],
)
def test_a_rule_that_would_take_most_of_the_text_is_not_heard(body, rule, everything):
    assert rule in {evidence.rule for evidence in findings(body).evidence}
    result = extract(markup(body), URL, method="tree", model=everything)
    assert result.text.count("Part") == 5
    assert block_of(result, SPEECH).label is Label.MAIN


PARTS = (TALE, ARTICLE, TRAIL, OTHER_TRAIL, HEADER, FOOTER, PAGER, BACK)
PLACES = ((TALE, HEADER, TRAIL), (TRAIL, SPEECH), (ARTICLE,), (TRAIL, SPEECH), (FOOTER, BACK, TALE), (TALE, BACK))
ORDERED = st.tuples(*(st.sampled_from(("", *parts)) for parts in PLACES))


@given(
    ORDERED | st.lists(st.sampled_from(PARTS), min_size=1, max_size=7),
    st.sets(st.integers(-9, 8), min_size=1, max_size=4),
)
@example((TRAIL, ARTICLE, TRAIL, SPEECH), {-1})
@example((SPEECH, TRAIL, ARTICLE, TRAIL), {1})
def test_what_rules_say_against_selected_text_is_never_missed(parts, selected):
    found = findings("<p>Boats</p>" + "".join(parts))
    count = len(found.page.texts)
    main = np.zeros(count, bool)
    main[[number for number in selected if -count <= number < count]] = True
    said = {
        (evidence.rule, number)
        for evidence in found.evidence
        for number in range(*found.blocks[evidence.block].texts)
        if evidence.rule in APPLIED_RULES and main[number]
    }
    selected = np.flatnonzero(main).tolist()
    assert said == {(rule, number) for rule, numbers in placed(found, selected) for number in numbers}


def test_without_a_selection_nothing_is_said():
    found = findings(TALE + TRAIL + ARTICLE)
    assert not list(placed(found, []))
