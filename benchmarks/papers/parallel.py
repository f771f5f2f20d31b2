"""The parallel corpus of Shinnou and Sasaki (3.4): saved pages, the originals that they link to, and the texts of both.

The paper's authors gave the lines of 50 pages of each site their classes by hand and trained a model for each site.
Here `MAIN` and `OTHER` name the elements that hold the text, as a site has them, or else the default method
stands in for the person; each page is read by a model of three quarters of the other pages in its language.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field, replace
from importlib.util import module_from_spec, spec_from_file_location
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote, urlsplit

import numpy as np
from scrapy.http import HtmlResponse

from benchmarks.papers import REPOSITORY, markdown, share
from benchmarks.papers.shinnou import BUILTIN, UNALIGNED, Judged, Shown, prediction, renderer, same_sites, show
from scrapy_maincontent.extraction import extract
from scrapy_maincontent.lab import evaluation
from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage, CorpusError, Marks, marked_text
from scrapy_maincontent.lab.evaluation.tables import ALL, summary
from scrapy_maincontent.lab.training.lines import PACKAGED, PAPER
from scrapy_maincontent.methods import DEFAULT_METHOD
from scrapy_maincontent.papers.shinnou.lines import NONE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from benchmarks.papers import Tables
    from benchmarks.papers.shinnou import Renderer
    from scrapy_maincontent.lab.evaluation import PageResult, Prediction
    from scrapy_maincontent.page import Page
    from scrapy_maincontent.progress import Progress

TRANSLATED, ORIGINAL = "ja", "en"
"""The languages of the paper's pages."""
MAIN = frozenset({"page-content", "preamble", "directive-ref", "honbun", "story-body"})
"""Ids and classes of the elements that hold the text: on pages of the Apache httpd manual, and on the bundled ones."""
OTHER = frozenset(
    {"toplang", "bottomlang", "lang-toggle", "quickview", "top", "permalink", "outofdate", "comments_section"}
)
"""Those of elements within that do not belong to it."""
HEADLINE = "h1"
_BASE = "https://pages.example/"
_ENDINGS = ("", "index.html", "/index.html", ".html")
"""What a link leaves out of a file's name."""
_SENTENCE_ENDS = re.compile(r"(?<=[。！？])(?![」』）])|(?<=[.!?])\s+|\n+")
_ENDS = tuple("。！？.!?」』）")
_IN_THE_PAPER = ("1,247", "1,139", "", "", "1,089")
_SPACE = re.compile(r"\s+")


@dataclass(slots=True)
class Pairs:
    """Pairs of a translated page and its original, and what becomes of the pages that are none."""

    found: list[tuple[AnnotatedPage, AnnotatedPage]] = field(default_factory=list)
    translated: int = 0
    by_words: int = 0
    """Those that link to an original in words."""
    linked: int = 0
    missing: int = 0
    """Those whose original does not lie in the folder."""
    foreign: int = 0
    """Those whose original is in another language than the link says."""


def find(folder: Path, progress: Progress, translated: str = TRANSLATED, original: str = ORIGINAL) -> Pairs:
    """Return the pairs among the pages of a folder, which lie there as they were served.

    Raises:
        CorpusError: there is no page in the language of the translations.
    """
    originals = _originals()
    files = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*.html"))}
    responses = {name: HtmlResponse(_BASE + quote(name), body=file.read_bytes()) for name, file in files.items()}
    pages = Pairs()
    for name, response in progress(list(responses.items()), "pairs"):
        if not originals.is_same(originals.language_of(response), translated):
            continue
        pages.translated += 1
        pages.by_words += originals.original_of(response, None, "") is not None
        address = originals.original_of(response, None, original)
        if address is None:
            continue
        pages.linked += 1
        other = _name(address, files)
        if other is None:
            pages.missing += 1
        elif not originals.is_same(originals.language_of(responses[other]), original):
            pages.foreign += 1
        else:
            sides = ((name, translated), (other, original))
            here, there = (_annotated(files[own], own, language) for own, language in sides)
            pages.found.append((here, there))
    if not pages.translated:
        raise CorpusError(f"{folder} has no page whose <html lang> is {translated}")
    return pages


