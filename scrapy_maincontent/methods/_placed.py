"""What the places of regions say against selected text: those rules of placement that gain on today's pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..core.navigation.in_page import TOP
from ..core.navigation.site_info import FOOTER, HEADER
from ..core.page import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ..core.findings import Findings

    Marks = NDArray[np.bool_]

HEARD = (
    "breadcrumb.II.before",
    "breadcrumb.III.outside",
    "site_info.II.above",
    "site_info.IV.below",
    "in_page.II.after",
    "in_page.II.last",
)
"""Rules that are heard (Uda 4.2 ①, ③ and ⑤ II). The others cost more than they give; see the documentation."""


def placed(findings: Findings, main: Marks) -> Iterator[tuple[str, Marks]]:
    """Yield the rules that speak against selected text blocks, and which blocks they speak of; ``main`` is selected."""
    if not _may_speak(findings, main):
        return
    marks: dict[str, Marks] = {}
    for block, _, rule in findings.evidence:
        if rule in HEARD:
            marks.setdefault(rule, np.zeros(len(main), bool))[slice(*findings.blocks[block].texts)] = True
    yield from marks.items()


def _may_speak(findings: Findings, main: Marks) -> bool:
    """Tell whether selected text stands where a rule might speak: most pages are done without blocks and evidence."""
    selected = np.flatnonzero(main)
    if not len(selected):
        return False
    first, last = int(selected[0]), int(selected[-1])
    trails = [region for region in findings.regions if region.kind == Kind.BREADCRUMB]
    headers = [region for region in findings.regions if region.subtype == HEADER]
    endings = [region for region in findings.regions if region.subtype in (FOOTER, TOP)]
    # A region may touch a text block and not cover it, so that the far edges count.
    return any(first < region.blocks[1] for region in (*trails, *headers)) or any(
        last >= region.blocks[0] for region in (*trails[1:], *endings)
    )
