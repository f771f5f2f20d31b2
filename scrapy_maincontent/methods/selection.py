"""Scores of text blocks in, a selection and its reasons out: the blocks with the best expected F, less the vetoes.

Sections: the selection, vetoes of every method, vetoes of ``method="tree"``, doubt about text outside a shop's declared
description, and the reasons of ``method="crf"``.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..features.measures import LONG_TEXT, sums
from ..navigation.in_page import TOP
from ..navigation.site_info import FOOTER, HEADER
from ..page import Kind
from ..page.head import product_description
from ..words.lines import DATELINE, MAX_LENGTH, first_comments_heading, line_kind
from .crf_features import FEATURES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from ..blocks import Findings
    from ..features.measures import Copies, Floats, Ints, Measures
    from ..page import Page, Region

    Marks = NDArray[np.bool_]
    Against = tuple[str, list[int]]
    """A veto's name, and the numbers of the text blocks it is against."""
    Column = Callable[[str], Floats]
    """Returns a feature's column by its name."""


EMPTY_WORDS = 10.0
"""A page on which fewer words of main content are expected has none."""
COPY_WORDS = 6
"""Words of the shortest text that may be a copy."""
COPY_DISTANCE = 2
"""Text blocks from one copy to the other; a text that is repeated at once is repeated on purpose."""
_TINY = float(np.finfo(np.float64).tiny)


def expected_words(scores: Floats, words: Floats) -> float:
    """Return how many words of main content the page is expected to have."""
    return float((scores * words).cumsum(dtype=np.float64)[-1])


def best_expected_f(scores: Floats, words: Floats, beta: float = 1.0) -> NDArray[np.bool_]:
    """Return which blocks to select (booleans) so that the expected word F is highest.

    ``beta`` is how many times as much recall counts as precision (above 0; 1 is F1). Blocks are taken by falling
    score; of all prefixes the one with the highest
    (1 + beta²) * sum(score * words over selected) / (sum(words over selected) + beta² * sum(score * words over all))
    wins.
    """
    order = (-scores).argsort(kind="stable")
    sizes = words.astype(scores.dtype)  # arrays of one type take NumPy half the time
    gained = (scores * sizes).take(order).cumsum(dtype=np.float64)
    taken = sizes.take(order).cumsum(dtype=np.float64)
    best = int((gained / np.maximum(taken + beta * beta * gained[-1], _TINY)).argmax())
    selected = np.zeros(len(scores), bool)
    selected[order[: best + 1]] = True
    return selected


def without_copies(copies: Copies, scores: Floats, words: Floats) -> Floats:
    """Return scores in which only the likelier one counts of texts that stand twice, as menus for small screens do.

    The text before or behind a copy is a copy of the one before or behind the other, too. Single sentences that are
    repeated are left alone: references repeat them.
    """
    earlier = copies.earlier
    long = ((earlier >= 0) & (words >= COPY_WORDS)).nonzero()[0]
    if not len(long):
        return scores
    follows = np.zeros(len(earlier) + 1, bool)  # the block before it is a copy of the one before its own copy
    follows[1:-1] = (earlier[1:] == earlier[:-1] + 1) & (earlier[1:] > 0)
    far = long[(long - earlier[long] >= COPY_DISTANCE) & (follows[long] | follows[long + 1])]
    kept = scores.copy()
    survivors: dict[int, int] = {}  # of each text and its copies so far
    for number in far.tolist():
        other = int(earlier[number])
        survivor = survivors.get(other, other)
        out, survivors[number] = (number, survivor) if kept[number] <= kept[survivor] else (survivor, number)
        kept[out] = 0
    return kept


LINKED = 0.6
"""Share of linked text from which a block is a link with a remark rather than a text with a link."""
PROSE = 0.7
"""Share of words in long blocks that are no links from which a selection is prose."""


class Selection(NamedTuple):
    """Of a page's m text blocks: words (m), share of links (m) and ranks as headings (m), and which are selected.

    Lists, not arrays: a page has so few text blocks that a loop is done before NumPy's first call is.
    """

    page: Page
    words: list[float]
    linked: list[float]
    headings: list[int]
    selected: list[int]

    @classmethod
    def of(cls, findings: Findings, headings: Ints, selected: list[int]) -> Selection:
        """Return the selection as plain lists, for the vetoes; ``headings`` (m) are ranks as headings, 0 for none."""
        return cls(findings.page, *findings.measures.of_texts(), headings.tolist(), selected)

    def words_of(self, numbers: Iterable[int]) -> float:
        """Return the words of some of the text blocks."""
        return sum(map(self.words.__getitem__, numbers))

    @property
    def is_prose(self) -> bool:
        """Whether the selection is prose: lists and loose lines are then no part of it."""
        words, linked = self.words, self.linked
        prose = [number for number in self.selected if words[number] >= LONG_TEXT and linked[number] < LINKED]
        return self.words_of(prose) >= PROSE * self.words_of(self.selected)


