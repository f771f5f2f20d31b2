"""What the tree method's choices are worth: threshold, placement, leaves, shrinkage; cross-validated by domain.

    python benchmarks/tree.py CORPUS [MORE ...] [--every N] [--characters]

Trees are fitted as the package fits them, on pages of all corpora; the first corpus is scored. Prints F1 (of words, or
of character 4-grams), the shares of wanted and unwanted snippets found, and how many text blocks of an article are
wrong, for each choice. Regions and placement put selected text out in all but the first two lines.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

import numpy as np

from scrapy_maincontent import navigation
from scrapy_maincontent.blocks import Findings
from scrapy_maincontent.lab.corpus import character_score, folds, read_corpus, snippet_share, word_score
from scrapy_maincontent.lab.training import tree as tree_training
from scrapy_maincontent.lab.training.learner import TREE
from scrapy_maincontent.methods.selection import EMPTY_WORDS, best_expected_f, expected_words
from scrapy_maincontent.papers.decision_tree import Tree
from scrapy_maincontent.papers.uda import APPLIED_RULES, placed_outside
from scrapy_maincontent.progress import bar

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    from scrapy_maincontent.features.measures import Floats
    from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage
    from scrapy_maincontent.lab.training.tree import Rows

    Marks = NDArray[np.bool_]

FOLDS = 5
THRESHOLD = 0.5
WRONG = 0.2
"""A selected block of which less than this share stands in the reference is wrong."""
LEAVES_TRIED = (128, 192, 400)
SHRINKAGES_TRIED = (0.0, 0.003, 0.01, 0.03)


class Material(NamedTuple):
    """A page with all that does not depend on a choice; without rows and findings where it has no text."""

    annotated: AnnotatedPage
    rows: Rows | None
    findings: Findings | None


class Figures(NamedTuple):
    """A page's figures: each from 0 to 1, ``wrong`` a number of text blocks; ``None`` where the page has none."""

    f1: float
    wanted: float | None
    unwanted: float | None
    wrong: float | None


def arguments(description: str | None) -> argparse.ArgumentParser:
    """Return a parser of the options of both benchmarks of the tree method."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path, nargs="+", metavar="CORPUS", help="the first one is scored")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take every Nth page")
    parser.add_argument("--characters", action="store_true", help="score by character 4-grams, not by words")
    return parser


def read(folders: Sequence[Path], every: int) -> tuple[list[Material], int]:
    """Return the pages of all corpora, weighed as the package weighs them, and how many are to be scored."""
    corpora = [read_corpus(folder)[::every] for folder in folders]
    rows = TREE.read(corpora, bar)
    pages = bar([page for corpus in corpora for page in corpus], "pages")
    material = [Material(page, own, _findings(page)) for page, own in zip(pages, rows, strict=True)]
    return material, len(corpora[0])


def _findings(annotated: AnnotatedPage) -> Findings | None:
    page = annotated.read_with_text()
    return None if page is None else Findings(page, navigation.detect(page))


def scores(material: Sequence[Material], count: int, repeat: int = 0) -> list[Floats]:
    """Return the block scores of the first ``count`` pages, each by a tree that was trained on no page of its domain.

    Repeat 0 has the package's folds, each other one deals the domains anew.
    """
    prefix = f"{repeat} " if repeat else ""
    fold_of = folds([replace(one.annotated, domain=prefix + one.annotated.domain) for one in material], FOLDS)
    found: list[Floats] = [np.zeros(0, np.float32)] * count
    for fold in range(FOLDS):
        model = tree_training.fit_tree(
            [one.rows for one, own in zip(material, fold_of, strict=True) if own != fold], "benchmark"
        )
        for number, one in enumerate(material[:count]):
            if fold_of[number] == fold and one.rows is not None:
                tree = Tree.from_dict(model["tree"], [""] * one.rows.features.shape[1])
                found[number] = tree.value[tree.leaves(one.rows.features)]
    return found


def select(one: Material, score: Floats, rules: Collection[str] | None = APPLIED_RULES) -> Marks:
    """Return which blocks are selected, less what regions cover and these rules put out; ``None`` puts nothing out."""
    if one.rows is None or one.findings is None:
        return np.zeros(0, bool)
    words = one.findings.measures.words
    if expected_words(score, words) < EMPTY_WORDS:
        return np.zeros(len(score), bool)
    main = best_expected_f(score, words)
    if rules is not None:
        main[list(placed_outside(one.findings, np.flatnonzero(main).tolist(), rules))] = False
    return main


def figures(one: Material, main: Marks, characters: bool) -> Figures:
    """Return how good a page's selected text is."""
    annotated = one.annotated
    texts = one.findings.page.texts if one.findings else []
    text = "\n".join(block for block, chosen in zip(texts, main, strict=True) if chosen)
    is_article = one.rows is not None and annotated.page_type == "article"
    return Figures(
        (character_score if characters else word_score)(text, annotated.main_content).f1,
        snippet_share(text, annotated.wanted),
        snippet_share(text, annotated.unwanted),
        float((main & (one.rows.targets < WRONG)).sum()) if one.rows is not None and is_article else None,
    )


def means(pages: Sequence[Figures]) -> list[float]:
    """Return the mean of each figure over the pages that have it, nan where none has."""
    columns = ([value for value in column if value is not None] for column in zip(*pages, strict=True))
    return [float(np.mean(column)) if column else float("nan") for column in columns]


def line(name: str, pages: Sequence[Figures]) -> str:
    """Return a choice's figures."""
    f1, wanted, unwanted, wrong = means(pages)
    return f"{name:34}F1 {f1:.4f}  with {wanted:.3f}  without {unwanted:.3f}  wrong blocks an article {wrong:.1f}"


def main() -> None:
    """Print a line for every choice."""
    options = arguments(__doc__).parse_args()
    material, count = read(options.corpora, options.every)
    scored = material[:count]

    def show(
        name: str, found: list[Floats], rules: Collection[str] | None = APPLIED_RULES, threshold: bool = False
    ) -> None:
        pages = []
        for one, score in zip(scored, found, strict=True):
            chosen = score >= THRESHOLD if threshold else select(one, score, rules)
            pages.append(figures(one, chosen, options.characters))
        print(line(name, pages), flush=True)

    found = scores(material, count)
    show("nothing put out", found, None)
    show(f"threshold {THRESHOLD}, nothing put out", found, threshold=True)
    show("regions and placement", found)
    show("all but placement", found, ())
    for rule in APPLIED_RULES:
        show(f"all but {rule}", found, [other for other in APPLIED_RULES if other != rule])
    for attribute, values in (("LEAVES", LEAVES_TRIED), ("SHRINKAGE", SHRINKAGES_TRIED)):
        for value in values:
            if value != getattr(tree_training, attribute):
                with patch.object(tree_training, attribute, value):
                    show(f"{attribute.lower()} {value}", scores(material, count))


if __name__ == "__main__":
    main()
