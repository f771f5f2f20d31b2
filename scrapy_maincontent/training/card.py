"""The card that goes with a model: what it is, what it saw, how good it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..evaluation.tables import ALL, as_text, interval, summary
from .cards import provenance

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ..corpus.annotated import AnnotatedPage
    from ..evaluation.run import PageResult


def card(
    model: Mapping[str, Any],
    about: str,
    corpora: Mapping[str, Sequence[AnnotatedPage]],
    results: Sequence[PageResult],
    folds: int,
    attributions: Sequence[str],
) -> str:
    """Return the card as Markdown.

    ``about`` describes the model itself. ``corpora`` are the training pages by the corpus's name, ``results``
    the cross-validated ones of the first corpus.
    """
    low, high = interval([result.words.f1 for result in results])
    rows = summary(results)
    parts = [
        f"# Model {model['name']}",
        f"Method `{model['method']}`, format {model['format']}, {about}",
        "## Scores",
        (
            f"Cross-validated by domain, {folds} folds, on {next(iter(corpora))}: word F1 {rows[ALL]['f1']:.3f} "
            f"(95 % of bootstrap samples: {low:.3f} to {high:.3f})."
        ),
        f"```\n{as_text(rows)}\n```",
        *provenance(corpora, attributions),
    ]
    return "\n\n".join(parts) + "\n"
