"""Score the detected navigation regions against regions marked by hand: precision, recall, F1 by kind, macro F1.

    python benchmarks/regions.py LABELS... [--pages FOLDER] [--half N] [--without class id ...]

LABELS is a JSON list of pages: ``html`` (a gzipped file, relative to the list or FOLDER; or ``id``, for
``pages/<id>.html.gz``), ``url``, ``encoding``, and ``regions`` or ``nav``, a list of {``kind``, ``text``}. A region
whose ``status`` is not "required", that is ``soft``, or that has a ``doubt``, counts neither way. What two readers
marked has ``texts``, or ``xpaths`` (a run of siblings is a pair), one for each extent, either of which counts; what
such a list leaves out of its pages is read from a ``labels.json`` beside it. ``--half`` takes one half of the domains,
0 or 1, dealt as in the documentation's figures, or, where pages name their half, that one; ``--without`` removes
attributes from every element first.

    python benchmarks/regions.py benchmarks/navigation/labels.json --pages DATA --half look
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

from lxml import etree, html

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

_UNREAD = " script style template noscript svg head iframe select textarea "
_TEXT = f".//text()[not(ancestor::*[contains('{_UNREAD}', concat(' ', name(), ' '))])]"
WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\u3040-\u30ff\u3400-\u9fff]+")


@dataclass(frozen=True, slots=True)
class Expected:
    """A region marked by hand; a neutral one is neither missed nor wrong."""

    kind: str
    text: str
    neutral: bool = False
    others: tuple[str, ...] = ()
    """The texts of other extents that are right as well."""


def domain(url: str) -> str:
    """Return the part of a host that is registered, roughly: halves keep a site's hosts together."""
    labels = (urlsplit(url).hostname or url).split(".")
    is_country = len(labels) > 2 and len(labels[-1]) == 2 and len(labels[-2]) <= MIN_LABEL
    return ".".join(labels[-3:] if is_country else labels[-2:])


def half(pages: list[dict[str, Any]], number: int | str) -> list[dict[str, Any]]:
    """Return the pages of one half of the domains, or of the half that they name."""
    if str(number) not in ("0", "1"):
        return [page for page in pages if page["half"] == number]
    domains = sorted({domain(page["url"]) for page in pages})
    random.Random(SEED).shuffle(domains)  # noqa: S311
    first = set(domains[: len(domains) // 2])
    return [page for page in pages if (domain(page["url"]) not in first) == bool(int(number))]


def read_labels(file: Path) -> list[dict[str, Any]]:
    """Return the pages of a list, with what the list beside it knows of them."""
    pages: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))
    if all("url" in page for page in pages):
        return pages
    known = {page["id"]: page for page in json.loads((file.parent / "labels.json").read_text("utf-8"))}
    return [{**known[page["id"]], **page} for page in pages]


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


def expected(page: dict[str, Any], text: str = "") -> list[Expected]:
    """Return the regions marked on a page, the texts of xpaths from its markup."""
    marked = page.get("regions", page.get("nav", ()))
    root = None
    if any("xpaths" in region and "texts" not in region for region in marked):
        root = html.document_fromstring(text.encode(), parser=html.HTMLParser(encoding="utf-8"))
    found = []
    for region in marked:
        neutral = region.get("status", "required") != "required" or bool(region.get("doubt") or region.get("soft"))
        if "texts" in region:
            extents = region["texts"]
        elif "xpaths" in region:
            extents = [text_at(root, path) for path in region["xpaths"]]
        else:
            extents = [region.get("run_text") or region["text"]]
        found.append(Expected(region["kind"], extents[0], neutral, tuple(extents[1:])))
    return found


def text_at(root: Any, path: str | Sequence[str]) -> str:
    """Return the text of an element, or of a run of siblings."""
    ends = [root.xpath(each)[0] for each in ([path] if isinstance(path, str) else path)]
    siblings = list(ends[0].getparent())
    run = siblings[siblings.index(ends[0]) : siblings.index(ends[-1]) + 1]
    pieces = [piece for element in run for piece in element.xpath(_TEXT)]
    return " ".join(" ".join(pieces).split())


def score_regions(detected: Iterable[tuple[str, str]], expected: Iterable[Expected], counts: dict[str, Counts]) -> None:
    """Match one page's detected (kind, text) pairs with the expected regions and add the outcome to ``counts``.

    Two regions match when they are of one kind and overlap by at least `OVERLAP`; matches are one to one, the
    greatest overlap first. Regions without a word (icons, pictures) cannot be compared and are left out.
    """
    mine = [(kind, bag) for kind, text in detected if (bag := words(text))]
    theirs = [(region, [words(text) for text in (region.text, *region.others)]) for region in expected]
    pairs = sorted(pairs_of(mine, theirs), reverse=True)
    matched: dict[int, int] = {}
    used: set[int] = set()
    for *_, detected_number, expected_number in pairs:
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
    mine: Sequence[tuple[str, Counter[str]]], theirs: Sequence[tuple[Expected, list[Counter[str]]]]
) -> Iterable[tuple[float, bool, int, int]]:
    """Yield overlap, whether it is required, and (negated, the first come first) numbers of every matching pair."""
    for left, (kind, own) in enumerate(mine):
        for right, (region, extents) in enumerate(theirs):
            if region.kind == kind and (shared := max(overlap(own, other) for other in extents)) >= OVERLAP:
                yield shared, not region.neutral, -left, -right


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
    parser.add_argument("labels", type=Path, nargs="+")
    parser.add_argument("--pages", type=Path, help="the folder that the pages' files are relative to")
    parser.add_argument("--half", help="0 or 1 of the domains, or a name")
    parser.add_argument("--without", nargs="+", default=[], metavar="ATTRIBUTE")
    options = parser.parse_args()
    for file in options.labels:
        pages = read_labels(file)
        if options.half is not None:
            pages = half(pages, options.half)
        counts = {kind.value: Counts() for kind in Kind}
        for page in pages:
            text = markup(options.pages or file.parent, page, [])
            bare = markup(options.pages or file.parent, page, options.without) if options.without else text
            result = extract(bare, page["url"])
            score_regions([(region.kind.value, region.text) for region in result.regions], expected(page, text), counts)
        print_scores(f"{file}, {len(pages)} pages", counts)


def print_scores(name: str, counts: dict[str, Counts]) -> None:
    """Print a line for every kind, and the mean."""
    print(name)
    for kind, count in counts.items():
        print(
            f"{kind:13} P {count.precision:.3f}  R {count.recall:.3f}  F1 {count.f1:.3f}  "
            f"(right {count.hits:.0f}, wrong {count.wrong:.0f}, missed {count.missed:.0f})"
        )
    print(f"macro F1 {sum(count.f1 for count in counts.values()) / len(counts):.3f}")


if __name__ == "__main__":
    main()
