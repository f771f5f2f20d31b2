from __future__ import annotations

import pytest

from scrapy_maincontent.blocks.placement import Evidence, Order, decide
from scrapy_maincontent.page import Label

FIRST = Evidence(4, Label.MAIN, "breadcrumb.II.heading")
SECOND = Evidence(4, Label.OTHER, "blog_utility.II.after")
THIRD = Evidence(4, Label.OTHER, "in_page.II.above")
FOURTH = Evidence(4, Label.MAIN, "in_page.III.target")


@pytest.mark.parametrize(
    ("order", "winner"),
    [
        (Order.FIRST, FIRST),
        (Order.LAST, THIRD),
        (Order.MAIN, FIRST),
        (Order.OTHER, SECOND),
        (Order.MAJORITY, SECOND),
    ],
)
def test_what_wins_where_rules_disagree(order, winner):
    assert decide([FIRST, SECOND, THIRD], order) == {4: winner}


def test_a_tie_of_votes_is_not_main():
    assert decide([FIRST, SECOND, THIRD, FOURTH], Order.MAJORITY) == {4: SECOND}


def test_a_majority_for_main():
    assert decide([SECOND, FIRST, FOURTH], Order.MAJORITY) == {4: FIRST}


@pytest.mark.parametrize("order", Order)
def test_each_block_is_decided_by_itself(order):
    elsewhere = Evidence(7, Label.MAIN, "paging.II.before")
    assert decide([SECOND, elsewhere, THIRD], order)[7] == elsewhere
    assert decide([SECOND, elsewhere, THIRD], order)[4].label == Label.OTHER


@pytest.mark.parametrize("order", Order)
def test_a_single_word_counts_in_every_order(order):
    assert decide(iter([FIRST]), order) == {4: FIRST}
    assert decide([], order) == {}
