"""What the choices of the default method are worth on corpora that it has not seen.

    python benchmarks/crf.py CORPUS... [--train-only CORPUS] [--every N] [--folds]

Each corpus is scored by stages that were trained on the others, with ``--folds`` each page by stages that were trained
on no page of its domain; so are the models of page types. Pages of ``--train-only`` are trained on alone. Prints a line
for each choice: F1 of each corpus (as ``evaluate`` scores it), their macro mean, and that less the macro mean of the
package's choice, with the interval of 95 % of the bootstrap samples of each corpus's pages.

* The package's choice: an expert of articles and one of other pages, a quarter of the CRF.
* Text blocks, segments before re-blocking, and blocks after it labelled right, each as half of its words or more are:
  an upper bound for what decides over such blocks.
* One expert for all pages, trained on all pages alike; the expert of articles for all pages; articles weigh 1, and not
  less, for the other expert. Left out where the corpora have too few pages of either kind for two experts.
* Another share of the CRF; one beta for both experts.
* A CRF over blocks beside the trees and the CRF over text blocks: before, in and after the body, or inserted in it.
  Once more over segments, and without what regions and placement say of the blocks.
* Columns of navigation regions, of blocks and of placement among the trees' features; none of those that tell prose,
  and none of comments.
* One expert for each page, whatever the doubt about its type.
* Declared descriptions of products, or what a page says of its own parts, unused; copies stay; lines that
  lead a text are not taken with it.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pycrfsuite

from scrapy_maincontent import navigation
from scrapy_maincontent.blocks import Findings
from scrapy_maincontent.facts.page_type import from_data, page_type, use_page_types
from scrapy_maincontent.lab.evaluation import PageResult, Prediction, score
from scrapy_maincontent.lab.evaluation.leave_out import FOLDS, LEFT_OUT, in_order, macro_difference, splits_of
from scrapy_maincontent.lab.training.cards import read_corpora
from scrapy_maincontent.lab.training.crf import (
    BETAS,
    CHAIN_SHARE,
    MAIN_SHARE,
    ChainItems,
    expert_weights,
    fit_expert,
    fit_lexicon,
    rows_of_page,
    train_chain,
    weighed_pages,
)
from scrapy_maincontent.lab.training.learner import split_weights
from scrapy_maincontent.lab.training.page_type import held_types
from scrapy_maincontent.methods.crf import ANY, ARTICLE, HALF, OTHER, article_share, pooled
from scrapy_maincontent.methods.crf_features import FEATURES, LIMIT
from scrapy_maincontent.methods.page_parts import declared_places, with_declared
from scrapy_maincontent.methods.selection import (
    EMPTY_WORDS,
    best_expected_f,
    expected_words,
    leading_lines,
    with_doubt,
    without_copies,
)
from scrapy_maincontent.methods.trees import Boosted, Chain, attributes, probability
from scrapy_maincontent.page import Kind, Label
from scrapy_maincontent.papers.tree_features import BLOCK_FEATURES, block_features
from scrapy_maincontent.progress import bar

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from scrapy_maincontent.facts.page_type import PageTypeModel
    from scrapy_maincontent.features.measures import Floats, Ints
    from scrapy_maincontent.lab.corpus import Split
    from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage
    from scrapy_maincontent.lab.training.crf import CrfRows
    from scrapy_maincontent.methods.crf_features import Lexicon

    Marks = NDArray[np.bool_]
    Key = tuple[str, str]
    """An expert, and the further columns of its trees."""
    Scores = dict[str, Floats]
    """Scores of a page's text blocks by `TREES`, by `CHAIN`, and by each of `SIGHTS`."""
    Found = dict[str, dict[int, PageResult]]
    """Results of each choice by the pages' numbers."""


COUNT = 5
"""Folds by domain over all corpora."""
SEED = 0
FEWEST_WORDS = 0.5
"""Of a text block, where its words are a weight."""
PACKAGE = "the package's choice"
TEXT_BLOCKS, SEGMENTS, BLOCKS = "text blocks", "segments", "blocks"
UNSIGHTED = "blocks without regions and placement"
SIGHTS = {BLOCKS: (BLOCKS, True), SEGMENTS: (SEGMENTS, True), UNSIGHTED: (BLOCKS, False)}
"""The CRFs over blocks: what they label, and whether they know of regions and placement."""
TREES, CHAIN = "trees", "chain"
NOTHING, NAVIGATION, PLACEMENT = "", "navigation regions", "placement"
COLUMNS = (NAVIGATION, BLOCKS, PLACEMENT)
"""Further columns for the trees that are tried."""
DROPPED = {"no signs of prose": ("sentence", "length"), "no column of comments": ("commented",)}
"""Features that are left out: those whose names end so."""


