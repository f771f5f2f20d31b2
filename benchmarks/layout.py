"""What boxes are worth to the default method, and Gupta's steps after it, cross-validated by domain.

    python benchmarks/layout.py LAID_OUT

LAID_OUT is a corpus from ``scrapy-maincontent render``. The boosted trees of method crf are fitted on its pages with
and without columns for the boxes of their text blocks, and select as the method does, without the CRF. Then Gupta's
steps are taken on what the plain trees select: the packaged list of advertisements, lists of links, what is not shown.
Prints word F1 and the shares of wanted and unwanted snippets found.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from crf import FOLDS, SEED, Material, select

from scrapy_maincontent import navigation
from scrapy_maincontent.blocks import Findings
from scrapy_maincontent.facts.advertisements import OWN_LIST, advertised_blocks, load_list
from scrapy_maincontent.lab.corpus import folds, read_corpus, snippet_share, word_score
from scrapy_maincontent.lab.training.crf import TokenTable, fit_boosted, held_out_scores, inner_folds
from scrapy_maincontent.lab.training.learner import CRF
from scrapy_maincontent.methods.trees import probability
from scrapy_maincontent.papers.tsuruta import NO_BOX, boxes_of, elements_below, link_lists
from scrapy_maincontent.progress import bar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from scrapy_maincontent.features.measures import Floats
    from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage
    from scrapy_maincontent.lab.training.crf import CrfRows
    from scrapy_maincontent.page import Page

    Marks = NDArray[np.bool_]

PLAIN, BOXES = "trees", "trees with boxes"


def read(page: AnnotatedPage, rows: CrfRows | None) -> Material:
    """Read a page again, with the boxes of its text blocks as columns."""
    flat = page.read_with_text()
    if flat is None:
        return Material(page, rows, None, {})
    return Material(page, rows, Findings(flat, navigation.detect(flat)), {PLAIN: none(flat), BOXES: placed(flat)})


def none(page: Page) -> Floats:
    """Return no column."""
    return np.zeros((len(page.texts), 0), np.float32)


def placed(page: Page) -> Floats:
    """Return for each text block where its element lies, how large it is, and how much of it a character takes."""
    boxes = boxes_of(page)
    whole = boxes[0]
    left, top, width, height = boxes[page.owners].T.astype(np.float32)
    letters = np.array([len(text) for text in page.texts], np.float32)
    columns = (
        left,
        top,
        width,
        height,
        left + width / 2,
        top / max(float(whole[3]), 1.0),
        np.full(len(letters), whole[3], np.float32),
        width * height / letters,
        (width != NO_BOX).astype(np.float32),
    )
    return np.stack(columns, axis=1).astype(np.float32)


def cross_validate(material: Sequence[Material], fold_of: Sequence[int]) -> dict[str, dict[int, Floats]]:
    """Return each page's scores by the trees with each set of columns, fitted on pages of other domains."""
    found: dict[str, dict[int, Floats]] = {PLAIN: {}, BOXES: {}}
    for fold in bar(range(FOLDS), "folds"):
        training = [one for one, place in zip(material, fold_of, strict=True) if place != fold and one.rows]
        rows = [one.rows for one in training if one.rows]
        table = TokenTable(rows)
        held_out = held_out_scores(table, inner_folds([own.domain for own in rows]), SEED)
        matrices = [own.page_features.features(scores) for own, scores in zip(rows, held_out, strict=True)]
        lexicon = table.lexicon(table.fit(range(len(rows)), SEED))
        for name, scores_of in found.items():
            wide = [np.hstack([matrix, one.more[name]]) for matrix, one in zip(matrices, training, strict=True)]
            trees = fit_boosted(wide, rows, SEED)
            for number, one in enumerate(material):
                if fold_of[number] == fold and one.rows is not None and one.findings is not None:
                    linear = lexicon.read(one.findings.page, one.findings.measures.around())
                    matrix = np.hstack([one.rows.page_features.features(linear), one.more[name]])
                    scores_of[number] = probability(trees.log_odds(matrix))
    return found


def advertised(page: Page) -> Marks:
    """Return which text blocks the packaged list calls advertisements."""
    return np.array(advertised_blocks(page, load_list(OWN_LIST).elements(page)), bool)


def linked(page: Page) -> Marks:
    """Return which text blocks stand in lists of links."""
    return elements_below(page, link_lists(page))[page.owners]


def not_shown(page: Page) -> Marks:
    """Return which text blocks the browser does not show."""
    hidden: Marks = boxes_of(page)[page.owners, 2] == NO_BOX
    return hidden


STEPS: dict[str, Callable[[Page], Marks]] = {
    "less advertisements": advertised,
    "less lists of links": linked,
    "less what is not shown": not_shown,
}


def line(name: str, material: Sequence[Material], chosen: dict[int, Marks]) -> str:
    """Return the means of a selection over all pages that have a reference text."""
    rows = []
    for number, one in enumerate(material):
        if not one.annotated.main_content.strip():
            continue
        text = ""
        if number in chosen and one.findings is not None:
            pairs = zip(one.findings.page.texts, chosen[number].tolist(), strict=True)
            text = "\n".join(block for block, main in pairs if main)
        page = one.annotated
        shares = [snippet_share(text, snippets) for snippets in (page.wanted, page.unwanted)]
        rows.append([word_score(text, page.main_content).f1, *(np.nan if share is None else share for share in shares)])
    f1, wanted, unwanted = np.nanmean(np.array(rows), axis=0).tolist()
    return f"{name:32}{f1:7.3f}{wanted:9.3f}{unwanted:9.3f}"


def main() -> None:
    """Run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    pages = read_corpus(parser.parse_args().corpus)
    rows = CRF.read([pages], bar)
    material = [read(page, own) for page, own in zip(pages, rows, strict=True)]
    scores = cross_validate(material, folds(pages, FOLDS))
    print(f"{len(pages)} pages\n{'':32}{'F1':>7}{'with':>9}{'without':>9}")
    chosen = {
        name: {number: select(material[number], own) for number, own in of.items()} for name, of in scores.items()
    }
    for name, selected in chosen.items():
        print(line(name, material, selected))
    for name, step in STEPS.items():
        left = {
            number: main & ~step(findings.page)
            for number, main in chosen[PLAIN].items()
            if (findings := material[number].findings) is not None
        }
        print(line(f"{PLAIN}, {name}", material, left))


if __name__ == "__main__":
    main()
