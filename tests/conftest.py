"""Settings of all tests."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import settings

if TYPE_CHECKING:
    import pytest

# The benchmarks lie in the checkout, which pytest has not on its path. At the end: the package of the checkout must not
# be found before the installed one, which has its compiled modules.
sys.path.append(str(Path(__file__).parents[1]))

# How long one example takes says more about what else the machine does than about the code.
settings.register_profile("quick", deadline=None, max_examples=40)
settings.register_profile("thorough", deadline=None, max_examples=400)
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
