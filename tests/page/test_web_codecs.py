"""Web labels and the codecs they mean."""

from __future__ import annotations

import pytest

from scrapy_maincontent.page.web_codecs import REPAIR_LIMIT, SINGLE_BYTE, WEB_CODECS, declarations, decode_with, resolve


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
