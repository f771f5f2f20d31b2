"""No page makes the extractor open a file or a connection, whatever the method is."""

from __future__ import annotations

import ctypes
import json
import os
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from scrapy_maincontent.methods import METHODS

if TYPE_CHECKING:
    from pathlib import Path

SECRET = "the-secret-of-the-mill"
IN_OPEN = 0x20
"""Linux's number for "a file was opened", in whatever way."""

PAGE = """<?xml version="1.0"?><?xml-stylesheet href="{url}/style.xsl" type="text/xsl"?>
<!DOCTYPE html PUBLIC "-//MILL//DTD//EN" "{url}/mill.dtd" [
<!ENTITY file SYSTEM "{file}"><!ENTITY net SYSTEM "{url}/entity"><!ENTITY % outer SYSTEM "{url}/outer.dtd"> %outer;
<!ENTITY % local SYSTEM "{file}"> %local; ]>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:xi="http://www.w3.org/2001/XInclude" manifest="{url}/manifest">
<head><title>&file;</title><base href="{url}/"><link rel="stylesheet" href="{url}/a.css"><style>@import "{url}/b.css";</style>
<meta http-equiv="refresh" content="0; url={url}/moved"><link rel="canonical" href="{file}"><script src="{url}/s.js"></script>
<script type="application/ld+json">{{"@context": "{url}/context", "@id": "{file}", "@type": "Article"}}</script>
<meta property="og:image" content="{url}/og.png"></head>
<body background="{url}/back.png"><xi:include href="{file}" parse="text"/><xi:include href="{url}/included"/>
<p>&file; &net; {prose}</p><img src="{url}/a.png" srcset="{url}/b.png 2x" alt="mill" width="900" height="700">
<img src="{file}"><iframe src="{url}/frame"></iframe><iframe srcdoc="&file;"></iframe><object data="{file}"></object>
<embed src="{url}/e"><video src="{url}/v.mp4" poster="{url}/p.png"></video><audio src="{url}/a.mp3"></audio>
<svg xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="{url}/svg.png"/><use href="{file}#x"/></svg>
<math><semantics><annotation-xml encoding="text/html" src="{url}/m"/></semantics></math>
<a href="{file}" rel="next">Next</a> <a href="{url}/next" rel="next">Next</a> <p>{prose}</p></body></html>"""
PROSE = "The mill stands by the river, and its wheel has turned since the spring of that year. " * 6

RUN = """
import json, sys
from scrapy_maincontent import extract
method = sys.argv[2]
page = open(sys.argv[1], "rb").read()
extract(b"<p>Mill", "https://mill.example/", method=method)
opened = []
sys.addaudithook(lambda event, args: opened.append([event, str(args)]) if event in {"open", "socket.connect", "socket.getaddrinfo"} else None)
found = [extract(given, "https://mill.example/", method=method, formats=("text", "markdown", "html")).as_dict() for given in (page, page.decode())]
print(json.dumps([opened, found]))
"""


class Watch:
    """Tells whether a file was opened, by any process and any library (Linux)."""

    def __init__(self, path: Path) -> None:
        libc = ctypes.CDLL(None, use_errno=True)
        self._events = libc.inotify_init1(os.O_NONBLOCK)
        assert libc.inotify_add_watch(self._events, os.fsencode(path), IN_OPEN) >= 0

    def opened(self) -> bool:
        try:
            return bool(os.read(self._events, 4096))
        except BlockingIOError:
            return False

    def close(self) -> None:
        os.close(self._events)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of every file that is opened")
@pytest.mark.parametrize("method", [pytest.param(name, marks=[pytest.mark.slow] * (name != "crf")) for name in METHODS])
def test_no_file_is_opened_and_no_connection_made(method: str, tmp_path: Path) -> None:
    secret, page = tmp_path / "secret.txt", tmp_path / "page.html"
    secret.write_text(SECRET)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        page.write_text(PAGE.format(url=url, file=secret.as_uri(), prose=PROSE))
        watch = Watch(secret)
        run = subprocess.run([sys.executable, "-c", RUN, page, method], capture_output=True, text=True, check=True)
        with pytest.raises(BlockingIOError):
            listener.accept()
        assert not watch.opened()
        secret.read_text()
        assert watch.opened(), "the watch itself works"
        watch.close()
    opened, results = json.loads(run.stdout)
    assert [event for event in opened if str(tmp_path) in event[1] or event[0] != "open"] == []
    for result in results:
        assert SECRET not in json.dumps(result)
        assert "stands by the river" in result["text"]
