"""Authors and days that pages print and do not declare: at the headline, behind the text, in a thread's first post."""

from __future__ import annotations

import pytest
from core_pages import page_of

from scrapy_maincontent import extract
from scrapy_maincontent.facts.metadata import metadata

TEXT = "".join(
    f"<p>{sentence}</p>"
    for sentence in (
        "The mill stood idle for forty years before the council voted, by a single voice, to let the wheel turn again.",
        "On Tuesday morning, with the harbour still grey, the miller's granddaughter lifted the sluice gate by hand.",
        "The first sack of flour went to the school, whose kitchen made it into rolls before noon.",
    )
    * 2
)


def authors(line: str, behind: str = "") -> list[str | None]:
    page = f"<html><body><h1>The mill turns again at last</h1>{line}{TEXT}{behind}</body></html>"
    return [author["name"] for author in extract(page, "https://quay.example/news/mill").authors]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("<p><a href=/t/1 title='Alle Inhalte von Eva Stein'>Eva Stein</a></p>", ["Eva Stein"]),
        ("<p><a href=/av/a aria-label='Se alla artiklar av Anna Lind'><b>Anna Lind</b></a></p>", ["Anna Lind"]),
        ("<p><a href=/t/1 title='All about Eva Stein'>Eva Stein</a></p>", []),
        (
            "<div class=post-meta><a href=/category/local>Local News</a>, <a href=/category/mills>Mills</a> | Written by Ann Reed</div>",
            ["Ann Reed"],
        ),
        ("<p>By Ann Reed and Ben Holm <span>The Associated Press</span></p>", ["Ann Reed", "Ben Holm"]),
        ("<p>By <a href=/author/ann>Ann Reed Trending Editor</a></p>", ["Ann Reed"]),
        (
            "<p><a href=/author/ann>Bilde av Ann Reed</a> <a href=/author/ann>Ann Reed</a> 2. mars 2026</p>",
            ["Ann Reed"],
        ),
        ("<p>Jan Kowalski, 3 maja 2024</p>", ["Jan Kowalski"]),
        ("<p>Monday Market, 3 May 2024</p>", []),
        ("<div>Veröffentlicht von Anna am 3. Mai 2024 um 12:15 Uhr</div>", ["Anna"]),
        ("<div>Postado por Ana Reis às 10:21</div>", ["Ana Reis"]),
        ("<div>Wysłane przez Anna Reed o 10:21</div>", ["Anna Reed"]),
        ("<div>Autorin Anna Reed am 3. Mai 2024</div>", ["Anna Reed"]),
        ("<div>Автор Анна Рид 3 мая 2024</div>", ["Анна Рид"]),
        ("<div>Author Ann Reed Published May 3, 2024 Reading time 4 min</div>", ["Ann Reed"]),
        ("<div><span>Autor</span> <span>Ana Reis</span></div><div>3 de mayo de 2024</div>", ["Ana Reis"]),
        ("<p>by Ann Reed—10 min read</p>", ["Ann Reed"]),
        ("<div>December 15, 2025 · 30 min · 6279 words · Ann Reed</div>", ["Ann Reed"]),
        ("<div>Reviewed by Ann Reed, MD — Written by Ben Holm on May 3, 2024</div>", ["Ben Holm"]),
        ("<div>Relu par Ann Reed — Écrit par Ben Holm</div><div>3 mai 2024</div>", ["Ben Holm"]),
        ("<ul><li>Ann Reed</li><li>Sep 26, 2022</li><li>3 min read</li></ul>", ["Ann Reed"]),
        ("<h3>Ann Reed, MS, RD</h3><div>Published Jun 4, 2025</div>", ["Ann Reed"]),
        ("<h3>Red Wheat</h3><p>What it is</p>", []),
        ("<div>記者林小明／台北報導</div><div>2024-05-03</div>", ["林小明"]),
        ("<div>文／林小明</div><div>2024-05-03</div>", ["林小明"]),
        ("<div>记者 林小明 报道</div><div>2024-05-03</div>", ["林小明"]),
        ("<div>記者：林小明 王大中 台北報導</div><div>2024-05-03</div>", ["林小明", "王大中"]),
        ("<div>Haber Merkezi</div><div>03.05.2024 - 14:05</div>", []),
        ("<p><a href=/author/a><b>Ann Reed</b><p>Health & Food Expert</p></a></p>", ["Ann Reed"]),
        ("<p><a href=/author/a>Ann Reed</a></p><p><a href=/author/a/more>Ann Reed Sales</a></p>", ["Ann Reed"]),
        ("<div><a href=/profile/ar>Ann Reed</a> / <time>3 May 2024</time></div>", ["Ann Reed"]),
        ("<div><a href=/u/ann><img src=/a.png alt=''> Ann Reed</a> May 3, 2024</div>", ["Ann Reed"]),
        ("<div><a href=/perfil/3>Ana Lago</a></div><div>3 de mayo de 2024</div>", ["Ana Lago"]),
        ("<div><a href=/people/mayors>Mayors</a></div><div>May 3, 2024</div>", []),
        ("<div><a href=/user/sign-in>Start Shopping Now</a></div><div>May 3, 2024</div>", []),
        ("<div>Fact checked by</div><div>Cleo Park</div><div>Written by</div><div>Ann Reed</div>", ["Ann Reed"]),
        ("<div>Redigiert von</div><div>Cleo Park</div><div>3. Mai 2024</div>", []),
        ("<ul><li>Red Wheat</li><li>Rye Bread</li></ul>", []),
    ],
)
def test_who_is_named_at_the_headline_by_other_signs(line: str, names: list[str]) -> None:
    assert authors(line) == names


