"""Items into a list in Redis, as JSON and without the page that they may carry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from itemadapter import ItemAdapter
from scrapy.utils.serialize import ScrapyJSONEncoder
from scrapy_redis.pipelines import RedisPipeline

from .settings import MaincontentSettings

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler

to_json = ScrapyJSONEncoder(ensure_ascii=False).encode
"""Japanese takes three bytes a character so, and six as ``\\uXXXX``."""


class RedisItemsPipeline(RedisPipeline):  # type: ignore[misc]
    """scrapy-redis's pipeline, without the field ``MAINCONTENT_HTML_FIELD``.

    It pushes in the crawl's own thread, as the scheduler does, so that nothing of a request is under way when the
    scheduler gives it back. ``REDIS_ITEMS_KEY`` and ``REDIS_ITEMS_SERIALIZER`` are scrapy-redis's.
    """

    _crawler: Crawler
    _html_field: str

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the pipeline for a crawler."""
        pipeline: Self = super().from_crawler(crawler)
        pipeline._crawler = crawler
        pipeline._html_field = MaincontentSettings.from_crawler_settings(crawler.settings).html_field
        if not crawler.settings.get("REDIS_ITEMS_SERIALIZER"):
            pipeline.serialize = to_json
        return pipeline

    def process_item(self, item: Any) -> Any:
        """Push the item and return it as it was.

        Raises:
            RedisError: Redis did not take it; `LeasedScheduler` then does not call the item's request done.
        """
        values = ItemAdapter(item).asdict()
        values.pop(self._html_field, None)
        self.server.rpush(self.item_key(item, self._crawler.spider), self.serialize(values))
        return item
