"""What the workers of the pool tests do. Imported by them, so it imports little."""

from __future__ import annotations

import ctypes
import os
import re
import signal
import sys
import time
from typing import Any

_hoard: list[bytearray] = []
_warmed = 0


def call(name: str, *args: Any) -> Any:
    return globals()[name](*args)


def echo(value: Any, *, seconds: float = 0) -> Any:
    time.sleep(seconds)
    return value


def sleep(seconds: float) -> None:
    time.sleep(seconds)


def wait_for(path: str) -> None:
    """Come back once there is such a file."""
    while not os.path.exists(path):
        time.sleep(0.01)


def pid() -> int:
    return os.getpid()


def kill_self() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def crash() -> None:
    ctypes.string_at(0)


def hang(begun: str = os.devnull) -> None:
    with open(begun, "wb"):
        pass
    time.sleep(3600)


def burn(begun: str = os.devnull) -> None:
    """Never come back, and never let go of the interpreter lock."""
    with open(begun, "wb"):
        pass
    os.write(1, b"burning\n")
    re.match("(a+)+b", "a" * 60)


def eat() -> None:
    while True:
        _hoard.append(bytearray(10_000_000))


def keep(size: int) -> int:
    _hoard.append(bytearray(b"x") * size)
    return os.getpid()


def leave() -> None:
    sys.exit("the task wants to go")


def fail(message: str) -> None:
    raise LookupError(message, 404)


class NeedsTwoError(Exception):
    def __init__(self, one: str, two: str) -> None:
        super().__init__(one)


def fail_unpicklably() -> None:
    raise NeedsTwoError("first", "second")


def unpicklable() -> Any:
    return lambda: None


def warm_up() -> str:
    global _warmed  # noqa: PLW0603
    _warmed += 1
    return "warmed up"


def warmed() -> int:
    return _warmed


def start_if_allowed() -> None:
    """Refuse to start while there is the file that the environment names."""
    if os.path.exists(os.environ["NO_START"]):
        raise RuntimeError("no start yet")


def die_once(memory: str) -> str:
    """Die the first time, by a file that remembers."""
    try:
        os.mkdir(memory)
    except FileExistsError:
        return "alive"
    kill_self()
    raise AssertionError
