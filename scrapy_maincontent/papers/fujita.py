"""``method="fujita"``: the system of Fujita et al., which re-judges a CRF's labels by the hierarchy of the page.

The steps are those of the paper's section 3.3:

(1) the page is brought into one form: `page.encoding`, `page.parser` and `page.flatten`, as for every method;
(2) its blocks are two sequences, those with text and those around them: `blocks`;
(3) features: `attributes`;
(4) a CRF is trained for each of the sequences: `training.fujita`;
(5) first evaluation: the best path of each CRF;
(6) second evaluation: a vote of each block and its children: `second_evaluation`;
(7) extraction: every text block of the page has the label of the paper's block it is in.

The paper's baseline (after Marek, Pecina and Spousta) is the first evaluation of the text block sequence alone: a
model without thresholds.
"""

from __future__ import annotations

import re
import struct
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import accumulate
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np
import pycrfsuite

from ..features.measures import integers, word_count
from ..methods import ALONE, Labels, ModelError, read_archive, refusing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from importlib.resources.abc import Traversable

    from numpy.typing import NDArray

    from ..features.measures import Floats, Ints
    from ..methods import Context
    from ..page import Page


SUFFIX = ".npz"
FORMAT = 1
_REASONS = {
    (True, True): "main in both evaluations",
    (False, False): "other in both evaluations",
    (True, False): "main in the first evaluation, other in the second",
    (False, True): "other in the first evaluation, main in the second",
}
_BASELINE_REASONS = {(True, True): "main in the first evaluation", (False, False): "other in the first evaluation"}


@dataclass(frozen=True)
class FujitaModel:
    """A CRF for each sequence. Without ``thresholds`` there is no second evaluation: the baseline."""

    name: str
    text: Tagger
    parent: Tagger
    thresholds: Thresholds | None


def load(file: Traversable) -> FujitaModel:
    """Read a model file, see `Method.load`."""
    header, arrays = read_archive(file, "fujita", FORMAT)
    with refusing(file, "fujita"):
        if header["features"] != FEATURES:
            raise ModelError(f"{file} was trained on other features than this version has; train it anew")
        return FujitaModel(
            str(header["name"]),
            Tagger(arrays["text"].tobytes()),
            Tagger(arrays["parent"].tobytes()),
            None if header["thresholds"] is None else Thresholds(**header["thresholds"]),
        )


def label(page: Page, model: FujitaModel, _context: Context = ALONE) -> Labels:
    """Label every text block of a page that has at least one. Linear in the page.

    A score is the marginal probability of the first evaluation; a reason has the results of both evaluations.
    """
    found = blocks(page)
    first = first_evaluation(page, found, model)
    second, reasons = first.main, _BASELINE_REASONS
    if model.thresholds is not None:
        second, reasons = vote(found, first, model.thresholds), _REASONS
    of = found.block_of.tolist()
    return Labels.of(
        [second[block] for block in of],
        [first.scores[block] for block in of],
        [f"{model.name}: {reasons[first.main[block], second[block]]}" for block in of],
    )


def first_evaluation(page: Page, found: Blocks, model: FujitaModel) -> Tagged:
    """Return the labels of a page's blocks that each sequence's CRF finds (3.3 (3) and (5))."""
    items = attributes(page, found)
    main, scores = [False] * len(items), [0.0] * len(items)
    for tagger, sequence in ((model.text, found.has_text), (model.parent, ~found.has_text)):
        places = np.flatnonzero(sequence).tolist()
        tagged = tagger.tag([items[place] for place in places])
        for place, is_main, score in zip(places, tagged.main, tagged.scores, strict=True):
            main[place], scores[place] = is_main, score
    return Tagged(main, scores)


# Sequences (3.3 (2)). Text in none of the four elements (no body) belongs to the root, which stands for the BODY.

TAGS = ("body", "div", "p", "td")
"""The elements that part a page into blocks."""
NO_BLOCK = -1
_ROOT = 0


