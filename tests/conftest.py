"""Settings of all tests."""

from __future__ import annotations

import os
import re
import sys
import time
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

try:
    from hypothesis import HealthCheck, settings
except ModuleNotFoundError:  # files that draw examples are skipped, see `pytest_make_collect_report`
    settings = None

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from edge_tools import Crawl

# The benchmarks lie in the checkout, which pytest has not on its path. At the end: the package of the checkout must not
# be found before the installed one, which has its compiled modules.
sys.path.append(str(Path(__file__).parents[1]))

# How long examples take, or drawing them, says more about what else the machine does than about the code.
if settings is not None:
    UNHURRIED = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
    # The quick tests draw the same examples each time; the slow ones others, of which --hypothesis-seed repeats a run's.
    settings.register_profile("quick", **UNHURRIED, max_examples=40, derandomize=True)
    settings.register_profile("thorough", **UNHURRIED, max_examples=400)
    settings.load_profile("quick")

QUICK = "not slow"
"""The default selection, see pyproject.toml."""
WHOLLY_SLOW = re.compile(r"^pytestmark = \[?pytest\.mark\.slow\b", re.MULTILINE)
"""What stands in a file that has no quick test."""
NO_SKIPS = "MAINCONTENT_NO_SKIPS"
"""Set to 1 in the environment, a skipped test fails the run: for machines where everything is installed."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave files without a quick test unread where only quick ones are run: their imports may not be installed."""
    is_tests = collection_path.name.startswith("test_") and collection_path.suffix == ".py"
    if config.option.markexpr == QUICK and is_tests and WHOLLY_SLOW.search(collection_path.read_text("utf-8")):
        return True
    return None


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[None]:
    """Skip a file whose imports need an extra or a test tool that is not installed, and say which module that is."""
    report = yield
    missing = _MISSING.search(str(report.longrepr)) if report.failed and isinstance(collector, pytest.Module) else None
    if missing and missing[1] not in _OWN:
        report.outcome = "skipped"
        report.longrepr = (str(collector.path), 1, f"Skipped: {missing[1]} is not installed")
    return report


_MISSING = re.compile(r"ModuleNotFoundError: No module named '(\w+)")
_OWN = ("scrapy_maincontent", "benchmarks", "tests", "example_project")
"""Packages that are never missing: a name of theirs that can't be imported is a mistake."""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say that skips are not allowed, where there are some."""
    if _skips_forbidden() and terminalreporter.stats.get("skipped"):
        terminalreporter.section("skipped tests, which NO_SKIPS forbids", red=True)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run where tests were skipped that must not be."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if _skips_forbidden() and reporter is not None and reporter.stats.get("skipped") and session.exitstatus == 0:
        session.exitstatus = 1


def _skips_forbidden() -> bool:
    return os.environ.get(NO_SKIPS) == "1"


@pytest.fixture(autouse=True, scope="session")
def seconds_of_the_processor() -> Iterator[None]:
    """Count a page's seconds by the processor's clock, in this process: while the machine stands still, none pass."""
    from scrapy_maincontent.page import limits

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "time", SimpleNamespace(perf_counter=time.process_time))
        yield


@pytest.fixture(autouse=True)
def no_part_of_a_result_fails(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail the test where a fact of a page could not be made: the result lacks it, and nothing but the log says why."""
    yield
    records = caplog.get_records("call")
    assert [record.getMessage() for record in records if record.name == "scrapy_maincontent.result"] == []


# What the tests of the Scrapy edge share. Imported where it is used: most tests need no Scrapy.


@pytest.fixture
def site() -> Iterator[str]:
    """The address of a local web site."""
    from edge_site import serve

    with serve() as address:
        yield address


@pytest.fixture
def page_file(tmp_path: Path) -> Callable[..., str]:
    """A function that writes a page and returns its file URL; the page is an article unless another one is given."""
    from edge_site import article

    def write(number: int = 1, html: str | None = None, name: str = "") -> str:
        path = tmp_path / (name or f"page{number}.html")
        path.write_text(article(number) if html is None else html, "utf-8")
        return path.as_uri()

    return write


@pytest.fixture
def crawl_here() -> Callable[..., Crawl]:
    """A function that crawls in this process, without a reactor and without workers."""
    from edge_tools import crawl_here

    return crawl_here


@pytest.fixture
def crawl_apart(tmp_path: Path) -> Callable[..., Crawl]:
    """A function that crawls in a process of its own, where every warning is an error."""
    from edge_tools import crawl_apart

    return partial(crawl_apart, tmp_path)
