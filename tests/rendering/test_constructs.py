"""Code, tables, lists, footnotes and the rest of what a corpus is trained on."""

from __future__ import annotations

import pytest
from core_pages import page_of
from markdown_it import MarkdownIt

from scrapy_maincontent import extract
from scrapy_maincontent.page.margins import without_margins
from scrapy_maincontent.page.verse import join_verses
from scrapy_maincontent.rendering import render, tex
from scrapy_maincontent.rendering.frame import Style

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def written(markup: str, style: Style | None = None) -> tuple[str, str]:
    page = page_of(markup)
    without_margins(page)
    join_verses(page)
    rendered = render(page, [True] * len(page.texts), ("markdown", "html"), style or Style())
    assert rendered.markdown is not None
    assert rendered.html is not None
    return rendered.markdown, rendered.html


def test_formulas_beyond_the_bound_stay_as_they_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tex, "MAX_FORMULAS", 2)
    assert [formula.tex for formula in tex.formulas("$a_1$ $b_1$ $c_1$")] == ["a_1", "b_1"]


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        (r"Sei \(a_1 * b_1\) und \[ \int_0^1 f(x)\,dx \] so", r"Sei $a_1 * b_1$ und $$\int_0^1 f(x)\,dx$$ so"),
        ("$R^2$ and $m$, $f(x)$", "$R^2$ and $m$, $f(x)$"),
        ("$$a*b*c$$", "$$a*b*c$$"),
        (r"\begin{align} a &amp;= b \end{align}", r"$$\begin{align} a &= b \end{align}$$"),
        ("$$<br>x_1<br>$$", "$$x_1$$"),
        ("costs $5 and not $10", "costs $5 and not $10"),
        ("US$5–US$7, A$ 3", "US$5–US$7, A$ 3"),
        ("$HOME/bin:$PATH, $a = $b", "$HOME/bin:$PATH, $a = $b"),
        ("<code>$x$</code>", "`$x$`"),
        ("rated $, $$, or $$$ here", "rated $, $$, or $$$ here"),
        (r"<i>x</i> \(a<i>b\) c</i>", "*x* $ab$ c"),
    ],
)
def test_formulas_in_a_text(text, markdown):
    assert written(f"<p>{text}</p>")[0] == markdown


@pytest.mark.parametrize(
    ("markup", "language"),
    [
        ('<pre><code class="hljs cpp">a</code></pre>', "cpp"),
        ('<pre lang="rust"><code>a</code></pre>', "rust"),
        ('<pre lang="en">a</pre>', ""),
        ('<pre data-lang="go">a</pre>', "go"),
        ('<div class="mw-highlight mw-highlight-lang-lua"><pre>a</pre></div>', "lua"),
        (
            '<figure class="highlight ruby"><table><tr><td><pre>1</pre></td><td><pre>a</pre></td></tr></table></figure>',
            "ruby",
        ),
        ('<pre class="rust rust-example-rendered">a</pre>', "rust"),
    ],
)
def test_languages(markup, language):
    markdown, html = written(markup.replace("<pre>1</pre>", '<pre class="lineno">1</pre>'))
    assert markdown == f"```{language}\na\n```"
    assert (f'<code class="language-{language}">' in html) == (language != "")


def test_lines_that_are_elements():
    lines = '<div class="fragment"><div class="line">if (a) {</div><div class="line"></div><div class="line">&#160; b();</div></div>'
    rows = (
        '<table class="highlight"><tr><td class="blob-num">1</td><td class="blob-code">x</td></tr>'
        '<tr><td class="blob-num">2</td><td class="blob-code">  y</td></tr></table>'
    )
    assert written(lines)[0] == "```\nif (a) {\n\n  b();\n```"
    assert written(rows)[0] == "```\nx\n  y\n```"


@pytest.mark.parametrize("gutter", ['<span class="lineno">{}</span>&#160;', '<span class="line-number">{}</span>'])
def test_numbers_of_lines_that_are_elements(gutter):
    lines = [f'<div class="line">{gutter.format(n)}{code}</div>' for n, code in ((9, "run {"), (10, "&#160; go();"))]
    assert written(f'<div class="fragment">{"".join(lines)}</div>')[0] == "```\nrun {\n  go();\n```"
    assert written('<div class="gutter">10</div><p>x</p>')[0] == "10\n\nx"


def test_verse_is_no_code():
    markup = '<div class="line-block"><div class="line">Rosen sind rot</div><div class="line">Veilchen</div></div>'
    assert written(markup)[0] == "Rosen sind rot\\\nVeilchen"


