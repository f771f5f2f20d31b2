"""Class names and ids: the one place where they are split and looked up, each distinct string once across pages.

Four readings: what a name says of navigation (`class_meanings`; `read_names` for all elements of a page, with counts
for the page's type), of visitors' comments (`comment_meanings`), which broad categories it belongs to
(`element_bits`), and the tokens that a linear model weighs (`element_tokens`, with `text_tokens` for short texts).
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache, lru_cache
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

from .. import speedups
from ..page import cached
from ..page.stems import MAX_NAME, STEMS, named
from . import UNREAD, Cache, Reader, read_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ..page import Page


# The words of class names and ids as bits: of navigation, of page types, of visitors' comments. A meaning is a bit, so
# that all meanings of a name are one number. In the numbers of `read_names`, bits of navigation come first, then the
# groups of page types (page_types.toml). The parts of a comment (comments.toml) have numbers of their own.

# fmt: off
(
    CRUMBS, PAGES, ARTICLES, NEXT_NAME, PREVIOUS_NAME,
    ENTRY, TAG_LIST, COMMENT_COUNT, COMMENT_LIST, CLOUD, BIOGRAPHY,
    FOOTER, HEADER, SIDE, CONTENTS_LIST, TABS, SLIDER, FOOTNOTES, CALENDAR, SHARE,
) = (1 << number for number in range(20))
# fmt: on

JOINED = dict[str, int]()
"""Bits of navigation by the joined word (``class_vocabulary.toml``, whose tables have the order of the bits)."""
for _number, _words in enumerate(read_words("class_vocabulary.toml").values()):
    for _word in _words.split():
        JOINED[_word] = JOINED.get(_word, 0) | 1 << _number

INSIDE = (("crumb", CRUMBS), ("topicpath", CRUMBS), ("paginat", PAGES), ("footer", FOOTER))
"""Words that count in the middle of a longer word, too."""

MARKS = CRUMBS | PAGES | ARTICLES | ENTRY | TAG_LIST | COMMENT_COUNT
"""What marks an element as navigation."""
FIRST_GROUP = 20
"""Group g of the words of page types is the bit ``1 << FIRST_GROUP + g``."""

ITEM, AUTHOR, DATE, TEXT, FORM, NUMBERED_ITEM = (1 << number for number in range(6))
"""A comment; its author, date and text; what is none of it; a comment by its number, as in ``comment-42``."""


def page_type_words() -> dict[str, dict[str, list[str]]]:
    """Return the words of page types: place, group, words."""
    return read_words("page_types.toml")


@cache
def page_type_bits() -> dict[str, int]:
    """Return the bits of the groups of page types by the word."""
    found: dict[str, int] = {}
    for number, words in enumerate(page_type_words()["classes"].values(), FIRST_GROUP):
        for word in words:
            found[word] = found.get(word, 0) | 1 << number
    return found


@cache
def comment_bits() -> dict[str, int]:
    """Return the bits of a comment's parts by the joined word."""
    found: dict[str, int] = {}
    for name, bits in (("item", ITEM), ("author", AUTHOR), ("date", DATE), ("text", TEXT), ("form", FORM)):
        for word in read_words("comments.toml")["names"][name]:
            found[word] = found.get(word, 0) | bits
    return found


# Names as they are read.

_REMEMBERED = 50_000
"""Strings whose categories or tokens are kept."""

_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_PART_OR_NUMBER = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
"""Parts as the names of navigation are read: a number parts words ("page2nav" is no "pagenav"), a capital among others
does not ("HTMLBody" is "htmlb" and "ody")."""


def name_parts(names: str) -> list[str]:
    """Return the words of names in lower case, cut at changes of case: "HTMLBody" is "html" and "body"."""
    parts: list[str] = _PART.findall(names)
    return parts if names.islower() else [part.lower() for part in parts]


class Names(NamedTuple):
    """What the class and id attributes of a page's elements mean, as far as `MAX_NAME` characters go.

    ``meanings`` holds the bits `MARKS` of each of `Page.names` that has any of them. ``groups`` are the numbers of
    elements whose class or id has a word of each group of page types; one that has it in both counts twice.
    """

    meanings: Mapping[str, int]
    groups: list[int]


@cached
def read_names(page: Page) -> Names:
    """Return the names of a page that mean something; they are read once."""
    return Names(*classify_names(page.names))


