from __future__ import annotations

import pytest

from scrapy_maincontent.navigation import detect
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


@pytest.mark.parametrize(
    ("word", "href"),
    [
        ("Comments", "#commentpostform"),
        ("View comments", "#comments-area"),
        ("Dodaj komentarz", "http://count.example/hit?to=rose"),
        ("コメントを書く", "/entry/12/write"),
    ],
)
def test_step3_several_words_or_a_place_called_so(find, word, href):
    body = f"<article><h1>Roses in June</h1><p>{'The roses are out at last. ' * 5}</p><div><a href='{href}'>{word}</a></div></article>"
    assert [(rule, text) for rule, _, text in find("blog_utility", body, URL)] == [("blog_utility.step3", word)]


@pytest.mark.parametrize(("word", "href"), [("Comments", "/talk"), ("Kommentare", "#k"), ("Leave a comment", "#")])
def test_one_word_that_leads_elsewhere_and_a_button_are_none(find, word, href):
    body = f"<article><h1>Roses in June</h1><p>{'The roses are out at last. ' * 5}</p><div><a href='{href}'>{word}</a></div></article>"
    assert find("blog_utility", body, URL) == []


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


# Lines about an entry as common blog systems write them, in several languages.

DATED = "https://blog.example/2024/06/03/roses/"
GERMAN_TITLE = "<h1>Rosen im Juni</h1>"
GERMAN = "<p>{}</p>".format("Die Rose will tiefen Boden und am Morgen Wasser, nie auf die Blätter. " * 3)
JAPANESE = "<p>{}</p>".format("バラは深い土と朝の水を好みます。" * 8)

