"""The Scrapy command ``scrapy maincontent URL``: a page fetched as the project would, and its inspection in a file.

Every ``scrapy`` command imports this module to know of this one, so it imports what it needs when it runs.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import AsyncIterator

    from scrapy import Spider
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from twisted.python.failure import Failure

logger = logging.getLogger(__name__)

OUTPUT = "inspected.html"


class Command(ScrapyCommand):
    """Fetches one page through the crawler, with the project's settings, and shows what was made of it."""

    exitcode = 1
    """0 once the file is written."""
    _fetching: Crawler

    def syntax(self) -> str:
        """Return the arguments."""
        return "[options] <url>"

    def short_desc(self) -> str:
        """Return what the command does."""
        return "Show what is main content on a page, and why"

    def long_desc(self) -> str:
        """Return the same at length."""
        return (
            "Fetch a URL with the project's settings and middlewares, and write one harmless HTML file that shows its "
            "navigation regions, its blocks, and why each text is main content or not. The file's path is printed"
        )

    def add_options(self, parser: ArgumentParser) -> None:
        """Add the command's own options to Scrapy's."""
        from .methods import METHODS, PACKAGED_MODELS

        super().add_options(parser)
        parser.add_argument(
            "-o", "--output", type=Path, default=Path(OUTPUT), help=f"file to write (default: {OUTPUT})"
        )
        parser.add_argument("--method", choices=METHODS, help="default: MAINCONTENT_METHOD")
        parser.add_argument("--against", choices=(*METHODS, *PACKAGED_MODELS), help="second method or packaged model")
        parser.add_argument("--spider", help="use this spider")
        parser.add_argument("--open", action="store_true", help="open the file in the browser")

    def run(self, args: list[str], opts: Namespace) -> None:
        """Fetch the page as ``scrapy fetch`` does, and inspect it.

        Raises:
            UsageError: there is not exactly one URL, or no such spider.
        """
        from scrapy.http import Request
        from scrapy.utils.datatypes import SequenceExclude
        from scrapy.utils.spider import DefaultSpider, spidercls_for_request
        from w3lib.url import is_url

        from .crawl.settings import REQUEST_KEY

        if len(args) != 1 or not is_url(args[0]):
            raise UsageError
        request = Request(
            args[0], callback=self.inspect, errback=self.failed, cb_kwargs={"opts": opts}, dont_filter=True
        )
        # Any status is shown; only redirects are followed first. Nothing is extracted but by the inspector.
        request.meta.update({"handle_httpstatus_list": SequenceExclude(range(300, 400)), REQUEST_KEY: False})
        process = self.crawler_process
        assert process is not None
        # A crawl's report is not to be replaced by that of this page.
        process.settings.set("MAINCONTENT_REPORT", None, priority="cmdline")
        spider: type[Spider] = DefaultSpider
        if opts.spider:
            try:
                spider = process.spider_loader.load(opts.spider)
            except KeyError as error:
                raise UsageError(f"--spider is {opts.spider}; there is no such spider") from error
        else:
            spider = spidercls_for_request(process.spider_loader, request, spider)

        async def start(self: Spider) -> AsyncIterator[Any]:  # noqa: ARG001
            yield request

        spider.start = start  # type: ignore[method-assign]
        self._fetching = process.create_crawler(spider)
        process.crawl(self._fetching)
        process.start()

    def inspect(self, response: Response, opts: Namespace) -> None:
        """Write the inspection of a response."""
        from scrapy.http import HtmlResponse
        from w3lib.url import file_uri_to_path

        from .crawl.settings import MaincontentSettings
        from .downloadermiddlewares import declared_encoding
        from .inspector import inspect_html

        if not isinstance(response, HtmlResponse):
            logger.error("%s is no HTML page", response)
            return
        settings = MaincontentSettings.from_crawler_settings(self._fetching.settings)
        method = opts.method or settings.method
        shown = inspect_html(
            response.body,
            response.url,
            encoding=declared_encoding(response),
            method=method,
            model=settings.model if method == settings.method else None,
            against=opts.against,
            balance=settings.balance,
            fallback=settings.fallback,
            ad_list=settings.ad_list,
        )
        files = [settings.model, settings.ad_list]
        if response.url.startswith("file:"):
            files.append(file_uri_to_path(response.url))
        self._write(shown, files, opts)

    def failed(self, failure: Failure) -> None:
        """Say why there is no page."""
        from .crawl.fetch import cause

        logger.error("The page was not fetched: %s", cause(failure.value))

    def _write(self, shown: str, read: list[str | None], opts: Namespace) -> None:
        from .cli.sources import refuse_overwriting

        try:
            refuse_overwriting(read, opts.output)
            opts.output.write_text(shown, "utf-8", errors="replace")
        except (OSError, ValueError) as error:
            logger.error("%s was not written: %s", opts.output, error)
            return
        print(opts.output)
        self.exitcode = 0
        if opts.open:
            import webbrowser

            webbrowser.open(opts.output.absolute().as_uri())
