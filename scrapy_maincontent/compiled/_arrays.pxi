# What is gathered for one page, as plain arrays: elements, pieces of text, and the runs of pieces that make a block.

cdef struct Element:
    Py_ssize_t parent
    Py_ssize_t end
    Py_ssize_t piece_start
    Py_ssize_t piece_end
    Py_ssize_t outer  # the innermost block-level element around a block-level one

cdef struct Piece:
    const unsigned char* data  # the parser's; NULL where the text comes in parts
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


cdef list numbers(const Py_ssize_t* first, size_t step, Py_ssize_t count):
    """Return one field of an array of structures, ``step`` bytes apart, as a list."""
    cdef list found = new_list(count)
    cdef const char* at = <const char*>first
    cdef Py_ssize_t index
    for index in range(count):
        set_item(found, index, new_int((<const Py_ssize_t*>at)[0]))
        at += step
    return found
