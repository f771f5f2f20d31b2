"""A local site whose every answer has a text of its own, so that a test can say which answer an item's text is of."""

from __future__ import annotations

import re
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_MARK = re.compile(r"report number (\d{1,9}) of the Courier")
SENTENCES = (
    "The harbour council agreed on Tuesday evening to rebuild the old ferry landing before the summer begins.",
    "Until then the two morning ferries leave from the fish market, where a wooden pier was put up last autumn.",
    "Several shop owners asked for a later start, because the carnival brings most of their customers to the quay.",
)


class Answer(NamedTuple):
    """What was asked, and the number in the text that answered it."""

    method: str
    path: str
    body: str
    number: int


class Answers:
    """The site: ``moves`` redirects paths, ``claims`` are canonical addresses, ``fails`` is how often a path is 503."""

    def __init__(self) -> None:
        self.address = ""
        self.moves: dict[str, str] = {}
        self.claims: dict[str, str] = {}
        self.fails: dict[str, int] = {}
        self.given: list[Answer] = []
        self._lock = threading.Lock()

    def answer(self, method: str, path: str, body: str) -> int:
        """Return the number of a new answer."""
        with self._lock:
            self.given.append(Answer(method, path, body, len(self.given) + 1))
            return len(self.given)


def numbered(number: int, claim: str = "") -> str:
    """Return a page whose text has this number, and that calls itself by another address if that is given."""
    head = f'<link rel="canonical" href="{claim}">' if claim else ""
    paragraphs = "".join(f"<p>{sentence}</p>" for sentence in SENTENCES)
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Report {number}</title>{head}</head><body>'
        f"<h1>Report {number}</h1><p>This is report number {number} of the Courier about the ferry landing and the "
        f"people who wait there.</p>{paragraphs}</body></html>"
    )


def numbers(text: str | None) -> set[int]:
    """Return the numbers of the answers that a text is made of."""
    return set(map(int, _MARK.findall(text or "")))


@contextmanager
def answers() -> Iterator[Answers]:
    """Serve such a site."""
    site = Answers()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            size = int(self.headers.get("Content-Length") or 0)
            self._reply(self.rfile.read(size).decode())

        do_HEAD = do_POST = do_GET  # noqa: N815

        def _reply(self, sent: str) -> None:
            path, kind, status, headers = self.path, "text/html; charset=utf-8", 200, {}
            if path in site.moves:
                body, status, headers = "", 302, {"Location": site.moves[path]}
            elif site.fails.get(path, 0) > 0:
                site.fails[path] -= 1
                body, status = "<p>Try again in a moment.</p>", 503
            elif self.headers.get("Accept") == "application/json":
                body, kind = f'{{"report": {site.answer("JSON", path, sent)}}}', "application/json"
            else:
                body = numbered(site.answer(self.command, path, sent), site.claims.get(path, ""))
            self.send_response(status)
            for name, value in ({"Content-Type": kind, "Content-Length": str(len(body))} | headers).items():
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body.encode())

        def log_message(self, *_: Any) -> None:
            """Keep the test's output clean."""

    class Server(ThreadingHTTPServer):
        request_queue_size = 1024
        daemon_threads = True

    with Server(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        site.address = f"http://127.0.0.1:{server.server_address[1]}"
        try:
            yield site
        finally:
            server.shutdown()
            thread.join()
