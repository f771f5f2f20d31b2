"""Made pages for the tests of method crf and of its training: articles among menus, of a dozen sites."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage

if TYPE_CHECKING:
    from pathlib import Path

    from scrapy_maincontent.page import Page

SUBJECTS = (
    "mill", "ferry", "kiln", "smithy", "dairy", "chapel", "quarry", "brewery", "lighthouse", "bakery", "orchard", "forge",
)  # fmt: skip
SENTENCES = (
    "The {subject} stood idle for forty years before the village bought it and cleared the yard.",
    "Its keeper says that the work took three summers, and more paint than anybody had counted.",
    "On the first Sunday of May the doors of the {subject} open to everybody who likes to look in.",
)
_PAGE = """<html><head><title>The {subject}</title></head><body>
<div class="{menu}"><ul class="nav menu"><li><a href="/">Home</a></li><li><a href="/news">News</a></li><li><a href="/about">About us</a></li></ul></div>
<div id="main" class="col-8"><div class="{story}"><h1>The {subject}</h1>{paragraphs}<p class="share"><a href="/s">Share this</a></p></div></div>
<aside class="sidebar"><h3>Most read</h3><ul><li><a href="/x">Tide tables for the whole of March</a></li><li><a href="/y">Library opens late</a></li></ul></aside>
<div class="footer" role="contentinfo"><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></div>
</body></html>"""


def article(number: int = 0, paragraphs: int = 3) -> str:
    """Return the markup of one site's page; sites differ in some of their names."""
    subject = SUBJECTS[number % len(SUBJECTS)]
    return _PAGE.format(
        subject=subject,
        menu=("top", "top header-inner")[number % 2],
        story=("entry-content", "article-body story")[number % 3 == 0],
        paragraphs="".join(f"<p>{' '.join(told(number))} Part {part}.</p>" for part in range(paragraphs)),
    )


def told(number: int = 0) -> list[str]:
    """Return the sentences of a page's paragraphs."""
    return [sentence.format(subject=SUBJECTS[number % len(SUBJECTS)]) for sentence in SENTENCES]


def page_of(markup: str, url: str | None = None) -> Page:
    page = read_page(markup.encode(), url, encoding="utf-8")
    assert page is not None
    return page


def annotated(folder: Path, markup: str, text: str, domain: str) -> AnnotatedPage:
    path = folder / f"{domain}.html"
    path.write_text(markup, "utf-8")
    return AnnotatedPage(domain, f"https://{domain}/", path, "utf-8", "article", domain, "", text)


def annotated_articles(folder: Path, count: int = len(SUBJECTS)) -> list[AnnotatedPage]:
    """Return articles of so many sites with their truth."""
    return [
        annotated(
            folder,
            article(number),
            f"The {SUBJECTS[number]}\n" + "\n".join(f"{' '.join(told(number))} Part {part}." for part in range(3)),
            f"{SUBJECTS[number]}.example",
        )
        for number in range(count)
    ]
