# core/paths.py: elements -> their xpaths.

cdef enum:
    MOST_TAGS = 32  # different ones below one element that are told apart here


def spell_path(list tags, list parents, list ends, dict numbers, Py_ssize_t element, str root, number, step):
    """Return an element's xpath, with ``root`` before it; ``numbers`` keeps the numbers of siblings.

    ``number`` numbers an element's children in Python, ``step`` spells a step in Python.
    """
    cdef list steps = []
    cdef PyObject* known
    cdef Py_ssize_t own
    cdef str tag
    while element >= 0:
        parent = as_size(<object>list_item(parents, element))
        known = dict_item(numbers, element)
        if known == NULL:
            if not number_children(tags, ends, parent, numbers):
                number(parent)
            known = dict_item(numbers, element)
        own, tag = as_size(<object>known), <str>list_item(tags, element)
        if not is_plain(tag):
            steps.append(step(element))
        elif own:
            steps.append(f"{tag}[{own}]")
        else:
            steps.append(tag)
        element = parent
    steps.append(root)
    steps.reverse()
    return "/".join(steps)


cdef bint is_plain(str tag) except -1:
    """Tell whether a tag has nothing but letters and digits of ASCII."""
    cdef Py_ssize_t index, size
    cdef const char* data = ascii_of(tag, &size)
    if data == NULL or not size:
        return False
    for index in range(size):
        if not is_lower(lowered(data[index])) and not is_digit(data[index]):
            return False
    return True


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
