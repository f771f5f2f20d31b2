"""Next and previous page in the usual markups, with and without classes and ids, in twelve languages."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest
from paging_markups import NO_PAGERS, PAGERS, WORDS, Markup

from scrapy_maincontent.extraction import extract

STORY = "<p>The roses at the mill were late this year, and nobody who had seen them before could say why.</p>" * 3
PAGE = "<!DOCTYPE html><html><head><title>Roses</title>{head}</head><body><h1>Roses</h1>{story}{body}<p>The end.</p></body></html>"
BOTH = {
    "plain": '<div><a href="/page/1/">{newer}</a> <a href="/page/3/">{older}</a></div>',
    "between signs": '<div><a href="/page/1/">&laquo; {newer}</a> 2 / 9 <a href="/page/3/">{older} &raquo;</a></div>',
}
OLDER = (
    '<div class="nav-links"><div class="nav-previous"><a href="/page/3/">« {older}</a></div>'
    '<div class="nav-next"><a href="/page/1/">{newer} »</a></div></div>'
)


def steps(url: str, body: str, head: str = "") -> tuple[str | None, str | None]:
    result = extract(PAGE.format(head=head, story=STORY, body=body), url)
    return result.next_page, result.previous_page


def expected(markup: Markup) -> tuple[str | None, ...]:
    return tuple(url and urljoin(markup.url, url) for url in (markup.following, markup.previous))


@pytest.mark.parametrize("markup", PAGERS, ids=[markup.name for markup in PAGERS])
def test_usual_markups(markup: Markup) -> None:
    assert steps(markup.url, markup.body, markup.head) == expected(markup)


@pytest.mark.parametrize(
    "markup", [markup for markup in PAGERS if not markup.named], ids=[m.name for m in PAGERS if not m.named]
)
def test_usual_markups_without_class_and_id(markup: Markup) -> None:
    assert steps(markup.url, markup.without_names(), markup.head) == expected(markup)


@pytest.mark.parametrize("form", BOTH)
@pytest.mark.parametrize("language", WORDS)
def test_words(language: str, form: str) -> None:
    following, previous, older, newer, following_alone, previous_alone = WORDS[language]
    on, back = "https://blog.example/page/3/", "https://blog.example/page/1/"
    for forth, behind in ((following, previous), (following_alone, previous_alone)):
        assert steps("https://blog.example/page/2/", BOTH[form].format(older=forth, newer=behind)) == (on, back)
    # Without arrows, or with arrows that say the same as the words do not.
    told = (on, back) if form == "between signs" else (back, on)
    assert steps("https://blog.example/page/2/", BOTH[form].format(older=older, newer=newer)) == told


@pytest.mark.parametrize("language", WORDS)
def test_a_list_goes_on_with_older_entries_though_class_and_sign_say_previous(language: str) -> None:
    _, _, older, newer, _, _ = WORDS[language]
    body = OLDER.format(older=older, newer=newer)
    result = extract(PAGE.format(head="", story=STORY, body=body), "https://blog.example/page/2/")
    assert result.more_page == result.previous_page == "https://blog.example/page/3/"
    assert result.next_page == "https://blog.example/page/1/"


@pytest.mark.parametrize("language", WORDS)
def test_words_alone_where_addresses_do_not_name_their_page(language: str) -> None:
    following, previous, older, newer, _, _ = WORDS[language]
    for on, back in ((following, previous), (newer, older)):
        body = f'<p><a href="/list?before=xk">{back}</a> | <a href="/list?after=rt">{on}</a></p>'
        assert steps("https://blog.example/list?after=mm", body) == (
            "https://blog.example/list?after=rt",
            "https://blog.example/list?before=xk",
        )


@pytest.mark.parametrize("url", ["https://blog.example/roses", "https://blog.example/"])
@pytest.mark.parametrize("name", NO_PAGERS)
def test_what_is_no_next_page(name: str, url: str) -> None:
    assert steps(url, NO_PAGERS[name]) == (None, None)


@pytest.mark.parametrize(
    "words",
    [
        *(
            "Older comments",
            "Ältere Kommentare",
            "Commentaires plus anciens",
            "Comentarios antiguos",
            "Oudere reacties",
        ),
        *("Commenti meno recenti", "Comentários antigos", "Starsze komentarze", "Старые комментарии"),
        *("以前のコメント", "较早评论", "이전 댓글"),
    ],
)
def test_more_comments_are_no_next_page(words: str) -> None:
    assert steps("https://blog.example/roses", f'<p><a href="/roses?page=2">{words}</a></p>') == (None, None)
