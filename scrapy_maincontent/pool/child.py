"""The parent's end of one worker: its process, its pipe, and the page it holds."""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.reduction  # makes sockets picklable
import multiprocessing.util  # registers its exit handler, which has to run after the pool's
import pickle
import signal
import socket
import sys
import time
from typing import TYPE_CHECKING, Any

from .frames import Reader, Writer
from .worker import serve

if sys.platform != "win32":
    from multiprocessing import resource_tracker

if TYPE_CHECKING:
    from concurrent.futures import Future

    from .worker import WorkerOptions

END_WAIT = 2.0
"""Seconds to wait for the end of a process: of one that closed its pipe, and again of one that was killed."""

BUFFER = 1 << 20
"""Bytes that the system is asked to take of a page before the worker has read them: most pages go in one piece."""
BODY = 1 << 16
"""Bytes of a call's first argument from which on it goes beside the pickled call."""


def leave_interrupts_to_main_thread() -> None:
    """Block SIGINT in this thread. Workers inherit that, so that Ctrl-C does not hit one that is just starting."""
    if sys.platform != "win32":
        # Starting this process of multiprocessing's own unblocks SIGINT again, so it has to come first.
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


class Child:
    """One worker process; never blocks on it, since a stopped process neither reads nor writes.

    ``deadline`` is on the clock of `time.monotonic`: of the start, then of the page; None while the worker is idle.
    """

    def __init__(self, options: WorkerOptions, start_limit: float) -> None:
        self._timeout = options.timeout
        self._reader = Reader()
        self._writer = Writer()
        self.ready = False
        self.future: Future[Any] | None = None
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
        """Whether the worker waits for a page."""
        return self.ready and self.future is None

    def late(self, now: float) -> bool:
        """Whether the deadline has passed at that time."""
        return self.deadline is not None and now >= self.deadline

    @property
    def sending(self) -> bool:
        """Whether a part of the page is still to be written."""
        return bool(self._writer)

    def give(self, future: Future[Any], args: tuple[object, ...], kwargs: dict[str, object]) -> None:
        """Hand a page to the idle worker and start its clock.

        Raises what pickling the arguments raises; the worker stays idle then.
        """
        if args and type(args[0]) is bytes and len(args[0]) >= BODY:
            self._writer.put((args[1:], kwargs), args[0])
        else:
            self._writer.put((args, kwargs))
        self.future = future
        self.deadline = time.monotonic() + self._timeout

    def write(self) -> None:
        """Write as much of the page as the pipe takes. Raises OSError when the pipe is broken."""
        self._writer.write(self.pipe)

    def read(self) -> tuple[str, bool, bytes] | None:
        """Return the worker's answer once it is whole: status, whether it wants to be replaced, pickled value.

        Raises EOFError or OSError when the worker is gone.
        """
        message = self._reader.read(self.pipe)
        if message is None:
            return None
        status, tired = pickle.loads(message[0])  # noqa: S301 - from a worker of our own
        return status, tired, message[1]

    def release(self) -> Future[Any] | None:
        """Take the page back: the worker is idle again."""
        future, self.future, self.deadline = self.future, None, None
        return future

    def kill(self) -> None:
        """Kill the worker. Does not wait for its end."""
        self._process.kill()

    def end(self, *, kill: bool) -> int | None:
        """End the worker, close its pipe, and return its exit code, None where the system keeps it.

        Without ``kill`` a worker that has closed its pipe gets the time to end by itself, so that its exit code tells.
        """
        self._writer.clear()
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
