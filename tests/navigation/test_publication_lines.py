"""Lines about an entry that no class marks: sentences that say when it was published, single tags, hashtags, days."""

from __future__ import annotations

import pytest

URL = "https://blog.example/roses"
TEXT = "<p>Roses bloom in June, and whoever cuts them in time has more of them until autumn comes.</p>" * 4

FRAMES = (
    "<div><h1>Roses in June</h1>{above}{TEXT}{below}</div>",
    "<article><header><h1>Roses in June</h1>{above}</header><div>{TEXT}</div><footer>{below}</footer></article>",
    "<table><tr><td><h1>Roses in June</h1>{above}</td></tr><tr><td>{TEXT}</td></tr><tr><td>{below}</td></tr></table>",
)


def lines(find, frame, *, above="", below=""):
    return [
        (rule.partition(".")[2], text)
        for rule, _, text in find("blog_utility", frame.format(TEXT=TEXT, above=above, below=below), URL)
    ]


SENTENCES = (
    "This entry was posted on March 3, 2025 by {user} and filed under {topic}.",
    "Dieser Beitrag wurde am 3. März 2025 von {user} unter {topic} veröffentlicht.",
    "Cet article a été publié dans {topic} le 3 mars 2025 par {user}.",
    "Esta entrada fue publicada en {topic} el 3 de marzo de 2025 por {user}.",
    "Este post foi publicado em {topic} em 3 de março de 2025 por {user}.",
    "Dit bericht is geplaatst in {topic} op 3 maart 2025 door {user}.",
    "Ten wpis został opublikowany w kategorii {topic} 3 marca 2025 przez {user}.",
    "Запись опубликована 3 марта 2025 автором {user} в рубрике {topic}.",
    "この記事は2025年3月3日に{user}が{topic}カテゴリーに投稿しました。",
    "本文由 {user} 于 2025年3月3日 发表在 {topic} 分类。",
    "이 글은 {topic} 카테고리에 2025년 3월 3일 {user} 님이 작성했습니다.",
    "Bu yazı {topic} kategorisinde 3 Mart 2025 tarihinde {user} tarafından yayınlandı.",
    "Tulisan ini dipublikasikan di {topic} pada 3 Maret 2025 oleh {user}.",
)


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize(("user", "topic"), [("/author/ann", "/category/roses"), ("/people/7", "/c/5")])
def test_a_sentence_behind_the_text_that_says_when_it_was_published(find, sentence, frame, user, topic):
    line = sentence.format(user=f'<a href="{user}">Ann</a>', topic=f'<a href="{topic}">Roses</a>')
    found = lines(find, frame, below=f"<p>{line}</p>")
    assert [rule for rule, _ in found] == ["posted"]
    assert "Ann" in found[0][1]
    assert "Roses" in found[0][1]


@pytest.mark.parametrize(
    "sentence",
    [
        'The study was published on March 3, 2025 in <a href="https://journal.example/">Plants</a>.',
        "This entry was posted on March 3, 2025.",
        'Wir haben am 3. März 2025 <a href="/c/5">Rosen</a> gepflanzt.',
    ],
)
def test_other_sentences_with_a_day_are_text(find, sentence):
    assert lines(find, FRAMES[0], below=f"<p>{sentence}</p>") == []


def test_within_the_text_such_a_sentence_is_text(find):
    line = SENTENCES[0].format(user='<a href="/author/ann">Ann</a>', topic='<a href="/category/roses">Roses</a>')
    assert lines(find, FRAMES[0], below=f"<p>{line}</p>{TEXT}") == []


@pytest.mark.parametrize("label", ["Tags:", "Schlagwort:", "Más temas:", "Раздел:", "Catégorie :", "タグ：", "标签："])
@pytest.mark.parametrize("frame", FRAMES)
def test_one_tag_behind_its_label(find, label, frame):
    found = lines(find, frame, below=f'<div>{label} <a href="/x/5">Roses</a></div>')
    assert found == [("labelled", f"{label} Roses")]


