"""What regions, blocks and placement (Uda 4.1, 4.2 (1)) are worth to the default method, and to the tree.

    python benchmarks/placement.py CORPUS [MORE ...] [--every N] [--characters] [--repeats N]
    python benchmarks/placement.py --chain CORPUS [--every N]

With ``--chain`` the gate's corpora (the first one, and those beside it) are extracted whole by the gate's kept models,
left out and by folds, as the package does it and without each part of the chain. Prints for each way and each variant
F1 of each corpus, the macro mean, and the package's macro mean less the variant's, with the interval of 95 % of the
bootstrap samples of each corpus's pages.

Else trees over text blocks are compared, cross-validated by domain, fitted as the package fits them, on pages of all
corpora; the first corpus is scored. First come trees with more features of a text block than the package's: of its
block, or of the regions' evidence on that block. Then each rule of placement is applied to the selection by the first
line's trees: "other" takes selected text out, "main" takes other text in, both only where that changes no more than
half of the selected words. The last line is the package's choice. What regions cover is put out before.
"""

from __future__ import annotations

import json
from collections import defaultdict
from contextlib import ExitStack
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import numpy as np
from gate.gate import FIRST, FLOORS, FOLDER, SCORED_BESIDE
from gate.gate import evaluate as evaluate_kept
from tree import Figures, Material, arguments, figures, line, means, read, scores, select

from scrapy_maincontent import extraction
from scrapy_maincontent.blocks import Findings
from scrapy_maincontent.blocks.placement import RULES
from scrapy_maincontent.features.measures import LONG_TEXT
from scrapy_maincontent.lab.corpus import WITHOUT, digest, read_corpus
from scrapy_maincontent.lab.evaluation.leave_out import FOLDS, LEFT_OUT, macro_difference
from scrapy_maincontent.methods import crf, places
from scrapy_maincontent.page import Block, Kind, Label
from scrapy_maincontent.papers.uda import APPLIED_RULES, MAY_LOSE
from scrapy_maincontent.progress import bar

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from scrapy_maincontent.features.measures import Floats
    from scrapy_maincontent.lab.evaluation import PageResult
    from scrapy_maincontent.page import Page, Region

    Marks = NDArray[np.bool_]

FAR = 20
"""Blocks of distance to the one with most long text; further ones count as this far."""


def of_blocks(findings: Findings, blocks: Sequence[Block]) -> Floats:
    """Return for each text block what its block is: size, links, long text, objects, place, neighbours."""
    measures, count = findings.measures, len(blocks)
    starts, ends = np.array([block.texts for block in blocks]).T
    own = np.repeat(np.arange(count), ends - starts)
    words = np.bincount(own, measures.words, count)
    linked = np.bincount(own, measures.words * measures.linked, count) / np.maximum(words, 1)
    long = np.bincount(own, measures.words * (measures.words >= LONG_TEXT), count)
    share, numbers = words / max(words.sum(), 1), np.arange(count)
    columns = [
        words,
        share,
        ends - starts,
        linked,
        long / max(long.sum(), 1),
        np.array([block.objects[1] - block.objects[0] for block in blocks]),
        numbers / count,
        np.clip(numbers - np.argmax(long), -FAR, FAR),
    ]
    for beside in (np.maximum(numbers - 1, 0), np.minimum(numbers + 1, count - 1)):
        columns += [share[beside], linked[beside]]
    place = np.arange(len(own)) - starts[own]
    return np.column_stack([*(column[own] for column in columns), place]).astype(np.float32)


def of_evidence(findings: Findings) -> Floats:
    """Return for each text block how many rules call its block main, less those that call it other: by kind, in all."""
    kinds = list(Kind)
    votes = np.zeros((len(findings.blocks), len(kinds) + 1), np.float32)
    for block, label, rule in findings.evidence:
        vote = 1 if label is Label.MAIN else -1
        votes[block, kinds.index(Kind(rule.partition(".")[0]))] += vote
        votes[block, -1] += vote
    starts, ends = np.array([block.texts for block in findings.blocks]).T
    return np.repeat(votes, ends - starts, axis=0)


