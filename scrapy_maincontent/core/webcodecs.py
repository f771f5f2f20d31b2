"""Decoding with Python's codecs as the WHATWG Encoding Standard decodes, where the two differ."""

from __future__ import annotations

import codecs
import threading
from contextlib import suppress
from functools import lru_cache

from .charsets import SINGLE_BYTE

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
