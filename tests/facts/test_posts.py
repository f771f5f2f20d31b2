from __future__ import annotations

import pytest
from growth import check_linear

from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.facts.comments import without_comments
from scrapy_maincontent.methods import Labels
from scrapy_maincontent.page import Label

URL = "https://forum.example.org/t/7"
POSTS = (
    "The pump runs for ten minutes and then it stops, although the tank is full and the filter was cleaned in May.",
    "Look at the float first: mine hung on the wall of the tank, and the motor was always switched off too early.",
    "That was it, thank you. I have bent the arm a little, and it has been running without a break since Sunday.",
)


def kept(markup, page_type="forum"):
    page = read_page(markup, URL)
    labels = Labels([Label.MAIN] * len(page.texts), [1.0] * len(page.texts), ["sure"] * len(page.texts))
    labels, comments = without_comments(page, labels, page_type)
    assert comments == ()
    return [text for text, label in zip(page.texts, labels.labels, strict=True) if label is Label.MAIN]


def thread(before="", behind="", post="<div class=post>{}<div class=text><p>{}</div>{}</div>"):
    return "".join(post.format(before, text, behind) for text in POSTS)


@pytest.mark.parametrize(
    "signature",
    [
        "<div class=signature>{}</div>",
        "<div id=sig36151648 class=signature>{}</div>",
        "<div class=sig_text><p>{}</p></div>",
        "<dd class=post-sig>{}</dd>",
        "<div class=postsignature><p>{}</p></div>",
        "<div data-role=memberSignature><p>{}</p></div>",
        "<div>Yes.<br>_________________<br>{}</div>",
        "<div>________<br><i>{}</i><br>Model 3, 1987</div>",
    ],
)
@pytest.mark.parametrize(
    "motto", ["Grind slowly, grind well.", "Wer misst, misst Mist", "Água mole em pedra dura", "急がば回れ"]
)
def test_signatures_of_a_forums_posts_are_no_text_and_those_of_functions_are(signature, motto):
    markup = f"<p>{POSTS[0]}{signature.format(motto)}<p>{POSTS[1]}"
    assert motto not in kept(markup)
    assert motto in kept(markup, "documentation")


def test_what_is_called_nearly_as_a_signature_stays():
    markup = '<div class="unsigned">int grind()</div><div class="designation">Miller</div>'
    assert kept(markup) == ["int grind()", "Miller"]


def test_a_thread_that_is_all_signatures_stays():
    signature = '<div class="signature"><p>Grind slowly.</p></div>'
    assert kept(f"{signature}<p>Yes</p>") == ["Grind slowly.", "Yes"]
    # One may be longer than a short answer.
    assert kept(f"{signature}<p>Try oil.</p>") == ["Try oil."]


@pytest.mark.parametrize("frame", ["<dl><dd>{}<dd>{}</dl>", "<div>{}<br>{}</div>", "<ul><li>{}<li>{}</ul>"])
@pytest.mark.parametrize(
    ("label", "member"),
    [
        ("Posts: 31", "Joined: Tue Jan 12, 2010 5:00 pm"),
        ("Beiträge: 1.204", "Anmeldungsdatum: 12.03.2005"),
        ("Messages : 87", "Inscription : Mar 2012"),
        ("Mensajes: 211", "Fecha de Ingreso: may 2009"),
        ("Messaggi: 12", "Iscritto dal: 2010"),
        ("Berichten: 802", "Lid geworden: 3 apr 2010"),
        ("Posty: 7", "Rejestracja: 3 maja 2010"),
        ("Сообщений: 40", "Зарегистрирован: 2014-02-01"),
        ("帖子：12", "注册时间：2014-2-1"),
    ],
)
def test_what_is_said_of_a_member_is_no_text(frame, label, member):
    for lines in ((label, member), (member, label)):
        assert kept(thread(frame.format(*lines))) == [*POSTS]


def test_labels_of_a_post_stay():
    assert "Model: K3" in kept(f"<div>Model: K3</div>{thread()}")


