"""Compare authors and days of publication with a corpus' own, beside trafilatura.

    python benchmarks/metadata.py CORPUS

CORPUS holds ``pages.json``, whose pages have ``url``, ``html``, ``authors`` (a list of names) and ``date``. Authors
are scored as sets of names, in lower case, by letters and digits: F1 over all pages, and right pages. Prints Markdown.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import trafilatura

from scrapy_maincontent import navigation
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.facts.metadata import metadata
from scrapy_maincontent.words.class_names import read_names
from scrapy_maincontent.words.names import key

if TYPE_CHECKING:
    from collections.abc import Iterable

DAY = 10
"""Characters of a day in ISO 8601."""


class Score:
    """Counts of one extractor's right and wrong values."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.sources: Counter[tuple[str, str, bool]] = Counter()

    def add(self, page: dict[str, Any], names: Iterable[str], day: str | None, sources: dict[str, str]) -> list[str]:
        """Count one page; return the fields that are wrong."""
        wanted, got = {key(name) for name in page.get("authors") or ()}, {key(name) for name in names}
        self.counts.update(wanted=len(wanted), got=len(got), shared=len(wanted & got), same=wanted == got, pages=1)
        truth = str(page.get("date") or "")[:DAY]
        right_day = (day or "")[:DAY] == truth
        if truth:
            self.counts.update(days=1, right_days=right_day)
        self.sources["authors", sources.get("authors", "-"), wanted == got] += 1
        self.sources["date_published", sources.get("date_published", "-"), right_day] += 1
        return [name for name, right in (("authors", wanted == got), ("date", right_day or not truth)) if not right]

    def row(self, name: str) -> str:
        """Return the scores as a row of a table."""
        counts = self.counts
        f1 = 2 * counts["shared"] / max(counts["wanted"] + counts["got"], 1)
        same, days = counts["same"] / max(counts["pages"], 1), counts["right_days"] / max(counts["days"], 1)
        return f"| {name} | {f1:.3f} | {same:.3f} | {days:.3f} |"


def main() -> None:
    """Print the table, and with ``--wrong`` the pages that differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--wrong", action="store_true", help="list what differs")
    parser.add_argument("--alone", action="store_true", help="without trafilatura")
    options = parser.parse_args()
    own, other, seconds = Score(), Score(), list[float]()
    for page in json.loads((options.corpus / "pages.json").read_text("utf-8")):
        markup = (options.corpus / page["html"]).read_bytes()
        markup = gzip.decompress(markup) if page["html"].endswith(".gz") else markup
        flat = read_page(markup, page["url"])
        if flat is None:
            continue
        regions = navigation.detect(flat, read_names(flat))
        start = perf_counter()
        found = metadata(flat, regions)
        seconds.append(perf_counter() - start)
        names = [str(author["name"]) for author in found.authors]
        wrong = own.add(page, names, found.date_published, found.sources)
        if options.wrong:
            for name in wrong:
                given = names if name == "authors" else found.date_published
                source = found.sources.get("authors" if name == "authors" else "date_published")
                print(f"{page['id']} {name}: {page.get(name)!r}, found {given!r} ({source})")
        if not options.alone:
            peer = trafilatura.extract_metadata(markup, default_url=page["url"])
            listed = (peer.author or "").split("; ") if peer else []
            other.add(page, filter(None, listed), peer.date if peer else None, {})
    print("| | Authors, F1 | Pages with all authors right | Days of publication |\n|---|---|---|---|")
    print(own.row("scrapy-maincontent"))
    if not options.alone:
        print(other.row("trafilatura"))
    print("\n| Field | Source | Pages | Right |\n|---|---|---|---|")
    for field, source in sorted({(field, source) for field, source, _ in own.sources}):
        right, bad = own.sources[field, source, True], own.sources[field, source, False]
        print(f"| {field} | {source} | {right + bad} | {right / (right + bad):.2f} |")
    seconds.sort()
    mean = sum(seconds) / len(seconds)
    print(f"\nTime of a page: median {seconds[len(seconds) // 2] * 1000:.2f} ms, mean {mean * 1000:.2f} ms")


if __name__ == "__main__":
    main()
