"""The measures of Fujita et al. on outcomes and pages small enough to be counted by hand."""

from __future__ import annotations

from math import exp, log

import numpy as np
import pytest

from benchmarks.papers import figures
from benchmarks.papers.fujita import (
    PAIRS,
    PAPER_PAIR,
    SOFT,
    STEPS,
    Change,
    Outcome,
    PageOutcomes,
    Reference,
    Structure,
    above_baseline,
    as_text,
    best,
    best_pair,
    beyond,
    change,
    changes,
    cross_validate,
    heat_maps,
    moved,
    structure,
)
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage, CorpusError
from scrapy_maincontent.lab.training import learner
from scrapy_maincontent.papers.fujita import Thresholds, label, load
from scrapy_maincontent.progress import silent

STORIES = [
    "Engines were replaced during nine weeks ashore, and the captain expects punctual departures from Friday on.",
    "Volunteers used eighty litres of red enamel; scaffolding disappears on Friday, so the lamp can be lit again.",
    "Two barges carried silt past both breakwaters, hence larger trawlers can moor again at the northern quay.",
    "Its first hall shows knots, charts and lanterns, and children enter without paying until the end of May.",
]
REFERENCE = " ".join(STORIES)
MENU = "<div><p><a href=/>Home</a></p><p><a href=/n>News</a></p><p><a href=/l>Log in</a></p></div>"
FOOTER = "<div><p>Copyright Ferry Courier</p><p><a href=/i>Imprint</a></p></div>"
BASELINE = Outcome("old", (0.5, 0.8))


def annotated(tmp_path, number, html, reference=REFERENCE):
    path = tmp_path / f"{number}.html"
    path.write_text(html, "utf-8")
    host = f"ferry{number}.example"
    return AnnotatedPage(str(number), f"https://{host}/", path, "utf-8", "article", host, "", reference)


@pytest.fixture
def corpus(tmp_path):
    """Six pages of six domains: a menu, four stories and a footer; on the first page a short line among them."""
    pages = []
    for number in range(6):
        lines = [*STORIES[:2], *(["Now."] if number == 0 else []), *STORIES[2:]]
        paragraphs = "".join(f"<p>{line}</p>" for line in lines)
        html = f"<body>{MENU}<div>{paragraphs}</div>{FOOTER}</body>"
        pages.append(annotated(tmp_path, number, html, " ".join(lines)))
    return pages


def outcome_of(gains, pages=2):
    """Return pages, of which one has other scores than the baseline: by so much for each pair, none elsewhere."""
    found = []
    for number in range(pages):
        page = PageOutcomes(None, BASELINE, dict.fromkeys(PAIRS, BASELINE), dict.fromkeys(PAIRS, BASELINE))
        for pair, (bleu, rouge) in gains.items() if number == 0 else ():
            page.proposed[pair] = Outcome("new", (0.5 + bleu, 0.8 + rouge))
        found.append(page)
    return found


def test_only_pages_that_differ_count_beside_the_brackets():
    row = change(outcome_of({(70, 40): (0.1, -0.2)}, pages=4), (70, 40))
    assert (row.pages, row.baseline, row.baseline_all) == (1, (0.5, 0.8), pytest.approx((0.5, 0.8)))
    assert row.proposed == pytest.approx((0.6, 0.6))
    assert row.proposed_all == pytest.approx((0.525, 0.75))
    assert row.relative == pytest.approx((0.2, -0.25))


def test_where_no_page_differs_nothing_changes():
    row = change(outcome_of({}), (70, 40))
    assert (row.pages, row.relative) == (0, (0.0, 0.0))
    assert row.proposed_all == row.baseline_all


def test_the_best_pairs_are_above_the_baseline_in_both_measures():
    gains = {
        (10, 10): (-0.01, 0.2),
        (20, 10): (0.01, 0.02),
        (30, 10): (0.02, 0.05),
        (40, 10): (0.01, 0.08),
        (50, 10): (0.001, 0.001),
    }
    made = changes(outcome_of(gains)).values()
    assert {row.pair for row in above_baseline(made)} == set(gains) - {(10, 10)}
    assert [row.pair for row in best(made)] == [(40, 10), (30, 10), (20, 10)]
    assert best_pair(outcome_of(gains)) == (40, 10)


def test_others_follow_where_fewer_than_three_are_above():
    gains = {(10, 10): (-0.01, 0.2), (20, 10): (0.01, 0.02)}
    assert [row.pair for row in best(changes(outcome_of(gains)).values())][:2] == [(20, 10), (10, 10)]


