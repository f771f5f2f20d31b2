"""Training the model of page types: on a corpus of pages of several types, each type on every site."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from benchmarks.gate import gate
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.facts import page_type as module
from scrapy_maincontent.facts.page_type import from_data, load, packaged, page_type, softmax, use_page_types
from scrapy_maincontent.lab import evaluation
from scrapy_maincontent.lab.corpus import digest, fold_splits, folds, read_corpus
from scrapy_maincontent.lab.training import page_type as training
from scrapy_maincontent.lab.training.learner import METHODS
from scrapy_maincontent.lab.training.page_type import TYPES, Held, held_types, main, temperature
from scrapy_maincontent.methods import ModelError

if TYPE_CHECKING:
    from collections.abc import Sequence

pytest.importorskip("sklearn", reason="training needs the extra train")


TEXT = "The keeper climbs the stairs twice a day, once to light the lamp and once to put it out, and counts ships."
PROSE = f"<p>{TEXT}</p>"
PAGES = {
    "article": f'<body class="single post"><h1>Lamp</h1><p class="byline">By Ada</p>{PROSE * 9}</body>',
    "product": f'<body class="product"><h1>Lamp</h1><b class="price">$ 9</b><p>Add to cart</p><p>Details</p>{PROSE}</body>',
    "forum": f'<body class="topic">{f"<div class=reply><i class=user>Ada</i>{PROSE}<a>Reply</a></div>" * 5}</body>',
}
FOLDERS = {"article": "blog", "product": "products", "forum": "threads"}


def write_typed(folder: Path, types: Sequence[str], domains: int = 6) -> Path:
    """Write a page of each type for each domain; unknown types have the look of articles."""
    folder.mkdir(parents=True, exist_ok=True)
    entries = []
    for number in range(domains):
        for name in types:
            page_id = f"{name}-{number}"
            (folder / f"{page_id}.html").write_text(PAGES.get(name, PAGES["article"]), "utf-8")
            url = f"https://light{number}.example/{FOLDERS.get(name, 'x')}/lamp"
            entries.append({"id": page_id, "url": url, "html": f"{page_id}.html", "type": name, "main_content": TEXT})
    (folder / "pages.json").write_text(json.dumps(entries), "utf-8")
    return folder


@pytest.fixture
def corpus(tmp_path):
    """Three types on six sites, and pages of a type that has no class."""
    return write_typed(tmp_path / "lamps", [*PAGES, "recipe"])


def test_a_model_of_a_corpus(corpus, tmp_path):
    more = write_typed(tmp_path / "more", ["article"], domains=1)
    first, second = tmp_path / "a.json", tmp_path / "b.json"
    for file in (first, second):
        call = [
            str(corpus),
            str(more),
            "-o",
            str(file),
            "--name",
            "lamps-1",
            "--folds",
            "3",
            "--attribution",
            "By Ada.",
        ]
        assert main(call) == 0
    assert first.read_bytes() == second.read_bytes()
    assert first.with_suffix(".md").read_bytes() == second.with_suffix(".md").read_bytes()
    model = load(first)
    for name, html in PAGES.items():
        for url in (f"https://new.example/{FOLDERS[name]}/storm", None):
            page = read_page(html, url)
            with use_page_types(model):
                found = page_type(page)
            assert found.name == name
            assert found.confidence > 0.5
    assert model.corpora == {digest(read_corpus(folder)) for folder in (corpus, more)}
    card = first.with_suffix(".md").read_text("utf-8")
    assert "on the 18 pages of lamps" in card
    assert "| the commonest type always | 0.333 |" in card
    assert "| forum | 6 | 1.00 | 1.00 | 1.00 |" in card
    assert "By Ada." in card


@pytest.mark.parametrize(
    ("types", "domains", "message"),
    [
        (["recipe"], 3, "no page has text and a type"),
        (["article"], 3, "all pages are of type article"),
        (["article", "forum"], 2, "5 folds of 2 domains"),
    ],
)
def test_a_corpus_that_is_not_enough_is_one_line(tmp_path, capsys, types, domains, message):
    folder = write_typed(tmp_path / "few", types, domains)
    assert main([str(folder), "-o", str(tmp_path / "few.json"), "--folds", "5" if domains == 2 else "3"]) == 1
    (line,) = [line for line in capsys.readouterr().err.splitlines() if "scrapy_maincontent" in line]
    assert message in line
    assert not (tmp_path / "few.json").exists()


def test_two_types_are_enough(tmp_path):
    folder = write_typed(tmp_path / "two", ["article", "forum"])
    assert main([str(folder), "-o", str(tmp_path / "two.json"), "--folds", "2"]) == 0
    model = load(tmp_path / "two.json")
    for name in ("article", "forum"):
        page = read_page(PAGES[name], "https://new.example/")
        with use_page_types(model):
            assert page_type(page).name == name


@pytest.mark.parametrize("factor", [0.6, 1.0, 1.7])
def test_the_temperature_undoes_what_scores_are_too_sure_of(factor):
    random = np.random.default_rng(3)
    scores = random.normal(0, 2, (6000, len(TYPES))).astype(np.float32)
    types = np.array([random.choice(len(TYPES), p=shares) for shares in softmax(scores.astype(np.float64))])
    assert temperature(scores * np.float32(factor), types) == pytest.approx(factor, rel=0.08)


HELD = Held("all", np.array([[0.9, 0.1], [0.6, 0.4], [0.2, 0.8], [0.3, 0.7]], np.float32), np.array([0, 1, 1, 1]))


def test_figures_of_held_out_pages():
    assert HELD.accuracy() == 0.75
    assert HELD.confusion().tolist() == [[1, 0], [1, 2]]
    assert HELD.by_type() == [(0.5, 1.0, pytest.approx(2 / 3), 1), (1.0, pytest.approx(2 / 3), pytest.approx(0.8), 3)]
    assert HELD.loss() == pytest.approx(-np.log([0.9, 0.4, 0.8, 0.7]).mean())


def test_reliability_counts_pages_by_their_confidence():
    bins = {(low, high): (pages, right) for low, high, pages, _, right in HELD.reliability()}
    assert bins == {(0.5, 0.6): (1, 0.0), (0.6, 0.7): (1, 1.0), (0.7, 0.8): (1, 1.0), (0.8, 0.9): (1, 1.0)}
    assert HELD.calibration_error() == pytest.approx((0.1 + 0.6 + 0.2 + 0.3) / 4)


# Models of page types of a cross-validation: none was trained on a page that it classifies.

MODEL = Path(module.__file__).parents[1] / "models" / "page_type.json"
COUNT = 3


def silent(items, _):
    return items


@pytest.fixture
def pages(tmp_path):
    """Two types on six sites, and one whose pages are all on the last of them."""
    folder = write_typed(tmp_path / "lamps", ["article", "product"])
    entries = json.loads((folder / "pages.json").read_text("utf-8"))
    for number in range(4):
        (folder / f"thread{number}.html").write_text(PAGES["forum"], "utf-8")
        url = f"https://light5.example/{FOLDERS['forum']}/{number}"
        entries.append(
            entries[-1] | {"id": f"thread{number}", "url": url, "type": "forum", "html": f"thread{number}.html"}
        )
    (folder / "pages.json").write_text(json.dumps(entries), "utf-8")
    return read_corpus(folder)


@pytest.fixture
def trained_on(pages, tmp_path, monkeypatch):
    """A packaged model that was trained on them."""
    file = tmp_path / "model.json"
    file.write_text(json.dumps(json.loads(MODEL.read_text("utf-8")) | {"corpora": [digest(pages)]}), "utf-8")
    monkeypatch.setattr(training, "packaged", lambda: load(file))


def type_of(model, page):
    with use_page_types(model):
        return page_type(read_page(page.html(), page.url)).name


def test_no_model_knows_the_pages_of_its_fold(pages, trained_on):
    fold_of = folds(pages, COUNT)
    models = [from_data(data) for data in held_types([pages], fold_splits(fold_of), silent)]
    assert len(models) == COUNT
    threads = [(page, fold) for page, fold in zip(pages, fold_of, strict=True) if page.page_type == "forum"]
    assert len({fold for _, fold in threads}) == 1
    for page, own in threads:
        for fold, model in enumerate(models):
            assert (type_of(model, page) == "forum") == (fold != own)


@pytest.mark.slow
def test_the_same_pages_give_the_same_models(pages, trained_on):
    first, second = (held_types([pages], fold_splits(folds(pages, COUNT)), silent) for _ in range(2))
    assert first == second


@pytest.mark.slow
def test_pages_that_the_packaged_model_was_not_trained_on_are_left_to_it(pages, trained_on, tmp_path):
    more = read_corpus(write_typed(tmp_path / "more", ["article", "product"], domains=2))
    assert held_types([more], fold_splits([0, 0, 1, 1]), silent) == []
    both = [*pages, *more]
    fold_of = folds(both, COUNT)
    found = held_types([pages, more], fold_splits(fold_of), silent)
    assert found == held_types([pages], fold_splits(fold_of[: len(pages)]), silent)


def test_the_packaged_model_has_the_digests_of_its_training_pages():
    card = MODEL.with_suffix(".md").read_text("utf-8")
    assert packaged().corpora
    assert all(f"digest `{known}`" in card for known in packaged().corpora)


@pytest.fixture
def models_asked(monkeypatch):
    """How many pages each model of types is asked for, by its name."""
    counts = Counter()

    def counting(model):
        counts[model.name if model else None] += 1
        return use_page_types(model)

    monkeypatch.setattr(evaluation, "use_page_types", counting)
    return counts


@pytest.mark.slow
@pytest.mark.parametrize("known", [True, False])
def test_a_cross_validation_has_types_by_them(pages, models_asked, known, request):
    pytest.importorskip("lightgbm", reason="training needs the extra train")
    if known:
        request.getfixturevalue("trained_on")
    evaluation.cross_validate(pages, COUNT, silent, learner=METHODS["tree"])
    sizes = Counter(folds(pages, COUNT))
    assert models_asked == (
        {f"types-fold{fold}": size for fold, size in sizes.items()} if known else {None: len(pages)}
    )


def kept_models(pages, folder):
    """Train the gate's models, and return the name of each page's."""
    fold_of = folds(pages, COUNT)
    gate.train({"lamps": pages}, fold_splits(fold_of), folder, silent)
    return [f"fold{fold}" for fold in fold_of]


def test_kept_models_are_used_again(pages, trained_on, models_asked, tmp_path):
    pytest.importorskip("lightgbm", reason="training needs the extra train")
    folder = tmp_path / "kept"
    names = kept_models(pages, folder)
    gate.evaluate(pages, names, folder, silent)
    assert models_asked == {f"types-{name}": size for name, size in Counter(names).items()}
    (folder / "types-fold0.json").write_text("{}", "utf-8")
    with pytest.raises(ModelError, match=r"types-fold0\.json"):
        gate.evaluate(pages, names, folder, silent)


def test_new_models_take_the_place_of_those_for_other_pages(pages, models_asked, tmp_path):
    pytest.importorskip("lightgbm", reason="training needs the extra train")
    folder = tmp_path / "kept"
    folder.mkdir()
    (folder / "types-fold1.json").write_text("{}", "utf-8")
    gate.evaluate(pages, kept_models(pages, folder), folder, silent)
    assert models_asked == {None: len(pages)}
