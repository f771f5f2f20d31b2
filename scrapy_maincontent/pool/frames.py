"""Messages on the pipe between a pool and a worker: a length of eight bytes, then one pickled object."""

from __future__ import annotations

import io
import pickle
import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import socket

_LENGTH = struct.Struct("!Q")
_PROTOCOL = 5


def pack(message: object) -> memoryview:
    """Return the message as it goes over the pipe. Raises what pickling the message raises."""
    frame = io.BytesIO()
    # Room for the length in front spares a second copy of a large body.
    frame.write(bytes(_LENGTH.size))
    pickle.Pickler(frame, _PROTOCOL).dump(message)
    view = frame.getbuffer()
    _LENGTH.pack_into(view, 0, len(view) - _LENGTH.size)
    return view


class Reader:
    """Collects one message at a time from a pipe, blocking or not."""

    __slots__ = ("_buffer", "_filled", "_in_body")

    def __init__(self) -> None:
        self._expect(_LENGTH.size, in_body=False)

    def _expect(self, size: int, *, in_body: bool) -> None:
        self._buffer = bytearray(size)
        self._filled = 0
        self._in_body = in_body

    def read(self, pipe: socket.socket) -> bytearray | None:
        """Return the next pickled message, or None when the pipe does not block and the message is not whole yet.

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
            if self._in_body:
                self._expect(_LENGTH.size, in_body=False)
                return whole
            self._expect(_LENGTH.unpack(whole)[0], in_body=True)
