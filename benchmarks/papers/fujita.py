"""The measures and tables of Fujita et al.: what the second evaluation changes, over its two thresholds (4, 5).

The baseline is the first evaluation of the text block sequence. Each page is labelled by CRFs that were trained on no
page of its domain; the first evaluation is made once, and each pair of thresholds only votes again. Pages without a
reference text are left out. As in the paper the figures are means over the pages whose text the second evaluation
changes, with those of all pages in brackets. What goes beyond the paper is compared on all pages, by word F1.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import product
from math import exp, log
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.papers import ENGLISH, JAPANESE, figures, plain
from scrapy_maincontent.features.measures import word_count
from scrapy_maincontent.lab import evaluation
from scrapy_maincontent.lab.corpus import character_score, folds, snippet_share, units, word_score
from scrapy_maincontent.lab.evaluation import tables as scores
from scrapy_maincontent.lab.training import learner
from scrapy_maincontent.lab.training.align import targets
from scrapy_maincontent.papers import fujita
from scrapy_maincontent.papers.fujita import Thresholds, blocks, vote
from scrapy_maincontent.rendering import render

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from benchmarks.papers import Corpora, Tables
    from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage
    from scrapy_maincontent.page import Page
    from scrapy_maincontent.papers.fujita import Blocks
    from scrapy_maincontent.progress import Progress

    Grams = Counter[tuple[str, ...]]
    Rows = NDArray[np.float64]
    """Pages x `_COLUMNS`."""


STEPS = tuple(range(10, 100, 10))
"""Thresholds tried, in per cent (4.1)."""
PAIRS = tuple((upper, lower) for upper, lower in product(STEPS, STEPS))
"""Upper and lower, in per cent."""
PAPER_PAIR = (70, 40)
"""Those of the paper's analysis (5.2), first of its table 1."""
_NO_VOTE = (100, 0)
SOFT = tuple(
    Thresholds(upper, lower, first=first)
    for first, (upper, lower) in product((10, 15, 20, 25, 30, 40, 50), (_NO_VOTE, (60, 10), (50, 10), (40, 10)))
)
"""Thresholds with soft votes; with 100 and 0 there is no vote, the first evaluation's probability alone decides."""
SHOWN = tuple(found for found in SOFT if found.first in (25, 50) and (found.upper, found.lower) in (_NO_VOTE, (50, 10)))
"""Those that have a row; the learnt ones are chosen among all."""
BEST = 3
"""Rows of table 1."""
MEASURES = ("BLEU", "ROUGE")
FIGURE = "fujita-thresholds.png"
"""The file of figure 4."""


def tables(corpora: Corpora, progress: Progress) -> Tables:
    """Return the tables of Fujita et al. and the scores of the texts: English pages, then Japanese ones."""
    made = _tables(cross_validate(corpora[ENGLISH], corpora.folds, progress), "")
    if japanese := corpora[JAPANESE]:
        found = cross_validate(japanese, corpora.folds, progress, others=[corpora[ENGLISH]])
        made |= _tables(found, "-japanese")
    return made


def _tables(found: Sequence[PageOutcomes], suffix: str) -> Tables:
    return {
        f"thresholds{suffix}": plain(as_text(found)),
        f"soft-votes{suffix}": plain(scores.as_text(beyond(found))),
    }


