"""Old path of `engines.redis`, kept for one release."""

from __future__ import annotations

import warnings

from .engines.redis import LeasedQueue, Loan

__all__ = ["LeasedQueue", "Loan"]

warnings.warn("scrapy_maincontent.redis_queue is scrapy_maincontent.engines.redis", DeprecationWarning, stacklevel=2)
