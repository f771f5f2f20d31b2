"""The class names and ids of a page's elements: read once, for all stages that ask about them."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from functools import cache, lru_cache
from importlib import resources
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from .class_vocabulary import (
    COMMENT_STEMS,
    COMMENTED,
    FIRST_GROUP,
    INSIDE,
    JOINED,
    MARKS,
    NUMBERED,
    grouped,
    page_type_words,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from ..page import Page


class Names(NamedTuple):
    """The class and id attributes of a page's elements, cut at `MAX_NAME`.

    ``tells`` is what a value says of those bits of `name_words` that are looked for on the whole page: `MARKS`,
    `COMMENTED` and `NUMBERED`. Values that say nothing of these are left out. ``elements`` are those that have one of
    the others, in document order; one whose class and id are the same comes twice. ``groups`` are the numbers of
    elements whose class or id has a word of each group of page types; one that has it in both counts twice.
    """

    elements: Mapping[str, Sequence[int]]
    tells: Mapping[str, int]
    groups: list[int]


def read_names(page: Page) -> Names:
    """Read the names of a page."""
    names = page.names
    left = [name for name in names if len(name) > MAX_NAME]
    tells, groups = tell({name: own for name, own in names.items() if len(name) <= MAX_NAME} if left else names)
    elements: dict[str, Sequence[int]] = {name: names[name] for name in tells}
    if left:
        cut: defaultdict[str, list[int]] = defaultdict(list)
        for name in left:
            cut[name[:MAX_NAME]] += names[name]
        more, others = tell(cut)
        for name in more:
            elements[name] = sorted([*elements.get(name, ()), *cut[name]])
        tells |= more
        groups = [count + other for count, other in zip(groups, others, strict=True)]
    return Names(elements, tells, groups)


# What class and id attributes say, one by one: the bits of `name_words`.

MAX_NAME = 200
"""Characters of a class or id attribute that are read; utility-first style sheets write long ones that say little."""

_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
_CASED_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def class_says(own: Mapping[str, str]) -> int:
    """Return what an element's class says of navigation."""
    return MEANINGS[own.get("class", "")[:MAX_NAME]]


def words_in(name: str) -> list[str]:
    """Return the words of a name in lower case, cut at changes of case: "HTMLBody" is "html" and "body"."""
    return [part.lower() for part in _CASED_PART.findall(name)]


def _read_parts(parts: list[str]) -> int:
    """Return what a name says by its words in lower case; up to three neighbouring ones are read together."""
    found = 0
    before = second_before = ""
    for word in parts:
        pair = before + word
        if word in JOINED:
            found |= JOINED[word]
        if before and pair in JOINED:
            found |= JOINED[pair]
        if second_before and second_before + pair in JOINED:
            found |= JOINED[second_before + pair]
        second_before, before = before, word
    return found


def _read_single(name: str) -> int:
    """Return what one class name says."""
    found = _read_parts([part.lower() for part in _PART.findall(name)])
    lowered = name.lower()
    for inside, bits in INSIDE:
        if inside in lowered:
            found |= bits
    return found


def _read_name(name: str) -> int:
    """Return what a class attribute says: what its single names say."""
    found = 0
    for single in name.split():
        found |= _SINGLE[single]
    return found


SIZE = 1 << 13
"""Answers kept of one question; then all are forgotten, which costs less than to tell old ones from new ones."""


class Memo(dict[str, int]):
    """Answers of a function of a short text: ``memo[text]``, faster than a call where the answer is known.

    Texts must be cut by the caller, so that the memo stays small.
    """

    def __init__(self, ask: Callable[[str], int], size: int = SIZE) -> None:
        super().__init__()
        self._ask = ask
        self._size = size

    def __missing__(self, text: str) -> int:
        if len(self) >= self._size:
            self.clear()
        answer = self[text] = self._ask(text)
        return answer


_SINGLE = Memo(_read_single)
MEANINGS = Memo(_read_name)
"""What a class or id attribute says of navigation, by the attribute's value.

The value must be no longer than `MAX_NAME`; cut it first.
"""


