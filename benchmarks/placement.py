"""What blocks and placement (Uda 4.1, 4.2 (1)) are worth to the tree over text blocks; cross-validated by domain.

    python benchmarks/placement.py CORPUS [MORE ...] [--every N] [--characters] [--repeats N]

Trees are fitted as the package fits them, on pages of all corpora; the first corpus is scored. First come trees with
more features of a text block than the package's: of its block, or of the regions' evidence on that block. Then each
rule of placement is applied to the selection by the first line's trees: "other" takes selected text out, "main" takes
other text in, both only where that changes no more than half of the selected words. The last line is the package's
choice. What regions cover is put out before.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from tree import Figures, Material, arguments, figures, line, means, read, scores, select

from scrapy_maincontent.blocks.placement import RULES
from scrapy_maincontent.features.measures import LONG_TEXT
from scrapy_maincontent.page import Kind, Label
from scrapy_maincontent.papers.uda import APPLIED_RULES, MAY_LOSE
from scrapy_maincontent.progress import bar

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from numpy.typing import NDArray

    from scrapy_maincontent.blocks import Findings
    from scrapy_maincontent.features.measures import Floats
    from scrapy_maincontent.page import Block

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


def main() -> None:
    """Print a line for every set of features, then one for every rule."""
    parser = arguments(__doc__)
    parser.add_argument("--repeats", type=int, default=1, metavar="N", help="deal the folds N times, for small corpora")
    options = parser.parse_args()
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
