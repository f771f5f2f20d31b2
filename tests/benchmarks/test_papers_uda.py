"""The tables of Uda et al. on pages whose blocks can be counted by hand.

A page has three blocks that are not main: a masthead, a trail and an offer; and stories, which are. With fewer than 40
blocks the tree has one leaf: where more blocks are stories it calls every block main, else none.
"""

from __future__ import annotations

import pytest

from benchmarks.papers import Corpora
from benchmarks.papers.uda import (
    ALL,
    BEST,
    COMBINATIONS,
    MAIN_CONFIGURATIONS,
    PRINTED,
    PRIOR,
    SINGLE,
    Study,
    name_of,
    paper_table,
    rules_table,
    tables,
    text_table,
)
from scrapy_maincontent.blocks.placement import RULES
from scrapy_maincontent.lab.corpus import Counts
from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage, CorpusError
from scrapy_maincontent.page import Kind
from scrapy_maincontent.papers.uda import Configuration
from scrapy_maincontent.progress import silent

pytest.importorskip("sklearn", reason="the tables need the extra train")

MASTHEAD = "<div><p>Ferry Courier</p><p>Founded beside quay seven</p></div>"
TRAIL = '<ol class="breadcrumb"><li><a href="/">Home</a></li><li><a href="/news/">News</a></li><li>Crossing</li></ol>'
STORIES = [
    ("Sailings resume", "Engines were replaced during nine weeks ashore.", "Captain Moor expects punctual departures."),
    ("Lighthouse repainted", "Volunteers used eighty litres of red enamel.", "Scaffolding disappears on Friday."),
    ("Harbour dredged", "Two barges carried silt past both breakwaters.", "Larger trawlers can moor again."),
    ("Museum opens", "Its first hall shows knots, charts and lanterns.", "Children enter without paying."),
]
OFFER = "<div><p>Subscribe today</p><p>Ten issues free</p></div>"
MASTHEAD_WORDS, TRAIL_WORDS, OFFER_WORDS, STORY_WORDS = 6, 3, 5, 14
OTHER_WORDS = MASTHEAD_WORDS + TRAIL_WORDS + OFFER_WORDS
PAGES = 2


def markup(stories, inside=""):
    divs = "".join(
        f"<div>{inside}<h{min(number, 2)}>{title}</h{min(number, 2)}><p>{first}</p><p>{second}</p></div>"
        for number, (title, first, second) in enumerate(stories, 1)
    )
    return f"<html><body>{MASTHEAD}{'' if inside else TRAIL}{divs}{OFFER}</body></html>"


@pytest.fixture
def corpus(tmp_path):
    """Return pages with so many stories, each of its own domain."""

    def write(count, html=None, pages=PAGES):
        reference = "\n".join(" ".join(story) for story in STORIES[:count])
        found = []
        for number in range(pages):
            path = tmp_path / f"{number}.html"
            path.write_text(html or markup(STORIES[:count]), "utf-8")
            url = f"https://ferry{number}.example/news/crossing"
            found.append(AnnotatedPage(str(number), url, path, "utf-8", "", f"ferry{number}.example", "", reference))
        return found

    return write


def studied(pages, *compared):
    return Study.of(pages, compared, 2, silent)


def outcome_of(pages, configuration, **test):
    return studied(pages, configuration).outcome(configuration, **test)


def times(counts):
    return tuple(PAGES * count for count in counts)


def of(counts):
    return (counts.hits, counts.wrong, counts.missed)


def test_one_story_the_prior_method_calls_every_block_other(corpus):
    outcome = outcome_of(corpus(1), PRIOR)
    assert of(outcome.blocks) == of(outcome.left) == times((3, 1, 0))
    assert of(outcome.words) == times((OTHER_WORDS, STORY_WORDS, 0))
    assert of(outcome.placed) == (0, 0, 0)


def test_one_story_placement_saves_it(corpus):
    outcome = outcome_of(corpus(1), ALL)
    assert of(outcome.blocks) == times((3, 0, 0))
    assert of(outcome.words) == times((OTHER_WORDS, 0, 0))
    assert of(outcome.placed) == times((2, 0, 0))
    assert of(outcome.left) == times((1, 0, 0))


def test_four_stories_the_prior_method_calls_every_block_main(corpus):
    """CART's leaves want more blocks than these pages have; C4.5 parts them all."""
    study = studied(corpus(4), PRIOR)
    outcome = study.outcome(PRIOR, cart=True)
    assert of(outcome.blocks) == of(outcome.left) == times((0, 0, 3))
    assert of(outcome.words) == times((0, 0, OTHER_WORDS))
    assert of(study.outcome(PRIOR).blocks) == of(study.outcome(PRIOR).left) == times((3, 0, 0))


def test_four_stories_placement_finds_masthead_and_trail(corpus):
    outcome = outcome_of(corpus(4), ALL, cart=True)
    assert of(outcome.blocks) == times((2, 0, 1))
    assert of(outcome.words) == times((MASTHEAD_WORDS + TRAIL_WORDS, 0, OFFER_WORDS))
    assert of(outcome.placed) == times((2, 0, 0))
    assert of(outcome.left) == times((0, 0, 1))


