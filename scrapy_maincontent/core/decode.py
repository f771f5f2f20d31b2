"""Bytes to text: byte order mark, header, the page's own declaration, valid UTF-8, and a detector when nothing holds.

A declaration is believed only as far as the bytes bear it out; `evidence` says what that takes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from w3lib.encoding import read_bom

from .charsets import EAST_ASIAN, PLAIN, UTF_16, declarations, resolve
from .detect import choose, guess
from .evidence import bad_share, holds, non_ascii, sample, utf_16
from .webcodecs import REPLACEMENT, decode_with

if TYPE_CHECKING:
    from collections.abc import Iterator

How = Literal["bom", "header", "meta", "utf8", "detected", "fallback"]

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
    """A page's text, the codec it was read with, and how that was known.

    ``text`` holds no NUL, no lone surrogate and no byte order mark; U+FFFD stands for what could not be decoded.
    ``encoding`` is Python's name of the codec (``"utf-8"``, ``"cp932"``). ``how`` is ``"bom"``, ``"header"`` (or
    what the caller said), ``"meta"`` (or the XML declaration), ``"utf8"`` (valid and not so declared), ``"detected"``
    or ``"fallback"``.
    """

    text: str
    encoding: str
    how: How
    body: bytes | None = field(default=None, compare=False, repr=False)
    """What was decoded, where that is just the text in UTF-8."""

    def utf_8(self) -> bytes:
        """Return the text in UTF-8; costs nothing for most pages."""
        return self.text.encode() if self.body is None else self.body


def decode(body: bytes, declared: str | None = None) -> Decoded:
    """Decode a page. Never raises, whatever the bytes and the label are.

    ``declared`` is the charset that the HTTP header or the caller names: a web label, which may be wrong, unknown or
    hostile. A byte order mark goes before it (WHATWG), the page's own declaration comes after it.
    """
    valid = None
    decoded = _marked(body, declared) or _escaped(body, declared)
    if decoded is None:
        valid = _valid_utf_8(body)
        decoded = _legacy(body, declared) if valid is None else _confirmed(valid, body, declared)
    # No codec of ours makes a NUL of other bytes, or a lone surrogate: the slower `clean` is for text from elsewhere.
    text = decoded.text.replace("\0", "") if b"\0" in body else decoded.text
    text = text.lstrip("\ufeff")
    # Text that ends with U+FFFD may have been cut in a character.
    is_body = text == valid and not text.endswith(REPLACEMENT)
    return Decoded(text, decoded.encoding, decoded.how, body if is_body else None)


def codec_of(body: bytes, declared: str | None, *, is_ascii: bool) -> str | None:
    """Return the codec that `decode` finds for a body which is valid UTF-8, without a byte order mark and escapes.

    ``None`` where that takes a closer look.
    """
    for codec, _ in _candidates(body, declared):
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


def _marked(body: bytes, declared: str | None) -> Decoded | None:
    """Decode what begins with a byte order mark, or shows UTF-16's pattern of NULs without one."""
    codec, bom = read_bom(body)
    if codec and bom:
        return Decoded(decode_with(body[len(bom) :], codec), codec, "bom")
    codec = utf_16(body)
    if codec:
        return Decoded(decode_with(body, codec), codec, "header" if resolve(declared) in UTF_16 else "detected")
    return None


def _escaped(body: bytes, declared: str | None) -> Decoded | None:
    """Decode 7-bit bytes that switch by escape sequences: ISO-2022 wherever they show, HZ only where declared."""
    said: dict[str | None, How] = {**dict.fromkeys(declarations(body), "meta"), resolve(declared): "header"}
    found = ["hz"] if "hz" in said and b"~{" in body else []
    if b"\x1b" in body:
        found += [codec for codec, pattern in _ISO_2022.items() if pattern.search(body)]
    for codec in found:
        text = decode_with(body, codec)
        if holds(text, codec, body):
            return Decoded(text, codec, said.get(codec, "detected"))
    return None


def _candidates(body: bytes, declared: str | None) -> Iterator[tuple[str, How]]:
    """Yield what is declared, the header's first, but for the encodings that show in the bytes (UTF-16, ISO-2022)."""
    codec = resolve(declared)
    if codec in PLAIN:
        yield codec, "header"
    for codec in declarations(body):
        if codec in PLAIN:
            yield codec, "meta"


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
    for codec, how in _candidates(body, declared):
        if codec == "utf-8" or text.isascii():
            return Decoded(text, codec, how)
        if codec in EAST_ASIAN and non_ascii(text) < UTF_8_MIN:
            other = decode_with(body, codec)
            if holds(other, codec, body):
                return Decoded(other, codec, how)
    return Decoded(text, "utf-8", "utf8")


def _legacy(body: bytes, declared: str | None) -> Decoded:
    """Decode a body that is not valid UTF-8.

    Of two declarations that both hold, the detector's word decides; without it, the header goes first.
    """
    said: dict[str, How] = {}
    for codec, how in _candidates(body, declared):
        said.setdefault(codec, how)
    readings = {codec: decode_with(body, codec) for codec in ("utf-8", *said)}
    holding = [codec for codec, text in readings.items() if holds(text, codec, body)]
    if "utf-8" in holding:
        return Decoded(readings["utf-8"], "utf-8", said.get("utf-8", "utf8"))
    if holding:
        codec = choose(sample(body), holding) if len(holding) > 1 else holding[0]
        return Decoded(readings[codec], codec, said[codec])
    found = guess(sample(body))
    if found:
        text = readings.get(found) or decode_with(body, found)
        if holds(text, found, body):
            return Decoded(text, found, "detected")
    shares = {codec: bad_share(readings[codec], codec, body) for codec in said}
    least = min(shares, key=shares.__getitem__, default=FALLBACK)
    if shares.get(least, 1) <= HOPELESS_SHARE:
        return Decoded(readings[least], least, said[least])
    return Decoded(decode_with(body, FALLBACK), FALLBACK, "fallback")