def draw(corpora: Corpora, folder: Path, progress: Progress) -> None:
    """Draw figure 4."""
    maps = heat_maps(changes(cross_validate(corpora[ENGLISH], corpora.folds, progress)))
    titles = {f"{name}, change from the baseline": values for name, values in maps.items()}
    figures.heat_maps(titles, THRESHOLDS, THRESHOLDS, ("upper threshold", "lower threshold"), folder / FIGURE)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One text of a page, and its BLEU and ROUGE."""

    text: str
    scores: tuple[float, float]


@dataclass(frozen=True, slots=True)
class PageOutcomes:
    """A page's text by the baseline, and by each pair of thresholds: as the text has it, and as figure 3 prints it.

    ``soft`` has the texts by `SOFT`, ``fold`` is the number of the page's fold.
    """

    page: AnnotatedPage
    baseline: Outcome
    proposed: dict[tuple[int, int], Outcome] = field(default_factory=dict)
    printed: dict[tuple[int, int], Outcome] = field(default_factory=dict)
    soft: dict[Thresholds, Outcome] = field(default_factory=dict)
    fold: int = 0


@dataclass(frozen=True, slots=True)
class Change:
    """Baseline and proposed means of BLEU and ROUGE: on the ``pages`` whose texts differ, and on all."""

    pair: tuple[int, int]
    pages: int
    baseline: tuple[float, float]
    proposed: tuple[float, float]
    baseline_all: tuple[float, float]
    proposed_all: tuple[float, float]

    @property
    def relative(self) -> tuple[float, float]:
        """How much higher the proposed means are on the pages that differ, as a share of the baseline's."""
        first, second = (new / old - 1 if old else 0.0 for new, old in zip(self.proposed, self.baseline, strict=True))
        return first, second


def cross_validate(
    pages: Sequence[AnnotatedPage],
    count: int,
    progress: Progress,
    *,
    others: Sequence[Sequence[AnnotatedPage]] = (),
) -> list[PageOutcomes]:
    """Return the outcomes of the pages that have a reference text, in their order.

    ``others`` are corpora to train on and not to score; their pages of a scored page's domain are left out with it.
    """
    paper = learner.fujita()
    corpora = [pages, *others]
    rows = paper.read(corpora, progress)
    fold_of = folds([page for corpus in corpora for page in corpus], count)
    found: dict[int, PageOutcomes] = {}
    for fold, path in paper.held_out_models(rows, fold_of, progress):
        model = fujita.load(path)
        for number, (page, place) in enumerate(zip(pages, fold_of, strict=False)):
            if place == fold and page.main_content.strip():
                found[number] = replace(outcomes(page, model), fold=fold)
    return [found[number] for number in sorted(found)]


def outcomes(annotated: AnnotatedPage, model: fujita.FujitaModel) -> PageOutcomes:
    """Return what baseline and second evaluation make of a page."""
    page = annotated.read_with_text()
    if page is None:
        empty = Outcome("", (0.0, 0.0))
        pairs = dict.fromkeys(PAIRS, empty)
        return PageOutcomes(annotated, empty, pairs, pairs, dict.fromkeys(SOFT, empty))
    found = blocks(page)
    first = fujita.first_evaluation(page, found, model)
    texts = _Texts(page, found, Reference(annotated.main_content))
    result = PageOutcomes(annotated, texts.outcome(first.main))
    for upper, lower in PAIRS:
        for chosen, as_printed in ((result.proposed, False), (result.printed, True)):
            chosen[upper, lower] = texts.outcome(vote(found, first, Thresholds(upper, lower, as_printed)))
    result.soft.update({thresholds: texts.outcome(vote(found, first, thresholds)) for thresholds in SOFT})
    return result


class _Texts:
    """The texts of one page: each selection of its blocks is rendered and measured once."""

    def __init__(self, page: Page, found: Blocks, reference: Reference) -> None:
        self._page, self._found, self._reference = page, found, reference
        self._known: dict[bytes, Outcome] = {}

    def outcome(self, main: Sequence[bool]) -> Outcome:
        selected = np.array(main, bool)[self._found.block_of]
        key = selected.tobytes()
        if key not in self._known:
            text = render(self._page, selected.tolist()).text
            self._known[key] = Outcome(text, self._reference.measure(text))
        return self._known[key]


def change(found: Sequence[PageOutcomes], pair: tuple[int, int], *, as_printed: bool = False) -> Change:
    """Return what a pair of thresholds changes."""
    both = [(page.baseline, (page.printed if as_printed else page.proposed)[pair]) for page in found]
    differ = [(old, new) for old, new in both if old.text != new.text]
    return Change(
        pair,
        len(differ),
        _means(old for old, _ in differ),
        _means(new for _, new in differ),
        _means(old for old, _ in both),
        _means(new for _, new in both),
    )


