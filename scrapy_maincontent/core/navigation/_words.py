"""The words of each kind of navigation, in all languages at once: what a short text says.

``words/<language>.toml`` holds the phrases. A further language is a further file: all files are read at import and
are active together, since menus mix languages and pages do not always say theirs.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from importlib import resources
from typing import TYPE_CHECKING

from ..column_choice import phrase_reader
from ..memo import Memo
from ..phrases import LEFT, NUMBER, Phrase, Phrases

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MAX_TEXT = 120
"""Characters of a text that are read."""
_MAX_INNER_CHARACTERS = 24
"""Characters of a text in whose middle a phrase is looked for, in scripts without blanks."""
FIRST_UNSPACED = "\u2e80"
"""From here on in Unicode, scripts need no blanks between words."""

_NAMES = (
    *("breadcrumb.lead", "breadcrumb.label", "breadcrumb.home"),
    *("paging.next", "paging.previous", "paging.next_article", "paging.previous_article", "paging.next_lead"),
    *("paging.previous_lead", "paging.older", "paging.newer", "paging.more", "paging.page", "paging.label"),
    *("site_info.legal", "site_info.about", "site_info.rights"),
    *("blog_utility.comments", "blog_utility.by", "blog_utility.date", "blog_utility.tags"),
    *("in_page.top", "in_page.body", "in_page.end", "in_page.contents"),
)
_BITS = {name: 1 << number for number, name in enumerate(_NAMES)}

# fmt: off
(
    LEAD, TRAIL_LABEL, HOME,
    NEXT, PREVIOUS, NEXT_ARTICLE, PREVIOUS_ARTICLE, NEXT_LEAD, PREVIOUS_LEAD, OLDER, NEWER, MORE,
    PAGE, PAGES_LABEL,
    LEGAL, ABOUT, _RIGHTS,
    COMMENTS, BY, DATE, TAGS,
    TOP, BODY, END, CONTENTS,
) = _BITS.values()
# fmt: on

ODD = 1 << len(_NAMES)
"""The text begins or ends with something else than a letter: it may be a number, or have a sign."""

_TOKEN = re.compile(r"[^\W\d_]+|\d+")
_ASCII_TOKEN = re.compile(r"[a-z]+|[0-9]+")
"""The same for ASCII in lower case, in half the time."""
_ANY = "*"

_UNACCENTED = {
    **{code: base for code in range(0xC0, 0x250) if (base := unicodedata.normalize("NFKD", chr(code))[0]) < "\x80"},
    **str.maketrans({"ß": "ss", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "ё": "е"}),
}
"""Letters as they are written where accents are left out."""
_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
"""Letters as German writes them in addresses and on old pages."""


def _split(text: str) -> list[str]:
    """Return lower-cased words and numbers."""
    if text.isascii():
        lowered = text.lower()
        return lowered.split() if lowered.replace(" ", "").isalpha() else _ASCII_TOKEN.findall(lowered)
    return _TOKEN.findall(unicodedata.normalize("NFKC", text).lower())


def _numbered(tokens: list[str]) -> list[str]:
    """Return the tokens, every number as "#"."""
    return [NUMBER if token.isdigit() else token for token in tokens]


def parse(text: str) -> list[tuple[str, int]]:
    """Return the (phrase, meaning) pairs of a language file.

    Raises:
        ValueError: a table or list is none of the known ones, or a phrase has no word or a "*" inside.
    """
    pairs = []
    for kind, lists in tomllib.loads(text).items():
        for name, phrases in lists.items():
            bits = _BITS.get(f"{kind}.{name}")
            if bits is None:
                raise ValueError(f"[{kind}] {name} is no list of words; the lists are {', '.join(_NAMES)}")
            for phrase in phrases:
                words = phrase.strip(_ANY)
                if _ANY in words or not _split(words):
                    raise ValueError(f"[{kind}] {name}: {phrase!r} is no phrase")
                pairs.append((phrase, bits))
    return pairs


def spellings(phrase: str) -> tuple[str, ...]:
    """Return a phrase in small letters: with its accents, without them, and with German umlauts spelled out."""
    lowered = phrase.lower()
    if lowered.isascii():
        return (lowered,)
    return tuple(dict.fromkeys((lowered, lowered.translate(_UNACCENTED), lowered.translate(_SPELLED_OUT))))


def _load() -> tuple[dict[str, int], list[Phrase], dict[str, list[Phrase]], tuple[str, ...]]:
    """Return whole texts, spaced phrases, unspaced ones by their characters, and those of notices."""
    exact: dict[str, int] = {}
    spaced: list[Phrase] = []
    unspaced: dict[str, list[Phrase]] = {}
    rights = []
    for file in sorted(resources.files(__package__).joinpath("words").iterdir(), key=lambda file: file.name):
        if not file.name.endswith(".toml"):
            continue
        pairs = [(spelled, bits) for written, bits in parse(file.read_text("utf-8")) for spelled in spellings(written)]
        for phrase, bits in pairs:
            if bits == _RIGHTS:
                rights.append(phrase)
                continue
            tokens = tuple(_numbered(_split(phrase.replace(NUMBER, "1"))))
            before, after = phrase.startswith(_ANY), phrase.endswith(_ANY)
            joined = "".join(tokens)
            if max(joined) >= FIRST_UNSPACED:
                unspaced.setdefault(joined, []).append(Phrase((joined,), before, after, bits))
            elif before or after:
                spaced.append(Phrase(tokens, before, after, bits))
            else:
                exact[" ".join(tokens)] = exact.get(" ".join(tokens), 0) | bits
    return exact, spaced, unspaced, tuple(rights)


_EXACT, _SPACED, _UNSPACED, RIGHTS = _load()
_PHRASES = Phrases(_EXACT, _SPACED, ODD)
READER = phrase_reader(_PHRASES)
"""Reads texts of ASCII."""


def _sizes(phrases: Iterable[str]) -> dict[str, list[int]]:
    """Return the lengths of phrases by their first letter, longest first."""
    sizes: dict[str, set[int]] = {}
    for phrase in phrases:
        sizes.setdefault(phrase[0], set()).add(len(phrase))
    return {letter: sorted(known, reverse=True) for letter, known in sizes.items()}


_UNSPACED_SIZES = _sizes(_UNSPACED)


def senses(texts: Sequence[str]) -> list[int]:
    """Return what texts say, each no longer than `MAX_TEXT`."""
    said = READER.read(texts)
    return (
        [SENSES[text] if bits == LEFT else bits for text, bits in zip(texts, said, strict=True)]
        if LEFT in said
        else said
    )


def _read(text: str) -> int:
    if text.isascii():
        return READER.says(text)
    numbered = _numbered(_split(text))
    found = _unspaced_senses("".join(numbered)) if max(text) >= FIRST_UNSPACED else 0
    return found | _PHRASES.told(numbered)


def _unspaced_senses(joined: str) -> int:
    """Read a text from its start: the longest phrase at a place counts, and the next one begins behind it."""
    found, start, length = 0, 0, len(joined)
    last = length if length <= _MAX_INNER_CHARACTERS else 1
    while start < last:
        end = start + 1
        for size in _UNSPACED_SIZES.get(joined[start], ()):
            written = joined[start : start + size]
            if written in _UNSPACED:
                end = start + len(written)
                for phrase in _UNSPACED[written]:
                    if (start == 0 or phrase.before) and (end == length or phrase.after):
                        found |= phrase.bits
                break
        start = end
    return found


SENSES = Memo(_read)
"""What a text says: the union of the bits `LEAD` to `CONTENTS`, by the text.

The text must be no longer than `MAX_TEXT`; cut it first.
"""
