# methods/_crf_features.py, `Seen.features` and `Seen.pooled`: the lexicon's scores, pooled.

cdef double LIMIT = _LIMIT


cdef int pools(const double* said, const Seen* seen, Py_ssize_t m, Py_ssize_t groups, float* column) except -1:
    """Fill the columns of `POOLS` (m each).

    ``said`` (3 x m) is what the lexicon says; no group's number reaches ``groups``.
    """
    cdef Py_ssize_t index, row
    cdef Room all_scores = Room(m, sizeof(double)), all_sums = Room(2 * (m + 1), sizeof(float))
    cdef Room order
    cdef double* score = all_scores.doubles()
    cdef float* sums = all_sums.floats()
    cdef double best = -LIMIT
    for index in range(m):
        score[index] = clipped(said[index] + said[m + index] + said[2 * m + index], LIMIT)
        best = max(best, score[index])
        for row in range(3):
            column[row * m + index] = <float>said[row * m + index]
        column[3 * m + index] = <float>score[index]
    order = rising(score, m)
    for index in range(m):
        column[4 * m + index] = <float>score[index - 1] if index else <float>-LIMIT
        column[5 * m + index] = <float>score[index + 1] if index + 1 < m else <float>-LIMIT
        column[7 * m + order.sizes()[index]] = <float>(<double>index / <double>m)
    sum_weighed(score, seen.weights, sums, m)
    pool_runs(sums, seen.runs, m, column)
    for row in range(3):
        pool_group(seen.groups + row * m, score, seen.weights, m, groups, column + (13 + row) * m, NULL)
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


cdef int pool_runs(const float* sums, const Py_ssize_t* runs, Py_ssize_t m, float* column) except -1:
    """Pool over the runs around each text block; its window, the last of them, comes before the ranks."""
    cdef Py_ssize_t row, index, start, stop
    cdef float scores, weights
    cdef float* target
    for row in range(RUNS):
        target = column + (8 + row) * m if row < RUNS - 1 else column + 6 * m
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
