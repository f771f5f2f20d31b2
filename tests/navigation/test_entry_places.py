"""Lines about an entry that have no class, and by their address alone might be a menu's."""

from __future__ import annotations

import pytest

from scrapy_maincontent.navigation import entry_places
from scrapy_maincontent.navigation.addresses import Addresses
from scrapy_maincontent.navigation.candidates import Candidates, Found
from scrapy_maincontent.page import Kind

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
    assert texts(find, body + TEXT) == ["Ann Reed"]


def test_a_photographer_elsewhere_is_no_author(find):
    figure = '<figure><div><a href="https://photos.example/contributor/ann">photos.example/ann</a></div></figure>'
    assert texts(find, f"<article>{TITLE}{TEXT}{figure}<p>3 June 2024</p></article>") == []


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
    assert texts(find, TITLE + body + TEXT) == [name]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('<div><a href="/author/ann">Ann Reed</a></div>', ["Ann Reed"]),
        ('<div><a href="/autoren/ann">山田花子</a></div>', ["山田花子"]),
        ('<div><a href="/author/ann">14</a></div>', []),
        ('<div><a href="/author/ann">Posts by this writer</a></div>', []),
        ('<table><tr><td><a href="/author/ann">Ann Reed</a></td></tr></table>', []),
        (f'{"<p>Mills.</p>" * 6}<div><a href="/author/ann">Ann Reed</a></div>', []),
    ],
)
def test_a_name_at_the_headline_needs_no_date(find, line, found):
    assert texts(find, TITLE + line + TEXT) == found


LINE = '<div class="byline"><a rel="author" href="/author/ann">Ann Reed</a>, 3 June 2024</div>'


@pytest.mark.parametrize(("count", "kept"), [(2, 2), (3, 0)])
def test_several_lines_of_one_class_away_from_the_headline_are_other_entries(find, count, kept):
    cards = "".join(
        f'<div><b>Mills</b><div><p class="byline">By <a href="/bo">Bo Hill</a>, {day} May 2024</p></div></div>'
        for day in range(1, count + 1)
    )
    assert len(texts(find, f"{TITLE}{LINE}{TEXT * 6}{cards}")) == 1 + kept
    assert len(texts(find, f"<h2>Mills</h2>{TEXT}{cards}")) == count


def test_lines_like_that_at_the_headline_are_the_pages(find):
    tags = "".join(
        f'<p class="post-tags"><a rel="tag" href="/tag/{number}">mill {number}</a></p>' for number in range(3)
    )
    assert len(texts(find, TITLE + tags + TEXT)) == 3


@pytest.mark.parametrize(
    ("box", "count"),
    [
        ("<main>{}</main>", 1),
        ("<footer>{}<p>Mills grind by day.</p></footer>", 0),
        ('<div class="sidebar">{}<p>Mills grind by day.</p></div>', 0),
        ('<div class="sidebar"><p>Mills</p><article>{}</article></div>', 1),
        ("<article><footer>{}<p>Mills grind by day.</p></footer></article>", 1),
    ],
)
def test_marked_tags_without_a_label_stand_in_no_sidebar_or_footer(find, box, count):
    tags = '<ul class="post-tags">{}<li><a href="/tag/roses">roses</a></li><li><a href="/tag/june">june</a></li></ul>'
    assert len(texts(find, TITLE + LINE + TEXT + box.format(tags.format("")))) == 1 + count
    assert len(texts(find, TITLE + LINE + TEXT + box.format(tags.format("<li>Tags:</li>")))) == 2


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


# Both sides of each bound.


def element(page, name="here"):
    return next(number for number, own in enumerate(page.attrs) if own.get("id") == name)


def line_of(page, name="here"):
    return Found(Kind.BLOG_UTILITY, "", element(page, name), element(page, name), "")


LINK = "<a id=here href=/author/ann>Ann</a>"
SENTENCE = "x" * 99 + "."


