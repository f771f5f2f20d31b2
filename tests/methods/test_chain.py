from __future__ import annotations

import numpy as np
import pycrfsuite
import pytest
from crf_pages import annotated_articles, article, page_of
from growth import check_linear

from scrapy_maincontent.features.measures import measure
from scrapy_maincontent.methods.crf_features import PageFeatures
from scrapy_maincontent.methods.trees import ATTRIBUTES, VALUES, Chain, attributes
from scrapy_maincontent.training.crf import crf_rows, fit_chain, read_weights, spelled_out

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
def trained(tmp_path_factory):
    """A model file of python-crfsuite over made sequences."""
    trainer = pycrfsuite.Trainer(params={"c2": 0.1, "max_iterations": 60}, verbose=False)
    for seed in range(30):
        values, labels = sequence(40, seed, PER_ATTRIBUTE - 2)
        trainer.append(spelled_out(values), labels)
    path = str(tmp_path_factory.mktemp("chain") / "chain")
    trainer.train(path)
    return path


@pytest.mark.parametrize("count", [1, 2, 3, 50, 5_000])
def test_marginals_are_those_of_python_crfsuite(trained, count):
    values, _ = sequence(count, 1_000 + count)
    tagger = pycrfsuite.Tagger()
    tagger.open(trained)
    tagger.set(spelled_out(values))
    expected = [tagger.marginal("1", number) for number in range(count)]
    found = Chain(*read_weights(trained)).marginals(values)
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
