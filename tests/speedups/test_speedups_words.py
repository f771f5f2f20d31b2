from __future__ import annotations

from hostile import PAGES, built
from hypothesis import given
from hypothesis import strategies as st
from twins import same_bits, same_lines, same_links

from scrapy_maincontent import speedups
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.words import UNREAD, class_names, phrases
from scrapy_maincontent.words.class_names import INSIDE, JOINED, page_type_bits

pytestmark = built

_SIGNS = st.sampled_from(
    [
        *("", "", " ", "-", "_", "__", "1", "23", "#", "A", "Zx", "\t", "\n", "\x1c", "\x7f"),
        *("é", "e\u0301", "İ", "ΟΔΟΣ", "ß", "①", "２", "½", "™", "…", "の", "ｶﾞ", "、", "가", "\u1100", "🙂", "𝐀", "𐐀"),
    ]
)
_NAMES = [*JOINED, *page_type_bits(), *(word for word, _ in INSIDE)]
_NAMES += ["HTML", "col", "md"]
_PHRASES = [*phrases.PHRASES.exact, *(" ".join(phrase.tokens) for phrase in phrases.PHRASES.spaced)]
_PHRASES += [*phrases.PHRASES.unspaced, "a", "the", "12"]


def strings(words):
    """Return strings of words in any case, with signs between them."""
    word = st.tuples(st.sampled_from(words), st.sampled_from([str, str.upper, str.title]))
    parts = st.lists(st.tuples(_SIGNS, word.map(lambda pair: pair[1](pair[0]))), max_size=10)
    return st.lists(parts.map(lambda pairs: "".join(part for pair in pairs for part in pair)), max_size=20)


@given(strings(_NAMES), strings(_PHRASES))
def test_names_and_texts_of_any_words(names, texts):
    assert same_bits(names, texts)


def test_every_word_and_every_phrase():
    assert same_bits(_NAMES, _PHRASES)
    assert same_bits(
        [f"x{name.title()}-{name}2" for name in _NAMES],
        [text for phrase in _PHRASES for text in (f"so {phrase}", f"{phrase} so", f"2 {phrase.upper()}! 3")],
    )
    assert same_bits([], [text for phrase in phrases.PHRASES.unspaced for text in (f"その{phrase}", f"{phrase}・の")])


def test_every_character_beside_a_phrase():
    codes = [code for code in range(0x20100) if not 0xD800 <= code < 0xE000]
    assert same_bits([], [text for code in codes for text in (chr(code), f"x{chr(code)} next {chr(code)}2")])


def test_a_name_on_several_lines_is_read_as_on_one():
    names = [f"wide{blank}entry-author{blank}{blank}col" for blank in " \t\n\r\f\v\x1f"]
    assert UNREAD not in class_names.reader().read(names)
    assert len({*class_names.reader().read(names)}) == 1
    assert same_bits(names, [])


def test_names_and_texts_of_the_bundled_site():
    pages = [read_page(path.read_bytes()) for path in PAGES]
    assert same_bits([name for page in pages for name in page.names], [text for page in pages for text in page.pieces])


def test_links_of_the_bundled_site():
    pages = [read_page(path.read_bytes()) for path in PAGES]
    assert all(same_lines(page) and same_links(page) for page in pages)


def test_links_with_all_that_is_read_of_them():
    markup = """<p>By <a href=" /author/ann " rel="Author nofollow" title=Ann>Ann</a> in <a href=?cat=2 aria-label=""
    title=News>x</a><b> </b><a href="/x/é/tag/y#é" aria-label=Y title=Z></a>&#160;<a href rel=""></a>by
    <map><area href=#top></map><ul><li><a href=/tags>1</a> <a href=//tag.example/2024>2</a></ul><a name=x>
    <a href="/{}#c"> c </a>""".replace("{}", "x" * 2000)
    page = read_page(markup.encode())
    assert same_links(page)
    assert {0, 1, 2} <= {*speedups.load("links").addresses(page.attrs, page.links)[-1]}


@given(st.lists(st.sampled_from([*"/#?=&.- é", " ", "tag", "author", "cat=", "category", "2024", "x", " "])))
def test_addresses_of_any_parts(parts):
    page = read_page(f'<a href="{"".join(parts)}" rel="{"".join(parts[:2])}">x</a>'.encode())
    assert same_links(page)


_PARTS = st.sampled_from(
    [
        *(
            "<b>",
            "</b>",
            "<p>",
            "</p>",
            "<li>",
            "</ul>",
            "<br>",
            "<img alt=x>",
            "</a>",
            " ",
            "\n",
            "by ",
            "Tags: ",
            "é",
            "»",
        ),
        *("\u3000", "\x85", "\x1c", "\xa0", "第一章", "word " * 30, "é" * 130, "x" * 130, " " * 500, "next\tpage"),
        *("<a href=/>", "<a href='#top'>", "<a href=' /tag/a '>", "<a href='\u3000/x#y\u3000'>", "<a href='?cat=1'>"),
        *(
            "<a href='/2024/05/' rel='TAG Nofollow'>",
            "<a href=x aria-label='' title=T>",
            "<a href='é/autor/é' title=''>",
        ),
        *(
            "<a href='/a/label' aria-label='Next page' title=b>",
            f"<a href='/{'y' * 2100}#z'>",
            "<area href=/category/>",
        ),
    ]
)


@given(st.lists(_PARTS, max_size=40))
def test_links_of_any_markup(parts):
    page = read_page("<!doctype html><p>start" + "".join(parts))
    assert same_lines(page)


def test_the_compiled_readers_are_in_use_and_leave_some_texts_to_python():
    readers, lexicon = (class_names.reader(), phrases.reader()), speedups.load("lexicon")
    assert [type(reader) for reader in readers] == [lexicon.Names, lexicon.Phrases]
    assert class_names.reader().read(["é", "a" * 201, "a", ""]) == [UNREAD, 0, 0, 0]
    assert phrases.reader().read(["e\u0301", "a™", "a" * 201, "é", ""]) == [UNREAD, UNREAD, UNREAD, 0, 0]
