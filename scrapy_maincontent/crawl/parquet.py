"""Items in, a Parquet file out, as a feed: ``FEEDS = {"articles.parquet": {"format": "parquet"}}`` with the add-on.

Columns have the types of the package's item fields; pyarrow comes with the extra ``parquet``.
"""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Any

from itemadapter import ItemAdapter
from scrapy.exporters import BaseItemExporter
from scrapy.utils.serialize import ScrapyJSONEncoder

from .items import DEFAULT_FIELDS, FORMAT_FIELDS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

    from scrapy.crawler import Crawler

ROWS = 1000
"""Items of a row group, which are held in memory."""
ROW_CHARACTERS = 32_000_000
"""Characters after which a row group is written with fewer."""
OTHER = "other"
"""Column with what has no column of its own, as JSON."""
HOW_TO_INSTALL = 'Parquet needs pyarrow, of the extra parquet: pip install ".[parquet]" in a checkout'

_TEXT, _FLAG, _SHARE = "string", "bool", "double"
_LINK = (("name", _TEXT), ("url", _TEXT))
_REGION = (("kind", _TEXT), ("subtype", _TEXT), ("xpath", _TEXT), ("rule", _TEXT), ("text", _TEXT))
TYPES: dict[str, Any] = {
    **dict.fromkeys(("truncated", "is_accessible_for_free", "is_teaser"), _FLAG),
    **dict.fromkeys(("quality", "page_type_confidence", "elapsed"), _SHARE),
    **{name: [_TEXT] for name in ("keywords", "image_urls", "joined_pages")},
    **{name: [(("url", _TEXT),)] for name in ("images", "videos", "audios")},
    **{name: [_LINK] for name in ("breadcrumbs", "authors")},
    "main_image": (("url", _TEXT),),
    "main_content": (
        *((name, _TEXT) for name in ("nextPage", "previousPage", "morePage", "pagingType")),
        *((name, "int64") for name in ("pageNumber", "pageCount")),
        ("pageType", _TEXT),
        *((name, _SHARE) for name in ("pageTypeConfidence", "quality")),
        ("emptyReason", _TEXT),
        *((name, _FLAG) for name in ("teaser", "truncated")),
        *((name, _TEXT) for name in ("method", "model", "encoding", "siteName")),
        ("keywords", [_TEXT]),
        ("sources", {_TEXT: _TEXT}),
        *((name, _TEXT) for name in ("breadcrumbsSource", "matchedBy", "url")),
        ("filled", {_TEXT: _TEXT}),
        ("regions", [(*_REGION, ("links", [(("text", _TEXT), ("url", _TEXT))]))]),
        ("joinedPages", [_TEXT]),
        ("joinNote", _TEXT),
        ("duplicateOf", _TEXT),
        ("duplicateLikeness", _SHARE),
        ("warc", (("file", _TEXT), ("offset", "int64"), ("length", "int64"))),
    ),
}
"""Result attribute -> type: a list's as a list, a dict's as pairs of name and type; all others are text, or JSON."""


