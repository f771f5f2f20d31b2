# methods/_scorer.py: page and measures -> how likely each text block is main content.

cdef class Scorer:
    """Lexicon, features, boosted trees and chain; the exponentials between `read` and `mix` are NumPy's."""

    cdef Lexicon lexicon
    cdef Boosted boosted
    cdef View weights
    cdef Steps steps
    cdef double chain_share, tree_share

    def __init__(self, Lexicon lexicon not None, Boosted boosted not None, weights, steps, double chain_share):
        """``weights`` (`ATTRIBUTES` x `VALUES`, float64) and ``steps`` (2 x 2) are the chain's."""
        if boosted.features != FIGURE_COUNT + POOL_COUNT:
            raise ValueError("trees of other features")
        self.lexicon, self.boosted = lexicon, boosted
        self.weights = View(weights, sizeof(double), ATTRIBUTE_COUNT * VALUES)
        (self.steps.stay_out, self.steps.go_in), (self.steps.go_out, self.steps.stay_in) = steps
        self.chain_share, self.tree_share = chain_share, 1 - chain_share

    def read(self, page, Measures measures not None, columns, headings, odds):
        """Fill ``columns`` (`FEATURES` x m, float32), ``headings`` (m, intp) and ``odds`` (2 x m, float64).

        ``odds`` are logarithms: what the chain's attributes weigh for main content, and what the trees do against it.
        """
        cdef const Measured* page_of = &measures.arrays
        cdef Py_ssize_t m = page_of.m, groups = max(page_of.n, m + 1), index
        cdef float* column = View(columns, sizeof(float), (FIGURE_COUNT + POOL_COUNT) * m).floats()
        cdef double* logarithms = View(odds, sizeof(double), 2 * m).doubles()
        cdef Room sizes = Room((4 + 2 * RUNS) * m, sizeof(Py_ssize_t))
        cdef Room weights = Room(m, sizeof(float)), linear = Room(3 * m, sizeof(double))
        cdef Seen seen
        if len(page.tags) != page_of.n or len(page.texts) != m:
            raise ValueError("measures of another page")
        seen.groups, seen.headings = sizes.sizes(), View(headings, sizeof(Py_ssize_t), m).sizes()
        seen.codes, seen.runs, seen.weights = seen.groups + 3 * m, seen.groups + 4 * m, weights.floats()
        look(page, page_of, &seen, column)
        self.lexicon.read(page, page_of, linear.doubles())
        pools(linear.doubles(), &seen, m, groups, column + FIGURE_COUNT * m)
        self.boosted.log_odds(column, m, logarithms + m)
        emitted(logarithms + m, page_of, &seen, groups, self.weights.doubles(), logarithms)
        for index in range(m, 2 * m):
            logarithms[index] = -logarithms[index]

    def mix(self, odds, likely):
        """Fill ``likely`` (m, float64) from ``odds`` (2 x m, float64): those of `read`, no longer as logarithms."""
        cdef Py_ssize_t m = len(likely), index
        cdef const double* weighed = View(odds, sizeof(double), 2 * m).doubles()
        cdef double* total = View(likely, sizeof(double), m).doubles()
        if not m:
            raise ValueError("a page without text")
        marginals(weighed, &self.steps, total, m)
        for index in range(m):
            total[index] = self.chain_share * total[index] + self.tree_share * (1 / (1 + weighed[m + index]))
