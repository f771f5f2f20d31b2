from __future__ import annotations

from core_pages import page_of

from scrapy_maincontent.rendering import render


def html_of(markup: str, left_out: tuple[str, ...] = ()) -> str:
    page = page_of(markup)
    rendered = render(page, [text not in left_out for text in page.texts], ("html",))
    assert rendered.html is not None
    return rendered.html


def test_structure_stays_and_decoration_goes():
    markup = """<div class="a" id="b"><h2 style="color:red" onclick="x()">Otters &amp; herons</h2>
        <p class="lead">They are <span class="x">back</span>.<script>x()</script></p>
        <blockquote><p>At last!</p></blockquote><pre class="code">a &lt; b\n  c</pre></div>"""
    assert html_of(markup) == (
        "<h2>Otters &amp; herons</h2>\n<p>They are back.</p>\n"
        "<blockquote>\n<p>At last!</p>\n</blockquote>\n<pre><code>a &lt; b\n  c</code></pre>"
    )


def test_inline_markup_stays():
    markup = (
        "<p>H<sub>2</sub>O is <b>very <i>wet</i></b>, says <code>x()</code> and <a href='/w?a=1&amp;b=2'>all</a>.</p>"
    )
    assert html_of(markup) == (
        "<p>H<sub>2</sub>O is <strong>very <em>wet</em></strong>, says <code>x()</code> and "
        '<a href="https://paper.example/w?a=1&amp;b=2">all</a>.</p>'
    )


def test_breaks_stay_breaks():
    assert html_of("<p>The <i>river<br>the</i> river</p>") == "<p>The <em>river</em><br><em>the</em> river</p>"


def test_nested_lists():
    assert html_of("<ul><li>one<ol><li>a<li><p>b</p></ol><li>two</ul>") == (
        "<ul>\n<li>one<ol>\n<li>a</li>\n<li><p>b</p>\n</li>\n</ol>\n</li>\n<li>two</li>\n</ul>"
    )


def test_a_list_may_be_cut():
    assert html_of("<ul><li>one<ul><li>a</ul><li>two</ul>", ("one", "two")) == (
        "<ul>\n<li><ul>\n<li>a</li>\n</ul>\n</li>\n</ul>"
    )


def test_items_without_list_are_paragraphs_and_lists_without_items_get_them():
    assert html_of("<li>a</li><ul>b<div>c</div></ul>") == ("<p>a</p>\n<ul>\n<li>b</li>\n<li>c</li>\n</ul>")


def test_tables_keep_header_cells_spans_and_empty_cells():
    markup = """<table border=1><tr><th>Name<th colspan="2" rowspan="abc" class=x>Age
        <tr><td></td><td rowspan=3>12<td>13<tr><td colspan=99999>x</table>"""
    assert html_of(markup) == (
        '<table>\n<tr><th>Name</th><th colspan="2">Age</th></tr>\n'
        '<tr><td></td><td rowspan="3">12</td><td>13</td></tr>\n<tr><td colspan="32">x</td></tr>\n</table>'
    )


def test_layout_tables_go():
    assert html_of("<table><tr><td><p>one</p><table><tr><td>a<td>b</table></td></tr></table>") == (
        "<p>one</p>\n<table>\n<tr><td>a</td><td>b</td></tr>\n</table>"
    )
    assert html_of('<table role="presentation"><tr><td>a<td>b</table>') == "<p>a</p>\n<p>b</p>"


def test_figures_keep_picture_and_caption():
    markup = '<figure><div><img src="o.jpg" alt="An &quot;otter&quot;"></div><figcaption>An <i>otter</i></figcaption></figure>'
    assert html_of(markup) == (
        '<figure>\n<img src="https://paper.example/news/o.jpg" alt="An &quot;otter&quot;">\n'
        "<figcaption>An <em>otter</em></figcaption>\n</figure>"
    )


def test_a_link_around_blocks_is_a_link_in_each():
    assert html_of('<a href="/x"><div>one</div><div>two</div></a>') == (
        '<p><a href="https://paper.example/x">one</a></p>\n<p><a href="https://paper.example/x">two</a></p>'
    )


def test_a_heading_with_blocks_in_it_is_one_heading():
    assert html_of("<h2><div>Otters</div><div>and herons</div></h2>") == "<h2>Otters<br>and herons</h2>"


def test_scripts_in_addresses_go_and_the_text_stays():
    markup = "<p><a href='javascript:x()'>one</a> <a href=' java\nscript:x()'>two</a> <img src='javascript:x()'></p>"
    assert html_of(markup) == "<p>one two</p>"
