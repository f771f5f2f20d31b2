from __future__ import annotations

import pytest

from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.papers.fujita import EDGES, KEYWORD_GROUPS, attributes, blocks, figures, keyword_counts


def measured(html):
    """Return the figures of each block, by the block's tag and number."""
    page = read_page(html.encode(), encoding="utf-8")
    found = blocks(page)
    columns = figures(page, found)
    assert set(columns) == set(EDGES)
    return [{name: float(values[number]) for name, values in columns.items()} for number in range(len(found.elements))]


def counted(text):
    (counts,) = keyword_counts([text]).tolist()
    return {name: count for name, count in zip(KEYWORD_GROUPS, counts, strict=True) if count}


def test_amounts_of_text_of_the_block_its_children_and_the_page():
    body, div, first, second = measured("<body><div>One two.<p>Three four, five!</p><p>Six</p></div></body>")
    assert (body["own_words"], body["whole_words"], body["children"]) == (0, 6, 1)
    assert (div["own_words"], div["below_words"], div["whole_words"], div["children"]) == (2, 4, 6, 2)
    assert (first["own_words"], first["whole_words"], first["children"]) == (3, 3, 0)
    assert {block["page_words"] for block in (body, div, first, second)} == {6}
    assert second["own_share"] == pytest.approx(1 / 6)
    assert div["whole_share"] == 1


def test_japanese_is_measured_by_characters():
    *_, block = measured("<body><p>今日は、晴れ。</p></body>")
    assert (block["own_words"], block["own_punctuation"], block["own_blanks"]) == (3.5, 2, 0)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("ホーム　新着 お問い合わせ", 2),
        ("渡し船 Ferry Courier 新聞", 2),
        ("一　。　二", 2),
        ("The ferry sails again", 0),
        ("여객선 운항", 0),
    ],
)
def test_blanks_count_where_words_need_none(text, count):
    *_, block = measured(f"<body><p>{text}</p></body>")
    assert block["own_blanks"] == count


def test_punctuation_lines_links_and_items():
    html = "<body><div>One, two.<br>Three!<ul><li><a href=/a>Four five</a><li><a>Six</a></ul></div></body>"
    *_, block = measured(html)
    assert block["own_punctuation"] == 3
    assert block["own_lines"] == 4
    assert (block["own_a"], block["own_li"]) == (2, 2)


def test_links_to_style_sheets_count_where_they_stand():
    head = "<head><link rel=stylesheet href=/a.css><link rel=icon href=/a.png></head>"
    body, div, block = measured(f"<html>{head}<body><link href=/b.css><div><link href=/c.css><i><link></i><p>One</div>")
    assert [part["own_link"] for part in (body, div, block)] == [1, 2, 0]
    assert [part["whole_link"] for part in (body, div, block)] == [3, 2, 0]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Open from 9:30 to 18:00", 2),
        ("2008/10/01, 2008-10-1 and 1.10.2008", 3),
        ("2008年10月1日 12時30分", 5),
        ("Posted on October 1, 2008", 1),
        ("1 Oct, 3 days ago", 2),
        ("Vor 10 years", 0),
        ("A march of 12345:6789 on the decision", 0),
        ("May I", 0),
    ],
)
def test_time_expressions(text, count):
    *_, block = measured(f"<body><p>{text}</p></body>")
    assert block["own_times"] == count


def test_place_in_a_table():
    row = "<tr><td>a</td><td>b</td></tr>"
    _, *cells = measured(f"<body><table>{row}{row}<tr><td>c<table><tr><td>d</table><td>e<td>f</table></body>")
    places = [tuple(cell[name] for name in ("row", "column", "rows", "columns")) for cell in cells]
    assert places == [
        (1, 1, 3, 3), (1, 2, 3, 3),
        (2, 1, 3, 3), (2, 2, 3, 3),
        (3, 1, 3, 3), (1, 1, 1, 1), (3, 2, 3, 3), (3, 3, 3, 3),
    ]  # fmt: skip


def test_what_stands_in_a_header_cell_and_outside_of_tables():
    body, div, td = measured("<body>x<table><tr><th><div>a</div><td>b</table></body>")
    assert [block["column"] for block in (body, div, td)] == [0, 1, 2]


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("Copyright 2008 The Ferry Courier. All rights reserved.", {"copyright": 2}),
        ("推奨環境 | プライバシーポリシー | サイトマップ", {"environment": 1, "legal": 1, "company": 1}),
        ("コピーライト © 渡し船", {"copyright": 1}),
        ("COPYRIGHT and Impressum", {"copyright": 1, "legal": 1}),
        ("Copyrighted homework of the pressman", {}),
        ("Search, search and searching", {"search": 2}),
        ("The engines were replaced.", {}),
    ],
)
def test_keywords_are_counted_by_group_and_not_within_words(text, counts):
    assert counted(text) == counts


def test_keywords_are_counted_where_they_stand():
    counts = keyword_counts(["Home", "", "Sitemap Contact", "Sitemap"])
    company = KEYWORD_GROUPS.index("company")
    assert counts[:, company].tolist() == [0, 0, 2, 1]
    assert counts.shape == (4, len(KEYWORD_GROUPS))
    assert keyword_counts([]).shape == (0, len(KEYWORD_GROUPS))


def test_attributes_are_the_edges_that_a_figure_reaches():
    page = read_page(b"<body><td></td><p>One two three, four.</p></body>")
    body, block = attributes(page, blocks(page))
    assert [told for told in block if told.startswith("own_words")] == ["own_words>=1", "own_words>=2", "own_words>=3"]
    assert "own_punctuation>=2" in block
    assert "own_punctuation>=3" not in block
    assert "tag=p" in block
    assert "tag=body" in body
    assert not any(told.startswith(("own_words", "row", "own_a")) for told in body)


def test_as_many_attributes_as_the_paper_has():
    """ "About 300" (4.4)."""
    assert 200 < sum(map(len, EDGES.values())) + 4 < 400
