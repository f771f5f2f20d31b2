"""A worker: what runs in its process (`serve`), and the parent's end of it (`Child`).

The process loads the task once, then does one page after the other until the pipe ends.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import multiprocessing
import multiprocessing.connection
import multiprocessing.reduction  # makes sockets picklable
import multiprocessing.util  # registers its exit handler, which has to run after the pool's
import os
import pickle
import signal
import socket
import sys
import threading
import time
import traceback
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .messages import Reader, Writer, packed

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

if sys.platform != "win32":
    import resource
    from multiprocessing import resource_tracker

READY: Final = "ready"
NOT_READY: Final = "not ready"
DONE: Final = "done"
RAISED: Final = "raised"
FAILED: Final = "failed"

ORPHAN_GRACE = 2.0
"""Seconds past a page's time limit after which a worker that was not killed ends itself: its pool is gone."""

_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Environment variables with the number of threads that NumPy's libraries start."""
_COLLECTED_AT = 50_000
"""Objects that may be in cycles from which on the collector looks for some: pages have none, and it goes through all
of a page's lists each time."""
END_WAIT = 2.0
"""Seconds to wait for the end of a process: of one that closed its pipe, and again of one that was killed."""
BUFFER = 1 << 20
"""Bytes that the system is asked to take of a page before the worker has read them: most pages go in one piece."""
BODY = 1 << 16
"""Bytes of a call's first argument from which on it goes beside the pickled call."""
_OUT_OF_MEMORY = "the page needs more memory than a worker may have"


@dataclass(frozen=True, slots=True)
class WorkerOptions:
    """What a worker gets at its start.

    ``task`` and ``warm`` are "package.module:function". ``timeout`` is in seconds per page. After ``max_pages``, or
    when ``max_memory`` bytes are resident after a page, the worker is replaced. ``hard_memory`` is how many bytes of
    address space pages may add to those of the ready worker.
    """

    task: str
    warm: str | None
    timeout: float
    max_pages: int
    max_memory: int
    hard_memory: int


def serve(pipe: socket.socket, options: WorkerOptions) -> None:
    """Work until the pipe ends.

    Every answer is a status, whether to replace the worker, and as its body a pickled value: a result or an exception,
    for READY what ``warm`` returned, and for NOT_READY and FAILED a text.
    """
    _leave_signals_to_parent()
    # Workers share the processors already; read where NumPy is imported.
    for name in _THREADS:
        os.environ.setdefault(name, "1")
    # A default time-out of the parent's sockets (`socket.setdefaulttimeout`) comes along with the pipe.
    pipe.setblocking(True)
    threading.Thread(target=_end_with_parent, name="end-with-parent", daemon=True).start()
    with pipe, contextlib.suppress(EOFError, ConnectionError):
        try:
            task = _load(options.task)
            warmed = None if options.warm is None else _load(options.warm)()
        except BaseException:
            _answer(pipe, NOT_READY, traceback.format_exc(), replace=True)
            return
        # What is loaded by now stays: the collector need not go through all of it again and again.
        gc.collect()
        gc.freeze()
        gc.set_threshold(_COLLECTED_AT)
        _limit_memory(options.hard_memory)
        _answer(pipe, READY, warmed, replace=False)
        _work(pipe, task, options)


def _work(pipe: socket.socket, task: Callable[..., object], options: WorkerOptions) -> None:
    """Answer pages until the worker is to be replaced or the pipe ends (EOFError, ConnectionError)."""
    reader = Reader()
    for pages in count(1):
        call = reader.read(pipe)
        assert call is not None, "the pipe blocks"
        _set_alarm(options.timeout + ORPHAN_GRACE)
        status, value = _run(task, *call)
        del call
        replace = pages >= options.max_pages or isinstance(value, MemoryError) or _memory()[1] > options.max_memory
        _answer(pipe, status, value, replace=replace)
        _set_alarm(0)
        if replace:
            return
        # An idle worker does not hold the last page's result.
        del value


def _run(task: Callable[..., object], message: bytes, body: bytes) -> tuple[str, Any]:
    """Return the status and the value of one page; ``body``, if there is one, is the call's first argument."""
    try:
        function, args, kwargs = pickle.loads(message)  # noqa: S301 - from the pool that started this worker
        if body:
            args = (body, *args)
    except Exception as error:
        return FAILED, f"the worker can't unpickle the arguments: {error!r}"
    try:
        return DONE, (function or task)(*args, **kwargs)
    except MemoryError:
        # The exception's own traceback would hold what filled the memory.
        return RAISED, MemoryError(_OUT_OF_MEMORY)
    except Exception as error:
        return _portable(error)
    except BaseException as error:
        # SystemExit and its kind would end the crawl where they are raised again.
        return FAILED, f"the task raised {error!r}"


def _portable(error: Exception) -> tuple[str, Any]:
    """Return the exception, or its text where it does not survive pickling."""
    try:
        copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - just pickled here
    except Exception:
        copy = None
    if type(copy) is not type(error):
        return FAILED, f"the task raised {error!r}"
    # On the copy: the task may raise the same object again and again.
    copy.add_note(f"In the worker:\n{traceback.format_exc()}")
    return RAISED, copy


def _answer(pipe: socket.socket, status: str, value: object, *, replace: bool) -> None:
    try:
        body = packed(value)
    except MemoryError:
        status, body = RAISED, packed(MemoryError(_OUT_OF_MEMORY))
    except Exception as error:
        status, body = FAILED, packed(f"the result can't be pickled: {error!r}")
    writer = Writer()
    writer.put((status, replace), body)
    writer.write(pipe)


