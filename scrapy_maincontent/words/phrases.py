"""Phrases in forty-eight languages: which kinds of navigation a short text speaks of, as bits.

``languages/<language>.toml`` holds the phrases. All languages are active together, since menus mix languages and pages
do not always say theirs. Reading fourteen thousand phrases and their spellings would take a fifth of a process's start.
So one table of them is loaded, which ``python -m scrapy_maincontent.lab.phrase_table`` writes after a change of a file.
"""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypedDict, cast

from .. import speedups
from . import UNREAD, Cache, Reader
from .normalise import lowered

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

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
# fmt: off
(
    LEAD, TRAIL_LABEL, HOME,
    NEXT, PREVIOUS, NEXT_ARTICLE, PREVIOUS_ARTICLE, NEXT_LEAD, PREVIOUS_LEAD, OLDER, NEWER, MORE,
    PAGE, PAGES_LABEL,
    LEGAL, ABOUT, RIGHTS_NOTICE,
    COMMENTS, BY, DATE, TAGS,
    TOP, BODY, END, CONTENTS,
) = BITS.values()
# fmt: on
ODD = 1 << len(BITS)
"""The text begins or ends with something else than a letter: it may be a number, or have a sign."""

MAX_TEXT = 120
MAX_PIECES = 12
"""Pieces of text of an element that are read."""
MAX_RAW = 1000
"""Characters of an element's text, with its white space, from which on its pieces are cut first."""
MAX_INNER_TOKENS = 8
"""Words of a text in whose middle a phrase is looked for; a longer text is a title or a sentence."""
MAX_INNER_CHARACTERS = 24
"""Characters of a text in whose middle a phrase is looked for, in scripts without blanks."""
FIRST_UNSPACED = "\u2e80"
"""From here on in Unicode, scripts need no blanks between words."""
NUMBER = "#"
ANY = "*"
"""What stands for any other words at an end of a phrase."""
_COMMON_WORDS = """
    the this what your with blog content guide help information media news press review security service
    a am are at by for get go here how in is more of on to up us we you de
    center community data event find join learn management photo photography product read report search services
    share tips work
"""
_COMMON = frozenset(_COMMON_WORDS.split())
"""Words that are in more texts than a shorter one of the same phrase."""

_SPACED_NUMBER = f" {NUMBER} "
_DIGITS = re.compile(r"[0-9]+")
_BLANKED = "".join(chr(code) if chr(code).isalnum() else " " for code in range(128)).lower()
_LINES = {**dict(enumerate(_BLANKED)), ord("\n"): "\n"}
"""What each ASCII character counts as where only words and numbers are looked for."""
TOKEN = re.compile(r"[^\W\d_]+|\d+")


def senses(texts: Sequence[str]) -> list[int]:
    """Return the bits of texts, each no longer than `MAX_TEXT`."""
    return _with_left(texts, reader().read(texts))


def _with_left(texts: Sequence[str], found: list[int]) -> list[int]:
    """Return the bits of texts, those included that a reader has left."""
    if UNREAD in found:
        left = [number for number, bits in enumerate(found) if bits == UNREAD]
        for number, bits in zip(left, PHRASES.read([texts[number] for number in left]), strict=True):
            found[number] = bits
    return found


class TextReader(Reader, Protocol):
    """Knows what short texts mean, and those of elements."""

    def lines(
        self, pieces: list[str], starts: list[int], ends: list[int], elements: list[int]
    ) -> tuple[list[str], list[int]]:
        """Return elements' texts, as `lines` does, and their bits, `UNREAD` for those that are left to others."""


def lines(pieces: list[str], starts: list[int], ends: list[int], elements: list[int]) -> tuple[list[str], list[int]]:
    """Return elements' texts on one line, at most `MAX_TEXT` characters of each, and their bits.

    ``starts`` and ``ends`` are the ranges of ``pieces`` that all elements of the page have.
    """
    texts, found = reader().lines(pieces, starts, ends, elements)
    return texts, _with_left(texts, found)


