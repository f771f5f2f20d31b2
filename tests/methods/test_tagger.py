from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pycrfsuite
import pytest

from scrapy_maincontent.methods import fujita
from scrapy_maincontent.methods.fujita import Tagger


def trained(path, *sequences):
    trainer = pycrfsuite.Trainer(verbose=False)
    for items, labels in sequences:
        trainer.append(items, labels)
    trainer.train(str(path))
    return path.read_bytes()


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    long, short = ["long", "dots"], ["short"]
    sequences = [([short, long, long, short], ["other", "main", "main", "other"])] * 20
    return trained(tmp_path_factory.mktemp("crf") / "crf", *sequences, ([long, short], ["main", "other"]))


def test_labels_and_how_likely_they_are(content):
    tagged = Tagger(content).tag([["short"], ["long", "dots", "unheard of"], ["long"], ["short"]])
    assert tagged.main == [False, True, True, False]
    assert [score > 0.5 for score in tagged.scores] == tagged.main
    assert all(0 <= score <= 1 for score in tagged.scores)


def test_no_items_no_labels(content):
    tagged = Tagger(content).tag([])
    assert (tagged.main, tagged.scores) == ([], [])


def test_a_long_sequence_is_tagged_in_parts(content, monkeypatch):
    items = [["short"], ["long", "dots"], ["long"], ["short"]] * 5
    whole = Tagger(content).tag(items)
    monkeypatch.setattr(fujita, "LONGEST", 8)
    parts = Tagger(content).tag(items)
    assert parts.main == whole.main
    assert parts.scores[:8] == Tagger(content).tag(items[:8]).scores


@pytest.mark.parametrize("label", ["main", "other"])
def test_a_crf_that_knows_one_label_only(tmp_path, label):
    tagged = Tagger(trained(tmp_path / "crf", ([["a"], ["b"]], [label, label]))).tag([["a"], ["c"]])
    assert tagged.main == [label == "main"] * 2
    assert tagged.scores == [float(label == "main")] * 2


def test_other_labels_are_refused(tmp_path):
    with pytest.raises(ValueError, match="labels are maybe"):
        Tagger(trained(tmp_path / "crf", ([["a"]], ["maybe"])))


def test_a_crf_that_has_learnt_nothing_is_refused(tmp_path):
    with pytest.raises(ValueError, match="labels are none"):
        Tagger(trained(tmp_path / "crf"))


def test_what_is_no_whole_model_is_refused(content):
    """CRFsuite itself would read behind the end of what it is given."""
    for damaged in (b"", b"{}", content[:20], content[:100], content[:-1], content + b"\0", b"x" * len(content)):
        with pytest.raises(ValueError, match="its CRF is"):
            Tagger(damaged)


def test_threads_do_not_disturb_each_other(content):
    tagger = Tagger(content)
    sequences = [[["short"], *[["long"]] * count, ["short"]] for count in range(1, 40)]
    alone = [tagger.tag(sequence) for sequence in sequences]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(tagger.tag, sequences)) == alone
