"""The tables of Uda et al. on pages whose blocks can be counted by hand.

A page has three blocks that are not main: a masthead, a trail and an offer; and stories, which are. With fewer than 40
blocks the tree has one leaf: where more blocks are stories it calls every block main, else none.
"""

from __future__ import annotations

import pytest

from benchmarks.papers.uda import (
    ALL,
    BEST,
    BY_CART,
    MAIN_CONFIGURATIONS,
    PRIOR,
    as_text,
    configurations,
    cross_validate,
)
from scrapy_maincontent.blocks import Configuration
from scrapy_maincontent.blocks.placement import RULES
from scrapy_maincontent.corpus import Counts
from scrapy_maincontent.corpus.annotated import AnnotatedPage, CorpusError
from scrapy_maincontent.page import Kind
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


def outcomes(pages, *names):
    compared = configurations()
    return cross_validate(pages, {name: compared[name] for name in names}, 2, silent)


def times(counts):
    return tuple(PAGES * count for count in counts)


def of(counts):
    return (counts.hits, counts.wrong, counts.missed)


def test_one_story_the_prior_method_calls_every_block_other(corpus):
    outcome = outcomes(corpus(1), PRIOR)[PRIOR]
    assert of(outcome.blocks) == of(outcome.left) == times((3, 1, 0))
    assert of(outcome.words) == times((OTHER_WORDS, STORY_WORDS, 0))
    assert of(outcome.placed) == (0, 0, 0)


def test_one_story_placement_saves_it(corpus):
    outcome = outcomes(corpus(1), ALL)[ALL]
    assert of(outcome.blocks) == times((3, 0, 0))
    assert of(outcome.words) == times((OTHER_WORDS, 0, 0))
    assert of(outcome.placed) == times((2, 0, 0))
    assert of(outcome.left) == times((1, 0, 0))


def test_four_stories_the_prior_method_calls_every_block_main(corpus):
    """CART's leaves want more blocks than these pages have; C4.5 parts them all."""
    found = outcomes(corpus(4), PRIOR)
    outcome = found[f"{PRIOR}, CART"]
    assert of(outcome.blocks) == of(outcome.left) == times((0, 0, 3))
    assert of(outcome.words) == times((0, 0, OTHER_WORDS))
    assert of(found[PRIOR].blocks) == of(found[PRIOR].left) == times((3, 0, 0))


def test_four_stories_placement_finds_masthead_and_trail(corpus):
    outcome = outcomes(corpus(4), ALL)[f"{ALL}, CART"]
    assert of(outcome.blocks) == times((2, 0, 1))
    assert of(outcome.words) == times((MASTHEAD_WORDS + TRAIL_WORDS, 0, OFFER_WORDS))
    assert of(outcome.placed) == times((2, 0, 0))
    assert of(outcome.left) == times((0, 0, 1))


def test_no_page_is_scored_by_a_tree_that_was_trained_on_its_domain(corpus):
    """Most blocks of the first page are stories, of the second they are not; each is judged by the other's majority."""
    pages = corpus(4)
    pages[1].path.write_text(markup(STORIES[:1]), "utf-8")
    outcome = outcomes(pages, PRIOR)[f"{PRIOR}, CART"]
    assert of(outcome.blocks) == (3, 4, 3)


def test_a_wrong_rule_is_a_false_alarm(corpus):
    pager = '<div class="pager"><a href="?p=1">1</a> <a href="?p=2">2</a> <a href="?p=3">3</a></div>'
    html = markup(STORIES).replace("<div><h2>Museum", f"{pager}<div><h2>Museum")
    name = f"{Kind.PAGING} alone"
    outcome = outcomes(corpus(4, html), name)[name]
    assert of(outcome.placed) == times((2, 1, 0))


def test_a_rule_left_out_leaves_its_blocks_to_the_tree(corpus):
    name = "all without breadcrumb.II.before"
    outcome = outcomes(corpus(4), name)[name]
    assert of(outcome.placed) == times((1, 0, 0))
    assert of(outcome.left) == times((2, 0, 0))


def test_navigation_within_a_block_is_cut_out_of_it(corpus):
    html = markup(STORIES[:1], inside=TRAIL)
    found = outcomes(corpus(1, html), PRIOR, ALL)
    assert of(found[PRIOR].blocks) == times((2, 1, 0))
    assert of(found[PRIOR].words) == times((OTHER_WORDS - TRAIL_WORDS, TRAIL_WORDS + STORY_WORDS, 0))
    assert of(found[ALL].blocks) == times((3, 0, 0))
    assert of(found[ALL].words) == times((OTHER_WORDS, 0, 0))


def test_pages_without_navigation_give_the_same_counts(corpus):
    found = outcomes(corpus(4, markup(STORIES).replace(TRAIL, "")), *MAIN_CONFIGURATIONS)
    assert found[PRIOR] == found[ALL] == found[BEST]


def test_pictures_are_not_counted(corpus):
    html = markup(STORIES[:1]).replace("</body>", "<div><img src=/a.jpg></div></body>")
    assert outcomes(corpus(1, html), PRIOR, ALL) == outcomes(corpus(1), PRIOR, ALL)


def test_a_page_without_text_counts_nothing(corpus):
    pages = corpus(1, pages=4)
    whole = outcomes(pages, ALL)[ALL]
    pages[0].path.write_bytes(b"")
    assert outcomes(pages, ALL)[ALL].blocks == Counts(whole.blocks.hits * 3 / 4, 0, 0)


def test_more_folds_than_domains_are_refused(corpus):
    with pytest.raises(CorpusError, match="folds"):
        cross_validate(corpus(1), configurations(), PAGES + 1, silent)


def test_every_configuration_has_a_line(corpus):
    compared = configurations()
    lines = as_text(cross_validate(corpus(1), compared, 2, silent)).splitlines()
    assert len(lines) == 1 + len(compared) + len(BY_CART)
    assert [line[: max(map(len, compared))].strip() for line in lines[1:]] == [
        *compared,
        *(f"{name}, CART" for name in BY_CART),
    ]
    assert lines[1].split("method)")[1].split()[:6] == ["6", "2", "0", "75.0%", "100.0%", "85.7%"]


def test_each_rule_is_left_out_once():
    compared = configurations()
    single = [configuration for configuration in compared.values() if len(configuration.without) == 1]
    assert [next(iter(configuration.without)) for configuration in single] == list(RULES)
    assert [name for name in compared if name.startswith("all without ")] == [f"all without {rule}" for rule in RULES]


def test_what_is_compared_is_called_what_it_is():
    compared = configurations()
    assert compared[PRIOR].kinds == frozenset()
    assert compared[ALL] == Configuration()
    assert compared[BEST].kinds == frozenset(Kind) - {Kind.BLOG_UTILITY}
    assert [compared[f"{kind} alone"].kinds for kind in Kind] == [frozenset({kind}) for kind in Kind]
    assert compared["all, re-blocking alone"].without == frozenset(RULES)
    assert set(MAIN_CONFIGURATIONS) <= set(compared)
