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


def read_links(list attrs, list elements):
    """Return what core/columns.py's function does."""
    cdef Py_ssize_t position, count = len(elements)
    cdef list hrefs = new_list(count), named = []
    cdef dict rels = {}
    cdef object own
    cdef str href
    for position in range(count):
        own = <object>list_item(attrs, as_size(<object>list_item(elements, position)))
        href = own["href"]
        if visible_length(href) != length_of(href):
            href = href.strip()
        Py_INCREF(href)
        set_item(hrefs, position, <PyObject*>href)
        if len(own) > 1:
            if has(own, "rel"):
                rels[position] = own["rel"]
            if has(own, "aria-label") or has(own, "title"):
                named.append(position)
    return hrefs, rels, named


def own_texts(list elements, list pieces, list starts, list ends, Py_ssize_t most):
    """Return what core/columns.py's function does."""
    cdef Py_ssize_t position, element, start, end, count = len(elements)
    cdef list texts = new_list(count)
    cdef str text
    for position in range(count):
        element = as_size(<object>list_item(elements, position))
        start, end = as_size(<object>list_item(starts, element)), as_size(<object>list_item(ends, element))
        if end - start == 1:
            text = <str>list_item(pieces, start)
        else:
            text = " ".join(pieces[start : min(end, start + most)])
        Py_INCREF(text)
        set_item(texts, position, <PyObject*>text)
    return texts
