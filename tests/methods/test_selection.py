from __future__ import annotations

import json
from itertools import pairwise, product

import numpy as np
import pytest
from crf_pages import page_of
from growth import check_linear
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.features.measures import find_copies, measure
from scrapy_maincontent.features.structure import Groups
from scrapy_maincontent.methods.crf_features import FEATURES
from scrapy_maincontent.methods.selection import (
    COPY,
    COPY_WORDS,
    DOUBT,
    EVIDENCE,
    SIBLINGS,
    SURROUNDINGS,
    UNDECLARED,
    best_expected_f,
    expected_words,
    leading_lines,
    phrases,
    reasons,
    returned_copies,
    said_by_entries,
    turned_by_siblings,
    with_doubt,
    with_likes,
    without_copies,
)


def expected_f1(selected, scores, words):
    taken = np.array(selected, bool)
    return 2 * (scores * words)[taken].sum() / (words[taken].sum() + (scores * words).sum())


@given(st.lists(st.tuples(st.floats(0.01, 1), st.integers(1, 200)), min_size=1, max_size=7))
def test_no_other_selection_expects_more(blocks):
    scores = np.array([score for score, _ in blocks], np.float32)
    words = np.array([count for _, count in blocks], np.float32)
    ours = expected_f1(best_expected_f(scores, words), scores, words)
    best = max(expected_f1(choice, scores, words) for choice in product([0, 1], repeat=len(blocks)) if any(choice))
    assert ours >= best - 1e-4


def test_a_likely_long_block_is_taken_without_the_unlikely_rest():
    scores, words = np.array([0.05, 0.9, 0.1], np.float32), np.array([30, 200, 10], np.float32)
    assert best_expected_f(scores, words).tolist() == [False, True, False]
    assert expected_words(scores, words) == np.float32(182.5)


@given(st.lists(st.tuples(st.integers(1, 99), st.integers(1, 200)), min_size=1, max_size=12))
def test_the_knob_goes_from_precision_to_recall(blocks):
    scores = np.array([score / 100 for score, _ in blocks])
    words = np.array([float(count) for _, count in blocks])
    selections = [best_expected_f(scores, words, beta) for beta in (0.25, 0.5, 1, 2, 4)]
    for fewer, more in pairwise(selections):
        assert not (fewer & ~more).any()
    found = [(scores * words)[taken].sum() for taken in selections]
    precision = [right / words[taken].sum() for right, taken in zip(found, selections, strict=True)]
    assert found == sorted(found)
    assert precision == pytest.approx(sorted(precision, reverse=True))


def test_a_doubtful_block_is_taken_for_recall_and_left_out_for_precision():
    scores, words = np.array([0.95, 0.4]), np.array([100.0, 100.0])
    assert best_expected_f(scores, words, 0.25).tolist() == [True, False]
    assert best_expected_f(scores, words, 4).tolist() == [True, True]


LINES = [
    "Home of the north sea steamers",
    "News from the harbour and the quays",
    "Boats and ships and their many masters",
]
STORY = ["The mill stood idle for forty years.", "The village bought it in the spring."]


def kept(texts, scores):
    words = np.array([float(len(text.split())) for text in texts])
    return without_copies(find_copies(texts), np.array(scores), words).tolist()


def test_of_a_menu_that_stands_twice_the_likelier_one_counts():
    texts = [*LINES, *STORY, *LINES]
    assert kept(texts, [0.3, 0.3, 0.3, 1, 1, 0.2, 0.2, 0.2]) == [0.3, 0.3, 0.3, 1, 1, 0, 0, 0]
    assert kept(texts, [0.2, 0.2, 0.2, 1, 1, 0.3, 0.3, 0.3]) == [0, 0, 0, 1, 1, 0.3, 0.3, 0.3]


def test_of_three_copies_the_likeliest_one_counts():
    texts = [*STORY, LINES[0], *STORY, LINES[1], *STORY]
    assert kept(texts, [0.9, 0.9, 1, 0.5, 0.5, 1, 0.8, 0.8]) == [0.9, 0.9, 1, 0, 0, 1, 0, 0]
    assert kept(texts, [0.5, 0.5, 1, 0.8, 0.8, 1, 0.9, 0.9]) == [0, 0, 1, 0, 0, 1, 0.9, 0.9]


