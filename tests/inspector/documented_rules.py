"""What the documentation says of each rule: ``python tests/inspector/documented_rules.py`` gives it to the inspector."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
WORDS = ROOT / "scrapy_maincontent" / "inspector" / "words" / "rules.toml"
TABLES = {
    "navigation": ("reference/regions.md", re.compile(r"^\| `(\w+\.[\w.]+)` \| (.*?) \|$", re.MULTILINE)),
    "placement": ("explanation/placement.md", re.compile(r"^\| `(\w+\.[\w.]+)` \| \w+ \| (.*?) \|$", re.MULTILINE)),
}
"""Each table of the words, the page that has its rules, and what a row looks like there."""


def documented(table: str) -> dict[str, str]:
    """Return the words of a table's rules, without back-ticks."""
    page, row = TABLES[table]
    found = row.findall((ROOT / "docs" / page).read_text("utf-8"))
    return {name: words.replace("`", "") for name, words in found}


def main() -> None:
    """Write the words anew; those of causes stay as they are."""
    text = WORDS.read_text("utf-8")
    head, causes = text[: text.index("[navigation]")], text[text.index("[causes]") :]
    for table in TABLES:
        rows = "".join(
            f'"{name}" = {json.dumps(words, ensure_ascii=False)}\n' for name, words in documented(table).items()
        )
        head += f"[{table}]\n{rows}\n"
    tomllib.loads(head + causes)
    WORDS.write_text(head + causes, "utf-8")


if __name__ == "__main__":
    main()