def changes(found: Sequence[PageOutcomes]) -> dict[tuple[int, int], Change]:
    """Return what each pair of thresholds changes."""
    return {pair: change(found, pair) for pair in PAIRS}


def above_baseline(made: Iterable[Change]) -> list[Change]:
    """Return the changes that leave both measures higher than the baseline, on the pages that differ."""
    return [change for change in made if min(change.relative) > 0]


def best(made: Iterable[Change]) -> list[Change]:
    """Return the rows of table 1: the best three of those above the baseline in both measures (5.1).

    Best is the greatest sum of both changes, which puts the paper's three in their order. Where fewer are above
    the baseline, others follow in the order of that sum.
    """
    every = list(made)
    above = above_baseline(every)
    ranked = sorted(every, key=lambda change: (change not in above, -sum(change.relative), change.pair))
    return ranked[:BEST]


def heat_maps(made: dict[tuple[int, int], Change]) -> dict[str, NDArray[np.float64]]:
    """Return for each measure the relative change (upper x lower thresholds, both rising), as figure 4 shows it."""
    return {
        measure: np.array([[made[upper, lower].relative[number] for lower in STEPS] for upper in STEPS])
        for number, measure in enumerate(MEASURES)
    }


def _means(texts: Iterable[Outcome]) -> tuple[float, float]:
    scores = [outcome.scores for outcome in texts]
    if not scores:
        return 0.0, 0.0
    bleu, rouge = np.mean(scores, axis=0).tolist()
    return bleu, rouge


# BLEU and ROUGE (4.3). Both count n-grams of units; a page without a reference text has neither.

BLEU_ORDER = 4
ROUGE_ORDER = 2


class Reference:
    """A reference text, against which several texts are measured."""

    def __init__(self, text: str) -> None:
        self._grams = [_grams(units(text), order) for order in range(1, BLEU_ORDER + 1)]

    def measure(self, text: str) -> tuple[float, float]:
        """Return BLEU-4 and ROUGE-2 of a text, each 0 to 1."""
        found = [_grams(units(text), order) for order in range(1, BLEU_ORDER + 1)]
        hits = [(own & wanted).total() for own, wanted in zip(found, self._grams, strict=True)]
        return _bleu(hits, [own.total() for own in found]), _rouge(hits, [wanted.total() for wanted in self._grams])


def _bleu(hits: Sequence[int], totals: Sequence[int]) -> float:
    """Return the geometric mean of the precisions, with BP = 1 (4.3 (1)).

    A text of fewer than four units has no 4-grams: orders without n-grams are left out. An empty text has 0.
    """
    known = [(hit, total) for hit, total in zip(hits, totals, strict=True) if total]
    if not known or any(hit == 0 for hit, _ in known):
        return 0.0
    return exp(sum(log(hit / total) for hit, total in known) / len(known))


def _rouge(hits: Sequence[int], totals: Sequence[int]) -> float:
    """Return the recall of bigrams (4.3 (2)), of units where the reference is a single one; 0 where it has none."""
    order = ROUGE_ORDER if totals[ROUGE_ORDER - 1] else 1
    return hits[order - 1] / totals[order - 1] if totals[order - 1] else 0.0


def _grams(sequence: Sequence[str], order: int) -> Grams:
    """Return the n-grams of a sequence, n being the order, with their numbers."""
    return Counter(zip(*(sequence[start:] for start in range(order)), strict=False))


# Beyond the paper: soft votes, and thresholds that are learnt.


_COLUMNS = ("f1", "precision", "recall", "with", "without")
"""What a text is scored by; NaN where a page has no such snippets."""