@pytest.mark.parametrize(
    "line",
    [
        "Last edited by tinwhistle on Tue Feb 09, 2016 8:20 pm, edited 1 time in total.",
        "Zuletzt bearbeitet von Karl am 12.03.2005, 14:05",
        "(Modification du message : 12 avr. 2014, 18:44 par Potiron22.)",
        "Editado por peixinho em 21 de setembro de 2020",
        "Laatst bewerkt: 07-08-2013",
        "Ostatnio zmieniony 2019-05-03, 15:01 przez wodniak",
        "Отредактировано kardan (12.05.2017 10:15)",
        "本帖最后由 木工 于 2019-3-12 10:05 编辑",
    ],
)
def test_who_changed_a_post_and_when_is_no_text(line):
    assert kept(thread(behind=f"<div>{line}</div>")) == [*POSTS]


@pytest.mark.parametrize("line", ["Last edited films are the best 3 of his.", "Edit: I have found 2 more."])
def test_what_somebody_adds_to_a_post_stays(line):
    assert (line in kept(f"<p>{POSTS[0]}<p>{line}<p>{POSTS[1]}")) is line.startswith("Edit:")


@pytest.mark.parametrize(
    "lines",
    [
        ("Back to top", "All times are GMT + 1 Hour", "You cannot post new topics in this forum"),
        ("Nach oben", "Alle Zeiten sind GMT + 1 Stunde", "Du kannst keine Beiträge in dieses Forum schreiben."),
        ("Revenir en haut", "Toutes les heures sont au format GMT + 1 Heure", "Vous ne pouvez pas répondre aux sujets"),
        ("Powrót do góry", "Wszystkie czasy w strefie CET", "Nie możesz odpowiadać w tematach"),
        ("Вернуться к началу", "Часовой пояс: GMT + 3", "Вы не можете начинать темы"),
        ("Author", "Message", "Senior Member"),
        ("Автор", "Сообщение", "Модератор"),
        ("Autor", "Wiadomość", "Zobacz poprzedni temat"),
    ],
)
@pytest.mark.parametrize(
    "frame", ["<tr><td>{}</td></tr>", "<tr><td><span class=gensmall>{}<br>&nbsp;</span></td></tr>"]
)
def test_what_a_boards_software_prints_around_posts_is_no_text(lines, frame):
    posts = "".join(f"<tr><td>{text}</td></tr>" for text in POSTS)
    around = "".join(map(frame.format, lines))
    found = kept(f"<table>{around}{posts}{around}</table>")
    assert found == list(POSTS)
    assert lines[0] in kept(f"<table>{around}{posts}</table>", "documentation")


@pytest.mark.parametrize(
    "menu",
    [
        "<a href=/f>FAQ</a> <a href=/s>Search</a> <a href=/m>Memberlist</a>",
        "<a href=/>Список форумов</a> -&gt; <a href=/2>Суккуленты</a>",
    ],
)
def test_the_menus_above_the_first_post_are_no_text(menu):
    answer = "<a href=/u/1>Ann</a> and <a href=/u/2>Ben</a>"
    assert kept(f"<div>{menu}</div>{thread()}<p>{answer}") == [*POSTS, "Ann and Ben"]
    author = "<a href=/g/1>Leader</a>, <a href=/g/2>Adviser</a>"
    assert kept(f"<p>{author}</p>{thread()}") == ["Leader, Adviser", *POSTS]


def test_posts_that_begin_like_a_boards_lines_stay():
    posts = ("Regular oil will do.", "Member states pay for it.", "You cannot repair that.", "Authors of pumps lie.")
    assert kept("".join(f"<p>{text}" for text in posts)) == list(posts)


@pytest.mark.parametrize(
    "line",
    [
        "Reply with quote",
        "Click to expand...",
        "2 Likes",
        "Senior Member",
        "只看该作者",
        "Trả lời với trích dẫn",
        "인용하기",
        "اقتباس",
    ],
)
@pytest.mark.parametrize(
    "frame", ["<a class=act href=/q>{}</a>", "<ul class=bar><li>{}</ul>", "<div class=rank>{}</div>"]
)
def test_a_line_that_each_post_has_is_no_text(line, frame):
    assert kept(thread(f"<div>{frame.format(line)}</div>")) == [*POSTS]


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("<p class=text>Thank you!</p>", id="paragraphs"),
        pytest.param("<div class=body>Thank you!</div>", id="elements of posts"),
        pytest.param("<div class=when>Tue Feb 09, 2016</div>", id="days"),
        pytest.param("<h4 class=message-name><a class=username href=/u>tinwhistle</a></h4>", id="authors"),
        pytest.param("<div class=attribution>tinwhistle said:</div>", id="of whom a quotation is"),
        pytest.param("<div><div>Thank you!</div></div>", id="without a class"),
    ],
)
def test_a_line_that_posts_may_have_in_common_stays(line):
    post = f"<div class=post>{line}<div class=body>{{1}}</div></div>"
    assert len(kept(thread(post=post))) == 2 * len(POSTS)


