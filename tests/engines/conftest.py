"""What the tests with a real Redis share. Nothing of the extra is imported before a test has seen that it is there."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from redis_tools import RedisServer, SharedCrawl, SpiderProcess

PAGES = 160
DELAY = 0.3
"""Seconds that the server takes for a page, so that one spider alone has not asked for all at once."""


@pytest.fixture
def redis_server(tmp_path: Path) -> Iterator[RedisServer]:
    if shutil.which("redis-server") is None:
        pytest.skip("needs redis-server: apt-get install redis-server")
    from redis_tools import RedisServer

    folder = tmp_path / "redis"
    folder.mkdir()
    with RedisServer(folder) as server:
        yield server


@pytest.fixture
def size() -> int:
    """How many pages the site has."""
    return PAGES


@pytest.fixture
def generated_site(size: int) -> Iterator[Any]:
    from redis_tools import GeneratedSite

    with GeneratedSite(size, delay=DELAY) as site:
        yield site


@pytest.fixture
def pages(generated_site: Any, size: int) -> set[str]:
    """The addresses of all pages of the site."""
    return {urljoin(generated_site.url, f"/story/{number}") for number in range(1, size + 1)}


@pytest.fixture
def spider_process(tmp_path: Path, redis_server: RedisServer) -> Iterator[Callable[..., SpiderProcess]]:
    """A function that starts a ``scrapy`` process; the process is killed after the test."""
    from redis_tools import SpiderProcess

    started: list[SpiderProcess] = []

    def start(*arguments: str) -> SpiderProcess:
        started.append(SpiderProcess(tmp_path / f"process{len(started)}.log", redis_server.url, *arguments))
        return started[-1]

    yield start
    for process in started:
        process.kill()


@pytest.fixture
def crawl(tmp_path: Path, redis_server: RedisServer, generated_site: Any) -> Iterator[SharedCrawl]:
    from redis_tools import SharedCrawl

    with SharedCrawl(tmp_path, redis_server, generated_site.url) as running:
        yield running


# What a queue keeps of sites is tested with the tools of the memory of a crawl.
sys.path.append(str(Path(__file__).parents[1] / "crawl"))
