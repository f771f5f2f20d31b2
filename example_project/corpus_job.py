"""A corpus from WARC files: extract, tell the language, judge, remove near duplicates, write Parquet.

    python corpus_job.py WARCS OUTPUT [--tasks N] [--workers N] [--learn-sites]

WARCS is a folder of WARC files, OUTPUT gets the corpus. Run again after a crash or a kill, with the same arguments, it
goes on: tasks that were done are not done again, the others start over and overwrite what they had written.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.dedup import (
    MinhashDedupBuckets,
    MinhashDedupCluster,
    MinhashDedupFilter,
    MinhashDedupSignature,
)
from datatrove.pipeline.dedup.minhash import MinhashConfig
from datatrove.pipeline.readers import JsonlReader
from datatrove.pipeline.writers import JsonlWriter
from datatrove.utils.hashing import HashConfig

from scrapy_maincontent.engines.data_card import DataCard
from scrapy_maincontent.engines.datatrove import (
    KeepFilter,
    LanguageFilter,
    MainContentReader,
    QualityFilter,
    ScriptAwareTokenizer,
    SiteLearner,
    SiteMerger,
    parquet_writer,
)

MINHASH = MinhashConfig(
    n_grams=5, num_buckets=14, hashes_per_bucket=8, hash_config=HashConfig(precision=64, hash_fc="sha1")
)
"""Texts alike by three quarters are found, as in FineWeb's recipe."""


def stages(options: argparse.Namespace) -> list[LocalPipelineExecutor]:
    """Return the stages, each of which waits for the one before."""
    out = options.output
    sites = str(out / "sites" / "all.bin") if options.learn_sites else None
    learn = [SiteLearner(str(options.warcs), str(out / "sites" / "tasks"))]
    merge = [SiteMerger(str(out / "sites" / "tasks"), str(out / "sites" / "all.bin"))]
    reader = MainContentReader(
        str(options.warcs), method=options.method, sites=sites, exclusion_writer=removed(out, "no_text")
    )
    given = {"page_types": options.page_types, "since": options.since, "until": options.until}
    rules = {name: value for name, value in given.items() if value is not None}
    extract = [
        reader,
        LanguageFilter(options.languages, exclusion_writer=removed(out, "language")),
        *([KeepFilter(exclusion_writer=removed(out, "rules"), **rules)] if rules else ()),
        QualityFilter(options.quality, exclusion_writer=removed(out, "quality")),
        JsonlWriter(str(out / "extracted")),
    ]
    sign = [
        JsonlReader(str(out / "extracted")),
        MinhashDedupSignature(str(out / "minhash" / "signatures"), MINHASH, ScriptAwareTokenizer()),
    ]
    pair = [MinhashDedupBuckets(str(out / "minhash" / "signatures"), str(out / "minhash" / "pairs"), config=MINHASH)]
    cluster = [MinhashDedupCluster(str(out / "minhash" / "pairs"), str(out / "minhash" / "clusters"), config=MINHASH)]
    write = [
        # The same files in the same tasks as for the signatures: documents are known by their number in a task.
        JsonlReader(str(out / "extracted")),
        MinhashDedupFilter(str(out / "minhash" / "clusters"), exclusion_writer=removed(out, "duplicate")),
        parquet_writer(str(out / "corpus")),
    ]
    asked = {name: str(value) for name, value in vars(options).items() if value not in (None, False)}
    card = [DataCard(str(out / "corpus"), str(out / "removed"), asked)]
    plan = [
        ("1-extract", extract, options.tasks),
        ("2-sign", sign, options.tasks),
        ("3-pair", pair, MINHASH.num_buckets),
        ("4-cluster", cluster, 1),
        ("5-write", write, options.tasks),
        ("6-card", card, 1),
    ]
    if options.learn_sites:
        plan = [("0-learn", learn, options.tasks), ("0-merge", merge, 1), *plan]
    executors: list[LocalPipelineExecutor] = []
    for name, pipeline, tasks in plan:
        executors.append(
            LocalPipelineExecutor(
                pipeline,
                tasks=tasks,
                workers=min(options.workers, tasks),
                logging_dir=str(out / "logs" / name),
                depends=executors[-1] if executors else None,
                start_method="spawn",
            )
        )
    return executors


def removed(out: Path, why: str) -> JsonlWriter:
    """Return a writer of what is left out; each document says why, under ``filter_reason``."""
    return JsonlWriter(str(out / "removed" / why))


def main() -> None:
    """Run the last stage, which runs those before it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("warcs", type=Path, help="folder of WARC files; they are shared out among the tasks")
    parser.add_argument("output", type=Path)
    parser.add_argument("--tasks", type=int, default=8, help="no more than there are WARC files (default: 8)")
    parser.add_argument("--workers", type=int, default=2, help="tasks that run at once (default: 2)")
    parser.add_argument("--method", default="crf")
    parser.add_argument("--languages", type=lambda names: names.split(","), help="like en,ja (default: all)")
    parser.add_argument("--page-types", type=lambda names: names.split(","), help="like article,forum (default: all)")
    parser.add_argument("--since", help="first day of publication, like 2026-11-01; pages without a day are kept")
    parser.add_argument("--until", help="last day of publication")
    parser.add_argument("--quality", type=float, default=0.5, help="least expected F1 (default: 0.5)")
    parser.add_argument("--learn-sites", action="store_true", help="learn first what the pages' sites repeat")
    stages(parser.parse_args())[-1].run()


if __name__ == "__main__":
    main()
