from __future__ import annotations

import pytest

from scrapy_maincontent.corpus.annotated import CorpusError
from scrapy_maincontent.training import page_type
from scrapy_maincontent.training.cards import HEADING, provenance, read_corpora


@pytest.fixture
def folders(tmp_path):
    """Two corpora of one page each, in folders of the same name."""
    found = []
    for name in ("mill", "ferry"):
        folder = tmp_path / name / "pages"
        (folder / f"{name}.example").mkdir(parents=True)
        (folder / f"{name}.example" / "page.html").write_text(f"<p>The {name} runs again.</p>", "utf-8")
        (folder / f"{name}.example" / "page.txt").write_text(f"The {name} runs again.", "utf-8")
        found.append(folder)
    return found


def test_two_corpora_of_one_name_are_refused(folders):
    with pytest.raises(CorpusError, match="same name"):
        read_corpora(folders)


def test_training_of_page_types_refuses_them_as_well(folders, tmp_path, capsys):
    assert page_type.main([*map(str, folders), "-o", str(tmp_path / "types.json")]) == 1
    assert "same name" in capsys.readouterr().err


def test_a_card_ends_with_pages_and_attributions(folders):
    paragraphs = provenance(read_corpora(folders[:1]), ["Pages of the Mill archive, CC BY 4.0"])
    assert paragraphs[0] == HEADING
    assert paragraphs[1].startswith("pages: 1 pages, digest `")
    assert paragraphs[2:] == ["mill.example/page", "## Attribution", "Pages of the Mill archive, CC BY 4.0"]
    assert "## Attribution" not in provenance(read_corpora(folders[:1]), [])
