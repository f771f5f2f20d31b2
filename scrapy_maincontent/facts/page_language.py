"""The language of a page: the declared one, unless its text says that it is another one."""

from __future__ import annotations

from heapq import nlargest
from typing import TYPE_CHECKING

from ..words.text_language import is_foreign, text_language
from .declared import VISIBLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..page import Page
    from .declared import Found


SAMPLES = 500, 1200
"""Characters of a main text whose language is that of the page: most need but the first."""
BLOCKS, MAX_SAMPLE = 6, 200
"""Text blocks whose language it is where the main text is short or says nothing, and characters of each."""


def page_language(page: Page, declared: Found, text: str, *, is_article: bool) -> Found:
    """Return the declared language, or the text's if none is declared or the text contradicts it.

    Where there is text enough, it must say so twice. An article with hardly a word of the declared language, as of one
    whose words are not known, has none: a template's default is worse than nothing.
    """
    primary = None if declared is None else str(declared[1]).partition("-")[0]
    told = filter(None, (text_language(sample, primary) for sample in _samples(page, text)))
    found = next(told, None)
    if found == primary or (primary is not None and next(told, found) == primary):
        is_foreign_to = primary is not None and is_article and is_foreign(text[: 2 * SAMPLES[-1]], primary)
        return None if is_foreign_to else declared
    return None if found is None else (VISIBLE, found)


def _samples(page: Page, text: str) -> Iterator[str]:
    """Yield the title with the beginning of the main text, with more of it, and with those of the longest text blocks.

    The first one that says something is enough; where a language is declared, each of them does.
    """
    for length in SAMPLES if len(text) >= SAMPLES[0] else ():
        yield f"{page.head_title} {text[:length]}"
    yield " ".join([block[:MAX_SAMPLE] for block in (page.head_title, *nlargest(BLOCKS, page.texts, key=len))])
