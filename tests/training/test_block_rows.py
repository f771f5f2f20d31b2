from __future__ import annotations

import pytest

from scrapy_maincontent.blocks import Configuration
from scrapy_maincontent.corpus.annotated import AnnotatedPage
from scrapy_maincontent.features.text_blocks import BLOCK_FEATURES
from scrapy_maincontent.page import Kind, Label
from scrapy_maincontent.training.tree import block_rows

PRIOR, ALL = Configuration(frozenset()), Configuration()
MASTHEAD = "<div><p>Ferry Courier</p><p>Founded beside quay seven</p></div>"
TRAIL = '<ol class="breadcrumb"><li><a href="/">Home</a></li><li><a href="/news/">News</a></li><li>Crossing</li></ol>'
STORY = "<div><h1>Sailings resume</h1><p>Engines were replaced during nine weeks ashore.</p><p>Captain Moor expects punctual departures.</p></div>"
STORY_TEXT = (
    "Sailings resume. Engines were replaced during nine weeks ashore. Captain Moor expects punctual departures."
)
PICTURE = "<div><img src=/ship.jpg></div>"
WORDS = {"masthead": 6, "trail": 3, "story": 14}


@pytest.fixture
def rows(tmp_path):
    """Return a page's blocks under each configuration."""

    def read(body, reference, *configurations):
        path = tmp_path / "page.html"
        path.write_text(f"<html><body>{body}</body></html>", "utf-8")
        url = "https://ferry.example/news/crossing"
        page = AnnotatedPage("1", url, path, "utf-8", "article", "ferry.example", "Sailings resume", reference)
        return list(block_rows(page, configurations))

    return read


def test_a_page_becomes_its_blocks(rows):
    (page,) = rows(MASTHEAD + TRAIL + STORY, STORY_TEXT, ALL)
    assert page.texts == [(0, 2), (2, 5), (5, 8)]
    assert page.words.tolist() == list(WORDS.values())
    assert page.main_words.tolist() == [0, 0, WORDS["story"]]
    assert page.main.tolist() == [False, False, True]
    assert page.features.shape == (3, len(BLOCK_FEATURES))
    assert (0, Label.OTHER, "breadcrumb.II.before") in page.evidence


@pytest.mark.parametrize(
    ("body", "words", "main"),
    [
        pytest.param("<p>Gulls circle above</p><p>Nets dry slowly</p>", 3, True, id="half of the words"),
        pytest.param("<p>Gulls circle above</p><p>Nets dry very slowly</p>", 3, False, id="less than half"),
        pytest.param("<p>Gulls circle high above</p><p>Nets dry slowly</p>", 4, True, id="more than half"),
        pytest.param("<p>Boats rest</p><p>Nets dry slowly</p>", 0, False, id="none"),
    ],
)
def test_half_of_the_words_in_the_reference_make_a_block_main(rows, body, words, main):
    reference = "Gulls circle high above" if "high" in body else "Gulls circle above"
    (page,) = rows(body, reference, PRIOR)
    assert page.main_words.tolist() == [words]
    assert page.main.tolist() == [main]


def test_pictures_alone_have_no_truth(rows):
    (page,) = rows(STORY + PICTURE + MASTHEAD, STORY_TEXT, ALL)
    assert page.words.tolist() == [WORDS["story"], 0, WORDS["masthead"]]
    assert page.scored.tolist() == [True, False, True]
    assert page.main.tolist() == [True, False, False]


def test_a_page_without_main_content(rows):
    (page,) = rows(MASTHEAD + STORY, "", ALL)
    assert not page.main.any()
    assert page.scored.all()


def test_configurations_cut_differently_and_count_the_same_words(rows):
    body = f"{MASTHEAD}<div>{TRAIL}{STORY.removeprefix('<div>')}{MASTHEAD}"
    prior, paging, whole = rows(body, STORY_TEXT, PRIOR, Configuration(frozenset({Kind.PAGING})), ALL)
    assert [len(page.texts) for page in (prior, paging, whole)] == [3, 3, 4]
    assert {page.words.sum() for page in (prior, paging, whole)} == {
        2 * WORDS["masthead"] + WORDS["trail"] + WORDS["story"]
    }
    assert {page.main_words.sum() for page in (prior, paging, whole)} == {WORDS["story"]}
    assert (prior.evidence, paging.evidence) == ([], [])
    assert whole.evidence
    assert whole.main.tolist() == [False, False, True, False]


@pytest.mark.parametrize("body", ["", PICTURE, "<script>x</script>"])
def test_a_page_without_text_has_no_rows_in_any_configuration(rows, body):
    assert rows(body, STORY_TEXT, PRIOR, ALL) == [None, None]


def test_an_empty_file_has_no_rows(tmp_path):
    path = tmp_path / "empty.html"
    path.write_bytes(b"")
    page = AnnotatedPage("1", "https://ferry.example/", path, None, "", "ferry.example", "", "")
    assert list(block_rows(page, [PRIOR, ALL])) == [None, None]
