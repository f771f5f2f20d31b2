from __future__ import annotations

from dataclasses import replace

import pytest
from hostile import PAGES, built
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scrapy_maincontent import compiled
from scrapy_maincontent.core import column_choice, columns, name_reading
from scrapy_maincontent.core import paths as places
from scrapy_maincontent.core.extract import read_page
from scrapy_maincontent.core.name_words import COMMENT_STEMS, FIRST_GROUP, INSIDE, JOINED, NUMBERED, grouped
from scrapy_maincontent.core.page import HEADINGS
from scrapy_maincontent.core.paths import Paths
from scrapy_maincontent.core.phrases import Phrase, Phrases

pytestmark = built

SEGMENTS = frozenset(("tag", "tags", "été", "2024"))
EXACT = {"next": 1, "page": 2, "# a": 4, "next page #": 8, "été": 16, "a": 32}
SPACED = [
    Phrase(("next",), True, False, 64),
    Phrase(("page", "a"), False, True, 128),
    Phrase(("page", "a", "#"), True, True, 256),
    Phrase(("page",), True, True, 512),
    Phrase(("été",), True, True, 1024),
]
BITS = (name_reading.TOLD, NUMBERED, FIRST_GROUP, name_reading.GROUPS)
WORDS = ("next", "page", "a", "tag", "tags", "été", "2024")
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
STEMS = (*JOINED, *grouped(), *(inside for inside, _ in INSIDE), *COMMENT_STEMS, "nav", "col", "md", "HTML")
NAMES = st.lists(
    st.sampled_from([*STEMS, *(stem.title() for stem in STEMS), *(stem.upper() for stem in STEMS), *SIGNS, *BLANKS]),
    max_size=8,
).map("".join)
TEXTS = st.lists(st.sampled_from([*WORDS, "Next", "PAGE", "home", "x" * 50, *SIGNS, *BLANKS]), max_size=9).map("".join)
ATTRIBUTES = st.dictionaries(st.sampled_from(["class", "id", "name", "aria-label", "title", "rel", "typeof"]), TEXTS)


def readers():
    phrases = Phrases(EXACT, SPACED, 2048)
    return compiled.columns.Phrases(*phrases.tables()), phrases


@given(st.lists(NAMES, max_size=6, unique=True))
@settings(max_examples=600)
@example(["HTMLPrice navPrev", "aBCd", "post\tmeta", "post\x01meta", "Subbreadcrumbs", "p" * 400])
def test_names_tell_the_same(names):
    holders = {name: [0] * number for number, name in enumerate(names, 1)}
    told, groups, left = column_choice.tell(holders)
    more, others = name_reading.tell({name: holders[name] for name in left})
    assert (told | more, [sum(counts) for counts in zip(groups, others, strict=True)]) == name_reading.tell(holders)


@given(st.lists(TEXTS, max_size=6))
@settings(max_examples=600)
@example(["Next", "1 a", "1A", "next page 12", "a b c d e f g page a", "x" * 50 + " page a 1", "page\na", "\xa0next"])
def test_texts_say_the_same(texts):
    module, reference = readers()
    assert module.read(texts) == reference.read(texts)
    plain = [text for text in texts if text.isascii()]
    assert [module.says(text) for text in plain] == [reference.says(text) for text in plain] == reference.read(plain)


@given(st.lists(TEXTS, max_size=9), st.lists(st.integers(0, 9), max_size=6))
@settings(max_examples=600)
@example([" Next ", "a  b", "x" * 19, " y", "20242024", "x" * 200, "\u3000page", ""], [0, 1, 2, 4, 5, 6, 7])
def test_links_have_the_same_texts(pieces, places):
    module, reference = readers()
    for width in (0, 1, 2, 4):
        starts = [min(place, len(pieces)) for place in places]
        ends = [min(start + width, len(pieces)) for start in starts]
        spans = ([*range(len(starts))], pieces, starts, ends, (3, 20, 60))
        assert module.links(*spans) == reference.links(*spans)


@given(st.lists(TEXTS, max_size=6))
@example(["/tag/", "tag/", "/tag", "//", "x/\ud800/tag/y"])
def test_addresses_have_the_same_segments(addresses):
    assert compiled.columns.Segments(SEGMENTS).places(addresses) == columns.Segments(SEGMENTS).places(addresses)


@given(st.lists(TEXTS, max_size=8))
@example(["Next", "anext", "né", "NÉX", "x" * 30 + "next", "ne", "nexnext", "ÉTÉ"])
def test_texts_have_the_same_stems(texts):
    stems = {"next": 1, "pag": 1, "été": 1, "山": 1}
    module, reference = compiled.columns.Stems(stems), columns.Stems(stems)
    assert module.places(texts, 20) == reference.places(texts, 20)


def test_texts_are_not_searched_beyond_the_room_for_them():
    with pytest.raises(ValueError, match="not searched"):
        compiled.columns.Stems({}).places(["a"], 1000)


@given(st.lists(TEXTS, max_size=6), st.frozensets(TEXTS, max_size=3))
@example(["", "a#", "next"], frozenset(("", "next")))
def test_the_same_addresses_are_chosen(addresses, wanted):
    module = compiled.columns
    assert module.with_sign(addresses, "#") == columns.with_sign(addresses, "#")
    assert module.with_end(addresses, ("é", "xt", "")) == columns.with_end(addresses, ("é", "xt", ""))
    assert module.with_end(addresses, ("é", "xt")) == columns.with_end(addresses, ("é", "xt"))
    assert module.among(addresses, wanted) == columns.among(addresses, wanted)


