"""``robots.txt``: what it forbids is forbidden to all requests, also to those that come before it has answered."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from time import sleep
from typing import TYPE_CHECKING, Any

import pytest
from scrapy import Request, Spider
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.settings import Settings

from scrapy_maincontent.crawl.fetch import POLITE
from scrapy_maincontent.crawl.robots import ObeyingRobotsTxt, obey_robots
from scrapy_maincontent.spiders import NewsSpider

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

RULES = b"User-agent: *\nDisallow: /private/\n"


class Handler(BaseHTTPRequestHandler):
    """Answers for ``robots.txt`` after all have asked."""

    def do_GET(self) -> None:
        is_rules = self.path == "/robots.txt"
        sleep(0.5 * is_rules)
        body = RULES if is_rules else b"<p>A page."
        self.send_response(200)
        self.send_header("Content-Type", "text/plain" if is_rules else "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: Any) -> None:
        """Say nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Hasty(Spider):
    """Asks for eight pages at once, which are forbidden, and for one that is not."""

    name = "hasty"
    address = ""

    @classmethod
    def update_settings(cls, settings: Any) -> None:
        super().update_settings(settings)
        obey_robots(settings)

    async def start(self) -> AsyncIterator[Any]:
        for number in range(8):
            yield Request(f"{self.address}/private/{number}")
        yield Request(f"{self.address}/open")

    def parse(self, response: Any) -> Any:
        yield {"url": response.url}


def test_what_is_forbidden_is_forbidden_to_all_that_wait(crawl_here: Callable[..., Any], address: str) -> None:
    settings = POLITE | {"DOWNLOAD_DELAY": 0, "CONCURRENT_REQUESTS_PER_DOMAIN": 16}
    crawl = crawl_here(Hasty, settings, address=address)
    assert [item["url"] for item in crawl.items] == [f"{address}/open"]
    assert crawl.stats["robotstxt/forbidden"] == 8


@pytest.mark.parametrize(
    "placed",
    [
        {RobotsTxtMiddleware: None},
        {"scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": 50},
        {type("Own", (RobotsTxtMiddleware,), {}): 100},
    ],
)
def test_a_place_that_a_project_has_given_stays(placed: dict[Any, Any]) -> None:
    settings = Settings({"DOWNLOADER_MIDDLEWARES": placed})
    obey_robots(settings)
    assert settings.getdict("DOWNLOADER_MIDDLEWARES") == placed


def test_the_news_spider_obeys_beside_a_projects_own_middlewares() -> None:
    settings = Settings({"DOWNLOADER_MIDDLEWARES": {"mine.Middleware": 7}})
    NewsSpider.update_settings(settings)
    placed = settings.getdict("DOWNLOADER_MIDDLEWARES")
    assert placed["mine.Middleware"] == 7
    assert placed[RobotsTxtMiddleware] is None
    assert placed[ObeyingRobotsTxt] == 100
