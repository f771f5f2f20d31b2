"""Corpora of a few written pages, laid out as the gate looks for them."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SENTENCE = "The mill stood idle for forty years before the village bought it and cleared its pond. "
BUN = "水車小屋は四十年のあいだ止まっていたが、村が買い取って池をさらった。"
NAVIGATION = "<nav><a href=/>Home</a><a href=/a>About us</a></nav>"
FOOTER = "<footer>Imprint and privacy</footer>"


def write_corpus(folder: Path, count: int, sentence: str = SENTENCE) -> Path:
    """Write pages of as many domains."""
    (folder / "pages").mkdir(parents=True)
    entries = []
    for number in range(count):
        text = sentence * (3 + number % 4) + f"Number {number}."
        title = f"Mill {number} of {folder.name}"
        page = f"<title>{title}</title>{NAVIGATION}<div><div><h1>{title}</h1><p>{text}</p></div></div>{FOOTER}"
        (folder / "pages" / f"{number}.html.gz").write_bytes(gzip.compress(page.encode()))
        entries.append(
            {
                "id": f"{number}",
                "url": f"https://m{number}.{folder.name}.example/",
                "type": "article",
                "title": title,
                "main_content": text,
                "with": [f"Number {number}."],
                "without": ["Imprint and privacy"],
            }
        )
    (folder / "pages.json").write_text(json.dumps(entries), "utf-8")
    return folder


def write_corpora(folder: Path) -> Path:
    """Write the gate's five corpora, and return the first one's folder."""
    write_corpus(folder / "daniel-dev", 5)
    write_corpus(folder / "publishers-dev", 4)
    write_corpus(folder / "ja-dev", 4, BUN)
    write_corpus(folder / "lists-dev", 3)
    return write_corpus(folder / "wcxb-dev", 12)
