"""Pages laid out by a browser offline, for method ``layout`` (the extra ``playwright``)."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from ..engines.chromium import HEIGHT, SCRIPT, WIDTH, BrowserError, launch_options
from ..page import STAMP

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import BrowserContext, Route


_NO_HOSTS = "--host-resolver-rules=MAP * ~NOTFOUND"
"""Chromium opens connections to a page's host before it requests anything."""
_STILL = "() => document.getAnimations().forEach((animation) => animation.cancel())"
"""Where an animation stands depends on how fast the machine is."""
_TIMEOUT = 15_000
"""Milliseconds for each step of a page's rendering."""
_INLINE = ("data:", "blob:", "about:")
_SHEET = "stylesheet"
_LOOKS = frozenset((_SHEET, "image", "font"))
"""Kinds of requests that files answer."""


class Renderer:
    """Lays out pages from their markup and local files: no network is asked, and no script of a page runs.

    What moves is shown as it is without its animation, so that the same page gives the same boxes. ``sheets`` are how
    many style sheets of its host the last page got and did not get.
    """

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self.sheets = (0, 0)

    def render(self, markup: str, url: str, files: Path | None = None) -> str:
        """Return the page as the browser has parsed it, stamped with its boxes (`page.has_boxes`).

        ``files`` is a folder with the style sheets, pictures and fonts of the page's host, each at its address's path.

        Raises:
            BrowserError: the browser fails, or takes too long.
        """
        from playwright.sync_api import Error

        page = self._context.new_page()
        offline = _Offline(markup, url, files)
        try:
            page.route("**/*", offline.answer)
            page.goto(url, wait_until="load", timeout=_TIMEOUT)
            page.evaluate(_STILL)
            page.evaluate(SCRIPT, STAMP)
            rendered: str = page.content()
        except Error as error:
            raise BrowserError(f"<{url}> could not be laid out: {error.message}") from error
        finally:
            page.close()
            self.sheets = (offline.found, offline.missing)
        return rendered


@contextmanager
def renderer() -> Iterator[Renderer]:
    """Start a browser, and end it.

    Raises:
        BrowserError: there is none, or it does not start.
        ModuleNotFoundError: playwright is not installed (the extra ``playwright``).
    """
    from playwright.sync_api import Error, sync_playwright

    options = launch_options()
    options["args"].append(_NO_HOSTS)
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        try:
            browser = playwright.chromium.launch(**options)
        except Error as error:
            raise BrowserError(f"{options['executable_path']} does not start: {error.message}") from error
        stack.callback(browser.close)
        context = browser.new_context(
            viewport={"width": WIDTH, "height": HEIGHT}, java_script_enabled=False, service_workers="block"
        )
        context.set_default_timeout(_TIMEOUT)
        yield Renderer(context)


class _Offline:
    """Answers a page's first request with its markup, those for what it looks like from files, and no other one.

    A page that leads elsewhere gets an answer without content, and stays.
    """

    def __init__(self, markup: str, url: str, files: Path | None) -> None:
        self._markup, self._host, self._files = markup, urlsplit(url).netloc, files and files.resolve()
        self._answered = False
        self.found = self.missing = 0

    def answer(self, route: Route) -> None:
        request = route.request
        if request.is_navigation_request():
            if self._answered:
                route.fulfill(status=HTTPStatus.NO_CONTENT)
            else:
                self._answered = True
                route.fulfill(body=self._markup.encode(), content_type="text/html; charset=utf-8")
        elif request.url.startswith(_INLINE):
            route.continue_()
        else:
            file = self._file(request.url) if request.resource_type in _LOOKS else None
            if request.resource_type == _SHEET and urlsplit(request.url).netloc == self._host:
                self.found, self.missing = self.found + (file is not None), self.missing + (file is None)
            if file is None:
                route.abort()
            else:
                route.fulfill(path=file)

    def _file(self, url: str) -> Path | None:
        """Return the file of an address of the page's host, ``None`` where there is none in the folder."""
        address = urlsplit(url)
        if self._files is None or address.netloc != self._host:
            return None
        file = (self._files / unquote(address.path).lstrip("/")).resolve()
        return file if file.is_relative_to(self._files) and file.is_file() else None
