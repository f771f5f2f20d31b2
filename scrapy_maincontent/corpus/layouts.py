"""The layouts of a corpus folder, and how each is read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from .annotated import MAIN, TEXT, CorpusError, Entry, annotated

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .annotated import AnnotatedPage

LIST = "pages.json"
TRUTHS = "ground-truth"
_METADATA = "metadata.json"
_PAGE_ENDINGS = (".html", ".htm", ".html.gz")
_TEXT_ENDING, _FIELDS_ENDING = ".txt", ".json"


def read_truths(folder: Path) -> Iterator[AnnotatedPage]:
    """Yield the pages of ``ground-truth/<id>.json`` and ``html/<id>.html.gz``, in the layout of WCXB."""
    metadata_file = folder / _METADATA
    metadata = Entry(_json(metadata_file) if metadata_file.is_file() else {}, str(metadata_file)).inner("files")
    for file in (folder / TRUTHS).glob(f"*{_FIELDS_ENDING}"):
        annotation = Entry(_json(file), str(file))
        about = metadata.inner(file.stem)
        fields = {
            # WCXB leaves the text out where a page has no main content.
            TEXT: None,
            **annotation.inner("ground_truth").fields,
            "url": annotation.text("url"),
            "type": about.text("page_type") or annotation.inner("_internal").inner("page_type").text("primary"),
            "domain": about.text("domain"),
        }
        yield annotated(Entry(fields, str(file)), file.stem, folder / "html" / f"{file.stem}.html.gz")


def read_list(folder: Path) -> Iterator[AnnotatedPage]:
    """Yield the pages of ``pages.json``."""
    file = folder / LIST
    entries = _json(file)
    if not isinstance(entries, list):
        raise CorpusError(f"{file}: must be a list of pages")
    for number, fields in enumerate(entries, 1):
        numbered = Entry(fields, f"{file}, page {number} of {len(entries)}")
        page_id = str(fields["id"]) if isinstance(fields.get("id"), int) else numbered.needed("id")
        entry = Entry(fields, f"{file}, page {page_id!r}")
        entry.needed("url")
        yield annotated(entry, page_id, folder / (entry.text("html") or f"pages/{page_id}.html.gz"))


def has_pages(folder: Path) -> bool:
    """Return True if a page lies in a folder or below it."""
    return any(path.name.lower().endswith(_PAGE_ENDINGS) for path in folder.rglob("*"))


def read_folder(folder: Path) -> Iterator[AnnotatedPage]:
    """Yield the pages that lie in a folder and below it, each beside ``<id>.txt``, ``<id>.json`` or both.

    An id is the path below the folder, without the ending. The first folder on it is the page's domain, where its
    fields name none.
    """
    files = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    pages = {
        _without(name, _PAGE_ENDINGS): path for name, path in files.items() if name.lower().endswith(_PAGE_ENDINGS)
    }
    for page_id, path in pages.items():
        text, fields = files.pop(page_id + _TEXT_ENDING, None), files.pop(page_id + _FIELDS_ENDING, None)
        if text is None and fields is None:
            raise CorpusError(f"{path} has neither {_TEXT_ENDING} nor {_FIELDS_ENDING} with the main content")
        entry = Entry({} if fields is None else _json(fields), str(text if fields is None else fields))
        if text is not None:
            if entry.fields.keys() & {TEXT, MAIN}:
                raise CorpusError(f"{text} and {fields} both have the main content")
            entry = Entry(entry.fields | {TEXT: _read(text)}, entry.source)
        yield annotated(entry, page_id, path, domain=page_id.rpartition("/")[0].split("/")[0])
    for name, path in files.items():
        if name.lower().endswith((_TEXT_ENDING, _FIELDS_ENDING)):
            raise CorpusError(f"{path} has no page beside it: {_without(name, (_TEXT_ENDING, _FIELDS_ENDING))}.html")


def _without(name: str, endings: tuple[str, ...]) -> str:
    return next(name[: -len(ending)] for ending in endings if name.lower().endswith(ending))


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise CorpusError(f"{file} can't be read: {error}") from error


def _json(file: Path) -> Any:
    try:
        return json.loads(_read(file))
    except (json.JSONDecodeError, RecursionError) as error:
        raise CorpusError(f"{file} is no JSON: {error}") from error
