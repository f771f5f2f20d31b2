from __future__ import annotations

import json
from itertools import count, pairwise, product

import numpy as np
import pytest
from growth import UNHURRIED
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapy_maincontent.extraction import extract, read_page
from scrapy_maincontent.methods import ModelError, load_model
from scrapy_maincontent.page import Label
from scrapy_maincontent.papers.shinnou.lines import (
    BODY,
    CLASSES,
    TITLE_GAP,
    Sight,
    best_path,
    diagram,
    kinds,
    label,
    line_figures,
    lines_of_blocks,
    load,
    main_blocks,
    read_lines,
    title_text,
)
from scrapy_maincontent.papers.shinnou.text_browser.screen import Line

PROSE = (
    "The harbour board met on Tuesday to decide what becomes of the old crane. "
    "Members heard from the museum, which wants to keep it, and from the port, which needs the quay."
)
SUBTITLE = "What it costs to keep the crane where it is"
PAGE = f"""<html><title>The old crane - Harbour News</title><body>
<ul><li><a href="/a">Home</a><li><a href="/b">Boats</a><li><a href="/c">Weather</a></ul>
<h1>What becomes of the old crane</h1>
<p>{PROSE}</p><p>{PROSE}</p><h2>{SUBTITLE}</h2><p>{PROSE}</p><p>{PROSE}</p>
<ul><li><a href="/x">Ferry timetable changes again</a><li><a href="/y">Storm warning lifted</a></ul>
<p><a href="/imprint">Imprint</a></p></body></html>"""
JAPANESE = (
    "港の起重機をどうするかについて、火曜日に開かれた会議で話し合いが行われた。博物館は残したいと言い、港は岸壁が必要だと言う。"
    "結論は来月に持ち越され、市民の意見を聞く場が設けられることになった。"
)


@pytest.fixture
def written(tmp_path):
    """Write a model that knows titles by their short lines and bodies by full ones; anything of it may be changed."""
    numbers = count()
    names = Sight(margin=True).names
    tree = {
        # a line of two columns or less; at the margin of the screen; without a link; wide
        "feature": [names.index("f12"), -1, names.index("margin"), -1, names.index("f4"), -1, -1],
        "threshold": [2, 0, 2.5, 0, 0.5, 0, 0],
        "left": [1, 0, 3, 0, 5, 0, 0],
        "right": [2, 0, 4, 0, 6, 0, 0],
        "value": [
            [1, 0, 0, 0, 0, 0],
            [0.5, 0, 0, 0, 0.5, 0],
            [1, 0, 0, 0, 0, 0],
            [0.1, 0.5, 0.4, 0, 0, 0],
            [1, 0, 0, 0, 0, 0],
            [0.1, 0, 0, 0.3, 0.3, 0.3],
            [0.9, 0, 0, 0, 0.1, 0],
        ],
    }

    def write(**changes):
        model = {
            "format": 1,
            "method": "lines",
            "name": "seven",
            "features": list(names),
            "classes": list(CLASSES),
            "sight": {"around": 0, "margin": True},
            "title_gap": 10,
            "weights": [1.0] * 6,
            "tree": tree,
        }
        path = tmp_path / str(next(numbers)) / "seven.json"
        path.parent.mkdir()
        path.write_text(json.dumps(model | changes), "utf-8")
        return path

    return write


def main_texts(result):
    return [block.text for block in result.text_blocks if block.label is Label.MAIN]


def test_an_article_is_found_in_what_surrounds_it():
    result = extract(PAGE, "https://harbour.example/crane", method="lines")
    assert main_texts(result) == [PROSE, PROSE, SUBTITLE, PROSE, PROSE]
    assert result.title == "What becomes of the old crane"
    assert (result.method, result.model) == ("lines", "lines-4")


def test_a_japanese_article_is_found():
    menu = '<ul><li><a href="/">ホーム</a><li><a href="/b">船</a><li><a href="/c">天気</a></ul>'
    page = f"<title>港の新聞</title>{menu}<h1>古い起重機のゆくえ</h1><p>{JAPANESE}</p><p>{JAPANESE}</p>{menu}"
    result = extract(page, method="lines")
    assert main_texts(result) == [JAPANESE, JAPANESE]
    assert result.title == "古い起重機のゆくえ"


