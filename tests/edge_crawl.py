"""One crawl in a process of its own: takes an order as JSON (see `main`), leaves items and stats as JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from edge_spiders import SPIDERS
from itemadapter import ItemAdapter
from scrapy import signals
from scrapy.crawler import AsyncCrawlerProcess, CrawlerProcess

from scrapy_maincontent.crawl.runner import Runner

WARM = "edge_poison:warm_if_allowed"
MODES: dict[str, dict[str, Any]] = {
    "asyncio": {},
    "select": {"TWISTED_REACTOR": "twisted.internet.selectreactor.SelectReactor"},
    "no reactor": {"TWISTED_REACTOR_ENABLED": False},
}


def main(order: dict[str, Any]) -> None:
    """Run ``copies`` of the same crawl at a time; ``task`` (of `edge_poison`) is what workers do instead of extraction.

    All items are left, and the stats of the first crawl.
    """
    if order["task"]:
        Runner.TASK, Runner.WARM = order["task"], WARM
    process_class = CrawlerProcess if order["mode"] == "select" else AsyncCrawlerProcess
    process = process_class(MODES[order["mode"]] | order["settings"])
    crawlers = [process.create_crawler(SPIDERS[order["spider"]]) for _ in range(order["copies"])]
    items: list[Any] = []

    def collect(item: Any) -> None:
        items.append(ItemAdapter(item).asdict())

    for crawler in crawlers:
        crawler.signals.connect(collect, signal=signals.item_scraped)
        process.crawl(crawler, **order["arguments"])
    process.start()
    Path(order["out"]).write_text(json.dumps({"items": items, "stats": crawlers[0].stats.get_stats()}, default=str))
    sys.exit(1 if process.bootstrap_failed else 0)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
