"""What runs in a worker: load the task once, then do one page after the other until the pipe ends."""

from __future__ import annotations

import contextlib
import gc
import importlib
import multiprocessing
import multiprocessing.connection
import os
import pickle
import signal
import sys
import threading
import traceback
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from .frames import Writer, packed, receive

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

if sys.platform != "win32":
    import resource

READY: Final = "ready"
NOT_READY: Final = "not ready"
DONE: Final = "done"
RAISED: Final = "raised"
FAILED: Final = "failed"

ORPHAN_GRACE = 2.0
"""Seconds past a page's time limit after which a worker that was not killed ends itself: its pool is gone."""

_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Environment variables with the number of threads that NumPy's libraries start."""
_OUT_OF_MEMORY = "the page needs more memory than a worker may have"


@dataclass(frozen=True, slots=True)
class WorkerOptions:
    """What a worker is told at its start.

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
    """Be a worker. Every answer is a status, whether the worker wants to be replaced, and as its body a pickled value.

    The value is a result or an exception, for READY what ``warm`` returned, and for NOT_READY and FAILED a text.
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
            _answer(pipe, NOT_READY, traceback.format_exc(), tired=True)
            return
        # What is loaded by now stays: the collector need not go through all of it again and again.
        gc.collect()
        gc.freeze()
        _limit_memory(options.hard_memory)
        _answer(pipe, READY, warmed, tired=False)
        _work(pipe, task, options)


def _work(pipe: socket.socket, task: Callable[..., object], options: WorkerOptions) -> None:
    """Answer pages until the worker is to be replaced or the pipe ends (EOFError, ConnectionError)."""
    for pages in count(1):
        message, body = receive(pipe)
        _set_alarm(options.timeout + ORPHAN_GRACE)
        status, value = _run(task, message, body)
        del message, body
        tired = pages >= options.max_pages or isinstance(value, MemoryError) or _memory()[1] > options.max_memory
        _answer(pipe, status, value, tired=tired)
        _set_alarm(0)
        if tired:
            return
        # An idle worker does not hold the last page's result.
        del value


def _run(task: Callable[..., object], message: bytes, body: bytes) -> tuple[str, Any]:
    """Return the status and the value of one page; ``body``, if there is one, is the call's first argument."""
    try:
        args, kwargs = pickle.loads(message)  # noqa: S301 - from the pool that started this worker
        if body:
            args = (body, *args)
    except Exception as error:
        return FAILED, f"the worker can't unpickle the arguments: {error!r}"
    try:
        return DONE, task(*args, **kwargs)
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


def _answer(pipe: socket.socket, status: str, value: object, *, tired: bool) -> None:
    try:
        body = packed(value)
    except MemoryError:
        status, body = RAISED, packed(MemoryError(_OUT_OF_MEMORY))
    except Exception as error:
        status, body = FAILED, packed(f"the result can't be pickled: {error!r}")
    writer = Writer()
    writer.put((status, tired), body)
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
