"""What Markdown and HTML show between selected text blocks: code, captions, lines; and pictures in ``noscript``."""

from __future__ import annotations

import pytest
from core_pages import page_of

from scrapy_maincontent.rendering import render

MAIN = "§"
"""Begins the texts that are selected."""


def written(markup: str) -> tuple[str, str]:
    page = page_of(f"<p>{MAIN}1</p>{markup}<p>{MAIN}2</p>")
    rendered = render(page, [text.startswith(MAIN) for text in page.texts], ("markdown", "html"))
    assert rendered.markdown is not None
    assert rendered.html is not None
    return rendered.markdown.removeprefix(f"{MAIN}1\n\n").removesuffix(f"{MAIN}2").strip(), rendered.html


@pytest.mark.parametrize(
    ("markup", "markdown"),
    [
        (
            """<div role="tablist"><button>Python</button><button>Shell</button></div>
            <div><button>コピー</button><pre><code class="language-python">print(1)</code></pre></div>
            <div hidden><pre><code class="language-bash">echo 1</code></pre></div>""",
            "```python\nprint(1)\n```\n\n```bash\necho 1\n```",
        ),
        (
            """<ul class="nav"><li><a href="#a">npm</a><li><a href="#b">yarn</a></ul><div id=a><pre>npm i</pre></div>
            <div id=b style="display:none"><pre>yarn add</pre></div>""",
            "```\nnpm i\n```\n\n```\nyarn add\n```",
        ),
        ("<pre>a = 1<button>Copier</button></pre>", "```\na = 1\n```"),
        ("<pre>a = 1</pre><pre hidden>a  = 1\n</pre>", "```\na = 1\n```"),
        ("<pre>§a\n b</pre><div hidden><pre>§ab</pre></div>", "```\n§a\n b\n```\n\n```\n§ab\n```"),  # both are selected
        ("<pre>§a</pre><pre hidden>b</pre>", "```\n§a\n```\n\n```\nb\n```"),
        ("<p>Lesen Sie auch, was die anderen sagten.</p><pre>a</pre>", ""),
        ("<p>Newsletter</p>", ""),
        ("<address>Hauptstr. 5<br>§Dorf</address>", "Hauptstr. 5\\\n§Dorf"),
        ("<p>§12, rue du Port<br>Ville<br>Pays</p>", "§12, rue du Port\\\nVille\\\nPays"),
        ("<hr><address>大通り1<br>§町</address><hr>", "---\n\n大通り1\\\n§町\n\n---"),
        ("<div>Anzeige<br>§Text</div>", "§Text"),
        (
            '<div class="wp-caption"><img src="/b.jpg"><p class="wp-caption-text">船</p></div>',
            "![](https://paper.example/b.jpg)\n\n船",
        ),
        (
            '<figure><noscript><img src="/w.jpg" alt="W"></noscript><figcaption>Зима</figcaption></figure>',
            "![W](https://paper.example/w.jpg)\n\nЗима",
        ),
        (
            '<figure><img data-lazy="x"><noscript><img src="/w.jpg" alt="W"></noscript></figure>',
            "![W](https://paper.example/w.jpg)",
        ),
        (
            '<figure><img src="/v.jpg"><noscript><img src="/w.jpg"></noscript></figure>',
            "![](https://paper.example/v.jpg)",
        ),
        ("<figure><figcaption>No picture</figcaption></figure>", ""),
    ],
)
def test_between_selected_texts(markup, markdown):
    assert written(markup)[0] == markdown


def test_html_shows_the_same():
    html = written('<button>Copy</button><pre class="lang-go">x</pre><pre hidden>y</pre>')[1]
    assert html == '<p>§1</p>\n<pre><code class="language-go">x</code></pre>\n<pre><code>y</code></pre>\n<p>§2</p>'


def test_nothing_is_shown_before_the_first_selected_text_and_behind_the_last():
    page = page_of("<pre>a</pre><p>§</p><pre>b</pre>")
    assert render(page, [text == MAIN for text in page.texts], ("markdown",)).markdown == MAIN


def test_a_gap_of_many_texts_stays_out():
    assert written("<pre>a</pre>" + "<p>b</p>" * 40)[0] == ""
