"""What a rule says about a block."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...page import Label

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Evidence(NamedTuple):
    """One rule's word on one block.

    ``block`` indexes the re-blocked blocks; ``rule`` is one of `RULES`, as in ``"breadcrumb.II.before"``: the kind of
    navigation, the case in Uda 4.2 (1), and what the rule looks at.
    """

    block: int
    label: Label
    rule: str


def main(blocks: Iterable[int], rule: str) -> Iterator[Evidence]:
    """Yield that blocks are main content."""
    return (Evidence(block, Label.MAIN, rule) for block in blocks)


def other(blocks: Iterable[int], rule: str) -> Iterator[Evidence]:
    """Yield that blocks are not main content."""
    return (Evidence(block, Label.OTHER, rule) for block in blocks)
