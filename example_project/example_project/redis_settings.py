"""Settings for several processes that share a queue in Redis: ``SCRAPY_PROJECT=redis``."""

import os

from redis.backoff import ConstantBackoff
from redis.exceptions import ConnectionError, TimeoutError  # noqa: A004 - these are Redis's
from redis.retry import Retry

from example_project.settings import *  # noqa: F403

REDIS_URL = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/0")

# A request leaves Redis when it is done, not when it is handed out: what a killed process held comes back.
SCHEDULER = "scrapy_maincontent.engines.redis.LeasedScheduler"
SCHEDULER_LEASE = float(os.environ.get("SCHEDULER_LEASE", "60"))
DUPEFILTER_CLASS = "scrapy_redis.dupefilter.RFPDupeFilter"

# Items go into a list in Redis, behind the add-on's pipeline (300).
ITEM_PIPELINES = {"scrapy_maincontent.engines.redis.RedisItemsPipeline": 400}

# While Redis is being restarted everything waits for it, for up to a minute.
REDIS_PARAMS = {"retry": Retry(ConstantBackoff(0.5), 120, (ConnectionError, TimeoutError, OSError))}
