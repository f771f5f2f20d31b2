"""Neighbouring inline elements: which are parted by a blank."""

import pytest
from core_pages import page_of

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.methods._browser import browser_lines


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<span>2026</span><span>1h 54m</span>", "2026 1h 54m"),
        ("<label>Blue</label><a href='/blue'>Blue</a>", "Blue Blue"),
        ("<a href='/pumps'>Pumps</a><span>128</span>", "Pumps 128"),
        ("<time>4 March</time><img src='a.png'><span>News</span>", "4 March News"),
        ("<x-brand>Mill</x-brand><x-name>Wheel 12</x-name>", "Mill Wheel 12"),
        ("<span>Weight:</span><span>2 kg</span>", "Weight: 2 kg"),
        ("<span>Article number:</span><span>33536</span>", "Article number: 33536"),
        ("<a href='/pumps'>Pumps</a><span>(128)</span>", "Pumps (128)"),
        ("<span>(73)</span><span>73 reviews</span>", "(73) 73 reviews"),
        ("<span>12:</span><span>30</span>", "12:30"),
        ("<code><span>grind</span><span>()</span></code>", "grind()"),
        ("<i>turn</i><b>(lamp)</b>", "turn(lamp)"),
        ("<pre><span>turn</span><span>(lamp)</span></pre>", "turn(lamp)"),
        ("<b><span>In stock</span></b><span>more</span>", "In stockmore"),
        ("<span>Open</span><span></span>ing", "Opening"),
        ("<i>un</i><b>even</b>", "uneven"),
        ("<span>H</span><span>ello</span>", "Hello"),
        ("<span>19</span><span>.90</span>", "19.90"),
        ("<span>one </span><span>two</span>", "one two"),
        ("<span>中国</span><span>北京</span>", "中国北京"),
        ("<pre><span>int</span><span>main</span></pre>", "intmain"),
    ],
)
def test_a_blank_goes_between_words_that_only_style_sheets_part(markup, text):
    (block,) = extract(f"<p>{markup}</p>" if "<pre>" not in markup else markup).text_blocks
    assert block.text == text


def test_a_text_browser_shows_what_the_page_has():
    page = page_of("<p><span>2026</span><span>1h 54m</span> <a href='/a'>one</a><a href='/b'>two</a></p>")
    assert [page.pieces[blank] for blank in sorted(page.blanks)] == [" ", " "]
    assert browser_lines(page)[0].text.strip() == "20261h 54m [1]one[2]two"