@dataclass(frozen=True)
class Choice:
    """How pages are judged and text blocks selected; without arguments as the package does it.

    ``experts``: by kind of page (`ARTICLE` or `OTHER`) who judges it, where there are two, and by which beta.
    ``share``: that of the CRF. ``columns``: further ones of the trees, or one of `DROPPED`. ``blocks``: one of
    `SIGHTS`, whose CRF has ``blocks_share`` of a score. ``both``: both experts judge a page whose type is in doubt.
    ``declared`` descriptions of products, and what pages say of their ``parts``, count; likes and siblings do not.
    ``right``: which units are labelled by the truth.
    """

    experts: dict[str, tuple[str, float]] = field(default_factory=dict)
    share: float = CHAIN_SHARE
    columns: str = NOTHING
    blocks: str = ""
    blocks_share: float = 0.0
    both: bool = True
    declared: bool = True
    parts: bool = True
    copies: bool = False
    leading: bool = True
    right: str = ""

    @property
    def is_of_experts(self) -> bool:
        """Whether it makes no difference where there is one expert for all pages."""
        return any(kind != expert for kind, (expert, _) in self.experts.items())


PACKAGED = {kind: (kind, beta) for kind, beta in BETAS.items()}
CHOICES = {
    PACKAGE: Choice(),
    **{f"{units} labelled right": Choice(right=units) for units in (TEXT_BLOCKS, SEGMENTS, BLOCKS)},
    **{f"one expert for all pages, beta {beta:g}": Choice(dict.fromkeys(BETAS, (ANY, beta))) for beta in (1.0, 0.85)},
    "the expert of articles for all pages": Choice({OTHER: PACKAGED[ARTICLE]}),
    "articles weigh 1 for the other expert": Choice({OTHER: (ANY, BETAS[OTHER])}),
    "no CRF": Choice(share=0.0),
    "share of the CRF 0.5": Choice(share=0.5),
    **{f"beta {beta:g} for all pages": Choice({kind: (kind, beta) for kind in BETAS}) for beta in (0.7, 1.0, 1.2)},
    **{
        f"CRF over {sight}, share {share:g}": Choice(blocks=sight, blocks_share=share)
        for sight in SIGHTS
        for share in (0.2, 0.5)
    },
    **{f"columns of {columns}": Choice(columns=columns) for columns in COLUMNS},
    **{dropped: Choice(columns=dropped) for dropped in DROPPED},
    "one expert for each page": Choice(both=False),
    "declared descriptions of products unused": Choice(declared=False),
    "what pages say of their parts unused": Choice(parts=False),
    "copies stay": Choice(copies=True),
    "leading lines not taken": Choice(leading=False),
}


# Annotated pages -> material: all that no split changes.


class Material(NamedTuple):
    """A page with m text blocks: its rows, regions and blocks.

    ``units``: by name the first text block of each unit. ``more``: by name further columns for the trees (m rows).
    """

    rows: CrfRows
    findings: Findings
    units: dict[str, Ints]
    more: dict[str, Floats]


def read(annotated: AnnotatedPage) -> Material | None:
    """Return a page's material, ``None`` where it has no text."""
    page = annotated.read_with_text()
    if page is None:
        return None
    findings = Findings(page, navigation.detect(page))
    units = {TEXT_BLOCKS: np.arange(len(page.texts))}
    for name, blocks in ((SEGMENTS, findings.segments), (BLOCKS, findings.blocks)):
        units[name] = np.array([block.texts[0] for block in blocks if block.texts[0] < block.texts[1]], np.intp)
    return Material(rows_of_page(page, annotated), findings, units, more_columns(findings))


def more_columns(findings: Findings) -> dict[str, Floats]:
    """Return further columns for the trees: regions by kind, figures of a text block's block, rules that label it."""
    count = len(findings.page.texts)
    regions = np.zeros((count, len(Kind)), np.float32)
    for region in findings.regions:
        regions[slice(*region.blocks), list(Kind).index(region.kind)] += 1
    blocks = np.zeros((count, len(BLOCK_FEATURES) + 2), np.float32)
    for block, figures in zip(findings.blocks, block_features(findings), strict=True):
        blocks[slice(*block.texts)] = [*figures, block.texts[1] - block.texts[0], bool(block.regions)]
    placed = np.zeros((count, len(Label)), np.float32)
    for number, label, _ in findings.evidence:
        placed[slice(*findings.blocks[number].texts), list(Label).index(label)] += 1
    return {NOTHING: np.zeros((count, 0), np.float32), NAVIGATION: regions, BLOCKS: blocks, PLACEMENT: placed}


