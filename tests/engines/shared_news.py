"""One spider for news sites on a queue in Redis, in a process of its own: ``shared_news.py REDIS_URL SITE``."""

from __future__ import annotations

import sys

from scrapy.crawler import AsyncCrawlerProcess

from scrapy_maincontent.spiders import NewsSpider

SETTINGS = {
    "SCHEDULER": "scrapy_maincontent.engines.redis.LeasedScheduler",
    "DUPEFILTER_CLASS": "scrapy_redis.dupefilter.RFPDupeFilter",
    "ITEM_PIPELINES": {"scrapy_maincontent.engines.redis.RedisItemsPipeline": 400},
    "SCHEDULER_LEASE": 4,
    "DOWNLOAD_DELAY": 0,
    "DOWNLOAD_TIMEOUT": 600,
    "MAINCONTENT_TIMEOUT": 300,
    "MAINCONTENT_WORKERS": 1,
    "TELNETCONSOLE_ENABLED": False,
    "LOG_LEVEL": "INFO",
}

if __name__ == "__main__":
    process = AsyncCrawlerProcess(SETTINGS | {"REDIS_URL": sys.argv[1]})
    process.crawl(NewsSpider, sites=sys.argv[2])
    process.start()
