"""Messages on the pipe between a pool and a worker: two lengths of eight bytes, one pickled object, and a body.

A page's bytes go beside the pickled call as its body, which may be empty: a pickle would be one more copy of them on
either side.
"""

from __future__ import annotations

import pickle
import socket
import struct

_LENGTHS = struct.Struct("!QQ")
_PROTOCOL = 5


class Writer:
    """Sends one message at a time, over a pipe that blocks or one that does not."""

    __slots__ = ("_unsent",)

    def __init__(self) -> None:
        self._unsent: list[memoryview] = []

    def put(self, message: object, body: bytes = b"") -> None:
        """Take the next message in place of what is left of the last one. Raises what pickling the message raises."""
        pickled = pickle.dumps(message, _PROTOCOL)
        lengths = _LENGTHS.pack(len(pickled), len(body))
        self._unsent = [memoryview(part) for part in (lengths, pickled, body) if part]

    def clear(self) -> None:
        """Forget what is left of the message."""
        self._unsent = []

    def __bool__(self) -> bool:
        """Tell whether a part of the message is still to be sent."""
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


def receive(pipe: socket.socket) -> tuple[bytes, bytes]:
    """Return the next pickled message and its body, from a pipe that blocks.

    Raises:
        EOFError: the other side has closed the pipe.
        OSError: the pipe is broken.
    """
    pickled, body = _LENGTHS.unpack(_exactly(pipe, _LENGTHS.size))
    return _exactly(pipe, pickled), _exactly(pipe, body)


def _exactly(pipe: socket.socket, size: int) -> bytes:
    """Return so many bytes."""
    parts = []
    while size:
        part = pipe.recv(size, socket.MSG_WAITALL)
        if not part:
            raise EOFError
        parts.append(part)
        size -= len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


class Reader:
    """Collects messages without a body from a pipe that does not block."""

    __slots__ = ("_buffer", "_filled", "_in_message")

    def __init__(self) -> None:
        self._expect(_LENGTHS.size, in_message=False)

    def _expect(self, size: int, *, in_message: bool) -> None:
        self._buffer = bytearray(size)
        self._filled = 0
        self._in_message = in_message

    def read(self, pipe: socket.socket) -> bytearray | None:
        """Return the next pickled message, or None when it is not whole yet.

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
            if self._filled < len(self._buffer):
                continue
            whole = self._buffer
            if self._in_message:
                self._expect(_LENGTHS.size, in_message=False)
                return whole
            self._expect(_LENGTHS.unpack(whole)[0], in_message=True)
