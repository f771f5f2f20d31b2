"""A real browser: the Chromium of the system, and the script that stamps elements with their boxes."""

from __future__ import annotations

import os
import shutil
from importlib import resources
from typing import Any

CHROMIUM_VARIABLE = "MAINCONTENT_CHROMIUM"
"""Environment variable with the browser's path, where it is none of `NAMES`."""
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
"""Programs that are looked for on the path."""
WIDTH, HEIGHT = 960, 800
"""The browser's window, in CSS pixels (Tsuruta 3.2)."""
SCRIPT = (resources.files("scrapy_maincontent.engines") / "layout.js").read_text("utf-8")
"""What stamps a page's elements with their boxes; a function of the stamp's name."""
_ARGUMENTS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_ROOT_ARGUMENT = "--no-sandbox"
"""Chromium refuses to start as root with its sandbox."""


class BrowserError(RuntimeError):
    """There is no browser, or it could not lay out a page."""


def chromium() -> str | None:
    """Return the path of the system's Chromium, ``None`` where there is none."""
    named = os.environ.get(CHROMIUM_VARIABLE)
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def launch_options() -> dict[str, Any]:
    """Return how playwright is to start the system's Chromium; for ``PLAYWRIGHT_LAUNCH_OPTIONS``, too.

    Raises:
        BrowserError: there is none.
    """
    path = chromium()
    if path is None:
        raise BrowserError(f"no Chromium: install it (apt-get install chromium), or name it in {CHROMIUM_VARIABLE}")
    arguments = [*_ARGUMENTS]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append(_ROOT_ARGUMENT)
    return {"executable_path": path, "headless": True, "args": arguments}
