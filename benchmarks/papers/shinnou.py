"""The measures and tables of Shinnou and Sasaki: how many lines get the right class (3.2, 3.3); and lynx beside them.

Twice: on other pages of the sites that are trained on, and on other sites. The paper took 50 pages of each of five
sites, and as many again to score. Corpora have few pages of a site: the sites with `SITE_PAGES` or more take the place
of the five, and each page is scored by a model trained on other pages of those sites, or of its own site alone. On
other sites every page is scored by a model that was trained on no page of its domain.

Pages become lines by the package's own text browser, or by lynx, with whose lines the former's are compared.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from unicodedata import normalize

import numpy as np

from benchmarks.gate import gate
from benchmarks.papers import ENGLISH, JAPANESE, markdown, share
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.facts.title import headline
from scrapy_maincontent.lab import evaluation
from scrapy_maincontent.lab.corpus import Counts, folds
from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage
from scrapy_maincontent.lab.evaluation.tables import ALL, summary
from scrapy_maincontent.lab.training import learner
from scrapy_maincontent.lab.training.align import align, tokens
from scrapy_maincontent.lab.training.lines import PACKAGED, PAPER, rows_of_lines, weighed
from scrapy_maincontent.methods import DEFAULT_METHOD
from scrapy_maincontent.page import Page
from scrapy_maincontent.page.encoding import decode
from scrapy_maincontent.papers.shinnou import lines
from scrapy_maincontent.papers.shinnou.lines import (
    CLASSES,
    NONE,
    LineFeatures,
    line_features,
    lines_of_blocks,
    main_blocks,
    title_text,
)
from scrapy_maincontent.papers.shinnou.text_browser import browser_lines
from scrapy_maincontent.papers.shinnou.text_browser.screen import WIDTH, Line, columns_of, is_east_asian
from scrapy_maincontent.rendering import render as render_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from benchmarks.papers import Corpora, Tables
    from scrapy_maincontent.features.measures import Ints
    from scrapy_maincontent.lab.evaluation import PageResult
    from scrapy_maincontent.lab.training.lines import LinesRows, Setup
    from scrapy_maincontent.papers.shinnou.lines import Read
    from scrapy_maincontent.progress import Progress


SITE_PAGES = 4
"""Fewest pages of a site that is trained on and scored; also the folds that its pages are dealt to."""
SCORED = tuple(name for name in CLASSES if name != CLASSES[NONE])
"""The classes of the tables."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A page, and its lines with their true classes; ``None`` where it has no text block, or no lines."""

    page: AnnotatedPage
    rows: LinesRows | None


@dataclass(frozen=True, slots=True)
class Judged:
    """A page, the true classes of its lines, and those by a model that was not trained on the page.

    ``truth`` (lines) are numbers of `CLASSES`. All are ``None`` where the page has no lines.
    """

    page: AnnotatedPage
    truth: Ints | None = None
    found: Read | None = None

    @property
    def classes(self) -> Ints | None:
        """The classes found, all N where the diagram has no path."""
        if self.found is None or self.truth is None:
            return None
        return np.full(len(self.truth), NONE) if self.found.classes is None else self.found.classes


def show(corpora: Sequence[Sequence[AnnotatedPage]], render: Renderer, progress: Progress) -> list[Shown]:
    """Return the pages of all corpora as a renderer shows them, weighed as they are in training."""
    pages = [page for corpus in corpora for page in corpus]
    found = []
    for annotated, weight in zip(progress(pages, "lines"), learner.page_weights(corpora), strict=True):
        page = annotated.read_with_text()
        shown = None if page is None else render(page, annotated)
        rows = None if page is None or shown is None else rows_of_lines(page, shown, annotated)
        found.append(Shown(annotated, weighed(rows, weight)))
    return found


def same_sites(shown: Sequence[Shown], setup: Setup, progress: Progress) -> list[Judged]:
    """Judge the pages of the sites that have enough of them, each by a model of other pages of all these sites."""
    sites = _sites(shown)
    chosen = [one for own in sites for one in own]
    fold_of = [place % SITE_PAGES for own in sites for place in range(len(own))]
    return _judge(chosen, fold_of, setup, progress) if chosen else []


