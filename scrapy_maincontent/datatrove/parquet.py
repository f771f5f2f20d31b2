"""Documents as rows of Parquet files, with columns that do not depend on which page comes first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa
from datatrove.pipeline.writers import ParquetWriter

if TYPE_CHECKING:
    from datatrove.io import DataFolderLike

_CRUMB = pa.struct([("name", pa.string()), ("url", pa.string())])
COLUMNS: dict[str, pa.DataType] = {
    "text": pa.string(),
    "id": pa.string(),
    "url": pa.string(),
    "date": pa.string(),
    "title": pa.string(),
    "breadcrumbs": pa.list_(_CRUMB),
    "page_type": pa.string(),
    "page_type_confidence": pa.float64(),
    "quality": pa.float64(),
    "language": pa.string(),
    "language_score": pa.float64(),
    "encoding": pa.string(),
    "truncated": pa.bool_(),
    "extractor": pa.string(),
    "method": pa.string(),
    "model": pa.string(),
    "file_path": pa.string(),
    "offset": pa.int64(),
    "length": pa.int64(),
}
"""What `MainContentReader` and `LanguageFilter` give, a column each."""


def parquet_writer(output_folder: DataFolderLike, **options: Any) -> ParquetWriter:
    """Return datatrove's writer of Parquet files for documents from `MainContentReader`.

    Left to itself, the writer takes the types of the columns from its first document, and fails at the first page with
    a title when that one had none. ``options`` are those of `ParquetWriter`.
    """
    options.setdefault("schema", pa.schema(list(COLUMNS.items())))
    return ParquetWriter(output_folder, expand_metadata=True, **options)