def test_of_two_equally_likely_copies_the_first_one_counts():
    assert kept([*STORY, LINES[0], *STORY], [0.5] * 5) == [0.5, 0.5, 0.5, 0, 0]


def test_a_sentence_that_is_repeated_stays():
    texts = [STORY[0], LINES[0], STORY[1], LINES[1], STORY[0], LINES[2]]
    assert kept(texts, [0.5] * 6) == [0.5] * 6


def test_short_lines_that_come_again_stay():
    texts = ["Reply", "Like this", *STORY, "Reply", "Like this"]
    assert kept(texts, [0.5] * 6) == [0.5] * 6
    assert max(len(text.split()) for text in ("Reply", "Like this")) < COPY_WORDS


def test_a_line_that_is_said_three_times_in_a_row_stays():
    assert kept([STORY[0]] * 3 + LINES, [0.5] * 6) == [0.5] * 6


def test_the_given_scores_are_left_alone():
    texts, scores = [*STORY, LINES[0], *STORY], np.full(5, 0.5)
    without_copies(find_copies(texts), scores, np.full(5, 7.0))
    assert scores.tolist() == [0.5] * 5


TERMS = "<p>Show this slip before the ferry leaves.</p><p>Not valid with any other slip of ours.</p>"
PER_ENTRY = {
    "coupons": ("<ul>{}</ul>", "<li class=slip><h3>{}0 cents off</h3>{}</li>"),
    "cards": ("<main><h1>Fähren</h1><div>{}</div></main>", "<div class='karte breit'>{1}<h2>Linie {0}</h2></div>"),
    "cells": ("<table><tr>{}</tr></table>", "<td><div><p>港{}行き</p><div>{}</div></div></td>"),
}


def spared(frame, entries):
    page = page_of(frame.format("".join(entries)))
    found = measure(page)
    return {page.texts[number] for number in said_by_entries(page, found.copies, found.words)}


@pytest.mark.parametrize("name", PER_ENTRY)
def test_what_each_entry_says_is_no_copy(name):
    frame, entry = PER_ENTRY[name]
    found = spared(frame, [entry.format(number, TERMS) for number in range(1, 4)])
    assert found == {"Show this slip before the ferry leaves.", "Not valid with any other slip of ours."}


@pytest.mark.parametrize("name", PER_ENTRY)
def test_entries_that_stand_twice_are_copies(name):
    frame, entry = PER_ENTRY[name]
    assert spared(frame, [entry.format(1, TERMS)] * 2) == set()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("<div class=wide><p>Harbour</p>{}</div>", "<div class=narrow><p>Quay</p>{}</div>"),
        ("<div class=wide><p>Harbour</p>{}</div>", "<section class=wide><p>Quay</p>{}</section>"),
        ("<div><p>Harbour</p>{}</div>", "<div>{}</div>"),
        ("<div><p>Harbour</p>{}", "<div><p>Quay</p>{}</div></div>"),
        ("{}<p>Harbour</p>", "{}<p>Quay</p>"),
    ],
)
def test_copies_in_elements_of_another_make_or_without_a_text_of_their_own_are_copies(first, second):
    assert spared("<main>{}</main>", [first.format(TERMS), second.format(TERMS)]) == set()


def test_spared_copies_keep_their_scores():
    texts, scores = [*STORY, LINES[0], *STORY], np.array([0.5, 0.5, 0.9, 0.4, 0.4])
    copies, words = find_copies(texts), np.full(5, 7.0)
    assert without_copies(copies, scores, words, {3, 4}).tolist() == scores.tolist()
    assert without_copies(copies, scores, words, {3}).tolist() == [0.5, 0.5, 0.9, 0.4, 0]


MAIN, OTHER = True, False


