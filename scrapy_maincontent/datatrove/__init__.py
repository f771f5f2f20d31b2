"""Steps for pipelines of datatrove: pages from WARC files, their language, their quality, words for MinHash, Parquet.

They come with the extra ``datatrove``. `docs/howto/corpus-job.md` puts them together.
"""

from __future__ import annotations

from .filters import LanguageFilter, QualityFilter
from .parquet import parquet_writer
from .reader import MainContentReader
from .words import ScriptAwareTokenizer

__all__ = ["LanguageFilter", "MainContentReader", "QualityFilter", "ScriptAwareTokenizer", "parquet_writer"]
