"""What class, id and microdata say of visitors' comments and their parts."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from .memo import Memo

if TYPE_CHECKING:
    from collections.abc import Mapping

ITEM, AUTHOR, DATE, TEXT, FORM, NUMBERED = (1 << number for number in range(6))
"""Bits: a comment; its author, date and text; what is none of it; a comment by its number, as in ``comment-42``."""
MAX_NAME = 200
"""Characters of a class or id that are read."""

_PROPERTIES = {
    "author": AUTHOR, "creator": AUTHOR, "datecreated": DATE, "datepublished": DATE, "commenttime": DATE,
    "text": TEXT, "commenttext": TEXT,
}  # fmt: skip
_TYPES = ("/Comment", "/UserComments")
_NUMBERED = re.compile(r"(?:[a-z]{1,8}[-_])?comm(?:ent)?[-_]?(?:item[-_])?\d{1,12}(?:_\d{1,12})?\Z|c\d{6,20}\Z")
_NUMBER = re.compile(r"\d+")
_STEM = "comment"
_SIGNS = re.compile(r"[\W_]+")
_REVIEW = "review"


@cache
def words() -> dict[str, dict[str, list[str]]]:
    """Return the words of comments: names of parts, and what lines say."""
    text = resources.files(__package__).joinpath("words/comments.toml").read_text("utf-8")
    lists: dict[str, dict[str, list[str]]] = tomllib.loads(text)
    return lists


@cache
def _parts() -> dict[str, int]:
    found: dict[str, int] = {}
    for name, bits in (("item", ITEM), ("author", AUTHOR), ("date", DATE), ("text", TEXT), ("form", FORM)):
        for word in words()["names"][name]:
            found[word] = found.get(word, 0) | bits
    return found


def _read(name: str) -> int:
    parts, found = _parts(), 0
    for single in name.lower().split():
        joined = _SIGNS.sub("", single)
        found |= parts.get(joined, 0)
        if _STEM in joined:
            found |= parts.get(joined[joined.index(_STEM) :], 0) & ~ITEM
        if _NUMBERED.match(single):
            found |= ITEM | NUMBERED
        if single == _REVIEW:
            return 0
    return found


MEANINGS = Memo(_read)
"""What a class or id says of comments, by the attribute's value, no longer than `MAX_NAME`."""


def says(own: Mapping[str, str]) -> int:
    """Return what an element's attributes say."""
    found = 0
    if "class" in own:
        found = MEANINGS[own["class"][:MAX_NAME]]
    if "id" in own:
        found |= MEANINGS[own["id"][:MAX_NAME]]
    if "itemprop" in own:
        found |= _PROPERTIES.get(own["itemprop"].lower(), 0)
    if own.get("itemtype", "").endswith(_TYPES):
        found |= ITEM
    return found


def key(own: Mapping[str, str]) -> frozenset[str]:
    """Return the names by which an element is a comment: a reply has one of those of the comment it stands in."""
    names = {_SIGNS.sub("", single) for single in own.get("class", "")[:MAX_NAME].lower().split()}
    found = {name for name in names if _parts().get(name, 0) & ITEM}
    if own.get("itemtype", "").endswith(_TYPES):
        found.add("itemtype")
    if says(own) & NUMBERED:
        found.add("#")
    return frozenset(found)


def number(own: Mapping[str, str]) -> str:
    """Return the number of a comment whose id has one, "" where it has none."""
    match = _NUMBER.search(own.get("id", "")[:MAX_NAME])
    return match[0] if match else ""
