"""The thread that drives a pool's workers: jobs are queued in any thread, here they are handed out and answered.

`Driver` owns the thread, the queue and the processes, `Waker` the pipe that wakes the thread, `Answers` the results on
their way to their futures; `Starts` says when a start that failed is tried again. `inline_reason` returns why a process
can have no workers.
"""

from __future__ import annotations

import ast
import atexit
import contextlib
import logging
import multiprocessing
import os
import pickle
import selectors
import socket
import sys
import threading
import time
from collections import deque
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .messages import PageTimeout, PoolClosed, PoolError, PoolUnavailable, WorkerDied
from .worker import DONE, NOT_READY, RAISED, READY, Child, leave_interrupts_to_main_thread

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future
    from types import FrameType, ModuleType

    from .worker import Job, WorkerOptions


CLOSE_WAIT = 10.0
"""Seconds that `Driver.close` waits for the thread."""
HOLD = 0.02
"""Seconds for which an answer may be held."""
FIRST_PAUSE = 0.5
"""Seconds between a start that failed and the next one; after each further failure twice as many."""
MAX_PAUSE = 30.0
"""The most seconds between two starts."""
MAX_START_GROWTH = 8
"""How many times the seconds of the first start a later one may take: it gets twice as many after each failure."""
_WAKE_BYTES = 4096
"""Bytes that are read of the waker's pipe at once."""

DAEMONIC = "daemonic process: such a process may not start others"
NO_GUARD = (
    "no __main__ guard: a worker imports {script} and would start its work again; "
    'put the lines that start it under `if __name__ == "__main__":`'
)
UNREADABLE = "no __main__ guard can be looked for: a worker has to import the main script, and {script} can't be read"

_logger = logging.getLogger(__name__)


