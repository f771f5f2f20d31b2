"""Whatever a page is made of: nothing raises, and the result is consistent, plain and always the same."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from broken_pages import CHARSETS, FORMATS, HREFS, NAMES, PAGES, PROSE, SOUP, TREES, URL, check, check_places, torn_page
from hypothesis import given
from hypothesis import strategies as st
from package_root import ROOT

from scrapy_maincontent import speedups
from scrapy_maincontent.extraction import extract
from scrapy_maincontent.methods import METHODS
from scrapy_maincontent.page.limits import Limits


@given(SOUP)
def test_tags_and_texts_in_any_order(markup: str) -> None:
    check_places(check(markup.encode()), markup.encode())


@given(TREES)
def test_trees_with_hostile_names(markup: str) -> None:
    page = f"<html><body>{markup}{PROSE * 3}</body></html>".encode()
    check_places(check(page), page)


@given(st.binary(max_size=600), st.sampled_from(CHARSETS), st.none() | st.sampled_from(CHARSETS))
def test_any_bytes_in_any_encoding(body: bytes, declared: str, header: str | None) -> None:
    page = f'<meta charset="{declared}">'.encode() + body + PROSE.encode() + body
    check_places(check(page, header), page, header)


@given(st.text(max_size=300), st.sampled_from(CHARSETS))
def test_text_that_is_not_in_the_encoding_it_names(text: str, header: str) -> None:
    check(f"{PROSE}<p>{text}</p>".encode("utf-8", "surrogatepass"), header)
    check(f"{PROSE}<p>{text}</p>")


@given(st.integers(0, 10**9))
def test_bundled_pages_torn_and_put_together(seed: int) -> None:
    page = torn_page(seed)
    check_places(check(page), page)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_on_torn_pages(method: str) -> None:
    for seed in range(20):
        check(torn_page(seed), method=method)


@given(SOUP, st.integers(1, 400), st.integers(1, 30), st.integers(1, 9))
def test_limits_cut_and_do_not_break(markup: str, size: int, elements: int, depth: int) -> None:
    limits = Limits(max_bytes=size, max_elements=elements, max_depth=depth, max_attributes=2)
    result = extract(markup + PROSE, URL, formats=FORMATS, limits=limits)
    assert result.empty_reason != "error"
    assert len(result.text.encode()) <= size
    for block in result.text_blocks:
        if block.start is not None:
            assert result.text[block.start : block.end] == block.text


@given(st.sampled_from(HREFS), st.sampled_from(HREFS), st.sampled_from(NAMES))
def test_addresses_that_are_none(base: str, href: str, name: str) -> None:
    trail = f'<div class="breadcrumb"><a href="{href}">Mill</a> &gt; <a href="{href}{name}">Wheel</a> &gt; x</div>'
    pager = (
        f'<div class="pager"><a href="{href}">1</a> <a href="{href}2">2</a> <a rel="next" href="{href}">Next</a></div>'
    )
    page = f'<base href="{base}">{trail}{PROSE * 4}<img alt="mill" width="900" height="600" src="{href}">{pager}'
    check(page)
    assert extract(page, href, formats=FORMATS).empty_reason != "error"


BROKEN_ADDRESSES = (
    "http://[::1/2",
    "http://[",
    "//[x]:y/?page=2",
    "http://\u2100/2",
    "http://m:99999999/2",
    "//",
    "http:///2",
)


@pytest.mark.parametrize("href", BROKEN_ADDRESSES)
@pytest.mark.parametrize(
    "links",
    [
        '<link rel="next" href="{}">',
        '<a rel="next" href="{}">Next</a>',
        '<div class="pager"><a href="?page=1">1</a> <b>2</b> <a href="{}">3</a> <a href="{}">Next »</a></div>',
        '<div class="breadcrumb"><a href="{}">Mill</a> &gt; <a href="{}">Wheel</a> &gt; Spoke</div>',
        '<ul class="toc"><li><a href="{}">Mill</a><li><a href="{}#a">Wheel</a></ul>',
    ],
)
def test_navigation_that_leads_to_no_address(href: str, links: str) -> None:
    page = PROSE * 4 + links.replace("{}", href) + PROSE * 4
    for base in ("", "http://[mill", "javascript:0//"):
        assert "stands by the river" in check(f'<base href="{base}">{page}').text
    assert extract(page, href, formats=FORMATS).empty_reason is None


DIGESTS = """
import hashlib, json, sys
sys.path[:0] = {paths!r}
from broken_pages import check, plain, torn_page
for seed in range({count}):
    print(hashlib.sha256(json.dumps(plain(check(torn_page(seed))), sort_keys=True).encode()).hexdigest())
"""


def digests(count: int, **environment: str) -> list[str]:
    here = Path(__file__)
    script = DIGESTS.format(paths=[str(here.parent), str(here.parents[1]), str(ROOT)], count=count)
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env=os.environ | environment
    )
    return run.stdout.split()


@pytest.mark.slow
@pytest.mark.skipif(speedups.state() != speedups.COMPILED, reason=speedups.state())
def test_compiled_and_pure_give_the_same_in_any_process() -> None:
    count = 60
    built = digests(count, PYTHONHASHSEED="1")
    assert len(built) == count
    assert digests(count, PYTHONHASHSEED="2", MAINCONTENT_PURE="1") == built


def test_pages_are_bundled() -> None:
    assert len(PAGES) > 50
    assert len({hashlib.sha256(torn_page(seed)).digest() for seed in range(20)}) == 20
    assert json.dumps(extract(PAGES[0].read_bytes(), URL).as_dict())