@pytest.mark.parametrize(
    "line",
    [
        'More about: <a href="/x/5">what roses need when the winter is long</a>',
        'Tags: <a href="/x/5">Roses</a> are what one finds here.',
        'The tags that our readers like most: <a href="/x/5">Roses</a>',
    ],
)
def test_what_is_said_of_one_link_is_no_label(find, line):
    assert lines(find, FRAMES[0], below=f"<p>{line}</p>") == []


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("tags", [("#roses", "#june"), ("#Rosen", "#Juni"), ("#薔薇", "#六月"), ("＃розы", "＃июнь")])
def test_tags_by_their_sign(find, frame, tags):
    below = "".join(f'<li><a href="/search?q={number}">{tag}</a></li>' for number, tag in enumerate(tags))
    assert lines(find, frame, below=f"<ul>{below}</ul>") == [("labelled", " ".join(tags))]


def test_numbers_of_posts_are_no_tags(find):
    assert lines(find, FRAMES[0], below='<ul><li><a href="/p/1">#1</a></li><li><a href="/p/2">#2</a></li></ul>') == []


@pytest.mark.parametrize("day", ["25 ноября в 16:27", "3 June, 10:15", "am 3. Juni", "le 3 juin", "6月3日", "6월 3일"])
@pytest.mark.parametrize("frame", FRAMES)
def test_a_day_without_a_year_right_below_the_headline(find, day, frame):
    found = lines(find, frame, above=f'<p>{day} <a href="/garden">Garden</a></p>')
    assert found == [("headline", f"{day} Garden")]


@pytest.mark.parametrize("words", ["Leave a comment", "Laisser un commentaire", "Оставить комментарий", "发表评论"])
def test_words_of_comments_that_lead_to_a_place_of_the_page(find, words):
    assert lines(find, FRAMES[0], below=f'<p><a href="#write">{words}</a></p>') == [("step3", words)]


@pytest.mark.parametrize("link", ['<a href="#">Leave a comment</a>', '<a href="#tab3">Comments</a>'])
def test_buttons_and_tabs_are_no_lines(find, link):
    assert lines(find, FRAMES[0], below=f"<p>{link}</p>") == []


def test_how_many_comments_there_are_is_not_the_line_at_the_headline(find):
    above = '<p><a href="/a#comments">Comments (3)</a></p><p>2025-03-03 10:22 <a href="/garden">Garden</a></p>'
    assert [rule for rule, _ in lines(find, FRAMES[0], above=above)] == ["step2", "headline"]


@pytest.mark.parametrize("date", ["15 oct 2024 - 08:22", "3 June 2024"])
def test_a_linked_day_belongs_to_the_line_of_a_name(find, date):
    above = (
        '<div><div><a href="/autor/ana">Ana Ruiz</a></div>'
        f'<div>Madrid - <a href="/2024/10/15/"><time>{date}</time></a> Actualizado: 15 oct 2024 - 17:38</div></div>'
    )
    (found,) = lines(find, FRAMES[0], above=above)
    assert found[1].startswith("Ana Ruiz Madrid")


def test_in_a_table_of_contents_a_place_of_comments_is_no_line(find):
    toc = "".join(f'<li><a href="#{name}">{name}</a></li>' for name in ("Soil", "Water", "コメントを書く", "Sources"))
    assert lines(find, FRAMES[0], above=f"<ul>{toc}</ul>") == []


def test_a_link_to_comments_leaves_the_line_of_a_name_in_a_box_with_a_linked_title(find):
    head = '<meta property="og:type" content="article">'
    box = (
        '<div><h2><a href="/garden">Garden</a></h2><h3>By <a href="/authors?author=ann">Ann Reed</a></h3>'
        "<h5>Published: 3 June 2024</h5></div>"
    )
    body = f'{head}<h1>Roses in June</h1>{box}{TEXT}<p><a href="#write">Post a comment</a></p>'
    texts = [text for *_, text in find("blog_utility", body, URL)]
    assert "Post a comment" in texts
    assert any("Ann Reed" in text for text in texts)


@pytest.mark.parametrize(
    ("name", "found"), [("article-footer", 1), ("post_footer", 1), ("footer", 0), ("page-footer", 0)]
)
@pytest.mark.parametrize("label", ["Tags:", "ジャンル ：", "Schlagwörter"])
def test_the_foot_of_an_article_is_not_that_of_the_site(find, name, found, label):
    tags = '<ul><li><a href="/x/5">Roses</a></li><li><a href="/x/6">June</a></li></ul>'
    below = (
        f'<div class="{name}"><div>{label}</div>{tags}<p>Ann Reed has written on gardens for twenty years now</p></div>'
    )
    assert len(lines(find, FRAMES[0], below=below)) == found