@pytest.mark.parametrize(("apart", "is_near"), [(5, True), (6, False)])
@pytest.mark.parametrize("heading", ["<h1>Mill</h1>", "<h1><div>Mill</div></h1>"])
def test_six_text_blocks_are_near_the_headline(read_page, apart, is_near, heading):
    for parts in ([heading, *["<p>x"] * apart, f"<p>{LINK}"], [f"<p>{LINK}", *["<p>x"] * apart, heading]):
        candidates = Candidates(read_page("".join(parts)))
        here = element(candidates.page)
        assert entry_places.is_near_headline(candidates, here, here) == is_near


@pytest.mark.parametrize(("length", "is_elsewhere"), [(150, False), (151, True)])
def test_a_name_with_a_title_has_at_most_150_characters(read_page, length, is_elsewhere):
    page = read_page(f"<h1>Mill</h1><div id=here class=author-bio>{'x' * length}</div>")
    assert entry_places.is_elsewhere(Candidates(page), element(page)) == is_elsewhere
    page = read_page(f"<div id=here class=author-bio>{'x' * length} <b>3 June 2024</b></div>")
    assert not entry_places.is_elsewhere(Candidates(page), element(page))


@pytest.mark.parametrize(("levels", "is_found"), [(11, True), (12, False)])
@pytest.mark.parametrize("around", ["<div class=comment-list>", "<nav>", "<aside>"])
def test_twelve_elements_are_looked_at_from_a_line_upwards(read_page, levels, is_found, around):
    page = read_page(f"{around}x{'<div>' * (levels - 1)}{LINK}")
    assert entry_places.is_elsewhere(Candidates(page), element(page)) == is_found
    page = read_page(f"<div itemtype=https://schema.org/Comment>{'<div>' * levels}{LINK}")
    assert entry_places.is_of_post(Candidates(page), element(page)) == is_found


@pytest.mark.parametrize(("links", "is_elsewhere"), [(10, False), (11, True)])
def test_a_menu_of_a_line_has_at_most_ten_links(read_page, links, is_elsewhere):
    page = read_page(f"<nav><p id=here>By {'<a href=/a>Ann</a> ' * links}</p></nav>")
    assert entry_places.is_elsewhere(Candidates(page), element(page)) == is_elsewhere


@pytest.mark.parametrize(
    ("markup", "is_list"),
    [
        ("<div id=here><h4>Categories</h4><p>{0}{0}{0}</p></div>", True),
        ("<div id=here><h4>Categories</h4><p>{0}{0}</p></div>", False),
        ("<div id=here>{0}{0}{0}</div>", False),
        ("<div id=here><p>{0}</p><p>{0}{0}</p></div>", False),
        ("<article><div id=here><h4>Categories</h4><p>{0}{0}{0}</p></div></article>", False),
        ("<div id=here><h4>Categories</h4><p>3 June 2024 {0}{0}{0}</p></div>", False),
        (f"<p>{SENTENCE}</p><div id=here><h4>Categories</h4><p>{{0}}{{0}}{{0}}</p></div>", False),
    ],
)
def test_a_list_of_the_sites_categories(read_page, markup, is_list):
    page = read_page(markup.format("<a href=/x>x</a> "))
    assert entry_places.is_site_list(Candidates(page), element(page)) == is_list


@pytest.mark.parametrize(
    ("markup", "is_quoted"),
    [
        ("<p id=here>x", False),
        ("<h1 id=here>x</h1>", True),
        ("<blockquote><p id=here>x</p></blockquote>", True),
        ("<a href=/x><p id=here>x</p></a>", True),
        ("<a name=x><p id=here>x</p></a>", False),
        ("<h3><b id=here>x</b></h3>", False),
    ],
)
def test_titles_quotations_and_links_are_quoted(read_page, markup, is_quoted):
    page = read_page(markup)
    assert entry_places.is_quoted(Candidates(page), element(page)) == is_quoted
    assert not entry_places.is_table(Candidates(page), element(page))


