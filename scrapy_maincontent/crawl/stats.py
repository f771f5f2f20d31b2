"""The names of the crawl stats, the counting of pages, and the reasons for skipping one.

Names in braces stand for what is counted apart. They add up:

* ``responses`` + ``html_items`` = ``pages`` + the sum of ``skipped/{reason}`` + ``given_back``
* ``pages`` = the sum of ``pages/{method}`` + ``errors``
* ``errors`` = the sum of ``errors/{exception}``; ``empty`` = the sum of ``empty/{reason}``
* the items that a spider yields from responses = the sum of ``items/{outcome}``
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from ..page.limits import OutOfTime
from ..pool.messages import PageTimeout

if TYPE_CHECKING:
    from scrapy.statscollectors import StatsCollector

    from ..result import Extraction


RESPONSES = "maincontent/responses"
PAGES = "maincontent/pages"
PAGES_BY_METHOD = "maincontent/pages/{method}"
FALLBACKS = "maincontent/fallbacks"
SKIPPED = "maincontent/skipped/{reason}"
EMPTY = "maincontent/empty"
EMPTY_BY_REASON = "maincontent/empty/{reason}"
ERRORS = "maincontent/errors"
ERRORS_BY_EXCEPTION = "maincontent/errors/{exception}"
TIMEOUTS = "maincontent/timeouts"
REPLACED = "maincontent/replaced"
GIVEN_BACK = "maincontent/given_back"
INLINE_PAGES = "maincontent/inline_pages"
WORKER_RESTARTS = "maincontent/worker_restarts"
FAILED_STARTS = "maincontent/failed_starts"
WAITED_FOR_WORKERS = "maincontent/waited_for_workers"
TIME_TOTAL = "maincontent/time_total"
TIME_MAX = "maincontent/time_max"
NAV_REGIONS = "maincontent/nav_regions"
COMPILED = "maincontent/compiled"
PURE_PYTHON = "maincontent/pure_python/{module}"
ITEMS = "maincontent/items/{outcome}"
JOINED_ARTICLES = "maincontent/joined_articles"
JOINED_PAGES = "maincontent/joined_pages"
JOIN_NOTES = "maincontent/join_notes/{note}"
HTML_ITEMS = "maincontent/html_items"
HTML_ITEMS_BY_OUTCOME = "maincontent/html_items/{outcome}"
DUPLICATES = "maincontent/duplicates/{kind}"
KNOWN_TEXTS = "maincontent/known_texts"
LEFT_OUT = "maincontent/left_out/{reason}"
SITE_HOSTS = "maincontent/site_memory/hosts"
SITE_PAGES = "maincontent/site_memory/pages"
SITE_HITS = "maincontent/site_memory/hits"
SITE_BYTES = "maincontent/site_memory/bytes"
SITE_EVICTIONS = "maincontent/site_memory/evictions"
NEWS_ARTICLES = "maincontent/news/articles"
NEWS_CHANGED = "maincontent/news/changed"
NEWS_COPIES = "maincontent/news/copies"
NEWS_LEFT_OUT = "maincontent/news/left_out/{reason}"
NEWS_LISTS = "maincontent/news/lists"
NEWS_NOT_MODIFIED = "maincontent/news/not_modified"
WARC_RECORDS = "maincontent/warc/records"
WARC_FILES = "maincontent/warc/files"
WARC_BYTES = "maincontent/warc/bytes"
WARC_ERRORS = "maincontent/warc/errors"


def count_extraction(stats: StatsCollector, result: Extraction) -> None:
    """Count a page that was extracted, with or without text."""
    stats.inc_value(PAGES)
    stats.inc_value(PAGES_BY_METHOD.format(method=result.method))
    stats.inc_value(TIME_TOTAL, result.elapsed)  # type: ignore[arg-type] # declared for whole numbers
    stats.max_value(TIME_MAX, result.elapsed)
    stats.inc_value(NAV_REGIONS, len(result.regions))
    if result.empty_reason is not None:
        stats.inc_value(EMPTY)
        stats.inc_value(EMPTY_BY_REASON.format(reason=result.empty_reason))


def count_failure(stats: StatsCollector, error: Exception) -> None:
    """Count a page that was handed to extraction and got no answer."""
    stats.inc_value(PAGES)
    stats.inc_value(ERRORS)
    stats.inc_value(ERRORS_BY_EXCEPTION.format(exception=type(error).__name__))
    if isinstance(error, PageTimeout | OutOfTime):
        stats.inc_value(TIMEOUTS)


class Skip(StrEnum):
    """Why a page was not handed to extraction; a value of ``emptyReason`` and a part of a stat's name."""

    DISABLED = "disabled"
    """The request says so, or `MAINCONTENT_DEFAULT` is False and the request does not ask."""
    NO_CALLBACK = "no_callback"
    """robots.txt, media and inline downloads, where the request does not ask."""
    NOT_HTML = "not_html"
    STATUS = "status"
    """The status is none of `MAINCONTENT_HTTP_CODES`."""
    EMPTY = "empty"
    """The body has no bytes."""
    TOO_LARGE = "too_large"
    """The body has more bytes than `MAINCONTENT_MAX_BYTES`."""
    REPLACED = "replaced"
    """The spider has another body than the one that was extracted; counted as `REPLACED` alone."""
