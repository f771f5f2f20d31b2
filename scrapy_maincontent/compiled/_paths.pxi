# core/paths.py: an element and those above it -> their numbers among their siblings.

cdef enum:
    MOST_TAGS = 32  # different ones below one element that are told apart here


def number_path(list tags, list parents, list ends, dict numbers, Py_ssize_t element, python):
    """Number an element's siblings and those of all above it; ``python`` numbers an element's children in Python."""
    while element >= 0:
        parent = as_size(<object>list_item(parents, element))
        if dict_item(numbers, element) == NULL and not number_children(tags, ends, parent, numbers):
            python(parent)
        element = parent


cdef bint number_children(list tags, list ends, Py_ssize_t parent, dict numbers) except -1:
    """Number an element's children among those of the same name; return whether that was done, and done right."""
    cdef PyObject* names[MOST_TAGS]
    cdef Py_ssize_t counts[MOST_TAGS]
    cdef Py_ssize_t firsts[MOST_TAGS]
    cdef Py_ssize_t child = parent + 1, end = as_size(<object>list_item(ends, max(parent, 0))), known = 0, index
    cdef PyObject* tag
    while child < end:
        tag = list_item(tags, child)
        index = 0
        while index < known and names[index] != tag and <str>names[index] != <str>tag:
            index += 1
        if index == known:
            if known == MOST_TAGS or not (<str>tag).isprintable():
                return False
            names[index], counts[index], firsts[index] = tag, 0, child
            known += 1
        counts[index] += 1
        if counts[index] > 1:
            numbers[child] = counts[index]
        child = as_size(<object>list_item(ends, child))
    for index in range(known):
        numbers[firsts[index]] = 1 if counts[index] > 1 else 0
    return True


def tagged(list tags, dict wanted):
    """Return what core/columns.py's function does."""
    cdef Py_ssize_t element
    cdef PyObject* tag
    cdef PyObject* before = NULL
    cdef bint there = False
    cdef list found = []
    for element in range(len(tags)):
        tag = list_item(tags, element)
        if tag != before:
            there = dict_item(wanted, <object>tag) != NULL
            before = tag
        if there:
            found.append(element)
    return found
