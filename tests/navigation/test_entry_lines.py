"""How far lines about an entry reach."""

from __future__ import annotations

import pytest

URL = "https://blog.example/roses"
TEXT = f"<p>{'They bloom and ask for little. ' * 12}</p>"


def texts(find, body):
    return [text for _, _, text in find("blog_utility", f"<h1>Roses in June</h1>{body}", URL)]


@pytest.mark.parametrize(
    "line",
    [
        '<div><span class="byline">By <a href="/author/ann">Ann Reed</a></span> <span>3 June 2024</span></div>',
        '<div><div>By <a href="/who/ann">Ann Reed</a></div> <div>3 June 2024</div></div>',
        '<div><div><a href="/author/ann">Ann Reed</a></div> <div>3 June 2024</div></div>',
    ],
    ids=["a class", "a word", "an address"],
)
def test_the_date_beside_the_name(find, line):
    ((text),) = texts(find, line + TEXT)
    assert text.endswith("Ann Reed 3 June 2024")


def test_a_thread_starters_line_is_whole_with_its_tags(find):
    line = (
        '<ul><li>Thread starter <a href="/members/7">ann</a></li> <li>Start date <time>3 June 2024</time></li>'
        ' <li><dl class="tagList"><dt>Tags</dt><dd><a href="/tags/roses">roses</a></dd></dl></li></ul>'
    )
    assert texts(find, line + TEXT) == ["Thread starter ann Start date 3 June 2024 Tags roses"]


def test_labelled_tags_stay_a_line_of_their_own(find):
    lines = (
        '<div><p class="byline">By <a href="/author/ann">Ann Reed</a></p>'
        '<p class="post-tags">Tags: <a href="/tag/roses">roses</a></p></div>'
    )
    assert texts(find, TEXT + lines) == ["By Ann Reed", "Tags: roses"]


@pytest.mark.parametrize("beside", ["<h2>Why 3 June 2024</h2>", "<p>On 3 June 2024 they had bloomed for a week.</p>"])
def test_headings_and_sentences_stay_outside(find, beside):
    line = f'<div><p class="byline">By <a href="/author/ann">Ann Reed</a></p>{beside}</div>'
    assert texts(find, line + TEXT) == ["By Ann Reed"]


def test_a_row_of_a_table_is_no_line(find):
    rows = "<tr><td><a href='/author/{0}'>{0}</a></td><td><a href='/t/{0}'>thread</a></td><td>3 June 2024</td></tr>"
    table = "".join(rows.format(name) for name in ("ann", "bo"))
    assert texts(find, f"<table>{table}</table>") == []


def test_tags_behind_the_text_need_no_label(find):
    tags = '<ul><li><a href="/tag/roses">roses</a></li> <li><a href="/tag/june">june</a></li></ul>'
    assert texts(find, TEXT + tags) == ["roses june"]
    assert texts(find, f"{TEXT}<aside>{tags}</aside>") == []


def test_tags_below_a_heading_behind_the_text(find):
    tags = (
        '<h2>Article tags</h2><ul><li><a href="/tags/roses">roses</a></li> <li><a href="/tags/june">june</a></li></ul>'
    )
    assert texts(find, f"<div>{TEXT}</div><div>{tags}</div>") == ["roses june"]


def test_tags_in_a_row_beside_their_heading_are_one_line(find):
    names = ("roses", "june", "hedges", "gardens", "water")
    tags = ", ".join(f'<a href="/tag/{name}">{name}</a>' for name in names)
    assert texts(find, f"{TEXT}<div><h2>Tags</h2>{tags}</div>") == ["roses , june , hedges , gardens , water"]


def test_share_links_stay_outside(find):
    line = '<div><div>By <a href="/who/ann">Ann Reed</a></div> <div><a href="/s/1">Facebook</a> <a href="/s/2">Tweet</a></div> <p>3 June 2024</p></div>'
    assert texts(find, line + TEXT) == ["By Ann Reed"]


def test_a_tag_beside_the_date_needs_no_label(find):
    assert texts(find, f'<div>3 June 2024</div><div><a href="/tag/roses">#roses</a></div>{TEXT}') == ["#roses"]


def test_a_byline_at_the_headline_is_no_biography(find):
    line = '<div class="author-info">By <a href="/author/ann">Ann Reed</a></div>'
    assert texts(find, line + TEXT) == ["By Ann Reed"]
    assert texts(find, TEXT * 9 + line) == []


SHARE = '<ul><li><a href="https://a.example/share">Mail it</a></li> <li><a href="https://b.example/pin">Pin it</a></li></ul>'


def test_the_date_beside_the_name_without_the_share_buttons(find):
    line = f'<div><p><a href="/authors/ann">Ann Reed</a></p><p>3 June 2024 · 9 minutes</p>{SHARE}</div>'
    assert texts(find, line + TEXT) == ["Ann Reed 3 June 2024 · 9 minutes"]


def test_another_names_line_stays_outside(find):
    lines = (
        '<header><h2>Why they bloom</h2><div class="post-categories"><a href="/category/roses">Roses</a></div>'
        "<div><span>By</span><span>Ann Reed</span> Updated on 3 June 2024</div></header>"
    )
    assert texts(find, lines + TEXT) == ["Roses"]


@pytest.mark.parametrize(("length", "count"), [(60, 1), (61, 0)])
def test_a_tag_of_60_characters_is_one_and_a_longer_text_is_none(find, length, count):
    name = ("roses and june " * 5)[: length - 1] + "s"
    assert len(texts(find, f'{TEXT}<ul><li><a href="/tag/{length}x">{name}</a></li></ul>')) == count


@pytest.mark.parametrize(
    ("address", "count"), [("/2024/06/", 1), ("/2024/06/03/", 1), ("/2024/13/", 0), ("/2024/roses/", 0)]
)
def test_an_address_of_a_day_or_a_month_is_that_of_its_entries(find, address, count):
    line = f'<div><div><a href="{address}">In summer</a></div> <div>3 June 2024</div></div>'
    assert len(texts(find, line + TEXT)) == count
