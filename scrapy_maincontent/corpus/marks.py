"""Marked elements: from location paths to the text of a page.

Only paths are read that name one element by its place, as `TextBlock.xpath` spells them and as browsers copy them:
``/html/body/div[2]/p`` and ``//*[@id="content"]/p[1]``. XPath at large is left out on purpose: a path that asks for
every ``p`` of a class marks other text as soon as the page is saved anew, and nobody sees it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import compress, islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..page import Page

_ID = r"""//\*\[@id=(?:"([^"]+)"|'([^']+)')\]"""
_STEP = r"""/(?:([a-zA-Z][\w.-]*)|\*\[name\(\)=["']([\w.:-]+)["']\])(?:\[([1-9][0-9]{0,8})\])?"""
_PATH = re.compile(rf"(?:{_ID}|(?=/[a-zA-Z*]))((?:{_STEP})*)")
_STEPS = re.compile(_STEP)
_IMPLIED = "tbody"
"""The element that browsers put into every table, and the parser only where it is written."""


class MarkError(ValueError):
    """A path is no location path, or leads to no element of the page."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What a person has marked: paths of elements that are main content, and of elements in them that are not."""

    main: tuple[str, ...]
    other: tuple[str, ...] = ()


def locate(page: Page, path: str) -> int:
    """Return the element that a location path leads to.

    Raises:
        MarkError: the path is of another form, or the page has no such element.
    """
    match = _PATH.fullmatch(path.strip())
    if match is None:
        raise MarkError(f"{path!r} is no location path such as /html/body/div[2]/p")
    name = match[1] or match[2]
    here = None if name is None else _with_id(page, name)
    if name is not None and here is None:
        raise MarkError(f"{path!r} leads nowhere: no element has that id")
    for step in _STEPS.finditer(match[3]):
        tag = (step[1] or step[2]).lower()
        found = _child(page, here, tag, int(step[3] or 1))
        if found is None:
            parent = "the document" if here is None else page.xpath(here)
            raise MarkError(f"{path!r} leads nowhere: {parent} has no {step[0].strip('/')}")
        here = found
    assert here is not None  # a path has an id or a step
    return here


def _with_id(page: Page, name: str) -> int | None:
    return next((element for element, attrs in enumerate(page.attrs) if attrs.get("id") == name), None)


def _child(page: Page, parent: int | None, tag: str, place: int) -> int | None:
    """Return the child with a tag at a place among those of its tag, counted from 1; ``None`` is the document."""
    children: Iterable[int] = range(min(1, len(page.tags))) if parent is None else page.children(parent)
    same = [child for child in children if page.tags[child] == tag]
    if not same and tag == _IMPLIED and place == 1 and parent is not None and page.tags[parent] == "table":
        return parent
    return next(islice(same, place - 1, None), None)


def marked_pieces(page: Page, marks: Marks) -> list[bool]:
    """Tell for each piece of the page's text whether it is marked as main content.

    A mark holds for all text below its element, up to the next mark within. What the page hides within a marked
    element is not main content, unless it is marked itself.

    Raises:
        MarkError: a path leads nowhere, or an element is marked as both.
    """
    main = {locate(page, path): path for path in marks.main}
    other = {locate(page, path) for path in marks.other}
    if both := main.keys() & other:
        raise MarkError(f"{main[min(both)]!r} is marked as main content and as other")
    found = [False] * len(page.pieces)
    for element in sorted(main.keys() | other | page.hiding):
        low, high = page.piece_starts[element], page.piece_ends[element]
        found[low:high] = [element in main] * (high - low)
    return found


def marked_shares(page: Page, marks: Marks) -> list[float]:
    """Return for each text block the share of its characters, white space aside, that is marked (0 to 1).

    Raises:
        MarkError: as `marked_pieces`.
    """
    marked = marked_pieces(page, marks)
    lengths = [sum(map(len, piece.split())) for piece in page.pieces]
    shares = []
    for start, end in zip(page.text_starts, page.text_ends, strict=True):
        total = sum(lengths[start:end])
        shares.append(sum(compress(lengths[start:end], marked[start:end])) / total if total else 0.0)
    return shares


def marked_text(page: Page, marks: Marks) -> str:
    """Return the marked text, a text block on each line.

    Raises:
        MarkError: as `marked_pieces`.
    """
    marked = marked_pieces(page, marks)
    lines = []
    for start, end in zip(page.text_starts, page.text_ends, strict=True):
        lines.append(" ".join("".join(compress(page.pieces[start:end], marked[start:end])).split()))
    return "\n".join(line for line in lines if line)