def beyond(found: Sequence[PageOutcomes]) -> dict[str, dict[str, float]]:
    """Return mean scores of all pages' texts by the name of what made them.

    Learnt thresholds are those with the highest mean word F1 on the pages of all other folds.
    """
    scorers = [_Scorer(page.page) for page in found]

    def scored(texts: Iterable[Outcome]) -> Rows:
        return np.array([scorer.score(outcome.text) for scorer, outcome in zip(scorers, texts, strict=True)])

    pairs = {pair: scored(page.proposed[pair] for page in found) for pair in PAIRS}
    soft = {thresholds: scored(page.soft[thresholds] for page in found) for thresholds in SOFT}
    places = np.array([page.fold for page in found])
    rows = {
        "baseline": scored(page.baseline for page in found),
        f"{_pair(PAPER_PAIR)} (paper)": pairs[PAPER_PAIR],
        f"{_pair(best_pair(found))} (best of table 1)": pairs[best_pair(found)],
        "pair learnt on the other folds": _learnt(list(pairs.values()), places),
        **{_soft(thresholds): soft[thresholds] for thresholds in SHOWN},
        "soft, learnt on the other folds": _learnt(list(soft.values()), places),
    }
    return {name: _means_of(own) for name, own in rows.items()}


class _Scorer:
    """Scores the texts of one page, each once."""

    def __init__(self, page: AnnotatedPage) -> None:
        self._page = page
        self._compare = character_score if evaluation.by_characters(page) else word_score
        self._known: dict[str, list[float]] = {}

    def score(self, text: str) -> list[float]:
        if text not in self._known:
            words = self._compare(text, self._page.main_content)
            shares = [snippet_share(text, snippets) for snippets in (self._page.wanted, self._page.unwanted)]
            shown = [np.nan if share is None else share for share in shares]
            self._known[text] = [words.f1, words.precision, words.recall, *shown]
        return self._known[text]


def _learnt(choices: Sequence[Rows], places: NDArray[np.int64]) -> Rows:
    """Return each page's scores by the choice with the highest mean F1 on the pages of other folds (``places``)."""
    every = np.array(choices)
    found = np.empty_like(every[0])
    for fold in np.unique(places):
        best = int(np.argmax(every[:, places != fold, 0].sum(axis=1)))
        found[places == fold] = every[best, places == fold]
    return found


def _means_of(rows: Rows) -> dict[str, float]:
    known = {name: column[~np.isnan(column)] for name, column in zip(_COLUMNS, rows.T, strict=True)}
    means = {name: float(column.mean()) for name, column in known.items() if len(column)}
    return {"pages": float(len(rows)), **means}


def _soft(thresholds: Thresholds) -> str:
    first = f"first {(thresholds.first or 0) / 100:.2f}"
    pair = thresholds.upper, thresholds.lower
    return f"{first} alone" if pair == _NO_VOTE else f"soft {_pair(pair)}, {first}"


# How the main content of a page is laid out: the kinds of page of table 2.

MOVED = 0.4
"""Change of ROUGE from which on a page is looked at (5.2)."""
_MOST = 0.5
"""Share of the main content's words that must be laid out so."""
_SHALLOW = 2
"""Blocks of the paper's kind around a block, at most, on a page made like one for phones: BODY and one more."""
_ROUGE = 1


class Structure(StrEnum):
    """How most of the main content is laid out; the first that fits."""

    NESTED_TABLES = "nested tables"
    LISTS = "lists"
    SHALLOW = "shallow, as for phones"
    OTHER = "other"


def moved(found: Iterable[PageOutcomes], pair: tuple[int, int]) -> Counter[tuple[Structure, str]]:
    """Count the pages whose ROUGE a pair of thresholds moves by 0.4 or more, by structure and "up" or "down"."""
    counts: Counter[tuple[Structure, str]] = Counter()
    for page in found:
        gain = _gain(page.baseline, page.proposed[pair])
        if abs(gain) >= MOVED:
            counts[structure(page.page), "up" if gain > 0 else "down"] += 1
    return counts


def structure(annotated: AnnotatedPage) -> Structure:
    """Return how the main content of a page is laid out."""
    page = annotated.read_with_text()
    if page is None:
        return Structure.OTHER
    words = np.array([word_count(text) for text in page.texts]) * np.array(targets(page, annotated))
    shares = dict(
        zip(Structure, (words @ marks / max(float(words.sum()), 1.0) for marks in _marks(page)), strict=False)
    )
    return next((kind for kind, share in shares.items() if share >= _MOST), Structure.OTHER)


