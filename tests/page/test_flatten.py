from __future__ import annotations

import pytest
from core_pages import page_of
from lxml import etree
from parsel import Selector

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.page import Page
from scrapy_maincontent.page.flatten import fill, flatten
from scrapy_maincontent.page.head import MAX_JSON_LD, MAX_JSON_LD_LENGTH
from scrapy_maincontent.page.limits import Limits
from scrapy_maincontent.page.parser import read
from scrapy_maincontent.papers.shinnou.text_browser import browser_lines


def test_a_text_block_is_the_smallest_run_under_one_block_element():
    page = page_of("<div>Before <b>bold</b> text<p>A <a href=/x>link</a>.</p>after</div>")
    assert page.texts == ["Before bold text", "A link.", "after"]
    assert [page.tags[owner] for owner in page.owners] == ["div", "p", "div"]


def test_line_breaks_part_blocks_and_say_so():
    page = page_of("<p>one<br>two<br/>three</p><p>four</p><br>five")
    assert page.texts == ["one", "two", "three", "four", "five"]
    assert page.breaks == [False, True, True, False, True]


def test_white_space_is_collapsed_except_in_pre():
    page = page_of("<p>a \n\t b&nbsp; c</p><pre>\n  x\n    y  \n</pre>")
    assert page.texts == ["a b c", "  x\n    y"]


def test_an_ideographic_space_is_kept_inside_a_text():
    assert page_of("<p>\u3000山田\u3000太郎 \n です</p>").texts == ["山田\u3000太郎 です"]


def test_ruby_readings_are_no_text():
    page = page_of("<p><ruby>鎌倉<rp>(</rp><rt>かまくら</rt><rp>)</rp></ruby>の海</p>")
    assert page.texts == ["鎌倉の海"]


def test_scripts_styles_templates_and_choices_are_no_text():
    page = page_of(
        "<script>a()</script><style>b{}</style><template><p>c</p></template><select><option>d</select>"
        "<textarea>e</textarea><svg><text>f</text></svg><p>text</p>"
    )
    assert page.texts == ["text"]


@pytest.mark.parametrize(
    "markup",
    [
        "<div hidden><p>x</p></div>",
        "<div style='color:red; DISPLAY : none'><p>x</p></div>",
        "<div style=visibility:hidden>x</div>",
        "<noscript><p>x</p></noscript>",
        "<dialog>x</dialog>",
    ],
)
def test_hidden_content_is_kept_and_marked(markup):
    page = page_of(f"<p>shown</p>{markup}<p>shown too</p>")
    assert dict(zip(page.texts, page.hidden, strict=True)) == {"shown": False, "x": True, "shown too": False}


def test_links_know_their_text_and_neighbouring_links_are_parted():
    page = page_of("<div><a href=/a>Home</a><a href=/b>About</a> us</div>")
    assert page.texts == ["Home About us"]
    assert [page.text_in(link) for link in page.links] == ["Home", "About"]
    assert [piece for piece, linked in zip(page.pieces, page.linked, strict=True) if linked] == ["Home", "About"]


def test_paths_are_those_of_the_parser():
    markup = "<div><p>a</p><script>x</script><p>b<br>c</p></div><div><ul><li>d<li>e</ul></div>"
    page = page_of(markup)
    tree = etree.fromstring(markup.encode(), etree.HTMLParser())
    for number, owner in enumerate(page.owners):
        (element,) = tree.xpath(page.xpath(owner))
        assert element.tag == page.tags[owner]
        assert page.texts[number] in "".join(element.itertext())
        assert tree.getroottree().getpath(element) == page.xpath(owner)


def test_a_name_with_a_colon_can_be_found_by_its_path():
    markup = "<div><o:p>a</o:p><o:p><p>b</p></o:p></div>"
    page = page_of(markup)
    tree = etree.fromstring(markup.encode(), etree.HTMLParser())
    (element,) = tree.xpath(page.xpath(page.owners[-1]))
    assert element.text == "b"


