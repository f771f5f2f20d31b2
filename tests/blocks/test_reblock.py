"""Re-blocking of drawn pages; how to read the drawings: `core_pages`."""

from __future__ import annotations

import re
from itertools import groupby

import pytest
from core_pages import content, draw, drawn, page_of, parsed, region_of
from growth import check_linear
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.blocks.reblock import reblock
from scrapy_maincontent.blocks.segment import segment
from scrapy_maincontent.features.measures import measure
from scrapy_maincontent.navigation import detect
from scrapy_maincontent.page import Block, Kind
from scrapy_maincontent.page.limits import Limits


def reblocked(before: str, kind: Kind = Kind.PAGING) -> str:
    drawing = parsed(before, kind)
    return drawn(drawing.page, reblock(*drawing))


def unnamed(after: str) -> str:
    return re.sub(r"\b[A-MO-Z]\d?:", "X:", after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("X: a b [0 n n 0] c", "X1: a b | N0: n n | X2: c", id="A-1, in the middle of a block"),
        pytest.param("X: [0 n n 0] a b", "N0: n n | X: a b", id="A-2, at the top of a block"),
        pytest.param("X: a b [0 n n 0]", "X: a b | N0: n n", id="A-3, at the end of a block"),
        pytest.param("X: [0 n | Y: n n | Z: n 0]", "N0: n n n n", id="B-1, several blocks are all region"),
        pytest.param("X: a [0 n | Y: n 0] b", "X: a | N0: n n | Y: b", id="B-2, within X to within Y"),
        pytest.param("X: a b [0 n | Y: n 0]", "X: a b | N0: n n", id="B-3, within X to the end of Y"),
        pytest.param("X: [0 n | Y: n 0] a b", "N0: n n | Y: a b", id="B-4, start of X to within Y"),
    ],
)
def test_patterns_of_the_paper(before, after):
    assert reblocked(before) == unnamed(after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("X: a | Y: [0 n 0] | Z: b", "X: a | N0: n | Z: b"),
        ("W: a | X: b [0 n | Y: n | Z: n 0] c | V: d", "W: a | X: b | N0: n n n | Z: c | V: d"),
        ("X: a [0 n 0] b [1 n 1] c", "X1: a | N0: n | X2: b | N1: n | X3: c"),
        ("X: a [1 n 1] b | Y: [0 n 0] c", "X1: a | N1: n | X2: b | N0: n | Y: c"),
    ],
    ids=["a block of its own", "over three blocks", "two in a block", "regions in another order"],
)
def test_other_blocks_stay(before, after):
    assert reblocked(before) == unnamed(after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("X: a [0 n 0] [1 m 1] b", "X1: a | N0: n | N1: m | X2: b"),
        ("X: a [0 n [1 m 1] n 0] b", "X1: a | N0+1: n m n | X2: b"),
        ("X: a [1 [0 n 0] n 1] b", "X1: a | N0+1: n n | X2: b"),
        ("X: a [0 [1 n 1] 0] b", "X1: a | N0+1: n | X2: b"),
        ("X: a [0 n n [1 k 0] m 1] b", "X1: a | N0: n n k | N1: m | X2: b"),
        ("X: [0 a b c [1 d [2 e 2] 0] f 1]", "N0+2: a b c d e | N1: f"),
        ("X: [0 a [1 b [2 c 0] d 2] e 1]", "N0: a b c | N1+2: d e"),
        ("X: [0 a [1 b 0] [2 c 1] d 2]", "N0: a b | N1: c | N2: d"),
        ("X: a [1 [0 n 0] * 1] b", "X1: a | N0+1: n * | X2: b"),
    ],
    ids=[
        "adjacent",
        "nested",
        "nested at the top",
        "the same range",
        "overlapping",
        "nested in both",
        "in two",
        "a chain",
        "longer by a picture",
    ],
)
def test_regions_that_meet(before, after):
    assert reblocked(before) == unnamed(after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("X: a [0 n 0] [1 m 1] b", "X1: a | N0+1: n m | X2: b"),
        ("X: a [1 n 1] [0 m 0] b", "X1: a | N0+1: n m | X2: b"),
        ("X: a [0 n [1 k 0] m 1] b", "X1: a | N0+1: n k m | X2: b"),
        ("X: a [0 n [1 m 1] k 0] b", "X1: a | N0+1: n m k | X2: b"),
        ("X: a [0 n 0] b [1 m 1]", "X1: a | N0: n | X2: b | N1: m"),
        ("X: [0 n 0] b [1 m 1] [2 k 2]", "N0: n | X: b | N1+2: m k"),
    ],
    ids=["adjacent", "in another order", "overlapping", "nested", "apart", "one apart from two"],
)
def test_site_information_that_meets_is_one_block(before, after):
    assert reblocked(before, Kind.SITE_INFO) == unnamed(after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("X: a [0 * 0] b", "X1: a | N0: * | X2: b"),
        ("X: [0 * * 0] a", "N0: * * | X: a"),
        ("X: a [0 * n * 0]", "X: a | N0: * n *"),
        ("X: a * [0 n 0] * b", "X1: a * | N0: n | X2: * b"),
        ("X: * [0 * 0] * [1 * 1]", "X1: * | N0: * | X2: * | N1: *"),
        ("X: a [0 . 0] b", "X: a b"),
        ("X: a [0 . * . 0] b", "X1: a | N0: * | X2: b"),
    ],
)
def test_pictures_and_empty_elements(before, after):
    assert reblocked(before) == unnamed(after)


