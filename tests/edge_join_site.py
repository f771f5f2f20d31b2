"""The bundled site, with answers of its own for some addresses: faults of every kind on an article's later pages."""

from __future__ import annotations

import threading
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

from example_site import Expected, load_expected, load_server, squeeze

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

SERVER = load_server()
PAGES = {page.path: page for page in load_expected()}
HTML = "text/html; charset=utf-8"

ARTICLES = [page for page in PAGES.values() if page.type == "article" and page.pages and page.path == page.pages[0]]
"""The first pages of the divided articles."""


MILL = "/courier/local/tide-mill/"
SECOND, THIRD = f"{MILL}2/", f"{MILL}3/"
"""The three pages of one of them."""
ON = {"MAINCONTENT_JOIN_PAGES": True, "RETRY_ENABLED": False}


def body_of(page: Expected) -> list[str]:
    """Return the paragraphs of all pages of an article."""
    return [part for path in page.pages or [page.path] for part in PAGES[path].body]


def misplaced(parts: list[str], text: str) -> list[str]:
    """Return the paragraphs that are not in a text exactly once, or not in their order."""
    found, position, wrong = squeeze(text), 0, []
    for part in map(squeeze, parts):
        place = found.find(part, position)
        if place < 0 or (len(part) > 20 and found.count(part) != 1):
            wrong.append(part)
        position = max(place, position)
    return wrong


def file_at(path: str) -> bytes:
    """Return the page that the bundled site has at a path."""
    file: Path = SERVER.find_file(path)
    return file.read_bytes()


@dataclass
class Site:
    """A running site: ``faults`` has what answers for a path in the page's stead, ``visits`` counts what was asked."""

    address: str = ""
    faults: dict[str, Callable[[Any], None]] = field(default_factory=dict)
    visits: Counter[str] = field(default_factory=Counter)

    def url(self, path: str) -> str:
        return self.address + path

    def send(self, path: str, body: bytes, status: int = 200, **headers: str) -> None:
        """Have a path answered with this."""

        def answer(handler: Any) -> None:
            handler.send_response(status)
            for name, value in ({"Content_Type": HTML} | headers).items():
                handler.send_header(name.replace("_", "-"), value)
            handler.send_header("Content-Length", str(len(body)))
            handler.end_headers()
            handler.wfile.write(body)

        self.faults[path] = answer

    def redirect(self, path: str, target: str) -> None:
        self.send(path, b"", 302, Location=target)

    def change(self, path: str, *changes: tuple[str, str]) -> None:
        """Have a page sent with one text for another."""
        page = file_at(path).decode()
        for old, new in changes:
            assert old in page
            page = page.replace(old, new)
        self.send(path, page.encode())

    def hang(self, path: str, seconds: float = 0.0, until: Callable[[], bool] = lambda: True) -> None:
        """Have a page come late: after so many seconds, and not before a condition holds."""
        page = file_at(path)
        self.send(path, page)
        answer = self.faults[path]

        def answer_late(handler: Any) -> None:
            time.sleep(seconds)
            while not until():
                time.sleep(0.02)
            answer(handler)

        self.faults[path] = answer_late


@contextmanager
def serve() -> Iterator[Site]:
    """Serve the bundled site with faults."""
    site = Site()

    class Handler(SERVER.SiteHandler):  # type: ignore[misc, name-defined]
        def _answer(self, *, body_wanted: bool) -> None:
            site.visits[self.path] += 1
            if self.path in site.faults:
                site.faults[self.path](self)
            else:
                super()._answer(body_wanted=body_wanted)

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: Any, client_address: Any) -> None:
            """Say nothing of a client that did not wait."""

    with Quiet(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        site.address = f"http://127.0.0.1:{server.server_address[1]}"
        try:
            yield site
        finally:
            server.shutdown()
            thread.join()


def parts_of(*paths: str) -> list[str]:
    return [part for path in paths for part in PAGES[path].body]


def check(item: dict[str, Any], site: Site, note: str | None, *paths: str) -> None:
    """Check that the item holds the texts of these pages, that alone, and why there is no more."""
    assert item["mainContent"]["joinedPages"] == [site.url(path) for path in paths]
    assert item["mainContent"]["joinNote"] == note
    assert misplaced(parts_of(*paths), item["articleBody"]) == []
    others = [part for path in (MILL, SECOND, THIRD) if path not in paths for part in PAGES[path].body]
    assert [part for part in others if part in item["articleBody"]] == []
