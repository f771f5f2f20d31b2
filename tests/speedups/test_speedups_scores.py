from __future__ import annotations

import threading
from dataclasses import replace
from html import escape

import numpy as np
import pytest
from hostile import MARKUP, PAGES, built
from hypothesis import example, given
from hypothesis import strategies as st
from parsel import Selector
from twins import SCORED_PAGE, model_parts, same_measures, score_differences

from scrapy_maincontent import speedups
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.features.measures import (
    CompiledMeasures,
    figures_in_python,
    measured_in_python,
    text_figures,
)
from scrapy_maincontent.methods import load_model
from scrapy_maincontent.methods.crf import ARTICLE, OTHER, CompiledScorer, PythonScorer, scorers
from scrapy_maincontent.methods.crf_features import FEATURES
from scrapy_maincontent.page import Page
from scrapy_maincontent.page.flatten import fill
from scrapy_maincontent.page.limits import Limits
from scrapy_maincontent.page.parser import tree_of, walk
from scrapy_maincontent.site_memory import Recalled, lesson_of, look_up

pytestmark = built

NAMES = st.text(st.sampled_from("aAzZ09-_ \t.éİßΣ語٣\x1c\u3000"), max_size=12) | st.sampled_from(
    [
        "sidebar",
        "comments",
        "no-comments",
        "col-12",
        "HTMLBody",
        "mainNav_menu",
        "x " * 150,
        "entry-content article 2024",
        "É footer",
        "١٢",
    ]
)
WORDS = st.lists(
    st.sampled_from(
        [
            "share",
            "Share!",
            "«mill»",
            "(the",
            "2024",
            "12.5",
            "İ",
            "it’s",
            "語。",
            "\u3000",
            "...",
            ".”",
            "a1b22",
            "-",
            "!)",
        ]
    ),
    min_size=1,
    max_size=14,
).map(" ".join)
BLOCKS = st.lists(
    st.tuples(st.sampled_from(["div", "p", "li", "h2", "a", "span", "x-own"]), NAMES, NAMES, WORDS), max_size=8
)


KNOWN_LINES = {"share": (0, 2), "語。": (1,), "«mill»": (0,)}


def both(parts):
    (compiled,) = scorers([parts])
    assert isinstance(compiled, CompiledScorer)
    return PythonScorer(parts), compiled


@pytest.fixture(scope="module", params=[ARTICLE, OTHER])
def packaged(request):
    return both(load_model("crf").experts[request.param].parts)


def assert_same(scorers, page):
    measures = measured_in_python(page), CompiledMeasures(page)
    assert same_measures(*measures)
    assert figures_in_python(page, KNOWN_LINES, 3) == text_figures(page, KNOWN_LINES, 3)
    scored = [scorer.score(page, seen) for scorer, seen in zip(scorers, measures, strict=True)]
    assert not score_differences(*scored)


def read(markup):
    page = read_page(markup)
    return page if page is not None and page.texts else None


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_bundled_page_has_the_same_scores(path, packaged):
    if page := read(path.read_bytes()):
        assert_same(packaged, page)


@given(MARKUP)
def test_hostile_markup_has_the_same_scores(packaged, markup):
    if page := read(markup):
        assert_same(packaged, page)


@given(BLOCKS)
@example([("div", "a" * 500, "b", "share")])
def test_names_and_words_weigh_the_same(packaged, blocks):
    markup = "".join(
        f'<{tag} class="{escape(names)}" id="{escape(other)}" role="{escape(other)}" itemprop="{escape(names)}">{words}'
        for tag, names, other, words in blocks
    )
    if page := read(f"<body>{markup}"):
        assert_same(packaged, page)


@given(st.lists(WORDS, min_size=1, max_size=30))
def test_copies_are_the_same(packaged, texts):
    if page := read("".join(f"<p>{text}" for text in texts)):
        assert_same(packaged, page)


EDGES = (
    *(0x0E00, 0x0E01, 0x0E2E, 0x0E2F, 0x0E4E, 0x0E4F, 0x0E81, 0x0EAE, 0x0EAF, 0x0ECF, 0x0ED0, 0x0EDC, 0x0EDF, 0x0EE0),
    *(0x1000, 0x1021, 0x1022, 0x103F, 0x1040, 0x104A, 0x104B, 0x104C, 0x1100, 0x11FF, 0x1200, 0x177F, 0x1780, 0x17A2),
    *(0x17A3, 0x17DA, 0x17DB, 0x200A, 0x200B, 0x200C, 0x2E80, 0xA4CF, 0xA4D0, 0xAC00, 0xD7AF, 0xF900, 0xFAFF, 0xFFF0),
)
"""Codes where the scripts without blanks between words begin and end, and their signs."""


@given(st.lists(st.text([" ", "a", *map(chr, EDGES)], min_size=1, max_size=9), min_size=1, max_size=9))
@example([f"{chr(code)}a{chr(code)}" for code in EDGES])
def test_words_of_any_script_are_counted_the_same(texts):
    if page := read("".join(f"<p>{escape(text)}" for text in texts)):
        assert same_measures(measured_in_python(page), CompiledMeasures(page))


