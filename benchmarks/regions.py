"""Score the detected navigation regions against regions marked by hand: precision, recall, F1 by kind, macro F1.

    python benchmarks/regions.py LABELS [--half N] [--without class id ...]

LABELS is a JSON list of pages: ``html`` (a gzipped file, relative to the list; or ``id``, for ``pages/<id>.html.gz``),
``url``, ``encoding``, and ``regions`` or ``nav``, a list of {``kind``, ``text``}. A region whose ``status`` is not
"required", or that has a ``doubt``, counts neither way. ``--half`` takes one half of the domains, 0 or 1, dealt as in
the documentation's figures; ``--without`` removes attributes from every element first.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from lxml import etree

from scrapy_maincontent.corpus.metrics import Counts
from scrapy_maincontent.evaluation.regions import Expected, score_regions
from scrapy_maincontent.extraction import extract
from scrapy_maincontent.page import Kind
from scrapy_maincontent.page.parser import parse

SEED = 7
MIN_LABEL = 3
"""Characters of a country's second-level domain, as in "co.uk"."""


def domain(url: str) -> str:
    """Return the part of a host that is registered, roughly: halves keep a site's hosts together."""
    labels = (urlsplit(url).hostname or url).split(".")
    is_country = len(labels) > 2 and len(labels[-1]) == 2 and len(labels[-2]) <= MIN_LABEL
    return ".".join(labels[-3:] if is_country else labels[-2:])


def half(pages: list[dict[str, Any]], number: int) -> list[dict[str, Any]]:
    """Return the pages of one half of the domains."""
    domains = sorted({domain(page["url"]) for page in pages})
    random.Random(SEED).shuffle(domains)  # noqa: S311
    first = set(domains[: len(domains) // 2])
    return [page for page in pages if (domain(page["url"]) not in first) == bool(number)]


def markup(folder: Path, page: dict[str, Any], without: list[str]) -> str:
    """Return a page's markup, some attributes removed."""
    file = folder / page.get("html", f"pages/{page['id']}.html.gz")
    text = gzip.decompress(file.read_bytes()).decode(page["encoding"], "replace")
    if not without:
        return text
    root = parse(text.encode())
    assert root is not None
    for element in root.iter(etree.Element):
        for name in without:
            element.attrib.pop(name, None)
    return etree.tostring(root, encoding="unicode", method="html")


def expected(page: dict[str, Any]) -> list[Expected]:
    """Return the regions marked on a page."""
    return [
        Expected(
            region["kind"],
            region.get("run_text") or region["text"],
            neutral=region.get("status", "required") != "required" or bool(region.get("doubt")),
        )
        for region in page.get("regions", page.get("nav", ()))
    ]


def main() -> None:
    """Print a line for every kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("labels", type=Path)
    parser.add_argument("--half", type=int, choices=(0, 1))
    parser.add_argument("--without", nargs="+", default=[], metavar="ATTRIBUTE")
    options = parser.parse_args()
    pages = json.loads(options.labels.read_text("utf-8"))
    if options.half is not None:
        pages = half(pages, options.half)
    counts = {kind.value: Counts() for kind in Kind}
    for page in pages:
        result = extract(markup(options.labels.parent, page, options.without), page["url"])
        score_regions([(region.kind.value, region.text) for region in result.regions], expected(page), counts)
    for kind, count in counts.items():
        print(
            f"{kind:13} P {count.precision:.3f}  R {count.recall:.3f}  F1 {count.f1:.3f}  "
            f"(right {count.hits:.0f}, wrong {count.wrong:.0f}, missed {count.missed:.0f})"
        )
    print(f"macro F1 {sum(count.f1 for count in counts.values()) / len(counts):.3f}, {len(pages)} pages")


if __name__ == "__main__":
    main()
