from __future__ import annotations

from small_corpora import write_corpus

from benchmarks.speed.pages import main as bench


def test_the_bench_times_every_extractor_on_every_page(tmp_path, capsys):
    corpus = write_corpus(tmp_path / "corpus", 12)
    assert bench([str(corpus), "--every", "6", "--peer", "trafilatura"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("2 pages") for line in lines)
    assert any(line.startswith("scrapy-maincontent") and line.endswith("1.00") for line in lines)
    assert bench([str(corpus), "--every", "6", "--peer", "trafilatura", "--at-most", "0.000001"]) == 1
