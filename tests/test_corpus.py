from __future__ import annotations

import gzip
import json

import pytest

from scrapy_maincontent.corpus import CorpusError, digest, folds, read_corpus

HTML = "<html><p>Grüße</p></html>"


@pytest.fixture
def truth_corpus(tmp_path):
    folder = tmp_path / "truth"
    (folder / "html").mkdir(parents=True)
    (folder / "ground-truth").mkdir()
    for number in (2, 1):
        (folder / "html" / f"{number}.html.gz").write_bytes(gzip.compress(HTML.encode()))
        truth = {"title": "T", "main_content": "Grüße", "with": ["Gr"], "without": ["x"]}
        annotation = {"url": f"https://a{number}.example/", "ground_truth": truth}
        (folder / "ground-truth" / f"{number}.json").write_text(json.dumps(annotation), "utf-8")
    metadata = {"files": {"1": {"page_type": "article", "domain": "one.example"}}}
    (folder / "metadata.json").write_text(json.dumps(metadata), "utf-8")
    return folder


@pytest.fixture
def list_corpus(tmp_path):
    folder = tmp_path / "list"
    (folder / "pages").mkdir(parents=True)
    (folder / "pages" / "a.html.gz").write_bytes(gzip.compress(HTML.encode("latin-1")))
    (folder / "b.html").write_bytes(HTML.encode())
    pages = [
        {"id": "b", "url": "https://b.example/x", "html": "b.html", "main_content": "Grüße"},
        {"id": "a", "url": "https://a.example/", "encoding": "latin-1", "site": "a", "main_content": "Grüße"},
    ]
    (folder / "pages.json").write_text(json.dumps(pages), "utf-8")
    return folder


def test_a_folder_of_ground_truth(truth_corpus):
    first, second = read_corpus(truth_corpus)
    assert (first.id, first.page_type, first.domain, first.title) == ("1", "article", "one.example", "T")
    assert (first.main_content, first.wanted, first.unwanted) == ("Grüße", ("Gr",), ("x",))
    assert first.html() == HTML.encode()
    assert second.domain == "a2.example"


def test_a_list_of_pages(list_corpus):
    first, second = read_corpus(list_corpus)
    assert (first.id, first.encoding, first.domain) == ("a", "latin-1", "a")
    assert first.html() == HTML.encode("latin-1")
    assert second.html() == HTML.encode()


def test_the_digest_tells_changes(list_corpus):
    before = digest(read_corpus(list_corpus))
    assert before == digest(read_corpus(list_corpus))
    (list_corpus / "b.html").write_bytes(b"<p>other</p>")
    assert digest(read_corpus(list_corpus)) != before


def test_a_domain_stays_in_one_fold(truth_corpus, list_corpus):
    pages = read_corpus(truth_corpus) + read_corpus(list_corpus)
    assert folds([*pages, *pages], 2) == folds(pages, 2) * 2
    assert set(folds(pages, 4)) == set(range(4))


@pytest.mark.parametrize("count", [0, 1, 5])
def test_folds_need_a_domain_each(truth_corpus, list_corpus, count):
    with pytest.raises(CorpusError, match="folds"):
        folds(read_corpus(truth_corpus) + read_corpus(list_corpus), count)


def test_what_is_no_corpus_says_so(tmp_path, list_corpus):
    with pytest.raises(CorpusError, match="neither"):
        read_corpus(tmp_path)
    (list_corpus / "b.html").unlink()
    with pytest.raises(CorpusError, match="b has no file"):
        read_corpus(list_corpus)
    (list_corpus / "pages.json").write_text('[{"id": "a"}]', "utf-8")
    with pytest.raises(CorpusError, match="url"):
        read_corpus(list_corpus)
