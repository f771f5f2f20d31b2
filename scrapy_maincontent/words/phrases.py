"""Phrases that texts are read by: what each text of a page says, as bits."""

from __future__ import annotations

import functools
import json
import re
import tomllib
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypedDict, cast

from .class_names import Memo, keep

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


NUMBER = "#"
"""What every number counts as."""
LEFT = -1
"""Stands for what a text says that is not of ASCII: it is left to the caller."""
MAX_INNER_TOKENS = 8
"""Words of a text in whose middle a phrase is looked for; a longer text is a title or a sentence."""
_LONGEST_KEPT = 200
"""Characters of the longest text that is remembered, with its white space."""
_SPACED_NUMBER = f" {NUMBER} "
_DIGITS = re.compile(r"[0-9]+")
_BLANKED = "".join(chr(code) if chr(code).isalnum() else " " for code in range(128)).lower()
"""What each ASCII character counts as where only words and numbers are looked for."""
_LINES = {**dict(enumerate(_BLANKED)), ord("\n"): "\n"}
_COMMON_WORDS = (
    "the this what your with blog content guide help information media news press review security service "
    "a am are at by for get go here how in is more of on to up us we you de "
    "center community data event find join learn management photo photography product read report search services "
    "share tips work"
)
_COMMON = frozenset(_COMMON_WORDS.split())
"""Words that tell less than a shorter one of the same phrase."""


class Phrase(NamedTuple):
    """One phrase that may stand among other words: what may stand before and after it, and what it says."""

    tokens: tuple[str, ...]
    before: bool
    after: bool
    bits: int


class Phrases:
    """Phrases by which texts are read: ``exact`` whole texts, and ``spaced`` ones with other words around them.

    Words are in lower case, every number is `NUMBER`. What a text says is the union of its phrases' bits, and ``odd``
    where it is asked for by `links`, and the text is not just words.
    """

    def __init__(self, exact: Mapping[str, int], spaced: Sequence[Phrase], odd: int) -> None:
        self._exact, self._odd = exact, odd
        self._spaced: dict[str, list[Phrase]] = {}
        for phrase in spaced:
            self._spaced.setdefault(phrase.tokens[0], []).append(phrase)
        self._telling = frozenset(max(phrase.tokens, key=_rank) for phrase in spaced)
        self._said: dict[str, int] = {}
        self._read: dict[str, tuple[str, int]] = {}

    @functools.cached_property
    def _known(self) -> frozenset[str]:
        """A word of every phrase."""
        return self._telling | {max(text.replace(NUMBER, "").split(), key=_rank) for text in self._exact}

    def told(self, tokens: Sequence[str]) -> int:
        """Return what a text says by its words and numbers."""
        found = self._exact.get(" ".join(tokens), 0)
        return found if self._telling.isdisjoint(tokens) else found | self._spaced_in(tokens)

    def says(self, text: str) -> int:
        """Return what a text of ASCII says."""
        return self.told(_DIGITS.sub(_SPACED_NUMBER, text.translate(_LINES)).split())

    def read(self, texts: Sequence[str]) -> list[int]:
        """Return what texts say, `LEFT` for those that are not of ASCII."""
        said = list(map(self._said.get, texts))
        if None in said:
            new = self._learn({text for text, bits in zip(texts, said, strict=True) if bits is None})
            return [new[text] if bits is None else bits for text, bits in zip(texts, said, strict=True)]
        return cast("list[int]", said)

    def links(
        self,
        elements: Sequence[int],
        pieces: list[str],
        starts: list[int],
        ends: list[int],
        sizes: tuple[int, int, int],
    ) -> tuple[list[str], list[int]]:
        """Return elements' texts on one line, and what each says: `LEFT` for those that are not of ASCII.

        ``sizes`` are the most pieces of an element that are read, the most characters of its text, and those of all
        its pieces together from which on each piece is cut at the former. Pieces are parted by blanks.
        """
        most, longest, longest_raw = sizes
        raws = [
            pieces[start] if end - start == 1 else " ".join(pieces[start : min(end, start + most)])
            for start, end in [(starts[element], ends[element]) for element in elements]
        ]
        if max(map(len, raws), default=0) > longest_raw:
            raws = [
                raw
                if len(raw) <= longest_raw
                else " ".join(
                    [piece[:longest] for piece in pieces[starts[link] : min(ends[link], starts[link] + most)]]
                )
                for link, raw in zip(elements, raws, strict=True)
            ]
        found = list(map(self._read.get, raws))
        if None in found:
            new = self._read_lines({raw for raw, known in zip(raws, found, strict=True) if known is None}, longest)
            found = [known or new[raw] for raw, known in zip(raws, found, strict=True)]
        lines = cast("list[tuple[str, int]]", found)
        return [text for text, _ in lines], [bits for _, bits in lines]

    def _learn(self, texts: Iterable[str]) -> dict[str, int]:
        """Read texts together: most say nothing, which is told without reading each."""
        found = {text: 0 if text.isascii() else LEFT for text in texts}
        listed = [text for text, bits in found.items() if bits != LEFT and "\n" not in text]
        lines = _DIGITS.sub(_SPACED_NUMBER, "\n".join(listed).translate(_LINES)).split("\n") if listed else []
        known = self._known
        for text, words in zip(listed, map(str.split, lines), strict=True):
            if not known.isdisjoint(words):
                found[text] = self.told(words)
        for text in [text for text in found if "\n" in text and text.isascii()]:
            found[text] = self.says(text)
        keep(self._said, found)
        return found

    def _read_lines(self, raws: set[str], longest: int) -> dict[str, tuple[str, int]]:
        """Put texts on one line, and read them together."""
        lines = [" ".join(raw.split())[:longest] for raw in raws]
        odd = self._odd
        said = [
            bits if bits == LEFT or not is_odd(line) else bits | odd
            for line, bits in zip(lines, self.read(lines), strict=True)
        ]
        found = dict(zip(raws, zip(lines, said, strict=True), strict=True))
        keep(self._read, {raw: read for raw, read in found.items() if len(raw) <= _LONGEST_KEPT})
        return found

    def _spaced_in(self, tokens: Sequence[str]) -> int:
        found, count = 0, len(tokens)
        for start, token in enumerate(tokens if count <= MAX_INNER_TOKENS else tokens[:1]):
            for phrase in self._spaced.get(token, ()):
                end = start + len(phrase.tokens)
                if (
                    (start == 0 or phrase.before)
                    and (end == count or (end < count and phrase.after))
                    and (end - start == 1 or tuple(tokens[start:end]) == phrase.tokens)
                ):
                    found |= phrase.bits
        return found