def _originals() -> Any:
    """Return the example project's module that finds the link to the original."""
    spec = spec_from_file_location("originals", REPOSITORY / "example_project" / "example_project" / "originals.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _name(address: str, files: Mapping[str, Path]) -> str | None:
    """Return the name of the file that an address leads to."""
    path = unquote(urlsplit(address).path).lstrip("/")
    return next((path + ending for ending in _ENDINGS if path + ending in files), None)


def _annotated(file: Path, name: str, language: str) -> AnnotatedPage:
    page = AnnotatedPage(name, _BASE + quote(name), file, None, "", language, "", "", language=language)
    flat = page.read_with_text()
    marks = None if flat is None else _marks(flat)
    if flat is None or marks is None:
        found = extract(page.html(), page.url, limits=evaluation.UNHURRIED)
        return replace(page, main_content=found.text, title=found.title or "")
    title = next(
        (text for text, owner in zip(flat.texts, flat.owners, strict=True) if flat.tags[owner] == HEADLINE), ""
    )
    return replace(page, marks=marks, main_content=marked_text(flat, marks), title=title)


def _marks(page: Page) -> Marks | None:
    """Return the elements that `MAIN` and `OTHER` name, ``None`` where there is none with the text.

    The headline is no part of it: a pair has it beside the text.
    """
    names = [{*attrs.get("class", "").split(), attrs.get("id", "")} for attrs in page.attrs]
    main = [page.xpath(own) for own, has in enumerate(names) if has & MAIN]
    other = [page.xpath(own) for own, has in enumerate(names) if has & OTHER or page.tags[own] == HEADLINE]
    return Marks(tuple(main), tuple(other)) if main else None


# The texts, by models of the site and by packaged ones.


@dataclass(frozen=True, slots=True)
class Texts:
    """What some ways to extract a text make of the pages of one language, by the way's name."""

    language: str
    results: dict[str, list[PageResult]]


SITE_TRAINED = "model of the site, paper, less lines of most pages"
"""The way whose texts make the corpus."""
MOST = 0.5
"""Share of a site's pages from which on a line that stands on them is of no text."""
_SETUPS = {
    "model of the site, paper": (PAPER, False),
    SITE_TRAINED: (PAPER, True),
    "model of the site, packaged set-up": (PACKAGED, False),
}
_PACKAGED_METHODS = ("lines", DEFAULT_METHOD)


def extracted(pages: Sequence[AnnotatedPage], progress: Progress) -> Texts:
    """Return what models of other pages of the same language make of pages, and the packaged models.

    An original of several translations is one page. Fewer than four pages teach nothing.
    """
    render = renderer(BUILTIN)
    unique = list({page.id: page for page in pages}.values())
    shown = show([unique], render, progress)
    own = _own_lines(unique, render)
    results = {}
    for name, (setup, less) in _SETUPS.items():
        kept = [_less(one, own[one.page.id]) for one in shown] if less else shown
        judged = {
            one.page.id: _whole(one, own[one.page.id]) if less else one for one in same_sites(kept, setup, progress)
        }
        made = {page.id: prediction(judged[page.id], render) for page in pages if page.id in judged}
        results[name] = _scores(pages, made)
    for method in _PACKAGED_METHODS:
        extractor = evaluation.our_extractor(method)
        results[f"`{method}`, packaged"] = evaluation.evaluate(pages, extractor, progress)
    return Texts(pages[0].language, results)


def _own_lines(pages: Sequence[AnnotatedPage], render: Renderer) -> dict[str, NDArray[np.bool_]]:
    """Return for each page, by its id, which of its lines are empty or stand on few pages of the site.

    It takes the place of the features that the paper has for each of its sites alone.
    """
    lines = {}
    for page in pages:
        flat = page.read_with_text()
        shown = None if flat is None else render(flat, page)
        lines[page.id] = [UNALIGNED.sub("", line.text) for line in shown or []]
    on = Counter(line for own in lines.values() for line in set(own))
    return {
        name: np.array([not line or on[line] < MOST * len(pages) for line in own], bool) for name, own in lines.items()
    }


def _less(one: Shown, kept: NDArray[np.bool_]) -> Shown:
    rows = one.rows
    if rows is None:
        return one
    return replace(one, rows=replace(rows, figures=rows.figures[kept], classes=rows.classes[kept]))


def _whole(judged: Judged, kept: NDArray[np.bool_]) -> Judged:
    """Return a page's lines with those that were left out, of no class."""
    if judged.classes is None or judged.truth is None or judged.found is None:
        return judged
    truth, classes = (np.full(len(kept), NONE) for _ in range(2))
    truth[kept], classes[kept] = judged.truth, judged.classes
    return replace(judged, truth=truth, found=replace(judged.found, classes=classes))


def _scores(pages: Sequence[AnnotatedPage], made: Mapping[str, Prediction]) -> list[PageResult]:
    nothing = evaluation.Prediction("", "")
    return [evaluation.score(page, made.get(page.id, nothing)) for page in pages]


def sentences(text: str) -> list[str]:
    """Return a text's sentences: what ends as one; headings, table cells and code are left out."""
    parts = (_SPACE.sub(" ", part).strip() for part in _SENTENCE_ENDS.split(text))
    return [part for part in parts if part.endswith(_ENDS)]


# The tables, and the corpus itself.


def tables(folder: Path, progress: Progress, output: Path | None = None) -> Tables:
    """Return how many pairs a folder gives, how well their texts are found, and how many sentences they have.

    ``output`` is a file that the pairs are written to, as JSON Lines in the form of the spider ``parallel``.
    """
    pairs = find(folder, progress)
    counted = (pairs.translated, pairs.linked, pairs.missing, pairs.foreign, len(pairs.found))
    head = ("", "translated pages", "with a link", "original missing", "original in another language", "pairs")
    found = [str(count) for count in counted]
    found[1] += f" ({pairs.by_words} by words)"
    made = {"pairs": markdown(head, [["in the paper", *_IN_THE_PAPER], ["here", *found]])}
    if not pairs.found:
        return made
    sides = [extracted(list(side), progress) for side in zip(*pairs.found, strict=True)]
    if output is not None:
        _write(sides, output)
    made["pair-texts"] = markdown(
        ("", "F1", "precision", "recall", "title"),
        [_row(f"{side.language}: {name}", results) for side in sides for name, results in side.results.items()],
    )
    rows = [["ja, in the paper", "1,089", "37,600", "58.9"], *map(_counted, sides)]
    made["pair-sentences"] = markdown(("", "texts", "sentences", "characters a sentence"), rows)
    return made


def _row(name: str, results: Sequence[PageResult]) -> list[str]:
    found = summary(results)[ALL]
    return [name, *(share(found.get(measure)) for measure in ("f1", "precision", "recall", "title"))]


def _counted(side: Texts) -> list[str]:
    texts = [result.prediction.text for result in side.results[SITE_TRAINED]]
    every = [sentence for text in texts for sentence in sentences(text)]
    mean = sum(map(len, every)) / max(len(every), 1)
    return [side.language, f"{sum(map(bool, texts)):,}", f"{len(every):,}", f"{mean:.1f}"]


def _write(sides: Sequence[Texts], output: Path) -> None:
    rows = zip(*(side.results[SITE_TRAINED] for side in sides), strict=True)
    with output.open("w", encoding="utf-8") as file:
        for translation, original in rows:
            pair = {"translation": _side(translation), "original": _side(original)}
            file.write(json.dumps(pair, ensure_ascii=False) + "\n")


def _side(result: PageResult) -> dict[str, str]:
    title, page = result.prediction.title or "", result.page
    body = result.prediction.text.removeprefix(title).lstrip()
    return {"url": page.id, "language": page.language, "headline": title, "articleBody": body}
