# methods/_boosted.py: the trees, all at once.

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

    def log_odds(self, columns, found):
        """Fill ``found`` (m, float64) with the log odds of the rows of a matrix; ``columns`` (features x m, float32)."""
        cdef Py_ssize_t m = len(found), index, number, tree
        cdef const float* matrix = View(columns, sizeof(float), self.features * m).floats()
        cdef double* totals = View(found, sizeof(double), m).doubles()
        cdef Room rooms = Room(2 * self.test_count, sizeof(Py_ssize_t))
        cdef Room masks = Room(2 * self.trees, sizeof(uint32_t)), reached = Room(self.trees, sizeof(double))
        cdef uint32_t* shared = <uint32_t*>masks.memory  # what the tests leave over that say the same of all rows
        cdef uint32_t* possible = shared + self.trees
        cdef Py_ssize_t* varying = rooms.sizes()
        cdef Py_ssize_t* failed = varying + self.test_count  # of each test: thresholds that the row before was above
        cdef Py_ssize_t varying_count = self.split(matrix, m, shared, varying)
        for index in range(m):
            memcpy(possible, shared, self.trees * sizeof(uint32_t))
            for number in range(varying_count):
                self.apply(varying[number], matrix, m, index, &failed[number], possible)
            for tree in range(self.trees):
                number = lowest_bit(possible[tree])
                if not possible[tree] or number >= self.leaves:
                    raise IndexError("a leaf that is not there")
                reached.doubles()[tree] = self.values[tree * self.leaves + number]
            totals[index] = total_of(reached.doubles(), self.trees)

    cdef Py_ssize_t split(self, const float* matrix, Py_ssize_t m, uint32_t* shared, Py_ssize_t* varying) noexcept:
        """Apply the tests of features with one value; return how many tests are left, and which."""
        cdef Py_ssize_t number, index, left = 0, failed = 0
        cdef const float* column
        memset(shared, 0xFF, self.trees * sizeof(uint32_t))
        for number in range(self.test_count):
            column = matrix + self.tests[number].feature * m
            index = 1
            while index < m and column[index] == column[0]:
                index += 1
            if index < m:
                varying[left] = number
                left += 1
            else:
                self.apply(number, matrix, m, 0, &failed, shared)
        return left

    cdef void apply(
        self, Py_ssize_t number, const float* matrix, Py_ssize_t m, Py_ssize_t index, Py_ssize_t* failed, uint32_t* possible
    ) noexcept:
        """Leave over what a feature's tests leave over of a row; ``failed`` is the row before's, and then the row's."""
        cdef const Test* test = &self.tests[number]
        cdef const float* column = matrix + test.feature * m
        cdef float value = column[index]
        cdef Py_ssize_t low = 0, high = test.count, middle, tree
        cdef const uint32_t* masks
        if index and value == column[index - 1]:
            low = failed[0]
        else:
            while low < high:
                middle = (low + high) // 2
                if test.thresholds[middle] < value:
                    low = middle + 1
                else:
                    high = middle
            failed[0] = low
        masks = test.table + low * self.trees
        for tree in range(self.trees):
            possible[tree] &= masks[tree]


cdef unsigned char LOWEST_BITS[32]
for _number in range(32):
    LOWEST_BITS[(0x077CB531 << _number & 0xFFFFFFFF) >> 27] = _number


cdef Py_ssize_t lowest_bit(uint32_t bits) noexcept:
    """Return the number of the lowest bit that is set, by a de Bruijn sequence."""
    return LOWEST_BITS[<uint32_t>((bits & (~bits + 1)) * <uint32_t>0x077CB531) >> 27]
