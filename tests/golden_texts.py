"""The golden texts: what extraction gives for pages of the bundled site, kept to the letter in ``golden_texts.json``.

They change only with a model or a rule, and CHANGES.rst says so:

    python tests/golden_texts.py --update "words of CHANGES.rst that name the change"
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from example_site import REPOSITORY, fold, load_server

sys.path.append(str(REPOSITORY))

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.methods import DEFAULT_METHOD, load_model
from scrapy_maincontent.result import OUTPUT_FORMAT

FILE = Path(__file__).with_name("golden_texts.json")
CHANGES = REPOSITORY / "CHANGES.rst"
ORIGIN = "https://ring.example"
PATHS = (
    "/",
    "/app/",
    "/blog/",
    "/blog/2027/01/empty-jars/",
    "/courier/",
    "/courier/local/",
    "/courier/local/tide-mill/",
    "/courier/local/tide-mill/2/",
    "/courier/privacy/",
    "/courier/video/launch-day/",
    "/docs/tutorial.html",
    "/docs/reference.html",
    "/forum/viewtopic.php?t=118",
    "/forum/viewtopic.php?t=118&start=5",
    "/gallery/doors/",
    "/kominkan/kiroku/yama.html",
    "/magazine/cartographer-of-smells/",
    "/magazine/es/faro-biblioteca/",
    "/magazine/fr/jardin-de-toiture/",
    "/nikki/entry-230.html",
    "/shimpo/",
    "/shimpo/articles/20270315-001.html",
    "/shop/",
    "/shop/p/enamel-kettle",
    "/stadtblatt/artikel/stellwerk.html",
)
"""Every kind of page and every language and encoding of the site."""

_SERVER = load_server()


def made_by() -> dict[str, Any]:
    """Return what the texts depend on, besides the pages: method, model and the output's format."""
    return {"method": DEFAULT_METHOD, "model": load_model(DEFAULT_METHOD).name, "format": OUTPUT_FORMAT}


def current(path: str) -> dict[str, Any]:
    """Return what extraction gives for a page now."""
    found = extract(_SERVER.find_file(path).read_bytes(), ORIGIN + path)
    return {
        "title": found.title,
        "encoding": found.encoding,
        "page_type": found.page_type,
        "empty_reason": found.empty_reason,
        "regions": [f"{region.kind} {region.subtype}" for region in found.regions],
        "text": found.text.split("\n"),
    }


def load() -> dict[str, Any]:
    """Return what is kept: ``made_by``, the ``change`` that it came with, and ``pages`` by their path."""
    found: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return found


def is_named(change: str) -> bool:
    """Tell whether CHANGES.rst has these words."""
    return fold(change) in fold(CHANGES.read_text("utf-8"))


def main(arguments: list[str] | None = None) -> int:
    """Compare, or write anew; the exit status is 1 where the texts differ, or the change is not named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", metavar="CHANGE", help="write the texts anew; CHANGES.rst must have these words")
    options = parser.parse_args(arguments)
    kept = load() if FILE.is_file() else {"made_by": None, "pages": {}}
    pages = {path: current(path) for path in PATHS}
    differ = [path for path in kept["pages"].keys() | pages if kept["pages"].get(path) != pages.get(path)]
    print("\n".join([f"{path} differs" for path in sorted(differ)]) or "no text differs")
    if options.update is None or (not differ and kept["made_by"] == made_by()):
        return int(bool(differ) or kept["made_by"] != made_by())
    if not options.update.strip() or not is_named(options.update):
        print(f"not written: CHANGES.rst does not say {options.update!r}")
        return 1
    found = {"made_by": made_by(), "change": fold(options.update), "pages": pages}
    FILE.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", "utf-8")
    print(f"{FILE.name} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
