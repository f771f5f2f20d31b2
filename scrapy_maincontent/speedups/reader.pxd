# cython: language_level=3
from .tape cimport Tape

cdef enum:  # the attributes that are looked at: the numbers that they have on every tape
    HREF = 0
    HIDDEN = 1
    STYLE = 2
    OPEN = 3
    CLASS = 4
    ID = 5
    LANG = 6
    NAME = 7
    PROPERTY = 8
    ITEMPROP = 9
    CONTENT = 10
    REL = 11
    TYPE = 12
    ROLE = 13
    HREFLANG = 14


cdef class Recording:
    """A document on a tape, which is freed with this object."""

    cdef Tape tape