def line_of(pieces: list[str]) -> str:
    """Return pieces on one line, cut at `MAX_TEXT`."""
    raw = " ".join(pieces)
    if len(raw) > MAX_RAW:
        raw = " ".join([piece[:MAX_TEXT] for piece in pieces])
    return " ".join(raw.split())[:MAX_TEXT]


def _oddness(text: str) -> int:
    """Return `ODD` if a text is not just words."""
    return 0 if not text or (text[-1].isalpha() and text[0].isalnum()) else ODD


class Phrase(NamedTuple):
    """One phrase that may stand among other words: whether any may stand before and after it, and its bits."""

    tokens: tuple[str, ...]
    before: bool
    after: bool
    bits: int


class Phrases:
    """Reads all texts by phrases in lower case (numbers as `NUMBER`). Keeps their bits across pages.

    ``exact`` are whole texts, ``spaced`` phrases that stand among words, ``unspaced`` those of scripts without blanks.
    """

    def __init__(
        self, exact: Mapping[str, int], spaced: Sequence[Phrase], unspaced: Mapping[str, Sequence[Phrase]]
    ) -> None:
        self.exact, self.spaced, self.unspaced = exact, spaced, unspaced
        self._by_first: dict[str, list[Phrase]] = {}
        for phrase in spaced:
            self._by_first.setdefault(phrase.tokens[0], []).append(phrase)
        self._rare = frozenset(max(phrase.tokens, key=_rarity) for phrase in spaced)
        self._sizes = _sizes(unspaced)
        self._bits = Cache[str, int]()

    @functools.cached_property
    def _known(self) -> frozenset[str]:
        """A word of every phrase."""
        return self._rare | {max(text.replace(NUMBER, "").split(), key=_rarity) for text in self.exact}

    def read(self, texts: Sequence[str]) -> list[int]:
        """Return the bits of texts."""
        found = list(map(self._bits.get, texts))
        if None in found:
            new = self._read_new({text for text, bits in zip(texts, found, strict=True) if bits is None})
            return [new[text] if bits is None else bits for text, bits in zip(texts, found, strict=True)]
        return cast("list[int]", found)

    def lines(
        self, pieces: list[str], starts: list[int], ends: list[int], elements: list[int]
    ) -> tuple[list[str], list[int]]:
        """Return what `TextReader.lines` does."""
        ranges = zip(map(starts.__getitem__, elements), map(ends.__getitem__, elements), strict=True)
        texts = [line_of(pieces[start : min(end, start + MAX_PIECES)]) for start, end in ranges]
        return texts, self.read(texts)

    def _read_new(self, texts: Iterable[str]) -> dict[str, int]:
        """Read texts together: most have no bits, which shows without a closer look at each."""
        found = {text: _oddness(text) for text in texts}
        plain = list(filter(str.isascii, found))
        split_lines = _DIGITS.sub(_SPACED_NUMBER, _lines_of(plain).translate(_LINES)).split("\n") if plain else []
        known = self._known
        for text, words in zip(plain, map(str.split, split_lines), strict=True):
            if not known.isdisjoint(words):
                found[text] |= self._bits_of_words(words)
        others = [text for text in found if not text.isascii()]
        for text, line in zip(others, lowered(_lines_of(others)).split("\n") if others else (), strict=True):
            words = numbered(TOKEN.findall(line))
            found[text] |= self._bits_of_words(words)
            if max(text) >= FIRST_UNSPACED:
                found[text] |= self._unspaced_bits("".join(words))
        self._bits.keep(found)
        return found

    def _bits_of_words(self, tokens: Sequence[str]) -> int:
        """Return the bits of a text by its words and numbers."""
        found = self.exact.get(" ".join(tokens), 0)
        return found if self._rare.isdisjoint(tokens) else found | self._spaced_bits(tokens)

    def _spaced_bits(self, tokens: Sequence[str]) -> int:
        found, count = 0, len(tokens)
        for start, token in enumerate(tokens if count <= MAX_INNER_TOKENS else tokens[:1]):
            for phrase in self._by_first.get(token, ()):
                end = start + len(phrase.tokens)
                if (
                    (start == 0 or phrase.before)
                    and (end == count or (end < count and phrase.after))
                    and (end - start == 1 or tuple(tokens[start:end]) == phrase.tokens)
                ):
                    found |= phrase.bits
        return found

    def _unspaced_bits(self, joined: str) -> int:
        """Read a text from its start: the longest phrase at a place counts, and the next one begins behind it."""
        found, start, length = 0, 0, len(joined)
        last = length if length <= MAX_INNER_CHARACTERS else 1
        while start < last:
            end = start + 1
            for size in self._sizes.get(joined[start], ()):
                candidate = joined[start : start + size]
                if candidate in self.unspaced:
                    end = start + len(candidate)
                    for phrase in self.unspaced[candidate]:
                        if (start == 0 or phrase.before) and (end == length or phrase.after):
                            found |= phrase.bits
                    break
            start = end
        return found


