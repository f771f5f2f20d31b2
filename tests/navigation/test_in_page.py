from __future__ import annotations

import pytest

from scrapy_maincontent.extraction import extract

URL = "https://docs.example/guide"
PARTS = "".join(f'<h2 id="p{number}">Part {number}</h2><p>{"Dig deep. " * 30}</p>' for number in range(4))
TABLE = '<ul><li><a href="#p0">Soil</a></li><li><a href="#p1">Water</a></li><li><a href="#p2">Light</a></li></ul>'


@pytest.mark.parametrize(
    "word", ["Back to top", "ページの先頭へ", "▲PAGE TOP", "上へ", "Nach oben", "Haut de page", "Volver arriba"]
)
def test_step1_to_the_top(find, word):
    assert find("in_page", f'{PARTS}<p><a href="#">{word}</a></p>', URL) == [("in_page.step1", "top", word)]


def test_step1_alternative_text_of_a_picture(find):
    found = find("in_page", f'{PARTS}<a href="#top"><img src="up.gif" alt="Back to top"></a>', URL)
    assert [(rule, subtype) for rule, subtype, _ in found] == [("in_page.step1", "top")]


@pytest.mark.parametrize(
    "word", ["Skip to content", "本文へ", "Zum Inhalt springen", "Aller au contenu", "Saltar al contenido"]
)
def test_step2_to_the_body_text(find, word):
    assert find("in_page", f'<a href="#p0">{word}</a>{PARTS}', URL) == [("in_page.step2", "body", word)]


def test_step2_also_by_the_whole_address(find):
    assert find("in_page", f'<a href="{URL}#p0">Skip to content</a>{PARTS}', URL)


def test_step2_another_page_is_none(find):
    assert find("in_page", f'<a href="/other#p0">Skip to content</a>{PARTS}', URL) == []


def test_step2_a_list_is_one_region(find):
    skips = '<ul><li><a href="#p0">Skip to content</a></li><li><a href="#p1">Skip to search</a></li></ul>'
    assert [text for _, _, text in find("in_page", skips + PARTS, URL)] == ["Skip to content Skip to search"]


def test_step2_loose_links_are_a_region_each(find):
    skips = '<a href="#p0">Skip to content</a><a href="#p1">Skip to search</a>'
    assert [text for _, _, text in find("in_page", skips + PARTS, URL)] == ["Skip to content", "Skip to search"]


@pytest.mark.parametrize("word", ["Bottom", "ページの末尾へ", "Zum Seitenende", "Bas de page", "Ir al final"])
def test_step3_to_the_end(find, word):
    assert [(rule, subtype) for rule, subtype, _ in find("in_page", f'<a href="#p3">{word}</a>{PARTS}', URL)] == [
        ("in_page.step3", "end")
    ]


def test_step4_table_of_contents(find):
    assert find("in_page", TABLE + PARTS, URL) == [("in_page.step4", "contents", "Soil Water Light")]


def test_step4_nested_table_with_its_heading_is_one_region(find):
    nested = f'<div><p>On this page</p><ul><li><a href="#p3">More</a>{TABLE}</li></ul></div>'
    assert [text for _, _, text in find("in_page", nested + PARTS, URL)] == ["On this page More Soil Water Light"]


def test_step4_two_links_below_a_heading(find):
    table = '<nav><p>目次</p><a href="#p0">土</a> <a href="#p1">水</a></nav>'
    assert [subtype for _, subtype, _ in find("in_page", table + PARTS, URL)] == ["contents"]


def test_step4_targets_by_name(find):
    parts = "".join(f'<a name="n{number}"></a><p>{"Dig deep. " * 30}</p>' for number in range(3))
    table = '<p><a href="#n0">Soil</a> <a href="#n1">Water</a> <a href="#n2">Light</a></p>'
    assert [rule for rule, _, _ in find("in_page", table + parts, URL)] == ["in_page.step4"]


def links(*targets, text="Part"):
    return " ".join(f'<a href="#{target}">{text} {target}</a>' for target in targets)


