"""Each step of a pipeline by itself."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pyarrow.parquet
import pytest
from datatrove.data import Document
from datatrove.pipeline.dedup import MinhashDedupSignature
from datatrove.pipeline.dedup.minhash import HashConfig, MinhashConfig
from datatrove.pipeline.writers import JsonlWriter
from edge_tools import wait_until
from package_root import ROOT
from warc_files import ALL_PAGES, REPOSITORY, record, write_warcs

from scrapy_maincontent.engines.data_card import DataCard
from scrapy_maincontent.engines.datatrove import (
    EXTRACTOR,
    KeepFilter,
    LanguageFilter,
    MainContentReader,
    QualityFilter,
    ScriptAwareTokenizer,
    SiteLearner,
    SiteMerger,
    parquet_writer,
)
from scrapy_maincontent.extraction import extract
from scrapy_maincontent.site_memory import SiteMemory

if TYPE_CHECKING:
    from pathlib import Path


pytest.importorskip("datatrove", reason="pipelines need the extra datatrove")
pytest.importorskip("py3langid", reason="pipelines need the extra datatrove")

pytestmark = pytest.mark.slow

ENGLISH = "The mill stood idle for forty years before the village bought it and cleared its pond."
JAPANESE = "水車小屋は四十年のあいだ使われていなかったが、村がそれを買い取って池をさらった。"


def excluded(folder: Path) -> list[dict[str, Any]]:
    """Return the documents that a step left out."""
    return [json.loads(line) for path in sorted(folder.iterdir()) for line in path.read_text("utf-8").splitlines()]


def writer(folder: Path) -> JsonlWriter:
    return JsonlWriter(str(folder), compression=None, output_filename="${rank}.jsonl")


@pytest.mark.parametrize("workers", [0, 1])
def test_pages_become_documents(tmp_path: Path, workers: int) -> None:
    folder = write_warcs(tmp_path / "warcs", 20)
    (path,) = folder.iterdir()
    path.write_bytes(path.read_bytes()[:-500])
    reader = MainContentReader(str(folder), exclusion_writer=writer(tmp_path / "removed"), workers=workers)
    documents = list(reader.run())
    left_out = excluded(tmp_path / "removed")
    assert len(documents) + len(left_out) == 20
    assert left_out[-1]["metadata"]["filter_reason"] == "bad_record"
    for document in documents:
        told = document.metadata
        with path.open("rb") as file:
            file.seek(told["offset"])
            assert len(file.read(told["length"])) == told["length"]
        assert document.id.startswith("<urn:uuid:")
        assert document.text
        assert (told["extractor"], told["method"]) == (EXTRACTOR, "crf")
        assert told["file_path"] == str(path)
    first = documents[0]
    number = int(first.metadata["url"].rpartition("/")[2])
    alone = extract(ALL_PAGES[number], first.metadata["url"])
    assert (first.text, first.metadata["title"], first.metadata["quality"]) == (alone.text, alone.title, alone.quality)


def test_files_are_shared_out_among_tasks(tmp_path: Path) -> None:
    folder = write_warcs(tmp_path / "warcs", 2, 3, 1)
    urls = [
        document.metadata["url"]
        for rank in range(2)
        for document in MainContentReader(str(folder), workers=0).run(None, rank, 2)
    ]
    assert len(urls) == len(set(urls)) > 3


def test_an_unknown_method_is_refused_before_the_job(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="magic"):
        MainContentReader(str(tmp_path), method="magic")


def learnt(warcs: Path, out: Path, tasks: int, workers: int = 0) -> Path:
    """Return the file of what tasks learnt and one merged."""
    for rank in range(tasks):
        assert list(SiteLearner(str(warcs), str(out / "tasks"), workers=workers).run(None, rank, tasks)) == []
    assert list(SiteMerger(str(out / "tasks"), str(out / "all.bin")).run()) == []
    return out / "all.bin"


def test_a_job_of_many_tasks_gives_the_text_of_one(tmp_path: Path) -> None:
    """The site's pages stand in each file: what is learnt of a page is no evidence against itself."""
    warcs = write_warcs(tmp_path / "warcs", len(ALL_PAGES), 5, len(ALL_PAGES))
    whole = learnt(warcs, tmp_path / "whole", 1, workers=1)
    shards = learnt(warcs, tmp_path / "shards", 3)
    assert shards.read_bytes() == whole.read_bytes()
    known = SiteMemory.from_bytes(whole.read_bytes())
    assert 2 < known.pages("ring.example") <= len(ALL_PAGES)

    one = {each.id: each.text for each in MainContentReader(str(warcs), workers=1, sites=str(whole)).run()}
    many = [MainContentReader(str(warcs), workers=0, sites=str(shards)).run(None, rank, 3) for rank in range(3)]
    assert one == {each.id: each.text for task in many for each in task}
    alone = {each.id: each.text for each in MainContentReader(str(warcs), workers=0).run()}
    assert one.keys() == alone.keys()
    assert one != alone


