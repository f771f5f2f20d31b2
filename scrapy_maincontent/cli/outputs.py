"""What the command ``extract`` writes: JSON Lines, CSV, or the texts themselves; one file, or one for each page."""

from __future__ import annotations

import csv
import io
import json
import sys
from abc import ABC, abstractmethod
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from ..rendering import FORMATS
from ..result import Extraction, plain
from .sources import refuse_overwriting

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Self


JSON, CSV = "json", "csv"
ENDINGS = {"text": ".txt", "markdown": ".md", "html": ".html", "tei": ".xml", JSON: ".json", CSV: ".csv"}
OF_ENDINGS = {ending: name for name, ending in ENDINGS.items()} | {".jsonl": JSON, ".ndjson": JSON, ".htm": "html"}
"""The format that a file's ending asks for."""
READ_FIRST = (
    *("url", "canonical_url", "title", "authors", "date_published", "date_modified", "language", "site_name"),
    *("section", "description", "keywords", "main_image", "page_type", "quality", "text", "empty_reason"),
    *("method", "model"),
)
"""What JSON and CSV have of a page, where nothing else is asked for."""
_MADE_TOGETHER = frozenset({"format", "regions", "text_blocks", "page_blocks"})
_LIST_SIGN = "; "


def known_fields() -> list[str]:
    """Return the names of all fields."""
    return [*Extraction().as_dict(), "main_image"]


def values_of(result: Extraction, fields: Sequence[str]) -> dict[str, Any]:
    """Return chosen fields of a result in plain JSON types."""
    made = result.as_dict() if _MADE_TOGETHER.intersection(fields) else {}
    return {name: made[name] if name in made else plain(getattr(result, name)) for name in fields}


class Output(ABC):
    """Takes pages, each with where it comes from; a context manager. Nothing is opened before the first page."""

    def __init__(self, path: Path | None) -> None:
        """Take the file, None for standard output."""
        self._path = path
        self._file: BinaryIO | None = None
        self._stack = ExitStack()

    @abstractmethod
    def write(self, name: str, place: Mapping[str, Any], result: Extraction) -> None:
        """Write a page."""

    def put(self, text: str) -> None:
        """Write text; what is no Unicode, as in lone surrogates, becomes a question mark."""
        if self._file is None:
            is_file = self._path is not None
            self._file = self._stack.enter_context(self._path.open("wb")) if is_file else sys.stdout.buffer  # type: ignore[union-attr]
        self._file.write(text.encode("utf-8", "replace"))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()


class JsonLines(Output):
    """A line of JSON for each page."""

    def __init__(self, path: Path | None, fields: Sequence[str]) -> None:
        super().__init__(path)
        self._fields = fields

    def write(self, name: str, place: Mapping[str, Any], result: Extraction) -> None:  # noqa: ARG002 - an output's form
        """Write a line."""
        self.put(json_line(place, result, self._fields))


def json_line(place: Mapping[str, Any], result: Extraction, fields: Sequence[str]) -> str:
    """Return a page as a line of JSON."""
    return json.dumps({**place, **values_of(result, fields)}, ensure_ascii=False) + "\n"


class Table(Output):
    """CSV with a column for each field: names of authors and keywords in one cell, other lists as JSON."""

    def __init__(self, path: Path | None, fields: Sequence[str]) -> None:
        super().__init__(path)
        self._fields = fields
        self._has_head = False

    def write(self, name: str, place: Mapping[str, Any], result: Extraction) -> None:  # noqa: ARG002 - an output's form
        """Write a row, and before the first one the names of the columns."""
        if not self._has_head:
            self._has_head = True
            self._row([*place, *self._fields])
        self._row([*place.values(), *map(_cell, values_of(result, self._fields).values())])

    def _row(self, cells: Iterable[Any]) -> None:
        row = io.StringIO()
        csv.writer(row, lineterminator="\n").writerow(cells)
        self.put(row.getvalue())


def _cell(value: Any) -> Any:
    """Return a field as a cell of a table."""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return _LIST_SIGN.join(value)
    if isinstance(value, list) and all(isinstance(each, dict) and each.keys() == {"name", "url"} for each in value):
        return _LIST_SIGN.join(str(each["name"]) for each in value)
    if isinstance(value, dict) and value.keys() == {"url"}:
        return value["url"]
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value


class Texts(Output):
    """Texts in one of the formats, those of several pages below a line that names each."""

    def __init__(self, path: Path | None, format_: str, *, of_several: bool) -> None:
        super().__init__(path)
        self._format, self._of_several = format_, of_several

    def write(self, name: str, place: Mapping[str, Any], result: Extraction) -> None:  # noqa: ARG002 - an output's form
        """Write a text."""
        text = (getattr(result, self._format) or "") + "\n"
        self.put(f"==> {name} <==\n{text}\n" if self._of_several else text)


class Folder(Output):
    """A file for each page, by the page's name; two of one name are numbered."""

    def __init__(self, folder: Path, format_: str, fields: Sequence[str], read: Iterable[str]) -> None:
        """Make the folder.

        Raises:
            ValueError: a page that is read lies in it: it could be overwritten.
        """
        super().__init__(None)
        self._folder, self._format, self._fields = folder, format_, fields
        self._taken: set[str] = set()
        inside = folder.resolve()
        for path in read:
            if Path(path).resolve().is_relative_to(inside):
                raise ValueError(
                    f"--folder is {folder}, in which {path} is read; its outputs need a folder of their own"
                )
        folder.mkdir(parents=True, exist_ok=True)

    def write(self, name: str, place: Mapping[str, Any], result: Extraction) -> None:
        """Write a file; a page without text has one in JSON alone."""
        if self._format in FORMATS and not result.text:
            return
        target = self._target(str(place.get("name") or name))
        target.parent.mkdir(parents=True, exist_ok=True)
        refuse_overwriting([name], target)
        shown = {key: value for key, value in place.items() if key != "name"}
        is_json = self._format == JSON
        text = json_line(shown, result, self._fields) if is_json else (getattr(result, self._format) or "") + "\n"
        target.write_bytes(text.encode("utf-8", "replace"))

    def _target(self, stem: str) -> Path:
        parts = [part for part in Path(stem).parts if part not in ("..", "/", "\\")]
        safe, number = Path(*parts), 1
        name = safe
        while str(name).casefold() in self._taken:
            number += 1
            name = safe.with_name(f"{safe.name}-{number}")
        self._taken.add(str(name).casefold())
        return self._folder / name.with_name(name.name + ENDINGS[self._format])
