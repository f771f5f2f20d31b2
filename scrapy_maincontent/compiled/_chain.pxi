# methods/_chain.py: a linear-chain CRF over the boosted scores.

cdef Py_ssize_t VALUES = _VALUES
cdef double SCORE_LIMIT = _SCORE_LIMIT
cdef enum:
    ATTRIBUTE_COUNT = 10

cdef struct Borders:
    Py_ssize_t count
    double values[32]


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


def emitted(log_odds, measures, tags, groups, weights, Py_ssize_t groups_size, of_values, found):
    """Fill ``found`` (m, float64) with the logarithm of what each text block's attributes weigh for main content.

    ``log_odds`` (m, float64) are the boosted trees'. ``of_values`` (`ATTRIBUTES` x `VALUES`, float64) is what each value
    weighs. The others are as `look` fills them.
    """
    cdef Py_ssize_t m = len(found), index, row, own = 0, before, words
    cdef const double* odds = View(log_odds, sizeof(double), m).doubles()
    cdef const float* of_words = View(measures.words, sizeof(float), m).floats()
    cdef const float* of_links = View(measures.linked, sizeof(float), m).floats()
    cdef const Py_ssize_t* headings = View(tags, sizeof(Py_ssize_t), 2 * m).sizes()
    cdef const Py_ssize_t* group = View(groups, sizeof(Py_ssize_t), 3 * m).sizes()
    cdef const float* weight = View(weights, sizeof(float), m).floats()
    cdef const double* table = View(of_values, sizeof(double), ATTRIBUTE_COUNT * VALUES).doubles()
    cdef double* total = View(found, sizeof(double), m).doubles()
    cdef Room room = Room(4 * m, sizeof(double))
    cdef double* score = room.doubles()
    cdef Py_ssize_t values[ATTRIBUTE_COUNT]
    cdef double said[ATTRIBUTE_COUNT]
    for index in range(m):
        score[index] = clipped(odds[index], SCORE_LIMIT)
    for row in range(3):
        pool_group(group + row * m, score, weight, m, groups_size, NULL, score + (row + 1) * m)
    for index in range(m):
        before = 0
        if index:
            before = own + (SCORES.count + 1) * (group[index] == group[index - 1])
        for row in range(4):
            values[row] = between(&SCORES, score[row * m + index])
        own = values[0]
        words = between(&WORDS, of_words[index])
        values[4], values[5], values[6] = words, headings[m + index], headings[index]
        values[7] = between(&LINKED, of_links[index])
        values[8], values[9] = own * (WORDS.count + 1) + words, before
        for row in range(ATTRIBUTE_COUNT):
            if values[row] < 0 or values[row] >= VALUES:
                raise ValueError("a value without weight")
            said[row] = table[row * VALUES + values[row]]
        total[index] = total_of(said, ATTRIBUTE_COUNT)


def marginals(odds, steps, found):
    """Fill ``found`` (m, float64): how likely each text block is main content, given all of the page.

    ``odds`` (m, float64): what main weighs for each unit of other. ``steps`` (2 x 2): the same of what follows.
    """
    cdef Py_ssize_t m = len(found), index
    cdef const double* own = View(odds, sizeof(double), m).doubles()
    cdef double* total = View(found, sizeof(double), m).doubles()
    cdef double stay_out = steps[0][0], go_in = steps[0][1], go_out = steps[1][0], stay_in = steps[1][1]
    cdef double forward = own[0], ahead = 1
    total[0] = forward
    for index in range(1, m):
        forward = own[index] * ((go_in + forward * stay_in) / (stay_out + forward * go_out))
        total[index] = forward
    for index in range(m - 1, -1, -1):
        total[index] *= ahead
        total[index] = total[index] / (1 + total[index])
        ahead *= own[index]
        ahead = (go_out + stay_in * ahead) / (stay_out + go_in * ahead)
