from __future__ import annotations

import pytest
from core_pages import page_of

from scrapy_maincontent.page.margins import without_margins

CODE = "a = 1\n\nif a:\n    b(a)"


def texts_of(markup: str) -> list[str]:
    page = page_of(markup)
    without_margins(page)
    assert len({len(page.texts), len(page.owners), len(page.text_starts), len(page.text_ends)}) == 1
    assert len({len(page.texts), len(page.hidden), len(page.breaks)}) == 1
    return page.texts


@pytest.mark.parametrize(
    "markup",
    [
        (
            f'<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2\n3\n4</pre></div></td>'
            f'<td class="code"><pre>{CODE}</pre></td></tr></table>'
        ),
        f"<table><tr><td><pre>7\n8\n9\n10</pre></td><td><pre>{CODE}</pre></td></tr></table>",
        (
            '<pre><span class="lineno"> 1</span>a = 1\n<span class="lineno"> 2</span>\n<span class="lineno"> 3</span>if a:\n'
            '<span class="lineno"> 4</span>    b(a)</pre>'
        ),
        (
            f'<table class="lntable"><tr><td class="lntd"><pre><code><span class="lnt">1\n</span><span class="lnt">2\n</span>'
            f'</code></pre></td><td class="lntd"><pre>{CODE}</pre></td></tr></table>'
        ),
        f'<pre><button class="copy">コピー</button>{CODE}</pre>',
        f'<div class="line-numbers"><a>1</a><a>2</a></div><pre class="line-numbers">{CODE}</pre>',
    ],
)
def test_numbers_beside_code_are_no_text(markup):
    assert texts_of(f"<p>Vor</p>{markup}<p>nach<br><br>her</p>") == ["Vor", CODE, "nach", "her"]


def test_gaps_stay_where_they_are():
    page = page_of("<table><tr><td><pre>1\n2</pre></td><td><pre>a</pre></td></tr></table><p>x<br>y<br><br>z</p>")
    without_margins(page)
    assert (page.texts, page.gaps) == (["a", "x", "y", "z"], {3})


@pytest.mark.parametrize(
    "markup",
    [
        "<p>1</p><p>2</p>",
        "<pre>1\n2\n3</pre>",
        "<table><tr><td class=num>1</td><td><pre>a</pre></td></tr></table>",
        "<p class=line-number>Line 1</p><pre>a</pre>",
        "<table><tr><td><pre>1\n3</pre></td><td><pre>a</pre></td></tr></table>",
    ],
)
def test_other_numbers_stay(markup):
    assert texts_of(markup) == page_of(markup).texts


def test_a_line_break_in_code_is_one():
    assert page_of("<pre>one<br>  two<br/><br>four</pre>").texts == ["one\n  two\n\nfour"]
