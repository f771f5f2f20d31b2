from __future__ import annotations

import pytest

from scrapy_maincontent.corpus.annotated import AnnotatedPage
from scrapy_maincontent.training.fujita import fujita_rows, weighed

STORY = "Engines were replaced during nine weeks ashore."
MORE = "Captain Moor expects punctual departures."


@pytest.fixture
def rows(tmp_path):
    """Return the sequences of a page whose main content is the given text."""

    def read(html, reference=f"{STORY} {MORE}"):
        path = tmp_path / "page.html"
        path.write_text(html, "utf-8")
        url = "https://ferry.example/"
        return fujita_rows(AnnotatedPage("1", url, path, "utf-8", "article", "ferry.example", "", reference))

    return read


def tags(sequence):
    return [told[0] for told in sequence.attributes]


def test_blocks_with_text_and_those_around_them_are_two_sequences(rows):
    found = rows(f"<body><div><p>Courier</p></div><div>{STORY}<p>{MORE}</p></div></body>")
    assert tags(found.text) == ["tag=p", "tag=div", "tag=p"]
    assert found.text.labels == ["other", "main", "main"]
    assert tags(found.parent) == ["tag=body", "tag=div"]
    assert found.parent.labels == ["main", "other"]


def test_a_block_is_main_from_half_of_its_own_words_on(rows):
    """Seven of fourteen, and seven of fifteen; the DIV's own three words do not profit from the P in it."""
    found = rows(f"<body><div>Anne Bo Chris <p>{STORY} a b c d e f g</p></div></body>")
    assert found.text.labels == ["other", "main"]
    found = rows(f"<body><div>Anne Bo Chris <p>{STORY} a b c d e f g h</p></div></body>")
    assert found.text.labels == ["other", "other"]


def test_a_parent_goes_by_all_words_below_it(rows):
    found = rows(f"<body><div><div><p>{STORY}</p><p>a b c</p></div><p>d e f g h</p></div></body>", STORY)
    assert list(zip(tags(found.parent), found.parent.labels, strict=True)) == [
        ("tag=body", "other"),
        ("tag=div", "other"),
        ("tag=div", "main"),
    ]


def test_a_page_without_a_reference_has_no_main_block(rows):
    assert set(rows(f"<body><p>{STORY}</p></body>", "").text.labels) == {"other"}


def test_a_page_without_text_has_no_rows(rows):
    assert rows("") is None
    assert rows("<body><img src=a.png></body>") is None


@pytest.mark.parametrize(("weight", "times"), [(1, 1), (1.4, 1), (3.51, 4), (0.2, 1)])
def test_weights_are_whole_numbers_of_times(rows, weight, times):
    assert weighed(rows(f"<p>{STORY}</p>"), weight).times == times
    assert weighed(None, weight) is None
