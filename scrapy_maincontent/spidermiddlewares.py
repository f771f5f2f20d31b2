"""The spider middleware: fills the items of a page, and keeps results out of new requests."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from itemadapter import ItemAdapter
from scrapy.exceptions import NotConfigured
from scrapy.spidermiddlewares.base import BaseSpiderMiddleware
from w3lib.url import canonicalize_url

from . import stats
from .core.result import Extraction
from .items import Outcome, current, fill, is_empty, page_url
from .meta import RESULT_KEY
from .reasons import Skip
from .settings import MaincontentSettings

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Request, Response

logger = logging.getLogger(__name__)


class MainContentSpiderMiddleware(BaseSpiderMiddleware):
    """Fills the items that a spider yields from a response; the one place where item and response meet."""

    def __init__(self, crawler: Crawler) -> None:
        """Read the settings.

        Raises:
            NotConfigured: ``MAINCONTENT_ENABLED`` is False.
            ValueError: a setting has a value that is not allowed.
        """
        super().__init__(crawler)
        self._settings = MaincontentSettings.from_crawler_settings(crawler.settings)
        if not self._settings.enabled:
            raise NotConfigured

    def get_processed_request(self, request: Request, response: Response | None) -> Request | None:  # noqa: ARG002
        """Return the request without a result that a spider copied along with the meta of a response.

        A copy is returned, since the request may be the very one whose response is still being worked on.
        """
        if RESULT_KEY not in request.meta:
            return request
        return request.replace(meta={key: value for key, value in request.meta.items() if key != RESULT_KEY})

    def get_processed_item(self, item: Any, response: Response | None) -> Any:
        """Return the item, or a copy of it where it is frozen, filled from the page it was scraped from."""
        if response is None or not ItemAdapter.is_item(item):
            return item
        try:
            item, outcome = self._filled(item, response)
        except Exception:
            # A predicate or an item class of the project's own may raise anything; the item goes on as it was.
            outcome = Outcome.FAILED
            logger.exception("Item of <%s> not filled", response.url, extra={"spider": self.crawler.spider})
        self.crawler.stats.inc_value(stats.ITEMS.format(outcome=outcome))
        return item

    def _filled(self, item: Any, response: Response) -> tuple[Any, Outcome]:
        result = response.request.meta.get(RESULT_KEY) if response.request is not None else None
        if not isinstance(result, Extraction):
            return item, Outcome.NO_RESULT
        if not self._settings.chooses(item):
            return item, Outcome.NOT_CHOSEN
        adapter = ItemAdapter(item)
        if _is_about_another_page(page_url(adapter), response):
            return item, Outcome.OTHER_PAGE
        if result.empty_reason == Skip.NOT_HTML and not is_empty(current(adapter, self._settings.html_field)):
            return item, Outcome.OWN_HTML
        return fill(item, result, self._settings)


def _is_about_another_page(url: str | None, response: Response) -> bool:
    """Tell whether an item's URL is neither the response's nor one that was redirected to it."""
    if url is None:
        return False
    own = {response.url, *response.meta.get("redirect_urls", ())}
    return url not in own and _canonical(urljoin(response.url, url)) not in map(_canonical, own)


def _canonical(url: str) -> str:
    try:
        return canonicalize_url(url)
    except ValueError:
        return url
