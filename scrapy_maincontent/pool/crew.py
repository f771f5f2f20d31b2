"""The workers of one pool: started when pages wait, fed, heard, and replaced when they fail."""

from __future__ import annotations

import logging
import pickle
import selectors
import time
from functools import partial
from typing import TYPE_CHECKING, Any

from .answers import Answers
from .child import Child
from .errors import PageTimeout, PoolError, PoolUnavailable, WorkerDied
from .worker import DONE, NOT_READY, RAISED, READY

if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Callable
    from concurrent.futures import Future

    from .driver import Page
    from .worker import WorkerOptions

MAX_FAILED_STARTS = 3
"""Starts that may fail in a row before the pool gives up."""

_logger = logging.getLogger(__name__)


class Crew:
    """All workers of a pool; belongs to the thread that drives the pool.

    ``refusal`` makes the error of pages that are not taken any more, None as long as they are.
    """

    def __init__(self, options: WorkerOptions, workers: int, start_limit: float) -> None:
        self.restarts = 0
        self.warmed: Any = None
        self.refusal: Callable[[], PoolError] | None = None
        self.answers = Answers()
        self._options = options
        self._workers = workers
        self._start_limit = start_limit
        self._children: list[Child] = []
        self._sending: set[Child] = set()
        self._failed_starts = 0

    def open(self, selector: selectors.BaseSelector) -> None:
        """Say where workers are to be listened to."""
        self._selector = selector

    @property
    def all_at_work(self) -> bool:
        """Whether there are as many workers as allowed, and none waits for a page."""
        return len(self._children) == self._workers and not any(child.idle for child in self._children)

    @property
    def due(self) -> float | None:
        """When the next deadline is or the next answer has to be handed over, on the clock of `time.monotonic`."""
        times = [child.deadline for child in self._children if child.deadline is not None]
        if self.answers.due is not None:
            times.append(self.answers.due)
        return min(times, default=None)

    def attend(self, child: Child, events: int) -> None:
        """Take a worker's answer, and go on sending it its page."""
        try:
            answer = child.read() if events & selectors.EVENT_READ else None
            if events & selectors.EVENT_WRITE:
                self._write(child)
        except (EOFError, OSError):
            self._lose(child, late=child.late(time.monotonic()))
            return
        if answer is not None:
            try:
                self._settle(child, *answer)
            except Exception as error:
                fail(child.release(), PoolError(f"the result can't be unpickled: {error!r}"))

    def go_on(self, queue: deque[Page]) -> None:
        """Replace who is late, feed who is idle, start who is wanted, and hand over the answers that are due.

        They are due at once where workers that are about to run dry need what comes of them.
        """
        now = time.monotonic()
        for child in [child for child in self._children if child.late(now)]:
            self._lose(child, late=True)
        for child in [child for child in self._children if child.idle]:
            self._feed(child, queue)
        while self._wants_child(len(queue)):
            self._start()
        due = self.answers.due
        if due is not None and (len(queue) < self._workers or due <= now):
            self.answers.hand_over()

    def dismiss(self) -> None:
        """End all workers, and refuse the pages that they hold."""
        assert self.refusal is not None, "workers go when no pages are taken"
        for child in self._children:
            child.kill()
        self.answers.hand_over()
        for child in self._children:
            fail(child.release(), self.refusal())
        for child in self._children:
            child.end(kill=True)
        self._children.clear()

    def _settle(self, child: Child, status: str, tired: bool, pickled: bytes) -> None:
        """Take a worker's answer (see `serve`). Raises what unpickling its value raises; a result's is for later."""
        if status == DONE and child.future is not None:
            self.answers.add(child.future, pickled)
            child.release()
        else:
            value = pickle.loads(pickled)  # noqa: S301 - from a worker of our own
            if status == NOT_READY:
                self._not_started(child, value)
                return
            future = child.release()
            if status == READY:
                child.ready = True
                self.warmed = value
                self._failed_starts = 0
            else:
                fail(future, value if status == RAISED else PoolError(value))
        if tired:
            self._discard(child, kill=True)

    def _not_started(self, child: Child, why: str) -> None:
        self._discard(child, kill=True)
        _logger.warning("A worker of %s did not start:\n%s", self._options.task, why)
        self._start_failed(why.rstrip().rpartition("\n")[2])

    def _feed(self, child: Child, queue: deque[Page]) -> None:
        """Give the idle child the next page that has not been cancelled and can be pickled."""
        while child.idle and queue:
            page = queue.popleft()
            if not page.future.set_running_or_notify_cancel():
                continue
            try:
                child.give(*page)
            except Exception as error:
                fail(page.future, PoolError(f"the arguments can't be pickled: {error!r}"))
                continue
            try:
                self._write(child)
            except OSError:
                self._lose(child, late=False)
                return

    def _write(self, child: Child) -> None:
        child.write()
        if child.sending != (child in self._sending):
            self._sending ^= {child}
            events = selectors.EVENT_READ | (selectors.EVENT_WRITE if child.sending else 0)
            self._selector.modify(child.pipe, events, child)

    def _wants_child(self, waiting: int) -> bool:
        """Tell whether pages wait for which no worker is on its way."""
        if len(self._children) >= self._workers or self.refusal is not None:
            return False
        ready = sum(child.ready for child in self._children)
        may_start = ready == 0 or self._failed_starts < MAX_FAILED_STARTS
        return may_start and len(self._children) - ready < waiting

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
            self.refusal = partial(PoolUnavailable, f"no worker of {self._options.task} could start: {why}")

    def _lose(self, child: Child, *, late: bool) -> None:
        """Let go of a worker that is late or gone, and of the page it holds."""
        exitcode = self._discard(child, kill=late)
        if not child.ready:
            limit = f"not ready within {self._start_limit:g} s"
            self._start_failed(limit if late else f"it ended with exit code {exitcode}", hopeless=late)
            return
        self.restarts += 1
        if late:
            fail(child.release(), PageTimeout(f"the page took longer than {self._options.timeout:g} s"))
        else:
            fail(child.release(), WorkerDied(f"the page's worker ended with exit code {exitcode}", exitcode))

    def _discard(self, child: Child, *, kill: bool) -> int | None:
        self._children.remove(child)
        self._sending.discard(child)
        self._selector.unregister(child.pipe)
        return child.end(kill=kill)


def fail(future: Future[Any] | None, error: BaseException) -> None:
    """Give a page, if there is one, an error for a result."""
    if future is not None:
        future.set_exception(error)