def test_objects_have_address_text_and_caption():
    page = page_of(
        """<base href="/img/"><p>Before</p><figure><img src="data:image/gif;base64,xx" data-src="a.jpg" alt=" A  boat ">
        <figcaption>The boat at <b>dawn</b></figcaption></figure>
        <picture><source srcset="b.webp 1x, c.webp 2x"><img alt="B"></picture>
        <div hidden><video><source src="/v.mp4"></video></div><iframe src="https://video.example/1" title="Talk"></iframe>"""
    )
    tags = [page.tags[element] for element in page.objects]
    assert list(zip(tags, page.object_urls, page.object_alts, strict=True)) == [
        ("img", "a.jpg", "A boat"),
        ("picture", "c.webp", "B"),
        ("video", "/v.mp4", ""),
        ("iframe", "https://video.example/1", "Talk"),
    ]
    assert page.absolute("a.jpg") == "https://paper.example/img/a.jpg"
    assert page.figcaption(page.tags.index("figure")) == "The boat at dawn"
    assert page.blocks_in(page.objects[0])[0] == 1


@pytest.mark.parametrize(
    ("picture", "address"),
    [
        ('<img src="/blank.gif" data-src="/real.jpg">', "/real.jpg"),
        ('<img src="/real.jpg" srcset="/small.jpg 200w, /large.jpg 900w">', "/large.jpg"),
        ('<picture><source srcset="/a.avif 1600w"><img src="/real.jpg"></picture>', "/real.jpg"),
        ('<picture><source srcset="/a.avif 1600w"><img src="/real.jpg" srcset="/b.jpg 2x"></picture>', "/b.jpg"),
        ('<img srcset="/small.jpg 200w,/large.jpg 900w,/middle.jpg 500w">', "/large.jpg"),
        ('<img data-srcset="https://cdn.example/w_40,h_3/a.jpg 1x, https://cdn.example/w_80,h_6/a.jpg 2x">', "https://cdn.example/w_80,h_6/a.jpg"),
        ('<img srcset="data:image/gif;base64,R0lGOD 900w, /real.jpg 100w">', "/real.jpg"),
        ('<img src="/real.jpg" srcset="{{ picture | url: width: 9 }} 900w, {{ picture }} 1800w">', "/real.jpg"),
        ('<img srcset="/only.jpg">', "/only.jpg"),
        ('<img srcset="/one.jpg, /two.jpg 2x">', "/two.jpg"),
        ('<img srcset="/odd.jpg 12q">', "/odd.jpg"),
        ('<img srcset=" , ">', ""),
        ('<img src="data:image/gif;base64,AA" shop-lazy-src=" /real.JPG?w=9 ">', "/real.JPG?w=9"),
        ('<picture><img data-src-pc="https://cdn.example/real.webp" data-src-mobile="/m.webp"></picture>', "https://cdn.example/real.webp"),
        ('<img srcset="/set.jpg 2x" data-hover-src="/other.jpg">', "/set.jpg"),
        ('<img src="/real.jpg" data-zoom-src="/other.jpg">', "/real.jpg"),
        ('<img data-src-set="{{ picture }}.jpg" data-srcs="a b.jpg" data-src-id="7" data-large="/a.jpg">', ""),
    ],
)  # fmt: skip
def test_a_picture_has_the_address_that_a_reader_sees(picture, address):
    assert page_of(f"<p>Before</p>{picture}").object_urls == [address]


def test_what_the_document_says_about_itself():
    page = page_of(
        """<html lang="DE"><title> A
        title </title><meta property="og:title" content="First"><meta property="og:title" content="Second">
        <link rel="next nofollow" href="?page=2"><link rel=next href="?page=3"><p>x</p>"""
    )
    assert page.head_title == "A title"
    assert page.metas["og:title"] == "First"
    assert page.head_links["next"] == "?page=2"
    assert page.language == "de"


def test_where_links_to_style_sheets_stand():
    page = page_of("<html><head><link rel=a></head><body><link rel=b><div><p>x<link rel=c></div></body></html>")
    assert [page.tags[holder] for holder in page.link_holders] == ["head", "body", "p"]


def test_where_meta_elements_of_microdata_stand():
    page = page_of(
        "<html><meta itemprop=x><body><div><meta itemprop=name content=' Ann '><link itemprop=url href=/a>"
        "<link itemprop=name content=Ann></div><meta name=y><p>x"
    )
    assert [(page.tags[holder], *rest) for holder, *rest in page.properties] == [
        ("head", "x", ""),
        ("div", "name", " Ann "),
        ("div", "name", "Ann"),
    ]


def test_deep_elements_are_left_out_and_their_text_is_not():
    page = page_of("<div>" * 40 + "deep" + "</div>" * 40 + "<p>after", limits=Limits(max_depth=10))
    assert page.texts == ["deep", "after"]
    assert len(page.tags) == 11
    assert page.truncated


