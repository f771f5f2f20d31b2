"""The tables of the five papers, made by this package's implementations: `Corpora` and the tables' Markdown."""

from __future__ import annotations

import difflib
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy_maincontent.lab.corpus import read_corpus
from scrapy_maincontent.lab.corpus.annotated import LIST, TRUTHS, AnnotatedPage, CorpusError, has_pages

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

ENGLISH, JAPANESE, PICTURES, LAID_OUT = "wcxb-dev", "ja-dev", "pictures", "laid-out"
MANUAL = "apache2-doc"
"""What the corpora are called: each one's folder below that of ``--data``, but for those that are in the repository.

The last one is no corpus: the manual of the Apache httpd in several languages.
"""
FOLDS, BUNDLED_FOLDS = 5, 3
REPOSITORY = Path(__file__).resolve().parents[2]
_PROJECT = REPOSITORY / "example_project"
EXAMPLE_SITE = _PROJECT / "site"
"""The example project's pages, with their style sheets and pictures."""
_PICTURES = REPOSITORY / "tests" / "pages" / "pictures"
_SITE = "https://ring.example"
_CORPUS_MARKS = (LIST, TRUTHS)


class Corpora:
    """Annotated corpora by their names, read when they are first asked for; one that is missing has no pages.

    ``folder`` holds the annotated corpora; or it is one, which then stands for `ENGLISH`, and there is no other.
    Without it the pages of the example project do; those of `ENGLISH` are in several languages.
    """

    def __init__(self, folder: Path | None = None, count: int | None = None) -> None:
        """Take the folder, and the number of folds to cross-validate in.

        Raises:
            CorpusError: there is no corpus in the folder.
        """
        self.folder = folder
        self.is_own = folder is not None and _is_corpus(folder)
        """Whether the folder is a corpus itself."""
        if folder and not self.is_own and not _is_corpus(folder / ENGLISH):
            raise CorpusError(f"{folder} is no corpus, and holds none that is called {ENGLISH}")
        self.folds = count or (FOLDS if folder else BUNDLED_FOLDS)
        self._read: dict[str, list[AnnotatedPage]] = {}

    def __getitem__(self, name: str) -> list[AnnotatedPage]:
        """Return a corpus's pages in the order of their ids."""
        if name not in self._read:
            self._read[name] = self._pages(name)
        return self._read[name]

    @property
    def translations(self) -> Path | None:
        """The folder of translated pages and their originals; ``None`` where there is none."""
        if self.is_own:
            return None
        found = self.folder / MANUAL if self.folder else _PROJECT / "translations"
        return found if found.is_dir() else None

    def _pages(self, name: str) -> list[AnnotatedPage]:
        if self.folder and self.is_own:
            return read_corpus(self.folder) if name in (ENGLISH, LAID_OUT) else []
        if name == PICTURES:
            return read_corpus(_PICTURES)
        if self.folder is None:
            language = {ENGLISH: False, JAPANESE: True}
            return [page for page in _bundled() if (page.language == "ja") is language.get(name)]
        return read_corpus(self.folder / name) if _is_corpus(self.folder / name) else []


def _is_corpus(folder: Path) -> bool:
    return any((folder / mark).exists() for mark in _CORPUS_MARKS) or (
        folder.is_dir() and any(folder.glob("*.html")) and has_pages(folder)
    )


def _bundled() -> list[AnnotatedPage]:
    """Return the example project's pages; a site is a domain."""
    entries = json.loads((_PROJECT / "expected.json").read_text("utf-8"))
    pages = [
        AnnotatedPage(
            id=entry["path"],
            url=_SITE + entry["path"],
            path=_file(entry["path"]),
            encoding=entry["encoding"],
            page_type=entry["type"],
            domain=entry["path"].split("/")[1],
            title=entry["headline"],
            main_content="\n\n".join(entry["body"]),
            unwanted=tuple(entry["not_in_body"]),
            language=entry["language"],
        )
        for entry in entries
    ]
    return sorted(pages, key=lambda page: page.id)


def _file(target: str) -> Path:
    """Return the file of a page of the bundled site, named as its server names it."""
    path, _, query = target.partition("?")
    name = path + ("index" if path.endswith("/") else "") + (f"@{query}" if query else "")
    return EXAMPLE_SITE / (name.lstrip("/").removesuffix(".html") + ".html")


# Tables in Markdown.

Tables = dict[str, str]
"""Tables in Markdown by their names."""


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; the first column of the head may be empty."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("".join(f"| {cell} " if cell else "| " for cell in line) + "|" for line in lines)


def share(value: float | None, digits: int = 3) -> str:
    """Return a share of 0 to 1 as ".868", "1.00", "0"; nothing for ``None``."""
    if value is None:
        return ""
    text = f"{value:.{digits}f}"
    if float(text) == 0:
        return "0"
    return text[: digits + 1] if float(text) == 1 else text.removeprefix("0")


def percent(value: float | None) -> str:
    """Return a share of 0 to 1 as "86.8"; nothing for ``None``."""
    return "" if value is None else f"{100 * value:.1f}"


def plain(text: str) -> str:
    """Return a table in plain text as Markdown."""
    return f"```text\n{text}\n```"


# Where they stand: between marks in a Markdown file.

_PLACE = re.compile(r"(<!-- table: (?P<name>[\w-]+), made by .*?-->\n).*?(<!-- end -->)", re.DOTALL)


def places(text: str) -> list[str]:
    """Return the names of the tables that have a place in a text: ``<!-- table: NAME, made by COMMAND -->``."""
    return [place["name"] for place in _PLACE.finditer(text)]


def filled(text: str, tables: Mapping[str, str]) -> str:
    """Return a text with its tables made anew; a place whose table is not given is left as it is."""

    def fill(place: re.Match[str]) -> str:
        table = tables.get(place["name"])
        return place[0] if table is None else f"{place[1]}{table}\n{place[3]}"

    return _PLACE.sub(fill, text)


def difference(file: Path, new: str) -> str:
    """Return what would become of a file, as a unified diff; nothing where it stays."""
    old, name = file.read_text("utf-8"), file.relative_to(REPOSITORY).as_posix()
    return "".join(difflib.unified_diff(old.splitlines(True), new.splitlines(True), name, f"{name}, made anew"))
