"""Responses -> WARC files: the pages of one crawl, kept below the folder that ``MAINCONTENT_WARC`` names."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING

import scrapy
from scrapy.utils.asyncio import run_in_thread

from .. import __version__
from . import stats

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from ..engines import warc
    from .settings import MaincontentSettings


logger = logging.getLogger(__name__)


class Archive:
    """Writes the pages of one crawl below the folder ``MAINCONTENT_WARC``, where that is set.

    What can't be written costs the crawl nothing but the record: it is counted, and the first one is logged.
    """

    def __init__(self, crawler: Crawler, settings: MaincontentSettings) -> None:
        self._crawler = crawler
        self._settings = settings
        self._writer: warc.WarcWriter | None = None
        self._logged = False

    async def keep(self, response: Response) -> warc.Written | None:
        """Write a response and return where it is; None where nothing is to be kept or can be. Never raises."""
        if self._settings.warc is None:
            return None
        try:
            # Compressing takes milliseconds and disks may take longer: neither is to hold up the crawl.
            written = await run_in_thread(self._open(self._settings.warc).write, _as_sent(response))
        except Exception as error:
            self._crawler.stats.inc_value(stats.WARC_ERRORS)
            self._log(error)
            return None
        self._crawler.stats.inc_value(stats.WARC_RECORDS)
        return written

    def close(self) -> None:
        """Close the file and count what was written."""
        if self._writer is not None:
            self._writer.close()
            self._crawler.stats.set_value(stats.WARC_FILES, self._writer.opened)
            self._crawler.stats.set_value(stats.WARC_BYTES, self._writer.written)

    def _open(self, folder: str) -> warc.WarcWriter:
        if self._writer is None:
            from ..engines.warc import WarcWriter

            spider = self._crawler.spider
            information = {
                "software": f"scrapy-maincontent/{__version__} Scrapy/{scrapy.__version__}",
                "http-header-user-agent": self._crawler.settings["USER_AGENT"],
            }
            name = spider.name if spider is not None else "crawl"
            self._writer = WarcWriter(Path(folder), name, self._settings.warc_max_bytes, information)
        return self._writer

    def _log(self, error: Exception) -> None:
        if not self._logged:
            self._logged = True
            logger.error(
                "A page could not be kept in %s (MAINCONTENT_WARC): %s: %s. The crawl goes on; further failures are "
                "only counted, as %s",
                self._settings.warc,
                type(error).__name__,
                error,
                stats.WARC_ERRORS,
                extra={"spider": self._crawler.spider},
            )


def _as_sent(response: Response) -> warc.Response:
    from ..engines import warc

    headers = tuple(
        (name.decode("latin-1"), value.decode("latin-1"))
        for name, values in response.headers.items()
        for value in values
    )
    address = response.ip_address
    return warc.Response(
        response.url,
        response.status,
        headers,
        response.body,
        response.protocol,
        None if address is None else str(address),
    )