def own_sites(shown: Sequence[Shown], setup: Setup, progress: Progress) -> list[Judged]:
    """Judge the same pages as `same_sites`, each by a model of other pages of its own site alone."""
    return [one for own in _sites(shown) for one in same_sites(own, setup, progress)]


def _sites(shown: Sequence[Shown]) -> list[list[Shown]]:
    """Return the pages with lines of each site that has enough of them."""
    sites: dict[str, list[Shown]] = {}
    for one in shown:
        if one.rows is not None:
            sites.setdefault(one.page.domain, []).append(one)
    return [own for own in sites.values() if len(own) >= SITE_PAGES]


def other_sites(shown: Sequence[Shown], count: int, setup: Setup, progress: Progress) -> list[Judged]:
    """Judge all pages, cross-validated by domain in so many folds.

    Raises:
        CorpusError: there are fewer domains than folds.
    """
    return _judge(shown, folds([one.page for one in shown], count), setup, progress)


def _judge(shown: Sequence[Shown], fold_of: Sequence[int], setup: Setup, progress: Progress) -> list[Judged]:
    paper = learner.shinnou(setup)
    found: dict[int, Judged] = {}
    for fold, path in paper.held_out_models([one.rows for one in shown], fold_of, progress):
        model = lines.load(path)
        for number, (one, place) in enumerate(zip(shown, fold_of, strict=True)):
            if place == fold:
                rows = one.rows
                judged = Judged(one.page, rows.classes, lines.read_lines(rows.figures, model)) if rows else None
                found[number] = judged or Judged(one.page)
    return [found[number] for number in range(len(shown))]


def class_counts(judged: Iterable[Judged]) -> dict[str, Counts]:
    """Count for each class the lines that have it and got it, got it wrongly, and missed it."""
    counts = {name: Counts() for name in SCORED}
    for page in judged:
        found, truth = page.classes, page.truth
        if found is None or truth is None:
            continue
        for name, own in counts.items():
            number = CLASSES.index(name)
            got, wanted = found == number, truth == number
            own.hits += int((got & wanted).sum())
            own.wrong += int((got & ~wanted).sum())
            own.missed += int((wanted & ~got).sum())
    return counts


def by_site(judged: Iterable[Judged]) -> dict[str, list[Judged]]:
    """Return the pages of each site that has `SITE_PAGES` or more, the best site first.

    The best one has the greatest mean of F over the classes that stand on its pages; equal ones stand by their names.
    """
    sites: dict[str, list[Judged]] = {}
    for page in judged:
        sites.setdefault(page.page.domain, []).append(page)
    enough = {name: pages for name, pages in sites.items() if len(pages) >= SITE_PAGES}
    return dict(sorted(enough.items(), key=lambda site: (-_mean_f(site[1]), site[0])))


def _mean_f(judged: Iterable[Judged]) -> float:
    present = [counts.f1 for counts in class_counts(judged).values() if counts.hits + counts.missed]
    return sum(present) / len(present) if present else 0.0


# How pages become lines.

BUILTIN, LYNX = RENDERERS = ("builtin", "lynx")
Renderer = Callable[[Page, AnnotatedPage], list[Line] | None]
"""Returns the lines of a page, ``None`` where it fails."""


def renderer(name: str) -> Renderer:
    """Return a renderer by its name.

    Raises:
        ValueError: lynx is asked for and not installed.
    """
    if name == BUILTIN:
        return lambda page, _: browser_lines(page)
    if not is_installed():
        raise ValueError("the tables need lynx (Debian and Ubuntu: apt-get install lynx)")
    return _by_lynx


def _by_lynx(page: Page, annotated: AnnotatedPage) -> list[Line] | None:
    try:
        return numbered(lynx_lines(annotated.html()), page)
    except LynxError:
        return None


def numbered(lines: Sequence[str], page: Page) -> list[Line]:
    """Return the lines with the text blocks that stand on each: those that the alignment of all words puts there."""
    line_of, line_words = _words(lines)
    block_of, block_words = _words(page.texts)
    blocks: list[set[int]] = [set() for _ in lines]
    for here, there in align(line_words, block_words):
        blocks[line_of[here]].add(block_of[there])
    return [Line(text, tuple(sorted(found))) for text, found in zip(lines, blocks, strict=True)]


