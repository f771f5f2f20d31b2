from __future__ import annotations

import pytest

pytest.importorskip("cssselect", reason="selectors need the extra ads")

from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.facts.advertisements import MAX_SELECTOR, selected

PAGE = """<body><div id="top" class="ad wide"><p class="text">One</p><p lang="de-AT">Two</p></div>
<section><div class="box"><a href="https://ads.example/x.gif">Three</a></div></section><iframe src="/ads/1"></iframe></body>"""


def names(selector: str) -> list[str]:
    page = read_page(PAGE)
    return [page.tags[element] for element in sorted(selected(page, [selector]))]


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        (".ad", ["div"]),
        ("#top", ["div"]),
        ("P", ["p", "p"]),
        ("div.box", ["div"]),
        ('[class="ad wide"]', ["div"]),
        ('[class^="ad"]', ["div"]),
        ('a[href$=".gif"]', ["a"]),
        ('[href*="ads.example"]', ["a"]),
        ('[lang|="de"]', ["p"]),
        ("[src]", ["iframe"]),
        ("section a", ["a"]),
        ("section > a", []),
        (".box > a", ["a"]),
        ("p:not(.text)", ["p"]),
        (".ad, .box", ["div", "div"]),
        ('[class^=""]', []),
    ],
)
def test_elements_are_selected(selector, expected):
    assert names(selector) == expected


@pytest.mark.parametrize(
    "selector",
    ["div:has(p)", "p + p", "p ~ p", "p:nth-child(2)", "p::before", "div >", "", f"#{'x' * MAX_SELECTOR}", "p:hover"],
)
def test_what_is_not_understood_selects_nothing(selector):
    assert names(selector) == []
