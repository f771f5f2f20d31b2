"""What the tests with a real browser need, and what they say where it is missing."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from scrapy_maincontent.browser import CHROMIUM_VARIABLE, chromium

WHY_NOT = (
    "playwright is not installed (the extra playwright)"
    if find_spec("playwright") is None or find_spec("scrapy_playwright") is None
    else f"there is no Chromium (apt-get install chromium, or {CHROMIUM_VARIABLE})"
)
needs_browser = pytest.mark.skipif(
    chromium() is None or find_spec("playwright") is None or find_spec("scrapy_playwright") is None, reason=WHY_NOT
)
"""For tests that lay out pages in a real browser."""
