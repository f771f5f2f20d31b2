# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""What method crf makes of measures and the lexicon's scores: features, boosted trees, chain.

The twins of features/structure.py and of methods/crf_features.py and trees.py, over arrays of NumPy.
Numbers are added up in the order in which NumPy adds them, so that every result is the same to the last bit.
"""

from cpython.mem cimport PyMem_Calloc, PyMem_Free
from cpython.ref cimport PyObject
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy, memset

from .measures cimport (
    Attributes, Measured, Measures, Room, View, elements_around, ends_sentence, mixed, prefetch, table_size,
)
from .python_api cimport as_size, dict_item, hash_of, list_item

from ..features.structure import _LAST_CODE, _OWNER_CODES as OWNER_CODES, _TAGS as TAGS
from ..features.measures import LONG_TEXT as _LONG_TEXT
from ..features.structure import FAR as _FAR, LEVELS, _DEEP_BLOCKS, _DEEP_SHARE, _DEEPEST
from ..methods.trees import VALUES as _VALUES, _LIMIT as _SCORE_LIMIT, _LINKED, _SCORES, _WORDS
from ..methods.crf_features import (
    FIGURES, LIMIT as _LIMIT, LONGEST as _LONGEST, POOLS, comment_runs, _FEWEST_WORDS, _MOST_WORDS, _WINDOW,
)

cdef float LONG_TEXT = _LONG_TEXT
cdef Py_ssize_t LAST_CODE = _LAST_CODE, PARAGRAPH = OWNER_CODES["p"], FAR = _FAR
cdef float DEEP_SHARE = _DEEP_SHARE, FEWEST_WORDS = _FEWEST_WORDS, MOST_POOLED = _MOST_WORDS
cdef Py_ssize_t DEEP_BLOCKS = _DEEP_BLOCKS, DEEPEST = _DEEPEST, WINDOW = _WINDOW, RUNS = len(LEVELS) + 1
cdef enum:
    LEVEL_COUNT = 5
    OF_LEVELS = 8
cdef Py_ssize_t FIGURE_COUNT = len(FIGURES), POOL_COUNT = len(POOLS)
cdef Py_ssize_t HEIGHTS[LEVEL_COUNT]
HEIGHTS[0], HEIGHTS[1], HEIGHTS[2], HEIGHTS[3], HEIGHTS[4] = LEVELS

cdef float LONGEST = _LONGEST
cdef struct Around:
    # What a column is of: which of the levels above, and words (0), links (1) or long text (2) of it.
    int level
    int what
cdef Around AROUND[OF_LEVELS]
AROUND[0], AROUND[1], AROUND[2], AROUND[3] = Around(0, 1), Around(1, 1), Around(1, 2), Around(2, 1)
AROUND[4], AROUND[5], AROUND[6], AROUND[7] = Around(2, 2), Around(3, 1), Around(4, 0), Around(4, 1)

cdef struct PageFeatures:
    # What `methods.crf_features.Seen` holds, in its order.
    Py_ssize_t* groups  # 3 x m: path, look, section
    Py_ssize_t* headings  # m
    Py_ssize_t* codes  # m: of tags
    Py_ssize_t* runs  # 2 x RUNS x m: starts, stops
    float* weights  # m

cdef double LIMIT = _LIMIT
cdef enum:
    BORDER_ROOM = 32
if max(map(len, (_SCORES, _WORDS, _LINKED))) > BORDER_ROOM:
    raise ImportError("more constants than there is room for")

cdef enum:
    ROWS = 1024  # that are scored at once
    AT_ONCE = 8  # tests that are applied together
    MAX_LEAVES = 32
    MAX_FEATURES = 128
    CACHE_LINE = 64

cdef struct Test:
    # The tests of one feature.
    Py_ssize_t feature
    Py_ssize_t count  # of thresholds, those that no value is above among them
    const float* thresholds
    const uint32_t* table  # (count + 1) x trees: the leaves that are left over

cdef struct Varying:
    # The tests of a feature that is not the same for all rows.
    const Test* test
    const uint32_t* failed  # how many of them each row fails
    Py_ssize_t changes  # from a row to the next one

cdef struct Work:
    Varying varying[MAX_FEATURES]
    Py_ssize_t count
    uint32_t* shared  # by tree: what the tests leave over that say the same of all rows
    uint32_t* possible  # by tree: what all tests leave over of a row
    uint32_t* kept  # groups x trees: what `AT_ONCE` tests leave over of a row

cdef Py_ssize_t VALUES = _VALUES
cdef double SCORE_LIMIT = _SCORE_LIMIT
cdef enum:
    ATTRIBUTE_COUNT = 10

cdef struct Borders:
    Py_ssize_t count
    double values[BORDER_ROOM]

cdef struct Steps:
    # What it weighs that a label follows another one.
    double stay_out
    double go_in
    double go_out
    double stay_in


cdef class Boosted


cdef class Scorer:
    """Features, boosted trees and chain; the exponentials between `read` and `mix` are NumPy's."""

    cdef Boosted boosted
    cdef View weights
    cdef Steps steps
    cdef double chain_share, tree_share

    def __init__(self, Boosted boosted not None, weights, steps, double chain_share):
        """``weights`` (`ATTRIBUTES` x `VALUES`, float64) and ``steps`` (2 x 2) are the chain's."""
        if boosted.features != FIGURE_COUNT + POOL_COUNT:
            raise ValueError("trees of other features")
        self.boosted = boosted
        self.weights = View(weights, sizeof(double), ATTRIBUTE_COUNT * VALUES)
        (self.steps.stay_out, self.steps.go_in), (self.steps.go_out, self.steps.stay_in) = steps
        self.chain_share, self.tree_share = chain_share, 1 - chain_share

    def read(self, page, Measures measures not None, linear, columns, odds, groups):
        """Fill ``columns`` (`FEATURES` x m, float32), ``odds`` (2 x m, float64) and ``groups`` (2 x m, intp).

        ``linear`` (3 x m, float64) are the lexicon's scores. ``odds`` are logarithms: what the chain's attributes weigh
        for main content, and what the trees do against it. ``groups`` are those of the same tags above, and of the same
        tag and class.
        """
        cdef const Measured* page_of = &measures.arrays
        cdef Py_ssize_t m = page_of.m, most = max(page_of.n, m + 1), index
        cdef float* column = View(columns, sizeof(float), (FIGURE_COUNT + POOL_COUNT) * m).floats()
        cdef double* logarithms = View(odds, sizeof(double), 2 * m).doubles()
        cdef Py_ssize_t* alike = View(groups, sizeof(Py_ssize_t), 2 * m).sizes()
        cdef Room sizes = Room((5 + 2 * RUNS) * m, sizeof(Py_ssize_t))
        cdef Room weights = Room(m, sizeof(float))
        cdef const double* scores = View(linear, sizeof(double), 3 * m).doubles()
        cdef PageFeatures features
        if len(page.tags) != page_of.n or len(page.texts) != m:
            raise ValueError("measures of another page")
        features.groups = sizes.sizes()
        features.headings, features.codes = features.groups + 3 * m, features.groups + 4 * m
        features.runs = features.groups + 5 * m
        features.weights = weights.floats()
        find_features(page, measures.attributes, page_of, &features, column)
        pools(scores, &features, m, most, column + FIGURE_COUNT * m)
        self.boosted.log_odds(column, m, logarithms + m)
        emitted(logarithms + m, page_of, &features, most, self.weights.doubles(), logarithms)
        for index in range(m, 2 * m):
            logarithms[index] = -logarithms[index]
        memcpy(alike, features.groups, 2 * m * sizeof(Py_ssize_t))  # the first two of three

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


