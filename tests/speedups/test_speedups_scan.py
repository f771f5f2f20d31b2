from __future__ import annotations

import pytest
from hostile import MARKUP, PAGES, built
from hypothesis import example, given
from hypothesis import strategies as st
from twins import HARMFUL, HARMLESS, UTF_8_KINDS

from scrapy_maincontent.page.encoding import decode
from scrapy_maincontent.page.limits import RAW_TEXT, Limits, is_harmless
from scrapy_maincontent.speed import scan, to_utf_8

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
@example(b"")
@example(b'<script a="/>')
@example(b"<script/><p>")
@example(b"<script a=/><p>")
@example(b"<script / / ><script //>")
@example(b'</a b="c" d="\'" ></a \'b="c">')
@example(b'</a b=">"></a"b="c">')
@example(b'</ b="c"></a b="c"')
def test_what_passes_the_scan_is_harmless_to_python(markup):
    for limits in SEVERAL:
        assert is_harmless(markup, limits) or not scan.is_plainly_harmless(markup, limits)


def test_what_is_harmless_to_python():
    assert all(is_harmless(markup, limits) for markup, limits in HARMLESS)
    assert not any(is_harmless(markup, limits) for markup, limits in HARMFUL)


@given(MARKUP, st.integers(1, 9), st.integers(1, 40))
def test_what_passes_the_scan_passes_pythons(markup, attributes, elements):
    limits = Limits(max_attributes=attributes, max_elements=elements)
    assert is_harmless(markup.encode(), limits) or not scan.is_plainly_harmless(markup.encode(), limits)


@pytest.mark.parametrize("path", PAGES[::5], ids=lambda path: path.stem)
def test_pages_pass_the_scan_and_are_harmless_wherever_they_are_cut(path):
    page = path.read_bytes()
    assert scan.is_plainly_harmless(page, Limits())
    for end in range(0, len(page), max(1, len(page) // 40)):
        assert is_harmless(page[:end], Limits()) or not scan.is_plainly_harmless(page[:end], Limits())


@pytest.mark.parametrize(
    "markup",
    [
        b"<!DOCTYPE html PUBLIC \"a\" 'b'><p class='a' id=b c>x</p><br/><!-- a > b --> 1 < 2 <?xml a?>",
        b"<SCRIPT a='>'>'<p a b c d e f>'</SCRIPT ><title>a<b</title>",
        b"<p a=b c=d>",
    ],
)
def test_ordinary_markup_passes_the_scan(markup):
    assert scan.is_plainly_harmless(markup, Limits(max_attributes=8))


def test_tags_with_half_of_the_attributes_allowed_pass_the_scan():
    assert scan.is_plainly_harmless(b"<p a b=c d='e' f=\"g\">", Limits(max_attributes=8))
    assert not scan.is_plainly_harmless(b"<p a b c d e>", Limits(max_attributes=8))


@pytest.mark.parametrize(
    "limits", [Limits(max_attributes=3.5), Limits(max_elements=1.5), Limits(max_elements=float("inf"))]
)
def test_limits_need_not_be_whole_numbers(limits):
    for markup in (b"<p a=b c=d>", b"<p a=b c=d e=f g=h i=j>", b"<p>", b"<p><p>"):
        assert is_harmless(markup, limits) or not scan.is_plainly_harmless(markup, limits)


BYTES = [
    *(
        b"a",
        b"text text ",
        b"\xc3\xa9",
        b"\xe5\xb1\xb1",
        b"\xf0\x9f\x99\x82",
        b"\xef\xbb\xbf",
        b"\xef\xbf\xbd",
        b"\xed\xa0\x80",
        b"\xc0\x80",
    ),
    *(
        b"\0",
        b"\x1b$B",
        b"~{",
        b"~",
        b"{",
        b"\x80",
        b"\xff\xfe",
        b"\xe9",
        b"<meta charset=shift_jis>",
        b"<meta charset=latin-1>",
    ),
    *(
        b"<meta charset=utf-8>",
        b"<?xml version='1.0' encoding='euc-kr'?>",
        b"\x82\xa0\x82\xa2",
        b"\xf4\x90\x80\x80",
        b"\xe0\x80\x80",
    ),
]
DECLARED = [None, "utf-8", "latin-1", "shift_jis", "hz", "utf-16", "nosuch"]


@given(st.lists(st.sampled_from(BYTES), max_size=8).map(b"".join), st.sampled_from(DECLARED))
def test_a_body_is_read_as_python_reads_it(body, declared):
    decoded = decode(body, declared)
    assert to_utf_8(body, declared) == (decoded.utf_8(), decoded.encoding)


def test_the_kinds_of_bodies():
    assert {body: scan.utf_8_kind(body) for body in UTF_8_KINDS} == UTF_8_KINDS


@given(st.binary(max_size=12))
def test_only_utf_8_passes_for_it(body):
    kind = scan.utf_8_kind(body)
    if kind:
        assert body.decode().isascii() == (kind == 1)


@given(st.text())
def test_all_of_utf_8_does(text):
    special = any(sign in text for sign in ("\0", "\x1b", "~{")) or text.startswith("\ufeff")
    assert bool(scan.utf_8_kind(text.encode())) != special
