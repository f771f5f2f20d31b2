"""Titles of code, languages that stand around it, notes of the margin, numbers of printed pages."""

from __future__ import annotations

import pytest
from core_pages import page_of

from scrapy_maincontent import extract
from scrapy_maincontent.page.margins import without_margins
from scrapy_maincontent.rendering import render

BEFORE = (
    "Die Pumpe der Mühle hebt das Wasser aus dem unteren Teich in die Rinne, und von dort läuft es von selbst hinab."
)
BEHIND = (
    "Before winter comes the valve has to be opened, since water that freezes in the pipe would burst it in the night."
)


def markdown_of(markup: str) -> str:
    page = page_of(markup)
    without_margins(page)
    written = render(page, [True] * len(page.texts), ("markdown",)).markdown
    assert written is not None
    return written


@pytest.mark.parametrize(
    ("markup", "title"),
    [
        (
            (
                '<div class="wrapper"><div class="code-block-caption"><span class="caption-text">pump.py</span>'
                '<a class="headerlink" href="#id1">¶</a></div><div class="highlight"><pre>lift(3)</pre></div></div>'
            ),
            "pump.py",
        ),
        (
            '<div><div class="codeBlockTitle_x">弁.js</div><div><pre>lift(3)</pre><button>Copy</button></div></div>',
            "弁.js",
        ),
        (
            '<div class="listingblock"><div class="title">Liste 1. Heben</div><div><pre>lift(3)</pre></div></div>',
            "Liste 1. Heben",
        ),
        ("<figure><figcaption>насос.rb</figcaption><pre>lift(3)</pre></figure>", "насос.rb"),
        ('<div><div class="codeHeader"><b>pump.sql</b></div><div><pre>lift(3)</pre></div></div>', "**pump.sql**"),
    ],
)
def test_a_title_stands_with_its_code(markup: str, title: str) -> None:
    result = extract(f"<main><p>{BEFORE}</p>{markup}<p>{BEHIND}</p></main>", formats=("text", "markdown"))
    assert result.markdown == f"{BEFORE}\n\n{title}\n\n```\nlift(3)\n```\n\n{BEHIND}"


@pytest.mark.parametrize(
    "markup",
    [
        '<div class="title">Related</div><div><pre>lift(3)</pre></div>',
        '<div><div class="tabs">npm</div><pre>lift(3)</pre></div>',
        f'<div><div class="title">Related</div><pre>lift(3)</pre><p>{"Buy a pump now. " * 3}</p></div>',
    ],
)
def test_other_lines_before_code_are_no_titles(markup: str) -> None:
    page = page_of(f"<p>{BEFORE}</p>{markup}<p>{BEHIND}</p>")
    main = ["lift" in text or text in {BEFORE, BEHIND} for text in page.texts]
    assert render(page, main, ("markdown",)).markdown == f"{BEFORE}\n\n```\nlift(3)\n```\n\n{BEHIND}"


@pytest.mark.parametrize(
    ("markup", "language"),
    [
        (
            '<pre class="sourceCode numberSource python numberLines"><code class="sourceCode python">x</code></pre>',
            "python",
        ),
        ('<div class="language-yaml"><span class="filename">a.yml</span><pre>x</pre></div>', "yaml"),
        ('<div class="language-sh"><button>Copy</button><span class="lang">sh</span><pre>x</pre></div>', "sh"),
        ('<pre data-syntaxhighlighter-params="brush: sql; gutter: false">x</pre>', "sql"),
        ('<div class="highlight hl-ipython3"><pre>x</pre></div>', "ipython3"),
        (
            '<pre class="playground"><div class="buttons"></div><code class="language-rust editable">x</code></pre>',
            "rust",
        ),
        (f'<div class="language-en"><p>{BEFORE}</p><pre>x</pre></div>', ""),
    ],
)
def test_the_language_of_code_stands_in_or_around_it(markup: str, language: str) -> None:
    assert f"```{language}\nx\n```" in markdown_of(markup)


def test_numbers_of_lines_in_code_of_org_are_left_out() -> None:
    markup = '<pre class="src"><span class="linenr">1: </span>(a\n<span class="linenr">2: </span>  b)</pre>'
    assert markdown_of(markup) == "```\n(a\n  b)\n```"


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        (
            'Das Rad dreht sich<span class="sidenote">Aus Lärche.</span> und hebt',
            "Das Rad dreht sich Aus Lärche. und hebt",
        ),
        ('a flood.<small class="marginnote">In May.</small>He ran', "a flood. In May. He ran"),
        ('the flow<span class="marginnote">Steady</span>, as measured', "the flow Steady, as measured"),
        (
            'La rueda<label class="margin-toggle">⊕</label><span class="marginnote">De roble.</span> gira',
            "La rueda De roble. gira",
        ),
        (
            (
                'flow<sup class="ltx_note_mark">1</sup><span class="ltx_note_outer"><span class="ltx_note_content">'
                '<sup class="ltx_note_mark">1</sup><span class="ltx_tag ltx_tag_note">1</span>In May.</span></span> is'
            ),
            "flow<sup>1</sup> In May. is",
        ),
    ],
)
def test_notes_of_the_margin_are_parted_from_their_sentence(markup: str, text: str) -> None:
    assert markdown_of(f"<p>{markup}</p>") == text


@pytest.mark.parametrize(
    "number",
    [
        '<span class="pagenum"><a id="Page_42">[Pg 42]</a></span>',
        '<span class="page-number" id="p42">42</span>',
        '<a class="pagebreak" id="xii">xii</a>',
        '<span class="pageno">S. 42</span>',
    ],
)
def test_numbers_of_printed_pages_are_left_out(number: str) -> None:
    assert markdown_of(f"<p>Der Müller hatte nie eine solche {number}Flut gesehen.</p>") == (
        "Der Müller hatte nie eine solche Flut gesehen."
    )


@pytest.mark.parametrize(
    "markup", ['<span class="page-number">42</span>', '<a class="page-number" href="?p=2">2</a> und weiter auf']
)
def test_numbers_of_pages_that_are_all_or_lead_somewhere_stay(markup: str) -> None:
    assert "2" in markdown_of(f"<p>{markup}</p><p>Der Müller hatte nie eine solche Flut gesehen.</p>")