def _words(texts: Sequence[str]) -> tuple[list[int], list[str]]:
    """Return the words of texts, one after the other, and the number of the text that each one stands in."""
    words = [tokens(text) for text in texts]
    return [number for number, own in enumerate(words) for _ in own], [word for own in words for word in own]


# The tables, beside those of the paper.

_ARTICLE = "article"
SETUPS = {"paper": PAPER, "paper, by CART": replace(PAPER, cart=True), "packaged": PACKAGED}
IN_THE_PAPER = {
    "table-1": """
        H 262 196 262 .748 .748 .748
        K 35 11 35 .314 .314 .314
        S 380 281 320 .740 .878 .803
        M 7,173 7,109 7,535 .991 .944 .967
        E 380 263 321 .692 .819 .750""",
    "table-2": """
        H 50 49 50 .980 .980 .980
        K 0 0 0 – – –
        S 58 49 50 .845 .980 .907
        M 2,769 2,768 2,815 1.00 .983 .991
        E 58 48 50 .828 .960 .889""",
    "table-3": """
        H 51 36 51 .706 .706 .706
        K 9 0 0 0 – –
        S 72 43 51 .597 .843 .699
        M 718 699 832 .974 .840 .902
        E 72 45 52 .625 .865 .726""",
    "table-4": """
        H 76 50 76 .658 .658 .658
        K 140 0 1 0 0 0
        S 207 79 84 .382 .941 .543
        M 1,155 1,015 1,088 .879 .933 .905
        E 207 51 84 .246 .607 .351""",
    "table-5": """
        H 10 10 10 1.00 1.00 1.00
        K 1 0 0 0 – –
        S 10 10 10 1.00 1.00 1.00
        M 70 70 73 1.00 .959 .979
        E 10 8 10 .800 .800 .800""",
}
"""The paper's tables: lines that were given a class, those of them that have it, lines that have it, and P, R and F."""


def tables(corpora: Corpora, progress: Progress) -> Tables:
    """Return tables 1 to 5 of Shinnou and Sasaki, and what their system, CART's tree and the packaged set-up make.

    Lines are judged on the pages of all corpora together; Japanese pages once more by models of Japanese ones alone,
    by the lines of lynx as well where the pages are not the bundled ones.
    """
    named = {name: pages for name in (ENGLISH, JAPANESE) if (pages := corpora[name])}
    built_in = renderer(BUILTIN)
    shown = show(list(named.values()), built_in, progress)
    found = {name: _judged(shown, corpora.folds, setup, progress) for name, setup in SETUPS.items()}
    made = _numbered(found["paper"]) | {"same-sites": _same(found), "other-sites": _other(found)}
    others = {name: own.other for name, own in found.items()}
    made |= _texts(named, others, built_in, progress)
    if japanese := named.get(JAPANESE):
        made["japanese"] = _japanese(japanese, corpora, progress)
    return made


@dataclass(frozen=True, slots=True)
class _Found:
    """What models of a set-up make of other pages of their sites, of a site by its own model, and of other sites."""

    same: list[Judged]
    own: list[Judged]
    other: list[Judged]


def _judged(shown: Sequence[Shown], count: int, setup: Setup, progress: Progress) -> _Found:
    same, own = same_sites(shown, setup, progress), own_sites(shown, setup, progress)
    return _Found(same, own, other_sites(shown, count, setup, progress))


def _numbered(found: _Found) -> Tables:
    """Return tables 1 to 5; those of sites with enough pages are left out where there is none."""
    known, unknown = list(by_site(found.same).items()), list(by_site(found.other).items())
    sites = len({page.page.domain for page in found.other})
    chosen = {"table-4": (f"{len(found.other):,} pages of {sites:,} sites", found.other)}
    if known:
        chosen |= {
            "table-1": (f"{len(found.same)} pages of {len(known)} sites", found.same),
            "table-2": _site(*known[0]),
            "table-3": _site(*known[-1]),
        }
    if unknown:
        chosen["table-5"] = _site(*unknown[0])
    return {name: table(title, pages, IN_THE_PAPER[name]) for name, (title, pages) in sorted(chosen.items())}


