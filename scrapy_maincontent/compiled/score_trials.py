"""The trial of the compiled scores: they must be Python's on a page that has everything, to the last bit."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core import dom
from ..core.flatten import fill
from ..core.limits import Limits
from ..core.measures import measure
from ..core.page import Page

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..core.measures import Measures
    from ..methods._parts import Parts

TRIAL_PAGE = """<html><body class="home page-2"><nav class="mainNav HTMLMenu" id="nav-12" role="Navigation"><ul>
<li class="item"><a href=/>Home</a><li class="item x34y"><a href=/n>All  news, of the day!</a>
<li>\u3000連絡先</ul></nav>
<main itemprop="articleBody" class="Épilogue body"><h1>One day</h1><p class="lead">It was (as ever) a long and quiet
day, and the mill stood there for all of the 40 years that <a href=/m> followed </a> it, in the rain.</p>
<h2>Share this</h2><p>山の上の小さな村では、水車小屋が長いあいだ使われずに立っていた。</p><p>Again a day, and again a
long one, with all of its rain, and the mill, and the day after it.</p><div id="comments"><p>All  news, of the day!
<p>Share this<p>Share this</div><pre>a\n\n  b</pre></main><x-own class=footer><p><a href=/i>Imprint</a> 12.34 €
</x-own><p>Home</body></html>"""
_WORDS = ("day", "mill", "share", "this", "rain", "all", "home", "imprint", "0.0")
_TOKENS = (
    *("c:item", "c:page-0", "c:lead", "w:item", "w:nav", "w:html", "w:menu", "w:main", "ic:nav-0", "iw:nav", "t:li"),
    *("iw:comments", "t:div", "t:p", "t:main", "r:navigation", "p:articlebody", "c:épilogue", "w:pilogue", "w:body"),
)


def scores_agree(module: Any) -> bool:
    """Tell whether the compiled module measures, scores and selects on the trial page as Python does."""
    from ..core.measuring import compiled_measure
    from ..methods._compiled_scorer import CompiledScorer
    from ..methods._reasons import phrases
    from ..methods._scorer import PythonScorer

    page = fill(Page(), dom.read(TRIAL_PAGE.encode()), Limits())
    measures, others = measure(page), compiled_measure(module, page)
    if not same_measures(measures, others):
        return False
    parts = trial_parts()
    scorer, other = PythonScorer(parts), CompiledScorer(module, parts)
    scored = scorer.score(page, measures)
    if not all(map(np.array_equal, scored, other.score(page, others))):
        return False
    doubted, told = measures.words > measures.words.mean(), phrases("trial")
    return all(
        scorer.choose(measures, scored, doubts, beta, told) == other.choose(others, scored, doubts, beta, told)
        for doubts in (None, doubted)
        for beta in (0.2, 1.0, 5.0)
    )


def trial_parts(trees: int = 150) -> Parts:
    """Return a made model; with more trees than NumPy adds up in one go, unless told otherwise."""
    from ..methods._boosted import MOST_LEAVES, Boosted
    from ..methods._chain import ATTRIBUTES, VALUES, Chain
    from ..methods._crf_features import FEATURES
    from ..methods._lexicon import LEVELS, Lexicon
    from ..methods._parts import Parts

    elements = {token: number for number, token in enumerate(_TOKENS)}
    weights = {
        level: {token: _weight(number + place) for token, number in elements.items()}
        for place, level in enumerate(LEVELS[:-1])
    }
    weights[LEVELS[-1]] = {word: _weight(number) for number, word in enumerate(_WORDS)}
    tests = np.arange(4 * len(FEATURES))
    arrays = {
        "feature": tests % len(FEATURES),
        "threshold": np.sin(tests * tests).astype(np.float32) * np.float32(3),
        "tree": tests % trees,
        "mask": ~(np.uint32(1) << (tests % (MOST_LEAVES - 1)).astype(np.uint32)),
        "leaves": np.sin(np.arange(trees * MOST_LEAVES)).reshape(trees, MOST_LEAVES),
    }
    chain = np.sin(np.arange(len(ATTRIBUTES) * VALUES)).reshape(-1, VALUES)
    return Parts(
        Lexicon(weights, 0.1), Boosted(arrays, len(FEATURES)), Chain(chain, np.array([[1, -1], [-1, 0.5]])), 0.5
    )


def _weight(number: int) -> float:
    return float(np.float16(np.sin(number)))


def same_measures(measures: Measures, others: Measures) -> bool:
    """Tell whether all arrays are the same."""
    return all(
        _equal(getattr(measures, one.name), getattr(others, one.name)) for one in fields(measures) if one.compare
    )


def _equal(one: NDArray[Any], other: NDArray[Any]) -> bool:
    """Compare arrays, or tuples of them."""
    return bool(np.array_equal(one, other)) and np.asarray(one).dtype == np.asarray(other).dtype
