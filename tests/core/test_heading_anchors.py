"""Links of a heading to itself."""

import pytest
from parsel import Selector

from scrapy_maincontent.extraction import extract


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