# Vetoes against short doubtful lines, which expected F takes along with the prose around them.

HEADLINE = 6
"""Characters of the shortest heading that is taken for the page's own."""
TITLE = 1000
"""Characters of the document's title that are looked at: every heading is looked for in them."""
_OPENING = 2
MAY_OPEN = 0.1
"""Share of the selected words that short texts before the headline may have and be out; more are an introduction."""
MAY_CLOSE = 0.1
"""Share of the selected words that may stand behind the heading of comments and be out; more of them are a forum's."""
OWN_DATES = 2
"""Datelines of a text; a page that selects more of them lists entries, whose dates are part of them."""
MAY_LOSE = 0.5
"""Share of the selected words that a veto may take; one that takes more is mistaken about the page."""


def vetoes(findings: Findings, selection: Selection, more: Iterable[Against] = ()) -> dict[int, str]:
    """Return the names of vetoes by the number of the text block that they are against; the first one counts.

    ``more`` are a method's own vetoes.
    """
    may_lose = MAY_LOSE * selection.words_of(selection.selected)
    against = chain(
        _covered(findings.regions, selection.selected),
        placed(findings, selection.selected),
        _lines(selection),
        _before_headline(selection),
        _comments(selection),
        more,
    )
    names: dict[int, str] = {}
    for name, numbers in against:
        if selection.words_of(numbers) <= may_lose:
            for number in numbers:
                names.setdefault(number, name)
    return names


def _covered(regions: Sequence[Region], selected: list[int]) -> Iterator[Against]:
    for region in regions:
        low, high = region.blocks
        low, high = bisect_left(selected, low), bisect_left(selected, high)
        if low < high:
            yield region.rule, selected[low:high]


def _lines(selection: Selection) -> Iterable[Against]:
    """Find bylines, datelines and share lines before and after the prose; inside they may be part of it."""
    words, headings = selection.words, selection.headings
    prose = [number for number in selection.selected if words[number] >= LONG_TEXT and not headings[number]]
    if not prose:
        return ()
    # A line may stand below the first paragraph, which introduces the rest, or above the last one, a postscript.
    opening, closing = prose[:_OPENING][-1], prose[-_OPENING:][0]
    kinds: dict[str, list[int]] = {}
    texts = selection.page.texts
    for number in selection.selected:
        text = texts[number]
        if len(text) > MAX_LENGTH:
            continue
        kind = line_kind(text, inside=opening < number < closing)
        if kind is not None:
            kinds.setdefault(kind, []).append(number)
    if len(kinds.get(DATELINE, ())) > OWN_DATES:
        del kinds[DATELINE]
    return kinds.items()


def _comments(selection: Selection) -> Iterator[Against]:
    """Find a few comments behind the prose: what stands from their heading on."""
    words, linked, selected = selection.words, selection.linked, selection.selected
    first = next((number for number in selected if words[number] >= LONG_TEXT), None)
    if first is None:
        return
    # A link with these words leads to comments, and does not begin them.
    behind_prose = range(first + 1, selected[-1] + 1)
    short = [number for number in behind_prose if words[number] < LONG_TEXT and linked[number] < LINKED]
    texts = selection.page.texts
    heading = first_comments_heading([texts[number] for number in short])
    if heading is not None:
        behind = selected[bisect_left(selected, short[heading]) :]
        if selection.words_of(behind) <= MAY_CLOSE * selection.words_of(selected):
            yield "comments", behind


def _before_headline(selection: Selection) -> Iterator[Against]:
    words, linked, selected = selection.words, selection.linked, selection.selected
    if not selection.is_prose:
        return
    before = selected[: bisect_left(selected, _headline(selection))]
    if before:
        short = [number for number in before if words[number] < LONG_TEXT and linked[number] < LINKED]
        is_introduction = selection.words_of(short) > MAY_OPEN * selection.words_of(selected)
        out = [
            number
            for number in before
            if linked[number] >= LINKED or (not is_introduction and words[number] < LONG_TEXT)
        ]
        if out:
            yield "before the headline", out