THEMES = {
    "blocks-de": (
        (
            f'<main><div>{GERMAN_TITLE}<div class="is-layout-flex"><p>Veröffentlicht am</p><div><time>'
            '<a href="/2024/06/03/roses/">3. Juni 2024</a></time></div><p>von</p><div class="wp-block-post-author-name">'
            '<a href="/author/ida/">Ida Roth</a></div><p>in</p><div class="wp-block-post-terms">'
            f'<a href="/category/garten/" rel="tag">Garten</a></div></div></div>{GERMAN}</main>'
        ),
        ["Veröffentlicht am 3. Juni 2024 von Ida Roth in Garten"],
    ),
    "ghost-fr": (
        (
            f'<article>{GERMAN_TITLE}<div><h4><a href="/author/ida/">Ida Roux</a></h4>'
            f"<div><time>3 juin 2024</time> — 4 min de lecture</div></div>{GERMAN}</article>"
        ),
        ["Ida Roux 3 juin 2024 — 4 min de lecture"],
    ),
    "jekyll-en": (
        (
            f"<article>{GERMAN_TITLE}{GERMAN}<div>Filed under: "
            '<a href="/categories/garden">garden</a> <a href="/tags/roses">roses</a></div></article>'
        ),
        ["Filed under: garden roses"],
    ),
    "hugo-nl": (
        (
            f'<article>{GERMAN_TITLE}<div><a href="/authors/ida/">Ida Roos</a> · <time>3 juni 2024</time> · 4 minuten</div>{GERMAN}'
            '<ul><li><a href="/tags/rozen/">#rozen</a></li> <li><a href="/tags/tuin/">#tuin</a></li></ul></article>'
        ),
        ["Ida Roos · 3 juni 2024 · 4 minuten", "#rozen #tuin"],
    ),
    "movable-type-ja": (
        (
            f"<div>{GERMAN_TITLE}{JAPANESE}<p>投稿者: 杏 日時: 2024年6月3日 | "
            '<a href="/roses.html#comments">コメント (2)</a> | <a href="/roses.html#trackback">トラックバック (0)</a></p></div>'
        ),
        ["投稿者: 杏 日時: 2024年6月3日 | コメント (2) | トラックバック (0)"],
    ),
    "note-ja": (
        (
            f"<main><article>{GERMAN_TITLE}{JAPANESE}</article>"
            '<div><ul><li><a href="/hashtag/bara">#バラ</a></li> <li><a href="/hashtag/niwa">#庭</a></li></ul></div></main>'
        ),
        ["#バラ #庭"],
    ),
    "typo3-de": (
        (
            '<div class="news"><h3>Rosen im Juni</h3><p><span>03.06.2024</span> <span>Kategorie: '
            f'<a href="/aktuelles/kategorie/garten/">Garten</a></span> <span>Von Ida Roth</span></p>{GERMAN}</div>'
        ),
        ["03.06.2024 Kategorie: Garten Von Ida Roth"],
    ),
    "drupal-pl": (
        (
            f'<article>{GERMAN_TITLE}<div>Przez <span><a href="/user/3">Ida Róża</a></span>, 3 czerwca 2024</div>{GERMAN}'
            '<div><div>Tagi</div><div><a href="/tagi/roze">róże</a> <a href="/tagi/ogrod">ogród</a></div></div></article>'
        ),
        ["Przez Ida Róża , 3 czerwca 2024", "Tagi róże ogród"],
    ),
    "joomla-es": (
        (
            f'<div>{GERMAN_TITLE}<dl class="article-info"><dt>Detalles</dt><dd>Escrito por: Ida</dd>'
            f'<dd>Categoría: <a href="/jardin">Jardín</a></dd> <dd>Publicado: 3 junio 2024</dd></dl>{GERMAN}</div>'
        ),
        ["Detalles Escrito por: Ida Categoría: Jardín Publicado: 3 junio 2024"],
    ),
    "wordpress-it": (
        (
            f'<div>{GERMAN_TITLE}{GERMAN}<p class="postmetadata">Scritto da Ida in <a href="/category/x/" rel="tag">Giardino</a> | '
            '<a href="/rose/#comments">3 commenti »</a></p></div>'
        ),
        ["Scritto da Ida in Giardino | 3 commenti »"],
    ),
    "news-pt": (
        f'<main>{GERMAN_TITLE}<div><p>Por <a href="/autores/ida-rosa">Ida Rosa</a></p> <p>3 de junho de 2024</p></div>{GERMAN}</main>',
        ["Por Ida Rosa 3 de junho de 2024"],
    ),
    "blog-ru": (
        (
            f'<article>{GERMAN_TITLE}<div>Автор: <a href="/author/ida/">Ида</a> | 3 июня 2024</div>{GERMAN}'
            '<div>Метки: <a href="/tag/rozy/">розы</a>, <a href="/tag/sad/">сад</a></div>'
            '<div><a href="/rozy/#respond">Нет комментариев</a></div></article>'
        ),
        ["Автор: Ида | 3 июня 2024", "Метки: розы , сад", "Нет комментариев"],
    ),
    "blog-zh": (
        (
            f'<article>{GERMAN_TITLE}<div>作者：<a href="/author/ida/">林杏</a> 发布于 2024年6月3日</div>{JAPANESE}'
            '<div>标签：<a href="/tag/rose/">玫瑰</a> <a href="/tag/garden/">花园</a></div></article>'
        ),
        ["作者： 林杏 发布于 2024年6月3日", "标签： 玫瑰 花园"],
    ),
    "news-ko": (
        (
            f'<main>{GERMAN_TITLE}<div><span>기자 <a href="/reporter/ida">이다</a></span> <span>입력 2024.06.03</span></div>{GERMAN}'
            '<div>태그 <a href="/tag/rose">장미</a> <a href="/tag/garden">정원</a></div></main>'
        ),
        ["기자 이다 입력 2024.06.03", "태그 장미 정원"],
    ),
}


@pytest.mark.parametrize("theme", THEMES)
def test_lines_of_common_themes(find, theme):
    body, lines = THEMES[theme]
    menu = '<nav><a href="/">Home</a> <a href="/category/a/">A</a></nav>'
    assert [text for _, _, text in find("blog_utility", menu + body, DATED)] == lines


# Elements whose names say that they are about an entry, and are not.

ENTRY = f"<h1>Roses in June</h1><p>{'They bloom and ask for little. ' * 12}</p>"


def texts(find, body):
    return [text for _, _, text in find("blog_utility", ENTRY + body, URL)]


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


def test_tags_with_a_number_in_one_of_them(find):
    tags = "".join(f'<li><a href="/tags/{name}">{name}</a></li>' for name in ("roses", "june", "zone 8"))
    assert texts(find, f'<ul class="tag-list">{tags}</ul>') == ["roses june zone 8"]


