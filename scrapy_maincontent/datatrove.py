"""Old path of `engines.datatrove`, kept for one release."""

from __future__ import annotations

import warnings

from .engines.datatrove import LanguageFilter, MainContentReader, QualityFilter, ScriptAwareTokenizer, parquet_writer

__all__ = ["LanguageFilter", "MainContentReader", "QualityFilter", "ScriptAwareTokenizer", "parquet_writer"]

warnings.warn("scrapy_maincontent.datatrove is scrapy_maincontent.engines.datatrove", DeprecationWarning, stacklevel=2)
