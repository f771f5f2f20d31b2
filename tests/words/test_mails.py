"""The heads of mails, as archives of lists, newsgroups and boards print them."""

from __future__ import annotations

import pytest
from core_pages import page_of

from scrapy_maincontent import extract
from scrapy_maincontent.words.mails import mail_head

TEXT = "<p>The pots cracked along the foot ring, since the clay had not dried through before the firing.</p>" * 3
HEADS = [
    ("From", "Ann Reed <ann at example.org>", "Date", "Sun, 4 Nov 2001 18:40:11 -0500", "Subject", "Cracks"),
    ("Von", "Ann Reed <ann AT example.de>", "Datum", "Sun, 4 Nov 2001 18:40:11 +0100", "Betreff", "Risse im Ton"),
    ("De", "Ann Reed <ann@example.fr>", "Date", "04/11/2001 18:40", "Objet", "Des fentes"),
    ("От", "Ann Reed <ann at example.ru>", "Дата", "Sun, 4 Nov 2001 18:40:11 +0300", "Тема", "Трещины"),
    ("差出人", "Ann Reed <ann@example.jp>", "日時", "2001年11月4日 18:40", "件名", "ひび割れについて"),
    ("Autor", "Ann Reed", "Data", "2001-11-04 18:40", "Temat", "Pęknięcia"),
]
FRAMES = [
    "<ul><li><b>{}</b>: {}</li><li><b>To</b>: pots at example.org</li><li><b>{}</b>: {}</li><li><b>{}</b>: {}</li></ul>",
    "<table><tr><td><b>{}:</b></td><td>{}</td></tr><tr><td>{}:</td><td>{}</td></tr><tr><td>{}:</td><td>{}</td></tr></table>",
    "<table><tr><th>{}</th><td>{}</td></tr><tr><th>{}</th><td>{}</td></tr><tr><th>{}</th><td>{}</td></tr></table>",
    "<dl><dt>{}:</dt><dd>{}</dd><dt>{}:</dt><dd>{}</dd><dt>{}:</dt><dd>{}</dd></dl>",
    "<b>{}:</b> {}<br><b>{}:</b> {}<br><b>{}:</b> {}<br>",
]


@pytest.mark.parametrize("head", HEADS, ids=[head[0] for head in HEADS])
@pytest.mark.parametrize("frame", FRAMES)
def test_an_archived_mail_has_the_author_the_day_and_the_subject_of_its_head_and_a_text_without_it(head, frame):
    shown = frame.format(*(value.replace("<", "&lt;") for value in head))
    menu = "<a href=1.html>Index</a> <a href=2.html>Threads</a>"
    page = extract(f"<title>[pots] List</title><body>{menu}<hr>{shown}<hr>{TEXT}<hr>{menu}</body>")
    assert [author["name"] for author in page.authors] == ["Ann Reed"]
    assert page.date_published is not None
    assert page.date_published.startswith("2001-11-04" if head[0] != "De" else ("2001-11-04", "2001-04-11"))
    assert page.title == head[5]
    assert page.text.startswith("The pots cracked")


def test_a_head_within_preformatted_text_is_read():
    head = "From: Ann Reed &lt;ann@example.org&gt;\nNewsgroups: rec.pots\nSubject: Cracks\nDate: Thu, 02 Dec 1999 20:11:35 +0100"
    page = extract(f"<title>rec.pots</title><pre>{head}\n\nThe pots cracked.\nFrom: the foot ring.</pre>")
    assert page.authors[0]["name"] == "Ann Reed"
    assert (page.date_published or "")[:10] == "1999-12-02"
    assert page.title == "Cracks"


@pytest.mark.parametrize(
    "texts",
    [
        ["From: London", "To: Paris", "Date: 3 May 2024"],
        ["From", "Subject", "Date", "Ann Reed", "Cracks", "3 May 2001"],
        ["From:", "Subject:", "Send"],
        [
            "The ferry ran aground on the sandbank, and the crew of four had to spend the night on board.",
            "From: Ann <a@b.c>",
            "Subject: x",
        ],
        ["Date: 3 May 2024", "Subject: Otters"],
        [],
    ],
)
def test_flights_forms_lists_and_quoted_mails_are_none(texts):
    assert mail_head(texts) is None


def test_the_line_between_a_headline_and_a_day_names_who_wrote_a_mail():
    line = '<b>Ann Reed</b> <a href="mailto:pots%40example.org">ann at example.org</a><br><i>Tue Mar 9 14:22:10 CET 2004</i>'
    page = extract(f"<title>[pots] Cracks</title><h1>[pots] Cracks</h1>{line}<hr>{TEXT}")
    assert [author["name"] for author in page.authors] == ["Ann Reed"]
    assert "Ann" not in page.text
    line = '<a href="mailto:ann@example.org">Ann Reed</a><br>9 March 2004'
    page = extract(f"<title>Cracks in pots</title><h1>Cracks in pots</h1>{line}{TEXT}")
    assert [author["name"] for author in page.authors] == ["Ann Reed"]


@pytest.mark.parametrize(
    "line", ["Next message: {}", "Nächste Nachricht: {}", "Предыдущее сообщение: {}", "次の記事: {}"]
)
def test_lines_that_lead_to_other_mails_are_no_text(line):
    other = "<a href=2.html>Where to buy cones in bulk</a>"
    page = extract(f"<h1>Cracks in pots</h1>{TEXT}<hr><ul><li>{line.format(other)}<li>{line.format(other)}</ul>")
    assert "cones" not in page.text
    assert page.text.startswith("The pots")


def test_only_the_first_head_of_several_is_read():
    page = page_of("<p>From: Ann Reed<p>Subject: Cracks<p>Yes.<p>From: Ben Holm<p>Subject: Glaze")
    found = mail_head(page.texts)
    assert found is not None
    assert (found.author, found.subject, found.texts) == ("Ann Reed", "Cracks", (0, 1))
