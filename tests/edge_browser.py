"""What the tests with a real browser need, and what they say where it is missing."""

from __future__ import annotations

from importlib import import_module

import pytest

from scrapy_maincontent.engines.chromium import CHROMIUM_VARIABLE, chromium


def _why_not() -> str:
    """Return what is missing, "" where all is there."""
    for name in ("playwright", "scrapy_playwright"):
        try:
            import_module(name)
        except ModuleNotFoundError:
            return f"{name} is not installed (the extra playwright)"
    return "" if chromium() else f"there is no Chromium (apt-get install chromium, or {CHROMIUM_VARIABLE})"


needs_browser = pytest.mark.skipif(bool(_why_not()), reason=_why_not())
"""For tests that lay out pages in a real browser."""
