"""Other extractors, to measure side by side (the extra ``peers``)."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module

Peer = Callable[[bytes], str]
"""UTF-8 bytes of a page -> its main text."""

_TAG = re.compile(r"<[^>]*>")


def peer(name: str) -> Peer:
    """Return another extractor by name.

    Raises:
        ValueError: there is none of that name.
        ModuleNotFoundError: it is not installed.
    """
    if name not in PEERS:
        raise ValueError(f"peer is {name!r}; it must be one of {', '.join(PEERS)}")
    return PEERS[name]()


def _trafilatura() -> Peer:
    extract = import_module("trafilatura").extract
    return lambda html: extract(html) or ""


def _resiliparse() -> Peer:
    extract = import_module("resiliparse.extract.html2text").extract_plain_text
    return lambda html: str(extract(html.decode("utf-8", "replace"), main_content=True))


def _readability() -> Peer:
    document = import_module("readability").Document
    parse = import_module("lxml.html").fromstring

    def run(html: bytes) -> str:
        summary = document(html.decode("utf-8", "replace")).summary()
        return str(parse(summary).text_content()) if _TAG.sub("", summary).strip() else ""

    return run


PEERS: dict[str, Callable[[], Peer]] = {
    "trafilatura": _trafilatura,
    "resiliparse": _resiliparse,
    "readability": _readability,
}