def _load(path: str) -> Callable[..., object]:
    module, _, name = path.partition(":")
    function: Callable[..., object] = getattr(importlib.import_module(module), name)
    return function


def _leave_signals_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


def _set_alarm(seconds: float) -> None:
    """Let the system end this process after that time (0: never), even in C code that holds the interpreter lock."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _end_with_parent() -> None:
    """End this process, whatever it is doing, when its parent is gone."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "a worker is a child"
    multiprocessing.connection.wait([parent.sentinel])
    os._exit(1)


def _limit_memory(hard_memory: int) -> None:
    """Let allocations past the limit fail. Libraries reserve address space by the core, hence "on top of"."""
    if sys.platform != "win32":
        wanted = _memory()[0] + hard_memory
        _, ceiling = resource.getrlimit(resource.RLIMIT_AS)
        if ceiling != resource.RLIM_INFINITY:
            wanted = min(wanted, ceiling)
        # macOS knows the name and refuses the value.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (wanted, ceiling))


def _memory() -> tuple[int, int]:
    """Return bytes of address space and resident bytes; without /proc 0 and the peak, on Windows 0 and 0."""
    if sys.platform == "win32":
        return 0, 0
    try:
        with open("/proc/self/statm", "rb") as statm:
            size, resident = statm.read().split()[:2]
    except FileNotFoundError:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return 0, peak if sys.platform == "darwin" else peak * 1024
    return int(size) * resource.getpagesize(), int(resident) * resource.getpagesize()


def leave_interrupts_to_main_thread() -> None:
    """Block SIGINT in this thread. Workers inherit that, so that Ctrl-C does not hit one that is just starting."""
    if sys.platform != "win32":
        # Starting this process of multiprocessing's own unblocks SIGINT again, so it has to come first.
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


class Job(NamedTuple):
    """A call of the task, of one page, that waits for a worker or has one; ``again``: it has lost one already.

    ``function`` is called in the task's place, if there is one.
    """

    future: Future[Any]
    args: tuple[object, ...]
    kwargs: dict[str, object]
    function: Callable[..., object] | None = None
    again: bool = False

    def begin(self) -> bool:
        """Return False where the job was cancelled; from now on it can't be."""
        return self.again or self.future.set_running_or_notify_cancel()


class Child:
    """The parent's end of one worker; never blocks on it, since a stopped process neither reads nor writes.

    ``deadline`` is on the clock of `time.monotonic`: of the start, then of the page; None while the worker is idle.
    """

    def __init__(self, options: WorkerOptions, start_limit: float) -> None:
        self._timeout = options.timeout
        self.start_limit = start_limit
        self._reader = Reader()
        self._writer = Writer()
        self.ready = False
        self.job: Job | None = None
        self.deadline: float | None = time.monotonic() + start_limit
        self.pipe, theirs = socket.socketpair()
        self.pipe.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
        try:
            self._process = multiprocessing.get_context("spawn").Process(
                target=serve, args=(theirs, options), name="maincontent-worker", daemon=True
            )
            self._process.start()
        except BaseException:
            self.pipe.close()
            raise
        finally:
            theirs.close()
        self.pipe.setblocking(False)

    @property
    def idle(self) -> bool:
        """Whether the worker waits for a job."""
        return self.ready and self.job is None

    def late(self, now: float) -> bool:
        """Whether the deadline has passed at that time."""
        return self.deadline is not None and now >= self.deadline

    @property
    def sending(self) -> bool:
        """Whether a part of the job is still to be written."""
        return bool(self._writer)

    def give(self, job: Job) -> None:
        """Hand a job to the idle worker, and set its deadline.

        Raises what pickling the arguments raises; the worker stays idle then.
        """
        first = job.args[0] if job.args else None
        if type(first) is bytes and len(first) >= BODY:
            self._writer.put((job.function, job.args[1:], job.kwargs), first)
        else:
            self._writer.put((job.function, job.args, job.kwargs))
        self.job = job
        self.deadline = time.monotonic() + self._timeout

    def write(self) -> None:
        """Write as much of the job as the pipe takes. Raises OSError when the pipe is broken."""
        self._writer.write(self.pipe)

    def read(self) -> tuple[str, bool, bytes] | None:
        """Return the worker's answer once it is whole: status, whether to replace the worker, pickled value.

        Raises EOFError or OSError when the worker is gone.
        """
        message = self._reader.read(self.pipe)
        if message is None:
            return None
        status, replace = pickle.loads(message[0])  # noqa: S301 - from a worker of our own
        return status, replace, message[1]

    def release(self) -> Job | None:
        """Return the job and leave the worker idle."""
        job, self.job, self.deadline = self.job, None, None
        return job

    def kill(self) -> None:
        """Kill the worker. Does not wait for its end."""
        self._process.kill()

    def end(self, *, kill: bool) -> int | None:
        """End the worker, close its pipe, and return its exit code, None where the system keeps it.

        Without ``kill`` a worker that has closed its pipe gets the time to end by itself, so that it has an exit code.
        """
        self.pipe.close()
        if not kill:
            self._process.join(END_WAIT)
        self._process.kill()
        self._process.join(END_WAIT)
        exitcode = self._process.exitcode
        # Raised while the process lives on in a system call that can't be interrupted.
        with contextlib.suppress(ValueError):
            self._process.close()
        return exitcode
