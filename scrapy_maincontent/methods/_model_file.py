"""Model files in JSON, and what is said of a file that is none."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from . import ModelError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable


def read_json(file: Traversable, method: str, format_number: int) -> dict[str, Any]:
    """Return a model file's content, which names the ``method`` and the ``format`` that it is for.

    Raises:
        ModelError: the file is missing, damaged, of another format or for another method.
    """
    with refusing(file, method):
        data: dict[str, Any] = json.loads(file.read_text("utf-8"))
        check_named(file, data["method"], data["format"], method, format_number)
    return data


def check_named(file: Traversable, named: Any, named_format: Any, method: str, format_number: int) -> None:
    """Refuse a file that is for another method, or of another format.

    Raises:
        ModelError: it is.
    """
    if (named, named_format) != (method, format_number):
        raise ModelError(f"{file} is for method {named!r}, format {named_format!r}; expected {method}, {format_number}")


@contextmanager
def refusing(file: Traversable, method: str) -> Iterator[None]:
    """Turn what goes wrong while a file is read into a `ModelError` that names it."""
    try:
        yield
    except ModelError:
        raise
    except (OSError, KeyError, TypeError, ValueError, IndexError, RecursionError) as error:
        raise ModelError(f"{file} is no model of method {method}: {error!r}") from error
