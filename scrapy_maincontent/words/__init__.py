"""What short strings mean: class names, phrases of many languages, lines such as datelines and bylines.

Strings in, bits and kinds out; the words themselves are TOML files beside the modules.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any


@cache
def read_words(name: str) -> dict[str, Any]:
    """Return what a TOML file of this folder holds."""
    return tomllib.loads(resources.files(__package__).joinpath(name).read_text("utf-8"))
