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

from ..column_choice import Known
from ..columns import NUMBER
from ..memo import SIZE, Memo

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MAX_TEXT = 120
"""Characters of a text that are read."""
_MAX_TOKENS = 14
_MAX_INNER_TOKENS = 8
"""Words of a text in whose middle a phrase is looked for; a longer text is a title or a sentence."""
_MAX_INNER_CHARACTERS = 24
"""The same, in characters, for scripts without blanks."""
FIRST_UNSPACED = "\u2e80"
"""From here on in Unicode, scripts need no blanks between words."""

_NAMES = (
    *("breadcrumb.lead", "breadcrumb.label", "breadcrumb.home"),
    *("paging.next", "paging.previous", "paging.next_article", "paging.previous_article"),
    *("paging.next_lead", "paging.previous_lead", "paging.older", "paging.newer", "paging.page", "paging.label"),
    *("site_info.legal", "site_info.about", "site_info.rights"),
    *("blog_utility.comments", "blog_utility.by", "blog_utility.date", "blog_utility.tags"),
    *("in_page.top", "in_page.body", "in_page.end", "in_page.contents"),
)
_BITS = {name: 1 << number for number, name in enumerate(_NAMES)}

# fmt: off
(
    LEAD, TRAIL_LABEL, HOME,
    NEXT, PREVIOUS, NEXT_ARTICLE, PREVIOUS_ARTICLE, NEXT_LEAD, PREVIOUS_LEAD, OLDER, NEWER,
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
_COMMON_WORDS = (
    "the this what your with blog content guide help information media news press review security service "
    "a am are at by for get go here how in is more of on to up us we you de "
    "center community data event find join learn management photo photography product read report search services "
    "share tips work"
)
_COMMON = frozenset(_COMMON_WORDS.split())
"""Words that tell less than a shorter one of the same phrase."""
_ANY = "*"

_UNACCENTED = {
    **{code: base for code in range(0xC0, 0x250) if (base := unicodedata.normalize("NFKD", chr(code))[0]) < "\x80"},
    **str.maketrans({"ß": "ss", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "ё": "е"}),
}
"""Letters as they are written where accents are left out."""
_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
"""Letters as German writes them in addresses and on old pages."""


class _Phrase:
    """One phrase: its tokens, whether more may stand before and after it, and its meaning."""

    __slots__ = ("after", "before", "bits", "tokens")

    def __init__(self, tokens: tuple[str, ...], before: bool, after: bool, bits: int) -> None:
        self.tokens, self.before, self.after, self.bits = tokens, before, after, bits


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
    return tuple(dict.fromkeys((lowered, lowered.translate(_UNACCENTED), lowered.translate(_SPELLED_OUT))))


def _load() -> tuple[dict[str, int], dict[str, list[_Phrase]], dict[str, list[_Phrase]], tuple[str, ...]]:
    """Return whole texts, spaced phrases by first word, unspaced ones by their characters, and those of notices."""
    exact: dict[str, int] = {}
    spaced: dict[str, list[_Phrase]] = {}
    unspaced: dict[str, list[_Phrase]] = {}
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
                unspaced.setdefault(joined, []).append(_Phrase((joined,), before, after, bits))
            elif before or after:
                spaced.setdefault(tokens[0], []).append(_Phrase(tokens, before, after, bits))
            else:
                exact[" ".join(tokens)] = exact.get(" ".join(tokens), 0) | bits
    return exact, spaced, unspaced, tuple(rights)


_EXACT, _SPACED, _UNSPACED, RIGHTS = _load()


def _sizes(phrases: Iterable[str]) -> dict[str, list[int]]:
    """Return the lengths of phrases by their first letter, longest first."""
    sizes: dict[str, set[int]] = {}
    for phrase in phrases:
        sizes.setdefault(phrase[0], set()).add(len(phrase))
    return {letter: sorted(known, reverse=True) for letter, known in sizes.items()}


_UNSPACED_SIZES = _sizes(_UNSPACED)


def _rank(token: str) -> tuple[bool, int]:
    """Return how much of a phrase one of its tokens tells: words more than letters and signs, rare ones more."""
    return len(token) > 1 and token not in _COMMON, len(token)


_TELLING = frozenset(max(phrase.tokens, key=_rank) for phrases in _SPACED.values() for phrase in phrases)
"""The longest word of each phrase that may have more around it: most texts have none of them."""
KNOWN = Known(_TELLING | {max(text.replace(NUMBER, "").split(), key=_rank) for text in _EXACT})
"""The same of whole texts, too: what has none of these says nothing."""


def senses(texts: Sequence[str]) -> list[int]:
    """Return what texts say, each no longer than `MAX_TEXT`."""
    if None in list(map(SENSES.get, texts)):
        learn(texts)
    return list(map(SENSES.__getitem__, texts))


def learn(texts: Iterable[str]) -> None:
    """Read many texts at once into `SENSES`: most of a page's links say nothing, which is told without reading each."""
    unknown = [text for text in {*texts} if text not in SENSES and text.isascii() and "\n" not in text]
    if not unknown:
        return
    if len(SENSES) + len(unknown) > SIZE:
        SENSES.clear()
    SENSES.update(dict.fromkeys(unknown, 0))
    learn_words(KNOWN.worded(unknown))


def learn_words(worded: Sequence[tuple[str, list[str]]]) -> None:
    """Read texts whose words are known into `SENSES`."""
    if len(SENSES) + len(worded) > SIZE:
        SENSES.clear()
    for text, words in worded:
        SENSES[text] = _senses(words)


def _read(text: str) -> int:
    tokens = _split(text)
    found = 0
    if not text.isascii() and max(text) >= FIRST_UNSPACED:
        found = _unspaced_senses("".join(_numbered(tokens)))
    numbered = _numbered(tokens)
    return found | _senses(numbered)


def _senses(tokens: list[str]) -> int:
    found = _EXACT.get(" ".join(tokens), 0)
    return found if _TELLING.isdisjoint(tokens) else found | _spaced_senses(tokens)


def _spaced_senses(tokens: list[str]) -> int:
    found, count = 0, len(tokens)
    for start, token in enumerate(tokens if count <= _MAX_INNER_TOKENS else tokens[:1]):
        if token not in _SPACED:
            continue
        for phrase in _SPACED[token]:
            end = start + len(phrase.tokens)
            if (
                (start == 0 or phrase.before)
                and (end == count or (end < count and phrase.after))
                and (end - start == 1 or tuple(tokens[start:end]) == phrase.tokens)
            ):
                found |= phrase.bits
    return found


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
