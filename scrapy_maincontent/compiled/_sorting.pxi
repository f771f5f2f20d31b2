# Numbers in order.

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