def _headline(selection: Selection) -> int:
    title = selection.page.head_title[:TITLE].casefold()
    longest, half = len(title), len(title) / 2
    for number, text in enumerate(selection.page.texts):
        size = len(text)
        if HEADLINE <= size <= longest and (size >= half or selection.headings[number]) and text.casefold() in title:
            return number
    return 0


APPLIED_RULES = (
    "breadcrumb.III.outside",
    "site_info.II.above",
    "site_info.IV.below",
    "in_page.II.after",
    "in_page.II.last",
)
"""Placement rules that `crf` and `tree` apply (Uda 4.2 ①, ③ and ⑤ II); the others lower F1."""
_ENDINGS = (FOOTER, TOP)


def placed(findings: Findings, selected: Sequence[int]) -> Iterator[Against]:
    """Yield the applied rules against selected text blocks, and which; ``selected`` are their numbers in order."""
    if not selected or not _may_apply(findings.regions, selected[0], selected[-1]):
        return
    against: dict[str, set[int]] = {}
    for block, _, rule in findings.evidence:
        if rule in APPLIED_RULES:
            start, end = findings.blocks[block].texts
            against.setdefault(rule, set()).update(selected[bisect_left(selected, start) : bisect_left(selected, end)])
    for rule, numbers in against.items():
        if numbers:
            yield rule, sorted(numbers)


def _may_apply(regions: Iterable[Region], first: int, last: int) -> bool:
    """Return True if selected text stands where a rule may apply: most pages need no blocks and no evidence."""
    trails = []
    for region in regions:
        # A region may touch a text block and not cover it, so that the far edges count.
        if region.subtype == HEADER and first < region.blocks[1]:
            return True
        if region.subtype in _ENDINGS and last >= region.blocks[0]:
            return True
        if region.kind is Kind.BREADCRUMB:
            trails.append(region.blocks)
    return len(trails) > 1 and (first < trails[0][1] or last >= trails[-1][0])


# Vetoes of ``method="tree"`` alone: lists of links, comments, rests of lists. The CRF's features know these.

LINK_LIST = 0.6
"""Share of linked text in the element above from which it is a list of links."""
COMMENTS = 0.5
"""Comments are content (a forum, a question and its answers) from this share of the selected words on."""
REST = 0.6
"""Share of an element's words that must be out for its other short blocks to go with them."""


def tree_vetoes(findings: Findings, column: Column, headings: Ints, main: Marks) -> dict[int, str]:
    """Return the names of vetoes by the number of the text block that they are against.

    ``column`` gives a feature by its name, ``headings`` are the blocks' ranks as headings, ``main`` is the selection.
    """
    measures = findings.measures
    words = measures.words
    selection = Selection.of(findings, headings, np.flatnonzero(main).tolist())
    names = vetoes(findings, selection, _own(measures, column, main, is_prose=selection.is_prose))
    if selection.is_prose:
        kept = main.copy()
        kept[list(names)] = False
        if (kept & (words < LONG_TEXT)).any():
            for rest in np.flatnonzero(_rests(measures, kept) & kept).tolist():
                names[rest] = "rest of a list"
    return names


def _own(measures: Measures, column: Column, main: Marks, *, is_prose: bool) -> Iterator[Against]:
    yield "comment", np.flatnonzero(main & _comment_elements(measures, column, main)).tolist()
    if is_prose:
        yield "link list", np.flatnonzero(main & _link_lists(measures, column)).tolist()


def _link_lists(measures: Measures, column: Column) -> Marks:
    """Mark linked blocks in lists of links."""
    in_list = (column("up1_linked") >= LINK_LIST) | (column("up2_linked") >= LINK_LIST)
    in_list |= (column("links") > 1) | (column("in_aside") > 0) | (column("in_nav") > 0)
    return (measures.linked >= LINKED) & (measures.words < 2 * LONG_TEXT) & in_list


def _comment_elements(measures: Measures, column: Column, main: Marks) -> Marks:
    marks = column("class_comment") > 0
    selected = measures.words * main
    are_content = bool(selected[marks].sum() >= COMMENTS * selected.sum())
    return np.zeros(len(marks), bool) if are_content else marks


def _rests(measures: Measures, kept: Marks) -> Marks:
    """Mark the short blocks of elements whose other words are out: a list's heading, a remark below it."""
    long_kept = sums(kept & (measures.words >= LONG_TEXT))
    words = measures.inside(measures.words_before)
    left = measures.inside(sums(measures.words * kept))
    emptied = (left <= (1 - REST) * words) & (measures.inside(long_kept) == 0)
    elements = np.flatnonzero(emptied)
    return measures.covered(elements, np.zeros(len(elements), np.intp), 1)[:, 0] > 0