# --- Features that need no trained weights: `methods.crf_features.Seen`.


cdef int find_features(
    page, Attributes attributes, const Measured* page_of, PageFeatures* features, float* column
) except -1:
    """Fill ``features``, and the columns of `FIGURES` (m each)."""
    cdef Py_ssize_t m = page_of.m, index, section = 0
    group_by_path(page, page_of.owners, m, page_of.parents, page_of.n, features.groups)
    group_by_look(page.tags, attributes, page_of.owners, m, features.groups + m)
    read_tags(page, page_of.owners, m, features.headings, features.codes)
    for index in range(m):
        section += features.headings[index] > 0
        features.groups[2 * m + index] = section
        features.weights[index] = min(max(page_of.words[index], FEWEST_WORDS), MOST_POOLED)
        column[index] = page_of.linked[index]
        column[m + index] = <float>features.codes[index]
    column = fill_surroundings(page_of, features.runs, column + 2 * m)
    column = fill_central(page_of, column)
    for index in range(m):
        column[index] = <float>page_of.times[index]
        column[m + index] = <float>page_of.before[index]
    column = fill_lookalikes(page_of, features.groups, column + 2 * m)
    column = fill_lookalikes(page_of, features.groups + m, column)
    column = fill_place(page_of, features.headings, column)
    memset(column, 0, m * sizeof(float))
    for start, stop in comment_runs(page):
        for index in range(max(<Py_ssize_t>start, 0), min(<Py_ssize_t>stop, m)):
            column[index] = 1
    column = fill_signs(page, page_of, features, column + m)
    return fill_page(page_of, features.codes, len(page.texts), page.tags.count("article"), len(page.objects), column)


cdef float* fill_surroundings(const Measured* page_of, Py_ssize_t* runs, float* column) noexcept:
    """Find the elements above each text block and its window; fill in words, links and long text of the first."""
    cdef Py_ssize_t m = page_of.m, index, element, level, height
    cdef Py_ssize_t* stops = runs + RUNS * m
    cdef Py_ssize_t above[LEVEL_COUNT]
    cdef float words
    cdef float total_long = max(page_of.long_before[m], 1)
    cdef int place
    for index in range(m):
        element, level = page_of.owners[index], 0
        for height in range(1, HEIGHTS[LEVEL_COUNT - 1] + 1):
            element = page_of.parents[element]
            if height == HEIGHTS[level]:
                above[level] = element
                runs[level * m + index] = page_of.starts[element]
                stops[level * m + index] = page_of.stops[element]
                level += 1
        runs[level * m + index] = max(index - WINDOW, 0)
        stops[level * m + index] = min(index + WINDOW + 1, m)
        for place in range(OF_LEVELS):
            element = above[AROUND[place].level]
            words = page_of.words_inside[element]
            if AROUND[place].what == 1:
                words = page_of.linked_inside[element] / max(words, <float>1)
            elif AROUND[place].what == 2:
                words = page_of.long_inside[element] / total_long
            column[place * m + index] = words
    return column + OF_LEVELS * m


