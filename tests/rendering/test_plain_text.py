from __future__ import annotations

import pytest
from core_pages import page_of

from scrapy_maincontent.page import Page
from scrapy_maincontent.page.flatten import flatten
from scrapy_maincontent.page.limits import Limits
from scrapy_maincontent.page.parser import parse
from scrapy_maincontent.rendering.plain_text import plain_text


def text_of(markup: str, left_out: tuple[str, ...] = ()) -> str:
    page = page_of(markup)
    return plain_text(page, [text not in left_out for text in page.texts])[0]


def test_paragraphs_and_headings_are_parted_by_a_blank_line():
    assert text_of("<h1>Otters</h1><p>They are <b>back</b>.</p><div>All of them.</div>") == (
        "Otters\n\nThey are back.\n\nAll of them."
    )


def test_a_subheading_stands_right_above_what_it_heads():
    markup = "<p>before</p><h2>Food</h2><h3>Fish</h3><p>Trout.</p><h3>Others</h3><div>Frogs.</div><h2>End</h2>"
    assert text_of(markup) == "before\n\nFood\n\nFish\nTrout.\n\nOthers\nFrogs.\n\nEnd"


def test_a_headline_stands_apart_whatever_its_rank():
    assert text_of("<h2>Otters</h2><p>They are back.</p><h1>Mills</h1><p>So are they.</p>") == (
        "Otters\n\nThey are back.\n\nMills\n\nSo are they."
    )


def test_a_list_stands_right_below_its_heading_or_the_paragraph_before_it():
    items = "<ul><li>trout</li></ul>"
    assert text_of(f"<p>They eat:</p>{items}<p>after</p>") == "They eat:\n- trout\n\nafter"
    assert text_of(f"<h1>Food</h1><h2>Fish</h2>{items}<div>x</div>{items}") == "Food\n\nFish\n- trout\n\nx\n\n- trout"
    assert text_of("<p>term:</p><table><tr><td>a<td>b</table>") == "term:\n\na\tb"


def test_a_heading_within_a_cell_leaves_its_row_in_one_line():
    markup = "<table><tr><td><h3>Weight</h3><td>2 kg<tr><td>x</table>"
    assert text_of(markup) == "Weight\t2 kg\nx"
    assert text_of(f"<h1>Otters</h1>{markup}") == "Otters\n\nWeight\t2 kg\nx"


def test_lines_of_a_poem_stay_lines():
    assert text_of("<p>The river<br>the river<br>runs</p><p>and runs</p>") == "The river\nthe river\nruns\n\nand runs"


def test_a_break_beside_a_block_that_is_left_out_parts_paragraphs():
    assert text_of("<p>one<br>two<br>three</p>", ("two",)) == "one\n\nthree"


def test_items_of_a_list_and_of_lists_in_it_stand_on_lines():
    markup = "<p>before</p><ul><li>one<ol><li>a</li><li>b</li></ol></li><li>two</li></ul><ul><li>other</li></ul>"
    assert text_of(markup) == "before\n- one\n1. a\n2. b\n- two\n\n- other"


def test_items_with_paragraphs_are_parted_like_paragraphs():
    markup = "<ol><li><p>one</p><p>more</p></li><li>two</li><li>three</li></ol>"
    assert text_of(markup) == "1. one\n\nmore\n\n2. two\n3. three"


def test_a_list_that_stands_in_a_list_belongs_to_the_item_before():
    markup = "<ul><li>fish</li><ul><li>trout</li><ol><li>river trout</li></ol></ul><li>frogs</li></ul><p>after</p>"
    assert text_of(markup) == "- fish\n- trout\n1. river trout\n- frogs\n\nafter"


@pytest.mark.parametrize(
    ("items", "found"),
    [
        ("<li>1. fish<li>2. frogs", "1. fish\n2. frogs"),
        ("<li>a) fish<li>(b) frogs", "a) fish\n(b) frogs"),
        ("<li>1.1 fish<li>1.2 frogs", "1.1 fish\n1.2 frogs"),
        ("<li>2. May: fish<li>A frog", "1. 2. May: fish\n2. A frog"),
        ("<li>1 fish<li>2 frogs", "1. 1 fish\n2. 2 frogs"),
    ],
)
def test_an_item_that_brings_its_own_number_has_no_other(items, found):
    assert text_of(f"<ol>{items}</ol>") == found


def test_lines_of_code_in_a_list_have_no_numbers():
    assert text_of("<pre><ol><li>def f():<li>    pass</ol></pre>") == "def f():\n    pass"


