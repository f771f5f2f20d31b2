from __future__ import annotations

import pytest
from core_pages import page_of

from scrapy_maincontent import extract
from scrapy_maincontent.facts.teaser import is_teaser

PROSE = "The harbour board met on Tuesday to decide what becomes of the old crane, which stands on the quay. "


def teaser(text: str, behind: str, *, is_free: bool | None) -> bool | None:
    page = page_of(f"<p>{text}</p>{behind}<p>Other news of the quay</p>")
    return is_teaser(page, [PROSE[:20] in block for block in page.texts], text, is_free)


@pytest.mark.parametrize(
    "prompt",
    [
        "Subscribe to continue reading",
        "Already a subscriber? Sign in",
        "Jetzt weiterlesen mit dem Probeabo",
        "Pour lire la suite, abonnez-vous",
        "Para seguir leyendo, suscríbete",
        "この記事は有料会員限定です",
        "订阅后继续阅读",
        "Чтобы читать дальше, оформите подписку",
    ],
)
def test_a_text_that_ends_in_a_prompt_to_pay_is_a_teaser(prompt):
    assert teaser(PROSE * 3, f"<div>{prompt}</div>", is_free=None)
    assert teaser(PROSE * 90, f"<div>{prompt}</div>", is_free=False)
    assert teaser(PROSE * 90, f"<div>{prompt}</div>", is_free=None) is False
    assert teaser(PROSE * 3, f"<div>{prompt}</div>", is_free=True) is False


def test_what_is_declared_to_be_sold_is_a_teaser_where_it_is_short():
    assert teaser(PROSE * 3, "", is_free=False)
    assert teaser(PROSE * 90, "", is_free=False) is False
    assert teaser(PROSE * 3, "", is_free=None) is False


def test_a_page_without_text_is_none():
    assert is_teaser(page_of("<p>x"), [False], "", None) is None


def test_a_result_says_so():
    declared = '<script type="application/ld+json">{"@type": "NewsArticle", "isAccessibleForFree": false}</script>'
    result = extract(f"<html><head>{declared}</head><h1>The crane</h1><p>{PROSE}</p><p>{PROSE}</p>")
    assert (result.is_accessible_for_free, result.is_teaser) == (False, True)
    assert result.quality == 0.5
    assert extract(f"<h1>The crane</h1><p>{PROSE}</p><p>{PROSE}</p>").quality > 0.5