def test_reasons_say_what_a_block_is_and_where(written):
    page = PAGE.replace("h1>", "h3>")  # a heading of the first rank is centred
    result = extract(page, method="lines", model=str(written()))
    reasons = {block.text: block.reason for block in result.text_blocks}
    assert reasons["What becomes of the old crane"] == "seven: title, line 5: f12 > 2, margin <= 2.5"
    assert reasons[SUBTITLE].startswith("seven: subtitle, line ")
    assert reasons[PROSE].startswith("seven: body, lines ")
    assert reasons["Boats"].startswith("seven: neither title nor body, line 2: ")


def test_scores_are_what_the_leaves_say_of_the_body(written):
    result = extract(PAGE, method="lines", model=str(written()))
    scores = {block.text: block.score for block in result.text_blocks}
    assert scores[PROSE] == pytest.approx(0.9, abs=0.01)
    assert scores["Boats"] == pytest.approx(0.1, abs=0.01)


def test_without_a_title_in_reach_the_body_is_not_found(written):
    """Eleven lines between the only line like a title and the body; the paper's limit is ten."""
    between = "".join(f'<p><a href="/{number}">Link</a></p>' for number in range(6))
    page = f"<h1>What becomes of the old crane</h1>{between}<p>{PROSE}</p>"
    near = extract(page, method="lines", model=str(written(title_gap=20)))
    far = extract(page, method="lines", model=str(written(title_gap=10)))
    assert near.title == "What becomes of the old crane"
    assert far.title != near.title


def test_weights_of_classes_move_the_best_path(written):
    page = f"<h1>Crane</h1><p>{PROSE}</p><p><a href=/a>One of these days, the board says</a></p><p>{PROSE}</p>"
    plain = main_texts(extract(page, method="lines", model=str(written())))
    bold = main_texts(extract(page, method="lines", model=str(written(weights=[1, 1, 1, 1, 20, 1]))))
    assert len(plain) == 2
    assert len(bold) == 3


def test_a_page_of_two_lines_has_no_main_text(written):
    result = extract("<p>Hi.</p>", method="lines", model=str(written()))
    assert (result.text, result.empty_reason) == ("", "no_main_text")
    labels = label(read_page(b"<p>Hi.</p>"), load(written()))
    assert labels.reasons == ["seven: too few lines for a title and a body"]


def test_the_title_of_the_other_methods_stays_where_the_lines_give_none():
    assert extract("<title>Crane</title><p>Hi.</p>", method="lines").title == "Crane"


@pytest.mark.parametrize(
    "changes",
    [
        {"format": 99},
        {"method": "tree"},
        {"features": ["f1"]},
        {"classes": ["N", "H"]},
        {"sight": {"around": -1, "margin": True}},
        {"sight": {"near": 1}},
        {"sight": None},
        {"title_gap": -1},
        {"title_gap": "far"},
        {"weights": [1, 1]},
        {"tree": {"feature": [-1], "threshold": [0], "left": [0], "right": [0], "value": [0.5]}},
        {"tree": {"feature": [0], "threshold": [0], "left": [0], "right": [0], "value": [[1, 0, 0, 0, 0, 0]]}},
        {"tree": {}},
    ],
)
def test_another_or_a_damaged_model_is_refused(written, changes):
    with pytest.raises(ModelError, match=r"seven\.json"):
        load(written(**changes))


def test_no_model_at_all(tmp_path):
    with pytest.raises(ModelError, match="nowhere"):
        load(tmp_path / "nowhere.json")
    (tmp_path / "text.json").write_text("no JSON", "utf-8")
    with pytest.raises(ModelError, match=r"text\.json is no model of method lines"):
        load(tmp_path / "text.json")


def test_the_packaged_model_is_read_once_and_is_small():
    model = load_model("lines")
    assert model is load_model("lines")
    assert model.name == "lines-4"
    assert len(model.tree.feature) < 2_000


