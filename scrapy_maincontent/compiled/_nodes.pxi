# The parser's tree -> a tape, as the parser would have recorded it.

cdef const unsigned char* value_of(const xmlAttr* attribute) except? NULL:
    """Return an attribute's value, NULL where it has none."""
    cdef const xmlNode* node = attribute.children
    if attribute.ns != NULL:
        raise ValueError("an attribute with a name space")
    if node == NULL:
        return NULL
    if node.next != NULL or node.type != XML_TEXT_NODE:
        raise ValueError("an attribute that is not just text")
    return node.content


cdef inline bint is_text(const xmlNode* node) noexcept:
    return node.type == XML_TEXT_NODE or node.type == XML_CDATA_SECTION_NODE


cdef inline bint is_aside(const xmlNode* node) noexcept:
    """Tell whether a node says nothing and parts no text."""
    return node.type == XML_COMMENT_NODE or node.type == XML_PI_NODE or node.type == XML_DTD_NODE


cdef Recording walked(const xmlNode* node, bint whole):
    """Go over an element and what is below it, or over a ``whole`` document that begins with it."""
    cdef Recording recording = Recording()
    cdef Tape* tape = &recording.tape
    cdef Py_ssize_t level = 0
    while True:
        if node.type == XML_ELEMENT_NODE:
            enter(tape, node)
            if node.children != NULL:
                node = node.children
                level += 1
                continue
            leave(tape, node)
        elif is_text(node):
            if node.content != NULL:
                add_text(tape, <const char*>node.content, strlen(<const char*>node.content))
        elif not is_aside(node):
            raise ValueError("something that no HTML parser makes")
        while level and node.next == NULL:
            node = node.parent
            level -= 1
            leave(tape, node)
        node = node.next if level or whole else NULL
        if node == NULL:
            break
    if tape.failed:
        raise ValueError("no memory for the tape")
    return recording


cdef int enter(Tape* tape, const xmlNode* node) except -1:
    """Record an element's start."""
    cdef const xmlAttr* attribute = node.properties
    cdef const char* name
    cdef const char* value
    cdef int number
    if node.ns != NULL:
        raise ValueError("an element with a name space")
    add_start(tape, number_of(tape, &tape.tags, <const char*>node.name, strlen(<const char*>node.name)))
    while attribute != NULL:
        name, value = <const char*>attribute.name, <const char*>value_of(attribute)
        number = number_of(tape, &tape.attributes, name, strlen(name))
        add_attribute(tape, number, value, 0 if value == NULL else strlen(value))
        attribute = attribute.next
    return 0


cdef void leave(Tape* tape, const xmlNode* node) noexcept:
    """Record an element's end."""
    add_end(tape, number_of(tape, &tape.tags, <const char*>node.name, strlen(<const char*>node.name)))
