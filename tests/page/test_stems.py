from __future__ import annotations

import pytest
from core_pages import page_of

from scrapy_maincontent.blocks.structures import CODE, structures
from scrapy_maincontent.methods.page_parts import CONSENT
from scrapy_maincontent.page.stems import STEMS, PythonStems, named
from scrapy_maincontent.page.unshown import EDIT_LINKS, FOR_READERS, ICON_FONTS
from scrapy_maincontent.words import read_words


def test_names_with_a_stem_come_in_any_case_and_in_the_pages_order():
    page = page_of("<p class='Old-Price'>1</p><div id=PREIS>2</div><p class='title'>3</p><p class='prix x'>4</p>")
    assert named(page, "price") == ["Old-Price", "PREIS", "prix x"]
    assert named(page, "consent") == []


def test_letters_that_become_ascii_in_lower_case_count():
    page = page_of("<p class='coo\N{KELVIN SIGN}ie-bar'>1</p><p class='überpreis'>2</p>")
    assert (named(page, "consent"), named(page, "price")) == (["coo\N{KELVIN SIGN}ie-bar"], ["überpreis"])


def test_stems_are_of_two_letters_at_least_and_no_more_than_the_compiled_reader_holds():
    assert all(len(stem) > 1 and stem.isascii() and stem == stem.lower() for stems in STEMS.values() for stem in stems)
    assert sum(map(len, STEMS.values())) < 256


@pytest.mark.parametrize(
    ("sense", "words"),
    [
        ("unshown", FOR_READERS | EDIT_LINKS | ICON_FONTS),
        ("consent", CONSENT),
        (
            "code",
            [word for group in ("sure", "likely", "lines") for word in read_words("structures.toml")["code"][group]],
        ),
    ],
)
def test_what_is_looked_at_closely_has_a_stem(sense, words):
    assert [word for word in words if not any(stem in word for stem in STEMS[sense])] == []


@pytest.mark.parametrize("name", ["code-block", "CodeBlock", "source_code", "syntax-highlighter", "program-listing"])
def test_code_is_found_by_names_of_two_words(name):
    page = page_of(f"<div class='{name}'><div><code>a = 1</code></div><div><code>b = 2</code></div></div>")
    assert [found.kind for found in structures(page)] == [CODE]


def test_names_without_any_stem_cost_no_bits():
    assert PythonStems([("price", 1), ("line", 2)]).read(["title", "line-price", "PRICE"]) == [0, 3, 1]
