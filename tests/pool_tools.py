"""What the tests of the pool share."""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import pool_tasks
import pytest

from scrapy_maincontent.pool import Pool

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

CALL = f"{pool_tasks.__name__}:call"
WAIT = 300
"""Seconds that no test should need: a guard against hanging."""

linux = pytest.mark.skipif(sys.platform != "linux", reason="memory can't be limited here")
posix = pytest.mark.skipif(os.name != "posix", reason="no such signals here")


def one(task: str = CALL, *, timeout: float = WAIT, **options: Any) -> Pool:
    return Pool(task, workers=1, timeout=timeout, **options)


def failure(future: Future[Any]) -> BaseException | None:
    return future.exception(WAIT)


def drivers() -> int:
    return sum(thread.name == "maincontent-pool" for thread in threading.enumerate())


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)
