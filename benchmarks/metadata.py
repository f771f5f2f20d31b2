"""Compare authors, days, headlines, pictures and languages with corpora's own, beside other extractors.

    pip install --group metadata
    python benchmarks/metadata.py CORPUS…

A corpus holds ``pages.json``, whose pages have ``url``, ``html`` and some of ``authors`` (a list of names), ``date``,
``title``, ``images`` and ``language``, or is laid out as WCXB, whose authors are parted at commas and "and". Authors
are scored as sets of names, in lower case, by letters and digits: F1 over all pages, and right pages. A headline is
right if it is the same but for white space and forms of characters (NFKC), a picture if one of the page's has its file
name, a language if it is the same without its region; Norwegian is one language. Prints Markdown. With
``--undeclared`` the pages' declarations are taken away before: all that is left is what readers see.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections import Counter
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from time import process_time
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple
from unicodedata import normalize

from scrapy_maincontent import extract, navigation
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.facts.declared import Declared
from scrapy_maincontent.facts.headline import TEXTS
from scrapy_maincontent.facts.metadata import metadata
from scrapy_maincontent.facts.title import headline
from scrapy_maincontent.words.normalise import key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from scrapy_maincontent.page import Page
    from scrapy_maincontent.result import Extraction


DAY = 10
"""Characters of a day in ISO 8601."""
FIELDS = {
    "authors": "authors",
    "date": "date_published",
    "title": "headline",
    "images": "image",
    "language": "language",
}
"""Fields of a corpus, and their names among the sources."""
TRUTHS = "ground-truth/*.json"
"""Files of WCXB."""
AUTHORS = re.compile(r",\s(?![A-Z]{2,4}\b|Ph\.?\s?D)(?:and\s)?|;|\sand\s|\s&\s")
"""Between the authors of a page there; degrees are part of a name."""
DECLARATIONS = re.compile(
    rb"""<meta\s(?![^<>]{0,200}charset)[^<>]*>|<link\s[^<>]*>|<script\b[^<>]{0,300}\bjson\b[^<>]*>.*?</script>"""
    rb"""|\s(?:itemprop|itemtype|property|typeof|datetime|rel|content)\s?=\s?(?:"[^"<>]*"|'[^'<>]*')""",
    re.IGNORECASE | re.DOTALL,
)
"""What says in a page's markup, not to its readers, who wrote it and when: metadata, data in scripts, attributes."""
NORWEGIAN = {"nb": "no", "nn": "no"}


class Answer(NamedTuple):
    """What an extractor says of a page; ``None`` in all answers is a field that it does not know of."""

    authors: Iterable[str] | None = None
    date: str | None = None
    title: str | None = None
    images: str | None = None
    language: str | None = None
    sources: Mapping[str, str] = MappingProxyType({})


class Score:
    """Counts of one extractor's right and wrong values, and its seconds."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.sources: Counter[tuple[str, str, bool]] = Counter()
        self.seconds: list[float] = []

    def add(self, page: dict[str, Any], answer: Answer) -> list[str]:
        """Count one page; return the fields that are wrong."""
        wanted, got = {key(name) for name in page.get("authors") or ()}, {key(name) for name in answer.authors or ()}
        self.counts.update(wanted=len(wanted), got=len(got), shared=len(wanted & got))
        wrong = []
        for field, name in FIELDS.items():
            if field not in page:
                continue
            value, truth = getattr(answer, field), page[field]
            if field == "authors":
                right = wanted == got
            elif field == "images":
                right = _file_name(value) in map(_file_name, truth)
            else:
                right = _comparable(field, value) == _comparable(field, truth)
            known = value is not None
            self.counts.update({f"{field}, pages": 1, f"{field}, right": right, f"{field}, known": known})
            self.sources[field, answer.sources.get(name, "-"), right] += 1
            wrong += [field] * (not right)
        return wrong

    def row(self, name: str) -> str:
        """Return the scores as a row of a table."""
        counts = self.counts
        f1 = 2 * counts["shared"] / max(counts["wanted"] + counts["got"], 1)
        cells = [f"{f1:.3f}" if counts["wanted"] and counts["got"] else "–"]
        for field in FIELDS:
            known = counts[f"{field}, known"]
            cells.append(f"{counts[f'{field}, right'] / counts[f'{field}, pages']:.3f}" if known else "–")
        self.seconds.sort()
        mean = sum(self.seconds) / len(self.seconds)
        times = f"{self.seconds[len(self.seconds) // 2] * 1000:.2f} | {mean * 1000:.2f}"
        return f"| {name} | {' | '.join(cells)} | {times} |"


def _file_name(url: str | None) -> str:
    return (url or "").partition("?")[0].rstrip("/").rpartition("/")[2].rpartition(".")[0] or (url or "-")


def _comparable(field: str, value: Any) -> str:
    text = str(value or "")
    if field == "date":
        return text[:DAY]
    if field == "language":
        primary = text.partition("-")[0].lower()
        return NORWEGIAN.get(primary, primary)
    return " ".join(normalize("NFKC", text).split())


def main() -> None:
    """Print the table, and with ``--wrong`` the pages that differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path, nargs="+", metavar="CORPUS")
    parser.add_argument("--wrong", action="store_true", help="list what differs")
    parser.add_argument("--undeclared", action="store_true", help="take the pages' declarations away before")
    options = parser.parse_args()
    others = {name: each for name, each in PEERS.items() if find_spec(name.partition("4k")[0])}
    for corpus in options.corpora:
        print(f"\n## {corpus.name}\n")
        pages = _pages(corpus)
        if options.undeclared:
            pages = ((page, DECLARATIONS.sub(b"", markup)) for page, markup in pages)
        _compare(pages, others, is_wrong_listed=options.wrong)


