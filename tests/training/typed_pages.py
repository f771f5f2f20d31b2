"""Corpora of pages of several types, each type on every site."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

TEXT = "The keeper climbs the stairs twice a day, once to light the lamp and once to put it out, and counts ships."
PROSE = f"<p>{TEXT}</p>"
PAGES = {
    "article": f'<body class="single post"><h1>Lamp</h1><p class="byline">By Ada</p>{PROSE * 9}</body>',
    "product": f'<body class="product"><h1>Lamp</h1><b class="price">$ 9</b><p>Add to cart</p><p>Details</p>{PROSE}</body>',
    "forum": f'<body class="topic">{f"<div class=reply><i class=user>Ada</i>{PROSE}<a>Reply</a></div>" * 5}</body>',
}
FOLDERS = {"article": "blog", "product": "products", "forum": "threads"}


def write_typed(folder: Path, types: Sequence[str], domains: int = 6) -> Path:
    """Write a page of each type for each domain; unknown types have the look of articles."""
    folder.mkdir(parents=True, exist_ok=True)
    entries = []
    for number in range(domains):
        for name in types:
            page_id = f"{name}-{number}"
            (folder / f"{page_id}.html").write_text(PAGES.get(name, PAGES["article"]), "utf-8")
            url = f"https://light{number}.example/{FOLDERS.get(name, 'x')}/lamp"
            entries.append({"id": page_id, "url": url, "html": f"{page_id}.html", "type": name, "main_content": TEXT})
    (folder / "pages.json").write_text(json.dumps(entries), "utf-8")
    return folder
