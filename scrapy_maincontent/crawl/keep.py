"""Which items a crawl keeps, and which documents a corpus job does (``MAINCONTENT_KEEP``); without Scrapy."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


PAGE_TYPES = ("article", "service", "product", "collection", "listing", "documentation", "forum")
LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
"""How a tag of BCP 47 looks."""
_DAY_LENGTH = len("2026-11-26")


class LeftOut(StrEnum):
    """Why an item is left out, in the order in which it is asked."""

    NO_URL = "no_url"
    UNKNOWN_PAGE = "unknown_page"
    """As `Outcome` has them: the item has no text, since its page is not known."""
    NO_TEXT = "no_text"
    """Its page has no main content."""
    PAGE_TYPE = "page_type"
    LANGUAGE = "language"
    UNDATED = "undated"
    BEFORE = "before"
    AFTER = "after"
    FEW_WORDS = "few_words"
    NOT_ACCESSIBLE = "not_accessible"
    DUPLICATE = "duplicate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep:
    """What is kept; the defaults keep all that has a text.

    ``page_types`` are names, or a dict of names to the least probability. ``languages`` are tags of BCP 47, ``en``
    for all of English. ``since`` and ``until`` are days in ISO 8601, both within; what has no day is kept unless
    ``undated`` is False. ``accessible`` leaves out what has to be paid for, and texts that are but a beginning;
    ``duplicates=False`` what repeats an earlier text.
    """

    page_types: Mapping[str, float] | None = None
    languages: frozenset[str] | None = None
    since: str | None = None
    until: str | None = None
    undated: bool = True
    min_words: int = 0
    accessible: bool = False
    duplicates: bool = True

    @classmethod
    def parsed(cls, given: Mapping[str, Any]) -> Keep:
        """Return the rules that a dict names.

        Raises:
            ValueError: there is no such rule, or a value is not allowed.
        """
        rules = {each.name for each in fields(cls)}
        if not isinstance(given, Mapping) or not given:
            raise ValueError(f"it names {', '.join(sorted(rules))}")
        for name in given:
            if name not in rules:
                raise ValueError(f"there is no {name!r}; there are {', '.join(sorted(rules))}")
        parsed = {name: _PARSERS[name](name, value) for name, value in given.items()}
        keep = cls(**parsed)
        if keep.since and keep.until and keep.since > keep.until:
            raise ValueError(f"since is {keep.since}, which is after until, {keep.until}")
        return keep

    def reason(self, value: Callable[[str], Any]) -> LeftOut | None:
        """Return why an item with these values of an `Extraction`'s attributes is left out, or ``None``.

        ``duplicates`` is for who knows the texts before.
        """
        if not value("text"):
            return LeftOut.NO_TEXT
        if self.page_types is not None:
            least = self.page_types.get(value("page_type") or "")
            if least is None or (value("page_type_confidence") or 0.0) < least:
                return LeftOut.PAGE_TYPE
        if self.languages is not None and not self._speaks(value("language") or ""):
            return LeftOut.LANGUAGE
        reason = self._of_day(str(value("date_published") or "")) if self._has_window else None
        if reason is not None:
            return reason
        if self.min_words and _words(str(value("text"))) < self.min_words:
            return LeftOut.FEW_WORDS
        paid = self.accessible and (value("is_accessible_for_free") is False or value("is_teaser"))
        return LeftOut.NOT_ACCESSIBLE if paid else None

    @property
    def _has_window(self) -> bool:
        return bool(self.since or self.until or not self.undated)

    def _speaks(self, tag: str) -> bool:
        known = tag.lower()
        assert self.languages is not None
        return any(known == language or known.startswith(f"{language}-") for language in self.languages)

    def _of_day(self, day: str) -> LeftOut | None:
        """Compare days as the page gives them, in its own time zone."""
        day = day[:_DAY_LENGTH]
        if len(day) < _DAY_LENGTH:
            return None if self.undated else LeftOut.UNDATED
        if self.since and day < self.since:
            return LeftOut.BEFORE
        return LeftOut.AFTER if self.until and day > self.until else None


def _words(text: str) -> float:
    from ..features.measures import word_count  # here: it loads NumPy

    return word_count(text)


def _types(name: str, value: Any) -> dict[str, float]:
    chosen = value if isinstance(value, Mapping) else dict.fromkeys(_names(name, value), 0.0)
    for kind, least in chosen.items():
        if kind not in PAGE_TYPES:
            raise ValueError(f"{name} has {kind!r}; it may have {', '.join(PAGE_TYPES)}")
        if isinstance(least, bool) or not isinstance(least, int | float) or not 0 <= least <= 1:
            raise ValueError(f"{name} has {kind} with {least!r}; it must be a probability, 0 to 1")
    if not chosen:
        raise ValueError(f"{name} is empty")
    return {kind: float(least) for kind, least in chosen.items()}


def _names(name: str, value: Any) -> list[str]:
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list | tuple | set | frozenset) or not all(isinstance(each, str) for each in names):
        raise ValueError(f"{name} is {value!r}; it must be a list of names")
    return list(names)


def _languages(name: str, value: Any) -> frozenset[str]:
    tags = _names(name, value)
    wrong = [tag for tag in tags if not LANGUAGE_TAG.fullmatch(tag)]
    if wrong or not tags:
        raise ValueError(f"{name} is {value!r}; it must be a list of tags such as 'en' or 'pt-BR'")
    return frozenset(tag.lower() for tag in tags)


def _day(name: str, value: Any) -> str:
    try:
        return date.fromisoformat(str(value)[:_DAY_LENGTH]).isoformat()
    except ValueError as error:
        raise ValueError(f"{name} is {value!r}; it must be a day such as '2026-11-26'") from error


def _count(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"{name} is {value!r}; it must be a whole number, 0 or more")
    return value


def _flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{name} is {value!r}; it must be True or False")
    return value


_PARSERS: dict[str, Callable[[str, Any], Any]] = {
    "page_types": _types,
    "languages": _languages,
    "since": _day,
    "until": _day,
    "undated": _flag,
    "min_words": _count,
    "accessible": _flag,
    "duplicates": _flag,
}