def agreed(lines, labels, markup="<p>{}</p>"):
    """Return the labels of lines of one element when those that say the same have agreed; a text stands below."""
    page = page_of(f"<article>{''.join(map(markup.format, lines))}</article><div>{STORY[0]}</div>")
    assert page.texts == [*lines, STORY[0]]
    turned = turned_by_siblings(page, measure(page), {*np.flatnonzero([*labels, MAIN]).tolist()})
    return [label != (number in turned) for number, label in enumerate(labels)]


def test_what_is_said_again_beside_a_text_is_main_content_where_most_of_it_is():
    lines = ["Pros:", "Light", "Pros:", "Steel", "Pros:"]
    assert agreed(lines, [MAIN, OTHER, MAIN, OTHER, OTHER]) == [MAIN, OTHER, MAIN, OTHER, MAIN]
    assert agreed(lines, [OTHER, MAIN, MAIN, MAIN, OTHER]) == [OTHER, MAIN, OTHER, MAIN, OTHER]


def test_of_two_the_first_one_decides():
    assert agreed(["Price", "Price"], [MAIN, OTHER]) == [MAIN, MAIN]
    assert agreed(["Price", "Price"], [OTHER, MAIN]) == [OTHER, OTHER]


@pytest.mark.parametrize(
    ("lines", "markup"),
    [
        (["Price", "Weight"], "<p>{}</p>"),
        (["Price", "Price"], "<div><p>{}</p></div>"),
        ([STORY[0], STORY[0]], "<p>{}</p>"),
    ],
    ids=["another text", "in another element", "a sentence"],
)
def test_other_texts_have_no_say(lines, markup):
    assert agreed(lines, [MAIN, OTHER], markup) == [MAIN, OTHER]


def test_a_heading_and_a_line_that_say_the_same_are_two_things():
    page = page_of("<article><h2>Price</h2><p>Price</p></article>")
    assert turned_by_siblings(page, measure(page), {0}) == set()


def test_no_text_is_lost_altogether_to_its_siblings():
    page = page_of("<ul><li>Closed</li><li>Closed</li><li>Closed</li></ul>")
    assert turned_by_siblings(page, measure(page), {0}) == set()


@given(st.lists(st.tuples(st.sampled_from(["Pros", "Cons", "Price"]), st.booleans()), min_size=1, max_size=12))
def test_siblings_that_say_the_same_are_of_one_mind(lines):
    labels = agreed([line for line, _ in lines], [main for _, main in lines])
    assert len({*zip((line for line, _ in lines), labels, strict=True)}) == len({line for line, _ in lines})


def test_siblings_agree_in_linear_time():
    def list_of(n):
        page = page_of(f"<ul>{'<li>Yes</li><li>No</li>' * n}</ul><p>{STORY[0]}</p>")
        return page, measure(page), {*range(0, 2 * n, 3)}

    check_linear(list_of, lambda made: turned_by_siblings(*made), 200)


BIKES = ["Atlas", "Birch", "Comet", "Delta", "Ember"]
RIDDEN = (
    "The {} has a frame of steel, wheels that take rough tracks well, and brakes that stopped it within four metres "
    "on wet ground; we rode it for three weeks in all weathers. "
)
INTRODUCTION = (
    "We have ridden five bikes over the hills around the town, in the rain and in the heat. These we would buy."
)
PARTS = "<h2>{}</h2><p>{}</p><p>Pros:</p><ul><li>Good brakes</li></ul><p>Cons:</p><ul><li>Loud hub</li></ul>"


def test_a_reader_gets_the_names_of_parts_of_every_part():
    parts = [PARTS.format(bike, RIDDEN.format(bike) * (1 + number % 3)) for number, bike in enumerate(BIKES)]
    result = extract(
        f"<html><head><title>The best bikes</title></head><body><nav><a href=/>Home</a> <a href=/b>Bikes</a></nav>"
        f"<article><h1>The best bikes</h1><p>{INTRODUCTION}</p>{''.join(parts)}</article>"
        f"<footer>All rights reserved</footer></body></html>",
        "https://bikes.example/best-bikes",
    )
    assert (result.text.count("Pros:"), result.text.count("Cons:")) == (len(BIKES), len(BIKES))
    assert any(block.reason.startswith(SIBLINGS) for block in result.text_blocks)


