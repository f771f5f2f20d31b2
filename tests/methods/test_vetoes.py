from __future__ import annotations

import pytest

from scrapy_maincontent import extract

SENTENCE = "The mill stood idle for forty years before the village bought it and set about clearing the silted pond. "
PROSE = "".join(f"<p>{SENTENCE * 3} Part {number}.</p>" for number in range(6))
URL = "https://mill.example/news/the-mill-grinds-again"
TITLE = "The mill grinds again"


def page(before="", inside="", after=""):
    return (
        f"<html><head><title>{TITLE} - Mill News</title></head><body><div id=wrap>{before}<h1>{TITLE}</h1>"
        f"<div class=text>{PROSE}{inside}<p>{SENTENCE} The end.</p></div>{after}</div></body></html>"
    )


@pytest.mark.parametrize(
    ("parts", "line"),
    [
        (
            {"inside": '<ul><li><a href="/a">Ferry returns</a></li><li><a href="/b">Library opens</a></li></ul>'},
            "Ferry returns",
        ),
        (
            {"inside": '<aside><b>Also here</b> <a href="/a">Tide tables for the whole of March</a></aside>'},
            "Tide tables",
        ),
        (
            {
                "inside": '<div><p>Related</p><ul><li><a href="/a">Ferry</a></li><li><a href="/b">Library</a></li></ul></div>'
            },
            "Related",
        ),
        (
            {
                "inside": '<nav class="pager"><a href="?page=1">1</a> <b>2</b> <a href="?page=3">3</a> <a href="?page=3">Next page</a></nav>'
            },
            "Next page",
        ),
        ({"inside": "<p>Share this article</p>"}, "Share this"),
        ({"before": "<p>Welcome to our pages!</p>"}, "Welcome"),
        ({"after": '<div id="comments"><p>Lovely. I was there on the day, and so was my aunt.</p></div>'}, "my aunt"),
        ({"after": "<p>By Ilse Marrand</p>"}, "Ilse"),
        ({"after": "<p>14 March 2027</p>"}, "March"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_stands_at_a_text_is_no_part_of_it(parts, line):
    result = extract(page(**parts), URL, method="tree")
    assert "The end." in result.text
    assert result.text.count("Part") == 6
    assert line not in result.text
    block = next(block for block in result.text_blocks if line in block.text)
    assert block.reason


def test_a_forum_keeps_its_replies():
    replies = "".join(f'<div class="comment"><p>Answer {number}: {SENTENCE * 2}</p></div>' for number in range(8))
    result = extract(f"<html><title>Idle mills</title><body><h1>Idle mills</h1><div id=thread>{replies}</div>", URL)
    assert result.text.count("Answer") == 8


def test_a_date_inside_the_prose_stays():
    markup = page().replace("Part 3.</p>", "Part 3.</p><p>14 March 2027</p>")
    assert "14 March 2027" in extract(markup, URL, method="tree").text


def test_a_veto_is_the_reason():
    result = extract(page(inside="<p>Share this article</p>"), URL, method="tree")
    (block,) = (block for block in result.text_blocks if block.text == "Share this article")
    if block.score > 0.6:
        assert block.reason.startswith("veto: share")
