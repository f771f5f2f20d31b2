"""Links that show more of a list below what is there: "Load more" in twelve languages, and what only says "more"."""

from __future__ import annotations

import pytest

from scrapy_maincontent.extraction import extract

NEWS = "https://paper.example/news/"
STORY = "<p>The roses at the mill were late this year, and nobody who had seen them before could say why.</p>" * 3
MORE = {
    "de": ["Mehr laden", "Mehr anzeigen", "Weitere Beiträge anzeigen", "Weitere Artikel"],
    "en": ["Load more", "Load more articles ▼", "Show more", "View more posts", "More stories"],
    "es": ["Cargar más", "Ver más noticias", "Mostrar más resultados"],
    "fr": ["Voir plus", "Charger plus d'articles", "Afficher plus de résultats"],
    "it": ["Carica altri articoli", "Mostra altro", "Altre notizie"],
    "ja": ["もっと見る", "さらに表示する", "さらに読み込む"],
    "ko": ["더보기", "더 불러오기"],
    "nl": ["Meer laden", "Toon meer resultaten", "Meer berichten"],
    "pl": ["Pokaż więcej", "Załaduj więcej wpisów", "Zobacz więcej"],
    "pt": ["Carregar mais", "Veja mais", "Mostrar mais notícias"],
    "ru": ["Показать ещё", "Показать еще 20", "Загрузить ещё"],
    "zh": ["加载更多", "查看更多", "載入更多"],
}
ON = [
    "/news/?offset=20",
    "/news/2/",
    "/news/feed/page-2.html",
    "/news/?list-7f3a-page=2",
    "/news/?tx_news%5BcurrentPage%5D=2",
]


def steps(body: str, url: str = NEWS) -> tuple[str | None, str | None, str | None]:
    result = extract(f"<html><body><h1>News</h1>{STORY}{body}</body></html>", url)
    return result.next_page, result.previous_page, result.more_page


@pytest.mark.parametrize("language", MORE)
def test_words(language: str) -> None:
    for words in MORE[language]:
        found = steps(f'<div><a href="/news/?offset=20">{words}</a></div>')
        assert found == (f"{NEWS}?offset=20", None, f"{NEWS}?offset=20"), words


@pytest.mark.parametrize("target", ON)
def test_addresses_that_go_on(target: str) -> None:
    assert steps(f'<div><a href="{target}">Load more</a></div>')[0] == f"https://paper.example{target}"


@pytest.mark.parametrize(
    "target", ["/news/mill", "/news/4711", "/news/?id=123", "/sport/?page=2", "/news/?offset=", "#"]
)
def test_addresses_that_do_not(target: str) -> None:
    assert steps(f'<div><a href="{target}">Show more</a></div>') == (None, None, None)


def test_of_each_story_more_is_no_next_page() -> None:
    teasers = "".join(
        f'<h2>Story {number}</h2><p>It begins.</p><a href="/news/{number}/">More</a>' for number in (2, 3, 4)
    )
    assert steps(teasers) == (None, None, None)


def test_in_a_marked_pager_it_is_enough_to_have_parameters() -> None:
    older = "/search?updated-max=2024-03-18T10:00:00&max-results=7"
    body = f'<div class="blog-pager"><a class="blog-pager-older-link" href="{older}" title="More posts">More posts</a></div>'
    assert steps(body, "https://plot.example/")[2] == f"https://plot.example{older}"
