"""How pages become lines for the tables of Shinnou and Sasaki: by the package's own text browser, or by lynx."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..core.page import Page
from ..corpus import AnnotatedPage
from ..methods.text_browser import Line, browser_lines
from ..training.align import align, tokens
from .lynx import LynxError, is_installed, lynx_lines
from .renderers import BUILTIN

if TYPE_CHECKING:
    from collections.abc import Sequence

Renderer = Callable[[Page, AnnotatedPage], list[Line] | None]
"""Returns the lines of a page, ``None`` where it fails."""


def renderer(name: str) -> Renderer:
    """Return a renderer by its name.

    Raises:
        ValueError: lynx is asked for and not installed.
    """
    if name == BUILTIN:
        return lambda page, _: browser_lines(page)
    if not is_installed():
        raise ValueError("--renderer lynx needs lynx (Debian and Ubuntu: apt-get install lynx)")
    return _by_lynx


def _by_lynx(page: Page, annotated: AnnotatedPage) -> list[Line] | None:
    try:
        return numbered(lynx_lines(annotated.html()), page)
    except LynxError:
        return None


def numbered(lines: Sequence[str], page: Page) -> list[Line]:
    """Return the lines with the text blocks that stand on each: those that the alignment of all words puts there."""
    line_of, line_words = _words(lines)
    block_of, block_words = _words(page.texts)
    blocks: list[set[int]] = [set() for _ in lines]
    for here, there in align(line_words, block_words):
        blocks[line_of[here]].add(block_of[there])
    return [Line(text, tuple(sorted(found))) for text, found in zip(lines, blocks, strict=True)]


def _words(texts: Sequence[str]) -> tuple[list[int], list[str]]:
    """Return the words of texts, one after the other, and the number of the text that each one stands in."""
    words = [tokens(text) for text in texts]
    return [number for number, own in enumerate(words) for _ in own], [word for own in words for word in own]
