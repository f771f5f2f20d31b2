"""Lines on cards that lead to other entries."""

from __future__ import annotations

import pytest

URL = "https://blog.example/roses"
TEXT = f"<p>{'They bloom and ask for little. ' * 12}</p>"
BYLINE = '<p class="byline">By <a href="/author/ann">Ann Reed</a>, 3 June 2024</p>'


def cards(heading='<h3><a href="/{0}">All about {0}</a></h3>'):
    line = '<p class="byline">By <a href="/author/bo">Bo</a>, {1} May 2024</p>'
    return "".join(
        f"<div>{heading.format(name)}{line.format(name, day)}</div>" for day, name in enumerate(("tulips", "lilac"), 3)
    )


def texts(find, body):
    return [text for _, _, text in find("blog_utility", body, URL)]


def test_cards_below_an_article_are_left_out(find):
    assert texts(find, f"<h1>Roses in June</h1>{BYLINE}{TEXT}<h2>Related</h2>{cards()}") == [
        "By Ann Reed , 3 June 2024"
    ]


def test_a_card_whose_title_is_in_a_link(find):
    heading = '<a href="/{0}"><h3>All about {0}</h3></a>'
    assert len(texts(find, f"<h1>Roses in June</h1>{BYLINE}{TEXT}<h2>Related</h2>{cards(heading)}")) == 1


@pytest.mark.parametrize("label", ['aria-label="All about {0}"', 'title="All about {0}"'])
def test_a_card_under_a_link_that_is_spread_over_it(find, label):
    heading = f'<a href="/{{0}}" {label}></a><div><h3>All about {{0}}</h3></div>'
    assert len(texts(find, f"<h1>Roses in June</h1>{BYLINE}{TEXT}<h2>Related</h2>{cards(heading)}")) == 1


def test_a_link_that_says_something_else_makes_no_card(find):
    heading = '<a href="/{0}" aria-label="Send it to a friend"></a><h3>All about {0}</h3>'
    assert len(texts(find, f"<h1>Roses in June</h1>{BYLINE}{TEXT}<h2>Related</h2>{cards(heading)}")) == 3


def test_entries_of_a_list_keep_their_lines(find):
    assert len(texts(find, f"<h1>The garden blog</h1>{cards()}")) == 2


def test_headings_that_lead_nowhere_else_are_of_the_page_itself(find):
    heading = '<h3 id="{0}"><a href="/roses#{0}">All about {0}</a></h3>'
    assert len(texts(find, f"<h1>Roses in June</h1>{BYLINE}{TEXT}{cards(heading)}")) == 3


@pytest.mark.parametrize("kind", ["Comment", "Answer", "Review"])
def test_the_author_of_a_comment_or_review_is_none(find, kind):
    post = f'<div itemscope itemtype="https://schema.org/{kind}">{BYLINE}<p>Mine, too.</p></div>'
    assert texts(find, f"<h1>Roses in June</h1>{TEXT}{post}") == []


def test_a_quoted_post_is_none(find):
    quote = '<blockquote><p>See <a href="/tag/roses">#roses</a></p>Ann, <a href="/tag/a">3 June 2024</a></blockquote>'
    assert texts(find, f"<h1>Roses in June</h1>{TEXT}{quote}") == []


def test_a_button_for_scripts_is_none(find):
    assert texts(find, f'{TEXT}<div class="comments-link"><a href="#">Add a comment</a></div>') == []


def test_the_threads_own_address_is_no_topic(find):
    post = '<div><a href="/topic/roses#p7">3 June 2024</a></div><p>Mine bloom.</p>'
    assert find("blog_utility", post, "https://forum.example/topic/roses") == []


def test_cards_below_an_article_without_lines_of_its_own(find):
    paragraphs = "".join(f"<p>{'They bloom and ask for little, and so on. ' * 4}</p>" for _ in range(5))
    assert texts(find, f"<h1>Roses in June</h1>{paragraphs}<h2>Related</h2>{cards()}") == []


def test_a_calendar_is_none(find):
    days = "".join(f'<a href="/2024/06/{day:02}/">{day}</a> ' for day in range(1, 29))
    assert texts(find, f'{TEXT}<div class="calendar_wrap">June 2024 {days}</div>') == []


def test_a_copyright_notice_is_none(find):
    assert texts(find, f'{TEXT}<p class="site-byline">© 2024 Blog. <a href="/privacy">Privacy policy</a></p>') == []
