"""Visitors' comments behind an article, as blog systems of several languages write them."""

from __future__ import annotations

import json

import pytest
from growth import check_linear

from scrapy_maincontent.extraction import extract, read_page
from scrapy_maincontent.facts.comments import without_comments
from scrapy_maincontent.methods import METHODS, Labels
from scrapy_maincontent.page import Label
from scrapy_maincontent.words.lines import is_date_line

TEXT = "".join(
    f"<p>The mill on the {name} bank stood idle for forty years before the village bought it, cleared its pond of reeds "
    "and set a new wheel, which the smith of the next valley had made from the drawings of the old one.</p>"
    for name in ("left", "right", "upper", "lower")
)
URL = "https://mill.example/2027/03/wheel/"

WORDPRESS = """<div id="comments"><h2>2 thoughts on “The wheel turns”</h2><ol class="commentlist">
<li class="comment depth-1" id="comment-4"><article class="comment-body"><footer class="comment-meta"><b class="fn">Odile</b>
<span class="says">says:</span> <a href="#comment-4"><time>March 8, 2027 at 7:41 pm</time></a></footer>
<div class="comment-content"><p>We ground our first flour there.</p><p>It was grey.</p></div>
<div class="reply"><a class="comment-reply-link" href="?replytocom=4#respond">Reply</a></div></article>
<ol class="children"><li class="comment depth-2" id="comment-5"><article class="comment-body"><b class="fn">Wim</b>
<time>March 9, 2027 at 6:02 am</time><div class="comment-content"><p>Sift it twice.</p></div></article></li></ol></li></ol>
<div id="respond" class="comment-respond"><h3>Leave a Reply</h3><form><p>Your address will not be published.</p></form></div></div>"""
BLOGGER = """<div class="comments" id="comments"><h4>2 comentarios:</h4><ol>
<li class="comment" id="c123456789"><div class="comment-block"><div class="comment-header"><cite class="user">Inés</cite>
<span class="datetime"><a href="#c123456789">8 de marzo de 2027, 19:41</a></span></div><p class="comment-content">Qué molino.</p>
<span class="comment-actions"><a href="#">Responder</a></span></div></li>
<li class="comment" id="c223456789"><div class="comment-block"><div class="comment-header"><cite class="user">Blas</cite>
<span class="datetime"><a href="#c223456789">9 de marzo de 2027, 6:02</a></span></div><p class="comment-content">Y qué harina.</p></div></li></ol></div>"""
MICRODATA = """<h3>Komentarze</h3><div itemscope itemtype="https://schema.org/Comment" class="komentarz"><span itemprop="author">Jagna</span>
<time itemprop="dateCreated">8 marca 2027</time><div itemprop="text">Piękne koło.</div><a href="#">Odpowiedz</a></div>"""
NAMELESS = """<div><h3>3 Kommentare</h3><ul><li><p><b>Grete</b></p><p>8. März 2027</p><p>Dort haben wir früher Korn gemahlen, und zwar jeden Herbst.</p>
<p><a href="#a">Antworten</a></p></li><li><p><b>Jost</b></p><p>9. März 2027</p><p>Das Rad dreht sich jetzt schneller als das alte je konnte.</p></li>
<li><p><b>Grete</b></p><p>vor 3 Tagen</p><p>Dafür klappert es auch lauter, das hört man bis ins Dorf.</p></li></ul></div>"""
DIARY = """<a name="comments"></a><div class="commenthead">この記事へのコメント</div><div class="commentbody">水車の音が聞こえてくるようです。<br>
Posted by とびうお at 2027/03/09 21:14</div><div class="commentbody">粉も買えますか。<br>Posted by 坂上 at 2027/03/10 08:02</div>"""
LINES = """<h3>Комментарии</h3><p>Варя, 8 марта 2027</p><p>Мы мололи там муку каждую осень, всей деревней.</p>
<p>Егор, 9 марта 2027</p><p>Колесо теперь крутится быстрее, чем старое когда-либо могло.</p>"""

