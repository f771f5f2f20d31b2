from __future__ import annotations

import random
from dataclasses import replace

import pytest

from scrapy_maincontent.methods.fujita import Tagger, Thresholds, load
from scrapy_maincontent.training.fujita import FujitaRows, Sequence, fit_fujita, write_fujita

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


@pytest.mark.parametrize("thresholds", [PAPER, Thresholds(80, 20, as_printed=True), None])
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
