"""Elements whose names say that they are about an entry, and are not."""

from __future__ import annotations

import pytest

URL = "https://blog.example/roses"
TEXT = f"<h1>Roses in June</h1><p>{'They bloom and ask for little. ' * 12}</p>"


def texts(find, body):
    return [text for _, _, text in find("blog_utility", TEXT + body, URL)]


def test_the_form_for_comments_is_none(find):
    policy = (
        '<p class="post-comments">Be kind. <a href="/privacy">Privacy</a> and <a href="/terms">terms</a> apply.</p>'
    )
    assert texts(find, policy) == []


@pytest.mark.parametrize("text", ["12", "Join the conversation", "No comments"])
def test_the_count_of_comments(find, text):
    assert texts(find, f'<p class="comments-link"><a href="/roses?c">{text}</a></p>') == [text]


def test_all_the_sites_tags_with_their_numbers_are_none(find):
    tags = "".join(f'<li><a href="/tags/{name}">{name} ({number})</a></li>' for number, name in enumerate("abcd", 3))
    assert texts(find, f'<ul class="tag-list">{tags}</ul>') == []


@pytest.mark.parametrize("count", ["({})", "{}", "[{}]"])
def test_nor_are_they_with_numbers_behind_them(find, count):
    tags = "".join(
        f'<li><a href="/tags/{name}">{name}</a> {count.format(number)}</li>' for number, name in enumerate("abcd", 3)
    )
    assert texts(find, f'<ul class="top-tags">{tags}</ul>') == []


def test_a_biography_that_is_a_link_is_none_without_by(find):
    picture = '<a href="/authors/ann"><img src="/ann.png" alt=""></a>'
    link = f'<a href="/authors/ann"><p>Ann Reed</p><p>{"She has grown roses in many gardens. " * 8}</p></a>'
    assert texts(find, f'<div class="post-author">{picture}{link}</div>') == []
    assert texts(find, f'<div class="post-author">Written by {picture}{link}</div>')


def test_tags_with_a_number_in_one_of_them(find):
    tags = "".join(f'<li><a href="/tags/{name}">{name}</a></li>' for name in ("roses", "june", "zone 8"))
    assert texts(find, f'<ul class="tag-list">{tags}</ul>') == ["roses june zone 8"]


def test_reviews_whose_only_link_runs_a_script_are_none(find):
    review = '<h3>{0} nights</h3><p class="review-metadata">Ann Reed, {0} June 2024 <a href="javascript:report()">Report</a></p>'
    assert texts(find, "".join(review.format(number) + f"<p>{'We slept well. ' * 9}</p>" for number in (3, 4, 5))) == []