LISTED = """<div class="comment-box"><ul class="comment js-comment"><li class="entry-comment"><span class="comment-nickname">シオリ</span>
<div class="comment-content"><p>水車の音がします。</p></div><p class="comment-metadata"><time>2027-03-09 21:14</time></p></li>
<li class="entry-comment"><span class="comment-nickname">坂上</span><div class="comment-content"><p>粉も買えますか。</p></div>
<p class="comment-metadata"><time>2027-03-10 08:02</time></p></li></ul></div>"""
BLOCKS = """<ol class="wp-block-comment-template"><li id="comment-4" class="comment even"><div class="wp-block-comment-author-name">Gino</div>
<div class="wp-block-comment-date"><time>8 marzo 2027</time></div><div class="wp-block-comment-content"><p>Che ruota.</p></div></li>
<li id="comment-5" class="comment odd"><div class="wp-block-comment-author-name">Tea</div><div class="wp-block-comment-date">
<time>9 marzo 2027</time></div><div class="wp-block-comment-content"><p>E che farina.</p></div></li></ol>"""
TERMS = """<div class="comments"><h4>2 Kommentare:</h4><dl><dt class="comment-author">Ulrike hat gesagt…</dt><dd class="comment-body"><p>Toller
Bericht.</p></dd><dd class="comment-footer"><a href="#c1">8. März 2027 um 08:11</a></dd><dt class="comment-author">Jost hat gesagt…</dt>
<dd class="comment-body"><p>Welches Fett war das?</p></dd><dd class="comment-footer">9. März 2027 um 09:30</dd></dl></div>"""
TRACKBACKS = """<h2>トラックバック</h2><p>このエントリーのトラックバックURL:</p><h2>コメント</h2><div id="c1"><p>水車の音がします。</p></div>
<p class="posted">投稿者 しおり : 2027年03月09日 21:14</p><div id="c2"><p>粉も買えますか。</p></div><p class="posted">投稿者 坂上 : 2027年03月10日
08:02</p><h2>コメントしてください</h2>"""

SYSTEMS = {
    "a list called comment": (
        LISTED,
        [("シオリ", "2027-03-09 21:14", "水車の音がします。"), ("坂上", "2027-03-10 08:02", "粉も買えますか。")],
    ),
    "wordpress-blocks": (BLOCKS, [("Gino", "8 marzo 2027", "Che ruota."), ("Tea", "9 marzo 2027", "E che farina.")]),
    "blogger-terms-de": (
        TERMS,
        [
            ("Ulrike", "8. März 2027 um 08:11", "Toller Bericht."),
            ("Jost", "9. März 2027 um 09:30", "Welches Fett war das?"),
        ],
    ),
    "movable-type-ja": (
        TRACKBACKS,
        [
            ("しおり", "2027年03月09日 21:14", "水車の音がします。"),
            ("坂上", "2027年03月10日 08:02", "粉も買えますか。"),
        ],
    ),
    "wordpress": (
        WORDPRESS,
        [
            ("Odile", "March 8, 2027 at 7:41 pm", "We ground our first flour there.\n\nIt was grey."),
            ("Wim", "March 9, 2027 at 6:02 am", "Sift it twice."),
        ],
    ),
    "blogger-es": (
        BLOGGER,
        [("Inés", "8 de marzo de 2027, 19:41", "Qué molino."), ("Blas", "9 de marzo de 2027, 6:02", "Y qué harina.")],
    ),
    "microdata-pl": (MICRODATA, [("Jagna", "8 marca 2027", "Piękne koło.")]),
    "no-names-de": (
        NAMELESS,
        [
            ("Grete", "8. März 2027", "Dort haben wir früher Korn gemahlen, und zwar jeden Herbst."),
            ("Jost", "9. März 2027", "Das Rad dreht sich jetzt schneller als das alte je konnte."),
            ("Grete", "vor 3 Tagen", "Dafür klappert es auch lauter, das hört man bis ins Dorf."),
        ],
    ),
    "diary-ja": (
        DIARY,
        [
            ("とびうお", "2027/03/09 21:14", "水車の音が聞こえてくるようです。"),
            ("坂上", "2027/03/10 08:02", "粉も買えますか。"),
        ],
    ),
    "lines-ru": (
        LINES,
        [
            ("Варя", "8 марта 2027", "Мы мололи там муку каждую осень, всей деревней."),
            ("Егор", "9 марта 2027", "Колесо теперь крутится быстрее, чем старое когда-либо могло."),
        ],
    ),
}


