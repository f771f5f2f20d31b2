"""Bytes to text: byte order mark, header, the page's own declaration, valid UTF-8, and a detector when nothing holds.

A declaration is believed only as far as the bytes bear it out. All checks are linear in what they look at. The shares
named here were chosen on pages in 25 languages, read in the right encoding and in wrong ones; see
docs/explanation/encodings.md.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from w3lib.encoding import read_bom

from .web_codecs import EAST_ASIAN, LATIN, PLAIN, REPLACEMENT, declarations, decode_with, resolve

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


FALLBACK = "cp1252"
"""What is left where nothing is declared, nothing holds and nothing is detected."""
UTF_8_MIN = 4
"""Valid UTF-8 with this many non-ASCII characters is UTF-8, whatever it is declared to be; a word or two in an East
Asian encoding may be valid UTF-8 by chance, so below that a declaration of one is believed."""
HOPELESS_SHARE = 0.25
"""A declared encoding that nothing confirms is kept up to this share of undecodable characters."""
_ISO_2022 = {"iso2022_jp_ext": re.compile(rb"\x1b(?:\$[@B]|\([IJ])"), "iso2022_kr": re.compile(rb"\x1b\$\)C")}


@dataclass(frozen=True, slots=True)
class Decoded:
    """A page's text, and Python's name of the codec that it was read with (``"utf-8"``, ``"cp932"``).

    ``text`` holds no NUL, no lone surrogate and no byte order mark; U+FFFD stands for what could not be decoded.
    """

    text: str
    encoding: str
    body: bytes | None = field(default=None, compare=False, repr=False)
    """What was decoded, where that is just the text in UTF-8."""

    def utf_8(self) -> bytes:
        """Return the text in UTF-8, without encoding it for most pages."""
        return self.text.encode() if self.body is None else self.body


def decode(body: bytes, declared: str | None = None) -> Decoded:
    """Decode a page. Never raises, whatever the bytes and the label are.

    ``declared`` is the charset that the HTTP header or the caller names: a web label, which may be wrong, unknown or
    hostile. A byte order mark goes before it (WHATWG), the page's own declaration comes after it.
    """
    valid = None
    decoded = _marked(body) or _escaped(body, declared)
    if decoded is None:
        valid = _valid_utf_8(body)
        decoded = _legacy(body, declared) if valid is None else _confirmed(valid, body, declared)
    # No codec of ours makes a NUL of other bytes, or a lone surrogate: the slower `clean` is for text from elsewhere.
    text = decoded.text.replace("\0", "") if b"\0" in body else decoded.text
    text = text.lstrip("\ufeff")
    # Text that ends with U+FFFD may have been cut in a character.
    is_body = text == valid and not text.endswith(REPLACEMENT)
    return Decoded(text, decoded.encoding, body if is_body else None)


def codec_of(body: bytes, declared: str | None, *, is_ascii: bool) -> str | None:
    """Return the codec of valid UTF-8 without byte order mark and escapes, or ``None``: `decode` looks closer."""
    for codec in _candidates(body, declared):
        if is_ascii or codec == "utf-8":
            return codec
        if codec in EAST_ASIAN:
            return None
    return "utf-8"


def clean(text: str) -> str:
    """Return text without NULs and with U+FFFD for lone surrogates; pairs of surrogates are joined."""
    text = text.replace("\0", "")
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _marked(body: bytes) -> Decoded | None:
    """Decode what begins with a byte order mark, or shows UTF-16's pattern of NULs without one."""
    codec, bom = read_bom(body)
    if codec and bom:
        return Decoded(decode_with(body[len(bom) :], codec), codec)
    codec = utf_16(body)
    return Decoded(decode_with(body, codec), codec) if codec else None


def _escaped(body: bytes, declared: str | None) -> Decoded | None:
    """Decode 7-bit bytes that switch by escape sequences: ISO-2022 wherever they show, HZ only where declared."""
    found = ["hz"] if b"~{" in body and "hz" in (resolve(declared), *declarations(body)) else []
    if b"\x1b" in body:
        found += [codec for codec, pattern in _ISO_2022.items() if pattern.search(body)]
    for codec in found:
        text = decode_with(body, codec)
        if holds(text, codec, body):
            return Decoded(text, codec)
    return None


def _candidates(body: bytes, declared: str | None) -> Iterator[str]:
    """Yield what is declared, the header's first, but for the encodings that show in the bytes (UTF-16, ISO-2022)."""
    if (codec := resolve(declared)) in PLAIN:
        yield codec
    yield from filter(PLAIN.__contains__, declarations(body))


def _valid_utf_8(body: bytes) -> str | None:
    """Return the text of valid UTF-8, the last character of which may be cut, or ``None``."""
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        if error.reason != "unexpected end of data":
            return None
    text = body.decode("utf-8", "replace")
    return text if non_ascii(text) > 1 else None


