"""Links within the page: skip links, back to top, tables of contents (Uda 3.3 ⑤)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...page import Kind
from ...words import phrases
from ._contents import CONTENTS, MAX_UNLINKED, tables
from ._found import Found, outermost

if TYPE_CHECKING:
    from ._addresses import Addresses
    from ._candidates import Candidates

__all__ = ["BODY", "CONTENTS", "END", "TOP", "find", "purpose_of"]

TOP, BODY, END = "top", "body", "end"

MIN_BOXED = 0.6
"""Share of skip links in a list of them."""
MAX_WORDED = 200
"""Skip and top links of one page."""

_WORDED = ((TOP, phrases.TOP, "step1"), (END, phrases.END, "step3"), (BODY, phrases.BODY, "step2"))


def find(candidates: Candidates, addresses: Addresses) -> list[Found]:
    """Return the page's links within itself, by the first step that finds each."""
    fragments: dict[int, str] = {}
    for position in candidates.fragments:
        fragment = addresses.fragment(candidates.links.hrefs[position])
        if fragment is not None:
            fragments[position] = fragment
    if not fragments:
        return []
    worded = by_words(candidates, fragments)
    taken = {position for found in worded for position in candidates.inside(found.first, found.last)}
    return outermost([*worded, *contents(candidates, fragments, taken)], candidates.page)


def by_words(candidates: Candidates, fragments: dict[int, str]) -> list[Found]:
    """Uda 3.3 ⑤ Step-1 to Step-3: B-1, an address that begins with "#", and words.

    Step-1: to the top (B-2, A-1). Step-2: to the body text (B-3, A-2). Step-3: to the end (B-4, A-4). Links alone in
    one list are one region. The paper's (C) ends with "are paging navigation of these types": of in-page navigation.
    """
    kinds: dict[int, tuple[str, str]] = {}
    for position, fragment in fragments.items():
        says = candidates.links.says[position]
        for subtype, bits, rule in _WORDED:
            if says & bits and (fragment or subtype == TOP):
                kinds[position] = subtype, rule
                break
        if len(kinds) >= MAX_WORDED:
            break
    found = []
    done: set[int] = set()
    for position, (subtype, rule) in kinds.items():
        if position in done:
            continue
        element = candidates.elements[position]
        box = _box(candidates, position, kinds)
        if box is not None:
            element = box
            done.update(candidates.inside(box))
        found.append(Found(Kind.IN_PAGE, subtype, element, element, f"in_page.{rule}"))
    return found


def contents(candidates: Candidates, fragments: dict[int, str], taken: set[int]) -> list[Found]:
    """Uda 3.3 ⑤ Step-4: three or more links, and nothing else, that all lead to places on the page (B-5, A-3)."""
    found = tables(candidates, fragments, taken)
    return [Found(Kind.IN_PAGE, CONTENTS, first, last, "in_page.step4") for first, last in found]


def purpose_of(text: str) -> str:
    """Return what a link's words say that it leads to, `TOP`, `BODY` or `END`; "" where they say nothing of it."""
    says = phrases.SENSES[text[: phrases.MAX_TEXT]]
    return next((subtype for subtype, bits, _ in _WORDED if says & bits), "")


def _box(candidates: Candidates, position: int, kinds: dict[int, tuple[str, str]]) -> int | None:
    """Return the list that holds nothing but such links, at least two of them."""
    page = candidates.page
    for parent in page.ancestors(candidates.elements[position]):
        inside = candidates.inside(parent)
        if page.tags[parent] in ("body", "header", "main", "html") or (
            MIN_BOXED * len(inside) > sum(other in kinds for other in inside)
        ):
            return None
        if len(inside) > 1:
            return parent if candidates.size(parent)[1] <= MAX_UNLINKED else None
    return None