@dataclass(frozen=True, slots=True)
class Blocks:
    """The n blocks of a page in document order, which is depth first: text blocks, and the blocks around them.

    ``elements`` (n). ``parents`` (n): the number of the block around each, `NO_BLOCK` where there is none. ``ends``
    (n): one past the last block below each. ``has_text`` (n): whether it has text of its own, which makes it part of
    the text block sequence; the others are the parent block sequence. ``nearest`` (elements): the element of the
    nearest block at or above each element. ``block_of`` (m): the block that each of the page's text blocks belongs to.
    """

    elements: Ints
    parents: Ints
    ends: Ints
    has_text: NDArray[np.bool_]
    nearest: Ints
    block_of: Ints

    def own(self, values: Floats) -> Floats:
        """Add up a figure of the page's text blocks (m) over those that belong to each block (n)."""
        return np.bincount(self.block_of, values, minlength=len(self.elements)).astype(np.float32)

    def own_elements(self, elements: Ints) -> Floats:
        """Count those of the elements that belong to each block (n)."""
        held = self.nearest[elements]
        held = held[np.isin(held, self.elements)]
        return np.bincount(np.searchsorted(self.elements, held), minlength=len(self.elements)).astype(np.float32)

    def whole(self, own: Floats) -> Floats:
        """Add up a figure of blocks (n) over each block and all blocks below it."""
        sums = np.zeros(len(own) + 1, np.float64)
        np.cumsum(own, out=sums[1:])
        whole: Floats = (sums[self.ends] - sums[:-1]).astype(np.float32)
        return whole


def blocks(page: Page) -> Blocks:
    """Return the blocks of a page that has at least one text block (3.3 (2)).

    Its second sequence goes up to the BODY: the second evaluation would end at the first gap.
    """
    nearest = _nearest(page)
    holders = nearest[np.array(page.owners, np.intp)]
    found = {int(holder) for holder in np.unique(holders)}
    own = frozenset(found)
    todo = list(found)
    while todo:
        above = _around(page, nearest, todo.pop())
        is_block = above > _ROOT or (above == _ROOT and page.tags[_ROOT] in TAGS)
        if is_block and above not in found:
            found.add(above)
            todo.append(above)
    elements = np.array(sorted(found), np.intp)
    number = {element: place for place, element in enumerate(elements.tolist())}
    return Blocks(
        elements,
        np.array([number.get(_around(page, nearest, element), NO_BLOCK) for element in number], np.intp),
        np.searchsorted(elements, np.array([page.ends[element] for element in number], np.intp)),
        np.array([element in own for element in number], bool),
        nearest,
        np.searchsorted(elements, holders),
    )


def _nearest(page: Page) -> Ints:
    found: list[int] = []
    for element, (tag, parent) in enumerate(zip(page.tags, page.parents, strict=True)):
        found.append(element if tag in TAGS or parent < 0 else found[parent])
    return np.array(found, np.intp)


def _around(page: Page, nearest: Ints, element: int) -> int:
    """Return the element of the block around a block's element, `NO_BLOCK` above the root."""
    parent = page.parents[element]
    return NO_BLOCK if parent < 0 else int(nearest[parent])


# Second evaluation (3.2 (2)) as the text has it, and as the listing of figure 3 with `Thresholds.as_printed`. The
# listing's ``exists(R2(b))`` is read as the child, ``R2(c)``. Beyond the paper, votes may be soft: probabilities.

_WHOLE = 100


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Shares of main blocks in whole per cent, 0 to 100.

    From ``upper`` on a parent and its children are all main; ``as_printed`` takes more than ``upper``. Below ``lower``
    the parent is not. With ``first`` votes are soft: a block's probability of being main takes the place of its label,
    and a block that the vote leaves as it is is main from this probability on.

    Raises:
        ValueError: a threshold is no whole number from 0 to 100.
    """

    upper: int
    lower: int
    as_printed: bool = False
    first: int | None = None

    def __post_init__(self) -> None:
        for value in (self.upper, self.lower, 0 if self.first is None else self.first):
            if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _WHOLE:
                raise ValueError(f"a threshold is {value!r}; it must be a whole number from 0 to {_WHOLE}")


def vote(found: Blocks, first: Tagged, thresholds: Thresholds) -> list[bool]:
    """Return each block's result in the second evaluation, by labels or, with ``first``, by probabilities."""
    parents = found.parents.tolist()
    if thresholds.first is None:
        return second_evaluation(parents, first.main, thresholds)
    return soft_evaluation(parents, first.scores, thresholds)


def second_evaluation(parents: Sequence[int], first: Sequence[bool], thresholds: Thresholds) -> list[bool]:
    """Return each block's result, R2, from its first one, R1 (figure 3).

    Blocks are numbered in document order; ``parents[b]`` is the block around b, negative where there is none. Children
    are judged before their parents, without recursion: they have higher numbers. Linear in the blocks.
    """
    second = list(first)
    children = [0] * len(second)
    main_children = [0] * len(second)
    takes_all = [False] * len(second)
    upper, lower = thresholds.upper, thresholds.lower
    least = 1 if thresholds.as_printed else 0
    for block in range(len(second) - 1, -1, -1):
        share = _WHOLE * (first[block] + main_children[block])
        group = children[block] + 1
        if share - upper * group >= least:
            second[block] = takes_all[block] = True
        elif share < lower * group:
            second[block] = False
        parent = parents[block]
        if parent >= 0:
            children[parent] += 1
            main_children[parent] += second[block]
    return _with_children(parents, second, takes_all)


