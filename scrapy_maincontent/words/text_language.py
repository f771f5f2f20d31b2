"""The language of a text, by its script and its commonest words (``text_language.toml``)."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import chain
from typing import NamedTuple

from . import read_words

MIN_LETTERS = 12
"""Letters of a text whose script counts."""
MAX_LETTERS = 100
"""Characters of a text whose script is told by all of them; of a longer one at most so many, evenly spread, count."""
MOST = 0.5
"""Share of a text's letters that are of its script."""
MIN_WORDS = 15
"""Words of a text whose commonest words count."""
MIN_SHARE = 0.05
"""Share of a text's words that are common ones of its language."""
ENOUGH = 0.2
"""Share at which the declared language is not doubted."""
MIN_KINDS = 4
"""Different words among them."""
AHEAD = 2, 1.5
"""Words that a text has of its language and not of the next one, and how many times as many as the other way round."""
FAR_AHEAD = 8, 4.0
"""The same of a language that is not the declared one."""
FOREIGN_WORDS, FOREIGN = 80, 0.02
"""Words of a text, and the share of them, that are too few to be of the declared language: most have ten times more."""
_LETTERS = re.compile(r"[^\W\d_]+")
_SIGNS = "\xa0’‘“”„«»–—…·•"
"""What parts words beside ASCII's signs."""
_PARTED = bytes(code if code >= 0x80 or re.match(r"\w", chr(code)) else 0x20 for code in range(256))
_LATIN_BYTES = bytes({*range(256)} - {*range(0xCD, 0xE2), *range(0xE3, 0xEE)})
"""Bytes of UTF-8 with which no letter of another script begins."""


class Script(NamedTuple):
    """A script: its letters' runs, its languages, the ``only`` one or ``None``, and the share that a text must have."""

    letters: re.Pattern[str]
    languages: frozenset[str]
    only: str | None
    share: float


def text_language(text: str, declared: str | None = None) -> str | None:
    """Return the language of a text as a primary subtag of BCP 47: the declared one unless the text contradicts it.

    Without a declared language it is the one that the text shows, ``None`` where it shows none clearly. A text
    contradicts a language that is not written in its script, and one that it has hardly a word of while it has many of
    another; only languages whose commonest words are known can be contradicted by words. Linear in the text.
    """
    script = script_of(text)
    if script is not None and declared not in script.languages:
        declared = script.only
    if script is not None and script.only is not None:
        return declared
    words = _words(text)
    own = _common_words().get(declared or "", frozenset())
    hits = sum(map(own.__contains__, words)) if own else 0
    # Or too few words that the declared language has not, of whatever languages: no need to tell these apart.
    if hits > ENOUGH * len(words) or (own and sum(map(_languages().__contains__, words)) - hits < FAR_AHEAD[0]):
        return declared
    known = Counter(chain.from_iterable(filter(None, map(_languages().get, words))))
    ranked = sorted(known, key=known.__getitem__, reverse=True)[:2]
    if not ranked or known[ranked[0]] < MIN_SHARE * max(len(words), MIN_WORDS):
        return declared
    best = ranked[0]
    if declared == best or len(_common_words()[best].intersection(words)) < MIN_KINDS:
        return declared
    if declared is None:
        return best if all(_is_ahead(words, best, other, *AHEAD) for other in ranked[1:]) else None
    is_wrong = own and _is_ahead(words, best, declared, *FAR_AHEAD)
    return best if is_wrong else declared


def is_foreign(text: str, declared: str) -> bool:
    """Return True if a text has hardly a word of its declared language, though that one's commonest words are known."""
    words, own = _words(text), _common_words().get(declared)
    return own is not None and len(words) >= FOREIGN_WORDS and sum(map(own.__contains__, words)) < FOREIGN * len(words)


def _words(text: str) -> list[bytes]:
    """Return a text's words in lower case: of bytes, which are parted sooner."""
    for sign in () if text.isascii() else _SIGNS:
        text = text.replace(sign, " ")
    return text.lower().encode("utf-8", "replace").translate(_PARTED).split()


def _is_ahead(words: list[bytes], one: str, other: str, least: int, times: float) -> bool:
    ones, others = _common_words()[one], _common_words()[other]
    ahead = sum(map((ones - others).__contains__, words))
    return ahead >= least and ahead > times * sum(map((others - ones).__contains__, words))


@cache
def _common_words() -> dict[str, frozenset[bytes]]:
    named = read_words("text_language.toml")["words"]
    return {name: frozenset(map(str.encode, words.split())) for name, words in named.items()}


@cache
def _languages() -> dict[bytes, list[str]]:
    """Return the languages that each of the commonest words is of."""
    found: dict[bytes, list[str]] = {}
    for language, words in _common_words().items():
        for word in words:
            found.setdefault(word, []).append(language)
    return found


def script_of(text: str) -> Script | None:
    """Return the script that a text is written in, ``None`` for Latin letters, others not listed, and few letters."""
    if text.isascii() or not text.encode("utf-8", "replace").translate(None, _LATIN_BYTES):
        return None
    text = text[:: -(-len(text) // MAX_LETTERS)]
    letters = _count(_LETTERS, text)
    if letters < MIN_LETTERS:
        return None
    return next((script for script in _scripts() if _count(script.letters, text) >= script.share * letters), None)


def _count(runs: re.Pattern[str], text: str) -> int:
    return sum(map(len, runs.findall(text)))


@cache
def _scripts() -> tuple[Script, ...]:
    return tuple(
        Script(
            re.compile(f"[{script['letters']}]+"),
            frozenset(script["languages"]),
            script["languages"][0] if script.get("only") else None,
            script.get("share", MOST),
        )
        for script in read_words("text_language.toml")["script"]
    )