def test_a_table_is_a_grid():
    markup = """<table><tr><th rowspan=2>Stadt<th colspan=2>Regen<tr><th>Mai<th>Juni
        <tr><td rowspan=2>Bern<td>1<td>2<tr><td>3<td>4<tr><td>Rom<td colspan=2>keiner</table>"""
    assert written(markup)[0].splitlines() == [
        "| Stadt | Regen |  |",
        "| --- | --- | --- |",
        "|  | Mai | Juni |",
        "| Bern | 1 | 2 |",
        "|  | 3 | 4 |",
        "| Rom | keiner |  |",
    ]


def test_headings_of_rows_are_no_head():
    markup = "<table><tr><th>高さ<td>10<tr><th>幅<td>5</table>"
    assert written(markup)[0] == "|  |  |\n| --- | --- |\n| 高さ | 10 |\n| 幅 | 5 |"


def test_columns_keep_their_side():
    markup = "<table><tr><th>a<th align=right>b<th style='text-align: center'>c<tr><td>1<td>2<td>3</table>"
    assert written(markup)[0].splitlines()[1] == "| --- | ---: | :---: |"


def test_a_table_with_code_is_html_without_empty_lines():
    markdown = written("<table><tr><th>a<td><pre>x\n\ny</pre><tr><th>b<td>z</table><p>after</p>")[0]
    table, _, behind = markdown.partition("\n\n")
    assert "<pre><code>x&#10;\ny</code></pre>" in table
    assert behind == "after"


@pytest.mark.parametrize(
    "table",
    [
        "<table role=presentation><tr><td>a<td>b</table>",
        "<table class=equation><tr><td>a<td>b</table>",
        "<div class='admonitionblock tip'><table><tr><td class=icon>a<td class=content>b</table></div>",
        "<table class=warning><tr><th>a<tr><td>b</table>",
        "<div class=note><table><tr><td rowspan=2><img src=/n.png><th>a<tr><td>b</table></div>",
    ],
)
def test_a_table_that_only_places_things(table):
    assert written(table, Style(images=False))[0] == "a\n\nb"


def test_a_table_called_a_note_that_holds_data_is_one():
    rows = "".join(f"<tr><td>{n}<td>{n * n}" for n in range(3))
    assert written(f"<table class=note>{rows}</table>")[0].count("|") > 9


def test_a_row_with_a_formula_and_its_number_is_no_table():
    picture = '<img alt="$\\displaystyle a^2+b^2$" src="img1.png">'
    table = f"<table width='100%'><tr><td align=center>{picture}<td>(3.1)</table>"
    assert written(f"<p>Es gilt</p>{table}")[0] == "Es gilt\n\n$$a^2+b^2$$\n\n(3.1)"


def test_numbers_of_items():
    assert written("<ol reversed><li>a<li>b</ol>")[0] == "2. a\n1. b"
    assert written("<ol><li value=10>a<li>b<li value=4>c</ol>")[0] == "10. a\n11. b\n4. c"
    assert (
        written("<ol reversed start=9><li>a<li>b</ol>")[1] == '<ol start="9" reversed>\n<li>a</li>\n<li>b</li>\n</ol>'
    )


def test_task_boxes():
    markdown, html = written("<ul><li><input type=checkbox checked> a<li><label><input type=checkbox>b</label></ul>")
    assert markdown == "- [x] a\n- [ ] b"
    assert html.count('<input type="checkbox" disabled') == 2


@pytest.mark.parametrize(
    "items",
    [
        "<ul><li><div class='checkbox checkbox-on'></div><span>a</span><li><div class='checkbox checkbox-off'></div>b</ul>",
        "<ul class=inline-task-list><li class=checked>a<li>b</ul>",
        "<ul><li><span role=checkbox aria-checked=true></span> a<li><span role=checkbox aria-checked=false></span> b</ul>",
    ],
)
def test_task_boxes_that_are_drawn(items):
    assert written(items)[0] == "- [x] a\n- [ ] b"


@pytest.mark.parametrize("text", ["--verbose", "-:option", "--|--x", "-v"])
def test_an_option_needs_no_backslash(text):
    assert written(f"<p>{text}</p>")[0] == text


@pytest.mark.parametrize("text", ["---", "- a", "-- -", "--|:-", ":-:", "--"])
def test_a_line_of_dashes_needs_one(text):
    assert written(f"<p>a</p><p>{text}</p>")[0] == f"a\n\n\\{text}"


def test_footnotes():
    markup = (
        '<p>Eine Aussage<sup id="r1"><a href="#f1">1</a></sup> und<sup><a id="r2" href="#f2">[2]</a></sup> mehr.</p>'
        '<ol><li id="f1"><p>Quelle. <a href="#r1">↩</a></p></li><li id="f2"><a href="#r2">^</a> <i>Buch</i></li></ol>'
    )
    assert written(markup)[0] == "Eine Aussage[^1] und[^2] mehr.\n\n[^1]: Quelle.\n\n[^2]: *Buch*"


