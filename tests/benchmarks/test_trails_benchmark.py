"""Comparing the trails found on pages with those that the pages declare."""

from __future__ import annotations

import json

import pytest

from benchmarks.trails import score_trails

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
