"""What wakes a thread that waits for pipes."""

from __future__ import annotations

import contextlib
import socket

_AT_ONCE = 4096


class Bell:
    """A pipe of a thread's own: other threads ring at one end, and the thread waits for the other, `end`, to be read.

    ``wanted`` tells whether ringing is of use: the thread sets it.
    """

    def __init__(self) -> None:
        self.end, self._rope = socket.socketpair()
        for end in (self.end, self._rope):
            end.setblocking(False)
        self.wanted = True

    def ring(self) -> None:
        """Wake the thread."""
        # Full: the thread will wake anyway. Closed: there is no thread left to wake.
        with contextlib.suppress(OSError):
            self._rope.send(b"\0")

    def silence(self) -> None:
        """Forget how often it rang."""
        with contextlib.suppress(BlockingIOError):
            self.end.recv(_AT_ONCE)

    def close(self) -> None:
        """Let go of the pipe."""
        self.end.close()
        self._rope.close()