def right(one: Material, units: str) -> Marks:
    """Return which units have half of their words or more in the truth."""
    main: Marks = means(one.rows.targets, at_least(one), one.units[units]) >= MAIN_SHARE
    return main


def at_least(one: Material) -> Floats:
    """Return the words of each text block as weights, of which none is 0."""
    return np.maximum(one.rows.page_features.measures.words, FEWEST_WORDS)


def means(values: Floats, weights: Floats, firsts: Ints) -> Floats:
    """Return the weighted mean of each unit's values."""
    found: Floats = np.add.reduceat(values * weights, firsts) / np.add.reduceat(weights, firsts)
    return found


def spread(values: NDArray[Any], one: Material, units: str) -> NDArray[Any]:
    """Return for each text block what its unit has."""
    return values[np.searchsorted(one.units[units], np.arange(len(one.rows.targets)), "right") - 1]


# Material -> what a split's pages teach: the package's stages, and a CRF over blocks.

BEFORE, BODY, INSERTED, AFTER = "before", "body", "inserted", "after"
"""Labels of blocks: main content is the body; others stand before it, between its blocks, or after it."""
_ODDS = (-5, -4, -3, -2.2, -1.5, -0.9, -0.4, 0, 0.4, 0.9, 1.5, 2.2, 3, 4)
_WORDS = (1, 2, 3, 5, 8, 12, 20, 40, 80, 160, 320, 640)
_SHARES = (0.005, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98, 0.995)
_MOST = 3
"""Headings, and rules of placement, that are counted."""


class Judge(NamedTuple):
    """An expert's trees and CRF, and its CRFs over blocks, which it has without further columns alone."""

    boosted: Boosted
    chain: Chain
    taggers: dict[str, Any]


def train(pages: Sequence[Material], page_weights: Sequence[float]) -> tuple[Lexicon, dict[Key, Judge]]:
    """Return the lexicon, and the package's experts, these with further columns, and one expert for all pages."""
    _, rows = weighed_pages([one.rows for one in pages], page_weights)
    table, weights, matrices = fit_lexicon(rows, SEED)
    experts = expert_weights(rows)
    plans = [(expert, columns) for expert in experts for columns in (NOTHING, *COLUMNS, *DROPPED)]
    judges = {}
    for expert, columns in dict.fromkeys([*plans, (ANY, NOTHING)]):
        own, own_rows = weighed_pages(rows, experts.get(expert, [1.0] * len(rows)))
        wide = [widened(matrices[number], pages[number], columns) for number in own]
        arrays, log_odds = fit_expert(wide, own_rows, SEED)
        known = [pages[number]._replace(rows=weighed) for number, weighed in zip(own, own_rows, strict=True)]
        sights = SIGHTS if expert in experts and columns == NOTHING else {}
        judges[expert, columns] = Judge(
            Boosted(arrays, wide[0].shape[1]),
            Chain(arrays["chain"], arrays["transitions"]),
            {name: block_tagger(known, log_odds, *sight) for name, sight in sights.items()},
        )
    return table.lexicon(weights), judges


def widened(matrix: Floats, one: Material, columns: str) -> Floats:
    """Return a page's feature matrix with further columns, or without those that are left out."""
    kept = [name.rpartition("_")[2] not in DROPPED.get(columns, ()) for name in FEATURES]
    return np.hstack([matrix[:, kept], one.more.get(columns, one.more[NOTHING])])


def block_tagger(pages: Sequence[Material], log_odds: Sequence[Floats], units: str, sighted: bool) -> Any:
    """Return a CRF over blocks, trained on held-out log odds; pages count as for the CRF over text blocks."""
    items = (
        ChainItems(observations(one, odds, units, sighted), block_labels(one, units), one.rows.times)
        for one, odds in zip(pages, log_odds, strict=True)
    )
    tagger = pycrfsuite.Tagger()
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "blocks")
        train_chain(items, path)
        tagger.open(path)
    return tagger


