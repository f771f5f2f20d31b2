"""Bytes to text, whatever the bytes: nothing raises, the text is clean, the time bounded, the detector idle."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.page.encoding import clean, decode
from scrapy_maincontent.page.web_codecs import WEB_CODECS

PAGE = "<html><body><p>夕方になると、港の市場には近くの島から届いたばかりの魚が並びます。</p></body></html>"


def test_nuls_and_surrogates_are_not_in_the_text() -> None:
    body = "<p>日本語の本文\0</p>".encode() + b"\xed\xa0\x80"
    assert decode(body, "utf-8").text == "<p>日本語の本文</p>\ufffd\ufffd\ufffd"
    assert decode(b"\xff\xfea\0\0\xd8b\0").text == "a\ufffdb"


@pytest.mark.parametrize(
    "label",
    [
        "zlib",
        "idna",
        "unicode_escape",
        "utf-7",
        "undefined",
        "",
        " ",
        "\0",
        "é",
        "../../x",
        "x" * 10_000,
        '"utf-8',
        "\ud800",
    ],
)
def test_hostile_label_is_no_label(label: str) -> None:
    text = PAGE
    assert decode(text.encode(), label).text == text
    assert decode(text.encode("cp932"), label).text == text


@pytest.mark.parametrize("body", [b"", b"\0\0\0", b"\xff\xfe", b"\xef\xbb\xbf"])
def test_nothing_is_empty_text(body: bytes) -> None:
    assert decode(body).text == ""


def test_detector_is_imported_only_when_needed() -> None:
    code = (
        "import sys; from scrapy_maincontent.page.encoding import decode;"
        "decode('日本語'.encode()); decode('日本語のページ'.encode('cp932'), 'sjis'); decode(b'caf\\xe9', 'latin1');"
        "sys.exit('chardet' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


LABELS = st.one_of(st.none(), st.text(max_size=50), st.sampled_from(sorted(WEB_CODECS)))
BODIES = st.one_of(
    st.binary(max_size=300),
    st.lists(
        st.sampled_from(
            [b"\x1b$B", b"\x1b(I", b"~{", b"\xff\xfe", b"<meta charset=", b"euc-jp>", b"\xa4\xa2", b"\0", b"a"]
        )
    ).map(b"".join),
    st.text(max_size=100).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.text(max_size=100).map(lambda text: text.encode("utf-16-le", "surrogatepass")),
)


@given(body=BODIES, label=LABELS)
def test_any_bytes_and_any_label_give_clean_text(body: bytes, label: str | None) -> None:
    decoded = decode(body, label)
    decoded.text.encode()  # fails on a lone surrogate
    assert "\0" not in decoded.text
    assert decoded.encoding in WEB_CODECS
    assert decode(body, label) == decoded


@pytest.mark.slow
@pytest.mark.parametrize("label", [None, "shift_jis", "iso-2022-jp"])
@pytest.mark.parametrize(
    "unit",
    [
        b"\xff",
        b"\0",
        b"\x80",
        b"\xad\xa1",
        b"\xa4\xa2",
        b"\x1b$B-!",
        b"<a>\xe9</a>",
        b"a\0",
        b"\xed\xa0\x80",
        b"<!--",
        b"<meta ",
    ],
)
def test_20_megabytes_are_text_of_one_of_the_webs_encodings(unit: bytes, label: str | None) -> None:
    decoded = decode(unit * (20_000_000 // len(unit)), label)
    assert decoded.encoding in WEB_CODECS
    assert "\0" not in decoded.text


@given(text=st.text(st.characters(), max_size=100))
def test_clean_drops_nuls_and_replaces_lone_surrogates(text: str) -> None:
    cleaned = clean(text)
    cleaned.encode()
    assert "\0" not in cleaned
    assert clean(cleaned) == cleaned


def test_clean_keeps_the_rest() -> None:
    assert clean("a\0b\ud800c\ud83d\ude00 日本") == "ab\ufffdc😀 日本"