def soft_evaluation(parents: Sequence[int], scores: Sequence[float], thresholds: Thresholds) -> list[bool]:
    """Return each block's result from its probability (0 to 1), as `second_evaluation` does from its label.

    A block's share is the mean of its own probability and of its children's shares.
    """
    second = [_WHOLE * score >= (thresholds.first or 0) for score in scores]
    sums = [_WHOLE * score for score in scores]
    counts = [1] * len(second)
    takes_all = [False] * len(second)
    for block in range(len(second) - 1, -1, -1):
        share = sums[block] / counts[block]
        if share >= thresholds.upper:
            second[block] = takes_all[block] = True
        elif share < thresholds.lower:
            second[block] = False
        parent = parents[block]
        if parent >= 0:
            sums[parent] += share
            counts[parent] += 1
    return _with_children(parents, second, takes_all)


def _with_children(parents: Sequence[int], second: Sequence[bool], takes_all: Sequence[bool]) -> list[bool]:
    # What a parent does to its children changes no vote: theirs have been counted.
    return [result or (parent >= 0 and takes_all[parent]) for result, parent in zip(second, parents, strict=True)]


MAIN, OTHER = "main", "other"
"""The labels of a sequence's items."""
LONGEST = 5000
"""Items that are tagged at once; a longer sequence is tagged in parts, so that memory has a bound."""
_HEAD = struct.Struct("<4sI4s9I")
_MAGIC, _KIND = b"lCRF", b"FOMC"
_OFFSETS = slice(-5, None)
"""The head ends with the places of the model's five parts."""


@dataclass(frozen=True, slots=True)
class Tagged:
    """``main`` (n): whether an item is main on the best path. ``scores`` (n): its marginal probability, 0 to 1."""

    main: list[bool]
    scores: list[float]


class Tagger:
    """A linear-chain CRF that labels a sequence: python-crfsuite's tagger, made safe for threads and damaged files."""

    def __init__(self, content: bytes) -> None:
        """Raise `ValueError` if ``content`` is no CRFsuite model file, or has other labels than `MAIN` and `OTHER`."""
        _check(content)
        self._content = content  # the tagger reads from this memory
        self._tagger = pycrfsuite.Tagger()
        self._tagger.open_inmemory(content)
        self._labels = frozenset(self._tagger.labels())
        self._lock = Lock()
        if not self._labels or not self._labels <= {MAIN, OTHER}:
            raise ValueError(f"its labels are {', '.join(sorted(self._labels)) or 'none'}")

    def tag(self, items: Sequence[Sequence[str]]) -> Tagged:
        """Label a sequence of items, each given by its attributes. Linear in their number."""
        found = Tagged([], [])
        for start in range(0, len(items), LONGEST):
            part = items[start : start + LONGEST]
            with self._lock:
                labels = self._tagger.tag(part)
                if MAIN in self._labels:
                    found.scores.extend(self._tagger.marginal(MAIN, place) for place in range(len(part)))
                else:
                    found.scores.extend([0.0] * len(part))
            found.main.extend(label == MAIN for label in labels)
        return found


def _check(content: bytes) -> None:
    """Raise `ValueError` unless the model is whole: CRFsuite would read behind its end."""
    if len(content) < _HEAD.size:
        raise ValueError("its CRF is too short")
    head = _HEAD.unpack_from(content)
    if (head[0], head[1], head[2]) != (_MAGIC, len(content), _KIND) or max(head[_OFFSETS]) >= len(content):
        raise ValueError("its CRF is damaged")


# Features of a block (3.3 (3), 4.4). What differs from the paper's list:
#
# * A linear CRF adds up weights, so that an attribute is an edge that a figure reaches (`EDGES`), not its value.
# * What is counted in a block is counted below it as well. A block of the parent sequence has nothing of its own.
# * White space is collapsed before (3.3 (1)): line breaks are the borders of our text blocks within the block.
# * Blanks count beside characters of scripts without word spaces only, where they set lines apart.

