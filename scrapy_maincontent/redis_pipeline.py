"""Old path of `engines.redis`, kept for one release."""

from __future__ import annotations

import warnings

from .engines.redis import RedisItemsPipeline

__all__ = ["RedisItemsPipeline"]

warnings.warn("scrapy_maincontent.redis_pipeline is scrapy_maincontent.engines.redis", DeprecationWarning, stacklevel=2)
