"""Find a page's navigation, tell its main content apart, and attach it to every crawled item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .addon import Addon
    from .core.extract import extract
    from .core.page import Kind, Label, Region, TextBlock
    from .core.result import Extraction
    from .responses import extract_response

__version__ = "0.1.0"

__all__ = [
    "Addon",
    "Extraction",
    "Kind",
    "Label",
    "Region",
    "TextBlock",
    "__version__",
    "extract",
    "extract_response",
]

_HOMES = {
    "Addon": "addon",
    "Extraction": "core.result",
    "Kind": "core.page",
    "Label": "core.page",
    "Region": "core.page",
    "TextBlock": "core.page",
    "extract": "core.extract",
    "extract_response": "responses",
}
"""Name -> the module it stands in."""


def __getattr__(name: str) -> Any:
    """Import what somebody asks for: the core works without Scrapy, and naming the add-on loads nothing else."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
