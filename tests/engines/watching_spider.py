"""A spider of one page, and a pipeline that takes its time with the item."""

from __future__ import annotations

import asyncio
import logging

import redis
from scrapy import Request, Spider


class Watcher:
    def __init__(self, crawler):
        self.url = crawler.settings["REDIS_URL"]

    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler)

    async def process_item(self, item):
        await asyncio.sleep(5)  # longer than a lease lasts
        with redis.Redis.from_url(self.url) as server:
            logging.info("lent during the pipeline: %d", server.zcard("watching:requests:leases"))  # noqa: LOG015
        return item


class WatchingSpider(Spider):
    name = "watching"
    custom_settings = {"ITEM_PIPELINES": {Watcher: 350}}  # noqa: RUF012 - as Scrapy declares it

    def __init__(self, url, **kwargs):
        super().__init__(**kwargs)
        self.url = url

    async def start(self):
        yield Request(self.url)

    def parse(self, response):
        yield {"url": response.url}
