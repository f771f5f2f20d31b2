from __future__ import annotations

from hostile import built
from hypothesis import given
from hypothesis import strategies as st
from twins import UTF_8_KINDS

from scrapy_maincontent.page.encoding import decode
from scrapy_maincontent.page.reading import scan, to_utf_8
from scrapy_maincontent.page.stems import STEMS, PythonStems

pytestmark = built

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


STEMS_BY_NUMBER = [(stem, 1 << number) for number, stems in enumerate(STEMS.values()) for stem in stems]
NAME_PARTS = [
    *(stem for stem, _ in STEMS_BY_NUMBER),
    "li",
    "N",
    " ",
    "-",
    "_",
    "é",
    "İ",
    "\u212a",
    "あ",
    "\ud800",
    "\0",
]
NAMES = st.lists(st.sampled_from(NAME_PARTS) | st.sampled_from(NAME_PARTS).map(str.upper), max_size=5).map("".join)


@given(st.lists(NAMES | st.text(max_size=8), max_size=5))
def test_stems_of_names_are_found_as_python_finds_them(names):
    assert scan.Stems(STEMS_BY_NUMBER).read(names) == PythonStems(STEMS_BY_NUMBER).read(names)
