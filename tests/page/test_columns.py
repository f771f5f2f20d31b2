from __future__ import annotations

import pytest

from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.page.columns import NO_BOX, STAMP, boxes_of, has_boxes, without_stamps

PAGE = (
    f'<html {STAMP}="0 0 960 1200"><body {STAMP}="0 0 960 1200" class="day">'
    f'<p {STAMP}="-20 40 300 18">Mill</p><p hidden {STAMP}="none">Not shown</p><p>Put in by the parser</p></body></html>'
)


def test_boxes_belong_to_their_elements():
    page = read_page(PAGE)
    boxes = dict(zip(page.tags, boxes_of(page).tolist(), strict=True))
    assert boxes["body"] == [0, 0, 960, 1200]
    assert boxes_of(page)[page.tags.index("p")].tolist() == [-20, 40, 300, 18]


def test_what_is_not_shown_and_what_has_no_stamp_have_no_box():
    page = read_page(PAGE)
    shown = [box[2] != NO_BOX for tag, box in zip(page.tags, boxes_of(page).tolist(), strict=True) if tag == "p"]
    assert shown == [True, False, False]


def test_a_page_without_stamps_has_no_boxes():
    assert has_boxes(read_page(PAGE))
    assert not has_boxes(read_page("<body><p>Mill</p></body>"))


@pytest.mark.parametrize("value", ["", "0 0 10", "0 0 -5 5", "1e9 0 5 5", "99999999 0 5 5", "0 0 5 5 5", "a b c d"])
def test_a_stamp_that_no_browser_wrote_is_no_box(value):
    page = read_page(f'<body {STAMP}="{value}"><p>Mill</p></body>')
    assert (boxes_of(page) == NO_BOX).all()


def test_stamps_are_cut_out_and_nothing_else():
    assert without_stamps(PAGE.encode()).decode() == (
        '<html><body class="day"><p>Mill</p><p hidden>Not shown</p><p>Put in by the parser</p></body></html>'
    )
    plain = b"<p>12 34 56 78</p>"
    assert without_stamps(plain) is plain
