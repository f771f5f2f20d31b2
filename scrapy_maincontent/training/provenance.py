"""Where a model comes from: the corpora it is trained on, and the part of its card that names them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..corpus import digest, read_corpus
from ..corpus.annotated import CorpusError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from ..corpus.annotated import AnnotatedPage

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