def _marks(page: Page) -> Iterator[NDArray[np.bool_]]:
    """Yield for each structure which text blocks (m) are laid out so."""
    owners = np.array(page.owners, np.intp)
    yield _around(page, "td")[owners] > 1
    yield _around(page, "li")[owners] > 0
    found = blocks(page)
    depths = [0] * len(found.elements)
    for block, parent in enumerate(found.parents.tolist()):
        depths[block] = depths[parent] + 1 if parent >= 0 else 0
    yield np.array(depths)[found.block_of] <= _SHALLOW


def _around(page: Page, tag: str) -> NDArray[np.intp]:
    """Return how many elements of a tag are at or above each element (n)."""
    counts: list[int] = []
    for own, parent in zip(page.tags, page.parents, strict=True):
        counts.append((counts[parent] if parent >= 0 else 0) + (own == tag))
    return np.array(counts, np.intp)


def _gain(old: Outcome, new: Outcome) -> float:
    return new.scores[_ROUGE] - old.scores[_ROUGE]


# The tables of Fujita et al. in plain text.

_HEAD = f"{'upper, lower':14}" + "".join(
    f"{f'{measure} proposed':>20}{'baseline':>16}{'change':>9}" for measure in MEASURES
)
THRESHOLDS = tuple(f"{step / 100:.1f}" for step in STEPS)
"""How the thresholds are written."""


def as_text(found: Sequence[PageOutcomes]) -> str:
    """Return table 1, the variant as printed, and table 2."""
    made = changes(found)
    rows = best(made.values())
    printed = [change(found, row.pair, as_printed=True) for row in rows]
    count = len(above_baseline(made.values()))
    parts = [
        f"Table 1: {len(found)} pages with a reference text; means of the pages that differ (of all pages)",
        _table_1(rows),
        f"{count} of {len(PAIRS)} pairs of thresholds are above the baseline in both measures.",
        f"Figure 3 as printed (above the upper threshold instead of at or above): {_ties(found)}",
        _table_1(printed),
        f"Table 2: pages whose ROUGE moves by {MOVED} or more, with {_pair(rows[0].pair)}",
        _table_2(found, rows[0].pair),
    ]
    return "\n\n".join(parts)


def best_pair(found: Sequence[PageOutcomes]) -> tuple[int, int]:
    """Return the first pair of thresholds of table 1."""
    return best(changes(found).values())[0].pair


def _table_1(rows: Iterable[Change]) -> str:
    lines = [f"{_HEAD}{'pages':>8}"]
    for row in rows:
        line = f"{_pair(row.pair):14}"
        for number in range(len(MEASURES)):
            line += f"{_cell(row.proposed[number], row.proposed_all[number]):>20}"
            line += f"{_cell(row.baseline[number], row.baseline_all[number]):>16}{row.relative[number]:>+9.1%}"
        lines.append(f"{line}{row.pages:>8}")
    return "\n".join(lines)


def _cell(differ: float, every: float) -> str:
    return f"{differ:.3f} ({every:.3f})"


def _pair(pair: tuple[int, int]) -> str:
    return ", ".join(f"{threshold / 100:.1f}" for threshold in pair)


def _ties(found: Sequence[PageOutcomes]) -> str:
    other = sum(page.proposed[pair].text != page.printed[pair].text for page in found for pair in PAIRS)
    return f"another text in {other} of {len(found) * len(PAIRS)} cases"


def _table_2(found: Sequence[PageOutcomes], pair: tuple[int, int]) -> str:
    counts = moved(found, pair)
    width = max(map(len, Structure))
    lines = [f"{'':{width}}{'up':>6}{'down':>6}"]
    lines += [f"{kind:{width}}{counts[kind, 'up']:>6}{counts[kind, 'down']:>6}" for kind in Structure]
    return "\n".join(lines)
