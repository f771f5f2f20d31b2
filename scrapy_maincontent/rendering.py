"""The command ``render``: a corpus in, its pages laid out by a browser out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .browser import BrowserError, renderer
from .corpus import read_corpus
from .corpus.annotated import CorpusError
from .corpus.rendered import MIN_STYLES, render_corpus
from .progress import bar

if TYPE_CHECKING:
    import argparse


def render(options: argparse.Namespace) -> int:
    """Lay out the pages of a corpus offline, and say how many keep their looks."""
    if options.every < 1:
        raise ValueError(f"--every is {options.every}; it must be 1 or more")
    pages = read_corpus(options.corpus)[:: options.every]
    if options.output.exists() and any(options.output.iterdir()):
        raise FileExistsError(f"--output is {options.output}; it must be a new folder, or an empty one")
    try:
        with renderer() as browser:
            done = render_corpus(pages, options.output, browser, bar)
    except BrowserError as error:
        raise CorpusError(str(error)) from error
    print(f"{done.pages} pages, {done.styled} with {MIN_STYLES} bytes of styles or more")
    print(f"{done.failed} could not be laid out, {done.kept} keep their looks: {options.output}")
    return 0
