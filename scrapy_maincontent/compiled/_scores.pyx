# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""What method crf makes of a page, once more: core/measures.py, methods/_lexicon.py, _crf_features.py, _boosted.py,
_chain.py, _select.py and _reasons.py, over plain arrays.

The arrays come from NumPy by the buffer protocol. Numbers are added up in the order in which NumPy adds them, so that
every result is the same to the last bit.
"""

import sys

from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc, PyMem_Realloc
from cpython.ref cimport PyObject
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

cdef extern from "Python.h":
    PyObject* list_item "PyList_GetItem"(list, Py_ssize_t) except NULL
    PyObject* dict_item "PyDict_GetItemWithError"(dict, object)  # NULL with or without an error
    Py_ssize_t as_size "PyLong_AsSsize_t"(object) except? -1
    Py_ssize_t length_of "PyUnicode_GetLength"(str) except -1
    const char* utf8_of "PyUnicode_AsUTF8AndSize"(str, Py_ssize_t* size) except NULL
    Py_hash_t hash_of "PyObject_Hash"(object) except -1
    PyObject* error_occurred "PyErr_Occurred"()
    int next_item "PyDict_Next"(dict, Py_ssize_t*, PyObject**, PyObject**)

from ..core.features import _LAST_CODE, _OWNER_CODES as OWNER_CODES, _TAGS as TAGS
from ..core.measures import LONG_TEXT as _LONG_TEXT
from ..core.page_columns import visible
from ..core.structure import FAR as _FAR, LEVELS, _DEEP_BLOCKS, _DEEP_SHARE, _DEEPEST
from ..core.tokens import (
    MANY_WORDS, MAX_NAMES, PLAIN, QUIET, SHORT_TEXT, _AROUND_WORDS as AROUND_WORDS, _MAX_VALUE as MAX_VALUE, name_parts, whole_names,
)
from ..core.word_counts import WIDE_CHARACTERS_PER_WORD
from ..methods._chain import VALUES as _VALUES, _LIMIT as _SCORE_LIMIT, _LINKED, _SCORES, _WORDS
from ..methods._crf_features import FIGURES, LIMIT as _LIMIT, POOLS, _FEWEST_WORDS, _MOST_WORDS, _WINDOW
from ..methods._reasons import COLUMNS as EVIDENCE_COLUMNS, _COPY, _NOTHING, _UNDECLARED
from ..methods._select import (
    COPY_DISTANCE as _COPY_DISTANCE, COPY_WORDS as _COPY_WORDS, EMPTY_WORDS as _EMPTY_WORDS, _TINY,
)

include "_views.pxi"
include "_bytes.pxi"
include "_spaces.pxi"
include "_measured.pxi"
include "_tokens.pxi"
include "_questions.pxi"
include "_spelled.pxi"
include "_scratch.pxi"
include "_named.pxi"
include "_lexicon.pxi"
include "_groups.pxi"
include "_figures.pxi"
include "_sorting.pxi"
include "_pools.pxi"
include "_masks.pxi"
include "_boosted.pxi"
include "_chain.pxi"
include "_scorer.pxi"
include "_choice.pxi"