def of_places(findings: Findings) -> Floats:
    """Return for each text block how many regions of each kind end before it, or start behind it."""
    numbers = np.arange(len(findings.page.texts))
    columns = []
    for kind in Kind:
        ranges = [region.blocks for region in findings.regions if region.kind is kind]
        starts, ends = np.array(sorted(start for start, _ in ranges)), np.array(sorted(end for _, end in ranges))
        columns += [np.searchsorted(ends, numbers, "right"), len(ranges) - np.searchsorted(starts, numbers, "right")]
    return np.column_stack(columns).astype(np.float32)


FEATURES: dict[str, Callable[[Findings], Floats]] = {
    "nothing more": lambda findings: np.zeros((len(findings.page.texts), 0), np.float32),
    "blocks as features": lambda findings: of_blocks(findings, findings.blocks),
    "segments as features": lambda findings: of_blocks(findings, findings.segments),
    "evidence as features": of_evidence,
    "regions before and behind": of_places,
}


def widened(one: Material, more: Callable[[Findings], Floats]) -> Material:
    """Return a page whose rows have more features; the package's own come first."""
    if one.rows is None or one.findings is None:
        return one
    matrix = np.concatenate([one.rows.features, more(one.findings)], axis=1)
    return one._replace(rows=replace(one.rows, features=matrix))


def ruled(findings: Findings, main: Marks, rules: Collection[str]) -> Marks:
    """Return the selection after some rules of placement, one after the other in the paper's order."""
    words, before = findings.measures.words, main
    marks: defaultdict[tuple[str, Label], Marks] = defaultdict(lambda: np.zeros(len(before), bool))
    for block, label, rule in findings.evidence:
        if rule in rules:
            marks[rule, label][slice(*findings.blocks[block].texts)] = True
    for (_, label), chosen in marks.items():
        changed = chosen & (~main if label is Label.MAIN else main)
        if words[changed].sum() <= MAY_LOSE * words[before].sum():
            main = main ^ changed
    return main


def change(pages: Sequence[Material], selected: Sequence[Marks], rules: Collection[str], characters: bool) -> str:
    """Return how some rules change the selections: pages changed, and the mean change of the figures over all pages."""
    old, new, changed = list[Figures](), list[Figures](), 0
    for one, main in zip(pages, selected, strict=True):
        after = ruled(one.findings, main, rules) if one.findings else main
        old.append(figures(one, main, characters))
        is_changed = bool((after != main).any())
        new.append(figures(one, after, characters) if is_changed else old[-1])
        changed += is_changed
    f1, wanted, unwanted, _ = np.subtract(means(new), means(old))
    return f"pages {changed:5}  F1 {f1:+.5f}  with {wanted:+.5f}  without {unwanted:+.5f}"


# The chain of the default method, whole and without each of its parts.


class Regionless(Findings):
    """No regions, and so no re-blocking and no placement."""

    def __init__(self, page: Page, _regions: Sequence[Region], **named: Any) -> None:
        super().__init__(page, (), **named)


class Uncut(Findings):
    """Blocks are segments: one that a region touches is the region's as a whole."""

    @cached_property
    def blocks(self) -> list[Block]:
        touched = [
            tuple(
                number
                for number, region in enumerate(self.regions)
                if region.blocks[0] < segment.texts[1] and segment.texts[0] < region.blocks[1]
            )
            for segment in self.segments
        ]
        return [segment._replace(regions=own) for segment, own in zip(self.segments, touched, strict=True)]


