"""What the crf method's stages and inputs are worth, cross-validated by domain.

    python benchmarks/crf.py CORPUS [MORE ...] [--every N] [--characters]

Stages are fitted as the package fits them, on pages of all corpora; the first corpus is scored. Prints F1 (of words, or
of character 4-grams) and the shares of wanted and unwanted snippets found: with the scores of the boosted trees alone,
of the CRF alone, and the mean of both; with other decoders and knobs; with columns for navigation regions, blocks,
placement, DOM PageRank and the lines of a text browser beside the trees' features; and with the second evaluation of
Fujita et al. after the selection.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from scrapy_maincontent import navigation
from scrapy_maincontent.blocks import Findings
from scrapy_maincontent.corpus import folds, read_corpus
from scrapy_maincontent.corpus.metrics import character_score, snippet_share, word_score
from scrapy_maincontent.features.text_blocks import BLOCK_FEATURES, block_features
from scrapy_maincontent.methods import load_model
from scrapy_maincontent.methods.fujita import Thresholds, blocks, second_evaluation
from scrapy_maincontent.methods.lines import Placed, line_figures
from scrapy_maincontent.methods.pagerank import PageRankModel, rank
from scrapy_maincontent.methods.selection import (
    EMPTY_WORDS,
    best_expected_f,
    expected_words,
    with_doubt,
    without_copies,
)
from scrapy_maincontent.methods.text_browser import browser_lines
from scrapy_maincontent.methods.trees import Chain, attributes, probability
from scrapy_maincontent.page import Kind, Label
from scrapy_maincontent.progress import bar
from scrapy_maincontent.training.crf import (
    CHAIN_SHARE,
    TokenTable,
    fit_boosted,
    fit_chain,
    held_out_log_odds,
    held_out_scores,
    inner_folds,
)
from scrapy_maincontent.training.learner import CRF

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from scrapy_maincontent.corpus.annotated import AnnotatedPage
    from scrapy_maincontent.features.measures import Floats
    from scrapy_maincontent.page import Page
    from scrapy_maincontent.training.crf import CrfRows

    Marks = NDArray[np.bool_]

FOLDS = 5
SEED = 0
BETAS = (0.7, 0.85, 1.15, 1.3, 1.5)
SHARES = (0.25, 0.75)
MORE = ("navigation", "blocks", "placement", "pagerank", "lines")
"""Further columns for the trees that are tried."""
THRESHOLDS = Thresholds(upper=70, lower=40)
MAJORITY = 0.5


class Material(NamedTuple):
    """A page with all that does not depend on a fold; without rows and findings where it has no text."""

    annotated: AnnotatedPage
    rows: CrfRows | None
    findings: Findings | None
    more: dict[str, Floats]
    """Further columns for the trees, by their source."""


class Scored(NamedTuple):
    """A held-out page's boosted scores and the CRF's marginals, and the boosted scores with further columns."""

    boosted: Floats
    marginals: Floats
    more: dict[str, Floats]


def read(page: AnnotatedPage, rows: CrfRows | None) -> Material:
    """Read a page again, with regions, blocks and placement as columns."""
    flat = page.read_with_text()
    if flat is None:
        return Material(page, rows, None, {})
    findings = Findings(flat, navigation.detect(flat))
    count = len(flat.texts)
    regions = np.zeros((count, len(Kind)), np.float32)
    for number, kind in enumerate(Kind):
        for region in findings.regions:
            if region.kind is kind:
                regions[slice(*region.blocks), number] += 1
    of_blocks = np.zeros((count, len(BLOCK_FEATURES) + 2), np.float32)
    for block, figures in zip(findings.blocks, block_features(findings), strict=True):
        size = block.texts[1] - block.texts[0]
        of_blocks[slice(*block.texts)] = [*figures, size, bool(block.regions)]
    placed = np.zeros((count, 2), np.float32)
    for block_number, label, _ in findings.evidence:
        placed[slice(*findings.blocks[block_number].texts), int(label is Label.MAIN)] += 1
    more = {
        "navigation": regions,
        "blocks": of_blocks,
        "placement": placed,
        "pagerank": ranked(flat),
        "lines": shown(flat),
    }
    return Material(page, rows, findings, more)


def ranked(page: Page) -> Floats:
    """Return for each text block its element's importance and DensitySum, and whether it is in the main element.

    The weights are those of the packaged model: four numbers, tuned on the pages that are scored.
    """
    model = load_model("pagerank")
    assert isinstance(model, PageRankModel)
    found = rank(page, model.parameters)
    columns = np.zeros((2, len(page.tags)), np.float32)
    columns[:, found.elements] = found.importance, found.scores
    first, last = page.blocks_in(found.main)
    numbers = np.arange(len(page.texts))
    return np.vstack([columns[:, page.owners], (numbers >= first) & (numbers < last)]).T.astype(np.float32)


def shown(page: Page) -> Floats:
    """Return for each text block the means of the figures of its lines in a text browser."""
    lines = browser_lines(page)
    figures = line_figures([line.text for line in lines])
    placed = Placed.of(lines, len(page.texts))
    return np.array([placed.means(figure) for figure in figures.T], np.float32).T


def cross_validate(material: Sequence[Material], fold_of: Sequence[int], scored: int) -> list[Scored | None]:
    """Score the first ``scored`` pages, each by stages that were trained on no page of its domain."""
    found: list[Scored | None] = [None] * scored
    for fold in bar(range(FOLDS), "folds"):
        training = [one for one, place in zip(material, fold_of, strict=True) if place != fold and one.rows]
        rows = [one.rows for one in training if one.rows]
        inner = inner_folds([own.domain for own in rows])
        table = TokenTable(rows)
        matrices = [
            own.page_features.features(scores)
            for own, scores in zip(rows, held_out_scores(table, inner, SEED), strict=True)
        ]
        chain = Chain(*fit_chain(rows, held_out_log_odds(matrices, rows, inner, SEED)))
        lexicon = table.lexicon(table.fit(range(len(rows)), SEED))
        plain = fit_boosted(matrices, rows, SEED)
        wide = {
            name: fit_boosted(
                [np.hstack([matrix, one.more[name]]) for matrix, one in zip(matrices, training, strict=True)],
                rows,
                SEED,
            )
            for name in MORE
        }
        for number, one in enumerate(material[:scored]):
            if fold_of[number] != fold or one.rows is None or one.findings is None:
                continue
            matrix = one.rows.page_features.features(lexicon.read(one.findings.page, one.findings.measures.around()))
            log_odds = plain.log_odds(matrix)
            found[number] = Scored(
                probability(log_odds),
                chain.marginals(attributes(one.rows.page_features, log_odds)),
                {
                    name: probability(trees.log_odds(np.hstack([matrix, one.more[name]])))
                    for name, trees in wide.items()
                },
            )
    return found


def select(
    one: Material,
    scores: Floats,
    beta: float = 1.0,
    *,
    copies: bool = False,
    declared: bool = True,
) -> Marks:
    """Return which text blocks are selected."""
    assert one.rows is not None
    assert one.findings is not None
    words = one.rows.page_features.measures.words
    if declared:
        scores, _ = with_doubt(one.findings.page, scores, one.findings.measures)
    if not copies:
        scores = without_copies(one.findings.measures.copies, scores, words)
    if expected_words(scores, words) < EMPTY_WORDS:
        return np.zeros(len(scores), bool)
    return best_expected_f(scores, words, beta)


def right(one: Material) -> Marks:
    """Return the blocks of which at least half stands in the reference."""
    assert one.rows is not None
    return one.rows.targets >= MAJORITY


def second(one: Material, main: Marks) -> Marks:
    """Return the selection after the second evaluation over the paper's blocks."""
    assert one.rows is not None
    assert one.findings is not None
    found = blocks(one.findings.page)
    words = one.rows.page_features.measures.words
    own, own_main = found.own(words), found.own(words * main)
    total, total_main = (np.where(found.has_text, part, found.whole(part)) for part in (own, own_main))
    first = (total_main > MAJORITY * total).tolist()
    changed = np.array(second_evaluation(found.parents.tolist(), first, THRESHOLDS)) != np.array(first)
    result: Marks = np.where(changed[found.block_of], ~np.array(first)[found.block_of], main)
    return result


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", nargs="+", type=Path)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take every Nth page (default: all)")
    parser.add_argument("--characters", action="store_true", help="score by character 4-grams")
    options = parser.parse_args()
    corpora = [read_corpus(folder)[:: options.every] for folder in options.corpus]
    pages = [page for corpus in corpora for page in corpus]
    rows = CRF.read(corpora, bar)
    material = [read(page, own) for page, own in zip(bar(pages, "columns"), rows, strict=True)]
    scored = cross_validate(material, folds(pages, FOLDS), len(corpora[0]))
    measure = character_score if options.characters else word_score

    def show(name: str, choose: Callable[[Material, Scored], Marks]) -> None:
        values, wanted, unwanted = [], [], []
        for one, scores in zip(material, scored, strict=False):
            text = ""
            if one.findings is not None and scores is not None:
                chosen = choose(one, scores).tolist()
                text = "\n".join(text for text, taken in zip(one.findings.page.texts, chosen, strict=True) if taken)
            values.append(measure(text, one.annotated.main_content).f1)
            wanted.append(snippet_share(text, one.annotated.wanted))
            unwanted.append(snippet_share(text, one.annotated.unwanted))
        shares = [np.mean([share for share in part if share is not None] or [0]) for part in (wanted, unwanted)]
        print(f"{name:44}{np.mean(values):8.4f}{shares[0]:8.3f}{shares[1]:8.3f}", flush=True)

    def mean(scores: Scored, share: float = CHAIN_SHARE) -> Floats:
        return share * scores.marginals + (1 - share) * scores.boosted

    print(f"{'':44}{'F1':>8}{'with':>8}{'without':>8}")
    show("blocks labelled right", lambda one, _: right(one))
    show("both, the mean", lambda one, scores: select(one, mean(scores)))
    show("boosted trees alone", lambda one, scores: select(one, scores.boosted))
    show("CRF alone", lambda one, scores: select(one, scores.marginals))
    for share in SHARES:
        show(f"both, {share:.0%} of the CRF", lambda one, scores, share=share: select(one, mean(scores, share)))
    show("threshold of one half", lambda _, scores: mean(scores) >= MAJORITY)
    for beta in BETAS:
        show(f"beta {beta}", lambda one, scores, beta=beta: select(one, mean(scores), beta))
    show("declared descriptions unused", lambda one, scores: select(one, mean(scores), declared=False))
    show("copies stay", lambda one, scores: select(one, mean(scores), copies=True))
    for name in MORE:
        show(f"trees alone, with {name}", lambda one, scores, name=name: select(one, scores.more[name]))
    show("second evaluation (Fujita)", lambda one, scores: second(one, select(one, mean(scores))))


if __name__ == "__main__":
    main()
