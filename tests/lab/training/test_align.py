from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage, Marks
from scrapy_maincontent.lab.training.align import align, matched_shares, targets, tokens

BODY = "the ferry between the two islands returned on monday after nine weeks in the yard with new engines"


def test_blocks_of_the_reference_match_and_others_do_not():
    blocks = [
        "Home News Sport",
        BODY,
        "Read more about ferries here",
        "its captain said that the crossing takes forty minutes",
    ]
    assert matched_shares(blocks, f"{BODY}\n\n{blocks[3]}") == [0, 1, 0, 1]


def test_a_block_that_is_partly_in_the_reference_has_its_share():
    (share,) = matched_shares([f"{BODY} share this article with all your friends today please do"], BODY)
    assert share == pytest.approx(18 / 28)


def test_a_block_that_stands_elsewhere_in_the_reference_gets_a_second_chance():
    first, second = "alpha beta gamma delta epsilon zeta", "one two three four five six seven eight"
    assert matched_shares([second, first], f"{first} {second}") == [1, 1]


def test_a_repeated_block_is_matched_once():
    block = "one two three four five six seven eight"
    assert sorted(matched_shares([block, block], block)) == [0, 1]


def test_japanese_is_matched_by_characters():
    assert tokens("鎌倉のDM 3通") == ["鎌", "倉", "の", "dm", "3", "通"]
    assert matched_shares(["鎌倉の海は静かだった。", "関連記事"], "鎌倉の海は静かだった。") == [1, 0]


def test_nothing_matches_nothing():
    assert matched_shares(["a b c", ""], "") == [0, 0]
    assert matched_shares([], "a b c") == []


@given(st.lists(st.sampled_from("abcdef"), max_size=60), st.lists(st.sampled_from("abcdef"), max_size=60))
def test_an_alignment_increases_on_both_sides_and_pairs_equal_tokens(left, right):
    pairs = align(left, right)
    assert all(left[a] == right[b] for a, b in pairs)
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(pairs))


PAGE = f"<body><p>News</p><p>{BODY}</p><p>News</p></body>"


@pytest.mark.parametrize(
    ("marks", "expected"),
    [(None, [1, 1, 0]), (Marks(("/html/body/p[2]", "/html/body/p[3]")), [0, 1, 1])],
    ids=["aligned", "marked"],
)
def test_targets_come_from_marks_where_there_are_any_and_from_the_text_else(tmp_path, marks, expected):
    page = read_page(PAGE)
    annotated = AnnotatedPage("1", "", tmp_path, None, "", "", "", f"News {BODY}", marks=marks)
    assert targets(page, annotated, body=False) == expected


HEADLINE = "Ferry returns with new engines after nine long weeks in the yard, and both islands wait"
STORY = f"""<html><head><title>{HEADLINE} | Island Courier</title></head><body>
<div><h1>{HEADLINE}</h1><p>By Ada Mill</p><p>3 May 2024, 10:15</p><p>Back at sea</p>
<figure><img src=a.png><figcaption>The ferry at the quay</figcaption></figure>
<p>{BODY}</p><p>2024</p><h2>{HEADLINE}</h2><p>By the quay they waited.</p></div></body></html>"""
LINES = [HEADLINE, "By Ada Mill", "3 May 2024, 10:15", "Back at sea", "The ferry at the quay", BODY]
REST = ["2024", HEADLINE, "By the quay they waited."]


def story_targets(tmp_path, reference, marks=None, *, body=True):
    annotated = AnnotatedPage("1", "", tmp_path, None, "article", "", "", reference, marks=marks)
    return targets(read_page(STORY), annotated, body=body)


def test_a_body_has_no_headline_byline_dateline_nor_caption(tmp_path):
    everything = "\n".join(LINES + REST)
    assert story_targets(tmp_path, everything) == [0, 0, 0, 1, 0, 1, 1, 1, 1]
    assert set(story_targets(tmp_path, everything, body=False)) == {1}


def test_marked_elements_follow_the_same_convention(tmp_path):
    marks = Marks(("/html/body/div",))
    assert story_targets(tmp_path, "", marks) == [0, 0, 0, 1, 0, 1, 1, 1, 1]


@pytest.mark.parametrize(
    ("head", "title", "reference", "expected"),
    [
        ("<h1>The mill</h1>", "", "The mill", 0),
        ("<p>The mill, cleared</p>", "The mill cleared", "The mill, cleared", 0),
        ("<title>Cleared: the mill's pond - Weir</title><h1>x</h1><p>The mill's pond</p>", "", "The mill's pond", 0),
        ("<title>Pond - Weir</title><h1>x</h1><p>Pond</p>", "", "Pond", 1),
        ("<h1>x</h1><p>The mill</p>", "", "The mill", 1),
    ],
    ids=["the page's own", "annotated", "in the document's title", "too short", "another line"],
)
def test_what_is_a_headline(tmp_path, head, title, reference, expected):
    page = read_page(f"{head}<p>{BODY}</p>")
    annotated = AnnotatedPage("1", "", tmp_path, None, "article", "", title, f"{reference}\n{BODY}")
    assert targets(page, annotated)[-2:] == [expected, 1]


def test_dates_and_prices_of_a_lists_items_stay(tmp_path):
    items = [text for number in range(6) for text in (f"Sailing {number}", f"{number + 1} May 2024", f"$ 1{number}.00")]
    page = read_page("<h1>Sailings</h1>" + "".join(f"<p>{text}</p>" for text in items))
    listing = AnnotatedPage("1", "", tmp_path, None, "listing", "", "", "\n".join(["Sailings", *items]))
    assert targets(page, listing) == [0, *[1] * len(items)]
    page = read_page("".join(f"<p>{text}</p>" for text in [*items, BODY]))
    assert targets(page, AnnotatedPage("1", "", tmp_path, None, "", "", "", "\n".join([*items, BODY]))) == [1] * 19


def test_a_long_headline_in_japanese_is_no_paragraph(tmp_path):
    title, body = (
        "水車小屋が四十年ぶりに動きだした村の春",
        "水車小屋は四十年のあいだ止まっていたが、村が買い取って池をさらった。" * 2,
    )
    page = read_page(f"<h1>x</h1><p>{title}</p><p>2024年5月3日</p><p>{body}</p>")
    annotated = AnnotatedPage("1", "", tmp_path, None, "article", "", title, f"{title}\n2024年5月3日\n{body}")
    assert targets(page, annotated) == [0, 0, 0, 1]
