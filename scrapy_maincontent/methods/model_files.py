"""Model files: JSON, or an ``.npz`` file of plain arrays with a header in JSON among them.

Nothing is pickled. The same header and arrays give the same bytes, so that two trainings can be compared.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from . import ModelError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from numpy.typing import NDArray

    Arrays = dict[str, NDArray[Any]]


HEADER = "header"
"""The entry with the header: UTF-8 of a JSON object, as bytes."""
_ENDING = ".npy"
_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every entry: the earliest that a ZIP file can have."""
_LEVEL = 9
_UNIX, _MODE = 3, 0o644 << 16
_WRONG = (OSError, KeyError, TypeError, ValueError, ArithmeticError)
_DAMAGED = (*_WRONG, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error)


def read_archive(file: Traversable, method: str, format_number: int) -> tuple[dict[str, Any], Arrays]:
    """Return a model file's header and its arrays by name.

    The header names the ``method`` and the ``format`` that the file is for; others are refused.

    Raises:
        ModelError: the file is missing, damaged, of another format or for another method.
    """
    try:
        header, arrays = _read(file.read_bytes())
        named = header["method"], header["format"]
    except FileNotFoundError as error:
        raise ModelError(f"{file} is missing") from error
    except _DAMAGED as error:
        raise ModelError(f"{file} is no model of method {method}: {error!r}") from error
    _check_named(file, *named, method, format_number)
    return header, arrays


def write_archive(path: Path, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write a model file; the same header and arrays give the same bytes.

    Raises:
        ValueError: an array holds Python objects, or is called like the header.
    """
    if HEADER in arrays:
        raise ValueError(f"an array can't be called {HEADER!r}")
    packed = json.dumps(header, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    entries = {HEADER: np.frombuffer(packed, np.uint8), **arrays}
    with zipfile.ZipFile(path, "w") as archive:
        for name, array in sorted(entries.items()):
            content = io.BytesIO()
            np.lib.format.write_array(content, np.asarray(array, order="C"), allow_pickle=False)
            entry = zipfile.ZipInfo(name + _ENDING, _DATE)
            entry.create_system, entry.external_attr = _UNIX, _MODE
            archive.writestr(entry, content.getvalue(), zipfile.ZIP_DEFLATED, _LEVEL)


def _read(content: bytes) -> tuple[dict[str, Any], Arrays]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        # Checksums first: what a damaged entry would make of NumPy's parser is not foreseeable.
        if archive.testzip() is not None:
            raise ValueError("a checksum is wrong")
        arrays = {
            name.removesuffix(_ENDING): np.lib.format.read_array(io.BytesIO(archive.read(name)), allow_pickle=False)
            for name in archive.namelist()
        }
    header = json.loads(arrays.pop(HEADER).astype(np.uint8, casting="no").tobytes())
    if not isinstance(header, dict):
        raise ValueError("its header is no object")
    return header, arrays


def read_json(file: Traversable, method: str, format_number: int) -> dict[str, Any]:
    """Return a model file's content, which names the ``method`` and the ``format`` that it is for.

    Raises:
        ModelError: the file is missing, damaged, of another format or for another method.
    """
    with refusing(file, method):
        data: dict[str, Any] = json.loads(file.read_text("utf-8"))
        _check_named(file, data["method"], data["format"], method, format_number)
    return data


def _check_named(file: Traversable, named: Any, named_format: Any, method: str, format_number: int) -> None:
    if (named, named_format) != (method, format_number):
        raise ModelError(f"{file} is for method {named!r}, format {named_format!r}; expected {method}, {format_number}")


@contextmanager
def refusing(file: Traversable, method: str) -> Iterator[None]:
    """Turn what goes wrong while a file is read into a `ModelError` that names it."""
    try:
        yield
    except ModelError:
        raise
    except (*_WRONG, IndexError, RecursionError) as error:
        raise ModelError(f"{file} is no model of method {method}: {error!r}") from error
