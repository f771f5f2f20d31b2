"""The items of a shared crawl, out of Redis.

``python -m example_project.shared_items items.jsonl`` moves all there are into a file, one item per URL; run it as
often as you like, also while the crawl goes on.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import redis

from example_project.spiders.shared import SharedSpider

if TYPE_CHECKING:
    from collections.abc import Iterator

logger = logging.getLogger(__name__)

KEY = f"{SharedSpider.name}:items"
BATCH = 500


def move(server: redis.Redis, file: Path) -> int:
    """Move the items behind those in the file, those of new URLs only, and return how many there were.

    A batch leaves Redis when it is in the file: an interruption loses nothing, and what comes twice is left out.
    """
    seen = set(_urls(file))
    before = len(seen)
    with file.open("ab") as out:
        while batch := server.lrange(KEY, 0, BATCH - 1):
            for line in batch:
                url = _url(line)
                if url is None:
                    logger.warning("Left out, no item: %.300r", line)
                elif url not in seen:
                    seen.add(url)
                    out.write(line + b"\n")
            out.flush()
            os.fsync(out.fileno())
            server.ltrim(KEY, len(batch), -1)
    return len(seen) - before


def _url(line: bytes) -> str | None:
    """Return the URL of an item; None for what somebody else has put into Redis."""
    try:
        url = json.loads(line)["url"]
    except (ValueError, TypeError, LookupError, RecursionError):
        return None
    return url if isinstance(url, str) and b"\n" not in line else None


def _urls(file: Path) -> Iterator[str]:
    """Read the URLs that a file has; cut off a last line that was not written whole."""
    if not file.exists():
        return
    whole = 0
    with file.open("rb+") as lines:
        for line in lines:
            if not line.endswith(b"\n"):
                break
            whole += len(line)
            yield json.loads(line)["url"]
        lines.truncate(whole)


def main() -> None:
    """Move the items of the Redis that ``REDIS_URL`` names."""
    parser = argparse.ArgumentParser(description="Move the items of a shared crawl into a file, one per URL.")
    parser.add_argument("file", type=Path)
    server = redis.Redis.from_url(os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/0"))
    sys.stdout.write(f"{move(server, parser.parse_args().file)} items\n")


if __name__ == "__main__":
    main()