def test_sites_are_merged_by_one_task(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="one task, not by 2"):
        list(SiteMerger(str(tmp_path), str(tmp_path / "all.bin")).run(None, 0, 2))
    with pytest.raises(ValueError, match=r"all\.bin can't be used"):
        list(MainContentReader(str(tmp_path), workers=0, sites=str(tmp_path / "all.bin")).run())


def test_languages_are_told_and_chosen(tmp_path: Path) -> None:
    documents = [Document(ENGLISH, "1"), Document(JAPANESE, "2")]
    kept = list(LanguageFilter(["ja"], exclusion_writer=writer(tmp_path)).run(iter(documents)))
    assert [document.id for document in kept] == ["2"]
    assert kept[0].metadata["language"] == "ja"
    assert 0.5 < kept[0].metadata["language_score"] <= 1
    (other,) = excluded(tmp_path)
    assert other["metadata"] | {"language_score": 0} == {
        "language": "en",
        "language_score": 0,
        "filter_reason": "language",
    }
    assert len(list(LanguageFilter().run(iter(documents)))) == 2


def test_quality_has_a_floor(tmp_path: Path) -> None:
    documents = [Document(ENGLISH, str(quality), metadata={"quality": quality}) for quality in (0.2, 0.6, None, 0.59)]
    kept = QualityFilter(0.6, exclusion_writer=writer(tmp_path)).run(iter(documents))
    assert [document.id for document in kept] == ["0.6", "None"]
    assert [document["metadata"]["filter_reason"] for document in excluded(tmp_path)] == ["quality"] * 2


def test_near_duplicates_are_found_in_scripts_without_spaces(tmp_path: Path) -> None:
    config = MinhashConfig(hash_config=HashConfig(hash_fc="sha1"))
    step = MinhashDedupSignature(str(tmp_path), config, ScriptAwareTokenizer())

    def common(first: str, second: str) -> int:
        """Return how many of the 14 buckets two texts share."""
        signatures = [step.get_signature(step.get_shingles(text)) for text in (first, second)]
        return sum(one == other for one, other in zip(*signatures, strict=True))

    assert common(JAPANESE * 8, JAPANESE * 8 + "。") == 14
    assert common(JAPANESE * 8, ENGLISH * 8) == 0


def test_columns_do_not_depend_on_the_first_page(tmp_path: Path) -> None:
    crumbs = [{"name": "News", "url": None}]
    documents = [
        Document(ENGLISH, "1", metadata={"title": None, "breadcrumbs": [], "quality": None}),
        Document(JAPANESE, "2", metadata={"title": "水車", "breadcrumbs": crumbs, "quality": 0.75, "offset": 3}),
    ]
    list(parquet_writer(str(tmp_path)).run(iter(documents)))
    (path,) = tmp_path.iterdir()
    rows = pyarrow.parquet.read_table(path).to_pylist()
    assert [row["title"] for row in rows] == [None, "水車"]
    assert (rows[1]["breadcrumbs"], rows[1]["quality"], rows[1]["offset"]) == (crumbs, 0.75, 3)


def test_documents_say_who_wrote_them_and_when(tmp_path: Path) -> None:
    head = (
        '<meta property="article:published_time" content="2026-11-20T08:00:00Z"><meta name="author" content="Mara Okafor">'
        '<meta property="og:site_name" content="The Ring"><link rel="canonical" href="https://ring.example/mill">'
        '<meta property="article:section" content="Village"><meta name="keywords" content="mill, pond">'
    )
    page = f"<html><head>{head}</head><body><h1>The mill</h1><p>{ENGLISH * 4}</p></body></html>"
    folder = tmp_path / "warcs"
    folder.mkdir()
    (folder / "one.warc.gz").write_bytes(record(0, page.encode()))
    (document,) = MainContentReader(str(folder), workers=0).run()
    told = document.metadata
    assert told["authors"] == [{"name": "Mara Okafor", "url": None}]
    assert (told["date_published"], told["site_name"], told["section"]) == (
        "2026-11-20T08:00:00+00:00",
        "The Ring",
        "Village",
    )
    assert (told["keywords"], told["canonical_url"]) == (["mill", "pond"], "https://ring.example/mill")
    assert told["crawled_at"] == told["date"]
    with parquet_writer(str(tmp_path / "out"), output_filename="${rank}.parquet") as out:
        out.write(document)
    (row,) = pyarrow.parquet.read_table(next((tmp_path / "out").iterdir())).to_pylist()
    assert (row["authors"], row["keywords"], row["crawled_at"]) == (told["authors"], told["keywords"], told["date"])


