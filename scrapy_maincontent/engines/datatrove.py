"""Steps for pipelines of datatrove: documents from WARC files, filtered by language and quality, written as Parquet.

`SiteLearner` and `SiteMerger` learn before what the pages' sites repeat, for `MainContentReader`.
`ScriptAwareTokenizer` gives datatrove's MinHash words of any language. They come with the extra ``datatrove``.
`docs/howto/corpus-job.md` puts them together.
"""

from __future__ import annotations

import os
import threading
from contextlib import ExitStack, contextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import multiprocess
import multiprocess.connection
import pyarrow as pa
from datatrove.data import Document
from datatrove.io import get_datafolder
from datatrove.pipeline.base import PipelineStep
from datatrove.pipeline.filters.base_filter import BaseFilter
from datatrove.pipeline.readers.base import BaseDiskReader
from datatrove.pipeline.writers import ParquetWriter
from datatrove.utils.logging import logger
from datatrove.utils.typeshelper import StatHints
from datatrove.utils.word_tokenizers import WordTokenizer

from .. import __version__, pool
from ..cli.sites import LEARN, learn_pages, merge_files, write_sites
from ..crawl.keep import Keep
from ..methods import DEFAULT_METHOD, load_model
from ..page.limits import Limits
from ..pool import SOFT_SHARE, TASK, TIMEOUT, WARM, InputPage, extract_in_order
from ..rendering import FORMATS
from ..result import plain
from ..site_memory import CORPUS_BYTES, SiteMemory, open_sites
from ..words.sentences import units
from .warc import Record, read_pages

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from datatrove.io import DataFolderLike
    from datatrove.pipeline.writers.disk_base import DiskWriter

    from ..result import Extraction


__all__ = [
    "KeepFilter",
    "LanguageFilter",
    "MainContentReader",
    "QualityFilter",
    "ScriptAwareTokenizer",
    "SiteLearner",
    "SiteMerger",
    "parquet_writer",
]


