"""Files that somebody else may have put there, read and replaced with care; and lines for logs."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

MAX_LOGGED = 2000
"""Characters of one value in a log."""
_PART = ".part"


def open_regular(path: Path) -> BinaryIO:
    """Open a file for reading.

    Raises:
        OSError: it can't be opened, or is a device, a FIFO or a socket, which may have no end.
    """
    # Without waiting: a FIFO would be waited for here already.
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise OSError(f"{path} is no regular file")
        return os.fdopen(number, "rb")
    except BaseException:
        with suppress(OSError):
            os.close(number)
        raise


def read_regular(file: Traversable, most: int) -> bytes:
    """Return a file's content.

    Raises:
        OSError: it can't be read, is no regular file, or has more than ``most`` bytes.
    """
    if not isinstance(file, Path):  # a file of a package
        return file.read_bytes()
    with open_regular(file) as opened:
        content = opened.read(most + 1)
    if len(content) > most:
        raise OSError(f"{file} has more than {most} bytes")
    return content


def replace_file(path: Path, content: bytes) -> None:
    """Replace a file at once, so that nobody reads half of it; no link that lies beside it is followed.

    Raises:
        OSError: it can't be written, or is a device, a FIFO or a socket; what was there is left as it was.
    """
    with suppress(FileNotFoundError):
        mode = path.lstat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISLNK(mode)):
            raise OSError(f"{path} is no regular file")
    beside = path.with_name(path.name + _PART)
    beside.unlink(missing_ok=True)  # of a run that was killed; of a link, the link alone
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(beside, flags, 0o666), "wb") as opened:
            opened.write(content)
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


def printable(value: object) -> str:
    """Return a value as one line that changes no terminal and forges no line of a log: others' signs are escaped.

    >>> printable("http://x/\\n2027 INFO: forged")
    'http://x/\\\\n2027 INFO: forged'
    """
    text = str(value)
    cut = text[:MAX_LOGGED] + "…" * (len(text) > MAX_LOGGED)
    if cut.isprintable():
        return cut
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii") for sign in cut)
