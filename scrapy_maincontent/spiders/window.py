"""What a crawl wants of the articles that it finds: days from which to which they are published, and languages."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from ..crawl.state import Status
from ..words.days import is_before
from .links import day_in_path, month_named

if TYPE_CHECKING:
    from ..crawl.state import Row, State
    from ..result import Extraction
    from .listings import Facts

UNDATED, WINDOW, LANGUAGE = "undated", "window", "language"
"""Why an article is left out."""
_NOTE = "window"
"""What the state notes of the last run's window, and since when articles have been looked for."""


@dataclass(frozen=True)
class Window:
    """Days of publication, both ends included, as ``2026-11-24``, and primary language codes; none: all of them."""

    since: str | None = None
    until: str | None = None
    languages: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        """Raise ValueError for a window without a day."""
        if self.since and self.until and self.since > self.until:
            raise ValueError(f"since is {self.since}, which is after until, {self.until}")

    def holds(self, day: str) -> bool:
        """Return True if a day, or some day of the month or year that is named, is in the window."""
        named = day[:10]
        if self.since and named < self.since[: len(named)]:
            return False
        return not (self.until and named > self.until[: len(named)])

    def may_list(self, facts: Facts) -> bool:
        """Return False for a sitemap that has not changed since the window began, or is named for other months."""
        if self.since and (facts.get("date_modified") or self.since)[:10] < self.since:
            return False
        named = month_named(facts["url"])
        return named is None or self.holds(named)

    def may_want(self, facts: Facts) -> bool:
        """Return False if a page's list or address puts it outside the window."""
        if published := facts.get("date_published"):
            return self.holds(published)
        if self.since and facts.get("date_modified", self.since)[:10] < self.since:
            return False
        named = day_in_path(facts["url"])
        return named is None or self.holds(named)

    def why_not(self, result: Extraction) -> str | None:
        """Return why an article is left out, ``None`` for one that is wanted."""
        if self.since or self.until:
            if result.date_published is None:
                return UNDATED
            if not self.holds(result.date_published):
                return WINDOW
        language = primary(result.language)
        return LANGUAGE if self.languages and language and language not in self.languages else None

    def reopen(self, state: State, sites: list[str]) -> bool:
        """Set articles that earlier runs left out, and that this one wants, back to waiting.

        Return whether this run goes further back than all before it. Nothing is looked for where the last run wanted
        the same.
        """
        since, languages = self.since or "", sorted(self.languages)
        held = json.loads(state.about(_NOTE, "null"))
        asked = {"since": since, "until": self.until, "languages": languages}
        deepest = since if held is None else min(since, held["deepest"])
        state.note(_NOTE, json.dumps({**asked, "deepest": deepest}))
        if held is None or {name: held[name] for name in asked} == asked:
            return False
        state.reopen(sites, WINDOW, "day", since, (self.until or "9") + "~")
        if not since and not self.until:
            state.reopen(sites, UNDATED, "address", "", "~")
        for least, most in [(code, code) for code in languages] or [("", "~")]:
            state.reopen(sites, LANGUAGE, "language", least, most)
        return since < str(held["deepest"])

    def wants_again(self, row: Row, facts: Facts) -> bool:
        """Return True if a known page is to be asked for: it has changed, or the window has another extent by now."""
        if row.status == Status.ARTICLE:
            changed = facts.get("date_modified")
            if not changed or not row.modified or not is_before(row.modified, changed):
                return False
            return not self.since or changed[:10] >= self.since
        if row.status == Status.LEFT_OUT and row.of in (WINDOW, UNDATED):
            day = row.day or facts.get("date_published")
            return bool(day and self.holds(day))
        return row.status == Status.LEFT_OUT and row.of == LANGUAGE and (row.language or "") in self.languages


def primary(language: str | None) -> str | None:
    """Return the first part of a language tag, in lower case: "pt" of "pt-BR"."""
    return language.lower().replace("_", "-").partition("-")[0] if language else None


def day_argument(name: str, text: str | None) -> str | None:
    """Return a day as it is given in an argument.

    Raises:
        ValueError: it is none.
    """
    if not text:
        return None
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise ValueError(f"{name} is {text!r}; it must be a day such as 2026-11-24") from None
