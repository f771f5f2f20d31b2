"""A page and what was made of it -> one harmless HTML file that shows it."""

from __future__ import annotations

from .inspect import inspect_html

__all__ = ["inspect_html"]
