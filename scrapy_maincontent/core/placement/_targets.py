"""Where links within the page lead to: fragment -> element -> block."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from ...page.columns import anchors

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...page import Page
    from ._layout import Layout

START_NAMES = frozenset(("", "top"))
"""Fragments that lead to the page's start, in any case of letters, where no element is called so."""


class Target(NamedTuple):
    """The block that a link leads to. ``at_end`` tells that nothing of the block stands at or after the target."""

    block: int
    at_end: bool = False


START = Target(0)


class Fragments:
    """Tells which addresses lead to a place on the page itself."""

    def __init__(self, page: Page) -> None:
        own = (page.url or "").partition("#")[0]
        base = page.absolute("").partition("#")[0]
        self._homes = {own.rstrip("/"), base.rstrip("/")}

    def of(self, url: str) -> str | None:
        """Return the fragment of an absolute address on this page, "" to its start; None for one of another page.

        What a link with only a fragment leads to counts as on the page, also where ``<base>`` points elsewhere.
        """
        before, _, fragment = url.partition("#")
        return fragment if before.rstrip("/") in self._homes else None


def targets(layout: Layout, fragments: Iterable[str]) -> dict[str, Target]:
    """Return the target of each fragment that has one.

    A fragment is an element's id or an ``a``'s name, as written or percent-decoded; the first element counts. "" and
    ``top``, where no element is called so, lead to the page's start.
    """
    wanted = dict.fromkeys(fragments)
    elements = anchors(layout.page) if any(wanted) else {}
    found = {}
    for fragment in wanted:
        element = elements.get(fragment, elements.get(unquote(fragment)))
        target = None if element is None else target_of(layout, element)
        if target is not None:
            found[fragment] = target
        elif element is None and fragment.lower() in START_NAMES:
            found[fragment] = START
    return found


def target_of(layout: Layout, element: int) -> Target | None:
    """Return the block that an element stands in, None on a page without content.

    An element with text or objects stands in the block of the first of them. For an empty one, like ``<a name>``, the
    smallest element around it that has content tells: it stands in the block of what follows it there, or, where it
    comes last, of what precedes it. The paper does not say which block a target between two blocks belongs to.
    """
    page = layout.page
    text, number = bisect_right(page.text_ends, page.piece_starts[element]), bisect_left(page.objects, element)
    for holder in (element, *page.ancestors(element)):
        if _starts_in(page, holder, text, number):
            return Target(min(layout.block_of_text(text), layout.block_of_object(number)))
        if _ends_in(page, holder, text - 1, number - 1):
            block = max(layout.block_of_text(text - 1), layout.block_of_object(number - 1))
            own = layout.blocks[block]
            return Target(block, at_end=own.texts[1] <= text and own.objects[1] <= number)
    return None


def _starts_in(page: Page, holder: int, text: int, number: int) -> bool:
    """Tell whether a text block, or an object, starts before an element's end."""
    return (text < len(page.texts) and page.text_starts[text] < page.piece_ends[holder]) or (
        number < len(page.objects) and page.objects[number] < page.ends[holder]
    )


def _ends_in(page: Page, holder: int, text: int, number: int) -> bool:
    """Tell whether a text block, or an object, goes on after an element's start."""
    return (text >= 0 and page.text_ends[text] > page.piece_starts[holder]) or (
        number >= 0 and page.objects[number] >= holder
    )