def test_without_regions_the_blocks_are_the_same():
    page, blocks, _ = parsed("X: a b | Y: * | Z: c")
    assert reblock(page, blocks, []) == blocks


def test_blocks_that_no_region_touches_are_the_given_ones():
    drawing = parsed("X: a | Y: b [0 n 0] | Z: c")
    blocks = reblock(*drawing)
    assert blocks[0] is drawing.blocks[0]
    assert blocks[-1] is drawing.blocks[-1]
    drawing = parsed("X: a | Y: [0 n 0]")
    assert reblock(*drawing)[0] is drawing.blocks[0]


@st.composite
def drawings(draw_):
    elements = draw_(
        st.lists(st.sampled_from("abc*."), min_size=1, max_size=12).filter(lambda got: set(got) - set("*."))
    )
    places = st.integers(0, len(elements) - 1)
    borders = sorted(draw_(st.sets(st.integers(1, len(elements)), max_size=4)))
    ranges = draw_(st.lists(st.tuples(places, places), max_size=6))
    return elements, borders, [(min(pair), max(pair) + 1) for pair in ranges]


def expected(elements, borders, ranges):
    """Say for each element by itself where it belongs: to the region that starts first, else to the block it was in."""
    filled = [place for place, element in enumerate(elements) if element != "."]
    held = {number: [place for place in filled if place in range(*ends)] for number, ends in enumerate(ranges)}
    held = {number: places for number, places in held.items() if places}
    owners = {}
    for place in filled:
        over = [(places[0], -places[-1], number) for number, places in held.items() if places[0] <= place <= places[-1]]
        owners[place] = ("region", min(over)[2]) if over else ("block", sum(border <= place for border in borders))
    members: dict[tuple[str, int], set[int]] = {}
    for number, places in held.items():
        home = ("region", number) if ("region", number) in owners.values() else owners[places[-1]]
        members.setdefault(home, set()).add(number)
    return [
        ([elements[place] for place in run], tuple(sorted(members.get(owner, ()))))
        for owner, run in groupby(filled, key=owners.__getitem__)
    ]


@given(drawings())
def test_each_text_and_picture_has_one_place(given_):
    drawing = draw(*given_)
    blocks = reblock(*drawing)
    assert [(content(drawing.page, block), block.regions) for block in blocks] == expected(*given_)


# Pages in markup.


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
        ("<p>123456<i>78901</i></p>", "X: a 12345678901 b"),
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


def test_a_picture_beside_a_sentence_is_not_in_it():
    body = f"<div>a<ul><li><img src=/x.png></ul>{SENTENCE_BEHIND}</div>"
    assert cut_around(body, "ul", "i") == "X: a | N0: * | X: * today as it was before"
    body = f"<div>{SENTENCE_BEFORE}<ul><li><img src=/x.png></ul>a</div>"
    assert cut_around(body, "b", "ul") == "X: * Once it was so again | N0: * | X: a"


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
