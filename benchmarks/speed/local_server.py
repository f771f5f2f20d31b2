"""A server that answers from memory, in a process of its own, so that it takes nothing from the crawl's interpreter."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection

_END = b"\r\n\r\n"


@contextlib.contextmanager
def serving(bodies: dict[str, bytes]) -> Iterator[str]:
    """Serve each body as HTML under its name, whatever the query, on a free port; gives the address."""
    spawn = multiprocessing.get_context("spawn")
    here, there = spawn.Pipe()
    process = spawn.Process(target=_serve, args=(bodies, there), daemon=True)
    process.start()
    try:
        yield f"http://127.0.0.1:{here.recv()}/"
    finally:
        process.terminate()
        process.join()


def _serve(bodies: dict[str, bytes], ready: Connection) -> None:
    answers = {
        f"/{name}".encode(): b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(body)
        + body
        for name, body in bodies.items()
    }
    missing = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            while True:
                request = await reader.readuntil(_END)
                writer.write(answers.get(request.split(b" ", 2)[1].partition(b"?")[0], missing))
                await writer.drain()
        writer.close()

    async def run() -> None:
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        ready.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(run())