def classify_names(names: Mapping[str, Sequence[int]]) -> tuple[dict[str, int], list[int]]:
    """Return the bits of each name that has any (see `Names`), and the element count of each page-type group."""
    listed = list(names)
    found = reader().read(listed)
    if UNREAD in found:
        left = iter(PYTHON_READER.read([name for name, bits in zip(listed, found, strict=True) if bits == UNREAD]))
        found = [next(left) if bits == UNREAD else bits for bits in found]
    meanings: dict[str, int] = {}
    counts: defaultdict[int, int] = defaultdict(int)
    for name, bits in zip(compress(listed, found), filter(None, found), strict=True):
        counts[bits >> FIRST_GROUP] += len(names[name])
        if own := bits & MARKS:
            meanings[name] = own
    groups = [0] * len(page_type_words()["classes"])
    for bits, count in counts.items():
        for number in _bit_numbers(bits):
            groups[number] += count
    return meanings, groups


@lru_cache(maxsize=1024)
def _bit_numbers(bits: int) -> tuple[int, ...]:
    """Return which bits are set."""
    return tuple(number for number in range(bits.bit_length()) if bits >> number & 1)


# On a page of an unseen site most names are new. They are read together, as the lines of one text: a call for each
# would cost more than all that is done with them.

_STEM_WORDS = """
    crum topic pankuzu dirnavi pannavi pag navbelow navabove singlenav navsingle navnext prev post entr articl meta
    byline authordate info tag catlinks comment komment coment themenliste motscles etiquet etichet schlag slowakluczowe
    trefwoord keyword sitepath navpath pagepath youarehere kruimel filariane brotk migas okruszk drobeck brodsmul
    hlebkrosh
"""
_STEMS = _STEM_WORDS.split()
"""Each word that marks an element has one of them in it; stems in most names ("nav") are none."""
_LETTERS = {code: None if code > ord(" ") and not chr(code).isalpha() else chr(code) for code in range(128)}
_WORDS = {code: chr(code) if chr(code).isalpha() or chr(code) == "\n" else " " for code in range(128)}


class NameReader(Reader, Protocol):
    """Knows what names mean."""

    def meanings(self, names: str) -> int:
        """Return the bits of navigation of a class or id attribute, `UNREAD` for one that is left to others."""


class PythonReader:
    """Reads all names, cut at `MAX_NAME`. Keeps their bits across pages."""

    def __init__(self) -> None:
        self._bits = Cache[str, int]()

    def read(self, names: Sequence[str]) -> list[int]:
        """Return the bits of names, those of groups among them."""
        if max(map(len, names), default=0) > MAX_NAME:
            names = [name[:MAX_NAME] for name in names]
        found = list(map(self._bits.get, names))
        if None in found:
            new = [name for name, bits in zip(names, found, strict=True) if bits is None]
            made = dict(zip(new, _classify(new), strict=True))
            self._bits.keep(made)
            return [made[name] if bits is None else bits for name, bits in zip(names, found, strict=True)]
        return cast("list[int]", found)

    def meanings(self, names: str) -> int:
        """Return the bits of navigation of all names of a class or id attribute."""
        found = 0
        for name in names.split():
            found |= _NAME_MEANINGS[name]
        return found


PYTHON_READER = PythonReader()


@cache
def reader() -> NameReader:
    """Return what reads most names: the compiled twin where it is in use."""
    compiled = speedups.load("lexicon")
    return PYTHON_READER if compiled is None else cast("NameReader", compiled.Names())


def _classify(names: list[str]) -> list[int]:
    lines = "\n".join([name if name.isprintable() else " ".join(name.split()) for name in names])
    found = [0] * len(names)
    for number, letters in enumerate(lines.lower().translate(_LETTERS).split("\n")):
        if any(map(letters.__contains__, _STEMS)):
            found[number] = MEANINGS[names[number]] & MARKS
    for number, bits in _grouped(lines):
        found[number] |= bits
    return found


def _grouped(lines: str) -> Iterator[tuple[int, int]]:
    """Yield the numbers of the lines that have a word of a page type, and the bits of its groups."""
    groups = page_type_bits()
    known = groups.keys()
    parts = list(map(str.split, lines.translate(_WORDS).split("\n")))
    for number, line in enumerate(lines.split("\n")):
        if not line.islower() or not line.isascii():
            parts[number] = name_parts(line)
    for number, words in enumerate(parts):
        if not known.isdisjoint(words):
            found = 0
            for word in words:
                if word in groups:
                    found |= groups[word]
            yield number, found


