"""Re-blocking of drawn pages; how to read the drawings is said in `block_drawings`."""

from __future__ import annotations

import re
from itertools import groupby

import pytest
from block_drawings import content, draw, drawn, parsed
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.blocks.reblock import reblock
from scrapy_maincontent.page import Kind


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
    ],
    ids=["adjacent", "nested", "nested at the top", "the same range", "overlapping", "nested in both", "in two"],
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
    ],
    ids=["adjacent", "in another order", "overlapping", "nested", "apart"],
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