def told(values, *, main, copy=False):
    """Return the reason of a block with these features."""
    features = np.zeros((1, len(FEATURES)), np.float32)
    for name, value in values.items():
        features[0, FEATURES.index(name)] = value
    (reason,) = reasons(phrases("mine"), features, np.array([main]), np.array([copy]), None)
    return reason


@pytest.mark.parametrize("name", EVIDENCE)
def test_the_reason_names_the_strongest_evidence(name):
    others = dict.fromkeys(set(EVIDENCE) - {name}, 1.0)
    assert told(others | {name: 2.0}, main=True) == f"mine: {EVIDENCE[name]}"
    against = dict.fromkeys(set(EVIDENCE) - {name}, 5.0)
    assert told(against | {name: -0.5}, main=False) == f"mine: {EVIDENCE[name]}"


def test_evidence_for_the_other_answer_is_no_reason():
    assert told({"names_above": -3.0, "names_text": 0.5}, main=True) == f"mine: {EVIDENCE['names_text']}"
    assert told({"names_above": -3.0}, main=True) == f"mine: {SURROUNDINGS}"
    assert told({"names_above": 3.0}, main=False) == f"mine: {SURROUNDINGS}"
    assert told({}, main=False) == f"mine: {SURROUNDINGS}"


def test_a_copy_is_out_as_a_copy():
    assert told({"names_above": -3.0}, main=False, copy=True) == f"mine: {COPY}"


def test_every_block_has_its_own_reason():
    features = np.zeros((3, len(FEATURES)), np.float32)
    features[:, FEATURES.index("names_text")] = [1, -1, 1]
    found = reasons(phrases("mine"), features, np.array([True, False, False]), np.array([False, False, True]), None)
    assert found == [f"mine: {EVIDENCE['names_text']}"] * 2 + [f"mine: {COPY}"]


def test_what_a_shop_does_not_declare_is_out_for_that():
    features = np.zeros((2, len(FEATURES)), np.float32)
    found = reasons(
        phrases("mine"), features, np.array([True, False]), np.array([False, False]), np.array([True, True])
    )
    assert found == [f"mine: {SURROUNDINGS}", f"mine: {UNDECLARED}"]


DESCRIPTION = [
    "This kettle holds two litres and stands on three short legs, so that the flame reaches all of its broad base.",
    "Its enamel is fired twice over steel, and the lid has a steam vent that whistles when the water is ready.",
    "The handle stays cool for a quarter of an hour, and the spout pours without a drip even when it is full.",
]
REVIEWS = [
    "I bought this for my sister, who makes tea all day, and she has not put it down since the day it came.",
    "The first one arrived with a dent in the lid; a second one came within the week and has been fine so far.",
    "We have had ours for two winters now and the bottom is as bright as it was when we took it from the box.",
    "My neighbour has the larger one, and I wish I had known of it before, since we are five at breakfast here.",
]
EVEN = 0.5


def shop(declared, described=DESCRIPTION):
    script = json.dumps({"@type": "Product", "name": "Kettle", "description": declared})
    return (
        f"<html><head><title>Kettle - The Pan Shop</title><script type='Application/LD+JSON'>{script}</script></head>"
        f"<body><main><h1>Kettle</h1><div>{''.join(f'<p>{text}</p>' for text in described)}</div><div class='comment'>"
        f"{''.join(f'<div><p>{text}</p></div>' for text in REVIEWS)}</div></main></body></html>"
    )


def judged(markup):
    """Return what is made of blocks that are all as likely as not."""
    page = page_of(markup)
    scores, doubted = with_doubt(page, np.full(len(page.texts), EVEN), measure(page))
    return dict(zip(page.texts, scores.tolist(), strict=True)), doubted


def test_reviews_are_doubted_where_the_description_is_declared():
    scores, doubted = judged(shop(" ".join(DESCRIPTION)))
    assert [scores[text] for text in DESCRIPTION] == [EVEN] * 3
    assert [scores[text] for text in REVIEWS] == pytest.approx([1 / (1 + np.exp(DOUBT))] * 4)
    assert doubted.sum() == len(REVIEWS)


