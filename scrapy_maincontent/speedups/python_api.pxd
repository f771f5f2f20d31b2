# cython: language_level=3
# Functions of Python's stable C API, with the types that this package calls them with; and arrays that grow.

from cpython.mem cimport PyMem_Realloc
from cpython.ref cimport PyObject

cdef extern from "Python.h":
    const char* bytes_of "PyBytes_AsString"(bytes) except NULL
    str decoded "PyUnicode_DecodeUTF8"(const char* text, Py_ssize_t size, const char* errors)
    const char* utf8_of "PyUnicode_AsUTF8AndSize"(str, Py_ssize_t* size) except NULL
    Py_ssize_t length_of "PyUnicode_GetLength"(str) except -1
    Py_hash_t hash_of "PyObject_Hash"(object) except -1
    Py_ssize_t as_size "PyLong_AsSsize_t"(object) except? -1
    PyObject* new_int "PyLong_FromSsize_t"(Py_ssize_t) except NULL
    PyObject* dict_item "PyDict_GetItemWithError"(dict, object)  # keys are str, whose hashing never fails
    PyObject* list_item "PyList_GetItem"(list, Py_ssize_t) except NULL
    list new_list "PyList_New"(Py_ssize_t size)
    int set_item "PyList_SetItem"(list, Py_ssize_t, PyObject*) except -1
    tuple new_tuple "PyTuple_New"(Py_ssize_t size)
    int set_in_tuple "PyTuple_SetItem"(tuple, Py_ssize_t, PyObject*) except -1
    void untrack "PyObject_GC_UnTrack"(object)

cdef enum:
    FIRST_ROOM = 512  # items of an array that has just begun


cdef inline void* with_room(void* array, Py_ssize_t* room, Py_ssize_t count, size_t size) except NULL:
    """Return an array of items of ``size`` bytes that has room for one more than ``count``."""
    if count < room[0]:
        return array
    cdef Py_ssize_t wanted = 2 * room[0] + FIRST_ROOM
    array = PyMem_Realloc(array, wanted * size)
    if array == NULL:
        raise MemoryError
    room[0] = wanted
    return array
