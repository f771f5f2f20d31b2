from __future__ import annotations

import pytest

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
