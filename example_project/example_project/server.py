"""The bundled fictional sites and a small server for them.

The pages lie in ``site/``, those of the spider ``parallel`` in ``translations/``, as they are served, byte for byte,
named as ``wget --adjust-extension --restrict-file-names=windows`` would name them: ``/forum/viewtopic.php?t=97`` is
``site/forum/viewtopic.php@t=97.html``, ``/courier/`` is ``site/courier/index.html``.
"""

from __future__ import annotations

import argparse
import mimetypes
import subprocess
import sys
import tomllib
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import TracebackType

PROJECT = Path(__file__).resolve().parent.parent
SITE = PROJECT / "site"
TRANSLATIONS = PROJECT / "translations"
CHARSETS: dict[str, str] = tomllib.loads((PROJECT / "headers.toml").read_text("utf-8"))["charset"]

# Both name the site's own address, which is known only when the port is.
WITH_BASE = {"/robots.txt", "/sitemap.xml"}


def files_of(site: Path) -> dict[str, Path]:
    """Return a site's files by the paths they are served under."""
    return {f"/{path.relative_to(site).as_posix()}": path for path in sorted(site.rglob("*")) if path.is_file()}


FILES = files_of(SITE)


def find_file(target: str, files: dict[str, Path] = FILES) -> Path | None:
    """Return the file behind a request target such as ``/shop/?page=2``, or ``None`` where there is none."""
    path, _, query = target.partition("?")
    name = path + ("index" if path.endswith("/") else "") + (f"@{query}" if query else "")
    # A look-up, not a path joined from what the client sent: nothing outside of the site can be asked for.
    return files.get(name) or files.get(f"{name}.html")


def content_type(target: str, file: Path) -> str:
    """Return the Content-Type header for a target, with the charset that ``headers.toml`` wants for it."""
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    if kind != "text/html":
        return kind
    charset = CHARSETS[max((prefix for prefix in CHARSETS if target.startswith(prefix)), key=len)]
    return f"{kind}; charset={charset}" if charset else kind


class SiteHandler(BaseHTTPRequestHandler):
    """Answers GET and HEAD from a site's files."""

    files = FILES

    def do_GET(self) -> None:
        """Send the file, or 404."""
        self._answer(body_wanted=True)

    def do_HEAD(self) -> None:
        """Send the headers of what GET would send."""
        self._answer(body_wanted=False)

    def _answer(self, *, body_wanted: bool) -> None:
        file = find_file(self.path, self.files)
        if file is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        body = file.read_bytes()
        if self.path in WITH_BASE:
            body = body.replace(b"{base}", f"http://{self.headers['Host']}".encode())
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", content_type(self.path, file))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if body_wanted:
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
        """Keep the crawl's log free of one line per request."""


class SiteServer:
    """Serves a site on the loopback interface, in a thread that never keeps the process alive.

    ``port`` 0 takes a free one; ``url`` is the home page, ``http://127.0.0.1:<port>/``.
    """

    def __init__(self, port: int = 0, site: Path = SITE) -> None:
        """Start serving."""
        handler = type("Handler", (SiteHandler,), {"files": files_of(site)})
        self._server = ThreadingHTTPServer(("127.0.0.1", port), handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/"
        self._thread = Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def wait(self) -> None:
        """Serve until interrupted."""
        self._thread.join()

    def close(self) -> None:
        """Stop serving and free the port."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def __enter__(self) -> Self:
        """Return the running server."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()


def main() -> None:
    """Serve the site for a browser (``--port 8000``), or for as long as a command runs."""
    parser = argparse.ArgumentParser(description="Serve the bundled fictional site.")
    parser.add_argument("--port", type=int, help="default: 8000, or any that is free for a command")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="what to run; {url} in it is the site's address")
    options = parser.parse_args()
    port = options.port if options.port is not None else 0 if options.command else 8000
    with SiteServer(port) as server:
        if options.command:
            command = [part.replace("{url}", server.url) for part in options.command]
            sys.exit(subprocess.call(command))  # noqa: S603 - its user's own
        sys.stdout.write(f"Serving {SITE} on {server.url}, stop with Ctrl-C\n")
        try:
            server.wait()
        except KeyboardInterrupt:
            sys.stdout.write("\n")


if __name__ == "__main__":
    main()