# What class and id attributes tell: which of them mark navigation, and which say something of the page's type.
#
# On a page of an unseen site most names are new, so they are read together: a call for each would cost more than all
# that is done with them.

TOLD = MARKS | COMMENTED | NUMBERED
"""What is told of each name by itself."""
GROUPS = len(page_type_words()["classes"])
_REMEMBERED = 1024
_STEMS = """
    crum topic pankuzu dirnavi pannavi pag navbelow navabove singlenav navsingle navnext prev post entr articl meta
    byline authordate info tag catlinks comment komment coment themenliste motscles etiquet etichet schlag slowakluczowe
    trefwoord keyword
"""
MARKING = {word: bits & MARKS for word, bits in JOINED.items() if bits & MARKS}
"""The words that mark an element, joined, and those that do in the middle of longer ones."""
TELLING_INSIDE = {
    **{inside: bits & MARKS for inside, bits in INSIDE if bits & MARKS},
    **dict.fromkeys(COMMENT_STEMS, COMMENTED),
}
_LETTERS = {code: None if code > ord(" ") and not chr(code).isalpha() else chr(code) for code in range(128)}
_TELLING: dict[str, int] = {}
"""What names tell, by name."""
_WORDS = {code: chr(code) if chr(code).isalpha() or chr(code) == "\n" else " " for code in range(128)}


def tell(names: Mapping[str, Sequence[int]]) -> tuple[dict[str, int], list[int]]:
    """Return what those names tell that tell anything, and how many elements have a name of each group of page types.

    ``names`` come with their elements. They tell `name_words.MARKS`, `COMMENTED` and `NUMBERED`.
    """
    listed = list(names)
    said = list(map(_TELLING.get, listed))
    if None in said:
        new = [name for name, says in zip(listed, said, strict=True) if says is None]
        read = dict(zip(new, _read(new), strict=True))
        keep(_TELLING, read)
        said = [read[name] if says is None else says for name, says in zip(listed, said, strict=True)]
    told: dict[str, int] = {}
    counts: defaultdict[int, int] = defaultdict(int)
    for name, says in zip(listed, said, strict=True):
        if says:
            counts[says >> FIRST_GROUP] += len(names[name])
            if own := says & TOLD:
                told[name] = own
    groups = [0] * GROUPS
    for bits, count in counts.items():
        for number in _numbers(bits):
            groups[number] += count
    return told, groups


@lru_cache(maxsize=_REMEMBERED)
def _numbers(bits: int) -> tuple[int, ...]:
    """Return which bits are set."""
    return tuple(number for number in range(bits.bit_length()) if bits >> number & 1)


def _read(names: list[str]) -> list[int]:
    """Read names together."""
    lines = "\n".join([name if name.isprintable() else " ".join(name.split()) for name in names])
    found = [NUMBERED * name[1:2].isdigit() for name in names]
    lowered = lines.lower()
    for number in _commented(lowered):
        found[number] |= COMMENTED
    for number in _marking(lowered.translate(_LETTERS)):
        found[number] |= MEANINGS[names[number]] & MARKS
    for number, says in _grouped(lines):
        found[number] |= says
    return found


@cache
def _stemmed() -> dict[str, list[str]]:
    """Return the words that mark an element, by stem.

    Every one has a stem in it; common ones, such as "nav", would be in most names.
    """
    words = (*MARKING, *(inside for inside, bits in TELLING_INSIDE.items() if bits & MARKS))
    return {stem: [word for word in words if stem in word] for stem in _STEMS.split()}


def _marking(lines: str) -> Iterator[int]:
    """Yield the numbers of the lines that may have a word in them that marks an element."""
    for stem, words in _stemmed().items():
        number, before, at = 0, 0, lines.find(stem)
        while at >= 0:
            number += lines.count("\n", before, at)
            before = lines.find("\n", at)
            line = lines[lines.rfind("\n", 0, at) + 1 : before if before >= 0 else None]
            if any(map(line.__contains__, words)):
                yield number
            at = lines.find(stem, before) if before >= 0 else -1