@pytest.mark.parametrize(
    "control",
    [
        "<div role=button>{}</div>",
        "<ul><li role=menuitem><a href=/r>{}</a></ul>",
        "<div class='foot noprint'>{}</div>",
        "<div class=d-print-none>{}</div>",
        "<div class=hidden-print>{}</div>",
    ],
)
@pytest.mark.parametrize("label", ["Report", "Melden", "Denunciar", "通報する"])
def test_what_readers_click_on_in_a_thread_is_no_text(control, label):
    markup = f"<p>{POSTS[0]}</p>{control.format(label)}<p>{POSTS[1]}"
    assert label not in kept(markup)
    assert label in kept(markup, "documentation")


@pytest.mark.parametrize("frame", ["<div role=button>{}<p>{}</div>", "<div class=noprint>{}<p>{}</div>"])
def test_posts_that_may_be_clicked_on_stay(frame):
    markup = f"<p>{POSTS[1]}<p>{POSTS[2]}" + frame.format("Which one?", POSTS[0])
    assert "Which one?" in kept(markup)


ANSWERS = [
    ("Ann Reed", "3 May 2024", "Look at the float first: mine hung on the wall, and the motor was switched off."),
    ("Jan Kok", "4 mei 2024", "Bij mij was het de vlotter ook, en daarna het relais in de kast bij de deur."),
    ("山田", "2024年5月5日", "うちのポンプも同じでした。浮きを少し曲げたら、それから一度も止まっていません。"),
]


@pytest.mark.parametrize(
    "answer",
    [
        "<div class=comment><b class=author>{}</b> <time>{}</time><p>{}</p></div>",
        "<li class='thing comment'><p><a class=author href=/u>{}</a> <span class=date>{}</span></p><div class=md>{}</div>",
    ],
)
def test_answers_that_are_called_comments_are_a_threads_text_where_they_are_most_of_it(answer):
    def texts(question):
        answers = "".join(answer.format(*each) for each in ANSWERS)
        page = read_page(f"<main><p>{question}</p></main><div>{answers}</div>", URL)
        count = len(page.texts) - 1
        labels = Labels([Label.MAIN, *[Label.OTHER] * count], [1.0, *[0.2] * count], ["sure"] * (count + 1))
        labels, _ = without_comments(page, labels, "forum")
        return [text for text, label in zip(page.texts, labels.labels, strict=True) if label is Label.MAIN]

    question = "Why does my pump stop?"
    assert texts(question) == [question, *(text for _, _, text in ANSWERS)]
    # Below a long post they are remarks.
    assert texts(" ".join(POSTS)) == [" ".join(POSTS)]


@pytest.mark.parametrize(
    "unit",
    [
        "<br>_____<br>x",
        "<div>Joined: 2009</div>",
        "<a class=b>Reply</a><p>x</p>",
        "<b role=button>x</b><p>y",
        "<div class=comment>Ann, 3 May 2024<p>y</div>",
    ],
)
def test_the_work_grows_with_the_page(unit):
    page = "<div>{}</div>"
    check_linear(lambda count: page.format(unit * count), kept, 300)


@pytest.mark.parametrize("said", ["Posts: {}", "Група: Учасники {}", "Gender: male {}", "IP: {}", "Re: The pump stops"])
def test_what_a_table_says_of_each_author_and_above_each_answer_is_no_text(said):
    rows = "".join(
        f"<tr><td>Ann<br>{said.format(number)}</td><td>{text}</td></tr>" for number, text in enumerate(POSTS, 11)
    )
    assert not any(said.partition(":")[0] in text for text in kept(f"<table>{rows}</table>"))


@pytest.mark.parametrize("line", ["Output: 3", "Money back: 3 days", "Ann said:"])
def test_a_label_that_posts_repeat_in_their_text_stays(line):
    assert kept(thread(f"<p>{line}</p>")).count(line) == len(POSTS)