def test_elements_past_the_limit_end_the_walk():
    page = page_of("<p>x</p>" * 50, limits=Limits(max_elements=20))
    assert page.truncated
    assert 0 < len(page.texts) < 20
    assert all(end > start for start, end in enumerate(page.ends))


def test_ranges_are_consistent():
    page = page_of("<ul><li>a <b>c</b></li><li><p>d</p>e</li></ul><p>f<br>g</p>")
    for element, (start, end) in enumerate(zip(page.piece_starts, page.piece_ends, strict=True)):
        assert 0 <= start <= end <= len(page.pieces)
        assert page.parents[element] < element < page.ends[element]
        assert list(page.children(element)) == [i for i, parent in enumerate(page.parents) if parent == element]
    assert page.blocks_in(0) == (0, len(page.texts))
    assert page.text_in(0) == "a c d e f g"


MIXED = """<html lang=de><title>Title</title><body><p>One &amp; <b>two</b>&nbsp;three<!-- no -->!</p>
<svg><g><path/></g><text>no</text></svg><ul hidden><li><a href=/x>x</a><a href=/y>y</a></ul>
<video><source src=/v.mp4></video><pre> a
  b</pre>end"""


def test_a_page_is_the_same_without_a_tree():
    by_tree = page_of(MIXED)
    assert fill(Page(url=by_tree.url), read(MIXED.encode()), Limits()) == by_tree


def test_a_text_is_one_piece_however_the_parser_tells_it():
    page = fill(Page(), read(b"<p>Tom &amp; Jerry &lt;3 caf&eacute;<!-- no --> &unknown;</p>"), Limits())
    assert page.pieces == ["Tom & Jerry <3 café &unknown;"]


@pytest.mark.parametrize("first", ["<body hidden>", "<body>", "<frameset>", "<body></body><title>t</title><body>"])
@pytest.mark.parametrize("root", ["<html>", "<html hidden>"])
def test_what_follows_a_premature_end_goes_on_in_the_document(root, first):
    markup = f"{root}{first}<p>one</p></html><p>two</p>"
    assert fill(Page(), read(markup.encode()), Limits()) == page_of(markup, url=None)


def test_a_selector_gives_the_same_blocks_as_its_markup():
    blocks = [(block.text, block.xpath) for block in extract(MIXED).text_blocks]
    assert [(block.text, block.xpath) for block in extract(Selector(MIXED)).text_blocks] == blocks


def test_json_ld_is_kept_as_written_and_no_other_script():
    page = page_of(
        """<script>var a = 1</script><script type="application/ld+json"> {"a": "<b>&amp;</b>"} </script>
        <p>x<script type=" Application/LD+JSON">[]</script><script type="module">b()</script>"""
    )
    assert page.json_ld == [' {"a": "<b>&amp;</b>"} ', "[]"]
    assert page.texts == ["x"]


def test_json_ld_is_bounded():
    script = '<script type="application/ld+json">{}</script>'
    page = page_of(script * (MAX_JSON_LD + 5) + script.replace("{}", " " * (MAX_JSON_LD_LENGTH + 1)))
    assert page.json_ld == ["{}"] * MAX_JSON_LD
    assert not page_of(script.replace("{}", " " * (MAX_JSON_LD_LENGTH + 1))).json_ld


# Links of a heading to itself.


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ('<h2>Installation<a class="headerlink" href="#installation">¶</a></h2>', "Installation"),
        ('<h2><a href="#use">#</a> Use</h2>', "Use"),
        ('<h3>Notes <a href="/guide.html#notes">\uf0c1</a></h3>', "Notes"),
        ('<h3><a href="#rates">\u200b</a>Rates</h3>', "Rates"),
        ('<dl><dt>pump(speed)<a href="#pump"><span> § </span></a></dt></dl>', "pump(speed)"),
        ('<h2>Prize <a href="/1">#</a></h2>', "Prize #"),
        ('<h2>The <a href="#c">C#</a> guide</h2>', "The C# guide"),
        ('<h2>one<a href="#x"> </a>two</h2>', "one two"),
        ('<p>As <a href="#p4">§</a> 4 says</p>', "As § 4 says"),
        ("<h2>§<b> 4</b></h2>", "§ 4"),
    ],
)
def test_the_sign_of_a_link_to_itself_is_no_part_of_a_heading(markup, text):
    assert [block.text for block in extract(markup).text_blocks] == [text]


