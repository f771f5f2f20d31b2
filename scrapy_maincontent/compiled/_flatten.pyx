# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""core/flatten.py once more, over what the parser itself tells: the same page, element by element.

Markup is recorded in plain memory first (`Tape`), as libxml2's parser reads it, without a tree; a tree that is there
already is recorded by the fields of libxml2's nodes. What an HTML parser does not make (name spaces, entities: a tree
made elsewhere) is refused, and left to core/flatten.py.
"""

import string
import sys
from html.entities import html5
from math import ceil

from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc, PyMem_Realloc
from cpython.ref cimport Py_INCREF, Py_XDECREF, PyObject
from libc.stdint cimport uint32_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memchr, memcmp, memcpy, memset, strcmp, strlen
from lxml.includes.etreepublic cimport _Element
from lxml.includes.tree cimport (
    XML_CDATA_SECTION_NODE, XML_COMMENT_NODE, XML_DTD_NODE, XML_ELEMENT_NODE, XML_PI_NODE, XML_TEXT_NODE, xmlAttr,
    xmlNode,
)

from ..core.dom import MAX_READ_TAGS as _MAX_READ_TAGS
from ..core.flatten import HIDING_TAGS, KINDS, NO_ATTRIBUTES, STYLE_PREFIX, style_hides
from ..core.head import JSON_LD, read_head
from ..core.heading_anchors import HEADING_TAGS, MAX_SIGN as _MAX_SIGN, is_heading_anchor
from ..core.objects import ALT_ATTRIBUTES, MAX_SOURCES as _MAX_SOURCES, SOURCE_ATTRIBUTES, SOURCE_TAGS, largest
from ..core.page import HEADINGS, LABELS
from ..core.parting import BETWEEN, UNPARTED_TAGS, are_parted
from ..core.whitespace import collapse
from . import tag_rules

cdef extern from "Python.h":
    const char* bytes_of "PyBytes_AsString"(bytes) except NULL
    str decoded "PyUnicode_DecodeUTF8"(const char* text, Py_ssize_t size, const char* errors)
    PyObject* dict_item "PyDict_GetItemWithError"(dict, object) except? NULL
    list new_list "PyList_New"(Py_ssize_t size)
    int set_item "PyList_SetItem"(list, Py_ssize_t, PyObject*) except -1
    tuple new_tuple "PyTuple_New"(Py_ssize_t size)
    int set_in_tuple "PyTuple_SetItem"(tuple, Py_ssize_t, PyObject*) except -1
    PyObject* new_int "PyLong_FromSsize_t"(Py_ssize_t) except NULL

cdef enum:  # kinds, as core/flatten.py numbers them, and flags beside them
    SKIP = 0
    HEAD = 1
    BREAK = 2
    INLINE = 3
    LINK = 4
    OBJECT = 5
    BLOCK = 6
    KIND = 7
    PRE = 8
    HIDES = 16
    SOURCE = 32
    UNPARTED = 64
    HEADING = 128
    NOWHERE = -1

ctypedef const unsigned char* Bytes

cdef char BYTE_ORDER_MARK = <char>0xEF  # its first byte
cdef Py_ssize_t JSON_LD_LENGTH = len(JSON_LD), MAX_SIGN = _MAX_SIGN
cdef Py_ssize_t MAX_READ_TAGS = _MAX_READ_TAGS

include "_names.pxi"
include "_texts.pxi"
include "_arrays.pxi"

cdef Names tag_names
teach(
    &tag_names,
    {
        tag: kind
        | PRE * (tag == "pre")
        | HIDES * (tag in HIDING_TAGS)
        | SOURCE * (tag in SOURCE_TAGS)
        | UNPARTED * (tag in UNPARTED_TAGS)
        | HEADING * (tag in HEADING_TAGS)
        for tag, kind in KINDS.items()
    },
    INLINE,
)

include "_counting.pxi"
include "_spellings.pxi"
include "_tape.pxi"
include "_events.pxi"
include "_rules.pxi"
include "_opened.pxi"
include "_references.pxi"
include "_markup.pxi"
include "_values.pxi"
include "_nodes.pxi"
include "_shared.pxi"
include "_head.pxi"
include "_objects.pxi"
include "_naming.pxi"
include "_gathered.pxi"
include "_filler.pxi"
include "_page.pxi"


def fill_tree(page, _Element root not None, limits, bint whole):
    """Fill an empty page from an element and what is below it, or from a ``whole`` document with this root.

    Raises:
        ValueError: there is something in the tree that no HTML parser makes; the page is as it was.
    """
    fill(page, walked(root._c_node, whole), limits)


def fill_markup(page, bytes markup not None, limits):
    """Fill an empty page from UTF-8 markup that has passed `page.limits.guard`; return whether there is anything in it.

    Raises:
        ValueError: it is to be read by way of a tree (`page.parser.MAX_READ_TAGS`), or has bytes that are left to libxml2;
            the page is as it was.
    """
    recording = recorded(markup)
    fill(page, recording, limits)
    return recording.tape.size > 0


cdef Recording recorded(bytes markup):
    """Return what libxml2's HTML parser would report of UTF-8 markup."""
    cdef Recording recording = Recording()
    cdef Reader reader
    cdef const char* data = bytes_of(markup)
    cdef const char* end = data + len(markup)
    if len(markup) > <Py_ssize_t>MOST // 2 or count_of(<Bytes>data, <Bytes>end, c"<") > MAX_READ_TAGS:
        raise ValueError("more markup than is read without a tree")
    if find(data, end, 0) != end or data[0] == BYTE_ORDER_MARK:
        raise ValueError("bytes that are no markup")
    memset(&reader, 0, sizeof(reader))
    reader.tape, reader.at, reader.end = &recording.tape, data, end
    with nogil:
        read_document(&reader)
        free(reader.opened)
    if recording.tape.failed:
        raise ValueError("no memory for the tape, or a name that is no text")
    return recording


cdef int fill(page, Recording recording, limits) except -1:
    filler = Filler(recording)
    filler.max_depth = int(min(limits.max_depth, sys.maxsize))
    filler.max_elements = ceil(min(limits.max_elements, sys.maxsize))
    filler.play()
    filler.finish()
    return write(filler, page)
