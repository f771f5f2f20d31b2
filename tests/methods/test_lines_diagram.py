from __future__ import annotations

import pytest

from scrapy_maincontent.methods._lines_diagram import CLASSES, TITLE_GAP, diagram


def allows(classes, found=None):
    """Tell whether a diagram reads a row of classes, told by their letters."""
    read = found or diagram()
    here = {state for state in read.first if CLASSES[read.classes[state]] == classes[0]}
    for name in classes[1:]:
        here = {
            state
            for state, before in enumerate(read.before.tolist())
            if CLASSES[read.classes[state]] == name and here.intersection(before)
        }
    return bool(here.intersection(read.final))


@pytest.mark.parametrize(
    "classes",
    [
        "HSE",
        "NNHNNSMMENN",
        "HSEKSE",  # a subtitle
        "HKSE",  # above the first part as well
        "HNKNSMENNKNNSEN",
        "HSENNNSMEN",  # a body in two runs
        "N" * 500 + "HSE" + "N" * 500,
    ],
)
def test_pages_that_can_be_read(classes):
    assert allows(classes)


@pytest.mark.parametrize(
    "classes",
    [
        "NNN",  # no title and no body
        "SME",  # no title
        "HNNN",  # no body
        "SEHSE",  # body above the title
        "HSEHSE",  # two titles
        "HSM",  # a run that does not end
        "HSN",  # a run of one line
        "HSESE",  # two runs that nothing parts
        "HSEK",  # a subtitle of nothing
        "HKKSE",  # two subtitles without a line between
        "HEMS",
    ],
)
def test_pages_that_cannot(classes):
    assert not allows(classes)


@pytest.mark.parametrize("gap", [0, 1, 5, TITLE_GAP])
def test_the_body_begins_near_the_title(gap):
    """Figure 7: five states for five lines between H and S."""
    read = diagram(gap)
    assert allows("H" + "N" * gap + "SE", read)
    assert allows("H" + "N" * gap + "KSE", read)
    assert not allows("H" + "N" * (gap + 1) + "SE", read)
    assert sum(state[0] == "N" for state in read.states) == gap


def test_the_papers_limit_is_ten_lines():
    assert TITLE_GAP == 10


def test_a_gap_is_not_negative():
    with pytest.raises(ValueError, match="title_gap"):
        diagram(-1)
