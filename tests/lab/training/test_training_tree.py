from __future__ import annotations

import json

import numpy as np
import pytest

from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage
from scrapy_maincontent.lab.training import tree as tree_training
from scrapy_maincontent.lab.training.tree import (
    BlockRows,
    Rows,
    block_rows,
    fit_block_tree,
    fit_tree,
    stack,
    write_model,
)
from scrapy_maincontent.page import Kind, Label
from scrapy_maincontent.papers.decision_tree import Tree
from scrapy_maincontent.papers.tree_features import BLOCK_FEATURES, feature_names
from scrapy_maincontent.papers.uda import Configuration

sklearn = pytest.importorskip("sklearn", reason="training needs the extra train")

PAPER = Configuration()


@pytest.fixture(scope="module")
def rows():
    random = np.random.default_rng(1)
    matrix = random.random((400, len(feature_names()))).astype(np.float32)
    targets = (matrix[:, 3] > 0.5).astype(np.float32) * 0.9
    return Rows(matrix, targets, np.ones(400, np.float32))


@pytest.fixture(scope="module")
def trained(rows):
    from sklearn.tree import DecisionTreeClassifier

    matrix, classes, weights = stack([rows])
    return DecisionTreeClassifier(
        criterion="entropy",
        max_leaf_nodes=tree_training.LEAVES,
        min_weight_fraction_leaf=tree_training.MIN_LEAF_SHARE,
        random_state=0,
    ).fit(matrix, classes, sample_weight=weights)


def packed(model):
    return Tree.from_dict(model["tree"], model["features"])


def test_the_packed_tree_leads_to_the_leaves_of_the_trained_one(rows, trained):
    leaves = packed(fit_tree([rows], "test")).leaves(rows.features)
    assert len(set(leaves.tolist())) > 10
    assert np.array_equal(leaves, trained.apply(rows.features))


def test_without_shrinkage_the_packed_tree_answers_as_the_trained_one(rows, trained, monkeypatch):
    monkeypatch.setattr(tree_training, "SHRINKAGE", 0.0)
    tree = packed(fit_tree([rows], "test"))
    answers = tree.value[tree.leaves(rows.features)]
    assert np.allclose(answers, trained.predict_proba(rows.features)[:, 1], atol=1e-4)


SMALL = Rows(np.array([[0], [1], [2]], np.float32), np.array([1, 0, 1], np.float32), np.array([4, 2, 2], np.float32))
"""Three weights of four are main. The first question parts off 0 (all main) from the rest, the second 1 from 2."""


@pytest.mark.parametrize(
    ("shrinkage", "answers"),
    [
        (0.0, [1, 0, 1]),
        # Half of the weight is 4. Below the root a step counts 1 / (1 + 4 / 8), below the right node 1 / (1 + 4 / 4).
        (0.5, [3 / 4 + 1 / 4 * 2 / 3, 3 / 4 - 1 / 4 * 2 / 3 - 1 / 2 * 1 / 2, 3 / 4 - 1 / 4 * 2 / 3 + 1 / 2 * 1 / 2]),
    ],
)
def test_answers_are_drawn_to_those_above(monkeypatch, shrinkage, answers):
    monkeypatch.setattr(tree_training, "SHRINKAGE", shrinkage)
    tree = packed(fit_tree([SMALL], "small"))
    assert tree.value[tree.leaves(SMALL.features)].tolist() == pytest.approx(answers, abs=1e-4)


def test_much_shrinkage_leaves_the_share_of_the_whole(monkeypatch):
    monkeypatch.setattr(tree_training, "SHRINKAGE", 1e9)
    tree = packed(fit_tree([SMALL], "small"))
    assert tree.value.tolist() == pytest.approx([3 / 4] * 5, abs=1e-4)


@pytest.mark.parametrize("target", [0.0, 1.0])
def test_pages_of_one_class_give_a_tree_of_one_leaf(target):
    same = Rows(SMALL.features, np.full(3, target, np.float32), SMALL.weights)
    tree = packed(fit_tree([same], "same"))
    assert tree.value.tolist() == [target]