def test_documents_are_kept_by_kind_language_and_window(tmp_path: Path) -> None:
    facts = {"page_type": "article", "page_type_confidence": 0.9, "language": "en", "date_published": "2026-11-20"}
    documents = [
        Document(ENGLISH, "1", metadata=facts),
        Document(ENGLISH, "2", metadata=facts | {"page_type": "listing"}),
        Document(ENGLISH, "3", metadata=facts | {"language": "de"}),
        Document(ENGLISH, "4", metadata=facts | {"date_published": "2026-10-31"}),
        Document(ENGLISH, "5", metadata=facts | {"date_published": None}),
    ]
    rules = {"page_types": ["article"], "languages": ["en"], "since": "2026-11-01"}
    step = KeepFilter(exclusion_writer=writer(tmp_path / "removed"), **rules)
    assert [document.id for document in step.run(iter(documents))] == ["1", "5"]
    reasons = [document["metadata"]["filter_reason"] for document in excluded(tmp_path / "removed")]
    assert reasons == ["page_type", "language", "before"]
    for wrong in ({"since": "soon"}, {"duplicates": False}, {"colour": "red"}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            KeepFilter(**wrong)


def test_a_card_counts_what_is_in_a_corpus(tmp_path: Path) -> None:
    with parquet_writer(str(tmp_path / "corpus"), output_filename="${rank}.parquet") as out:
        for number in range(60):
            metadata = {
                "url": f"https://s{number}.example/",
                "language": "en" if number % 3 else "ja",
                "page_type": "article",
                "date_published": "2026-11-20" if number % 2 else None,
            }
            out.write(Document("Mill" * 10, str(number), metadata=metadata))
    list(DataCard(str(tmp_path / "corpus"), made_with={"--quality": "0.5"}).run())
    card = (tmp_path / "corpus" / "README.md").read_text("utf-8")
    assert card.startswith('---\nlanguage:\n- "en"\n- "ja"\nsize_categories:\n- n<1K\n')
    assert '  - "*.parquet"' in card
    for line in ("| en | 40 | 66.7 % |", "| 2026 | 30 | 50.0 % |", "| unknown | 30 | 50.0 % |", "and 10 more."):
        assert line in card
    assert "60 sites, 2,400 characters" in card
    assert "| `--quality` | 0.5 |" in card
    with pytest.raises(ValueError, match="by one task"):
        list(DataCard(str(tmp_path / "corpus")).run(world_size=2))


# Whole jobs, as the example project has them: several tasks, killed and run again.

JOB = str(REPOSITORY / "example_project" / "corpus_job.py")
SECONDS = 600
"""A guard against hanging."""
TRIES = 5
"""Jobs that may be further than they are wanted by the time that this process looks: the machine may be busy."""
ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))}


def kept(folder: Path) -> list[str]:
    """Return the URLs in the corpus."""
    return [
        row["url"]
        for path in (folder / "corpus").glob("*.parquet")
        for row in pyarrow.parquet.read_table(path).to_pylist()
    ]


def removed(folder: Path) -> list[tuple[str, str]]:
    """Return the URLs that were left out, and where they are kept."""
    return [
        (json.loads(line)["metadata"]["url"], path.parent.name)
        for path in (folder / "removed").rglob("*.jsonl.gz")
        for line in gzip.decompress(path.read_bytes()).decode().splitlines()
    ]


def test_a_killed_job_is_resumed_and_has_every_record_once(tmp_path: Path) -> None:
    counts = (2, 5 * len(ALL_PAGES) + 10, 5 * len(ALL_PAGES))
    warcs, out = write_warcs(tmp_path / "warcs", *counts), tmp_path / "out"
    command = [sys.executable, JOB, str(warcs), str(out), "--tasks", "3", "--learn-sites"]
    done = out / "logs" / "1-extract" / "completions" / "00000"
    for _ in range(TRIES):  # until it is killed when one task is through, and others are not
        shutil.rmtree(out, ignore_errors=True)
        first = subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.DEVNULL, start_new_session=True)
        wait_until(lambda first=first: done.exists() or first.poll() is not None, "a task that is through")
        with suppress(ProcessLookupError):
            os.killpg(first.pid, signal.SIGKILL)
        first.wait()
        if not (out / "logs" / "2-sign").exists():
            break
    assert not (out / "logs" / "2-sign").exists()
    finished = done.stat().st_mtime_ns
    subprocess.run(command, env=ENVIRONMENT, capture_output=True, check=True, timeout=SECONDS)
    assert done.stat().st_mtime_ns == finished

    urls = kept(out) + [url for url, _ in removed(out)]
    assert sorted(urls) == sorted(f"https://ring.example/{number}" for number in range(sum(counts)))
    # The site's pages come ten times: at least every page with text has a duplicate, but for the last ten.
    assert len(kept(out)) <= len(ALL_PAGES)
    assert {why for _, why in removed(out)} >= {"no_text", "duplicate"}
    card = (out / "corpus" / "README.md").read_text("utf-8")
    assert f"# A corpus of {len(kept(out))} web pages" in card
    assert "| ring.example |" in card
    assert f"| duplicate | {sum(why == 'duplicate' for _, why in removed(out))} |" in card
    assert "| `learn_sites` | True |" in card
    assert "scrapy-maincontent" in card.partition("## How it was made")[2]