def document(body, head=""):
    return f"<html><head><title>The wheel turns</title>{head}</head><body><h1>The wheel turns</h1><article>{TEXT}</article>{body}</body></html>"


def read(body, page_type="article"):
    """Return the labels, all main before, and the comments."""
    page = read_page(document(body), URL)
    count = len(page.texts)
    labels, comments = without_comments(page, Labels([Label.MAIN] * count, [1.0] * count, ["sure"] * count), page_type)
    return page, labels, comments


@pytest.mark.parametrize("system", SYSTEMS)
def test_author_date_and_text(system):
    body, expected = SYSTEMS[system]
    _, _, comments = read(body)
    assert [(comment["author"], comment["date"], comment["text"]) for comment in comments] == expected


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_comment_is_part_of_the_body(system):
    body, expected = SYSTEMS[system]
    page, labels, _ = read(body)
    main = "\n".join(text for text, label in zip(page.texts, labels.labels, strict=True) if label is Label.MAIN)
    assert main.count("The mill on the") == 4
    assert not [text for _, _, text in expected if text.partition("\n")[0] in main]
    assert {reason.partition(";")[0] for reason in labels.reasons} == {"sure", "comments"}


@pytest.mark.parametrize("method", [name for name in METHODS if name != "layout"])
def test_every_method_leaves_them_out(method):
    result = extract(document(WORDPRESS), URL, method=method)
    assert "Sift it twice" not in result.text


def test_the_result_is_plain():
    result = extract(document(WORDPRESS), URL)
    assert json.loads(json.dumps(result.as_dict()))["comments"] == [
        {
            "author": "Odile",
            "date": "March 8, 2027 at 7:41 pm",
            "text": "We ground our first flour there.\n\nIt was grey.",
        },
        {"author": "Wim", "date": "March 9, 2027 at 6:02 am", "text": "Sift it twice."},
    ]


@pytest.mark.parametrize("page_type", ["forum", "product", "collection", "listing", None])
def test_posts_and_reviews_stay(page_type):
    _, labels, comments = read(WORDPRESS, page_type)
    assert comments == ()
    assert set(labels.labels) == {Label.MAIN}


def test_comments_that_are_longer_than_the_article_are_no_part_of_it():
    said = "Lovely. I was there on the day, and so was my aunt, who had baked for it since the week before."
    posts = "".join(
        f'<li class="comment" id="comment-{n}"><b class="fn">Ann</b> <time>8 March 2027</time><div class="comment-content">{said}</div></li>'
        for n in range(40)
    )
    page, labels, comments = read(f"<ol>{posts}</ol>")
    assert len(comments) == 40
    main = [text for text, label in zip(page.texts, labels.labels, strict=True) if label is Label.MAIN]
    assert sum(text.startswith("The mill on the") for text in main) == 4
    assert said not in main


def test_a_thread_that_is_mostly_comments_stays():
    posts = "".join(
        f'<li class="comment" id="comment-{n}"><b class="fn">Ann</b> <time>8 March 2027</time><div class="comment-content">{TEXT}</div></li>'
        for n in range(9)
    )
    _, labels, comments = read(f"<ol>{posts}</ol>")
    assert comments == ()
    assert set(labels.labels) == {Label.MAIN}


@pytest.mark.parametrize(
    "body",
    [
        '<p><a href="#comments">3 comments</a></p><p>8 March 2027</p>',
        '<div id="respond" class="comment-respond"><h3>Leave a Reply</h3><form class="comment-form"><p>Your name</p></form></div>',
        "<h3>Comments</h3><p>Comments are closed.</p>",
        "<h3>Leave a comment</h3><form><p>Name</p></form><h3>More news</h3><p>Ann, 8 March 2027</p><p>The bridge is shut for the week.</p>",
        '<h3>Comments</h3><div><h4><a href="/b">The bridge is shut all week</a></h4><p>8 March 2027</p><p>Drivers take the ford for now.</p></div>',
        '<h3>Comments</h3><div><p><a href="/b">The bridge is shut all week</a></p><p>Ann, 8 March 2027</p><p>Drivers take the ford for now.</p></div>',
        '<div class="recent-comments"><p>Ann on <a href="/b">The bridge</a></p></div>',
    ],
    ids=[
        "a link to them",
        "a form",
        "none yet",
        "another heading",
        "other entries",
        "other entries without headings",
        "recent ones",
    ],
)
def test_what_is_none(body):
    page, labels, comments = read(body)
    assert comments == ()
    assert len(labels.labels) == len(page.texts)
    assert set(labels.labels) == {Label.MAIN}


