# core/structure.py, `Groups`: text blocks that belong together, and what the tags of their elements say.

cdef int group_by_path(
    page, const Py_ssize_t* owners, Py_ssize_t m, const Py_ssize_t* parents, Py_ssize_t n, Py_ssize_t* groups
) except -1:
    """Number the text blocks by the tags above them."""
    cdef list tags = page.tags
    cdef dict numbers = {}
    cdef Room around = elements_around(owners, m, parents, n), paths = Room(n, sizeof(Py_ssize_t))
    cdef Py_ssize_t* path = paths.sizes()
    cdef Py_ssize_t size = room_for(n), index, seat, other, tag
    cdef Room seats = Room(size, sizeof(Py_ssize_t)), all_tags = Room(n, sizeof(Py_ssize_t))
    cdef PyObject* known
    for index in range(n):
        if not around.sizes()[index]:
            continue
        name = <object>list_item(tags, index)
        known = dict_item(numbers, name)
        if known == NULL:
            tag = len(numbers)
            numbers[name] = tag
        else:
            tag = as_size(<object>known)
        all_tags.sizes()[index] = tag
        if not index:
            continue
        # An element with the same path stands for it.
        seat = <Py_ssize_t>mixed(<uint64_t>path[parents[index]] << 20 ^ <uint64_t>tag) & (size - 1)
        while True:
            other = seats.sizes()[seat]
            if not other:
                seats.sizes()[seat] = path[index] = index
                break
            if all_tags.sizes()[other] == tag and path[parents[other]] == path[parents[index]]:
                path[index] = other
                break
            seat = (seat + 1) & (size - 1)
    for index in range(m):
        groups[index] = path[owners[index]]
    return 0


cdef int group_by_look(page, const Py_ssize_t* owners, Py_ssize_t m, Py_ssize_t* groups) except -1:
    """Number the text blocks by tag and class."""
    cdef list tags = page.tags, all_attrs = page.attrs
    cdef Py_ssize_t size = room_for(m), index, seat, other, owner
    cdef Room seats = Room(size, sizeof(Py_ssize_t))  # numbers of text blocks and one
    cdef PyObject* found
    cdef list looks = []
    for index in range(m):
        owner = owners[index]
        found = dict_item(<dict?><object>list_item(all_attrs, owner), "class")
        look = "" if found == NULL else <object>found
        tag = <object>list_item(tags, owner)
        looks.append(look)
        seat = <Py_ssize_t>mixed(<uint64_t>hash_of(look) * 31 + <uint64_t>hash_of(tag)) & (size - 1)
        while True:
            other = seats.sizes()[seat] - 1
            if other < 0:
                seats.sizes()[seat] = index + 1
                groups[index] = index
                break
            if <object>list_item(tags, owners[other]) == tag and <object>list_item(looks, other) == look:
                groups[index] = other
                break
            seat = (seat + 1) & (size - 1)
    return 0


cdef int read_tags(page, const Py_ssize_t* owners, Py_ssize_t m, Py_ssize_t* headings, Py_ssize_t* codes) except -1:
    """Find each text block's rank as a heading, and the number for its tag; `features.text_blocks.owner_tags`."""
    cdef list tags = page.tags
    cdef Py_ssize_t index, code
    cdef PyObject* known
    for index in range(m):
        known = dict_item(TAGS, <object>list_item(tags, owners[index]))
        code = as_size(<object>known) if known != NULL else 0
        headings[index] = max(code - LAST_CODE, 0)
        codes[index] = 0 if code > LAST_CODE else code
    return 0