cdef float* fill_central(const Measured* page_of, float* column) except NULL:
    """Find the deep and the top node, and fill in where each text block stands to them; no depths for the deep one."""
    cdef Py_ssize_t m = page_of.m, deep = 0, top = 0, index, depth, deepest = -1
    cdef float total_long = page_of.long_before[m], points
    cdef double score, best = 0
    cdef Room room = Room(2 * page_of.n, sizeof(double))
    cdef double* near = room.doubles()
    cdef double* far = near + page_of.n
    for index in range(m):
        if page_of.words[index] >= LONG_TEXT:
            points = min(page_of.words[index] / 20, <float>3)
            points = (1 + points) * (1 - page_of.linked[index])
            near[page_of.parents[page_of.owners[index]]] += points
            far[page_of.parents[page_of.parents[page_of.owners[index]]]] += points / 2
    for index in range(page_of.n):
        if page_of.long_inside[index] >= DEEP_SHARE * total_long and (
            page_of.stops[index] - page_of.starts[index] >= DEEP_BLOCKS
        ):
            depth = page_of.depths[index]
        else:
            depth = -1
        if index == 0 or depth > deepest:
            deepest, deep = depth, index
        points = 1 - page_of.linked_inside[index] / max(page_of.words_inside[index], <float>1)
        score = (near[index] + far[index]) * points
        if index == 0 or score > best:
            best, top = score, index
    column = fill_node(page_of, deep, False, column)
    return fill_node(page_of, top, True, column)


cdef float* fill_node(const Measured* page_of, Py_ssize_t node, bint depths, float* column) noexcept:
    cdef Py_ssize_t m = page_of.m, index, low, high, depth
    cdef float share = page_of.long_inside[node] / max(page_of.long_before[m], <float>1)
    cdef float* away = column + 2 * m if depths else column + m
    for index in range(m):
        low, high = index - page_of.starts[node], index - page_of.stops[node] + 1
        column[index] = low >= 0 and high <= 0
        if depths:
            depth = page_of.depths[page_of.owners[index]] - page_of.depths[node]
            column[m + index] = <float>min(max(depth, -DEEPEST), DEEPEST)
        away[index] = <float>min(max(min(low, 0) + max(high, 0), -FAR), FAR)
        away[m + index] = share
    return away + 2 * m


cdef float* fill_lookalikes(const Measured* page_of, const Py_ssize_t* group, float* column) except NULL:
    """Fill in how many text blocks are in each one's group, and their share of the words."""
    cdef Py_ssize_t m = page_of.m, index, groups = max(page_of.n, m)
    cdef Room count_room = Room(groups, sizeof(Py_ssize_t)), word_room = Room(groups, sizeof(double))
    cdef Py_ssize_t* counts = count_room.sizes()
    cdef double* words = word_room.doubles()
    cdef double total = max(page_of.words_before[m], <float>1)
    for index in range(m):
        counts[group[index]] += 1
        words[group[index]] += page_of.words[index]
    for index in range(m):
        column[index] = <float>counts[group[index]]
        column[m + index] = <float>(words[group[index]] / total)
    return column + 2 * m


cdef float* fill_place(const Measured* page_of, const Py_ssize_t* headings, float* column) noexcept:
    """Fill in where each text block stands in the page, after the first h1, after the last heading."""
    cdef Py_ssize_t m = page_of.m, index, first_h1 = -FAR, last_heading = -FAR
    cdef float total = max(page_of.words_before[m], <float>1)
    for index in range(m):
        if headings[index] == 1:
            first_h1 = index
            break
    for index in range(m):
        if headings[index]:
            last_heading = index
        column[index] = page_of.words_before[index] / total
        column[m + index] = <float>page_of.depths[page_of.owners[index]]
        column[2 * m + index] = <float>min(max(index - first_h1, -FAR), FAR)
        column[3 * m + index] = <float>min(index - last_heading, FAR)
    return column + 4 * m


cdef float* fill_signs(page, const Measured* page_of, const PageFeatures* features, float* column) except NULL:
    """Fill in the signs of prose, of each text block and pooled around it: the end of a sentence, and length."""
    cdef Py_ssize_t m = page_of.m, index, sign
    cdef Room all_values = Room(m, sizeof(double)), all_sums = Room(2 * (m + 1), sizeof(float))
    cdef double* values = all_values.doubles()
    cdef list texts = page.texts
    for sign in range(2):
        for index in range(m):
            if sign:
                values[index] = min(page_of.words[index], LONGEST)
            else:
                values[index] = ends_sentence(<str?><object>list_item(texts, index))
            column[index] = <float>values[index]
        sum_weighed(values, features.weights, all_sums.floats(), m)
        pool_runs(all_sums.floats(), features.runs, m, column + m, column + RUNS * m)
        column += (1 + RUNS) * m
    return column


