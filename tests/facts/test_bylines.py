"""Bylines as sites of many languages print them: the page's author is named, and the line is not in the text."""

from __future__ import annotations

import pytest

from scrapy_maincontent import extract

TEXT = "".join(
    f"<p>{sentence}</p>"
    for sentence in (
        "The mill stood idle for forty years before the council voted, by a single voice, to let the wheel turn again.",
        "On Tuesday morning, with the harbour still grey, the miller's granddaughter lifted the sluice gate by hand.",
        "The first sack of flour went to the school, whose kitchen made it into rolls before noon.",
    )
    * 2
)
FRAMES = (
    "<h1>The mill turns again at last</h1><div class=line>{line}</div>{text}",
    "<div><h2>The mill turns again at last</h2></div><div><span>{line}</span></div>{text}",
)
LINES = [
    ("ar", "كتب: سامي الخطيب", "سامي الخطيب"),
    ("ar", "كتبت - ليلى حداد | 12 مارس 2026", "ليلى حداد"),
    ("ar", "كتب: سامي الخطيب 12 مارس 2026", "سامي الخطيب"),
    ("hi", "लेखक: रमेश वर्मा 12 मार्च 2026", "रमेश वर्मा"),
    ("bn", "লেখক: রহিম উদ্দিন, ২ মার্চ ২০২৬", "রহিম উদ্দিন"),
    ("cs", "Autor: Jana Nováková 2. března 2026", "Jana Nováková"),
    ("da", "Af Anna Lind 2. marts 2026", "Anna Lind"),
    ("de", "Von Eva Stein, 2. März 2026", "Eva Stein"),
    ("de", "Von Eva Stein (dpa)", "Eva Stein"),
    ("de", "Das Interview führte Tom Weber", "Tom Weber"),
    ("fr", "Propos recueillis par Anne Petit", "Anne Petit"),
    ("es", "Entrevista de Ana Ruiz, 2 de marzo de 2026", "Ana Ruiz"),
    ("ja", "聞き手：山田花子", "山田花子"),
    ("pl", "Rozmawiała Ewa Nowak", "Ewa Nowak"),
    ("ru", "Беседовала Анна Петрова", "Анна Петрова"),
    ("el", "Γράφει ο Νίκος Παππάς", "Νίκος Παππάς"),
    ("el", "Του Νίκου Παππά 2 Μαρτίου 2026", "Νίκου Παππά"),
    ("en", "Ann Reed, Harbour Correspondent, 2 March 2026", "Ann Reed"),
    ("en", "By: Ann Reed Date: 2026-03-02 Place: Westhaven", "Ann Reed"),
    ("en", "Published 2 March 2026 by Ann Reed", "Ann Reed"),
    ("es", "Por María López | 2 de marzo de 2026", "María López"),
    ("fa", "نویسنده: مریم کریمی", "مریم کریمی"),
    ("fi", "Teksti: Matti Virtanen 2.3.2026", "Matti Virtanen"),
    ("fr", "Par Élise Marrand, le 2 mars 2026 à 8h14", "Élise Marrand"),
    ("he", "מאת דנה לוי | 02.03.2026", "דנה לוי"),
    ("hi", "लेखक: रमेश वर्मा | प्रकाशित: 12 मार्च 2026", "रमेश वर्मा"),
    ("hi", "द्वारा रमेश वर्मा, 12 मार्च 2026", "रमेश वर्मा"),
    ("hu", "Írta: Nagy Péter 2026. március 2.", "Nagy Péter"),
    ("id", "Oleh: Budi Santoso, 2 Maret 2026", "Budi Santoso"),
    ("it", "di Maria Rossi, 2 marzo 2026", "Maria Rossi"),
    ("ja", "2026年3月12日 記者・田中恵子", "田中恵子"),
    ("ko", "김하늘 기자 | 입력 2026-03-02 09:14 | 수정 2026-03-02 11:30", "김하늘"),
    ("ko", "입력 2026.03.02. 오전 9:14  수정 2026.03.02. 오전 11:30 김하늘 기자", "김하늘"),
    ("nl", "Pieter de Vries, 2 maart 2026", "Pieter de Vries"),
    ("no", "Av Anna Lind, publisert 2. mars 2026", "Anna Lind"),
    ("pl", "Autor: Anna Nowak, 2 marca 2026", "Anna Nowak"),
    ("pt", "Por Maria da Silva, 2 de março de 2026", "Maria da Silva"),
    ("ru", "Иван Петров, 2 марта 2026, 09:14", "Иван Петров"),
    ("sv", "Av Anna Lind 2 mars 2026", "Anna Lind"),
    ("ta", "எழுதியவர்: குமார்", "குமார்"),
    ("th", "โดย สมชาย ใจดี 2 มีนาคม 2569", "สมชาย ใจดี"),
    ("tr", "Yazan: Ayşe Demir - 2 Mart 2026", "Ayşe Demir"),
    ("uk", "Автор: Олена Коваль, 2 березня 2026", "Олена Коваль"),
    ("vi", "Tác giả: Nguyễn Văn An - 02/03/2026", "Nguyễn Văn An"),
    ("zh", "记者 李文 2026-03-12", "李文"),
]


