from __future__ import annotations

import pytest

from scrapy_maincontent.corpus.annotated import AnnotatedPage, CorpusError
from scrapy_maincontent.corpus.splits import corpus_splits, fold_splits, folds


@pytest.fixture
def page(tmp_path):
    def make(domain):
        return AnnotatedPage("1", "", tmp_path, None, "", domain, "", "")

    return make


def test_a_split_for_each_fold_trains_on_the_others():
    first, second = fold_splits([1, 0, 1])
    assert (first.name, first.scored, first.trained) == ("fold0", (1,), (0, 2))
    assert (second.name, second.scored, second.trained) == ("fold1", (0, 2), (1,))
    assert first.scoring(lambda number: number != 1).scored == ()


def test_a_corpus_is_left_out_with_its_sites_pages_in_others(page):
    corpora = {
        "mills": [page("mill.example"), page("www.weir.example"), page("")],
        "ferries": [page("quay.example"), page("weir.example"), page("")],
        "lists": [page("Mill.example")],
    }
    mills, ferries = corpus_splits(corpora, ["mills", "ferries"])
    assert (mills.name, mills.scored, mills.trained) == ("without-mills", (0, 1, 2), (3, 5))
    assert (ferries.scored, ferries.trained) == ((3, 4, 5), (0, 2, 6))


def test_something_must_be_left(page):
    with pytest.raises(CorpusError, match=r"without mills .* nothing to train on"):
        corpus_splits({"mills": [page("mill.example")], "lists": [page("www.mill.example")]}, ["mills"])


def test_a_site_with_www_and_without_is_in_one_fold(page):
    found = folds([page("www.a.example"), page("b.example"), page("a.example"), page("c.example")], 3)
    assert found[0] == found[2]
    assert len(set(found)) == 3
