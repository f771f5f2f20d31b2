"""Web labels and the codecs they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scrapy_maincontent.page.web_codecs import (
    REPAIR_LIMIT,
    SINGLE_BYTE,
    WEB_CODECS,
    charset_in,
    declarations,
    decode_with,
    resolve,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


@pytest.mark.parametrize(
    ("codec", "labels"),
    [
        ("utf-8", "utf-8 UTF8 unicode-1-1-utf-8 utf8mb4"),
        ("cp932", "Shift_JIS shift-jis sjis x-sjis Windows-31J ms_kanji ms932 csShiftJIS"),
        ("euc_jp", "EUC-JP x-euc-jp csEUCPkdFmtJapanese"),
        ("iso2022_jp_ext", "ISO-2022-JP csISO2022JP"),
        ("gb18030", "GB2312 gbk x-gbk gb18030 chinese gb_2312-80 csgb2312"),
        ("big5hkscs", "Big5 big5-hkscs cn-big5 x-x-big5"),
        ("cp949", "EUC-KR ks_c_5601-1987 ks_c_5601-1989 ksc5601 windows-949 korean"),
        ("cp1252", "ISO-8859-1 latin1 l1 us-ascii ascii windows-1252 x-cp1252 iso88591 ansi_x3.4-1968"),
        ("cp1254", "ISO-8859-9 latin5 iso88599 windows-1254"),
        ("cp874", "TIS-620 iso-8859-11 windows-874 dos-874"),
        ("iso8859-2", "ISO-8859-2 latin2 iso88592 iso_8859-2:1987"),
        ("iso8859-8", "ISO-8859-8 iso-8859-8-i logical visual hebrew"),
        ("iso8859-3", "ISO-8859-3 latin3"),
        ("iso8859-4", "ISO-8859-4 latin4"),
        ("iso8859-10", "ISO-8859-10 latin6"),
        ("iso8859-13", "ISO-8859-13 iso885913"),
        ("iso8859-14", "ISO-8859-14 iso885914"),
        ("iso8859-15", "ISO-8859-15 latin9"),
        ("iso8859-16", "ISO-8859-16"),
        ("cp1250", "windows-1250 x-cp1250"),
        ("cp1257", "windows-1257 x-cp1257"),
        ("cp1258", "windows-1258 x-cp1258"),
        ("koi8-r", "KOI8-R koi koi8 cskoi8r"),
        ("koi8-u", "KOI8-U koi8-ru"),
        ("mac-roman", "macintosh x-mac-roman mac"),
        ("mac-cyrillic", "x-mac-cyrillic x-mac-ukrainian"),
        ("utf-16-le", "UTF-16 utf-16le unicode ucs-2"),
        ("utf-16-be", "UTF-16BE unicodefffe"),
    ],
)
def test_labels_mean_what_they_mean_on_the_web(codec: str, labels: str) -> None:
    assert {label: resolve(label) for label in labels.split()} == dict.fromkeys(labels.split(), codec)


@pytest.mark.parametrize("label", ['"Shift_JIS"', " shift_jis\n", "shift_jis;", "'SHIFT_JIS'"])
def test_quotes_and_white_space_do_not_count(label: str) -> None:
    assert resolve(label) == "cp932"


@pytest.mark.parametrize(
    "label", ["zlib", "hex", "rot13", "idna", "punycode", "unicode_escape", "utf-7", "cp037", "mbcs"]
)
def test_what_no_page_is_written_in_is_no_encoding(label: str) -> None:
    assert resolve(label) is None


def test_both_declarations_of_a_page_are_found() -> None:
    assert declarations(b'<?xml version="1.0" encoding="utf-16"?><meta charset="sjis">') == ["cp932", "utf-8"]
    assert declarations(b"<?xml version='1.0' encoding='EUC-JP' ?><p>") == ["euc_jp"]
    assert declarations(b"<p>charset=sjis</p>") == []


# Decoding with Python's codecs as browsers decode.


@pytest.mark.parametrize("codec", sorted(WEB_CODECS - {"utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"}))
def test_ascii_markup_is_ascii_in_every_encoding(codec: str) -> None:
    assert (
        decode_with(b'<p class="a">Text & more: 100 % [x] {y}</p>', codec)
        == '<p class="a">Text & more: 100 % [x] {y}</p>'
    )


def test_a_page_of_many_broken_bytes_is_not_repaired_one_by_one() -> None:
    assert (
        decode_with(b"\x8e\x20" * (2 * REPAIR_LIMIT) + b"\xad\xa1", "euc_jp")
        == "\ufffd " * (2 * REPAIR_LIMIT) + "\ufffd\ufffd"
    )
    assert decode_with(b"\xad\xa1", "euc_jp") == "①"


@pytest.mark.parametrize("codec", sorted(SINGLE_BYTE))
def test_no_single_byte_text_has_c1_controls(codec: str) -> None:
    text = decode_with(bytes(range(0x80, 0x100)), codec)
    assert len(text) == 0x80
    assert not any("\x80" <= char < "\xa0" for char in text)


CELLS = range(0xA1, 0xFF)


@pytest.mark.parametrize(
    ("row", "lead", "trails"),
    [
        (0xAD, 0x87, [*range(0x40, 0x7F), *range(0x80, 0x9F)]),
        (0xF9, 0xED, [*range(0x40, 0x7F), *range(0x80, 0x9F)]),
        (0xFA, 0xED, range(0x9F, 0xFD)),
        (0xFB, 0xEE, [*range(0x40, 0x7F), *range(0x80, 0x9F)]),
        (0xFC, 0xEE, range(0x9F, 0xFD)),
    ],
)
def test_rows_of_jis_that_only_shift_jis_has(row: int, lead: int, trails: Sequence[int]) -> None:
    expected = [bytes((lead, trail)).decode("cp932", "ignore") for trail in trails]
    assert [decode_with(bytes((row, cell)), "euc_jp").strip("\ufffd") for cell in CELLS] == expected
    escaped = [decode_with(b"\x1b$B" + bytes((row & 0x7F, cell & 0x7F)), "iso2022_jp_ext") for cell in CELLS]
    assert [text.strip("\ufffd") for text in escaped] == expected


@pytest.mark.parametrize(("byte", "char"), [(0xA1, "｡"), (0xDF, "ﾟ"), (0xA0, "\ufffd"), (0xE0, "\ufffd")])
def test_half_width_kana_among_escapes(byte: int, char: str) -> None:
    assert decode_with(b"a" + bytes([byte]) + b"b", "iso2022_jp_ext") == f"a{char}b"


@pytest.mark.parametrize(
    ("codec", "body", "text"),
    [
        ("gb18030", b"\x80\x81", "€\ufffd"),
        ("big5hkscs", b"\xa3\xe1\xc6\xcf\xc6\xdf\xa3\xe2", "€廴仝\ufffd\ufffd"),
        ("big5hkscs", b"\xc6", "\ufffd"),
        ("euc_jp", b"\xad", "\ufffd"),
        ("euc_jp", b"\xad\xa1\xad", "①\ufffd"),
        ("euc_jp", b"\xad\x41", "\ufffdA"),
    ],
)
def test_what_the_standard_decodes_and_python_does_not(codec: str, body: bytes, text: str) -> None:
    assert decode_with(body, codec) == text


@pytest.mark.parametrize(("broken", "end"), [(19_998, "①"), (19_999, "\ufffd\ufffd")])
def test_up_to_20_000_places_are_repaired(broken: int, end: str) -> None:
    assert decode_with(b"\x8e\x20" * broken + b"\xad\xa1", "euc_jp") == "\ufffd " * broken + end


@pytest.mark.parametrize(("blanks", "codec"), [(35, "utf-8"), (36, None)])
def test_a_label_has_40_characters(blanks: int, codec: str | None) -> None:
    assert resolve("utf-8" + " " * blanks) == codec


@pytest.mark.parametrize(("before", "found"), [(4096, []), (4000, ["cp932"])])
def test_a_declaration_stands_in_the_first_4096_bytes(before: int, found: list[str]) -> None:
    meta = b"<meta charset=sjis>"
    assert declarations(b" " * before + meta) == found
    assert declarations(b" " * (4096 - len(meta)) + meta) == ["cp932"]
    assert declarations(b" " * (4096 - len(meta) + 2) + meta) != ["cp932"]


@pytest.mark.parametrize("label", ["utf-16", "utf-16be", "utf-32"])
def test_what_cannot_be_read_as_it_says_means_utf_8(label: str) -> None:
    assert declarations(b"<meta charset=%b>" % label.encode()) == ["utf-8"]


@pytest.mark.parametrize(
    ("header", "charset"),
    [(b"text/html; charset=latin1", "latin1"), (b'text/html;Charset = "x y"', "x"), (b"text/html", None)],
)
def test_the_charset_of_a_header(header: bytes, charset: str | None) -> None:
    assert charset_in(header) == charset
