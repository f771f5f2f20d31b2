"""What an evaluation leaves behind: predictions, measures, tables and a picture, in a folder.

predictions/NAME.jsonl   what each extractor said, a page a line: ``id``, ``url``, ``text``, ``title``
results.json             every measure, of all pages, by page type and by language, with intervals and differences
tables.md                the same for reading
f1.png                   word F1 by page type
worst.html, worst/       the pages that the first method is worst at, each with its inspection
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..corpus import digest
from ..corpus.annotated import CorpusError
from . import bootstrap, figures, worst_pages
from .languages import language_of
from .run import Prediction
from .tables import ALL, as_markdown, summary

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from .run import PageResult

PREDICTIONS, RESULTS, TABLES, PICTURE = "predictions", "results.json", "tables.md", "f1.png"
FORMAT = 1
"""Number of the form of ``results.json``."""


def write(
    folder: Path,
    corpus: str,
    results: Mapping[str, Sequence[PageResult]],
    *,
    worst: int,
    inspect: bool,
    model: str | None,
) -> None:
    """Write the files for one corpus; ``results`` by extractor, the first one compared with the others.

    The ``worst`` pages of the first are listed, and with ``inspect`` inspected by its packaged model or ``model``.
    """
    (folder / PREDICTIONS).mkdir(parents=True, exist_ok=True)
    for name, scored in results.items():
        _write_predictions(folder / PREDICTIONS / f"{name}.jsonl", scored)
    first, *others = results
    pages = [result.page for result in results[first]]
    groups = {name: _groups(scored) for name, scored in results.items()}
    kept = {
        "format": FORMAT,
        "version": __version__,
        "corpus": corpus,
        "pages": len(pages),
        "digest": digest(pages),
        "extractors": groups,
        "differences": {
            name: {
                measure: found.as_dict()
                for measure, found in bootstrap.differences(results[first], results[name]).items()
            }
            for name in others
        },
    }
    text = json.dumps(kept, ensure_ascii=False, indent=1, sort_keys=True)
    (folder / RESULTS).write_text(f"{text}\n", "utf-8")
    (folder / TABLES).write_text(_tables(corpus, groups), "utf-8")
    by_type = {name: found["by_page_type"] | {ALL: found[ALL]} for name, found in groups.items()}
    figures.bars(by_type, "word F1", folder / PICTURE)
    worst_pages.write(folder, first, results, count=worst, inspect=inspect, model=model)


def read_predictions(file: Path) -> dict[str, Prediction]:
    """Return the predictions of a file by the pages' ids.

    Raises:
        CorpusError: the file can't be read, or a line is no object with ``id`` and ``text``.
    """
    found: dict[str, Prediction] = {}
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CorpusError(f"{file} can't be read: {error}") from error
    for number, line in enumerate(lines, 1):
        try:
            fields = json.loads(line)
            found[fields["id"]] = Prediction(fields["text"] or "", fields.get("title"))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise CorpusError(f"{file}, line {number}: no object with id and text") from error
    return found


def _write_predictions(file: Path, scored: Sequence[PageResult]) -> None:
    with file.open("w", encoding="utf-8") as lines:
        for result in scored:
            said = result.prediction
            kept = {"id": result.page.id, "url": result.page.url, "text": said.text, "title": said.title}
            lines.write(json.dumps(kept, ensure_ascii=False) + "\n")


def _groups(scored: Sequence[PageResult]) -> dict[str, Any]:
    by_type = summary(scored, intervals=True)
    by_language = summary(scored, lambda result: language_of(result.page), intervals=True)
    return {ALL: by_type.pop(ALL), "by_page_type": by_type, "by_language": _without_all(by_language)}


def _without_all(rows: dict[str, dict[str, float]]) -> dict[str, dict[str, float]]:
    return {name: row for name, row in rows.items() if name != ALL}


def _tables(corpus: str, groups: Mapping[str, Any]) -> str:
    parts = [f"# {corpus}", as_markdown({name: found[ALL] for name, found in groups.items()})]
    for title, key in (("page type", "by_page_type"), ("language", "by_language")):
        names = dict.fromkeys(name for found in groups.values() for name in found[key])
        rows = {
            name or "none": {extractor: found[key][name]["f1"] for extractor, found in groups.items()} for name in names
        }
        parts += [f"## Word F1 by {title}", as_markdown(rows)]
    return "\n\n".join(parts) + "\n"
