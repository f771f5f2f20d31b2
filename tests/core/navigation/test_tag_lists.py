"""Tags below a label, wherever they lead."""

from __future__ import annotations

import pytest

URL = "https://paper.example/news/weir"
TEXT = f"<h1>The old weir is repaired</h1><p>{'The works took a summer and a half. ' * 9}</p>"
LINKS = ("/place/weir", "Weir"), ("/tag/river", "River"), ("/search?q=works", "Works")


def listed(links=LINKS):
    return "<ul>" + "".join(f'<li><a href="{href}">{text}</a></li>' for href, text in links) + "</ul>"


def found(find, body):
    return [(rule, text) for rule, _, text in find("blog_utility", body, URL)]


@pytest.mark.parametrize("label", ["Tags", "Related topics", "Schlagwörter", "Mots-clés", "Etiquetas", "タグ", "Метки"])
def test_some_lead_to_places_and_searches(find, label):
    assert found(find, f"{TEXT}<h2>{label}</h2>{listed()}") == [("blog_utility.labelled", "Weir River Works")]


def test_before_the_text_they_are_the_sites(find):
    assert found(find, f"<div><p>Topics</p>{listed(LINKS[:1] + LINKS[2:])}</div>{TEXT}") == []


def test_in_a_sidebar_they_are_the_sites(find):
    assert found(find, f'{TEXT}<div class="sidebar"><h2>Topics</h2>{listed(LINKS[:1] + LINKS[2:])}</div>') == []


def test_with_numbers_of_entries_they_are_the_sites(find):
    items = "".join(f'<li><a href="{href}">{text}</a> (4)</li>' for href, text in LINKS[:1] + LINKS[2:])
    assert found(find, f"{TEXT}<div><p>Categories</p><ul>{items}</ul></div>") == []


def test_titles_are_no_tags(find):
    titles = [
        (f"/news/{number}", "The long way from the old weir to the new one, and all it took in those days")
        for number in "ab"
    ]
    assert found(find, f"{TEXT}<h2>More on this topic</h2>{listed(titles)}") == []


def test_at_the_headline_with_the_label_on_their_line(find):
    headline, text = TEXT.split("</h1>")
    tags = '<p>Tags: <a href="/place/weir">Weir</a> <a href="/search?q=works">Works</a></p>'
    assert found(find, f"{headline}</h1>{tags}{text}") == [("blog_utility.labelled", "Tags: Weir Works")]
    topics = f"<h2>Topics</h2>{listed(LINKS[:1] + LINKS[2:])}"
    assert found(find, f"{headline}</h1>{topics}{text}") == []