@pytest.mark.parametrize(
    ("behind", "names"),
    [
        ("<p>— Ann Reed</p>", ["Ann Reed"]),
        ("<p>(Reporting by Ann Reed in Westhaven; editing by Ben Holm)</p>", ["Ann Reed"]),
        ("<p><em>Ann Reed is a freelance writer who lives in the valley.</em></p>", ["Ann Reed"]),
        ("<p>Ann Reed is a staff reporter for the Quay. Reach her at 555-0101.</p>", ["Ann Reed"]),
        ("<p>Eva Stein ist freie Journalistin in Leipzig.</p>", ["Eva Stein"]),
        ("<p>Ana Lago es periodista y vive en el valle.</p>", ["Ana Lago"]),
        ("<p>Anne Petit est journaliste à Lyon.</p>", ["Anne Petit"]),
        ("<h3>About the author</h3><p>Ann Reed is a freelance writer.</p>", ["Ann Reed"]),
        ("<p>Ann Reed is the mayor of the town.</p>", []),
        ("<p>Ann Reed, the writer, is a guest of the town.</p>", []),
    ],
)
def test_who_signs_a_text_or_is_introduced_at_its_end(behind, names):
    assert authors("<p>May 3, 2024</p>", behind) == names


def test_whom_a_text_is_about_does_not_sign_it():
    told = "<p>The mill belongs to Ann Reed now, who has lived beside it since the day the wheel stopped turning.</p>"
    assert authors(f"<p>May 3, 2024</p>{told}", "<p>Ann Reed is a writer.</p>") == []


@pytest.mark.parametrize(
    "caption",
    [
        "<figure><img src=/a.jpg><figcaption>Ann Reed</figcaption></figure>",
        "<div class=wp-caption><img src=/a.jpg><p class=wp-caption-text>Westhaven Mill</p></div>",
        "<figure><img src=/a.jpg><div>Ben Holm</div></figure>",
    ],
)
def test_a_caption_above_a_day_names_no_author(caption):
    assert authors(f"{caption}<p>May 3, 2024</p>") == []


def test_a_button_called_comments_does_not_end_an_article() -> None:
    button = "<p>Lede of the mill story, in one line of text that says it all for those in a hurry.</p><button>5 comments</button>"
    assert authors(f"{button}<div>By Ann Reed</div>") == ["Ann Reed"]


POSTS = "".join(f"<div class=p><p>Answer {number}: the wheel needs oil.</p></div>" for number in range(6))