@given(st.lists(st.text("ab .,*[]1・　。港_-+\u0301\ufeff\t", max_size=120), max_size=30))
def test_any_lines_have_an_answer(lines):
    found = read_lines(line_figures(lines), load_model("lines"))
    assert (found.classes is None) == (len(lines) < 3)
    assert found.shares.shape == (len(lines), len(CLASSES))
    if found.classes is not None:
        assert set(found.classes.tolist()) & set(BODY)


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 10_000 + "Copyright 2008" + "</div>" * 10_000,
        "<p>a</p>" * 20_000,
        f"<p>{'long ' * 200_000}</p>",
        f"<p>{'x' * 500_000}</p>",
        f"<pre>{'x' * 10 + chr(10)}</pre>" * 10_000,
        "<table>" * 200 + "<tr><td>x" * 10_000,
        "<h1>Title</h1>" * 10_000,
        "<ul><li>" * 10_000 + "x",
    ],
    ids=["deep", "many blocks", "many words", "one word", "preformatted", "cells", "titles", "lists"],
)
def test_hostile_pages_have_an_answer(html):
    """What took time by the square of the page's size would not end."""
    assert extract(html.encode(), method="lines", limits=UNHURRIED).empty_reason in (None, "no_main_text")


# The diagram.


def allows(classes, found=None):
    """Return whether a diagram reads a row of classes, given by their letters."""
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
def test_the_body_begins_near_the_title_on_every_way(gap):
    """Figure 7: five states for five lines between H and S. Subtitles among them are lines as well."""
    read = diagram(gap)
    for between in {"N" * gap, ("NK" * gap)[:gap], ("KN" * gap)[:gap]}:
        assert allows("H" + between + "SE", read)
        assert not allows("H" + between + ("K" if between[-1:] == "N" else "N") + "SE", read)
        assert not allows("H" + between + "N" * 50 + "SE", read)


@pytest.mark.parametrize("seed", range(5))
def test_a_drawn_page_has_its_body_near_its_title(seed):
    draw = np.random.default_rng(seed)
    path = best_path(draw.random((200, len(CLASSES))), diagram())
    classes = "".join(CLASSES[diagram().classes[state]] for state in path)
    assert classes.index("S") - classes.index("H") - 1 <= TITLE_GAP


def test_the_papers_limit_is_ten_lines():
    assert TITLE_GAP == 10


def test_a_gap_is_not_negative():
    with pytest.raises(ValueError, match="title_gap"):
        diagram(-1)


# The best path.

DIAGRAM = diagram(2)


def shares(classes, sure=0.9):
    """Return the shares of lines that are quite surely of these classes."""
    rest = (1 - sure) / (len(CLASSES) - 1)
    return np.array([[sure if name == own else rest for name in CLASSES] for own in classes])


def letters(path):
    return "".join(CLASSES[DIAGRAM.classes[state]] for state in path)


def test_lines_that_the_diagram_allows_keep_their_classes():
    for classes in ("HSE", "NNHNSMMENN", "NHSENKNSMEN"):
        assert letters(best_path(shares(classes), DIAGRAM)) == classes


def test_one_line_that_does_not_fit_is_overruled():
    assert letters(best_path(shares("NHNSMNMEN"), DIAGRAM)) == "NHNSMMMEN"
    assert letters(best_path(shares("NHSMENHN"), DIAGRAM)) in ("NHSMENNN", "NHSMMMEN")


def test_the_surer_of_two_titles_wins():
    found = shares("HNHNSME")
    found[2, CLASSES.index("H")] = 0.99
    assert letters(best_path(found, DIAGRAM)) == "NNHNSME"


def test_a_title_too_far_from_the_body_is_none():
    assert letters(best_path(shares("HNNNHSME"), DIAGRAM)) == "NNNNHSME"


@pytest.mark.parametrize("count", [0, 1, 2])
def test_too_few_lines_have_no_path(count):
    assert best_path(np.full((count, len(CLASSES)), 1 / 6), DIAGRAM) is None


def test_classes_that_no_leaf_has_seen_forbid_nothing():
    certain = np.zeros((5, len(CLASSES)))
    certain[:, 0] = 1
    assert sorted(letters(best_path(certain, DIAGRAM))) == sorted("NNHSE")


