from __future__ import annotations

import pytest

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.page import Label

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
    ("parts", "line", "veto"),
    [
        (
            {"inside": '<ul><li><a href="/a">Ferry returns</a></li><li><a href="/b">Library opens</a></li></ul>'},
            "Ferry returns",
            "link list",
        ),
        (
            {"inside": '<aside><b>Also here</b> <a href="/a">Tide tables for the whole of March</a></aside>'},
            "Tide tables",
            "link list",
        ),
        (
            {
                "inside": '<div><p>Related</p><ul><li><a href="/a">Ferry</a></li><li><a href="/b">Library</a></li></ul></div>'
            },
            "Related",
            "rest of a list",
        ),
        (
            {
                "inside": '<nav class="pager"><a href="?page=1">1</a> <b>2</b> <a href="?page=3">3</a> <a href="?page=3">Next page</a></nav>'
            },
            "Next page",
            "paging.",
        ),
        ({"inside": "<p>Share this article</p>"}, "Share this", "share"),
        ({"before": "<p>Welcome to our pages!</p>"}, "Welcome", "before the headline"),
        (
            {"after": '<div id="comments"><p>Lovely. I was there on the day, and so was my aunt.</p></div>'},
            "my aunt",
            "comment",
        ),
        ({"after": "<p>By Ilse Marrand</p>"}, "Ilse", "byline"),
        ({"after": "<p>14 March 2027</p>"}, "March", "dateline"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_stands_at_a_text_is_no_part_of_it(parts, line, veto, everything):
    for model in (everything, None):
        result = extract(page(**parts), URL, method="tree", model=model)
        assert "The end." in result.text
        assert result.text.count("Part") == 6
        assert line not in result.text
    taken = extract(page(**parts), URL, method="tree", model=everything)
    (block,) = (block for block in taken.text_blocks if line in block.text)
    assert block.score == 1
    assert block.reason.startswith(f"veto: {veto}")


def test_nothing_else_is_vetoed(everything):
    result = extract(page(), URL, method="tree", model=everything)
    assert all(block.label is Label.MAIN for block in result.text_blocks)


def test_a_forum_keeps_its_replies(everything):
    replies = "".join(f'<div class="comment"><p>Answer {number}: {SENTENCE * 2}</p></div>' for number in range(8))
    markup = f"<html><title>Idle mills</title><body><h1>Idle mills</h1><div id=thread>{replies}</div>"
    result = extract(markup, URL, method="tree", model=everything)
    assert result.text.count("Answer") == 8


def test_a_date_inside_the_prose_stays(everything):
    markup = page().replace("Part 3.</p>", "Part 3.</p><p>14 March 2027</p>")
    assert "14 March 2027" in extract(markup, URL, method="tree", model=everything).text


def test_a_page_of_navigation_alone_has_no_main_text(everything):
    """Each veto takes no more than half of the words, but together they may take all."""
    trail = '<ol class="breadcrumb"><li><a href="/">Home page of the mill</a></li><li><a href="/news/">News of the mill</a></li></ol>'
    pager = "".join(f'<a href="?page={number}">{number}</a> ' for number in range(1, 10))
    result = extract(f'<body>{trail}<div class="pager">{pager}</div></body>', URL, method="tree", model=everything)
    assert [block.reason.startswith("veto: ") for block in result.text_blocks] == [True] * 3
    assert (result.text, result.empty_reason) == ("", "no_main_text")


def test_the_dates_of_a_list_of_entries_are_part_of_it(everything):
    entries = "".join(f"<div><p>{day} March 2027</p><p>{SENTENCE * 2} Entry {day}.</p></div>" for day in (3, 9, 14))
    markup = f"<html><title>Diary</title><body><h1>Diary</h1>{entries}<p>1 April 2027</p></body></html>"
    result = extract(markup, URL, method="tree", model=everything)
    assert [day for day in (3, 9, 14) if f"{day} March 2027" in result.text] == [3, 9, 14]


def test_an_introduction_before_the_headline_stays(everything):
    introduction = "".join(f"<p>Three things to know, number {number}.</p>" for number in range(9))
    result = extract(page(introduction), URL, method="tree", model=everything)
    assert result.text.count("Three things to know") == 9


@pytest.mark.parametrize(
    "heading",
    [
        "Comments",
        "Comments (2)",
        "2 Comments",
        "Kommentar schreiben",
        "コメント(2)",
        "2件のコメント",
        "トラックバックURL http://x.example/1",
    ],
)
def test_a_few_comments_behind_a_text_are_no_part_of_it(heading, everything):
    result = extract(
        page(after=f"<h4>{heading}</h4><p>Lovely. I was there on the day.</p>"), URL, method="tree", model=everything
    )
    assert "The end." in result.text
    assert "I was there" not in result.text
    assert heading not in result.text


def test_a_page_of_comments_keeps_them(everything):
    comments = "".join(f"<p>{SENTENCE * 3} Comment {number}.</p>" for number in range(9))
    result = extract(page(after=f"<h4>Comments</h4>{comments}"), URL, method="tree", model=everything)
    assert result.text.count("Comment ") == 9
