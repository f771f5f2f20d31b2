"""Find a page's navigation, tell its main content apart, and attach it to every crawled item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .on_demand import importer

if TYPE_CHECKING:
    from .addon import Addon
    from .extraction import extract
    from .page import Kind, Label, Region, TextBlock
    from .responses import extract_response
    from .result import Extraction

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
    "Extraction": "result",
    "Kind": "page",
    "Label": "page",
    "Region": "page",
    "TextBlock": "page",
    "extract": "extraction",
    "extract_response": "responses",
}
"""Name -> the module it stands in."""

__getattr__ = importer(__name__, _HOMES)
"""The core works without Scrapy, and naming the add-on loads nothing else."""


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
