"""The spider ``news`` as the README runs it: articles in several pages give one item, whatever comes in between."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from edge_join_site import ARTICLES, PAGES, Site, body_of, misplaced, serve
from edge_tools import INTERRUPTED, wait_until
from example_site import PATIENT, PROJECT, run_spider, word_f1
from package_root import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from example_site import Expected

pytestmark = pytest.mark.slow

SECONDS = 600
"""A guard against hanging."""
LATER = {path for page in ARTICLES for path in page.pages[1:]}
MILL = "/courier/local/tide-mill/"
SECOND = f"{MILL}2/"

Item = dict[str, Any]


@pytest.fixture
def site() -> Iterator[Site]:
    with serve() as running:
        yield running


def path_of(url: str) -> str:
    parts = urlsplit(url)
    return parts.path + (f"?{parts.query}" if parts.query else "")


def read(lines: list[str]) -> dict[str, Item]:
    """Return items by the paths of their pages; each page may have one."""
    items = [json.loads(line) for line in lines]
    by_path = {path_of(item["url"]): item for item in items}
    assert len(by_path) == len(items), "a page gave more than one item"
    return by_path


def crawl(feed: Path, *options: str) -> dict[str, Item]:
    done, lines = run_spider(feed, "news", *options, seconds=SECONDS)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    return read(lines)


def faulty(page: Expected, item: Item) -> list[str]:
    """Return what is wrong with the item of an article: paragraphs out of their place, or pages that are not its."""
    joined = [path_of(url) for url in item["mainContent"]["joinedPages"]]
    wrong = [] if joined == page.pages else [f"{page.path} has {joined}"]
    return wrong + misplaced(body_of(page), item["articleBody"])


def check_whole(items: dict[str, Item]) -> None:
    """Check that every page but the later ones of articles has its item, and every article all of its text."""
    assert set(items) == set(PAGES) - LATER
    assert [fault for page in ARTICLES for fault in faulty(page, items[page.path])] == []


def test_every_article_comes_once_and_whole(tmp_path: Path) -> None:
    items = crawl(tmp_path / "items.jsonl")
    assert len(items) >= 45
    check_whole(items)
    joined = {path for path, item in items.items() if "joinNote" in item["mainContent"]}
    assert joined == {page.path for page in ARTICLES}, "lists, blog entries and chapters are not joined"
    for page in ARTICLES:
        item = items[page.path]
        assert word_f1("\n\n".join(body_of(page)), item["articleBody"]) >= 0.99, page.path
        assert item["headline"] == page.headline
        assert item["section"] == (page.breadcrumbs[-2]["name"] if len(page.breadcrumbs) > 2 else None)


def test_a_cached_crawl_gives_the_same_articles(tmp_path: Path, site: Site) -> None:
    cache = ("-a", f"base={site.url('/')}", "-s", "HTTPCACHE_ENABLED=True", "-s", f"HTTPCACHE_DIR={tmp_path / 'cache'}")
    # Pages come in another order from the cache, and so they would know other pages of their site.
    cache += ("-s", "MAINCONTENT_SITE_MEMORY=False")
    first = crawl(tmp_path / "first.jsonl", *cache)
    site.visits.clear()
    second = crawl(tmp_path / "second.jsonl", *cache)
    check_whole(first)
    assert {path: item["articleBody"] for path, item in second.items()} == {
        path: item["articleBody"] for path, item in first.items()
    }
    assert site.visits == {}


def break_second_page(site: Site) -> None:
    site.send(SECOND, b"<p>Nothing here.</p>", 404)


def forbid_second_page(site: Site) -> None:
    site.send("/robots.txt", f"User-agent: *\nDisallow: /private/\nDisallow: {SECOND}\n".encode())


@pytest.mark.parametrize(("break_it", "note"), [(break_second_page, "status"), (forbid_second_page, "refused")])
def test_an_article_whose_second_page_fails_keeps_its_first(
    break_it: Callable[[Site], None], note: str, tmp_path: Path, site: Site
) -> None:
    break_it(site)
    items = crawl(tmp_path / "items.jsonl", "-a", f"base={site.url('/')}")
    mill = items.pop(MILL)
    assert mill["mainContent"]["joinNote"] == note
    assert misplaced(PAGES[MILL].body, mill["articleBody"]) == []
    # The spider finds the third page by its link: it is an item of its own, since it could not be joined.
    assert items.pop(f"{MILL}3/")["mainContent"]["joinNote"] == "later_page"
    assert set(items) == set(PAGES) - LATER - {MILL}


def test_a_crawl_that_is_interrupted_while_it_joins_goes_on_where_it_was(tmp_path: Path, site: Site) -> None:
    gate = threading.Event()
    site.hang(SECOND, until=gate.is_set)
    feed = tmp_path / "items.jsonl"
    options = ["-a", f"base={site.url('/')}", "-s", f"JOBDIR={tmp_path / 'job'}", "-s", "CONCURRENT_REQUESTS=4"]
    log = interrupted(tmp_path, feed, options, lambda: site.visits[SECOND] > 0, gate.set)
    assert "'finish_reason': 'shutdown'" in log, log
    before = read(feed.read_text("utf-8").splitlines())
    assert 0 < len(before) < len(PAGES) - len(LATER)
    assert faulty(PAGES[MILL], before[MILL]) == []
    log = interrupted(tmp_path, feed, options)
    assert "'finish_reason': 'finished'" in log, log
    check_whole(read(feed.read_text("utf-8").splitlines()))


def interrupted(
    folder: Path,
    feed: Path,
    options: list[str],
    moment: Callable[[], bool] | None = None,
    seen: Callable[[], None] | None = None,
) -> str:
    """Run the spider, with a Ctrl-C at a moment if there is one; items are added to the feed. Returns the log.

    ``seen`` is called when Scrapy has seen the Ctrl-C.
    """
    log = folder / "crawl.log"
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    with log.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "scrapy", "crawl", "news", "-o", str(feed), *PATIENT, *options],
            cwd=PROJECT,
            env={**os.environ, "PYTHONPATH": paths},
            stderr=errors,
            start_new_session=True,
        )
        try:
            if moment is not None and seen is not None:
                wait_until(lambda: moment() or process.poll() is not None, "the moment to interrupt")
                assert process.poll() is None, log.read_text()
                os.killpg(process.pid, signal.SIGINT)
                wait_until(lambda: INTERRUPTED in log.read_text() or process.poll() is not None, INTERRUPTED)
                seen()
            process.wait(SECONDS)
        finally:
            process.kill()
    return log.read_text()
