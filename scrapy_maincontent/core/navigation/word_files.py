"""The files of words, ``words/<language>.toml``, and the one table made of them.

Reading nine thousand phrases and their spellings would take a fifth of a process's start, so they
are read once and for all. After a change of a file, or with a further one: ``python tests/word_table.py``.
"""

from __future__ import annotations

import json
import re
import tomllib
import unicodedata
from pathlib import Path
from typing import TypedDict

from ..phrases import NUMBER

_LISTS = (
    *("breadcrumb.lead", "breadcrumb.label", "breadcrumb.home"),
    *("paging.next", "paging.previous", "paging.next_article", "paging.previous_article", "paging.next_lead"),
    *("paging.previous_lead", "paging.older", "paging.newer", "paging.more", "paging.page", "paging.label"),
    *("site_info.legal", "site_info.about", "site_info.rights"),
    *("blog_utility.comments", "blog_utility.by", "blog_utility.date", "blog_utility.tags"),
    *("in_page.top", "in_page.body", "in_page.end", "in_page.contents"),
)
BITS = {name: 1 << number for number, name in enumerate(_LISTS)}
"""The lists of a file by their names, and the bit that a phrase of each stands for."""
FIRST_UNSPACED = "\u2e80"
"""From here on in Unicode, scripts need no blanks between words."""

FOLDER = Path(__file__).with_name("words")
TABLE = FOLDER / "table.json"

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


class Table(TypedDict):
    """Phrases by what they say: bits, what may stand before and after them, and their texts."""

    exact: list[tuple[int, list[str]]]
    spaced: list[tuple[int, bool, bool, list[str]]]
    unspaced: list[tuple[int, bool, bool, list[str]]]
    rights: list[str]


def split(text: str) -> list[str]:
    """Return lower-cased words and numbers."""
    if text.isascii():
        lowered = text.lower()
        return lowered.split() if lowered.replace(" ", "").isalpha() else _ASCII_TOKEN.findall(lowered)
    return _TOKEN.findall(unicodedata.normalize("NFKC", text).lower())


def numbered(tokens: list[str]) -> list[str]:
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
            bits = BITS.get(f"{kind}.{name}")
            if bits is None:
                raise ValueError(f"[{kind}] {name} is no list of words; the lists are {', '.join(BITS)}")
            for phrase in phrases:
                words = phrase.strip(_ANY)
                if _ANY in words or not split(words):
                    raise ValueError(f"[{kind}] {name}: {phrase!r} is no phrase")
                pairs.append((phrase, bits))
    return pairs


def spellings(phrase: str) -> tuple[str, ...]:
    """Return a phrase in small letters: with its accents, without them, and with German umlauts spelled out."""
    lowered = phrase.lower()
    return tuple(dict.fromkeys((lowered, lowered.translate(_UNACCENTED), lowered.translate(_SPELLED_OUT))))


def table() -> Table:
    """Return the table of all files.

    Raises:
        ValueError: see `parse`.
    """
    exact: dict[str, int] = {}
    spaced: dict[tuple[int, bool, bool], list[str]] = {}
    unspaced: dict[tuple[int, bool, bool], list[str]] = {}
    rights = []
    for phrase, bits in _spelled():
        if bits == BITS["site_info.rights"]:
            rights.append(phrase)
            continue
        tokens = numbered(split(phrase.replace(NUMBER, "1")))
        before, after = phrase.startswith(_ANY), phrase.endswith(_ANY)
        joined, text = "".join(tokens), " ".join(tokens)
        if max(joined) >= FIRST_UNSPACED:
            unspaced.setdefault((bits, before, after), []).append(joined)
        elif before or after:
            spaced.setdefault((bits, before, after), []).append(text)
        else:
            exact[text] = exact.get(text, 0) | bits
    by_bits: dict[int, list[str]] = {}
    for text, bits in exact.items():
        by_bits.setdefault(bits, []).append(text)
    return {
        "exact": sorted(by_bits.items()),
        "spaced": [(*key, sorted(set(texts))) for key, texts in sorted(spaced.items())],
        "unspaced": [(*key, sorted(set(texts))) for key, texts in sorted(unspaced.items())],
        "rights": sorted(set(rights)),
    }


def _spelled() -> list[tuple[str, int]]:
    """Return all phrases in all their spellings."""
    return [
        (spelled, bits)
        for file in sorted(FOLDER.glob("*.toml"))
        for written, bits in parse(file.read_text("utf-8"))
        for spelled in spellings(written)
    ]


def written() -> str:
    """Return the table as it stands in its file."""
    return json.dumps(table(), ensure_ascii=False, indent=0) + "\n"