cdef int fill_page(
    const Measured* page_of,
    const Py_ssize_t* codes,
    Py_ssize_t texts,
    Py_ssize_t articles,
    Py_ssize_t objects,
    float* column,
) except -1:
    """Count what the whole page has."""
    cdef Py_ssize_t m = page_of.m, index, place, paragraphs = 0
    cdef double total = max(page_of.words_before[m], <float>1)
    cdef float largest = page_of.words[0]
    cdef float figures[8]
    for index in range(m):
        paragraphs += codes[index] == PARAGRAPH
        largest = max(largest, page_of.words[index])
    figures[0], figures[1] = <float>texts, <float>total
    figures[2], figures[3] = <float>(page_of.long_before[m] / total), <float>(page_of.linked_before[m] / total)
    figures[4], figures[5], figures[6], figures[7] = largest, <float>paragraphs, <float>articles, <float>objects
    for place in range(8):
        for index in range(m):
            column[place * m + index] = figures[place]
    return 0


# --- Groups: text blocks that belong together, and the tags of their elements: `features.structure.Groups`.


cdef int group_by_path(
    page, const Py_ssize_t* owners, Py_ssize_t m, const Py_ssize_t* parents, Py_ssize_t n, Py_ssize_t* groups
) except -1:
    """Number the text blocks by the tags above them."""
    cdef list tags = page.tags
    cdef dict numbers = {}
    cdef Room around = elements_around(owners, m, parents, n), paths = Room(n, sizeof(Py_ssize_t))
    cdef Py_ssize_t* path = paths.sizes()
    cdef Py_ssize_t size = table_size(n), index, seat, other, tag
    cdef Room room = Room(size, sizeof(Py_ssize_t)), tag_room = Room(n, sizeof(Py_ssize_t))
    cdef Py_ssize_t* seats = room.sizes()
    cdef Py_ssize_t* all_tags = tag_room.sizes()
    cdef const Py_ssize_t* is_around = around.sizes()
    cdef PyObject* known
    for index in range(n):
        if not is_around[index]:
            continue
        name = <object>list_item(tags, index)
        known = dict_item(numbers, name)
        if known == NULL:
            tag = len(numbers)
            numbers[name] = tag
        else:
            tag = as_size(<object>known)
        all_tags[index] = tag
        if not index:
            continue
        # An element with the same path stands for it.
        seat = <Py_ssize_t>mixed(<uint64_t>path[parents[index]] << 20 ^ <uint64_t>tag) & (size - 1)
        while True:
            other = seats[seat]
            if not other:
                seats[seat] = path[index] = index
                break
            if all_tags[other] == tag and path[parents[other]] == path[parents[index]]:
                path[index] = other
                break
            seat = (seat + 1) & (size - 1)
    for index in range(m):
        groups[index] = path[owners[index]]
    return 0


cdef int group_by_look(
    list tags, Attributes attributes, const Py_ssize_t* owners, Py_ssize_t m, Py_ssize_t* groups
) except -1:
    """Number the text blocks by tag and class."""
    cdef Py_ssize_t size = table_size(m), index, seat, other, look
    cdef Room room = Room(size, sizeof(Py_ssize_t))
    cdef Py_ssize_t* seats = room.sizes()  # numbers of text blocks and one
    for index in range(m):
        tag = <object>list_item(tags, owners[index])
        look = attributes.owned[attributes.numbers[owners[index]]].names.look
        seat = <Py_ssize_t>mixed(<uint64_t>look * 31 + <uint64_t>hash_of(tag)) & (size - 1)
        while True:
            other = seats[seat] - 1
            if other < 0:
                seats[seat] = index + 1
                groups[index] = index
                break
            if attributes.owned[attributes.numbers[owners[other]]].names.look == look and (
                <object>list_item(tags, owners[other]) == tag
            ):
                groups[index] = other
                break
            seat = (seat + 1) & (size - 1)
    return 0


cdef int read_tags(page, const Py_ssize_t* owners, Py_ssize_t m, Py_ssize_t* headings, Py_ssize_t* codes) except -1:
    """Find each text block's rank as a heading, and the number for its tag; `features.structure.owner_tags`."""
    cdef list tags = page.tags
    cdef Py_ssize_t index, code
    cdef PyObject* known
    for index in range(m):
        known = dict_item(TAGS, <object>list_item(tags, owners[index]))
        code = as_size(<object>known) if known != NULL else 0
        headings[index] = max(code - LAST_CODE, 0)
        codes[index] = 0 if code > LAST_CODE else code
    return 0


# --- The lexicon's scores, pooled: `methods.crf_features.PageFeatures.features`.


