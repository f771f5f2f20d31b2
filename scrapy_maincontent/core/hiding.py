"""Which elements hide what is below them."""

from __future__ import annotations

import re
from functools import lru_cache

HIDING_TAGS = frozenset(("dialog", "noscript"))
_HIDING_STYLE = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
STYLE_PREFIX = 500
"""Characters of a style attribute that are read."""
_REMEMBERED_STYLES = 1024


@lru_cache(maxsize=_REMEMBERED_STYLES)
def style_hides(style: str) -> bool:
    """Tell whether a style attribute, cut to `STYLE_PREFIX`, hides its element."""
    return _HIDING_STYLE.search(style) is not None