def _lines_of(texts: Iterable[str]) -> str:
    """Return texts as the lines of one, which is read in less time."""
    return "\n".join([text.replace("\n", " ") if "\n" in text else text for text in texts])


def _rarity(token: str) -> tuple[bool, int]:
    """Return how rare a token is: words more than letters and signs, common words less, long ones more."""
    return len(token) > 1 and token not in _COMMON, len(token)


def _sizes(phrases: Iterable[str]) -> dict[str, list[int]]:
    """Return the lengths of phrases by their first letter, longest first."""
    sizes: dict[str, set[int]] = {}
    for phrase in phrases:
        sizes.setdefault(phrase[0], set()).add(len(phrase))
    return {letter: sorted(known, reverse=True) for letter, known in sizes.items()}


def _sense(text: str) -> int:
    """Return the bits of one text."""
    (found,) = reader().read((text,))
    return PHRASES.read((text,))[0] if found == UNREAD else found


def numbered(tokens: list[str]) -> list[str]:
    """Return the tokens, every number as `NUMBER`."""
    return [NUMBER if token.isdigit() else token for token in tokens]


FOLDER = Path(__file__).with_name("languages")
TABLE = FOLDER / "table.json"


class Table(TypedDict):
    """Phrases by their bits and by what may stand before and after them: their texts."""

    exact: list[tuple[int, list[str]]]
    spaced: list[tuple[int, bool, bool, list[str]]]
    unspaced: list[tuple[int, bool, bool, list[str]]]
    rights: list[str]


def _load() -> tuple[Phrases, tuple[str, ...]]:
    """Return the reader of texts, and phrases of notices."""
    table: Table = json.loads(TABLE.read_bytes())
    exact: dict[str, int] = {}
    for bits, texts in table["exact"]:
        exact.update(dict.fromkeys(texts, bits))
    spaced = [
        Phrase(tuple(text.split(" ")), before, after, bits)
        for bits, before, after, texts in table["spaced"]
        for text in texts
    ]
    unspaced: dict[str, list[Phrase]] = {}
    for bits, before, after, texts in table["unspaced"]:
        for text in texts:
            unspaced.setdefault(text, []).append(Phrase((text,), before, after, bits))
    return Phrases(exact, spaced, unspaced), tuple(table["rights"])


PHRASES, RIGHTS = _load()


@functools.cache
def reader() -> TextReader:
    """Return what reads most texts: the compiled twin where it is in use."""
    compiled = speedups.load("lexicon")
    return PHRASES if compiled is None else cast("TextReader", compiled.Phrases(PHRASES))


SENSES = Cache(_sense)
"""The bits of a text, `LEAD` to `ODD`, by the text, which must be cut at `MAX_TEXT`."""