def test_items_of_an_ordered_list_keep_their_numbers_whatever_is_left_out():
    steps = "<li>Drain the pond</li><li>Buy now</li><li>Lift the wheel</li>"
    assert text_of(f"<ol>{steps}</ol>", ("Buy now",)) == "1. Drain the pond\n3. Lift the wheel"
    assert text_of(f"<ol start=7>{steps}</ol>", ("Buy now",)) == "7. Drain the pond\n9. Lift the wheel"
    assert text_of(f"<ol start=-1e9>{steps}</ol>", ("Buy now",)) == "1. Drain the pond\n3. Lift the wheel"
    assert text_of(f"<ol start=999999998>{steps}</ol>").endswith("1000000000. Lift the wheel")
    assert text_of(f"<ol start=1000000000>{steps}</ol>").endswith("\n3. Lift the wheel")
    assert text_of("<ol><div><li>Drain the pond</li></div></ol>") == "- Drain the pond"


@pytest.mark.parametrize(
    ("tag", "markup", "expected"),
    [
        ("ol", "<ol><li>one<li>two</ol>", "1. one\n2. two"),
        ("li", "<ul><li>one<ul><li>a</ul><ol></ol></ul>", "- one\n- a"),
        ("tr", "<table><tr><td>a<td>b<table><tr><td>c</table></table>", "a\tb\n\nc"),
        ("td", "<table><tr><td>a<table><tr><td>b<tr><td>c</table></table>", "a\n\nb\nc"),
        ("thead", "<table><thead><tr><th>a<tr><th>b</thead></table>", "a\nb"),
    ],
)
def test_a_part_of_a_page_is_written_as_it_is_in_the_whole(tag, markup, expected):
    whole = parse(markup.encode())
    assert whole is not None
    part = whole.find(f".//{tag}")
    assert part is not None
    page = flatten(part, Page(), Limits())
    assert plain_text(page, [True] * len(page.texts))[0] == text_of(markup) == expected


def test_an_item_with_a_mark_of_its_own_gets_none():
    assert text_of("<ul><li>• trout</li><li>・鯉</li><li>pike</li></ul>") == "• trout\n・鯉\n- pike"


def test_items_in_east_asian_signs_are_not_marked():
    assert text_of("<ul><li>鯉</li><li>うなぎ</li><li>pike</li></ul>") == "鯉\nうなぎ\n- pike"
    assert text_of("<ul><li>\u2e7f</li><li>\u2e80</li><li>pike 鯉</li></ul>") == "- \u2e7f\n\u2e80\n- pike 鯉"


def test_an_item_is_marked_once_where_its_text_begins():
    assert text_of("<ul><li>one<ul><li>a</li></ul>tail</li></ul>") == "- one\n\n- a\n\ntail"
    assert text_of("<ul><li>one<br>more</li><li><table><tr><td>x</table></li></ul>") == "- one\nmore\n\nx"


def test_a_mark_belongs_to_no_block():
    page = page_of("<p>before</p><ul><li>one</li><li>two</li></ul>")
    text, spans = plain_text(page, [True] * 3)
    assert [text[slice(*span)] for span in spans if span] == page.texts == ["before", "one", "two"]


def test_cells_stand_apart_in_one_line():
    markup = """<table><caption>Ages</caption><thead><tr><th>Name<th>Age</thead>
        <tbody><tr><td>Otter<td><p>12</p></tbody></table><table><tr><td>x</table>"""
    assert text_of(markup) == "Ages\n\nName\tAge\nOtter\t12\n\nx"


def test_a_layout_table_gives_paragraphs():
    markup = "<table><tr><td><p>menu</p></td><td><p>one</p><p>two</p></td></tr></table>"
    assert text_of(markup) == "menu\n\none\n\ntwo"


def test_preformatted_text_is_as_written():
    assert text_of("<pre>\ndef f():\n    return 1\n</pre><pre><div>a</div><div>  b</div></pre>") == (
        "def f():\n    return 1\n\na\n  b"
    )


def test_terms_and_definitions_stand_on_lines():
    assert text_of("<dl><dt>holt</dt><dd>an otter's home</dd></dl>") == "holt\nan otter's home"


def test_a_selection_may_cut_a_list_in_half():
    assert text_of("<ul><li>one<li>two<li>three<li>four</ul>", ("one", "three")) == "- two\n- four"


def test_items_and_cells_without_list_and_table_are_no_reason_to_fail():
    assert text_of("<li>a</li><li>b</li><p>c</p>") == "- a\n- b\n\nc"


def test_ruby_readings_are_not_in_the_text():
    assert text_of("<p><ruby>鎌倉<rt>かまくら</rt></ruby>の　川</p>") == "鎌倉の　川"