EXTRACTOR = f"scrapy-maincontent {__version__}"
REASON = "filter_reason"
"""Key under which datatrove's filters say why they left a document out; ours holds the reason for the empty text."""
LANGUAGE_CHARACTERS = 2_000
"""Characters of a text that its language is identified from."""
LEAST_QUALITY = 0.5
"""Expected F1 below which a text is left out, where nothing else is asked for."""
_LINK = pa.struct([("name", pa.string()), ("url", pa.string())])
_FACTS = (
    *("page_type", "page_type_confidence", "language", "authors", "date_published", "date_modified", "site_name"),
    *("section", "keywords", "is_accessible_for_free", "is_teaser", "canonical_url"),
)
"""Attributes of a result that stand in the metadata as they are."""
COLUMNS: dict[str, pa.DataType] = {
    "text": pa.string(),
    "id": pa.string(),
    "url": pa.string(),
    "date": pa.string(),
    "crawled_at": pa.string(),
    "date_published": pa.string(),
    "date_modified": pa.string(),
    "authors": pa.list_(_LINK),
    "site_name": pa.string(),
    "section": pa.string(),
    "keywords": pa.list_(pa.string()),
    "is_accessible_for_free": pa.bool_(),
    "is_teaser": pa.bool_(),
    "canonical_url": pa.string(),
    "title": pa.string(),
    "breadcrumbs": pa.list_(_LINK),
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


class MainContentReader(BaseDiskReader):  # type: ignore[misc]
    """Reads WARC files, extracts their pages in killable workers, and yields documents.

    A document's text is the main content, its id the record's. The metadata has ``url``, ``date`` and ``crawled_at``
    (the record's), ``title``, ``authors``, ``date_published`` and the like, ``extractor``, ``method``, ``model``, and
    the place of the page: ``file_path``, ``offset`` and ``length`` (`COLUMNS`).

    A page without text, one that got no answer, and a record that can't be read go to the ``exclusion_writer``, with
    the reason as ``filter_reason``. ``timeout`` is in seconds a page. ``workers`` work for each task beside the task's
    own process, which reads and writes; with 0 pages are extracted in that process, and nothing can stop one that
    hangs. ``method``, ``model``, ``balance`` and ``ad_list`` are those of `scrapy_maincontent.extract`; ``sites`` is
    the path of a file from `SiteMerger`. ``format`` is what the documents' text is: "text", "markdown", "html" or
    "tei", all but text written as ``links``, ``images``, ``front_matter`` and ``heading`` say. ``options`` are those of
    datatrove's `BaseDiskReader`, which shares the files of the folder out among the tasks.

    Raises:
        ValueError: there is no such method, model or format.
    """

    name = "📰 Main content of WARC files"

    def __init__(
        self,
        data_folder: DataFolderLike,
        *,
        exclusion_writer: DiskWriter | None = None,
        method: str = DEFAULT_METHOD,
        model: str | None = None,
        balance: float = 1.0,
        ad_list: str | None = None,
        sites: str | None = None,
        format: str = "text",  # noqa: A002  as on the command line
        links: bool = True,
        images: bool = True,
        front_matter: bool = False,
        heading: bool = False,
        workers: int = 1,
        timeout: float = TIMEOUT,
        **options: Any,
    ) -> None:
        super().__init__(data_folder, **options)
        load_model(method, model)
        if format not in FORMATS:
            raise ValueError(f"format is {format!r}; it must be one of {', '.join(FORMATS)}")
        self.format = format
        self.exclusion_writer = exclusion_writer
        self.workers = workers
        self.timeout = timeout
        self.rank = 0
        self.arguments = {
            "method": method,
            "model": model,
            "balance": balance,
            "ad_list": ad_list,
            "site": sites,
            "limits": Limits(seconds=timeout * SOFT_SHARE),
            "formats": (format,),
            "links": links,
            "images": images,
            "front_matter": front_matter,
            "heading": heading,
            "names": ("title", "breadcrumbs", "quality", format, *_FACTS),
        }

    def run(self, data: Iterator[Document] | None = None, rank: int = 0, world_size: int = 1) -> Iterator[Document]:
        """Yield the documents of this task's files.

        Raises:
            OSError: no worker can be started in this process.
            ValueError: the file of sites can't be used.
        """
        if self.arguments["site"] is not None:
            open_sites(self.arguments["site"])
        self.rank = rank
        with _workers(TASK, self.workers, self.timeout), self.exclusion_writer or nullcontext():
            yield from super().run(data, rank, world_size)

    def read_file(self, filepath: str) -> Iterator[Document]:
        """Yield the documents of one file; the others go to the exclusion writer."""
        with self.data_folder.open(filepath, "rb", compression=None) as stream:
            pages = _pages(stream, filepath)
            answers = extract_in_order(pages, self.arguments, self.workers, timeout=self.timeout, report=_log)
            while True:
                with self.track_time():
                    page, result = next(answers, (None, None))
                if page is None or result is None:
                    return
                document = self._document(filepath, page.key, result)
                self.stat_update(StatHints.total)
                if document.text:
                    self.stat_update(StatHints.forwarded)
                    self.update_doc_stats(document)
                    yield document
                else:
                    self._exclude(document, str(result.empty_reason))

    def _document(self, filepath: str, record: Record, result: Extraction) -> Document:
        metadata = {
            **(self.default_metadata or {}),
            "url": record.url,
            "date": record.date,
            "crawled_at": record.date,
            **{name: plain(getattr(result, name)) for name in _FACTS},
            "title": result.title,
            "breadcrumbs": [dict(crumb) for crumb in result.breadcrumbs],
            "quality": result.quality,
            "encoding": result.encoding,
            "truncated": result.truncated,
            "extractor": EXTRACTOR,
            "method": result.method,
            "model": result.model,
            "file_path": self.data_folder.resolve_paths(filepath),
            "offset": record.offset,
            "length": record.length,
        }
        text = getattr(result, self.format) if result.text else ""
        return Document(text or "", record.record_id or f"{filepath}:{record.offset}", metadata=metadata)

    def _exclude(self, document: Document, reason: str) -> None:
        self.stat_update(StatHints.dropped, f"dropped_{reason}")
        if self.exclusion_writer is not None:
            document.metadata[REASON] = reason
            self.exclusion_writer.write(document, self.rank)


class SiteLearner(BaseDiskReader):  # type: ignore[misc]
    """Reads WARC files and learns what their pages' sites repeat: a file for each task in a folder, for `SiteMerger`.

    No document comes out. ``workers``, ``timeout`` and ``options`` are those of `MainContentReader`, ``total_bytes``
    bounds what is known of all sites; each host for which there is no room counts as ``hosts_forgotten``.
    """

    name = "🧭 Sites of WARC files"

    def __init__(
        self,
        data_folder: DataFolderLike,
        output_folder: DataFolderLike,
        *,
        workers: int = 1,
        timeout: float = TIMEOUT,
        total_bytes: int = CORPUS_BYTES,
        **options: Any,
    ) -> None:
        super().__init__(data_folder, **options)
        self.output_folder = get_datafolder(output_folder)
        self.workers = workers
        self.timeout = timeout
        self.total_bytes = total_bytes
        self.sites = SiteMemory(total_bytes=total_bytes)

    def run(self, data: Iterator[Document] | None = None, rank: int = 0, world_size: int = 1) -> Iterator[Document]:
        """Learn this task's files; nothing but what came in comes out.

        Raises:
            OSError: no worker can be started in this process.
        """
        self.sites = SiteMemory(total_bytes=self.total_bytes)
        with _workers(LEARN, self.workers, self.timeout):
            yield from super().run(data, rank, world_size)
        with self.output_folder.open(f"{rank:05d}.sites", "wb") as file:
            file.write(self.sites.to_bytes())

    def read_file(self, filepath: str) -> Iterator[Document]:
        """Learn the pages of one file."""
        with self.data_folder.open(filepath, "rb", compression=None) as stream, self.track_time():
            pages = _pages(stream, filepath)
            forgotten = learn_pages(self.sites, pages, self.workers, timeout=self.timeout, report=_log)
        self.stat_update("hosts_forgotten", value=forgotten)
        yield from ()


class SiteMerger(PipelineStep):  # type: ignore[misc]
    """Merges what all tasks of `SiteLearner` learnt into one file, as a pipeline of a single task.

    ``output`` is a path that every machine of the job can open. However the pages were shared out among tasks, the file
    is the same, as long as no host is forgotten for ``total_bytes``.
    """

    type = "🧭 - SITES"
    name = "Merge sites"

    def __init__(self, input_folder: DataFolderLike, output: str, *, total_bytes: int = CORPUS_BYTES) -> None:
        super().__init__()
        self.input_folder = get_datafolder(input_folder)
        self.output = output
        self.total_bytes = total_bytes

    def run(
        self,
        data: Iterator[Document] | None = None,
        rank: int = 0,  # noqa: ARG002 - datatrove calls it so
        world_size: int = 1,
    ) -> Iterator[Document]:
        """Write the file; nothing but what came in comes out.

        Raises:
            ValueError: there is more than one task, or a file is no memory of sites.
        """
        yield from data or ()
        if world_size != 1:
            raise ValueError(
                f"sites are merged by one task, not by {world_size}: give the executor of SiteMerger tasks=1"
            )
        sites = SiteMemory(total_bytes=self.total_bytes)
        with self.track_time():
            files = self.input_folder.list_files(glob_pattern="*.sites")
            forgotten = merge_files(sites, ((file, self._read(file)) for file in files))
            Path(self.output).parent.mkdir(parents=True, exist_ok=True)
            write_sites(sites, Path(self.output))
        self.stat_update("hosts", value=len(sites))
        self.stat_update("hosts_forgotten", value=forgotten)

    def _read(self, path: str) -> bytes:
        with self.input_folder.open(path, "rb") as file:
            return bytes(file.read())


@contextmanager
def _workers(task: str, workers: int, timeout: float) -> Iterator[None]:
    """Hold the workers of a task of the job, so that they go on from file to file."""
    _end_with_parent()
    reason = pool.inline_reason() if workers else None
    if reason is not None:
        raise OSError(f"no workers can be started: {reason}")
    with ExitStack() as stack:
        if workers:
            stack.callback(pool.acquire(task, workers=workers, timeout=timeout, warm=WARM).release)
        yield


def _pages(stream: Any, filepath: str) -> Iterator[InputPage[Record]]:
    for record, message in read_pages(stream, max_bytes=Limits().max_bytes):
        name = f"{filepath} at {record.offset}"
        if message is None:
            yield InputPage(record, name, url=record.url, fault=record.fault)
        else:
            yield InputPage(record, name, message.body, record.url, message.charset, record.date)


def _log(page: InputPage[Any], error: BaseException) -> None:
    logger.warning(f"{page.name}: {error}")


@cache
def _end_with_parent() -> None:
    """Have this process end with the one that started it.

    A task that outlives its job would go on writing to the file that the resumed job writes anew.
    """
    parent = multiprocess.parent_process()
    if parent is not None:
        threading.Thread(target=_wait_and_end, args=(parent.sentinel,), name="end-with-job", daemon=True).start()


def _wait_and_end(sentinel: int) -> None:
    multiprocess.connection.wait([sentinel])
    os._exit(1)


class LanguageFilter(BaseFilter):  # type: ignore[misc]
    """Adds ``language`` (ISO 639-1) and ``language_score`` (0 to 1), and keeps documents in some languages.

    Without ``languages`` every document is kept. The model is py3langid's, of 139 languages; it is part of that
    package: nothing is loaded from elsewhere.
    """

    name = "🌍 Language"

    def __init__(self, languages: Collection[str] | None = None, *, exclusion_writer: DiskWriter | None = None) -> None:
        super().__init__(exclusion_writer)
        self.languages = None if languages is None else frozenset(languages)

    def filter(self, doc: Document) -> bool | tuple[bool, str]:
        """Return whether to keep the document, or False and the reason."""
        language, score = _identifier().classify(doc.text[:LANGUAGE_CHARACTERS])
        doc.metadata["language"] = str(language)
        doc.metadata["language_score"] = round(float(score), 4)
        return True if self.languages is None or language in self.languages else (False, "language")


class KeepFilter(BaseFilter):  # type: ignore[misc]
    """Keeps documents as ``MAINCONTENT_KEEP`` keeps items: by kind, language, day of publication, length, access.

    ``rules`` are those of `crawl.keep.Keep`. Duplicates are MinHash's business.
    """

    name = "🧺 Kind, language, window"

    def __init__(self, *, exclusion_writer: DiskWriter | None = None, **rules: Any) -> None:
        """Take the rules.

        Raises:
            ValueError: a value is not allowed, or there is no such rule.
        """
        super().__init__(exclusion_writer)
        if "duplicates" in rules:
            raise ValueError("duplicates are left out by MinHash, not by KeepFilter")
        self.keep = Keep.parsed(rules)

    def filter(self, doc: Document) -> bool | tuple[bool, str]:
        """Return whether to keep the document, or False and the reason."""
        reason = self.keep.reason({**doc.metadata, "text": doc.text}.get)
        return True if reason is None else (False, str(reason))


class QualityFilter(BaseFilter):  # type: ignore[misc]
    """Keeps documents whose ``quality``, the F1 that the text is expected to have, is at least ``least`` (0 to 1).

    Documents without one are kept: only the method ``crf`` gives it.
    """

    name = "⚖ Expected F1"

    def __init__(self, least: float = LEAST_QUALITY, *, exclusion_writer: DiskWriter | None = None) -> None:
        super().__init__(exclusion_writer)
        self.least = least

    def filter(self, doc: Document) -> bool | tuple[bool, str]:
        """Return whether to keep the document, or False and the reason."""
        quality = doc.metadata.get("quality")
        return True if quality is None or quality >= self.least else (False, "quality")


@cache
def _identifier() -> Any:
    """Return the language model of this process."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


def parquet_writer(output_folder: DataFolderLike, **options: Any) -> ParquetWriter:
    """Return datatrove's writer of Parquet files for documents from `MainContentReader`.

    Left to itself, the writer takes the types of the columns from its first document, and fails at the first page with
    a title when that one had none. ``options`` are those of `ParquetWriter`.
    """
    options.setdefault("schema", pa.schema(list(COLUMNS.items())))
    return ParquetWriter(output_folder, expand_metadata=True, **options)


class ScriptAwareTokenizer(WordTokenizer):  # type: ignore[misc]
    """Splits texts into words for MinHash: words where a script has spaces between them, single characters elsewhere.

    Takes the place of datatrove's tokenizers, one for each language, most of which need large libraries. Pass it as
    ``language`` to `MinhashDedupSignature`. It knows no sentences.
    """

    def word_tokenize(self, text: str) -> list[str]:
        """Return the words of a text, or its characters in scripts without word spaces, lower-cased."""
        return units(text)

    def sent_tokenize(self, text: str) -> list[str]:
        """Return the text as one sentence."""
        return [text]

    def span_tokenize(self, text: str) -> list[tuple[int, int]]:
        """Return where that sentence begins and ends."""
        return [(0, len(text))]
