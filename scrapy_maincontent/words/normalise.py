"""Texts as they are compared: by their letters alone, by their words, or by all that they have in one case."""

from __future__ import annotations

import re
import unicodedata

_NO_LETTERS = bytes(code for code in range(128) if not chr(code).isalnum())
"""What is left out of ASCII texts: this is much faster than a pattern."""
_SIGNS = bytes(code for code in range(128) if not (chr(code).isalnum() or chr(code) == "_"))
_BLANKED = bytes.maketrans(_SIGNS, b" " * len(_SIGNS))
_OTHERS = re.compile(r"[\W_]+")
_BETWEEN_WORDS = re.compile(r"\W+")


def key(text: str) -> str:
    """Return a text's letters and digits, without case: "Ann O'Neil" is "annoneil"."""
    if text.isascii():
        return text.lower().encode().translate(None, _NO_LETTERS).decode()
    return _OTHERS.sub("", text.casefold())


def letters(text: str) -> str:
    """Return a text's words, lower-cased, single blanks between: "Ann O'Neil" is "ann o neil"."""
    if text.isascii():
        return " ".join(ascii_words(text.lower()))
    return _BETWEEN_WORDS.sub(" ", text.lower()).strip()


def ascii_words(text: str) -> list[str]:
    r"""Return what ``\w+`` finds in a text of ASCII, in less time."""
    return text.encode().translate(_BLANKED).decode().split()


def lowered(text: str) -> str:
    """Return a text in form NFKC and in lower case, each letter by itself; "İ" is "i"."""
    return unicodedata.normalize("NFKC", text).lower().replace("ς", "σ").replace("i\u0307", "i")


def folded(text: str) -> str:
    """Return a text as `lowered` does, Turkish "ı" as "i": capitals of Turkish and of other languages agree."""
    return lowered(text).replace("ı", "i")