def test_reviews_whose_only_link_runs_a_script_are_none(find):
    review = '<h3>{0} nights</h3><p class="review-metadata">Ann Reed, {0} June 2024 <a href="javascript:report()">Report</a></p>'
    assert texts(find, "".join(review.format(number) + f"<p>{'We slept well. ' * 9}</p>" for number in (3, 4, 5))) == []


# Tags below a label, wherever they lead.

WEIR = "https://paper.example/news/weir"
WEIR_ENTRY = f"<h1>The old weir is repaired</h1><p>{'The works took a summer and a half. ' * 9}</p>"
LINKS = ("/place/weir", "Weir"), ("/tag/river", "River"), ("/search?q=works", "Works")


def listed(links=LINKS):
    return "<ul>" + "".join(f'<li><a href="{href}">{text}</a></li>' for href, text in links) + "</ul>"


def found(find, body):
    return [(rule, text) for rule, _, text in find("blog_utility", body, WEIR)]


@pytest.mark.parametrize(
    "label",
    [
        *("Tags", "Related topics", "Schlagwörter", "Mehr lesen über", "Lesen Sie mehr zum Thema", "Weitere Themen"),
        *("Mots-clés", "Etiquetas", "Más temas", "タグ", "Метки"),
    ],
)
def test_some_lead_to_places_and_searches(find, label):
    assert found(find, f"{WEIR_ENTRY}<h2>{label}</h2>{listed()}") == [("blog_utility.labelled", "Weir River Works")]


@pytest.mark.parametrize(("apart", "is_one"), [(8, True), (9, False)])
def test_ten_text_blocks_behind_the_text_they_are_the_sites(find, apart, is_one):
    body = f"{WEIR_ENTRY}{'<p>Print</p>' * apart}<h2>Tags</h2>{listed()}"
    assert found(find, body) == [("blog_utility.labelled", "Weir River Works")] * is_one


def test_before_the_text_they_are_the_sites(find):
    assert found(find, f"<div><p>Topics</p>{listed(LINKS[:1] + LINKS[2:])}</div>{WEIR_ENTRY}") == []


def test_in_a_sidebar_they_are_the_sites(find):
    assert found(find, f'{WEIR_ENTRY}<div class="sidebar"><h2>Topics</h2>{listed(LINKS[:1] + LINKS[2:])}</div>') == []


def test_titles_are_no_tags(find):
    titles = [
        (f"/news/{number}", "The long way from the old weir to the new one, and all it took in those days")
        for number in "ab"
    ]
    assert found(find, f"{WEIR_ENTRY}<h2>More on this topic</h2>{listed(titles)}") == []


def test_at_the_headline_with_the_label_on_their_line(find):
    headline, text = WEIR_ENTRY.split("</h1>")
    tags = '<p>Tags: <a href="/place/weir">Weir</a> <a href="/search?q=works">Works</a></p>'
    assert found(find, f"{headline}</h1>{tags}{text}") == [("blog_utility.labelled", "Tags: Weir Works")]
    topics = f"<h2>Topics</h2>{listed(LINKS[:1] + LINKS[2:])}"
    assert found(find, f"{headline}</h1>{topics}{text}") == []


# Lines below the headline that only their place and a date tell.

TITLE = "<h1>Roses in June</h1>"
TEXT = f"<p>{'They bloom and ask for little. ' * 12}</p>" * 3


def rules_and_texts(find, body):
    return [(rule, text) for rule, _, text in find("blog_utility", body, URL)]


def line(name, href="/a7", date="3 June 2024"):
    return f'<div><div><a href="{href}">{name}</a></div> <div>{date}</div></div>'


@pytest.mark.parametrize("name", ["Ann Reed", "Garden", "Ann B. Reed MD, PhD", "山田花子", "Редакция"])
def test_a_name_or_a_section_with_a_date(find, name):
    assert rules_and_texts(find, TITLE + line(name) + TEXT) == [("blog_utility.headline", f"{name} 3 June 2024")]


def test_deep_in_boxes(find):
    boxed = "<div>" * 7 + '<a href="/a7">Ann Reed</a>' + "</div>" * 7
    share = "".join(f'<a href="https://{name}.example/share?u=roses">Send it to them all</a>' for name in "abcde")
    body = f"<div>{TITLE}<div>{boxed}<div>3 June 2024</div><div>{share}</div></div></div>"
    assert rules_and_texts(find, body + TEXT) == [("blog_utility.headline", "Ann Reed")]


