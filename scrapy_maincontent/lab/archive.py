"""Archives of arrays with a header in JSON among them: the form of model files that `methods.read_archive` reads."""

from __future__ import annotations

import io
import json
import zipfile
from typing import TYPE_CHECKING, Any

import numpy as np

from ..methods import ENDING, HEADER

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray


_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every entry: the earliest that a ZIP file can have."""
_LEVEL = 9
_UNIX, _MODE = 3, 0o644 << 16


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
            entry = zipfile.ZipInfo(name + ENDING, _DATE)
            entry.create_system, entry.external_attr = _UNIX, _MODE
            archive.writestr(entry, content.getvalue(), zipfile.ZIP_DEFLATED, _LEVEL)