# Doubt: product pages are full of prose that is no part of the description: reviews, questions, other products. Where
# JSON-LD has the description and the page shows it, all other text needs more evidence.

FEWEST_WORDS = 50
"""Words of the shortest description that counts; a teaser is no body."""
MOST_WORDS = 20_000
SHOWN = 0.6
"""Share of the description that the page must show; share of a text block's words that must stand in it."""
DOUBT = 2.0
"""Log odds that other text loses."""
_RUN = 4
_SAMPLES = 8
"""Runs of a long text block that are looked for, spread evenly; fewer than twice as many."""
_WORD = re.compile(r"\w+")


def with_doubt(page: Page, scores: Floats, measures: Measures) -> tuple[Floats, NDArray[np.bool_] | None]:
    """Lower the scores (0 to 1) of text blocks outside the declared product description; also return which.

    The scores are as they were, and ``None`` is doubted, where no product is declared, or the page does not show its
    description. Linear in the page.
    """
    description = product_description(page.json_ld) if page.json_ld else None
    if description is None:
        return scores, None
    declared = _WORD.findall(description.lower())[:MOST_WORDS]
    if len(declared) < FEWEST_WORDS:
        return scores, None
    runs = {" ".join(declared[at : at + size]) for size in range(1, _RUN + 1) for at in range(len(declared) - size + 1)}
    inside = np.array([_share(text, runs) >= SHOWN for text in page.texts])
    if measures.words[inside].sum() < SHOWN * len(declared):
        return scores, None
    doubted = scores / (scores + (1 - scores) * np.exp(DOUBT))
    return np.where(inside, scores, doubted), ~inside


def _share(text: str, runs: set[str]) -> float:
    """Return the share of a text's runs of words that are among these, 0 to 1; estimated for long texts."""
    found = [run in runs for run in _sample(_WORD.findall(text.lower()))]
    return sum(found) / len(found) if found else 0.0


def _sample(words: list[str]) -> Iterator[str]:
    size = min(_RUN, len(words))
    count = len(words) - size + 1 if words else 0
    for at in range(0, count, max(1, count // _SAMPLES)):
        yield " ".join(words[at : at + size])


EVIDENCE = {
    "names_above": "what the elements around it are called",
    "names_near": "what its own element is called",
    "names_text": "its words",
    "pool_up1": "the other text of the element around it",
    "pool_path": "the text below the same tags",
    "pool_section": "the text below the same heading",
}
"""Features in log odds, and what they measure."""
SURROUNDINGS = "its place, length and links"
"""The evidence where none of `EVIDENCE` is for the label: the figures."""
COPY = "it stands twice on the page"
UNDECLARED = "it is no part of the description that the shop declares"
NOTHING = "too little main content is expected on the page"
COLUMNS = np.array([FEATURES.index(name) for name in EVIDENCE], np.intp)
"""Those features' numbers."""
_PHRASES = (SURROUNDINGS, *EVIDENCE.values(), UNDECLARED, COPY, NOTHING)
_UNDECLARED, _COPY, _NOTHING = map(_PHRASES.index, (UNDECLARED, COPY, NOTHING))
_FOR, _AGAINST = np.float32(1), np.float32(-1)


def phrases(name: str) -> list[str]:
    """Return all reasons there are, each after the model's name."""
    return [f"{name}: {phrase}" for phrase in _PHRASES]


def nothing(wordings: Sequence[str], count: int) -> list[str]:
    """Return the reason of text blocks of which none is selected; ``wordings`` are `phrases`."""
    return [wordings[_NOTHING]] * count


def reasons(
    wordings: Sequence[str],
    features: Floats,
    main: NDArray[np.bool_],
    copies: NDArray[np.bool_] | None,
    doubted: NDArray[np.bool_] | None,
) -> list[str]:
    """Return each text block's reason; ``wordings`` are `phrases`.

    ``features`` (m x `FEATURES`), ``main`` (m): which blocks are selected, ``copies`` (m, or ``None``): which are out
    as copies, ``doubted`` (m, or ``None``): which are no part of a declared description.
    """
    # The surroundings come first, with nothing: they win where nothing is for the label.
    evidence = np.zeros((len(COLUMNS) + 1, len(main)), np.float32)
    np.multiply(features.T[COLUMNS], np.where(main, _FOR, _AGAINST), out=evidence[1:])
    strongest = evidence.argmax(axis=0)
    if doubted is not None:
        strongest[doubted & ~main] = _UNDECLARED
    if copies is not None:
        strongest[copies] = _COPY
    return [wordings[number] for number in strongest.tolist()]
