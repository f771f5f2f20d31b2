"""What counts where rules disagree about a block."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import TYPE_CHECKING

from ...page import Label

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ._evidence import Evidence


class Order(StrEnum):
    """Which evidence wins. The paper does not say it."""

    FIRST = "first"
    """The earliest rule, by the paper's numbers: a block that is identified stays so."""
    LAST = "last"
    """The latest rule: what a program gives that runs ① to ⑤ and overwrites."""
    MAIN = "main"
    """A block is main content if any rule says so."""
    OTHER = "other"
    """A block is not main content if any rule says so."""
    MAJORITY = "majority"
    """What more rules say. A tie goes to other: the paper's aim is to find what is not main content."""


def decide(evidence: Iterable[Evidence], order: Order) -> dict[int, Evidence]:
    """Return the evidence that wins for each block that has any, in the order of their first mention.

    ``evidence`` comes in the order of `RULES`, as `place` gives it, with or without some of the rules. Where only the
    label wins (``MAIN``, ``OTHER``, ``MAJORITY``), the first evidence for it is returned.
    """
    winners: dict[int, Evidence] = {}
    if order == Order.LAST:
        for item in evidence:
            winners[item.block] = item
        return winners
    if order == Order.FIRST:
        for item in evidence:
            winners.setdefault(item.block, item)
        return winners
    items = list(evidence)
    preferred = _preferred(items, order)
    for item in items:
        wanted = preferred[item.block]
        if winners.setdefault(item.block, item).label != wanted and item.label == wanted:
            winners[item.block] = item
    return winners


def _preferred(evidence: list[Evidence], order: Order) -> dict[int, Label]:
    """Return the label that wins, if there is evidence for it, for each block."""
    if order != Order.MAJORITY:
        label = Label.MAIN if order == Order.MAIN else Label.OTHER
        return dict.fromkeys((item.block for item in evidence), label)
    votes: Counter[int] = Counter()
    for item in evidence:
        votes[item.block] += 1 if item.label == Label.MAIN else -1
    return {block: Label.MAIN if count > 0 else Label.OTHER for block, count in votes.items()}
