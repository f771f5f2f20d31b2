"""Compiled twins of what takes most of an extraction's time: each gives what its Python twin gives, to the byte.

`load` returns one where it was built and fits the libraries it depends on; elsewhere Python takes its place, which is
logged. `fallbacks` and `state` describe what is in use. Each is asked for where its twin lies.
"""

from __future__ import annotations

import importlib
import logging
import os
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

from lxml import etree

if TYPE_CHECKING:
    from collections.abc import Mapping

logger = logging.getLogger(__name__)

MODULES = ("reader", "flatten", "scan", "measures", "lexicon", "links", "trees")
PARSER_MODULES = frozenset(("reader", "flatten"))
"""Modules that depend on libxml2: the first reads as its parser does, the second walks its tree by lxml's headers."""
LXML_VERSIONS = ((6, 0), (7, 0))
LIBXML2_VERSIONS = ((2, 14), (2, 15))
"""Versions that `PARSER_MODULES` were tested with: from the first, below the second."""

PURE_VARIABLE = "MAINCONTENT_PURE"
"""Environment variable: anything but "" and "0" means pure Python."""
COMPILED = "compiled"
NOT_BUILT = "not built"
FREE_THREADED = "free-threaded Python has no stable ABI"

_reasons: dict[str, str] = {}
"""Why Python takes the place of a module, by the module's name."""


@cache
def load(name: str) -> Any:
    """Return a compiled module, ``None`` where Python takes its place; that is logged once."""
    why = _obstacle(name)
    if why is None:
        try:
            return importlib.import_module(f".{name}", __name__)
        except ModuleNotFoundError as error:
            why = NOT_BUILT if error.name == f"{__name__}.{name}" else str(error)
        except Exception as error:  # whatever is wrong with a binary, Python works
            why = f"{type(error).__name__}: {error}"
    _reasons[name] = why
    logger.info("Python takes the place of the compiled module %s: %s", name, why)
    return None


def fallbacks() -> dict[str, str]:
    """Return the compiled modules that Python replaces, each with the reason."""
    for name in MODULES:
        load(name)
    return {name: _reasons[name] for name in MODULES if name in _reasons}


def state() -> str:
    """Return "compiled", or "pure Python: " and why; if only some modules are used, the others by name."""
    return describe(fallbacks())


def describe(fallbacks: Mapping[str, str]) -> str:
    """Return the text of `state` for another process's `fallbacks`."""
    if not fallbacks:
        return COMPILED
    if len(fallbacks) < len(MODULES):
        return f"{COMPILED}, but for " + ", ".join(f"{name} ({why})" for name, why in fallbacks.items())
    return f"pure Python: {next(iter(fallbacks.values()))}"


def _obstacle(name: str) -> str | None:
    """Return what speaks against a module before it is loaded."""
    if os.environ.get(PURE_VARIABLE, "0") not in ("", "0"):
        return f"{PURE_VARIABLE} is set"
    if "t" in getattr(sys, "abiflags", ""):
        return FREE_THREADED
    if name in PARSER_MODULES:
        for library, version, (first, beyond) in (
            ("lxml", etree.LXML_VERSION, LXML_VERSIONS),
            ("libxml2", etree.LIBXML_VERSION, LIBXML2_VERSIONS),
        ):
            if not first <= version < beyond:
                return f"not tested with {library} {'.'.join(map(str, version))}"
    return None
