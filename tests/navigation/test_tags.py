from __future__ import annotations

import pytest

URL = "https://blog.example/roses"
PROSE = f"<p>{'They bloom in the old garden by the mill. ' * 8}</p>"


def page(tags, beside=""):
    return f"{beside}<article><h1>Roses in June</h1>{PROSE * 2}{tags}</article>"


def texts(found):
    return [text for _, _, text in found]


@pytest.mark.parametrize("name", ["tags", "tag-resources", "Tags_tags__Zf6LY", "story-topics", "article__tags"])
def test_a_list_of_links_in_an_element_called_tags(find, name):
    tags = f'<div class="{name}"><a href="/x?facet=1">Roses</a> <a href="/x?facet=2">Old gardens</a></div>'
    assert texts(find("blog_utility", page(tags), URL)) == ["Roses Old gardens"]


def test_a_definition_list_below_its_term(find):
    tags = '<dl class="tags"><dt>Topics : </dt><dd><a href="/q?1">Roses</a> , <a href="/q?2">Mills</a></dd></dl>'
    assert texts(find("blog_utility", page(tags), URL)) == ["Topics : Roses , Mills"]


@pytest.mark.parametrize(
    "tags",
    [
        '<div class="tags"><a href="/tags">タグ一覧</a></div>',
        '<div class="tags"><h3>Most searched</h3><a href="/s/1">Roses</a> <a href="/s/2">Mills</a></div>',
    ],
)
def test_the_link_to_all_tags_and_tags_below_another_label_are_none(find, tags):
    assert find("blog_utility", page("", f"<div>{tags}</div>"), URL) == []


def test_the_tags_of_the_entries_of_a_list_are_none_by_their_class_alone(find):
    card = '<div><h3><a href="/job/{0}">Gardener {0}</a></h3><ul class="job-tags"><li><a href="/jobs/at-{0}">Remote</a></li></ul></div>'
    assert find("blog_utility", "".join(card.format(number) for number in range(8)), URL) == []


@pytest.mark.parametrize(
    "line",
    [
        'Эта статья в категориях: <a href="/tags/5/">розы</a>.',
        'In den Kategorien: <a href="/thema/rosen">Rosen</a>',
        'En la categoría: <a href="/tema/rosas">Rosas</a>.',
        'In categories: <a href="/c/roses">Roses</a>',
    ],
)
def test_a_label_and_one_tag_is_a_line_of_its_own(find, line):
    assert len(find("blog_utility", page(f"<div>{line}</div>"), URL)) == 1


def test_tags_by_their_label_and_addresses_stand_anywhere_but_beside_the_text(find):
    links = '<h2>Tags</h2><a href="/tags/roses">Roses</a><span>|</span><a href="/tags/old-mills">Old mills</a>'
    cards = '<div><h3><a href="/a/{0}">Garden {0}</a></h3><p>All about it.</p></div>'
    between = "".join(cards.format(number) for number in range(8))
    assert texts(find("blog_utility", page("") + between + f"<div>{links}</div>", URL)) == ["Tags Roses | Old mills"]
    more = links + "".join(f'<a href="/tags/{n}">Tag {n}</a>' for n in range(5))
    assert find("blog_utility", page("") + between + f"<div>{more}</div>", URL) == []
    assert find("blog_utility", page("") + between + f'<aside class="sidebar"><div>{links}</div></aside>', URL) == []


@pytest.mark.parametrize("sign", ["#", "# ", "＃"])
def test_each_tag_has_a_sign(find, sign):
    tags = f'<ul><li><a href="/s/1">{sign}Roses</a></li><li><a href="/s/2">{sign}Mills</a></li></ul>'
    assert len(find("blog_utility", page(tags), URL)) == 1


@pytest.mark.parametrize("word", ["Kommentieren", "Skomentuj", "Комментировать", "댓글쓰기", "Yorumla"])
def test_a_verb_asks_for_a_comment_where_a_noun_may_be_a_tab(find, word):
    assert texts(find("blog_utility", page(f'<div><a href="/write?entry=12">{word}</a></div>'), URL)) == [word]
    assert find("blog_utility", page('<div><a href="/write?entry=12">Comments</a></div>'), URL) == []


def test_categories_and_tags_before_the_neighbours_are_a_line_each(find):
    foot = (
        '<footer class="entry-meta"><span class="cat-links"><a rel="category tag" href="/category/garden/">Garden</a></span>'
        '<span class="tags-links"><a rel="tag" href="/tag/roses/">Roses</a>, <a rel="tag" href="/tag/mills/">Mills</a></span>'
        '<nav class="post-navigation"><a rel="prev" href="/older">How the mill was built</a></nav></footer>'
    )
    assert texts(find("blog_utility", page(foot), URL)) == ["Garden", "Roses , Mills"]
