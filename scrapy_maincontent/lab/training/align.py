"""A page's truth -> targets: which share of each text block is main content.

Marked elements have their shares from `marked_shares`. A reference text is aligned (a recursive patience alignment):
n-grams that are unique on both sides anchor it, the longest increasing run of anchors is kept and grown both ways, and
the gaps are aligned again with shorter n-grams. Blocks that stand elsewhere in the reference than on the page get a
second chance by the n-grams that are left over.

Labels follow one convention: the body without headline, byline, dateline and captions.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from ...facts.title import headline
from ...page.flatten import without_marks
from ...words.lines import BYLINE, DATELINE, line_kind
from ...words.normalise import letters
from ...words.titles import CJK_WORD
from ..corpus import headline_line
from ..corpus.annotated import marked_shares

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ...features.measures import Floats
    from ...page import Page
    from ..corpus.annotated import AnnotatedPage


_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
_CHARACTER = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_ANCHOR_SIZES = (5, 3, 2, 1)
_SECOND_CHANCE_TOKENS = 4
_SECOND_CHANCE_SIZE = 3
_SECOND_CHANCE_SHARE = 0.6

MAIN_SHARE = 0.5
"""A text block is main content from this share of it on."""
_LONG_WORDS = 12
"""Words of the first paragraph, before which the headline and its lines stand."""
_ABOVE_BODY = (BYLINE, DATELINE)
_MOST_LINES = 4
"""Of these kinds above a body."""
_CURRENCY = re.compile(r"[$£€¥₪₽₩₹]")
"""A price looks like a date."""

MIN_REFERENCE_WORDS = 50
"""Shorter references weigh as if they had this many words, so that a page of three words does not outweigh others."""

_Span = tuple[int, int, int, int]
"""Start and end on the left, start and end on the right."""


def targets(page: Page, annotated: AnnotatedPage, *, body: bool = True) -> list[float]:
    """Return for each text block of the page the share of it (0 to 1) that is main content by the page's truth.

    With ``body`` headline, byline, dateline and captions are no main content, whatever the truth says of them: corpora
    differ in that, and a model that learns from several needs one convention. The papers' systems learn from the truth
    as it lies.
    """
    if annotated.marks is not None:
        shares = marked_shares(page, annotated.marks)
    else:
        shares = matched_shares(page.texts, annotated.main_content)
    return _body_alone(page, annotated, shares) if body else shares


def _body_alone(page: Page, annotated: AnnotatedPage, shares: list[float]) -> list[float]:
    """Return the shares, 0 for captions, and for headline, bylines and datelines up to the body's beginning."""
    names = _headlines(page, annotated)
    captions = _captions(page)
    headlines = {block for block, text in enumerate(page.texts) if shares[block] and letters(text) in names}
    main = [block for block in range(len(shares)) if shares[block] >= MAIN_SHARE and block not in captions | headlines]
    long = next((block for block in main if _words(page.texts[block]) >= _LONG_WORDS), None)
    above = _lines_above(page.texts, shares, long)
    beginning = next(iter(main), len(shares)) if long is None else long
    other = captions.union(above, (block for block in headlines if block < beginning))
    return [0.0 if block in other else share for block, share in enumerate(shares)]


def _lines_above(texts: Sequence[str], shares: Sequence[float], long: int | None) -> list[int]:
    """Return the bylines and datelines before the first long main text block; many are those of a list's items."""
    found = [
        block
        for block in range(long or 0)
        if shares[block] and line_kind(texts[block]) in _ABOVE_BODY and not _CURRENCY.search(texts[block])
    ]
    return found if len(found) <= _MOST_LINES else []


def _headlines(page: Page, annotated: AnnotatedPage) -> set[str]:
    """Return the `letters` of what the annotation, the page, or the reference's first line calls its headline."""
    first = headline_line(annotated.main_content, "", page.head_title)
    return {letters(name) for name in (annotated.title, headline(page) or "", first)} - {""}


def _captions(page: Page) -> set[int]:
    """Return the text blocks in captions of figures."""
    found: set[int] = set()
    for element, tag in enumerate(page.tags):
        if tag == "figcaption":
            inside = range(element, page.ends[element])
            found.update(block for block in range(*page.blocks_in(element)) if page.owners[block] in inside)
    return found


def _words(text: str) -> float:
    found = tokens(text)
    single = sum(_CHARACTER.match(token) is not None for token in found)
    return len(found) - single + single / CJK_WORD


def matched_shares(blocks: Sequence[str], reference: str) -> list[float]:
    """Return for each text block the share of its tokens (0 to 1) that is found in the reference, in order."""
    block_tokens = [tokens(block) for block in blocks]
    page = [token for block in block_tokens for token in block]
    wanted = tokens(reference)
    pairs = align(page, wanted)
    on_page = [False] * len(page)
    in_reference = [False] * len(wanted)
    for here, there in pairs:
        on_page[here] = in_reference[there] = True
    left_over = _left_over(wanted, in_reference)
    shares = []
    start = 0
    for block in block_tokens:
        end = start + len(block)
        share = sum(on_page[start:end]) / len(block) if block else 0.0
        shares.append(max(share, _second_chance(block, left_over)) if share < _SECOND_CHANCE_SHARE else share)
        start = end
    return shares


