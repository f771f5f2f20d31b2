"""The gate: accuracy must not fall below pinned floors. ``python -m scrapy_maincontent.evaluation.gate CORPUS``.

The floors (``floors.json`` beside this file) hold for one corpus, known by its digest. Raising them is
``--update``; lowering one needs ``--lower`` as well.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..corpus import digest, read_corpus
from ..progress import bar
from .bench import CORPUS_VARIABLE
from .run import cross_validate
from .tables import ALL, as_text, summary

if TYPE_CHECKING:
    from collections.abc import Sequence

FLOORS = Path(__file__).with_name("floors.json")
_FOLDS = 5
_MARGIN = 0.004
"""A new floor stands this much below what was measured: about the difference that another seed makes."""
_GATED = ("f1", "title")


def misses(measured: dict[str, float], floors: dict[str, float]) -> list[str]:
    """Return a line for every floor that was missed."""
    return [
        f"{name}: {measured.get(name, 0.0):.4f} is below the floor {floor:.4f}"
        for name, floor in floors.items()
        if measured.get(name, 0.0) < floor
    ]


def new_floors(measured: dict[str, float], floors: dict[str, float], *, lower: bool) -> dict[str, float]:
    """Return floors for what was measured; one that would fall stays, unless ``lower``."""
    fresh = {name: round(measured[name] - _MARGIN, 4) for name in _GATED}
    return fresh if lower else {name: max(value, floors.get(name, 0.0)) for name, value in fresh.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the gate: exit status 0 passed or skipped, 1 missed, 2 another corpus than the floors are for."""
    parser = argparse.ArgumentParser(prog="scrapy_maincontent.evaluation.gate", description=__doc__)
    parser.add_argument("corpus", nargs="?", default=os.environ.get(CORPUS_VARIABLE), help="folder of annotated pages")
    parser.add_argument("--update", action="store_true", help="write the floors anew")
    parser.add_argument("--lower", action="store_true", help="with --update: let floors fall")
    options = parser.parse_args(arguments)
    if not options.corpus or not Path(options.corpus).is_dir():
        print(f"gate skipped: no corpus at {options.corpus!r}; name its folder, or set {CORPUS_VARIABLE}")
        return 0
    pages = read_corpus(Path(options.corpus))
    known: dict[str, Any] = json.loads(FLOORS.read_text("utf-8")) if FLOORS.is_file() else {}
    if known.get("corpus") != digest(pages) and not options.update:
        print(f"the floors are for corpus {known.get('corpus')}, this one is {digest(pages)}")
        return 2
    rows = summary(cross_validate(pages, _FOLDS, bar))
    print(as_text(rows))
    floors = known.get("floors", {})
    if options.update:
        floors = new_floors(rows[ALL], floors, lower=options.lower)
        FLOORS.write_text(json.dumps({"corpus": digest(pages), "floors": floors}, indent=1) + "\n", "utf-8")
    failed = misses(rows[ALL], floors)
    print("\n".join(failed) or "gate passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
