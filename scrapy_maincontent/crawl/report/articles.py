"""What a news editor asks of a crawl: its articles by day, language and site, what they carry, what is paywalled."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from ...known_host import host_of

if TYPE_CHECKING:
    from ...result import Extraction


ARTICLE = "article"
DAYS = 5000
"""Days that are counted; articles of others count as older."""
SHOWN_DAYS = 14
"""Days in the picture, up to the newest article's."""
SITES = 1000
"""Sites that are counted: the first ones of a crawl."""
LISTED = 20
UNKNOWN, OLDER = "unknown", "older"
_DAY = len("2026-11-26")
_MAX_URL = 500


class Articles:
    """Counts articles, and the pages of each site; memory is bounded by `DAYS` and `SITES`."""

    def __init__(self) -> None:
        self.count = 0
        self.days: Counter[str] = Counter()
        self.languages: Counter[str] = Counter()
        self.having: Counter[str] = Counter()
        self._newest: tuple[str, str] | None = None
        self._oldest: tuple[str, str] | None = None
        self._sites: dict[str, Counter[str]] = {}

    def add(self, result: Extraction) -> None:
        """Count a page."""
        site = self._site(result.url)
        if site is not None:
            site["pages"] += 1
            site["empty"] += not result.text
        if result.page_type != ARTICLE or not result.text:
            return
        self.count += 1
        if site is not None:
            site["articles"] += 1
        self.languages[(result.language or UNKNOWN).partition("-")[0]] += 1
        self.having["author"] += bool(result.authors)
        self.having["day"] += result.date_published is not None
        self.having["image"] += result.main_image is not None
        self.having["paywalled"] += result.is_accessible_for_free is False or bool(result.is_teaser)
        self._of_day(result.date_published or "", (result.url or "")[:_MAX_URL])

    def add_latency(self, url: str, seconds: float) -> None:
        """Count how long a site took to answer."""
        site = self._site(url)
        if site is not None:
            site["answers"] += 1
            site["microseconds"] += round(seconds * 1e6)

    def _of_day(self, moment: str, url: str) -> None:
        day = moment[:_DAY]
        if len(day) < _DAY:
            self.days[UNKNOWN] += 1
            return
        self.days[day if day in self.days or len(self.days) < DAYS else OLDER] += 1
        known = day, url
        self._newest = known if self._newest is None or day > self._newest[0] else self._newest
        self._oldest = known if self._oldest is None or day < self._oldest[0] else self._oldest

    def _site(self, url: str | None) -> Counter[str] | None:
        host = host_of(url)
        if host is None or (host not in self._sites and len(self._sites) >= SITES):
            return None
        return self._sites.setdefault(host, Counter())

    def as_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON types."""
        sites: list[dict[str, Any]] = [
            {
                "host": host,
                **{name: counts[name] for name in ("pages", "articles", "empty")},
                "latency": round(counts["microseconds"] / counts["answers"] / 1e6, 4) if counts["answers"] else None,
            }
            for host, counts in self._sites.items()
        ]
        slow = [site for site in sites if site["latency"] is not None]
        return {
            "articles": self.count,
            "days": dict(sorted(self.days.items())),
            "languages": dict(self.languages.most_common()),
            "having": {name: self.having[name] for name in ("author", "day", "image", "paywalled")},
            "newest": self._newest,
            "oldest": self._oldest,
            "by_site": sorted(sites, key=lambda site: -site["articles"])[:LISTED],
            "slowest_sites": sorted(slow, key=lambda site: -site["latency"])[:LISTED],
        }


def last_days(days: dict[str, int]) -> list[tuple[str, int]]:
    """Return the days up to the newest, each with its articles, as the picture has them; earlier ones together."""
    known = {day: count for day, count in days.items() if day not in (UNKNOWN, OLDER)}
    try:
        newest = date.fromisoformat(max(known))
    except ValueError:  # no day at all, or none of the calendar
        return []
    shown = [str(newest - timedelta(back)) for back in range(SHOWN_DAYS - 1, -1, -1)]
    older = sum(count for day, count in days.items() if day < shown[0] or day == OLDER)
    return [(OLDER, older), *((day[5:], known.get(day, 0)) for day in shown)]
