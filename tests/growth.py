"""How work grows with a page, counted in steps of the interpreter: those are the same on every machine, busy or not."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from scrapy_maincontent.page.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    Make = Callable[[int], Any]

FULL = 1000
"""The whole size for makers of large pages; what they are called with are thousandths of it."""
UNHURRIED = Limits(seconds=3600)
"""For large pages, which take the more seconds the busier the machine is."""
FEW = 5
"""The smallest size; larger ones have `FACTOR` times as much."""
FACTOR = 4
MOST = 6
"""Times the steps that `FACTOR` times as much may take: what is linear takes 4, what is quadratic 16."""


def steps(run: Callable[[], object]) -> int:
    """Return how many lines run, and how many functions written in C are called, while ``run`` does."""
    count = 0

    def at_line(_frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal count
        count += event == "line"
        return at_line

    def at_call(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "c_call"

    before = sys.gettrace(), sys.getprofile()
    sys.settrace(at_line)
    sys.setprofile(at_call)
    try:
        run()
    finally:
        sys.settrace(before[0])
        sys.setprofile(before[1])
    return count


def check_linear(make: Make, run: Callable[[Any], object], few: int = FEW) -> None:
    """Check that ``run`` does not take many more than four times the steps for four times as much.

    A larger page may also have what a smaller one has not, a table that is no layout, say: what comes but once is no
    growth, so that one comparison of three has to hold.
    """
    run(make(few))  # reads models, fills what is kept between pages
    sizes = [few * FACTOR**times for times in range(4)]
    counts: list[int] = []
    for size in sizes:
        made = make(size)
        counts.append(steps(lambda made=made: run(made)))
        if len(counts) > 1 and counts[-1] <= MOST * counts[-2]:
            return
    raise AssertionError(f"sizes {sizes} take {counts} steps")
