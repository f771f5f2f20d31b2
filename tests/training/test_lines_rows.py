from __future__ import annotations

from dataclasses import replace

import pytest
from lines_pages import annotated

from scrapy_maincontent.corpus.annotated import AnnotatedPage, Marks
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.methods._browser import browser_lines
from scrapy_maincontent.methods._lines_diagram import CLASSES
from scrapy_maincontent.methods._lines_matrix import FIGURES
from scrapy_maincontent.training.lines_rows import known, lines_rows, weighed


def classified(page):
    """Return the lines of a page with their classes."""
    lines = browser_lines(read_page(page.html()))
    return [(CLASSES[number], line.text) for number, line in zip(lines_rows(page).classes, lines, strict=True)]


def test_a_page_gets_the_classes_a_person_would_give(tmp_path):
    found = classified(annotated(tmp_path, 1))
    told = "".join(name for name, _ in found)
    assert told.strip("N").replace("M", "")[0] == "H"
    assert told.replace("M", "").replace("N", "") == "HSEKSE"
    text = {name: line.strip() for name, line in found if name in "HK"}
    assert text["H"].startswith("The ferry of the south quay")
    assert text["K"] == "What it costs at pier 1"
    assert [line.strip()[:7] for name, line in found if name == "S"] == ["Engines", "Two bar"]
    assert not any("Home" in line or "Imprint" in line for name, line in found if name != "N")


def test_a_title_that_the_page_words_otherwise_is_the_heading_most_like_it(tmp_path):
    page = annotated(tmp_path, 1, title="Ferry of the south quay sails again after weeks")
    assert [line.strip()[:9] for name, line in classified(page) if name == "H"] == ["The ferry"]


@pytest.mark.parametrize("title", ["", "Something else entirely"])
def test_a_title_that_is_not_there_leaves_the_body(tmp_path, title):
    told = "".join(name for name, _ in classified(annotated(tmp_path, 1, title=title)))
    assert "H" not in told
    assert told.count("S") == told.count("E") == 2


def test_marked_elements_tell_the_body_too(tmp_path):
    page = replace(annotated(tmp_path, 1), marks=Marks(("/html/body/p[1]",), ()))
    told = "".join(name for name, _ in classified(page))
    assert told.replace("M", "").replace("N", "") == "HSE"


def test_what_is_known_of_a_wrapped_title(tmp_path):
    path = tmp_path / "long.html"
    title = "A title that is so long that a browser of eighty columns has to break it after some words"
    path.write_text(f"<h1>{title}</h1><p>Text.</p>", "utf-8")
    page = AnnotatedPage("1", "", path, "utf-8", "", "x", title, "Text.")
    read = read_page(page.html())
    first, second, *_ = [one for one in known(read, browser_lines(read), page) if not one.empty]
    assert (first.title, first.heading, first.continued) == (True, True, False)
    assert (second.title, second.heading, second.continued) == (False, False, True)


def test_rows_of_a_page(tmp_path):
    rows = lines_rows(annotated(tmp_path, 1))
    assert rows.figures.shape == (len(rows.classes), len(FIGURES))
    assert weighed(rows, 3).weight == 3
    assert weighed(None, 3) is None
