from __future__ import annotations

import numpy as np
import pycrfsuite
import pytest
from crf_pages import annotated_articles, article, page_of
from growth import check_linear, steps

from scrapy_maincontent.features.measures import measure
from scrapy_maincontent.lab.training.crf import crf_rows, fit_chain, read_weights, spelled_out
from scrapy_maincontent.methods.crf_features import PageFeatures
from scrapy_maincontent.methods.trees import ATTRIBUTES, MOST_LEAVES, VALUES, Boosted, Chain, attributes, probability
from scrapy_maincontent.papers.decision_tree import Tree

DATA = {
    "feature": [0, -1, 1, -1, -1],
    "threshold": [1.5, 0, 10, 0, 0],
    "left": [1, 0, 3, 0, 0],
    "right": [2, 0, 4, 0, 0],
    "value": [0.5, 0.1, 0.5, 0.7, 0.9],
}
NAMES = ["depth", "words"]


def test_rows_end_in_their_leaves():
    tree = Tree.from_dict(DATA, NAMES)
    rows = np.array([[1.5, 99], [2, 10], [2, 10.5]], np.float32)
    assert tree.leaves(rows).tolist() == [1, 3, 4]
    assert tree.leaves(rows[:0]).tolist() == []


def test_a_leaf_has_the_path_to_it():
    assert Tree.from_dict(DATA, NAMES).paths == {
        1: "depth <= 1.5",
        3: "depth > 1.5, words <= 10",
        4: "depth > 1.5, words > 10",
    }


@pytest.mark.parametrize(
    "change",
    [
        {"left": [0, 0, 3, 0, 0]},
        {"right": [5, 0, 4, 0, 0]},
        {"feature": [2, -1, 1, -1, -1]},
        {"feature": [-2, -1, 1, -1, -1]},
        {"value": [0.5]},
        {"feature": [], "threshold": [], "left": [], "right": [], "value": []},
    ],
)
def test_a_damaged_tree_is_refused(change):
    with pytest.raises(ValueError, match="tree"):
        Tree.from_dict(DATA | change, NAMES)


COLUMNS = 6
LIGHTGBM_ZERO = 1e-30
"""LightGBM takes what is nearer to zero than 1e-35 for zero when it reads a matrix, and has thresholds there."""


@pytest.fixture(scope="module")
def lightgbm():
    return pytest.importorskip("lightgbm", reason="training needs the extra train")


def rows_of(count, seed):
    """Columns of reals, of few numbers, of one number, and of large ones."""
    random = np.random.default_rng(seed)
    matrix = random.normal(size=(count, COLUMNS))
    matrix[:, 1] = random.integers(0, 4, count)
    matrix[:, 2] = 5
    matrix[:, 3] = random.integers(0, 10**6, count) / 3
    return matrix.astype(np.float32)


def trained(lightgbm, **parameters):
    """Return a LightGBM model and its trees as arrays."""
    from scrapy_maincontent.lab.training.crf import as_arrays

    matrix = rows_of(3_000, 1)
    targets = 1 / (1 + np.exp(-3 * matrix[:, 0] * (matrix[:, 1] > 1) + matrix[:, 3] / 2e5))
    defaults = {"objective": "cross_entropy", "num_leaves": MOST_LEAVES, "use_missing": False, "verbose": -1}
    chosen = defaults | {"num_threads": 1, "min_data_in_leaf": 20, "seed": 3} | parameters
    booster = lightgbm.train(chosen, lightgbm.Dataset(matrix, targets, params=chosen), 40)
    return booster, as_arrays(booster.dump_model()["tree_info"]).arrays


@pytest.mark.parametrize(
    "parameters",
    [{}, {"num_leaves": 5}, {"min_data_in_leaf": 400}, {"max_bin": 15}, {"min_gain_to_split": 20.0}],
    ids=str,
)
def test_the_scores_are_those_of_lightgbm(lightgbm, parameters):
    booster, arrays = trained(lightgbm, **parameters)
    boosted = Boosted(arrays, COLUMNS)
    for count in (1, 2, 100, 2_047, 2_048, 2_049, 5_000):
        matrix = rows_of(count, count)
        expected = booster.predict(matrix.astype(np.float64), raw_score=True)
        assert np.allclose(boosted.log_odds(matrix), expected, atol=1e-5)


def test_a_value_at_a_threshold_goes_where_lightgbm_sends_it(lightgbm):
    booster, arrays = trained(lightgbm)
    boosted = Boosted(arrays, COLUMNS)
    base = rows_of(1, 5)
    for feature, threshold in zip(arrays["feature"].tolist(), arrays["threshold"], strict=True):
        matrix = np.repeat(base, 3, axis=0)
        least, most = np.float32(-np.inf), np.float32(np.inf)
        matrix[:, feature] = [np.nextafter(threshold, least), threshold, np.nextafter(threshold, most)]
        matrix[np.abs(matrix) < LIGHTGBM_ZERO] = 0
        expected = booster.predict(matrix.astype(np.float64), raw_score=True)
        assert np.allclose(boosted.log_odds(matrix), expected, atol=1e-5)


