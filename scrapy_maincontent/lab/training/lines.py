"""Annotated pages -> lines with their classes -> a model for ``method="lines"`` (Shinnou and Sasaki 2.2, 3.1).

The paper's authors gave each line its class by hand. Here a page's title and text are known: `known` finds the lines
they stand on, and the classes follow from the paper's assumptions (`line_classes`): the title and a subtitle are one
line each, the rest of a longer one is N; the body stands behind the title; a run of the body has two lines or more, and
the empty lines within it are part of it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...facts.title import MIN_SHARED
from ...page import HEADINGS
from ...papers.shinnou.lines import (
    CLASSES,
    END,
    FORMAT,
    MIDDLE,
    NONE,
    START,
    SUBTITLE,
    TITLE,
    TITLE_GAP,
    Sight,
    line_figures,
)
from ...papers.shinnou.text_browser import browser_lines
from ...words.normalise import key
from ...words.titles import shared_words
from .align import targets
from .c45 import fit_c45
from .tree import class_shares, plain, shrunk

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ...features.measures import Floats, Ints
    from ...page import Page
    from ...papers.shinnou.text_browser.screen import Line
    from ..corpus.annotated import AnnotatedPage

# Fitting.

LEAVES = 600
"""Word F1 rises by .01 from 150 to 600 leaves."""
MIN_LINES = 10
"""Fewest lines in a leaf."""
_FEWEST_LINES = 2
_PAGES_PER_LINE = 5
"""A leaf of a tree of few pages may have a line for so many pages, but no fewer than `_FEWEST_LINES`: a page has a
single title."""
SHRINKAGE = 10.0
"""Lines at which a node's own shares count as much as what is known above it."""
_MIN_PAGE = 30
"""A shorter page weighs as if it had this many lines, where all pages weigh the same."""
_USUAL_PAGE = 300
"""Lines of a page whose lines weigh 1, where all pages weigh the same."""
_DIGITS = 4
_PAPER_SIGHT = Sight()


@dataclass(frozen=True, slots=True)
class Setup:
    """How a model is trained and what it decides by; as it stands, that of the paper.

    ``sight``: what the tree sees of a line. ``title_gap``: lines that may stand between the title and the body.
    ``rarity``: a class's share of a leaf is divided by the class's share of all lines to this power. ``same_weight``:
    pages weigh the same, not their lines. ``cart``: the tree is not C4.5's but scikit-learn's, its shares smoothed.
    """

    sight: Sight = _PAPER_SIGHT
    title_gap: int = TITLE_GAP
    rarity: float = 0.0
    same_weight: bool = False
    cart: bool = False


PAPER = Setup()
PACKAGED = Setup(Sight(around=1, margin=True), title_gap=20, rarity=0.2, same_weight=True, cart=True)
"""Of the packaged model."""


