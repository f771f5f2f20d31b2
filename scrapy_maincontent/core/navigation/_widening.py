"""How far the element around a link of one kind reaches (Uda 3.3 ② Step-5, ④ Step-4)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from ._candidates import MIN_SENTENCE
from ._found import counted

if TYPE_CHECKING:
    from ._candidates import Candidates

_ROOTS = frozenset(("html", "body", "main"))


class Widening:
    """Climbs from elements while only allowed links come in, and little else; each element is looked at once.

    ``flags`` tell of each link whether it is allowed. ``most`` are the characters outside links. Sentences stay
    outside, and, where it is said, headings.
    """

    def __init__(self, candidates: Candidates, flags: list[bool], most: int, *, past_headings: bool = True) -> None:
        self._candidates, self._flags, self._most, self._past_headings = candidates, flags, most, past_headings
        self._known: dict[int, int] = {}

    @cached_property
    def _allowed(self) -> list[int]:
        """How many allowed links stand before each position."""
        return counted(self._flags)

    def around(self, element: int) -> int:
        """Return the outermost element to which one can be widened."""
        parents, known, way = self._candidates.page.parents, self._known, []
        while element not in known:
            way.append(element)
            parent = parents[element]
            if parent < 0 or not self._may_be(parent):
                break
            element = parent
        found = known.get(element, element)
        for passed in way:
            known[passed] = found
        return found

    def allows(self, positions: range) -> bool:
        """Tell whether all of some links are allowed."""
        return self._allowed[positions.stop] - self._allowed[positions.start] == len(positions)

    def _may_be(self, element: int) -> bool:
        candidates = self._candidates
        unlinked = candidates.size(element)[1]
        return (
            candidates.page.tags[element] not in _ROOTS
            and self.allows(candidates.inside(element))
            and unlinked <= self._most
            and (self._past_headings or not candidates.headings.within(element))
            and (unlinked < MIN_SENTENCE or not candidates.has_sentence(element))
        )
