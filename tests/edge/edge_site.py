"""A small web site on a local port, with the answers that a crawl meets."""

from __future__ import annotations

import gzip
import json
import threading
from collections import Counter
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, ClassVar

from edge_pages import article

if TYPE_CHECKING:
    from collections.abc import Iterator

HTML = "text/html; charset=utf-8"
MIB = 1024 * 1024


class Handler(BaseHTTPRequestHandler):
    """Answers by the first part of the path."""

    protocol_version = "HTTP/1.1"
    visits: ClassVar[Counter[str]] = Counter()

    def do_GET(self) -> None:
        Handler.visits[self.path] += 1
        _, kind, *rest = self.path.split("/")
        answer = getattr(self, f"answer_{kind.partition('.')[0]}", None)
        if answer is None:
            self.reply(article().encode(), status=404)
        else:
            answer(*rest)

    def reply(self, body: bytes, status: int = 200, **headers: str) -> None:
        self.send_response(status)
        for name, value in ({"Content_Type": HTML} | headers).items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def answer_article(self, number: str) -> None:
        self.reply(article(int(number)).encode())

    def answer_xhtml(self) -> None:
        self.reply(article().encode(), Content_Type="application/xhtml+xml")

    def answer_old(self, number: str) -> None:
        self.reply(b"", status=301, Location=f"/article/{number}")

    def answer_packed(self, number: str) -> None:
        self.reply(gzip.compress(article(int(number)).encode()), Content_Encoding="gzip")

    def answer_cut(self, number: str) -> None:
        packed = gzip.compress(article(int(number)).encode())
        self.reply(packed[: len(packed) * 9 // 10], Content_Encoding="gzip")

    def answer_flaky(self, number: str) -> None:
        if Handler.visits[self.path] == 1:
            self.reply(b"<p>Try again in a moment.</p>", status=503)
        else:
            self.reply(article(int(number)).encode())

    def answer_api(self) -> None:
        self.reply(json.dumps({"html": article(7)}).encode(), Content_Type="application/json")

    def answer_empty(self) -> None:
        self.reply(b"")

    def answer_large(self) -> None:
        self.reply(article().encode() + b" " * MIB)

    def answer_robots(self) -> None:
        self.reply(article().encode())

    def log_message(self, *_: object) -> None:
        """Keep the test's output clean."""


class Server(ThreadingHTTPServer):
    """Takes as many connections at a time as come."""

    request_queue_size = 1024
    daemon_threads = True


@contextmanager
def serve() -> Iterator[str]:
    """Serve the site; gives its address without a slash at the end."""
    Handler.visits.clear()
    with Server(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
