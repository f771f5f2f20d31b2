from __future__ import annotations

import pytest

URL = "https://blog.example/roses"


def article(line):
    return f"<article><h1>Roses in June</h1>{line}<p>{'They bloom. ' * 30}</p></article>"


@pytest.mark.parametrize("name", ["entry-meta", "post_meta", "byline", "entryFoot", "postinfo", "posted-on"])
def test_step1_class_name(find, name):
    line = f'<p class="{name}">By <a href="/who/ann">Ann Reed</a>, 3 June 2024</p>'
    assert find("blog_utility", article(line), URL) == [
        ("blog_utility.step1", "entry", "By Ann Reed , 3 June 2024"),
    ]


def test_step1_box_with_the_title_gives_the_line_inside(find):
    body = (
        '<div class="post-meta"><h2><a href="/roses">Roses in June</a></h2>'
        '<p class="post-meta-line">by <a rel="author" href="/ann">Ann</a></p></div>'
    )
    assert [text for _, _, text in find("blog_utility", body, URL)] == ["by Ann"]


def test_step1_name_without_anything_else_is_none(find):
    assert find("blog_utility", article('<div class="metadata"><a href="/x">Bulbs</a></div>'), URL) == []


@pytest.mark.parametrize("word", ["5 comments", "コメント(3)", "3 Kommentare", "2 commentaires", "4 comentarios"])
def test_step2_comment_words_with_a_number(find, word):
    found = find("blog_utility", article("") + f'<div><a href="/roses/talk">{word}</a></div>', URL)
    assert [(rule, text) for rule, _, text in found] == [("blog_utility.step2", word)]


@pytest.mark.parametrize(
    ("word", "fragment"), [("Comments", "#comments"), ("コメントを書く", "#respond"), ("トラックバック", "#trackback")]
)
def test_step3_comment_words_and_address(find, word, fragment):
    found = find("blog_utility", article("") + f'<div><a href="/roses{fragment}">{word}</a></div>', URL)
    assert [(rule, text) for rule, _, text in found] == [("blog_utility.step3", word)]


def test_step2_menu_item_comments_is_none(find):
    assert find("blog_utility", '<p><a href="/comments">Comments</a> <a href="/x">Bulbs</a></p>', URL) == []


def test_rel_tags_and_their_label(find):
    line = '<div>Tags: <a rel="tag" href="/t/1">roses</a>, <a rel="tag" href="/t/2">june</a></div>'
    assert find("blog_utility", article(line), URL) == [("blog_utility.rel", "entry", "Tags: roses , june")]


@pytest.mark.parametrize("text", ["by {}", "Von {}", "{} · 3 June 2024", "著者：{}"])
def test_author_address_with_words_or_a_date(find, text):
    line = f"<div>{text.format('<a href=/author/ann>Ann Reed</a>')}</div>"
    assert [rule for rule, _, _ in find("blog_utility", article(line), URL)] == ["blog_utility.address"]


@pytest.mark.parametrize(
    "body",
    [
        '<div class="tagcloud"><a rel="tag" href="/tag/a">roses</a> <a rel="tag" href="/tag/b">june</a></div>',
        '<nav><a href="/category/roses">Roses</a> <a href="/category/bulbs">Bulbs</a></nav>',
        '<ul><li><a href="/category/roses">Roses</a></li><li><a href="/category/bulbs">Bulbs</a></li></ul>',
        '<div class="author-bio"><p>By trade <a href="/author/ann">Ann Reed</a> plants roses since 2001.</p></div>',
        '<ol class="comment-list"><li><p class="comment-meta">by <a href="/author/bo">Bo</a> 2024</p></li></ol>',
        '<p>In 2023 the <a href="/topics/garden-club">garden club</a> planted more roses than in any year before.</p>',
    ],
    ids=["tag cloud", "menu", "category list", "biography", "comment", "sentence"],
)
def test_what_is_none(find, body):
    assert find("blog_utility", article("") + body, URL) == []
