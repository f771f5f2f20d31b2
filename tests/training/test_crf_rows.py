from __future__ import annotations

import numpy as np
import pytest

from scrapy_maincontent.corpus.annotated import AnnotatedPage
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.training.crf import ABOVE, GRANDPARENT, OWN, PARENT, TEXT, block_tokens, crf_rows, weighed

STORY = "Engines were replaced during nine weeks ashore."
PAGE = (
    f'<body><ul class="menu"><li><a href="/">Home</a></li><li>News</li></ul><div id="story"><p>{STORY}</p></div></body>'
)


@pytest.fixture
def rows(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(PAGE)
    return crf_rows(AnnotatedPage("1", "https://ferry.example/", path, None, "article", "ferry.example", "", STORY))


def test_a_page_is_its_blocks_with_their_share_of_the_reference(rows):
    assert rows.domain == "ferry.example"
    assert rows.targets.tolist() == [0, 0, 1]
    assert len(rows.weights) == len(rows.seen.measures.words) == 3
    assert rows.weights[2] > rows.weights[0] > 0


def test_tokens_are_kept_once_and_named_by_number(rows):
    page = read_page(PAGE.encode())
    assert len(rows.tokens) == len(set(rows.tokens))
    spelled = [
        [rows.tokens[number] for number in rows.token_ids[start:stop]]
        for start, stop in zip(rows.token_starts[:-1], rows.token_starts[1:], strict=True)
    ]
    assert spelled == list(block_tokens(page))


def test_the_tokens_of_a_block_by_level():
    home, news, story = (set(block) for block in block_tokens(read_page(PAGE.encode())))
    assert {(ABOVE, "w:menu"), (OWN, "t:li"), (PARENT, "w:menu"), (TEXT, "home")} <= home
    assert {(ABOVE, "iw:story"), (OWN, "t:p"), (PARENT, "iw:story"), (GRANDPARENT, "t:body")} <= story
    assert not any(token == (ABOVE, "w:menu") for token in story)
    assert home ^ news == {(TEXT, "home"), (TEXT, "news")}


@pytest.mark.parametrize(("weight", "times"), [(0.3, 1), (1.0, 1), (2.6, 3)])
def test_a_weight_counts_in_full_or_in_whole_pages(rows, weight, times):
    heavy = weighed(rows, weight)
    assert np.allclose(heavy.weights, rows.weights * weight)
    assert heavy.times == times
    assert weighed(None, weight) is None
