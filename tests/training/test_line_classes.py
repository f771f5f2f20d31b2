from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.methods._lines_diagram import CLASSES, diagram
from scrapy_maincontent.training.line_classes import Known, line_classes

KNOWN = {
    " ": Known(empty=True),
    ".": Known(),
    "b": Known(body=True),
    "h": Known(body=True, heading=True),
    "+": Known(body=True, continued=True),
    "t": Known(title=True, heading=True),
    "T": Known(title=True, heading=True, body=True),
    "u": Known(title=True),
}


def classes(lines):
    return "".join(CLASSES[number] for number in line_classes([KNOWN[line] for line in lines]))


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("..t .bbb..", "NNHNNSMENN"),
        ("t bb bb ", "HNSMMMEN"),  # empty lines within the body are part of it
        ("tbb.bbb", "HSENSME"),  # a caption between two runs
        ("tb.bb", "HNNSE"),  # a run of one line is none
        ("tbb h bb", "HSENKNSE"),  # a subtitle
        ("th+ bb", "HKNNSE"),  # of two lines, the first one counts
        ("tbb h b", "HSMMMME"),  # nothing below it but one line: no subtitle
        ("tb h bb", "HSMMMME"),
        ("t h bb h bb", "HNKNSENKNSE"),
        ("tbb hh bb", "HSMMEKNSE"),  # of two in a row the second one
        ("T+ bb", "HNNSE"),  # a title that stands in the reference
        ("bb", "SE"),  # no title
        ("...", "NNN"),
        ("", ""),
    ],
)
def test_classes_follow_from_title_and_text(lines, expected):
    assert classes(lines) == expected


def test_the_title_is_a_heading_and_the_last_one_above_the_body():
    assert classes("u.t.u.bb") == "NNHNNNSE"
    assert classes("u.u.bb") == "NNHNSE"
    assert classes("t.bbbb.t") == "HNSMMENN"


def test_body_above_the_title_is_lost_where_it_is_little():
    assert classes("b.t" + "b" * 20) == "NNHS" + "M" * 18 + "E"
    assert classes("bbbb.t" + "b" * 4) == "SMMENNSMME"


@given(st.lists(st.sampled_from(sorted(KNOWN)), max_size=60))
def test_what_has_a_title_and_a_body_the_diagram_can_read(lines):
    """Whatever is known of the lines, the diagram has a path from the title on."""
    found = classes(lines)
    if "H" not in found or "S" not in found:
        return
    read = diagram(60)
    here = {state for state in read.first if CLASSES[read.classes[state]] == found[0]}
    for name in found[1:]:
        here = {
            state
            for state, before in enumerate(read.before.tolist())
            if CLASSES[read.classes[state]] == name and here.intersection(before)
        }
    assert here.intersection(read.final)
