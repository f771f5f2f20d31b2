from __future__ import annotations

import pytest

from scrapy_maincontent.extraction import extract

URL = "https://press.example/guide/gardens.html"
SOIL = "<h2 id='soil'>Soil</h2><p>Good soil is dark and crumbles in the hand.</p>"
CLAY = "<h3 id='clay'>Clay</h3><p>Clay holds water for weeks and bakes hard in July.</p>"
WATER = "<h2 id='water'>Water</h2><p>Water early, before the sun is on the beds.</p>"
LIGHT = "<h2 id='light'>Light</h2><p>Six hours a day is enough for most vegetables.</p>"
FLAT = (
    '<ul><li><a href="#soil">Soil</a></li><li><a href="#water">Water</a></li><li><a href="#light">Light</a></li></ul>'
)
NESTED = (
    '<ul><li><a href="#soil">Soil</a><ul><li><a href="#clay">Clay</a></li></ul></li>'
    '<li><a href="#water">Water</a></li><li><a href="#light">Light</a></li></ul>'
)


def read(body, url=URL):
    return extract(f"<!DOCTYPE html><html><body>{body}</body></html>", url)


def sections(result):
    """Return (title, level, the texts that the entry leads to)."""
    texts = [block.text for block in result.text_blocks]
    return [(entry["title"], entry["level"], texts[slice(*entry["blocks"])]) for entry in result.toc]


def test_entries_lead_to_their_sections():
    result = read(f"<article>{FLAT}{SOIL}{WATER}{LIGHT}</article><footer><p>Press of the garden club</p></footer>")
    assert sections(result) == [
        ("Soil", 1, ["Soil", "Good soil is dark and crumbles in the hand."]),
        ("Water", 1, ["Water", "Water early, before the sun is on the beds."]),
        ("Light", 1, ["Light", "Six hours a day is enough for most vegetables."]),
    ]
    assert [entry["anchor"] for entry in result.toc] == ["soil", "water", "light"]
    assert result.as_dict()["toc"][0] == {"title": "Soil", "anchor": "soil", "level": 1, "blocks": [3, 5]}


def test_a_section_holds_those_nested_in_it():
    result = read(f"<article>{NESTED}{SOIL}{CLAY}{WATER}{LIGHT}</article>")
    assert [(title, level, len(texts)) for title, level, texts in sections(result)] == [
        ("Soil", 1, 4),
        ("Clay", 2, 2),
        ("Water", 1, 2),
        ("Light", 1, 2),
    ]


def test_in_a_flat_list_the_headings_tell_the_levels():
    flat = FLAT.replace('<li><a href="#water">', '<li><a href="#clay">Clay</a></li><li><a href="#water">')
    result = read(f"<article>{flat}{SOIL}{CLAY}{WATER}{LIGHT}</article>")
    assert [(title, level) for title, level, _ in sections(result)] == [
        ("Soil", 1),
        ("Clay", 2),
        ("Water", 1),
        ("Light", 1),
    ]


def test_the_last_section_ends_at_the_next_heading_of_its_rank():
    comments = "<h2>Comments</h2><p>I water in the evening.</p>"
    result = read(f"<div>{FLAT}{SOIL}{WATER}{LIGHT}{comments}</div>")
    assert sections(result)[-1][2] == ["Light", "Six hours a day is enough for most vegetables."]


def test_places_may_be_sections_or_empty_anchors():
    body = (
        f'<article>{FLAT}<section id="soil"><h2>Soil</h2><p>Dark soil crumbles.</p></section><a name="water"></a>'
        '<h2>Water</h2><p>Water early.</p><section id="light"><h2>Light</h2><p>Six hours a day.</p></section>'
        "<p>Written by the club.</p></article>"
    )
    assert [texts for _, _, texts in sections(read(body))] == [
        ["Soil", "Dark soil crumbles."],
        ["Water", "Water early."],
        ["Light", "Six hours a day."],
    ]


def test_entries_without_a_place_on_the_page_are_left_out():
    result = read(f"<article>{NESTED}{SOIL}{WATER}{LIGHT}</article>")
    assert [title for title, _, _ in sections(result)] == ["Soil", "Water", "Light"]


def test_escaped_fragments_lead_to_their_ids():
    table = '<div class="toc"><p>目次</p><ol><li><a href="#%E5%9C%9F">土</a></li><li><a href="#%E6%B0%B4">水</a></li></ol></div>'
    result = read(f'{table}<h2 id="土">土</h2><p>土は黒い。</p><h2 id="水">水</h2><p>朝に水をやる。</p>')
    assert sections(result) == [("土", 1, ["土", "土は黒い。"]), ("水", 1, ["水", "朝に水をやる。"])]


def test_of_two_copies_the_first_counts():
    result = read(f"<nav>{FLAT}</nav><article>{SOIL}{WATER}{LIGHT}</article><nav>{FLAT}</nav>")
    assert [title for title, _, _ in sections(result)] == ["Soil", "Water", "Light"]


@pytest.mark.parametrize(
    "links",
    [
        '<a href="#main">Skip to content</a><a href="#top">Back to top</a>',
        '<ul><li><a href="/soil">Soil</a></li><li><a href="/water">Water</a></li><li><a href="/light">Light</a></li></ul>',
        "",
    ],
)
def test_pages_without_a_table_have_none(links):
    assert read(f'{links}<main id="main">{SOIL}{WATER}{LIGHT}</main>').toc == ()
