"""The files of feeds, and the state that says which articles are in them: they agree, also after a kill."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy.extensions.feedexport import FeedExporter, FileFeedStorage

from ..crawl.state import LENGTH

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from ..crawl.state import State

logger = logging.getLogger(__name__)

FLUSHED = frozenset(("jsonlines", "jsonl", "jl", "csv"))
"""Formats of feeds whose items are in the file as soon as that is flushed."""


def flush(crawler: Crawler, state: State) -> bool:
    """Let feeds write what they hold back, and note their length; return whether every item is in its file then."""
    exporter = crawler.get_extension(FeedExporter)
    slots = getattr(exporter, "slots", ())
    for slot in slots:
        if (stream := getattr(slot.exporter, "stream", None)) is not None and not stream.closed:
            stream.flush()
        if slot.file is not None and not slot.file.closed:
            slot.file.flush()
        if isinstance(slot.storage, FileFeedStorage):
            path = Path(slot.storage.path).absolute()
            state.note(f"{LENGTH}{path}", str(path.stat().st_size if path.exists() else 0))
    return all(slot.format in FLUSHED for slot in slots)


def cut(state: State) -> None:
    """Take back what a killed crawl wrote after its last commit: these articles are asked for again."""
    for name, length in state.noted(LENGTH):
        path = Path(name)
        if path.is_file() and path.stat().st_size > int(length):
            logger.warning(
                "%s is cut to %s bytes, as far as a killed crawl is sure of it; the rest comes again", path, length
            )
            os.truncate(path, int(length))
