"""Web labels of character encodings, and the codecs they mean.

A label is what a header or a page calls its encoding; a codec is Python's name for it, in the spelling of
`codecs.lookup`. Labels mean what the WHATWG Encoding Standard assigns to them, often a superset of what they name:
"ISO-8859-1" is cp1252, "Shift_JIS" is cp932. w3lib knows most of them; the tables here hold the rest. `decode_with`
decodes with Python's codecs as the standard decodes, where the two differ.
"""

from __future__ import annotations

import codecs
import re
import threading
from contextlib import suppress
from functools import lru_cache

from w3lib.encoding import html_body_declared_encoding, resolve_encoding

LABEL_LENGTH = 40
"""Longest label that is looked up, in characters; the longest one of the standard has 19."""

DECLARATION_BYTES = 4096
"""A page's own declaration is looked for in its first bytes only; browsers stop at 1,024."""

_LABELS = {
    "unicode-1-1-utf-8": "utf-8",
    "unicode11utf8": "utf-8",
    "unicode20utf8": "utf-8",
    "x-unicode20utf8": "utf-8",
    "utf8mb4": "utf-8",
    "csiso88596e": "iso8859-6",
    "csiso88596i": "iso8859-6",
    "iso-8859-6-e": "iso8859-6",
    "iso-8859-6-i": "iso8859-6",
    "sun_eu_greek": "iso8859-7",
    "csiso88598e": "iso8859-8",
    "csiso88598i": "iso8859-8",
    "iso-8859-8-e": "iso8859-8",
    "iso-8859-8-i": "iso8859-8",
    "logical": "iso8859-8",
    "visual": "iso8859-8",
    "csisolatin9": "iso8859-15",
    "koi": "koi8-r",
    "koi8": "koi8-r",
    "koi8-ru": "koi8-u",
    "csmacintosh": "mac-roman",
    "mac": "mac-roman",
    "x-mac-roman": "mac-roman",
    "x-mac-cyrillic": "mac-cyrillic",
    "x-mac-ukrainian": "mac-cyrillic",
    "dos-874": "cp874",
    "csgb2312": "gb18030",
    "gb_2312": "gb18030",
    "x-gbk": "gb18030",
    "cn-big5": "big5hkscs",
    "x-x-big5": "big5hkscs",
    "cseucpkdfmtjapanese": "euc_jp",
    "x-euc-jp": "euc_jp",
    "cseuckr": "cp949",
    "csksc56011987": "cp949",
    "iso-ir-149": "cp949",
    "ks_c_5601-1989": "cp949",
    "ksc_5601": "cp949",
    "windows-949": "cp949",
    "csunicode": "utf-16-le",
    "iso-10646-ucs-2": "utf-16-le",
    "ucs-2": "utf-16-le",
    "unicode": "utf-16-le",
    "unicodefeff": "utf-16-le",
    "unicodefffe": "utf-16-be",
    "x-user-defined": "cp1252",
}
"""Labels that w3lib does not resolve."""

_NUMBERED = re.compile(r"(?:x-cp125|iso8859)\d{1,2}")
"""``x-cp1251`` and ``iso88592``: the standard's spellings that Python does not know."""

_WEB_CODECS = {
    "euc_jis_2004": "euc_jp",
    "euc_jisx0213": "euc_jp",
    "shift_jis_2004": "cp932",
    "shift_jisx0213": "cp932",
    "iso2022_jp": "iso2022_jp_ext",
    "iso2022_jp_1": "iso2022_jp_ext",
    "iso2022_jp_2": "iso2022_jp_ext",
    "iso2022_jp_2004": "iso2022_jp_ext",
    "iso2022_jp_3": "iso2022_jp_ext",
    "cp950": "big5hkscs",
    "utf-8-sig": "utf-8",
    "utf-16": "utf-16-le",
    "utf-32": "utf-32-le",
    "iso8859-1": "cp1252",
}
"""Codecs that stand for another one on the web, beyond those that w3lib translates."""

