"""How far the lines of the built-in text browser agree with those of lynx, feature by feature.

    python benchmarks/text_browser.py [CORPUS ...] [--every N]

The bundled site's pages without a corpus. Prints, for each, how many lines there are, on how many of them all thirteen
features agree, and each feature's share. Lines that only one of the two browsers has count as different in everything.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.append(str(Path(__file__).resolve().parents[1]))

from benchmarks.papers.shinnou import Agreement, LynxError, agreement
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.lab.corpus import read_corpus
from scrapy_maincontent.progress import bar

if TYPE_CHECKING:
    from collections.abc import Sequence

SITE = Path(__file__).resolve().parents[1] / "example_project" / "site"


def compare(name: str, pages: Sequence[bytes]) -> None:
    """Print the agreement on some pages."""
    total, failed = Agreement(), 0
    for markup in bar(pages, name):
        page = read_page(markup)
        if page is None:
            continue
        try:
            total += agreement(page, markup)
        except LynxError as problem:
            failed += 1
            print(problem)
    print(f"{name}: {len(pages)} pages ({failed} failed), {total.lines} lines, all features agree on {total.share:.1%}")
    for feature, share in total.shares.items():
        print(f"  {feature:4} {share:.1%}")


def main() -> None:
    """Run the comparison."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", nargs="*", type=Path, help="folder of an annotated corpus")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take only every Nth page")
    options = parser.parse_args()
    for folder in options.corpus:
        pages = read_corpus(folder)[:: options.every]
        compare(folder.name, [page.html() for page in pages])
    if not options.corpus:
        compare("bundled site", [file.read_bytes() for file in sorted(SITE.rglob("*.html"))[:: options.every]])


if __name__ == "__main__":
    main()
