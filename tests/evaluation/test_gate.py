from __future__ import annotations

import gzip
import json

import pytest

from scrapy_maincontent.evaluation import gate
from scrapy_maincontent.evaluation.bench import main as bench

pytest.importorskip("sklearn", reason="the gate trains; that needs the extra train")

SENTENCE = "The mill stood idle for forty years before the village bought it and cleared its pond. "


@pytest.fixture
def corpus(tmp_path):
    """Twelve small pages of twelve domains."""
    folder = tmp_path / "corpus"
    (folder / "pages").mkdir(parents=True)
    entries = []
    for number in range(12):
        text = SENTENCE * (3 + number % 4) + f"Number {number}."
        page = f"<title>Mill {number}</title><nav><a href=/>Home</a><a href=/a>About us</a></nav><h1>Mill {number}</h1><p>{text}</p><footer>Imprint and privacy</footer>"
        (folder / "pages" / f"{number}.html.gz").write_bytes(gzip.compress(page.encode()))
        entries.append(
            {"id": f"{number}", "url": f"https://m{number}.example/", "title": f"Mill {number}", "main_content": text}
        )
    (folder / "pages.json").write_text(json.dumps(entries), "utf-8")
    return folder


@pytest.fixture
def floors(tmp_path, monkeypatch):
    path = tmp_path / "floors.json"
    monkeypatch.setattr(gate, "FLOORS", path)
    return path


def test_without_a_corpus_the_gate_says_why_it_is_skipped(monkeypatch, capsys):
    monkeypatch.delenv(gate.CORPUS_VARIABLE, raising=False)
    assert gate.main([]) == 0
    assert "gate skipped" in capsys.readouterr().out


def test_the_gate_passes_what_it_measured_and_fails_a_drop(corpus, floors, capsys):
    assert gate.main([str(corpus), "--update"]) == 0
    assert gate.main([str(corpus)]) == 0
    pinned = json.loads(floors.read_text("utf-8"))
    pinned["floors"]["f1"] = 1.1
    floors.write_text(json.dumps(pinned), "utf-8")
    assert gate.main([str(corpus)]) == 1
    assert "f1" in capsys.readouterr().out.splitlines()[-1]


def test_floors_are_for_one_corpus(corpus, floors):
    floors.write_text(json.dumps({"corpus": "another", "floors": {}}), "utf-8")
    assert gate.main([str(corpus)]) == 2


def test_a_floor_falls_only_when_told_to():
    measured = {"f1": 0.7, "title": 0.9}
    old = {"f1": 0.8, "title": 0.8}
    assert gate.new_floors(measured, old, lower=False) == {"f1": 0.8, "title": 0.896}
    assert gate.new_floors(measured, old, lower=True) == {"f1": 0.696, "title": 0.896}


def test_the_bench_times_every_extractor_on_every_page(corpus, capsys):
    assert bench([str(corpus), "--every", "6", "--peer", "trafilatura"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("2 pages") for line in lines)
    assert any(line.startswith("scrapy-maincontent") and line.endswith("1.00") for line in lines)
    assert bench([str(corpus), "--every", "6", "--peer", "trafilatura", "--at-most", "0.000001"]) == 1