class Driver:
    """Owns the queue, the workers and the thread of one pool.

    `submit`, `give_up` and `close` may be called in any thread, all else runs in its own. ``refusal`` makes the error
    of jobs that are not taken any more, None as long as they are.
    """

    def __init__(self, options: WorkerOptions, workers: int, start_limit: float, patience: float) -> None:
        self.starts = Starts(start_limit, patience)
        self.restarts = 0
        self.warmed: Any = None
        self.refusal: Callable[[], PoolError] | None = None
        self._options = options
        self._workers = workers
        self._queue: deque[Job] = deque()
        self._children: list[Child] = []
        self._answers = Answers()
        self._owner = os.getpid()
        # Reentrant: the garbage collector may close a forgotten pool in a thread that holds the lock.
        self._lock = threading.RLock()
        self._thread: threading.Thread | None = None

    @property
    def usable(self) -> bool:
        """Whether jobs are taken."""
        return self.refusal is None and self._owner == os.getpid()

    def submit(self, job: Job) -> None:
        """Queue the job; fail it at once where no jobs are taken."""
        if self._owner != os.getpid():
            _fail(job, PoolUnavailable("the pool belongs to the process this one was forked from"))
            return
        with self._lock:
            refusal = self._opened()
            if refusal is None:
                self._queue.append(job)
                if self._waker.needed:
                    self._waker.wake()
        if refusal is not None:
            _fail(job, refusal())

    def give_up(self) -> None:
        """Fail what waits, if no worker can be started at the moment."""
        with self._lock:
            if self.starts.stalled and self.refusal is None:
                self.starts.given_up = True
                self._waker.wake()

    def close(self) -> None:
        """End the thread and the workers; fail what is pending. Does nothing in a forked process."""
        if self._owner != os.getpid():
            return
        with self._lock:
            if self.refusal is None:
                self.refusal = partial(PoolClosed, "the pool was closed")
            thread = self._thread
            if thread is not None:
                self._waker.wake()
        if thread is not None and thread is not threading.current_thread():
            thread.join(CLOSE_WAIT)
        atexit.unregister(self.close)

    def _opened(self) -> Callable[[], PoolError] | None:
        """Return what makes the error of a job, None where the thread takes it."""
        if self._thread is None and self.refusal is None:
            try:
                self._open()
            except (OSError, RuntimeError) as error:  # no descriptor or no thread is left: the next job tries again
                return partial(PoolUnavailable, f"the pool's thread could not be started: {error}")
        return self.refusal

    def _open(self) -> None:
        reason = inline_reason()
        if reason is not None:
            self.refusal = partial(PoolUnavailable, reason)
            return
        with contextlib.ExitStack() as opened:
            self._waker = opened.enter_context(contextlib.closing(Waker()))
            self._selector = opened.enter_context(selectors.DefaultSelector())
            self._selector.register(self._waker.receiver, selectors.EVENT_READ)
            thread = threading.Thread(target=self._run, name="maincontent-pool", daemon=True)
            thread.start()
            self._thread = thread
            opened.pop_all()
        # Runs before the handler of multiprocessing (`child` has imported it), which would wait for stopped workers.
        atexit.register(self.close)

    def _run(self) -> None:
        try:
            leave_interrupts_to_main_thread()
            while self.refusal is None:
                for key, events in self._sleep():
                    if key.data is None:
                        self._waker.clear()
                    else:
                        self._handle(key.data, events)
                # After the answers: a late one counts.
                self._dispatch()
        except BaseException as error:
            _logger.exception("The pool's thread failed")
            self.refusal = partial(PoolUnavailable, f"the pool's thread failed: {error!r}")
        finally:
            self._shut()

    def _sleep(self) -> list[tuple[selectors.SelectorKey, int]]:
        """Return the events that end the wait, none where the next deadline ends it."""
        due = self._due
        # All workers are busy and jobs are queued: no need to wake the thread for one more.
        self._waker.needed = (
            not self._queue or len(self._children) < self._workers or any(child.idle for child in self._children)
        )
        events = self._selector.select(None if due is None else max(0.0, due - time.monotonic()))
        self._waker.needed = True
        return events

    def _shut(self) -> None:
        """End the workers and fail every job that is left."""
        with self._lock:
            pending = [job for job in self._queue if job.begin()]
            self._queue.clear()
            self._selector.close()
            self._waker.close()
        assert self.refusal is not None, "the thread ends when jobs are refused"
        for child in self._children:
            child.kill()
        self._answers.hand_over()
        for job in [child.release() for child in self._children]:
            _fail(job, self.refusal())
        for child in self._children:
            child.end(kill=True)
        self._children.clear()
        for job in pending:
            _fail(job, self.refusal())

    @property
    def _due(self) -> float | None:
        """When there is something to do next, on the clock of `time.monotonic`; None until something happens."""
        times = [child.deadline for child in self._children]
        times += [self._answers.due, self._start_due, self.starts.end if self._queue else None]
        return min((moment for moment in times if moment is not None), default=None)

    def _handle(self, child: Child, events: int) -> None:
        """Take a worker's answer, and go on sending it its job."""
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
                _fail(child.release(), PoolError(f"the result can't be unpickled: {error!r}"))

    def _dispatch(self) -> None:
        """Replace late workers, give idle ones jobs, start missing ones, and hand over the answers that are due.

        Answers are due at once where fewer jobs wait than there are workers: their callers may submit more. Jobs that
        have waited too long for a start to succeed fail.
        """
        now = time.monotonic()
        for child in [child for child in self._children if child.late(now)]:
            self._lose(child, late=True)
        for child in [child for child in self._children if child.idle]:
            self._give(child)
        while (due := self._start_due) is not None and due <= time.monotonic():
            self._start()
        self.starts.watch(ready=any(child.ready for child in self._children))
        if self.starts.end is not None and self.starts.end <= time.monotonic():
            self._fail_waiting()
        due = self._answers.due
        if due is not None and (len(self._queue) < self._workers or due <= now):
            self._answers.hand_over()

    def _settle(self, child: Child, status: str, replace: bool, pickled: bytes) -> None:
        """Take a worker's answer (see `serve`). Raises what unpickling its value raises; results stay pickled."""
        if status == DONE and child.job is not None:
            self._answers.add(child.job.future, pickled)
            child.release()
        else:
            value = pickle.loads(pickled)  # noqa: S301 - from a worker of our own
            if status == NOT_READY:
                self._discard(child, kill=True)
                self._start_failed(value.rstrip())
                return
            job = child.release()
            if status == READY:
                child.ready = True
                self.warmed = value
                self.starts.succeeded()
            else:
                _fail(job, value if status == RAISED else PoolError(value))
        if replace:
            self._discard(child, kill=True)

    def _give(self, child: Child) -> None:
        """Give the idle child the next job that has not been cancelled and can be pickled."""
        while child.idle and self._queue:
            job = self._queue.popleft()
            if not job.begin():
                continue
            try:
                child.give(job)
            except Exception as error:
                _fail(job, PoolError(f"the arguments can't be pickled: {error!r}"))
                continue
            try:
                self._write(child)
            except OSError:
                self._lose(child, late=False)
                return

    def _write(self, child: Child) -> None:
        child.write()
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if child.sending else 0)
        if self._selector.get_key(child.pipe).events != events:
            self._selector.modify(child.pipe, events, child)

    @property
    def _start_due(self) -> float | None:
        """When to start one more worker; None where none is missing.

        One at a time after a start that failed, and without any that is ready also where no job waits.
        """
        if len(self._children) >= self._workers or self.refusal is not None:
            return None
        ready = sum(child.ready for child in self._children)
        starting = len(self._children) - ready
        if self.starts.failing:
            missing = not starting and (not ready or bool(self._queue))
        else:
            missing = starting < len(self._queue)
        return self.starts.next if missing else None

    def _start(self) -> None:
        try:
            child = Child(self._options, self.starts.limit)
        except Exception as error:
            self._start_failed(repr(error))
        else:
            self._children.append(child)
            self._selector.register(child.pipe, selectors.EVENT_READ, child)

    def _start_failed(self, why: str) -> None:
        self.restarts += 1
        pause = self.starts.failed(why.rpartition("\n")[2])
        _logger.warning("A worker of %s did not start, one is tried again in %g s: %s", self._options.task, pause, why)

    def _fail_waiting(self) -> None:
        """Fail what waits; what comes later fails in the same way, until a start succeeds."""
        waiting = [self._queue.popleft() for _ in range(len(self._queue))]
        self.starts.given_up = False
        error = f"no worker of {self._options.task} could start: {self.starts.why}"
        for job in waiting:
            if job.begin():
                _fail(job, PoolUnavailable(error))

    def _lose(self, child: Child, *, late: bool) -> None:
        """Remove a worker that is late or gone. The job it holds fails, or waits for another one."""
        exitcode = self._discard(child, kill=late)
        if not child.ready:
            why = f"not ready within {child.start_limit:g} s" if late else f"it ended with exit code {exitcode}"
            self._start_failed(why)
            return
        self.restarts += 1
        job = child.release()
        if late:
            _fail(job, PageTimeout(f"the page took longer than {self._options.timeout:g} s"))
        elif job is not None and not job.again:
            # Whoever has killed the worker may have meant another one.
            self._queue.appendleft(job._replace(again=True))
        else:
            _fail(job, WorkerDied(f"the page's worker ended with exit code {exitcode}", exitcode))

    def _discard(self, child: Child, *, kill: bool) -> int | None:
        self._children.remove(child)
        self._selector.unregister(child.pipe)
        return child.end(kill=kill)


