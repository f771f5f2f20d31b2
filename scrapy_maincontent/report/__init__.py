"""The crawl's report (``MAINCONTENT_REPORT``): extractions are counted, and written as one HTML file at the end."""

from __future__ import annotations

import logging
from bisect import bisect_right
from collections import Counter
from datetime import UTC, datetime
from heapq import heappush, heappushpop
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakValueDictionary

from scrapy import signals

from ..page import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy.crawler import Crawler

    from ..result import Extraction, Learnt
    from ..settings import MaincontentSettings


logger = logging.getLogger(__name__)

LISTED = 20
"""Pages in each list."""
BINS = 10
"""Bars of the histogram of quality, from 0 to 1."""
SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Bounds, in seconds, between the bars of the histogram of time; the last bar is open."""
SITES = 1000
"""Sites that are counted: the first ones of a crawl."""
MAX_URL = 500
"""Characters of an address that are kept."""
UNKNOWN = "unknown"
_PREFIX = "maincontent/"
_reports: WeakValueDictionary[int, Report] = WeakValueDictionary()
"""The reports of running crawls, by their crawlers' identity; a report holds its crawler, and components hold it."""


def report_of(crawler: Crawler, settings: MaincontentSettings) -> Report | None:
    """Return the report that all components of a crawl count into; ``None`` where none is asked for."""
    if settings.report is None:
        return None
    report = _reports.get(id(crawler))
    if report is None:
        report = _reports[id(crawler)] = Report(crawler, settings.report)
    return report


class Report:
    """Counts the pages of one crawl and writes the file at its end."""

    def __init__(self, crawler: Crawler, template: str) -> None:
        """``template`` is the file's path; ``%(name)s`` stands for the spider's name, ``%(time)s`` for the start."""
        self._crawler = crawler
        self._started = datetime.now(UTC)
        self._tally = Tally()
        name = crawler.spidercls.name.replace("/", "-")
        time = self._started.isoformat(timespec="seconds").replace(":", "-")
        self.path = Path(template % {"name": name, "time": time})
        crawler.signals.connect(self.close, signal=signals.spider_closed)

    def add(self, result: Extraction) -> None:
        """Count a page."""
        self._tally.add(result)

    def add_site(self, host: str, learnt: Learnt) -> None:
        """Count a page for its site."""
        self._tally.add_site(host, learnt)

    def close(self, reason: str) -> None:
        """Write the file; a failure costs the crawl one line in the log."""
        from .page import report_page  # here: it loads the inspector, and most crawls write no report

        spider = self._crawler.spider
        try:
            self._write(report_page(self._data(reason)))
        except Exception as error:
            logger.error(
                "The report was not written to %s (MAINCONTENT_REPORT): %s: %s",
                self.path,
                type(error).__name__,
                error,
                extra={"spider": spider},
            )
        else:
            logger.info("Report: %s", self.path, extra={"spider": spider})

    def _data(self, reason: str) -> dict[str, Any]:
        stats = self._crawler.stats.get_stats()
        return {
            "spider": self._crawler.spidercls.name,
            "started": self._started.isoformat(timespec="seconds"),
            "finished": datetime.now(UTC).isoformat(timespec="seconds"),
            "finish_reason": reason,
            "items_scraped": stats.get("item_scraped_count", 0),
            "stats": {name: value for name, value in sorted(stats.items()) if name.startswith(_PREFIX)},
            **self._tally.as_dict(),
        }

    def _write(self, page: str) -> None:
        """Replace the file at once, so that nobody reads half of it."""
        beside = self.path.with_name(f"{self.path.name}.part")
        try:
            beside.write_text(page, "utf-8", errors="replace")
            beside.replace(self.path)
        except OSError:
            beside.unlink(missing_ok=True)
            raise


class Listed(NamedTuple):
    """A page in one of the lists; compared by ``rank``, then the earlier one counts for more."""

    rank: float
    later: int
    url: str
    seconds: float
    characters: int
    reason: str


