"""The crawl's report (``MAINCONTENT_REPORT``): what was counted, as one HTML file, when the spider closes."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from scrapy import signals

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from .result import Extraction
    from .settings import MaincontentSettings

logger = logging.getLogger(__name__)

_PREFIX = "maincontent/"
_reports: WeakValueDictionary[int, Report] = WeakValueDictionary()
"""The reports of running crawls, by their crawlers' identity; a report holds its crawler, and components hold it."""


class Report:
    """Counts the pages of one crawl and writes the file at its end."""

    def __init__(self, crawler: Crawler, template: str) -> None:
        """``template`` is the file's path; ``%(name)s`` stands for the spider's name, ``%(time)s`` for the start."""
        from .report_tally import Tally  # here, since most crawls write no report

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

    def close(self, reason: str) -> None:
        """Write the file; a failure costs the crawl one line in the log."""
        from .report_page import report_page

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
        beside.write_text(page, "utf-8", errors="replace")
        beside.replace(self.path)


def report_of(crawler: Crawler, settings: MaincontentSettings) -> Report | None:
    """Return the report that all components of a crawl count into; ``None`` where none is asked for."""
    if settings.report is None:
        return None
    report = _reports.get(id(crawler))
    if report is None:
        report = _reports[id(crawler)] = Report(crawler, settings.report)
    return report