@pytest.mark.parametrize(
    ("line", "title", "is_kicker"),
    [
        ("<a href=/x>x</a>", "<h1>Mill</h1>", True),
        ("<a href=/x>x</a>" * 3, "<h1>Mill</h1>", True),
        ("<a href=/x>x</a>" * 4, "<h1>Mill</h1>", False),
        ("<a href=/x>x</a> 3 June 2024", "<h1>Mill</h1>", False),
        ("<a href=/x>3 comments</a>", "<h1>Mill</h1>", False),
        ("<a href=/x>x</a>", "<h1><div>Mill</div></h1>", True),
        ("<a href=/x>x</a>", "<h3><a href=/m>Mill</a></h3>", True),
        ("<a href=/x>x</a>", "<h3><a href=/m>Mill</a> and weir</h3>", False),
        ("<a href=/x>x</a>", "<h5><a href=/m>Mill</a></h5>", False),
        ("<a href=/x>x</a>", "", False),
    ],
)
def test_a_kicker_stands_right_before_a_title(read_page, line, title, is_kicker):
    page = read_page(f"<div id=here>{line}</div>{title}")
    assert entry_places.is_kicker(Candidates(page), line_of(page)) == is_kicker


@pytest.mark.parametrize(("count", "left"), [(3, 3), (4, 0)])
def test_four_lines_of_one_shape_are_a_list_of_posts(read_page, count, left):
    lines = "".join(f"<div><p id=l{number}>Ann</p></div>" for number in range(count))
    page = read_page(f"<h2>Mill</h2>{lines}<section><div><p id=other>Bo</p></div></section>")
    found = [line_of(page, f"l{number}") for number in range(count)]
    candidates = Candidates(page)
    assert len(entry_places.without_lists(candidates, found)) == left
    assert entry_places.without_lists(candidates, [*found, line_of(page, "other")])[left:] == [line_of(page, "other")]
    headed = read_page("".join(f"<h2>Mill {n}</h2><div><p id=l{n}>Ann</p></div>" for n in range(count)))
    found = [line_of(headed, f"l{number}") for number in range(count)]
    assert entry_places.without_lists(Candidates(headed), found) == found


@pytest.mark.parametrize(
    ("markup", "run"),
    [
        ("<b>by</b><a href=/a>Ann</a><i>on</i><p class=share-links><a href=/s>Mail</a></p>", ("b", "i")),
        ("<p class=share-links><a href=/s>Mail</a></p><a href=/a>Ann</a>", ("div", "div")),
        ("<a href=/a>Ann</a><p><b class=share-links><a href=/s>Mail</a></b></p>", ("a", "a")),
        ("<a href=/a>Ann</a><p><a href=/s>Mail</a></p>", ("div", "div")),
    ],
)
def test_share_buttons_are_cut_off(read_page, markup, run):
    page = read_page(f"<div id=here>{markup}</div>")
    first, last = entry_places.before_sharing(Candidates(page), element(page))
    assert (page.tags[first], page.tags[last]) == run


@pytest.mark.parametrize(
    ("text", "is_name"),
    [
        ("Ann", True),
        ("mill", False),
        ("van", True),
        ("Ann del Mar", True),
        ("Ann della Mar", False),
        ("Ann van", False),
        ("A B C D E F G H", True),
        ("A B C D E F G H I", False),
    ],
)
def test_names_have_capitals(text, is_name):
    assert entry_places.is_name(text) == is_name