class Tally:
    """Counts extractions, and lists the slowest and emptiest pages.

    Memory is bounded by the names of methods, page types and reasons, and by `LISTED` and `SITES`.
    """

    def __init__(self) -> None:
        self.pages = self.empty = self.truncated = self.characters = self.regions_none = 0
        self.seconds = 0.0
        self.methods: Counter[str] = Counter()
        self.types: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.regions: Counter[str] = Counter()
        self.pages_with: Counter[str] = Counter()
        self.quality = [0] * BINS
        self.times = [0] * (len(SECONDS) + 1)
        self.sites: dict[str, list[int]] = {}
        self._slowest: list[Listed] = []
        self._emptiest: list[Listed] = []

    def add(self, result: Extraction) -> None:
        """Count a page that was handed to extraction, whatever came of it."""
        self.pages += 1
        self.characters += len(result.text)
        self.seconds += result.elapsed
        self.truncated += result.truncated
        self.methods[result.method or UNKNOWN] += 1
        self.types[result.page_type or UNKNOWN] += 1
        if result.empty_reason is not None:
            self.empty += 1
            self.reasons[str(result.empty_reason)] += 1
        if result.quality is not None:
            self.quality[min(int(result.quality * BINS), BINS - 1)] += 1
        self.times[bisect_right(SECONDS, result.elapsed)] += 1
        kinds = [str(region.kind) for region in result.regions]
        self.regions.update(kinds)
        self.pages_with.update(set(kinds))
        self.regions_none += not kinds
        self._list(self._slowest, result.elapsed, result)
        self._list(self._emptiest, -len(result.text), result)

    def add_site(self, host: str, learnt: Learnt) -> None:
        """Count a page for its site, and what of it was known."""
        if host not in self.sites and len(self.sites) == SITES:
            return
        counts = self.sites.setdefault(host, [0, 0, 0])
        counts[0] += 1
        counts[1] += learnt.known > 0
        counts[2] += learnt.blocks

    @property
    def largest(self) -> list[dict[str, Any]]:
        """The sites with most pages: those with others of the site known, and their text blocks that stood on these."""
        ordered = sorted(self.sites.items(), key=lambda pair: -pair[1][0])[:LISTED]
        return [
            {"host": host, "pages": pages, "known": known, "blocks": blocks} for host, (pages, known, blocks) in ordered
        ]

    @property
    def slowest(self) -> list[Listed]:
        """The pages that took most seconds, slowest first."""
        return sorted(self._slowest, reverse=True)

    @property
    def emptiest(self) -> list[Listed]:
        """The pages with the shortest texts, shortest first."""
        return sorted(self._emptiest, reverse=True)

    def as_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON types."""
        return {
            "pages": self.pages,
            "empty": self.empty,
            "truncated": self.truncated,
            "characters": self.characters,
            "seconds": round(self.seconds, 4),
            "methods": _by_count(self.methods),
            "page_types": _by_count(self.types),
            "empty_reasons": _by_count(self.reasons),
            "regions": {str(kind): self.regions[str(kind)] for kind in Kind},
            "pages_with_regions": {str(kind): self.pages_with[str(kind)] for kind in Kind},
            "pages_without_regions": self.regions_none,
            "quality": self.quality,
            "times": {"bounds": list(SECONDS), "counts": self.times},
            "sites": self.largest,
            "slowest": _plain(self.slowest),
            "emptiest": _plain(self.emptiest),
        }

    def _list(self, heap: list[Listed], rank: float, result: Extraction) -> None:
        if len(heap) == LISTED and rank <= heap[0].rank:
            return
        url, reason = (result.url or "")[:MAX_URL], str(result.empty_reason or "")
        listed = Listed(rank, -self.pages, url, result.elapsed, len(result.text), reason)
        (heappushpop if len(heap) == LISTED else heappush)(heap, listed)


def _by_count(counter: Counter[str]) -> dict[str, int]:
    return dict(counter.most_common())


def _plain(pages: Sequence[Listed]) -> list[dict[str, Any]]:
    return [
        {"url": page.url, "seconds": round(page.seconds, 4), "characters": page.characters, "empty_reason": page.reason}
        for page in pages
    ]
