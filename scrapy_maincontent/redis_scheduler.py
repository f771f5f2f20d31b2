"""Old path of `engines.redis`, kept for one release."""

from __future__ import annotations

import warnings

from .engines.redis import LeasedScheduler

__all__ = ["LeasedScheduler"]

warnings.warn(
    "scrapy_maincontent.redis_scheduler is scrapy_maincontent.engines.redis", DeprecationWarning, stacklevel=2
)