LATIN = frozenset(
    f"{family}{number}"
    for family, numbers in (("cp125", (0, 2, 4, 7, 8)), ("iso8859-", (2, 3, 4, 10, 13, 14, 15, 16)))
    for number in numbers
) | {"mac-roman"}
"""Single-byte codecs of Latin scripts: they take nearly any byte for a letter."""

SINGLE_BYTE = LATIN | {
    *("cp1251", "cp1253", "cp1255", "cp1256", "cp866", "cp874", "koi8-r", "koi8-u", "mac-cyrillic"),
    *("iso8859-5", "iso8859-6", "iso8859-7", "iso8859-8"),
}
EAST_ASIAN = frozenset({"cp932", "euc_jp", "gb18030", "big5hkscs", "cp949"})
ESCAPED = frozenset({"iso2022_jp_ext", "iso2022_kr", "hz"})
"""Encodings of 7-bit bytes that switch by escape sequences."""
UTF_16 = frozenset({"utf-16-le", "utf-16-be"})
PLAIN = SINGLE_BYTE | EAST_ASIAN | {"utf-8"}
"""Encodings in which markup is ASCII."""
WEB_CODECS = PLAIN | ESCAPED | UTF_16 | {"utf-32-le", "utf-32-be"}
"""Every codec this package decodes with. Codecs that are no text encodings (zlib, idna, unicode_escape) are not in."""

_XML_DECLARATION = re.compile(rb"""\s{0,99}<\?xml\s[^<>]{0,99}?\bencoding\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})""")


def resolve(label: str | None) -> str | None:
    """Return the codec that a web label means, or ``None`` where it means none that text is decoded with.

    Any string may be given. Case, surrounding white space and quotes do not count.
    """
    if not label or len(label) > LABEL_LENGTH:
        return None
    return _resolve(label.strip(" \t\r\n\f\"';").lower())


@lru_cache(maxsize=256)
def _resolve(label: str) -> str | None:
    if not label.isascii() or not label.isprintable():
        return None
    codec = _LABELS.get(label)
    if codec is None:
        if _NUMBERED.fullmatch(label):
            label = label.removeprefix("x-").replace("iso8859", "iso8859-")
        codec = resolve_encoding(label)
        codec = _WEB_CODECS.get(codec, codec) if codec else None
    return codec if codec in WEB_CODECS else None


def declarations(body: bytes) -> list[str]:
    """Return the codecs that a page declares in its first `DECLARATION_BYTES`: by ``<meta>``, then by ``<?xml ?>``.

    UTF-16 and UTF-32 there mean UTF-8: had they been true, the declaration could not have been read.
    """
    head = body[:DECLARATION_BYTES]
    xml = _XML_DECLARATION.match(head)
    labels = [html_body_declared_encoding(head[xml.end() :] if xml else head)]
    if xml:
        labels.append(xml[1].decode("ascii", "ignore"))
    found = [codec for codec in map(resolve, labels) if codec]
    return ["utf-8" if codec.startswith(("utf-16", "utf-32")) else codec for codec in found]


# Decoding

REPLACEMENT = "\ufffd"

REPAIR_LIMIT = 20_000
"""Up to this many undecodable places are repaired one by one; on a page with more they all become U+FFFD."""

_SIBLINGS = {
    "iso8859-2": "cp1250",
    "iso8859-4": "cp1257",
    "iso8859-5": "cp1251",
    "iso8859-6": "cp1256",
    "iso8859-7": "cp1253",
    "iso8859-8": "cp1255",
    "iso8859-13": "cp1257",
}
"""Pages that name an ISO 8859 part and hold bytes 80 to 9F were written in the Windows code page beside it."""

_UNMAPPED = {
    "gb18030": {b"\x80": "€"},
    "big5hkscs": {
        b"\xa3\xe1": "€",
        b"\xc6\xcf": "廴",
        b"\xc6\xd3": "无",
        b"\xc6\xd5": "癶",
        b"\xc6\xd7": "隶",
        b"\xc6\xde": "〃",
        b"\xc6\xdf": "仝",
    },
}
"""What the standard decodes and Python's codec does not."""