def _confirmed(text: str, body: bytes, declared: str | None) -> Decoded:
    """Name the encoding of a body that is valid UTF-8; ASCII is what it is declared to be."""
    for codec in _candidates(body, declared):
        if codec == "utf-8" or text.isascii():
            return Decoded(text, codec)
        if codec in EAST_ASIAN and non_ascii(text) < UTF_8_MIN:
            other = decode_with(body, codec)
            if holds(other, codec, body):
                return Decoded(other, codec)
    return Decoded(text, "utf-8")


def _legacy(body: bytes, declared: str | None) -> Decoded:
    """Decode a body that is not UTF-8: where two declarations hold, the detector decides, or the header goes first."""
    named = dict.fromkeys(_candidates(body, declared))
    readings = {codec: decode_with(body, codec) for codec in ("utf-8", *named)}
    holding = [codec for codec, text in readings.items() if holds(text, codec, body)]
    if "utf-8" in holding:
        return Decoded(readings["utf-8"], "utf-8")
    if holding:
        codec = choose(sample(body), holding) if len(holding) > 1 else holding[0]
        return Decoded(readings[codec], codec)
    found = guess(sample(body))
    if found:
        text = readings.get(found) or decode_with(body, found)
        if holds(text, found, body):
            return Decoded(text, found)
    shares = {codec: bad_share(readings[codec], codec, body) for codec in named}
    least = min(shares, key=shares.__getitem__, default=FALLBACK)
    if shares.get(least, 1) <= HOPELESS_SHARE:
        return Decoded(readings[least], least)
    return Decoded(decode_with(body, FALLBACK), FALLBACK)


# Detection: kana first, then chardet; docs/explanation/encodings.md compares it with others.

DETECTABLE = (
    *("cp1252", "utf-8", "cp932", "euc_jp", "gb18030", "big5hkscs", "cp949", "koi8-r", "koi8-u", "cp874"),
    *("cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257"),
    *("iso8859-2", "iso8859-5", "iso8859-7", "iso8859-15"),
)
"""What the detector may find: encodings that undeclared pages are in. With rarer ones added (cp866, iso8859-3, Mac
codecs) it was wrong more often on short texts; without iso8859-15 it lost the euro signs of such pages."""
_REPAIRABLE = ("gb18030", "big5hkscs", "cp949")


def guess(piece: bytes) -> str | None:
    """Return the codec that a sample of text seems to be in, or ``None``. ``piece`` comes from `sample`."""
    codec = japanese(piece) or _detect(piece)
    if codec in EAST_ASIAN or not has_long_runs(piece):
        return codec
    return next((other for other in _REPAIRABLE if _is_broken(piece, other)), codec)


def choose(piece: bytes, codecs: Sequence[str]) -> str:
    """Return the one of some codecs that a sample of text seems to be in; the first one where none is detected."""
    codec = japanese(piece)
    if codec is None or codec not in codecs:
        codec = _detect(piece, codecs)
    return codec or codecs[0]


def _detect(piece: bytes, among: Sequence[str] = DETECTABLE) -> str | None:
    import chardet  # takes time and memory that most crawls never need

    names = [codec.replace("_", "-") for codec in among]
    found = chardet.detect(
        piece,
        include_encodings=names,
        no_match_encoding=names[0],
        empty_input_encoding=names[0],
        compat_names=False,
        prefer_superset=False,
    )
    return resolve(found["encoding"])


def _is_broken(piece: bytes, codec: str) -> bool:
    """Return True if a sample is in ``codec`` but for a few lines, which pages that cut strings by bytes have."""
    if not holds(decode_with(piece, codec), codec, piece):
        return False
    whole = b"\n".join(line for line in piece.split(b"\n") if _is_valid(line, codec))
    return len(whole) < len(piece) and _detect(whole) == codec


def _is_valid(line: bytes, codec: str) -> bool:
    try:
        line.decode(codec)
    except UnicodeDecodeError:
        return False
    return True