class ParquetItemExporter(BaseItemExporter):
    """Writes a row group for every `ROWS` items, so that memory is bounded; the file is whole once it is closed.

    The spider's own fields get columns by the first row group: texts, whole numbers, numbers and truth values as such,
    others as JSON. What comes later, and does not fit, is in the column ``other``. ``row_group`` is an option of the
    feed's ``item_export_kwargs``.
    """

    def __init__(
        self, file: IO[bytes], *, attributes: Mapping[str, str] | None = None, row_group: int = ROWS, **options: Any
    ) -> None:
        """Take the file; ``attributes`` maps item fields to result attributes.

        Raises:
            ImportError: pyarrow is not there.
            ValueError: the file has a content, which Parquet can't be appended to.
        """
        super().__init__(dont_fail=True, **options)
        check_pyarrow()
        if file.tell():
            raise ValueError("Parquet can't be appended to: give the feed 'overwrite': True, or another name")
        self._file, self._row_group = file, row_group
        self._attributes = {**DEFAULT_FIELDS, **FORMAT_FIELDS} if attributes is None else dict(attributes)
        self._rows: list[dict[str, Any]] = []
        self._characters = 0
        self._writer: Any = None
        self._encode = ScrapyJSONEncoder(ensure_ascii=False).encode

    @classmethod
    def from_crawler(cls, crawler: Crawler, file: IO[bytes], **options: Any) -> Self:
        """Return the exporter of a crawl's feed, which knows the names of its item fields."""
        from .settings import MaincontentSettings  # the runner has checked them

        fields = MaincontentSettings.from_crawler_settings(crawler.settings).fields
        return cls(file, attributes=fields, **options)

    def export_item(self, item: Any) -> None:
        """Keep an item, and write those that are kept if they are enough."""
        row = dict(self.get_serialized_fields(ItemAdapter(item).asdict(), include_empty=True))
        self._rows.append(row)
        self._characters += sum(len(value) for value in row.values() if isinstance(value, str))
        if len(self._rows) >= self._row_group or self._characters >= ROW_CHARACTERS:
            self._write()

    def finish_exporting(self) -> None:
        """Write what is left, and the footer that makes the file whole."""
        self._write()
        self._writer.close()

    def _write(self) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        if self._writer is None:
            self._writer = pq.ParquetWriter(self._file, pa.schema(self._columns()), compression="zstd")
        elif not self._rows:
            return
        schema, rest = self._writer.schema, [self._without_column(row) for row in self._rows]
        arrays = [self._array(column, rest) for column in schema if column.name != OTHER]
        others = pa.array([self._encode(left) if left else None for left in rest], pa.string())
        self._writer.write_table(pa.Table.from_arrays([*arrays, others], schema=schema))
        self._rows, self._characters = [], 0

    def _columns(self) -> list[tuple[str, Any]]:
        """Return the columns: the address, the package's fields that are exported, the spider's own, and the rest."""
        import pyarrow as pa

        wanted = self.fields_to_export
        names = dict.fromkeys(name for row in self._rows for name in row if name != OTHER)
        if wanted is not None:
            names = dict.fromkeys(wanted.values() if hasattr(wanted, "values") else wanted)
        elif not names:
            names = dict.fromkeys(("url", *self._attributes))
        columns = []
        for name in names:
            attribute = self._attributes.get(name)
            known = self._own_type(name) if attribute is None else TYPES.get(attribute, _TEXT)
            columns.append((name, _arrow(known)))
        return [*columns, (OTHER, pa.string())]

    def _own_type(self, name: str) -> str:
        """Return the type of a field of the spider's own, by the items of the first row group."""
        kinds = {type(row[name]) for row in self._rows if row.get(name) is not None}
        for known, type_ in (({bool}, _FLAG), ({int}, "int64"), ({int, float}, _SHARE)):
            if kinds and kinds <= known:
                return type_
        return _TEXT

    def _without_column(self, row: dict[str, Any]) -> dict[str, Any]:
        """Return an item's fields that have no column."""
        known = set(self._writer.schema.names) - {OTHER}
        return {name: value for name, value in row.items() if name not in known and value is not None}

    def _array(self, column: Any, rest: list[dict[str, Any]]) -> Any:
        """Return a column of the row group; a value of another type goes to the rest of its item."""
        import pyarrow as pa

        values = [row.get(column.name) for row in self._rows]
        if pa.types.is_string(column.type):
            return pa.array([self._text(value) for value in values], column.type)
        try:
            return pa.array(values, column.type)
        except (pa.ArrowException, TypeError, ValueError):
            return pa.array([self._fitting(*pair, column) for pair in zip(values, rest, strict=True)], column.type)

    def _fitting(self, value: Any, left: dict[str, Any], column: Any) -> Any:
        import pyarrow as pa

        try:
            pa.array([value], column.type)
        except (pa.ArrowException, TypeError, ValueError):
            left[column.name] = value
            return None
        return value

    def _text(self, value: Any) -> str | None:
        if value is None or isinstance(value, str):
            # A lone surrogate, which JSON may bring, is no UTF-8.
            return value if value is None or value.isascii() else value.encode("utf-8", "replace").decode()
        return value.decode("utf-8", "replace") if isinstance(value, bytes) else self._encode(value)


def check_pyarrow() -> None:
    """Raise ImportError with what to install, unless pyarrow is there."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError as error:
        raise ImportError(HOW_TO_INSTALL) from error


def _arrow(known: Any) -> Any:
    import pyarrow as pa

    if isinstance(known, list):
        return pa.list_(_arrow(known[0]))
    if isinstance(known, dict):
        return pa.map_(pa.string(), pa.string())
    if isinstance(known, tuple):
        return pa.struct([(name, _arrow(kind)) for name, kind in known])
    return getattr(pa, {_FLAG: "bool_", _SHARE: "float64"}.get(known, known))()
