"""A process that is forked while a thread of it extracts can extract as well."""

from __future__ import annotations

import os
import signal
import sys
import threading
from functools import cached_property
from typing import Any

import pytest

import scrapy_maincontent.page
from scrapy_maincontent.extraction import extract

HTML = "<h1>Ferry</h1><p>The ferry landing is rebuilt before the summer begins, says the council of the harbour.</p>"


def locks() -> list[Any]:
    """Return the locks of the package's cached properties."""
    modules = [module for name, module in sys.modules.items() if name.startswith("scrapy_maincontent")]
    kinds = {kind for module in modules for kind in vars(module).values() if isinstance(kind, type)}
    return [value.lock for kind in kinds for value in vars(kind).values() if isinstance(value, cached_property)]


@pytest.mark.skipif(not hasattr(os, "fork") or sys.version_info >= (3, 12), reason="there are no such locks")
def test_a_forked_child_waits_for_no_thread_of_its_parent() -> None:
    extract(HTML).complete()
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        for lock in locks():
            lock.acquire()
        held.set()
        done.wait()
        for lock in locks():
            lock.release()

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        result = extract(HTML).complete()
        os._exit(0 if result.text and scrapy_maincontent.page else 1)
    _, status = os.waitpid(child, 0)
    done.set()
    thread.join()
    assert os.waitstatus_to_exitcode(status) == 0
