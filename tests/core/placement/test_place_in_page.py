"""Uda 4.2 (1) ⑤."""

from __future__ import annotations

import pytest
from drawn_pages import cells, drawn, says

from scrapy_maincontent.blocks.placement import place
from scrapy_maincontent.page import Block


def check(page: str, expected: str) -> None:
    assert says(page, "in_page") == cells(expected)


def test_what_is_above_a_top_links_target_and_below_the_link():
    check(
        "banner    | banner    | menu#up | text | [in_page top up] | footer",
        "-II.above | -II.above |         |      | -region          | -II.after",
    )


def test_a_top_link_whose_target_ends_its_block():
    check(
        "banner    | menu #up   | text | [in_page top up] | footer",
        "-II.above | -II.target |      | -region          | -II.after",
    )


@pytest.mark.parametrize("fragment", ["", "top", "TOP"])
def test_the_pages_start_needs_no_element(fragment):
    check(f"menu | text | [in_page top ={fragment}] | footer", " | | -region | -II.after")


def test_an_element_called_top_is_the_target():
    check("banner | text#top | [in_page top top]", "-II.above | | -region")


def test_after_the_last_of_several_top_links():
    check(
        "banner    | menu#up | [in_page top up] | text | [in_page top up] | footer",
        "-II.above |         | -region          |      | -region          | -II.last",
    )


def test_the_lowest_of_several_targets():
    check(
        "menu#a    | menu      | menu #b    | text | [in_page top a] | text | [in_page top b]",
        "-II.above | -II.above | -II.target |      | -region         |      | -region",
    )


def test_a_top_link_that_leads_nowhere_still_ends_the_main_part():
    check("menu | text | [in_page top gone] | footer", " | | -region | -II.after")


def test_the_body_text_is_main():
    check("[in_page body main] | menu | text#main | text", "-region | | +III.target | ")


def test_an_anchor_before_text_of_its_block():
    check("[in_page body main] | menu #main text | text", "-region | +III.target | ")


def test_an_anchor_before_a_picture_of_its_block():
    check("[in_page body main] | menu #main picture | text", "-region | +III.target | ")


def test_an_anchor_at_the_end_of_its_block_means_the_next_one():
    check("[in_page body main] | menu picture #main | text | text", "-region | | +III.next | ")


def test_an_anchor_at_an_elements_end_whose_block_goes_on():
    page, blocks, regions = drawn("[in_page body main] | text #main | text | text")
    blocks[1:3] = [Block((blocks[1].texts[0], blocks[2].texts[1]), (0, 0))]
    assert [(item.block, item.rule) for item in place(page, blocks, regions)][1:] == [(1, "in_page.III.target")]


def test_an_anchor_in_an_empty_element_stands_with_what_follows():
    check("[in_page body main] | menu | #main | text", "-region | | | +III.target")


def test_a_target_that_is_navigation_means_the_next_block_of_content():
    check(
        "[in_page body breadcrumb] | menu | [breadcrumb a] | [paging pages] | h1          | text",
        "-region                   |      |                |                | +III.target |     ",
    )


def test_a_body_link_that_leads_nowhere_or_to_the_start_says_nothing():
    check("[in_page body gone] | text", "-region | ")
    check("text | [in_page body =] | text", " | -region | ")


def test_each_target_of_a_table_of_contents():
    check(
        "[in_page contents a b c] | h2#a text  | text | h2#b text  | text #c | h2 text",
        "-region                  | +IV.target |      | +IV.target |         | +IV.next",
    )


def test_two_targets_in_one_block_are_one_word():
    check("[in_page contents a b] | text#a text#b", "-region | +IV.target")


def test_the_end_is_not_main():
    check("[in_page end foot] | text | footer#foot | links", "-region | | -V.target | ")


def test_an_end_at_the_end_of_its_block_as_printed():
    check("[in_page end foot] | text | text | text #foot | footer", "-region | | +V.before | | ")


def test_a_list_of_skip_links_is_taken_link_by_link():
    check(
        "[in_page body Skip_to_content=main Skip_to_footer=foot Search=find] | menu#find | text#main   | footer#foot",
        "-region                                                            |           | +III.target | -V.target",
    )
