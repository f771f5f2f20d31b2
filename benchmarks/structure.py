"""How much of a page's structure Markdown keeps where the main content is known, beside other converters.

    python benchmarks/structure.py CORPUS

CORPUS is a folder with ``refs.json.gz`` and ``score.py``: for each page its file, the xpath of its main container, and
its code, formulas, tables and headings, and the functions that compare Markdown with them. Needs what those need, and
the converters that are to be compared: trafilatura, markdownify, html2text.
"""

from __future__ import annotations

import argparse
import gzip
import importlib.util
import json
import statistics
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from lxml import html

from scrapy_maincontent.page import Page
from scrapy_maincontent.page.limits import Limits
from scrapy_maincontent.page.margins import without_margins
from scrapy_maincontent.page.reading import read_markup
from scrapy_maincontent.rendering import render
from scrapy_maincontent.rendering.frame import Style

if TYPE_CHECKING:
    from collections.abc import Callable

COLUMNS = ("formulas", "code", "tables", "headings", "text")


def main() -> None:
    """Print a table of the converters."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    corpus = parser.parse_args().corpus
    references = json.loads(gzip.decompress((corpus / "refs.json.gz").read_bytes()))
    score = _score(corpus / "score.py")
    pages = [(page, _container(corpus, page)) for page in references]
    print(f"| {len(pages)} pages, known container | {' | '.join(COLUMNS)} |\n|---|{'--:|' * len(COLUMNS)}")
    for name, convert in _converters().items():
        rows = [_compared(score, convert(markup), page) for page, markup in pages if markup is not None]
        means = [statistics.mean(row[column] for row in rows if column in row) for column in COLUMNS]
        print(f"| {name} | {' | '.join(f'{mean:.3f}'.lstrip('0') for mean in means)} |")


def _score(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location("score", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _container(corpus: Path, page: dict[str, Any]) -> str | None:
    """Return the markup of a page's main container alone."""
    root = html.document_fromstring(gzip.decompress((corpus / page["html"]).read_bytes()))
    found = cast("list[html.HtmlElement]", root.xpath(page["main"]))
    return html.tostring(found[0], encoding="unicode", with_tail=False) if found else None


def _converters() -> dict[str, Callable[[str], str]]:
    found: dict[str, Callable[[str], str]] = {"scrapy-maincontent": _ours}
    for name, make in (("trafilatura", _trafilatura), ("markdownify", _markdownify), ("html2text", _html2text)):
        try:
            found[name] = make(import_module(name))
        except ModuleNotFoundError:
            print(f"{name} is not installed")
    return found


def _ours(markup: str) -> str:
    page = Page(url="https://docs.example.org/")
    read_markup(f"<html><body>{markup}</body></html>".encode(), page, Limits())
    without_margins(page)
    shown = [not hidden for hidden in page.hidden]
    return render(page, shown, ("markdown",), Style(links=False, images=False)).markdown or ""


def _trafilatura(library: Any) -> Callable[[str], str]:
    options = {"output_format": "markdown", "include_tables": True, "include_formatting": True, "favor_recall": True}
    return lambda markup: library.extract(f"<html><body><article>{markup}</article></body></html>", **options) or ""


def _markdownify(library: Any) -> Callable[[str], str]:
    return lambda markup: library.markdownify(markup, heading_style="ATX", strip=["a", "img"])


def _html2text(library: Any) -> Callable[[str], str]:
    def convert(markup: str) -> str:
        writer = library.HTML2Text(bodywidth=0)
        writer.ignore_links = writer.ignore_images = writer.pad_tables = True
        return str(writer.handle(markup))

    return convert


def _compared(score: Any, markdown: str, page: dict[str, Any]) -> dict[str, float]:
    most = 60_000
    similarity = score.Levenshtein.normalized_similarity
    row = {"text": similarity(score.plain(markdown)[:most], score.plain(page["markdown"])[:most])}
    for column, compare, key in (
        ("code", score.code, "codes"),
        ("formulas", score.formulas, "formulas"),
        ("tables", score.teds, "tables"),
    ):
        if page[key]:
            row[column] = compare(markdown, page[key])
    if page["headings"][1:]:
        row["headings"] = score.headings(markdown, page["headings"][1:])
    return row


if __name__ == "__main__":
    main()
