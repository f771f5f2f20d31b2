"""The pages that an extractor is worst at, as a list that links to the inspection of each."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from ..inspector.inspect import inspect_html
from ..progress import bar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from .run import PageResult

LIST, FOLDER = "worst.html", "worst"
_HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }}
body {{ margin: 2rem auto; max-width: 70rem; padding: 0 1rem }}
table {{ border-collapse: collapse; width: 100% }}
th, td {{ text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #8884 }}
td.number, th.number {{ text-align: right; font-variant-numeric: tabular-nums }}
</style>
</head>
<body>
<h1>{title}</h1>
"""


def write(
    folder: Path,
    first: str,
    results: Mapping[str, Sequence[PageResult]],
    *,
    count: int,
    inspect: bool,
    model: str | None,
) -> None:
    """Write the list of the ``count`` pages with the lowest word F1 of method ``first``, the worst at the top.

    With ``inspect`` each page is inspected by that method, with a ``model`` of its own where one is given.
    """
    order = sorted(range(len(results[first])), key=lambda place: (results[first][place].words.f1, place))[:count]
    rows = []
    if inspect and order:
        (folder / FOLDER).mkdir(exist_ok=True)
    for number, place in enumerate(bar(order, "worst pages"), 1):
        page = results[first][place].page
        name = escape(page.id)
        if inspect:
            file = f"{FOLDER}/{number}.html"
            html = inspect_html(page.html(), page.url, encoding=page.encoding, method=first, model=model)
            (folder / file).write_text(html, "utf-8")
            name = f'<a href="{file}">{name}</a>'
        scores = "".join(f'<td class="number">{scored[place].words.f1:.2f}</td>' for scored in results.values())
        rows.append(f"<tr><td>{name}</td><td>{escape(page.page_type)}</td>{scores}<td>{escape(page.url)}</td></tr>\n")
    heads = "".join(f'<th class="number">{escape(name)}</th>' for name in results)
    title = f"Where {escape(first)} is worst, by word F1"
    table = f"<table>\n<tr><th>page</th><th>type</th>{heads}<th>address</th></tr>\n{''.join(rows)}</table>\n"
    (folder / LIST).write_text(f"{_HEAD.format(title=title)}{table}</body>\n</html>\n", "utf-8")
