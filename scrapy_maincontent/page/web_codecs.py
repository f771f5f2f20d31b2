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
import tomllib
from contextlib import suppress
from functools import cache, lru_cache
from importlib import resources

from w3lib.encoding import html_body_declared_encoding, resolve_encoding

LABEL_LENGTH = 40
"""Longest label that is looked up, in characters; the longest one of the standard has 19."""
DECLARATION_BYTES = 4096
"""A page's own declaration is looked for in its first bytes only; browsers stop at 1,024."""
_NUMBERED = re.compile(r"(?:x-cp125|iso8859)\d{1,2}")
"""``x-cp1251`` and ``iso88592``: the standard's spellings that Python does not know."""
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
_CHARSET = re.compile(rb"charset\s*=\s*[\"']?([^\s\"';,]+)", re.IGNORECASE)
_XML_DECLARATION = re.compile(rb"""\s{0,99}<\?xml\s[^<>]{0,99}?\bencoding\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})""")


def resolve(label: str | None) -> str | None:
    """Return the codec that a web label (any string, quotes and case don't count) means; ``None`` for no known one."""
    if not label or len(label) > LABEL_LENGTH:
        return None
    return _resolve(label.strip(" \t\r\n\f\"';").lower())


@lru_cache(maxsize=256)
def _resolve(label: str) -> str | None:
    if not label.isascii() or not label.isprintable():
        return None
    labels, web_codecs, _ = _tables()
    codec = labels.get(label)
    if codec is None:
        if _NUMBERED.fullmatch(label):
            label = label.removeprefix("x-").replace("iso8859", "iso8859-")
        codec = resolve_encoding(label)
        codec = web_codecs.get(codec, codec) if codec else None
    return codec if codec in WEB_CODECS else None


@cache
def _tables() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """Return ``web_codecs.toml``: labels and codecs to the codec that each means, ISO 8859 parts to their siblings."""
    tables = tomllib.loads(resources.files(__package__).joinpath("web_codecs.toml").read_text("utf-8"))
    labels, stand_ins = (
        {name: codec for codec, names in tables[key].items() for name in names} for key in ("labels", "codecs")
    )
    return labels, stand_ins, tables["siblings"]


def declarations(body: bytes) -> list[str]:
    """Return codecs declared by ``<meta>``, then by ``<?xml ?>``; UTF-16 and UTF-32, unreadable if true, mean UTF-8."""
    head = body[:DECLARATION_BYTES]
    xml = _XML_DECLARATION.match(head)
    labels = [html_body_declared_encoding(head[xml.end() :] if xml else head)]
    if xml:
        labels.append(xml[1].decode("ascii", "ignore"))
    found = [codec for codec in map(resolve, labels) if codec]
    return ["utf-8" if codec.startswith(("utf-16", "utf-32")) else codec for codec in found]


def charset_in(content_type: bytes) -> str | None:
    """Return the charset that a Content-Type header names, as written."""
    named = _CHARSET.search(content_type)
    return named[1].decode("latin-1") if named else None


REPLACEMENT = "\ufffd"
REPAIR_LIMIT = 20_000
"""Up to this many undecodable places are repaired one by one; on a page with more they all become U+FFFD."""
_UNMAPPED = {
    "gb18030": {b"\x80": "€"},
    "big5hkscs": {b"\xa3\xe1": "€"}
    | dict(zip((bytes((0xC6, byte)) for byte in b"\xcf\xd3\xd5\xd7\xde\xdf"), "廴无癶隶〃仝", strict=True)),
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
    sibling = _tables()[2].get(codec, "cp1252")
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
    char = _jis_char(pair) if len(pair) == 2 and all(0xA1 <= byte <= 0xFE for byte in pair) else ""
    return (char, start + 2) if char else (REPLACEMENT, error.end)


def _jis_char(pair: bytes) -> str:
    """Return the character of two EUC-JP bytes, of a row and a cell, as cp932 has it, "" where it has none."""
    row, cell = pair[0] - 0xA1, pair[1] - 0xA1
    lead = (row >> 1) + (0x81 if row < 62 else 0xC1)
    trail = cell + 0x9F if row & 1 else cell + (0x40 if cell < 63 else 0x41)
    return bytes([lead, trail]).decode("cp932", "ignore")


codecs.register_error(_REPAIR, _repair)
