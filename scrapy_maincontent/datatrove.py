"""Old path of `engines.datatrove`, kept for one release."""

from __future__ import annotations

import warnings

from .engines.datatrove import *  # noqa: F403

warnings.warn("scrapy_maincontent.datatrove is scrapy_maincontent.engines.datatrove", DeprecationWarning, stacklevel=2)
