"""Configuration of Sphinx."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from scrapy_maincontent import __version__

project = "scrapy-maincontent"
copyright = "the scrapy-maincontent developers"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]

# Pages link to each other's headings: `items.md#fields`.
myst_heading_anchors = 3

# The docstrings' single back-ticks name things of the package.
default_role = "py:obj"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80

html_theme = "furo"
html_title = f"scrapy-maincontent {version}"