@pytest.mark.parametrize(
    "other",
    [
        line("Send it to a friend"),
        line("Lilies, and how they came here"),
        line("Buy Now", "#buy"),
        line("Ann Reed", "https://elsewhere.example/ann"),
        line("Ann Reed", date="Nine minutes"),
        line("The Third Man", date="1949"),
        line("Back to all"),
        line("<h3>Ann Reed</h3>"),
        TEXT * 3 + line("Ann Reed"),
    ],
    ids=["a phrase", "a title", "a button", "another site", "no date", "a year", "a list", "a heading", "far below"],
)
def test_others_are_none(find, other):
    assert rules_and_texts(find, TITLE + other + TEXT) == []


def test_a_line_found_otherwise_is_enough(find):
    told = '<p class="byline">by <a href="/author/bo">Bo Hill</a></p>'
    assert [text for _, text in rules_and_texts(find, f"{TITLE}<header>{told}</header>{line('Garden')}{TEXT}")] == [
        "by Bo Hill"
    ]


def test_below_the_sites_name_there_is_none(find):
    assert rules_and_texts(find, f'<h1><a href="/">The Rose Garden</a></h1>{line("Subscribe")}{TEXT}') == []


def test_in_a_menu_there_is_none(find):
    assert rules_and_texts(find, f"{TITLE}<nav>{line('Garden')}<a href='/b'>Kitchen</a></nav>{TEXT}") == []


# Both sides of each bound.


def steps(find, body):
    return [rule.removeprefix("blog_utility.") for rule, _, _ in find("blog_utility", body, URL)]


ANN = '<a rel="author" href="/author/ann">Ann</a>'


@pytest.mark.parametrize(
    ("inside", "count"),
    [
        (ANN * 30, 1),
        (ANN * 31, 0),
        (ANN + "x" * 1197, 1),
        (ANN + "x" * 1198, 0),
        (f"{ANN}<h3>x</h3>", 0),
        (f"{ANN}<h4>x</h4>", 1),
    ],
)
def test_a_marked_line_has_at_most_30_links_and_1200_characters(find, inside, count):
    assert steps(find, f"<article><div class=byline>{inside}</div></article>").count("step1") == count


@pytest.mark.parametrize(("length", "count"), [(150, 1), (151, 0)])
def test_a_marked_line_of_comments_alone_has_150_characters(find, length, count):
    body = f'<p class="comments-link"><a href="/talk">3</a>{"x" * (length - 1)}</p>'
    assert steps(find, article(body)) == ["step1"] * count


@pytest.mark.parametrize(("tags", "count"), [(2, 1), (3, 0)])
@pytest.mark.parametrize("tag", ["roses (3)", "roses</a> (3) <a>"])
def test_three_tags_with_numbers_are_those_of_the_site(find, tags, count, tag):
    body = "".join(f'<a href="/tag/{number}">{tag}</a> ' for number in range(tags))
    assert len(steps(find, article(f'<div class="post-tags">{body}</div>'))) == count


@pytest.mark.parametrize(("characters", "text"), [(150, True), (151, False)])
def test_a_line_is_widened_to_150_characters_beside_its_links(find, characters, text):
    body = f'<div><a rel="tag" href="/t/1">roses</a><b>{"x" * 60}</b><p>{"x" * (characters - 60)}</p></div>'
    ((_, _, found),) = find("blog_utility", article(body), URL)
    assert (found != "roses") == text


@pytest.mark.parametrize(
    ("between", "text"), [(", ", "a , b"), (" x, ", "a x, b"), (" xx, ", "a xx, b"), (" xxx, ", "a")]
)
def test_tags_in_a_row_have_three_characters_between_them(find, between, text):
    row = f'<a rel="tag" href="/t/1">a</a>{between}<a rel="tag" href="/t/2">b</a>'
    body = f"<p>{row} <i>{'Much is said of them here, and more. ' * 9}</i></p>"
    assert next(found for _, _, found in find("blog_utility", body, URL)) == text


@pytest.mark.parametrize(("length", "count"), [(400, 1), (401, 0)])
def test_a_line_has_at_most_400_characters(find, length, count):
    tags = "".join(f'<a rel="tag" href="/t/{number}">{"x" * 50}</a> ' for number in range(7))
    body = f'<p>{tags}<a rel="tag" href="/t/8">{"x" * (length - 350)}</a></p>'
    assert steps(find, article(body)) == ["rel"] * count


