from __future__ import annotations

from html.entities import html5

import pytest
from hostile import MARKUP, PAGES, built
from hypothesis import example, given
from hypothesis import strategies as st
from twins import HARMFUL, HARMLESS, same

from scrapy_maincontent.page import Page, formulas, parser
from scrapy_maincontent.page.encoding import decode
from scrapy_maincontent.page.flatten import KINDS, fill
from scrapy_maincontent.page.limits import RAW_TEXT, Limits, is_harmless
from scrapy_maincontent.page.reading import flatten, reader

pytestmark = built

TAGS = sorted(
    {*KINDS, *reader.CLOSED_BY, *" ".join(reader.CLOSED_BY.values()).split(), *reader.BODILESS_TAGS, "x-own"}
    - formulas.TAGS  # left to Python
    if reader
    else KINDS
)


def read(page, markup):
    recording = reader.read(markup)
    flatten.fill(page, recording, Limits())
    return bool(recording)


def assert_read_as_libxml2_reads_it(markup):
    page, events = Page(), parser.read(markup)
    assert read(page, markup) == bool(events)
    assert same(page, fill(Page(), events, Limits())), markup


@pytest.mark.parametrize("tag", TAGS)
def test_each_pair_of_tags(tag):
    for other in TAGS:
        assert_read_as_libxml2_reads_it(f"<{tag} a>b<{other} c>d</{tag}>e</{other}>f".encode())


@pytest.mark.parametrize("tag", ["html", "head", "body", "p", "title", "frameset"])
def test_tags_before_and_behind_the_body(tag):
    for other in TAGS:
        for before in ("<head>", "<body>", "<html>\n", "<title>t</title> ", "</html> ", "<table><tr><td>"):
            assert_read_as_libxml2_reads_it(f"{before}<{other}/> <{tag} a=b> \n c<{other}></{tag}>d".encode())


@pytest.mark.parametrize("behind", ["", ";", "=", "a", "1", ";;", "&"])
@pytest.mark.parametrize(
    "form", ["%s", "<p title='%s'>a", "<p title=%s>a", "<title>%s</title>", "<iframe>%s</iframe>b"]
)
def test_each_reference(behind, form):
    named = "".join(f" &{name.rstrip(';')}{behind}" for name in html5)
    numbered = "".join(
        f" &#{number}{behind} &#x{number:x}{behind}" for number in (0, 9, 13, 65, 128, 129, 159, 160, 2047)
    )
    numbered += "".join(
        f" &#{number}{behind}" for number in (2048, 0xD7FF, 0xD800, 0xE000, 65535, 65536, 1114111, 1114112)
    )
    for references in (named, numbered, " &# &#x &#xg &; &1 &\u00e9"):
        for text in references.split() if "title=%s" in form else [references]:
            assert_read_as_libxml2_reads_it((form % text).encode())


@pytest.mark.parametrize(
    "markup",
    [
        *("<p", "<p ", "<p a", "<p a=", "<p a='b", "<p a=b", "<p/", "</", "</p", "</p a", "<", "<!", "<!-", "<!--", "<?", "&"),
        *("<!-->a", "<!--->a", "<!-- --!>a", "<!-- -- >a-->b", "<!-- >-", "<!a>b", "</ a>b", "</>a", "<?a>b?>c", "<>a", "<1>"),
        *("<!DOCTYPE a 'b>c' d>e", "a<!doctype html>b", " <?xml?> <!-- a --> <!doctype> <!-- b --> c", "<!doctypea>b"),
        *("<p =a>b", "<p a==b>c", "<p a = 'b'c>d", "<p \"a\">b", "<p a/b/>c", "<p a=/>b", "<p a=b/>c", "<p / a>b", "<P A=B a=C>d"),
        *("a\rb\r\nc\r\r\nd\r", "<p a='b\rc\r\nd\r'>e", "<p\ra\f=\tb\x0bc>d", "<pre>\r\na\r</pre>", "<title>\r</title>"),
        *("<title>a<b></TITLE >c", "<title>a</titles></title/>b", "<textarea>a</textarea", "<style>a</style>b", "<xmp><p></xmp>a"),
        *("<script>a<!--<script>b</script>c--></script>d", "<script><!--></script>a", "<script><!--<script></script>a"),
        *("<script><!--<script ></script/>--></script>a", "<plaintext></plaintext>a", "<script/>a</script>b", "<title/>a"),
        *("<div><body/>a</div>b", "<div><html/>a", "<p><head/>a", "<body a><body b><body c></body></body></body>d"),
        *(f"<p {'a' * 99}\u00e9b=c {'a' * 101}=d {'a' * 100}=e>f", f"<{'b' * 120}>a</{'b' * 110}>c", "<p \u00c9=a \u00e9=b>c"),
        *(" a <p>b", " \n ", "<html> <head> <title>a</title> \n b", "<html>&#32;<head>&nbsp;a", "</html> a", "</p>a</body>b"),
    ],
)  # fmt: skip
def test_what_authors_leave_unfinished(markup):
    assert_read_as_libxml2_reads_it(markup.encode())


