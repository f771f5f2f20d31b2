"""Reading the documentation: its tables by heading, and its code blocks with what is said of them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).parents[1] / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if "_build" not in path.parts)

_FENCE = re.compile(
    r"^(?:<!-- (?P<mark>\w+) -->\n)?```(?P<language>[\w{}-]+)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL
)
_ROW = re.compile(r"^\| (`[^|]+`) \|(.*)\|$", re.MULTILINE)
_NAME = re.compile(r"`([^`]+)`")


class Fence(NamedTuple):
    """A code block. ``mark`` is "run" or "output" where a comment above it says so."""

    mark: str
    language: str
    code: str


def name_of(page: Path) -> str:
    return page.relative_to(DOCS).as_posix()


def fences(page: Path) -> list[Fence]:
    found = _FENCE.finditer(page.read_text("utf-8"))
    return [Fence(match["mark"] or "", match["language"], match["code"]) for match in found]


def rows(page: str, heading: str) -> dict[tuple[str, ...], list[str]]:
    """Return the rows of the tables below a heading: the names in the first cell, and the other cells."""
    text = (DOCS / page).read_text("utf-8")
    _, found, below = f"\n{text}".partition(f"\n{heading}\n")
    assert found, f"{page} has no heading {heading!r}"
    section = re.split(r"\n#+ ", below, maxsplit=1)[0]
    return {
        tuple(_NAME.findall(first)): [cell.strip() for cell in others.split("|")]
        for first, others in _ROW.findall(section)
    }


def names(page: str, heading: str) -> set[str]:
    """Return the names in the first cells of the tables below a heading."""
    return {name for first in rows(page, heading) for name in first}
