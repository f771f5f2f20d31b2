"""One method's answer for a page, and what it was asked with."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ..result import Extraction


class View(NamedTuple):
    """What a page looks like to a method.

    ``asked`` is the method asked for; ``result.method`` may be the one that answered in its place. ``model`` is the
    model's path or name, ``None`` for the packaged one.
    """

    asked: str
    model: str | None
    result: Extraction