@pytest.mark.parametrize(
    ("head", "name", "day"),
    [
        ("<div><a href=/u/otter42>otter42</a> Mar 9, 2024 | 9:05 pm #1</div>", "otter42", "2024-03-09"),
        (
            (
                "<p>edited Apr 13, 2025 at 12:52</p><a href=/users/1/heron>heron</a><p>asked Mar 9, 2024 at 11:38</p>"
                "<a href=/users/2/otter42>otter42</a>"
            ),
            "otter42",
            "2024-03-09",
        ),
        (
            "<div><a href='member.php?u=7'>otter42</a></div><div>Joined: May 2009</div><div>09.03.2024, 14:30</div>",
            "otter42",
            "2024-03-09",
        ),
        (
            (
                "<div><a href='member.php?u=7'>otter42</a></div><div>2024-03-09, 09:14 PM (This post was last modified: "
                "2025-01-05, 03:27 AM by <a href='member.php?u=7'>otter42</a>. Edited 1 time in total.)</div>"
            ),
            "otter42",
            "2024-03-09",
        ),
    ],
)
def test_the_first_post_names_a_threads_author_and_day(head: str, name: str, day: str) -> None:
    page = page_of(f"<body><h1>How do I oil the wheel of a mill?</h1>{head}{TEXT}{POSTS}</body>")
    found = metadata(page, "forum", title="How do I oil the wheel of a mill?")
    assert ([author["name"] for author in found.authors], (found.date_published or "")[:10]) == ([name], day)


THREADS = {
    # The first post's headline is behind its author, as each answer's is.
    "smf": (
        "<h4><a href='/index.php?action=profile;u={n}'>{name}</a></h4><h5>{title}</h5><p>« 3 May 2024, 10:0{n} »</p>{text}",
        "<h3>Autor Tema: {title} (Leído 412 veces)</h3>",
    ),
    "vbulletin 3": (
        (
            "<td>03/05/2024, 10h0{n} #{n}</td><td><a class=bigusername href='member.php?u={n}'>{name}</a><p>Membre</p>"
            "<p>Date d'inscription: janvier 2007</p></td><td><strong>{title}</strong><hr>{text}</td>"
        ),
        "<p>FAQ</p>",
    ),
    "vbulletin 4": (
        (
            "<li><p>03-05-2024, 10:0{n} AM</p><div class=username_container><a class=username href='member.php?{n}5-x'>{name}</a>"
            "</div><dl><dt>Bài viết</dt><dd>{n}</dd></dl><h2>{title}</h2>{text}</li>"
        ),
        "<h1>Chủ đề: {title}</h1>",
    ),
    "invision": (
        "<td><span class=normalname><a href='/index.php?showuser=84{n}'>{name}</a></span></td><td>3.5.2024, 10:0{n}</td>{text}",
        "<p><b>{title}</b></p>",
    ),
    "discuz": (
        "<div><a href='space-uid-{n}01.html' class=xw1>{name}</a></div><em id=authorposton{n}>发表于 2024-5-3 10:0{n}</em>{text}",
        "<h1><span>{title}</span></h1>",
    ),
    "ubb": (
        "<tr><td><font><b>{name}</b></font><br>Mitglied</td><td><font>erstellt 3. Mai 2024 10:0{n}</font>{text}</td></tr>",
        "<p>{title}</p><table><tr><td><b>Autor</b></td><td>Thema: {title}</td></tr>",
    ),
    "phpbb 2": (
        "<tr><td><b>{name}</b></td><td>Добавлено: 03.05.2024 10:0{n}{text}</td></tr>",
        "<a>{title}</a><table><tr><th>Автор</th><th>Сообщение</th></tr>",
    ),
}


@pytest.mark.parametrize("board", THREADS)
def test_a_threads_author_and_day_are_the_first_posts_on_any_board(board: str) -> None:
    post, before = THREADS[board]
    title = "Will the wheel of the mill turn?"
    names = ("Otter", "Heron", "Lapwing")
    posts = "".join(
        post.format(n=n, name=name, title=title if n == 1 else "", text=TEXT) for n, name in enumerate(names, 1)
    )
    page = page_of(f"<body><title>{title}</title><p>8 May 2024, 8:01</p>{before.format(title=title)}{posts}</body>")
    found = metadata(page, "forum", title=title)
    assert [author["name"] for author in found.authors] == ["Otter"]
    assert found.date_published == "2024-05-03T10:01:00"


