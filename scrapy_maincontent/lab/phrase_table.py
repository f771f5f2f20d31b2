"""The table of phrases that is loaded at run time: ``python -m scrapy_maincontent.lab.phrase_table`` writes it."""

from __future__ import annotations

import json
import tomllib
import unicodedata

from ..words.normalise import lowered
from ..words.phrases import (
    ANY,
    BITS,
    FIRST_UNSPACED,
    FOLDER,
    MAX_INNER_TOKENS,
    NUMBER,
    RIGHTS_NOTICE,
    TABLE,
    TOKEN,
    Table,
    numbered,
)

_UNACCENTED = {
    **{code: base for code in range(0xC0, 0x250) if (base := unicodedata.normalize("NFKD", chr(code))[0]) < "\x80"},
    **{code: base for code in range(0x370, 0x400) if (base := unicodedata.normalize("NFKD", chr(code))[0]) > "\u0370"},
    **str.maketrans({"ß": "ss", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "ё": "е", "ı": "i"}),
}
"""Letters as they are written where accents are left out."""
_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
"""Letters as German writes them in addresses and on old pages."""


def table_json() -> str:
    """Return what the file `TABLE` must hold.

    Raises:
        ValueError: see `parse`.
    """
    return json.dumps(_table(), ensure_ascii=False, separators=(",", ":")) + "\n"


def _table() -> Table:
    """Return the table of all files."""
    exact: dict[str, int] = {}
    spaced: dict[tuple[int, bool, bool], list[str]] = {}
    unspaced: dict[tuple[int, bool, bool], list[str]] = {}
    rights = []
    for phrase, bits in _spelled():
        if bits == RIGHTS_NOTICE:
            rights.append(phrase)
            continue
        tokens = _tokens(phrase)
        before, after = phrase.startswith(ANY), phrase.endswith(ANY)
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


def _tokens(phrase: str) -> list[str]:
    return numbered(TOKEN.findall(lowered(phrase.replace(NUMBER, "1"))))


def _spelled() -> list[tuple[str, int]]:
    """Return all phrases in all their spellings: with their accents, without, and with German umlauts spelled out."""
    return [
        (spelling, bits)
        for file in sorted(FOLDER.glob("*.toml"))
        for phrase, bits in parse(file.read_text("utf-8"))
        for small in [phrase.lower()]
        for spelling in dict.fromkeys((small, small.translate(_UNACCENTED), small.translate(_SPELLED_OUT)))
    ]


def parse(text: str) -> list[tuple[str, int]]:
    """Return the phrases of a language file and their bits.

    Raises:
        ValueError: the text is no TOML, a table or list is none of the known ones, or a phrase is no text, has no word
            or a "*" inside, or is too long to stand among other words.
    """
    pairs = []
    for kind, lists in tomllib.loads(text).items():
        for name, phrases in lists.items() if isinstance(lists, dict) else [("", lists)]:
            bits = BITS.get(f"{kind}.{name}")
            if bits is None or not isinstance(phrases, list):
                raise ValueError(f"[{kind}] {name} is no list of words; the lists are {', '.join(BITS)}")
            for phrase in phrases:
                words = phrase.strip(ANY) if isinstance(phrase, str) else ""
                if ANY in words or not TOKEN.search(lowered(words)):
                    raise ValueError(f"[{kind}] {name}: {phrase!r} is no phrase")
                if words != phrase and len(_tokens(words)) > MAX_INNER_TOKENS:
                    raise ValueError(
                        f"[{kind}] {name}: {phrase!r} is too long to stand among other words, as {ANY!r} says "
                        f"(more than {MAX_INNER_TOKENS} parts; signs above and below letters part them)"
                    )
                pairs.append((phrase, bits))
    return pairs


if __name__ == "__main__":
    TABLE.write_text(table_json(), "utf-8")
