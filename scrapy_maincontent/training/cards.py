"""What a model's card says of the model itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..corpus import digest, read_corpus
from ..corpus.annotated import CorpusError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Any

    from ..corpus.annotated import AnnotatedPage


def about_crf(model: Mapping[str, Any]) -> str:
    """Describe the three stages: the tokens of the lexicon, the boosted trees, the CRF's share."""
    tokens = sum(len(weights) for _, weights in model["lexicon"].values())
    arrays = model["arrays"]
    return (
        f"{len(model['features'])} features; a lexicon of {tokens:,} tokens, {len(arrays['leaves'])} boosted trees "
        f"with {len(arrays['feature']):,} tests in all, a CRF whose marginals are {model['chain_share']:.0%} of a "
        f"block's score; beta {model['beta']:g}."
    )


def about_tree(model: Mapping[str, Any]) -> str:
    """Describe a tree: its size, what it is over, and how placement decides."""
    size = f"{len(model['features'])} features, {len(model['tree']['feature'])} nodes."
    configuration = model["blocks"]
    if configuration is None:
        return f"{size} The tree is over text blocks."
    without = ", ".join(configuration["without"]) or "none"
    return (
        f"{size} The tree is over blocks (Uda et al.). Navigation heard: "
        f"{', '.join(configuration['kinds']) or 'none'}; rules of placement left out: {without}; where rules disagree: "
        f"{configuration['order']}; blocks are parted {configuration['deviations']:g} standard deviations above the "
        "mean distance."
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
    return f"{size} Second evaluation: all main {upper}, the parent not main below {thresholds['lower']} %."


def about_lines(model: Mapping[str, Any]) -> str:
    """Describe a tree over lines: its size, what it sees, and the diagram."""
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
    """Tell the parameters of DOM PageRank."""
    told = model["parameters"]
    return (
        f"DOM PageRank: lambda {told['damping']:g} ({told['reading']}). {told['media']:.0%} of the weight go to "
        f"pictures and players. Of the rest, {told['title']:.0%} go by the likeness to title and description "
        f"({told['trade_off']:.0%} of that to the title), and what is left uniformly by {told['unit']}; text is "
        f"counted by {told['unit']} in both."
    )


# Where a model comes from: the corpora it is trained on, and the part of its card that names them.

HEADING = "## Training pages"
"""What stands before it in a card describes the model, and is printed after a training."""


def read_corpora(folders: Sequence[Path]) -> dict[str, list[AnnotatedPage]]:
    """Return the pages of several corpora by the folder's name.

    Raises:
        CorpusError: a folder is no corpus, or two have the same name.
    """
    corpora = {folder.resolve().name: read_corpus(folder) for folder in folders}
    if len(corpora) < len(folders):
        raise CorpusError("two corpus folders have the same name; the card tells them apart by it")
    return corpora


def provenance(corpora: Mapping[str, Sequence[AnnotatedPage]], attributions: Sequence[str]) -> list[str]:
    """Return the last paragraphs of a card: number, digest and ids of the training pages, and the attributions."""
    parts = [HEADING]
    for name, pages in corpora.items():
        parts.append(f"{name}: {len(pages)} pages, digest `{digest(pages)}`.")
        parts.append(" ".join(page.id for page in pages))
    if attributions:
        parts += ["## Attribution", *attributions]
    return parts