def test_dates_one_below_the_other_behind_the_heading():
    _, _, comments = read("<h3>Comments</h3><p>8 March 2027</p><p>9 March 2027</p><p>The ford is open to cars.</p>")
    assert [(comment["date"], comment["text"]) for comment in comments] == [
        ("9 March 2027", "The ford is open to cars.")
    ]


def test_an_article_about_comments_keeps_its_chapters():
    page, labels, comments = read(
        "<h2>Comments</h2><p>The council had comments on 8 March 2027, which ran to many pages.</p>"
    )
    assert comments == ()
    assert Label.OTHER not in labels.labels
    assert len(page.texts) == 7


def test_hostile_nesting_is_linear():
    deep = '<div class="comment" id="comment-{}"><b class="fn">Ann</b><time>8 March 2027</time><p>So it is.</p>'
    check_linear(lambda n: "".join(map(deep.format, range(10 * n))), read, 40)


def posts(heading, *names):
    return heading + "".join(
        f"<div><{name}>Ann</{name}><p>8 March 2027</p><p>So it is with the ford.</p></div>" for name in names
    )


@pytest.mark.parametrize(("name", "count"), [("h3", 0), ("h4", 2)])
def test_a_comment_may_have_a_heading_below_the_third_rank(name, count):
    _, _, comments = read(posts("<h2>Comments</h2>", name, name))
    assert len(comments) == count


@pytest.mark.parametrize(("name", "count"), [("h3", 2), ("h4", 3)])
def test_comments_under_a_plain_line_end_at_a_heading_of_the_third_rank(name, count):
    _, _, comments = read(posts("<p>Comments</p>", "p", "p") + posts(f"<{name}>Since</{name}>", "p"))
    assert len(comments) == count


def test_an_element_without_a_name_is_no_part_of_a_comment_by_its_name():
    said = '<p>Wim</p><b class="fn">Ann</b><time>8 March 2027</time><div class="comment-content"><p>Sift it twice.</p></div>'
    _, _, (comment,) = read(f'<ol><li class="comment" id="comment-1">{said}</li></ol>')
    assert (comment["author"], comment["text"]) == ("Ann", "Sift it twice.")


# Both sides of each bound.

SAID = '<li class="comment" id="comment-{0}"><p class="fn">Ann</p><time>8 March 2027</time><div class="comment-content">{1}</div></li>'


def found(markup):
    """Return the texts that stay main, and the comments' texts."""
    page = read_page(markup, URL)
    count = len(page.texts)
    labels = Labels([Label.MAIN] * count, [1.0] * count, ["sure"] * count)
    labels, comments = without_comments(page, labels, "article")
    stays = [text for text, label in zip(page.texts, labels.labels, strict=True) if label is Label.MAIN]
    return stays, [comment["text"] for comment in comments]


@pytest.mark.parametrize(("length", "count"), [(200, 1), (199, 0)])
def test_an_article_with_comments_has_200_characters(length, count):
    assert len(found(f"<p>{'x' * length}</p>{SAID.format(1, 'So it is.')}")[1]) == count


@pytest.mark.parametrize("posts", [1, 2])
@pytest.mark.parametrize(("more", "is_article"), [(0, True), (-1, False)])
def test_an_article_is_three_times_as_long_as_each_comment(posts, more, is_article):
    said = "".join(SAID.format(number, "y" * 85) for number in range(posts))  # 100 characters with name and date
    stays, comments = found(f"<p>{'x' * (300 + more)}</p>{said}")
    assert len(comments) == posts * is_article
    assert len(stays) == (1 if is_article else 1 + 3 * posts)


