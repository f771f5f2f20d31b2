"""What the bytes and the decoded text say for or against an encoding. All of it is linear in what is looked at.

The shares named here were chosen on pages in 25 languages, read in the right encoding and in wrong ones; see
docs/explanation/encodings.md.
"""

from __future__ import annotations

import re

from .charsets import EAST_ASIAN, LATIN
from .webcodecs import REPLACEMENT, decode_with

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
"""Share of a text's non-ASCII characters that may be undecodable or for private use. Right readings of whole pages had
none, Thai read as Big5 had 3.7 %, Cyrillic read as East Asian 10 %; the margin is for pages that cut strings by bytes.
"""

BAD_SHARE_UTF_8 = 0.4
"""The same for UTF-8, whose patterns do not come about by chance: other encodings read as UTF-8 had 68 % and more."""

HALF_WIDTH_SHARE = 0.7
"""Half-width katakana in a cp932 text; right readings had 2 %, EUC, KOI8, Big5 and Thai bytes 74 % and more."""

LONG_RUN_SHARE = 0.3
LONG_RUN_MIN_BYTES = 12
"""Latin scripts hardly ever have four non-ASCII bytes in a row (share 0.00 on all pages), other scripts mostly (0.5
and more). Counted from this many non-ASCII bytes on."""

KANA_SHARE = 0.03
"""Kana among the non-ASCII characters of a Japanese text. No page of another language had any in a clean reading."""

_HIGH = re.compile(rb"[\x80-\xff][^<>]*")
_LONG_RUN = re.compile(rb"[\x80-\x9f\xa1-\xff]{4,}")
_NOT_NBSP = bytes(byte for byte in range(0x80, 0x100) if byte != 0xA0)
_PRIVATE = re.compile("[\ue000-\uf8ff]+")
_HALF_WIDTH = re.compile("[\uff61-\uff9f]+")
_KANA = re.compile("[ぁ-ゖァ-ヺー]+")


def sample(body: bytes) -> bytes:
    """Return the stretches of text with non-ASCII bytes, without markup, at most `SAMPLE_BYTES` of them.

    The end is cut where no character of a multi-byte encoding can be cut in two, if there is such a place.
    """
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
    """Return the share (0 to 1) of the non-ASCII characters that decoding did not understand.

    U+FFFD that the body itself holds, and one at its end, where bytes were cut, are none of them.
    """
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
    """Tell whether ``text``, which is ``body`` decoded with ``codec``, may be what the author wrote."""
    if bad_share(text, codec, body) > (BAD_SHARE_UTF_8 if codec == "utf-8" else BAD_SHARE):
        return False
    if codec == "cp932":
        return _length(_HALF_WIDTH, text) <= HALF_WIDTH_SHARE * non_ascii(text)
    return codec not in LATIN or not has_long_runs(sample(body))


def has_long_runs(piece: bytes) -> bool:
    """Tell whether non-ASCII bytes, no-break spaces apart, mostly stand in runs, as no Latin script has them."""
    count = len(piece) - len(piece.translate(None, _NOT_NBSP))
    return count >= LONG_RUN_MIN_BYTES and sum(map(len, _LONG_RUN.findall(piece))) >= LONG_RUN_SHARE * count


def japanese(piece: bytes) -> str | None:
    """Return the Japanese encoding in which a sample reads as clean text with kana, or ``None``."""
    for codec in ("cp932", "euc_jp"):
        text = decode_with(piece, codec)
        if _length(_KANA, text) >= KANA_SHARE * max(1, non_ascii(text)) and holds(text, codec, piece):
            return codec
    return None