def test_trees_of_one_leaf(lightgbm):
    from scrapy_maincontent.lab.training.crf import as_arrays

    booster, arrays = trained(lightgbm, min_gain_to_split=1e9)
    assert len(arrays["feature"]) == 0
    matrix = rows_of(10, 2)
    assert np.allclose(Boosted(arrays, COLUMNS).log_odds(matrix), booster.predict(matrix, raw_score=True), atol=1e-5)
    stump = {
        "split_feature": 0,
        "threshold": 0.5,
        "left_child": {"leaf_value": -1.0},
        "right_child": {"leaf_value": 2.0},
    }
    mixed = as_arrays([{"tree_structure": {"leaf_value": 0.25}}, {"tree_structure": stump}]).arrays
    assert Boosted(mixed, 1).log_odds(np.array([[0.5], [0.75]], np.float32)).tolist() == [-0.75, 2.25]


def test_rows_do_not_depend_on_each_other(lightgbm):
    _, arrays = trained(lightgbm)
    boosted, matrix = Boosted(arrays, COLUMNS), rows_of(2_500, 4)
    together = boosted.log_odds(matrix)
    for number in (0, 1, 2_047, 2_048, 2_499):
        assert boosted.log_odds(matrix[number : number + 1])[0] == together[number]
    assert np.array_equal(boosted.log_odds(np.asfortranarray(matrix)), together)


def small():
    """A tree of two leaves, one of one leaf."""
    return {
        "feature": np.array([1], np.int16),
        "threshold": np.array([0.5], np.float32),
        "tree": np.array([0], np.int16),
        "mask": np.array([0xFFFFFFFE], np.uint32),
        "leaves": np.array([[-1, 1], [0.5, 0]], np.float32),
    }


def test_a_small_model():
    matrix = np.array([[9, 0], [9, 0.5], [9, 0.6], [9, np.inf]], np.float32)
    assert Boosted(small(), 2).log_odds(matrix).tolist() == [-0.5, -0.5, 1.5, 1.5]


@pytest.mark.parametrize(
    ("change", "columns"),
    [
        ({"threshold": np.zeros(2, np.float32)}, 2),
        ({"mask": np.zeros(0, np.uint32)}, 2),
        ({"tree": np.array([2], np.int16)}, 2),
        ({"tree": np.array([-1], np.int16)}, 2),
        ({"feature": np.array([-1], np.int16)}, 2),
        ({}, 1),
        ({"leaves": np.zeros(2, np.float32)}, 2),
        ({"leaves": np.zeros((2, MOST_LEAVES + 1), np.float32)}, 2),
    ],
    ids=["thresholds", "masks", "tree", "no tree", "feature", "columns", "flat leaves", "many leaves"],
)
def test_arrays_that_do_not_fit_together_are_refused(change, columns):
    with pytest.raises(ValueError, match=r"its (nodes|leaves)|a node names"):
        Boosted(small() | change, columns)


def test_log_odds_become_probabilities():
    assert probability(np.array([0.0, np.log(3), -np.log(3)])).tolist() == pytest.approx([0.5, 0.75, 0.25])


def test_rows_are_scored_together(lightgbm):
    _, arrays = trained(lightgbm)
    matrix = rows_of(60_000, 6)
    assert steps(lambda: Boosted(arrays, COLUMNS).log_odds(matrix)) < len(matrix) / 10


PER_ATTRIBUTE = 12
"""Values of an attribute of the made sequences; the training has seen all but the last two."""


def sequence(count, seed, values=PER_ATTRIBUTE):
    """Return attribute values and labels; labels come in runs, and some values speak for main."""
    random = np.random.default_rng(seed)
    labels = np.cumsum(random.random(count) < 0.1) % 2
    found = random.integers(0, values, (count, len(ATTRIBUTES)))
    found[:, 0] = np.where(random.random(count) < 0.8, labels * 5 + random.integers(0, 5, count), found[:, 0])
    return found, [str(label) for label in labels]


@pytest.fixture(scope="module")
def crf_file(tmp_path_factory):
    """A model file of python-crfsuite over made sequences."""
    trainer = pycrfsuite.Trainer(params={"c2": 0.1, "max_iterations": 60}, verbose=False)
    for seed in range(30):
        values, labels = sequence(40, seed, PER_ATTRIBUTE - 2)
        trainer.append(spelled_out(values), labels)
    path = str(tmp_path_factory.mktemp("chain") / "chain")
    trainer.train(path)
    return path


@pytest.mark.parametrize("count", [1, 2, 3, 50, 5_000])
def test_marginals_are_those_of_python_crfsuite(crf_file, count):
    values, _ = sequence(count, 1_000 + count)
    tagger = pycrfsuite.Tagger()
    tagger.open(crf_file)
    tagger.set(spelled_out(values))
    expected = [tagger.marginal("1", number) for number in range(count)]
    found = Chain(*read_weights(crf_file)).marginals(values)
    assert np.allclose(found, expected, atol=1e-4)
    assert count < 50 or np.ptp(found) > 0.9


