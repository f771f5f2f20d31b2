from __future__ import annotations

import json

import pytest

from scrapy_maincontent.corpus.metrics import Counts
from scrapy_maincontent.evaluation.regions import Expected, score_regions, score_trails


def score(detected, expected):
    counts: dict[str, Counts] = {}
    score_regions(detected, expected, counts)
    return counts


def test_half_of_the_words_is_a_hit():
    (count,) = score([("paging", "1 2 3")], [Expected("paging", "1 2 3 next last end")]).values()
    assert (count.hits, count.wrong, count.missed) == (1, 0, 0)


def test_less_is_wrong_and_missed():
    (count,) = score([("paging", "1 2")], [Expected("paging", "1 2 3 next last")]).values()
    assert (count.hits, count.wrong, count.missed) == (0, 1, 1)


def test_kinds_do_not_match_each_other():
    counts = score([("paging", "Home News")], [Expected("breadcrumb", "Home News")])
    assert counts["paging"].wrong == 1
    assert counts["breadcrumb"].missed == 1


def test_a_region_matches_once_the_greatest_overlap_first():
    (count,) = score(
        [("paging", "1 2 3"), ("paging", "1 2 3 4")], [Expected("paging", "1 2 3 4"), Expected("paging", "7 8")]
    ).values()
    assert (count.hits, count.wrong, count.missed) == (1, 1, 1)


def test_neutral_regions_are_neither_missed_nor_wrong():
    neutral = [Expected("in_page", "Top", neutral=True), Expected("in_page", "Bottom", neutral=True)]
    (count,) = score([("in_page", "Top")], neutral).values()
    assert (count.hits, count.wrong, count.missed) == (0, 0, 0)


def test_regions_without_words_are_left_out():
    assert score([("in_page", "▲")], []) == {}


def test_japanese_characters_count_one_by_one():
    (count,) = score([("in_page", "本文へ移動")], [Expected("in_page", "本文へ移動する")]).values()
    assert count.hits == 1


def test_rates():
    count = Counts(hits=3, wrong=1, missed=2)
    assert count.precision == pytest.approx(0.75)
    assert count.recall == pytest.approx(0.6)
    assert count.f1 == pytest.approx(2 * 3 / 9)
    assert Counts().f1 == 0


URL = "https://shop.example/garden/tools/spade.html"


def page(body, *names, home="https://shop.example/"):
    entries = [
        {"@type": "ListItem", "position": number, "name": name, "item": home if number == 1 else f"{home}{number}/"}
        for number, name in enumerate(names, 1)
    ]
    trail = json.dumps({"@type": "BreadcrumbList", "itemListElement": entries})
    return f'<html><head><script type="application/ld+json">{trail}</script></head><body>{body}</body></html>'.encode()


SHOWN = '<div class="crumbs"><a href="/">Home</a> › <a href="/2/">Garden</a> › <a href="/3/">Tools</a> › Spade</div>'


@pytest.mark.parametrize("names", [("HOME", "Garden", "Tools", "Spade"), ("Home", "garden", "Tools", "«Spade»")])
def test_the_same_names(names):
    score = score_trails(page(SHOWN, *names), URL)
    assert (score.declared, score.visible, score.exact, score.agrees) == (1, 1, True, True)


@pytest.mark.parametrize("names", [("Garden", "Tools"), ("Home", "Garden", "Tools")])
def test_home_and_the_page_itself_may_be_missing(names):
    score = score_trails(page(SHOWN, *names), URL)
    assert (score.visible, score.exact, score.agrees) == (1, False, True)


def test_other_names_do_not_agree():
    shown = (
        '<p>Garden</p><p>Tools</p><ul class="crumbs"><li><a href="/">Home</a></li><li><a href="/b">Beds</a></li></ul>'
    )
    score = score_trails(page(shown, "Garden", "Tools"), URL)
    assert (score.visible, score.agrees) == (1, False)


@pytest.mark.parametrize(
    "body",
    [
        "<p>A spade digs.</p>",
        "<ul>"
        + "".join(f'<li><a href="/{name}">{name}</a></li>' for name in ("Home", "Garden", "Tools", "A", "B", "C"))
        + "</ul>",
        '<p><a href="/2/">Garden</a></p><h1>Tools</h1>',
    ],
)
def test_names_in_a_menu_or_a_heading_are_no_visible_trail(body):
    assert score_trails(page(body, "Home", "Garden", "Tools"), URL).visible == 0


def test_microdata_is_not_used_to_find_the_trail():
    entry = '<b itemprop="itemListElement"><a itemprop="item" href="/{0}"><i itemprop="name">{0}</i></a></b>'
    body = (
        f'<p itemscope itemtype="https://schema.org/BreadcrumbList">{entry.format("Beds")} {entry.format("Tools")}</p>'
    )
    score = score_trails(f"<html><body>{body}</body></html>".encode(), URL)
    assert (score.declared, score.visible, score.agrees) == (1, 1, False)


def test_a_page_that_declares_none():
    assert score_trails(b"<html><body><p>A spade digs.</p></body></html>", URL) is None
