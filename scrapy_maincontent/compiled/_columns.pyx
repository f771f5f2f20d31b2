# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""core/columns.py and core/phrases.py once more: what is asked of all elements, pieces, links and names of a page.

Words are looked for in ASCII only. Other texts and names are left to Python.
"""

from cpython.mem cimport PyMem_Calloc, PyMem_Free
from cpython.ref cimport Py_INCREF, PyObject
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcmp, memset

cdef extern from "Python.h":
    PyObject* list_item "PyList_GetItem"(list, Py_ssize_t) except NULL
    PyObject* dict_item "PyDict_GetItemWithError"(dict, object) except? NULL
    bint next_item "PyDict_Next"(dict, Py_ssize_t* at, PyObject** key, PyObject** value)  # borrowed
    void forget_error "PyErr_Clear"()
    list new_list "PyList_New"(Py_ssize_t size)
    int set_item "PyList_SetItem"(list, Py_ssize_t, PyObject*) except -1
    PyObject* new_int "PyLong_FromSsize_t"(Py_ssize_t) except NULL
    Py_ssize_t as_size "PyLong_AsSsize_t"(object) except? -1
    Py_ssize_t length_of "PyUnicode_GetLength"(str) except -1
    Py_ssize_t SSIZE_MAX "PY_SSIZE_T_MAX"
    Py_ssize_t find_character "PyUnicode_FindChar"(str, uint32_t, Py_ssize_t, Py_ssize_t, int direction) except -2
    Py_ssize_t ends_with "PyUnicode_Tailmatch"(str, str, Py_ssize_t, Py_ssize_t, int direction) except -1
    uint32_t character_of "PyUnicode_ReadChar"(str, Py_ssize_t) except? 0xFFFFFFFF
    const char* utf8_of "PyUnicode_AsUTF8AndSize"(str, Py_ssize_t* size)  # NULL with an error
    str decoded "PyUnicode_DecodeUTF8"(const char* text, Py_ssize_t size, const char* errors)

include "_spaces.pxi"
include "_words.pxi"
include "_stems.pxi"
include "_telling.pxi"
include "_phrases.pxi"
include "_segments.pxi"
include "_lines.pxi"
include "_paths.pxi"
include "_pieces.pxi"
