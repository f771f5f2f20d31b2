"""Annotated pages: each as it was served, and what a person calls its main content.

`read_truths`, `read_list` and `read_folder` read a corpus folder, each one of its layouts. The truth is a text, or
marked elements: location paths that `locate` follows, and whose text `marked_text` and `marked_shares` return.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from dataclasses import dataclass, replace
from itertools import compress, islice
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from ...extraction import read_page
from ...page.limits import OutOfTime

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from ...page import Page


LIST = "pages.json"
TRUTHS = "ground-truth"
_PAGE_ENDINGS = (".html", ".htm", ".html.gz")
_TEXT_ENDING, _FIELDS_ENDING = ".txt", ".json"
_TEXT, _MAIN, _OTHER = "main_content", "main_xpaths", "other_xpaths"
"""The fields of the truth: the text, or marked elements."""
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

    def read(self) -> Page | None:
        """Return the page as methods get it; ``None`` where the file holds none."""
        return read_page(self.html(), self.url, encoding=self.encoding)

    def read_with_text(self) -> Page | None:
        """Return the page as methods get it; ``None`` where it has no text block."""
        page = self.read()
        return page if page is not None and page.texts else None


def read_truths(folder: Path) -> Iterator[AnnotatedPage]:
    """Yield the pages of ``ground-truth/<id>.json`` and ``html/<id>.html.gz``, in the layout of WCXB."""
    metadata_file = folder / "metadata.json"
    metadata = _Entry(_json(metadata_file) if metadata_file.is_file() else {}, str(metadata_file)).inner("files")
    for file in (folder / TRUTHS).glob(f"*{_FIELDS_ENDING}"):
        annotation = _Entry(_json(file), str(file))
        about = metadata.inner(file.stem)
        fields = {
            # WCXB leaves the text out where a page has no main content.
            _TEXT: None,
            **annotation.inner("ground_truth").fields,
            "url": annotation.text("url"),
            "type": about.text("page_type") or annotation.inner("_internal").inner("page_type").text("primary"),
            "domain": about.text("domain"),
        }
        yield _annotated(_Entry(fields, str(file)), file.stem, folder / "html" / f"{file.stem}.html.gz")


def read_list(folder: Path) -> Iterator[AnnotatedPage]:
    """Yield the pages of ``pages.json``."""
    file = folder / LIST
    entries = _json(file)
    if not isinstance(entries, list):
        raise CorpusError(f"{file}: must be a list of pages")
    for number, fields in enumerate(entries, 1):
        numbered = _Entry(fields, f"{file}, page {number} of {len(entries)}")
        page_id = str(fields["id"]) if isinstance(fields.get("id"), int) else numbered.needed("id")
        entry = _Entry(fields, f"{file}, page {page_id!r}")
        entry.needed("url")
        yield _annotated(entry, page_id, folder / (entry.text("html") or f"pages/{page_id}.html.gz"))


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
        entry = _Entry({} if fields is None else _json(fields), str(text if fields is None else fields))
        if text is not None:
            if entry.fields.keys() & {_TEXT, _MAIN}:
                raise CorpusError(f"{text} and {fields} both have the main content")
            entry = _Entry(entry.fields | {_TEXT: _read(text)}, entry.source)
        yield _annotated(entry, page_id, path, domain=page_id.rpartition("/")[0].split("/")[0])
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


class _Entry:
    """One page's fields, as read from JSON; ``source`` is what messages name: the file, and the page of several."""

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

    def inner(self, name: str) -> _Entry:
        """Return the fields of an object, none where there is none."""
        return _Entry(self.fields.get(name) or {}, f"{self.source}: {name}")

    def error(self, name: str, problem: str) -> CorpusError:
        """Return the error to raise for a field."""
        return CorpusError(f"{self.source}: {name} {problem}")


def _annotated(entry: _Entry, page_id: str, path: Path, *, domain: str = "") -> AnnotatedPage:
    """Return the page of an entry; ``domain`` is its domain where neither the entry nor its address names one."""
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
        main_content=entry.text(_TEXT),
        wanted=entry.texts("with"),
        unwanted=entry.texts("without"),
        marks=_marks(entry),
        language=entry.text("language"),
    )
    return page if page.marks is None else replace(page, main_content=_marked_text(page, page.marks, entry))