_JIS = (("〜", "～"), ("‖", "∥"), ("−", "－"), ("¢", "￠"), ("£", "￡"), ("¬", "￢"))
_BIG5 = (("•", "‧"), ("､", "﹑"), ("‾", "¯"), ("∼", "～"), ("♁", "⊕"), ("☉", "⊙"), ("\uff0f", "∕"), ("\uff3c", "﹨"))
_MAPPED_OTHERWISE = {
    "euc_jp": _JIS,
    "iso2022_jp_ext": _JIS,
    "big5hkscs": (*_BIG5, ("¥", "￥"), ("¢", "￠"), ("£", "￡")),
}
"""Characters that Python's codec puts where the standard, and cp932 or cp950, have another one."""

_REPAIR = "scrapy_maincontent.web"
_REPAIRED = _UNMAPPED.keys() | {"euc_jp", "iso2022_jp_ext"}
_repairs = threading.local()


def decode_with(body: bytes, codec: str) -> str:
    """Decode with one of `WEB_CODECS`; what cannot be decoded becomes U+FFFD. Never raises."""
    if codec in SINGLE_BYTE:
        return codecs.charmap_decode(body, "strict", _byte_table(codec))[0]
    try:
        text = body.decode(codec)
    except UnicodeDecodeError:
        text = body.decode(codec, "replace")
        if codec in _REPAIRED and text.count(REPLACEMENT) <= REPAIR_LIMIT:
            _repairs.left = REPAIR_LIMIT
            with suppress(UnicodeDecodeError):
                text = body.decode(codec, _REPAIR)
    for char, web_char in _MAPPED_OTHERWISE.get(codec, ()):
        text = text.replace(char, web_char)
    return text


@lru_cache(maxsize=len(SINGLE_BYTE))
def _byte_table(codec: str) -> str:
    """Return the 256 characters of a single-byte codec, without C1 controls; U+FFFD stands for undefined bytes."""
    sibling = _SIBLINGS.get(codec, "cp1252")
    chars = (_char(byte, codec) for byte in range(256))
    return "".join(
        _char(byte, sibling) if 0x80 <= byte < 0xA0 and "\x80" <= char < "\xa0" else char
        for byte, char in enumerate(chars)
    )


def _char(byte: int, codec: str) -> str:
    return bytes([byte]).decode(codec, "replace")


def _repair(error: UnicodeError) -> tuple[str, int]:
    """Decode what the standard decodes and Python does not: NEC's and IBM's characters in JIS, and `_UNMAPPED`."""
    assert isinstance(error, UnicodeDecodeError)
    _repairs.left -= 1
    if _repairs.left < 0:
        raise error
    start = error.start
    pair = error.object[start : start + 2]
    if error.encoding in _UNMAPPED:
        unmapped = _UNMAPPED[error.encoding]
        for code in (pair, pair[:1]):
            if code in unmapped:
                return unmapped[code], start + len(code)
        return REPLACEMENT, error.end
    if error.encoding == "iso2022_jp_ext":
        if 0xA1 <= pair[0] <= 0xDF:
            return pair[:1].decode("cp932"), start + 1
        pair = bytes(byte | 0x80 for byte in pair) if max(pair) < 0x80 else b""
    char = _jis_char(pair)
    return (char, start + 2) if char else (REPLACEMENT, error.end)


def _jis_char(pair: bytes) -> str:
    """Return the character of two EUC-JP bytes as cp932 has it, "" where it has none."""
    if len(pair) < 2 or not all(0xA1 <= byte <= 0xFE for byte in pair):
        return ""
    row, cell = pair[0] - 0xA1, pair[1] - 0xA1
    lead = (row >> 1) + (0x81 if row < 62 else 0xC1)
    trail = cell + 0x9F if row & 1 else cell + (0x40 if cell < 63 else 0x41)
    return bytes([lead, trail]).decode("cp932", "ignore")


codecs.register_error(_REPAIR, _repair)
