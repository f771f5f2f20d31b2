"""Uda 4.2 (1) ③."""

from __future__ import annotations

from drawn_pages import cells, says


def check(page: str, expected: str) -> None:
    assert says(page, "site_info") == cells(expected)


def test_above_a_header_region():
    check("logo | [site_info header] | menu | text", "-II.above | -region | | ")


def test_below_a_footer_region():
    check("text | [site_info footer] | imprint | imprint", " | -region | -IV.below | -IV.below")


def test_a_side_says_nothing():
    check("text | [site_info side] | text", " | -region | ")


def test_the_lowest_header_and_the_highest_footer_speak_for_all():
    check(
        "[site_info header]    | menu      | [site_info header] | text | [site_info footer] | menu      | [site_info footer]",
        "-region -II.above | -II.above | -region            |      | -region            | -IV.below | -region -IV.below",
    )
