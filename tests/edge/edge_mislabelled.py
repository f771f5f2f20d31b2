"""A small web site whose server names wrong encodings, on a local port; it is met through a browser."""

from __future__ import annotations

import gzip
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXT = "町の図書館は、日曜日も開いています。一番の窓口で本を返してください。"
LATIN = "Der Müller öffnet die Mühle um fünf Uhr früh."


def page(text: str, codec: str, meta: str = "") -> bytes:
    """Return a small page in an encoding."""
    return f"<!DOCTYPE html><html><head>{meta}<title>T</title></head><body><p>{text}</p></body></html>".encode(codec)


class Handler(BaseHTTPRequestHandler):
    """Answers by the first part of the path."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        getattr(self, f"answer_{self.path.split('/')[1].partition('?')[0]}", self.answer_other)()

    def do_POST(self) -> None:
        form = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.reply(page(f"{TEXT} {form}", "cp932"))

    def reply(
        self, body: bytes, kind: str = "text/html; charset=utf-8", status: int = 200, more: tuple[str, ...] = ()
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        for header in more:
            self.send_header(*header.split(": ", 1))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def answer_wrong(self) -> None:
        self.reply(
            page(TEXT, "cp932", '<meta charset="Shift_JIS">'), more=("Set-Cookie: mill=wheel; Path=/", "X-Mill: 1")
        )

    def answer_packed(self) -> None:
        self.reply(gzip.compress(page(TEXT, "cp932")), more=("Content-Encoding: gzip",))

    def answer_silent(self) -> None:
        self.reply(page(TEXT, "euc_jp"), "text/html")

    def answer_late(self) -> None:
        self.reply(page(TEXT, "utf-8"), "text/html; charset=iso-8859-1", 404)

    def answer_right(self) -> None:
        self.reply(page(LATIN, "iso-8859-1"), "text/html; charset=iso-8859-1")

    def answer_moved(self) -> None:
        self.reply(page(TEXT, "cp932"), status=302, more=("Location: /wrong",))

    def answer_cookie(self) -> None:
        self.reply(page(f"{TEXT} {self.headers['Cookie']}", "cp932"))

    def answer_framed(self) -> None:
        self.reply(page(f'{TEXT}<iframe src="/wrong"></iframe>', "cp932"))

    def answer_file(self) -> None:
        self.reply(page(TEXT, "cp932"), more=('Content-Disposition: attachment; filename="mill.html"',))

    def answer_data(self) -> None:
        self.reply(f'{{"mill": "{TEXT}"}}'.encode("cp932"), "application/json; charset=shift_jis")

    def answer_cut(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", "9999")
        self.end_headers()
        self.wfile.write(page(TEXT, "cp932"))
        self.close_connection = True

    def answer_other(self) -> None:
        self.reply(b"", status=404)

    def log_message(self, *_: object) -> None:
        """Keep the test's output clean."""


@contextmanager
def serve_mislabelled() -> Iterator[str]:
    """Serve the site; gives its address without a slash at the end."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