def _site(name: str, pages: list[Judged]) -> tuple[str, list[Judged]]:
    return f"{len(pages)} pages of {name}", pages


_COUNTED = ("extracted", "correct", "total", "P", "R", "F")


def table(title: str, judged: Sequence[Judged], paper: str) -> str:
    """Return a row for each class: lines extracted, right ones of them, lines there are, P, R, F; and the paper's."""
    theirs = dict(line.strip().partition(" ")[::2] for line in paper.strip().splitlines())
    rows = [[name, *_cells(counts), *theirs[name].split()] for name, counts in class_counts(judged).items()]
    return markdown([title, *_COUNTED, *(f"paper: {name}" for name in _COUNTED)], rows)


def _cells(counts: Counts) -> list[str]:
    extracted, total = counts.hits + counts.wrong, counts.hits + counts.missed
    shares = ((counts.precision, extracted), (counts.recall, total), (counts.f1, extracted and total))
    return [
        *(f"{value:,.0f}" for value in (extracted, counts.hits, total)),
        *(share(value) if of else "–" for value, of in shares),
    ]


def _three(judged: Iterable[Judged]) -> list[str]:
    """Return "precision / recall / F" of each class."""
    return [" / ".join(_cells(counts)[3:]) for counts in class_counts(judged).values()]


def _compared(rows: Mapping[str, Sequence[Judged]]) -> str:
    return markdown(["P / R / F", *SCORED], [[name, *_three(judged)] for name, judged in rows.items()])


def _same(found: Mapping[str, _Found]) -> str:
    """Compare the set-ups on other pages of the same sites; the best and the worst one by the packaged set-up."""
    rows = {name: own.same for name, own in found.items()}
    if sites := by_site(found["packaged"].same):
        rows |= {f"packaged, {name}": sites[name] for name in (next(iter(sites)), list(sites)[-1])}
    return _compared(rows | {f"{name}, a model for each site": own.own for name, own in found.items()})


def _other(found: Mapping[str, _Found]) -> str:
    rows: dict[str, Sequence[Judged]] = {}
    for name, own in found.items():
        rows |= {name: own.other, f"{name}, articles": _articles(own.other)}
    if sites := by_site(found["packaged"].other):
        best = next(iter(sites))
        rows[f"packaged, {best}"] = sites[best]
    return _compared(rows)


def _articles(judged: Iterable[Judged]) -> list[Judged]:
    return [page for page in judged if page.page.page_type == _ARTICLE]


def _japanese(pages: Sequence[AnnotatedPage], corpora: Corpora, progress: Progress) -> str:
    """Return a table of Japanese articles by models of Japanese pages."""
    rows = {}
    for browser in RENDERERS if corpora.folder else (BUILTIN,):
        shown = show([pages], renderer(browser), progress)
        for name, setup in SETUPS.items():
            found = other_sites(shown, corpora.folds, setup, progress)
            rows[name if browser == BUILTIN else f"{name}, {browser}"] = _articles(found)
    return _compared(rows)


# The scores of the lines' texts.

_TEXT_HEAD = ("", "Word F1", "precision", "recall", "articles", "title", "`with`", "`without`")
_TEXT_NAMES = {ENGLISH: "text", JAPANESE: "text-japanese"}


def _texts(
    named: Mapping[str, Sequence[AnnotatedPage]],
    judged: Mapping[str, Sequence[Judged]],
    render: Renderer,
    progress: Progress,
) -> Tables:
    """Score the texts of each corpus, those of the default method beside them where the gate has models for it.

    ``judged`` are the pages of all corpora in their order, by the set-up's name.
    """
    scored = {name: iter(texts(found, render, progress)) for name, found in judged.items()}
    made = {}
    for corpus, pages in named.items():
        rows = {name: [next(results) for _ in pages] for name, results in scored.items()}
        if default := gate.held_out(pages):
            rows[f"`{DEFAULT_METHOD}`, held out"] = evaluation.evaluate(pages, default, progress)
        made[_TEXT_NAMES[corpus]] = markdown(_TEXT_HEAD, [_row(name, own) for name, own in rows.items()])
    return made