def test_a_reader_gets_the_description_and_learns_why_the_reviews_are_out():
    known, unknown = (extract(shop(declared), balance=2) for declared in (" ".join(DESCRIPTION), "A kettle."))
    assert all(text in known.text and text in unknown.text for text in DESCRIPTION)
    assert sum(text in known.text for text in REVIEWS) < sum(text in unknown.text for text in REVIEWS)
    out = [block.reason for block in known.text_blocks if block.text in REVIEWS and block.text not in known.text]
    assert out == [f"{known.model}: {UNDECLARED}"] * len(out)


@pytest.mark.parametrize(
    ("declared", "why"),
    [
        (DESCRIPTION[0], "a teaser"),
        ("Sold by the dozen to cooks and inns in all of the country. " * 9, "not on the page"),
        ("", "nothing"),
        ("*/ - " * 200, "no word"),
    ],
    ids=lambda value: value if len(value) < 20 else "",
)
def test_scores_stay_where_the_description_is_no_evidence(declared, why):
    scores, doubted = judged(shop(declared))
    assert set(scores.values()) == {EVEN}
    assert doubted is None


def test_the_work_grows_no_faster_than_page_and_description():
    def page_with(n):
        many = [f"{sentence} Size {number}." for number in range(2 * n) for sentence in DESCRIPTION]
        page = page_of(shop(" ".join(many), many))
        return page, np.full(len(page.texts), EVEN), measure(page)

    check_linear(page_with, lambda made: with_doubt(*made), 40)


def cards(count, tag="p"):
    return "".join(f"<div class='card n{n}'><h3>Kettle</h3><{tag}>{n}</{tag}></div>" for n in range(count))


def liked(markup, scores):
    page = page_of(markup)
    assert len(page.texts) == len(scores)
    return with_likes(np.array(scores), np.ones(len(scores), np.float32), groups_of(page)).tolist()


def groups_of(page):
    groups = Groups.of(page, measure(page), np.zeros(len(page.texts), np.intp))
    return np.array([groups.path, groups.look])


def test_what_has_the_same_place_in_entries_is_scored_nearer_to_all_of_them():
    titles, texts = (
        liked(cards(4), [0.9, 0.2] * 3 + [0.9, 0.8])[::2],
        liked(cards(4), [0.9, 0.2] * 3 + [0.9, 0.8])[1::2],
    )
    assert titles == pytest.approx([0.9] * 4)
    assert 0.2 < texts[0] == texts[1] == texts[2] < texts[3] < 0.8


def test_longer_texts_count_for_more_among_likes():
    page, scores = page_of(cards(4)), np.array([0.5, 0.2] * 3 + [0.5, 0.8])
    words = np.ones(8, np.float32)
    words[-1] = 100
    groups = groups_of(page)
    assert with_likes(scores, words, groups)[1] > with_likes(scores, np.ones(8, np.float32), groups)[1]


@pytest.mark.parametrize(
    ("markup", "count"),
    [
        (cards(3), 6),
        (cards(3) + cards(1, "b"), 8),
        (f"<section>{cards(3)}</section><main>{cards(1)}</main>", 8),
        (cards(3) + cards(1).replace("<p>", "<p class=note>"), 8),
    ],
    ids=["three", "of another tag", "elsewhere", "of another class"],
)
def test_texts_that_are_few_or_not_alike_keep_their_scores(markup, count):
    scores = [0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9][:count]
    assert liked(markup, scores)[1::2] == scores[1::2]


def test_scores_of_texts_without_words_are_left_as_they_are():
    page = page_of("<p>-</p>" * 5)
    scores = np.array([0.1, 0.3, 0.5, 0.7, 0.9])
    assert with_likes(scores, np.zeros(5, np.float32), groups_of(page)).tolist() == scores.tolist()


def test_certain_scores_are_no_infinite_evidence():
    found = liked("<p>a</p>" * 5, [0.0, 1.0, 1.0, 1.0, 1.0])
    assert all(0 < score < 1 for score in found)


def test_likes_are_found_in_linear_time():
    def page_with(n):
        page = page_of("<div><p>a</p>" * n)
        return np.full(len(page.texts), EVEN), measure(page).words, groups_of(page)

    check_linear(page_with, lambda made: with_likes(*made), 200)