def class_meanings(own: Mapping[str, str]) -> int:
    """Return the bits of navigation of an element's class."""
    return MEANINGS[own.get("class", "")[:MAX_NAME]]


def _attribute_meanings(names: str) -> int:
    found = reader().meanings(names)
    return PYTHON_READER.meanings(names) if found == UNREAD else found


def _name_meanings(name: str) -> int:
    """Return the bits of one name: of its words, up to three neighbouring ones joined, and of what is inside it."""
    found = 0
    before = second_before = ""
    for part in _PART_OR_NUMBER.findall(name):
        word = part.lower()
        pair = before + word
        if word in JOINED:
            found |= JOINED[word]
        if before and pair in JOINED:
            found |= JOINED[pair]
        if second_before and second_before + pair in JOINED:
            found |= JOINED[second_before + pair]
        second_before, before = before, word
    lowered = name.lower()
    for inside, bits in INSIDE:
        if inside in lowered:
            found |= bits
    return found


_NAME_MEANINGS = Cache(_name_meanings)
MEANINGS = Cache(_attribute_meanings)
"""Bits of navigation (`JOINED`) by the value of a class or id attribute, which must be cut at `MAX_NAME`."""


_PROPERTIES = {
    "author": AUTHOR, "creator": AUTHOR,
    "datecreated": DATE, "datepublished": DATE, "commenttime": DATE,
    "text": TEXT, "commenttext": TEXT,
}  # fmt: skip
_TYPES = ("/Comment", "/UserComments")
_NUMBERED_ITEM = re.compile(r"(?:[a-z]{1,8}[-_])?comm(?:ent)?[-_]?(?:item[-_])?\d{1,12}(?:_\d{1,12})?\Z|c\d{6,20}\Z")
_NUMBER = re.compile(r"\d+")
_STEM = "comment"
_SIGNS = re.compile(r"[\W_]+")
_REVIEW = "review"


def comment_meanings(own: Mapping[str, str]) -> int:
    """Return the bits of comments of an element's class, id and microdata."""
    found = 0
    if "class" in own:
        found = COMMENT_MEANINGS[own["class"][:MAX_NAME]]
    if "id" in own:
        found |= COMMENT_MEANINGS[own["id"][:MAX_NAME]]
    if "itemprop" in own:
        found |= _PROPERTIES.get(own["itemprop"].lower(), 0)
    if own.get("itemtype", "").endswith(_TYPES):
        found |= ITEM
    return found


def comment_keys(own: Mapping[str, str]) -> frozenset[str]:
    """Return the names by which an element is a comment; a reply shares one with the comment around it."""
    joined = {_SIGNS.sub("", name) for name in own.get("class", "")[:MAX_NAME].lower().split()}
    found = {name for name in joined if comment_bits().get(name, 0) & ITEM}
    if own.get("itemtype", "").endswith(_TYPES):
        found.add("itemtype")
    if comment_meanings(own) & NUMBERED_ITEM:
        found.add("#")
    return frozenset(found)


def comment_number(own: Mapping[str, str]) -> str:
    """Return the number of a comment whose id has one, "" where it has none."""
    match = _NUMBER.search(own.get("id", "")[:MAX_NAME])
    return match[0] if match else ""


def _attribute_comment_meanings(names: str) -> int:
    known, found = comment_bits(), 0
    for name in names.lower().split():
        if name == _REVIEW:
            return 0
        joined = _SIGNS.sub("", name)
        found |= known.get(joined, 0)
        if _STEM in joined:
            found |= known.get(joined[joined.index(_STEM) :], 0) & ~ITEM
        if _NUMBERED_ITEM.match(name):
            found |= ITEM | NUMBERED_ITEM
    return found


COMMENT_MEANINGS = Cache(_attribute_comment_meanings)
"""Bits of comments by the value of a class or id attribute, which must be cut at `MAX_NAME`."""

_AREA = re.compile("|".join(STEMS["comment area"]))
_NO_AREA = re.compile(
    r"no[a-z]{,4}-?(?:comment|disqus)|commentary|comment(?:s|ed)?[-_]?(?:count|status|link|enabled|open)", re.IGNORECASE
)
"""Names of articles, of what holds an article, and of links to comments."""


