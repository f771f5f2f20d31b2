# methods/_boosted.py: the trees, all at once.

cdef enum:
    ROWS = 1024  # that are scored at once
    CACHE_LINE = 64
    AT_ONCE = 8  # tests that are applied together

cdef struct Test:
    # The tests of one feature.
    Py_ssize_t feature
    Py_ssize_t count
    const float* thresholds
    const uint32_t* table  # (count + 1) x trees: the leaves that are left over


cdef class Boosted:
    """Trees that add up to log odds; the twin of `methods._boosted.Boosted`, made of its parts."""

    cdef Test* tests
    cdef Py_ssize_t test_count, features, trees, leaves
    cdef double* values
    cdef list arrays  # that the tests point into

    def __init__(self, list tests, leaves, Py_ssize_t features):
        """``tests``: feature, thresholds (float32), table (uint32) of each; ``leaves`` (trees x leaves, float64)."""
        cdef Test* test
        cdef View thresholds, table, values
        self.trees, self.leaves = leaves.shape
        self.features, self.test_count, self.arrays = features, len(tests), []
        self.tests = <Test*>PyMem_Calloc(len(tests) + 1, sizeof(Test))
        if self.tests == NULL:
            raise MemoryError
        values = View(leaves, sizeof(double), self.trees * self.leaves)
        self.values = values.doubles()
        self.arrays.append(values)
        for number, (feature, numbers, masks) in enumerate(tests):
            test = &self.tests[<Py_ssize_t>number]
            test.feature, test.count = feature, len(numbers)
            if not 0 <= test.feature < features:
                raise ValueError("a feature that is not there")
            thresholds = View(numbers, sizeof(float), test.count)
            table = View(masks, sizeof(uint32_t), (test.count + 1) * self.trees)
            test.thresholds, test.table = thresholds.floats(), <const uint32_t*>table.buffer.buf
            self.arrays += [thresholds, table]

    def __dealloc__(self):
        PyMem_Free(self.tests)

    cdef int log_odds(self, const float* matrix, Py_ssize_t m, double* totals) except -1:
        """Fill ``totals`` (m) with the log odds of the rows of a matrix (features x m)."""
        cdef Py_ssize_t start = 0, stop, index
        cdef Room rooms = Room(self.test_count, sizeof(Py_ssize_t))
        cdef Room all_failed = Room(self.test_count * min(m, ROWS), sizeof(uint32_t))
        cdef Room masks = Room(2 * self.trees, sizeof(uint32_t)), reached = Room(self.trees, sizeof(double))
        cdef uint32_t* shared = <uint32_t*>masks.memory  # what the tests leave over that say the same of all rows
        cdef uint32_t* failed = <uint32_t*>all_failed.memory
        cdef Py_ssize_t* varying = rooms.sizes()
        cdef Py_ssize_t count
        fetch(self.values, self.trees * self.leaves * sizeof(double))
        count = self.split(matrix, m, shared, varying)
        while start < m:
            stop = min(start + <Py_ssize_t>ROWS, m)
            for index in range(count):
                search(&self.tests[varying[index]], matrix, m, start, stop, failed + index, count)
            for index in range(start, stop):
                self.leave(varying, count, failed + (index - start) * count, index + 1 < stop, shared, shared + self.trees)
                totals[index] = self.add_up(shared + self.trees, reached.doubles())
            start = stop
        return 0

    cdef Py_ssize_t split(self, const float* matrix, Py_ssize_t m, uint32_t* shared, Py_ssize_t* varying) noexcept:
        """Apply the tests of features with one value; return how many tests are left, and which."""
        cdef Py_ssize_t number, index, left = 0
        cdef uint32_t failed
        cdef const float* column
        memset(shared, 0xFF, self.trees * sizeof(uint32_t))
        for number in range(self.test_count):
            fetch(self.tests[number].thresholds, self.tests[number].count * sizeof(float))
            column = matrix + self.tests[number].feature * m
            index = 1
            while index < m and column[index] == column[0]:
                index += 1
            if index < m:
                varying[left] = number
                left += 1
            else:
                search(&self.tests[number], matrix, m, 0, 1, &failed, 1)
                keep(shared, self.tests[number].table + failed * self.trees, self.trees)
        return left

    cdef void leave(
        self,
        const Py_ssize_t* varying,
        Py_ssize_t count,
        const uint32_t* failed,
        bint is_more,
        const uint32_t* shared,
        uint32_t* possible,
    ) noexcept:
        """Leave over what all tests leave over of a row; what differs in the next row is sent for."""
        cdef Py_ssize_t index, filled = 0
        cdef const uint32_t* table
        cdef const uint32_t* masks[AT_ONCE]
        memcpy(possible, shared, self.trees * sizeof(uint32_t))
        for index in range(count):
            table = self.tests[varying[index]].table
            if is_more and failed[count + index] != failed[index]:
                fetch(table + failed[count + index] * self.trees, self.trees * sizeof(uint32_t))
            masks[filled] = table + failed[index] * self.trees
            filled += 1
            if filled == AT_ONCE:
                keep_all(possible, masks, self.trees)
                filled = 0
        for index in range(filled):
            keep(possible, masks[index], self.trees)

    cdef double add_up(self, const uint32_t* possible, double* reached) except? -1:
        cdef Py_ssize_t tree, leaf
        for tree in range(self.trees):
            leaf = lowest_bit(possible[tree])
            if not possible[tree] or leaf >= self.leaves:
                raise IndexError("a leaf that is not there")
            reached[tree] = self.values[tree * self.leaves + leaf]
        return total_of(reached, self.trees)