def _host(entry: _Entry, url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError as error:
        raise entry.error("url", f"is no address: {error}") from error


def _marks(entry: _Entry) -> Marks | None:
    if _MAIN not in entry.fields:
        if _OTHER in entry.fields:
            raise entry.error(_OTHER, f"needs {_MAIN}")
        if _TEXT not in entry.fields:
            raise entry.error(_TEXT, f"is missing, and {_MAIN} too: one of them must say what is main content")
        return None
    if entry.fields.get(_TEXT) is not None:
        raise entry.error(_TEXT, f"and {_MAIN} stand side by side: only one may say what is main content")
    return Marks(entry.texts(_MAIN), entry.texts(_OTHER))


def _marked_text(page: AnnotatedPage, marks: Marks, entry: _Entry) -> str:
    try:
        flat = page.read()
    except OutOfTime as error:
        raise CorpusError(f"{page.path} takes too long to read") from error
    if flat is None:
        raise CorpusError(f"{page.path} holds no page")
    try:
        return marked_text(flat, marks)
    except MarkError as error:
        raise entry.error(_MAIN, str(error)) from error


# Marked elements: from location paths to the text of a page.

_ID = r"""//\*\[@id=(?:"([^"]+)"|'([^']+)')\]"""
_STEP = r"""/(?:([a-zA-Z][\w.-]*)|\*\[name\(\)=["']([\w.:-]+)["']\])(?:\[([1-9][0-9]{0,8})\])?"""
_PATH = re.compile(rf"(?:{_ID}|(?=/[a-zA-Z*]))((?:{_STEP})*)")
_STEPS = re.compile(_STEP)
_IMPLIED = "tbody"
"""The element that browsers put into every table, and the parser only where it is written."""


class MarkError(ValueError):
    """A path is no location path, or leads to no element of the page."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What a person has marked: paths of elements that are main content, and of elements in them that are not."""

    main: tuple[str, ...]
    other: tuple[str, ...] = ()


def marked_shares(page: Page, marks: Marks) -> list[float]:
    """Return for each text block the share of its characters, white space aside, that is marked (0 to 1).

    Raises:
        MarkError: a path leads nowhere, or an element is marked as both.
    """
    marked = _marked_pieces(page, marks)
    lengths = [sum(map(len, piece.split())) for piece in page.pieces]
    shares = []
    for start, end in zip(page.text_starts, page.text_ends, strict=True):
        total = sum(lengths[start:end])
        shares.append(sum(compress(lengths[start:end], marked[start:end])) / total if total else 0.0)
    return shares


def marked_text(page: Page, marks: Marks) -> str:
    """Return the marked text, a text block on each line.

    Raises:
        MarkError: a path leads nowhere, or an element is marked as both.
    """
    marked = _marked_pieces(page, marks)
    lines = []
    for start, end in zip(page.text_starts, page.text_ends, strict=True):
        lines.append(" ".join("".join(compress(page.pieces[start:end], marked[start:end])).split()))
    return "\n".join(line for line in lines if line)


def _marked_pieces(page: Page, marks: Marks) -> list[bool]:
    """Return for each piece of the page's text whether it is marked as main content.

    A mark holds for all text below its element, up to the next mark within. What the page hides within a marked
    element is not main content, unless it is marked itself.
    """
    main = {locate(page, path): path for path in marks.main}
    other = {locate(page, path) for path in marks.other}
    if both := main.keys() & other:
        raise MarkError(f"{main[min(both)]!r} is marked as main content and as other")
    found = [False] * len(page.pieces)
    for element in sorted(main.keys() | other | page.hiding):
        low, high = page.piece_starts[element], page.piece_ends[element]
        found[low:high] = [element in main] * (high - low)
    return found


def locate(page: Page, path: str) -> int:
    """Return the element that a location path leads to.

    A path names one element by its place, as `TextBlock.xpath` spells it and as browsers copy it:
    ``/html/body/div[2]/p`` or ``//*[@id="content"]/p[1]``. XPath at large is left out on purpose: a path that asks for
    every ``p`` of a class marks other text as soon as the page is saved anew, and nobody sees it.

    Raises:
        MarkError: the path is of another form, or the page has no such element.
    """
    match = _PATH.fullmatch(path.strip())
    if match is None:
        raise MarkError(f"{path!r} is no location path such as /html/body/div[2]/p")
    name = match[1] or match[2]
    here = None if name is None else _with_id(page, name)
    if name is not None and here is None:
        raise MarkError(f"{path!r} leads nowhere: no element has that id")
    for step in _STEPS.finditer(match[3]):
        tag = (step[1] or step[2]).lower()
        found = _child(page, here, tag, int(step[3] or 1))
        if found is None:
            parent = "the document" if here is None else page.xpath(here)
            raise MarkError(f"{path!r} leads nowhere: {parent} has no {step[0].strip('/')}")
        here = found
    assert here is not None  # a path has an id or a step
    return here


def _with_id(page: Page, name: str) -> int | None:
    return next((element for element, attrs in enumerate(page.attrs) if attrs.get("id") == name), None)


def _child(page: Page, parent: int | None, tag: str, place: int) -> int | None:
    """Return the child with a tag at a place among those of its tag, counted from 1; ``None`` is the document."""
    children: Iterable[int] = range(min(1, len(page.tags))) if parent is None else page.children(parent)
    same = [child for child in children if page.tags[child] == tag]
    if not same and tag == _IMPLIED and place == 1 and parent is not None and page.tags[parent] == "table":
        return parent
    return next(islice(same, place - 1, None), None)