@pytest.mark.parametrize("edge", [1000, 1000.1, 70000])
def test_neighbouring_numbers_stay_parted(edge):
    """The trained thresholds lie between two float32 numbers; the packed ones are float32 themselves."""
    edge = np.float32(edge)
    steps = [np.nextafter(edge, np.float32(0)), edge, np.nextafter(edge, np.float32(np.inf))]
    close = Rows(np.array(steps, np.float32)[:, None], np.array([0, 1, 0], np.float32), np.ones(3, np.float32))
    tree = packed(fit_tree([close], "close"))
    assert len(set(tree.leaves(close.features).tolist())) == 3


def test_two_trainings_give_the_same_bytes(rows, tmp_path):
    for name in ("a", "b"):
        write_model(fit_tree([rows], "test"), tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    model = json.loads((tmp_path / "a").read_text("utf-8"))
    assert (model["features"], model["blocks"]) == (list(feature_names()), None)


def blocks(count=60, seed=3):
    """Return a page whose blocks of more than 50 words are main."""
    matrix = np.zeros((count, len(BLOCK_FEATURES)), np.float32)
    words = np.random.default_rng(seed).integers(1, 100, count).astype(np.float32)
    matrix[:, BLOCK_FEATURES.index("words")] = words
    return BlockRows(matrix, words, words * (words > 50), [(number, number + 1) for number in range(count)], [])


def test_a_tree_over_blocks_learns_which_are_main():
    model = fit_block_tree([blocks(), None], "blocks", configuration=PAPER)
    page = blocks(seed=4)
    tree = packed(model)
    assert (model["features"], model["blocks"]) == (list(BLOCK_FEATURES), PAPER.as_dict())
    right = (tree.value[tree.leaves(page.features)] >= 0.5) == page.main
    assert right.mean() > 0.9


def test_blocks_without_words_are_not_learnt_from():
    empty = np.zeros(50, np.float32)
    pictures = BlockRows(np.zeros((50, len(BLOCK_FEATURES)), np.float32), empty, empty, [(0, 0)] * 50, [])
    mixed = BlockRows(
        *(
            np.concatenate([getattr(pictures, name), getattr(blocks(), name)])
            for name in ("features", "words", "main_words")
        ),
        [*pictures.texts, *blocks().texts],
        [],
    )
    plain = fit_block_tree([blocks()], "blocks", configuration=PAPER)
    assert fit_block_tree([pictures, blocks()], "blocks", configuration=PAPER) == plain
    assert fit_block_tree([mixed], "blocks", configuration=PAPER) == plain
    with pytest.raises(ValueError, match="no block"):
        fit_block_tree([pictures], "blocks", configuration=PAPER)


def test_two_trainings_over_blocks_give_the_same_bytes(tmp_path):
    for name in ("a", "b"):
        write_model(fit_block_tree([blocks()], "blocks", configuration=PAPER), tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


@pytest.mark.parametrize("pages", [[], [None], [blocks(0)]])
def test_no_block_to_train_on(pages):
    with pytest.raises(ValueError, match="no block"):
        fit_block_tree(pages, "blocks", configuration=PAPER)


def test_a_soft_target_shares_its_weight():
    rows = Rows(np.zeros((2, 1), np.float32), np.array([0.25, 1], np.float32), np.array([4, 2], np.float32))
    _, classes, weights = stack([rows, None])
    assert sorted(zip(classes.tolist(), weights.tolist(), strict=True)) == [(0, 3), (1, 1), (1, 2)]


def test_nothing_to_train_on():
    with pytest.raises(ValueError, match="no page"):
        stack([None])


def test_a_page_without_text_has_no_page():
    assert read_page(b"") is None


PRIOR, ALL = Configuration(frozenset()), Configuration()
MASTHEAD = "<div><p>Ferry Courier</p><p>Founded beside quay seven</p></div>"
TRAIL = '<ol class="breadcrumb"><li><a href="/">Home</a></li><li><a href="/news/">News</a></li><li>Crossing</li></ol>'
STORY = "<div><h1>Sailings resume</h1><p>Engines were replaced during nine weeks ashore.</p><p>Captain Moor expects punctual departures.</p></div>"
STORY_TEXT = (
    "Sailings resume. Engines were replaced during nine weeks ashore. Captain Moor expects punctual departures."
)
PICTURE = "<div><img src=/ship.jpg></div>"
WORDS = {"masthead": 6, "trail": 3, "story": 14}


@pytest.fixture
def read_blocks(tmp_path):
    """Return a page's blocks under each configuration."""

    def read(body, reference, *configurations):
        path = tmp_path / "page.html"
        path.write_text(f"<html><body>{body}</body></html>", "utf-8")
        url = "https://ferry.example/news/crossing"
        page = AnnotatedPage("1", url, path, "utf-8", "article", "ferry.example", "Sailings resume", reference)
        return list(block_rows(page, configurations))

    return read


def test_a_page_becomes_its_blocks(read_blocks):
    (page,) = read_blocks(MASTHEAD + TRAIL + STORY, STORY_TEXT, ALL)
    assert page.texts == [(0, 2), (2, 5), (5, 8)]
    assert page.words.tolist() == list(WORDS.values())
    assert page.main_words.tolist() == [0, 0, WORDS["story"]]
    assert page.main.tolist() == [False, False, True]
    assert page.features.shape == (3, len(BLOCK_FEATURES))
    assert (0, Label.OTHER, "breadcrumb.II.before") in page.evidence


@pytest.mark.parametrize(
    ("body", "words", "main"),
    [
        pytest.param("<p>Gulls circle above</p><p>Nets dry slowly</p>", 3, True, id="half of the words"),
        pytest.param("<p>Gulls circle above</p><p>Nets dry very slowly</p>", 3, False, id="less than half"),
        pytest.param("<p>Gulls circle high above</p><p>Nets dry slowly</p>", 4, True, id="more than half"),
        pytest.param("<p>Boats rest</p><p>Nets dry slowly</p>", 0, False, id="none"),
    ],
)
def test_half_of_the_words_in_the_reference_make_a_block_main(read_blocks, body, words, main):
    reference = "Gulls circle high above" if "high" in body else "Gulls circle above"
    (page,) = read_blocks(body, reference, PRIOR)
    assert page.main_words.tolist() == [words]
    assert page.main.tolist() == [main]


def test_pictures_alone_have_no_truth(read_blocks):
    (page,) = read_blocks(STORY + PICTURE + MASTHEAD, STORY_TEXT, ALL)
    assert page.words.tolist() == [WORDS["story"], 0, WORDS["masthead"]]
    assert page.scored.tolist() == [True, False, True]
    assert page.main.tolist() == [True, False, False]


def test_a_page_without_main_content(read_blocks):
    (page,) = read_blocks(MASTHEAD + STORY, "", ALL)
    assert not page.main.any()
    assert page.scored.all()


def test_configurations_cut_differently_and_count_the_same_words(read_blocks):
    body = f"{MASTHEAD}<div>{TRAIL}{STORY.removeprefix('<div>')}{MASTHEAD}"
    prior, paging, whole = read_blocks(body, STORY_TEXT, PRIOR, Configuration(frozenset({Kind.PAGING})), ALL)
    assert [len(page.texts) for page in (prior, paging, whole)] == [3, 3, 4]
    assert {page.words.sum() for page in (prior, paging, whole)} == {
        2 * WORDS["masthead"] + WORDS["trail"] + WORDS["story"]
    }
    assert {page.main_words.sum() for page in (prior, paging, whole)} == {WORDS["story"]}
    assert (prior.evidence, paging.evidence) == ([], [])
    assert whole.evidence
    assert whole.main.tolist() == [False, False, True, False]


@pytest.mark.parametrize("body", ["", PICTURE, "<script>x</script>"])
def test_a_page_without_text_has_no_rows_in_any_configuration(read_blocks, body):
    assert read_blocks(body, STORY_TEXT, PRIOR, ALL) == [None, None]


def test_an_empty_file_has_no_rows(tmp_path):
    path = tmp_path / "empty.html"
    path.write_bytes(b"")
    page = AnnotatedPage("1", "https://ferry.example/", path, None, "", "ferry.example", "", "")
    assert list(block_rows(page, [PRIOR, ALL])) == [None, None]