def brute(found):
    """Return the greatest product of all paths, by trying each."""
    best = -np.inf
    for path in product(range(len(DIAGRAM.states)), repeat=len(found)):
        follows = all(before in DIAGRAM.before[state] for before, state in pairwise(path))
        if path[0] in DIAGRAM.first and path[-1] in DIAGRAM.final and follows:
            best = max(best, weight(path, found))
    return best


def weight(path, found):
    return sum(np.log(row[DIAGRAM.classes[state]]) for state, row in zip(path, found, strict=True))


@settings(max_examples=10)
@given(st.lists(st.lists(st.floats(0.01, 1), min_size=6, max_size=6), min_size=3, max_size=4))
def test_no_other_path_is_better(rows):
    found = np.array(rows)
    assert weight(best_path(found, DIAGRAM), found) == pytest.approx(brute(found))


@settings(max_examples=50)
@given(st.integers(3, 40), st.integers(0, 2**32 - 1))
def test_every_path_is_one_of_the_diagram(count, seed):
    path = best_path(np.random.default_rng(seed).random((count, 6)), DIAGRAM)
    assert path[0] in DIAGRAM.first
    assert path[-1] in DIAGRAM.final
    assert all(before in DIAGRAM.before[state] for before, state in pairwise(path))


def test_long_pages_have_a_path():
    assert len(best_path(np.random.default_rng(0).random((50_000, 6)), diagram(20))) == 50_000


# Lines and text blocks.

SHOWN = [
    Line("[1]Home [2]Boats", (0, 1)),
    Line("The crane of the old", (2,)),
    Line("harbour", (2,)),
    Line("", ()),
    Line("   The board met on", (3,)),
    Line("   Tuesday.", (3,)),
    Line("   What it costs", (4,)),
    Line("   More. [3]Share", (5, 6)),
]
TEXTS = [
    "Home",
    "Boats",
    "The crane of the old  harbour",
    "The board met on Tuesday.",
    "What it costs",
    "More.",
    "Share",
]


def numbers(classes):
    return [CLASSES.index(name) for name in classes]


def test_blocks_follow_their_lines():
    stands_on = lines_of_blocks(SHOWN, 8)
    classes = numbers("NHNNSEKM")
    assert main_blocks(stands_on, classes) == [False, False, False, True, True, True, True, False]
    other = "neither title nor body"
    assert kinds(stands_on, classes) == [other, other, "title", "body", "subtitle", "body", "body", "on no line"]


def test_half_of_its_lines_make_a_block_main():
    stands_on = lines_of_blocks([Line("a", (0,)), Line("b", (0,)), Line("c", (0, 1))], 2)
    for classes, main in (("NME", [True, True]), ("NNS", [False, True]), ("SEN", [True, False])):
        assert main_blocks(stands_on, numbers(classes)) == main


def test_where_blocks_stand():
    assert lines_of_blocks(SHOWN, 8) == [[0], [0], [1, 2], [4, 5], [6], [7], [7], []]


def test_blocks_of_a_page_without_lines():
    assert main_blocks([[], []], []) == [False, False]
    assert title_text([], [[], []], [], ["a", "b"]) is None


def test_a_wrapped_title_is_taken_whole():
    assert title_text(SHOWN, lines_of_blocks(SHOWN, 8), numbers("NHNNSEKM"), TEXTS) == "The crane of the old harbour"


def test_a_title_of_several_blocks_is_one_line():
    assert title_text(SHOWN, lines_of_blocks(SHOWN, 8), numbers("HNNNSEKM"), TEXTS) == "Home Boats"


def test_of_a_long_paragraph_the_line_is_the_title():
    lines = [Line(f"  line  {number}", (0,)) for number in range(6)]
    assert title_text(lines, lines_of_blocks(lines, 1), numbers("HNSMME"), ["a long text"]) == "line 0"


def test_a_line_without_blocks_is_no_title():
    assert title_text([Line("[logo.gif]", ())], lines_of_blocks([Line("[logo.gif]", ())], 0), numbers("H"), []) is None
