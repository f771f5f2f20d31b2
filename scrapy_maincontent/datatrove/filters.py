"""Steps that judge a document: by the language of its text, and by how good the text is expected to be."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from datatrove.pipeline.filters.base_filter import BaseFilter

if TYPE_CHECKING:
    from collections.abc import Collection

    from datatrove.data import Document
    from datatrove.pipeline.writers.disk_base import DiskWriter

JUDGED_CHARACTERS = 2_000
"""Characters of a text that its language is told from."""
LEAST_QUALITY = 0.5
"""Expected F1 below which a text is left out, where nothing else is asked for."""


class LanguageFilter(BaseFilter):  # type: ignore[misc]
    """Adds ``language`` (ISO 639-1) and ``language_score`` (0 to 1), and keeps documents in some languages.

    Without ``languages`` every document is kept. The model is py3langid's, of 139 languages; it is part of that
    package: nothing is loaded from elsewhere.
    """

    name = "🌍 Language"

    def __init__(self, languages: Collection[str] | None = None, *, exclusion_writer: DiskWriter | None = None) -> None:
        super().__init__(exclusion_writer)
        self.languages = None if languages is None else frozenset(languages)

    def filter(self, doc: Document) -> bool | tuple[bool, str]:
        """Return whether to keep the document, or False and the reason."""
        language, score = _identifier().classify(doc.text[:JUDGED_CHARACTERS])
        doc.metadata["language"] = str(language)
        doc.metadata["language_score"] = round(float(score), 4)
        return True if self.languages is None or language in self.languages else (False, "language")


class QualityFilter(BaseFilter):  # type: ignore[misc]
    """Keeps documents whose ``quality``, the F1 that the text is expected to have, is at least ``least`` (0 to 1).

    Documents without one are kept: only the method ``crf`` gives it.
    """

    name = "⚖ Expected F1"

    def __init__(self, least: float = LEAST_QUALITY, *, exclusion_writer: DiskWriter | None = None) -> None:
        super().__init__(exclusion_writer)
        self.least = least

    def filter(self, doc: Document) -> bool | tuple[bool, str]:
        """Return whether to keep the document, or False and the reason."""
        quality = doc.metadata.get("quality")
        return True if quality is None or quality >= self.least else (False, "quality")


@cache
def _identifier() -> Any:
    """Return the language model of this process."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
