"""Uda 4.2 (1) ①: + is main, - is not main; then the case and the rule."""

from __future__ import annotations

import pytest
from drawn_pages import cells, says


def check(page: str, expected: str) -> None:
    assert says(page, "breadcrumb") == cells(expected)


def test_one_trail_ends_the_header_and_a_heading_alone_takes_its_next_block():
    check(
        "menu       | [breadcrumb a] | menu | h1          | text     | text",
        "-II.before | -region        |      | +II.heading | +II.next |     ",
    )


def test_a_heading_with_text_takes_no_next_block():
    check(
        "menu       | [breadcrumb a] | h1 text     | text",
        "-II.before | -region        | +II.heading |     ",
    )


@pytest.mark.parametrize("block", ["h1 h2", "h1 picture"])
def test_a_block_with_anything_else_is_no_heading_alone(block):
    check(f"[breadcrumb a] | {block} | text", "-region | +II.heading | ")


def test_the_strongest_heading_counts_and_the_first_one_of_its_rank():
    check(
        "[breadcrumb a] | h3 text | h2 text     | h2 text | h4 text",
        "-region        |         | +II.heading |         |        ",
    )


def test_headings_before_the_trail_do_not_count():
    check(
        "h1         | [breadcrumb a] | h2 text    ",
        "-II.before | -region        | +II.heading",
    )


def test_the_next_block_is_one_of_content():
    check(
        "[breadcrumb a] | h1          | [blog_utility entry] | text",
        "-region        | +II.heading |                      | +II.next",
    )


def test_a_heading_alone_at_the_end_has_no_next_block():
    check("[breadcrumb a] | text | h1", "-region | | +II.heading")


def test_a_picture_may_be_a_heading():
    check("[breadcrumb a] | logo | text", "-region | +II.heading | +II.next")


def test_a_trail_without_a_heading_after_it():
    check("menu | [breadcrumb a] | text", "-II.before | -region | ")


def test_two_copies_of_a_trail_enclose_the_main_part():
    check(
        "menu         | [breadcrumb a] | menu | h1           | text      | [breadcrumb a] | footer",
        "-III.outside | -region        |      | +III.heading | +III.next | -region        | -III.outside",
    )


def test_the_heading_between_two_copies_counts_not_a_stronger_one_after_them():
    check(
        "[breadcrumb a] | h2 text      | [breadcrumb a] | h1",
        "-region        | +III.heading | -region        | -III.outside",
    )


def test_the_next_block_is_not_beyond_the_second_copy():
    check(
        "[breadcrumb a] | h1           | [breadcrumb a] | text",
        "-region        | +III.heading | -region        | -III.outside",
    )


def test_two_different_trails_say_nothing():
    check("menu | [breadcrumb a] | h1 | [breadcrumb b] | text", " | -region | | -region | ")


def test_two_copies_count_more_than_different_trails():
    check(
        "menu        | [breadcrumb b]      | menu        | [breadcrumb a] | h1 | [breadcrumb c] | [breadcrumb a] | footer",
        "-IV.outside | -region -IV.outside | -IV.outside | -region        |    | -region        | -region        | -IV.outside",
    )


@pytest.mark.parametrize("trails", ["aaa", "abc", "aabb", "aaab"])
def test_three_and_more_otherwise_say_nothing(trails):
    page = " | text | ".join(f"[breadcrumb {trail}]" for trail in trails)
    check(f"h1 | {page} | text", f" | {' | | '.join('-region' for _ in trails)} | ")


def test_copies_side_by_side_are_one():
    check(
        "menu       | [breadcrumb a] | [breadcrumb a] | h1 text    ",
        "-II.before | -region        | -region        | +II.heading",
    )
