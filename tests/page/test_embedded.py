from __future__ import annotations

import json

import pytest

from scrapy_maincontent import extract
from scrapy_maincontent.page import embedded
from scrapy_maincontent.result import EmptyReason

PARAGRAPHS = [
    "The ferry to Scarrow stopped at noon, when the wind off the point had risen to fifty knots and the quay was under water.",
    "It was the third time this winter. The harbour office says that the new breakwater will be ready in the spring of next year.",
    "Until then the islanders are supplied by helicopter, “and not for the first time”, as Mairi Toll of the shop puts it.",
]
HTML = '<div class="body">' + "".join(f"<p>{text}</p>" for text in PARAGRAPHS) + "</div>"
SHELL = '<!DOCTYPE html><html><head><title>Ferry stopped</title></head><body><div id="app"></div>{}</body></html>'


def quoted(value: object) -> str:
    """Return JSON as frameworks write it into a script: no < in it."""
    return json.dumps(value).replace("<", "\\u003c")


def page(*scripts: str, shown: str = "") -> str:
    return SHELL.format(shown + "".join(scripts))


SCRIPTS = {
    "props as JSON": f'<script id="__DATA__" type="application/json">{quoted({"props": {"article": {"content": HTML}}})}</script>',
    "plain HTML in JSON": f"<script>window.state = {json.dumps({'body': HTML})}</script>".replace("</p>", "<\\/p>"),
    "rows of a stream": f"<script>push([1,{quoted('1a:T5f,')}])</script><script>push([1,{quoted(HTML)}])</script>",
    "JSON in a string": f"<script>window.state = JSON.parse({quoted(json.dumps({'post': {'body': HTML}}))})</script>",
    "JSON in a string of JSON": f"<script>push({quoted(json.dumps({'cache': json.dumps({'body': HTML})}))})</script>",
    "a list by number": f"<script type='application/json'>{quoted([{'body': 1}, HTML, 'Ferry'])}</script>",
    "JavaScript's escapes": '<script>set({body: "' + HTML.replace('"', "\\'").replace("<", "\\x3c") + '"})</script>',
    "escaped markup": "<script>set(" + json.dumps(HTML.replace("<", "&lt;").replace(">", "&gt;")) + ")</script>",
}


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
@pytest.mark.parametrize(
    "shown",
    [
        "",
        "<noscript><p>Please switch on JavaScript.</p></noscript>",
        "<nav><a href=/>Home</a> <a href=/n>News</a></nav>",
    ],
)
def test_an_article_in_a_script_is_the_text_of_a_page_that_shows_none(script, shown):
    result = extract(page(script, shown=shown), "https://scarrow.example/ferry")
    assert result.text.split("\n\n") == PARAGRAPHS
    assert result.title == "Ferry stopped"
    assert result.empty_reason is None
    assert result.sources["text"] == "script"


def test_the_longest_article_counts():
    short = "<p>Weather: rain.</p><p>Tides: high at six.</p>" * 6
    result = extract(page(f"<script>a = [{quoted(short)}, {quoted(HTML)}]</script>"))
    assert "helicopter" in result.text
    assert "Tides" not in result.text


SHOWN = "".join(f"<p>{text}</p>" for text in PARAGRAPHS)
OTHER = "<p>Another article, which the page does not show to anybody who reads it.</p>" * 9


def test_what_a_page_shows_is_never_added_to():
    result = extract(page(f"<script>next = {quoted(OTHER)}</script>", shown=SHOWN))
    assert result.text.split("\n\n") == PARAGRAPHS
    assert "text" not in result.sources


@pytest.mark.parametrize(
    "script",
    [
        f'<script type="application/ld+json">{json.dumps({"@type": "Article", "articleBody": HTML})}</script>',
        f"<script>a = {quoted('<p>Too short.</p><p>Far too short.</p>')}</script>",
        f"<script>a = {quoted('<p>' + ' '.join(PARAGRAPHS) + '</p>')}</script>",
        f"<script>a = {quoted(' '.join(PARAGRAPHS))}</script>",
        f"<script>a = '{'<p>'.join(PARAGRAPHS)}'</script>",
        f"<!-- <script>a = {quoted(HTML)}</script> -->".replace("<script>", "<scrip>"),
        f"<script>a = {quoted(HTML)}",
        '<script>a = "<p>x</p><p>y\\</script>',
        "<script>",
    ],
    ids=[
        "declared",
        "short",
        "one paragraph",
        "no markup",
        "no string",
        "no script",
        "open script",
        "open string",
        "empty",
    ],
)
def test_what_is_no_article_stays_out(script):
    result = extract(page(script))
    assert (result.text, result.empty_reason) == ("", EmptyReason.NO_TEXT)


def test_scripts_in_an_article_are_not_read_again():
    inner = HTML + "<script>a = " + quoted(OTHER) + "</script>"
    result = extract(page(f"<script>a = {quoted(inner)}</script>"))
    assert result.text.split("\n\n") == PARAGRAPHS


def test_a_page_of_short_lines_that_are_many_is_no_shell():
    lines = "".join(f"<li><a href=/{n}>The ferry of the {n}th stopped at noon by the old quay</a>" for n in range(9))
    result = extract(page(f"<script>tip = {quoted(OTHER)}</script>", shown=f"<ul>{lines}</ul>"))
    assert "Another article" not in result.text


def test_strings_are_bounded(monkeypatch):
    markup = page(f"<script>a = {quoted(HTML)}</script>").encode()
    assert embedded.with_article(markup) is not None
    monkeypatch.setattr(embedded, "MAX_STRING", 100)
    assert embedded.with_article(markup) is None