def _pages(corpus: Path) -> Iterator[tuple[dict[str, Any], bytes]]:
    """Yield what a corpus says of each page, and its markup."""
    listed = corpus / "pages.json"
    pages = json.loads(listed.read_text("utf-8")) if listed.exists() else map(_of_wcxb, sorted(corpus.glob(TRUTHS)))
    for page in pages:
        markup = (corpus / page.get("html", f"pages/{page['id']}.html.gz")).read_bytes()
        yield page, gzip.decompress(markup) if markup.startswith(b"\x1f\x8b") else markup


def _of_wcxb(file: Path) -> dict[str, Any]:
    entry = json.loads(file.read_text("utf-8"))
    truth, name = entry["ground_truth"], file.stem
    said = {"title": truth.get("title"), "date": truth.get("publish_date")}
    authors = [name for name in AUTHORS.split(truth.get("author") or "") if name.strip()]
    known = {field: value for field, value in said.items() if value} | ({"authors": authors} if authors else {})
    return {"id": name, "url": entry["url"], "html": f"html/{name}.html.gz"} | known


def _compare(
    pages: Iterable[tuple[dict[str, Any], bytes]],
    others: Mapping[str, Callable[[str, bytes], Answer]],
    *,
    is_wrong_listed: bool,
) -> None:
    scores = {name: Score() for name in ("scrapy-maincontent", *others)}
    for page, markup in pages:
        flat = read_page(markup, page["url"])
        if flat is None:
            continue
        navigation.detect(flat)  # kept on the page: a crawl's items need the regions anyway, and the text
        result = extract(markup, page["url"])
        main, image = [block.start is not None for block in result.text_blocks], result.main_image
        for name, score in scores.items():
            start = process_time()
            if name in others:
                answer = others[name](page["url"], markup)
            else:
                answer = _own(flat, result, main)._replace(images=image["url"] if image else None)
            score.seconds.append(process_time() - start)
            for field in score.add(page, answer):
                if is_wrong_listed:
                    source = answer.sources.get(FIELDS[field])
                    print(f"{page['id']} {name} {field}: {page[field]!r}, found {getattr(answer, field)!r} ({source})")
    print("| | Authors, F1 | All authors right | Days | Headlines | Pictures | Languages | ms | mean |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name, score in scores.items():
        print(score.row(name))
    print("\n| Field | Source | Pages | Right |\n|---|---|---|---|")
    sources = scores["scrapy-maincontent"].sources
    for field, source in sorted({(field, source) for field, source, _ in sources if field not in ("title", "images")}):
        right, bad = sources[field, source, True], sources[field, source, False]
        print(f"| {field} | {source} | {right + bad} | {right / (right + bad):.2f} |")


def _own(page: Page, result: Extraction, main: list[bool]) -> Answer:
    declared = Declared(page)
    title = headline(page, declared, main, is_article=result.page_type in TEXTS)
    found = metadata(page, result.page_type, declared, result.text, title, main)
    names = [str(author["name"]) for author in found.authors]
    return Answer(names, found.date_published, title, None, found.language, found.sources)


def _trafilatura(url: str, markup: bytes) -> Answer:
    import trafilatura

    found = trafilatura.extract_metadata(markup, default_url=url)
    if not found:
        return Answer()
    return Answer(filter(None, (found.author or "").split("; ")), found.date, found.title, found.image)


def _newspaper(url: str, markup: bytes) -> Answer:
    import newspaper

    article = newspaper.Article(url, fetch_images=False)
    article.download(input_html=markup.decode("utf-8", "replace"))
    # Words of a language may be missing, and control characters raise: both concern the text, which comes last.
    with suppress(ImportError, ValueError):
        article.parse()
    day = article.publish_date
    image = article.top_image or article.meta_img or None
    return Answer(article.authors, day and day.isoformat(), article.title, image, article.meta_lang or None)


def _htmldate(url: str, markup: bytes) -> Answer:
    from htmldate import find_date

    return Answer(date=find_date(markup, url=url, original_date=True))


def _py3langid(url: str, markup: bytes) -> Answer:
    from py3langid import classify

    return Answer(language=classify(extract(markup, url).text)[0])


PEERS: dict[str, Callable[[str, bytes], Answer]] = {
    "trafilatura": _trafilatura,
    "newspaper4k": _newspaper,
    "htmldate": _htmldate,
    "py3langid": _py3langid,
}
"""Extractors by the names of their distributions; the last two read days and languages alone, of the main text."""


if __name__ == "__main__":
    main()
