# methods/_boosted.py: the trees, all at once.

cdef enum:
    ROWS = 1024  # that are scored at once
    AT_ONCE = 8  # tests that are applied together
    MOST_LEAVES = 32
    MOST_FEATURES = 128
    MOST_GROUPS = 17

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
    Varying varying[MOST_FEATURES]
    Py_ssize_t count
    uint32_t* shared  # by tree: what the tests leave over that say the same of all rows
    uint32_t* possible  # by tree: what all tests leave over of a row
    uint32_t* kept  # groups x trees: what `AT_ONCE` tests leave over of a row
    bint changed[MOST_GROUPS]  # by group: whether the row differs from the one before


cdef class Boosted:
    """Trees that add up to log odds; the twin of `methods.boosted.Boosted`, made of its parts."""

    cdef Test* tests
    cdef Py_ssize_t test_count, features, trees
    cdef Room thresholds  # of one test after the other, each rounded up to `AT_ONCE`
    cdef Room values  # trees x `MOST_LEAVES`
    cdef list tables

    def __init__(self, list tests, leaves, Py_ssize_t features):
        """``tests``: feature, thresholds (float32), table (uint32) of each; ``leaves`` (trees x leaves, float64)."""
        cdef Test* test
        cdef View table
        cdef Py_ssize_t filled = 0
        self.features, self.test_count, self.trees, self.tables = features, len(tests), len(leaves), []
        if len(tests) > MOST_FEATURES:
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

    cdef int read_leaves(self, leaves) except -1:
        cdef Py_ssize_t size = leaves.shape[1], tree
        cdef const double* given = View(leaves, sizeof(double), self.trees * size).doubles()
        if size > MOST_LEAVES:
            raise ValueError("too many leaves")
        self.values = Room(self.trees * MOST_LEAVES, sizeof(double))
        for tree in range(self.trees):
            memcpy(self.values.doubles() + tree * MOST_LEAVES, given + tree * size, size * sizeof(double))
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
        fetch(self.values.memory, self.trees * MOST_LEAVES * sizeof(double))
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
        self.send_for(work, -1)
        for row in range(rows):
            self.keep_groups(work, row)
            self.leave(work, row)
            if row + 1 < rows:
                self.send_for(work, row)
            totals[row] = self.add_up(work.possible, reached.doubles())
        return 0

    cdef void send_for(self, Work* work, Py_ssize_t row) noexcept:
        """Send for what the next row needs that this one did not, and mark the groups in which something differs."""
        cdef Py_ssize_t place
        cdef Varying* one
        memset(work.changed, 0, sizeof(work.changed))
        for place in range(work.count):
            one = &work.varying[place]
            if row < 0 or one.failed[row + 1] != one.failed[row]:
                fetch(one.test.table + one.failed[row + 1] * self.trees, self.trees * sizeof(uint32_t))
                work.changed[place // AT_ONCE] = True

    cdef void keep_groups(self, Work* work, Py_ssize_t row) noexcept:
        """Keep what groups of tests leave over of a row, where that is not what they left of the one before."""
        cdef const uint32_t* masks[AT_ONCE]
        cdef Py_ssize_t group, place
        cdef Varying* one
        for group in range(work.count // AT_ONCE):
            if work.changed[group]:
                for place in range(AT_ONCE):
                    one = &work.varying[group * AT_ONCE + place]
                    masks[place] = one.test.table + one.failed[row] * self.trees
                memcpy(work.kept + group * self.trees, masks[0], self.trees * sizeof(uint32_t))
                keep_eight(work.kept + group * self.trees, masks, self.trees)

    cdef void leave(self, Work* work, Py_ssize_t row) noexcept:
        """Leave over what all tests leave over of a row: those in groups, and the last ones, which change most."""
        cdef const uint32_t* masks[MOST_FEATURES]
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

    cdef double add_up(self, const uint32_t* possible, double* reached) except? -1:
        """Add up the first leaf that is left over of each tree."""
        cdef const double* values = self.values.doubles()
        cdef bint is_there = True
        cdef Py_ssize_t tree
        for tree in range(self.trees):
            is_there &= possible[tree] != 0
            reached[tree] = values[first_leaf(possible[tree])]
            values += MOST_LEAVES
        if not is_there:
            raise IndexError("a leaf that is not there")
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