LINE = "Send the form with the fee of nine dollars to the office of the county."


def returned(likely, main, texts):
    """Return the numbers of copies that are given back on a page of these texts."""
    page = page_of("".join(f"<p>{text}</p>" for text in texts))
    scores = [0.0 if number in likely else RAW for number in range(len(texts))]
    raw = np.array([likely.get(number, RAW) for number in range(len(texts))])
    return returned_copies(page, raw, scores, measure(page).words, main)


RAW = 0.6
TEXTS = ["In the city", LINE, "By mail", "In the country", LINE, "By mail", "Fees rise in May."]


def test_copies_amid_main_content_are_a_part_of_it():
    assert returned({4: 0.9, 5: 0.8}, {0, 1, 2, 3, 6}, TEXTS) == {4, 5}


@pytest.mark.parametrize(
    ("likely", "main"),
    [
        ({4: 0.9, 5: 0.9}, {0, 1, 2, 6}),
        ({4: 0.9, 5: 0.9}, {0, 1, 2, 3}),
        ({4: 0.5, 5: 0.5}, {0, 1, 2, 3, 6}),
        ({2: 0.9, 3: 0.9, 4: 0.9, 5: 0.9}, {0, 1, 6}),
    ],
    ids=["nothing before", "nothing behind", "not sure", "four in a row"],
)
def test_other_copies_stay_out(likely, main):
    assert returned(likely, main, TEXTS) == set()


def opened(opener, texts, *, selected=None, declared=()):
    """Return the texts that come along with others of an accordion; ``opener`` is the frame of a line."""
    items = "".join(
        f"<section>{opener.format(line)}<div class=panel><div><p>{text}</p></div></div></section>"
        for line, text in texts
    )
    page = page_of(f"<main>{items}</main>")
    answers = {text for _, text in texts}
    chosen = [number for number, text in enumerate(page.texts) if text in answers] if selected is None else selected
    scores = [0.9 if number in chosen else 0.3 for number in range(len(page.texts))]
    return {page.texts[number] for number in leading_lines(page, measure(page), scores, chosen, declared)}


QUESTIONS = [("Wann fährt die Bahn?", STORY[0]), ("Was kostet die Fahrt?", STORY[1])]
TITLES = [("Opening hours of the mill", STORY[0]), ("How to get there", STORY[1])]


@pytest.mark.parametrize(
    ("opener", "texts"),
    [
        ("<div class=q><span>{}</span></div>", QUESTIONS),
        ("<p>{}</p>", [("開館は何時ですか？", STORY[0]), ("料金はいくらですか？", STORY[1])]),
        ("<div class=title><button aria-expanded=false>{}</button></div>", TITLES),
        ("<div class=t><a href=#x data-toggle=collapse>{}</a></div>", TITLES),
    ],
)
def test_what_opens_a_selected_text_comes_with_it(opener, texts):
    assert opened(opener, texts) == {line for line, _ in texts}
    assert opened(opener, texts, selected=[]) == set()
    assert texts[0][0] not in opened(opener, texts, declared=(0,))


def test_lines_in_elements_of_their_own_that_open_nothing_stay_out():
    assert opened("<div class=title>{}</div>", TITLES) == set()
    assert (
        opened("<div><button aria-expanded=false>{}</button></div>", [("Show more", text) for text in STORY]) == set()
    )
    assert opened("<div class=q>{}</div>", QUESTIONS[:1]) == set()


@pytest.mark.parametrize(
    ("between", "selected", "least"),
    [(0, [0, 2], 0.1), (1, [0, 3], 0.1), (2, [0, 4], 0.2), (0, [2], 0.2), (0, [0], 1.0)],
)
def test_a_line_soon_behind_a_selected_text_leads_the_next_one_more_easily(between, selected, least):
    caption = "<div>The wheel in May</div>" * between
    page = page_of(f"<article><p>{STORY[0]}</p>{caption}<p>The wheel</p><p>{STORY[0]} Again.</p></article>")

    def taken(score):
        return leading_lines(page, measure(page), [0.9, *[score] * (between + 1), 0.9], selected, ())

    assert taken(least - 0.01) == []
    assert taken(least) == ([between + 1] if least < 1 else [])


