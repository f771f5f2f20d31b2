"""Compare ways to read and to write a WARC file of a corpus's pages.

    python benchmarks/warc.py CORPUS

Prints records per CPU second, the best of several rounds, as Markdown. Needs the extra ``warc``.
"""

from __future__ import annotations

import argparse
import gzip
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from fastwarc.warc import ArchiveIterator as FastIterator
from fastwarc.warc import WarcRecordType
from warcio.archiveiterator import ArchiveIterator

from scrapy_maincontent.engines.warc import Response, WarcWriter, read_pages
from scrapy_maincontent.lab.corpus import read_corpus
from scrapy_maincontent.page.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 5
LEVELS = (1, 3, 6, 9)


def with_warcio(path: Path) -> int:
    """Read every response and where it stands."""
    count = 0
    with path.open("rb") as file:
        archive = ArchiveIterator(file)
        for record in archive:
            if record.rec_type == "response":
                record.content_stream().read()
                count += archive.get_record_length() > 0
    return count


def with_fastwarc(path: Path) -> int:
    """Read every response and where it stands."""
    count = 0
    with path.open("rb") as file:
        for record in FastIterator(file, record_types=WarcRecordType.response, auto_decode="all"):
            record.reader.read()
            count += record.stream_pos > 0
    return count


def with_this_package(path: Path) -> int:
    """Read every page: FastWARC, lengths, and codings that may not be there."""
    with path.open("rb") as file:
        return sum(1 for _ in read_pages(file, max_bytes=Limits().max_bytes))


def best(work: Callable[[], object]) -> float:
    """Return the CPU seconds of the fastest round."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def main() -> int:
    """Write one file, read it in every way, and compress its pages at every level."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path, help="folder of annotated pages")
    options = parser.parse_args()
    pages = [page.html() for page in read_corpus(options.corpus)]
    with tempfile.TemporaryDirectory() as folder:
        writer = WarcWriter(Path(folder), "pages", max_bytes=1 << 40)

        def write() -> None:
            for number, html in enumerate(pages):
                writer.write(Response(f"https://pages.example/{number}", 200, (("Content-Type", "text/html"),), html))

        writing = best(write, 1)
        writer.close()
        (path,) = Path(folder).iterdir()
        print(
            f"{len(pages):,} pages, {sum(map(len, pages)) / 1e6:.0f} MB, as WARC {path.stat().st_size / 1e6:.0f} MB\n"
        )
        print("| read by | records/s | ms a record |\n|---|---|---|")
        ways = (("warcio", with_warcio), ("FastWARC", with_fastwarc), ("this package, FastWARC", with_this_package))
        for name, way in ways:
            if way(path) != len(pages):
                sys.exit(f"{name} does not read every page")
            seconds = best(lambda way=way: way(path))  # type: ignore[misc]
            print(f"| {name} | {len(pages) / seconds:,.0f} | {1000 * seconds / len(pages):.2f} |")
    print(f"\nwritten: {1000 * writing / len(pages):.1f} ms a record\n")
    print("| gzip level | ms a page | MB |\n|---|---|---|")
    for level in LEVELS:
        size = sum(len(gzip.compress(html, level)) for html in pages)
        seconds = best(lambda level=level: [gzip.compress(html, level) for html in pages], 1)  # type: ignore[misc]
        print(f"| {level} | {1000 * seconds / len(pages):.1f} | {size / 1e6:.0f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
