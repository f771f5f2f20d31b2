from __future__ import annotations

from fractions import Fraction

import pytest
from growth import check_linear
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.methods.fujita import Thresholds, second_evaluation

FAMILY = [-1, 0, 0, 0, 0]
"""The tree of figure 2: a parent and four children."""


def judge(first, upper, lower, *, parents=FAMILY, as_printed=False):
    second = second_evaluation(parents, [bool(result) for result in first], Thresholds(upper, lower, as_printed))
    return [int(result) for result in second]


def test_figure_2_above_parent_and_third_child_are_not_main():
    """Three of five are main: with an upper threshold of 0.6 or lower all become main."""
    first = [0, 1, 1, 0, 1]
    assert judge(first, 60, 40) == [1, 1, 1, 1, 1]
    assert judge(first, 50, 40) == [1, 1, 1, 1, 1]
    assert judge(first, 61, 40) == first


def test_figure_2_below_parent_and_second_child_are_main():
    """Two of five are main: below the lower threshold the parent is not, and the children stay.

    At 0.4 itself figure 2 has the parent fall as well; the text and the listing of figure 3 have not.
    """
    first = [1, 0, 1, 0, 0]
    assert judge(first, 60, 41) == [0, 0, 1, 0, 0]
    assert judge(first, 60, 40) == first


def test_a_tie_at_the_upper_threshold_is_decided_by_the_variant():
    first = [0, 1, 1, 0, 1]
    assert judge(first, 60, 40, as_printed=True) == first
    assert judge(first, 59, 40, as_printed=True) == [1, 1, 1, 1, 1]


def test_shares_are_compared_exactly():
    """7 of 10 is 0.7, which no binary fraction is."""
    parents = [-1, *[0] * 9]
    first = [1, 1, 1, 1, 1, 1, 1, 0, 0, 0]
    assert judge(first, 70, 10, parents=parents) == [1] * 10
    assert judge(first, 70, 10, parents=parents, as_printed=True) == first
    assert judge([1 - result for result in first], 90, 30, parents=parents)[0] == 0
    assert judge([1, 1, 1, *[0] * 7], 90, 30, parents=parents)[0] == 1


def test_children_are_judged_before_their_parents():
    """The inner parent becomes main by its own children, and carries the outer one over the threshold."""
    parents = [-1, 0, 1, 1, 0]
    first = [1, 0, 1, 1, 0]
    assert judge(first, 60, 10, parents=parents) == [1, 1, 1, 1, 1]
    assert judge([1, 0, 0, 0, 0], 60, 10, parents=parents) == [1, 0, 0, 0, 0]


def test_only_children_follow_their_parent_not_what_is_below_them():
    parents = [-1, 0, 0, 0, 3, 3, 3]
    assert judge([1, 1, 1, 0, 0, 0, 0], 75, 10, parents=parents) == [1, 1, 1, 1, 0, 0, 0]


def test_a_block_alone_keeps_its_label():
    for first in ([0], [1]):
        for as_printed in (False, True):
            assert judge(first, 70, 40, parents=[-1], as_printed=as_printed) == first


def test_nothing_to_judge():
    assert second_evaluation([], [], Thresholds(70, 40)) == []


@pytest.mark.parametrize("threshold", [-1, 101, 0.7, True, None, "70"])
def test_thresholds_are_whole_per_cents(threshold):
    with pytest.raises(ValueError, match="whole number"):
        Thresholds(threshold, 40)
    with pytest.raises(ValueError, match="whole number"):
        Thresholds(70, threshold)


def recursive(parents, first, thresholds):
    """Figure 3 word for word, in fractions; ``exists(R2(b))`` read as c."""
    upper, lower = Fraction(thresholds.upper, 100), Fraction(thresholds.lower, 100)
    second = {}

    def evaluate(block):
        children = [child for child, parent in enumerate(parents) if parent == block]
        for child in children:
            if child not in second:
                evaluate(child)
        ratio = Fraction(first[block] + sum(second[child] for child in children), len(children) + 1)
        if ratio > upper or (ratio == upper and not thresholds.as_printed):
            second[block] = True
            for child in children:
                second[child] = True
        elif ratio < lower:
            second[block] = False
        else:
            second[block] = first[block]

    for block, parent in enumerate(parents):
        if parent < 0:
            evaluate(block)
    return [second[block] for block in range(len(parents))]


@st.composite
def trees(draw):
    count = draw(st.integers(1, 14))
    parents = [-1] + [draw(st.integers(-1 if number % 5 == 0 else 0, number - 1)) for number in range(1, count)]
    return parents, draw(st.lists(st.booleans(), min_size=count, max_size=count))


@given(trees(), st.integers(1, 99), st.integers(1, 99), st.booleans())
def test_it_is_the_listing_of_figure_3(tree, upper, lower, as_printed):
    thresholds = Thresholds(upper, lower, as_printed)
    assert second_evaluation(*tree, thresholds) == recursive(*tree, thresholds)


@pytest.mark.parametrize(
    "parents_of",
    [lambda count: list(range(-1, count - 1)), lambda count: [-1, *[0] * (count - 1)]],
    ids=["a chain", "a star"],
)
def test_large_trees_take_no_recursion_and_no_more_work_than_their_size(parents_of):
    def judged(parents):
        return second_evaluation(parents, [number % 3 > 0 for number in range(len(parents))], Thresholds(70, 40))

    check_linear(lambda n: parents_of(150 * n), judged)
    assert len(judged(parents_of(150_000))) == 150_000
