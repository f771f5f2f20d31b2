"""Where the tested package lies: processes of the tests run the same one, not the checkout beside them."""

from __future__ import annotations

from pathlib import Path

import scrapy_maincontent

ROOT = Path(scrapy_maincontent.__file__).resolve().parents[1]
