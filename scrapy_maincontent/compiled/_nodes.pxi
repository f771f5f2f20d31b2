# Nodes of the parser's tree: their attributes, and what is below one of them.

cdef enum:  # what an attribute means here
    PLAIN = 0
    HREF = 1
    HIDDEN = 2
    STYLE = 4
    OPEN = 8
    CLASS = 16
    ID = 32

cdef Names attribute_names
teach(
    &attribute_names,
    {"href": HREF, "hidden": HIDDEN, "style": STYLE, "open": OPEN, "class": CLASS, "id": ID},
    PLAIN,
)


cdef object own_attributes(const xmlNode* node, int* seen):
    """Return an element's attributes; what they mean is added to ``seen``."""
    cdef const xmlAttr* attribute = node.properties
    cdef Name* name
    if attribute == NULL:
        return NO_ATTRIBUTES
    cdef dict own = {}
    while attribute != NULL:
        if attribute.ns != NULL:
            raise ValueError("an attribute with a name space")
        value = decoded(value_of(attribute), strlen(value_of(attribute)), NULL)
        name = look_up(&attribute_names, <const char*>attribute.name)
        seen[0] |= name.meaning
        own[<str>name.text] = value
        attribute = attribute.next
    return own


cdef bint may_tell(const xmlNode* node, str tag) except -1:
    """Tell whether an element of the head needs a closer look: scripts are many, few have a type as long as JSON-LD's."""
    cdef const xmlAttr* attribute = node.properties
    if tag != "script":
        return True
    while attribute != NULL:
        if not strcmp(<const char*>attribute.name, "type"):
            return <Py_ssize_t>strlen(value_of(attribute)) >= JSON_LD_LENGTH
        attribute = attribute.next
    return False


cdef const char* value_of(const xmlAttr* attribute) except NULL:
    cdef const xmlNode* node = attribute.children
    if node == NULL or node.content == NULL:
        return ""
    if node.next != NULL or node.type != XML_TEXT_NODE:
        raise ValueError("an attribute that is not just text")
    return <const char*>node.content


cdef inline bint is_text(const xmlNode* node) noexcept:
    return node.type == XML_TEXT_NODE or node.type == XML_CDATA_SECTION_NODE


cdef inline bint is_aside(const xmlNode* node) noexcept:
    """Tell whether a node says nothing and parts no text."""
    return node.type == XML_COMMENT_NODE or node.type == XML_PI_NODE or node.type == XML_DTD_NODE


cdef const xmlNode* following(const xmlNode* node, const xmlNode* top) noexcept:
    """Return the next node below ``top`` in document order, NULL at the end."""
    if node.type == XML_ELEMENT_NODE and node.children != NULL:
        return node.children
    while node != top:
        if node.next != NULL:
            return node.next
        node = node.parent
    return NULL


cdef list texts_in(const xmlNode* top):
    """Return the texts below an element."""
    cdef list texts = []
    cdef const xmlNode* node = following(top, top)
    while node != NULL:
        if is_text(node) and node.content != NULL:
            texts.append(decoded(<const char*>node.content, strlen(<const char*>node.content), NULL))
        elif node.type != XML_ELEMENT_NODE and not is_aside(node):
            raise ValueError("something that no HTML parser makes")
        node = following(node, top)
    return texts


cdef list sources_in(const xmlNode* top):
    """Return the attributes of the elements below an object that may give its address, as far as they count."""
    cdef list sources = []
    cdef const xmlNode* node = following(top, top)
    cdef Name* name
    cdef int seen = 0
    while node != NULL and len(sources) < MAX_SOURCES:
        if node.type == XML_ELEMENT_NODE:
            name = look_up(&tag_names, <const char*>node.name)
            if name.meaning & SOURCE:
                sources.append(own_attributes(node, &seen))
        node = following(node, top)
    return sources


cdef str text_from(const xmlNode* node):
    """Return the text from a text node to the next tag."""
    cdef list parts = []
    while node != NULL and node.type != XML_ELEMENT_NODE:
        if is_text(node) and node.content != NULL:
            parts.append(decoded(<const char*>node.content, strlen(<const char*>node.content), NULL))
        node = node.next
    return "".join(parts)