def test_a_label_in_a_table_of_values_heads_no_column() -> None:
    rows = "<table><tr><td>Yazan:</td><td>Otter</td></tr><tr><td>Tarih:</td><td>3 Mayıs 2024</td></tr></table>"
    page = page_of(f"<body><h2>Mill and wheel</h2>{rows}{TEXT}</body>")
    assert "Tarih" not in [author["name"] for author in metadata(page, "forum", title="Mill and wheel").authors]


@pytest.mark.parametrize(
    "line",
    [
        "Eingestellt von {}",
        "Postado por {}",
        "Pubblicato da {}",
        "Gepost door {}",
        "Lagt inn av {}",
        "Dodane przez {}",
        "Gönderen {}",
        "Опубликовано {}",
        "פורסם על ידי {}",
        "id:{}",
    ],
)
@pytest.mark.parametrize("markup", ["<span class='post-author vcard'>{}</span>", "<p class=author>{}</p>"])
def test_blog_hosts_write_their_words_before_a_name(line: str, markup: str) -> None:
    assert authors(markup.format(line.format("Radbert"))) == ["Radbert"]


@pytest.mark.parametrize(
    ("line", "name"), [("Της {}", "Ουρανίας Μελά"), ("작성자 {}", "감나무"), ("投稿者：{} 投稿日：", "みかん")]
)
def test_a_word_before_a_name_is_of_its_script(line: str, name: str) -> None:
    assert authors(f"<p class=author>{line.format(name)}</p>") == [name]


@pytest.mark.parametrize(
    ("title", "box", "name"),
    [
        (
            "河边的老磨坊",
            "<div class=AuthorInfo><a href=/p/1>山间客</a><p>旧建筑爱好者</p><button>关注</button></div>",
            "山间客",
        ),
        ("川べりの水車", "<div class=creatorInfo><a href=/minato>みなとや</a><p>2024年5月3日</p></div>", "みなとや"),
        ("川べりの水車", "<a class=follow-nickName href=/shancha>shancha</a><span>2024-05-03</span>", "shancha"),
    ],
)
def test_a_box_below_a_short_headline_names_who_it_links_to(title: str, box: str, name: str) -> None:
    prose = "<p>先週の土曜日、久しぶりに川沿いの小さな水車小屋まで電車で出かけました。</p>" * 8
    page = page_of(f"<body><h1>日記</h1><h2>{title}</h2>{box}{prose}</body>")
    assert [each["name"] for each in metadata(page, "article", title=title).authors] == [name]


@pytest.mark.parametrize(
    ("line", "published", "modified"),
    [
        ("Publisert: 05.08.24 kl. 14:47", "2024-08-05T14:47:00", None),
        ("5 gennaio 2025 (modifica il 6 gennaio 2025 | 15:24)", "2025-01-05", "2025-01-06T15:24:00"),
        ("Publicerad den 5 augusti 2024 kl. 14.47", "2024-08-05", None),
        ("Opublikowano: 5 sierpnia 2024 r., godz. 14:47", "2024-08-05T14:47:00", None),
        ("Δημοσιεύτηκε: Δευτέρα 5 Αυγούστου 2024", "2024-08-05", None),
        ("Diterbitkan: Senin, 5 Agustus 2024 pukul 14:47 WIB", "2024-08-05T14:47:00", None),
        ("5 Ağustos 2024 Pazartesi", "2024-08-05", None),
    ],
)
def test_a_line_of_a_day_behind_the_text_is_the_texts_in_any_language(
    line: str, published: str, modified: str | None
) -> None:
    page = f"<html><body><h1>The mill turns again at last</h1>{TEXT * 4}<p>{line}</p></body></html>"
    result = extract(page, "https://quay.example/news/mill")
    assert (result.date_published, result.date_modified) == (published, modified)


def test_a_heading_of_blanks_is_no_headline() -> None:
    found = metadata(page_of("<body><a rel=author href=/a> Updated <h1> <a rel=author href=/a>"))
    assert (found.authors, found.date_published) == ((), None)


def test_a_page_without_a_language_has_the_days_of_its_script() -> None:
    page = page_of(
        f"<head><title>감나무집 : 책방 나들이</title></head><body><h1>책방 나들이</h1><p>08.05.13 21:33</p>{TEXT}</body>"
    )
    assert (metadata(page, "article", title="책방 나들이").date_published or "")[:10] == "2008-05-13"