def test_the_headline_has_no_sign():
    page = f'<h1>Wheels of the mill<a href="#wheels">¶</a></h1><p>{"The wheel turns by day and by night. " * 20}</p>'
    result = extract(page)
    assert result.title == "Wheels of the mill"
    assert "¶" not in result.text


def test_a_link_by_itself_is_read():
    selector = Selector('<h2>Use <a href="#use">#</a></h2>').css("a")[0]
    assert [block.text for block in extract(selector).text_blocks] == ["#"]
    page = flatten(selector.root, Page(), Limits())
    assert (page.linked, page.owners) == ([True], [0])


@pytest.mark.parametrize(
    ("markup", "tag", "texts", "hidden"),
    [
        ("<h2>Use <a href='#use'>#</a></h2>", "h2", ["Use"], [False]),
        ("<pre><span>int</span><span>main</span></pre>", "pre", ["intmain"], [False]),
        ("<pre>a<pre>  b</pre>  c</pre>", "pre", ["a", "  b", "  c"], [False] * 3),
        ("<div hidden><p hidden>a</p><p>b</p></div>", "div", ["a", "b"], [True, True]),
    ],
)
def test_a_part_of_a_page_is_read_as_in_the_whole(markup, tag, texts, hidden):
    page = flatten(Selector(markup).css(tag)[0].root, Page(), Limits())
    assert (page.texts, page.hidden) == (texts, hidden)


def test_a_link_to_a_style_sheet_may_stand_in_the_part_itself():
    part = Selector("<div><link rel=a>x</div>").css("div")[0]
    assert flatten(part.root, Page(), Limits()).link_holders == [0]


@pytest.mark.parametrize(
    ("markup", "texts"),
    [
        ("<p>wa&shy;ter\u00admill</p>", ["watermill"]),
        ("<p>\ufeffThe mill\u2060’s wheel</p>", ["The mill’s wheel"]),
        ("<p>mill\u200bwheel</p><pre>mill\u200b-&gt;turn()</pre>", ["millwheel", "mill->turn()"]),
        ("<h2>The wheel<a href='#wheel'>\u200b</a></h2>", ["The wheel"]),
        ("<p>one</p><p>\u200b</p><p> \u00ad </p><p>two</p>", ["one", "two"]),
        ("<p>one</p><p>\u200d</p><p> &zwnj; &rlm;</p><p>two</p>", ["one", "two"]),
        ("<p>می\u200cخواهم</p><p>👩\u200d🔧</p>", ["می\u200cخواهم", "👩\u200d🔧"]),
        ("<p>กังหัน\u200bน้ำ</p>", ["กังหัน\u200bน้ำ"]),
        ("<p>می\u200cرود 👨\u200d👩\u200d👧</p>", ["می\u200cرود 👨\u200d👩\u200d👧"]),
    ],
)
def test_signs_that_show_nothing_are_dropped_but_not_those_that_part_or_join(markup, texts):
    assert page_of(markup).texts == texts


