"""What the garbage collector of a crawl's own process need not look at: all that was there when pages began to come.

Results bring objects, so the collector runs more often than in a bare crawl. Each of its full runs goes through Scrapy,
the project and whatever they loaded, and the event loop stands still for tens of milliseconds, for next to no garbage.
"""

from __future__ import annotations

import gc
import threading


class Loaded:
    """All that is there already, as the garbage collector sees it: not at all while some crawl is at work."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._crawls = 0
        self._ours = False

    def set_aside(self) -> None:
        """Leave it out of the collector's runs; every call asks for one `give_back`."""
        with self._lock:
            if not self._crawls:
                # A project that has frozen objects itself knows why: its choice is not touched.
                self._ours = gc.get_freeze_count() == 0
            self._crawls += 1
            if self._ours:
                gc.freeze()

    def give_back(self) -> None:
        """Let the collector see it again, once nobody is left who asked otherwise."""
        with self._lock:
            self._crawls -= 1
            if not self._crawls and self._ours:
                gc.unfreeze()


LOADED = Loaded()
"""That of this process."""
