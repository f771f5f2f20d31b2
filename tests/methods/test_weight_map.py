from __future__ import annotations

import numpy as np
from laid_out_pages import drawn

from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.methods.layout import CELL, COLUMNS, ROWS, WeightMap, covered, page_map
from scrapy_maincontent.page.boxes import boxes_of

BOXES = np.array(
    [
        [0, 0, 960, 800],
        [100, 40, 300, 200],
        [95, 31, 20, 20],
        [-50, -50, 100, 100],
        [900, 700, 200, 5000],
        [0, 900, 960, 300],
        [-1, -1, -1, -1],
        [5, 5, 4, 400],
    ]
)


def test_the_window_has_48_by_40_cells():
    assert (COLUMNS, ROWS) == (48, 40)


def test_a_cell_is_covered_by_the_box_that_its_centre_lies_in():
    centres = np.arange(200) * CELL + CELL // 2
    for (left, top, width, height), (low, high, first, last) in zip(BOXES, covered(BOXES, ROWS), strict=True):
        rows = [row for row in range(ROWS) if width > 0 and top <= centres[row] < top + height]
        columns = [column for column in range(COLUMNS) if width > 0 and left <= centres[column] < left + width]
        expected = {(row, column) for row in rows for column in columns}
        assert {(row, column) for row in range(low, high) for column in range(first, last)} == expected


def test_a_score_is_the_sum_of_the_weights_of_the_cells_covered():
    weights = np.random.default_rng(5).normal(size=(ROWS, COLUMNS))
    expected = [weights[low:high, first:last].sum() for low, high, first, last in covered(BOXES, ROWS)]
    assert np.allclose(WeightMap(weights).scores(BOXES), expected, atol=1e-5)


def test_what_lies_below_the_map_counts_nothing():
    known = WeightMap(np.ones((ROWS, COLUMNS)))
    assert known.scores(np.array([[0, 800, 960, 400]])).tolist() == [0]
    assert known.scores(np.array([[0, 780, 960, 4000]])).tolist() == [COLUMNS]


def test_a_pages_map_knows_the_main_node_and_what_stands_beside_it():
    page = read_page(drawn())
    main = next(element for element, attrs in enumerate(page.attrs) if attrs.get("id") == "article")
    found = page_map(page, boxes_of(page), main, ROWS)
    assert found[20, 20] == 1  # the article
    assert found[20, 1] == found[20, 40] == -1  # its siblings: menu and teasers
    assert found[1, 20] == found[3, 20] == -1  # siblings of the columns around it: the head, the headline
    assert found[5, 20] == 0  # between headline and columns
    assert found[20, 5] == 0  # between menu and article
