"""Lines about an entry that have no class, and by their address alone might be a menu's."""

from __future__ import annotations

import pytest

URL = "https://blog.example/roses"
TEXT = f"<p>{'They bloom and ask for little. ' * 12}</p>"
TITLE = "<h1>Roses in June</h1>"


def texts(find, body):
    return [text for _, _, text in find("blog_utility", body, URL)]


def test_by_in_the_link_itself(find):
    line = '<div><a href="/author/ann"><b>By Ann Reed</b></a></div>'
    assert texts(find, TITLE + line + TEXT) == ["By Ann Reed"]


def test_a_name_beside_a_date_in_a_box_with_more(find):
    body = (
        f'{TITLE}<div><p><a href="/authors/ann">Ann Reed</a></p><p>3 June 2024</p>'
        '<p><a href="https://a.example/share">Send this page to a friend</a></p></div>'
    )
    assert texts(find, body + TEXT) == ["Ann Reed 3 June 2024"]


def test_a_photographer_elsewhere_is_no_author(find):
    figure = '<figure><div><a href="https://photos.example/contributor/ann">photos.example/ann</a></div></figure>'
    assert texts(find, f"<article>{TITLE}{TEXT}{figure}<p>3 June 2024</p></article>") == []


def test_hashtags_at_the_headline_need_no_label(find):
    tags = '<p><a href="/tags/roses">#roses</a> <a href="/tags/june">#june</a></p>'
    assert texts(find, f"<article>{TITLE}{tags}{TEXT}</article>") == ["#roses #june"]
    assert texts(find, f"{tags}{TEXT * 8}{TITLE}") == []


@pytest.mark.parametrize("tag", ["aside", "nav"])
def test_a_menu_that_holds_nothing_but_the_line_is_none(find, tag):
    line = f'<{tag}><a rel="author" href="/author/ann">Ann Reed</a> <span>3 June 2024</span></{tag}>'
    assert texts(find, f"<article><header>{TITLE}{line}</header>{TEXT}</article>") == ["Ann Reed 3 June 2024"]
    card = f'<{tag}><h3><a href="/lilies">Lilies</a></h3>{line}</{tag}>'
    assert texts(find, f"{TITLE}{TEXT}{card}") == []


def test_tags_in_a_menu_of_their_own_below_a_label(find):
    tags = '<p>Tags</p><nav><a href="/topics/roses">Roses</a> <a href="/topics/june">June</a></nav>'
    assert texts(find, TITLE + TEXT + tags) == ["Roses June"]


def test_all_the_sites_topics_in_a_menu_are_none(find):
    links = "".join(f'<li><a href="/topics/t{number}">Topic {number}</a></li>' for number in range(14))
    assert texts(find, f"{TITLE}{TEXT}<h2>Topics</h2><nav><ul>{links}</ul></nav>") == []


def test_credits_of_an_agency_are_no_byline(find):
    line = '<footer><p>Created by <a href="https://agency.example/">Hollow Oak</a></p><p>© 2024</p></footer>'
    whole = '<p>© 3 June 2024 The Rose Garden. Created by <a href="https://agency.example/">Hollow Oak</a></p>'
    assert texts(find, TITLE + TEXT + line) == []
    assert texts(find, TITLE + TEXT + whole) == []


def test_the_days_of_a_month_in_a_table_are_none(find):
    days = "".join(f'<td><a href="/2024/06/{day:02}/">{day}</a></td>' for day in range(3, 9))
    assert texts(find, f"{TITLE}{TEXT}<div><table><caption>June 2024</caption><tr>{days}</tr></table></div>") == []


def test_more_of_an_authors_entries_beside_a_date_is_no_name(find):
    more = '<div><a href="/author/ann">More posts from this writer</a></div><div>3 June 2024</div>'
    assert texts(find, f"{TITLE}{TEXT}<section>{more}<p>{TEXT}</p></section>") == []


@pytest.mark.parametrize("name", ["Ludwig van der Velde", "María de los Ángeles Ruiz", "山田 花子", "Ann Reed"])
def test_names_beside_a_date(find, name):
    body = f'<div><p><a href="/author/7">{name}</a></p><p>3 June 2024</p>{"<p>Nine minutes. </p>" * 20}</div>'
    assert texts(find, TITLE + body + TEXT) == [f"{name} 3 June 2024"]


def test_dates_of_posts_in_a_thread_are_none(find):
    post = '<div><h4>Re: Roses</h4><p class="post-info"><a href="?topic=5.msg{0}#msg{0}">{0} June 2024</a></p>{1}</div>'
    assert texts(find, TITLE + "".join(post.format(day, TEXT) for day in range(3, 6))) == []


def test_a_menu_never_closed_around_the_article_is_none(find):
    line = '<div class="entry-meta">by <a rel="author" href="/author/ann">Ann Reed</a>, 3 June 2024</div>'
    article = f"<article><header>{TITLE}{line}</header>{TEXT}</article>"
    assert texts(find, f"<aside><ul><li>Menu</li></ul>{article}</aside>") == ["by Ann Reed , 3 June 2024"]
    card = f"<article><h3><a href='/lilies'>Lilies</a></h3>{line}</article>"
    assert texts(find, f"{TITLE}{TEXT * 8}<aside>{card}</aside>") == []


# Lines on cards that lead to other entries.

BYLINE = '<p class="byline">By <a href="/author/ann">Ann Reed</a>, 3 June 2024</p>'


def cards(heading='<h3><a href="/{0}">All about {0}</a></h3>'):
    line = '<p class="byline">By <a href="/author/bo">Bo</a>, {1} May 2024</p>'
    return "".join(
        f"<div>{heading.format(name)}{line.format(name, day)}</div>" for day, name in enumerate(("tulips", "lilac"), 3)
    )


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
