"""The command ``render``: a corpus in; out, its pages laid out by a browser offline, with their elements' boxes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...engines.chromium import BrowserError
from ...extraction import read_page
from ...page.encoding import decode
from ...papers.browser import renderer
from ...papers.tsuruta import NO_BOX, boxes_of
from ...progress import bar
from . import read_corpus
from .annotated import CorpusError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from pathlib import Path

    from ...page import Page
    from ...papers.browser import Renderer
    from ...progress import Progress
    from .annotated import AnnotatedPage


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
    """Return how many bytes of styles a page has itself."""
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