def test_a_run_carries_a_doubtful_block():
    weights = np.zeros((len(ATTRIBUTES), VALUES))
    weights[0, 1], weights[0, 2] = 3, -3
    chain = Chain(weights, np.array([[1.5, -1.5], [-1.5, 1.5]]))
    values = np.zeros((5, len(ATTRIBUTES)), int)

    def doubtful(around):
        values[:, 0] = [around, around, 0, around, around]
        return chain.marginals(values)[2]

    assert doubtful(1) > 0.9
    assert doubtful(2) < 0.1
    assert doubtful(0) == pytest.approx(0.5)


def test_without_transitions_blocks_stand_alone():
    weights = np.zeros((len(ATTRIBUTES), VALUES))
    weights[3, 7] = np.log(3)
    values = np.zeros((4, len(ATTRIBUTES)), int)
    values[1, 3] = 7
    assert Chain(weights, np.zeros((2, 2))).marginals(values) == pytest.approx([0.5, 0.75, 0.5, 0.5])


def test_long_runs_of_certain_blocks_stay_finite():
    weights = np.full((len(ATTRIBUTES), VALUES), 3.0)
    marginals = Chain(weights, np.array([[5.0, -5.0], [-5.0, 5.0]])).marginals(np.zeros((60_000, len(ATTRIBUTES)), int))
    assert np.isfinite(marginals).all()
    assert marginals.min() > 0.99


@pytest.mark.parametrize(
    ("weights", "transitions"),
    [((len(ATTRIBUTES), VALUES - 1), (2, 2)), ((VALUES, len(ATTRIBUTES)), (2, 2)), ((len(ATTRIBUTES), VALUES), (4,))],
)
def test_arrays_of_another_shape_are_refused(weights, transitions):
    with pytest.raises(ValueError, match="its chain has the shapes"):
        Chain(np.zeros(weights), np.zeros(transitions))


EXTREME = f"""<body><h1>x</h1><p>{"word " * 5_000}</p><a href="/">link</a><h6>-</h6><pre>a</pre><blockquote>b</blockquote>
<table><tr><td>c<td>本文本文</table><dl><dt>d<dd>e</dl>{"<p>f</p>" * 30}</body>"""


@pytest.mark.parametrize("log_odds", [-100.0, -9.0, 0.0, 9.0, 100.0])
def test_all_values_have_a_weight(log_odds):
    page = page_of(EXTREME)
    values = attributes(PageFeatures.of(page, measure(page)), np.full(len(page.texts), log_odds))
    assert values.shape == (len(page.texts), len(ATTRIBUTES))
    assert values.min() >= 0
    assert values.max() < VALUES


def test_a_higher_score_is_never_a_lower_value():
    page = page_of("<p>One</p>")
    seen = PageFeatures.of(page, measure(page))
    values = [attributes(seen, np.array([score]))[0] for score in np.linspace(-10, 10, 81)]
    scores = [row[ATTRIBUTES.index("score")] for row in values]
    assert scores == sorted(scores)
    assert len(set(scores)) > 10
    for pool in ("path", "look", "section"):
        assert [row[ATTRIBUTES.index(pool)] for row in values] == scores


def test_the_block_before_counts_where_the_path_is_the_same():
    page = page_of("<p>One</p><p>Two</p><ul><li>Three</li></ul>")
    first, same, other = attributes(PageFeatures.of(page, measure(page)), np.array([5.0, 5.0, 5.0]))[:, -1].tolist()
    assert ATTRIBUTES[-1] == "same_path"
    assert len({first, same, other}) == 3


def test_the_chain_is_trained_on_pages(tmp_path):
    """Where the score says nothing, other evidence does: these pages' articles are long paragraphs without links."""
    pages = [crf_rows(page) for page in annotated_articles(tmp_path)]
    chain = Chain(*fit_chain(pages, [np.zeros(len(rows.targets)) for rows in pages]))
    page = page_of(article(20, 4))
    likely = chain.marginals(attributes(PageFeatures.of(page, measure(page)), np.zeros(len(page.texts))))
    by_text = dict(zip(page.texts, likely.tolist(), strict=True))
    assert min(value for text, value in by_text.items() if "Part" in text) > 0.8
    assert max(by_text[text] for text in ("Home", "Imprint Privacy", "Library opens late")) < 0.3


def test_the_work_grows_no_faster_than_the_sequence():
    random = np.random.default_rng(3)
    chain = Chain(random.normal(size=(len(ATTRIBUTES), VALUES)), random.normal(size=(2, 2)))

    def sequence_of(n):
        return random.integers(0, VALUES, (200 * n, len(ATTRIBUTES)))

    check_linear(sequence_of, chain.marginals)
    assert np.isfinite(chain.marginals(sequence_of(1000))).all()