@given(st.lists(WORDS | st.text() | st.integers(1, 3000).map("\xff l".__mul__), min_size=1, max_size=9), st.booleans())
@example(["水車", "水車小屋", "one", "two words", "half a \ud800 pair"], False)
def test_known_texts_are_found_the_same(texts, known):
    page = read("".join(f"<h{number % 8}>{escape(text)}</h{number % 8}>" for number, text in enumerate(texts)))
    if page is None:
        return
    none = np.zeros(0, np.uint64)
    numbers = look_up(page, measured_in_python(page), 1, none, none)[0]
    stood = np.unique(numbers[numbers > 0])[::2].copy() if known else none
    bits = np.arange(1, len(stood) + 1, dtype=np.uint64)
    python, compiled = (look_up(page, made(page), 2, stood, bits) for made in (measured_in_python, CompiledMeasures))
    for one, other in zip(python[:2], compiled[:2], strict=True):
        assert one.dtype == other.dtype
        assert np.array_equal(one, other)
    assert python[2:] == compiled[2:]


@given(
    st.lists(
        st.tuples(
            st.integers(0, 5) | st.integers(0, 2**64 - 1),
            st.just(0.0) | st.floats(2, 90_000),
            st.sampled_from([0.0, 0.5, 1.0]) | st.floats(0, 1),
        )
    )
)
@example([(3, 2.0, 0.5), (1 << 63, 7.0, 1.0), (3, 4.0, 0.25), (9, 65_536.0, 0.5), (1, 0.0, 1.0)])
@example([(number % 250, 2 + number % 7 / 2, number % 11 / 10) for number in range(999)])
def test_lessons_are_the_same(blocks):
    numbers, words, scores = ([*column] for column in zip(*blocks, strict=True)) if blocks else ([], [], [])
    recalled = Recalled("", 7, np.array(numbers, np.uint64), np.array(words, np.float64), {}, 0, None, None)
    python = recalled.lesson(scores)
    assert lesson_of(recalled, scores) == (python.to_bytes() if python else b"")


def test_names_that_are_not_interned_are_read_as_well(packaged):
    page = read(SCORED_PAGE)
    page.attrs = [{"".join(list(name)): value for name, value in attrs.items()} for attrs in page.attrs]
    assert_same(packaged, page)


def test_trees_of_any_number_add_up_the_same():
    page = read(SCORED_PAGE)
    for trees in (1, 7, 8, 9, 63, 128, 129, 300):
        assert_same(both(model_parts(trees)), page)


def test_a_selector_is_scored_as_well(packaged):
    root, _ = tree_of(Selector(SCORED_PAGE))
    assert_same(packaged, fill(Page(), walk(root), Limits()))


def test_threads_do_not_disturb_each_other(packaged):
    pages = [page for path in PAGES[:8] if (page := read(path.read_bytes()))]
    scorer = packaged[1]
    expected = [scorer.score(page, CompiledMeasures(page)).likely.tolist() for page in pages]
    wrong = []

    def score_all():
        for _ in range(20):
            found = [scorer.score(page, CompiledMeasures(page)).likely.tolist() for page in pages]
            if found != expected:
                wrong.append(found)

    threads = [threading.Thread(target=score_all) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize(
    "change",
    [
        {"owners": [9]}, {"owners": [-1]}, {"owners": []}, {"text_ends": [5]}, {"piece_ends": [0, 7]}, {"ends": [2, 3]},
        {"parents": [-1, 1000]}, {"parents": [-1, -1]}, {"parents": [-1, None]}, {"texts": [None]}, {"linked": []},
        {"attrs": [{}, None]}, {"attrs": [{}, {"class": 1}]},
    ],
    ids=str,
)  # fmt: skip
def test_a_page_that_cannot_be_is_refused(packaged, change):
    fields = {"tags": ["html", "p"], "attrs": [{}, {}], "parents": [-1, 0], "ends": [2, 2], "piece_starts": [0, 0],
              "piece_ends": [1, 1], "pieces": ["Text"], "linked": [False], "texts": ["Text"], "owners": [1],
              "text_starts": [0], "text_ends": [1], "hidden": [False], "breaks": [False]}  # fmt: skip
    assert_same(packaged, Page(**fields))
    with pytest.raises((TypeError, ValueError)):
        packaged[1].score(Page(**fields | change), CompiledMeasures(Page(**fields | change)))


def test_arrays_of_another_size_are_refused():
    page = read(SCORED_PAGE)
    with pytest.raises(ValueError, match="another size"):
        speedups.load("measures").Measures(page, np.empty(5, np.intp), np.empty(5, np.float32))


def test_measures_of_another_page_are_refused(packaged):
    page, other = read(SCORED_PAGE), read(SCORED_PAGE.replace("<h2>", "<div></div><h2>"))
    with pytest.raises(ValueError, match="another page"):
        packaged[1].score(page, replace(measured_in_python(page), compact=CompiledMeasures(other).compact))
    with pytest.raises(TypeError):
        packaged[1].score(page, measured_in_python(page))


def test_a_damaged_tree_is_refused():
    parts = model_parts()
    number, thresholds, table = parts.boosted.tests[0]
    parts.boosted.tests[0] = number, thresholds, np.zeros_like(table)
    with pytest.raises(ValueError, match="not there"):
        both(parts)
    parts.boosted.tests[0] = len(FEATURES), thresholds, table
    with pytest.raises(ValueError, match="not there"):
        both(parts)
