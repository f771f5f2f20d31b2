# cython: language_level=3
from .tape cimport Tape


cdef class Recording:
    """A document on a tape, which is freed with this object."""

    cdef Tape tape
