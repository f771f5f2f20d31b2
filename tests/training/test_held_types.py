"""Models of page types of a cross-validation: none has seen a page that it is asked about."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from typed_pages import FOLDERS, PAGES, write_typed

from scrapy_maincontent.corpus import digest, folds, read_corpus
from scrapy_maincontent.evaluation import gate, run
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.facts import page_type as module
from scrapy_maincontent.facts.page_type import from_data, load, packaged, page_type, use_page_types
from scrapy_maincontent.methods import ModelError
from scrapy_maincontent.training import page_type as training
from scrapy_maincontent.training.learner import METHODS
from scrapy_maincontent.training.page_type import held_types

pytest.importorskip("sklearn", reason="training needs the extra train")

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
def seen(pages, tmp_path, monkeypatch):
    """A packaged model that was trained on them."""
    file = tmp_path / "model.json"
    file.write_text(json.dumps(json.loads(MODEL.read_text("utf-8")) | {"corpora": [digest(pages)]}), "utf-8")
    monkeypatch.setattr(training, "packaged", lambda: load(file))


def type_of(model, page):
    with use_page_types(model):
        return page_type(read_page(page.html(), page.url), ()).name


def test_no_model_knows_the_pages_of_its_fold(pages, seen):
    fold_of = folds(pages, COUNT)
    models = [from_data(data) for data in held_types([pages], fold_of, silent)]
    assert len(models) == COUNT
    threads = [(page, fold) for page, fold in zip(pages, fold_of, strict=True) if page.page_type == "forum"]
    assert len({fold for _, fold in threads}) == 1
    for page, own in threads:
        for fold, model in enumerate(models):
            assert (type_of(model, page) == "forum") == (fold != own)


@pytest.mark.slow
def test_the_same_pages_give_the_same_models(pages, seen):
    first, second = (held_types([pages], folds(pages, COUNT), silent) for _ in range(2))
    assert first == second


@pytest.mark.slow
def test_pages_that_the_packaged_model_has_not_seen_are_left_to_it(pages, seen, tmp_path):
    more = read_corpus(write_typed(tmp_path / "more", ["article", "product"], domains=2))
    assert held_types([more], [0, 0, 1, 1], silent) == []
    both = [*pages, *more]
    found = held_types([pages, more], folds(both, COUNT), silent)
    assert found == held_types([pages], folds(both, COUNT)[: len(pages)], silent)


def test_the_packaged_model_knows_what_it_has_seen():
    card = MODEL.with_suffix(".md").read_text("utf-8")
    assert packaged().corpora
    assert all(f"digest `{seen}`" in card for seen in packaged().corpora)


@pytest.fixture
def told(monkeypatch):
    """The names of the models that types were told by, and how many pages by each."""
    counts = Counter()

    def counting(model):
        counts[model.name if model else None] += 1
        return use_page_types(model)

    monkeypatch.setattr(run, "use_page_types", counting)
    return counts


@pytest.mark.slow
@pytest.mark.parametrize("known", [True, False])
def test_a_cross_validation_has_types_told_by_them(pages, told, known, request):
    pytest.importorskip("lightgbm", reason="training needs the extra train")
    if known:
        request.getfixturevalue("seen")
    run.cross_validate(pages, COUNT, silent, learner=METHODS["tree"])
    sizes = Counter(folds(pages, COUNT))
    assert told == ({f"types{fold}": size for fold, size in sizes.items()} if known else {None: len(pages)})


def test_kept_models_are_used_again(pages, seen, told, tmp_path, monkeypatch):
    pytest.importorskip("lightgbm", reason="training needs the extra train")
    folder = tmp_path / "kept"
    monkeypatch.setattr(gate, "FOLDS", COUNT)
    (fold_of,) = gate.train([pages], folder, silent)
    gate.evaluate(pages, fold_of, folder, silent)
    assert told == {f"types{fold}": size for fold, size in Counter(fold_of).items()}
    (folder / "types0.json").write_text("{}", "utf-8")
    with pytest.raises(ModelError, match=r"types0\.json"):
        gate.evaluate(pages, fold_of, folder, silent)


def test_new_models_take_the_place_of_those_for_other_pages(pages, told, tmp_path, monkeypatch):
    pytest.importorskip("lightgbm", reason="training needs the extra train")
    folder = tmp_path / "kept"
    folder.mkdir()
    (folder / "types1.json").write_text("{}", "utf-8")
    monkeypatch.setattr(gate, "FOLDS", COUNT)
    (fold_of,) = gate.train([pages], folder, silent)
    gate.evaluate(pages, fold_of, folder, silent)
    assert told == {None: len(pages)}
