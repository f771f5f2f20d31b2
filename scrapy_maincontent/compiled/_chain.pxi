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


cdef int emitted(
    const double* odds, const Measured* page_of, const Seen* seen, Py_ssize_t groups, const double* table, double* total
) except -1:
    """Fill ``total`` (m) with the logarithm of what each text block's attributes weigh for main content.

    ``odds`` (m) are the boosted trees' log odds. ``table`` (`ATTRIBUTES` x `VALUES`) is what each value weighs.
    """
    cdef Py_ssize_t m = page_of.m, index, row, own = 0, before, words
    cdef const Py_ssize_t* group = seen.groups
    cdef Room room = Room(4 * m, sizeof(double))
    cdef double* score = room.doubles()
    cdef Py_ssize_t values[ATTRIBUTE_COUNT]
    cdef double said[ATTRIBUTE_COUNT]
    for index in range(m):
        score[index] = clipped(odds[index], SCORE_LIMIT)
    for row in range(3):
        pool_group(group + row * m, score, seen.weights, m, groups, NULL, score + (row + 1) * m)
    for index in range(m):
        before = 0
        if index:
            before = own + (SCORES.count + 1) * (group[index] == group[index - 1])
        for row in range(4):
            values[row] = between(&SCORES, score[row * m + index])
        own = values[0]
        words = between(&WORDS, page_of.words[index])
        values[4], values[5], values[6] = words, seen.codes[index], seen.headings[index]
        values[7] = between(&LINKED, page_of.linked[index])
        values[8], values[9] = own * (WORDS.count + 1) + words, before
        for row in range(ATTRIBUTE_COUNT):
            if values[row] < 0 or values[row] >= VALUES:
                raise ValueError("a value without weight")
            said[row] = table[row * VALUES + values[row]]
        total[index] = total_of(said, ATTRIBUTE_COUNT)
    return 0


cdef struct Steps:
    # What it weighs that a label follows another one.
    double stay_out
    double go_in
    double go_out
    double stay_in


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