@pytest.mark.parametrize(
    "body",
    [
        f"<p>{links('x', 'y', 'z')}</p>",
        f"<p>{links('p0', 'p1')}</p>",
        f"<p>{links('p0', 'p0', 'p0')}</p>",
        '<p><a href="/a">On this page</a> <a href="/b">Water</a> <a href="/c">Light</a></p>',
        f'<ul role="tablist"><li>{links("p0", "p1", "p2").replace("<a", "<a role=tab")}</li></ul>',
        f'<div class="carousel">{links("p0", "p1", "p2")}</div>',
        '<p>Roses<sup><a href="#p0">[1]</a><a href="#p1">[2]</a><a href="#p2">[3]</a></sup></p>',
        '<ol class="references">' + '<li><a href="#p0">^ a</a> <a href="#p1">^ b</a> <a href="#p2">^ c</a></li></ol>',
        "".join(f'<h3 id="h{number}"><a href="#h{number}">Soil {number}</a></h3>' for number in range(3)),
        (
            '<p>As we saw for <a href="#p0">soil</a>, for <a href="#p1">water</a> and, much later in this guide, for '
            '<a href="#p2">light</a>, roses want some of each.</p>'
        ),
    ],
    ids=[
        *("no target", "two", "one target", "other pages", "tabs", "carousel", "footnotes", "references"),
        *("heading permalinks", "sentence"),
    ],
)
def test_step4_what_is_no_table(find, body):
    assert find("in_page", body + PARTS, URL) == []


def test_step4_targets_named_by_scripts_go_by_the_headings(find):
    named = TABLE.replace("Soil", "Part 0").replace("Water", "Part 1").replace("Light", "Part 2")
    assert [text for _, _, text in find("in_page", named.replace("#p", "#part-") + PARTS, URL)] == [
        "Part 0 Part 1 Part 2"
    ]
    assert find("in_page", TABLE.replace("#p", "#part-") + PARTS, URL) == []


SECTIONS = "".join(
    f'<h2 id="{name}">{name.title()}</h2><p>Much is said of it.</p>' for name in ("soil", "water", "light")
)


def test_step4_siblings_without_an_element_of_their_own(find):
    table = "".join(f'<p><a href="#{name}">{name.title()}</a></p>' for name in ("soil", "water", "light"))
    body = f'<div><p>A garden begins with <a href="/plan">a plan</a> and a spade.</p>{table}{SECTIONS}</div>'
    assert [(rule, text) for rule, _, text in find("in_page", body)] == [("in_page.step4", "Soil Water Light")]


def test_step4_three_links_of_a_sentence_are_no_table(find):
    links = ", ".join(f'<a href="#{name}">{name}</a>' for name in ("soil", "water", "light"))
    assert find("in_page", f'<p>Every <a href="/bed">bed</a> needs {links}.</p>{SECTIONS}') == []


def test_step4_an_entry_for_the_top_is_part_of_the_table(find):
    entries = "".join(f'<li><a href="#{name}">{name or "Overview"}</a></li>' for name in ("", "soil", "water", "light"))
    assert [text for _, _, text in find("in_page", f"<ul>{entries}</ul>{SECTIONS}")] == ["Overview soil water light"]


def described(item):
    items = (
        item.format(number, name)
        for number, name in enumerate(("Soil of the garden", "Water and its ways", "Light by season"))
    )
    return f"<ol>{''.join(items)}</ol>{PARTS}"


def test_step4_items_that_begin_with_their_link_and_say_more(find):
    body = described('<li><a href="#p{0}">{1}</a> — what it is, where it comes from and how much is enough</li>')
    assert [rule for rule, _, _ in find("in_page", body, URL)] == ["in_page.step4"]


def test_step4_items_with_a_link_in_their_middle_are_no_table(find):
    body = described('<li>Where it comes from, what is enough, see <a href="#p{0}">{1}</a> and do all of that</li>')
    assert find("in_page", body, URL) == []


GUIDE = "https://press.example/guide/gardens.html"
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


def read(body, url=GUIDE):
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