def test_footnotes_with_signs_and_what_parts_them_from_their_text():
    markup = """<p>本文<span class=footnote><a href="#f-1" name="fn-1">*1</a></span></p><div class=footnote><p class=footnote>
        <a href="#fn-1" name="f-1" class="footnote-number">*1</a><span class="footnote-delimiter">:</span><span>注だ</span></p></div>"""
    assert written(markup)[0] == "本文[^1]\n\n[^1]: 注だ"


def test_a_footnote_of_an_old_page_leads_back_to_an_anchor_beside_its_number():
    notes = "".join(f"<p><a name=n{i}></a>[{i}] Nota {i}. <a href=#r{i}>back</a></p>" for i in (1, 2))
    markup = "".join(f"<p>Texto {i}<a name=r{i}></a><a href=#n{i}>[{i}]</a>.</p>" for i in (1, 2)) + notes
    expected = "Texto 1[^1].\n\nTexto 2[^2].\n\n[^1]: Nota 1.\n\n[^2]: Nota 2."
    assert written(markup)[0].replace(" [^", "[^") == expected


def test_the_language_of_code_that_org_wrote():
    assert written('<pre class="src src-emacs-lisp">(a)</pre>')[0] == "```emacs-lisp\n(a)\n```"
    assert written('<pre class="src">a</pre>')[0] == "```\na\n```"


def test_a_link_to_a_section_is_no_footnote():
    markup = '<p>See <a href="#s2">2</a>.</p><div id="s2"><h2>Two</h2><p>More.</p></div>'
    assert "[2](https://paper.example/news/1#s2)" in written(markup)[0] or "#s2)" in written(markup)[0]


def test_marks():
    markup = "<p>H<sub>2</sub>O, 10<sup>6</sup>, <del>alt</del>, <s>old</s>, <mark>m</mark>, <q>q</q>, <kbd>K</kbd></p>"
    markdown, html = written(markup)
    assert markdown == "H<sub>2</sub>O, 10<sup>6</sup>, ~~alt~~, ~~old~~, <mark>m</mark>, “q”, `K`"
    assert html.replace("<s>", "<del>") == markup.replace("<s>", "<del>").replace("</s>", "</del>").replace(
        "kbd>", "code>"
    )


def test_rules_and_empty_lines():
    page = page_of("<p>a<br><br>b<br>c</p><hr><p>d</p>")
    rendered = render(page, [True] * 4, ("markdown", "html"))
    assert rendered.text == "a\n\nb\nc\n\nd"
    assert rendered.markdown == "a\n\nb\\\nc\n\n---\n\nd"
    assert rendered.html == "<p>a</p>\n<p>b<br>c</p>\n<hr>\n<p>d</p>"


def test_pictures_keep_their_links_and_blanks():
    markup = '<p>See <a href="/big"><img src="/s.png" alt="S"></a> here</p><a href="/b"><img src="/t.png" alt="T"></a><p>x</p>'
    assert written(markup)[0] == (
        "See [![S](https://paper.example/s.png)](https://paper.example/big) here\n\n"
        "[![T](https://paper.example/t.png)](https://paper.example/b)\n\nx"
    )


def test_a_rule_before_a_captioned_picture():
    figure = '<figure><img src="/p.jpg"><figcaption>Le fleuve</figcaption></figure>'
    assert (
        written(f"<p>a</p><hr>{figure}<p>b</p>")[0] == "a\n\n---\n\n![](https://paper.example/p.jpg)\n\nLe fleuve\n\nb"
    )


def test_a_captioned_picture_between_main_paragraphs():
    page = page_of('<p>a</p><figure><img src="/p.jpg" alt="P"><figcaption>Der Fluss</figcaption></figure><p>b</p>')
    rendered = render(page, [True, False, True], ("text", "markdown", "html"))
    assert rendered.text == "a\n\nb"
    assert rendered.markdown == "a\n\n![P](https://paper.example/p.jpg)\n\nDer Fluss\n\nb"
    assert "<figcaption>Der Fluss</figcaption>" in (rendered.html or "")


@pytest.mark.parametrize(
    ("markup", "markdown"),
    [
        (
            (
                '<div class="line-block"><div class="line">Wer reitet so spät</div><div class="line-block"><div class="line">'
                'durch Nacht und Wind?</div></div><div class="line"><br></div><div class="line">Es ist der Vater</div></div>'
            ),
            "Wer reitet so spät\\\ndurch Nacht und Wind?\n\nEs ist der Vater",
        ),
        (
            (
                '<div class="poem"><div class="stanza"><p class="verse">古池や</p><p class="verse">蛙飛びこむ</p></div>'
                '<div class="stanza"><p class="verse">水の音</p></div></div><p class="line">apart</p>'
            ),
            "古池や\\\n蛙飛びこむ\n\n水の音\n\napart",
        ),
        (
            '<section class="lg estrofa"><div class="l">Verde que te</div><div class="l">quiero verde.</div></section>',
            "Verde que te\\\nquiero verde.",
        ),
        ('<div class="line">a</div><div class="line">b</div>', "a\n\nb"),
        ('<div class="poem"><div class="line">a</div><p>b</p><div class="line">c</div></div>', "a\n\nb\n\nc"),
    ],
)
def test_lines_of_poems_are_lines(markup, markdown):
    assert written(markup)[0] == markdown


