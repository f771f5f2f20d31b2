"""Pages of visitors' posts, that no program's classes name: old boards and guestbooks, and what only looks like them."""

from __future__ import annotations

import pytest
from core_pages import page_of
from growth import check_linear

from scrapy_maincontent.facts.dated_posts import has_posts
from scrapy_maincontent.facts.page_type import page_type

ENTRIES = {
    "de": (
        "Gästebuch - Hof am See",
        "Inge",
        "{} Die Zimmer waren sauber, und der Blick vom Balkon bleibt unvergesslich.",
    ),
    "en": ("Lime Kiln Village Guestbook", "Ruth", "{} My grandmother came from the village, and I cried for an hour."),
    "pl": (
        "Stacja :: Księga gości",
        "Bożena",
        "{} Bardzo miło tu zajrzeć po latach, pamiętam jeszcze zapach podkładów.",
    ),
    "tr": ("Köyümüz - Ziyaretçi Defteri", "Nermin", "{} Köyümüzün eski fotoğraflarını görünce çok duygulandım."),
    "ja": ("駅と海との掲示板", "みかん", "{} 駅の写真を楽しく拝見しました。私も小さいころ、この路線で通っていました。"),
    "ru": ("Гостевая книга", "Зина", "{} Спасибо за снимки, я выросла на этой улице и помню каждый дом."),
}
FRAMES = (
    "<table border=1><tr><td><b>{name}</b></td><td><font size=1>{day}</font></td></tr><tr><td colspan=2>{text}</td></tr></table>",
    "<b>{text}</b><br>{name} &lt;x@example.org&gt;<br>{day}<hr>",
    "<div class=wpis><div class=kopf><strong>{name}</strong>, {day}</div><div class=text>{text}</div></div>",
)


def entries(frame: str, name: str, text: str, days: tuple[str, ...]) -> str:
    return "".join(
        frame.format(name=f"{name} {number}", day=day, text=text.format(f"{number}."))
        for number, day in enumerate(days)
    )


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("language", ENTRIES)
def test_a_guestbook_is_of_posts_by_its_title_and_days(language: str, frame: str) -> None:
    title, name, text = ENTRIES[language]
    days = ("2004-08-12", "2004-08-03", "2004-07-28", "2004-07-15")
    markup = f"<title>{title}</title><body><a href=/>Start</a><h2>{title}</h2>{entries(frame, name, text, days)}"
    page = page_of(markup, url="http://home.example/gb/list.php?page=2")
    assert has_posts(page)
    assert page_type(page).name == "forum"


BOARD = (
    "<tr><td><b>{name}</b><br><font size=1>Newbie<br>Posts: 12</font></td><td><b>Re: The ferry</b><br>"
    "<font size=1>on: {day}</font><hr>{text}</td></tr>"
)


@pytest.mark.parametrize(
    "days",
    [
        ("Mar 3<sup>rd</sup>, 2003, 9:12pm", "Mar 4<sup>th</sup>, 2003, 7:45am", "Mar 6<sup>th</sup>, 2003, 11:02am"),
        ("19. April 2001 18:22", "19. April 2001 20:05", "20. April 2001 07:10"),
        ("12.6.2008, 21:05", "13.6.2008, 8:44", "13.6.2008, 19:20"),
    ],
)
def test_a_thread_of_an_old_board_is_of_posts_by_its_times(days: tuple[str, ...]) -> None:
    text = "{} I measured the quay at low water, and there is barely a metre and a half along the east side."
    markup = f"<title>The ferry</title><body><b>The ferry</b><table>{entries(BOARD, 'Ann', text, days)}</table>"
    page = page_of(markup, url="http://quay.example/cgi-bin/YaBB.pl?num=98")
    assert has_posts(page)
    assert page_type(page).name == "forum"


SENTENCE = "The mill stood idle for forty years before the village bought it and cleared its pond of reeds."
TIMES = ("3 May 2024, 10:22", "4 May 2024, 11:02", "5 May 2024, 19:45", "6 May 2024, 08:11")
OTHERS = {
    "article with comments": f"<h1>The mill</h1>{f'<p>{SENTENCE}</p>' * 8}"
    + "".join(f"<div class=c><i>Ann, {day}</i><p>{SENTENCE}</p></div>" for day in TIMES),
    "dated article with comments": f"<h1>The mill</h1><i>Ann, {TIMES[0]}</i>{f'<p>{SENTENCE}</p>' * 12}"
    + "".join(f"<i>Ben, {day}</i><p>{SENTENCE}</p>" for day in TIMES[1:]),
    "blog with titles": "".join(f"<h2>Day {day}</h2><i>Ann, {day}</i><p>{SENTENCE}</p>" for day in TIMES),
    "teasers": "".join(
        f"<p><a href=/{number}>The wheel of the mill turns</a></p><i>{day}</i><p>{SENTENCE}</p>"
        for number, day in enumerate(TIMES)
    ),
    "days as headings": "".join(f"<h3>{day}</h3><p>{SENTENCE}</p>" for day in TIMES),
    "chronicle": "".join(f"<p>{day[:10]}</p><p>{SENTENCE}</p>" for day in TIMES),
    "list of links": "".join(f"<tr><td><a href=/{day[:1]}>Mill</a></td><td>{day}</td></tr>" for day in TIMES),
    "two comments": "".join(f"<i>Ann, {day}</i><p>{SENTENCE}</p>" for day in TIMES[:2]),
}


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_not_of_posts(name: str) -> None:
    assert not has_posts(page_of(f"<title>The mill</title><body><table>{OTHERS[name]}</table>"))


def test_posts_are_looked_for_in_linear_time() -> None:
    post = f"<i>Ann, {TIMES[0]}</i><p>{SENTENCE}</p>"
    check_linear(lambda count: page_of(post * count), has_posts)
