"""Extraction gives for the bundled pages what it gave before, to the letter."""

from __future__ import annotations

import json
from collections import Counter

import golden_texts
import pytest
from example_site import load_expected

AGAIN = (
    'If that is meant, name the model or rule in CHANGES.rst and run: python tests/golden_texts.py --update "its words"'
)


def test_golden_texts_are_those_of_the_packaged_model():
    kept, now = golden_texts.load()["made_by"], golden_texts.made_by()
    assert kept == now, f"The golden texts were made by {kept}, the package has {now}. {AGAIN}"


def test_the_model_and_the_last_change_are_named_in_the_changes():
    kept = golden_texts.load()
    for words in (f"``{kept['made_by']['model']}``", kept["change"]):
        assert golden_texts.is_named(words), f"CHANGES.rst does not say {words!r}, which the golden texts came with"


@pytest.mark.parametrize("path", golden_texts.PATHS)
def test_a_page_gives_its_golden_text(path):
    now = golden_texts.current(path)
    for part, kept in golden_texts.load()["pages"][path].items():
        assert now[part] == kept, f"{part} of {path} is another. {AGAIN}"


def test_every_kind_language_and_encoding_is_among_them():
    site = load_expected()
    chosen = [page for page in site if page.path in golden_texts.PATHS]
    assert len(chosen) == len(golden_texts.PATHS) == len(golden_texts.load()["pages"])
    for part in ("type", "language", "encoding"):
        among = Counter(getattr(page, part) for page in chosen)
        assert set(among) == {getattr(page, part) for page in site}


@pytest.fixture
def workplace(tmp_path, monkeypatch):
    """Copies of the file and the changes, one text of which is not what it was."""
    kept = golden_texts.load()
    kept["made_by"] = golden_texts.made_by()
    kept["pages"]["/courier/privacy/"]["text"] = ["Something else."]
    file, changes = tmp_path / "golden_texts.json", tmp_path / "CHANGES.rst"
    file.write_text(json.dumps(kept), "utf-8")
    changes.write_text("- The model ``mill-7``\n  knows privacy pages.\n", "utf-8")
    monkeypatch.setattr(golden_texts, "FILE", file)
    monkeypatch.setattr(golden_texts, "CHANGES", changes)
    return file


def test_a_change_without_a_name_is_not_written(workplace, capsys):
    before = workplace.read_bytes()
    assert golden_texts.main([]) == 1
    assert "/courier/privacy/ differs" in capsys.readouterr().out
    for words in ("The model mill-8", " "):
        assert golden_texts.main(["--update", words]) == 1
        assert "not written" in capsys.readouterr().out
    assert workplace.read_bytes() == before


def test_a_named_change_is_written(workplace):
    assert golden_texts.main(["--update", "The model ``mill-7`` knows"]) == 0
    kept = golden_texts.load()
    assert kept["change"] == "The model ``mill-7`` knows"
    assert kept["pages"]["/courier/privacy/"] == golden_texts.current("/courier/privacy/")
    assert golden_texts.main([]) == 0
