"""One page's annotation, as read from JSON: its fields checked, its truth understood."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from ..extraction import read_page
from ..page.limits import OutOfTime
from .annotated import AnnotatedPage, CorpusError
from .marks import MarkError, Marks, marked_text

if TYPE_CHECKING:
    from pathlib import Path

TEXT, MAIN, OTHER = "main_content", "main_xpaths", "other_xpaths"
"""The fields of the truth: the text, or marked elements."""


class Entry:
    """The fields of one page; ``source`` is what messages name: the file, and the page where it holds several."""

    def __init__(self, fields: Any, source: str) -> None:
        if not isinstance(fields, dict):
            raise CorpusError(f"{source}: a page must be an object with fields")
        self.fields: dict[str, Any] = fields
        self.source = source

    def text(self, name: str) -> str:
        """Return a text, "" where there is none."""
        value = self.fields.get(name)
        if value is not None and not isinstance(value, str):
            raise self.error(name, "must be a text")
        return value or ""

    def needed(self, name: str) -> str:
        """Return a text that must not be missing or empty."""
        if value := self.text(name):
            return value
        raise self.error(name, "is missing")

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts, empty where there is none."""
        value = self.fields.get(name)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            raise self.error(name, "must be a list of texts")
        return tuple(value)

    def inner(self, name: str) -> Entry:
        """Return the fields of an object, none where there is none."""
        return Entry(self.fields.get(name) or {}, f"{self.source}: {name}")

    def error(self, name: str, problem: str) -> CorpusError:
        """Return the error to raise for a field."""
        return CorpusError(f"{self.source}: {name} {problem}")


def annotated(entry: Entry, page_id: str, path: Path, *, domain: str = "") -> AnnotatedPage:
    """Return the page of an entry; ``domain`` is its domain where neither the entry nor its address tells.

    Raises:
        CorpusError: the page's file is missing, a field is of another type, or the truth is missing, told twice or
            does not fit the page.
    """
    if not path.is_file():
        raise CorpusError(f"{entry.source}: page {page_id} has no file {path}")
    url = entry.text("url")
    page = AnnotatedPage(
        id=page_id,
        url=url,
        path=path,
        encoding=entry.text("encoding") or None,
        page_type=entry.text("type"),
        domain=entry.text("domain") or entry.text("site") or _host(entry, url) or domain,
        title=entry.text("title"),
        main_content=entry.text(TEXT),
        wanted=entry.texts("with"),
        unwanted=entry.texts("without"),
        marks=_marks(entry),
        language=entry.text("language"),
    )
    return page if page.marks is None else replace(page, main_content=_marked_text(page, page.marks, entry))


def _host(entry: Entry, url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError as error:
        raise entry.error("url", f"is no address: {error}") from error


def _marks(entry: Entry) -> Marks | None:
    if MAIN not in entry.fields:
        if OTHER in entry.fields:
            raise entry.error(OTHER, f"needs {MAIN}")
        if TEXT not in entry.fields:
            raise entry.error(TEXT, f"is missing, and {MAIN} too: one of them must say what is main content")
        return None
    if entry.fields.get(TEXT) is not None:
        raise entry.error(TEXT, f"and {MAIN} stand side by side: only one may say what is main content")
    return Marks(entry.texts(MAIN), entry.texts(OTHER))


def _marked_text(page: AnnotatedPage, marks: Marks, entry: Entry) -> str:
    try:
        flat = read_page(page.html(), page.url, encoding=page.encoding)
    except OutOfTime as error:
        raise CorpusError(f"{page.path} takes too long to read") from error
    if flat is None:
        raise CorpusError(f"{page.path} holds no page")
    try:
        return marked_text(flat, marks)
    except MarkError as error:
        raise entry.error(MAIN, str(error)) from error
