"""What the places of regions say against selected text: those rules of placement that gain on today's pages."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from ..navigation.in_page import TOP
from ..navigation.site_info import FOOTER, HEADER
from ..page import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..blocks import Findings
    from ..page import Region

    Against = tuple[str, list[int]]
    """A veto's name and the numbers of the text blocks it speaks against."""

HEARD = (
    "breadcrumb.III.outside",
    "site_info.II.above",
    "site_info.IV.below",
    "in_page.II.after",
    "in_page.II.last",
)
"""Rules that are heard (Uda 4.2 ①, ③ and ⑤ II). The others cost more than they give; see the documentation."""
_ENDINGS = (FOOTER, TOP)


def placed(findings: Findings, selected: Sequence[int]) -> Iterator[Against]:
    """Yield the rules that speak against selected text blocks, and which; ``selected`` are their numbers in order."""
    if not selected or not _may_speak(findings.regions, selected[0], selected[-1]):
        return
    against: dict[str, set[int]] = {}
    for block, _, rule in findings.evidence:
        if rule in HEARD:
            start, end = findings.blocks[block].texts
            against.setdefault(rule, set()).update(selected[bisect_left(selected, start) : bisect_left(selected, end)])
    for rule, numbers in against.items():
        if numbers:
            yield rule, sorted(numbers)


def _may_speak(regions: Iterable[Region], first: int, last: int) -> bool:
    """Tell whether selected text stands where a rule might speak: most pages are done without blocks and evidence."""
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