@given(st.lists(st.tuples(TEXTS, st.booleans()), max_size=8))
def test_pieces_have_the_same_lengths(pieces):
    texts, linked = [text for text, _ in pieces], [link for _, link in pieces]
    assert compiled.columns.visible(texts, linked) == columns.visible(texts, linked)
    assert compiled.columns.linked_size(texts, linked) == columns.linked_size(texts, linked)


@given(st.lists(TEXTS.filter(lambda text: "\ud800" not in text), max_size=6))
@example(["NEXT", "next\npage", "ÉTÉ", "İ" * 30, "a" * 70, ""])
def test_texts_amount_to_the_same(texts):
    lines = ({"next": 1, "page": 2, "été": 4, "a": 7, "next\npage": 4}, 3)
    module, reference = compiled.columns.Lines(*lines), columns.Lines(*lines)
    assert module.amounts(texts, 9, 6) == reference.amounts(texts, 9, 6)


def test_what_no_text_can_have_is_an_error_either_way():
    for lines in (compiled.columns.Lines({}, 0), columns.Lines({}, 0)):
        with pytest.raises(ValueError, match="surrogates"):
            lines.amounts(["\ud800"], 9, 6)
    with pytest.raises(ValueError, match="too many"):
        compiled.columns.Lines({}, 50)


@given(st.lists(ATTRIBUTES, max_size=8), TEXTS)
def test_elements_have_the_same_attributes(attrs, href):
    attrs = [*attrs, *attrs]
    names = ("aria-label", "typeof", "title")
    assert compiled.columns.elements_with(attrs, names) == columns.elements_with(attrs, names)
    tags = ["a", "p", *["a"] * len(attrs)]
    assert compiled.columns.anchors(attrs, tags, 6) == columns.anchors(attrs, tags, 6)
    links = [{**own, "href": href} for own in attrs]
    chosen = list(range(0, len(links), 2))
    assert compiled.columns.read_links(links, chosen, 3) == columns.read_links(links, chosen, 3)


@pytest.mark.parametrize("path", PAGES[::5], ids=lambda path: path.stem)
def test_links_of_bundled_pages_have_the_same_columns(path):
    page = read_page(path.read_bytes(), "https://example.org/")
    module = compiled.columns
    spans = (page.links, page.pieces, page.piece_starts, page.piece_ends, (3, 20, 60))
    assert readers()[0].links(*spans) == readers()[1].links(*spans)
    tree = (page.links, page.parents, page.ends)
    assert list(module.grouped(*tree).items()) == list(columns.grouped(*tree).items())
    lengths, *_ = columns.visible(page.pieces, page.linked)
    behind = (page.links, page.piece_starts, page.pieces, page.linked, lengths, 30)
    assert module.before(*behind) == columns.before(*behind)


@pytest.mark.parametrize("path", PAGES[::5], ids=lambda path: path.stem)
def test_elements_of_bundled_pages_have_the_same_places(path, monkeypatch):
    page = read_page(path.read_bytes(), "https://example.org/")
    assert compiled.columns.tagged(page.tags, HEADINGS) == columns.tagged(page.tags, HEADINGS)
    elements = range(0, len(page.tags), 3)
    found = [page.paths.xpath(element) for element in elements]
    monkeypatch.setattr(places, "spell_path", None)
    assert found == [Paths(page.tags, page.parents, page.ends).xpath(element) for element in elements]


@given(st.lists(st.sampled_from(["p", "b", "x\x01", "x\x02", "o:p", *(f"t{number}" for number in range(40))])))
@example(["p", "x\x01", "p", "x\x02", "b"])
@example([f"t{number}" for number in range(40)] * 2)
def test_siblings_have_the_same_places(tags):
    paths = Paths(["div", *tags], [-1, *[0] * len(tags)], [len(tags) + 1, *range(2, len(tags) + 2)], "/html")
    found = [paths.xpath(element) for element in range(len(tags) + 1)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(places, "spell_path", None)
        assert found == [replace(paths, _numbers={}).xpath(element) for element in range(len(tags) + 1)]


def test_texts_are_not_read_beyond_the_room_for_them():
    with pytest.raises(ValueError, match="not read"):
        readers()[0].links([0], ["a"], [0], [1], (1, 1000, 1000))


@pytest.mark.parametrize("words", [{"": 1}, {"x" * 70: 1}])
def test_what_is_no_word_has_no_place_in_a_table(words):
    with pytest.raises(ValueError, match="no word"):
        compiled.columns.Names(words, {}, {}, BITS)


@pytest.mark.parametrize(
    ("inside", "bits", "why"),
    [
        ({"ab": 1}, BITS, "too short"),
        ({f"word{number}": 1 for number in range(30)}, BITS, "too many"),
        ({}, (1, 2, 22, 50), "too many groups"),
    ],
)
def test_names_have_room_for_a_few_words_that_count_inside_others(inside, bits, why):
    with pytest.raises(ValueError, match=why):
        compiled.columns.Names({}, inside, {}, bits)
