from __future__ import annotations

import numpy as np
import pytest
from core_pages import parsed
from growth import check_linear

from scrapy_maincontent.blocks import Findings
from scrapy_maincontent.extraction import extract
from scrapy_maincontent.methods.places import name_places, places, with_places
from scrapy_maincontent.page import Kind, Label


def found_in(drawing, scores, kind=Kind.PAGING):
    page, blocks, regions = parsed(drawing, kind)
    findings = Findings(page, regions)
    findings.segments = blocks
    scores = np.array(scores)
    found = places(findings, scores)
    return findings, found, with_places(scores, findings, found)


def odds(score):
    return np.log(score / (1 - score))


def test_placement_adds_and_takes_half_a_log_odd_and_a_region_is_out():
    _, found, after = found_in("X: a | Y: b | [0 n 0] | Z: c", [0.6, 0.7, 0.4, 0.2])
    assert after[0] == 0.6
    assert odds(after[1]) - odds(0.7) == pytest.approx(0.5)
    assert after[2] == 0
    assert odds(after[3]) - odds(0.2) == pytest.approx(-0.5)
    assert {item.rule: item.label for item in found.evidence.values()} == {
        "paging.II.before": Label.MAIN,
        "paging.region": Label.OTHER,
        "paging.II.after": Label.OTHER,
    }


@pytest.mark.parametrize("score", [0.0, 1.0])
def test_what_is_certain_stays_certain(score):
    assert found_in("X: a | [0 n 0] | Z: c", [score, score / 9, score / 9])[2][0] == score


def test_a_certain_region_among_certain_texts_is_out():
    assert found_in("X: a | [0 n 0] | Z: c", [1.0, 1.0, 1.0])[2].tolist() == [1, 0, 1]


def test_a_rule_that_would_take_half_of_the_expected_words_is_not_believed():
    drawing = "X: a b | [0 n 0] | Z: c d"
    _, found, after = found_in(drawing, [0.5, 0.5, 0.1, 0.5, 0.4])
    assert after[3] < 0.5
    _, found, after = found_in(drawing, [0.4, 0.4, 0.1, 0.5, 0.5])
    assert after[3] == 0.5
    assert {item.rule for item in found.evidence.values()} == {"paging.region", "paging.II.before"}


@pytest.mark.parametrize("kind", [Kind.BREADCRUMB, Kind.PAGING, Kind.SITE_INFO])
def test_a_region_that_would_take_half_of_the_expected_words_stays(kind):
    assert found_in("X: a b | [0 n 0] | Z: c", [0.4, 0.3, 0.3, 0.1], kind)[2][2] == 0
    assert found_in("X: a b | [0 n 0] | Z: c", [0.2, 0.2, 0.6, 0.1], kind)[2][2] == 0.6


@pytest.mark.parametrize("kind", [Kind.BLOG_UTILITY, Kind.IN_PAGE])
def test_lines_about_entries_and_contents_are_only_less_likely(kind):
    after = found_in("X: a b | [0 n 0] | Z: c", [0.8, 0.8, 0.4, 0.1], kind)[2]
    assert odds(after[2]) - odds(0.4) == pytest.approx(-0.5)


def test_without_regions_nothing_changes():
    findings, found, after = found_in("X: a | Y: b", [0.6, 0.7])
    assert (found.covered, found.evidence) == ({}, {})
    assert after.tolist() == [0.6, 0.7]
    assert "segments" not in vars(Findings(findings.page, []))


def test_reasons_name_region_and_rule():
    findings, found, _ = found_in("X: a | [0 n 0] | Z: c", [0.9, 0.4, 0.2])
    reasons = ["m: its words"] * 3
    name_places(reasons, findings, found, [0], "m")
    assert reasons == [
        "m: its words (placement: paging.II.before)",
        "m: it is navigation (region: drawn)",
        "m: its words (placement: paging.II.after)",
    ]
    reasons = ["m: its words"] * 3
    name_places(reasons, findings, found, [2], "m")
    assert reasons[0] == reasons[2] == "m: its words"


STORIES = {
    "en": (
        "Home", "News", "Next page", "Imprint", "Privacy policy",
        "The village bought its old mill for a song, and forty people spent three summers on its roof and its wheel.",
        "On the first Sunday of May its doors open to everybody who likes to look in, and there will be fresh bread.",
    ),
    "de": (
        "Startseite", "Nachrichten", "Nächste Seite", "Impressum", "Datenschutz",
        "Das Dorf hat seine alte Mühle gekauft, und vierzig Leute haben drei Sommer lang an Dach und Rad gearbeitet.",
        "Am ersten Sonntag im Mai stehen die Türen allen offen, die hineinschauen wollen, und es gibt frisches Brot.",
    ),
    "fr": (
        "Accueil", "Actualités", "Page suivante", "Mentions légales", "Politique de confidentialité",
        "Le village a acheté son vieux moulin, et quarante habitants ont passé trois étés sur le toit et sur la roue.",
        "Le premier dimanche de mai, les portes s'ouvrent à tous ceux qui veulent entrer, et il y aura du pain frais.",
    ),
    "ja": (
        "ホーム", "ニュース", "次のページ", "会社概要", "プライバシーポリシー",
        "村は古い水車小屋を買い取り、四十人の住民が三度の夏をかけて屋根と水車を直したと、管理人は話している。",
        "五月の最初の日曜日には、中を見たい人のために扉が開かれ、焼きたてのパンも用意されるという知らせが届いた。",
    ),
}  # fmt: skip
FRAMES = {
    "lists": """<div id="top"><ul class="breadcrumb"><li><a href="/">{0}</a></li><li><a href="/n/">{1}</a></li></ul></div>
<article><h1>7</h1><p>{5}</p><p>{6}</p></article><div class="pager"><a href="/n/7?page=2" rel="next">{2}</a></div>
<footer><a href="/about">{3}</a> <a href="/privacy">{4}</a></footer>""",
    "one cell": """<table><tr><td><p class="breadcrumb"><a href="/">{0}</a> &gt; <a href="/n/">{1}</a></p><h1>7</h1><p>{5}</p><p>{6}</p>
<p class="pagination"><a rel="next" href="/n/7?page=2">{2}</a></p><div id="footer"><a href="/about">{3}</a> | <a href="/privacy">{4}</a></div></td></tr></table>""",
}


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("language", STORIES)
def test_the_text_of_a_page_has_no_navigation_and_says_why(language, frame):
    words = STORIES[language]
    result = extract(FRAMES[frame].format(*words), "https://mill.example/n/7")
    assert words[5] in result.text
    assert words[6] in result.text
    for part in words[:5]:
        assert part not in result.text
    reasons = {block.text: block.reason for block in result.text_blocks}
    assert any("(region: breadcrumb." in reason for reason in reasons.values())
    assert any("(placement: " in reason or "(region: " in reason for reason in reasons.values())


def test_the_time_grows_with_the_page():
    def make(count):
        page, blocks, regions = parsed(" | ".join(f"X: a b [{number} n {number}]" for number in range(count)))
        findings = Findings(page, regions)
        findings.segments = blocks
        return findings

    check_linear(make, lambda findings: places(findings, np.full(len(findings.page.texts), 0.5)))
