from __future__ import annotations

import random
from dataclasses import replace

import pytest

from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage
from scrapy_maincontent.lab.training.fujita import (
    FujitaRows,
    Sequence,
    fit_fujita,
    fujita_rows,
    weighed,
    write_fujita,
)
from scrapy_maincontent.papers.fujita import Tagger, Thresholds, load

PAPER = Thresholds(70, 40)
NOTHING = Sequence([], [])


def sequence(seed, count=30):
    """Long blocks are main, most of the time."""
    numbers = random.Random(seed)
    labels, attributes = [], []
    for _ in range(count):
        long = numbers.random() < 0.5
        attributes.append(["tag=p", *(["own_words>=12"] if long else []), f"own_a>={numbers.choice((1, 2))}"])
        labels.append("main" if long != (numbers.random() < 0.1) else "other")
    return Sequence(attributes, labels)


def pages(count=20):
    return [FujitaRows(sequence(seed), sequence(seed + 1000, 10)) for seed in range(count)]


def fitted(rows, name="learnt", thresholds=PAPER):
    return fit_fujita(rows, name, thresholds=thresholds)


def test_a_model_learns_which_blocks_are_main():
    model = fitted([*pages(), None])
    tagged = Tagger(model["text"]).tag([["tag=p", "own_words>=12"], ["tag=p"]])
    assert tagged.main == [True, False]
    assert model["text"] != model["parent"]


@pytest.mark.parametrize("thresholds", [PAPER, Thresholds(80, 20, as_printed=True), Thresholds(50, 10, first=20), None])
def test_a_model_is_written_and_read(tmp_path, thresholds):
    path = tmp_path / "learnt.npz"
    write_fujita(fitted(pages(), thresholds=thresholds), path)
    model = load(path)
    assert (model.name, model.thresholds) == ("learnt", thresholds)


def test_two_trainings_give_the_same_bytes(tmp_path):
    for name in ("a.npz", "b.npz"):
        write_fujita(fitted(pages()), tmp_path / name)
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


def test_a_page_that_counts_twice_is_two_pages():
    page, *others = pages(6)
    assert fitted([replace(page, times=2), *others]) == fitted([page, page, *others])
    assert fitted([replace(page, times=2), *others])["text"] != fitted([page, *others])["text"]


@pytest.mark.parametrize(
    ("rows", "missing"),
    [
        ([], "text"),
        ([None], "text"),
        ([FujitaRows(NOTHING, NOTHING)], "text"),
        ([FujitaRows(sequence(1), NOTHING)], "parent"),
    ],
)
def test_nothing_to_train_on(rows, missing):
    with pytest.raises(ValueError, match=f"no {missing} block"):
        fitted(rows)


STORY = "Engines were replaced during nine weeks ashore."
MORE = "Captain Moor expects punctual departures."


@pytest.fixture
def rows(tmp_path):
    """Return the sequences of a page whose main content is the given text."""

    def read(html, reference=f"{STORY} {MORE}"):
        path = tmp_path / "page.html"
        path.write_text(html, "utf-8")
        url = "https://ferry.example/"
        return fujita_rows(AnnotatedPage("1", url, path, "utf-8", "article", "ferry.example", "", reference))

    return read


def tags(sequence):
    return [own[0] for own in sequence.attributes]


def test_blocks_with_text_and_those_around_them_are_two_sequences(rows):
    found = rows(f"<body><div><p>Courier</p></div><div>{STORY}<p>{MORE}</p></div></body>")
    assert tags(found.text) == ["tag=p", "tag=div", "tag=p"]
    assert found.text.labels == ["other", "main", "main"]
    assert tags(found.parent) == ["tag=body", "tag=div"]
    assert found.parent.labels == ["main", "other"]


def test_a_block_is_main_from_half_of_its_own_words_on(rows):
    """Seven of fourteen, and seven of fifteen; the DIV's own three words do not profit from the P in it."""
    found = rows(f"<body><div>Anne Bo Chris <p>{STORY} a b c d e f g</p></div></body>")
    assert found.text.labels == ["other", "main"]
    found = rows(f"<body><div>Anne Bo Chris <p>{STORY} a b c d e f g h</p></div></body>")
    assert found.text.labels == ["other", "other"]


def test_a_parent_goes_by_all_words_below_it(rows):
    found = rows(f"<body><div><div><p>{STORY}</p><p>a b c</p></div><p>d e f g h</p></div></body>", STORY)
    assert list(zip(tags(found.parent), found.parent.labels, strict=True)) == [
        ("tag=body", "other"),
        ("tag=div", "other"),
        ("tag=div", "main"),
    ]


def test_a_page_without_a_reference_has_no_main_block(rows):
    assert set(rows(f"<body><p>{STORY}</p></body>", "").text.labels) == {"other"}


def test_a_page_without_text_has_no_rows(rows):
    assert rows("") is None
    assert rows("<body><img src=a.png></body>") is None


@pytest.mark.parametrize(("weight", "times"), [(1, 1), (1.4, 1), (3.51, 4), (0.2, 1)])
def test_weights_are_whole_numbers_of_times(rows, weight, times):
    assert weighed(rows(f"<p>{STORY}</p>"), weight).times == times
    assert weighed(None, weight) is None