def led(between, *, score=0.3, first=0.9):
    """Return the texts between two paragraphs that are taken with the second; the first one has a score of its own."""
    page = page_of(f"<title>Mill</title><div class=c1><p>{STORY[0]}</p>{between}</div>")
    scores = [0.9 if text in STORY else score for text in page.texts]
    scores[0] = first
    selected = [number for number, each in enumerate(scores) if each > 0.5]
    return [page.texts[number] for number in leading_lines(page, measure(page), scores, selected, ())]


@pytest.mark.parametrize("heading", ["The wheel", "Das Rad", "水車", "Чертёж из архива", "الدولاب"])
def test_a_heading_amid_main_content_leads_the_text_below_it(heading):
    between = f"<h3>{heading}</h3><p>{STORY[1]}</p>"
    assert led(between) == [heading]
    assert led(between, score=0.1) == []
    assert led(between, first=0.1) == []
    assert led(f"<h1>{heading}</h1><p>{STORY[1]}</p>") == []
    assert led(f"<section><h3>{heading}</h3><p>{STORY[1]}</p></section>") == []


@pytest.mark.parametrize("line", ["Key points", "Das Wichtigste in Kürze", "要点", "Главное", "أبرز النقاط"])
def test_a_line_above_a_list_comes_with_it(line):
    assert led(f"<p>{line}</p><ul><li>{STORY[1]}</li><li>Bread</li></ul>") == [line]
    assert led(f"<div><p>{line}</p><ol><li><p>{STORY[1]}</p></li></ol></div>") == []


@pytest.mark.parametrize(
    "headings", [("Wheel", "Rope", "Bread"), ("Das Rad", "Das Seil", "Brot"), ("水車", "綱", "パン")]
)
@pytest.mark.parametrize(
    "entry", ["<div class=entry><h3>{}</h3><div><p>{}</p></div></div>", "<li><h2>{}</h2><p>{}</p></li>"]
)
def test_headings_of_reports_lead_them_as_one_of_their_make_does(headings, entry):
    reports = [entry.format(heading, f"{STORY[0]} {heading}.") for heading in headings]
    share = "<div><button>Share</button></div>"

    def taken(markup, *, article=True, first=0.9):
        page = page_of(f"<title>Mill</title>{markup}")
        scores = [0.9 if text.startswith(STORY[0]) else first if text == headings[0] else 0.15 for text in page.texts]
        selected = [number for number, score in enumerate(scores) if score > 0.5]
        found = leading_lines(page, measure(page), scores, selected, (), article=article)
        return [page.texts[number] for number in found]

    assert taken(share.join(reports)) == [*headings[1:]]
    assert taken(share.join(reports), article=False) == []
    assert taken(share.join(reports), first=0.15) == []
    of_another_make = reports[1].replace("h3", "h4").replace("h2", "h4")
    assert taken(share.join([reports[0], of_another_make])) == []


@pytest.mark.parametrize("line", ["Become a paid subscriber to unlock:", "Related articles", "Смотрите также"])
def test_what_asks_to_pay_or_heads_further_texts_leads_nothing(line):
    assert led(f"<p>{line}</p><ul><li>{STORY[1]}</li></ul>") == []


@pytest.mark.parametrize("items", ["<ul>{}</ul>", "<ol>{}</ol>"])
@pytest.mark.parametrize(
    ("line", "is_taken"),
    [("Pros", True), ("Zutaten", True), ("What you should bring along on that morning, please, and only that", False)],
)
def test_a_short_line_above_a_list_leads_it(line, is_taken, items):
    inner = items.format("<li>Boils fast</li><li>Cool handle</li>")
    page = page_of(f"<article><p>{STORY[0]}</p><p>{line}</p>{inner}</article>")
    scores = [0.9, 0.15, 0.9, 0.9]
    assert leading_lines(page, measure(page), scores, [0, 2, 3], ()) == ([1] if is_taken else [])
    assert leading_lines(page, measure(page), scores, [0], ()) == []
