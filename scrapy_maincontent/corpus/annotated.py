"""An annotated page: the page as it was served, and what a person says its main content is."""

from __future__ import annotations

import gzip
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from .marks import Marks

_GZIP = b"\x1f\x8b"


class CorpusError(Exception):
    """A corpus can't be read; the message names the file and the field."""


@dataclass(frozen=True, slots=True)
class AnnotatedPage:
    """One page with its truth: the text that a person calls its main content.

    ``domain`` groups pages that must not stand on both sides of a split. ``wanted`` and ``unwanted`` are snippets that
    the main content has to hold, or must not. ``marks`` are the elements that a person has marked, ``None`` where the
    text itself was given; ``main_content`` then is the marked elements' text. ``language`` is its code, ""
    where the annotation names none.
    """

    id: str
    url: str
    path: Path
    encoding: str | None
    page_type: str
    domain: str
    title: str
    main_content: str
    wanted: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()
    marks: Marks | None = None
    language: str = ""

    def html(self) -> bytes:
        """Return the page's bytes.

        Raises:
            CorpusError: the file can't be read or unpacked.
        """
        try:
            content = self.path.read_bytes()
            return gzip.decompress(content) if content.startswith(_GZIP) else content
        except (OSError, EOFError, zlib.error) as error:
            raise CorpusError(f"{self.path} can't be read: {error}") from error
