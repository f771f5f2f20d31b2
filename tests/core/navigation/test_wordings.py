"""Navigation by its words alone, in twelve languages: no class, no id, no role, no address that tells anything."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from scrapy_maincontent.words import phrases
from scrapy_maincontent.words.phrases import SENSES

WORDINGS = tomllib.loads(Path(__file__).with_name("wordings.toml").read_text("utf-8"))
LANGUAGES = sorted(WORDINGS)
MEANINGS = {
    "lead": phrases.LEAD,
    "home": phrases.HOME,
    "label": phrases.TRAIL_LABEL,
    "footer": phrases.LEGAL | phrases.ABOUT,
    "body": phrases.BODY,
    "top": phrases.TOP,
    "end": phrases.END,
    "contents": phrases.CONTENTS,
}
URL = "https://paper.example/a/b.html"
PROSE = "<p>" + "The river rose by the width of a hand. " * 20 + "</p>"


def each(list_name):
    return [(language, wording) for language in LANGUAGES for wording in WORDINGS[language][list_name]]


def link(number, text):
    return f'<a href="/{number}">{text}</a>'


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("list_name", MEANINGS)
def test_every_wording_says_what_it_is(language, list_name):
    wordings = WORDINGS[language][list_name]
    assert [wording for wording in wordings if not SENSES[wording] & MEANINGS[list_name]] == []


@pytest.mark.parametrize(("language", "lead"), each("lead"))
def test_trails_by_their_leading_words(find, language, lead):
    found = find("breadcrumb", f"<div>{lead} {link(1, 'A')} {link(2, 'B')} C</div>{PROSE}", URL)
    assert [(rule, text) for rule, _, text in found] == [("breadcrumb.step2", f"{lead} A B C")]


@pytest.mark.parametrize(("language", "home"), each("home"))
def test_trails_by_the_name_of_the_home_page(find, language, home):
    found = find("breadcrumb", f"<div>{link('start', home)} » {link(2, 'B')} » C</div>{PROSE}", URL)
    assert [(rule, text) for rule, _, text in found] == [("breadcrumb.step3", f"{home} » B » C")]


@pytest.mark.parametrize(("language", "label"), each("label"))
def test_trails_by_their_labels(find, language, label):
    found = find("breadcrumb", f'<nav aria-label="{label}">{link(1, "A")} {link(2, "B")}</nav>{PROSE}', URL)
    assert [(rule, text) for rule, _, text in found] == [("breadcrumb.labelled", "A B")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_footers_by_their_links(find, language):
    wordings = WORDINGS[language]["footer"]
    items = "".join(f"<li>{link(number, text)}</li>" for number, text in enumerate(wordings))
    menu = f"<ul><li>{link('m1', 'River')}</li><li>{link('m2', 'Boats')}</li><li>{link('m3', 'Mills')}</li></ul>"
    found = find("site_info", f"{menu}{PROSE * 5}<ul>{items}</ul>", URL)
    assert [(rule, place, text.split()) for rule, place, text in found] == [
        ("site_info.pair", "footer", " ".join(wordings).split())
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_two_neighbours_in_a_footer_are_enough(find, language):
    wordings = WORDINGS[language]["footer"]
    for number, text in enumerate(wordings[1:]):
        pair = f"{link(1, wordings[number])} | {link(2, text)}"
        assert len(find("site_info", f"{PROSE}<div>{pair}</div>", URL)) == 1, pair


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("list_name", "rule"), [("top", "step1"), ("body", "step2"), ("end", "step3")])
def test_links_within_the_page(find, language, list_name, rule):
    for wording in WORDINGS[language][list_name]:
        found = find("in_page", f'<a href="#x7">{wording}</a>{PROSE}', URL)
        assert found == [(f"in_page.{rule}", list_name, wording)]


@pytest.mark.parametrize(("language", "heading"), each("contents"))
def test_two_links_are_a_table_of_contents_below_its_heading(find, language, heading):
    sections = f"<h2>Alpha</h2>{PROSE}<h2>Beta</h2>{PROSE}"
    table = '<p><a href="#x1">Alpha</a></p><p><a href="#x2">Beta</a></p>'
    found = find("in_page", f"<div><p>{heading}</p>{table}</div>{sections}", URL)
    assert [(rule, subtype) for rule, subtype, _ in found] == [("in_page.step4", "contents")]
    assert find("in_page", f"<div><p>Omega</p>{table}</div>{sections}", URL) == []


@pytest.mark.parametrize("language", ["de", "es", "fr", "it", "nl", "pl", "pt"])
def test_accents_may_be_left_out(language):
    plain = str.maketrans("áàâäãąçćéèêëęíîïłñńóôöõòśúûüùźż", "aaaaaacceeeeeiiilnnooooosuuuuzz")
    wordings = [
        wording for wording in WORDINGS[language]["footer"] if wording.lower() != wording.lower().translate(plain)
    ]
    assert wordings or language == "nl"
    assert [text for text in wordings if not SENSES[text.lower().translate(plain)] & MEANINGS["footer"]] == []
