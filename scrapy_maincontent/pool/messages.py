"""Messages on the pipe between a pool and a worker, and the errors of a pool.

A message is two lengths of eight bytes, one pickled object, and a body. A page's bytes are the body of its call, which
may be empty: a pickle would be one more copy of them on either side. An answer's body is its pickled value, which need
not be unpickled before the worker has its next page.
"""

from __future__ import annotations

import pickle
import struct
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import socket

_LENGTHS = struct.Struct("!QQ")
_PROTOCOL = 5
_AT_ONCE = 1 << 18
"""Bytes that a `Reader` is ready to take in one call: more than most pages and answers have."""


def packed(value: object) -> bytes:
    """Return a value pickled. Raises what pickling it raises."""
    return pickle.dumps(value, _PROTOCOL)


class Writer:
    """Sends one message at a time, over a pipe that blocks or one that does not."""

    __slots__ = ("_unsent",)

    def __init__(self) -> None:
        self._unsent: list[memoryview] = []

    def put(self, message: object, body: bytes = b"") -> None:
        """Take the next message in place of what is left of the last one. Raises what pickling the message raises."""
        pickled = packed(message)
        lengths = _LENGTHS.pack(len(pickled), len(body))
        self._unsent = [memoryview(part) for part in (lengths, pickled, body) if part]

    def __bool__(self) -> bool:
        """Whether a part of the message is still to be sent."""
        return bool(self._unsent)

    def write(self, pipe: socket.socket) -> None:
        """Send the message, or as much of it as a pipe takes that does not block. Raises OSError where it is broken."""
        while self._unsent:
            try:
                sent = _send(pipe, self._unsent)
            except BlockingIOError:
                return
            while self._unsent and sent >= len(self._unsent[0]):
                sent -= len(self._unsent.pop(0))
            if sent:
                self._unsent[0] = self._unsent[0][sent:]


def _send(pipe: socket.socket, parts: list[memoryview]) -> int:
    # Windows sends one part at a time.
    return pipe.sendmsg(parts) if hasattr(pipe, "sendmsg") else pipe.send(parts[0])


class Reader:
    """Collects messages from a pipe, where the next one is sent when the last one was answered."""

    __slots__ = ("_buffer", "_filled")

    def __init__(self) -> None:
        self._buffer = bytearray(_AT_ONCE)
        self._filled = 0

    def read(self, pipe: socket.socket) -> tuple[bytes, bytes] | None:
        """Return the next pickled message and its body; None when it is not whole yet and the pipe does not block.

        Raises:
            EOFError: the other side has closed the pipe.
            OSError: the pipe is broken.
        """
        while True:
            try:
                count = pipe.recv_into(memoryview(self._buffer)[self._filled :])
            except BlockingIOError:
                return None
            if count == 0:
                raise EOFError
            self._filled += count
            if self._filled < _LENGTHS.size:
                continue
            pickled, body = _LENGTHS.unpack_from(self._buffer)
            end = _LENGTHS.size + pickled + body
            if self._filled == end:
                return self._take(_LENGTHS.size + pickled, end)
            self._buffer.extend(bytes(max(0, end - len(self._buffer))))

    def _take(self, middle: int, end: int) -> tuple[bytes, bytes]:
        whole = memoryview(self._buffer)
        self._filled = 0
        if end > _AT_ONCE:
            self._buffer = bytearray(_AT_ONCE)
        return bytes(whole[_LENGTHS.size : middle]), bytes(whole[middle:end])


class Failure(StrEnum):
    """Why a page that was handed to extraction has no result."""

    TIMEOUT = "timeout"
    WORKER_DIED = "worker_died"
    MEMORY = "memory"
    NO_WORKERS = "no_workers"
    ERROR = "error"


class PoolError(Exception):
    """A page has no result because of the pool; also replaces an exception that can't leave its worker."""

    failure = Failure.ERROR


class PageTimeout(PoolError):
    """The page used up its seconds; its worker was killed."""

    failure = Failure.TIMEOUT


class WorkerDied(PoolError):
    """Both workers that the page was given to ended: killed, crashed or out of memory.

    ``exitcode`` is that of `multiprocessing.Process`: negative for a signal, None where it is not known.
    """

    failure = Failure.WORKER_DIED

    def __init__(self, message: str, exitcode: int | None = None) -> None:
        super().__init__(message)
        self.exitcode = exitcode


class PoolClosed(PoolError):
    """The pool was closed before the page had its result."""


class PoolUnavailable(PoolError):
    """No worker could be started, for as long as the page may wait, or none can be in this process."""

    failure = Failure.NO_WORKERS


def failure_of(error: Exception) -> Failure:
    """Return the reason for an exception of the pool or of the task."""
    if isinstance(error, PoolError):
        return error.failure
    return Failure.MEMORY if isinstance(error, MemoryError) else Failure.ERROR