def observations(one: Material, log_odds: Floats, units: str, sighted: bool) -> list[list[str]]:
    """Return the attributes of each block of a page."""
    firsts, of_page = one.units[units], one.rows.page_features
    odds = np.clip(log_odds, -LIMIT, LIMIT)
    pooled = means(odds, of_page.weights, firsts)
    around = np.searchsorted(_ODDS, np.concatenate(([-LIMIT], pooled, [-LIMIT])))
    words = np.searchsorted(_WORDS, np.add.reduceat(of_page.measures.words, firsts), "right")
    expected = np.add.reduceat(at_least(one) * probability(odds), firsts)
    passed = expected.cumsum() / expected.sum()
    columns = {
        "odds": around[1:-1],
        "odds_words": around[1:-1] * (len(_WORDS) + 1) + words,
        "largest": np.searchsorted(_ODDS, np.maximum.reduceat(odds, firsts)),
        "odds_before": around[:-2],
        "odds_behind": around[2:],
        "words": words,
        "linked": np.searchsorted(_SHARES, means(of_page.measures.linked, at_least(one), firsts)),
        "headings": np.minimum(np.add.reduceat(of_page.headings > 0, firsts, dtype=np.intp), _MOST),
        "expected_before": np.searchsorted(_SHARES, np.concatenate(([0.0], passed[:-1]))),
        "expected_behind": np.searchsorted(_SHARES, 1 - passed),
    }
    if sighted:
        for kind, inside in zip(Kind, np.maximum.reduceat(one.more[NAVIGATION] > 0, firsts).T, strict=True):
            passed = inside.cumsum()
            columns |= {kind: inside, f"{kind}_before": passed > inside, f"{kind}_behind": passed < passed[-1]}
        placed = np.minimum(np.maximum.reduceat(one.more[PLACEMENT], firsts), _MOST).T
        columns |= {f"placed_{label}": rules for label, rules in zip(Label, placed, strict=True)}
    values = np.array(list(columns.values()), np.intp).T.tolist()
    return [[f"{name}={value}" for name, value in zip(columns, row, strict=True)] for row in values]


def block_labels(one: Material, units: str) -> list[str]:
    """Return the true label of each block."""
    main = right(one, units)
    so_far = main.cumsum()
    labels: list[str] = np.select(
        [main, so_far == 0, so_far == so_far[-1]], [BODY, BEFORE, AFTER], default=INSERTED
    ).tolist()
    return labels


# Stages -> the results of the pages that a split holds out, by every choice.


def judge_page(one: Material, lexicon: Lexicon, judges: Mapping[Key, Judge]) -> dict[Key, Scores]:
    """Return every judge's scores of a page's text blocks."""
    of_page, findings = one.rows.page_features, one.findings
    matrix = of_page.features(lexicon.read(findings.page, findings.measures.around()))
    judged = {}
    for (expert, columns), judge in judges.items():
        odds = judge.boosted.log_odds(widened(matrix, one, columns))
        scores = {name: body_marginals(one, odds, tagger, *SIGHTS[name]) for name, tagger in judge.taggers.items()}
        scores |= {TREES: probability(odds), CHAIN: judge.chain.marginals(attributes(of_page, odds))}
        judged[expert, columns] = scores
    return judged


def body_marginals(one: Material, log_odds: Floats, tagger: Any, units: str, sighted: bool) -> Floats:
    """Return for each text block how likely its block is one of the body."""
    items = observations(one, log_odds, units, sighted)
    tagger.set(pycrfsuite.ItemSequence(items))
    return spread(np.array([tagger.marginal(BODY, place) for place in range(len(items))]), one, units)


def scores_by(judged: Mapping[Key, Scores], expert: str, choice: Choice) -> Floats:
    """Return an expert's scores of a page's text blocks, those of the one for all pages where there is none such."""
    own = judged[expert if (expert, choice.columns) in judged else ANY, choice.columns]
    scores = choice.share * own[CHAIN] + (1 - choice.share) * own[TREES]
    if choice.blocks:
        scores = choice.blocks_share * own[choice.blocks] + (1 - choice.blocks_share) * scores
    return scores


def select(one: Material, judged: Mapping[Key, Scores], article: float, choice: Choice) -> Marks:
    """Return which text blocks of a page are selected that is an article with this probability (0 to 1)."""
    if choice.right:
        return spread(right(one, choice.right), one, choice.right)
    share = article_share(article) if choice.both else float(article_share(article) >= HALF)
    page, measures, experts = one.findings.page, one.findings.measures, PACKAGED | choice.experts
    of_article, other = (scores_by(judged, experts[kind][0], choice) for kind in (ARTICLE, OTHER))
    scores = pooled(of_article, other, share) if 0 < share < 1 else of_article if share else other
    beta = share * experts[ARTICLE][1] + (1 - share) * experts[OTHER][1]
    if choice.declared:
        scores, _ = with_doubt(page, scores, measures)
    declared = declared_places(page, scores, measures, article=share >= HALF) if choice.parts else {}
    scores = with_declared(scores, declared)
    if not choice.copies:
        scores = without_copies(measures.copies, scores, measures.words)
    if expected_words(scores, measures.words) < EMPTY_WORDS:
        return np.zeros(len(scores), bool)
    main = best_expected_f(scores, measures.words, beta)
    if choice.leading:
        main[leading_lines(page, measures, scores.tolist(), np.flatnonzero(main).tolist(), declared)] = True
    return main