# Neighbouring inline elements: which are parted by a blank.


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<span>2026</span><span>1h 54m</span>", "2026 1h 54m"),
        ("<label>Blue</label><a href='/blue'>Blue</a>", "Blue Blue"),
        ("<a href='/pumps'>Pumps</a><span>128</span>", "Pumps 128"),
        ("<time>4 March</time><img src='a.png'><span>News</span>", "4 March News"),
        ("<time>20:42</time><mark>The mill</mark>", "20:42 The mill"),
        ("<b>Ann Lee</b><time>4 March</time>", "Ann Lee 4 March"),
        ("on<time>4 March</time>", "on 4 March"),
        ("the <time>1990</time>s", "the 1990s"),
        ("(<time>4 March</time>)", "(4 March)"),
        ("<x-brand>Mill</x-brand><x-name>Wheel 12</x-name>", "Mill Wheel 12"),
        ("<span>Weight:</span><span>2 kg</span>", "Weight: 2 kg"),
        ("<span>Article number:</span><span>33536</span>", "Article number: 33536"),
        ("<a href='/pumps'>Pumps</a><span>(128)</span>", "Pumps (128)"),
        ("<a href='/pumps'>Pumps</a><span>(5)</span>", "Pumps (5)"),
        ("<span>(73)</span><span>73 reviews</span>", "(73) 73 reviews"),
        ("<time>12:30pm</time><span>1</span>", "12:30pm 1"),
        ("<span>16:20</span><span>3</span>", "16:20 3"),
        ("<a href=/c>Комментарии</a><span>5</span>", "Комментарии 5"),
        ("<span>1</span><a href=/t>Die Mühle</a>", "1 Die Mühle"),
        ("<b>Quelle:</b><a href=/r>Agentur</a>", "Quelle: Agentur"),
        ("<strong>Tags</strong><span><a href=/t>Mills</a></span>", "Tags Mills"),
        ("<span>Mr J</span><span>ustice Lee</span>", "Mr Justice Lee"),
        ("<span>km</span><span>2</span>", "km2"),
        ("<span>NaHCO</span><span>3</span>", "NaHCO3"),
        ("<span>1</span><span>st</span>", "1st"),
        ("<span>12:3</span><span>0</span>", "12:30"),
        ("<span>199</span><span>0</span>", "1990"),
        ("<span>12:</span><span>30</span>", "12:30"),
        ("<span>at 7:</span><span>30</span>", "at 7:30"),
        ("<span>Nr</span><span>12</span>", "Nr 12"),
        ("Rates: <span>2026</span><span>1h</span>", "Rates: 2026 1h"),
        ("in <a href=/a>中国</a><a href=/b>北京</a>", "in 中国 北京"),
        ("<code><span>grind</span><span>()</span></code>", "grind()"),
        ("<i>turn</i><b>(lamp)</b>", "turn(lamp)"),
        ("<pre><span>turn</span><span>(lamp)</span></pre>", "turn(lamp)"),
        ("<b><span>In stock</span></b><span>more</span>", "In stockmore"),
        ("<span>Open</span><span></span>ing", "Opening"),
        ("<i>un</i><b>even</b>", "uneven"),
        ("<span>H</span><span>ello</span>", "Hello"),
        ("<span>19</span><span>.90</span>", "19.90"),
        ("<span>one </span><span>two</span>", "one two"),
        ("<span>中国</span><span>北京</span>", "中国北京"),
        ("<pre><span>int</span><span>main</span></pre>", "intmain"),
    ],
)
def test_a_blank_goes_between_words_that_only_style_sheets_part(markup, text):
    (block,) = extract(f"<p>{markup}</p>" if "<pre>" not in markup else markup).text_blocks
    assert block.text == text


def test_a_text_browser_shows_no_blank_that_the_page_has_not():
    page = page_of("<p><span>2026</span><span>1h 54m</span> <a href='/a'>one</a><a href='/b'>two</a></p>")
    assert [page.pieces[blank] for blank in sorted(page.blanks)] == [" ", " "]
    assert browser_lines(page)[0].text.strip() == "20261h 54m [1]one[2]two"


# Both sides of each bound.


@pytest.mark.parametrize(("before", "is_hidden"), [(486, True), (487, False)])
def test_500_characters_of_a_style_are_read(before, is_hidden):
    page = page_of(f"<p style='{';' * before}display : none'>x</p>")
    assert page.hidden == [is_hidden]


@pytest.mark.parametrize(("sign", "texts"), [("¶¶¶", ["Use"]), ("¶¶¶¶", ["Use ¶¶¶¶"])])
def test_a_headings_sign_has_three_characters(sign, texts):
    assert page_of(f"<h2>Use <a href='#use'>{sign}</a></h2>").texts == texts


@pytest.mark.parametrize(("sources", "address"), [(19, "/v.mp4"), (20, "")])
def test_20_sources_of_a_player_are_looked_at(sources, address):
    page = page_of(f"<video>{'<source>' * sources}<source src=/v.mp4></video>")
    assert page.object_urls == [address]


