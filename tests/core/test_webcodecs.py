"""Decoding with Python's codecs as browsers decode."""

import pytest

from scrapy_maincontent.page.web_codecs import REPAIR_LIMIT, SINGLE_BYTE, WEB_CODECS, decode_with


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
