"""A site of any number of pages, written by rule, to crawl with several processes.

Page n, ``/story/n``, links to pages 2n and 2n + 1, to the one before it and to the first; the link to page 2n leads
through a redirect where n is a multiple of 16. Every 32nd page answers 503 the first time that it is asked for.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import TracebackType

PAGES = 2000
MOVED_EVERY = 16
BUSY_EVERY = 32

WHO = ("The harbour master", "A retired teacher", "The baker's daughter", "Our neighbour", "The ferry's cook")
DID = ("kept a list of", "painted", "gave away", "counted", "repaired", "wrote songs about")
WHAT = ("the lanterns along the quay", "every boat that came in", "eleven clocks", "old sea charts", "the bells")
WHEN = ("before the winter storms", "on the first Sunday of May", "when the fog was thick", "long after midnight")

_TARGET = re.compile(r"/(story|moved)/(\d{1,9})")
_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Story {n} - The Generated Quay</title></head>
<body>
<header><a href="/story/1">The Generated Quay</a></header>
<nav><ul>{links}</ul></nav>
<main><article><h1>Story {n}</h1>
{paragraphs}
</article></main>
<footer><p>The Generated Quay. All stories are made by rule.</p></footer>
</body></html>
"""


def address(n: int) -> str:
    """Return the path of page ``n``."""
    return f"/story/{n}"


def paragraphs(n: int) -> list[str]:
    """Return the paragraphs of page ``n``, from 1 up; no two pages have the same."""
    return [" ".join(_sentence(n * 31 + place * 7 + turn) for turn in range(4)) for place in range(3)]


def links(n: int, pages: int) -> list[str]:
    """Return the paths that page ``n`` of a site of so many pages links to."""
    moved = n % MOVED_EVERY == 0
    children = [f"/moved/{2 * n}" if moved else address(2 * n), address(2 * n + 1)]
    below = [path for path, child in zip(children, (2 * n, 2 * n + 1), strict=True) if child <= pages]
    return [address(max(n - 1, 1)), *below]


def page(n: int, pages: int) -> str:
    """Return the HTML of page ``n``."""
    return _PAGE.format(
        n=n,
        links="".join(f'<li><a href="{path}">{path[1:]}</a></li>' for path in links(n, pages)),
        paragraphs="\n".join(f"<p>{text}</p>" for text in paragraphs(n)),
    )


def _sentence(seed: int) -> str:
    who, did, what, when = (
        words[seed // step % len(words)] for words, step in ((WHO, 1), (DID, 5), (WHAT, 3), (WHEN, 2))
    )
    return f"{who} {did} {what} {when}, and that made {seed} in all."


class GeneratedSite:
    """Serves the site in threads that never keep the process alive.

    Each answer takes ``delay`` seconds. ``port`` 0 takes a free one; ``url`` is the first page. ``asked`` counts how
    often each path was asked for.
    """

    def __init__(self, pages: int = PAGES, port: int = 0, host: str = "127.0.0.1", delay: float = 0.0) -> None:
        """Start serving."""
        self.asked: dict[str, int] = {}
        shared = {"pages": pages, "delay": delay, "asked": self.asked, "lock": Lock()}
        handler = type("Handler", (_Handler,), shared)
        self._server = _Server((host, port), handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}{address(1)}"
        self._thread = Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def wait(self) -> None:
        """Serve until interrupted."""
        self._thread.join()

    def __enter__(self) -> Self:
        """Return the running server."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop serving and free the port."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing where a spider has hung up: it was stopped, or killed on purpose."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    pages: int
    delay: float
    asked: dict[str, int]
    lock: Lock

    def do_GET(self) -> None:
        """Send the page, a redirect to it, or an error."""
        with self.lock:
            times = self.asked[self.path] = self.asked.get(self.path, 0) + 1
        time.sleep(self.delay)
        target = _TARGET.fullmatch(self.path)
        n = int(target[2]) if target else 0
        if target is None or not 1 <= n <= self.pages:
            self._answer(HTTPStatus.NOT_FOUND)
        elif target[1] == "moved":
            self._answer(HTTPStatus.MOVED_PERMANENTLY, location=address(n))
        elif n % BUSY_EVERY == 0 and times == 1:
            self._answer(HTTPStatus.SERVICE_UNAVAILABLE)
        else:
            self._answer(HTTPStatus.OK, page(n, self.pages))

    def _answer(self, status: HTTPStatus, text: str = "", location: str | None = None) -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        if location is not None:
            self.send_header("Location", location)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
        """Keep the crawl's log free of one line per request."""


def main() -> None:
    """Serve the site: ``python -m example_project.generated --pages 2000 --port 8000``."""
    parser = argparse.ArgumentParser(description="Serve a site that is written by rule.")
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    options = parser.parse_args()
    with GeneratedSite(options.pages, options.port, options.host) as site:
        sys.stdout.write(f"Serving {options.pages} pages from {site.url}, stop with Ctrl-C\n")
        sys.stdout.flush()
        try:
            site.wait()
        except KeyboardInterrupt:
            sys.stdout.write("\n")


if __name__ == "__main__":
    main()
