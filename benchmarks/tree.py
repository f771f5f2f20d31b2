"""What the tree method's choices are worth: leaves, weights, threshold, vetoes; cross-validated by domain.

    python benchmarks/tree.py CORPUS [--every N]

Prints word F1, the shares of wanted and unwanted snippets found, and how many text blocks of an article are wrong,
for each choice. Trees are fitted on features that are computed once.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from scrapy_maincontent.core import navigation
from scrapy_maincontent.core.extract import read_page
from scrapy_maincontent.core.features import feature_names
from scrapy_maincontent.core.findings import Findings
from scrapy_maincontent.core.measures import Measures, measure
from scrapy_maincontent.corpus import AnnotatedPage, folds, read_corpus
from scrapy_maincontent.evaluation.metrics import snippet_share, word_score
from scrapy_maincontent.methods._select import EMPTY_WORDS, best_expected_f1, expected_words
from scrapy_maincontent.methods._vetoes import vetoes
from scrapy_maincontent.progress import bar
from scrapy_maincontent.training.fit import LEAVES, MIN_LEAF_SHARE
from scrapy_maincontent.training.rows import Rows, rows_of, stack

if TYPE_CHECKING:
    from scrapy_maincontent.core.page import Page, Region

FOLDS = 5
SQUARE_ROOT = 0.5
WRONG = 0.2
"""A selected block of which less than this share stands in the reference is wrong."""
COLUMN = {name: number for number, name in enumerate(feature_names())}
VETOES = ("link list", "comment", "before the headline", "rest of a list", "byline", "dateline", "share")


class Material(NamedTuple):
    """A page with all that does not depend on a choice; ``rows`` is ``None`` where it has no text."""

    annotated: AnnotatedPage
    rows: Rows | None
    page: Page | None
    regions: tuple[Region, ...]
    measures: Measures | None


def prepare(annotated: AnnotatedPage) -> Material:
    """Read a page."""
    page = read_page(annotated.html(), annotated.url, encoding=annotated.encoding)
    if page is None or not page.texts:
        return Material(annotated, None, None, (), None)
    return Material(annotated, rows_of(annotated), page, navigation.detect(page), measure(page))


def scores(material: list[Material], leaves: int = LEAVES, power: float = SQUARE_ROOT) -> list[np.ndarray]:
    """Return each page's block scores, by a tree that has seen no page of its domain."""
    fold_of = folds([one.annotated for one in material], FOLDS)
    found: list[np.ndarray] = [np.zeros(0, np.float32)] * len(material)
    for fold in range(FOLDS):
        training = [
            one.rows and Rows(one.rows.features, one.rows.targets, one.rows.weights ** (power / SQUARE_ROOT))
            for one, place in zip(material, fold_of, strict=True)
            if place != fold
        ]
        matrix, classes, weights = stack(training)
        tree = DecisionTreeClassifier(
            criterion="entropy", max_leaf_nodes=leaves, min_weight_fraction_leaf=MIN_LEAF_SHARE, random_state=0
        ).fit(matrix, classes, sample_weight=weights)
        for number, (one, place) in enumerate(zip(material, fold_of, strict=True)):
            if place == fold and one.rows is not None:
                found[number] = tree.predict_proba(one.rows.features)[:, 1].astype(np.float32)
    return found


def select(one: Material, score: np.ndarray, threshold: float | None, without: frozenset[str] | None) -> np.ndarray:
    """Return which blocks are selected; ``without`` names vetoes to leave out, ``None`` all of them."""
    if one.rows is None or one.page is None or one.measures is None:
        return np.zeros(0, bool)
    if threshold is not None:
        return score >= threshold
    if expected_words(score, one.measures.words) < EMPTY_WORDS:
        return np.zeros(len(score), bool)
    main = best_expected_f1(score, one.measures.words)
    if without is not None:
        matrix = one.rows.features
        names = vetoes(Findings(one.page, one.regions), lambda name: matrix[:, COLUMN[name]], main)
        main &= np.array([name is None or name in without for name in names])
    return main


def line(material: list[Material], found: list[np.ndarray], choice: tuple[float | None, frozenset[str] | None]) -> str:
    """Return a choice's figures."""
    f1, wanted, unwanted, wrong = [], [], [], []
    for one, score in zip(material, found, strict=True):
        main = select(one, score, *choice)
        texts = one.page.texts if one.page else []
        text = "\n".join(block for block, chosen in zip(texts, main, strict=True) if chosen)
        f1.append(word_score(text, one.annotated.main_content).f1)
        wanted.append(snippet_share(text, one.annotated.wanted))
        unwanted.append(snippet_share(text, one.annotated.unwanted))
        if one.annotated.page_type == "article" and one.rows is not None:
            wrong.append(float((main & (one.rows.targets < WRONG)).sum()))
    means = (np.mean([value for value in values if value is not None]) for values in (f1, wanted, unwanted, wrong))
    return "F1 {:.4f}  with {:.3f}  without {:.3f}  wrong blocks an article {:.1f}".format(*means)


def main() -> None:
    """Print a line for every choice."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take every Nth page")
    options = parser.parse_args()
    material = [prepare(page) for page in bar(read_corpus(options.corpus)[:: options.every], "features")]
    found = scores(material)
    print(f"no vetoes                      {line(material, found, (None, None))}", flush=True)
    print(f"threshold .5, no vetoes        {line(material, found, (0.5, None))}", flush=True)
    print(f"all vetoes                     {line(material, found, (None, frozenset()))}", flush=True)
    for name in VETOES:
        print(f"all but {name:23}{line(material, found, (None, frozenset((name,))))}", flush=True)
    for leaves in (128, 256, 400):
        print(
            f"{leaves} leaves, no vetoes         {line(material, scores(material, leaves), (None, None))}", flush=True
        )
    for power in (0.35, 0.25):
        print(
            f"weights ** {power}, no vetoes     {line(material, scores(material, power=power), (None, None))}",
            flush=True,
        )


if __name__ == "__main__":
    main()