cdef void search(
    const Test* test,
    const float* matrix,
    Py_ssize_t m,
    Py_ssize_t start,
    Py_ssize_t stop,
    uint32_t* failed,
    Py_ssize_t step,
) noexcept:
    """Find how many thresholds each row is above; write that ``step`` numbers apart."""
    cdef const float* column = matrix + test.feature * m
    cdef float value
    cdef Py_ssize_t index, low = 0, left, half
    for index in range(start, stop):
        value = column[index]
        if index == start or value != column[index - 1]:
            low, left = 0, test.count
            while left > 0:  # without branches that are guessed wrong every other time
                half = (left + 1) >> 1
                low += half & -<Py_ssize_t>(test.thresholds[low + half - 1] < value)
                left -= half
        failed[0] = <uint32_t>low
        failed += step


cdef void keep(uint32_t* possible, const uint32_t* masks, Py_ssize_t count) noexcept:
    cdef Py_ssize_t index
    for index in range(count):
        possible[index] &= masks[index]


cdef void keep_all(uint32_t* possible, const uint32_t** masks, Py_ssize_t count) noexcept:
    """Keep what `AT_ONCE` tests leave over: memory is written once, not once for each."""
    cdef Py_ssize_t index
    cdef const uint32_t *a = masks[0], *b = masks[1], *c = masks[2], *d = masks[3]
    cdef const uint32_t *e = masks[4], *f = masks[5], *g = masks[6], *h = masks[7]
    for index in range(count):
        possible[index] &= a[index] & b[index] & c[index] & d[index] & e[index] & f[index] & g[index] & h[index]


cdef void fetch(const void* memory, Py_ssize_t size) noexcept:
    """Send for memory that is soon to be read."""
    cdef Py_ssize_t offset = 0
    while offset < size:
        prefetch(<const char*>memory + offset)
        offset += CACHE_LINE


cdef unsigned char LOWEST_BITS[32]
for _number in range(32):
    LOWEST_BITS[(0x077CB531 << _number & 0xFFFFFFFF) >> 27] = _number


cdef Py_ssize_t lowest_bit(uint32_t bits) noexcept:
    """Return the number of the lowest bit that is set, by a de Bruijn sequence."""
    return LOWEST_BITS[<uint32_t>((bits & (~bits + 1)) * <uint32_t>0x077CB531) >> 27]