@pytest.mark.parametrize(
    ("pictures", "address"),
    [
        ("/one.jpg, /two.jpg 0.95x", "/one.jpg"),
        ("/two.jpg 0.95x, /one.jpg", "/one.jpg"),
        ("/two.jpg 0.95x, /one.jpg odd", "/one.jpg"),
        ("/one.jpg 1.05x, /two.jpg odd", "/one.jpg"),
        ("/one.jpg 1.05x, /two.jpg", "/one.jpg"),
        ("/one.jpg 1x, /two.jpg 1.05x", "/two.jpg"),
        ("/one.jpg 1x," + " " * 3980 + "/two.jpg", "/one.jpg"),
        ("/one.jpg 1x," + " " * 3970 + "/two.jpg 2x", "/two.jpg"),
        ("/one.jpg 1x," + " " * 4000 + "/two.jpg 2x", "/one.jpg"),
    ],
)
def test_a_size_that_is_left_out_is_one(pictures, address):
    assert page_of(f"<img srcset='{pictures}'>").object_urls == [address]


@pytest.mark.parametrize(
    ("picture", "address"),
    [
        ('<img src="/a.jpg?w=40" srcset="/a.jpg?w=480 480w, /a.jpg?w=2160 2160w">', "/a.jpg?w=2160"),
        ('<img src="/a-150x150.jpg" srcset="/a-150x150.jpg 150w, /a.jpg 1024w">', "/a.jpg"),
        ('<img data-src="/w_199/a.jpg" data-srcset="/w_800/a.jpg 800w">', "/w_800/a.jpg"),
        ('<picture><source srcset="/a.jpg 800w"><img src="/a.jpg?width=20"></picture>', "/a.jpg"),
        ('<img src="/w_200/a.jpg" srcset="/w_800/a.jpg 800w">', "/w_800/a.jpg"),
        ('<img src="/a-16x9.jpg" srcset="/a-large.jpg 800w">', "/a-large.jpg"),
        ('<img src="/a.jpg?w=40" srcset="/a.jpg?w=80 2x">', "/a.jpg?w=40"),
        ('<img src="/a.jpg?w=40" srcset="data:image/gif;base64,AA 2x">', "/a.jpg?w=40"),
        ('<img src="/a.jpg?w=40">', "/a.jpg?w=40"),
    ],
)
def test_a_small_copy_gives_way_to_the_largest_of_its_set(picture, address):
    assert page_of(picture).object_urls == [address]


@pytest.mark.parametrize("attribute", ["hidden", 'style="display:none"', 'style="Visibility : hidden"'])
def test_pictures_and_players_hide_themselves_and_no_text(attribute):
    page = page_of(
        f"<p>one <img {attribute} src=/a.jpg> two <img src=/b.jpg></p><video {attribute}></video><p>three</p>"
    )
    assert [page.tags[element] for element in sorted(page.hiding)] == ["img", "video"]
    assert page.hidden == [False, False]


@pytest.mark.parametrize(("depth", "is_cut"), [(5, False), (4, True)])
def test_elements_nested_as_deep_as_allowed_are_kept(depth, is_cut):
    page = page_of("<div><p><b>x</b></p></div>", limits=Limits(max_depth=depth))
    assert page.truncated == is_cut
    assert page.tags == ["html", "body", "div", "p", "b"][:depth]
    assert page.texts == ["x"]


@pytest.mark.parametrize(("limit", "is_cut"), [(5, False), (4, True)])
def test_as_many_elements_as_allowed_are_kept(limit, is_cut):
    page = page_of("<p>one</p><p>two</p><b>", limits=Limits(max_elements=limit))
    assert page.truncated == is_cut


def test_only_what_stands_in_a_link_is_linked():
    page = page_of(
        "<p>one <a href=/a>two <b>three</b></a> four <a name=x>five</a></p><pre>a<pre> b</pre> c</pre>  <p>d"
    )
    assert dict(zip(page.pieces, page.linked, strict=True)) == {
        **dict.fromkeys(("one ", " four ", "five", "a", " b", " c", "d"), False),
        **dict.fromkeys(("two ", "three"), True),
    }


def test_blocks_that_are_left_out_part_texts():
    assert page_of("<div><p>a</p>b<b>c</b>d<p>e</p></div>", limits=Limits(max_depth=3)).texts == ["a", "bcd", "e"]


def test_elements_with_a_label_or_a_type_are_noted():
    page = page_of("<p aria-label=x>a</p><p itemtype=x>b</p><p typeof=x>c</p><p class=x>d</p>")
    assert page.made["labelled"] == [element for element, tag in enumerate(page.tags) if tag == "p"][:3]


def test_white_space_begins_a_preformatted_part_of_a_page():
    part = Selector("<div><pre><b>  </b>x</pre></div>").css("pre")[0]
    assert [block.text for block in extract(part).text_blocks] == ["  x"]