def test_the_papers_three_stand_in_the_papers_order():
    """Table 1 of the paper."""
    three = [
        Change((80, 40), 521, (0.771, 0.936), (0.775, 0.939), (0, 0), (0, 0)),
        Change((70, 50), 639, (0.780, 0.932), (0.7801, 0.941), (0, 0), (0, 0)),
        Change((70, 40), 618, (0.776, 0.931), (0.7761, 0.946), (0, 0), (0, 0)),
    ]
    assert [row.pair for row in best(three)] == [(70, 40), (70, 50), (80, 40)]


def test_heat_maps_have_a_row_for_each_upper_threshold():
    maps = heat_maps(changes(outcome_of({(90, 10): (0.1, 0.08), (10, 90): (-0.05, 0)})))
    assert list(maps) == ["BLEU", "ROUGE"]
    expected = np.zeros((9, 9))
    expected[8, 0], expected[0, 8] = 0.2, -0.1
    assert np.allclose(maps["BLEU"], expected)
    assert maps["ROUGE"][8, 0] == pytest.approx(0.1)


def test_all_pairs_of_the_paper_are_tried():
    assert len(PAIRS) == 81
    assert (STEPS[0], STEPS[-1]) == (10, 90)
    assert PAPER_PAIR == (70, 40)


def test_the_second_evaluation_finds_what_the_baseline_loses(corpus):
    """A CRF that was trained on no short line among stories; its five neighbours vote for it."""
    found = cross_validate(corpus, 3, silent)
    assert [page.page for page in found] == corpus
    first, *others = found
    assert "Now." not in first.baseline.text
    assert "Now." in first.proposed[60, 10].text
    assert first.proposed[60, 10].scores[1] > first.baseline.scores[1]
    for page in others:
        assert STORIES[0] in page.baseline.text
        assert page.proposed[60, 10] == page.baseline


def test_texts_are_those_of_the_method(corpus, tmp_path):
    paper = learner.fujita(Thresholds(*PAPER_PAIR))
    path = tmp_path / "fold.npz"
    paper.write(paper.fit([paper.rows(page) for page in corpus[1:]], "fold", 0), path)
    model = load(path)
    (found,) = [page for page in cross_validate(corpus, 6, silent) if page.page is corpus[0]]
    page = read_page(corpus[0].html(), corpus[0].url, encoding="utf-8")
    main = [text for text, own in zip(page.texts, label(page, model).labels, strict=True) if own == "main"]
    assert found.proposed[PAPER_PAIR].text.split() == " ".join(main).split()


def test_pages_without_a_reference_are_left_out_and_empty_ones_score_nothing(corpus, tmp_path):
    corpus.append(annotated(tmp_path, 7, f"<body>{MENU}</body>", ""))
    corpus.append(annotated(tmp_path, 8, ""))
    found = cross_validate(corpus, 3, silent)
    assert [page.page.id for page in found] == ["0", "1", "2", "3", "4", "5", "8"]
    assert {found[-1].baseline, *found[-1].proposed.values(), *found[-1].printed.values()} == {Outcome("", (0.0, 0.0))}


def test_a_fold_has_the_thresholds_that_are_best_on_the_others(tmp_path):
    """On the page of the first fold another pair is right than on the two others."""
    page = annotated(tmp_path, 0, "<p>Ferry")
    found = []
    for fold in range(3):
        wrong, right = Outcome(f"Home {STORIES[0]}", (0.5, 0.5)), Outcome(REFERENCE, (1.0, 1.0))
        made = PageOutcomes(page, wrong, dict.fromkeys(PAIRS, wrong), {}, dict.fromkeys(SOFT, wrong), fold)
        made.proposed[30, 10] = right if fold else wrong
        made.proposed[80, 10] = wrong if fold else right
        made.soft[SOFT[5]] = right
        found.append(made)
    f1 = {name: means["f1"] for name, means in beyond(found).items()}
    wrong = f1["baseline"]
    assert 0 < wrong < 0.5
    assert f1["0.7, 0.4 (paper)"] == pytest.approx(wrong)
    assert f1["pair learnt on the other folds"] == pytest.approx((wrong + 1 + 1) / 3)
    assert f1["soft, learnt on the other folds"] == 1


def test_pages_of_another_corpus_are_trained_on_and_not_scored(corpus):
    assert [page.page.id for page in cross_validate(corpus[:2], 2, silent, others=[corpus[2:]])] == ["0", "1"]


def test_more_folds_than_domains_are_refused(corpus):
    with pytest.raises(CorpusError, match="folds"):
        cross_validate(corpus, 7, silent)