cdef int pools(
    const double* linear, const PageFeatures* features, Py_ssize_t m, Py_ssize_t groups, float* column
) except -1:
    """Fill the columns of `POOLS` (m each).

    ``linear`` (3 x m) are the lexicon's scores; no group's number reaches ``groups``.
    """
    cdef Py_ssize_t index, row
    cdef Room all_scores = Room(m, sizeof(double)), all_sums = Room(2 * (m + 1), sizeof(float))
    cdef Room order
    cdef const Py_ssize_t* places
    cdef double* score = all_scores.doubles()
    cdef float* sums = all_sums.floats()
    cdef double best = -LIMIT
    for index in range(m):
        score[index] = clipped(linear[index] + linear[m + index] + linear[2 * m + index], LIMIT)
        best = max(best, score[index])
        for row in range(3):
            column[row * m + index] = <float>linear[row * m + index]
        column[3 * m + index] = <float>score[index]
    order = rising(score, m)
    places = order.sizes()
    for index in range(m):
        column[4 * m + index] = <float>score[index - 1] if index else <float>-LIMIT
        column[5 * m + index] = <float>score[index + 1] if index + 1 < m else <float>-LIMIT
        column[7 * m + places[index]] = <float>(<double>index / <double>m)
    sum_weighed(score, features.weights, sums, m)
    pool_runs(sums, features.runs, m, column + 8 * m, column + 6 * m)
    for row in range(3):
        pool_group(features.groups + row * m, score, features.weights, m, groups, column + (13 + row) * m, NULL)
    for index in range(m):
        column[16 * m + index] = sums[m] / sums[2 * m + 1]
        column[17 * m + index] = <float>best
    return 0


cdef int sum_weighed(const double* score, const float* weight, float* sums, Py_ssize_t m) except -1:
    """Make running sums of weighed scores, and of weights."""
    cdef double scores = 0, weights = 0
    cdef Py_ssize_t index
    for index in range(m):
        scores += score[index] * weight[index]
        weights += weight[index]
        sums[index + 1] = <float>scores
        sums[m + 1 + index + 1] = <float>weights
    return 0


cdef int pool_runs(const float* sums, const Py_ssize_t* runs, Py_ssize_t m, float* column, float* window) except -1:
    """Pool over the runs around each text block, into columns; ``window`` is that of the last of them."""
    cdef Py_ssize_t row, index, start, stop
    cdef float scores, weights
    cdef float* target
    for row in range(RUNS):
        target = column + row * m if row < RUNS - 1 else window
        for index in range(m):
            start, stop = runs[row * m + index], runs[(RUNS + row) * m + index]
            if start < 0 or stop < 0 or start > m or stop > m:
                raise ValueError("a run out of bounds")
            scores = sums[stop] - sums[start]
            weights = sums[m + 1 + stop] - sums[m + 1 + start]
            target[index] = scores / (weights if weights > 0 else 1)
    return 0


cdef int pool_group(
    const Py_ssize_t* group,
    const double* score,
    const float* weight,
    Py_ssize_t m,
    Py_ssize_t groups,
    float* column,
    double* means,
) except -1:
    """Pool over the groups, into a column or as numbers of 64 bits."""
    cdef Room room = Room(2 * groups, sizeof(double))
    cdef double* scores = room.doubles()
    cdef double* weights = scores + groups
    cdef double mean
    cdef Py_ssize_t index
    for index in range(m):
        if group[index] < 0 or group[index] >= groups:
            raise ValueError("a group out of bounds")
        scores[group[index]] += score[index] * weight[index]
        weights[group[index]] += weight[index]
    for index in range(m):
        mean = scores[group[index]] / max(weights[group[index]], <double>FEWEST_WORDS)
        if column != NULL:
            column[index] = <float>mean
        if means != NULL:
            means[index] = mean
    return 0


# --- The boosted trees, all at once: methods/trees.py.

cdef extern from *:
    """
    /* Loops are written so that a compiler takes several numbers at once; GCC also for processors that take more. */
    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__)
    #define WIDE __attribute__((target_clones("avx2", "default")))
    #else
    #define WIDE
    #endif

    #if defined(_MSC_VER)
    #include <intrin.h>
    #define ONLY __restrict
    static unsigned int lowest_bit(uint32_t bits) {
        unsigned long number;
        _BitScanForward(&number, bits);
        return number;
    }
    #else
    #define ONLY restrict
    #define lowest_bit(bits) ((unsigned int)__builtin_ctz(bits))
    #endif

    /* Keep what eight masks leave over, too: memory is written once, not once for each. */
    WIDE static void keep_eight(uint32_t *ONLY kept, const uint32_t **masks, Py_ssize_t count) {
        const uint32_t *a = masks[0], *b = masks[1], *c = masks[2], *d = masks[3];
        const uint32_t *e = masks[4], *f = masks[5], *g = masks[6], *h = masks[7];
        Py_ssize_t index;
        for (index = 0; index < count; index++)
            kept[index] &= a[index] & b[index] & c[index] & d[index] & e[index] & f[index] & g[index] & h[index];
    }

    /* Return how many thresholds a value is above. */
    WIDE static uint32_t tests_failed(const float *thresholds, Py_ssize_t count, float value) {
        uint32_t failed = 0;
        Py_ssize_t index;
        for (index = 0; index < count; index++)
            failed += thresholds[index] < value;
        return failed;
    }
    """
    void keep_eight(uint32_t* kept, const uint32_t** masks, Py_ssize_t count) noexcept
    uint32_t tests_failed(const float* thresholds, Py_ssize_t count, float value) noexcept
    unsigned int lowest_bit(uint32_t bits) noexcept  # of which there is one