def fit_lines(pages: Iterable[LinesRows | None], name: str, seed: int = 0, *, setup: Setup) -> dict[str, Any]:
    """Return a model as plain data. The same rows and seed give the same model.

    The tree's leaves keep the shares of all classes: raw ones of C4.5's, smoothed ones of scikit-learn's.

    Raises:
        ModuleNotFoundError: scikit-learn is asked for, and is not installed (the extra ``train``).
        ValueError: there is no line to train on.
    """
    usable = [rows for rows in pages if rows is not None and len(rows.classes)]
    if not usable:
        raise ValueError("no line to train on")
    matrix = np.concatenate([setup.sight.matrix(rows.figures) for rows in usable])
    classes = np.concatenate([rows.classes for rows in usable])
    weights = np.concatenate([np.full(len(rows.classes), _weight(rows, setup)) for rows in usable])
    if setup.cart:
        tree = _cart(matrix, classes, weights, max(_FEWEST_LINES, min(MIN_LINES, len(usable) // _PAGES_PER_LINE)), seed)
    else:
        tree = fit_c45(matrix, classes, weights, count=len(CLASSES))
    return {
        "format": FORMAT,
        "method": "lines",
        "name": name,
        "features": list(setup.sight.names),
        "classes": list(CLASSES),
        "sight": asdict(setup.sight),
        "title_gap": setup.title_gap,
        "weights": _class_weights(classes, weights, setup.rarity),
        "tree": tree,
    }


def _cart(matrix: Floats, classes: Ints, weights: Floats, smallest: int, seed: int) -> dict[str, Any]:
    """Return scikit-learn's entropy tree, its leaves' shares drawn to those above them as method tree's are."""
    from sklearn.tree import DecisionTreeClassifier

    classifier = DecisionTreeClassifier(
        criterion="entropy", max_leaf_nodes=LEAVES, min_samples_leaf=smallest, random_state=seed
    )
    classifier.fit(matrix, classes, sample_weight=weights)
    shares = np.zeros((classifier.tree_.node_count, len(CLASSES)))
    shares[:, classifier.classes_] = class_shares(classifier.tree_)
    return plain(classifier.tree_, shrunk(classifier.tree_, shares, SHRINKAGE))


def _weight(rows: LinesRows, setup: Setup) -> float:
    """Return what each line of a page weighs."""
    return rows.weight * (_USUAL_PAGE / max(len(rows.classes), _MIN_PAGE) if setup.same_weight else 1.0)


def _class_weights(classes: Ints, weights: Floats, rarity: float) -> list[float]:
    """Return what the share of each class is multiplied by, 1 for N; a class that no line has weighs 1, too."""
    totals = np.bincount(classes, weights, minlength=len(CLASSES))
    usual = totals[NONE] or totals.max()
    return [round(float(value), _DIGITS) for value in (usual / np.where(totals > 0, totals, usual)) ** rarity]


# Annotated pages -> rows.

MAIN_SHARE = 0.5
"""Share of a line that must be main content for it to be of the body."""


@dataclass(frozen=True, slots=True)
class LinesRows:
    """The n lines of one page.

    ``figures`` (n x `FIGURES`), ``classes`` (n), numbers of `CLASSES`. ``weight`` is how much the page counts.
    """

    figures: Floats
    classes: Ints
    weight: float = 1.0


def lines_rows(annotated: AnnotatedPage) -> LinesRows | None:
    """Return a page's lines, ``None`` where it has no text block."""
    page = annotated.read_with_text()
    return None if page is None else rows_of_lines(page, browser_lines(page), annotated)


def rows_of_lines(page: Page, lines: Sequence[Line], annotated: AnnotatedPage) -> LinesRows:
    """Return the rows of a page that is shown as these lines."""
    figures = line_figures([line.text for line in lines])
    return LinesRows(figures, np.array(line_classes(known(page, lines, annotated)), np.intp))


def weighed(rows: LinesRows | None, weight: float) -> LinesRows | None:
    """Return rows that weigh so many times as much."""
    return rows and replace(rows, weight=rows.weight * weight)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of one line.

    ``empty``: there is nothing on it. ``body``: the reference text has it. ``title``: it is the first line of a text
    that is the page's title. ``heading``: it is the first line of a heading. ``continued``: it is another line of
    a heading, or of the page's title.
    """

    empty: bool = False
    body: bool = False
    title: bool = False
    heading: bool = False
    continued: bool = False


def known(page: Page, lines: Sequence[Line], annotated: AnnotatedPage) -> list[Known]:
    """Return what is known of a page's lines from its annotation.

    The reference text is aligned with the text blocks, and a line is of the body when the mean share of its blocks
    that stands in it is one half or more. A subtitle is a line of a heading of the body. The title is a text block
    with the letters and digits of the page's title; where there is none, a heading that shares most words with it.
    """
    shares = targets(page, annotated, body=False)
    headings = {block for block in range(len(page.texts)) if _is_heading(page, block)}
    titles = _titles(page, annotated.title, headings)
    above: set[int] = set()
    found = []
    for line in lines:
        blocks = set(line.blocks)
        begun = blocks - above
        above |= blocks
        found.append(
            Known(
                empty=not line.text.strip(),
                body=bool(blocks) and sum(shares[block] for block in blocks) >= MAIN_SHARE * len(blocks),
                title=bool(begun & titles),
                heading=bool(begun) and blocks <= headings,
                continued=bool(blocks) and not begun and blocks <= headings | titles,
            )
        )
    return found


def _titles(page: Page, title: str, headings: set[int]) -> set[int]:
    wanted = key(title)
    if not wanted:
        return set()
    same = {block for block, text in enumerate(page.texts) if key(text) == wanted}
    return same or {block for block in headings if shared_words(page.texts[block], title) >= MIN_SHARED}


def _is_heading(page: Page, block: int) -> bool:
    """Return whether a text block stands in a heading."""
    owner = page.owners[block]
    return page.tags[owner] in HEADINGS or any(page.tags[element] in HEADINGS for element in page.ancestors(owner))


# What is known of lines -> classes.

LOST = 0.1
"""Share of the body's lines that may stand above the title; where there are more, the title stands elsewhere."""
_SHORTEST = 2
"""Lines of the shortest run of the body."""


def line_classes(lines: Sequence[Known]) -> list[int]:
    """Return the number of each line's class in `CLASSES`."""
    classes = [NONE] * len(lines)
    title = title_line(lines)
    start = 0
    if title is not None:
        classes[title] = TITLE
        start = _behind(lines, title, len(lines))
    for first, end in _runs(lines, start):
        for part_first, part_end, subtitle in _parts(lines, first, end):
            if subtitle is not None:
                classes[subtitle] = SUBTITLE
            if part_end - part_first >= _SHORTEST:
                classes[part_first:part_end] = [START, *[MIDDLE] * (part_end - part_first - 2), END]
    return classes


def title_line(lines: Sequence[Known]) -> int | None:
    """Return the title's line: of those with next to no body above them a heading, and the last one."""
    total = sum(line.body and not line.title for line in lines)
    found: list[tuple[bool, int]] = []
    above = 0
    for number, line in enumerate(lines):
        if line.title and above <= LOST * total:
            found.append((line.heading, number))
        above += line.body and not line.title
    return max(found)[1] if found else None


def _runs(lines: Sequence[Known], start: int) -> list[tuple[int, int]]:
    """Return the ranges of lines of the body from a line on; empty lines do not end one."""
    runs: list[tuple[int, int]] = []
    first = end = start
    for number in range(start, len(lines)):
        if lines[number].body:
            if first == end:
                first = number
            end = number + 1
        elif not lines[number].empty and first < end:
            runs.append((first, end))
            first = end
    return [*runs, (first, end)] if first < end else runs


def _parts(lines: Sequence[Known], first: int, end: int) -> list[tuple[int, int, int | None]]:
    """Return a run's parts at its subtitles: each one's range, and the line of the subtitle above it.

    A heading is a subtitle where the parts above and below it have two lines or more; else it is a line of the body.
    """
    headings = [number for number in range(first, end) if lines[number].heading]
    parts: list[tuple[int, int, int | None]] = []
    begin, subtitle = first, None
    for heading, next_one in zip(headings, [*headings, end][1:], strict=True):
        below = _trimmed(lines, _behind(lines, heading, end), next_one)
        above = _trimmed(lines, begin, heading)
        if below[1] - below[0] >= _SHORTEST and not 0 < above[1] - above[0] < _SHORTEST:
            parts.append((*above, subtitle))
            begin, subtitle = below[0], heading
    parts.append((*_trimmed(lines, begin, end), subtitle))
    return parts


def _behind(lines: Sequence[Known], heading: int, end: int) -> int:
    """Return the first line behind a heading or a title of one line or more."""
    number = heading + 1
    while number < end and lines[number].continued:
        number += 1
    return number


def _trimmed(lines: Sequence[Known], first: int, end: int) -> tuple[int, int]:
    """Return a range without the empty lines around it."""
    while first < end and lines[first].empty:
        first += 1
    while end > first and lines[end - 1].empty:
        end -= 1
    return first, end
