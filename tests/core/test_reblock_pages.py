"""Re-blocking of pages in markup; how to read the drawings is said in `block_drawings`."""

from __future__ import annotations

import pytest
from block_drawings import content, drawn, region_of
from core_pages import page_of
from growth import check_linear

from scrapy_maincontent.blocks.reblock import reblock
from scrapy_maincontent.blocks.segment import segment
from scrapy_maincontent.features.measures import measure
from scrapy_maincontent.navigation import detect
from scrapy_maincontent.page import Block, Kind
from scrapy_maincontent.page.limits import Limits


def navigation_of(body: str):
    page = page_of(body)
    regions = detect(page)
    blocks = reblock(page, segment(page, measure(page)), regions)
    assert [number for block in blocks for number in range(*block.texts)] == list(range(len(page.texts)))
    assert [number for block in blocks for number in range(*block.objects)] == list(range(len(page.objects)))
    return [
        ([regions[number].kind.value for number in block.regions], " ".join(content(page, block))) for block in blocks
    ]


def linked(*words: str) -> str:
    return "".join(f'<li><a href="/{word.lower()}">{word}</a></li>' for word in words)


PROSE = "<p>The lighthouse was lit in spring, and ships came in.</p>"
PROSE_TEXT = "The lighthouse was lit in spring, and ships came in."


def test_a_pager_in_an_article_is_cut_out():
    pager = '<div class=pager><a href="?page=1">1</a> <b>2</b> <a href="?page=3">3</a> <a href="?page=3">Next</a></div>'
    assert navigation_of(f"<div>{PROSE}{pager}<p>Written in the harbour.</p></div>") == [
        ([], PROSE_TEXT),
        (["paging"], "1 2 3 Next"),
        ([], "Written in the harbour."),
    ]


def test_a_trail_at_the_top_of_an_article_is_cut_off():
    trail = '<div class=breadcrumb><a href="/">Home</a> &gt; <a href="/news/">News</a> &gt; Lighthouse</div>'
    assert navigation_of(f"<article>{trail}{PROSE}</article>") == [
        (["breadcrumb"], "Home > News > Lighthouse"),
        ([], PROSE_TEXT),
    ]


def test_site_information_takes_its_compound_with_it():
    footer = f"<footer><div>{linked('Boats', 'Ropes')}</div><div>{linked('Privacy', 'Contact')}</div></footer>"
    assert navigation_of(f"{PROSE}{PROSE}{footer}")[-1] == (["site_info"], "Boats Ropes Privacy Contact")


def test_icons_of_a_compound_come_along():
    icons = "".join(f'<li><a href="/{word}"><img src="/{word}.png">{word}</a></li>' for word in ("Boats", "Ropes"))
    tail = '<li><a href="/lamps">Lamps<img src="/lamps.png"></a></li>'
    footer = f"<footer><ul>{icons}</ul><ul>{linked('Privacy', 'Contact')}</ul><ul>{tail}</ul></footer>"
    assert navigation_of(f"{PROSE}{footer}{PROSE}")[1:] == [
        (["site_info"], "* Boats * Ropes Privacy Contact Lamps *"),
        ([], PROSE_TEXT),
    ]


def test_compounds_that_touch_are_one_block():
    lists = f"<ul>{linked('Privacy', 'Contact')}</ul><ul>{linked('Boats')}</ul><ul>{linked('Imprint', 'Help')}</ul>"
    blocks = navigation_of(f"{PROSE}<footer>{lists}</footer>")
    assert blocks[-1] == (["site_info", "site_info"], "Privacy Contact Boats Imprint Help")


def cut_around(body: str, first: str, last: str | None = None, kind: Kind = Kind.BLOG_UTILITY) -> str:
    """Re-block a page of one block around the elements with these tags."""
    page = page_of(body)
    region = region_of(page, page.tags.index(first), page.tags.index(last or first), kind)
    return drawn(page, reblock(page, [Block((0, len(page.texts)), (0, len(page.objects)))], [region]))


