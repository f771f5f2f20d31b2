"""Small web sites on a local port: pages of a fictional local paper, answers that a crawl meets, wrong encodings."""

from __future__ import annotations

import gzip
import json
import threading
from collections import Counter
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

SENTENCES = (
    "The harbour council of Lindholm agreed on Tuesday evening to rebuild the old ferry landing before the summer.",
    "Work begins in March, when the ice has left the inner basin, and it should take no longer than eleven weeks.",
    "Until then the two morning ferries leave from the fish market, where a wooden pier was put up last autumn.",
    "Several shop owners asked for a later start, because the carnival brings most of their customers to the quay.",
    "The council answered that the contractor had no other weeks to offer and that the price would rise by a third.",
    "A small exhibition in the library shows the plans, two wooden models and photographs of the landing in 1921.",
    "Visitors may leave their remarks there in a book, which the architects promised to read before the work begins.",
    "The money comes from the regional transport fund, which had turned down two earlier requests from the town.",
)

NAVIGATION = ("Front page", "Weather", "Sports", "Small ads", "Subscribe")


def article(number: int = 1) -> str:
    """Return an article with a menu above and a footer below; each number has its own headline and first sentence."""
    menu = "".join(f'<li><a href="/section/{name.lower().replace(" ", "-")}">{name}</a></li>' for name in NAVIGATION)
    pairs = zip(SENTENCES[::2], SENTENCES[1::2], strict=True)
    paragraphs = "".join(f"<p>{first} {second}</p>" for first, second in pairs)
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{headline(number)} - The Lindholm Courier</title></head>
<body>
<div class="menu"><ul>{menu}</ul></div>
<div class="article"><h1>{headline(number)}</h1><p>{lead(number)} {SENTENCES[0]}</p>{paragraphs}</div>
<div class="footer"><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></div>
</body></html>"""


def headline(number: int = 1) -> str:
    """Return the headline of an article."""
    return f"Ferry landing will be rebuilt, part {number}"


def lead(number: int = 1) -> str:
    """Return the sentence that only this article has."""
    return f"This is report number {number} of the Courier about the landing and the people who wait there every day."


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

    def answer_undeclared(self, codec: str) -> None:
        text = {"ascii": SENTENCES[0], "cp932": TEXT, "cp1252": LATIN}[codec]
        self.reply(small_page(text * 4, codec), Content_Type="text/html")

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
    with serving(Handler) as address:
        yield address


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """Serve what a handler answers; gives its address without a slash at the end."""
    with Server(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


TEXT = "町の図書館は、日曜日も開いています。一番の窓口で本を返してください。"
LATIN = "Der Müller öffnet die Mühle um fünf Uhr früh."


def small_page(text: str, codec: str, meta: str = "") -> bytes:
    """Return a small page in an encoding."""
    return f"<!DOCTYPE html><html><head>{meta}<title>T</title></head><body><p>{text}</p></body></html>".encode(codec)


class MislabellingHandler(BaseHTTPRequestHandler):
    """Answers by the first part of the path."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        getattr(self, f"answer_{self.path.split('/')[1].partition('?')[0]}", self.answer_other)()

    def do_POST(self) -> None:
        form = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.reply(small_page(f"{TEXT} {form}", "cp932"))

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
            small_page(TEXT, "cp932", '<meta charset="Shift_JIS">'),
            more=("Set-Cookie: mill=wheel; Path=/", "X-Mill: 1"),
        )

    def answer_packed(self) -> None:
        self.reply(gzip.compress(small_page(TEXT, "cp932")), more=("Content-Encoding: gzip",))

    def answer_silent(self) -> None:
        self.reply(small_page(TEXT, "euc_jp"), "text/html")

    def answer_late(self) -> None:
        self.reply(small_page(TEXT, "utf-8"), "text/html; charset=iso-8859-1", 404)

    def answer_right(self) -> None:
        self.reply(small_page(LATIN, "iso-8859-1"), "text/html; charset=iso-8859-1")

    def answer_moved(self) -> None:
        self.reply(small_page(TEXT, "cp932"), status=302, more=("Location: /wrong",))

    def answer_cookie(self) -> None:
        self.reply(small_page(f"{TEXT} {self.headers['Cookie']}", "cp932"))

    def answer_framed(self) -> None:
        self.reply(small_page(f'{TEXT}<iframe src="/wrong"></iframe>', "cp932"))

    def answer_file(self) -> None:
        self.reply(small_page(TEXT, "cp932"), more=('Content-Disposition: attachment; filename="mill.html"',))

    def answer_data(self) -> None:
        self.reply(f'{{"mill": "{TEXT}"}}'.encode("cp932"), "application/json; charset=shift_jis")

    def answer_cut(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", "9999")
        self.end_headers()
        self.wfile.write(small_page(TEXT, "cp932"))
        self.close_connection = True

    def answer_other(self) -> None:
        self.reply(b"", status=404)

    def log_message(self, *_: object) -> None:
        """Keep the test's output clean."""


def serve_mislabelled() -> AbstractContextManager[str]:
    """Serve pages under wrong encodings, for a browser; gives the site's address without a slash at the end."""
    return serving(MislabellingHandler)