def _commented(lines: str) -> Iterator[int]:
    """Yield the numbers of the lines that have a stem of names of comments in them."""
    for stem in COMMENT_STEMS:
        number, before, at = 0, 0, lines.find(stem)
        while at >= 0:
            number += lines.count("\n", before, at)
            before = at
            yield number
            at = lines.find(stem, at + 1)


def _grouped(lines: str) -> Iterator[tuple[int, int]]:
    """Yield the numbers of the lines that say something of the page's type, and what."""
    groups = grouped()
    known = groups.keys()
    parts = list(map(str.split, lines.translate(_WORDS).split("\n")))
    for number, line in enumerate(lines.split("\n")):
        if not line.islower() or not line.isascii():
            parts[number] = words_in(line)
    for number, words in enumerate(parts):
        if not known.isdisjoint(words):
            says = 0
            for word in words:
                if word in groups:
                    says |= groups[word]
            yield number, says


# What class names, ids and roles say: each distinct string is understood once and remembered across pages.

_CLASS_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_MAX_LENGTH = 200
"""Characters of a class string that are read; utility-first style sheets write long ones that say little."""
_REMEMBERED_CLASSES = 50_000


@cache
def categories() -> tuple[str, ...]:
    """Return the names of the categories; category i is bit i of `category_bits`."""
    return tuple(_words())


def element_bits(attrs: Mapping[str, str]) -> int:
    """Return the categories that an element's class, id and role name, as bits."""
    bits = category_bits(attrs["class"]) if "class" in attrs else 0
    if "id" in attrs:
        bits |= category_bits(attrs["id"])
    if "role" in attrs:
        bits |= category_bits(attrs["role"])
    return bits


@lru_cache(maxsize=_REMEMBERED_CLASSES)
def category_bits(name: str) -> int:
    """Return the categories that a string of names belongs to, as bits."""
    bits = 0
    for part in name[:_MAX_LENGTH].split():
        bits |= _name_bits(part)
    return bits


@lru_cache(maxsize=_REMEMBERED_CLASSES)
def _name_bits(name: str) -> int:
    """Return the categories of one name; the same names come again on other sites."""
    bits = 0
    table = _bits_by_word()
    for part in _CLASS_PART.findall(name):
        bits |= table.get(part.lower(), 0)
    return bits


@cache
def _words() -> dict[str, list[str]]:
    text = resources.files(__package__).joinpath("classes.toml").read_text("utf-8")
    words: dict[str, list[str]] = tomllib.loads(text)
    return words


@cache
def _bits_by_word() -> dict[str, int]:
    table: dict[str, int] = {}
    for bit, words in enumerate(_words().values()):
        for word in words:
            table[word] = table.get(word, 0) | 1 << bit
    return table


# Answers that are kept, since pages of one site say the same things again.

Answer = TypeVar("Answer")


def keep(memo: dict[str, Answer], new: Mapping[str, Answer], size: int = SIZE) -> None:
    """Keep new answers in a memo of bounded size."""
    if len(memo) + len(new) > size:
        memo.clear()
    if len(new) <= size:
        memo.update(new)


# The tokens of a page: what elements are called, and the words of short texts.
#
# A linear model over tokens knows that what stands below ``entry-content`` is content and that "Share this" is not. Each
# distinct string is taken apart once and remembered across pages. Texts longer than `SHORT_TEXT` have no tokens: what
# they say is no matter of single words. A script without word spaces has no words either: a short run of it is a token
# as a whole.

SHORT_TEXT = 120
"""Characters of the longest text whose words are tokens."""
MANY_WORDS = 12
"""Words of the longest text whose words are tokens."""
QUIET = frozenset(
    ("a", "abbr", "b", "code", "em", "font", "i", "img", "picture", "small", "span", "strong", "sub", "sup")
)
"""Elements whose names say little about what stands below them."""
PLAIN = frozenset(("div", "span"))
"""Tags that are no token of what stands below them."""
_TOKEN_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_DIGITS = re.compile(r"\d+")
MAX_NAMES = 200
"""Characters of a class attribute that are read; utility-first style sheets write long ones that say little."""
_MAX_VALUE = 30
_AROUND_WORDS = ".,;:!?()[]{}\"'“”‘’«»|*-–—•·…"
_REMEMBERED_TOKENS = 50_000


