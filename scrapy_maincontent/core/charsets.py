"""Web labels of character encodings, and the codecs they mean.

A label is what a header or a page calls its encoding; a codec is Python's name for it, in the spelling of
`codecs.lookup`. Labels mean what the WHATWG Encoding Standard says they mean, often a superset of what they say:
"ISO-8859-1" is cp1252, "Shift_JIS" is cp932. w3lib knows most of them; the tables here hold the rest.
"""

from __future__ import annotations

import re
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
