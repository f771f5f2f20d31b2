"""Find a page's navigation, tell its main content apart, and attach it to every crawled item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .core.extract import extract
from .core.page import Kind, Label, Region, TextBlock
from .core.result import Extraction

if TYPE_CHECKING:
    from .addon import Addon
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

_EDGE = {"Addon": "addon", "extract_response": "responses"}


def __getattr__(name: str) -> Any:
    """Import the Scrapy edge only when somebody asks for it: the core works without Scrapy."""
    if name in _EDGE:
        from importlib import import_module

        return getattr(import_module(f".{_EDGE[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
