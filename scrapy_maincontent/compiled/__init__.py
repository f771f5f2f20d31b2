"""Compiled twins of what takes most of an extraction's time, chosen once, at import.

Each is optional, and gives what the Python it stands for gives, to the byte. One is used where it was built, and where
lxml and libxml2 are of versions it was tested with; otherwise Python does its work, silently. `state` tells which it
is. The environment variable `PURE_VARIABLE` keeps all of them out.
"""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING, Any

from lxml import etree

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..page import Page
    from ..page.limits import Limits

PURE_VARIABLE = "MAINCONTENT_PURE"
"""Environment variable: anything but "" and "0" means pure Python."""

LXML_VERSIONS = ((6, 0), (7, 0))
LIBXML2_VERSIONS = ((2, 14), (2, 15))
"""Versions that the compiled modules read trees of: from the first, below the second."""

COMPILED = "compiled"
_reasons: dict[str, str] = {}
"""Why a module is not used, by its name."""


def state() -> str:
    """Return "compiled", or "pure Python: " and why; of modules that are not all used, those that are not."""
    if not _reasons:
        return COMPILED
    if _used:
        return f"{COMPILED}, but for " + ", ".join(f"{name} ({why})" for name, why in _reasons.items())
    return f"pure Python: {next(iter(_reasons.values()))}"


def _why_none() -> str | None:
    """Return what speaks against all compiled modules."""
    if os.environ.get(PURE_VARIABLE, "0") not in ("", "0"):
        return f"{PURE_VARIABLE} is set"
    for library, version, (first, beyond) in (
        ("lxml", etree.LXML_VERSION, LXML_VERSIONS),
        ("libxml2", etree.LIBXML_VERSION, LIBXML2_VERSIONS),
    ):
        if not first <= version < beyond:
            return f"not tested with {library} {'.'.join(map(str, version))}"
    return None


def _chosen(name: str) -> Any:
    """Return a compiled module, ``None`` where Python is to do its work."""
    why = _why_none()
    if why is None:
        try:
            return importlib.import_module(f"._{name}", __name__)
        except ModuleNotFoundError:
            why = "not built"
        except Exception as error:  # whatever is wrong with a binary, Python works
            why = f"{type(error).__name__}: {error}"
    _reasons[name] = why
    return None


_flattener = _chosen("flatten")
_scanner = _chosen("scan")
scores: Any = _chosen("scores")
"""The module of `core.measuring.compiled_measure` and `methods.crf.CompiledScorer`, or ``None``."""
_used = [module for module in (_flattener, _scanner, scores) if module]

fill_tree: Callable[[Page, etree._Element, Limits, bool], None] | None = _flattener and _flattener.fill_tree
"""`page.flatten`'s twin over the parser's own tree; raises `ValueError` for one that no HTML parser makes."""

fill_markup: Callable[[Page, bytes, Limits], bool] | None = _flattener and _flattener.fill_markup
"""The same from markup, without a tree; raises `ValueError` for what is left to libxml2."""

is_harmless: Callable[[bytes, Limits], bool] | None = _scanner and _scanner.is_harmless
"""`page.limits.is_harmless`'s twin."""

utf_8_kind: Callable[[bytes], int] | None = _scanner and _scanner.utf_8_kind
"""Returns 1 for ASCII, 2 for other UTF-8, 0 where `page.encoding.decode` has to think."""
