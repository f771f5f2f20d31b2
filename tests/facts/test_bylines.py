"""Bylines as sites of many languages print them: the page's author is named, and the line is not in the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent import extract
from scrapy_maincontent.words import read_words
from scrapy_maincontent.words.lines import byline_with_day

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
    ("hi", "लेखक: रमेश तिवाड़ी, 4 जून 2026", "रमेश तिवाड़ी"),
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


def authors(line, language="en", frame=FRAMES[0], day="2 March 2026"):
    page = f"""<html lang={language}><title>The mill turns again at last</title><nav><a href=/>Home</a> <a href=/n>News</a>
    </nav><main>{frame.format(line=line, text=f"<p>{day}</p>{TEXT}")}</main><footer><a href=/about>Us</a></footer></html>"""
    return [author["name"] for author in extract(page, "https://post.example/the-mill-turns-again.html").authors]


@pytest.mark.parametrize("frame", FRAMES, ids=["h1", "h2"])
@pytest.mark.parametrize(
    ("language", "line", "wanted"),
    [
        ("en", "By Ann Reed, Ben Holm, and Cleo Park", ["Ann Reed", "Ben Holm", "Cleo Park"]),
        (
            "en",
            "By Ann Marie Reed, Ben Holm, Cleo Park and Dan Lowe",
            ["Ann Marie Reed", "Ben Holm", "Cleo Park", "Dan Lowe"],
        ),
        ("en", "By Ann Reed in Nairobi and Ben Holm in Cairo", ["Ann Reed", "Ben Holm"]),
        ("de", "Von Anna Berg in Kairo und Olaf Kern in Rom", ["Anna Berg", "Olaf Kern"]),
        ("de", "Von Anna Maria Berg, Olaf Kern und Ute von Stein", ["Anna Maria Berg", "Olaf Kern", "Ute von Stein"]),
        ("es", "Por Ana María Lago, Luis de la Torre y Eva Ruiz", ["Ana María Lago", "Luis de la Torre", "Eva Ruiz"]),
        ("fr", "Par Anne Petit, Luc Le Goff et Marie Dubois", ["Anne Petit", "Luc Le Goff", "Marie Dubois"]),
        ("it", "di Anna Lago, Luca Serra e Maria Teresa Conti", ["Anna Lago", "Luca Serra", "Maria Teresa Conti"]),
        ("en", "BY ANN REED, BEN HOLM", ["ANN REED", "BEN HOLM"]),
        ("en", "By Ann Reed, M.D.", ["Ann Reed"]),
        ("en", "By Ben Holm Jr.", ["Ben Holm Jr."]),
    ],
)
def test_a_byline_names_several_persons_with_places_and_degrees(language, line, wanted, frame):
    assert authors(line, language, frame) == wanted


@pytest.mark.parametrize(
    "line",
    [
        "By train, by bus, and on foot it takes an hour from Westhaven to the mill",
        "Von Hamburg über Bremen und Kiel nach Sylt mit dem Rad und der Bahn",
        "By 5 p.m. it was 5 p.m.",
        "Por la mañana, por la tarde y por la noche hay visitas al molino",
    ],
)
def test_a_line_that_begins_so_and_names_nobody_stays(line):
    page = f"<html><title>The mill</title><h1>The mill</h1>{TEXT}<p>{line}</p>{TEXT}</html>"
    assert line in extract(page, "https://post.example/mill").text


@pytest.mark.parametrize("frame", FRAMES, ids=["h1", "h2"])
@pytest.mark.parametrize(
    "line",
    [
        "By Ann Reed, AP Science Writer",
        "By Ann Reed / The Herald",
        "By Ann Reed, KXRV Eyewitness News",
        "By Ann Reed, City Hall Bureau",
        "By Ann Reed, Harbour National Staff",
        "By Ann Reed, Digital Producer, KXRV",
        "By Ann Reed 3 min read",
        "By Ann Reed Email the author",
        "Von Ann Reed, ARF-Studio Kairo",
        "Par Ann Reed, correspondante",
    ],
)
def test_an_office_a_role_a_paper_or_a_station_behind_a_name_is_no_author(line, frame):
    assert authors(line, frame=frame) == ["Ann Reed"]


@pytest.mark.parametrize(
    ("declared", "wanted"),
    [
        ("ANN REED Herald Staff Writer", ["ANN REED"]),
        ("By ANN REED Harbour Herald", ["ANN REED"]),
        ("By Ann Reed, Digital Content Producer, KXRV", ["Ann Reed"]),
        ("Ann Reed, Reuters", ["Ann Reed"]),
        ("ANN REED", ["ANN REED"]),
        ("Ann Reed McHerald", ["Ann Reed McHerald"]),
    ],
)
def test_a_declared_name_is_without_office_and_station(declared, wanted):
    head = f"<meta name=author content='{declared}'><title>The mill</title>"
    found = extract(f"<html>{head}<h1>The mill</h1>{TEXT}</html>", "https://post.example/mill")
    assert [author["name"] for author in found.authors] == wanted


@pytest.mark.parametrize("frame", FRAMES, ids=["h1", "h2"])
@pytest.mark.parametrize(
    ("language", "line", "wanted"),
    [
        ("en", "Report by Ann Reed", "Ann Reed"),
        ("en", "Reporting by Ann Reed", "Ann Reed"),
        ("en", "Analysis by Ann Reed", "Ann Reed"),
        ("en", "Words: Ann Reed", "Ann Reed"),
        ("en", "Contributed by Ann Reed", "Ann Reed"),
        ("de", "Ein Kommentar von Anna Berg", "Anna Berg"),
        ("de", "Gastbeitrag von Anna Berg", "Anna Berg"),
        ("de", "Von unserer Redakteurin Anna Berg", "Anna Berg"),
        ("fr", "Par Anne Berger avec AFP", "Anne Berger"),
        ("it", "dal nostro inviato LUCA SERRA", "LUCA SERRA"),
        ("pt", "Texto de Ana Lago", "Ana Lago"),
        ("nl", "Door onze redacteur Anna Berg", "Anna Berg"),
        ("tr", "Haber: Ayşe Demir", "Ayşe Demir"),
        ("ar", "إعداد: سامر الخطيب", "سامر الخطيب"),
        ("ar", "<b class=byline>سامر الخطيب الجمعة 12 مايو 2017</b>", "سامر الخطيب"),
    ],
)
def test_bylines_open_and_end_in_many_ways(language, line, wanted, frame):
    assert authors(line, language, frame) == [wanted]


@pytest.mark.parametrize("name", ["szerzo", "penulis", "muhabir", "yazar-adi", "forfatter", "skribent"])
def test_a_class_names_the_author_in_its_own_language(name):
    assert authors(f"<span class={name}>Kiss Dorottya</span>", day="") == ["Kiss Dorottya"]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("fr", "12 mai 2017 - 10h30, mis à jour à 12h15"),
        ("en", "12 May 2017, 10:30, updated at 12:15"),
        ("de", "12. Mai 2017, 10:30 Uhr, aktualisiert um 12:15 Uhr"),
        ("cs", "12. 5. 2017 10:30, aktualizováno 12:15"),
    ],
)
def test_a_day_with_two_times_is_that_of_publication_and_of_change(language, line):
    page = f"<html lang={language}><title>The mill</title><h1>The mill</h1><p>{line}</p>{TEXT}</html>"
    found = extract(page, "https://post.example/mill")
    assert (found.date_published, found.date_modified) == ("2017-05-12T10:30:00", "2017-05-12T12:15:00")


@pytest.mark.parametrize("frame", FRAMES, ids=["h1", "h2"])
@pytest.mark.parametrize(
    ("language", "line", "wanted"),
    [
        ("en", "By <a href=/author/ann-reed>Ann Reed</a> and Ben Holm", ["Ann Reed", "Ben Holm"]),
        ("fr", "Par <a href=/auteur/anne-petit>Anne Petit</a> et Luc Morel", ["Anne Petit", "Luc Morel"]),
        ("de", "Von <a href=/autor/eva-stein>Eva Stein</a>, Tom Weber", ["Eva Stein", "Tom Weber"]),
        ("en", "By <a href=/author/ann-reed>Ann Reed</a>, edited by Ben Holm", ["Ann Reed"]),
    ],
)
def test_one_author_has_a_link_and_the_next_has_none(language, line, wanted, frame):
    assert authors(line, language, frame) == wanted


@pytest.mark.parametrize(
    ("language", "line", "wanted"),
    [
        ("en", "Ann Reed & Ben Holm", ["Ann Reed", "Ben Holm"]),
        ("en", "Ann Reed and Ben Holm", ["Ann Reed", "Ben Holm"]),
        ("en", "Ann Reed, Columnist", ["Ann Reed"]),
        ("en", "Ann Reed, Harbour Post", ["Ann Reed"]),
        ("de", "Anna Berg, dpa", ["Anna Berg"]),
        ("es", "Ana Lago | EFE", ["Ana Lago"]),
        ("fr", "Anne Petit, journaliste", ["Anne Petit"]),
        ("pl", "Ewa Nowak, PAP", ["Ewa Nowak"]),
        ("ru", "Анна Петрова, корреспондент", ["Анна Петрова"]),
        ("ko", "홍길동 기자 gildong@post.example", ["홍길동"]),
        ("ja", "佐藤真由美記者", ["佐藤真由美"]),
        ("en", "Copyright Ann Reed/AP", []),
        ("en", "Health, Science", []),
        ("en", "Ann Reed, who lives in Westhaven", []),
    ],
)
def test_a_line_behind_the_headline_has_a_name_and_more(language, line, wanted):
    page = "<h1>The mill turns again at last</h1><div>{line}</div>{text}"
    head = "<meta property=og:site_name content='Harbour Post'>"
    assert authors(line, language, head + page) == wanted


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("3 March 2026 | Last edited by Ben Holm", []),
        ("3 March 2026 | Reviewed by Ben Holm", []),
        ("<a href=/author/ann-reed>Ann Reed</a> | 3 March 2026", ["Ann Reed"]),
        ("<a href=/city-life>City Life</a> | 3 March 2026", []),
    ],
)
def test_helpers_and_links_to_sections_beside_a_day_are_no_authors(line, wanted):
    assert authors(line, day="") == wanted


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("<div class=author><b>Ann Reed</b><span>Staff Writer</span></div>", ["Ann Reed"]),
        (
            "<div class=byline><span>Ingvild Haug</span><span>Journalist</span><span>Terje Moen</span></div>",
            ["Ingvild Haug", "Terje Moen"],
        ),
        ("<div class=autor><span>Eva Stein</span><span>Redakteurin</span></div>", ["Eva Stein"]),
        ("<span>By Ann Reed</span><span>Science editor</span>", ["Ann Reed"]),
        ("<b>Von Eva Stein</b><i>Korrespondentin</i>", ["Eva Stein"]),
        ("<span>By Ann Reed</span> <span>and Ben Holm</span>", ["Ann Reed", "Ben Holm"]),
    ],
)
def test_a_role_stands_in_an_element_beside_the_name(line, wanted):
    assert authors(line) == wanted


@pytest.mark.parametrize(
    ("end", "wanted"),
    [
        ("<p style='text-align: right'>Minh Quân</p>", ["Minh Quân"]),
        ("<p align=right><strong>Lê Phương</strong></p>", ["Lê Phương"]),
        ("<p><strong>Ann Reed</strong></p>", ["Ann Reed"]),
        ("<p><em>Ann Reed</em></p>", ["Ann Reed"]),
        ("<br><br><i>Kelemen Zsófia</i><br><br><a href=/print>Nyomtatás</a>", ["Kelemen Zsófia"]),
        ("<br>Nobody knows <b>Ann Reed</b><br>", []),
        ("<p>Ann Reed</p>", []),
        ("<p><strong>Related Articles</strong></p>", []),
        ("<p align=right>Nobody knows where the wheel went after that.</p>", []),
        ("<h3 align=right>Ann Reed</h3>", []),
    ],
)
def test_a_name_that_is_set_off_at_the_end_signs_a_text(end, wanted):
    page = f"<html><title>The mill</title><main><h1>The mill</h1>{TEXT}{end}</main><footer>© Post</footer></html>"
    found = extract(page, "https://post.example/mill")
    assert [author["name"] for author in found.authors] == wanted


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("dodano: 5 września 2025 r., autor: Zenon Pawlikiewicz", "Zenon Pawlikiewicz"),
        ("Postat la 14 aprilie 2025 de prof. Sorina Dumbrăveanu", "Sorina Dumbrăveanu"),
        ("Публикувано на 17.11.2025 г. от Пенка Добрилова", "Пенка Добрилова"),
        ("3.5.2025 · Autorin: Jördis Ahlbom", "Jördis Ahlbom"),
        ("Data: 9 giugno 2025 Tempo di lettura: 2 min", None),
        ("12 mai 2025 de 9h à 12h", None),
        ("3 mayo 2025 de Madrid", None),
        ("12.05.2025 от редакции", None),
        ("3 May 2024 Author: 12", None),
    ],
)
def test_a_word_right_behind_a_day_leads_to_a_full_name(line, name):
    assert byline_with_day(line) == name


WORDS = sorted({word for words in read_words("bylines.toml").values() for word in words})
PARTS = st.sampled_from(
    [
        *WORDS,
        *map(str.title, WORDS),
        *"|·–-,:./()*…",
        "3.5.2025",
        "May 3, 2025",
        "2025年5月3日",
        "12:30",
        "Ann Reed",
        "a",
    ]
)


@given(st.lists(PARTS, min_size=1, max_size=8).map(" ".join))
def test_any_line_of_such_words_has_a_name_or_none(line):
    name = byline_with_day(line)
    assert name is None or (name and name.strip() == name)


@pytest.mark.parametrize(
    "line", ["May 3, 2025 by", "3.5.2025 von |", "3 мая 2025 автор —", "3 mai 2025 par : ", "2025年5月3日 文："]
)
def test_words_behind_which_nobody_is_named_lead_to_nobody(line):
    page = f"<html><title>The mill turns</title><main><h1>The mill turns</h1><p>{line}</p>{TEXT}</main></html>"
    found = extract(page, "https://post.example/mill")
    assert byline_with_day(line) is None
    assert not found.authors
    assert found.date_published == "2025-05-03"


@pytest.mark.parametrize(
    "line",
    [
        *("Text och foto: Stig Ahlbom", "Text und Fotos: Stig Ahlbom", "Texte et photos : Stig Ahlbom"),
        *("Words and pictures: Stig Ahlbom", "Tekst en foto's: Stig Ahlbom", "Testo e foto: Stig Ahlbom"),
        *("Af Stig Ahlbom. Foto: Jens Pilgaard", "Von Stig Ahlbom, Fotos: Jens Pilgaard", "Авторка: Stig Ahlbom"),
    ],
)
def test_who_wrote_a_text_and_took_its_pictures_is_its_author(line):
    html = (
        f"<h1>The mill grinds again</h1><p>{line}</p><p>18.8.2024</p>"
        + f"<p>{'It stood still for years. ' * 9}</p>" * 4
    )
    assert [author["name"] for author in extract(html).authors] == ["Stig Ahlbom"]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("Posted by Pilar at 7:42 PM", "Pilar"),
        ("Scritto da Lucia Ferro alle 22:15", "Lucia Ferro"),
        ("投稿者 ひろ : 2005年06月17日 19:40", "ひろ"),
        ("Publié par Léa à 19:40", "Léa"),
        ("Escrito por Ana 19:40", "Ana"),
    ],
)
def test_the_line_below_a_blogs_entry_names_its_author_before_a_time(line, wanted):
    day = "<h2>2005-06-17</h2>"
    found = extract(
        f"<title>The mill turns</title><body>{day}<h1>The mill turns</h1><div>{TEXT}</div><p>{line}</p></body>"
    )
    assert [author["name"] for author in found.authors] == [wanted]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("Анна БЕЛОВА", ["Анна БЕЛОВА"]),
        ("Hélène MARCHAL", ["Hélène MARCHAL"]),
        ("With TELEGRAPH", []),
        ("No Caption ABCDE", []),
        ("Latest IBM", []),
    ],
)
def test_a_family_name_may_be_in_capitals(line, wanted):
    page = f"<title>The mill turns</title><p>12.04.2001</p><h1>The mill turns</h1><div><i>{line}</i></div>{TEXT}"
    assert [author["name"] for author in extract(page).authors] == wanted


@pytest.mark.parametrize(
    ("lead", "wanted"),
    [
        ("〔記者林雅惠／山城報導〕", ["林雅惠"]),
        ("【記者王大明、李小華／溪頭報導】", ["王大明", "李小華"]),
        ("（记者 周小林）", ["周小林"]),
        ("（記者陳美玲攝）", []),
    ],
)
def test_a_chinese_text_names_its_reporters_in_brackets_of_any_form(lead, wanted):
    text = "開學兩個星期，溪頭村的小學只有三個學生，老師卻有四位，校長笑說這大概是全國最豪華的班級。"
    page = (
        f"<title>山村小學只剩三個學生</title><h1>山村小學只剩三個學生</h1><p>{lead}{text}</p><p>{text}</p><p>{text}</p>"
    )
    found = extract(page)
    assert [author["name"] for author in found.authors] == wanted
    assert text in found.text


JAPANESE = "".join(
    f"<p>{text}</p>"
    for text in (
        "市の中央図書館は来春から、古い地図およそ三千枚をインターネットで公開する。自宅から無料で閲覧でき、拡大もできるという。",
        "地図の多くは昭和の初めまでに測量されたもので、川の流れや鉄道の線路が今とは大きく違っている。公開を待つ声が上がっていた。",
        "担当者は、紙が傷みやすく年に数回しか見せられなかった、子どもたちにも町の変化を知ってほしい、と話す。作業は二年前に始まった。",
    )
)
HEADLINE = "古い地図三千枚、図書館が公開へ"


@pytest.mark.parametrize(
    ("site", "declared", "shown", "end", "wanted"),
    [
        (
            "朝野新聞デジタル",
            "朝野新聞社",
            "<p>佐藤花子、山田一郎</p><p>2021年3月4日 12時00分</p>",
            "",
            ["佐藤花子", "山田一郎"],
        ),
        (
            "PC InWatch",
            "株式会社インウォッチ",
            "<p class=author>宇都宮 充希</p><p>2021年3月4日</p>",
            "",
            ["宇都宮 充希"],
        ),
        ("ITメモ速報", "ITメモ", "<p>2021年3月4日</p><p class=byline>[松本涼太，ITメモ]</p>", "", ["松本涼太"]),
        (
            "自由報電子報",
            "自由報",
            "<p>2021/03/04 12:34</p>",
            "<p>老地圖上網了。〔記者林小明／台南報導〕</p>",
            ["林小明"],
        ),
        ("Real Oto｜リアルオト", "Real Oto", "<p>2018.11.20</p>", "<p>（文＝小野寺葵）</p>", ["小野寺葵"]),
        (
            "한결신문",
            "한결신문",
            "<p>등록 2021-04-03 12:34</p>",
            "<p>학생들은 이야기를 듣는다. 윤서하 기자 yun@hg.example</p>",
            ["윤서하"],
        ),
        (
            "夕刊みなと",
            "夕刊みなと編集部",
            "<p>2021年3月4日</p>",
            "<p>完成までには十年かかる。【高橋みどり】</p>",
            ["高橋みどり"],
        ),
        (
            "夕刊みなと",
            "夕刊みなと編集部",
            "<p>2021年3月4日</p>",
            "<p>完成までには十年かかる。【共同】</p>",
            ["夕刊みなと編集部"],
        ),
        (
            "夕刊みなと",
            "夕刊みなと編集部",
            "<p>石川県</p><p>2021年3月4日</p>",
            "<p>地図（伊藤健撮影）</p>",
            ["夕刊みなと編集部"],
        ),
        ("夕刊みなと", "田中桜", "<p>佐藤花子</p><p>2021年3月4日</p>", "", ["田中桜"]),
    ],
)
def test_a_person_who_signs_comes_before_the_paper_that_is_declared(site, declared, shown, end, wanted):
    page = (
        f'<html><head><title>{HEADLINE} - {site}</title><meta name=author content="{declared}">'
        f'<meta property="og:site_name" content="{site}"></head>'
        f"<body><article><h1>{HEADLINE}</h1>{shown}{JAPANESE}{end}</article></body></html>"
    )
    found = extract(page, "https://news.example/20210304.html")
    assert [author["name"] for author in found.authors] == wanted


@pytest.mark.parametrize(
    ("byline", "wanted"),
    [
        ("<p>Otávio Guedes, O Estado do Papel</p>", ["Otávio Guedes"]),
        ("<p>Ann Reed, The Valley Post</p>", ["Ann Reed"]),
        ("<p class=author>Redazione Valle <span>ROMA</span></p>", ["Redazione Valle"]),
        ("<p class=author><span>Ann Reed</span><span>Berlin</span></p>", ["Ann Reed"]),
        ("<p class=author>Edited by: Ann Reed</p>", []),
        ("<p class=author>per Queralt Puigdemunt, Manresa</p>", ["Queralt Puigdemunt"]),
        ("<p>Un reportaje de Asier Goñi. Fotografía Leire Oroz</p>", ["Asier Goñi"]),
        ("<p>Autor, Macarena Sotelo</p><p>Título del autor, Mundo</p>", ["Macarena Sotelo"]),
        ("<blockquote>The mill turns!<p>— Ann Reed (@annreed) January 26, 2019</p></blockquote>", []),
        ("<figure><img src=a.jpg><figcaption>Audio 3:07 | 25.04.2021 | Ann Reed</figcaption></figure>", []),
    ],
)
def test_a_name_above_the_day_without_the_paper_or_place_behind_it(byline, wanted):
    page = f"<html><title>The mill</title><main><h1>The mill</h1><h2>It turns</h2>{byline}<p>3 April 2021 | 05h00</p>{TEXT}</main></html>"
    found = extract(page, "https://post.example/mill")
    assert [author["name"] for author in found.authors] == wanted


@pytest.mark.parametrize(
    "line",
    [
        "Veröffentlicht am 3. April 2021, 12:34 Uhr, Tjark Melzer",
        "Publié le 3 avril 2021, 12h34, Tjark Melzer",
        "Gepubliceerd op 3 april 2021, 12:34 uur, Tjark Melzer",
    ],
)
def test_a_name_behind_a_day_and_its_time(line):
    assert byline_with_day(line) == "Tjark Melzer"


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Vložil <b>Vendula Šafránková</b> dne Út, 09/11/2018 - 14:05", "Vendula Šafránková"),
        ("Gespeichert von Gerlinde Maurer am Di, 09/11/2018 - 14:05", "Gerlinde Maurer"),
        ("Soumis par Aurélie Kermarrec le mar 11/09/2018 - 14:05", "Aurélie Kermarrec"),
        ("Inviato da Tancredi Brusa il Mar, 11/09/2018 - 14:05", "Tancredi Brusa"),
        ("Ingediend door Hedwig Meulen op di, 09/11/2018 - 14:05", "Hedwig Meulen"),
        ("Beküldte Vajda Boróka - 2018. szeptember 11.", "Vajda Boróka"),
        ("Posté par loulou29 à 18:05 - Soupes - Commentaires [3]", "loulou29"),
        ("Posté par 29 à 18:05", None),
    ],
)
def test_who_submitted_a_text(line, name):
    page = f"<html><title>The mill | Post</title><main><h1>The mill</h1><div>{line}</div>{TEXT}</main></html>"
    found = extract(page, "https://post.example/mill")
    assert [author["name"] for author in found.authors] == ([name] if name else [])