_PARTS = st.one_of(
    st.sampled_from(
        ["<", ">", "</", "/>", "<!--", "-->", "<!", "<?", "&", "&#", "&amp", ";", "=", "'", '"', "\r", "\n", " "]
    ),
    st.sampled_from(
        ["<script>", "</script>", "<title", "</title>", "<p ", "</p>", "<td>", "<table>", "<body>", "</body>"]
    ),
    st.text(alphabet="aZ1-/ \t\u00e9\u5c71", max_size=3),
)


@given(st.lists(_PARTS, max_size=30).map("".join))
@example("<p a=<b>c")
def test_markup_in_pieces(markup):
    assert_read_as_libxml2_reads_it(markup.encode())


@pytest.mark.parametrize(
    "markup", [b"a\0b", b"\xef\xbb\xbf<p>a", b"<p\xff>a", b"<p>\xc3</p>", b"<p a='\xed\xa0\x80'>b"]
)
def test_bytes_that_are_no_text_are_left_to_libxml2(markup):
    page = Page()
    with pytest.raises(ValueError, match=r"no markup|no text|codec"):
        read(page, markup)
    assert page == Page()


def test_more_names_than_a_page_has_are_left_to_libxml2():
    with pytest.raises(ValueError, match="no memory"):
        read(Page(), "".join(f"<p a{number}>" for number in range(17_000)).encode())


def test_names_that_were_chosen_to_be_slow_are_left_to_libxml2():
    def head(name):
        number = 0x811C9DC5
        for letter in name.encode():
            number = ((number ^ letter) * 0x01000193) & 0xFFFFFFFF
        return (number ^ number >> 16) % 512

    chosen = [name for name in (f"a{number}" for number in range(100_000)) if head(name) == 7]
    assert len(chosen) > 150
    assert_read_as_libxml2_reads_it("".join(f"<p {name}>" for name in chosen[:90]).encode())
    with pytest.raises(ValueError, match="no memory"):
        read(Page(), "".join(f"<p {name}>" for name in chosen[:150]).encode())


# What is read within limits, without `page.limits.guard`.

TOKENS = [
    *(
        b"<",
        b">",
        b"/",
        b"!",
        b"?",
        b"-",
        b"--",
        b"=",
        b'"',
        b"'",
        b" ",
        b"\n",
        b"\x0b",
        b"\x1c",
        b"\0",
        b"\xc3\xa9",
        b"a",
    ),
    *(b"</", b"<!", b"<!--", b"-->", b"--!>", b"/>", b' a="b"', b" c=d", b"<p", b"<?x", b"<!doctype html>"),
    *(b"<" + name for name in RAW_TEXT),
    *(b"</" + name.upper() for name in RAW_TEXT),
]
SEVERAL = [Limits(max_attributes=number) for number in (1, 2, 3, 4, 512)]


def is_read(markup, limits):
    try:
        reader.read(markup, limits)
    except ValueError:
        return False
    return True


@given(st.lists(st.sampled_from(TOKENS), max_size=30).map(b"".join))
@example(b"")
@example(b'<script a="/>')
@example(b"<script/><p>")
@example(b"<script a=/><p>")
@example(b"<script / / ><script //>")
@example(b'</a b="c" d="\'" ></a \'b="c">')
@example(b'</a b=">"></a"b="c">')
@example(b'</ b="c"></a b="c"')
def test_what_is_read_within_limits_is_harmless_to_python(markup):
    for limits in SEVERAL:
        assert is_harmless(markup, limits) or not is_read(markup, limits)


def test_what_is_harmless_to_python():
    assert all(is_harmless(markup, limits) for markup, limits in HARMLESS)
    assert not any(is_harmless(markup, limits) for markup, limits in HARMFUL)


@given(MARKUP, st.integers(1, 9), st.integers(1, 40))
def test_hostile_markup_that_is_read_within_limits_is_harmless_to_python(markup, attributes, elements):
    limits = Limits(max_attributes=attributes, max_elements=elements)
    assert is_harmless(markup.encode(), limits) or not is_read(markup.encode(), limits)


@pytest.mark.parametrize("path", PAGES[::5], ids=lambda path: path.stem)
def test_pages_are_read_within_limits_and_are_harmless_wherever_they_are_cut(path):
    page = decode(path.read_bytes()).utf_8()
    assert is_read(page, Limits())
    for end in range(0, len(page), max(1, len(page) // 40)):
        assert is_harmless(page[:end], Limits()) or not is_read(page[:end], Limits())


@pytest.mark.parametrize(
    "markup",
    [
        b"<!DOCTYPE html PUBLIC \"a\" 'b'><p class='a' id=b c>x</p><br/><!-- a > b --> 1 < 2 <?xml a?>",
        b"<SCRIPT a='>'>'<p a b c d e f>'</SCRIPT ><title>a<b</title>",
        b"<p a=b c=d>",
    ],
)
def test_ordinary_markup_is_read_within_limits(markup):
    assert is_read(markup, Limits(max_attributes=8))


def test_tags_with_half_of_the_attributes_allowed_are_read():
    assert is_read(b"<p a b=c d='e' f=\"g\">", Limits(max_attributes=8))
    assert not is_read(b"<p a b c d e>", Limits(max_attributes=8))