def _fail(job: Job | None, error: BaseException) -> None:
    """Set the error of a job, if there is one."""
    if job is not None:
        job.future.set_exception(error)


class Starts:
    """Which starts failed, when the next one may be tried, and for how long there has been no worker.

    ``stalled`` is since when no worker is ready although one was tried, None where one is; ``next`` is when a start may
    be tried. Both are on the clock of `time.monotonic`, everything else is in seconds.
    """

    def __init__(self, limit: float, patience: float) -> None:
        """A start may take ``limit`` at first; what waits fails when no start has succeeded for ``patience``."""
        self.count = 0
        self.why = ""
        self.stalled: float | None = None
        self.next = 0.0
        self.given_up = False
        self._first_limit = self.limit = limit
        self._patience = patience
        self._pause = 0.0
        self._waited = 0.0

    @property
    def failing(self) -> bool:
        """Whether the last start failed."""
        return self._pause > 0

    @property
    def waited(self) -> float:
        """How long there was no worker, over all times."""
        stalled = self.stalled
        return self._waited + (0.0 if stalled is None else time.monotonic() - stalled)

    @property
    def end(self) -> float | None:
        """When what waits fails; None where there is a worker."""
        return None if self.stalled is None else self.stalled + (0.0 if self.given_up else self._patience)

    def failed(self, why: str) -> float:
        """Note a start that failed; return how long to wait before the next one."""
        self.count += 1
        self.why = why
        now = time.monotonic()
        if now >= self.next:  # else one of several that were begun together: the pause has been set already
            self._pause = min(max(FIRST_PAUSE, 2 * self._pause), MAX_PAUSE)
            self.next = now + self._pause
            self.limit = min(2 * self.limit, MAX_START_GROWTH * self._first_limit)
        return self._pause

    def succeeded(self) -> None:
        """Note a worker that is ready."""
        self._pause = self.next = 0.0
        self.limit = self._first_limit

    def watch(self, *, ready: bool) -> None:
        """Note whether there is a worker that is ready."""
        now = time.monotonic()
        if self.failing and not ready:
            self.stalled = now if self.stalled is None else self.stalled
        elif self.stalled is not None:
            self._waited, self.stalled = self._waited + now - self.stalled, None
            self.given_up = False


