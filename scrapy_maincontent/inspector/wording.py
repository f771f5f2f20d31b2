"""What rules and features mean, in words; the words are data, in ``words/``."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from typing import Any

_WORDS = resources.files("scrapy_maincontent.inspector") / "words"
_LEVEL = re.compile(r"up(\d)_(\w+)")


def rule_words(name: str) -> str:
    """Return what a rule of navigation or of placement, or a veto, says; "" for an unknown one."""
    return next((table[name] for table in _table("rules").values() if name in table), "")


def rule_table(name: str) -> dict[str, str]:
    """Return the words of all rules of ``navigation`` or ``placement``, or of all ``vetoes``."""
    return dict(_table("rules")[name])


def feature_words(name: str) -> str:
    """Return what a feature measures; its name where nothing is said of it."""
    table = _table("features")
    if isinstance(table.get(name), str):
        return str(table[name])
    level = _LEVEL.fullmatch(name)
    if level and level[2] in table["levels"]:
        return str(table["levels"][level[2]]).format(level[1])
    for prefix, phrase in table["families"].items():
        if name.startswith(prefix):
            return str(phrase).format(name.removeprefix(prefix).replace("_", " "))
    return name


@cache
def _table(name: str) -> dict[str, Any]:
    return tomllib.loads((_WORDS / f"{name}.toml").read_text("utf-8"))
