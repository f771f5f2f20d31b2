# libxml2's parser without its tree: what it reports goes straight to a tape.
#
# This module is linked to no libxml2. The functions are those of the library that lxml works with, and are told where
# they are (compiled/libxml2.py).

from lxml.includes.htmlparser cimport (
    HTML_PARSE_COMPACT, HTML_PARSE_NOERROR, HTML_PARSE_NONET, HTML_PARSE_NOWARNING, HTML_PARSE_RECOVER,
)
from lxml.includes.tree cimport const_xmlChar, xmlDoc
from lxml.includes.xmlerror cimport XML_ERR_NO_MEMORY, xmlError
from lxml.includes.xmlparser cimport XML_PARSE_HUGE, xmlParserCtxt, xmlSAXHandler

ctypedef xmlParserCtxt* (*NewContext)(const xmlSAXHandler*, void*) noexcept nogil
ctypedef xmlDoc* (*ReadMemory)(xmlParserCtxt*, const char*, int, const char*, const char*, int) noexcept nogil
ctypedef const xmlError* (*LastError)(void*) noexcept nogil
ctypedef void (*FreeContext)(xmlParserCtxt*) noexcept nogil
ctypedef void (*FreeDocument)(xmlDoc*) noexcept nogil

cdef struct Library:
    NewContext new_context
    ReadMemory read_memory
    LastError last_error
    FreeContext free_context
    FreeDocument free_document

cdef Library library

cdef int OPTIONS = (
    HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET | HTML_PARSE_COMPACT
    | XML_PARSE_HUGE
)


def connect(dict addresses not None):
    """Take the addresses of libxml2's functions, by their names."""
    library.new_context = <NewContext><size_t>addresses["htmlNewSAXParserCtxt"]
    library.read_memory = <ReadMemory><size_t>addresses["htmlCtxtReadMemory"]
    library.last_error = <LastError><size_t>addresses["xmlCtxtGetLastError"]
    library.free_context = <FreeContext><size_t>addresses["htmlFreeParserCtxt"]
    library.free_document = <FreeDocument><size_t>addresses["xmlFreeDoc"]


cdef void on_start(void* context, const_xmlChar* name, const_xmlChar** attributes) noexcept nogil:
    cdef Tape* tape = <Tape*>context
    add_start(tape, name)
    tape.quiet = name[0] == c"s" and (
        not strcmp(<const char*>name, "style") or (not strcmp(<const char*>name, "script") and not has_type(attributes))
    )
    if attributes != NULL:
        while attributes[0] != NULL:
            add_attribute(tape, attributes[0], attributes[1])
            attributes += 2


cdef bint has_type(const_xmlChar** attributes) noexcept nogil:
    """Tell whether a script may hold JSON-LD: few have a type as long as its."""
    while attributes != NULL and attributes[0] != NULL:
        if not strcmp(<const char*>attributes[0], "type") and attributes[1] != NULL:
            return <Py_ssize_t>strlen(<const char*>attributes[1]) >= JSON_LD_LENGTH
        attributes += 2
    return False


cdef void on_end(void* context, const_xmlChar* name) noexcept nogil:
    add_end(<Tape*>context, name)


cdef void on_text(void* context, const_xmlChar* text, int size) noexcept nogil:
    if size > 0:
        add_text(<Tape*>context, text, size)


cdef void on_raw_text(void* context, const_xmlChar* text, int size) noexcept nogil:
    if size > 0 and not (<Tape*>context).quiet:
        add_text(<Tape*>context, text, size)


cdef Recording recorded(bytes markup):
    """Return what libxml2's HTML parser reports of UTF-8 markup."""
    cdef Recording recording = Recording()
    cdef const unsigned char* data = <const unsigned char*>bytes_of(markup)
    cdef Py_ssize_t size = len(markup)
    cdef xmlSAXHandler handler
    cdef xmlParserCtxt* context
    cdef xmlDoc* document
    cdef const xmlError* error
    cdef bint failed = True
    if size > <Py_ssize_t>MOST // 2 or count_of(data, data + size, c"<") > MAX_READ_TAGS:
        raise ValueError("more markup than is read without a tree")
    memset(&handler, 0, sizeof(handler))
    handler.startElement, handler.endElement = on_start, on_end
    handler.characters, handler.cdataBlock = on_text, on_raw_text
    handler.initialized = 1
    with nogil:
        context = library.new_context(&handler, &recording.tape)
        if context != NULL:
            document = library.read_memory(context, <const char*>data, <int>size, NULL, "utf-8", OPTIONS)
            if document != NULL:
                library.free_document(document)
            error = library.last_error(context)
            failed = recording.tape.failed or (error != NULL and error.code == XML_ERR_NO_MEMORY)
            library.free_context(context)
    if failed:
        raise ValueError("no memory for the tape")
    return recording