@pytest.mark.parametrize(
    ("paragraph", "after"),
    [
        ("<p>On this <i>day</i></p>", "X: a On this day b"),
        ("<p>On <i>this day</i></p>", "X: a | N0: On this day | X: b"),
        ("<p>1234<i>5678</i></p>", "X: a | N0: 12345678 | X: b"),
        ("<p>12345<i>6789</i></p>", "X: a 123456789 b"),
        ("<p><i>  5678\n  </i>12345  </p>", "X: a 5678 12345 b"),
        ("<p>In a <i>day<img src=/x.png></i> or so</p>", "X: a * In a day or so b"),
        ("<p>In a <i>day<img src=/x.png></i></p>", "X: a In a day | N0: * | X: b"),
        ("<p><i><img src=/x.png>Today</i> it was so</p>", "X: a | N0: * | X: Today it was so b"),
        ("<p>On <i>this day</i> <img src=/x.png></p>", "X: a | N0: On this day | X: * b"),
    ],
)
def test_a_region_in_a_sentence_cuts_only_if_half_of_it_is_its_own(paragraph, after):
    assert cut_around(f"<p>a</p>{paragraph}<p>b</p>", "i") == after


SENTENCE_BEFORE = "Once it was <b>so<img src=/x.png> again</b>"
SENTENCE_BEHIND = "<i>today<img src=/x.png></i> as it was before"


@pytest.mark.parametrize(("first", "last"), [("b", "ul"), ("ul", "i"), ("b", "i")])
def test_a_sentence_at_the_edge_of_a_region_stays_outside(first, last):
    body = f"<div>{SENTENCE_BEFORE}<ul><li>n</li></ul>{SENTENCE_BEHIND}<p>b</p></div>"
    assert cut_around(body, first, last) == "X: * Once it was so again | N0: n | X: * today as it was before b"


def test_a_picture_before_a_sentence_is_not_in_it():
    body = f"<div>a<ul><li><img src=/x.png></ul>{SENTENCE_BEHIND}</div>"
    assert cut_around(body, "ul", "i") == "X: a | N0: * | X: * today as it was before"


@pytest.mark.parametrize(
    ("first", "last", "after"),
    [
        ("b", "ul", "X: a * Once it was so again | N0: n | X: * today as it was before b"),
        ("ul", "i", "X: a * Once it was so again | N0: n | X: * today as it was before b"),
    ],
)
def test_a_compound_does_not_pass_a_sentence_at_its_edge(first, last, after):
    links = "<p><a href=/x>a</a></p>", "<ul><li><a href=/x>n</a></ul>", "<p><a href=/x>b</a></p>"
    body = f"<div>{links[0]}{SENTENCE_BEFORE}{links[1]}{SENTENCE_BEHIND}{links[2]}</div>"
    assert cut_around(body, first, last, Kind.SITE_INFO) == after


@pytest.mark.parametrize(
    ("body", "after"),
    [
        (
            "<div><img src=/x.png>On and on.<p>a</p><a href=/x>k</a><ul><li>n</ul></div>",
            "X: * On and on. a | N0: k n",
        ),
        (
            "<div><ul><li>n</ul><a href=/x>k</a><p>a</p><img src=/x.png></div>",
            "N0: n k | X: a *",
        ),
    ],
    ids=["before", "behind"],
)
def test_a_compound_leaves_pictures_that_are_not_with_its_links(body, after):
    assert cut_around(body, "ul", kind=Kind.SITE_INFO) == after


def test_many_regions_in_one_long_paragraph_leave_it_as_it_is_at_little_cost():
    def page_and_regions(n):
        words = "".join(f"<b>{number}</b> word " for number in range(30 * n))
        page = page_of(f"<p>{words}</p><p>end</p>", limits=Limits(max_elements=100_000))
        elements = [index for index, tag in enumerate(page.tags) if tag == "b"][:500]
        return page, [region_of(page, element, element) for element in elements]

    def reblocked(made):
        return reblock(made[0], [Block((0, 2), (0, 0))], made[1])

    check_linear(page_and_regions, reblocked)
    assert reblocked(page_and_regions(100)) == [Block((0, 2), (0, 0))]
