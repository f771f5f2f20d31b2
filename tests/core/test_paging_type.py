from __future__ import annotations

import pytest

from scrapy_maincontent.core.paging_type import paging_type


@pytest.mark.parametrize(
    ("page_type", "expected"), [("article", "article"), ("listing", "list"), ("forum", "list"), (None, "list")]
)
def test_a_page_with_one_text_has_pages_of_it(page_type, expected):
    assert paging_type("https://blog.example/roses?page=2", None, page_type) == expected


def test_without_a_next_or_previous_page_there_is_no_type():
    assert paging_type(None, None, "article") is None
