"""The encoding of bytes that declare none: kana first, then the detector.

The detector is chardet; docs/explanation/encodings.md says what it was compared with. It is imported when the first
page needs it, since most never do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .charsets import EAST_ASIAN, resolve
from .evidence import has_long_runs, holds, japanese
from .webcodecs import decode_with

if TYPE_CHECKING:
    from collections.abc import Sequence

DETECTABLE = (
    *("cp1252", "utf-8", "cp932", "euc_jp", "gb18030", "big5hkscs", "cp949", "koi8-r", "koi8-u", "cp874"),
    *("cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257"),
    *("iso8859-2", "iso8859-5", "iso8859-7", "iso8859-15"),
)
"""What the detector may answer: encodings that undeclared pages are in. With rarer ones added (cp866, iso8859-3, Mac
codecs) it was wrong more often on short texts; without iso8859-15 it lost the euro signs of such pages."""

_REPAIRABLE = ("gb18030", "big5hkscs", "cp949")


def guess(piece: bytes) -> str | None:
    """Return the codec that a sample of text seems to be in, or ``None``. ``piece`` comes from `evidence.sample`."""
    codec = japanese(piece) or _detect(piece)
    if codec in EAST_ASIAN or not has_long_runs(piece):
        return codec
    return next((other for other in _REPAIRABLE if _is_broken(piece, other)), codec)


def choose(piece: bytes, codecs: Sequence[str]) -> str:
    """Return the one of some codecs that a sample of text seems to be in; the first one, where nothing tells."""
    codec = japanese(piece)
    if codec is None or codec not in codecs:
        codec = _detect(piece, codecs)
    return codec or codecs[0]


def _detect(piece: bytes, among: Sequence[str] = DETECTABLE) -> str | None:
    import chardet  # 40 ms and 40 MB that most crawls never need

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
    """Tell whether a sample is in ``codec``, but for a few broken lines.

    The detector rules out an encoding at its first invalid byte, and pages that cut strings by bytes have some.
    """
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
