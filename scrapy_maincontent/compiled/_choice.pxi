# methods/_select.py and _reasons.py: scores -> the text blocks that are selected, and why.

cdef double EMPTY_WORDS = _EMPTY_WORDS, TINY = _TINY
cdef float COPY_WORDS = _COPY_WORDS
cdef Py_ssize_t COPY_DISTANCE = _COPY_DISTANCE, EVIDENCE_COUNT = len(EVIDENCE_COLUMNS)
cdef Py_ssize_t UNDECLARED = _UNDECLARED, COPY = _COPY, NOTHING = _NOTHING
cdef Py_ssize_t EVIDENCE[16]
for _place, _column in enumerate(EVIDENCE_COLUMNS.tolist()):
    EVIDENCE[<int>_place] = _column


def choose(Measures measures not None, columns, likely, doubted, double beta, list phrases):
    """Return scores, numbers of the selected text blocks and reasons, as `methods.crf.Choice` has them.

    ``columns`` (`FEATURES` x m, float32), ``likely`` (m, float64), ``doubted`` (m, bool, or ``None``).
    """
    cdef const Measured* page_of = &measures.arrays
    cdef Py_ssize_t m = page_of.m, index, number, count
    cdef const float* column = View(columns, sizeof(float), (FIGURE_COUNT + POOL_COUNT) * m).floats()
    cdef const double* given = View(likely, sizeof(double), m).doubles()
    cdef const char* doubts = NULL
    cdef Room scores = Room(m, sizeof(double)), main = Room(m, sizeof(Py_ssize_t))
    cdef double* score = scores.doubles()
    cdef double expected = 0
    cdef list selected = [], told = []
    if len(phrases) <= max(UNDECLARED, COPY, NOTHING):
        raise ValueError("too few phrases")
    if doubted is not None:
        doubts = View(doubted, 1, m).flags()
    memcpy(score, given, m * sizeof(double))
    put_out_copies(page_of, score)
    for index in range(m):
        expected += score[index] * page_of.words[index]
    if expected >= EMPTY_WORDS:
        best_expected_f(page_of, score, beta, main.sizes())
    for index in range(m):
        number = NOTHING
        if expected >= EMPTY_WORDS:
            number = loudest(column + index, m, main.sizes()[index])
            if doubts != NULL and doubts[index] and not main.sizes()[index]:
                number = UNDECLARED
            if score[index] < given[index]:
                number = COPY
        told.append(<object>list_item(phrases, number))
        if main.sizes()[index]:
            selected.append(index)
    return [score[index] for index in range(m)], selected, told


cdef int put_out_copies(const Measured* page_of, double* score) except -1:
    """Take the score of all but the likeliest of texts that stand twice."""
    cdef Py_ssize_t m = page_of.m, index, other, survivor
    cdef const Py_ssize_t* earlier = page_of.earlier
    cdef Room room = Room(m, sizeof(Py_ssize_t))
    cdef Py_ssize_t* survivors = room.sizes()  # of each text and its copies so far, and one
    for index in range(m):
        other = earlier[index]
        if other < 0 or page_of.words[index] < COPY_WORDS or index - other < COPY_DISTANCE:
            continue
        if not (follows(earlier, index, m) or follows(earlier, index + 1, m)):
            continue
        survivor = survivors[other] - 1 if survivors[other] else other
        if score[index] <= score[survivor]:
            score[index] = 0
            survivors[index] = survivor + 1
        else:
            score[survivor] = 0
            survivors[index] = index + 1
    return 0


cdef bint follows(const Py_ssize_t* earlier, Py_ssize_t index, Py_ssize_t m) noexcept:
    """Tell whether a text block and the one before it are copies of two that stand together."""
    return 0 < index < m and earlier[index] > 0 and earlier[index] == earlier[index - 1] + 1


cdef int best_expected_f(const Measured* page_of, const double* score, double beta, Py_ssize_t* main) except -1:
    """Mark the text blocks to select so that the expected word F is highest."""
    cdef Py_ssize_t m = page_of.m, index, best = 0
    cdef Room falling = Room(m, sizeof(double)), all_sums = Room(2 * m, sizeof(double))
    cdef Room order
    cdef double* gained = all_sums.doubles()
    cdef double* taken = gained + m
    cdef double gain = 0, size = 0, expected, highest = 0
    for index in range(m):
        falling.doubles()[index] = -score[index]
    order = rising(falling.doubles(), m)
    for index in range(m):
        gain += score[order.sizes()[index]] * page_of.words[order.sizes()[index]]
        size += page_of.words[order.sizes()[index]]
        gained[index], taken[index] = gain, size
    for index in range(m):
        expected = gained[index] / max(taken[index] + beta * beta * gain, TINY)
        if index == 0 or expected > highest:
            highest, best = expected, index
    for index in range(best + 1):
        main[order.sizes()[index]] = 1
    return 0


cdef Py_ssize_t loudest(const float* column, Py_ssize_t m, bint is_main) noexcept:
    """Return which evidence speaks loudest for a decision; 0 where none does."""
    cdef Py_ssize_t place, best = 0
    cdef float said, most = 0
    for place in range(EVIDENCE_COUNT):
        said = column[EVIDENCE[place] * m]
        if not is_main:
            said = -said
        if said > most:
            most, best = said, place + 1
    return best
