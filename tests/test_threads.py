"""Threads extract at the same time what each would extract alone; interpreters that share a process can't."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from broken_pages import FORMATS, URL, plain, torn_page
from growth import UNHURRIED

from scrapy_maincontent.extraction import extract

IN_AN_INTERPRETER = """
import sys
if sys.version_info >= (3, 14):
    from concurrent import interpreters
    run = interpreters.create().exec
else:
    import _interpreters
    def run(code):
        failure = _interpreters.run_string(_interpreters.create(), code)
        if failure is not None:
            raise RuntimeError(failure.msg)
run("import scrapy_maincontent")
try:
    run("import scrapy_maincontent; scrapy_maincontent.extract('<p>Mill')")
except Exception as error:
    print(error)
"""


@pytest.fixture(autouse=True)
def often() -> object:
    """Let threads take turns often."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def whole(page: bytes) -> str:
    """Return everything of a page."""
    return json.dumps(plain(extract(page, URL, formats=FORMATS, limits=UNHURRIED).complete()))


def test_eight_threads_at_a_time() -> None:
    pages = [torn_page(seed) for seed in range(16)]
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(whole, pages * 2))
    assert together == [whole(page) for page in pages] * 2


if sys.version_info >= (3, 13):  # earlier ones can't make interpreters of their own

    def test_an_interpreter_of_its_own_is_refused_with_a_reason() -> None:
        run = subprocess.run([sys.executable, "-c", IN_AN_INTERPRETER], capture_output=True, text=True, check=True)
        assert "does not support loading in subinterpreters" in run.stdout
