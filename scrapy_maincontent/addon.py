"""The add-on: ``ADDONS = {"scrapy_maincontent.Addon": 500}`` is the whole set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.utils.misc import load_object

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


class Addon:
    """Installs the two middlewares and the pipeline where a project has not placed them itself."""

    def update_settings(self, settings: BaseSettings) -> None:
        """Add the components; the settings themselves are checked when the components start.

        They are loaded here: commands that crawl nothing load this class and no more.
        """
        for name, component, order in COMPONENTS:
            settings.setdefault_in_component_priority_dict(name, load_object(component), order)
