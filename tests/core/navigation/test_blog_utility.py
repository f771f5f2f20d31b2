from __future__ import annotations

import pytest

from scrapy_maincontent.navigation.entry_lines import is_date

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


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ('<p>By <a href="/who/ann">Ann Reed</a>, 3 June 2024</p>', "By Ann Reed , 3 June 2024"),
        ('<p>Von <a href="/who/ann">Ann Reed</a>, Gartenmeisterin in Aueheim</p><p>3.6.2024</p>', None),
        ('<p>Escrito por</p><p><a href="/who/ann">Ann Reed</a></p><p>3/6/2024</p>', None),
        ('<p>文：<a href="/who/ann">立花 杏</a>　2024年6月3日</p>', "文： 立花 杏 2024年6月3日"),
    ],
)
def test_byline_whose_link_leads_anywhere(find, line, text):
    ((rule, _, found),) = find("blog_utility", article(line), URL)
    assert rule == "blog_utility.byline"
    assert "Ann Reed" in found or "杏" in found
    assert text in (None, found)


@pytest.mark.parametrize(
    "line",
    [
        '<p>By <a href="/brand/rosalind">Rosalind</a></p>',
        '<p>By using <a href="/site">this site</a> you agree to have roses in 2024.</p>',
        '<p>The hedge, by <a href="/who/ann">Ann Reed</a>, was cut in 2024 and bloomed in 2025.</p>',
    ],
    ids=["a product's maker", "consent", "inside a sentence"],
)
def test_what_is_no_byline(find, line):
    assert find("blog_utility", article(line), URL) == []


def test_a_line_ends_before_the_share_buttons(find):
    line = (
        '<div class="post-footer-line"><span>at <a rel="bookmark" href="/r">3 June 2024</a></span>'
        '<div class="share-buttons"><a href="https://a.example/">Mail it</a> <a href="https://b.example/">Pin it</a></div></div>'
    )
    assert [text for _, _, text in find("blog_utility", article(line), URL)] == ["at 3 June 2024"]


def test_tags_below_a_heading_in_an_article(find):
    line = '<h4>Tags</h4><ul><li><a href="/tag/roses">roses</a></li><li><a href="/tag/june">june</a></li></ul>'
    assert [text for _, _, text in find("blog_utility", article(line), URL)] == ["roses june"]


def test_the_sites_categories_below_a_heading_are_none(find):
    body = "".join(f'<li><a href="/category/{name}">{name}</a> (3)</li>' for name in ("roses", "bulbs", "herbs"))
    assert find("blog_utility", f"{article('')}<div><p>Categories</p><ul>{body}</ul></div>", URL) == []


def lines(heading, number=6):
    line = '<p class="byline">by <a href="/who/{0}">Ann {0}</a>, {1} June 2024</p>'
    rose = "<p>Roses bloom, and how.</p>"
    names = "abcdefgh"[:number]
    return "".join(
        f"<div>{heading.format(name)}{line.format(name, day)}{rose}</div>" for day, name in enumerate(names, 3)
    )


def test_lines_of_many_entries_with_a_title_each(find):
    assert len(find("blog_utility", lines("<h2>Roses {}</h2>"), URL)) == 6


@pytest.mark.parametrize("heading", ["", "<h3>Re: Roses in June</h3>"], ids=["none", "the same one"])
def test_posts_in_a_thread_are_no_entries(find, heading):
    assert find("blog_utility", "<h1>Roses in June</h1>" + lines(heading), URL) == []


def test_a_few_lines_need_no_title_each(find):
    assert len(find("blog_utility", lines("", 3), URL)) == 3


def test_comments_themselves_are_none(find):
    body = '<div class="post-comments"><p>{}</p><a href="/u/bo">Bo</a> <a href="#respond">Add a comment</a></div>'
    assert find("blog_utility", article("") + body.format("What roses! " * 20), URL) == [
        ("blog_utility.step3", "entry", "Add a comment"),
    ]


def test_a_teaser_card_that_is_one_link_is_none(find):
    card = '<a href="/roses"><div><b>Roses in June</b> <span>in <object><a href="/tag/x">x</a></object></span> 2024-06-03</div></a>'
    assert find("blog_utility", article("") + card, URL) == []


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("3 June 2024", True),
        ("2024年6月3日", True),
        ("12.05.24", True),
        ("June 2024", True),
        ("Best Pinterest Bot 2015", False),
        ("Roses for 12 gardens and their gardeners in 2024", False),
        ("12 roses", False),
    ],
)
def test_dates_and_titles_with_a_year(text, answer):
    assert is_date(text) is answer


@pytest.mark.parametrize("text", ["#6", "3 June 2024"])
def test_the_permalink_of_a_post_is_none(find, text):
    post = f'<div><a href="/thread?post=6" title="Permalink">{text}</a><p>Roses bloom.</p></div>'
    assert find("blog_utility", post, "https://forum.example/thread") == []


KICKER = '<p class="entry-categories"><a rel="category" href="/category/roses">Roses</a></p>'


@pytest.mark.parametrize(
    "title",
    ["<h1>Roses in June</h1>", '<h3><a href="/roses">Roses in June</a></h3>'],
    ids=["the page's title", "a card's title"],
)
def test_the_category_above_a_title_is_none(find, title):
    assert find("blog_utility", f"<article>{KICKER}{title}<p>They bloom.</p></article>", URL) == []


@pytest.mark.parametrize(
    "body",
    [
        f"{article('')}{KICKER}<h3>More to read</h3>",
        f"{KICKER.replace('<a', '3 June 2024 <a')}<h1>Roses in June</h1>",
        f"{KICKER.replace('</p>', chr(32) + '<a href=#comments>Comments</a></p>')}<h1>Roses in June</h1>",
    ],
    ids=["another heading", "a date", "comments"],
)
def test_more_than_a_category_above_a_title(find, body):
    assert [rule for rule, _, _ in find("blog_utility", body, URL)] == ["blog_utility.step1"]
