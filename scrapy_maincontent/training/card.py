"""The card that goes with a model: what it is, what it saw, how good it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..corpus import digest
from ..evaluation.tables import ALL, as_text, interval, summary

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ..corpus import AnnotatedPage
    from ..evaluation.run import PageResult


def card(
    model: Mapping[str, Any],
    corpora: Mapping[str, Sequence[AnnotatedPage]],
    results: Sequence[PageResult],
    folds: int,
    attributions: Sequence[str],
) -> str:
    """Return the card as Markdown.

    ``corpora`` are the training pages by the corpus's name, ``results`` the cross-validated ones of the first corpus.
    """
    low, high = interval([result.words.f1 for result in results])
    rows = summary(results)
    parts = [
        f"# Model {model['name']}",
        (
            f"Method `{model['method']}`, format {model['format']}, {len(model['features'])} features, "
            f"{len(model['tree']['feature'])} nodes. {_unit(model['blocks'])}"
        ),
        "## Scores",
        (
            f"Cross-validated by domain, {folds} folds, on {next(iter(corpora))}: word F1 {rows[ALL]['f1']:.3f} "
            f"(95 % of bootstrap samples: {low:.3f} to {high:.3f})."
        ),
        f"```\n{as_text(rows)}\n```",
        "## Training pages",
    ]
    for name, pages in corpora.items():
        parts.append(f"{name}: {len(pages)} pages, digest `{digest(pages)}`.")
        parts.append(" ".join(page.id for page in pages))
    if attributions:
        parts += ["## Attribution", *attributions]
    return "\n\n".join(parts) + "\n"


def _unit(configuration: Mapping[str, Any] | None) -> str:
    """Say what the tree is over, and how placement decides."""
    if configuration is None:
        return "The tree is over text blocks."
    without = ", ".join(configuration["without"]) or "none"
    return (
        f"The tree is over blocks (Uda et al.). Navigation heard: {', '.join(configuration['kinds']) or 'none'}; rules "
        f"of placement left out: {without}; where rules disagree: {configuration['order']}; blocks are parted "
        f"{configuration['deviations']:g} standard deviations above the mean distance."
    )