SAMPLE_BYTES = 65_536
"""Size of the sample that detection looks at; the text of most pages fits in."""
CONTEXT_BYTES = 40
"""ASCII text before a stretch of non-ASCII bytes that goes into the sample with it."""
NUL_HEAD_BYTES = 4096
UTF_16_NULS = 0.2
UTF_16_STRAY_NULS = 0.1
"""UTF-16 markup: over a fifth of the first byte pairs are an ASCII character and its NUL, and next to no NUL stands on
the other side (up to this share of those)."""
BAD_SHARE = 0.03
"""Share of a text's non-ASCII characters that may be undecodable or for private use: pages cut strings by bytes."""
BAD_SHARE_UTF_8 = 0.4
"""The same for UTF-8, whose patterns do not come about by chance: other encodings read as UTF-8 had 68 % and more."""
HALF_WIDTH_SHARE = 0.7
"""Share of half-width katakana above which a reading as cp932 is wrong."""
LONG_RUN_SHARE = 0.3
LONG_RUN_MIN_BYTES = 12
"""Latin scripts hardly ever have four non-ASCII bytes in a row; counted from this many non-ASCII bytes on."""
KANA_SHARE = 0.03
"""Kana among the non-ASCII characters of a Japanese text. No page of another language had any in a clean reading."""
_HIGH = re.compile(rb"[\x80-\xff][^<>]*")
_LONG_RUN = re.compile(rb"[\x80-\x9f\xa1-\xff]{4,}")
_NOT_NBSP = bytes(byte for byte in range(0x80, 0x100) if byte != 0xA0)
_PRIVATE = re.compile("[\ue000-\uf8ff]+")
_HALF_WIDTH = re.compile("[\uff61-\uff9f]+")
_KANA = re.compile("[ぁ-ゖァ-ヺー]+")


def sample(body: bytes) -> bytes:
    """Return stretches of text with non-ASCII bytes, at most `SAMPLE_BYTES`, cut between characters where possible."""
    parts, size, last = [], 0, 0
    for match in _HIGH.finditer(body):
        before = body[max(last, match.start() - CONTEXT_BYTES) : match.start()]
        before = before[max(before.rfind(b"<"), before.rfind(b">")) + 1 :]
        parts.append(before + body[match.start() : min(match.end(), match.start() + SAMPLE_BYTES)])
        size += len(parts[-1]) + 1
        last = match.end()
        if size > SAMPLE_BYTES:
            break
    joined = b"\n".join(parts)
    if len(joined) > SAMPLE_BYTES:
        cut = max(joined.rfind(stop, 0, SAMPLE_BYTES) for stop in (b"\n", b" ", b'"', b"&"))
        joined = joined[: cut if cut > 0 else SAMPLE_BYTES]
    return joined


def utf_16(body: bytes) -> str | None:
    """Return the UTF-16 codec whose pattern of NULs the first bytes of markup show, or ``None``."""
    head = body[: min(NUL_HEAD_BYTES, len(body) & ~1)]
    even, odd = head[::2].count(0), head[1::2].count(0)
    if max(even, odd) <= len(head) / 2 * UTF_16_NULS or min(even, odd) > max(even, odd) * UTF_16_STRAY_NULS:
        return None
    return "utf-16-le" if odd > even else "utf-16-be"


def non_ascii(text: str) -> int:
    """Return the number of non-ASCII characters."""
    return len(text) - len(text.encode("ascii", "ignore"))


def _length(pattern: re.Pattern[str], text: str) -> int:
    return sum(match.end() - match.start() for match in pattern.finditer(text))


def bad_share(text: str, codec: str, body: bytes) -> float:
    """Return the share (0 to 1) of non-ASCII characters not understood, without U+FFFD of the body or a cut end."""
    bad = text.count(REPLACEMENT)
    if codec == "utf-8":
        bad -= body.count(b"\xef\xbf\xbd")
    if codec in EAST_ASIAN:
        bad += _length(_PRIVATE, text)
    if not bad:
        return 0.0
    count = non_ascii(text)
    if count > 1 and text.endswith(REPLACEMENT):
        bad -= 1
    return bad / count


def holds(text: str, codec: str, body: bytes) -> bool:
    """Return True if ``text``, which is ``body`` decoded with ``codec``, may be what the author wrote."""
    if bad_share(text, codec, body) > (BAD_SHARE_UTF_8 if codec == "utf-8" else BAD_SHARE):
        return False
    if codec == "cp932":
        return _length(_HALF_WIDTH, text) <= HALF_WIDTH_SHARE * non_ascii(text)
    return codec not in LATIN or not has_long_runs(sample(body))


def has_long_runs(piece: bytes) -> bool:
    """Return True if non-ASCII bytes, no-break spaces apart, are mostly in runs, as in no Latin script."""
    count = len(piece) - len(piece.translate(None, _NOT_NBSP))
    return count >= LONG_RUN_MIN_BYTES and sum(map(len, _LONG_RUN.findall(piece))) >= LONG_RUN_SHARE * count


def japanese(piece: bytes) -> str | None:
    """Return the Japanese encoding in which a sample reads as clean text with kana, or ``None``."""
    for codec in ("cp932", "euc_jp"):
        text = decode_with(piece, codec)
        if _length(_KANA, text) >= KANA_SHARE * max(1, non_ascii(text)) and holds(text, codec, piece):
            return codec
    return None
