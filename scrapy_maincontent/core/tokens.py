"""The tokens of a page: what elements are called, and the words of short texts.

A linear model over tokens knows that what stands below ``entry-content`` is content and that "Share this" is not. Each
distinct string is taken apart once and remembered across pages. Texts longer than `SHORT_TEXT` have no tokens: what
they say is no matter of single words. A script without word spaces has no words either: a short run of it is a token
as a whole.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

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
_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_DIGITS = re.compile(r"\d+")
MAX_NAMES = 200
"""Characters of a class attribute that are read; utility-first style sheets write long ones that say little."""
_MAX_VALUE = 30
_AROUND_WORDS = ".,;:!?()[]{}\"'“”‘’«»|*-–—•·…"
_REMEMBERED = 50_000


@lru_cache(maxsize=_REMEMBERED)
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
    return [part.lower() for part in _PART.findall(names)]


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