class Waker:
    """A pipe that wakes the thread: the thread waits for ``receiver``, any other thread calls `wake`.

    ``needed`` is False while the thread need not be woken; the thread sets it.
    """

    def __init__(self) -> None:
        self.receiver, self._sender = socket.socketpair()
        for end in (self.receiver, self._sender):
            end.setblocking(False)
        self.needed = True

    def wake(self) -> None:
        """Wake the thread."""
        # Full: the thread will wake anyway. Closed: there is no thread left to wake.
        with contextlib.suppress(OSError):
            self._sender.send(b"\0")

    def clear(self) -> None:
        """Read what has been sent, so that the thread can wait again."""
        with contextlib.suppress(BlockingIOError):
            self.receiver.recv(_WAKE_BYTES)

    def close(self) -> None:
        """Close both ends."""
        self.receiver.close()
        self._sender.close()


class Answers:
    """Results that are held until they are handed over together.

    ``due`` is when the first one has to be handed over, on the clock of `time.monotonic`; None without any.
    """

    # A crawl that is woken for each page finds the processor's caches full of what the workers did meanwhile, and asks
    # for the next page alone. Woken for several pages, it takes less time for each. So does unpickling them together.

    def __init__(self) -> None:
        self._held: list[tuple[Future[Any], bytes]] = []
        self.due: float | None = None

    def add(self, future: Future[Any], pickled: bytes) -> None:
        """Hold a pickled result."""
        self._held.append((future, pickled))
        if self.due is None:
            self.due = time.monotonic() + HOLD

    def hand_over(self) -> None:
        """Give every future its result, or a `PoolError` where it can't be unpickled."""
        held, self._held, self.due = self._held, [], None
        # All are unpickled before the first is handed over: the thread it wakes takes the interpreter at once.
        for give, value in [_outcome(future, pickled) for future, pickled in held]:
            give(value)


def _outcome(future: Future[Any], pickled: bytes) -> tuple[Callable[[Any], None], Any]:
    try:
        return future.set_result, pickle.loads(pickled)  # noqa: S301 - from a worker of our own
    except Exception as error:
        return future.set_exception, PoolError(f"the result can't be unpickled: {error!r}")


# Where a pool can work, and how many workers it should have.


def default_workers() -> int:
    """Return the number of CPUs this process may use, less one for the process itself; at least 1."""
    cpus: int | None
    if sys.version_info >= (3, 13):
        cpus = os.process_cpu_count()
    elif hasattr(os, "sched_getaffinity"):
        cpus = len(os.sched_getaffinity(0))
    else:
        cpus = os.cpu_count()
    return max(1, (cpus or 1) - 1)


def inline_reason() -> str | None:
    """Return why a pool can't be used in this process, as a text for its user, or None.

    A spawned worker imports the main script (`multiprocessing`, "Safe importing of main module"). So the module-level
    line that is running now has to stand under a guard; where no line is running, a guard anywhere will do.
    """
    process = multiprocessing.current_process()
    if process.daemon:
        return DAEMONIC
    main = sys.modules["__main__"]
    script = getattr(main, "__file__", None)
    if getattr(process, "_inheriting", False):
        # A worker that is importing the main script, which starts workers as it is imported.
        return NO_GUARD.format(script=script or "the main script")
    if script is None or not _imported_by_workers(main):
        return None
    guarded = _guarded_lines(script)
    if guarded is None:
        return UNREADABLE.format(script=script)
    line = _running_line(main)
    safe = any(line in lines for lines in guarded) if line is not None else bool(guarded)
    return None if safe else NO_GUARD.format(script=script)


def _imported_by_workers(main: ModuleType) -> bool:
    if main.__name__ == "__mp_main__":
        # This process was spawned itself: importing the script has just been seen to be harmless.
        return False
    name = getattr(getattr(main, "__spec__", None), "name", None)
    return name is None or not (name == "__main__" or name.endswith(".__main__"))


@cache
def _guarded_lines(script: str) -> list[range] | None:
    """Return the lines under each ``if __name__ == "__main__":``, None where the script can't be read."""
    try:
        tree = ast.parse(Path(script).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return None
    return [
        range(node.body[0].lineno, (node.body[-1].end_lineno or node.body[-1].lineno) + 1)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and any(_is_guard(part) for part in ast.walk(node.test))
    ]


def _is_guard(test: ast.AST) -> bool:
    """Return True for ``__name__ == "__main__"``, either way round."""
    if not (isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq)):
        return False
    sides = [test.left, test.comparators[0]]
    has_name = any(isinstance(side, ast.Name) and side.id == "__name__" for side in sides)
    return has_name and any(isinstance(side, ast.Constant) and side.value == "__main__" for side in sides)


def _running_line(main: ModuleType) -> int | None:
    """Return the module-level line of the main script that the main thread is running."""
    frame: FrameType | None = sys._current_frames().get(threading.main_thread().ident or 0)
    while frame is not None:
        if frame.f_code.co_name == "<module>" and frame.f_globals is vars(main):
            return frame.f_lineno
        frame = frame.f_back
    return None
