from __future__ import annotations

import pytest
from hostile import MARKUP, PAGES, built
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scrapy_maincontent import compiled
from scrapy_maincontent.core.limits import RAW_TEXT, Limits, is_harmless

pytestmark = built

TOKENS = [
    *(
        b"<",
        b">",
        b"/",
        b"!",
        b"?",
        b"-",
        b"--",
        b"=",
        b'"',
        b"'",
        b" ",
        b"\n",
        b"\x0b",
        b"\x1c",
        b"\0",
        b"\xc3\xa9",
        b"a",
    ),
    *(b"</", b"<!", b"<!--", b"-->", b"--!>", b"/>", b' a="b"', b" c=d", b"<p", b"<?x", b"<!doctype html>"),
    *(b"<" + name for name in RAW_TEXT),
    *(b"</" + name.upper() for name in RAW_TEXT),
]
SEVERAL = [Limits(max_attributes=number) for number in (1, 2, 3, 4, 512)]


@given(st.lists(st.sampled_from(TOKENS), max_size=30).map(b"".join))
@settings(max_examples=1500, deadline=None)
@example(b"")
@example(b'<script a="/>')
@example(b"<script/><p>")
def test_both_scans_agree_on_hostile_markup(markup):
    for limits in SEVERAL:
        assert compiled.is_harmless(markup, limits) == is_harmless(markup, limits)


@given(MARKUP, st.integers(1, 9), st.integers(1, 40))
def test_both_scans_agree_on_markup(markup, attributes, elements):
    limits = Limits(max_attributes=attributes, max_elements=elements)
    assert compiled.is_harmless(markup.encode(), limits) == is_harmless(markup.encode(), limits)


@pytest.mark.parametrize("path", PAGES[::5], ids=lambda path: path.stem)
def test_both_scans_agree_wherever_a_page_is_cut(path):
    page = path.read_bytes()
    for end in range(0, len(page), max(1, len(page) // 40)):
        assert compiled.is_harmless(page[:end], Limits()) == is_harmless(page[:end], Limits())


@pytest.mark.parametrize(
    "limits", [Limits(max_attributes=3.5), Limits(max_elements=1.5), Limits(max_elements=float("inf"))]
)
def test_limits_need_not_be_whole_numbers(limits):
    for markup in (b"<p a=b c=d>", b"<p a=b c=d e=f g=h i=j>", b"<p>", b"<p><p>"):
        assert compiled.is_harmless(markup, limits) == is_harmless(markup, limits)
