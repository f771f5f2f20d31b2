"""All kinds together, from markup, and what holds for any page."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from drawn_pages import URL, check, drawn, evidence_in, evidence_on
from growth import check_linear
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.blocks.placement import RULES, Evidence, place
from scrapy_maincontent.blocks.reblock import reblock
from scrapy_maincontent.blocks.segment import segment
from scrapy_maincontent.features.measures import measure
from scrapy_maincontent.navigation import detect
from scrapy_maincontent.page import Block, Kind, Label, Page, Region
from scrapy_maincontent.page.flatten import flatten
from scrapy_maincontent.page.limits import Limits
from scrapy_maincontent.page.parser import parse
from scrapy_maincontent.papers.uda import Order, decide

DOCS = Path(__file__).parents[2] / "docs" / "explanation" / "placement.md"

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


def test_a_region_without_a_block_is_no_evidence():
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
    decided = decide(evidence_on(line), Order.LAST)
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
    spoken = [evidence.rule.partition(".")[0] for evidence in evidence_on(line)]
    assert list(dict.fromkeys(spoken)) == [kind for kind in Kind if kind != Kind.BLOG_UTILITY]
    assert evidence_in(line, "blog_utility") == [""] * 5


# Uda 4.2 (1) ①: + is main, - is not main; then the case and the rule.


def test_one_trail_ends_the_header_and_a_heading_alone_takes_its_next_block():
    check(
        "breadcrumb",
        "menu       | [breadcrumb a] | menu | h1          | text     | text",
        "-II.before | -region        |      | +II.heading | +II.next |     ",
    )


def test_a_heading_with_text_takes_no_next_block():
    check(
        "breadcrumb",
        "menu       | [breadcrumb a] | h1 text     | text",
        "-II.before | -region        | +II.heading |     ",
    )


@pytest.mark.parametrize("block", ["h1 h2", "h1 picture", "text h1", "picture h1"])
def test_a_block_with_anything_else_is_no_heading_alone(block):
    check("breadcrumb", f"[breadcrumb a] | {block} | text", "-region | +II.heading | ")


def test_the_strongest_heading_counts_and_the_first_one_of_its_rank():
    check(
        "breadcrumb",
        "[breadcrumb a] | h3 text | h2 text     | h2 text | h4 text",
        "-region        |         | +II.heading |         |        ",
    )


def test_headings_before_the_trail_do_not_count():
    check(
        "breadcrumb",
        "h1         | [breadcrumb a] | h2 text    ",
        "-II.before | -region        | +II.heading",
    )


def test_the_next_block_is_one_of_content():
    check(
        "breadcrumb",
        "[breadcrumb a] | h1          | [blog_utility entry] | text",
        "-region        | +II.heading |                      | +II.next",
    )


def test_a_heading_alone_at_the_end_has_no_next_block():
    check("breadcrumb", "[breadcrumb a] | text | h1", "-region | | +II.heading")


def test_a_picture_may_be_a_heading():
    check("breadcrumb", "[breadcrumb a] | logo | text", "-region | +II.heading | +II.next")


def test_a_trail_without_a_heading_after_it():
    check("breadcrumb", "menu | [breadcrumb a] | text", "-II.before | -region | ")


def test_two_copies_of_a_trail_enclose_the_main_part():
    check(
        "breadcrumb",
        "menu         | [breadcrumb a] | menu | h1           | text      | [breadcrumb a] | footer",
        "-III.outside | -region        |      | +III.heading | +III.next | -region        | -III.outside",
    )


def test_the_heading_between_two_copies_counts_not_a_stronger_one_after_them():
    check(
        "breadcrumb",
        "[breadcrumb a] | h2 text      | [breadcrumb a] | h1",
        "-region        | +III.heading | -region        | -III.outside",
    )


def test_the_next_block_is_not_beyond_the_second_copy():
    check(
        "breadcrumb",
        "[breadcrumb a] | h1           | [breadcrumb a] | text",
        "-region        | +III.heading | -region        | -III.outside",
    )


def test_two_different_trails_say_nothing():
    check("breadcrumb", "menu | [breadcrumb a] | h1 | [breadcrumb b] | text", " | -region | | -region | ")


def test_two_copies_count_more_than_different_trails():
    check(
        "breadcrumb",
        "menu        | [breadcrumb b]      | menu        | [breadcrumb a] | h1 | [breadcrumb c] | [breadcrumb a] | footer",
        "-IV.outside | -region -IV.outside | -IV.outside | -region        |    | -region        | -region        | -IV.outside",
    )


@pytest.mark.parametrize("trails", ["aaa", "abc", "aabb", "aaab", "abbcc"])
def test_three_and_more_otherwise_say_nothing(trails):
    page = " | text | ".join(f"[breadcrumb {trail}]" for trail in trails)
    check("breadcrumb", f"h1 | {page} | text", f" | {' | | '.join('-region' for _ in trails)} | ")


def test_copies_side_by_side_are_one():
    check(
        "breadcrumb",
        "menu       | [breadcrumb a] | [breadcrumb a] | h1 text    ",
        "-II.before | -region        | -region        | +II.heading",
    )


# Uda 4.2 (1) ②.


@pytest.mark.parametrize("subtype", ["pages", "articles"])
def test_one_region_stands_behind_the_main_part(subtype):
    check(
        "paging",
        f"menu | text | text   | [paging {subtype}] | related   | footer",
        "     |      | +II.before | -region            | -II.after | -II.after",
    )


def test_navigation_before_it_is_skipped_upwards():
    check(
        "paging",
        "text | text       | [blog_utility entry] | [in_page top] | [paging pages] | footer",
        "     | +II.before |                      |               | -region        | -II.after",
    )


def test_nothing_but_navigation_before_it():
    check("paging", "[breadcrumb a] | [paging pages] | text", " | -region | -II.after")


def test_two_of_the_same_enclose_the_main_part():
    check(
        "paging",
        "menu         | [paging pages] | text         | [in_page top] | text         | [paging pages] | footer",
        "-III.outside | -region        | +III.between |               | +III.between | -region        | -III.outside",
    )


def test_two_different_ones_say_nothing():
    check("paging", "menu | [paging pages] | text | [paging articles] | footer", " | -region | | -region | ")


def test_two_of_the_same_count_more_than_a_different_one():
    check(
        "paging",
        "menu        | [paging pages] | text        | [paging pages] | text        | [paging articles]    ",
        "-IV.outside | -region        | +IV.between | -region        | -IV.outside | -region -IV.outside",
    )


def test_three_of_the_same_say_nothing():
    check(
        "paging",
        "text | [paging pages] | text | [paging pages] | text | [paging pages]",
        "     | -region        |      | -region        |      | -region       ",
    )


def test_links_to_previous_and_next_side_by_side_are_one():
    check(
        "paging",
        "text | text       | [paging articles] | [paging articles] | footer",
        "     | +II.before | -region           | -region           | -II.after",
    )


def test_two_places_of_two_are_a_pair():
    check(
        "paging",
        "menu         | [paging pages] | text         | [paging pages] | [paging pages] | footer",
        "-III.outside | -region        | +III.between | -region        | -region        | -III.outside",
    )


# Uda 4.2 (1) ③.


def test_above_a_header_region():
    check("site_info", "logo | [site_info header] | menu | text", "-II.above | -region | | ")


def test_below_a_footer_region():
    check("site_info", "text | [site_info footer] | imprint | imprint", " | -region | -IV.below | -IV.below")


def test_a_side_is_no_evidence():
    check("site_info", "text | [site_info side] | text", " | -region | ")


def test_the_lowest_header_and_the_highest_footer_speak_for_all():
    check(
        "site_info",
        "[site_info header]    | menu      | [site_info header] | text | [site_info footer] | menu      | [site_info footer]",
        "-region -II.above | -II.above | -region            |      | -region            | -IV.below | -region -IV.below",
    )


# Uda 4.2 (1) ④.


def test_one_entry_from_its_heading_to_the_region():
    check(
        "blog_utility",
        "logo | menu | h2        | text      | picture   | [blog_utility entry] | comments  | footer",
        "     |      | +II.entry | +II.entry | +II.entry | -region              | -II.after | -II.after",
    )


def test_without_a_heading_no_entry():
    check("blog_utility", "text | [blog_utility entry] | footer", " | -region | -II.after")


def test_a_heading_after_the_region_is_none_of_its_entry():
    check("blog_utility", "text | [blog_utility entry] | h2 text", " | -region | -II.after")


def test_the_last_heading_before_counts():
    check(
        "blog_utility",
        "h1 text | h3 text   | [blog_utility entry]",
        "        | +II.entry | -region             ",
    )


def test_navigation_within_an_entry_is_left_out():
    check(
        "blog_utility",
        "h1        | [paging pages] | text      | [blog_utility entry]",
        "+II.entry |                | +II.entry | -region             ",
    )


def test_several_entries():
    check(
        "blog_utility",
        "menu | h2         | text       | [blog_utility entry] | advert | h2 text    | [blog_utility entry] | footer",
        "     | +III.entry | +III.entry | -region              |        | +III.entry | -region              | -III.after",
    )


def test_two_regions_of_one_entry():
    check(
        "blog_utility",
        "h1         | [blog_utility entry] | text       | [blog_utility entry] | footer",
        "+III.entry | -region              | +III.entry | -region              | -III.after",
    )


# Uda 4.2 (1) ⑤.


def test_what_is_above_a_top_links_target_and_below_the_link():
    check(
        "in_page",
        "banner    | banner    | menu#up | text | [in_page top up] | footer",
        "-II.above | -II.above |         |      | -region          | -II.after",
    )


def test_a_top_link_whose_target_ends_its_block():
    check(
        "in_page",
        "banner    | menu #up   | text | [in_page top up] | footer",
        "-II.above | -II.target |      | -region          | -II.after",
    )


@pytest.mark.parametrize("fragment", ["", "top", "TOP"])
def test_the_pages_start_needs_no_element(fragment):
    check("in_page", f"menu | text | [in_page top ={fragment}] | footer", " | | -region | -II.after")


def test_a_top_link_to_the_end_of_the_first_block():
    check("in_page", "menu #up | text | [in_page top up] | footer", "-II.target | | -region | -II.after")


def test_an_element_called_top_is_the_target():
    check("in_page", "banner | text#top | [in_page top top]", "-II.above | | -region")


def test_after_the_last_of_several_top_links():
    check(
        "in_page",
        "banner    | menu#up | [in_page top up] | text | [in_page top up] | footer",
        "-II.above |         | -region          |      | -region          | -II.last",
    )


def test_the_lowest_of_several_targets():
    check(
        "in_page",
        "menu#a    | menu      | menu #b    | text | [in_page top a] | text | [in_page top b]",
        "-II.above | -II.above | -II.target |      | -region         |      | -region",
    )


def test_a_top_link_that_leads_nowhere_still_ends_the_main_part():
    check("in_page", "menu | text | [in_page top gone] | footer", " | | -region | -II.after")


def test_the_body_text_is_main():
    check("in_page", "[in_page body main] | menu | text#main | text", "-region | | +III.target | ")


def test_an_anchor_before_text_of_its_block():
    check("in_page", "[in_page body main] | menu #main text | text", "-region | +III.target | ")


def test_an_anchor_before_a_picture_of_its_block():
    check("in_page", "[in_page body main] | menu #main picture | text", "-region | +III.target | ")


def test_an_anchor_at_the_end_of_its_block_means_the_next_one():
    check("in_page", "[in_page body main] | menu picture #main | text | text", "-region | | +III.next | ")


def test_an_anchor_behind_a_picture_at_the_end_of_its_block_means_the_next_one():
    check("in_page", "[in_page body main] | picture #main | text | text", "-region | | +III.next | ")


@pytest.mark.parametrize("behind", ["text", "picture"])
def test_an_anchor_at_an_elements_end_whose_block_goes_on(behind):
    page, blocks, regions = drawn(f"[in_page body main] | text #main | {behind} | text")
    blocks[1:3] = [Block((blocks[1].texts[0], blocks[2].texts[1]), (0, blocks[2].objects[1]))]
    assert [(item.block, item.rule) for item in place(page, blocks, regions)][1:] == [(1, "in_page.III.target")]


def test_an_anchor_in_an_empty_element_stands_with_what_follows():
    check("in_page", "[in_page body main] | menu | #main | text", "-region | | | +III.target")
    check("in_page", "[in_page body main] | menu | #main | text | picture", "-region | | | +III.target | ")
    check("in_page", "#main | text | [in_page body main]", " | +III.target | -region")


def test_a_target_that_is_navigation_means_the_next_block_of_content():
    check(
        "in_page",
        "[in_page body breadcrumb] | menu | [breadcrumb a] | [paging pages] | h1          | text",
        "-region                   |      |                |                | +III.target |     ",
    )


def test_a_body_link_to_the_top():
    check("in_page", "text | [in_page body =top] | text", "+III.target | -region | ")


@pytest.mark.parametrize(("links", "others"), [("a " * 499, ""), ("a " * 399, "] | [in_page contents " + "a " * 100)])
@pytest.mark.parametrize("more", ["", "a "])
def test_500_links_within_the_page_are_followed(links, others, more):
    evidence = evidence_on(f"[in_page contents {links}{others}{more}b] | text#a | text#b")
    assert sum(rule == "in_page.IV.target" for *_, rule in evidence) == (1 if more else 2)


def test_a_body_link_that_leads_nowhere_or_to_the_start_is_no_evidence():
    check("in_page", "[in_page body gone] | text", "-region | ")
    check("in_page", "text | [in_page body =] | text", " | -region | ")


def test_each_target_of_a_table_of_contents():
    check(
        "in_page",
        "[in_page contents a b c] | h2#a text  | text | h2#b text  | text #c | h2 text",
        "-region                  | +IV.target |      | +IV.target |         | +IV.next",
    )


def test_two_targets_in_one_block_are_one_word():
    check("in_page", "[in_page contents a b] | text#a text#b", "-region | +IV.target")


def test_the_end_is_not_main():
    check("in_page", "[in_page end foot] | text | footer#foot | links", "-region | | -V.target | ")


def test_an_end_at_the_end_of_its_block_as_printed():
    check("in_page", "[in_page end foot] | text | text | text #foot | footer", "-region | | +V.before | | ")
    check("in_page", "[in_page end foot] | text | text #foot", "-region | +V.before | ")


def test_a_list_of_skip_links_is_taken_link_by_link():
    check(
        "in_page",
        "[in_page body Skip_to_content=main Skip_to_footer=foot Search=find] | menu#find | text#main   | footer#foot",
        "-region                                                            |           | +III.target | -V.target",
    )


FIRST = Evidence(4, Label.MAIN, "breadcrumb.II.heading")
SECOND = Evidence(4, Label.OTHER, "blog_utility.II.after")
THIRD = Evidence(4, Label.OTHER, "in_page.II.above")
FOURTH = Evidence(4, Label.MAIN, "in_page.III.target")


@pytest.mark.parametrize(
    ("order", "winner"),
    [
        (Order.FIRST, FIRST),
        (Order.LAST, THIRD),
        (Order.MAIN, FIRST),
        (Order.OTHER, SECOND),
        (Order.MAJORITY, SECOND),
    ],
)
def test_what_wins_where_rules_disagree(order, winner):
    assert decide([FIRST, SECOND, THIRD], order) == {4: winner}


def test_a_tie_of_votes_is_not_main():
    assert decide([FIRST, SECOND, THIRD, FOURTH], Order.MAJORITY) == {4: SECOND}


def test_a_majority_for_main():
    assert decide([SECOND, FIRST, FOURTH], Order.MAJORITY) == {4: FIRST}


@pytest.mark.parametrize("order", Order)
def test_each_block_is_decided_by_itself(order):
    elsewhere = Evidence(7, Label.MAIN, "paging.II.before")
    assert decide([SECOND, elsewhere, THIRD], order)[7] == elsewhere
    assert decide([SECOND, elsewhere, THIRD], order)[4].label == Label.OTHER


@pytest.mark.parametrize("order", Order)
def test_a_single_word_counts_in_every_order(order):
    assert decide(iter([FIRST]), order) == {4: FIRST}
    assert decide([], order) == {}
