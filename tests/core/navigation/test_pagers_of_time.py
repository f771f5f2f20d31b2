"""Pagers whose words and addresses say contrary things: words tell what is next, addresses where the list goes on."""

from __future__ import annotations

import pytest

from scrapy_maincontent.extraction import extract

AT = "https://blog.example"
STORY = "<p>The roses at the mill were late this year, and nobody who had seen them before could say why.</p>" * 3
WORDS = [
    ("Previous", "Next"),
    ("Previous posts", "Next posts"),
    ("« Previous Entries", "Next Entries »"),
    ("Vorherige", "Nächste"),
    ("Précédent", "Suivant"),
    ("Anterior", "Siguiente"),
    ("Poprzednia", "Następna"),
    ("Назад", "Вперёд"),
    ("前へ", "次へ"),
    ("上一页", "下一页"),
    ("이전", "다음"),
]


def steps(body: str, url: str) -> tuple[str | None, str | None, str | None]:
    result = extract(f"<html><body><h1>Roses</h1>{STORY}{body}</body></html>", url)
    return result.next_page, result.previous_page, result.more_page


@pytest.mark.parametrize(("previous", "following"), WORDS)
@pytest.mark.parametrize("names", [("", ""), (' class="previous"', ' class="next"')], ids=["bare", "classed"])
def test_both(previous: str, following: str, names: tuple[str, str]) -> None:
    older, newer = names
    body = f'<div><a{older} href="/page/3/">{previous}</a> <a{newer} href="/">{following}</a></div>'
    assert steps(body, AT + "/page/2/") == (AT + "/", AT + "/page/3/", AT + "/page/3/")


def test_on_the_first_page() -> None:
    body = '<div><a class="prev" href="/page/2/">Previous</a></div>'
    assert steps(body, AT + "/") == (None, AT + "/page/2/", AT + "/page/2/")


def test_pages_counted_down() -> None:
    body = '<div><a rel="next" href="/news?page=8">Next</a> <a rel="prev" href="/news?page=10">Previous</a></div>'
    assert steps(body, AT + "/news?page=9")[:2] == (AT + "/news?page=8", AT + "/news?page=10")


def test_older_entries_by_their_offset() -> None:
    body = '<ul><li class="prev"><a href="/?skip=40">← Предыдущие 20</a></li><li class="next"><a href="/">Следующие 20 →</a></li></ul>'
    assert steps(body, AT + "/?skip=20") == (AT + "/", AT + "/?skip=40", AT + "/?skip=40")


def test_counts_of_time_are_no_offset() -> None:
    body = '<p><a rel="prev" href="/?page=1710000000">前のページ</a> <a rel="next" href="/?page=1690000000">次のページ</a></p>'
    on = AT + "/?page=1690000000"
    assert steps(body, AT + "/?page=1700000000") == (on, AT + "/?page=1710000000", on)


def test_a_rel_says_most() -> None:
    body = '<p><a rel="prev" href="/notes?before=9">Newer</a> <a rel="next" href="/notes?before=3">Older</a></p>'
    assert steps(body, AT + "/notes?before=6") == (
        AT + "/notes?before=3",
        AT + "/notes?before=9",
        AT + "/notes?before=3",
    )


def test_the_way_back_to_a_list_is_no_previous_page() -> None:
    back = '<p><a href="/spaten/">« Zurück{}</a></p>'
    assert steps(back.format(" zur Übersicht"), AT + "/spaten/5") == (None, None, None)
    assert steps(back.format(""), AT + "/spaten/2")[1] == AT + "/spaten/"


@pytest.mark.parametrize(
    ("older", "newer"), [("before=1200", "after=1300"), ("max_id=4", "max_id=9"), ("last=90", "last=70")]
)
def test_entries_that_name_pages_may_count_either_way(older: str, newer: str) -> None:
    body = f'<p><a href="/notes?{newer}">Newer posts</a> <a href="/notes?{older}">Older posts</a></p>'
    on, back = AT + f"/notes?{newer}", AT + f"/notes?{older}"
    assert steps(body, AT + f"/notes?{older.partition('=')[0]}=7") == (on, back, back)