def test_the_tables_name_what_they_show(corpus):
    text = as_text(cross_validate(corpus, 3, silent))
    for part in ("Table 1: 6 pages", "Figure 3 as printed", "Table 2"):
        assert part in text
    for kind in Structure:
        assert f"\n{kind} " in text


NESTED = "<table><tr><td><table><tr><td>{}</td></tr></table></td></tr></table>"
PAGES = {
    Structure.NESTED_TABLES: NESTED,
    Structure.LISTS: "<div><div><div><ul><li>{}</li></ul></div></div></div>",
    Structure.SHALLOW: "<div><h2>{}</h2></div>",
    Structure.OTHER: "<div><div><p>{}</p></div></div>",
}


@pytest.mark.parametrize("kind", list(Structure))
def test_how_the_main_content_is_laid_out(tmp_path, kind):
    """What else is on the page does not count."""
    others = "".join(layout.format("Ferry Courier since 1908") for layout in PAGES.values())
    html = f"<body>{others}{PAGES[kind].format(' '.join(STORIES))}</body>"
    assert structure(annotated(tmp_path, 1, html)) is kind


def test_a_simple_table_and_an_empty_page_are_no_special_structure(tmp_path):
    table = f"<div><table><tr><td><p>{' '.join(STORIES)}</p></table></div>"
    assert structure(annotated(tmp_path, 1, f"<body>{table}</body>")) is Structure.OTHER
    assert structure(annotated(tmp_path, 2, "")) is Structure.OTHER


def test_pages_that_move_are_counted_by_structure(tmp_path):
    html = f"<body>{PAGES[Structure.LISTS].format(' '.join(STORIES))}</body>"
    found = []
    for number, rouge in enumerate((0.4, 0.9, 0.41, 0.05)):
        page = PageOutcomes(annotated(tmp_path, number, html), Outcome("old", (0.5, 0.45)))
        page.proposed[70, 40] = Outcome("new", (0.5, rouge))
        found.append(page)
    assert moved(found, (70, 40)) == {(Structure.LISTS, "up"): 1, (Structure.LISTS, "down"): 1}


def measured(text, reference):
    return pytest.approx(Reference(reference).measure(text))


def test_bleu_by_hand():
    """Of a b c d e the reference has a b c, b c and d e: 5 units, 3 bigrams, 1 trigram, no 4-gram but one of a b c d."""
    text, reference = "a b c d e", "a b c d x e"
    precisions = 5 / 5, 3 / 4, 2 / 3, 1 / 2
    bleu = exp(sum(log(value) for value in precisions) / 4)
    assert measured(text, reference) == (bleu, 3 / 5)


def test_what_is_there_twice_counts_as_often_as_the_reference_has_it():
    bleu, rouge = Reference("a b c d").measure("a b c d a b c d")
    assert rouge == 1
    assert bleu == pytest.approx(exp(sum(map(log, (4 / 8, 3 / 7, 2 / 6, 1 / 5))) / 4))


def test_brevity_costs_no_bleu():
    """BP = 1: recall is ROUGE's matter."""
    assert measured("a b c d", "a b c d e f g h") == (1, 3 / 7)


def test_the_same_text():
    assert measured("One two three four five.", "one two three four FIVE") == (1, 1)
    assert measured("今日は晴れ", "今日は 晴れ。") == (1, 1)


def test_nothing_in_common_and_nothing_at_all():
    assert measured("a b c d", "e f g h") == (0, 0)
    assert measured("", "e f g h") == (0, 0)
    assert measured("a b", "") == (0, 0)


def test_texts_shorter_than_four_units():
    assert measured("a b", "a b c") == (1, 1 / 2)
    assert measured("a", "a") == (1, 1)


MAP_STEPS = ("0.1", "0.2", "0.3")


def draw(path, values):
    figures.heat_maps({"BLEU": values, "ROUGE": -values}, MAP_STEPS, MAP_STEPS, ("upper", "lower"), path)
    return path.read_bytes()


@pytest.mark.slow
def test_a_picture_is_a_png_and_the_same_every_time(tmp_path):
    pytest.importorskip("matplotlib", reason="pictures need the extra figures")
    values = np.linspace(-0.1, 0.1, 9).reshape(3, 3)
    first = draw(tmp_path / "a.png", values)
    assert first.startswith(b"\x89PNG")
    assert draw(tmp_path / "b.png", values) == first
    assert draw(tmp_path / "c.png", values / 2) != first


@pytest.mark.slow
def test_maps_without_any_change_are_drawn(tmp_path):
    pytest.importorskip("matplotlib", reason="pictures need the extra figures")
    assert draw(tmp_path / "a.png", np.zeros((3, 3)))
