from __future__ import annotations

import pytest

from scrapy_maincontent import extract, methods
from scrapy_maincontent.core import navigation
from scrapy_maincontent.core.extract import read_page
from scrapy_maincontent.core.page_type import page_type
from scrapy_maincontent.methods import leaning

URL = "https://docs.mill.example/en/latest/reference/grind.html"
STEP = "Pour the grain into the hopper, open the sluice by a hand's breadth, and wait until the stone runs evenly."
MANUAL = f"""<head><meta name="generator" content="Sphinx 7"></head><body class="docs"><nav><a href="/">Home</a></nav>
<h1>mill.grind()</h1>{f"<p>{STEP}</p>" * 4}<div class="admonition note"><p>Note</p><p>{STEP}</p></div>
<h2>Parameters</h2><div class="highlight"><pre><code>grind(mill, speed=3)</code></pre></div>
<div class="box"><p>The mill is open on Sundays, and the miller tells what he knows of it.</p></div>
<h2>See also</h2><a class="reference internal" href="sluice.html">sluice</a></body>"""


def test_a_manual_leans_to_recall_and_a_shop_to_precision():
    assert leaning("crf", "product", 1.0) < leaning("crf", "article", 1.0) == 1
    for name in ("service", "collection", "listing", "documentation", "forum"):
        assert leaning("crf", name, 1.0) > 1


def test_a_doubtful_type_leans_less():
    assert 1 < leaning("crf", "forum", 0.5) < leaning("crf", "forum", 0.9)
    assert 1 > leaning("crf", "product", 0.5) > leaning("crf", "product", 0.9)


def test_a_page_without_a_type_and_another_method_do_not_lean():
    assert leaning("crf", None, None) == 1
    assert leaning("tree", "forum", 1.0) == 1


@pytest.mark.parametrize("balance", [0.5, 1.0, 2.0])
def test_what_is_selected_leans_with_the_type(balance):
    page = read_page(MANUAL, URL)
    regions = navigation.detect(page)
    lean = leaning("crf", *page_type(page, regions))
    assert lean > 1.5
    labels = methods.get("crf").label(page, regions, methods.load_model("crf"), balance * lean)
    assert [block.label for block in extract(MANUAL, URL, balance=balance).text_blocks] == labels.labels