WHOLE = "the package's chain"
CHAIN: dict[str, list[tuple[Any, str, Any]]] = {
    WHOLE: [],
    "no regions": [(extraction, "Findings", Regionless)],
    "blocks not cut at regions": [(extraction, "Findings", Uncut)],
    "no placement": [(places, "PLACEMENT", 0.0)],
    "regions' text judged by its scores": [(places, "OUT", frozenset())],
    "every rule believed": [(places, "MAY_TAKE", 2.0)],
    "structures not decided whole": [(crf, "decided_whole", lambda *_: (set(), set()))],
    "no body mended": [(crf, "mended", lambda _page, _measures, _likely, selected, *_, **__: selected)],
    "what is not shown stays": [(extraction, "leave_unshown", lambda _: None)],
}
"""Variants: what stands in for the package's own."""


def chain(folder: Path, every: int) -> Iterator[str]:
    """Yield the lines of both ways' tables for the first corpus and those beside it."""
    kept = json.loads((FOLDER / FLOORS).read_text("utf-8"))["corpora"]
    folders = {FIRST: folder} | {name: folder.parent / name for name in SCORED_BESIDE}
    corpora = {name: read_corpus(path) for name, path in folders.items()}
    for name, pages in corpora.items():
        if digest(pages) != kept[name]["digest"]:
            raise SystemExit(f"the gate's models are for another {name}")
    for way in (LEFT_OUT, FOLDS):
        names = {
            name: [f"fold{fold}" if way == FOLDS else WITHOUT + name for fold in kept[name]["folds"]]
            for name in corpora
        }
        found = {}
        for variant, changes in CHAIN.items():
            with ExitStack() as stack:
                for owner, name, value in changes:
                    stack.enter_context(patch.object(owner, name, value))
                found[variant] = {
                    name: evaluate_kept(pages[::every], names[name][::every], FOLDER, bar)
                    for name, pages in corpora.items()
                }
        yield from chain_table(way, found)


def chain_table(way: str, found: dict[str, dict[str, list[PageResult]]]) -> Iterator[str]:
    """Yield the lines of one way's table."""
    width = max(map(len, found))
    heads = [f"{name:>14}" for name in (*found[WHOLE], "macro mean", "worth", "from", "to")]
    yield "  ".join([f"{way:{width}}", *heads])
    for variant, results in found.items():
        f1 = [float(np.mean([result.words.f1 for result in own])) for own in results.values()]
        cells = [f"{value:14.4f}" for value in (*f1, np.mean(f1))]
        if variant != WHOLE:
            worth = macro_difference(found[WHOLE], results)
            cells += [f"{value:+14.4f}" for value in (worth.mean, worth.low, worth.high)]
        yield "  ".join([f"{variant:{width}}", *cells])


def main() -> None:
    """Print the chain's tables, or a line for every set of features, then one for every rule."""
    parser = arguments(__doc__)
    parser.add_argument("--repeats", type=int, default=1, metavar="N", help="deal the folds N times, for small corpora")
    parser.add_argument("--chain", action="store_true", help="the chain of the default method, by the gate's models")
    options = parser.parse_args()
    if options.chain:
        for row in chain(options.corpora[0].resolve(), options.every):
            print(row, flush=True)
        return
    material, count = read(options.corpora, options.every)
    scored = material[:count] * options.repeats
    plain: list[Marks] = []
    for name, more in FEATURES.items():
        wide = [widened(one, more) for one in material]
        selected = [
            select(one, score, ())
            for repeat in bar(range(options.repeats), name)
            for one, score in zip(wide[:count], scores(wide, count, repeat), strict=True)
        ]
        pages = [figures(one, main, options.characters) for one, main in zip(scored, selected, strict=True)]
        print(line(name, pages), flush=True)
        plain = plain or selected
    print(f"\nChanges to the first line, over {len(plain)} pages:")
    for name, rules in [*((rule, (rule,)) for rule in RULES), ("the package's", APPLIED_RULES)]:
        print(f"{name:34}{change(scored, plain, rules, options.characters)}", flush=True)


if __name__ == "__main__":
    main()
