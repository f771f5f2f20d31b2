# Elements with some attributes; the characters of pieces of text; the columns of links.

def elements_with(list attrs, tuple names):
    """Return what core/columns.py's function does."""
    cdef Py_ssize_t element
    cdef object own, before = None
    cdef bint there = False
    cdef list found = []
    first, second, third = names
    for element in range(len(attrs)):
        own = <object>list_item(attrs, element)
        if own is not before:
            there = has(own, first) or has(own, second) or has(own, third)
            before = own
        if there:
            found.append(element)
    return found


def anchors(list attrs, list tags, Py_ssize_t most):
    """Return what core/columns.py's function does."""
    cdef Py_ssize_t element
    cdef object own, before = None
    cdef bint called = False, named = False
    cdef dict found = {}
    for element in range(min(len(attrs), most)):
        own = <object>list_item(attrs, element)
        if own is not before:
            called, named = has(own, "id"), has(own, "name")
            before = own
        if called:
            found.setdefault(own["id"], element)
        if named and <str>list_item(tags, element) == "a":
            found.setdefault(own["name"], element)
    return found


cdef bint has(object own, object name) except -1:
    return dict_item(<dict>own, name) != NULL if type(own) is dict else name in own


def visible(list pieces, list linked):
    """Return what core/columns.py's function does."""
    cdef Py_ssize_t piece, length, count = len(pieces), everything = 0, inside = 0
    cdef list lengths = new_list(count), before = new_list(count + 1), linked_before = new_list(count + 1)
    set_item(before, 0, new_int(0))
    set_item(linked_before, 0, new_int(0))
    for piece in range(count):
        length = visible_length(<str>list_item(pieces, piece))
        everything += length
        if <object>list_item(linked, piece):
            inside += length
        set_item(lengths, piece, new_int(length))
        set_item(before, piece + 1, new_int(everything))
        set_item(linked_before, piece + 1, new_int(inside))
    return lengths, before, linked_before


cdef Py_ssize_t visible_length(str text) except -1:
    cdef Py_ssize_t first = 0, last = length_of(text)
    while first < last and is_blank(character_of(text, first)):
        first += 1
    while last > first and is_blank(character_of(text, last - 1)):
        last -= 1
    return last - first


def read_links(list attrs, list elements, Py_ssize_t longest):
    """Return what core/columns.py's function does."""
    cdef Py_ssize_t position, count = len(elements), size
    cdef list hrefs = new_list(count), named = []
    cdef dict rels = {}
    cdef object own
    cdef str href
    for position in range(count):
        own = <object>list_item(attrs, as_size(<object>list_item(elements, position)))
        href = own["href"]
        size = length_of(href)
        if size > longest or visible_length(href) != size:
            href = href.strip()[:longest]
        Py_INCREF(href)
        set_item(hrefs, position, <PyObject*>href)
        if len(own) > 1:
            if has(own, "rel"):
                rels[position] = own["rel"]
            if has(own, "aria-label") or has(own, "title"):
                named.append(position)
    return hrefs, rels, named


def before(list elements, list starts, list pieces, list linked, list lengths, Py_ssize_t longest):
    """Return what core/columns.py's function does."""
    cdef Py_ssize_t position, piece, length
    cdef list positions = [], texts = []
    for position in range(len(elements)):
        piece = as_size(<object>list_item(starts, as_size(<object>list_item(elements, position)))) - 1
        if piece < 0 or <object>list_item(linked, piece):
            continue
        length = as_size(<object>list_item(lengths, piece))
        if not length and piece > 0:
            piece -= 1
            if <object>list_item(linked, piece):
                continue
            length = as_size(<object>list_item(lengths, piece))
        if 0 < length <= longest:
            positions.append(position)
            texts.append((<str>list_item(pieces, piece)).strip())
    return positions, texts


def grouped(list elements, list parents, list ends):
    """Return what core/columns.py's function does."""
    cdef Py_ssize_t position, element, container, parent, after, before = -1, count = len(elements)
    cdef dict groups = {}
    cdef PyObject* known
    cdef object key
    element = as_size(<object>list_item(elements, 0)) if count else 0
    for position in range(count):
        after = as_size(<object>list_item(elements, position + 1)) if position + 1 < count else len(parents)
        container = as_size(<object>list_item(parents, element))
        while container > before and as_size(<object>list_item(ends, container)) <= after:
            parent = as_size(<object>list_item(parents, container))
            if parent < 0:
                break
            container = parent
        key = container
        known = dict_item(groups, key)
        if known == NULL:
            groups[key] = [position]
        else:
            (<list>known).append(position)
        before, element = element, after
    return groups
