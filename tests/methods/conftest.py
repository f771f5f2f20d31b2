from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from scrapy_maincontent.features.text_blocks import feature_names

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def everything(tmp_path: Path) -> str:
    """A model that takes every block, so that only vetoes can put one out."""
    leaf = {"feature": [-1], "threshold": [0], "left": [0], "right": [0], "value": [1.0]}
    model = {
        "format": 2,
        "blocks": None,
        "method": "tree",
        "name": "all",
        "features": list(feature_names()),
        "tree": leaf,
    }
    path = tmp_path / "all.json"
    path.write_text(json.dumps(model), "utf-8")
    return str(path)
