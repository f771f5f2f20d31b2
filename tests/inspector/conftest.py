"""A real browser that opens files, and fails a test whose file asks for anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

NOTES = "window.ran = []; window.fired = (what) => window.ran.push(what); window.alert = fired"
"""What a page's scripts would call, made before anything else runs."""
SLOW = 600_000
"""Milliseconds that nothing should need: a guard against hanging."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """The system's Chromium; while it is there, its event loop runs in this thread, which other tests can't do with."""
    from playwright.sync_api import sync_playwright

    from scrapy_maincontent.engines.chromium import launch_options

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(**launch_options(), timeout=SLOW)
        yield started
        started.close()


@pytest.fixture
def show(browser: Any, tmp_path: Path) -> Iterator[Callable[[str], Any]]:
    """A function that opens a document as a file; nothing may be requested, no error logged, no page's script run."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    context.set_default_timeout(SLOW)
    context.add_init_script(NOTES)
    asked: list[str] = []
    errors: list[str] = []
    pages: list[Any] = []

    def open_document(document: str) -> Any:
        path = tmp_path / "shown.html"
        path.write_text(document, "utf-8")
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text))
        page.goto(path.as_uri())
        pages.append(page)
        return page

    yield open_document
    assert {url for url in asked if not url.startswith("file:")} == set()
    assert len(asked) == len(pages)
    assert errors == []
    assert [page.evaluate("window.ran") for page in pages] == [[] for _ in pages]
    context.close()
