"""Training the model of quality on a corpus, and what its card says."""

from __future__ import annotations

import json

import numpy as np
import pytest

from scrapy_maincontent.extraction import extract, read_page
from scrapy_maincontent.facts.quality import load, quality
from scrapy_maincontent.lab.corpus import read_corpus
from scrapy_maincontent.lab.training.quality import (
    Held,
    Judged,
    calibration_error,
    fit,
    judge,
    main,
    rank_correlation,
    reliability,
    text_f1,
)
from scrapy_maincontent.methods import Labels

pytest.importorskip("sklearn", reason="training needs the extra train")
pytest.importorskip("lightgbm", reason="training needs the extra train")

SENTENCE = (
    "On day {} the ferryman tarred the boat, fed the goat and counted the {} people who crossed the river with it."
)


def html(site, number):
    prose = [SENTENCE.format(number, line) for line in range(3 + (site + number) % 6)]
    body = "".join(f"<p>{line}</p>" for line in prose)
    menu = "".join(f'<li><a href="/{n}">Boat {n}</a></li>' for n in range(6))
    return (
        f'<body><ul class="menu">{menu}</ul><div class="text"><h1>Day {number}</h1>{body}</div><div class="foot">&copy; Ferry {site}</div></body>',
        prose,
    )


def write(folder, sites=6, pages=4):
    folder.mkdir(parents=True)
    entries = []
    for site in range(sites):
        for number in range(pages):
            markup, prose = html(site, number)
            page_id = f"{site}-{number}"
            (folder / f"{page_id}.html").write_text(markup, "utf-8")
            entries.append(
                {
                    "id": page_id,
                    "url": f"https://ferry{site}.example/{number}",
                    "html": f"{page_id}.html",
                    "type": "article",
                    "main_content": "\n".join([f"Day {number}", *prose]),
                }
            )
    (folder / "pages.json").write_text(json.dumps(entries), "utf-8")
    return folder


def test_a_model_of_a_corpus(tmp_path):
    corpus, more = write(tmp_path / "ferry"), write(tmp_path / "more", sites=1)
    first, second = tmp_path / "a.json", tmp_path / "b.json"
    for file in (first, second):
        call = [
            str(corpus),
            str(more),
            "-o",
            str(file),
            "--name",
            "ferry-1",
            "--folds",
            "2",
            "--attribution",
            "By Ada.",
        ]
        assert main(call) == 0
    assert first.read_bytes() == second.read_bytes()
    assert first.with_suffix(".md").read_bytes() == second.with_suffix(".md").read_bytes()
    model = load(first)
    assert (model.name, model.method) == ("ferry-1", "crf")
    blocks = extract(html(9, 9)[0]).blocks
    page = read_page(html(9, 9)[0])
    assert 0 <= quality(page, Labels(blocks.labels, blocks.scores, blocks.reasons), "crf", model) <= 1
    card = first.with_suffix(".md").read_text("utf-8")
    assert "28 texts of ferry, more" in card
    assert "| article | 28 |" in card
    assert "By Ada." in card


@pytest.mark.slow
def test_another_method_can_be_judged(tmp_path):
    assert (
        main([str(write(tmp_path / "ferry")), "-o", str(tmp_path / "tree.json"), "--method", "tree", "--folds", "2"])
        == 0
    )
    assert load(tmp_path / "tree.json").method == "tree"


@pytest.mark.parametrize(
    ("folds", "output", "message"),
    [("9", "few.json", "9 folds of 3 domains"), ("2", "no/few.json", "there is no folder")],
)
def test_what_can_not_be_done_is_one_line(tmp_path, capsys, folds, output, message):
    corpus = write(tmp_path / "few", sites=3, pages=1)
    assert main([str(corpus), "-o", str(tmp_path / output), "--folds", folds]) == 1
    (line,) = [line for line in capsys.readouterr().err.splitlines() if "scrapy_maincontent" in line]
    assert message in line
    assert not (tmp_path / output).exists()


def test_folders_of_one_name_are_refused(tmp_path, capsys):
    folders = [str(write(tmp_path / side / "ferry", sites=2)) for side in ("a", "b")]
    assert main([*folders, "-o", str(tmp_path / "x.json")]) == 1
    assert "same name" in capsys.readouterr().err


def drawn(count=4000):
    """Return figures, and F1 that scatter around a logistic function of them."""
    random = np.random.default_rng(5)
    rows = random.normal(0, 1, (count, 3))
    means = 1 / (1 + np.exp(-(rows @ [0.8, 0.4, 0.2] + 1)))
    return rows, random.beta(8 * means, 8 * (1 - means)), means


def test_the_regression_finds_the_mean_f1_of_texts_with_such_figures():
    rows, f1, means = drawn()
    found = judge(rows, f1, [number % 5 for number in range(len(f1))])
    assert np.abs(found - means).mean() < 0.02
    assert calibration_error(found, f1) < 0.02
    assert all(weight > 0 for weight in fit(rows, f1)["weights"])


def test_texts_that_are_all_right_can_be_learned_from():
    rows, *_ = drawn(50)
    assert (judge(rows, np.ones(50), [number % 2 for number in range(50)]) > 0.9).all()


def test_reliability_counts_texts_by_their_quality():
    predicted = np.linspace(0, 0.95, 20)
    bins = reliability(predicted, predicted / 2)
    assert [count for _, _, count, *_ in bins] == [2] * 10
    assert bins[0] == pytest.approx((0.9, 0.95, 2, 0.925, 0.4625))
    assert calibration_error(predicted, predicted / 2) == pytest.approx(predicted.mean() / 2)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ([1, 2, 3], [10, 20, 90], 1),
        ([1, 2, 3], [3, 2, 1], -1),
        ([1, 1, 2, 2], [1, 2, 3, 4], 0.8944),
        ([1, 2, 3, 4], [2, 1, 4, 3], 0.6),
    ],
)
def test_rank_correlation(one, other, expected):
    assert rank_correlation(np.array(one), np.array(other)) == pytest.approx(expected, abs=1e-4)


def test_ranks_of_equal_values_say_nothing():
    assert np.isnan(rank_correlation(np.ones(3), np.arange(3)))


def test_what_a_filter_keeps(tmp_path):
    (page,) = read_corpus(write(tmp_path / "ferry", sites=1, pages=1))
    texts = [Judged(page, "ferry", 0, np.log([0.25, 0.5, 0.1]), f1) for f1 in (0.9, 0.2, 0.8, 0.4)]
    held = Held(texts, np.array([0.95, 0.9, 0.6, 0.3]), [])
    assert held.kept(0.5) == (0.75, pytest.approx(0.6333, abs=1e-4), 1)
    assert held.kept(0.99)[0] == 0
    assert held.expected == pytest.approx([0.75] * 4)


def test_japanese_is_compared_by_characters():
    text = "渡し守は毎朝六時に舟を出し、昼には山羊に草をやり、夜になると灯りをともして川の音を聞いている。"
    assert text_f1(text[:-10], text) > 0.85
    assert text_f1("The goat ate", "The goat ate it") == pytest.approx(6 / 7)
    assert (text_f1("", ""), text_f1("x", "")) == (1, 0)
