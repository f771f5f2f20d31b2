"""Old path of `engines.warc`, kept for one release."""

from __future__ import annotations

import warnings

from .engines.warc import *  # noqa: F403

warnings.warn("scrapy_maincontent.warc is scrapy_maincontent.engines.warc", DeprecationWarning, stacklevel=2)