@pytest.mark.parametrize(("count", "found"), [(30, 1), (31, 0)])
def test_a_line_has_at_most_30_links(find, count, found):
    tags = "".join(f'<a rel="tag" href="/t/{number}">mill</a> ' for number in range(count))
    assert steps(find, article(f"<p>{tags}</p>")) == ["rel"] * found
    labelled = "".join(f'<a href="/where/{number}">mill</a> ' for number in range(count))
    assert steps(find, article("") + f"<p>Tags: {labelled}</p>") == ["labelled"] * found


@pytest.mark.parametrize(("characters", "found"), [(35, 1), (36, 0)])
def test_labelled_tags_have_40_characters_beside_them(find, characters, found):
    body = f'<p>Tags: <a href="/a">Alps</a><b>{"·" * characters}</b><a href="/b">Rome</a></p>'
    assert steps(find, article("") + body) == ["labelled"] * found


@pytest.mark.parametrize(
    ("links", "found"),
    [
        ('<a href="/x">Ann Reed</a>', 1),
        ('<a href="/x">Ann Bo Reed</a>', 1),
        ('<a href="/x">Ann Bo Cy Reed</a>', 0),
        ('<a href="/x">A</a>', 0),
        ('<a href="/x">Al</a>', 1),
        (f'<a href="/x">{"X" * 60}</a>', 1),
        (f'<a href="/x">{"X" * 61}</a>', 0),
        ('<a href="/x#y">Ann Reed</a>', 0),
        ('<a href="/x">Ann 2</a>', 0),
        ('<a href="https://other.example/x">Ann Reed</a>', 0),
    ],
)
def test_a_name_beside_a_date_below_the_headline(find, links, found):
    body = f"<h1>Roses in June</h1><div><span>3 June 2024</span> {links}</div><p>{'They bloom. ' * 30}</p>"
    assert ("headline" in steps(find, body)) == found


@pytest.mark.parametrize(("apart", "found"), [(4, 1), (5, 0)])
def test_a_date_stands_in_six_text_blocks_behind_the_headline(find, apart, found):
    blocks = "<p>x</p>" * apart
    body = f"<h1>Roses in June</h1>{blocks}<div><p>3 June 2024</p><p><a href=/x>Ann Reed</a></p></div><p>{'They bloom. ' * 30}</p>"
    assert len(steps(find, body)) == found


@pytest.mark.parametrize(("headlines", "found"), [(2, 1), (3, 0)])
def test_three_headlines_are_looked_at(find, headlines, found):
    line = "<div><span>3 June 2024</span> <a href=/x>Ann Reed</a></div>"
    body = f"{'<h1>Roses</h1><p>They bloom.</p>' * headlines}{'<p>x</p>' * 6}<h1>Roses in June</h1>{line}<p>{'They bloom. ' * 30}</p>"
    assert len(steps(find, body)) == found


@pytest.mark.parametrize(("others", "found"), [(7, 1), (8, 0)])
def test_eight_links_behind_the_headline_are_looked_at(find, others, found):
    links = '<a href="/1">1</a>' * others
    line = f"<div><span>3 June 2024</span> <a href=/x>Ann Reed</a></div><p>{'They bloom. ' * 30}</p>"
    assert len(steps(find, f"<h1>Roses in June</h1><p>{links}</p>{line}")) == found


# Lines of news pages in languages and frames of all sorts.


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (
            '<span>2024-05-17 20:36 来源: <a href="https://wire.example/1">河报社</a> (河城)</span>',
            "2024-05-17 20:36 来源: 河报社 (河城)",
        ),
        (
            '<div>Aus: <a href="/2024/17">Ausgabe vom 17.05.2024</a>, Seite 1</div>',
            "Aus: Ausgabe vom 17.05.2024 , Seite 1",
        ),
        ('<p><a href="/innlent">Innlent</a> | blað | 17.5.2024 | 23:55</p>', "Innlent | blað | 17.5.2024 | 23:55"),
        ('<section class="_byline_1wc6"><a href="/av/ann-strand">Ann Strand</a></section>', "Ann Strand"),
    ],
)
def test_publication_lines_at_the_headline(find, line, text):
    assert rules_and_texts(find, f"<div>{TITLE}<div>{line}</div></div>{TEXT}")[0][1] == text


