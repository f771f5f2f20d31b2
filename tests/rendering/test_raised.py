"""What plain text has of powers, and of links back from notes."""

from __future__ import annotations

import pytest
from core_pages import page_of

from scrapy_maincontent.rendering import render


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("etwa 10<sup>6</sup> Sterne", "etwa 10^6 Sterne"),
        ("10<sup>−9</sup> m, 3 × 10<sup><i>5</i></sup>", "10^−9 m, 3 × 10^5"),
        ("面積は10<sup>4</sup>平方メートル", "面積は10^4平方メートル"),
        ("12 m<sup>2</sup>, км<sup>2</sup>", "12 m^2, км^2"),
        ("x<sup>n+1</sup> y<sup>n</sup> e<sup>2x</sup> (a+b)<sup>2</sup>", "x^(n+1) y^n e^(2x) (a+b)^2"),
        ("10<sup>1/2</sup> 1010<sub>2</sub>", "10^(1/2) 1010_2"),
        ("10<sup>6<sub>2</sub></sup>", "10^62"),
        ("H<sub>2</sub>O, CO<sub>2</sub>", "H2O, CO2"),
        ("21<sup>st</sup> 1<sup>er</sup> 5<sup>o</sup> M<sup>me</sup> Mill<sup>TM</sup>", "21st 1er 5o Mme MillTM"),
        ("noted<sup>1</sup> Smith<sup>2,3</sup>", "noted1 Smith2,3"),
        ("noted<sup><a href='#n'>1</a></sup>", "noted1"),
        ("<sup>14</sup>C <sup>2</sup>", "14C 2"),
        ("The note. <a href='#r'>↩</a>", "The note."),
        ("<a href='#r'>^</a> Die Anmerkung", "Die Anmerkung"),
        ("<a href='#r'>↩︎</a>", "↩︎"),
        ("<a href='/up'>↑</a> up", "↑ up"),
    ],
)
def test_plain_text(markup, text):
    page = page_of(f"<p>{markup}</p><p>b</p>")
    rendered = render(page, [True] * len(page.texts))
    assert rendered.text == f"{text}\n\nb"
    assert [rendered.text[slice(*span)] for span in rendered.spans if span] == [text, "b"]


def test_code_stays_as_it_is():
    page = page_of("<pre>a = 10<sup>6</sup>\n b</pre>")
    assert render(page, [True]).text == "a = 106\n b"