def test_lines_of_poems_are_lines_of_the_text():
    lines = "".join(f'<div class="line">Рыба плывёт в реке {n}, и никто её не видит.</div>' for n in range(4))
    result = extract(f'<article><div class="line-block">{lines}</div></article>', formats=("html", "tei"))
    assert result.text.splitlines()[1].startswith("Рыба плывёт в реке 1")
    assert "\n\n" not in result.text
    assert (result.html or "").count("<br>") == (result.tei or "").count("<lb/>") == 3


@pytest.mark.parametrize("back", ["<b><a href=#r>^</a></b>", "<sup><i><a href=#r>↑</a></i></sup>", "<a href=#r>↩</a>"])
def test_a_link_back_leaves_no_sign_of_what_it_stands_in(back):
    note = f"<li id=n>{back} <span>Ein Bericht.</span>"
    assert written(f"<p>Der Fluss.<sup id=r><a href=#n>[1]</a></sup><ol>{note}</ol>")[0] == (
        "Der Fluss.[^1]\n\n[^1]: Ein Bericht."
    )


def test_a_note_whose_number_is_not_selected():
    page = page_of(
        '<p>Der Fluss <a class="footnote-reference" href="#n" id="r">[1]</a></p><aside class="footnote" id="n"><span>[<a '
        'href="#r">1</a>]</span><p>Ein Bericht.</p></aside>'
    )
    main = [text != "[1]" for text in page.texts]
    assert main.count(False) == 1
    assert render(page, main, ("markdown",)).markdown == "Der Fluss [^1]\n\n[^1]: Ein Bericht."


@pytest.mark.parametrize(
    ("cells", "markdown"),
    [
        (
            "<td><img src=/a.png alt=Rad><td>Das Rad dreht sich.",
            "![Rad](https://paper.example/a.png)\n\nDas Rad dreht sich.",
        ),
        ("<td><p>Links.</p><td><p>Rechts.</p>", "Links.\n\nRechts."),
        ("<td>a<td>b", "| a | b |\n| --- | --- |"),
    ],
)
def test_one_row_of_paragraphs_or_pictures_is_no_table(cells, markdown):
    assert written(f"<p>x</p><table><tr>{cells}</table>")[0] == f"x\n\n{markdown}"


def test_players_are_links():
    markup = '<p>a</p><iframe src="https://tube.example/embed/x1" title="Der Film"></iframe><p>b</p>'
    markdown, html = written(markup)
    assert markdown == "a\n\n[Der Film](https://tube.example/embed/x1)\n\nb"
    assert '<a href="https://tube.example/embed/x1">Der Film</a>' in html


def test_without_links_and_images():
    markup = '<p><a href="/x">Fluss</a> <img src="/a.png" alt="A"> am <b>Berg</b></p>'
    markdown, html = written(markup, Style(links=False, images=False))
    assert markdown == "Fluss am **Berg**"
    assert html == "<p>Fluss am <strong>Berg</strong></p>"


PAGE = """<html lang="de"><head><meta name="author" content="Mara Kern"><meta name="description" content='Otter: "da"'>
<meta property="article:published_time" content="2024-03-01"></head><body><article><h1>Otter #1</h1>{}</article></body>"""
BODY = (
    "<p>Die Otter sind wieder am Fluss, und es geht ihnen gut, sagen alle, die es wissen und die sie gesehen haben.</p>"
    * 4
)


def test_front_matter_and_heading():
    result = extract(
        PAGE.format(BODY), "https://blatt.example/o", formats=("markdown", "html"), front_matter=True, heading=True
    )
    assert result.markdown is not None
    assert result.markdown.startswith(
        '---\ntitle: "Otter #1"\nauthors: ["Mara Kern"]\ndate: "2024-03-01"\nlanguage: "de"\n'
        'url: "https://blatt.example/o"\ndescription: "Otter: \\"da\\""\n---\n\n# Otter #1\n\nDie Otter'
    )
    assert (result.html or "").startswith("<h1>Otter #1</h1>\n<p>Die Otter")


def test_the_switches_are_true_or_false():
    with pytest.raises(TypeError, match="front_matter is 'yes'"):
        extract("<p>a", front_matter="yes")
