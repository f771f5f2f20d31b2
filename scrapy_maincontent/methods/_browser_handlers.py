"""The kinds of functions that write an element's start and its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping

Start = Callable[[str, Mapping[str, str]], None]
"""Takes the tag and the attributes."""
End = Callable[[str], None]
"""Takes the tag."""
