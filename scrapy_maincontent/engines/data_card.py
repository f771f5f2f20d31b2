"""A corpus's data card: ``README.md`` beside its Parquet files, with what is in them and how they were made.

It is the last step of a corpus job, of one task; the files are read in batches of a few columns. Needs the extra
``datatrove``.
"""

from __future__ import annotations

import gzip
import json
import platform
from collections import Counter
from contextlib import ExitStack
from importlib.metadata import version
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pyarrow.compute as pc
import pyarrow.parquet as pq
from datatrove.io import get_datafolder
from datatrove.pipeline.base import PipelineStep

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from datatrove.data import Document
    from datatrove.io import DataFolderLike


CARD = "README.md"
MOST_SITES = 50
MOST_HOSTS = 1_000_000
"""Sites that are counted; those of later pages are counted together."""
REST = "others"
_COLUMNS = ("language", "page_type", "url", "date_published", "text", "method", "model", "extractor")
_VERSIONS = ("scrapy-maincontent", "datatrove", "pyarrow", "lxml", "numpy")
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"), (10**7, "1M<n<10M"))


class DataCard(PipelineStep):  # type: ignore[misc]
    """Writes the card of the Parquet files in a folder; ``removed`` is the folder of what was left out.

    ``made_with`` are options of the job, which the card names.
    """

    type = "📇 - CARD"
    name = "Data card"

    def __init__(
        self, folder: DataFolderLike, removed: DataFolderLike | None = None, made_with: Mapping[str, str] | None = None
    ) -> None:
        super().__init__()
        self.folder = get_datafolder(folder)
        self.removed = None if removed is None else get_datafolder(removed)
        self.made_with = dict(made_with or {})

    def run(
        self,
        data: Iterator[Document] | None = None,
        rank: int = 0,  # noqa: ARG002 - datatrove calls it so
        world_size: int = 1,
    ) -> Iterator[Document]:
        """Write the card; nothing but what came in comes out.

        Raises:
            ValueError: there is more than one task.
        """
        yield from data or ()
        if world_size != 1:
            raise ValueError(f"a DataCard is written by one task, not by {world_size}: give its executor tasks=1")
        with self.track_time(), self.folder.open(CARD, "wt", encoding="utf-8") as file:
            file.write(self._card())

    def _card(self) -> str:
        files = sorted(path for path in self.folder.list_files() if path.endswith(".parquet"))
        counts: dict[str, Counter[str]] = {
            name: Counter() for name in ("language", "page_type", "site", "year", "made")
        }
        documents = characters = 0
        columns: dict[str, str] = {}
        for path in files:
            with self.folder.open(path, "rb") as file:
                parquet = pq.ParquetFile(file)
                columns |= {field.name: str(field.type) for field in parquet.schema_arrow}
                present = [name for name in _COLUMNS if name in columns]
                for batch in parquet.iter_batches(columns=present):
                    documents += batch.num_rows
                    characters += pc.sum(pc.utf8_length(batch.column("text"))).as_py() or 0
                    rows = batch.drop_columns(["text"]).to_pylist()
                    _count(rows, counts)
        parts = [
            _head(counts["language"], documents, files),
            f"# A corpus of {documents:,} web pages\n",
            f"Main content of {documents:,} pages of {len(counts['site']):,} sites, {characters:,} characters.\n",
            _table("By language", "Language", counts["language"]),
            _table("By kind of page", "Kind", counts["page_type"]),
            _table("By year of publication", "Year", counts["year"]),
            _table("By site", "Site", counts["site"], MOST_SITES),
            _table("Left out", "Reason", self._left_out()),
            self._made(counts["made"]),
            _listed("Columns", {name: f"`{kind}`" for name, kind in columns.items()}),
        ]
        return "\n".join(filter(None, parts))

    def _left_out(self) -> Counter[str]:
        """Count what was left out, by reason: each line of a file is a document."""
        found: Counter[str] = Counter()
        for path in [] if self.removed is None else self.removed.list_files():
            with ExitStack() as stack:
                raw = stack.enter_context(self.removed.open(path, "rb", compression=None))  # type: ignore[union-attr]
                lines = stack.enter_context(gzip.open(raw)) if path.endswith(".gz") else raw
                for line in lines:
                    reason = json.loads(line)["metadata"].get("filter_reason")
                    found[str(reason or path.partition("/")[0])] += 1
        return found

    def _made(self, made: Counter[str]) -> str:
        versions = {name: version(name) for name in _VERSIONS}
        facts = {"Extractor, method and model": ", ".join(made) or "-", "Python": platform.python_version(), **versions}
        return _listed("How it was made", {**facts, **{f"`{name}`": value for name, value in self.made_with.items()}})


def _count(rows: list[dict[str, Any]], counts: dict[str, Counter[str]]) -> None:
    for row in rows:
        for name in ("language", "page_type"):
            counts[name][row.get(name) or "unknown"] += 1
        day = row.get("date_published")
        counts["year"][day[:4] if day else "unknown"] += 1
        counts["made"][f"{row.get('extractor')}, {row.get('method')}, {row.get('model')}"] += 1
        host = _host(row.get("url") or "")
        sites = counts["site"]
        sites[host if host in sites or len(sites) < MOST_HOSTS else REST] += 1


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or "unknown"
    except ValueError:
        return "unknown"


def _head(languages: Counter[str], documents: int, files: list[str]) -> str:
    """Return what a hub of data sets reads."""
    size = next((name for most, name in _SIZES if documents < most), "n>10M")
    named = [name for name, _ in languages.most_common() if name != "unknown"]
    lines = ["---", "language:", *(f"- {json.dumps(name)}" for name in named), "size_categories:", f"- {size}"]
    if not named:
        lines.remove("language:")
    folders = sorted({f"{path.rpartition('/')[0]}/*.parquet".lstrip("/") for path in files})
    lines += ["configs:", "- config_name: default", "  data_files:", *(f"  - {json.dumps(name)}" for name in folders)]
    return "\n".join([*lines, "---", ""])


def _table(title: str, what: str, counts: Counter[str], most: int | None = None) -> str:
    if not counts:
        return ""
    total = counts.total()
    rows = [f"| {_cell(name)} | {count:,} | {100 * count / total:.1f} % |" for name, count in counts.most_common(most)]
    rest = f"\nand {len(counts) - most:,} more.\n" if most is not None and len(counts) > most else ""
    return "\n".join([f"## {title}\n", f"| {what} | Pages | Share |", "|---|--:|--:|", *rows, rest])


def _listed(title: str, facts: Mapping[str, str]) -> str:
    rows = [f"| {_cell(name)} | {_cell(value)} |" for name, value in facts.items()]
    return "\n".join([f"## {title}\n", "| | |", "|---|---|", *rows, ""])


def _cell(text: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in text).replace("|", "\\|")