def is_odd(text: str) -> bool:
    """Tell whether a text is not just words: it may be a number, or have a sign."""
    return text != "" and not (text[-1].isalpha() and text[0].isalnum())


def _rank(token: str) -> tuple[bool, int]:
    """Return how much of a phrase one of its tokens tells: words more than letters and signs, rare ones more."""
    return len(token) > 1 and token not in _COMMON, len(token)


# The words of each kind of navigation, in all languages at once: what a short text says.
#
# ``words/<language>.toml`` holds the phrases, `word_files` makes one table of them, which is read here. All languages are
# active together, since menus mix languages and pages do not always say theirs.

MAX_TEXT = 120
"""Characters of a text that are read."""
_MAX_INNER_CHARACTERS = 24
"""Characters of a text in whose middle a phrase is looked for, in scripts without blanks."""


# The files of words, ``words/<language>.toml``, and the one table made of them.
#
# Reading nine thousand phrases and their spellings would take a fifth of a process's start, so they
# are read once and for all. After a change of a file, or with a further one: ``python tests/word_table.py``.

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

# fmt: off
(
    LEAD, TRAIL_LABEL, HOME,
    NEXT, PREVIOUS, NEXT_ARTICLE, PREVIOUS_ARTICLE, NEXT_LEAD, PREVIOUS_LEAD, OLDER, NEWER, MORE,
    PAGE, PAGES_LABEL,
    LEGAL, ABOUT, _RIGHTS,
    COMMENTS, BY, DATE, TAGS,
    TOP, BODY, END, CONTENTS,
) = BITS.values()
# fmt: on

ODD = 1 << len(BITS)
"""The text begins or ends with something else than a letter: it may be a number, or have a sign."""


def _table() -> tuple[dict[str, int], list[Phrase], dict[str, list[Phrase]], tuple[str, ...]]:
    """Return whole texts, spaced phrases, unspaced ones by their characters, and those of notices."""
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
    return exact, spaced, unspaced, tuple(table["rights"])


FOLDER = Path(__file__).with_name("languages")
TABLE = FOLDER / "table.json"


class Table(TypedDict):
    """Phrases by what they say: bits, what may stand before and after them, and their texts."""

    exact: list[tuple[int, list[str]]]
    spaced: list[tuple[int, bool, bool, list[str]]]
    unspaced: list[tuple[int, bool, bool, list[str]]]
    rights: list[str]


_EXACT, _SPACED, _UNSPACED, RIGHTS = _table()
READER = Phrases(_EXACT, _SPACED, ODD)
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
    words = numbered(split(text))
    found = _unspaced_senses("".join(words)) if max(text) >= FIRST_UNSPACED else 0
    return found | READER.told(words)


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


_TOKEN = re.compile(r"[^\W\d_]+|\d+")
_ASCII_TOKEN = re.compile(r"[a-z]+|[0-9]+")
"""The same for ASCII in lower case, in half the time."""
_ANY = "*"


def split(text: str) -> list[str]:
    """Return lower-cased words and numbers."""
    if text.isascii():
        lowered = text.lower()
        return lowered.split() if lowered.replace(" ", "").isalpha() else _ASCII_TOKEN.findall(lowered)
    return _TOKEN.findall(unicodedata.normalize("NFKC", text).lower())


def numbered(tokens: list[str]) -> list[str]:
    """Return the tokens, every number as "#"."""
    return [NUMBER if token.isdigit() else token for token in tokens]


SENSES = Memo(_read)
"""What a text says: the union of the bits `LEAD` to `CONTENTS`, by the text.

The text must be no longer than `MAX_TEXT`; cut it first.
"""

_UNACCENTED = {
    **{code: base for code in range(0xC0, 0x250) if (base := unicodedata.normalize("NFKD", chr(code))[0]) < "\x80"},
    **str.maketrans({"ß": "ss", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "ё": "е"}),
}
"""Letters as they are written where accents are left out."""
_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
"""Letters as German writes them in addresses and on old pages."""


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