def test_no_page_is_scored_by_a_tree_that_was_trained_on_its_domain(corpus):
    """Most blocks of the first page are stories, of the second they are not; each is judged by the other's majority."""
    pages = corpus(4)
    pages[1].path.write_text(markup(STORIES[:1]), "utf-8")
    study = studied(pages, PRIOR)
    assert of(study.outcome(PRIOR, cart=True).blocks) == (3, 4, 3)
    assert of(study.outcome(PRIOR, closed=True, cart=True).blocks) == (6, 5, 0)


def test_a_wrong_rule_is_a_false_alarm(corpus):
    pager = '<div class="pager"><a href="?p=1">1</a> <a href="?p=2">2</a> <a href="?p=3">3</a></div>'
    html = markup(STORIES).replace("<div><h2>Museum", f"{pager}<div><h2>Museum")
    outcome = outcome_of(corpus(4, html), Configuration(frozenset({Kind.PAGING})))
    assert of(outcome.placed) == times((2, 1, 0))


def test_a_rule_left_out_leaves_its_blocks_to_the_tree(corpus):
    outcome = outcome_of(corpus(4), Configuration(without=frozenset({"breadcrumb.II.before"})))
    assert of(outcome.placed) == times((1, 0, 0))
    assert of(outcome.left) == times((2, 0, 0))


def test_navigation_within_a_block_is_cut_out_of_it(corpus):
    html = markup(STORIES[:1], inside=TRAIL)
    study = studied(corpus(1, html), PRIOR, ALL)
    prior, whole = study.outcome(PRIOR), study.outcome(ALL)
    assert of(prior.blocks) == times((2, 1, 0))
    assert of(prior.words) == times((OTHER_WORDS - TRAIL_WORDS, TRAIL_WORDS + STORY_WORDS, 0))
    assert of(whole.blocks) == times((3, 0, 0))
    assert of(whole.words) == times((OTHER_WORDS, 0, 0))


def test_pages_without_navigation_give_the_same_counts(corpus):
    study = studied(corpus(4, markup(STORIES).replace(TRAIL, "")), *MAIN_CONFIGURATIONS)
    assert study.outcome(PRIOR) == study.outcome(ALL) == study.outcome(BEST)


def test_pictures_are_not_counted(corpus):
    html = markup(STORIES[:1]).replace("</body>", "<div><img src=/a.jpg></div></body>")
    pictures = [outcome_of(corpus(1, html), configuration) for configuration in (PRIOR, ALL)]
    assert pictures == [outcome_of(corpus(1), configuration) for configuration in (PRIOR, ALL)]


def test_a_page_without_text_counts_nothing(corpus):
    pages = corpus(1, pages=4)
    whole = outcome_of(pages, ALL)
    pages[0].path.write_bytes(b"")
    study = studied(pages, ALL)
    assert study.outcome(ALL).blocks == Counts(whole.blocks.hits * 3 / 4, 0, 0)
    assert study.texts([ALL], silent)[0] == [""]


def test_more_folds_than_domains_are_refused(corpus):
    with pytest.raises(CorpusError, match="folds"):
        Study.of(corpus(1), [PRIOR], PAGES + 1, silent)


def test_the_texts_are_those_of_the_main_blocks(corpus):
    study = studied(corpus(1), *MAIN_CONFIGURATIONS, *PRINTED)
    texts = [text.split() for text, _ in study.texts([ALL, PRIOR], silent)]
    assert texts == [" ".join(STORIES[0]).split()] * PAGES
    assert cells(text_table(study, silent), "all") == ["1.00", "1.00"]


def test_the_papers_tests_stand_beside_those_of_the_pages(corpus):
    study = studied(corpus(1), *MAIN_CONFIGURATIONS, *PRINTED)
    table = paper_table(study)
    assert cells(table, "the paper, all")[:6] == ["503", "133", "29", "79.1", "94.5", "86.1"]
    assert cells(table, "none (prior method)")[6:] == ["6", "2", "0", "75.0", "100.0", "85.7"]
    assert cells(table, "all, as printed")[6:] == ["6", "0", "0", "100.0", "100.0", "100.0"]


def test_each_rule_is_left_out_once(corpus):
    table = rules_table(studied(corpus(1), ALL))
    assert [line.split("`")[1] for line in table.splitlines()[2:]] == list(RULES)
    assert cells(table, "`breadcrumb.II.heading`")[0] == "−25.0"


def test_what_is_compared_is_called_what_it_is():
    assert [name_of(found) for found in MAIN_CONFIGURATIONS] == ["none (prior method)", "all", "all but `blog_utility`"]
    assert [name_of(found) for found in SINGLE] == [f"`{kind}`" for kind in Kind]
    assert len({name_of(found) for found in (*COMBINATIONS, *PRINTED)}) == 2 ** len(Kind) + len(SINGLE) + 2


@pytest.mark.slow
def test_every_table_is_made_of_the_bundled_pages():
    made = tables(Corpora(), silent)
    assert list(made) == [
        *("paper", "kinds", "combinations", "rules", "texts", "japanese-blocks"),
    ]
    assert len(made["combinations"].splitlines()) == 2 + len(COMBINATIONS)
    assert all(len({line.count("|") for line in table.splitlines()}) == 1 for table in made.values())


def cells(table, name):
    """Return the cells behind the row's name."""
    (row,) = (line for line in table.splitlines() if line.startswith(f"| {name} |"))
    return row.strip("| ").split(" | ")[1:]