@pytest.mark.parametrize(("length", "stays"), [(120, False), (121, True)])
def test_lines_between_comments_that_are_no_text_go_with_them(length, stays):
    said = f"{SAID.format(1, 'So it is.')}<p>{'x' * length}</p>{SAID.format(2, 'It is.')}<p>The end</p>"
    assert found(TEXT + said)[0][4:] == ["x" * length] * stays + ["The end"]


@pytest.mark.parametrize(("apart", "goes"), [(0, True), (1, True), (2, True), (3, False)])
def test_the_heading_of_comments_stands_three_blocks_before_them(apart, goes):
    stays, _ = found(f"{TEXT}<h3>2 comments</h3>{'<p>Sort by</p>' * apart}{SAID.format(1, 'So it is.')}")
    assert len(stays) == 4 + (not goes) * (1 + apart)


@pytest.mark.parametrize(("words", "count"), [(4, 1), (5, 0)])
def test_a_linked_name_has_four_words(words, count):
    name = " ".join(["Ann"] * words)
    body = f"<h3>Comments</h3><div><p><a href=/a>{name}</a></p><p>8 March 2027</p><p>The ford is open to all cars from now on.</p></div>"
    assert len(found(TEXT + body)[1]) == count


@pytest.mark.parametrize(("linked", "count"), [(43, 1), (44, 0)])
def test_half_of_a_comment_may_be_linked(linked, count):
    said = f"<p>Ann</p><p>8 March 2027</p><p>{'x' * 28}<a href=/a>{'y' * linked}</a></p>"
    assert len(found(f"{TEXT}<h3>Comments</h3><div>{said}</div>")[1]) == count


@pytest.mark.parametrize(("levels", "count"), [(29, 0), (30, 1)])
def test_30_elements_are_looked_at_for_a_form(levels, count):
    around = f"<form>{'<div>' * (levels - 1)}{SAID.format(1, 'So it is.')}</form>"
    assert len(found(TEXT + around)[1]) == count


def comments_of(markup):
    _, _, comments = read(markup)
    return [(comment["author"], comment["date"], comment["text"]) for comment in comments]


def test_a_name_beside_the_date_in_its_element():
    said = '<li class="comment" id="comment-1"><time>Odile, 8 March 2027</time><div class="comment-content">So it is.</div></li>'
    assert comments_of(said) == [("Odile", "8 March 2027", "So it is.")]


FORD = "The ford is open to cars, and to all of them."


@pytest.mark.parametrize(("length", "is_name"), [(30, True), (31, False)])
def test_the_name_above_a_date_has_30_characters(length, is_name):
    name = "Ann " + "B" + "o" * (length - 5)
    lines = f"<p>Ann</p><p>8 March 2027</p><p>{FORD}</p><p>{name}</p><p>9 March 2027</p><p>{FORD}</p>"
    first, second = comments_of(f"<h3>Comments</h3>{lines}")
    assert first[0] == "Ann"
    assert (first[2] == FORD) == is_name
    assert (second[0] == name) == is_name


@pytest.mark.parametrize("length", [120, 121])
def test_an_authors_element_has_120_characters(length):
    said = f'<p class="fn">{"x" * length}</p><time>8 March 2027</time><p>So it is.</p>'
    _, texts = found(f'{TEXT}<li class="comment" id="comment-1">{said}</li>')
    assert texts == ["So it is." if length == 120 else f"{'x' * length}\n\nSo it is."]


@pytest.mark.parametrize("blocks", [6, 7])
def test_an_authors_element_has_six_text_blocks(blocks):
    said = f'<div class="fn">{"<p>x</p>" * blocks}</div><time>8 March 2027</time><p>So it is.</p>'
    _, texts = found(f'{TEXT}<li class="comment" id="comment-1">{said}</li>')
    assert texts == ["So it is." if blocks == 6 else "\n\n".join(["x"] * 6 + ["So it is."])]  # the first one is a name


@pytest.mark.parametrize(("place", "is_date"), [(0, True), (5, True), (6, False), (7, False), (8, True), (9, True)])
def test_a_date_without_a_name_is_among_the_first_six_or_the_last_two_blocks(place, is_date):
    lines = [f"So it is with the {number}. ford." for number in range(9)]
    lines.insert(place, "8 March 2027")
    said = f'<li class="comment" id="comment-1"><b class="fn">Ann</b><p>{"<p>".join(lines[1:])}</li>'
    if place == 0:
        said = f'<li class="comment" id="comment-1"><p>{"<p>".join(lines)}</li>'
    dates = [date for _, date, _ in comments_of(said)]
    assert dates == ["8 March 2027" if is_date else None]


