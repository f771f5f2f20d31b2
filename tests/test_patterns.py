"""No regular expression of the package takes more than in proportion to what it reads."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from growth import check_linear
from pattern_attacks import SIZE, attacks, is_slow, patterns, uses

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.page.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Callable

EXCEPTIONS = {
    "page.limits._FIELD": "used where an attribute follows all blanks",
}
"""Patterns that are slow on some strings, and why they never get these."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no timer of the processor's seconds")


def test_there_are_patterns_and_attacks() -> None:
    found = patterns()
    assert len(found) > 150
    assert EXCEPTIONS.keys() <= found.keys()
    assert sum(1 for _ in attacks(found["facts.page_type._DECLARED"], 100)) > 10


def slow_strings(name: str) -> list[tuple[str, str]]:
    """Return the beginnings of strings that take a pattern too long, each with the name."""
    pattern, methods = patterns()[name], uses(name)
    texts = attacks(pattern, SIZE)
    return [(name, text[:80]) for text in texts for method in methods if is_slow(pattern, text, method)]


@pytest.mark.slow
def test_every_pattern_is_linear() -> None:
    assert [found for name in patterns() if name not in EXCEPTIONS for found in slow_strings(name)] == []


@pytest.mark.parametrize(
    "name",
    [
        "facts.page_type._DECLARED",
        "facts.declared._KEYWORD_PARTS",
        "page._PLAIN_BASE",
        "words.lines.PARTS",
        "words.titles._NAMED_END",
    ],
)
def test_patterns_that_were_quadratic(name: str) -> None:
    assert slow_strings(name) == []


PAGES: dict[str, Callable[[int], bytes]] = {
    "a type in JSON-LD after blanks": lambda size: (
        b'<script type="application/ld+json">{"@type":' + b" " * 20 * size + b"</script><p>The ferry is late again.</p>"
    ),
    "a tag of blanks in markup that is trimmed": lambda size: (
        b"<!x <p>" + b"<p a=1 b" + b" " * 20 * size + b">The ferry is late."
    ),
}


@pytest.mark.parametrize("name", PAGES)
def test_pages_of_blanks(name: str) -> None:
    check_linear(PAGES[name], lambda page: extract(page, limits=Limits(seconds=3600, max_attributes=8)).complete(), 50)
