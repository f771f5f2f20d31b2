from __future__ import annotations

import numpy as np
import pytest
from core_pages import page_of

from scrapy_maincontent.features.measures import measure


def test_the_linked_share_is_of_the_block_text():
    page = page_of("<p><a href=/a>four</a></p><p>four <a href=/b>\n   four  \n</a></p><p>none <a name=x>here</a></p>")
    assert measure(page).linked.tolist() == pytest.approx([1, 4 / 9, 0])


def test_totals_inside_elements():
    page = page_of("<div><p>one two</p><p>three</p></div><p>four</p>")
    measures = measure(page)
    words = measures.inside(measures.words_before)
    assert words[page.tags.index("div")] == 3
    assert words[0] == 4


def test_covering_elements_are_counted_by_group():
    page = page_of("<ul><li>a<ul><li>b</ul></ul><p>c")
    items = np.array([index for index, tag in enumerate(page.tags) if tag == "li"])
    paragraphs = np.array([page.tags.index("p")])
    covered = measure(page).covered(
        np.concatenate((items, paragraphs)), np.array([0] * len(items) + [1] * len(paragraphs)), 2
    )
    assert covered.tolist() == [[1, 0], [2, 0], [0, 1]]
