"""The garbage collector in the crawl's own process: what is set aside, and that it is given back."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING, Any

import pytest
from edge_spiders import Pages

from scrapy_maincontent.crawl.runner import LiveObjects

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from edge_tools import Crawl


@pytest.fixture(autouse=True)
def nothing_frozen() -> Iterator[None]:
    gc.unfreeze()
    yield
    gc.unfreeze()


class Counts(Pages):
    """Notes how many objects the collector leaves alone."""

    def parse(self, response: Any) -> Any:
        yield {"url": response.url, "frozen": gc.get_freeze_count()}


@pytest.mark.parametrize("workers", [0, 1])
def test_a_crawl_with_workers_sets_aside_what_was_loaded(
    workers: int, crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    crawl = crawl_here(Counts, {"MAINCONTENT_WORKERS": workers}, pages=[page_file(1)])
    assert [item["frozen"] > 1000 for item in crawl.items] == [workers > 0]
    assert gc.get_freeze_count() == 0


def test_the_last_crawl_gives_back() -> None:
    loaded = LiveObjects()
    loaded.freeze()
    loaded.freeze()
    loaded.unfreeze()
    assert gc.get_freeze_count() > 0
    loaded.unfreeze()
    assert gc.get_freeze_count() == 0


def test_what_a_project_has_frozen_itself_stays_frozen() -> None:
    gc.freeze()
    kept = gc.get_freeze_count()
    newer: list[list[int]] = [[] for _ in range(1000)]
    loaded = LiveObjects()
    loaded.freeze()
    assert gc.get_freeze_count() <= kept
    loaded.unfreeze()
    assert kept - len(newer) < gc.get_freeze_count() <= kept