@pytest.mark.parametrize(("length", "count"), [(60, 1), (61, 0)])
def test_a_heading_of_comments_has_60_characters(length, count):
    heading = f"Trackbacks{'!' * (length - 10)}"
    assert len(comments_of(f"<h3>{heading}</h3><div><p>Ann</p><p>8 March 2027</p><p>{FORD}</p></div>")) == count


@pytest.mark.parametrize("said", [SAID, "<p>Ann, 8 March 2027</p><p>The ford is open to cars, and to all.</p>"])
def test_2000_comments_of_a_page_are_read(said):
    posts = "".join(said.format(number, "So it is.") for number in range(2001))
    assert len(found(f"<p>{'x' * 400}</p><h3>Comments</h3><div>{posts}</div>")[1]) == 2000


@pytest.mark.parametrize(
    "body",
    [
        "<ol><li><b>Ina</b> <time>8 March 2027</time><p>Nice.</p></li><li><b>Wim</b> <time>9 March 2027</time><p>Me too</p></li></ol>",
        "<div>Ina 8 March 2027<p>Nice.</p></div><div>Wim 9 March 2027<p>Me too</p></div>",
        "<div><p>Ina, 8 March 2027</p></div><p>Nice.</p><div><p>Wim, 9 March 2027</p></div><p>Me too</p>",
        "<p>Ina</p><p>8 March 2027</p><p>Nice.</p><p>Wim</p><p>9 March 2027</p><p>Me too</p>",
    ],
)
def test_short_comments_keep_their_authors(body):
    found = extract(f"<article>{TEXT}</article><section><h3>2 comments</h3>{body}</section>", URL).comments
    assert [tuple(comment.values()) for comment in found] == [
        ("Ina", "8 March 2027", "Nice."),
        ("Wim", "9 March 2027", "Me too"),
    ]


def test_a_name_below_its_comment_stays_in_its_element():
    said = "".join(f"<li><p>{day} March 2027</p><p>{FORD}</p><p>Ann</p></li>" for day in (8, 9))
    assert [text for _, _, text in comments_of(f"<h3>Comments</h3><ul>{said}</ul>")] == [f"{FORD}\n\nAnn"] * 2


def test_dates_above_their_comments_without_names():
    lines = "".join(f"<p>{day} March 2027</p><p>{FORD}</p>" for day in (8, 9))
    assert comments_of(f"<section><h3>Comments</h3>{lines}</section>") == [
        (None, "8 March 2027", FORD),
        (None, "9 March 2027", FORD),
    ]


def test_dates_below_their_comments():
    lines = f"<p>{FORD}</p><p>Ann, 8 March 2027</p><p>{FORD} Still.</p><p>Bo, 9 March 2027</p>"
    assert comments_of(f"<h3>Comments</h3>{lines}") == [
        ("Ann", "8 March 2027", FORD),
        ("Bo", "9 March 2027", f"{FORD} Still."),
    ]


def alike(said, tag="div", own="", title=""):
    entries = "".join(
        f"<{tag}{own}>{title}<p>{name}</p><p>{date}</p><p>{text}</p></{tag}>"
        for name, date, text in zip(
            *said,
            ["Long ago the pond was full of reeds and fish.", "Nobody had seen it turn.", "It is loud."],
            strict=False,
        )
    )
    return f"<article><h1>The wheel</h1>{TEXT}</article><div>{entries}</div>"


NAMED = {
    "en": (["Odile", "Wim", "Odile"], ["March 8, 2027", "March 9, 2027", "March 10, 2027"]),
    "ru": (["Варя", "Егор", "Варя"], ["8 марта 2027", "9 марта 2027", "10 марта 2027"]),
    "ja": (["とびうお", "坂上", "とびうお"], ["2027年3月8日 21:14", "2027年3月9日 8:02", "2027年3月9日 9:10"]),
    "el": (["Άννα", "Νίκος", "Άννα"], ["8/3/2027 21:14", "9/3/2027 8:02", "9/3/2027 9:10"]),
    "zh": (["小明", "阿强", "小明"], ["2027-03-08 21:14", "2027-03-09 08:02", "2027-03-09 09:10"]),
}


