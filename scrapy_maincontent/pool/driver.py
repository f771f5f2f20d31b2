"""The one thread that hands pages to workers, collects their answers, and replaces workers that fail."""

from __future__ import annotations

import atexit
import logging
import math
import os
import selectors
import threading
import time
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from .answers import Answers
from .bell import Bell
from .child import Child, leave_interrupts_to_main_thread
from .errors import PageTimeout, PoolClosed, PoolError, PoolUnavailable, WorkerDied
from .inline import inline_reason
from .worker import DONE, NOT_READY, RAISED, READY

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from .worker import WorkerOptions

MAX_FAILED_STARTS = 3
"""Starts that may fail in a row before the pool gives up."""
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
        self.restarts = 0
        self.warmed: Any = None
        self._options = options
        self._workers = workers
        self._start_limit = start_limit
        self._owner = os.getpid()
        # Reentrant: the garbage collector may close a forgotten pool in a thread that holds the lock.
        self._lock = threading.RLock()
        self._queue: deque[Page] = deque()
        self._refusal: Callable[[], PoolError] | None = None
        self._thread: threading.Thread | None = None
        self._children: list[Child] = []
        self._failed_starts = 0
        self._answers = Answers()

    @property
    def usable(self) -> bool:
        """Whether pages are taken."""
        return self._refusal is None and self._owner == os.getpid()

    def submit(self, page: Page) -> None:
        """Queue the page; fail it at once where no pages are taken."""
        if self._owner != os.getpid():
            page.future.set_exception(PoolUnavailable("the pool belongs to the process this one was forked from"))
            return
        with self._lock:
            if self._thread is None and self._refusal is None:
                self._open()
            refusal = self._refusal
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
            if self._refusal is None:
                self._refusal = partial(PoolClosed, "the pool was closed")
            thread = self._thread
            if thread is not None:
                self._bell.ring()
        if thread is not None and thread is not threading.current_thread():
            thread.join(CLOSE_WAIT)
        atexit.unregister(self.close)

    def _open(self) -> None:
        reason = inline_reason()
        if reason is not None:
            self._refusal = partial(PoolUnavailable, reason)
            return
        self._selector = selectors.DefaultSelector()
        self._bell = Bell()
        self._selector.register(self._bell.end, selectors.EVENT_READ)
        thread = threading.Thread(target=self._run, name="maincontent-pool", daemon=True)
        thread.start()
        self._thread = thread
        # Runs before the handler of multiprocessing (`child` has imported it), which would wait for stopped workers.
        atexit.register(self.close)

    def _run(self) -> None:
        try:
            leave_interrupts_to_main_thread()
            while self._refusal is None:
                self._turn()
        except BaseException as error:
            _logger.exception("The pool's thread failed")
            self._refusal = partial(PoolUnavailable, f"the pool's thread failed: {error!r}")
        finally:
            self._shut()

    def _turn(self) -> None:
        """Sleep until something happens, then do what there is to do. Answers come before deadlines."""
        for key, events in self._sleep():
            if key.data is None:
                self._bell.silence()
            else:
                self._attend(key.data, events)
        for child in [child for child in self._children if child.late]:
            self._lose(child)
        for child in [child for child in self._children if child.idle]:
            self._feed(child)
        while self._wants_child():
            self._start()
        # Workers that are about to run dry need what comes of the answers.
        if len(self._queue) < self._workers or (self._answers.due or math.inf) <= time.monotonic():
            self._answers.hand_over()

    def _sleep(self) -> list[tuple[selectors.SelectorKey, int]]:
        """Return what has happened, by the next deadline."""
        times = [child.deadline for child in self._children if child.deadline is not None]
        if self._answers.due is not None:
            times.append(self._answers.due)
        # While pages wait for workers that are all at work, one more is no news.
        idle = len(self._children) < self._workers or any(child.idle for child in self._children)
        self._bell.wanted = idle or not self._queue
        happened = self._selector.select(max(0.0, min(times) - time.monotonic()) if times else None)
        self._bell.wanted = True
        return happened

    def _attend(self, child: Child, events: int) -> None:
        try:
            answer = child.read() if events & selectors.EVENT_READ else None
            if events & selectors.EVENT_WRITE:
                self._write(child)
        except (EOFError, OSError):
            self._lose(child)
        except Exception as error:
            _fail(child.release(), PoolError(f"the result can't be unpickled: {error!r}"))
        else:
            if answer is not None:
                self._settle(child, *answer)

    def _settle(self, child: Child, status: str, value: Any, tired: bool) -> None:
        """Take a worker's answer (see `serve`)."""
        if status == NOT_READY:
            self._discard(child, kill=True)
            _logger.warning("A worker of %s did not start:\n%s", self._options.task, value)
            self._start_failed(value.rstrip().rpartition("\n")[2])
            return
        future = child.release()
        if status == READY:
            child.ready = True
            self.warmed = value
            self._failed_starts = 0
        elif future is not None and status == DONE:
            self._answers.add(future, value)
        else:
            _fail(future, value if status == RAISED else PoolError(value))
        if tired:
            self._discard(child, kill=True)

    def _feed(self, child: Child) -> None:
        """Give the idle child the next page that has not been cancelled and can be pickled."""
        while child.idle and self._queue:
            page = self._queue.popleft()
            if not page.future.set_running_or_notify_cancel():
                continue
            try:
                child.give(*page)
            except Exception as error:
                _fail(page.future, PoolError(f"the arguments can't be pickled: {error!r}"))
                continue
            try:
                self._write(child)
            except OSError:
                self._lose(child)
                return

    def _write(self, child: Child) -> None:
        child.write()
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if child.sending else 0)
        if self._selector.get_key(child.pipe).events != events:
            self._selector.modify(child.pipe, events, child)

    def _wants_child(self) -> bool:
        """Tell whether pages wait for which no worker is on its way."""
        ready = sum(child.ready for child in self._children)
        starting = len(self._children) - ready
        may_start = self._refusal is None and (ready == 0 or self._failed_starts < MAX_FAILED_STARTS)
        return may_start and len(self._children) < self._workers and starting < len(self._queue)

    def _start(self) -> None:
        try:
            child = Child(self._options, self._start_limit)
        except Exception as error:
            self._start_failed(repr(error))
        else:
            self._children.append(child)
            self._selector.register(child.pipe, selectors.EVENT_READ, child)

    def _start_failed(self, why: str, *, hopeless: bool = False) -> None:
        self.restarts += 1
        self._failed_starts = MAX_FAILED_STARTS if hopeless else self._failed_starts + 1
        if self._failed_starts >= MAX_FAILED_STARTS and not any(child.ready for child in self._children):
            self._refusal = partial(PoolUnavailable, f"no worker of {self._options.task} could start: {why}")

    def _lose(self, child: Child) -> None:
        """Let go of a worker that is late or gone, and of the page it holds."""
        late = child.late
        exitcode = self._discard(child, kill=late)
        if not child.ready:
            limit = f"not ready within {self._start_limit:g} s"
            self._start_failed(limit if late else f"it ended with exit code {exitcode}", hopeless=late)
            return
        self.restarts += 1
        if late:
            _fail(child.release(), PageTimeout(f"the page took longer than {self._options.timeout:g} s"))
        else:
            _fail(child.release(), WorkerDied(f"the page's worker ended with exit code {exitcode}", exitcode))

    def _discard(self, child: Child, *, kill: bool) -> int | None:
        self._children.remove(child)
        self._selector.unregister(child.pipe)
        return child.end(kill=kill)

    def _shut(self) -> None:
        """End the workers and fail every page that is left."""
        with self._lock:
            pending = [page.future for page in self._queue if page.future.set_running_or_notify_cancel()]
            self._queue.clear()
            self._selector.close()
            self._bell.close()
        for child in self._children:
            child.kill()
        self._answers.hand_over()
        assert self._refusal is not None, "the thread ends when pages are refused"
        for future in (*(child.release() for child in self._children), *pending):
            _fail(future, self._refusal())
        for child in self._children:
            child.end(kill=True)
        self._children.clear()


def _fail(future: Future[Any] | None, error: BaseException) -> None:
    if future is not None:
        future.set_exception(error)
