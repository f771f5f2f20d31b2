"""Compare the breadcrumb trails found on pages with those the pages declare in JSON-LD or microdata.

    python benchmarks/trails.py CORPUS [--list]

CORPUS is a development split of WCXB (``html/<id>.html.gz``, ``ground-truth/<id>.json``). Prints the pages that declare
a trail, those of them that also show it, and how many of the trails found there have the declared names: all of them,
and all but home and the page itself. `evaluation.regions` says how names are compared. ``--list``
names the pages whose trail is visible and not found.
"""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path

from scrapy_maincontent.evaluation.regions import score_trails


def main() -> None:
    """Print the four counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    scores = []
    for file in sorted((options.corpus / "html").glob("*.html.gz")):
        name = file.name.removesuffix(".html.gz")
        url = json.loads((options.corpus / "ground-truth" / f"{name}.json").read_text("utf-8"))["url"]
        score = score_trails(gzip.decompress(file.read_bytes()), url)
        if score is not None:
            scores.append(score)
            if options.list and score.visible and not score.agrees:
                print(name, url)
    visible = [score for score in scores if score.visible]
    agreeing, exact = sum(score.agrees for score in visible), sum(score.exact for score in visible)
    print(f"declared {len(scores)}, visible {len(visible)}")
    for title, count in (("but for home and the page itself", agreeing), ("all names", exact)):
        print(f"the declared names, {title}: {count} ({count / (len(visible) or 1):.1%})")


if __name__ == "__main__":
    main()
