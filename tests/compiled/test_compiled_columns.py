from __future__ import annotations

import pytest
from hostile import PAGES, built
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scrapy_maincontent import compiled
from scrapy_maincontent.core import column_choice, columns, name_reading
from scrapy_maincontent.core.extract import read_page
from scrapy_maincontent.core.name_words import INSIDE, JOINED, grouped

pytestmark = built

WORDS = frozenset(("next", "page", "a", "#", "tag", "tags", "été", "2024"))
BLANKS = (" ", "  ", "\n", "\t", "\x1c", "\x85", "\xa0", "\u2003", "\u3000", "\u200b")
SIGNS = (
    "-",
    "_",
    "__",
    ":",
    "/",
    ".",
    "#",
    "»",
    "é",
    "İ",
    "ſ",
    "山",
    "\x01",
    "\0",
    "\x7f",
    "\ud800",
    "1",
    "23",
    "A",
    "b",
)
STEMS = (*JOINED, *grouped(), *(inside for inside, _ in INSIDE), "nav", "col", "md", "HTML")
NAMES = st.lists(
    st.sampled_from([*STEMS, *(stem.title() for stem in STEMS), *(stem.upper() for stem in STEMS), *SIGNS, *BLANKS]),
    max_size=8,
).map("".join)
TEXTS = st.lists(st.sampled_from([*WORDS, "Next", "PAGE", "home", "x" * 50, *SIGNS, *BLANKS]), max_size=9).map("".join)
ATTRIBUTES = st.dictionaries(st.sampled_from(["class", "id", "aria-label", "title", "rel", "typeof"]), TEXTS)


def known():
    return compiled.columns.Known(WORDS), columns.Known(WORDS)


@given(st.lists(NAMES, max_size=6, unique=True))
@settings(max_examples=600, deadline=None)
@example(["HTMLPrice navPrev", "aBCd", "post\tmeta", "post\x01meta", "Subbreadcrumbs", "p" * 400])
def test_names_tell_the_same(names):
    assert column_choice.tell(names) == name_reading.tell(names)


@given(st.lists(TEXTS, max_size=6))
@settings(max_examples=400, deadline=None)
@example([" Next ", "1 a", "a 1", "\x1fa", "a  b", "20242024", "x" * 19 + " y"])
def test_texts_are_spelled_the_same(texts):
    module, reference = known()
    assert module.spelled(texts, 20) == reference.spelled(texts, 20)
    lines = [text for text in texts if text.isascii() and "\n" not in text]
    assert module.worded(lines) == reference.worded(lines)


@given(st.lists(TEXTS, max_size=6))
@example(["/tag/", "tag/", "/tag", "//", "x/\ud800/tag/y"])
def test_addresses_have_the_same_segments(addresses):
    module, reference = known()
    assert module.with_segment(addresses) == reference.with_segment(addresses)


@given(st.lists(st.tuples(TEXTS, st.booleans()), max_size=8))
def test_pieces_have_the_same_lengths(pieces):
    texts, linked = [text for text, _ in pieces], [link for _, link in pieces]
    assert compiled.columns.visible(texts, linked) == columns.visible(texts, linked)


@given(st.lists(ATTRIBUTES, max_size=8), TEXTS)
def test_elements_have_the_same_attributes(attrs, href):
    attrs = [*attrs, *attrs]
    names = ("aria-label", "typeof", "title")
    assert compiled.columns.elements_with(attrs, names) == columns.elements_with(attrs, names)
    links = [{**own, "href": href} for own in attrs]
    chosen = list(range(0, len(links), 2))
    assert compiled.columns.read_links(links, chosen) == columns.read_links(links, chosen)


@pytest.mark.parametrize("path", PAGES[::5], ids=lambda path: path.stem)
def test_links_of_bundled_pages_have_the_same_texts(path):
    page = read_page(path.read_bytes(), "https://example.org/")
    spans = (page.links, page.pieces, page.piece_starts, page.piece_ends, 3)
    assert compiled.columns.own_texts(*spans) == columns.own_texts(*spans)


def test_texts_of_other_alphabets_are_not_searched_for_words():
    with pytest.raises(ValueError, match="not of ASCII"):
        known()[0].worded(["été"])


@pytest.mark.parametrize("words", [{"": 1}, {"x" * 60: 1}])
def test_what_is_no_word_has_no_place_in_a_table(words):
    with pytest.raises(ValueError, match="no word"):
        compiled.columns.Names(words, {}, {})


def test_words_that_count_inside_others_begin_differently():
    with pytest.raises(ValueError, match="begins like another"):
        compiled.columns.Names({}, {"crumb": 1, "corner": 2}, {})
