"""Words for MinHash in any language: words where a script has spaces between them, single characters where not."""

from __future__ import annotations

from datatrove.utils.word_tokenizers import WordTokenizer

from ..corpus.metrics import units


class ScriptAwareTokenizer(WordTokenizer):  # type: ignore[misc]
    """Takes the place of datatrove's tokenizers, one for each language, most of which need large libraries.

    Pass it as ``language`` to `MinhashDedupSignature`. It knows no sentences.
    """

    def word_tokenize(self, text: str) -> list[str]:
        """Return the words of a text, or its characters in scripts without word spaces, lower-cased."""
        return units(text)

    def sent_tokenize(self, text: str) -> list[str]:
        """Return the text as one sentence."""
        return [text]

    def span_tokenize(self, text: str) -> list[tuple[int, int]]:
        """Return where that sentence begins and ends."""
        return [(0, len(text))]
