"""Features of a block (Fujita et al. 3.3 (3), 4.4).

What differs from the paper's list:

* A linear CRF adds up weights, so that an attribute is an edge that a figure reaches (`EDGES`), not its value.
* What is counted in a block is counted below it as well. A block of the parent sequence has nothing of its own.
* White space is collapsed before (3.3 (1)): line breaks are the borders of our text blocks within the block.
* Blanks count beside characters of scripts without word spaces only, where they set lines apart.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from ..features.measures import integers, word_count

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..features.measures import Floats, Ints
    from ..page import Page
    from .fujita import Blocks


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
    """Return how often each group's phrases stand in each text (texts x groups)."""
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