_PUNCTUATION = "、。，．,.!?！？;；:：…"
_WIDE = "\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
_BLANKS = re.compile(rf"[ \u3000](?=[{_WIDE}])|(?<=[{_WIDE}])[ \u3000]")
_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mai|okt|dez|janv|févr|avr|juin|juil|août|déc|ene|abr|ago|dic"
_TIME = re.compile(
    r"(?<!\d)\d{1,2}:\d\d(?!\d)"  # 12:30
    r"|(?<!\d)(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)"  # 2008/10/01
    r"|(?<!\d)\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)?\d\d(?!\d)"  # 1.10.2008
    r"|(?<!\d)\d{1,4}\s?(?:[年月日時分秒년월일]|hours?|days?|weeks?|minutes?|mins?)"  # 10月1日, 3 days
    rf"|(?<!\d)\d{{1,2}}\.?\s(?:{_MONTHS})"  # 1 October
    rf"|(?<![a-z])(?:{_MONTHS})[a-zé]{{0,6}}\.?\s\d",  # October 1
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_KEYWORDS: dict[str, list[str]] = tomllib.loads((resources.files(__package__) / "fujita.toml").read_text("utf-8"))
KEYWORD_GROUPS = tuple(_KEYWORDS)
"""Names of the groups of keywords."""
_AMOUNTS = (1, 2, 3, 5, 8, 12, 20, 35, 60, 100, 200, 400)
_COUNTS = (1, 2, 3, 5, 8, 15, 30)
_FEW = (1, 2, 4)
_SHARES = (0.01, 0.03, 0.1, 0.25, 0.5, 0.75, 0.95)
_PAGE_WORDS = (50, 150, 400, 800, 1500, 3000)
_SIZES = (1, 2, 3, 5, 10, 20)
_COUNTED = {
    "words": _AMOUNTS, "punctuation": _COUNTS, "lines": _COUNTS, "blanks": _COUNTS, "times": _FEW, "a": _COUNTS,
    "li": _COUNTS, "link": _COUNTS, **dict.fromkeys(KEYWORD_GROUPS, _FEW),
}  # fmt: skip
EDGES: dict[str, tuple[float, ...]] = {
    **{f"own_{name}": values for name, values in _COUNTED.items()},
    **{f"whole_{name}": values for name, values in _COUNTED.items()},
    "below_words": _AMOUNTS, "own_share": _SHARES, "whole_share": _SHARES, "page_words": _PAGE_WORDS,
    "children": _COUNTS,
    "row": _SIZES, "column": _SIZES, "rows": _SIZES, "columns": _SIZES,
}  # fmt: skip
"""The values of each figure that make an attribute when it reaches them.

``own_...`` is counted in a block, ``whole_...`` in a block and all below it, ``below_...`` below it alone; words of
scripts without word spaces are two characters. ``share`` is that of the page's words, ``children`` the number of blocks
directly below."""
_REACHED = {
    name: [tuple(f"{name}>={edge:g}" for edge in values[:count]) for count in range(len(values) + 1)]
    for name, values in EDGES.items()
}


def attributes(page: Page, blocks: Blocks) -> list[list[str]]:
    """Return the attributes of each of a page's n blocks, as the CRF is given them."""
    rows = [[f"tag={page.tags[element]}"] for element in blocks.elements.tolist()]
    for name, values in figures(page, blocks).items():
        reached = np.searchsorted(EDGES[name], values, side="right")
        by_count = _REACHED[name]
        for block in np.flatnonzero(reached).tolist():
            rows[block] += by_count[reached[block]]
    return rows


def figures(page: Page, blocks: Blocks) -> dict[str, Floats]:
    """Return the figures of a page's n blocks (n each), by the names of `EDGES`."""
    own = _counted(page, blocks)
    whole = {name: blocks.whole(values) for name, values in own.items()}
    total = max(float(own["words"].sum()), 1.0)
    count = len(blocks.elements)
    return {
        **{f"own_{name}": values for name, values in own.items()},
        **{f"whole_{name}": values for name, values in whole.items()},
        "below_words": whole["words"] - own["words"],
        "own_share": own["words"] / total,
        "whole_share": whole["words"] / total,
        "page_words": np.full(count, total, np.float32),
        "children": np.bincount(blocks.parents[blocks.parents >= 0], minlength=count).astype(np.float32),
        **_cells(page, blocks),
    }


def _counted(page: Page, blocks: Blocks) -> dict[str, Floats]:
    texts = page.texts
    keywords = keyword_counts(texts)
    counts = {
        "words": [word_count(text) for text in texts],
        "punctuation": [sum(map(text.count, _PUNCTUATION)) for text in texts],
        "lines": [1.0] * len(texts),
        "blanks": [0 if text.isascii() else len(_BLANKS.findall(text)) for text in texts],
        "times": [len(_TIME.findall(text)) if _DIGIT.search(text) else 0 for text in texts],
    }
    return {
        **{name: blocks.own(np.array(values, np.float32)) for name, values in counts.items()},
        **{tag: blocks.own_elements(_tagged(page, tag)) for tag in ("a", "li")},
        "link": blocks.own_elements(integers(page.link_holders)),
        **{name: blocks.own(keywords[:, group]) for group, name in enumerate(KEYWORD_GROUPS)},
    }


def _tagged(page: Page, tag: str) -> Ints:
    return integers([number for number, name in enumerate(page.tags) if name == tag])


_NOWHERE = -1
_CELL_TAGS = ("td", "th")


def _cells(page: Page, blocks: Blocks) -> dict[str, Floats]:
    """Return each block's ``row`` and ``column`` from 1, and its innermost table's size (4.4); no spans; 0 outside."""
    tags, parents = page.tags, page.parents
    cell = [_NOWHERE] * len(tags)  # the innermost cell, row and table at or above each element
    row, table = cell.copy(), cell.copy()
    row_number: dict[int, int] = {}
    column_number: dict[int, int] = {}
    heights: dict[int, int] = {}
    widths: dict[int, int] = {}
    filled: dict[int, int] = {}
    for element, (tag, parent) in enumerate(zip(tags, parents, strict=True)):
        if parent >= 0:
            cell[element], row[element], table[element] = cell[parent], row[parent], table[parent]
        if tag == "table":
            table[element] = element
        elif tag == "tr":
            row[element] = element
            heights[table[element]] = row_number[element] = heights.get(table[element], 0) + 1
        elif tag in _CELL_TAGS:
            cell[element] = element
            line, around = row[element], table[element]
            filled[line] = column_number[element] = filled.get(line, 0) + 1
            widths[around] = max(widths.get(around, 0), filled[line])
    places = [(cell[element], row[cell[element]], table[cell[element]]) for element in blocks.elements.tolist()]
    found = {
        "row": [row_number.get(line, 0) if inner >= 0 else 0 for inner, line, _ in places],
        "column": [column_number.get(inner, 0) for inner, _, _ in places],
        "rows": [heights.get(around, 0) if inner >= 0 else 0 for inner, _, around in places],
        "columns": [widths.get(around, 0) if inner >= 0 else 0 for inner, _, around in places],
    }
    return {name: np.array(values, np.float32) for name, values in found.items()}


# Keywords of footers, menus and the like (4.4). The paper's list was made by hand and is not printed, but for two
# examples ("copyright", a recommended browser); ``fujita.toml`` has its own, in groups, for several languages.

_UNSPACED = "\u2e80"
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class _Phrase:
    """``first`` is its first word; "" in scripts without word spaces."""

    text: str
    first: str
    group: int


def keyword_counts(texts: Sequence[str]) -> Floats:
    """Return how often each group's phrases occur in each text (texts x groups)."""
    lowered = [text.lower() for text in texts]
    joined = "\n".join(lowered)
    words = {*_WORD.findall(joined), ""}
    starts = np.array([0, *accumulate(len(text) + 1 for text in lowered)], np.intp)
    places: list[int] = []
    groups: list[int] = []
    for phrase in _phrases():
        if phrase.first in words and phrase.text in joined:
            places += _places(phrase.text, joined)
            groups += [phrase.group] * (len(places) - len(groups))
    width = len(KEYWORD_GROUPS)
    fields = (np.searchsorted(starts, places, side="right") - 1) * width + np.array(groups, np.intp)
    return np.bincount(fields, minlength=len(texts) * width).reshape(-1, width).astype(np.float32)


@cache
def _phrases() -> tuple[_Phrase, ...]:
    return tuple(
        _Phrase(phrase, "" if max(phrase) >= _UNSPACED else "".join(_WORD.findall(phrase)[:1]), group)
        for group, phrases in enumerate(_KEYWORDS.values())
        for phrase in phrases
    )


def _places(phrase: str, text: str) -> Iterator[int]:
    place = text.find(phrase)
    while place >= 0:
        end = place + len(phrase)
        before = text[place - 1 : place] if place else ""
        if not (_joins(before, phrase[0]) or _joins(phrase[-1], text[end : end + 1])):
            yield place
        place = text.find(phrase, end)


def _joins(left: str, right: str) -> bool:
    """Return True if two neighbouring characters are of one word, as far as that can be seen."""
    return left.isalnum() and right.isalnum() and left < _UNSPACED and right < _UNSPACED


FEATURES = {name: list(values) for name, values in EDGES.items()}
"""What a model must have been trained on."""
