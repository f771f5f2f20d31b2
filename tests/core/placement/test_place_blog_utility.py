"""Uda 4.2 (1) ④."""

from __future__ import annotations

from drawn_pages import cells, says


def check(page: str, expected: str) -> None:
    assert says(page, "blog_utility") == cells(expected)


def test_one_entry_from_its_heading_to_the_region():
    check(
        "logo | menu | h2        | text      | picture   | [blog_utility entry] | comments  | footer",
        "     |      | +II.entry | +II.entry | +II.entry | -region              | -II.after | -II.after",
    )


def test_without_a_heading_no_entry():
    check("text | [blog_utility entry] | footer", " | -region | -II.after")


def test_a_heading_after_the_region_is_none_of_its_entry():
    check("text | [blog_utility entry] | h2 text", " | -region | -II.after")


def test_the_last_heading_before_counts():
    check(
        "h1 text | h3 text   | [blog_utility entry]",
        "        | +II.entry | -region             ",
    )


def test_navigation_within_an_entry_is_left_out():
    check(
        "h1        | [paging pages] | text      | [blog_utility entry]",
        "+II.entry |                | +II.entry | -region             ",
    )


def test_several_entries():
    check(
        "menu | h2         | text       | [blog_utility entry] | advert | h2 text    | [blog_utility entry] | footer",
        "     | +III.entry | +III.entry | -region              |        | +III.entry | -region              | -III.after",
    )


def test_two_regions_of_one_entry():
    check(
        "h1         | [blog_utility entry] | text       | [blog_utility entry] | footer",
        "+III.entry | -region              | +III.entry | -region              | -III.after",
    )
