# What is gathered for one page, as plain arrays: elements, pieces of text, and the runs of pieces that make a block.

cdef struct Element:
    Py_ssize_t parent
    Py_ssize_t end
    Py_ssize_t piece_start
    Py_ssize_t piece_end
    Py_ssize_t outer  # the innermost block-level element around a block-level one
    int what  # the tag's kind and flags

cdef struct Piece:
    const unsigned char* data  # the tape's
    Py_ssize_t size
    Py_ssize_t visible  # characters without the white space around it
    bint linked

cdef struct Run:
    Py_ssize_t start
    Py_ssize_t end
    Py_ssize_t owner
    bint hidden
    bint preformatted
    bint by_break


cdef void* with_room(void* array, Py_ssize_t* room, Py_ssize_t count, size_t size) except NULL:
    """Return an array of items of ``size`` bytes that has room for one more than ``count``."""
    if count < room[0]:
        return array
    cdef Py_ssize_t wanted = 2 * room[0] + 512
    array = PyMem_Realloc(array, wanted * size)
    if array == NULL:
        raise MemoryError
    room[0] = wanted
    return array


cdef enum:
    SHARED_INTS = 4096

cdef PyObject* shared_ints[SHARED_INTS]
"""Numbers of elements and pieces, which most lists are made of; owned, and made when first asked for."""


cdef object number(Py_ssize_t value):
    if value < 0 or value >= SHARED_INTS:
        return value
    if shared_ints[value] == NULL:
        shared_ints[value] = new_int(value)
    return <object>shared_ints[value]


cdef list numbers(const Py_ssize_t* first, size_t step, Py_ssize_t count):
    """Return one field of an array of structures, ``step`` bytes apart, as a list."""
    cdef list found = new_list(count)
    cdef const char* at = <const char*>first
    cdef Py_ssize_t index
    for index in range(count):
        one = number((<const Py_ssize_t*>at)[0])
        Py_INCREF(one)
        set_item(found, index, <PyObject*>one)
        at += step
    return found
