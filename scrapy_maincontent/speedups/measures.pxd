# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# Arrays of NumPy, memory that is freed with the object that holds it, elements' attributes, and the measures of a page.

from cpython.ref cimport PyObject
from libc.stdint cimport uint64_t

from .tape cimport Field, Record
from .utf8 cimport Bytes

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
    cdef Py_ssize_t* sizes(self)
    cdef uint64_t* numbers(self)
    cdef float* floats(self)
    cdef char* flags(self)
    cdef double* doubles(self)


cdef class Room:
    """Memory that begins as zeros."""

    cdef void* memory
    cdef Py_ssize_t* sizes(self)
    cdef float* floats(self)
    cdef double* doubles(self)


cdef enum:
    NO_LOOK = -1

cdef struct Value:
    # An attribute's value in UTF-8; NULL where there is none. One that is no UTF-8 is only there as text.
    Bytes data
    Py_ssize_t size
    PyObject* text  # borrowed; NULL where it stands on a tape

cdef struct ElementNames:
    # An element's names.
    Value own_class
    Value own_id
    Value role
    Value item
    Py_ssize_t look  # a number for its class, `NO_LOOK` for none and for an empty one

cdef struct Owned:
    # Attributes that several elements may have.
    const Record* start  # NULL where they were made by Python
    PyObject* made  # owned; NULL until they are asked for
    ElementNames names


cdef class Attributes:
    """The attributes of a page's elements: a sequence of mappings, each of which is made when it is first asked for."""

    cdef Owned* owned
    cdef Py_ssize_t* numbers  # of each element's
    cdef Py_ssize_t count, room, filled, owned_room
    cdef object recording
    cdef list names  # of attributes, by their numbers on the tape
    cdef Py_ssize_t add_owned(self, const Record* start) except -1
    cdef int add(self, Py_ssize_t number) except -1
    cdef int take(self, list given) except -1
    cdef dict made(self, Py_ssize_t number)


cdef struct Text:
    # A text block's text in UTF-8.
    Bytes data
    Py_ssize_t size
    Py_ssize_t length  # in characters: the size of a text in ASCII

cdef struct Measured:
    # Arrays over elements (n) and text blocks (m), named as in `features.measures.Measures`.
    Py_ssize_t n
    Py_ssize_t m
    const Py_ssize_t* starts
    const Py_ssize_t* stops
    const Py_ssize_t* parents
    const Py_ssize_t* ends
    const Py_ssize_t* depths
    const Py_ssize_t* owners
    const Py_ssize_t* times
    const Py_ssize_t* before
    const Py_ssize_t* earlier
    const float* words
    const float* linked
    const float* words_before
    const float* long_before
    const float* linked_before
    const float* words_inside
    const float* long_inside
    const float* linked_inside
    const Text* texts


cdef class Measures:
    """The same as `features.measures.Measures`, in two arrays of NumPy."""

    cdef View sizes, shares
    cdef Attributes attributes
    cdef bytes joined  # all texts
    cdef Room texts
    cdef Measured arrays
    cdef void point(self, Py_ssize_t n, Py_ssize_t m) noexcept
    cdef int fill(self, page, Py_ssize_t n, Py_ssize_t m, Py_ssize_t pieces) except -1


cdef bint ends_sentence(str text) noexcept

cdef Room elements_around(const Py_ssize_t* owners, Py_ssize_t m, const Py_ssize_t* parents, Py_ssize_t n)


cdef inline Py_ssize_t table_size(Py_ssize_t count) noexcept:
    """Return the size of a hash table for so many entries: a power of two."""
    cdef Py_ssize_t size = 16
    while size < 2 * count:
        size *= 2
    return size


cdef inline uint64_t mixed(uint64_t value) noexcept:
    """Return a number whose lowest bits depend on all bits of ``value``."""
    value ^= value >> 30
    value *= 0xBF58476D1CE4E5B9ULL
    value ^= value >> 27
    value *= 0x94D049BB133111EBULL
    return value ^ value >> 31
