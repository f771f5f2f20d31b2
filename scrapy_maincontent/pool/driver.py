"""The one thread that drives the workers of a pool, and the queue of the pages that wait for them."""

from __future__ import annotations

import atexit
import logging
import os
import selectors
import threading
import time
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from .bell import Bell
from .child import leave_interrupts_to_main_thread
from .crew import Crew, fail
from .errors import PoolClosed, PoolUnavailable
from .inline import inline_reason

if TYPE_CHECKING:
    from concurrent.futures import Future

    from .worker import WorkerOptions

CLOSE_WAIT = 10.0
"""Seconds that `Driver.close` waits for the thread."""

_logger = logging.getLogger(__name__)


class Page(NamedTuple):
    """A call of the task that waits for a worker."""

    future: Future[Any]
    args: tuple[object, ...]
    kwargs: dict[str, object]


class Driver:
    """Owns the workers of one pool. `submit` and `close` may be called in any thread, all else runs in its own."""

    def __init__(self, options: WorkerOptions, workers: int, start_limit: float) -> None:
        self.crew = Crew(options, workers, start_limit)
        self._owner = os.getpid()
        # Reentrant: the garbage collector may close a forgotten pool in a thread that holds the lock.
        self._lock = threading.RLock()
        self._queue: deque[Page] = deque()
        self._thread: threading.Thread | None = None

    @property
    def usable(self) -> bool:
        """Whether pages are taken."""
        return self.crew.refusal is None and self._owner == os.getpid()

    def submit(self, page: Page) -> None:
        """Queue the page; fail it at once where no pages are taken."""
        if self._owner != os.getpid():
            page.future.set_exception(PoolUnavailable("the pool belongs to the process this one was forked from"))
            return
        with self._lock:
            if self._thread is None and self.crew.refusal is None:
                self._open()
            refusal = self.crew.refusal
            if refusal is None:
                self._queue.append(page)
                if self._bell.wanted:
                    self._bell.ring()
        if refusal is not None:
            page.future.set_exception(refusal())

    def close(self) -> None:
        """End the thread and the workers; fail what is pending. Does nothing in a forked process."""
        if self._owner != os.getpid():
            return
        with self._lock:
            if self.crew.refusal is None:
                self.crew.refusal = partial(PoolClosed, "the pool was closed")
            thread = self._thread
            if thread is not None:
                self._bell.ring()
        if thread is not None and thread is not threading.current_thread():
            thread.join(CLOSE_WAIT)
        atexit.unregister(self.close)

    def _open(self) -> None:
        reason = inline_reason()
        if reason is not None:
            self.crew.refusal = partial(PoolUnavailable, reason)
            return
        self._selector = selectors.DefaultSelector()
        self._bell = Bell()
        self._selector.register(self._bell.end, selectors.EVENT_READ)
        self.crew.open(self._selector)
        thread = threading.Thread(target=self._run, name="maincontent-pool", daemon=True)
        thread.start()
        self._thread = thread
        # Runs before the handler of multiprocessing (`child` has imported it), which would wait for stopped workers.
        atexit.register(self.close)

    def _run(self) -> None:
        try:
            leave_interrupts_to_main_thread()
            while self.crew.refusal is None:
                self._turn()
        except BaseException as error:
            _logger.exception("The pool's thread failed")
            self.crew.refusal = partial(PoolUnavailable, f"the pool's thread failed: {error!r}")
        finally:
            self._shut()

    def _turn(self) -> None:
        """Sleep until something happens, then do what there is to do. Answers come before deadlines."""
        for key, events in self._sleep():
            if key.data is None:
                self._bell.silence()
            else:
                self.crew.attend(key.data, events)
        self.crew.go_on(self._queue)

    def _sleep(self) -> list[tuple[selectors.SelectorKey, int]]:
        """Return what has happened, by the next deadline."""
        due = self.crew.due
        # While pages wait for workers that are all at work, one more is no news.
        self._bell.wanted = not self._queue or not self.crew.all_at_work
        happened = self._selector.select(None if due is None else max(0.0, due - time.monotonic()))
        self._bell.wanted = True
        return happened

    def _shut(self) -> None:
        """End the workers and fail every page that is left."""
        with self._lock:
            pending = [page.future for page in self._queue if page.future.set_running_or_notify_cancel()]
            self._queue.clear()
            self._selector.close()
            self._bell.close()
        assert self.crew.refusal is not None, "the thread ends when pages are refused"
        self.crew.dismiss()
        for future in pending:
            fail(future, self.crew.refusal())
