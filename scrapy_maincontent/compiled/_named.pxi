# What an element is called: the attributes of which tokens are made.

cdef str CLASS = sys.intern("class"), ID = sys.intern("id"), ROLE = sys.intern("role"), ITEM = sys.intern("itemprop")

cdef struct Names:
    # Borrowed from the element's attributes; NULL where there is none.
    PyObject* own_class
    PyObject* own_id
    PyObject* role
    PyObject* item


cdef Names names_of(dict attrs):
    """Find an element's names: most have so few attributes that to look at all is sooner done than to look up four."""
    cdef Names names
    cdef Py_ssize_t place = 0
    cdef PyObject* key
    cdef PyObject* value
    names.own_class = names.own_id = names.role = names.item = NULL
    while next_item(attrs, &place, &key, &value):
        if key == <PyObject*>CLASS:
            names.own_class = value
        elif key == <PyObject*>ID:
            names.own_id = value
        elif key == <PyObject*>ROLE:
            names.role = value
        elif key == <PyObject*>ITEM:
            names.item = value
        elif is_hash_of_name(hash_of(<object>key)):
            return looked_up(attrs)  # strings that were made elsewhere
    return names


cdef Py_hash_t NAME_HASHES[4]
NAME_HASHES[0], NAME_HASHES[1], NAME_HASHES[2], NAME_HASHES[3] = map(hash, (CLASS, ID, ROLE, ITEM))


cdef bint is_hash_of_name(Py_hash_t value) noexcept:
    return (
        value == NAME_HASHES[0] or value == NAME_HASHES[1] or value == NAME_HASHES[2] or value == NAME_HASHES[3]
    )


cdef Names looked_up(dict attrs):
    cdef Names names
    names.own_class, names.own_id = dict_item(attrs, CLASS), dict_item(attrs, ID)
    names.role, names.item = dict_item(attrs, ROLE), dict_item(attrs, ITEM)
    return names
