"""The add-on: ``ADDONS = {"scrapy_maincontent.Addon": 500}`` is the whole set-up."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scrapy.settings import get_settings_priority
from scrapy.utils.misc import load_object
from w3lib.url import file_uri_to_path

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

COMPONENTS: tuple[tuple[str, str, int], ...] = (
    # Inside decompression (590), meta refresh (580) and retries (550): only final pages get here.
    ("DOWNLOADER_MIDDLEWARES", "scrapy_maincontent.downloadermiddlewares.MainContentDownloaderMiddleware", 540),
    # Next to the spider, so that every other spider middleware sees filled items.
    ("SPIDER_MIDDLEWARES", "scrapy_maincontent.spidermiddlewares.MainContentSpiderMiddleware", 995),
    ("ITEM_PIPELINES", "scrapy_maincontent.pipelines.MainContentPipeline", 300),
)
"""Setting, component and its order: the plain form of the set-up."""


PARQUET = "scrapy_maincontent.crawl.parquet.ParquetItemExporter"
"""What writes feeds of the format ``parquet``."""


class Addon:
    """Installs the two middlewares and the pipeline where a project has not placed them itself, and a feed exporter."""

    def update_settings(self, settings: BaseSettings) -> None:
        """Add the components; the settings themselves are checked when the components start.

        They are loaded here: commands that crawl nothing load this class and no more.
        """
        for name, component, order in COMPONENTS:
            settings.setdefault_in_component_priority_dict(name, load_object(component), order)
        exporters = settings.getdict("FEED_EXPORTERS")
        if "parquet" not in exporters:
            priority = settings.getpriority("FEED_EXPORTERS") or 0
            settings.set(
                "FEED_EXPORTERS", {**exporters, "parquet": PARQUET}, max(priority, get_settings_priority("addon"))
            )
        _check_feeds(settings)


def _check_feeds(settings: BaseSettings) -> None:
    """Find out before the first request that feeds of Parquet can be written.

    Raises:
        ImportError: pyarrow is not there.
        ValueError: a file is there already, and may not be overwritten.
    """
    for name, feed in settings.getdict("FEEDS").items():
        if feed.get("format") != "parquet":
            continue
        load_object(f"{PARQUET.rpartition('.')[0]}.check_pyarrow")()
        path = Path(file_uri_to_path(str(name)) if str(name).startswith("file:") else name)
        if path.is_file() and path.stat().st_size and not feed.get("overwrite"):
            raise ValueError(f"FEEDS has {str(name)!r}, which exists; Parquet needs another name, or 'overwrite': True")
