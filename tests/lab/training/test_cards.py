from __future__ import annotations

import numpy as np
import pytest

from scrapy_maincontent.lab.corpus.annotated import CorpusError
from scrapy_maincontent.lab.training import page_type
from scrapy_maincontent.lab.training.cards import (
    HEADING,
    about_crf,
    about_fujita,
    about_lines,
    about_tree,
    provenance,
    read_corpora,
)

TREE = {"features": ["a", "b"], "tree": {"feature": [0, -1, -1]}, "blocks": None}
BLOCKS = {"kinds": ["paging"], "without": ["paging.region"], "order": "last", "deviations": 1.5, "printed": False}
CRFS = {"features": {"a": [1]}, "text": b"x" * 12_000, "parent": b"x" * 9}


def test_a_tree_over_text_blocks():
    assert about_tree(TREE) == "2 features, 3 nodes. The tree is over text blocks."


def test_a_tree_over_blocks():
    text = about_tree(TREE | {"blocks": BLOCKS})
    for part in ("Uda", "used: paging", "left out: paging.region", "disagree: last", "1.5 standard"):
        assert part in text
    assert "as printed" not in text
    assert "used: paging (detected as printed)" in about_tree(TREE | {"blocks": BLOCKS | {"printed": True}})
    assert "used: none" in about_tree(TREE | {"blocks": BLOCKS | {"kinds": []}})


@pytest.mark.parametrize(
    ("thresholds", "part"),
    [
        (None, "baseline"),
        (
            {"upper": 70, "lower": 40, "as_printed": False, "first": None},
            "all main from 70 % on, the parent not main below 40 %",
        ),
        ({"upper": 70, "lower": 40, "as_printed": True, "first": None}, "all main above 70 %, the parent"),
        ({"upper": 50, "lower": 10, "as_printed": False, "first": 25}, "what they leave is main from 25 % on"),
    ],
)
def test_two_crfs(thresholds, part):
    text = about_fujita(CRFS | {"thresholds": thresholds})
    assert part in text
    assert "12,000 and 9 bytes" in text


def test_the_stages_of_the_default_method():
    tokens = {"own": (["a", "b"], np.ones(2)), "text": (["c"] * 1_000, np.ones(1_000))}
    arrays = {"article_leaves": np.zeros((64, 32)), "article_feature": np.zeros(1_984)}
    arrays |= {"other_leaves": np.zeros((32, 32)), "other_feature": np.zeros(9)}
    betas = {"article": 0.5, "other": 2.0}
    model = {"features": ["x"] * 5, "lexicon": tokens, "arrays": arrays, "chain_share": 0.5, "betas": betas}
    text = about_crf(model)
    for part in (
        "5 features",
        "1,002 tokens",
        "article pages 64 boosted trees",
        "1,984 tests",
        "50%",
        "beta 0.5 for article pages and 2 for other pages;",
    ):
        assert part in text


@pytest.mark.parametrize(
    ("sight", "part"),
    [
        ({"around": 0, "margin": False}, "sees f1 to f13 of a line. Between"),
        ({"around": 1, "margin": True}, "sees f1 to f13 of a line and of 1 on each side, and the margin. Between"),
    ],
)
def test_a_tree_over_lines(sight, part):
    classes = {"classes": ["N", "H"], "weights": [1.0, 3.25], "title_gap": 10}
    text = about_lines(TREE | classes | {"sight": sight})
    for expected in (part, "2 features of a line, 3 nodes", "at most 10 lines", "N 1, H 3.25"):
        assert expected in text


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
    assert paragraphs[2:] == ["## Attribution", "Pages of the Mill archive, CC BY 4.0"]
    assert "## Attribution" not in provenance(read_corpora(folders[:1]), [])
