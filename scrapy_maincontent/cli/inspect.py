"""The commands ``inspect`` and ``render``.

``inspect``: pages in, one harmless HTML file for each out, which shows what was made of it. ``render``: a corpus in;
out, its pages as a browser laid them out offline, with their elements' boxes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..engines.chromium import BrowserError, renderer
from ..extraction import read_page
from ..facts.advertisements import load_list
from ..inspector import inspect_html
from ..lab.corpus import read_corpus
from ..lab.corpus.annotated import CorpusError
from ..methods import load_model
from ..page import NO_BOX, boxes_of
from ..page.encoding import decode
from ..progress import bar
from .extract import STANDARD_INPUT, check_pages, read_file, refuse_overwriting

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from ..engines.chromium import Renderer
    from ..lab.corpus.annotated import AnnotatedPage
    from ..page import Page
    from ..progress import Progress


_ENDING = ".html"
_ENDINGS = (".gz", ".html", ".htm", ".xhtml")
"""What a page's file may end with that is no part of its name."""


def inspect_files(options: argparse.Namespace) -> int:
    """Write one file for each page, and print the files' paths, a line each.

    Raises:
        ValueError: a method, model or list of advertisements can't be used, or what is read would be overwritten.
    """
    load_model(options.method, options.model)
    if options.ad_list is not None:
        load_list(options.ad_list)
    check_pages(options.page)
    targets = _targets(options.page, options.output)
    for target in targets:
        refuse_overwriting([*options.page, options.model, options.ad_list], target)
    for page, target in bar(list(zip(options.page, targets, strict=True)), "inspect"):
        shown = inspect_html(
            read_file(page),
            options.url,
            encoding=options.encoding,
            method=options.method,
            model=options.model,
            against=options.against,
            balance=options.balance,
            ad_list=options.ad_list,
        )
        target.write_text(shown, "utf-8", errors="replace")
        print(target)
    return 0


def _targets(pages: Sequence[str], output: Path) -> list[Path]:
    """Return the file for each page: the one named for a single page, files in the folder named for several."""
    if len(pages) == 1 and not output.is_dir():
        return [output]
    output.mkdir(parents=True, exist_ok=True)
    return [output / name for name in _names(pages)]


def _names(pages: Sequence[str]) -> list[str]:
    """Return a file name for each page: its own, numbered from the second of the same name on."""
    names: list[str] = []
    taken: set[str] = set()
    for page in pages:
        stem = "stdin" if page == STANDARD_INPUT else Path(page).name
        for ending in _ENDINGS:
            stem = stem.removesuffix(ending) or stem
        name, number = stem, 1
        while name.casefold() in taken:
            number += 1
            name = f"{stem}-{number}"
        taken.add(name.casefold())
        names.append(name + _ENDING)
    return names


# Most pages that were saved alone have their style sheets elsewhere. A page is kept if it carries styles itself, and if
# these are the ones that matter: a browser sets the items of a list 40 px in, a page with its styles most of them
# elsewhere.

MIN_STYLES = 1000
"""Bytes of styles in a page, below which it has no layout of its own."""
LIST_INDENT = 40
"""CSS pixels by which a browser sets the items of a list in."""
BODY_MARGIN = 8
"""CSS pixels that a browser leaves around a body."""
MOST = 0.5
"""Share of the list items from which on a page counts as one that has lost its styles."""
_STYLE_START, _STYLE_END = b"<style", b"</style"
_LISTS = frozenset(("ul", "ol"))
_LEFT, _WIDTH = 0, 2


def render(options: argparse.Namespace) -> int:
    """Lay out the pages of a corpus offline, and print how many keep their looks."""
    pages = read_corpus(options.corpus)[:: options.every]
    if options.output.exists() and any(options.output.iterdir()):
        raise FileExistsError(f"--output is {options.output}; it must be a new folder, or an empty one")
    try:
        with renderer() as browser:
            done = render_corpus(pages, options.output, browser, bar, options.files)
    except BrowserError as error:
        raise CorpusError(str(error)) from error
    print(f"{done.pages} pages, {done.styled} with {MIN_STYLES} bytes of styles or more, or with files")
    print(f"{done.failed} could not be laid out, {done.kept} keep their looks: {options.output}")
    return 0


@dataclass(frozen=True, slots=True)
class RenderedCorpus:
    """How many pages a corpus had, how many of them have styles, could not be laid out, and were kept."""

    pages: int
    styled: int
    failed: int
    kept: int


def render_corpus(
    pages: Sequence[AnnotatedPage], folder: Path, renderer: Renderer, progress: Progress, files: Path | None = None
) -> RenderedCorpus:
    """Lay out pages offline, and write those that keep their looks into a folder, as a corpus of pages alone.

    Nothing but the page itself is loaded, and what it looks like from ``files``, see `Renderer.render`; no script runs.
    """
    styled = failed = kept = 0
    folder.mkdir(parents=True, exist_ok=True)
    for page in progress(pages, "render"):
        if files is None and own_styles(page.html()) < MIN_STYLES:
            continue
        styled += 1
        try:
            markup = renderer.render(decode(page.html(), page.encoding).text, page.url, files)
        except BrowserError:
            failed += 1
            continue
        flat = read_page(markup, page.url)
        found, missing = renderer.sheets
        if flat is not None and flat.texts and (not missing if found else keeps_looks(flat)):
            _write(page, markup, folder)
            kept += 1
    return RenderedCorpus(len(pages), styled, failed, kept)


def own_styles(markup: bytes) -> int:
    """Return how many bytes of styles stand in a page itself."""
    total = end = 0
    lower = markup.lower()
    while (start := lower.find(_STYLE_START, end)) >= 0:
        end = lower.find(_STYLE_END, start)
        if end < 0:
            break
        total += end - start - len(_STYLE_START)
    return total


def keeps_looks(page: Page) -> bool:
    """Return True if a page that a browser has stamped with boxes is laid out by its own styles.

    Fewer than `MOST` of the list items that are shown stand where a browser would set them; where there is no list, the
    body has lost the browser's margin.
    """
    boxes = boxes_of(page)
    items = indented = 0
    for element, (tag, parent) in enumerate(zip(page.tags, page.parents, strict=True)):
        if tag == "li" and parent >= 0 and page.tags[parent] in _LISTS and boxes[element, _WIDTH] > 0:
            items += 1
            indented += int(boxes[element, _LEFT] - boxes[parent, _LEFT] == LIST_INDENT)
    if items:
        return indented < MOST * items
    body = next((element for element, tag in enumerate(page.tags) if tag == "body"), 0)
    return bool(boxes[body, _WIDTH] != NO_BOX and boxes[body, _LEFT] != BODY_MARGIN)


def _write(page: AnnotatedPage, markup: str, folder: Path) -> None:
    fields = {
        "url": page.url,
        "encoding": "utf-8",
        "type": page.page_type,
        "domain": page.domain,
        "title": page.title,
        "main_content": page.main_content,
        "with": page.wanted,
        "without": page.unwanted,
    }
    name = page.id.replace("/", "-")
    (folder / f"{name}.html").write_text(markup, "utf-8")
    (folder / f"{name}.json").write_text(json.dumps(fields, ensure_ascii=False, indent=1), "utf-8")