def page_results(annotated: AnnotatedPage, one: Material, judged: Mapping[Key, Scores]) -> dict[str, PageResult]:
    """Return a page's result by each choice; a text is scored once."""
    texts = one.findings.page.texts
    article = page_type(one.findings.page).article
    known: dict[str, PageResult] = {}
    found = {}
    for name, choice in CHOICES.items():
        main = np.flatnonzero(select(one, judged, article, choice)).tolist()
        text = "\n".join(texts[number] for number in main)
        if text not in known:
            known[text] = score(annotated, Prediction(text))
        found[name] = known[text]
    return found


def compare(corpora: Mapping[str, Sequence[AnnotatedPage]], splits: Sequence[Split]) -> Found:
    """Return the results of all splits by choice; those of experts where any split has two."""
    every = list(corpora.values())
    pages = [page for corpus in every for page in corpus]
    material = [read(page) for page in bar(pages, "pages")]
    models: list[PageTypeModel | None] = [from_data(types) for types in held_types(every, splits, bar)]
    found: Found = defaultdict(dict)
    two = False
    for split, types in zip(bar(splits, "splits"), models or [None] * len(splits), strict=True):
        weights = zip(split.trained, split_weights(every, split), strict=True)
        known = [(one, weight) for number, weight in weights if (one := material[number])]
        lexicon, judges = train([one for one, _ in known], [weight for _, weight in known])
        two = two or (ARTICLE, NOTHING) in judges
        for number in split.scored:
            page, one = pages[number], material[number]
            with use_page_types(types):
                own = one and page_results(page, one, judge_page(one, lexicon, judges))
            for name, result in (own or dict.fromkeys(CHOICES, score(page, Prediction("")))).items():
                found[name][number] = result
    return {name: found[name] for name, choice in CHOICES.items() if two or not choice.is_of_experts}


# Results -> a table.


def table(found: Found, corpora: Mapping[str, Sequence[AnnotatedPage]], scored: Sequence[str]) -> Iterator[str]:
    """Yield a line for the columns' names, and one for each choice."""
    width = max(map(len, found))
    heads = [f"{name:>10}" for name in (*scored, "macro mean", "difference", "from", "to")]
    yield "  ".join([" " * width, *heads])
    by_corpus = {name: in_order(corpora, scored, [results]) for name, results in found.items()}
    for name, own in by_corpus.items():
        f1 = [float(np.mean([result.words.f1 for result in results])) for results in own.values()]
        change = macro_difference(own, by_corpus[PACKAGE])
        cells = [*(f"{value:.4f}" for value in (*f1, np.mean(f1)))]
        if name != PACKAGE:
            cells += [f"{value:+.4f}" for value in (change.mean, change.low, change.high)]
        yield "  ".join(
            [f"{name:{width}}", *(f"{cell:>{len(head)}}" for cell, head in zip(cells, heads, strict=False))]
        )


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", nargs="+", type=Path, help="folder of annotated pages")
    more = "one more corpus that is trained on and not scored"
    parser.add_argument("--train-only", action="append", default=[], type=Path, metavar="CORPUS", help=more)
    every = "take every Nth page, to try things: page types are then the packaged model's, which knows the pages"
    parser.add_argument("--every", type=int, default=1, metavar="N", help=every)
    parser.add_argument("--folds", action="store_true", help=f"{COUNT} folds by domain over all corpora")
    options = parser.parse_args(arguments)
    whole = read_corpora([*options.corpus, *options.train_only])
    corpora = {name: pages[:: options.every] for name, pages in whole.items()}
    scored, train_only = list(corpora)[: len(options.corpus)], list(corpora)[len(options.corpus) :]
    splits = splits_of(corpora, train_only, COUNT)[FOLDS if options.folds else LEFT_OUT]
    for line in table(compare(corpora, splits), corpora, scored):
        print(line)


if __name__ == "__main__":
    main()