cdef class Boosted:
    """Trees that add up to log odds; the twin of `methods.trees.Boosted`, made of its parts."""

    cdef Test* tests
    cdef Py_ssize_t test_count, features, trees
    cdef Room thresholds  # of one test after the other, each rounded up to `AT_ONCE`
    cdef Room values  # trees x `MAX_LEAVES`
    cdef list tables

    def __init__(self, list tests, leaves, Py_ssize_t features):
        """``tests``: feature, thresholds (float32), table (uint32) of each; ``leaves`` (trees x leaves, float64)."""
        cdef Test* test
        cdef View table
        cdef Py_ssize_t filled = 0
        self.features, self.test_count, self.trees, self.tables = features, len(tests), len(leaves), []
        if len(tests) > MAX_FEATURES:
            raise ValueError("too many features")
        self.read_leaves(leaves)
        self.thresholds = Room(sum([len(numbers) + <int>AT_ONCE for _, numbers, _ in tests]), sizeof(float))
        self.tests = <Test*>PyMem_Calloc(len(tests) + 1, sizeof(Test))
        if self.tests == NULL:
            raise MemoryError
        for number, (feature, numbers, masks) in enumerate(tests):
            test = &self.tests[<Py_ssize_t>number]
            test.feature = feature
            if not 0 <= test.feature < features:
                raise ValueError("a feature that is not there")
            table = View(masks, sizeof(uint32_t), (len(numbers) + 1) * self.trees)
            test.table = <const uint32_t*>table.buffer.buf
            self.tables.append(table)
            test.thresholds = self.thresholds.floats() + filled
            test.count = self.read_thresholds(numbers.tolist(), self.thresholds.floats() + filled)
            filled += test.count
        self.check_masks()

    cdef int check_masks(self) except -1:
        """Raise an error unless some leaf of each tree is left over, whichever tests a row fails."""
        cdef Room masks = Room(self.trees, sizeof(uint32_t))
        cdef uint32_t* left = <uint32_t*>masks.memory
        cdef View table
        cdef Py_ssize_t start, tree
        memset(left, 0xFF, self.trees * sizeof(uint32_t))
        for table in self.tables:
            for start in range(0, table.buffer.len // <Py_ssize_t>sizeof(uint32_t), self.trees):
                keep(left, <const uint32_t*>table.buffer.buf + start, self.trees)
        for tree in range(self.trees):
            if not left[tree]:
                raise ValueError("a leaf that is not there")
        return 0

    cdef int read_leaves(self, leaves) except -1:
        cdef Py_ssize_t size = leaves.shape[1], tree
        cdef const double* given = View(leaves, sizeof(double), self.trees * size).doubles()
        if size > MAX_LEAVES:
            raise ValueError("too many leaves")
        self.values = Room(self.trees * MAX_LEAVES, sizeof(double))
        for tree in range(self.trees):
            memcpy(self.values.doubles() + tree * MAX_LEAVES, given + tree * size, size * sizeof(double))
        return 0

    cdef Py_ssize_t read_thresholds(self, list numbers, float* thresholds) except -1:
        """Read thresholds, and put some behind them that no value is above; return how many there are."""
        cdef Py_ssize_t count = 0
        while len(numbers) % AT_ONCE:
            numbers.append(float("inf"))
        for threshold in numbers:
            thresholds[count] = threshold
            count += 1
        return count

    def __dealloc__(self):
        PyMem_Free(self.tests)

    cdef int log_odds(self, const float* matrix, Py_ssize_t m, double* totals) except -1:
        """Fill ``totals`` (m) with the log odds of the rows of a matrix (features x m)."""
        cdef Py_ssize_t start
        cdef Work work
        cdef Room masks = Room((self.test_count + 2) * self.trees, sizeof(uint32_t))
        cdef Room failed = Room(self.test_count * min(m, ROWS), sizeof(uint32_t))
        work.shared = <uint32_t*>masks.memory
        work.possible, work.kept = work.shared + self.trees, work.shared + 2 * self.trees
        fetch(self.values.memory, self.trees * MAX_LEAVES * sizeof(double))
        self.split(&work, matrix, m)
        for start in range(0, m, ROWS):
            search(&work, matrix + start, m, min(m - start, ROWS), <uint32_t*>failed.memory)
            self.apply(&work, min(m - start, ROWS), totals + start)
        return 0

    cdef void split(self, Work* work, const float* matrix, Py_ssize_t m) noexcept:
        """Apply the tests of features with one value; gather the others."""
        cdef Py_ssize_t number, index
        cdef const Test* test
        cdef const float* column
        memset(work.shared, 0xFF, self.trees * sizeof(uint32_t))
        work.count = 0
        for number in range(self.test_count):
            test = &self.tests[number]
            fetch(test.thresholds, test.count * sizeof(float))
            column = matrix + test.feature * m
            index = 1
            while index < m and column[index] == column[0]:
                index += 1
            if index < m:
                work.varying[work.count].test = test
                work.count += 1
            else:
                index = tests_failed(test.thresholds, test.count, column[0])
                keep(work.shared, test.table + index * self.trees, self.trees)

    cdef int apply(self, Work* work, Py_ssize_t rows, double* totals) except -1:
        """Fill ``totals`` (rows); `search` has found which tests each row fails."""
        cdef Py_ssize_t row
        cdef Room reached = Room(self.trees, sizeof(double))
        for row in range(rows):
            self.keep_groups(work, row)
            self.leave(work, row)
            totals[row] = self.add_up(work.possible, reached.doubles())
        return 0

    cdef void keep_groups(self, Work* work, Py_ssize_t row) noexcept:
        """Keep what groups of tests leave over of a row, where that is not what they left of the one before."""
        cdef const uint32_t* masks[AT_ONCE]
        cdef Py_ssize_t group, place
        cdef Varying* one
        cdef bint changed
        for group in range(work.count // AT_ONCE):
            changed = row == 0
            for place in range(AT_ONCE):
                one = &work.varying[group * AT_ONCE + place]
                masks[place] = one.test.table + one.failed[row] * self.trees
                if row and one.failed[row] != one.failed[row - 1]:
                    changed = True
            if changed:
                memcpy(work.kept + group * self.trees, masks[0], self.trees * sizeof(uint32_t))
                keep_eight(work.kept + group * self.trees, masks, self.trees)

    cdef void leave(self, Work* work, Py_ssize_t row) noexcept:
        """Leave over what all tests leave over of a row: those in groups, and the last ones, which change most."""
        cdef const uint32_t* masks[MAX_FEATURES]
        cdef Py_ssize_t groups = work.count // AT_ONCE, place, filled = 0
        cdef Varying* one
        for place in range(groups):
            masks[filled] = work.kept + place * self.trees
            filled += 1
        for place in range(groups * AT_ONCE, work.count):
            one = &work.varying[place]
            masks[filled] = one.test.table + one.failed[row] * self.trees
            filled += 1
        while filled % AT_ONCE:
            masks[filled] = work.shared
            filled += 1
        memcpy(work.possible, work.shared, self.trees * sizeof(uint32_t))
        for place in range(0, filled, AT_ONCE):
            keep_eight(work.possible, masks + place, self.trees)

    cdef double add_up(self, const uint32_t* possible, double* reached) noexcept:
        """Add up the first leaf that is left over of each tree."""
        cdef const double* values = self.values.doubles()
        cdef Py_ssize_t tree
        for tree in range(self.trees):
            reached[tree] = values[tree * MAX_LEAVES + lowest_bit(possible[tree])]
        return total_of(reached, self.trees)


cdef void search(Work* work, const float* matrix, Py_ssize_t m, Py_ssize_t rows, uint32_t* failed) noexcept:
    """Find how many tests rows fail, feature by feature; those that change least from row to row come first."""
    cdef Varying one
    cdef Py_ssize_t number, place
    for number in range(work.count):
        one.test = work.varying[number].test
        one.failed = failed + number * rows
        one.changes = search_feature(one.test, matrix + one.test.feature * m, rows, failed + number * rows)
        place = number
        while place and work.varying[place - 1].changes > one.changes:
            work.varying[place] = work.varying[place - 1]
            place -= 1
        work.varying[place] = one


cdef Py_ssize_t search_feature(const Test* test, const float* column, Py_ssize_t rows, uint32_t* failed) noexcept:
    """Find how many tests of a feature each row fails; return how often that changes."""
    cdef Py_ssize_t row, changes = 0
    failed[0] = tests_failed(test.thresholds, test.count, column[0])
    for row in range(1, rows):
        failed[row] = failed[row - 1]
        if column[row] != column[row - 1]:
            failed[row] = tests_failed(test.thresholds, test.count, column[row])
            changes += failed[row] != failed[row - 1]
    return changes


cdef void keep(uint32_t* possible, const uint32_t* masks, Py_ssize_t count) noexcept:
    cdef Py_ssize_t index
    for index in range(count):
        possible[index] &= masks[index]


cdef void fetch(const void* memory, Py_ssize_t size) noexcept:
    """Send for memory that is soon to be read."""
    cdef Py_ssize_t offset = 0
    while offset < size:
        prefetch(<const char*>memory + offset)
        offset += CACHE_LINE


# --- The chain: methods/trees.py, a linear-chain CRF over the boosted scores.


cdef Borders borders_of(numbers):
    cdef Borders borders
    borders.count = len(numbers)
    for place, number in enumerate(numbers):
        borders.values[<int>place] = number
    return borders

cdef Borders SCORES = borders_of(_SCORES), WORDS = borders_of(_WORDS), LINKED = borders_of(_LINKED)


cdef Py_ssize_t between(const Borders* borders, double value) noexcept:
    """Return how many borders a value has reached."""
    cdef Py_ssize_t count = 0
    while count < borders.count and borders.values[count] <= value:
        count += 1
    return count


cdef int emitted(
    const double* odds,
    const Measured* page_of,
    const PageFeatures* features,
    Py_ssize_t groups,
    const double* table,
    double* total,
) except -1:
    """Fill ``total`` (m) with the logarithm of what each text block's attributes weigh for main content.

    ``odds`` (m) are the boosted trees' log odds. ``table`` (`ATTRIBUTES` x `VALUES`) is what each value weighs.
    """
    cdef Py_ssize_t m = page_of.m, index, row, own = 0, before, words
    cdef const Py_ssize_t* group = features.groups
    cdef Room room = Room(4 * m, sizeof(double))
    cdef double* score = room.doubles()
    cdef Py_ssize_t values[ATTRIBUTE_COUNT]
    cdef double weights[ATTRIBUTE_COUNT]
    for index in range(m):
        score[index] = clipped(odds[index], SCORE_LIMIT)
    for row in range(3):
        pool_group(group + row * m, score, features.weights, m, groups, NULL, score + (row + 1) * m)
    for index in range(m):
        before = 0
        if index:
            before = own + (SCORES.count + 1) * (group[index] == group[index - 1])
        for row in range(4):
            values[row] = between(&SCORES, score[row * m + index])
        own = values[0]
        words = between(&WORDS, page_of.words[index])
        values[4], values[5], values[6] = words, features.codes[index], features.headings[index]
        values[7] = between(&LINKED, page_of.linked[index])
        values[8], values[9] = own * (WORDS.count + 1) + words, before
        for row in range(ATTRIBUTE_COUNT):
            if values[row] < 0 or values[row] >= VALUES:
                raise ValueError("a value without weight")
            weights[row] = table[row * VALUES + values[row]]
        total[index] = total_of(weights, ATTRIBUTE_COUNT)
    return 0


cdef void marginals(const double* own, const Steps* steps, double* total, Py_ssize_t m) noexcept:
    """Fill ``total`` (m): how likely each text block is main content, given all of the page.

    ``own`` (m): what main weighs for each unit of other.
    """
    cdef Py_ssize_t index
    cdef double forward = own[0], ahead = 1
    total[0] = forward
    for index in range(1, m):
        forward = own[index] * (
            (steps.go_in + forward * steps.stay_in) / (steps.stay_out + forward * steps.go_out)
        )
        total[index] = forward
    for index in range(m - 1, -1, -1):
        total[index] *= ahead
        total[index] = total[index] / (1 + total[index])
        ahead *= own[index]
        ahead = (steps.go_out + steps.stay_in * ahead) / (steps.stay_out + steps.go_in * ahead)


# --- Numbers.


cdef double clipped(double value, double limit) noexcept:
    return -limit if value < -limit else limit if value > limit else value


cdef double total_of(const double* values, Py_ssize_t count) noexcept:
    """Add numbers up as ``numpy.sum`` does along rows: pairwise, in eight lanes."""
    cdef double lanes[8]
    cdef double total = 0
    cdef Py_ssize_t index, half, lane
    if count < 8:
        for index in range(count):
            total += values[index]
        return total
    if count > 128:
        half = count // 2
        half -= half % 8
        return total_of(values, half) + total_of(values + half, count - half)
    for lane in range(8):
        lanes[lane] = values[lane]
    index = 8
    while index < count - count % 8:
        for lane in range(8):
            lanes[lane] += values[index + lane]
        index += 8
    total = ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]))
    while index < count:
        total += values[index]
        index += 1
    return total


