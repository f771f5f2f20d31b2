"""All kinds together, from markup, and what holds for any page."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from drawn_pages import URL, drawn, judged, says
from growth import check_linear
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.blocks.placement import RULES, Order, decide, place
from scrapy_maincontent.blocks.reblock import reblock
from scrapy_maincontent.blocks.segment import segment
from scrapy_maincontent.features.measures import measure
from scrapy_maincontent.navigation import detect
from scrapy_maincontent.page import Block, Kind, Label, Page, Region
from scrapy_maincontent.page.flatten import flatten
from scrapy_maincontent.page.limits import Limits
from scrapy_maincontent.page.parser import parse

DOCS = Path(__file__).parents[3] / "docs" / "explanation" / "placement.md"

TRAIL = '<div class="breadcrumb"><a href="/">Home</a> &gt; <a href="/news/">News</a> &gt; Roses</div>'
PAGER = '<div class="pager"><a href="?p=1">1</a> <b>2</b> <a href="?p=3">3</a></div>'
FOOTER = '<footer><a href="/about">About us</a> <a href="/privacy">Privacy</a></footer>'
ENTRY_FOOT = '<p class="postinfo"><a href="#comments">3 comments</a></p>'


def said(body: str, url: str | None = URL, head: str = "") -> dict[str, list[str]]:
    """Return the text of the blocks that each rule speaks of, through all stages."""
    root = parse(f"<!DOCTYPE html><html><head>{head}</head><body>{body}</body></html>".encode())
    assert root is not None
    page = flatten(root, Page(url=url), Limits())
    regions = detect(page)
    blocks = reblock(page, segment(page, measure(page)), regions)
    found: dict[str, list[str]] = {}
    for block, _, rule in place(page, blocks, regions):
        found.setdefault(rule, []).append(" / ".join(page.texts[slice(*blocks[block].texts)]))
    return found


def test_a_trail_from_markup():
    found = said(f"<div><p>Banner</p></div>{TRAIL}<main><h1>Roses</h1><div><div><p>They bloom.</p></div></div></main>")
    assert found["breadcrumb.region"] == ["Home > News > Roses"]
    assert found["breadcrumb.II.before"] == ["Banner"]
    assert [text.startswith("Roses") for text in found["breadcrumb.II.heading"]] == [True]


def test_paging_from_markup():
    found = said(f"<main><p>They bloom.</p></main>{PAGER}<div><p>Advert</p></div>")
    assert found == {"paging.region": ["1 2 3"], "paging.II.before": ["They bloom."], "paging.II.after": ["Advert"]}


def test_site_information_from_markup():
    found = said(f"<main><p>They bloom.</p></main>{FOOTER}<div><p>Printed on paper.</p></div>")
    assert found == {"site_info.region": ["About us Privacy"], "site_info.IV.below": ["Printed on paper."]}


def test_blog_entries_from_markup():
    entry = f"<div><h2>{{}}</h2><p>They bloom.</p>{ENTRY_FOOT}</div>"
    found = said(entry.format("Roses") + entry.format("Tulips") + "<div><p>Archive</p></div>")
    assert found["blog_utility.region"] == ["3 comments", "3 comments"]
    assert found["blog_utility.III.after"] == ["Archive"]
    assert " / ".join(found["blog_utility.III.entry"]) == "Roses / They bloom. / Tulips / They bloom."


def test_links_within_the_page_from_markup():
    found = said(
        '<a href="#main">Skip to content</a><div><p>Banner</p></div><main id="main"><p>They bloom.</p></main>'
        '<a href="#">Back to top</a><div><p>Advert</p></div>'
    )
    assert found["in_page.region"] == ["Skip to content", "Back to top"]
    assert found["in_page.III.target"] == ["They bloom."]
    assert found["in_page.II.after"] == ["Advert"]


SKIP = '<a href="{}">Skip to content</a><div><p>Menu</p><p>Boats</p><p>Ropes</p><p>Lamps</p></div><div>{}</div>'


@pytest.mark.parametrize(
    ("href", "element"),
    [
        ("#m", '<p id="m">Text</p>'),
        ("#m", '<a name="m"></a><p>Text</p>'),
        ("#caf%C3%A9", '<p id="café">Text</p>'),
        ("#a%20b", '<p id="a%20b">Text</p>'),
        (f"{URL}#m", '<p id="m">Text</p>'),
        ("#m", '<p id="m">Text</p><p id="m">Again</p>'),
    ],
)
def test_what_fragments_lead_to(href, element):
    assert said(SKIP.format(href, element))["in_page.III.target"][0].startswith("Text")


@pytest.mark.parametrize(
    ("href", "element"),
    [
        ("#m", '<p name="m">Text</p>'),
        ("#M", '<p id="m">Text</p>'),
        ("https://elsewhere.example/#m", '<p id="m">Text</p>'),
    ],
)
def test_what_fragments_do_not_lead_to(href, element):
    assert "in_page.III.target" not in said(SKIP.format(href, element))


@pytest.mark.parametrize(
    ("url", "head"), [(None, ""), (URL, '<base href="/">'), (None, '<base href="/x/">'), (f"{URL}#c", "")]
)
def test_targets_do_not_depend_on_the_pages_address(url, head):
    assert said(SKIP.format("#m", '<p id="m">Text</p>'), url, head)["in_page.III.target"] == ["Text"]


def test_a_region_without_a_block_says_nothing():
    page, blocks, regions = drawn("menu | [breadcrumb a] | h1 text")
    blocks[1] = blocks[1]._replace(regions=())
    assert place(page, blocks, regions) == []


def test_without_regions_nothing_is_said():
    page, blocks, _ = drawn("menu | h1 text")
    assert place(page, blocks, []) == []


def test_a_block_of_two_kinds_is_said_to_be_both():
    page, blocks, regions = drawn("text | [breadcrumb a] | [paging pages] | text")
    blocks[1:3] = [Block(blocks[1].texts, blocks[1].objects, (0, 1))]
    page_rules = {evidence.rule for evidence in place(page, blocks, regions) if evidence.block == 1}
    assert page_rules == {"breadcrumb.region", "paging.region"}


def test_hidden_and_empty_headings_are_no_headings():
    found = said(f'{TRAIL}<h1 style="display:none">Menu</h1><h1></h1><div><div><h2>Roses</h2><p>Bloom.</p></div></div>')
    assert all("Roses" in text for text in found["breadcrumb.II.heading"])


def test_headings_in_navigation_are_no_titles():
    page, blocks, regions = drawn("[breadcrumb a] | h1 | h2 text")
    blocks[1] = blocks[1]._replace(regions=(1,))
    regions.append(drawn("[in_page contents]")[2][0])
    rules = {evidence.rule: evidence.block for evidence in place(page, blocks, regions)}
    assert rules["breadcrumb.II.heading"] == 2


def test_a_decision_by_all_kinds():
    line = "menu | [breadcrumb a] | h1 | text | [paging pages] | [site_info footer] | imprint"
    decided = decide(judged(line), Order.LAST)
    assert [decided[block].label == Label.MAIN for block in range(7)] == [False, False, True, True, False, False, False]


def test_the_documentation_has_every_rule_in_order():
    assert tuple(re.findall(r"^\| `([a-z_]+\.[\w.]+)` \|", DOCS.read_text(), re.MULTILINE)) == RULES
    assert len(set(RULES)) == len(RULES)


CONTENT = st.sampled_from(
    ["text", "h1", "h2", "h3 text", "logo", "picture", "text#a", "h2#b", "#c text", "text #d", "#e"]
)
SUBTYPES = st.sampled_from(
    ["a", "pages", "articles", "header", "side", "footer", "entry", "top", "body", "contents", "end"]
)
LINKS = st.lists(
    st.tuples(
        st.sampled_from(["", "Skip to content", "Back to top", "Skip to footer"]),
        st.sampled_from(
            [f"{URL}#{name}" for name in ["a", "b", "c", "d", "e", "gone", "top", "", "%ff"]] + ["", "//["]
        ),
    ),
    max_size=4,
)


@st.composite
def pages(draw: st.DrawFn) -> tuple[Page, list[Block], list[Region]]:
    """A page, cut anywhere, of which any block may be made of any regions."""
    page, parts, _ = drawn(" | ".join(draw(st.lists(CONTENT, min_size=1, max_size=12))))
    borders = draw(st.sets(st.integers(1, len(parts) - 1))) if len(parts) > 1 else set()
    edges = [0, *sorted(borders), len(parts)]
    regions: list[Region] = []
    blocks: list[Block] = []
    for first, end in itertools.pairwise(edges):
        count = draw(st.sampled_from([0, 0, 1, 2]))
        numbers = tuple(range(len(regions), len(regions) + count))
        for _ in numbers:
            kind, subtype, links = draw(st.tuples(st.sampled_from(Kind), SUBTYPES, LINKS))
            regions.append(Region(kind, subtype, "", "", tuple(links), f"{kind}.step1", (0, 0), (0, 0)))
        texts = parts[first].texts[0], parts[end - 1].texts[1]
        blocks.append(Block(texts, (parts[first].objects[0], parts[end - 1].objects[1]), numbers))
    return page, blocks, regions


@given(pages())
def test_what_holds_for_any_page(drawn_page):
    page, blocks, regions = drawn_page
    evidence = place(page, blocks, regions)
    assert all(0 <= block < len(blocks) for block, _, _ in evidence)
    ranks = [RULES.index(rule) for _, _, rule in evidence]
    assert ranks == sorted(ranks)
    assert len({(block, rule) for block, _, rule in evidence}) == len(evidence)
    labels: dict[str, set[Label]] = {}
    for block, label, rule in evidence:
        labels.setdefault(rule, set()).add(label)
        assert label == Label.OTHER or not blocks[block].regions
    assert all(len(values) == 1 for values in labels.values())
    judged_blocks = {block for block, _, rule in evidence if rule.endswith(".region")}
    assert judged_blocks == {index for index, block in enumerate(blocks) if block.regions}


@given(pages(), st.sampled_from(Order))
def test_every_judged_block_is_decided_by_one_of_its_rules(drawn_page, order):
    evidence = place(*drawn_page)
    decided = decide(evidence, order)
    assert decided.keys() == {item.block for item in evidence}
    assert all(item in evidence and item.block == block for block, item in decided.items())
    labels = {block: {item.label for item in evidence if item.block == block} for block in decided}
    if order in (Order.MAIN, Order.OTHER):
        assert all((item.label == Label(order)) == (Label(order) in labels[block]) for block, item in decided.items())


@pytest.mark.parametrize(
    "cell", ["[site_info header]", "[blog_utility entry]", "[in_page top a]", "[in_page contents a]", "[breadcrumb a]"]
)
def test_many_regions_cost_no_more_than_the_page(cell):
    def page_of(n):
        return drawn(" | ".join([f"{cell} | text#a | h2 text"] * (n * 4)))

    check_linear(page_of, lambda made: place(*made))
    page, blocks, regions = page_of(100)
    assert len(place(page, blocks, regions)) < 3 * len(blocks)


def test_deep_empty_targets_are_bounded():
    body = "<div>" * 200 + "".join(f'<a id="t{number}"></a>' for number in range(400)) + "</div>" * 200
    links = "".join(f'<li><a href="#t{number}">Part {number} of all</a></li>' for number in range(400))
    found = said(f"<ul>{links}</ul>{body}<p>Text</p>")
    assert found["in_page.IV.target"] == ["Text"]


def test_the_kinds_speak_in_the_papers_order():
    line = "[in_page top x] | [breadcrumb a] | h1 text | [paging pages] | [site_info footer]"
    spoken = [evidence.rule.partition(".")[0] for evidence in judged(line)]
    assert list(dict.fromkeys(spoken)) == [kind for kind in Kind if kind != Kind.BLOG_UTILITY]
    assert says(line, "blog_utility") == [""] * 5