def _row(name: str, results: Sequence[PageResult]) -> list[str]:
    found = summary(results)
    every, articles = found[ALL], found.get(_ARTICLE, {})
    measures = [*(every[name] for name in ("f1", "precision", "recall")), articles.get("f1")]
    return [name, *(share(value) for value in (*measures, *(every.get(part) for part in ("title", "with", "without"))))]


def texts(judged: Sequence[Judged], render: Renderer, progress: Progress) -> list[PageResult]:
    """Score the text and the title of each page by the classes of its lines."""
    return [evaluation.score(page.page, prediction(page, render)) for page in progress(judged, "texts")]


def prediction(judged: Judged, render: Renderer) -> evaluation.Prediction:
    """Return the text and the title of a page by the classes of its lines."""
    annotated = judged.page
    page = annotated.read()
    if page is None or judged.classes is None:
        return evaluation.Prediction("", "" if page is None else headline(page) or "")
    lines = render(page, annotated) or []
    stands_on, classes = lines_of_blocks(lines, len(page.texts)), judged.classes.tolist()
    title = title_text(lines, stands_on, classes, page.texts) or headline(page)
    text = render_text(page, main_blocks(stands_on, classes), ("text",)).text
    return evaluation.Prediction(text, title or "")


# The lines of lynx, and how far their features agree with those of the built-in browser.

SECONDS = 20.0
"""How long lynx may take for a page."""
_CHARSET = re.compile(r"(charset\s{0,9}=\s{0,9}[\"']?|<\?xml[^>]{0,99}encoding=[\"'])[\w.:-]{1,40}", re.IGNORECASE)
_REFERENCES = re.compile(r"\n\s*\nReferences\n\n {3}(?:Visible links:|Hidden links:|1\. )")
_REFERENCE = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{1,31}\d{0,2});")
UNALIGNED = re.compile(r"\[\d{1,5}\]|\s")
"""What two lines may differ in and be the same: numbers of links, and blanks."""
_KANA = re.compile("[\u3040-\u30ff]")
_HANGUL = re.compile("[\uac00-\ud7a3]")
_CODECS = {"utf-8": "utf-8", "euc-jp": "euc_jp", "euc-kr": "euc_kr", "euc-cn": "gb2312"}
"""Python's codecs of lynx's displays."""
_READ_WELL = ("euc-jp",)
"""East Asian encodings of pages that lynx reads without faults; it gets other pages in UTF-8."""
_SAME_SIGNS = str.maketrans("—～－∥￠￡￢", "―〜−‖¢£¬")
"""Signs for which Unicode has two characters, and the one that Python's codecs of East Asia know."""
_WIDE_SUBSTITUTE, _NARROW_SUBSTITUTE = "〓", "?"


class LynxError(RuntimeError):
    """lynx is not installed, or it failed on a page."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far the features of the two browsers' lines agree on some pages.

    ``lines`` counts pairs of lines and lines of either browser that have no partner. ``same`` counts the pairs of
    which all features agree, ``each`` those of which f1, f2 ... f13 does.
    """

    lines: int = 0
    same: int = 0
    each: tuple[int, ...] = (0,) * len(LineFeatures._fields)

    def __add__(self, other: Agreement) -> Agreement:
        each = tuple(own + more for own, more in zip(self.each, other.each, strict=True))
        return Agreement(self.lines + other.lines, self.same + other.same, each)

    @property
    def share(self) -> float:
        """The share of lines of which all features agree, 0 to 1."""
        return self.same / self.lines if self.lines else 1.0

    @property
    def shares(self) -> dict[str, float]:
        """The share of lines of which each feature agrees, 0 to 1, by its name."""
        return {
            name: count / self.lines if self.lines else 1.0
            for name, count in zip(LineFeatures._fields, self.each, strict=True)
        }


def is_installed() -> bool:
    """Return True if there is a lynx on the path."""
    return shutil.which("lynx") is not None


