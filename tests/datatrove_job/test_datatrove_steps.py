"""Each step of a pipeline by itself."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from job_warcs import PAGES, write_warcs  # first: it skips the module where datatrove is missing

# isort: split
import pyarrow.parquet
from datatrove.data import Document
from datatrove.pipeline.dedup import MinhashDedupSignature
from datatrove.pipeline.dedup.minhash import HashConfig, MinhashConfig
from datatrove.pipeline.writers import JsonlWriter

from scrapy_maincontent.engines.datatrove import (
    EXTRACTOR,
    LanguageFilter,
    MainContentReader,
    QualityFilter,
    ScriptAwareTokenizer,
    parquet_writer,
)
from scrapy_maincontent.extraction import extract

if TYPE_CHECKING:
    from pathlib import Path

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
    alone = extract(PAGES[number], first.metadata["url"])
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
