from __future__ import annotations

import numpy as np
import pytest

from scrapy_maincontent.methods._lines_matrix import FIGURES, Sight, line_figures

LINES = ["The crane", "", "   The board met on Tuesday.", "\u3000港の起重機"]
PAPER = tuple(f"f{number}" for number in range(1, 14))


def test_the_papers_thirteen():
    assert Sight().names == PAPER
    assert Sight().matrix(line_figures(LINES)).shape == (4, 13)


def test_the_margin_is_what_is_blank_before_a_line():
    assert line_figures(LINES)[:, FIGURES.index("margin")].tolist() == [0, 0, 3, 1]


@pytest.mark.parametrize("margin", [False, True])
def test_the_lines_around_are_seen_beside_a_line(margin):
    sight = Sight(around=1, margin=margin)
    figures = line_figures(LINES)
    own = Sight(margin=margin).matrix(figures)
    matrix = sight.matrix(figures)
    before = [sight.names.index(f"{name}@-1") for name in Sight(margin=margin).names]
    behind = [sight.names.index(f"{name}@+1") for name in Sight(margin=margin).names]
    assert len(sight.names) == matrix.shape[1] == 3 * own.shape[1]
    assert np.array_equal(matrix[1:, before], own[:-1])
    assert np.array_equal(matrix[:-1, behind], own[1:])
    assert (matrix[0, before] == -1).all()
    assert (matrix[-1, behind] == -1).all()


def test_a_page_without_lines():
    assert Sight(around=2).matrix(line_figures([])).shape == (0, 65)


def test_one_line_with_many_around():
    assert Sight(around=5).matrix(line_figures(["a"])).shape == (1, 13 * 11)


def test_nothing_is_seen_of_fewer_than_no_lines():
    with pytest.raises(ValueError, match="around"):
        Sight(around=-1)
