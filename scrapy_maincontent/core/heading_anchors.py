"""The signs with which a heading links to itself: "Installation ¶". They are no part of the heading."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

HEADING_TAGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "dt", "summary"))
"""The block-level elements that have such links."""
MAX_SIGN = 3
"""Characters of such a link's text."""
_SIGNS = frozenset("¶§#⚓🔗⛓\u200b\ufe0e\ufe0f \n\t")
_ICON_FONTS = ("\ue000", "\uf8ff")
"""Unicode's private use area: what icon fonts draw."""


def is_heading_anchor(text: str, link: Mapping[str, str]) -> bool:
    """Tell whether a text of at most `MAX_SIGN` characters is such a sign, in a link with these attributes."""
    signs = all(character in _SIGNS or _ICON_FONTS[0] <= character <= _ICON_FONTS[1] for character in text)
    return signs and not text.isspace() and "#" in link["href"]
