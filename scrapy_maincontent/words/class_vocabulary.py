"""The words of class names and ids as bits: of navigation, of page types, of visitors' comments.

A meaning is a bit, so that all meanings of a name are one number. In the numbers of `class_names.read_names`, bits of
navigation come first, then those of comments, then the groups of page types (``page_types.toml``). The parts of a
comment (``comments.toml``) have numbers of their own.
"""

from __future__ import annotations

from functools import cache

from . import read_words

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
COMMENTED, NUMBERED = 1 << 20, 1 << 21
"""The name may be of a visitor's comment: it has one of `COMMENT_STEMS`, or a digit as its second character."""
COMMENT_STEMS = ("omment", "oment", "reactie")
FIRST_GROUP = 22
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