def tokens(text: str) -> list[str]:
    """Return the text's tokens, lower-cased: words, and single characters where words have no blanks between them."""
    return _TOKEN.findall(without_marks(text.lower()))


def align(left: Sequence[str], right: Sequence[str]) -> list[tuple[int, int]]:
    """Return pairs of positions of equal tokens, increasing on both sides."""
    pairs: list[tuple[int, int]] = []
    todo: list[tuple[_Span, int]] = [((0, len(left), 0, len(right)), 0)]
    while todo:
        (low, high, from_, to), level = todo.pop()
        if low >= high or from_ >= to or level >= len(_ANCHOR_SIZES):
            continue
        anchors = _anchors(left, right, (low, high, from_, to), _ANCHOR_SIZES[level])
        if not anchors:
            todo.append(((low, high, from_, to), level + 1))
            continue
        here, there = low, from_
        for anchor in anchors:
            a, b = anchor
            if a < here or b < there:
                continue
            start_a, start_b = a, b
            while start_a > here and start_b > there and left[start_a - 1] == right[start_b - 1]:
                start_a, start_b = start_a - 1, start_b - 1
            while a < high and b < to and left[a] == right[b]:
                a, b = a + 1, b + 1
            pairs.extend(zip(range(start_a, a), range(start_b, b), strict=True))
            todo.append(((here, start_a, there, start_b), level + 1))
            here, there = a, b
        todo.append(((here, high, there, to), level + 1))
    return sorted(pairs)


def _anchors(left: Sequence[str], right: Sequence[str], span: _Span, size: int) -> list[tuple[int, int]]:
    """Return where n-grams unique in both spans start: their longest run that increases on both sides."""
    low, high, from_, to = span
    there = _unique_ngrams(right, from_, to, size)
    common = [
        (position, there[ngram]) for ngram, position in _unique_ngrams(left, low, high, size).items() if ngram in there
    ]
    return _longest_increasing(sorted(common))


def _unique_ngrams(sequence: Sequence[str], low: int, high: int, size: int) -> dict[tuple[str, ...], int]:
    positions: dict[tuple[str, ...], int] = {}
    for start in range(low, high - size + 1):
        ngram = tuple(sequence[start : start + size])
        positions[ngram] = -1 if ngram in positions else start
    return {ngram: start for ngram, start in positions.items() if start >= 0}


def _longest_increasing(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest run of pairs whose second members increase (patience sorting)."""
    tops: list[int] = []
    top_pairs: list[int] = []
    before: list[int] = []
    for number, (_, value) in enumerate(pairs):
        pile = bisect_left(tops, value)
        before.append(top_pairs[pile - 1] if pile else -1)
        if pile == len(tops):
            tops.append(value)
            top_pairs.append(number)
        else:
            tops[pile], top_pairs[pile] = value, number
    run = []
    number = top_pairs[-1] if top_pairs else -1
    while number >= 0:
        run.append(pairs[number])
        number = before[number]
    return run[::-1]


def _left_over(wanted: Sequence[str], used: Sequence[bool]) -> Counter[tuple[str, ...]]:
    size = _SECOND_CHANCE_SIZE
    return Counter(
        tuple(wanted[start : start + size])
        for start in range(len(wanted) - size + 1)
        if not any(used[start : start + size])
    )


def _second_chance(block: Sequence[str], left_over: Counter[tuple[str, ...]]) -> float:
    """Return the share of a block's n-grams still unused in the reference, 0 where that is too few; use them up."""
    if len(block) < _SECOND_CHANCE_TOKENS:
        return 0.0
    size = _SECOND_CHANCE_SIZE
    ngrams = Counter(tuple(block[start : start + size]) for start in range(len(block) - size + 1))
    found = ngrams & left_over
    share = found.total() / ngrams.total()
    if share < _SECOND_CHANCE_SHARE:
        return 0.0
    left_over.subtract(found)
    return share


def block_weights(page: Page, reference: str) -> Floats:
    """Return what each text block weighs: the square root of its share of the reference's words."""
    words = np.array([len(tokens(text)) for text in page.texts], np.float32)
    return np.sqrt(words / max(len(tokens(reference)), MIN_REFERENCE_WORDS))


def inside(amounts: NDArray[np.float64], ranges: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return for each range of text blocks (ranges x 2: from, to) the sum of what these have."""
    before = np.concatenate(((0.0,), amounts.cumsum()))
    sums: NDArray[np.float64] = before[ranges[:, 1]] - before[ranges[:, 0]]
    return sums
