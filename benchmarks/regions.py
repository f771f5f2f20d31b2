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
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from lxml import etree

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.lab.corpus import Counts
from scrapy_maincontent.page import Kind
from scrapy_maincontent.page.parser import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SEED = 7
MIN_LABEL = 3
"""Characters of a country's second-level domain, as in "co.uk"."""
OVERLAP = 0.5
"""Jaccard overlap of two regions' words from which on they are the same region."""

WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\u3040-\u30ff\u3400-\u9fff]+")


@dataclass(frozen=True, slots=True)
class Expected:
    """A region marked by hand; a neutral one is neither missed nor wrong."""

    kind: str
    text: str
    neutral: bool = False


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


def score_regions(detected: Iterable[tuple[str, str]], expected: Iterable[Expected], counts: dict[str, Counts]) -> None:
    """Match one page's detected (kind, text) pairs with the expected regions and add the outcome to ``counts``.

    Two regions match when they are of one kind and overlap by at least `OVERLAP`; matches are one to one, the
    greatest overlap first. Regions without a word (icons, pictures) cannot be compared and are left out.
    """
    mine = [(kind, bag) for kind, text in detected if (bag := words(text))]
    theirs = [(region, words(region.text)) for region in expected]
    pairs = sorted(pairs_of(mine, theirs), reverse=True)
    matched: dict[int, int] = {}
    used: set[int] = set()
    for _, detected_number, expected_number in pairs:
        left, right = -detected_number, -expected_number
        if left not in matched and right not in used:
            matched[left] = right
            used.add(right)
    for number, (kind, _) in enumerate(mine):
        count = counts.setdefault(kind, Counts())
        if number not in matched:
            count.wrong += 1
        elif not theirs[matched[number]][0].neutral:
            count.hits += 1
    for number, (region, _) in enumerate(theirs):
        if number not in used and not region.neutral:
            counts.setdefault(region.kind, Counts()).missed += 1


def pairs_of(
    mine: Sequence[tuple[str, Counter[str]]], theirs: Sequence[tuple[Expected, Counter[str]]]
) -> Iterable[tuple[float, int, int]]:
    """Yield overlap and (negated, so that the first come first) numbers of every pair that matches."""
    for left, (kind, own) in enumerate(mine):
        for right, (region, other) in enumerate(theirs):
            if region.kind == kind and (shared := overlap(own, other)) >= OVERLAP:
                yield shared, -left, -right


def words(text: str) -> Counter[str]:
    """Return a text's lower-cased words with their numbers; a single kana or Chinese character is a word."""
    return Counter(WORD.findall(text.lower()))


def overlap(left: Counter[str], right: Counter[str]) -> float:
    """Return the Jaccard overlap of two bags of words, 0 to 1."""
    union = (left | right).total()
    return (left & right).total() / union if union else 0.0


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
