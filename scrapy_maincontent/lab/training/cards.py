"""Parts of a model's card, and what the trainings of page types and of quality do alike.

A card describes its model (one of the ``about_`` functions, by the kind of model) and names its training pages.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..corpus import digest, read_corpus
from ..corpus.annotated import CorpusError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from ..corpus.annotated import AnnotatedPage

    Corpora = Mapping[str, Sequence[AnnotatedPage]]
    """Pages by the name of their corpus."""

HEADING = "## Training pages"
"""What stands before it in a card describes the model, and is printed after a training."""


def about_crf(model: Mapping[str, Any]) -> str:
    """Describe the stages: the tokens of the lexicon, each expert's boosted trees, the betas, the CRF's share."""
    tokens = sum(len(weights) for _, weights in model["lexicon"].values())
    arrays = model["arrays"]
    experts = "; ".join(
        f"for {name.removesuffix('_leaves')} pages {len(leaves)} boosted trees with "
        f"{len(arrays[name.replace('_leaves', '_feature')]):,} tests in all"
        for name, leaves in arrays.items()
        if name.endswith("_leaves")
    )
    betas = " and ".join(f"{beta:g} for {kind} pages" for kind, beta in model["betas"].items())
    return (
        f"{len(model['features'])} features; a lexicon of {tokens:,} tokens; {experts}; beta {betas}; a CRF whose "
        f"marginals are {model['chain_share']:.0%} of a block's score."
    )


def about_tree(model: Mapping[str, Any]) -> str:
    """Describe a tree: its size, what it is over, and how placement decides."""
    size = f"{len(model['features'])} features, {len(model['tree']['feature'])} nodes."
    configuration = model["blocks"]
    if configuration is None:
        return f"{size} The tree is over text blocks."
    without = ", ".join(configuration["without"]) or "none"
    kinds = ", ".join(configuration["kinds"]) or "none"
    detected = " (detected as printed)" if configuration["printed"] else ""
    return (
        f"{size} The tree is over blocks (Uda et al.). Navigation used: {kinds}{detected}; rules of placement left "
        f"out: {without}; where rules disagree: {configuration['order']}; blocks are parted "
        f"{configuration['deviations']:g} standard deviations above the mean distance."
    )


def about_fujita(model: Mapping[str, Any]) -> str:
    """Describe the two CRFs: their features, their sizes, and the second evaluation."""
    size = (
        f"{len(model['features'])} figures of a block; two CRFs (Fujita et al.) of {len(model['text']):,} and "
        f"{len(model['parent']):,} bytes."
    )
    thresholds = model["thresholds"]
    if thresholds is None:
        return f"{size} There is no second evaluation: the paper's baseline."
    upper = f"above {thresholds['upper']} %" if thresholds["as_printed"] else f"from {thresholds['upper']} % on"
    first = thresholds["first"]
    soft = "" if first is None else f" Votes are probabilities; what they leave is main from {first} % on."
    return f"{size} Second evaluation: all main {upper}, the parent not main below {thresholds['lower']} %.{soft}"


def about_lines(model: Mapping[str, Any]) -> str:
    """Describe a tree over lines: its size, which lines' features it has, and the diagram."""
    sight = model["sight"]
    around = f" and of {sight['around']} on each side" if sight["around"] else ""
    margin = ", and the margin" if sight["margin"] else ""
    weights = ", ".join(f"{name} {weight:g}" for name, weight in zip(model["classes"], model["weights"], strict=True))
    return (
        f"{len(model['features'])} features of a line, {len(model['tree']['feature'])} nodes. The tree is over lines "
        f"(Shinnou and Sasaki) and sees f1 to f13 of a line{around}{margin}. Between title and body are at most "
        f"{model['title_gap']} lines. Classes weigh: {weights}."
    )


def about_layout(model: Mapping[str, Any]) -> str:
    """Describe the weight map, and what is done with its nodes."""
    rows, columns = len(model["weights"]), len(model["weights"][0])
    share = model["linked_share"]
    steps = ["further nodes are main besides the best one"] * model["several"]
    steps += [] if share is None else [f"nodes of which {share:.0%} is linked are taken out"]
    steps += ["so is what is not shown"] * model["shown"]
    return (
        f"a weight map (Tsuruta et al.) of {columns} x {rows} cells, each {model['cell']} px wide and high, from "
        f"{model['pages']} pages with a clear main node; alpha {model['alpha']:g}; {'; '.join(steps) or 'one node'}."
    )


def about_pagerank(model: Mapping[str, Any]) -> str:
    """Describe the parameters of DOM PageRank."""
    own = model["parameters"]
    return (
        f"DOM PageRank: lambda {own['damping']:g} ({own['reading']}). {own['media']:.0%} of the weight go to "
        f"pictures and players. Of the rest, {own['title']:.0%} go by the likeness to title and description "
        f"({own['trade_off']:.0%} of that to the title), and what is left uniformly by {own['unit']}; text is "
        f"counted by {own['unit']} in both."
    )


# Where a model comes from.


def read_corpora(folders: Sequence[Path]) -> dict[str, list[AnnotatedPage]]:
    """Return the pages of several corpora by the folder's name.

    Raises:
        CorpusError: a folder is no corpus, or two have the same name.
    """
    corpora = {folder.resolve().name: read_corpus(folder) for folder in folders}
    if len(corpora) < len(folders):
        raise CorpusError("two corpus folders have the same name; cards and results go by it")
    return corpora


def provenance(corpora: Corpora, attributions: Sequence[str]) -> list[str]:
    """Return the last paragraphs of a card: number and digest of the training pages, and the attributions."""
    parts = [HEADING, *(f"{name}: {len(pages)} pages, digest `{digest(pages)}`." for name, pages in corpora.items())]
    if attributions:
        parts += ["## Attribution", *attributions]
    return parts


def markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table as Markdown, numbers to the right of its first column."""
    line = "|---" + "|--:" * (len(head) - 1) + "|"
    return "\n".join([f"| {' | '.join(head)} |", line, *(f"| {' | '.join(row)} |" for row in rows)])


# Trainings that are commands of their own.


def training_parser(program: str, description: str | None, corpus: str) -> argparse.ArgumentParser:
    """Return a parser of the options that both trainings have; ``corpus`` is the help of that argument."""
    parser = argparse.ArgumentParser(prog=program, description=description)
    parser.add_argument("corpus", nargs="+", type=Path, help=corpus)
    parser.add_argument("-o", "--output", type=Path, required=True, help="model file; the card gets the ending .md")
    parser.add_argument("--name", help="the model's name (default: the file's)")
    parser.add_argument("--folds", type=int, default=5, help="cross-validate by domain in so many folds")
    parser.add_argument("--attribution", action="append", default=[], metavar="TEXT", help="line for the card")
    return parser


def run_training(
    parser: argparse.ArgumentParser,
    arguments: Sequence[str] | None,
    train: Callable[[argparse.Namespace, Corpora, str], tuple[dict[str, Any], str]],
) -> int:
    """Train a model and write it with its card; return the exit status, 1 where it failed.

    ``train`` gets the options, the corpora and the model's name, and returns the model and its card.
    """
    options = parser.parse_args(arguments)
    try:
        if not options.output.parent.is_dir():
            raise CorpusError(f"there is no folder {options.output.parent}")
        model, card = train(options, read_corpora(options.corpus), options.name or options.output.stem)
        options.output.write_text(json.dumps(model, separators=(",", ":")) + "\n", "utf-8")
        options.output.with_suffix(".md").write_text(card, "utf-8")
    except (CorpusError, OSError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 1
    print(card.partition(HEADING)[0].strip())
    return 0