@pytest.mark.parametrize("frame", FRAMES, ids=["h1", "h2"])
@pytest.mark.parametrize(("language", "line", "name"), LINES, ids=[line for _, line, _ in LINES])
def test_a_byline_names_the_author_and_is_no_text(language: str, line: str, name: str, frame: str) -> None:
    page = f"""<html lang={language}><title>The mill turns again at last</title><nav><a href=/>Home</a> <a href=/n>News</a>
    </nav><main>{frame.format(line=line, text=TEXT)}</main><footer><a href=/about>About us</a></footer></html>"""
    result = extract(page, "https://post.example/2026/03/02/the-mill-turns-again.html")
    assert [author["name"] for author in result.authors] == [name]
    assert line not in result.text
    assert "The mill stood idle" in result.text


@pytest.mark.parametrize(
    "line",
    [
        "Av jord är du kommen, av jord ska du åter varda.",
        "From 2 March 2026 the gate is open on Sundays, too.",
        "2026年3月2日から水門が開きます。",
        "تفتح البوابة يوم الأحد 2 مارس 2026 أيضا.",
    ],
)
def test_a_sentence_with_a_day_or_such_a_word_stays(line: str) -> None:
    page = f"<html><title>The mill</title><h1>The mill</h1><p>{line}</p>{TEXT}</html>"
    assert line in extract(page, "https://post.example/mill").text


@pytest.mark.parametrize("frame", FRAMES, ids=["h1", "h2"])
@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("de", "Gültig von: Dienstag, 3. März 2026, 18:00 Uhr"),
        ("en", "Valid until: 4 March 2026"),
        ("en", "Deadline: 4 March 2026, 12:00"),
        ("es", "Plazo: hasta el 4 de marzo de 2026"),
        ("fr", "Date limite : 4 mars 2026"),
        ("ja", "応募締切：2026年3月4日"),
        ("ru", "Срок: до 4 марта 2026"),
        ("zh", "截止日期：2026年3月4日"),
    ],
)
def test_until_when_something_holds_is_no_day_of_publication_and_stays(language: str, line: str, frame: str) -> None:
    page = f"""<html lang={language}><title>The mill turns again at last</title><nav><a href=/>Home</a> <a href=/n>News</a>
    </nav><main>{frame.format(line=line, text=TEXT)}</main><footer><a href=/about>About us</a></footer></html>"""
    result = extract(page, "https://post.example/the-mill-turns-again.html")
    assert (result.authors, result.date_published) == ((), None)
    assert not any(
        reason in block.reason for block in result.text_blocks for reason in ("day of publication", "who wrote")
    )