cdef enum:
    SHORT_RUN = 16  # values that are put in order one by one


cdef Room rising(const double* values, Py_ssize_t count):
    """Return the places of values by rising value; of equal ones the first comes first. A merge sort from below."""
    cdef Room room = Room(2 * count, sizeof(Py_ssize_t))
    cdef Py_ssize_t* order = room.sizes()
    cdef Py_ssize_t* merged = order + count
    cdef Py_ssize_t start, width = SHORT_RUN
    for start in range(0, count, SHORT_RUN):
        sort_run(values, order, start, min(start + <Py_ssize_t>SHORT_RUN, count))
    while width < count:
        for start in range(0, count, 2 * width):
            merge(values, order, merged, start, min(start + width, count), min(start + 2 * width, count))
        order, merged = merged, order
        width *= 2
    if order != room.sizes():
        memcpy(room.sizes(), order, count * sizeof(Py_ssize_t))
    return room


cdef void sort_run(const double* values, Py_ssize_t* order, Py_ssize_t start, Py_ssize_t stop) noexcept:
    cdef Py_ssize_t index, seat
    for index in range(start, stop):
        seat = index
        while seat > start and values[order[seat - 1]] > values[index]:
            order[seat] = order[seat - 1]
            seat -= 1
        order[seat] = index


cdef void merge(
    const double* values,
    const Py_ssize_t* order,
    Py_ssize_t* merged,
    Py_ssize_t start,
    Py_ssize_t middle,
    Py_ssize_t stop,
) noexcept:
    cdef Py_ssize_t left = start, right = middle, index
    for index in range(start, stop):
        if right == stop or (left < middle and values[order[left]] <= values[order[right]]):
            merged[index] = order[left]
            left += 1
        else:
            merged[index] = order[right]
            right += 1