@pytest.mark.parametrize(
    "line",
    [
        '<p><a href="/2024/5">The mill was sold to the town on 17.05.2024, says the miller</a></p>',
        '<p>It ends on 17.05.2024. Read <a href="/more">more</a>.</p>',
        '<p>« <a href="/16">Previous (16.05.2024)</a> <a href="/18">Next (18.05.2024)</a> »</p>',
    ],
)
def test_no_publication_lines(find, line):
    assert rules_and_texts(find, f"<div>{TITLE}<div>{line}</div></div>{TEXT}") == []


@pytest.mark.parametrize(
    "label", ["Relaterte emner", "Etiketler", "Słowa kluczowe", "Θέματα", "主题标签", "Теги", "Témata"]
)
def test_topics_in_a_menu_below_a_label(find, label):
    label = "标签" if label == "主题标签" else label
    items = "".join(f'<li><a href="/tag/{name}">{name}</a></li>' for name in ("roses", "weir", "mill"))
    body = f"<article>{TITLE}{TEXT}<section><h2>{label}</h2><nav><ul>{items}</ul></nav></section></article>"
    assert [text.split()[-3:] for _, text in rules_and_texts(find, body)] == [["roses", "weir", "mill"]]


def test_keywords_each_in_a_heading(find):
    tags = ", ".join(f'<h4><a href="/tag/{name}">{name}</a></h4>' for name in ("roses", "weir", "mill", "men"))
    body = f'{TITLE}<div class="Keywords">Słowa kluczowe: {tags}</div>{TEXT}'
    assert [text for _, text in rules_and_texts(find, body)] == ["Słowa kluczowe: roses , weir , mill , men"]


def test_lists_of_categories_and_of_tags_are_two_lines(find):
    lists = (
        '<div class="entry-meta"><ul><li><a href="/category/water">Water</a></li></ul>'
        '<ul><li><a href="/tag/weir">weir</a></li><li><a href="/tag/mill">mill</a></li></ul></div>'
    )
    assert [text for _, text in rules_and_texts(find, f"<article>{TITLE}{TEXT}{lists}</article>")] == [
        "Water",
        "weir mill",
    ]


@pytest.mark.parametrize(
    "line",
    [
        '<li class="comment_forbidden"><a href="/user/login?to=1">Zaloguj</a> albo <a href="/user/register">dołącz</a></li>',
        '<div><a href="/comment.php?article=7">Ich möchte einen Leserbrief zum Artikel verfassen</a></div>',
        '<div><a href="#newcomment">Add comment</a></div>',
        '<span><a href="#">有<b>0</b>人参与</a> <a href="/c/7">我要评论</a></span>',
    ],
)
def test_lines_of_comments_alone(find, line):
    assert len(rules_and_texts(find, f"<article>{TITLE}{TEXT}<div>{line}</div></article>")) == 1


def test_topics_within_a_sentence_and_menus_of_staff_are_no_lines(find, read_page):
    prose = '<p>They say that the whole of the <a rel="tag" href="/tag/weir">weir</a> was mended by the men of the mill.</p>'
    assert rules_and_texts(find, f"<article>{TITLE}{TEXT}{prose}</article>") == []
    body = (
        f'{TITLE}{TEXT}<ul><li><a href="/about/">About us</a></li><li><a href="/contact">Contact</a></li>'
        '<li><a href="/staff/">Staff</a><ul><li><a href="/staff/old">Staff of 3 June 2009</a></li></ul></li></ul>'
    )
    assert [region.kind for region in detect(read_page(body, URL))] == ["site_info"]


@pytest.mark.parametrize("title", ["The weir is mended", "河上的水坝已经修好了", "Плотина починена"])
def test_publication_lines_of_portals_without_headings(find, title):
    line = '<td>2012-01-11 12:20 <a href="https://wire.example/">Wire</a></td>'
    page = (
        f"<html><head><title>{title} - River</title></head><body><table><tr><td><b>{title}</b></td></tr>"
        f"<tr>{line}</tr></table>{TEXT}</body></html>"
    )
    assert rules_and_texts(find, page) == [("blog_utility.headline", "2012-01-11 12:20 Wire")]
