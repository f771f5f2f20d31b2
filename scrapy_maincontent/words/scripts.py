"""The script of a text, and what it says about the text's language (``scripts.toml``)."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from . import read_words

MIN_LETTERS = 12
"""Letters of a text whose script counts."""
MOST = 0.5
"""Share of a text's letters that are of its script."""
_LETTER = re.compile(r"[^\W\d_]")
_NOT_LATIN = re.compile("[\u0370-\u1dff\u1f00-\u1fff\u3041-\ud7af]")


class Script(NamedTuple):
    """A script: its letters, its languages, the ``only`` one or ``None``, and the share of it that a text must have."""

    letters: re.Pattern[str]
    languages: frozenset[str]
    only: str | None
    share: float


def script_of(text: str) -> Script | None:
    """Return the script that a text is written in, ``None`` for Latin letters, others not listed, and few letters."""
    if text.isascii() or not _NOT_LATIN.search(text):
        return None
    letters = len(_LETTER.findall(text))
    if letters < MIN_LETTERS:
        return None
    return next((script for script in _scripts() if len(script.letters.findall(text)) >= script.share * letters), None)


@cache
def _scripts() -> tuple[Script, ...]:
    return tuple(
        Script(
            re.compile(f"[{script['letters']}]"),
            frozenset(script["languages"]),
            script["languages"][0] if script.get("only") else None,
            script.get("share", MOST),
        )
        for script in read_words("scripts.toml")["script"]
    )
