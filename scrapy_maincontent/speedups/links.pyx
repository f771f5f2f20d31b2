# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The links of a page in columns: twins of functions of navigation/candidates.py, over a recording's attributes."""

from libc.stdint cimport uint32_t
from libc.string cimport memcmp

from .measures cimport Attributes, Owned
from .python_api cimport as_size, bytes_of, decoded, list_item, utf8_of
from .reader cimport HREF, REL
from .tape cimport FIRST_HASH, Field, behind, first_field, hash_of_name, hashed, next_field, value_in
from .utf8 cimport Bytes, is_blank

from ..navigation.candidates import MAX_BEFORE as _MAX_BEFORE, MAX_HREF as _MAX_HREF
from ..navigation.entry_lines import PARAMETERS, SIGNS
from ..words.phrases import MAX_TEXT
from .reader import ATTRIBUTES

cdef Py_ssize_t MAX_BEFORE = _MAX_BEFORE, MAX_HREF = _MAX_HREF
cdef int LABEL = ATTRIBUTES.index("aria-label"), TITLE = ATTRIBUTES.index("title")
cdef list ENDS = [parameter.encode() for parameter in PARAMETERS]

cdef enum:
    SIEVE = 0xFFFF

cdef unsigned char sieve[SIEVE + 1]  # of what addresses of entries have in them


cdef int add_sign(bytes sign) except -1:
    cdef uint32_t hash = hash_of_name(<Bytes>bytes_of(sign), len(sign))
    sieve[hash & SIEVE] |= 1 << (hash >> 29)
    return 0


cdef inline bint may_be_sign(uint32_t hash) noexcept:
    return sieve[hash & SIEVE] >> (hash >> 29) & 1


for _sign in SIGNS:
    add_sign(_sign.encode())


def addresses(given, list elements not None):
    """Return what `navigation.candidates.addresses` does, ``None`` for attributes that Python has made."""
    if not isinstance(given, Attributes):
        return None
    cdef Attributes all_attributes = given
    cdef list hrefs = [], fragments = [], signed = []
    cdef dict relations = {}, labels = {}, titles = {}
    cdef Py_ssize_t place, size
    cdef const Owned* owned
    cdef const Field* field
    cdef const Field* href
    cdef const Field* rel
    cdef const Field* label
    cdef const Field* title
    cdef const void* end
    cdef bint has_fragment, has_sign
    cdef Bytes at
    cdef str address
    for place in range(len(elements)):
        owned = &all_attributes.owned[all_attributes.numbers[as_size(<object>list_item(elements, place))]]
        if owned.start == NULL:
            return None
        field, end = first_field(owned.start), behind(owned.start)
        href = rel = label = title = NULL
        while field != end:
            if field.name == HREF:
                href = field
            elif field.size and field.name == REL:
                rel = field
            elif field.size and field.name == LABEL:
                label = field
            elif field.size and field.name == TITLE:
                title = field
            field = next_field(field)
        if href == NULL:
            return None
        address, at, size = text_of(href), value_in(href), href.size
        if size and (is_edge(at[0]) or is_edge(at[size - 1])):
            address = address.strip()
            at = <Bytes>utf8_of(address, &size)
        if size > MAX_HREF:
            address = address[:MAX_HREF]
        hrefs.append(address)
        look_at(at, size, &has_fragment, &has_sign)
        if has_fragment and (size <= MAX_HREF or "#" in address):
            fragments.append(place)
        if has_sign:
            signed.append(place)
        if rel != NULL:
            relations[place] = text_of(rel)[:MAX_TEXT].lower()
        if label != NULL:
            labels[place] = text_of(label)
        elif title != NULL:
            titles[place] = text_of(title)
    return hrefs, relations, labels, titles, fragments, signed


cdef inline str text_of(const Field* field):
    return decoded(<const char*>value_in(field), field.size, NULL)


cdef inline bint is_edge(unsigned char byte) noexcept:
    """Return whether a byte at the end of an address may be of white space."""
    return byte >= 0x80 or is_blank(byte)


cdef void look_at(Bytes at, Py_ssize_t size, bint* has_fragment, bint* has_sign) noexcept:
    """Find out whether an address has a fragment, and whether it may have one of `SIGNS` or of `PARAMETERS`."""
    cdef Bytes start = at
    cdef Bytes end = at + size
    cdef uint32_t hash = FIRST_HASH
    has_fragment[0] = has_sign[0] = False
    while at < end:
        if at[0] == c"/":
            has_sign[0] |= may_be_sign(hash)
            hash = FIRST_HASH
        else:
            hash = hashed(hash, at[0])
            if at[0] == c"#":
                has_fragment[0] = True
            elif at[0] == c"=":
                has_sign[0] |= ends_parameter(start, at + 1)
        at += 1
    has_sign[0] |= may_be_sign(hash)


cdef bint ends_parameter(Bytes start, Bytes end) noexcept:
    cdef Py_ssize_t size
    for parameter in ENDS:
        size = len(<bytes>parameter)
        if end - start >= size and not memcmp(end - size, <const char*><bytes>parameter, size):
            return True
    return False


def link_groups(list elements not None, list parents not None, list ends not None):
    """Return what `navigation.candidates.link_groups` does."""
    cdef Py_ssize_t count = len(elements), place, element, after, before = -1, container, parent
    cdef Py_ssize_t known = -1  # that of the link before
    cdef dict found = {}
    cdef list own = [], containers = []
    element = as_size(<object>list_item(elements, 0)) if count else 0
    for place in range(count):
        after = as_size(<object>list_item(elements, place + 1)) if place + 1 < count else len(parents)
        container = as_size(<object>list_item(parents, element))
        while container > before and as_size(<object>list_item(ends, container)) <= after:
            parent = as_size(<object>list_item(parents, container))
            if parent < 0:
                break
            container = parent
        if container != known:
            own = found.setdefault(container, [])
            known = container
        own.append(place)
        containers.append(container)
        before, element = element, after
    return found, containers


def labels_before(page, list elements not None, list lengths not None):
    """Return what `navigation.candidates.labels_before` does."""
    cdef list pieces = page.pieces, linked = page.linked, starts = page.piece_starts
    cdef Py_ssize_t place, piece, length
    cdef dict found = {}
    for place in range(len(elements)):
        piece = as_size(<object>list_item(starts, as_size(<object>list_item(elements, place)))) - 1
        if piece < 0 or as_size(<object>list_item(linked, piece)):
            continue
        length = as_size(<object>list_item(lengths, piece))
        if not length and piece:
            piece -= 1
            if as_size(<object>list_item(linked, piece)):
                continue
            length = as_size(<object>list_item(lengths, piece))
        if 0 < length <= MAX_BEFORE:
            found[place] = (<str>list_item(pieces, piece)).strip()
    return found
