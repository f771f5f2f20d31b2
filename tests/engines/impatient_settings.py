from example_project.redis_settings import *  # noqa: F403
from redis.backoff import NoBackoff
from redis.retry import Retry

REDIS_PARAMS = {"retry": Retry(NoBackoff(), 0)}