@pytest.mark.parametrize("language", NAMED)
@pytest.mark.parametrize(("tag", "own"), [("div", " class=k17"), ("table", ""), ("section", " class='x y'")])
def test_entries_of_one_make_with_author_and_date_are_comments_whatever_they_are_called(language, tag, own):
    made = alike(NAMED[language], tag, own)
    if tag == "table":
        made = made.replace("<table><p>", "<table><tr><td><p>").replace("</table>", "</td></tr></table>")
    result = extract(made, URL)
    assert [(each["author"], each["date"]) for each in result.comments] == [*zip(*NAMED[language], strict=True)]
    assert "Nobody had seen it turn." not in result.text
    assert "upper bank" in result.text


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(
            alike(NAMED["en"], "div", "", "<h2><a href=/n>Four new mills on the other river</a></h2>"), id="teasers"
        ),
        pytest.param(alike((["Odile", "Wim"], ["March 8, 2027", "March 9, 2027"])), id="two"),
        pytest.param(alike((["Odile", "Wim", "Odile"], ["a mill", "a wheel", "a pond"])), id="no dates"),
        pytest.param(alike(NAMED["en"], "ul"), id="lists"),
        pytest.param(alike(NAMED["en"], "section", "", "<h3>Of a year</h3>"), id="chapters"),
    ],
)
def test_what_only_looks_alike_is_no_comment(body):
    assert extract(body, URL).comments == ()


@pytest.mark.parametrize(("score", "stays"), [(0.9, True), (0.5, False)])
def test_entries_that_are_surely_text_are_no_comments(score, stays):
    page = read_page(alike(NAMED["en"]), URL)
    count = len(page.texts)
    labels = Labels([Label.MAIN] * count, [score] * count, ["sure"] * count)
    labels, comments = without_comments(page, labels, "article")
    assert (comments == (), "Nobody had seen it turn." in main_texts(page, labels)) == (stays, stays)


def main_texts(page, labels):
    return [text for text, label in zip(page.texts, labels.labels, strict=True) if label is Label.MAIN]


@pytest.mark.parametrize("date", ["$149.99", "⭐4.4/5", "4.50", "100% (1831/1831)", "1.5 - 2.0", "Starts at ¥1200"])
def test_prices_ratings_and_decimals_are_no_dates(date):
    assert not is_date_line(date)
    assert extract(alike((["Brighterly", "Kanna", "Brighterly"], [date] * 3)), URL).comments == ()


@pytest.mark.parametrize("date", ["3.5.2024", "3.5. 14:00", "8/3/2027 21:14", "vor 3 Tagen"])
def test_dates_with_points_are_dates(date):
    assert is_date_line(date)


OUTSIDE = (
    '<div id="reader-comments"><h3>Comments (2)</h3>{}</div>',
    '<section class="komentarze"><h3>Komentarze (2)</h3>{}</section>',
    "<table><tr><td>Комментарии (2)</td></tr><tr><td>{}</td></tr></table>",
)
REMARKS = (
    ("We ground our first flour there, and it was grey.", "Ada, Upper Netz", "8/3/2027 19:41"),
    ("Sift it twice, then it is as white as snow.", "Wim, Lower Netz", "9/3/2027 06:02"),
)


@pytest.mark.parametrize("area", OUTSIDE)
@pytest.mark.parametrize("name", ["comment-body", "comment", "kommentar"])
def test_a_comment_may_have_its_author_and_date_outside_of_what_is_called_so(area, name):
    posts = "".join(
        f'<div class="post"><p class="{name}">{text}</p><p class="user-info">- {author}, {date}</p></div>'
        for text, author, date in REMARKS
    )
    result = extract(f"<html><body><h1>The wheel</h1>{TEXT}{area.format(posts)}</body></html>", URL)
    assert [(each["text"], each["date"]) for each in result.comments] == [(text, date) for text, _, date in REMARKS]
    assert all(text not in result.text for text, *_ in REMARKS)
