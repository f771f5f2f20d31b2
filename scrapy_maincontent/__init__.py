"""Find a page's navigation and main content, and attach both to every crawled item."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .addon import Addon
    from .downloadermiddlewares import extract_response
    from .extraction import extract
    from .page import Kind, Label, PageBlock, Region, TextBlock
    from .result import Extraction
    from .site_memory import SiteMemory

__version__ = "0.1.0"

__all__ = [
    "Addon",
    "Extraction",
    "Kind",
    "Label",
    "PageBlock",
    "Region",
    "SiteMemory",
    "TextBlock",
    "__version__",
    "extract",
    "extract_response",
]

_HOMES = {
    "Addon": "addon",
    "Extraction": "result",
    "Kind": "page",
    "Label": "page",
    "PageBlock": "page",
    "Region": "page",
    "SiteMemory": "site_memory",
    "TextBlock": "page",
    "extract": "extraction",
    "extract_response": "downloadermiddlewares",
}
"""Name -> the module it stands in."""


def __getattr__(name: str) -> Any:
    """Import a public name with its module: naming the add-on loads no extractor, and the extractor no Scrapy."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
