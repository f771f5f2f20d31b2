from __future__ import annotations

from core_pages import page_of

from scrapy_maincontent.core.plain_text import plain_text


def text_of(markup: str, left_out: tuple[str, ...] = ()) -> str:
    page = page_of(markup)
    return plain_text(page, [text not in left_out for text in page.texts])[0]


def test_paragraphs_and_headings_are_parted_by_a_blank_line():
    assert text_of("<h1>Otters</h1><p>They are <b>back</b>.</p><div>All of them.</div>") == (
        "Otters\n\nThey are back.\n\nAll of them."
    )


def test_lines_of_a_poem_stay_lines():
    assert text_of("<p>The river<br>the river<br>runs</p><p>and runs</p>") == "The river\nthe river\nruns\n\nand runs"


def test_a_break_beside_a_block_that_is_left_out_parts_paragraphs():
    assert text_of("<p>one<br>two<br>three</p>", ("two",)) == "one\n\nthree"


def test_items_of_a_list_and_of_lists_in_it_stand_on_lines():
    markup = "<p>before</p><ul><li>one<ol><li>a</li><li>b</li></ol></li><li>two</li></ul><ul><li>other</li></ul>"
    assert text_of(markup) == "before\n\none\na\nb\ntwo\n\nother"


def test_items_with_paragraphs_are_parted_like_paragraphs():
    markup = "<ol><li><p>one</p><p>more</p></li><li>two</li><li>three</li></ol>"
    assert text_of(markup) == "one\n\nmore\n\ntwo\nthree"


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
    assert text_of("<ul><li>one<li>two<li>three<li>four</ul>", ("one", "three")) == "two\nfour"


def test_items_and_cells_without_list_and_table_are_no_reason_to_fail():
    assert text_of("<li>a</li><li>b</li><p>c</p>") == "a\nb\n\nc"


def test_ruby_readings_are_not_in_the_text():
    assert text_of("<p><ruby>鎌倉<rt>かまくら</rt></ruby>の　川</p>") == "鎌倉の　川"