def comment_areas(page: Page) -> list[int]:
    """Return the elements whose class or id names an area of visitors' comments, a comment or a part of it."""
    areas = [name for name in named(page, "comment area") if _AREA.search(_NO_AREA.sub("", name[:MAX_NAME]))]
    return [element for name in areas for element in page.names[name]]


@cache
def categories() -> tuple[str, ...]:
    """Return the names of the categories; category i is bit i of `element_bits`."""
    return tuple(read_words("classes.toml"))


def element_bits(attrs: Mapping[str, str]) -> int:
    """Return the categories of an element's class, id and role, as bits."""
    bits = _category_bits(attrs["class"][:MAX_NAME]) if "class" in attrs else 0
    if "id" in attrs:
        bits |= _category_bits(attrs["id"][:MAX_NAME])
    if "role" in attrs:
        bits |= _category_bits(attrs["role"][:MAX_NAME])
    return bits


@lru_cache(maxsize=_REMEMBERED)
def _category_bits(names: str) -> int:
    bits = 0
    for name in names.split():
        bits |= _category_bits_of_name(name)
    return bits


@lru_cache(maxsize=_REMEMBERED)
def _category_bits_of_name(name: str) -> int:
    """Return the categories of one name; the same names come again on other sites."""
    bits = 0
    table = _bits_by_word()
    for part in name_parts(name):
        bits |= table.get(part, 0)
    return bits


@cache
def _bits_by_word() -> dict[str, int]:
    table: dict[str, int] = {}
    for bit, words in enumerate(read_words("classes.toml").values()):
        for word in words:
            table[word] = table.get(word, 0) | 1 << bit
    return table


# Tokens, as a linear model over them weighs them: it knows that what stands below ``entry-content`` is content and that
# "Share this" is not. Long texts have none: what they say is no matter of single words. A script without word spaces
# has no words either: a short run of it is a token as a whole.

SHORT_TEXT = 120
"""Characters of the longest text whose words are tokens."""
MANY_WORDS = 12
"""Words of the longest text whose words are tokens."""
QUIET = frozenset(
    ("a", "abbr", "b", "code", "em", "font", "i", "img", "picture", "small", "span", "strong", "sub", "sup")
)
"""Elements whose names say little about what stands below them, and are many."""
PLAIN = frozenset(("div", "span"))
"""Tags that are no token of what stands below them."""
_DIGITS = re.compile(r"\d+")
_MAX_VALUE = 30
_AROUND_WORDS = ".,;:!?()[]{}\"'“”‘’«»|*-–—•·…"


def element_tokens(tag: str, attrs: Mapping[str, str]) -> tuple[str, ...]:
    """Return the tokens of an element: its tag (``t:``), class names, id (``i`` before), role and item property."""
    found = [f"t:{tag}"]
    if "class" in attrs:
        found += name_tokens(attrs["class"][:MAX_NAME])
    if "id" in attrs:
        found += [f"i{token}" for token in name_tokens(attrs["id"][:MAX_NAME])]
    if "role" in attrs:
        found.append(f"r:{attrs['role'][:_MAX_VALUE].lower()}")
    if "itemprop" in attrs:
        found.append(f"p:{attrs['itemprop'][:_MAX_VALUE].lower()}")
    return tuple(found)


@lru_cache(maxsize=_REMEMBERED)
def name_tokens(names: str) -> tuple[str, ...]:
    """Return the tokens of a class attribute or an id: each name (``c:``), digits made 0, and its parts (``w:``)."""
    found: dict[str, None] = {}
    for name in names[:MAX_NAME].split():
        found.update(dict.fromkeys(f"c:{whole}" for whole in whole_names(name)))
        found.update(dict.fromkeys(f"w:{part}" for part in name_parts(name)))
    return tuple(found)


def whole_names(names: str) -> list[str]:
    """Return the names of a class attribute or an id, lower-cased, digits made 0."""
    return _DIGITS.sub("0", names.lower()).split()


def tokens_below(tag: str, tokens: Iterable[str]) -> tuple[str, ...]:
    """Return those of an element's tokens that also count for all below it."""
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
    """Return a word without the punctuation around it, digits made 0; "" if there is nothing else."""
    return word if word.isalpha() else _DIGITS.sub("0", word).strip(_AROUND_WORDS)
