"""Uda 4.2 (1) ②."""

from __future__ import annotations

import pytest
from drawn_pages import cells, says


def check(page: str, expected: str) -> None:
    assert says(page, "paging") == cells(expected)


@pytest.mark.parametrize("subtype", ["pages", "articles"])
def test_one_region_stands_behind_the_main_part(subtype):
    check(
        f"menu | text | text   | [paging {subtype}] | related   | footer",
        "     |      | +II.before | -region            | -II.after | -II.after",
    )


def test_navigation_before_it_is_skipped_upwards():
    check(
        "text | text       | [blog_utility entry] | [in_page top] | [paging pages] | footer",
        "     | +II.before |                      |               | -region        | -II.after",
    )


def test_nothing_but_navigation_before_it():
    check("[breadcrumb a] | [paging pages] | text", " | -region | -II.after")


def test_two_of_the_same_enclose_the_main_part():
    check(
        "menu         | [paging pages] | text         | [in_page top] | text         | [paging pages] | footer",
        "-III.outside | -region        | +III.between |               | +III.between | -region        | -III.outside",
    )


def test_two_different_ones_say_nothing():
    check("menu | [paging pages] | text | [paging articles] | footer", " | -region | | -region | ")


def test_two_of_the_same_count_more_than_a_different_one():
    check(
        "menu        | [paging pages] | text        | [paging pages] | text        | [paging articles]    ",
        "-IV.outside | -region        | +IV.between | -region        | -IV.outside | -region -IV.outside",
    )


def test_three_of_the_same_say_nothing():
    check(
        "text | [paging pages] | text | [paging pages] | text | [paging pages]",
        "     | -region        |      | -region        |      | -region       ",
    )


def test_links_to_previous_and_next_side_by_side_are_one():
    check(
        "text | text       | [paging articles] | [paging articles] | footer",
        "     | +II.before | -region           | -region           | -II.after",
    )


def test_two_places_of_two_are_a_pair():
    check(
        "menu         | [paging pages] | text         | [paging pages] | [paging pages] | footer",
        "-III.outside | -region        | +III.between | -region        | -region        | -III.outside",
    )
