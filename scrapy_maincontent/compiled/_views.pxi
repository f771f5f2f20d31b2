# Arrays of NumPy, and memory that is freed with the object that holds it.

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define prefetch(at) __builtin_prefetch(at)
    #else
    #define prefetch(at) ((void)(at))
    #endif
    """
    void prefetch(const void* at) noexcept  # memory that is soon to be read


cdef class View:
    """The memory of a contiguous array, held as long as this object lives."""

    cdef Py_buffer buffer

    def __cinit__(self, array, Py_ssize_t item, Py_ssize_t count):
        PyObject_GetBuffer(array, &self.buffer, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE)
        if self.buffer.itemsize != item or self.buffer.len != item * count:
            raise ValueError("an array of another size")

    def __dealloc__(self):
        PyBuffer_Release(&self.buffer)

    cdef Py_ssize_t* sizes(self):
        return <Py_ssize_t*>self.buffer.buf

    cdef float* floats(self):
        return <float*>self.buffer.buf

    cdef char* flags(self):
        return <char*>self.buffer.buf

    cdef double* doubles(self):
        return <double*>self.buffer.buf


cdef class Room:
    """Memory that begins as zeros."""

    cdef void* memory

    def __cinit__(self, Py_ssize_t count, Py_ssize_t item):
        self.memory = PyMem_Calloc(max(count, 1), item)
        if self.memory == NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.memory)

    cdef Py_ssize_t* sizes(self):
        return <Py_ssize_t*>self.memory

    cdef float* floats(self):
        return <float*>self.memory

    cdef double* doubles(self):
        return <double*>self.memory


cdef int read_sizes(list values, Py_ssize_t* target, Py_ssize_t count, Py_ssize_t low, Py_ssize_t high) except -1:
    """Read numbers from ``low`` to ``high``, so that they may be trusted as indexes."""
    cdef Py_ssize_t index, value
    if len(values) != count:
        raise ValueError("a list of another length")
    for index in range(count):
        value = as_size(<object>list_item(values, index))
        if value < low or value > high:
            raise ValueError("a number out of bounds")
        target[index] = value
    return 0


cdef double clipped(double value, double limit) noexcept:
    return -limit if value < -limit else limit if value > limit else value


cdef Py_ssize_t room_for(Py_ssize_t count) noexcept:
    """Return the size of a hash table for so many entries: a power of two."""
    cdef Py_ssize_t size = 16
    while size < 2 * count:
        size *= 2
    return size


cdef uint64_t mixed(uint64_t value) noexcept:
    """Return a number whose lowest bits depend on all bits of ``value``."""
    value ^= value >> 30
    value *= 0xBF58476D1CE4E5B9ULL
    value ^= value >> 27
    value *= 0x94D049BB133111EBULL
    return value ^ value >> 31


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
