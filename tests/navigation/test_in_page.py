from __future__ import annotations

import pytest

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.navigation import detect
from scrapy_maincontent.navigation.in_page import purpose_of, toc

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


@pytest.mark.parametrize("word", ["Skip to main content", "Zum Inhalt springen", "Skip footer navigation", "本文へ"])
def test_step2_scripts_may_do_the_rest(find, word):
    assert find("in_page", f'<a class="skip" href="#">{word}</a>{PARTS}', URL) == [("in_page.step2", "body", word)]
    assert find("in_page", f'<a href="#">Read this</a>{PARTS}', URL) == []


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


MENU = '<ul><li><a href="#go">Navigation</a></li><li><a href="#seek">Search</a></li><li><a href="#foot">Footer</a></li></ul>'


def page_with_menu(table=""):
    return (
        f'{MENU}<nav id="go"><a href="/beds">Beds</a></nav><form id="seek"><p>Search the garden</p></form>'
        f'<article>{table}{SOIL}{CLAY}{WATER}{LIGHT}</article><footer id="foot"><p>Press of the club</p></footer>'
    )


def test_a_menu_of_the_pages_parts_is_no_table_of_contents():
    result = read(page_with_menu())
    assert [region.subtype for region in result.regions if region.kind == "in_page"] == ["contents"]
    assert "Good soil" in result.text
    assert result.toc == ()


def test_a_table_of_contents_goes_before_a_longer_menu():
    longer = MENU.replace("</ul>", '<li><a href="#ads">Advertising</a></li></ul>')
    footer = '<aside id="ads"><p>Seeds for sale</p></aside>'
    result = read(page_with_menu(FLAT).replace(MENU, longer) + footer)
    assert [entry["title"] for entry in result.toc] == ["Soil", "Water", "Light"]


def test_links_to_the_authors_below_an_article_are_no_table_of_contents():
    names = ("ann", "wim", "ida")
    links = "".join(f'<li><a href="#{name}">{name.title()} Reed</a></li>' for name in names)
    notes = "".join(f'<div id="{name}"><h3>{name.title()} Reed</h3></div>' for name in names)
    assert read(f"<ul>{links}</ul><article><h1>Beds</h1>{SOIL}{WATER}{LIGHT}</article><aside>{notes}</aside>").toc == ()


@pytest.mark.parametrize(("read_sections", "count", "found"), [(1, 3, False), (2, 10, True), (2, 11, False)])
def test_two_sections_of_a_table_and_a_fifth_hold_main_text(read_page, read_sections, count, found):
    links = "".join(f'<li><a href="#s{n}">Bed {n}</a></li>' for n in range(count))
    parts = "".join(f'<h2 id="s{n}">Bed {n}</h2><p>Dig it.</p>' for n in range(count))
    page = read_page(f"<ul>{links}</ul>{parts}", URL)
    digging = [block for block, text in enumerate(page.texts) if text == "Dig it."][:read_sections]
    main = [block in digging for block in range(len(page.texts))]
    assert len(toc(page, detect(page), main)) == (count if found else 0)


# Both sides of each bound.


def steps(find, body):
    return [rule.removeprefix("in_page.") for rule, _, _ in find("in_page", body + PARTS, URL)]


SKIP = '<a href="#p0">Skip to content</a>'


@pytest.mark.parametrize(("others", "regions"), [(2, ["step2"]), (3, ["step2"] * 3)])
def test_three_of_five_links_of_a_list_are_skip_links(find, others, regions):
    assert steps(find, f"<div>{SKIP * 3}{'<a href=/x>x</a>' * others}</div>") == regions
    assert steps(find, f"<header>{SKIP * 2}</header>") == ["step2"] * 2


@pytest.mark.parametrize(("characters", "regions"), [(120, 1), (121, 2)])
def test_a_list_of_skip_links_has_120_characters_beside_them(find, characters, regions):
    assert len(steps(find, f"<div>{SKIP * 2}<p>{'x' * characters}</p></div>")) == regions


def test_200_links_with_words_are_taken(find):
    assert len(steps(find, f"<p>{SKIP}</p>" * 201)) == 200


@pytest.mark.parametrize(("words", "purpose"), [("Back to top", "top"), ("Skip to content", "body"), ("Mill", "")])
def test_what_a_link_leads_to_by_its_words(words, purpose):
    assert purpose_of(words) == purpose


def table(*targets, tag="div", item="{}"):
    return f"<{tag}>{' '.join(item.format(f'<a href=#{target}>Part {target}</a>') for target in targets)}</{tag}>"


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (table("p0", "p1", "p2"), True),
        (table("p0", "p1"), False),
        (f"<p>On this page</p>{table('p0', 'p1')}", False),
        (f"<div><p>On this page</p>{table('p0', 'p1')}</div>", True),
        (f"<div><p>On this page</p>{table('p0')}</div>", False),
        (f"<div><p>x</p><p>On this page</p>{table('p0', 'p1')}</div>", True),
        (f"<div><p>x</p><p>x</p><p>On this page</p>{table('p0', 'p1')}</div>", False),
        (f"<nav aria-label='On this page'>{table('p0', 'p1')}</nav>", True),
        (f"<nav class=toc>{table('p0', 'p1')}</nav>", True),
        (table("p0", "p1", "p2", "x", "y"), True),
        (table("p0", "p1", "x", "y"), False),
        (table("p0", "p1", "p2", "#"), True),
        (f"<div>{table('p0', 'p1', 'p2')}<a href=/x>x</a></div>", True),
    ],
)
def test_links_of_a_table_and_their_targets(find, body, found):
    assert ("step4" in steps(find, body)) == found


