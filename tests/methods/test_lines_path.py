from __future__ import annotations

from itertools import pairwise, product
from time import process_time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapy_maincontent.methods._lines_diagram import CLASSES, diagram
from scrapy_maincontent.methods._lines_path import best_path

DIAGRAM = diagram(2)


def shares(classes, sure=0.9):
    """Return the shares of lines that are quite surely of these classes."""
    rest = (1 - sure) / (len(CLASSES) - 1)
    return np.array([[sure if name == own else rest for name in CLASSES] for own in classes])


def letters(path):
    return "".join(CLASSES[DIAGRAM.classes[state]] for state in path)


def test_lines_that_the_diagram_allows_keep_their_classes():
    for classes in ("HSE", "NNHNSMMENN", "NHSENKNSMEN"):
        assert letters(best_path(shares(classes), DIAGRAM)) == classes


def test_one_line_that_does_not_fit_is_overruled():
    assert letters(best_path(shares("NHNSMNMEN"), DIAGRAM)) == "NHNSMMMEN"
    assert letters(best_path(shares("NHSMENHN"), DIAGRAM)) in ("NHSMENNN", "NHSMMMEN")


def test_the_surer_of_two_titles_wins():
    found = shares("HNHNSME")
    found[2, CLASSES.index("H")] = 0.99
    assert letters(best_path(found, DIAGRAM)) == "NNHNSME"


def test_a_title_too_far_from_the_body_is_none():
    assert letters(best_path(shares("HNNNHSME"), DIAGRAM)) == "NNNNHSME"


@pytest.mark.parametrize("count", [0, 1, 2])
def test_too_few_lines_have_no_path(count):
    assert best_path(np.full((count, len(CLASSES)), 1 / 6), DIAGRAM) is None


def test_classes_that_no_leaf_has_seen_forbid_nothing():
    certain = np.zeros((5, len(CLASSES)))
    certain[:, 0] = 1
    assert sorted(letters(best_path(certain, DIAGRAM))) == sorted("NNHSE")


def brute(found):
    """Return the greatest product of all paths, by trying each."""
    best = -np.inf
    for path in product(range(len(DIAGRAM.states)), repeat=len(found)):
        follows = all(before in DIAGRAM.before[state] for before, state in pairwise(path))
        if path[0] in DIAGRAM.first and path[-1] in DIAGRAM.final and follows:
            best = max(best, weight(path, found))
    return best


def weight(path, found):
    return sum(np.log(row[DIAGRAM.classes[state]]) for state, row in zip(path, found, strict=True))


@settings(max_examples=10)
@given(st.lists(st.lists(st.floats(0.01, 1), min_size=6, max_size=6), min_size=3, max_size=4))
def test_no_other_path_is_better(rows):
    found = np.array(rows)
    assert weight(best_path(found, DIAGRAM), found) == pytest.approx(brute(found))


@settings(max_examples=50)
@given(st.integers(3, 40), st.integers(0, 2**32 - 1))
def test_every_path_is_one_of_the_diagram(count, seed):
    path = best_path(np.random.default_rng(seed).random((count, 6)), DIAGRAM)
    assert path[0] in DIAGRAM.first
    assert path[-1] in DIAGRAM.final
    assert all(before in DIAGRAM.before[state] for before, state in pairwise(path))


def test_long_pages_take_linear_time():
    start = process_time()
    assert len(best_path(np.random.default_rng(0).random((50_000, 6)), diagram(20))) == 50_000
    assert process_time() - start < 20