@pytest.mark.parametrize(
    ("markup", "is_about"),
    [
        ("<p>Tags: <a id=here href=/tag/mill>mill</a>", True),
        ("<p><a id=here href=/tag/mill>mill</a>", False),
        ("<p>3 June 2024<p><a id=here href=/tag/mill>mill</a>", True),
        (f"<p>{SENTENCE}<p>x<p>x<p><a id=here href=/tag/mill>mill</a>", True),
        (f"<p>{SENTENCE}<p>x<p>x<p>x<p><a id=here href=/tag/mill>mill</a>", False),
        (f"<p>{SENTENCE}<p><a id=here href=/category/mill>mill</a>", False),
        ("<p>3 June 2024<p><a id=here href=/author/ann>Ann</a>", True),
        ("<p>3 June 2024<p><a id=here href=/author/ann>more posts</a>", False),
        ("<p>3 June 2024<p><a id=here href=https://other.example/author/ann>Ann</a>", False),
        ("<p>x<p><a id=here href=/author/ann>By Ann</a>", True),
        ("<p>x<p><a id=here href=/author/ann>Ann</a>", False),
    ],
)
def test_links_without_words_of_their_own(read_page, markup, is_about):
    page = read_page(f"<section>{markup}<p>{'y' * 200}</p></section>")
    candidates = Candidates(page)
    assert entry_places.is_about_entry(candidates, Addresses(page), 0, element(page)) == is_about


def lines_left(read_page, card, before=""):
    page = read_page(f"{before}{card}", "https://blog.example/roses")
    return len(entry_places.without_other_entries(Candidates(page), Addresses(page), [line_of(page)]))


FOUR = f"<p>{SENTENCE}" * 4


@pytest.mark.parametrize(
    ("card", "is_one"),
    [
        (f"<div><h3><a href=/m>Mill</a></h3>{LINK}</div>", True),
        (f"<div><h1><a href=/m>Mill</a></h1>{LINK}</div>", False),
        (f"<div><h3>Mill</h3>{LINK}</div>", False),
        (f"<div><h3><a href=#m>Mill</a></h3>{LINK}</div>", False),
        (f"<div><h3><a href=/roses/>Mill</a></h3>{LINK}</div>", False),
        (f"<div><h3><a href=/m>Mill</a></h3>{'<h4>x</h4>' * 2}{LINK}</div>", True),
        (f"<div><h3><a href=/m>Mill</a></h3>{'<h4>x</h4>' * 3}{LINK}</div>", False),
        (f"<div><h3><a href=/m>Mill</a></h3>{'x' * 1493}{LINK}</div>", True),
        (f"<div><h3><a href=/m>Mill</a></h3>{'x' * 1494}{LINK}</div>", False),
        (f"<div><h3><a href=/m>Mill</a></h3>{'<div>' * 7}{LINK}</div>", True),
        (f"<div><h3><a href=/m>Mill</a></h3>{'<div>' * 8}{LINK}</div>", False),
        (f"<main><h3><a href=/m>Mill</a></h3>{LINK}</main>", False),
        (f"<div><a href=/m><h3>Mill</h3></a>{LINK}</div>", True),
        (f"<div><h3>Mill</h3>{LINK}{'<a href=/o>x</a>' * 10}<a href=/m>MILL</a></div>", True),
        (f"<div><h3>Mill</h3>{LINK}{'<a href=/o>x</a>' * 11}<a href=/m>MILL</a></div>", False),
        (f"<div><div><div><h3>Mill</h3>{LINK}</div></div><a href=/m>Mill</a></div>", True),
        (f"<div><div><div><div><h3>Mill</h3>{LINK}</div></div></div><a href=/m>Mill</a></div>", False),
    ],
)
def test_a_card_has_a_title_that_leads_to_another_page(read_page, card, is_one):
    assert lines_left(read_page, f"<section>{card}</section>", FOUR) == (not is_one)


@pytest.mark.parametrize(
    ("before", "is_article"),
    [
        (FOUR, True),
        (f"<p>{SENTENCE}" * 3, False),
        (FOUR + "<p>x" * 56, True),
        (FOUR + "<p>x" * 57, False),
        (f"{FOUR}<h4><a href=/o>Other</a></h4>", False),
        (f"{FOUR}<h4>Other</h4>", True),
    ],
)
def test_a_card_below_an_article_of_four_paragraphs(read_page, before, is_article):
    card = f"<section><div><h3><a href=/m>Mill</a></h3>{LINK}</div></section>"
    assert lines_left(read_page, card, before) == (not is_article)