@pytest.mark.parametrize(
    ("tag", "links", "characters", "found"),
    [
        ("div", 3, 120, True),
        ("div", 3, 121, False),
        ("div", 60, 150, True),
        ("div", 60, 151, False),
        ("ul", 20, 150, True),
        ("ul", 20, 151, False),
    ],
)
def test_characters_beside_the_links_of_a_table(find, tag, links, characters, found):
    entries = " ".join(f"<a href=#p{number % 4}>abcde</a>" for number in range(links))
    ((_, _, text),) = find("in_page", f"<{tag}><p>{entries}<p>{'x' * characters}</{tag}>{PARTS}", URL)
    assert text.endswith("x" * characters) == found


@pytest.mark.parametrize(("characters", "found"), [(40, True), (41, False)])
def test_characters_beside_the_first_link_of_a_table(find, characters, found):
    body = f"<div>{'x' * characters} <a href=#p0>Soil</a><p><a href=#p1>Water</a><p><a href=#p2>Light</a></div>"
    assert ("step4" in steps(find, body)) == found


@pytest.mark.parametrize(("characters", "found"), [(10, True), (11, False)])
def test_descriptions_of_a_table_are_five_times_as_long_as_its_links(find, characters, found):
    items = "".join(f"<li><a href=#p{n}>{'w' * 20}</a>{'x' * 100 if n else 'x' * (90 + characters)}" for n in range(3))
    assert ("step4" in steps(find, f"<ol>{items}</ol>")) == found
    assert "step4" not in steps(find, f"<ol>{items}<li>x</ol>")


@pytest.mark.parametrize(("characters", "found"), [(20, True), (21, False)])
def test_a_table_without_an_element_of_its_own_has_20_characters_more(find, characters, found):
    rows = [f"<p><a href=#p{number}>Part</a></p>" for number in range(3)]
    for body in (
        f"{rows[0]}<p>{'x' * characters}</p>{rows[1]}{rows[2]}",
        f"<p>{'x' * characters} {rows[0][3:]}{rows[1]}{rows[2]}",
    ):
        assert ("step4" in steps(find, f"<section><a href=/x>x</a>{body}</section>")) == found


@pytest.mark.parametrize(
    ("before", "behind", "found"),
    [
        ("<sup>", "</sup>", False),
        ("<h3>", "</h3>", False),
        ("<h3><b><i>", "</i></b></h3>", False),
        ("<h3><b><i><u>", "</u></i></b></h3>", True),
        ("<b role=tab>", "</b>", True),
        ("<b class=footnotes>", "</b>", False),
    ],
)
def test_what_stands_around_the_links_of_a_table(find, before, behind, found):
    assert ("step4" in steps(find, table("p0", "p1", "p2", item=f"{before}{{}}{behind}"))) == found


@pytest.mark.parametrize("attribute", ["role=tab", "role=button", "aria-controls=x", "onclick=x", "data-toggle=x"])
def test_switches_are_no_entries(find, attribute):
    assert "step4" not in steps(find, table("p0", "p1", "p2").replace("<a ", f"<a {attribute} "))


@pytest.mark.parametrize(("panel", "found"), [("role=tabpanel", False), ("class=tabs", False), ("title=x", True)])
def test_tabs_lead_to_panels(find, panel, found):
    panels = "".join(f"<div id=t{number} {panel}>{'Dig deep. ' * 9}</div>" for number in range(3))
    assert ("step4" in steps(find, table("t0", "t1", "t2").replace("<div", "<div class=tabs") + panels)) == found


def test_an_entry_is_as_deep_as_the_lists_around_it():
    deep = FLAT.replace('<a href="#water">Water</a>', '<div><ol><li><a href="#water">Water</a></ol></div>')
    assert [(title, level) for title, level, _ in sections(read(f"<article>{deep}{SOIL}{WATER}{LIGHT}</article>"))] == [
        ("Soil", 1),
        ("Water", 2),
        ("Light", 1),
    ]


@pytest.mark.parametrize(("apart", "level"), [(18, 2), (19, 1)])
def test_the_heading_of_a_place_is_looked_for_in_20_elements(apart, level):
    place = f"<div id='water'>{'<i></i>' * apart}<h3>Water</h3><p>Water early.</p></div>"
    found = sections(read(f"<article>{FLAT}{SOIL}{place}{LIGHT}</article>"))
    assert [(title, found_level) for title, found_level, _ in found][1] == ("Water", level)


def test_two_entries_on_the_page_are_a_table():
    assert len(read(f"<article>{FLAT}{SOIL}{WATER}</article>").toc) == 2
    assert read(f"<article>{FLAT}{SOIL}</article>").toc == ()


def test_sections_end_where_the_next_one_of_their_rank_begins():
    names = {"soil": 2, "clay": 3, "loess": 4, "loam": 3, "water": 2}
    flat = "".join(f'<li><a href="#{name}">{name}</a></li>' for name in names)
    parts = "".join(f"<h{rank} id={name}>{name}</h{rank}><p>Much is said of it.</p>" for name, rank in names.items())
    found = sections(read(f"<article><ul>{flat}</ul>{parts}</article>"))
    assert [(title, level, len(texts)) for title, level, texts in found] == [
        ("soil", 1, 8),
        ("clay", 2, 4),
        ("loess", 3, 2),
        ("loam", 2, 2),
        ("water", 1, 2),
    ]
