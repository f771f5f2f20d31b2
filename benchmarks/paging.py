"""Score `next_page` and `previous_page` against page links marked by hand: precision, recall, F1, also by language.

    python benchmarks/paging.py FOLDER [--half N] [--without class id ...] [--wrong]
                                [--peer autopager [--python FILE]]

FOLDER holds ``data.csv`` with the columns ``file`` (of ``html/<file>.html.gz``), ``url``, ``encoding``, ``NEXT`` and
``PREV`` (CSS selectors of an ``a`` element, of one inside it, or of one that holds it; empty where there is no such
link). An address that is given is right when it is one of these links', without fragment and slash at its end; where
a page has no such link, each is wrong. Links of scripts do not count. ``--half`` takes one half of the domains, dealt
as in ``regions.py``.

``--peer`` scores the first link of each kind that autopager finds on the same pages. It was trained on autopager's own
labelled pages: on these, its figures are those of training pages. ``--python`` runs it with another interpreter,
such as one of an environment of its own (``python -m venv E && E/bin/pip install autopager``).
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from regions import half, markup

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.lab.corpus import Counts
from scrapy_maincontent.page.parser import parse

KINDS = ("NEXT", "PREV")
SCRIPT = "javascript:"
UNKNOWN = "none"
"""The language of a page that does not declare its own."""

_PEER = """
import json, sys
import autopager
for line in sys.stdin:
    page = json.loads(line)
    found = {}
    for kind, link in autopager.extract(page["html"]):
        found.setdefault(kind, link.xpath("@href").extract_first())
    print(json.dumps(found))
"""
"""What the other interpreter runs: a page as JSON on each line in, the first link of each kind out."""

Given = dict[str, str | None]
"""The address given for each of `KINDS`."""


def plain(url: str) -> str:
    """Return an address as it is compared."""
    return url.partition("#")[0].rstrip("/")


class Labelled:
    """One page, the markup that is read, and the addresses that are right by the markup that is marked."""

    def __init__(self, row: dict[str, Any], marked: str, text: str) -> None:
        self.url, self.text = row["url"], text
        root = parse(marked.encode())
        assert root is not None
        base = next((element.get("href", "") for element in root.iter("base")), "")
        self.base = urljoin(self.url, base)
        self.language = root.get("lang", "").partition("-")[0].lower() or UNKNOWN
        self.right: dict[str, set[str]] = {kind: set() for kind in KINDS}
        for kind in KINDS:
            for link in marked_links(root, row[kind]):
                url = urljoin(self.base, link.get("href", "").strip())
                self.right[kind].add(plain(url))


def marked_links(root: Any, selector: str) -> list[Any]:
    """Return the links that a selector means; those of a script have no address."""
    links: list[Any] = []
    for element in root.cssselect(selector) if selector else ():
        above = [each for each in (element, *element.iterancestors()) if each.tag == "a"][:1]
        links += above or element.iter("a")
    hrefs = [link.get("href", "").strip() for link in links]
    return [link for link, href in zip(links, hrefs, strict=True) if href and not href.startswith(SCRIPT)]


def read(folder: Path, number: int | None, without: list[str]) -> list[Labelled]:
    """Return the pages of a folder, or of one half."""
    with (folder / "data.csv").open(encoding="utf-8", newline="") as file:
        rows: list[dict[str, Any]] = [
            {**row, "id": row["file"], "html": f"html/{row['file']}.html.gz"} for row in csv.DictReader(file)
        ]
    if number is not None:
        rows = half(rows, number)
    return [Labelled(row, markup(folder, row, []), markup(folder, row, without)) for row in rows]


def ours(pages: list[Labelled]) -> list[Given]:
    """Return what `extract` gives."""
    results = [extract(page.text, page.url) for page in pages]
    return [{"NEXT": result.next_page, "PREV": result.previous_page} for result in results]


def autopager(pages: list[Labelled], python: str) -> list[Given]:
    """Return what autopager gives, run by another interpreter."""
    lines = "".join(json.dumps({"html": page.text}) + "\n" for page in pages)
    ran = subprocess.run([python, "-c", _PEER], input=lines, capture_output=True, text=True, check=True)  # noqa: S603
    found = [json.loads(line) for line in ran.stdout.splitlines()]
    return [
        {kind: urljoin(page.base, links[kind]) if links.get(kind) else None for kind in KINDS}
        for page, links in zip(pages, found, strict=True)
    ]


def score(pages: list[Labelled], given: list[Given], kind: str) -> dict[str, Counts]:
    """Return the counts by language, and of all pages."""
    counts: dict[str, Counts] = defaultdict(Counts)
    for page, found in zip(pages, given, strict=True):
        url, right = found[kind], page.right[kind]
        hit = url is not None and plain(url) in right
        for count in (counts["all"], counts[page.language]):
            count.hits += hit
            count.wrong += url is not None and not hit
            count.missed += bool(right) and not hit
    return counts


def wrong(pages: list[Labelled], given: list[Given], kind: str) -> list[str]:
    """Return a line for every page that is not as marked."""
    return [
        f"  {kind} {page.url}\n      given {found[kind]}\n      right {sorted(page.right[kind])}"
        for page, found in zip(pages, given, strict=True)
        if (found[kind] is not None or page.right[kind]) and plain(found[kind] or "") not in page.right[kind]
    ]


def print_scores(name: str, pages: list[Labelled], given: list[Given]) -> None:
    """Print a line for each kind of link, all languages and each."""
    for kind in KINDS:
        counts = score(pages, given, kind)
        for language in ("all", *sorted(counts.keys() - {"all"})):
            count = counts[language]
            if count.hits + count.wrong + count.missed:
                print(
                    f"{name:9} {kind}  {language:5} P {count.precision:.3f}  R {count.recall:.3f}  F1 {count.f1:.3f}  "
                    f"(right {count.hits:.0f}, wrong {count.wrong:.0f}, missed {count.missed:.0f})"
                )


def main() -> None:
    """Print both, side by side."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--half", type=int, choices=(0, 1))
    parser.add_argument("--without", nargs="+", default=[], metavar="ATTRIBUTE")
    parser.add_argument("--peer", choices=("autopager",))
    parser.add_argument("--python", default=sys.executable, help="the interpreter that has the peer")
    parser.add_argument("--wrong", action="store_true", help="list the pages that are not as marked")
    options = parser.parse_args()
    pages = read(options.folder, options.half, options.without)
    given = ours(pages)
    print(f"{len(pages)} pages")
    print_scores("ours", pages, given)
    if options.peer:
        print_scores(options.peer, pages, autopager(pages, options.python))
    if options.wrong:
        print("\n".join(line for kind in KINDS for line in wrong(pages, given, kind)))


if __name__ == "__main__":
    main()