@lru_cache(maxsize=_REMEMBERED_TOKENS)
def name_tokens(names: str) -> tuple[str, ...]:
    """Return the tokens of a class attribute or an id: each name (``c:``), digits made 0, and its parts (``w:``)."""
    found: dict[str, None] = {}
    for name in names[:MAX_NAMES].split():
        found.update(dict.fromkeys(tokens_of_name(name)))
    return tuple(found)


def tokens_of_name(name: str) -> Iterator[str]:
    """Yield the tokens of one name."""
    yield from (f"c:{whole}" for whole in whole_names(name))
    yield from (f"w:{part}" for part in name_parts(name))


def whole_names(names: str) -> list[str]:
    """Return the names of a class attribute or an id, lower-cased, digits made 0."""
    return _DIGITS.sub("0", names.lower()).split()


def name_parts(names: str) -> list[str]:
    """Return the words that the names of a class attribute or an id are made of, lower-cased."""
    return [part.lower() for part in _TOKEN_PART.findall(names)]


def element_tokens(tag: str, attrs: Mapping[str, str]) -> tuple[str, ...]:
    """Return the tokens of an element: its tag (``t:``), class names, id (``i`` before), role and item property."""
    found = [f"t:{tag}"]
    if "class" in attrs:
        found += name_tokens(attrs["class"][:MAX_NAMES])
    if "id" in attrs:
        found += [f"i{token}" for token in name_tokens(attrs["id"][:MAX_NAMES])]
    if "role" in attrs:
        found.append(f"r:{attrs['role'][:_MAX_VALUE].lower()}")
    if "itemprop" in attrs:
        found.append(f"p:{attrs['itemprop'][:_MAX_VALUE].lower()}")
    return tuple(found)


def tokens_below(tag: str, tokens: Iterable[str]) -> tuple[str, ...]:
    """Return those of an element's tokens that speak of all that stands below it."""
    if tag in QUIET:
        return ()
    own_tag = f"t:{tag}" if tag in PLAIN else ""
    return tuple(token for token in tokens if token != own_tag)


def text_tokens(text: str) -> tuple[str, ...]:
    """Return the distinct words of a short text, as `word_token` writes them; none of a longer one."""
    return tuple(filter(None, dict.fromkeys(map(word_token, short_text_words(text)))))


def short_text_words(text: str) -> list[str]:
    """Return the words of a short text, lower-cased; none of a longer one."""
    words = text.lower().split() if len(text) <= SHORT_TEXT else []
    return words if len(words) <= MANY_WORDS else []


def word_token(word: str) -> str:
    """Return a word without the punctuation around it, digits made 0; "" if there is nothing else.

    A word of letters alone is its own token, and so is a token.
    """
    return word if word.isalpha() else _DIGITS.sub("0", word).strip(_AROUND_WORDS)


# What is made once for a string and remembered across pages.

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
REMEMBERED = 20_000
"""Values that are kept."""
LONGEST_KEY = 1000
"""Characters of the longest key that is remembered; longer ones come once, to cost memory."""


class Memory(dict[_Key, _Value]):
    """Values by key, each made when it is first asked for.

    A memory that is full is emptied, which costs less than knowing what was used last.
    """

    def __init__(self, make: Callable[[_Key], _Value], length: Callable[[_Key], int]) -> None:
        """``make`` makes the value of a key, ``length`` tells how many characters a key has."""
        super().__init__()
        self._make = make
        self._length = length

    def __missing__(self, key: _Key) -> _Value:
        value = self._make(key)
        if len(self) >= REMEMBERED:
            self.clear()
        if self._length(key) <= LONGEST_KEY:
            self[key] = value
        return value
