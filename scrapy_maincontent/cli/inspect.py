"""The command ``inspect``: pages in, one harmless HTML file for each out, which shows what was made of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..facts.advertisements import load_list
from ..inspector import inspect_html
from ..methods import load_model
from ..progress import bar
from .sources import STANDARD_INPUT, check_pages, read_file, refuse_overwriting

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence


_ENDING = ".html"
_ENDINGS = (".gz", ".html", ".htm", ".xhtml")
"""What a page's file may end with that is no part of its name."""


def inspect_files(options: argparse.Namespace) -> int:
    """Write one file for each page, and print the files' paths, a line each.

    Raises:
        ValueError: a method, model or list of advertisements can't be used, or what is read would be overwritten.
    """
    load_model(options.method, options.model)
    if options.ad_list is not None:
        load_list(options.ad_list)
    check_pages(options.page)
    targets = _targets(options.page, options.output)
    for target in targets:
        refuse_overwriting([*options.page, options.model, options.ad_list], target)
    for page, target in bar(list(zip(options.page, targets, strict=True)), "inspect"):
        shown = inspect_html(
            read_file(page),
            options.url,
            encoding=options.encoding,
            method=options.method,
            model=options.model,
            against=options.against,
            balance=options.balance,
            ad_list=options.ad_list,
        )
        target.write_text(shown, "utf-8", errors="replace")
        print(target)
    return 0


def _targets(pages: Sequence[str], output: Path) -> list[Path]:
    """Return the file for each page: the one named for a single page, files in the folder named for several."""
    if len(pages) == 1 and not output.is_dir():
        return [output]
    output.mkdir(parents=True, exist_ok=True)
    return [output / name for name in _names(pages)]


def _names(pages: Sequence[str]) -> list[str]:
    """Return a file name for each page: its own, numbered from the second of the same name on."""
    names: list[str] = []
    taken: set[str] = set()
    for page in pages:
        stem = "stdin" if page == STANDARD_INPUT else Path(page).name
        for ending in _ENDINGS:
            stem = stem.removesuffix(ending) or stem
        name, number = stem, 1
        while name.casefold() in taken:
            number += 1
            name = f"{stem}-{number}"
        taken.add(name.casefold())
        names.append(name + _ENDING)
    return names