def lynx_lines(markup: bytes) -> list[str]:
    """Return the lines of a page as ``lynx -dump`` shows it, without empty ones at both ends and without references.

    The user's own settings and the network have no part in it. East Asian pages go to lynx in the old encodings of
    their countries, as those of the paper were: only then does it count full-width characters as two columns.

    Raises:
        LynxError: lynx is missing, takes longer than `SECONDS` or fails.
    """
    page = read_page(markup)
    display = _display(page.texts) if page is not None and is_east_asian(page.texts) else "utf-8"
    source = display if display in _READ_WELL else "utf-8"
    text = _CHARSET.sub(lambda found: found[1] + source, decode(markup).text)
    output = _dump(_writable(text, display).encode(source), source, display).decode(_CODECS[display], "replace")
    references = None
    for references in _REFERENCES.finditer(output):  # noqa: B007  the last one counts
        pass
    lines = [line.rstrip() for line in output[: references.start() if references else None].split("\n")]
    return _trimmed(lines)


def agreement(page: Page, markup: bytes) -> Agreement:
    """Compare the features of the built-in browser's lines with those of lynx, lines being paired by their text.

    Raises:
        LynxError: see `lynx_lines`.
    """
    ours = _trimmed([line.text for line in browser_lines(page)])
    theirs = lynx_lines(markup)
    own, reference = line_features(ours), line_features(theirs)
    total = Agreement()
    for here, there in _pairs(ours, theirs):
        if here is None or there is None:
            total += Agreement(1)
        else:
            each = tuple(int(a == b) for a, b in zip(own[here], reference[there], strict=True))
            total += Agreement(1, int(all(each)), each)
    return total


def _pairs(ours: Sequence[str], theirs: Sequence[str]) -> Iterator[tuple[int | None, int | None]]:
    """Pair lines of the same text; lines between such pairs are paired in order."""
    own, other = ([UNALIGNED.sub("", line) for line in lines] for lines in (ours, theirs))
    for _, start, end, other_start, other_end in SequenceMatcher(None, own, other, autojunk=False).get_opcodes():
        for offset in range(max(end - start, other_end - other_start)):
            here, there = start + offset, other_start + offset
            yield here if here < end else None, there if there < other_end else None


def _display(texts: Sequence[str]) -> str:
    if any(_KANA.search(text) for text in texts):
        return "euc-jp"
    return "euc-kr" if any(_HANGUL.search(text) for text in texts) else "euc-cn"


def _writable(text: str, display: str) -> str:
    """Return a text of characters that a display has; for others stands something of the same width."""
    if display == "utf-8":
        return text
    text = _REFERENCE.sub(_resolved, text).translate(_SAME_SIGNS)
    return "".join(_known(char, _CODECS[display]) for char in text)


def _resolved(reference: re.Match[str]) -> str:
    """Return the character that a reference stands for, unless it is one of ASCII; lynx would spell it out."""
    char = unescape(reference[0])
    return reference[0] if char.isascii() else char


def _known(char: str, codec: str) -> str:
    if char.isascii():
        return char
    if char == "\xa0":
        return "&nbsp;"
    try:
        plain = len(char.encode(codec)) == 2
    except UnicodeEncodeError:
        plain = False
    if plain:
        return char
    if columns_of(char, east_asian=True) == 2:
        return _WIDE_SUBSTITUTE
    base = normalize("NFKD", char)[:1]
    return base if base.isascii() and base.isalnum() else _NARROW_SUBSTITUTE


def _dump(markup: bytes, source: str, display: str) -> bytes:
    program = shutil.which("lynx")
    if program is None:
        raise LynxError("lynx is not installed (Debian and Ubuntu: apt-get install lynx)")
    with TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        file.write_bytes(markup)
        options = ["-dump", f"-width={WIDTH}", "-localhost", f"-display_charset={display}"]
        charsets = [f"-assume_charset={source}", f"-assume_local_charset={source}"]
        environment = {"HOME": folder, "PATH": os.defpath, "LC_ALL": "C.UTF-8", "TERM": "dumb"}
        try:
            done = subprocess.run(  # noqa: S603  the page is a file, its address ours
                [program, *options, *charsets, str(file)],
                capture_output=True,
                timeout=SECONDS,
                check=True,
                env=environment,
                cwd=folder,
                stdin=subprocess.DEVNULL,
            )
        except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as problem:
            raise LynxError(f"lynx failed: {problem}") from problem
    return done.stdout


def _trimmed(lines: Sequence[str]) -> list[str]:
    """Return the lines without empty ones at both ends."""
    filled = [number for number, line in enumerate(lines) if line]
    return list(lines[filled[0] : filled[-1] + 1]) if filled else []
