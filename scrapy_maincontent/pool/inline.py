"""Where a pool can work, and how many workers it should have."""

from __future__ import annotations

import ast
import multiprocessing
import os
import sys
import threading
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import FrameType, ModuleType

DAEMONIC = "daemonic process: such a process may not start others"
NO_GUARD = (
    "no __main__ guard: a worker imports {script} and would start its work again; "
    'put the lines that start it under `if __name__ == "__main__":`'
)
UNREADABLE = "no __main__ guard can be looked for: a worker has to import the main script, and {script} can't be read"


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
        # A worker that is just importing the script whose guard was not seen to be missing.
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
    """Tell whether this is ``__name__ == "__main__"``, either way round."""
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
